# Docstrings are those of the engine (bindings/src), for editors to show; tests/test_docs.py compares the two.

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, ClassVar, Literal, TypeAlias, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "Deal",
    "Hand",
    "HandEvaluation",
    "Legals",
    "Part",
    "Play",
    "RecordVerifier",
    "Rules",
    "Simulator",
    "SteppedMatch",
    "Strategy",
    "VecDeals",
    "View",
    "Views",
    "_deal",
    "_evaluation",
    "_play",
    "_vec_deals",
    "_view",
    "build_info",
    "check_whole",
    "classify",
    "evaluate_hand",
    "legal_plays",
    "parquet",
    "perft",
    "perft_divide",
    "read_record",
    "rollout",
    "solve",
    "strategies",
    "time_actions",
    "title",
]

_Cards: TypeAlias = Hand | str | Iterable[str]
_Rules: TypeAlias = Rules | str | PathLike[str]
_Detail: TypeAlias = Literal["cards", "ranks"]
_Action: TypeAlias = Play | _Cards | tuple[_Cards, str, str | None] | None

def build_info() -> dict[str, str]:
    """Says which build of the engine is loaded: its `version`, its `profile` (`release` or `debug`) and its `target`
    processor.
    """

def check_whole(what: str, number: object, least: int, most: int) -> int:
    """The number as an `int`, whether it is Python's or `NumPy`'s.

    Raises `PlanError` unless it is whole and from `least` to `most`.

    >>> from guandan_sim._core import check_whole
    >>> check_whole("seat", 3, 0, 3)
    3
    """

def classify(cards: _Cards, *, level: str, rules: _Rules = "institute") -> list[Play]:
    """Lists every combination that `cards` form when all of them are used. The list is empty when they form none
    (docs/RULES.md R2).

    The first play is the one that counts when a leader does not declare its cards. `level` is the level of the deal; it
    decides which cards are wild. Raises `NotationError` and `RulesError`.

    >>> import guandan_sim as gd
    >>> [str(play) for play in gd.classify("H4 H4 C8 D8 S9 C9", level="4")]
    ['plate 9: C8 D8 H4 S9 C9 H4', 'tube T: C8 D8 S9 C9 H4 H4', 'tube 9: H4 H4 C8 D8 S9 C9']
    """

def evaluate_hand(hand: _Cards, *, level: str = "2", rules: _Rules = "institute") -> HandEvaluation:
    """Evaluates a hand of up to 27 cards: the fewest plays that empty it, ways to do so, its bombs and its control.
    docs/EVALUATION.md defines every number.

    `level` is the level of the deal; it decides which cards are wild. Raises `NotationError`, also for more than 27
    cards, and `RulesError`.

    >>> import guandan_sim as gd
    >>> found = gd.evaluate_hand("S3 S4 D5 C6 S7 SA CA DA S2 C2 HT HR", level="T")
    >>> found.min_plays, found.bombs, found.control_cards
    (3, 1, 5)
    >>> for play in found.strongest: print(play)
    single HR: HR
    straight 7: S3 S4 D5 C6 S7
    plate 2: SA CA DA S2 C2 HT
    """

def legal_plays(
    hand: _Cards,
    *,
    level: str,
    rules: _Rules = "institute",
    to_beat: Play | _Cards | None = None,
    detail: _Detail = "cards",
) -> list[Play]:
    """Lists every play of `hand`. Without `to_beat` these are all possible leads. With `to_beat`, a `Play` or cards,
    they are all plays that beat it. The list holds no pass.

    The plays are sorted by kind, size, rank and cards. `detail="cards"` lists two plays when kind, rank or cards
    differ. `detail="ranks"` lists one play for all that differ in suits only; straight flushes of different suits stay
    apart. Cards given as `to_beat` count as their first reading. Raises `NotationError` and `RulesError`.

    >>> import guandan_sim as gd
    >>> [str(play) for play in gd.legal_plays("SK H3 SB", level="3", to_beat="SQ DQ")]
    ['pair K: SK H3']
    """

def perft(deal: Deal, depth: int, *, detail: _Detail = "cards") -> int:
    """Counts the sequences of exactly `depth` actions (plays and passes) from `deal`. Sequences that end the deal
    earlier do not count. `detail` says when two plays differ, see `legal_plays`.

    >>> import guandan_sim as gd
    >>> deal = gd.Deal.new(hands=["S3 H3", "S5", "S9", "ST"], leader=0)
    >>> [gd.perft(deal, depth, detail="cards") for depth in (0, 1, 2)]
    [1, 3, 5]
    """

def perft_divide(deal: Deal, depth: int, *, detail: _Detail = "cards") -> list[tuple[Play | None, int]]:
    """Counts as `perft` does, for each first action: tuples (play, count) in the order of `legal_plays`, and last
    (None, count) for the pass. The list is empty for `depth` 0.
    """

def rollout(
    position: Deal | View,
    *,
    samples: int,
    policy: str,
    seed: int,
    threads: int = 1,
    unseen: _Cards | None = None,
    belief: str | None = None,
    aim: str = "levels",
    exact: int = 0,
    plays: Sequence[Play | None] | None = None,
    each: bool = False,
) -> tuple[
    list[tuple[Play | None, int, float, float, float, float, float, float]],
    tuple[npt.NDArray[np.bool_], npt.NDArray[np.int8]] | None,
]:
    """Estimates every action of the seat to act by play-outs.

    For each of `samples` samples it deals the hidden cards anew, in a way that fits what the seat has seen. With
    `belief` "uniform" every such deal is equally likely; with "plays" a deal is the likelier, the better it explains
    what the other seats have played and passed (of players like `random` and `lowest` nothing is concluded). After each
    action `policy` plays the deal to its end. With `unseen` the other seats draw their cards from these, which may be
    more than they hold, each equally likely; None for `belief` is "plays" without `unseen`.

    With `plays` only these are tried, in this order; None among them is a pass. A sampled deal that has at most `exact`
    cards left in all after an action is solved with all cards open, as `aim` compares its ends, and not played out.

    For a choice of tribute the actions are its cards, as singles. Of cards to pay or return of the same rank that leave
    the same straight flushes only the first is tried. The other seats draw from all hands that fit what was shown,
    whatever the `belief`, and `policy` makes their choices too.

    Returns `(rows, each)`. A row is a tuple for each action, in the order of `legal_plays` with the pass last: the play
    (None for a pass), the number of play-outs, the share of them that the seat's team wins and its standard error, the
    mean levels won (negative when lost) and their standard error, and the mean of what `aim` compares plays by and its
    standard error. `aim` is "levels", "first" or "match", as of the strategy `rollout`. `each` is None, or with
    `each=True` a tuple of two arrays, bool and int8: whether the seat's team won, and the levels, of each play-out.
    They are flat: sample by sample, in each the actions. The numbers depend on `seed` and not on `threads`.

    Raises `PlanError` for a strategy, seed, belief, aim or number of samples that will not do, for a view of a seat
    that is not to act, for a choice of tribute that the view does not tell enough of, and for too few unseen cards;
    `IllegalPlay` for a play that the seat may not make; `GuandanError` when the deal is over.
    """

def solve(deal: Deal, *, max_positions: int = 200_000) -> list[tuple[Play | None, int]]:
    """Finds the exact value of each action of the seat to act when all see all cards and play to the team's best.

    Returns tuples (play, levels) in the order of `legal_plays`, plays of the same ranks told apart by suits where they
    leave different straight flushes, and last the pass, whose play is None. `levels` are those that the team of the
    seat to act wins, negative when it loses them.

    Raises `PlanError` when more than `max_positions` positions had to be looked at, and `GuandanError` when the deal is
    over.

    >>> import guandan_sim as gd
    >>> from guandan_sim._core import solve
    >>> deal = gd.Deal.new(hands=["S3 SK", "S9", "S4 S5 S6", "ST SJ SQ"], level="2", leader=0)
    >>> [(str(play), levels) for play, levels in solve(deal)]
    [('single 3: S3', -2), ('single K: SK', 1)]
    """

def strategies() -> dict[str, tuple[str, list[tuple[str, str, str, str]]]]:
    """The strategies by name: a dict from name to (how it plays, its parameters). A parameter is a tuple (name, values,
    default, meaning).

    >>> from guandan_sim._core import strategies
    >>> about, parameters = strategies()["tempo"]
    >>> parameters[9][:3]
    ('last_cards', 'on, off', 'on')
    """

def parquet(
    columns: Sequence[tuple[str, npt.NDArray[np.generic], npt.NDArray[np.bool_] | None, Sequence[str] | None]],
    metadata: dict[str, str],
    group_rows: int,
) -> bytes:
    """Writes columns as the bytes of a Parquet file.

    A column is a tuple (name, array, valid, categories). `valid` is a boolean array that is false where the value is
    missing, or None when all are there. With categories the array holds uint8 codes; otherwise it is uint8, uint16,
    uint32, uint64 or int32. `metadata` is written into the file. A row group has `group_rows` rows. Other Python
    threads run meanwhile.

    Raises `GuandanError` for columns that do not form a table.

    >>> import numpy as np
    >>> from guandan_sim._core import parquet
    >>> parquet([("seat", np.arange(4, dtype=np.uint8), None, None)], {}, 1000)[:4]
    b'PAR1'
    """

@final
class Hand:
    """A set of cards out of the two packs. Each of the 54 faces can be in it twice.

    Make one from text: cards in any order, with blanks or commas between them. A card is a suit, `S H C D`, and a rank,
    `2 3 4 5 6 7 8 9 T J Q K A`. `SB` is the small joker and `HR` the big one. Wherever a function asks for cards, text
    will do as well.

    A hand never changes. `+` and `-` make new hands, `in` asks whether cards are in it, `len` counts them, and
    iteration gives the cards as texts. Hands with the same cards are equal and have the same hash. A hand prints from 2
    to A, within a rank in the order S H C D, and then the jokers.

    Raises `NotationError` for text that is not a card and for a third copy of a card.

    >>> import guandan_sim as gd
    >>> hand = gd.Hand("HR S7, H7 S7")
    >>> print(hand, len(hand), "S7" in hand, hand - "S7", sep=" | ")
    S7 S7 H7 HR | 4 | True | S7 H7 HR
    """

    def __new__(cls, cards: _Cards | None = None) -> Hand: ...
    def count(self, card: str) -> int:
        """Counts the copies of `card` in the hand: 0, 1 or 2. Raises `NotationError` for text that is not a card."""
    def __len__(self) -> int: ...
    def __contains__(self, key: _Cards, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __add__(self, value: _Cards, /) -> Hand: ...
    def __radd__(self, value: Any, /) -> Any: ...
    def __sub__(self, value: _Cards, /) -> Hand: ...
    def __rsub__(self, value: Any, /) -> Any: ...
    def _repr_html_(self) -> str:
        """The cards as a notebook shows them."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Hand], tuple[str]]: ...

@final
class Rules:
    """A rule set. Every house rule is a field; clause R13 of docs/RULES.md explains them all.

    `Rules("institute")` takes the name of a preset or the path of a TOML file. Every function that asks for rules takes
    these too. Fields are attributes: whole numbers, booleans and words; `promotion` and `must_play` are tuples, `clock`
    is a dict, levels are letters, and None stands for a field without a value. A rule set never changes; `replace`
    makes a new one. Rule sets with equal fields are equal and have the same hash.

    Raises `RulesError`, which names the field, where it was read, its value and the values allowed.

    >>> import guandan_sim as gd
    >>> rules = gd.Rules("institute").replace(max_bomb=8, clock="40,25,30")
    >>> rules.max_bomb, rules.promotion, rules.must_play, rules.tribute_return_max
    (8, (3, 2, 1), ('A',), 'T')
    >>> rules.diff("institute")
    [('max_bomb', 8, 10), ('clock', {'match_minutes': 40, 'play_seconds': 25, 'leading_team_seconds': 30}, None)]
    """

    def __new__(cls, rules: _Rules) -> Rules: ...
    @classmethod
    def preset(cls, name: str) -> Rules:
        """The preset called `name`. `Rules.presets()` lists the names. Raises `RulesError` for an unknown name."""
    @classmethod
    def presets(cls) -> dict[str, str]:
        """The presets: a dict from name to a line that describes it."""
    @classmethod
    def fields(cls) -> dict[str, tuple[str, str, str]]:
        """The fields: a dict from name to (what the field means, the values it takes, its clause in docs/RULES.md)."""
    @classmethod
    def from_toml(cls, path: str | PathLike[str]) -> Rules:
        """Reads a rule set from a TOML file. The file gives every field, or a `base` and the fields that differ from
        it. The base is a preset or a file in the same folder. Raises `RulesError`, and `PathError` for what is no path.
        """
    @classmethod
    def from_text(cls, text: str, place: str = "the text") -> Rules:
        """Reads a rule set from TOML text. A `base` in it must be a preset. Errors call the text `place`. Raises
        `RulesError`.
        """
    def to_toml(self) -> str:
        """The rule set as TOML: one line for each field, always in the same order. Reading it back gives an equal rule
        set.
        """
    def replace(self, **fields: Any) -> Rules:
        """A copy of this rule set with some fields changed. A value is written as the attribute shows it, or as text.
        Raises `RulesError`.
        """
    def with_settings(self, settings: list[str], place: str = "--set") -> Rules:
        """A copy of this rule set with settings such as `"max_bomb=8"` applied, written as for `--set` on the command
        line.

        When a field is set twice, the last setting holds. Errors call the settings `place`. Raises `RulesError`.
        """
    def diff(self, other: _Rules) -> list[tuple[str, Any, Any]]:
        """The fields that differ from `other`, as tuples (name, value here, value there)."""
    def text(self, field: str) -> str:
        """The value of a field as text, written as for `--set`. Raises `RulesError` for an unknown field."""
    @property
    def fingerprint(self) -> str:
        """The fingerprint: 16 hexadecimal digits that are the same for equal rule sets, on every machine."""
    @property
    def promotion(self) -> tuple[int, int, int]:
        """Levels that a finish of 1-2, 1-3 or 1-4 is worth."""
    @property
    def must_play(self) -> tuple[str, ...]:
        """Levels that a team must win as declarers before it can rise past them."""
    @property
    def pass_ace(self) -> str:
        """How the declarers must finish to pass A."""
    @property
    def ace_attempts(self) -> int:
        """Number of failed attempts at A after which the team falls; 0 for no limit."""
    @property
    def ace_attempt_counts(self) -> str:
        """Which deals count as failed attempts at A."""
    @property
    def ace_fall_to(self) -> str:
        """The level that a team falls to."""
    @property
    def ace_fall_first_win(self) -> str | None:
        """The level that the next first place of a fallen team brings it to; none for the ordinary promotion."""
    @property
    def ace_finish_demotes(self) -> bool:
        """Whether declarers at their own A fall at once when they lose to a last play of aces."""
    @property
    def streak_rises(self) -> int:
        """Number of first places in a row from which each adds levels; 0 for never."""
    @property
    def streak_falls(self) -> int:
        """Number of last places in a row from which each takes levels; 0 for never."""
    @property
    def lead_after_out(self) -> str:
        """Who leads when the seat that won the trick has no cards left."""
    @property
    def double_down_ends_deal(self) -> bool:
        """Whether a deal stops as soon as partners are first and second."""
    @property
    def tribute(self) -> bool:
        """Whether tribute is paid."""
    @property
    def anti_tribute(self) -> str:
        """What voids a tribute."""
    @property
    def tribute_return_max(self) -> str | None:
        """The highest rank that may be returned; none for any card."""
    @property
    def tribute_return_level(self) -> bool:
        """Whether a level card may be returned."""
    @property
    def tribute_return_received(self) -> bool:
        """Whether the card just received may be returned."""
    @property
    def tribute_tie(self) -> str:
        """Who gets which of two tributes of equal rank."""
    @property
    def tribute_lead(self) -> str:
        """Who leads after tribute."""
    @property
    def max_bomb(self) -> int:
        """The most cards of one rank that make a bomb."""
    @property
    def joker_pair_in_full_house(self) -> bool:
        """Whether the pair of a full house may be two equal jokers."""
    @property
    def plain_straight_from_flush(self) -> bool:
        """Whether a straight flush that holds a wild may be declared a plain straight."""
    @property
    def sequence_order(self) -> str:
        """How straights, tubes and plates compare."""
    @property
    def first_lead(self) -> str:
        """Who leads the first deal."""
    @property
    def cut(self) -> str:
        """How the turned-up card decides who draws first in the first deal."""
    @property
    def later_draw(self) -> str:
        """Who draws first in later deals."""
    @property
    def later_shuffle(self) -> str:
        """Who shuffles in later deals."""
    @property
    def announce_at(self) -> int:
        """A seat with this many cards or fewer announces how many it holds."""
    @property
    def clock(self) -> dict[str, int] | None:
        """The time limits of a match; none for no clock."""
    @property
    def scoring(self) -> str:
        """Which points are kept over a series of matches."""
    @property
    def tribute_wild(self) -> bool:
        """Whether a payer that holds another level card may pay a wild."""
    @property
    def tribute_double(self) -> str:
        """Who gets which of two tributes."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def label(self) -> str:
        """A name that tells rule sets apart: the closest preset, followed by the fields that differ from it, such as
        `institute:max_bomb=8`.
        """

@final
class Play:
    """One combination laid on the table: its kind, its rank and its cards.

    `classify`, `legal_plays` and `Deal.play` return plays. `print` shows kind, rank and cards. Two plays are equal when
    kind, rank, cards, level and rules are equal.

    >>> import guandan_sim as gd
    >>> play = gd.classify("SK DK H5 S2 D2", level="5")[0]
    >>> print(play)
    full_house K: SK DK H5 S2 D2
    >>> play.kind, play.rank, play.size, play.stands_for
    ('full_house', 'K', 5, ('SK', 'DK', 'HK', 'S2', 'D2'))
    """

    @property
    def kind(self) -> str:
        """The kind: one of `single pair triple full_house straight tube plate bomb straight_flush joker_bomb`."""
    @property
    def rank(self) -> str:
        """The rank that names the play. It is the rank of the equal cards or of the triple (`K`, `SB`), and for runs
        the top rank (`5` for A2345). The joker bomb has the empty text.
        """
    @property
    def size(self) -> int:
        """The number of cards."""
    @property
    def cards(self) -> tuple[str, ...]:
        """The cards as texts, in the order in which they print: a triple before its pair, runs upward from the low end
        (A first in A2345), each wild in the place it fills.
        """
    @property
    def stands_for(self) -> tuple[str, ...]:
        """The card that each of `cards` stands for, in the same order: itself, except for the wilds."""
    @property
    def hand(self) -> Hand:
        """The cards as a `Hand`."""
    def beats(self, other: Play) -> bool:
        """Tells whether this play beats `other` (docs/RULES.md R3). Raises `GuandanError` when the two have different
        levels or rules.
        """
    def _repr_html_(self) -> str:
        """The play as a notebook shows it: kind, rank and cards, a wild with what it stands for."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Play: ...
    def __deepcopy__(self, _memo: Any) -> Play: ...

@final
class HandEvaluation:
    """What a hand is worth by itself: how few plays empty it, and how well it holds the lead. `evaluate_hand` makes
    one; docs/EVALUATION.md defines every number.

    The evaluation imagines that every play is led and that nobody beats anything. Wilds stand for whatever helps most.
    """

    MOST_CARDS: ClassVar[int]
    """The largest hand that can be evaluated: the number of cards a player is dealt."""
    @property
    def hand(self) -> Hand:
        """The hand that was evaluated."""
    @property
    def min_plays(self) -> int:
        """The fewest plays that empty the hand, exactly."""
    @property
    def decomposition(self) -> tuple[Play, ...]:
        """One way to empty the hand in `min_plays` plays, found fast. Among all ways it keeps the most control if
        straights of one suit counted as plain straights. The plays are sorted as `legal_plays` sorts them.
        """
    @property
    def strongest(self) -> tuple[Play, ...]:
        """The way to empty the hand in `min_plays` plays that keeps the most control, with straight flushes counted as
        the bombs they are.
        """
    @property
    def control(self) -> int:
        """The points of control of all plays of `strongest` together. A play has as many points as the chance, in per
        cent, that neither opponent can answer it in kind at no cost, which means: its own hand then needs no more plays
        than before. A bomb has 100 points more.
        """
    @property
    def bombs(self) -> int:
        """How many bombs the hand can hold at once: `natural_bombs` and `wild_bombs` together. Straight flushes do not
        count.
        """
    @property
    def natural_bombs(self) -> int:
        """The number of ranks held four times or more, where wilds count as level cards, and one more for all four
        jokers.
        """
    @property
    def wild_bombs(self) -> int:
        """How many more bombs, at most, the wilds can complete at once when they do not stay level cards."""
    @property
    def control_cards(self) -> int:
        """How many cards win tricks by their rank alone: jokers, level cards (the wilds among them) and aces."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> HandEvaluation: ...
    def __deepcopy__(self, _memo: Any) -> HandEvaluation: ...

@final
class Deal:
    """One deal, from the first lead to the last place. The deal is its own referee: it refuses what the rules forbid,
    names the clause of docs/RULES.md, and stays as it was. Threads may share a deal: each call is done as a whole.
    Copies and pickles go on from where the deal stands. Two deals are equal when everything about them is equal, the
    random numbers too.

    `Deal.new` deals the cards or takes hands. `turn` says who acts and `legal_plays()` what that seat can play; `play`
    and `pass_` act.

    >>> import guandan_sim as gd
    >>> deal = gd.Deal.new(rules="institute", level="2", hands=["S3 S7 D7", "S5", "S9", "ST"], leader=0)
    >>> deal.play("S7 D7").kind, deal.turn
    ('pair', 1)
    >>> deal.play("S5")
    Traceback (most recent call last):
      ...
    guandan_sim.errors.IllegalPlay: single 5 does not beat the pair 7 on the table (R4.4)
    >>> for _ in range(3): deal.pass_()
    >>> deal.turn, str(deal.hands[0])
    (0, 'S3')
    """

    @staticmethod
    def new(
        *,
        rules: _Rules = "institute",
        level: str = "2",
        seed: int | None = None,
        hands: Sequence[_Cards] | None = None,
        leader: int | None = None,
        match: int = 0,
        deal: int = 0,
    ) -> Deal:
        """Makes a deal that is about to begin.

        Give either `hands` and a `leader`, or a `seed`. `hands` are four hands by seat, each of at least one card. With
        a `seed` the cards are those of deal number `deal` of match number `match` in a run with that seed, before
        tribute; the leader is the one of single deals, unless you give another. A run with several rotations plays the
        cards of match m // rotations in its match m.

        Raises `PlanError` unless exactly one of hands and seed is given, and `NotationError` for cards that are not in
        two packs.
        """
    @staticmethod
    def from_record(line: str | bytes, *, play: int = 0, rules: _Rules | None = None) -> Deal:
        """Makes the deal of a record (a line of docs/RECORDS.md) as it stood before play or pass number `play`, counted
        from 0. The views of this deal also know its tribute and the match around it. `rules` are the rules it was
        played by; without them the record's label has to be a preset.

        Raises `NotationError` for a line that is not a record, `RulesError` for a label that is not a preset, and
        `IllegalPlay` for the first thing in the record that is wrong.
        """
    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
    @property
    def level(self) -> str:
        """The level of the deal, a letter such as `T`."""
    @property
    def turn(self) -> int | None:
        """The seat that acts next, 0 to 3. None when the deal is over."""
    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
    @property
    def places(self) -> tuple[int, ...]:
        """The seats that have gone out, first to last. When the deal is over all four are in it; tied seats
        (docs/RULES.md R4.10) stand in seat order.
        """
    @property
    def pattern(self) -> str | None:
        """The places of the winning team: "1-2", "1-3" or "1-4". None while the deal goes on."""
    @property
    def hands(self) -> tuple[Hand, Hand, Hand, Hand]:
        """The cards that each seat holds now, four hands by seat."""
    @property
    def table(self) -> Play | None:
        """The play to beat. None when the seat to act leads."""
    @property
    def history(self) -> list[tuple[int, Play | None]]:
        """All actions so far, in order: tuples (seat, play), with None for a pass."""
    def legal_plays(self, *, detail: _Detail = "cards") -> list[Play]:
        """The plays of the seat to act. The list is empty when the seat can only pass and when the deal is over.
        `detail` is explained at `guandan_sim.legal_plays`.
        """
    def play(self, play: Play | _Cards, kind: str | None = None, rank: str | None = None) -> Play:
        """Plays for the seat to act, and returns the play made.

        `play` is a `Play` or cards. For cards, `kind` and `rank` declare what they are. Without a declaration cards
        count as their highest reading that beats the table, or when leading as their first reading (R2.16, R2.17).

        Raises `IllegalPlay` for a play that the rules forbid; nothing has changed then. Raises `NotationError` for
        cards that cannot be read, and for `kind` or `rank` beside a `Play`. Raises `GuandanError` for a `Play` of
        another level or other rules.
        """
    def pass_(self) -> None:
        """Passes for the seat to act. Raises `IllegalPlay` for the leader of a trick."""
    def view(self, seat: int) -> View:
        """What `seat` may know at this moment, as a `View`."""
    def _repr_html_(self) -> str:
        """The deal as a notebook shows it: all four hands and the play to beat."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Deal: ...
    def __deepcopy__(self, _memo: Any) -> Deal: ...

@final
class View:
    """What one seat may know at one moment of a deal: its own cards and everything that is public. Hidden cards are not
    in it.

    A strategy decides by the view of its seat. `phase` says what it decides: "play" while cards are played; before a
    later deal of a match also "pay" (which of equal cards goes as tribute), "return" (which card goes back) or "pick"
    (which of two cards to take). A view stays as it is when the deal goes on, so you can keep it. Two views are equal
    when they show the same; a pickle holds what the view shows, and nothing of who has which of the hidden cards.

    >>> import guandan_sim as gd
    >>> view = gd.Deal.new(rules="institute", level="2", seed=7).view(3)
    >>> view.seat, view.phase, len(view.hand), view.counts, view.table
    (3, 'play', 27, (27, 27, 27, 27), None)
    """

    @staticmethod
    def from_public(
        *,
        rules: _Rules = "institute",
        level: str,
        seat: int,
        hand: _Cards | None = None,
        dealt: _Cards | None = None,
        history: Iterable[tuple[int, _Action]] = (),
        leader: int | None = None,
        paid: Iterable[tuple[int, int, str]] = (),
        returned: Iterable[tuple[int, int, str]] = (),
        void_by: Iterable[int] = (),
        phase: Literal["play", "pay", "return", "pick"] = "play",
        cards: _Cards | None = None,
        levels: Sequence[str] | None = None,
        declarers: int | None = None,
        ace_failures: Sequence[int] = (0, 0),
        fallen: Sequence[bool] = (False, False),
        match: int | None = None,
        deal: int | None = None,
        seed: int = 0,
    ) -> View:
        """The view of a position that is known from one seat only: its own cards, and what everybody at the table has
        seen. All seats are dealt 27 cards.

        * `hand` are the cards that the seat holds now, `dealt` those it was dealt, before tribute. One of the two is
          enough.
        * `history` has the actions so far, from the first lead on: pairs (seat, play). A play is a `Play`, or None for
          a pass, or cards, or a triple (cards, kind, rank). Cards alone count as in `Deal.play`.
        * `leader` is the seat that leads the deal. Without it this is the first seat in `history`, or `seat` itself. In
          a choice of tribute it is the seat that is going to lead.
        * `paid` and `returned` have the tribute before the deal as triples (giver, receiver, card). `void_by` has the
          seats whose big jokers made it void, one entry for each joker.
        * `phase` is "pay", "return" or "pick" where the seat is to choose a card of tribute. `cards` are those it may
          choose from; what may be paid and returned follows from the rules where `cards` are left out.
        * `levels` are the teams' levels, for strategies that play for the match. `declarers`, the team whose level is
          played, follows from them unless they are equal; `ace_failures` and `fallen` are by team. Streaks count as
          begun anew.
        * `match` and `deal` are their numbers in a run. With `seed` they say which random numbers `random` and `below`
          give: those of the run with that seed.

        Counts, table, turn and places follow. The rules judge every action: whose turn it is, what beats the table,
        that no card is seen three times. Who had to pay or return which card is not judged.

        Raises `IllegalPlay` for an action that the rules forbid and `PlanError` for whatever else cannot be, both with
        the place, as in `history[12]`; `NotationError` and `RulesError`.

        >>> import guandan_sim as gd
        >>> hand = "S4 C4 D4 S5 H6 C7 S9 D9 CT ST SJ HJ DQ CQ SK HK CK SA DA S2 C2 D2 H3 C3 D3 SB HR"
        >>> view = gd.View.from_public(level="8", seat=1, dealt=hand, history=[(0, "S3 S3"), (1, "S9 D9"), (2, None)])
        >>> view.turn, str(view.table), view.counts
        (3, 'pair 9: S9 D9', (25, 25, 27, 27))
        >>> gd.View.from_public(level="8", seat=1, dealt=hand, history=[(0, "S3 S3"), (2, "S9 D9")])
        Traceback (most recent call last):
        guandan_sim.errors.IllegalPlay: history[1]: seat 2 acts, but seat 1 is to act
        """
    @property
    def seat(self) -> int:
        """The seat whose view this is, 0 to 3."""
    @property
    def hand(self) -> Hand:
        """The seat's own cards."""
    @property
    def level(self) -> str:
        """The level of the deal, a letter such as `T`."""
    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
    @property
    def match(self) -> int | None:
        """The number of the match in its run, as in the data and in records. In a run of single deals it is the number
        of the deal. None for a deal that is part of no run and no record.
        """
    @property
    def deal(self) -> int | None:
        """The number of the deal in its match, from 0. None for a deal that is part of no run and no record."""
    @property
    def levels(self) -> tuple[str, str] | None:
        """The levels of the teams before the deal: that of seats 0 and 2, that of seats 1 and 3. In a single deal both
        are the level that is played. None for a deal that is part of no run and no record.
        """
    @property
    def dealt(self) -> Hand:
        """The cards that were dealt to the seat, before tribute."""
    @property
    def phase(self) -> str:
        """What is decided: "play", or for tribute "pay", "return" or "pick"."""
    @property
    def turn(self) -> int | None:
        """The seat that acts next, 0 to 3. None when the deal is over."""
    @property
    def counts(self) -> tuple[int, int, int, int]:
        """How many cards each seat holds, by seat. The numbers are exact."""
    @property
    def announced(self) -> tuple[int | None, ...]:
        """How many cards each seat holds where it has to announce them (`announce_at`), and None elsewhere."""
    @property
    def places(self) -> tuple[int, ...]:
        """The seats that have gone out, first to last."""
    @property
    def table(self) -> Play | None:
        """The play to beat. None when the seat to act leads."""
    @property
    def table_seat(self) -> int | None:
        """The seat that made the play to beat, 0 to 3. None when the seat to act leads."""
    @property
    def history(self) -> list[tuple[int, Play | None]]:
        """All actions so far, in order: tuples (seat, play), with None for a pass."""
    @property
    def paid(self) -> list[tuple[int, int, str]]:
        """The tribute paid before the deal, as tuples (giver, receiver, card). Empty in a first or single deal and when
        the tribute was void.
        """
    @property
    def returned(self) -> list[tuple[int, int, str]]:
        """The cards returned for tribute, as tuples (giver, receiver, card). Empty until all returns are shown
        together.
        """
    def legal_plays(self, *, detail: _Detail = "cards") -> list[Play]:
        """The plays of the seat whose view this is. The list is empty when it can only pass and when it is not to act.
        While tribute is paid these are the single cards to choose from. `detail` is explained at
        `guandan_sim.legal_plays`.

        >>> import guandan_sim as gd
        >>> deal = gd.Deal.new(seed=7)
        >>> deal.view(deal.turn).legal_plays() == deal.legal_plays()
        True
        """
    def random(self, k: int = 0) -> float:
        """A random number from 0 up to but not including 1: number `k` of this decision.

        The number belongs to the decision and not to the call. The same `k` gives the same number again, and nothing
        that others draw changes it. A strategy that uses only these numbers plays the same with any number of workers.
        """
    def below(self, n: int, k: int = 0) -> int:
        """A random whole number from 0 up to but not including `n`, all equally likely: number `k` of this decision,
        drawn as by `random`. Raises `PlanError` unless `n` is at least 1.
        """
    def _repr_html_(self) -> str:
        """The view as a notebook shows it: the own cards, the play to beat, and how many cards each seat holds."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> View: ...
    def __deepcopy__(self, _memo: Any) -> View: ...

@final
class Strategy:
    """A built-in strategy by its text, as `guandan_sim.strategy` gives it: an object to ask about single decisions, by
    the same methods that strategies written in Python have.

    An answer is an index into the plays offered; their number means to pass. The same view has the same answer, whoever
    asks and when, unless the strategy depends on time: its random numbers are those of the view. Wherever a strategy is
    named, the object may stand in place of its text. Two strategies are equal when their texts are equal.

    >>> import guandan_sim as gd
    >>> lowest = gd.strategy("lowest")
    >>> deal = gd.Deal.new(rules="institute", level="2", seed=7)
    >>> view = deal.view(deal.turn)
    >>> print(view.legal_plays()[lowest.act(view)])
    tube 4: S2 S2 C3 D3 S4 H4
    >>> singles = [play for play in view.legal_plays() if play.kind == "single"]
    >>> print(singles[lowest.act(view, singles)])
    single 3: C3
    """

    def __new__(cls, text: str) -> Strategy: ...
    @property
    def name(self) -> str:
        """The strategy's text in canonical form."""
    @property
    def detail(self) -> _Detail:
        """How finely plays have to be listed for all of its plays to be among them: "cards". At ranks detail the answer
        may be a play of other suits than the strategy would take.
        """
    @property
    def asks_for_stakes(self) -> bool:
        """Whether it plays for the match, so that it asks what a deal is worth there."""
    @property
    def depends_on_time(self) -> bool:
        """Whether its choices depend on the time that they are given."""
    def act(self, view: View, legal: Sequence[Play] | None = None) -> int:
        """What the strategy does at the decision of `view`: an index into `legal`, or `len(legal)` to pass. Without
        `legal` the index is one of `view.legal_plays()`.

        `legal` may list the seat's plays at any detail, some of them only, in any order. The answer is the strategy's
        own play where it is listed. Otherwise it is the closest listed play: the one of its kind with the nearest
        number of cards, then the nearest rank, then most cards in common by rank, then most of the very same cards,
        then the first. Where no play of its kind is listed it passes; a leader, who may not pass, takes a play of
        another kind with the nearest number of cards and most cards in common.

        In the phases of tribute `legal` lists the cards to choose from as singles. Two copies of one card to pick from
        are those of the two givers, the lower seat's first.

        Raises `PlanError` for an empty list when the seat has plays, for a view of a seat that is not to act, and for a
        card that is not one of those to choose from; `IllegalPlay` for a play that the seat may not make;
        `GuandanError` for a play at another level or under other rules, and when the deal is over.
        """
    def act_each(self, views: Sequence[View], legals: Sequence[Sequence[Play]] | None = None) -> list[int]:
        """What `act` answers for each of several views; `legals` has a list of plays for each. Without `legals` the
        answers are indices into `view.legal_plays()`.

        Raises what `act` does, and `PlanError` unless there are as many lists as views.
        """
    def act_batch(self, views: Views, legals: Legals) -> npt.NDArray[np.int64]:
        """What `act` answers for each of many decisions that `views` and `legals` hold as arrays: (n,) int64, each an
        index into the plays of its decision, or their number to pass.

        Raises `PlanError` when `legals` are not those of `views`, and for `rollout`, which looks back at plays that
        arrays do not hold: ask it by `act_each`.
        """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Strategy: ...
    def __deepcopy__(self, _memo: Any) -> Strategy: ...
    def __reduce__(self) -> tuple[type[Strategy], tuple[str]]: ...

@final
class Views:
    """Many views at once, one row for each decision. Attributes are `NumPy` arrays; each is filled when you ask for it,
    so you pay only for what you read. n is the number of decisions.

    Cards come in two forms. By face they are counts (0 to 2) in 54 columns: S2 H2 C2 D2 S3 … DA SB HR. By rank they are
    counts in 16 columns: 2 3 … A without the wilds, small jokers, big jokers, wilds. Seats are the real seats 0 to 3.

    | attribute | shape | dtype | meaning |
    | --- | --- | --- | --- |
    | `match`, `deal`, `decision` | (n,) | uint64, uint32, uint16 | match, deal, actions so far |
    | `seat`, `level` | (n,) | uint8 | the seat that decides; the level, 0 for 2 to 12 for A |
    | `phase` | (n,) | uint8 | 0 play, 1 pay, 2 return, 3 pick |
    | `hand`, `hand_ranks` | (n, 54), (n, 16) | uint8 | the seat's own cards |
    | `played`, `played_ranks` | (n, 4, 54), (n, 4, 16) | uint8 | the cards each seat has played |
    | `counts` | (n, 4) | uint8 | how many cards each seat holds |
    | `places` | (n, 4) | uint8 | the place of each seat, 0 while it holds cards |
    | `table_kind`, `table_size`, `table_key`, `table_seat` | (n,) | int8 | the play to beat, its seat; -1 for a lead |

    Kinds are numbered `single` 0, `pair` 1, `triple` 2, `full_house` 3, `straight` 4, `tube` 5, `plate` 6, `bomb` 7,
    `straight_flush` 8, `joker_bomb` 9. The key is the strength of a play among plays of its kind and size. Runs go by
    their top card. All others go from 0 for the lowest rank in level order to 12 for the level, then 13 for small
    jokers and 14 for big ones.
    """

    @property
    def match(self) -> npt.NDArray[np.uint64]:
        """The number of the match, or of the single deal: (n,) uint64."""
    @property
    def deal(self) -> npt.NDArray[np.uint32]:
        """The number of the deal in its match, from 0: (n,) uint32."""
    @property
    def decision(self) -> npt.NDArray[np.uint16]:
        """How many plays and passes the deal has had before this decision: (n,) uint16."""
    @property
    def seat(self) -> npt.NDArray[np.uint8]:
        """The seat that decides, 0 to 3: (n,) uint8."""
    @property
    def level(self) -> npt.NDArray[np.uint8]:
        """The level, 0 for 2 to 12 for A: (n,) uint8."""
    @property
    def phase(self) -> npt.NDArray[np.uint8]:
        """What is decided, 0 play, 1 pay, 2 return, 3 pick: (n,) uint8."""
    @property
    def hand(self) -> npt.NDArray[np.uint8]:
        """The seat's own cards, counted by face: (n, 54) uint8."""
    @property
    def hand_ranks(self) -> npt.NDArray[np.uint8]:
        """The seat's own cards, counted by rank: (n, 16) uint8."""
    @property
    def played(self) -> npt.NDArray[np.uint8]:
        """The cards each seat has played, counted by face: (n, 4, 54) uint8."""
    @property
    def played_ranks(self) -> npt.NDArray[np.uint8]:
        """The cards each seat has played, counted by rank: (n, 4, 16) uint8."""
    @property
    def counts(self) -> npt.NDArray[np.uint8]:
        """How many cards each seat holds: (n, 4) uint8."""
    @property
    def places(self) -> npt.NDArray[np.uint8]:
        """The place of each seat, 1 to 4, and 0 while it holds cards: (n, 4) uint8."""
    @property
    def table_kind(self) -> npt.NDArray[np.int8]:
        """The kind of the play to beat, -1 for a lead: (n,) int8."""
    @property
    def table_size(self) -> npt.NDArray[np.int8]:
        """The number of cards of the play to beat, -1 for a lead: (n,) int8."""
    @property
    def table_key(self) -> npt.NDArray[np.int8]:
        """The key of the play to beat, -1 for a lead: (n,) int8."""
    @property
    def table_seat(self) -> npt.NDArray[np.int8]:
        """The seat that made the play to beat, -1 for a lead: (n,) int8."""
    def random(self, k: int = 0) -> npt.NDArray[np.float64]:
        """One random number from 0 up to but not including 1 for each decision: (n,) float64. It is number `k` of the
        decision, the same that `View.random(k)` gives there.
        """
    def __len__(self) -> int: ...
    def __copy__(self) -> Views: ...
    def __deepcopy__(self, _memo: Any) -> Views: ...

@final
class Legals:
    """The legal plays of many decisions, in one long list. The plays of decision i go from `offsets[i]` up to but not
    including `offsets[i + 1]`. n is the number of decisions and m the number of plays.

    To choose, answer each decision with the index of a play among the plays of that decision, counted from 0. Where
    `can_pass` is true, one index more means passing. In the phases of tribute the plays are the single cards to choose
    from.

    | attribute | shape | dtype | meaning |
    | --- | --- | --- | --- |
    | `offsets` | (n + 1,) | int64 | where the plays of each decision begin |
    | `can_pass` | (n,) | bool | whether the seat may pass |
    | `answers` | (n,) | int64 | how many answers there are, the pass included; at least 2 |
    | `kind`, `size`, `key` | (m,) | uint8 | what the play is, numbered as in `Views` |
    | `wilds` | (m,) | uint8 | how many wilds the play takes |
    | `cards`, `ranks` | (m, 54), (m, 16) | uint8 | the cards of the play, counted by face and by rank |
    """

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Where the plays of each decision begin; the last entry is where they end: (n + 1,) int64."""
    @property
    def can_pass(self) -> npt.NDArray[np.bool_]:
        """Whether the seat may pass: (n,) bool."""
    @property
    def answers(self) -> npt.NDArray[np.int64]:
        """How many answers each decision has, the pass included; at least 2: (n,) int64."""
    @property
    def kind(self) -> npt.NDArray[np.uint8]:
        """The kind of each play, numbered as in `Views`: (m,) uint8."""
    @property
    def size(self) -> npt.NDArray[np.uint8]:
        """The number of cards of each play: (m,) uint8."""
    @property
    def key(self) -> npt.NDArray[np.uint8]:
        """The key of each play, its strength among plays of its kind and size: (m,) uint8."""
    @property
    def wilds(self) -> npt.NDArray[np.uint8]:
        """How many wilds each play takes: (m,) uint8."""
    @property
    def cards(self) -> npt.NDArray[np.uint8]:
        """The cards of each play, counted by face: (m, 54) uint8."""
    @property
    def ranks(self) -> npt.NDArray[np.uint8]:
        """The cards of each play, counted by rank: (m, 16) uint8."""
    def __len__(self) -> int: ...
    def __copy__(self) -> Legals: ...
    def __deepcopy__(self, _memo: Any) -> Legals: ...

@final
class VecDeals:
    """An environment for learners: `n` single deals side by side. The caller plays all four seats of each.

    `reset()` and `step(answers)` return what the seat to act in each deal sees, as `Views` and `Legals`. A seat with
    only one thing to do is not asked; the environment does it at once. When a deal ends, the next one takes its place,
    so there are always n. Slot i first holds deal number i of a run with that seed (`gd.Deal.new(seed=…, match=i)`),
    then number i + n, and so on; `Views.match` has the number.

    Threads may not share deals: while a call is at work, others are refused. A copy goes on by itself, and so do deals
    read from a pickle, which are played again up to where they stood.

    Raises `PlanError` unless `n` is a whole number from 1 to 2**24, and `RulesError` and `NotationError`.

    >>> import guandan_sim as gd
    >>> import numpy as np
    >>> deals = gd.VecDeals(1000, rules="institute", level="5", seed=7)
    >>> views, legals = deals.reset()
    >>> random = np.random.default_rng(7)
    >>> total = np.zeros(4, dtype=np.int64)
    >>> for _ in range(100):
    ...     answers = (random.random(1000) * legals.answers).astype(np.int64)
    ...     views, legals, rewards, dones = deals.step(answers)
    ...     total += rewards.sum(axis=0)
    >>> views.hand.shape, legals.offsets.shape, rewards.dtype, dones.dtype
    ((1000, 54), (1001,), dtype('int8'), dtype('bool'))
    >>> bool(total[0] == total[2] == -total[1] == -total[3])
    True
    """

    def __new__(cls, n: int, *, rules: _Rules = "institute", level: str = "2", seed: int) -> VecDeals: ...
    def reset(self, *, seed: int | None = None) -> tuple[Views, Legals]:
        """Starts again with the first n deals, those of `seed` if it is given. Returns `(views, legals)`."""
    def step(self, answers: npt.ArrayLike) -> tuple[Views, Legals, npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
        """Plays one answer in each deal: the index of a play in `Legals`. Returns `(views, legals, rewards, dones)`.

        `rewards`, (n, 4) int8 by seat, is 0 while a deal goes on. When it ends, the team of the first gets the levels
        that the finish is worth (field `promotion` of the rules), and the other team loses as many. `dones`, (n,) bool,
        tells which deals ended with this step; in these, `views` and `legals` already show the next deal.

        Raises `IllegalPlay` for an index outside the list and for a wrong number of answers; nothing has changed then.
        Raises `TypeError` unless the answers are whole numbers in one dimension. After Ctrl-C in the middle of a step
        only `reset()` goes on.
        """
    @property
    def rules(self) -> Rules:
        """The rules of the deals."""
    @property
    def level(self) -> str:
        """The level of the deals, a letter such as `T`."""
    @property
    def seed(self) -> int:
        """The seed of the deals in progress."""
    def __len__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> VecDeals: ...
    def __deepcopy__(self, _memo: Any) -> VecDeals: ...

@final
class SteppedMatch:
    """A match that stops at every turn of the seats that no built-in strategy plays; `Simulator.begin` begins it and
    `guandan_sim.Match` shows it.

    A copy goes on by itself: what happens in it changes nothing in the original.

    >>> from guandan_sim._core import Simulator
    >>> simulator = Simulator(strategies=["object:me", "lowest"], seed=7, unit="match")
    >>> match = simulator.begin(0)
    >>> match.deal, match.phase, match.turn, match.levels
    (0, 'play', 2, ('2', '2'))
    >>> print(match.act(match.legal_plays()[0]))
    single 4: C4
    """

    @property
    def deal(self) -> int:
        """The number of the deal in progress, from 0. After the match it is that of the last deal."""
    @property
    def level(self) -> str:
        """The level of the deal, a letter such as `T`."""
    @property
    def levels(self) -> tuple[str, str]:
        """The teams' levels, after the deals that are over."""
    @property
    def phase(self) -> str:
        """What is decided: "pay", "return" or "pick" while tribute is paid, then "play"; "over" after the match."""
    @property
    def turn(self) -> int | None:
        """The seat that acts next, 0 to 3. None when the match is over."""
    @property
    def places(self) -> tuple[int, ...]:
        """The seats that have gone out in the deal, first to last."""
    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
    @property
    def winner_team(self) -> int | None:
        """The team that won, 0 or 1. None while the match goes on, after a draw at the bell, and when a player left."""
    @property
    def ended_by(self) -> str | None:
        """What ended the match: "ace", "clock" or "leave". None while it goes on."""
    @property
    def records(self) -> list[str]:
        """The records of the deals that are over, a line of JSON each (docs/RECORDS.md)."""
    @property
    def answers(self) -> list[int]:
        """The numbers of the options taken so far, in order. The plan and these numbers determine the match."""
    def view(self, seat: int) -> View:
        """What `seat` may know at this moment, as a `View`."""
    def legal_plays(self, *, detail: _Detail = "cards") -> list[Play]:
        """The plays of the seat to act, and in the phases of tribute the single cards to choose from. The list is empty
        when the seat can only pass and when the match is over. `detail` is explained at `guandan_sim.legal_plays`.
        """
    def act(self, action: object) -> Play | None:
        """Acts for the seat to act, and plays on to the next turn that no built-in strategy has. Returns the play made,
        or None for a pass.

        `action` is the index of one of `legal_plays()`, their number for a pass, a `Play`, None for a pass, cards, or a
        triple (cards, kind, rank). Cards alone count as in `Deal.play`.

        Raises `IllegalPlay` for what the seat may not do, `NotationError` and `GuandanError`; nothing has changed then.
        """
    def __copy__(self) -> SteppedMatch: ...
    def __deepcopy__(self, _memo: Any) -> SteppedMatch: ...

def time_actions(strategy: str, *, seconds: float, rules: _Rules = "institute", level: str = "2") -> tuple[int, float]:
    """Times a strategy of the engine: it plays single deals at all four seats for about `seconds` of processor time of
    this thread. Returns the number of plays and passes, at least one, and the processor time they took, in seconds.

    Raises `PlanError` for seconds that will not do and for a strategy that is not built in.

    >>> from guandan_sim._core import time_actions
    >>> actions, seconds = time_actions("lowest", seconds=0.001)
    >>> actions > 100
    True
    """

@final
class Simulator:
    """Plays the blocks of a plan. The same blocks always give the same result, with any number of threads.

    `strategies` are one for all seats, two for the teams or four for the seats: texts, or objects written in Python.
    `unit` is "deal", played at `level`, or "match". A level may be several in turn, as in "2,5,A" or "all". For
    matches `clock_model` gives seconds, as in "play=5,pass=1.5,between=60", and `leave_rate` the probability that a
    player leaves during a deal. With `records` every part also holds a record of each deal, with `plays` a table of
    all plays and passes. `hand_columns` adds columns for the fewest plays of each dealt hand.

    With `hands` every single deal begins with these four hands of 27 cards; None among them is a hand that is dealt at
    random in every block. `leader` leads them all. With both given, `played` are the plays and passes that every deal
    begins with: each "pass", a play's text such as "pair T: HT DT", or cards.

    Raises `PlanError` for what cannot be played, for an option that belongs to the other unit, and, without
    `allow_timing`, for a strategy that depends on time; `RulesError` and `NotationError`.

    >>> from guandan_sim._core import Simulator
    >>> simulator = Simulator(strategies=["random", "lowest"], seed=7)
    >>> simulator.strategies, simulator.labels
    (['random', 'lowest', 'random', 'lowest'], ['random', 'lowest', 'random', 'lowest'])
    >>> simulator.play(0, 100, workers=1).rows("deals")
    100
    """

    def __new__(
        cls,
        *,
        strategies: Sequence[object],
        seed: int,
        rules: _Rules = "institute",
        unit: str = "deal",
        level: str = "2",
        clock_model: str = "",
        leave_rate: float = 0.0,
        rotations: int = 1,
        records: bool = False,
        plays: bool = False,
        hand_columns: bool = False,
        allow_timing: bool = True,
        hands: Sequence[_Cards | None] | None = None,
        leader: int | None = None,
        played: Sequence[str] = (),
    ) -> Simulator: ...
    @property
    def clock_model(self) -> str:
        """The seconds of plays, passes and pauses in canonical text form. Empty where no clock runs."""
    @property
    def level(self) -> str:
        """The level of single deals, or the levels that blocks take in turn, in canonical text form. Empty for
        matches.
        """
    @property
    def hands(self) -> tuple[Hand | None, Hand | None, Hand | None, Hand | None] | None:
        """The hands that every deal begins with, by seat; None for one that is dealt at random. None without given
        hands.
        """
    @property
    def leader(self) -> int | None:
        """The seat that leads every deal; None where it is drawn for each block."""
    @property
    def played(self) -> list[str]:
        """The plays and passes that every deal begins with, as text."""
    @property
    def strategies(self) -> list[str]:
        """The strategies by seat, in their canonical text form."""
    @property
    def objects(self) -> dict[str, object]:
        """The strategies that were given as objects: a dict from their text to the object."""
    @property
    def labels(self) -> list[str]:
        """The names of the strategies in the data, by seat."""
    @property
    def answer_times(self) -> dict[str, tuple[int, float]]:
        """How long the strategies outside the engine have taken in `play`: a dict from the text of each to a tuple
        (answers, seconds). The seconds are by the clock, from question to answer.
        """
    @property
    def depends_on_time(self) -> list[str]:
        """The strategies whose choices depend on the time they are given, in canonical text form. A run with them
        cannot be repeated exactly.
        """
    def begin(self, match: int, answers: Sequence[int] = ()) -> SteppedMatch:
        """Begins match number `match`, to be taken step by step: it stops at every turn of the seats that no built-in
        strategy plays. With `answers`, the numbers of options as `SteppedMatch.answers` has them, it goes on from where
        these lead.

        Raises `PlanError` for a run of single deals, for rotations, and for a match that is not in the run;
        `NotationError` for answers that are not possible.
        """
    def schema(self) -> dict[str, list[tuple[str, str, str, bool, list[str] | None]]]:
        """The columns of each table: tuples (name, type, meaning, whether values may be missing, categories)."""
    def play(
        self,
        first: int,
        blocks: int,
        *,
        workers: int,
        on_progress: Callable[[int], object] | None = None,
        on_error: str = "stop",
        records: bool | None = None,
    ) -> Part:
        """Plays `blocks` blocks, the first of them number `first`, on `workers` threads, and returns them as a `Part`.

        Strategies written in Python are asked on the calling thread. When one raises an error or gives an invalid
        answer, this raises `StrategyError`. With `on_error="continue"` it leaves out the block instead, and the part's
        `failures()` lists it.

        With `records` the part holds records whatever the plan says; with `records=False` it holds none.

        `on_progress` is called about ten times a second with the number of finished matches. Ctrl-C and an error in
        `on_progress` stop the work within milliseconds.
        """
    def close(self) -> None:
        """Calls `close()` of each strategy that was loaded from its text and has such a method; one that plays again is
        loaded anew. Strategies that were given as objects stay as they are.

        Raises `StrategyError` for the first of them that raises an error, once all have been called.
        """

@final
class Part:
    """The rows and records of some consecutive blocks. `Simulator.play` makes one."""

    def rows(self, table: str) -> int:
        """The number of rows of a table: "matches", "deals" or, if the plan asks for it, "plays". Raises `PlanError`
        for another name.
        """
    def records(self) -> str:
        """The records of the deals in order, one line of JSON each (docs/RECORDS.md). Empty when the plan does not ask
        for records.
        """
    def failures(self) -> list[dict[str, Any]]:
        """The failures of strategies written in Python, in order: dicts with `strategy`, `block` (all of which is left
        out), `match`, `deal`, `play`, `seat`, `phase` and `error`.
        """
    def parquet(self, table: str, metadata: dict[str, str], group_rows: int) -> bytes:
        """A table as the bytes of a Parquet file. `metadata` is written into the file, and a row group has `group_rows`
        rows. Raises `PlanError` for a table that is not there.
        """

@final
class RecordVerifier:
    """Verifies records (docs/RECORDS.md) by playing them again: tribute, every play, and the result.

    Give it the lines in order. A deal that follows another deal of its match is also checked against that one.

    >>> from guandan_sim._core import RecordVerifier, Simulator
    >>> simulator = Simulator(strategies=["lowest"], seed=7, unit="match", records=True)
    >>> lines = simulator.play(0, 1, workers=1).records().splitlines()
    >>> verifier = RecordVerifier()
    >>> for line in lines:
    ...     verifier.check(line.encode())
    >>> verifier.check(lines[0].replace('"match":0', '"match":zero').encode())
    Traceback (most recent call last):
    guandan_sim.errors.NotationError: not a JSON object: expected value at line 1 column 10
    """

    def __new__(cls) -> RecordVerifier: ...
    def check(self, line: str | bytes, rules: _Rules | None = None) -> None:
        """Verifies the next line, by `rules` or by the preset that the record's label names.

        Raises `NotationError` for a line that is not a record, `RulesError` for a label that is not a preset, and
        `IllegalPlay` for the first thing that is wrong, with its place in the record, the play and the clause of
        docs/RULES.md.
        """

def read_record(line: str | bytes) -> str:
    """Reads the record on a line and writes it again. What it returns has every key, with a value of the right type.

    Raises `NotationError`, which names the key and what was expected.

    >>> from guandan_sim._core import read_record
    >>> read_record(b'{"match":0,"deal":-1}')
    Traceback (most recent call last):
    guandan_sim.errors.NotationError: deal: invalid value: integer `-1`, expected u32
    """

def title(points: int) -> str:
    """The title of a player who has this total of points (docs/RULES.md R12.5).

    >>> from guandan_sim._core import title
    >>> title(0), title(11), title(5001)
    ('笨蛋', '鸡蛋', '超级掼蛋')
    """

def _play(rules: _Rules, level: str, cards: _Cards, kind: str, rank: str) -> Play:
    """The play that a pickle holds."""

def _evaluation(rules: _Rules, level: str, hand: _Cards) -> HandEvaluation:
    """The evaluation that a pickle holds: the hand is evaluated again."""

def _deal(rules: _Rules, level: str, text: str) -> Deal:
    """The deal that a pickle holds: it is played again."""

def _view(rules: _Rules, level: str, text: str) -> View:
    """The view that a pickle holds."""

def _vec_deals(rules: _Rules, level: str, seed: int, past: Sequence[tuple[int, Sequence[int]]]) -> VecDeals:
    """The deals side by side that a pickle holds: they are played again, from the number and the answers of each."""
