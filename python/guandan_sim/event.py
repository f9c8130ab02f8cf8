"""What a strategy is told while it plays: `Event`, the argument of `observe`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from guandan_sim._core import Hand, Play

Kind = Literal["deal", "no_tribute", "paid", "returned", "action", "deal_over", "match_over", "abandoned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened in a match, as a strategy is told of it by its method `observe`.

    It shows what everybody at the table may know and, when the cards are dealt, the own hands. All fields are always
    there. Those that do not apply to its kind are None or empty. Seats are 0 to 3; team 0 has seats 0 and 2.

    | kind | what happened | its own fields |
    | --- | --- | --- |
    | `deal` | the cards are dealt, before tribute | `hands` |
    | `no_tribute` | big jokers made the tribute void | `seats_with_jokers` |
    | `paid`, `returned` | all tribute is paid, all returns are made | `moves` |
    | `action` | a seat, perhaps an own one, has played or passed | `seat`, `play` |
    | `deal_over` | the deal is played out | `places`, `left`; `levels` are those after it |
    | `match_over` | the match has ended, or the single deal | `winner_team` |
    | `abandoned` | the match goes no further: a strategy failed in it | |

    >>> import guandan_sim as gd
    >>> class Listener:
    ...     heard = []
    ...     def act(self, view, legal):
    ...         return 0
    ...     def observe(self, event):
    ...         self.heard.append(event)
    >>> run = gd.simulate(deals=1, strategies=[Listener(), "lowest"], seed=7)
    >>> first, *_, last = Listener.heard
    >>> first.kind, first.seats, [len(hand) for hand in first.hands.values()], last.kind, last.winner_team
    ('deal', (0, 2), [27, 27], 'match_over', 1)
    """

    kind: Kind
    """What happened."""
    match: int
    """The number of the match in the run; in a run of single deals, of the deal."""
    deal: int
    """The number of the deal in its match, from 0."""
    block: int = 0
    """The number of the block that the match belongs to."""
    rotation: int = 0
    """The number of the match in its block: the same cards with the strategies moved on by so many seats."""
    level: str = "2"
    """The level of the deal."""
    levels: tuple[str, str] = ("2", "2")
    """The levels of the teams before the deal, and from `deal_over` on after it."""
    seats: tuple[int, ...] = ()
    """The seats that the strategy plays in this match."""
    leader: int | None = None
    """The seat that made the first lead of the deal. None before the first action."""
    hands: Mapping[int, Hand] = field(default_factory=dict, hash=False)
    """The cards dealt to each own seat."""
    seats_with_jokers: tuple[int, ...] = ()
    """The seats whose big jokers made the tribute void, once for each big joker."""
    moves: tuple[tuple[int, int, str], ...] = ()
    """The cards that changed hands: tuples (giver, receiver, card)."""
    seat: int | None = None
    """The seat that acted."""
    play: Play | None = None
    """What it played. None for a pass."""
    places: tuple[int, ...] = ()
    """The four seats in the order of their places; tied ones (docs/RULES.md R4.10) stand in seat order."""
    left: tuple[Hand, ...] = ()
    """The cards that each seat still holds."""
    winner_team: int | None = None
    """The team that won. None after a draw at the bell and when a player left."""
