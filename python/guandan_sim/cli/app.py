"""The commands and what `--help` says of them. A command is imported when it is called, so that help is quick."""

from contextlib import suppress
from typing import get_args

from cyclopts import App, ArgumentCollection, CoercionError, Parameter

from guandan_sim._core import build_info

BEGIN = """
Three to begin with:

  guandan-sim demo                       play a million deals in seconds
  guandan-sim hand S7 D7 H2              say what cards are, and list their plays
  guandan-sim compare rules institute web --matches 200
                                         see what other rules change
"""
"""What follows the list of commands where `guandan-sim` is called alone."""


def _refuse_fractions(_app: App, _commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Refuses a number with a fraction where a whole one is expected: the library would round it."""
    for argument in arguments:
        if int not in (argument.hint, *get_args(argument.hint)) or float in get_args(argument.hint):
            continue
        for token in argument.tokens:
            with suppress(ValueError):
                if not float(token.value).is_integer():
                    raise CoercionError(token=token, target_type=int, argument=argument)


app = App(
    name="guandan-sim",
    help="Simulate Guandan: legal plays, single deals, and millions of them.",
    version=build_info()["version"],
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
    config=_refuse_fractions,
    # `main` says that a command was interrupted; the library would end without a word.
    suppress_keyboard_interrupt=False,
)
app.register_install_completion_command(help="Install completion for this shell: commands and options by Tab.")
rules = App(
    name="rules",
    help="List, show, compare and check rule sets, and find a rule by what people say.",
    help_format="plaintext",
)
app.command(rules)
compare = App(name="compare", help="Compare rule sets, or two strategies, on the same cards.", help_format="plaintext")
app.command(compare)

for _command, _help in {
    "bench": (
        "Measure how fast this machine plays, and print the signature of the build.\n\n"
        "The signature is a hash over the files of a fixed workload. Machines with the same versions of guandan-sim "
        "and polars must print the same signature."
    ),
    "run": (
        "Simulate deals or matches into a data set and print a summary.\n\n"
        "The same command again continues an interrupted run. The data does not depend on the number of threads or "
        "on interruptions."
    ),
    "serve": (
        "Serve the contest protocol: programs connect as WebSocket clients and play in a run.\n\n"
        "Give --deals or --matches. The server says where it listens and for how many clients it waits; the data set "
        "and the summary are those of run. The same command again continues an interrupted run."
    ),
    "connect": "Play at a contest server with one of our strategies.",
    "botzone": (
        "Play one seat of one deal as a Botzone program.\n\n"
        "It reads the judge's requests on standard input and prints the responses. It asks to be kept running; with "
        "--traditional it answers one line and ends."
    ),
    "convert": (
        "Convert records of others into ours, or ours into theirs.\n\n"
        "What a file is shows in what is in it. What the rules refuse is set aside and named on standard error."
    ),
    "demo": (
        "Play a million deals and show the result, in seconds.\n\n"
        "random plays against lowest. The same command again shows the result once more."
    ),
    "doctor": (
        "Print what this installation is, and what it lacks.\n\n"
        "That is versions, processor, threads, the signature of the build, fonts, browser, and the optional parts."
    ),
    "hand": "Classify cards, evaluate a hand, list its legal plays.",
    "perft": "Count the sequences of actions from a position, to compare engines.",
    "plan": (
        "Calculate how many deals or matches are needed to see a difference.\n\n"
        "The answer follows from the variance of a pilot. Without --from the command plays one: 4,000 deals, or as "
        "many deals or matches as --deals or --matches say."
    ),
    "replay": (
        "Show recorded deals, verify records, replay any deal of a run, or write a page that plays deals back.\n\n"
        "The page (-o) shows a table with four hands, and moves by buttons, keys and a list of plays. It "
        "is one file and needs no network."
    ),
    "report": "Write a page about a run or a comparison: HTML, Markdown, JSON or text.",
    "review": (
        "Say what each play of recorded deals was worth, and what the plays that were made lost.\n\n"
        "Every decision is valued by play-outs from what its seat could know. Without -o the seats and the worst plays "
        "are printed; -o writes a page with every decision, or JSON."
    ),
    "rollout": (
        "Estimate what each play of a position is worth, by play-outs in sampled deals.\n\n"
        "Give the position as the cards of one hand (with --counts and --to-beat), as all four hands (--hands), or "
        "as a moment of a recorded deal (--from). Each sample deals the cards that the seat cannot see anew."
    ),
    "verify": "Check every part of a data set: its hashes, its numbers, and by playing it again.",
    "strategies": "List the strategies and their parameters.",
    "tournament": (
        "Play several strategies against each other on the same cards and rate them.\n\n"
        "Each pair plays 10,000 matches unless --deals or --matches say otherwise. The same command again continues "
        "an interrupted tournament."
    ),
}.items():
    app.command(f"guandan_sim.cli.{_command}:{_command}", name=_command, help=_help)

for _command, _help in {
    "list": "List the presets.",
    "show": "Show a rule set, field by field, with what each means.",
    "diff": "Show the fields in which two rule sets differ, with what each means.",
    "find": (
        "Find the field and the value that people mean by what they say, in English or Chinese.\n\n"
        "The likeliest come first. Words that have nothing to do with rules are passed over."
    ),
    "check": "Check a rule file and print its fingerprint.",
}.items():
    rules.command(f"guandan_sim.cli.rules:{_command}_", name=_command, help=_help)

for _command, _help in {
    "rules": (
        "Play the same cards under several rule sets and show what changes.\n\n"
        "The first rule set is the baseline. Each rule set plays 10,000 matches unless --deals or --matches say "
        "otherwise; with --opponent the sides are swapped in every block. The same command again continues an "
        "interrupted comparison."
    ),
    "strategies": (
        "Play two strategies against each other on the same cards and tell which is better.\n\n"
        "The sides are swapped in every block. The command plays 10,000 matches unless --deals or --matches say "
        "otherwise; with --until or --sprt it plays at most a million. The same command again continues an "
        "interrupted comparison."
    ),
}.items():
    compare.command(f"guandan_sim.cli.compare:{_command}_", name=_command, help=_help)
