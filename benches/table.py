"""Speed, measured line by line: what `make bench` prints and writes into docs/PERFORMANCE.md.

python benches/table.py            measures everything, prints the table and writes it into the document
python benches/table.py WORD ...   measures the lines that hold one of the words, and prints them

Every measurement checks what it measures. Rates are the best of several short runs, since what else a machine does can
only slow it; instructions do not depend on that.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import criterion
import environment
import instructions
import machine
import rates
import scale
from section import markdown, replaced

from guandan_sim.report import text

DOCUMENT = Path(__file__).parents[1] / "docs" / "PERFORMANCE.md"
HEADINGS = ["what", "at least", "aim", "measured", "command"]
# How long a measurement of decisions in Python is to take.
SECONDS = 1.0


@dataclass(frozen=True)
class Line:
    """What is measured, what is wanted of it, and how to measure it alone."""

    what: str
    least: str
    aim: str
    command: str
    measure: Callable[[], str]

    def measured(self) -> str:
        """The number as text, or why there is none here."""
        try:
            return self.measure()
        except (FileNotFoundError, LookupError) as error:
            return f"not measured: {error}"


def number(value: float) -> str:
    """Three digits of it."""
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:.3g}"


def rate(found: rates.Rate) -> str:
    """A rate by the clock and by processor time."""
    return f"{number(found.clock)} by the clock, {number(found.processor)} by processor time"


@cache
def counts() -> dict[str, instructions.Count]:
    """Instructions of all workloads, counted once."""
    return instructions.measure(instructions.WORKLOADS)


def a_decision(workload: str) -> Callable[[], str]:
    """Instructions a decision."""
    return lambda: f"{counts()[workload].a_decision:.1f}"


def statistics() -> str:
    """All instructions of a deal in a match over those that would be left without statistics."""
    counted = counts()["random, match"]
    counting, all_of_it = (
        counted.share(marks) for marks in (instructions.COUNTING, instructions.COUNTING + instructions.TABLES)
    )
    return f"{1 / (1 - counting):.3f}x; with the rows and columns made of them {1 / (1 - all_of_it):.3f}x"


def tribute() -> str:
    """Instructions of a deal in a match over those of a deal alone, by strategy."""
    found = [
        f"{strategy} {counts()[f'{strategy}, match'].a_deal / counts()[f'{strategy}, deal'].a_deal:.3f}x"
        for strategy in ("random", "lowest")
    ]
    return "; ".join(found)


def deals(strategy: str) -> Callable[[], str]:
    """Deals a second on one thread."""
    return lambda: rate(rates.deals(strategy))


def threads() -> str:
    """How much two threads are faster than one."""
    return f"{rates.speedup('random'):.2f}x"


@cache
def criteria(bench: str, pattern: str) -> dict[str, float]:
    """What criterion finds, measured once."""
    return criterion.best(bench, pattern)


LISTS = "leads, . wilds, list"
EVALUATE = "evaluate"


def lists(kind: str, unit: str, nanoseconds: float) -> Callable[[], str]:
    """A list of leads with no, one and two wilds."""

    def measured() -> str:
        found = criteria("engine", LISTS)
        return "/".join(number(found[f"leads, {wilds} wilds, {kind}"] / nanoseconds) for wilds in range(3)) + f" {unit}"

    return measured


def evaluated(what: str) -> Callable[[], str]:
    """Microseconds to evaluate a hand with no, one and two wilds."""

    def measured() -> str:
        found = criteria(EVALUATE, "")
        # An iteration evaluates so many hands.
        hands = 1000
        return "/".join(number(found[f"{EVALUATE}/{what}, {wilds} wilds"] / hands / 1000) for wilds in range(3)) + " us"

    return measured


def decisions(name: str) -> Callable[[], str]:
    """Decisions a second of a strategy in Python."""
    return lambda: number(environment.measure(name, SECONDS))


@cache
def written() -> tuple[float, float]:
    """Microseconds a deal of playing and of writing."""
    return scale.writing("random,lowest")


def encoded() -> str:
    """The processor time of the engine's encoder of Parquet and of polars' writer, for the same deals."""
    ours, theirs = scale.encoders("random,lowest")
    return f"{number(ours)} us; polars {number(theirs)} us, {number(theirs / ours)} times as much"


def bytes_a_deal() -> str:
    """Size on disk, of random and of random against lowest."""
    return "; ".join(f"{number(scale.whole(131_072, names, 1)[1])}" for names in ("random", "random,lowest"))


def starting() -> str:
    """Seconds to import the package and to show the help, with the interpreter's own start."""
    took = (
        rates.started(["-c", "import guandan_sim; print(guandan_sim.__name__)"], "guandan_sim"),
        rates.started(["-m", "guandan_sim", "--help"], "Usage"),
    )
    return "; ".join(f"{number(seconds)} s" for seconds in took)


COUNTED = "python benches/instructions.py"
LISTED = f"cargo bench --bench engine -- '{LISTS}'"
EVALUATED = f"cargo bench --bench {EVALUATE}"
PYTHON = "python benches/environment.py 1"
BENCH = "guandan-sim bench --unit match"
NONE = ""
LINES = [
    Line("`random`, matches: instructions a decision", "230", "150, then 116", COUNTED, a_decision("random, match")),
    Line("`random`, single deals: instructions a decision", NONE, NONE, COUNTED, a_decision("random, deal")),
    Line("`lowest`, matches: instructions a decision", NONE, NONE, COUNTED, a_decision("lowest, match")),
    Line("`lowest`, single deals: instructions a decision", NONE, NONE, COUNTED, a_decision("lowest, deal")),
    Line("`tempo`, single deals: instructions a decision", NONE, NONE, COUNTED, a_decision("tempo, deal")),
    Line("`random`, matches: deals a second, one thread", "350,000", "530,000, then 711,000", BENCH, deals("random")),
    Line("`lowest`, matches: deals a second, one thread", "400,000", "850,000", BENCH, deals("lowest")),
    Line("`tempo`, matches: deals a second, one thread", "20,000", "100,000", BENCH, deals("tempo")),
    Line(
        "`random`: play-outs a second from 54 cards left, one thread",
        "700,000",
        "1,400,000",
        "python benches/table.py play-outs",
        lambda: rate(rates.play_outs("random")),
    ),
    Line(
        "leads of 27 cards with 0/1/2 wilds, told apart by ranks",
        "200/500/1,000 ns",
        "77/183/376 ns",
        LISTED,
        lists("list with cards", "ns", 1),
    ),
    Line("the same leads as moves, their cards not looked up", NONE, NONE, LISTED, lists("list of moves", "ns", 1)),
    Line(
        "leads of 27 cards with 0/1/2 wilds, told apart by cards (336/1,191/2,297 plays)",
        "2/6/12 us",
        "0.4/1.3/2.5 us",
        LISTED,
        lists("list of all choices of cards", "us", 1000),
    ),
    Line("statistics on against off, instructions of `random`", "1.10x", "1.05x", COUNTED, statistics),
    Line("tribute and levels against bare deals, instructions", "1.10x", "1.05x", COUNTED, tribute),
    Line("two threads against one, `random`", "1.9x", "1.99x", f"{BENCH} --workers 2", threads),
    Line(
        "writing matches and deals: processor time a deal",
        "0.35 us",
        "0.2 us",
        "python benches/scale.py 1000000 random,lowest",
        lambda: f"{number(written()[1])} us",
    ),
    Line(
        "encoding deals as Parquet: processor time a deal, and by polars' writer",
        "a quarter",
        NONE,
        "python benches/scale.py 1000000 random,lowest",
        encoded,
    ),
    Line("bytes a deal on disk: `random`; `random` v `lowest`", NONE, NONE, "python benches/scale.py", bytes_a_deal),
    Line(
        "fewest plays of 27 cards with 0/1/2 wilds, mean",
        "100 us; 1 ms with 2",
        "10 us; 50 us with 2",
        EVALUATED,
        evaluated("min_plays"),
    ),
    Line("their quick decomposition into plays, mean", NONE, NONE, EVALUATED, evaluated("decomposition")),
    Line("their strongest decomposition, mean", NONE, NONE, EVALUATED, evaluated("strongest")),
    Line(
        "gd.evaluate_hand of dealt hands: hands a second",
        NONE,
        NONE,
        "python benches/table.py evaluate_hand",
        lambda: rate(rates.evaluations()),
    ),
    Line(
        "Python strategy, `act_batch`: decisions a second of processor time",
        "1,000,000",
        "5,000,000",
        PYTHON,
        decisions("act_batch(views, legals)"),
    ),
    Line(
        "Python strategy, `act`: decisions a second of processor time",
        NONE,
        NONE,
        PYTHON,
        decisions("act(view, legal)"),
    ),
    *(
        Line(f"{name}: decisions a second of processor time", NONE, NONE, PYTHON, decisions(name))
        for name in list(environment.WORKS)[2:]
    ),
    Line(
        "import of the package; `guandan-sim --help`, whole processes",
        "0.5 s",
        "0.15 s",
        "python benches/table.py import",
        starting,
    ),
]


def main() -> None:
    """Measures, prints and, when nothing was chosen, writes."""
    chosen = [line for line in LINES if not sys.argv[1:] or any(word in line.what for word in sys.argv[1:])]
    rows, load = [], machine.load()
    for line in chosen:
        print(f"{line.what} ...", file=sys.stderr, flush=True)
        rows.append([line.what, line.least, line.aim, line.measured(), f"`{line.command}`"])
    text.show(text.table(HEADINGS, [[cell.replace("`", "") for cell in row] for row in rows], numbers=False))
    if sys.argv[1:]:
        return
    heading = (
        f"Measured on {time.strftime('%Y-%m-%d', time.gmtime())} by `make bench` on\n{machine.description()};\n"
        f"load {load} before it began. Rates are the best of several short runs."
    )
    document = replaced(DOCUMENT.read_text("utf-8"), f"{heading}\n\n{markdown(HEADINGS, rows)}")
    DOCUMENT.write_text(document, "utf-8")


if __name__ == "__main__":
    main()
