"""The page that plays deals back, used in a real browser: every step against the engine, every way to move."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, Visit
from foreign_records import records
from samples import knowledge_of

import guandan_sim as gd
from guandan_sim._core import Simulator
from guandan_sim.report.replay_page import replay_page

SUITS = {"spades": "S", "hearts": "H", "clubs": "C", "diamonds": "D"}
NATURAL = "A23456789TJQKA"
RUNS = {"straight": 1, "straight_flush": 1, "tube": 2, "plate": 3}
SAID = "document.querySelector('.gd-said').textContent"
CURRENT = """[...document.querySelectorAll(".gd-step")]
    .map((step, index) => step.hasAttribute("aria-current") ? index : -1).filter(index => index >= 0)"""
# A second player over the first, which the script of a test can reach.
PLAYER = """
window.player = new GuandanPlayer(document.getElementById("player"),
    JSON.parse(document.getElementById("replay").textContent).records, { keys: false });
"""
# What each seat holds as the page says it aloud, who is to act, and the last play of the trick.
SEEN = """({
    hands: [0, 1, 2, 3].map(seat => [...document.querySelectorAll(`.gd-seat[data-seat="${seat}"] .gd-card`)]
        .map(card => card.getAttribute("aria-label"))),
    counts: [0, 1, 2, 3].map(seat => document.querySelector(`.gd-seat[data-seat="${seat}"] .gd-count`).textContent),
    turn: document.querySelector(".gd-turn")?.dataset.seat ?? null,
    best: [...document.querySelectorAll(".gd-best .gd-card")].map(card => card.getAttribute("aria-label")),
    isOver: player._loaded.positions[player.step].isTrickOver,
})"""
Open = Callable[..., Visit]


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of records; when the test is over, no page may have complained or asked for anything."""
    visits: list[tuple[Visit, Path]] = []

    def opened(lines: list[dict[str, Any]], view: str = "desktop-light", **options: Any) -> Visit:
        file = tmp_path / f"{len(visits)}.html"
        file.write_text(replay_page(lines, **options), "utf-8")
        visits.append((browser.visit(file, view), file))
        return visits[-1][0]

    yield opened
    for visit, file in visits:
        seen = visit.close()
        assert seen.complaints == []
        assert seen.requests == [file.resolve().as_uri()]


@pytest.fixture(scope="module")
def match() -> list[dict[str, Any]]:
    return [json.loads(line) for line in records("institute", count=1)]


def card(label: str) -> str:
    """The card that is said aloud."""
    name = label.partition(",")[0]
    if name.endswith("joker"):
        return {"small joker": "SB", "big joker": "HR"}[name]
    rank, _, suit = name.partition(" of ")
    return SUITS[suit] + ("T" if rank == "10" else rank)


@pytest.mark.parametrize("rules", ["institute", "jiangsu", "njupt", "botzone"])
def test_every_step_shows_what_the_engine_says(show: Open, rules: str) -> None:
    lines = records(rules, count=1)[:3]
    page = show([json.loads(line) for line in lines])
    page.run(PLAYER)
    for number, line in enumerate(lines):
        plays = json.loads(line)["plays"]
        for play in range(0, len(plays), 3):
            seen = page.run(f"player.goToPlay({number}, {play}), {SEEN}")
            deal = gd.Deal.from_record(line, play=play)
            assert [sorted(map(card, hand)) for hand in seen["hands"]] == [
                sorted(str(hand).split()) for hand in deal.hands
            ]
            assert [int(count.split()[0]) for count in seen["counts"]] == [len(hand) for hand in deal.hands]
            assert int(seen["turn"]) == deal.turn
            assert seen["isOver"] or (bool(seen["best"]) == (deal.table is not None))
            if deal.table is not None:
                assert sorted(map(card, seen["best"])) == sorted(deal.table.cards)
                assert not seen["isOver"]


def test_wilds_stand_for_what_the_play_lacks(show: Open) -> None:
    lines = [json.loads(line) for line in records("institute", "deal", 150)]
    plays = [
        (record["level"], play)
        for record in lines
        for play in record["plays"]
        if len(play) > 2 and f"H{record['level']}" in play[1].split()
    ]
    page = show(lines[:1])
    found = page.run(f"{json.dumps(plays)}.map(([level, [seat, ...play]]) => GuandanPlayer.standsFor(play, level))")
    seen = Counter(kind for _, (_, _, kind, _) in plays)
    assert {*RUNS, "pair", "full_house", "bomb"} <= seen.keys()
    for (level, (_, text, kind, rank)), stands in zip(plays, found, strict=True):
        cards = text.split()
        assert all(face is None or own == f"H{level}" for own, face in zip(cards, stands, strict=True))
        ranks = [own[1:] if face is None else face[-1] for own, face in zip(cards, stands, strict=True)]
        if kind in RUNS:
            width = RUNS[kind]
            length = len(cards) // width
            runs = [NATURAL[at : at + length] for at in range(len(NATURAL) - length + 1)]
            expected = "".join(rank * width for rank in next(run for run in runs if run[-1] == rank))
            assert "".join(ranks) == expected
        elif kind == "full_house":
            assert ranks[:3] == [rank] * 3
            assert ranks[3] == ranks[4]
        else:
            assert set(ranks) == {rank}
        if kind == "straight_flush":
            assert len({(face or own)[0] for own, face in zip(cards, stands, strict=True)}) == 1


def test_steps_jumps_and_keys(show: Open, match: list[dict[str, Any]]) -> None:
    page = show(match)
    record = match[0]
    tribute = record["tribute"] or {}
    before = 2 + len(tribute.get("pays", ())) + len(tribute.get("returns", ()))
    last = before + len(record["plays"])
    assert page.run(CURRENT) == [0]
    assert page.run(SAID).startswith("The cards are dealt")
    page.key("ArrowRight")
    assert page.run(SAID) == f"Seat {record['leader']} is to lead."
    page.run("document.querySelector('.gd-forward').click()")
    seat, cards, *_ = record["plays"][0]
    assert page.run(SAID).startswith(f"Seat {seat} plays ")
    assert page.run(SAID).endswith(f", {27 - len(cards.split())} cards left.")
    page.key("ArrowLeft")
    assert page.run(CURRENT) == [1]
    page.key("End")
    assert page.run(CURRENT) == [last]
    assert page.run(SAID).startswith("The deal is over: first seat")
    page.key("Home")
    assert page.run(CURRENT) == [0]
    # By the list, with a real click.
    x, y = page.run(
        "(box => [box.x + box.width / 2, box.y + box.height / 2])"
        "(document.querySelectorAll('.gd-step')[5].getBoundingClientRect())"
    )
    page.click(x, y)
    assert page.run(CURRENT) == [5]
    # In the list, up and down go too, and the focus goes with them; the tab key has one stop there.
    page.key("ArrowDown")
    page.key("ArrowDown")
    page.key("ArrowUp")
    assert page.run(CURRENT) == [6]
    assert page.run("document.activeElement.hasAttribute('aria-current')")
    assert page.run("[...document.querySelectorAll('.gd-step')].filter(step => step.tabIndex === 0).length") == 1
    # The slider goes by its own keys too, one step a key.
    page.run("document.querySelector('.gd-slider').focus()")
    page.key("ArrowRight")
    assert page.run(CURRENT) == [7]
    page.run(
        "document.querySelector('.gd-slider').value = 12; "
        "document.querySelector('.gd-slider').dispatchEvent(new Event('input'))"
    )
    assert page.run(CURRENT) == [12]
    assert page.run("document.querySelector('.gd-slider').getAttribute('aria-valuetext')") == page.run(SAID)


def test_tribute_is_paid_and_returned_card_by_card_or_said_to_be_void(show: Open) -> None:
    lines = [json.loads(line) for line in records("institute", count=6) if json.loads(line)["tribute"]]
    paid = next(record for record in lines if len(record["tribute"].get("pays", ())) == 2)
    void = next(record for record in lines if record["tribute"]["void"])
    page = show([paid, void])
    page.run(PLAYER)
    dealt = [hand.split() for hand in paid["hands"]]
    gifts = [("pays tribute", *gift) for gift in paid["tribute"]["pays"]]
    gifts += [("returns", *gift) for gift in paid["tribute"]["returns"]]
    for does, giver, taker, given in gifts:
        seen = page.run(f"player.forward(), {SEEN}")
        dealt[giver].remove(given)
        dealt[taker].append(given)
        assert [sorted(map(card, hand)) for hand in seen["hands"]] == [sorted(hand) for hand in dealt]
        assert page.run(SAID).startswith(f"Seat {giver} {does} to seat {taker}: ")
        assert card(page.run("document.querySelector('.gd-trick .gd-card').getAttribute('aria-label')")) == given
    assert page.run(f"player.go(1, 1), {SAID}").startswith("Tribute is void: ")
    for seat in void["tribute"]["big_jokers"]:
        assert f"seat {seat}" in page.run(SAID)


def test_the_list_follows_and_the_page_stays(show: Open, match: list[dict[str, Any]]) -> None:
    page = show(match)
    page.key("End")
    inside = page.run(
        "(() => { const list = document.querySelector('.gd-list').getBoundingClientRect();"
        "const step = document.querySelector('[aria-current]').getBoundingClientRect();"
        "return list.top <= step.top && step.bottom <= list.bottom + 1 && scrollY === 0; })()"
    )
    assert inside


def test_deals_are_changed_by_buttons_keys_and_the_choice(show: Open, match: list[dict[str, Any]]) -> None:
    page = show(match)
    titles = [
        f"match 0, deal {deal}, level {'10' if r['level'] == 'T' else r['level']}" for deal, r in enumerate(match)
    ]
    assert page.run("[...document.querySelectorAll('.gd-deals option')].map(option => option.textContent)") == titles
    page.key("PageDown")
    page.run("document.querySelector('.gd-next').click()")
    assert page.run("document.title") == titles[2]
    assert page.run("document.querySelector('h1').textContent") == titles[2]
    page.key("PageUp")
    assert page.run("document.title") == titles[1]
    page.run(
        "{const deals = document.querySelector('.gd-deals'); deals.value = 0; deals.dispatchEvent(new Event('change'))}"
    )
    assert page.run("document.title") == titles[0]
    # Steps go over the edge of a deal.
    page.key("End")
    page.key("ArrowRight")
    assert (page.run("document.title"), page.run(CURRENT)) == (titles[1], [0])
    page.key("ArrowLeft")
    assert page.run("document.title") == titles[0]
    assert page.run("document.querySelectorAll('.gd-step').length") == page.run(CURRENT)[0] + 1


def test_it_plays_by_itself_until_it_is_stopped(show: Open, match: list[dict[str, Any]]) -> None:
    page = show(match)
    page.run("{const speed = document.querySelector('.gd-speed'); speed.value = 'player.fast'}")
    page.key(" ")
    assert page.run("document.querySelector('.gd-play').getAttribute('aria-label')") == "Pause"
    page.run(
        "new Promise(done => document.getElementById('player').addEventListener('move', event => "
        "event.detail.step >= 2 && done()))"
    )
    page.key(" ")
    stopped = page.run(CURRENT)
    page.run("new Promise(done => setTimeout(done, 700))")
    assert page.run(CURRENT) == stopped
    assert page.run("document.querySelector('.gd-play').getAttribute('aria-label')") == "Play"
    # At the end of all deals it stops by itself.
    page.run(
        "{const deals = document.querySelector('.gd-deals'); deals.value = deals.options.length - 1;"
        "deals.dispatchEvent(new Event('change'))}"
    )
    page.key("End")
    page.run("document.querySelector('.gd-play').click()")
    page.run("new Promise(done => setTimeout(done, 600))")
    assert page.run("document.querySelector('.gd-play').getAttribute('aria-label')") == "Play"


def test_hands_are_closed_and_opened(show: Open, match: list[dict[str, Any]]) -> None:
    page = show(match)
    shown = "[0, 1, 2, 3].map(seat => document.querySelectorAll(`.gd-seat[data-seat='${seat}'] .gd-card`).length)"
    assert page.run(shown) == [27] * 4
    page.run(
        "{const views = document.querySelector('.gd-views'); views.value = 2; views.dispatchEvent(new Event('change'))}"
    )
    assert page.run(shown) == [0, 0, 27, 0]
    assert page.run("document.querySelectorAll('.gd-cover').length") == 81
    assert page.run("document.querySelector('.gd-south').dataset.seat") == "2"
    page.run("document.activeElement.blur()")
    page.key("h")
    assert page.run(shown) == [27] * 4
    page.key("h")
    assert page.run(shown) == [0, 0, 27, 0]


def test_the_view_of_a_seat_never_shows_another_hand(show: Open, match: list[dict[str, Any]]) -> None:
    page = show(match, seat=3)
    assert page.run("getComputedStyle(document.querySelector('.gd-views')).display") == "none"
    for key in ("h", "End", "Home"):
        page.key(key)
        for seat in (0, 1, 2):
            assert page.run(f"document.querySelectorAll('.gd-seat[data-seat=\"{seat}\"] .gd-card').length") == 0
    assert page.run("document.querySelectorAll('.gd-seat[data-seat=\"3\"] .gd-card').length") == 27


@pytest.mark.parametrize(("view", "language"), [("phone-light", "zh"), ("phone-dark", "en")])
def test_a_telephone_shows_every_step_without_scrolling_sideways(
    show: Open, match: list[dict[str, Any]], view: str, language: str
) -> None:
    page = show(match, view, lang=language)
    widths = page.run(
        f"{{{PLAYER}; const widths = new Set(); for (let deal = 0; deal < player.records.length; deal++)"
        "for (let step = 0; step < player.steps(deal).length; step += 2) { player.go(deal, step);"
        "widths.add(document.documentElement.scrollWidth); } [...widths] }"
    )
    assert widths == [390]
    # Buttons are large enough for a finger.
    sizes = page.run(
        "[...document.querySelectorAll('.gd-five button')].map(one => one.getBoundingClientRect())"
        ".map(box => Math.min(box.width, box.height))"
    )
    assert min(sizes) >= 40


def test_a_finger_turns_the_steps(show: Open, match: list[dict[str, Any]]) -> None:
    page = show(match, "phone-light")
    page.swipe(300, 400, -120)
    page.swipe(300, 400, -120)
    assert page.run(CURRENT) == [2]
    page.swipe(100, 400, 120)
    assert page.run(CURRENT) == [1]
    page.swipe(100, 400, 20)
    assert page.run(CURRENT) == [1]


@pytest.mark.parametrize("view", ["desktop-light", "desktop-dark"])
def test_light_and_dark_follow_the_system_and_the_button(show: Open, match: list[dict[str, Any]], view: str) -> None:
    page = show(match, view)
    brightness = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]"
    before = page.run(brightness)
    assert (before > 200) == view.endswith("light")
    page.run("document.querySelector('header .gd-theme').click()")
    assert (page.run(brightness) > 200) != (before > 200)
    page.run("document.querySelector('header .gd-theme').click()")
    assert page.run(brightness) == before


def test_every_control_has_a_name_and_can_be_reached(show: Open, match: list[dict[str, Any]]) -> None:
    page = show(match)
    nameless = page.run(
        "[...document.querySelectorAll('button:not(.gd-step), select, input')].filter(one => "
        "!(one.getAttribute('aria-label') || one.textContent).trim() || one.tabIndex < 0 || one.disabled).length"
    )
    assert nameless == 0
    assert page.run("document.querySelector('.gd-said').getAttribute('aria-live')") == "polite"
    # Space on a button in focus presses that button and does nothing else.
    page.run("document.querySelector('.gd-last').focus()")
    page.key(" ")
    assert page.run("document.querySelector('.gd-play').getAttribute('aria-label')") == "Play"
    assert page.run("document.querySelector('.gd-last').getAttribute('aria-disabled')") == "true"


def odd() -> list[dict[str, Any]]:
    """Records that are rarely seen: seats that leave, joker bombs, one seat's knowledge, all presets, hostile texts."""
    found = [json.loads(record) for rules in gd.Rules.presets() for record in records(rules, count=1)[-2:]]
    leavers = Simulator(strategies=["lowest"], seed=2, unit="match", leave_rate=0.9, records=True)
    left = [json.loads(line) for line in leavers.play(0, 4, workers=1).records().splitlines()]
    assert any("left" in record for record in left)
    lines = [json.loads(line) for line in records("institute", "deal", 60)]
    knowledge = [knowledge_of(record, 2) for record in lines[:2]]
    bombs = [record for record in lines if any(play[2:3] == ["joker_bomb"] for play in record["plays"])]
    names = ["</script><img src=x onerror=alert(1)>", "<b>", "&lt;", "\u2028"]
    jokers = {
        **lines[0],
        "hands": ["SB SB HR HR", "S3", "S4", "S5"],
        "leader": 0,
        "strategies": names,
        "level": "T",
        "plays": [[0, "SB SB HR HR", "joker_bomb", ""]],
        "places": [0, 1, 2, 3],
    }
    strange = {**knowledge[0], "level": "?", "plays": [[0, "S3 S4", "trick", "?"], [1, "HA", "straight", "9"]]}
    return [*found, *left, *bombs, *knowledge, jokers, strange]


def test_any_record_that_is_read_can_be_shown(show: Open) -> None:
    lines = odd()
    assert any(record["tied"] for record in lines)
    assert any(record["level"] == "A" for record in lines)
    for language in ("en", "zh"):
        page = show(lines, lang=language)
        said = page.run(
            f"{{{PLAYER}; const said = []; for (let deal = 0; deal < player.records.length; deal++)"
            "for (let step = 0, last = player.steps(deal).length - 1; step <= last; step += step < 7 ? 1 : 5) {"
            "player.go(deal, step + 5 > last ? last : step);"
            "said.push(document.querySelector('.gd-said').textContent); } said }"
        )
        assert len(said) > 500
        assert all(text.strip() for text in said)
        assert not any(word in text for text in said for word in ("undefined", "null", "NaN", "{", "player."))


def test_hundreds_of_deals_open_at_once(show: Open) -> None:
    lines = [json.loads(line) for line in records("institute", "deal", 500)]
    page = show(lines)
    assert page.run("document.querySelectorAll('.gd-deals option').length") == 500
    assert page.run("document.querySelectorAll('*').length") < 2500
    assert page.run("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd") < 5000
    took = page.run(
        "{const start = performance.now(); document.querySelector('.gd-next').click(); performance.now() - start}"
    )
    assert took < 1000


def test_the_player_can_be_used_by_another_page(show: Open, match: list[dict[str, Any]]) -> None:
    page = show(match)
    page.run(
        "window.own = new GuandanPlayer(document.body.appendChild(document.createElement('div')),"
        "JSON.parse(document.getElementById('replay').textContent).records,"
        "{lang: 'en', names: null, seat: 1, controls: false})"
    )
    assert page.run("own.element.querySelectorAll('button, select, input, .gd-who').length") == 0
    assert page.run("own.element.querySelectorAll('.gd-seat .gd-card').length") == 27
    kinds = page.run("own.steps(1).map(step => step.kind)")
    assert kinds[0] == "dealt"
    assert kinds[-1] == "end"
    assert kinds.count("action") == len(match[1]["plays"])
    heard = page.run(
        "{const heard = []; own.element.addEventListener('move', event => heard.push(event.detail));"
        "own.goToPlay(1, 4); own.look(null); [heard, own.deal, own.steps(1)[own.step].play]}"
    )
    assert heard[0] == [{"deal": 1, "step": page.run("own.step")}]
    assert heard[1:] == [1, 3]
    assert page.run("own.element.querySelectorAll('.gd-seat .gd-card').length") > 27
    name = page.run("GuandanPlayer.playName(['ST DT', 'pair', 'T'], 'en')")
    assert name == "pair of 10s"
    assert page.run("GuandanPlayer.cards(['H5', 'S9'], '5', ['9']).textContent").startswith("5\u2665")
    page.run("own.destroy()")
    assert page.run("own.element.childElementCount") == 0
