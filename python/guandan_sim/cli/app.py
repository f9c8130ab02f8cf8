"""The commands by name. Each is imported when it is called, so that help is quick."""

from cyclopts import App, Parameter

from guandan_sim._core import build_info

app = App(
    name="guandan-sim",
    help="Simulate Guandan: legal plays, single deals, and millions of them.",
    version=build_info()["version"],
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
)
rules = App(name="rules", help="List, show, compare and check rule sets.", help_format="plaintext")
app.command(rules)
compare = App(name="compare", help="Compare rule sets, or two strategies, on the same cards.", help_format="plaintext")
app.command(compare)

for _command, _help in {
    "bench": "How fast this machine plays, and whether it plays what others do.",
    "run": "Simulate deals or matches into a data set, and sum it up.",
    "hand": "What cards are, what they are worth, and what can be played from them.",
    "perft": "Count the sequences of actions from a position.",
    "plan": "How many deals or matches find an effect, from a pilot.",
    "replay": "Show or verify recorded deals, or any deal of a run.",
    "report": "Make a page of a run or comparison: HTML, Markdown, JSON or text.",
    "rollout": "What each play of a position is worth, by play-outs.",
    "verify": "Check every part of a run: files, hashes, numbers, and by playing again.",
    "strategies": "List the strategies and their parameters.",
    "tournament": "Play several strategies against each other on the same cards, and rate them.",
}.items():
    app.command(f"guandan_sim.cli.{_command}:{_command}", name=_command, help=_help)

for _command, _help in {
    "list": "List the presets.",
    "show": "Show a rule set, field by field.",
    "diff": "Show the fields in which two rule sets differ.",
    "check": "Check a file with a rule set.",
}.items():
    rules.command(f"guandan_sim.cli.rules:{_command}_", name=_command, help=_help)

for _command, _help in {
    "rules": "Play the same cards under several rule sets; what differs from the first.",
    "strategies": "Play two strategies against each other on the same cards; which is better.",
}.items():
    compare.command(f"guandan_sim.cli.compare:{_command}_", name=_command, help=_help)
