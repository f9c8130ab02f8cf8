"""Options, plans, and messages of the contest protocol: values of any type, taken or refused in a line."""

import json
from typing import Any

from damaged import assert_one_line, changed, fuzzed, texts, values
from hypothesis import given
from hypothesis import strategies as st

import guandan_sim as gd
from guandan_sim.bots.contest.messages import read_answer
from guandan_sim.options import DEFAULTS, How, Options, checked
from guandan_sim.plan import Plan

HANDS = [str(hand) for hand in gd.Deal.new(seed=1).hands]
SENSIBLE: dict[str, st.SearchStrategy[Any]] = {
    "deals": st.sampled_from([1, 4, 200, 2**48, None]),
    "matches": st.sampled_from([None, None, 2, 8]),
    "level": st.sampled_from(["2", "T", "A", "10", "a", ""]),
    "clock_model": st.sampled_from(["", "play=5", "pass=1.5,between=0", "play"]),
    "leave_rate": st.sampled_from([0, 0.5, 1, 1.5]),
    "rotations": st.integers(0, 5),
    "seed": st.integers(-1, 2**64),
    "part_size": st.sampled_from([None, 1, 100]),
    "log": st.lists(st.sampled_from(["plays", "records"]), max_size=3),
    "columns": st.sampled_from([[], ["hand"], "hand"]),
    "allow_timing": st.booleans(),
    "hands": st.sampled_from(
        [None, HANDS, [HANDS[0], None, "random", HANDS[3]], [None] * 4, HANDS[:2], [HANDS[0]] * 4]
    ),
    "leader": st.sampled_from([None, 0, 3, 4]),
    "played": st.sampled_from([(), ["pass"], ["single 3: S3"], [HANDS[0].split()[0], "pass"]]),
    "position": st.sampled_from([None, gd.Deal.new(seed=1)]),
    "rules": st.sampled_from([*gd.Rules.presets(), "nothing"]),
    "strategies": st.sampled_from(["random", "tempo,lowest", ["random"] * 4, "rollout(budget_ms=5),random", "random,"]),
}


@fuzzed
@given(options=st.fixed_dictionaries({}, optional={name: some | values for name, some in SENSIBLE.items()}))
def test_options_of_a_plan(options: Any) -> None:
    try:
        plan = Plan.of(**{"deals": 4, **options})
    except (gd.GuandanError, TypeError) as error:
        return assert_one_line(error)
    as_written = json.loads(json.dumps(plan.to_dict()))
    assert Plan.from_dict(as_written) == plan
    assert sum(plan.part(number).blocks for number in {0, plan.parts - 1}) <= plan.blocks
    return None


@fuzzed
@given(name=st.sampled_from([*Options.__annotations__, *How.__annotations__]), value=values)
def test_option_by_itself(name: str, value: Any) -> None:
    table = Options if name in DEFAULTS else How
    try:
        taken = checked({name: value}, table, "here: ")
    except gd.PlanError as error:
        return assert_one_line(error, f"here: {name}")
    assert checked(taken, table) == taken
    return None


@fuzzed
@given(data=st.data())
def test_plan_in_a_manifest(data: st.DataObject) -> None:
    written = Plan.of(deals=200, strategies="random,lowest", seed=7, log=["records"]).to_dict()
    damaged = data.draw(changed(written))
    try:
        plan = Plan.from_dict(damaged)
    except (KeyError, TypeError, ValueError):
        return
    assert plan.to_dict() == damaged


@fuzzed
@given(text=texts(['{"actIndex": 2}', '{"actIndex": 0, "more": [1, {"a": null}]}'], ["actIndex", "1e2", "-3"]))
def test_answer_of_a_contest(text: bytes) -> None:
    try:
        index = read_answer(text, 3)
    except gd.NotationError as error:
        return assert_one_line(error)
    assert index in range(3)
    assert read_answer(json.dumps({"actIndex": index}), 3) == index
    return None
