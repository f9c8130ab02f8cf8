//! Strategies asked from outside leave the very rows and records of the same strategies inside, however many matches go
//! side by side; and one that fails ends its block and no other.

use std::sync::atomic::{AtomicBool, AtomicU64};

use guandan_core::card::{Rank, Seat};
use guandan_core::combo::Detail;
use guandan_core::policy::{Memory, Policy, Strategy};
use guandan_core::rules::Rules;
use guandan_core::series::ClockModel;
use guandan_core::sim::{
    Answer, Asking, Decision, EventKind, Failure, FailureCause, Levels, LockstepError, MatchEvent, Moment, Observation,
    OnFailure, OutsidePlayers, Part, Plan, Player, Pool, Unit, run_blocks, run_lockstep, seats,
};

/// Answers for built-in strategies from what is asked alone.
struct Twins {
    strategies: [Strategy; 4],
    detail: Detail,
    at_once: usize,
    most_at_once: usize,
    asked: usize,
    /// Fails at the decisions of these matches that come behind this many actions.
    fails_in: Vec<u64>,
    fails_behind: u32,
    stops_after: usize,
    every_turn: bool,
    /// How often it was asked what it could answer in one way only.
    forced: usize,
    /// Counts what it is asked, and has no answer yet to every third question.
    hesitates: Option<usize>,
    observes: bool,
    /// All that was told: to whom, with which seats, and what.
    told: Vec<(usize, Vec<Seat>, MatchEvent)>,
    /// Fails at what is told of these matches behind as many actions.
    fails_to_observe: Vec<u64>,
}

impl Twins {
    fn of(strategies: [&str; 4]) -> Twins {
        Twins {
            strategies: strategies.map(|text| text.parse().unwrap()),
            detail: Detail::Ranks,
            at_once: 50,
            most_at_once: 0,
            asked: 0,
            fails_in: Vec::new(),
            fails_behind: 0,
            stops_after: usize::MAX,
            every_turn: false,
            forced: 0,
            hesitates: None,
            observes: false,
            told: Vec::new(),
            fails_to_observe: Vec::new(),
        }
    }
}

impl OutsidePlayers for Twins {
    type Error = &'static str;
    type Stop = &'static str;

    fn asking(&self, _strategy: usize) -> Asking {
        Asking { detail: self.detail, every_turn: self.every_turn }
    }

    fn asks_for_stakes(&self) -> bool {
        self.strategies.iter().any(Policy::asks_for_stakes)
    }

    fn looks_back(&self) -> bool {
        self.strategies.iter().any(Policy::looks_back)
    }

    fn at_once(&self) -> usize {
        self.at_once
    }

    fn decide(
        &mut self,
        strategy: usize,
        decisions: &[Decision<'_>],
        answers: &mut Vec<Answer<&'static str>>,
    ) -> Result<(), &'static str> {
        self.most_at_once = self.most_at_once.max(decisions.len());
        self.asked += decisions.len();
        if self.asked > self.stops_after {
            return Err("enough");
        }
        for decision in decisions {
            assert!(self.every_turn || decision.answers() > 1, "nobody is asked who has nothing to choose");
            self.forced += usize::from(decision.answers() == 1);
            if let Some(questions) = &mut self.hesitates {
                *questions += 1;
                if *questions % 3 == 0 {
                    answers.push(Ok(None));
                    continue;
                }
            }
            if self.fails_in.contains(&decision.id.match_number) && decision.id.action >= self.fails_behind {
                answers.push(if decision.id.match_number % 2 == 0 { Err("no idea") } else { Ok(Some(-3)) });
                continue;
            }
            let option = match &decision.observation {
                Observation::Choice(view) => self.strategies[strategy].choose(view) as usize,
                Observation::Play(view) => match self.strategies[strategy].act(view, &mut Memory::default()) {
                    None => decision.options.len(),
                    Some(play) => (0..decision.options.len())
                        .find(|&i| decision.options.play(i, view.hand(), view.tables()) == play)
                        .expect("what is played is listed"),
                },
            };
            answers.push(Ok(Some(option as i64)));
        }
        Ok(())
    }

    fn observes(&self, _player: usize) -> bool {
        self.observes
    }

    fn observe(
        &mut self,
        player: usize,
        seats: &[Seat],
        event: &MatchEvent,
    ) -> Result<Result<(), &'static str>, &'static str> {
        self.told.push((player, seats.to_vec(), event.clone()));
        let Moment { match_number, action, .. } = event.moment;
        let fails = self.fails_to_observe.contains(&match_number) && action >= self.fails_behind;
        Ok(if fails { Err("too much") } else { Ok(()) })
    }

    fn tick(&mut self, _ended: u64) -> Result<(), &'static str> {
        Ok(())
    }
}

const DEALS: Unit = Unit::Deal { levels: Levels::one(Rank::new(5)) };

fn matches(leave_rate: f64) -> Unit {
    Unit::Match { clock: ClockModel::default(), leave_rate }
}

fn plan(strategies: [&str; 4], unit: Unit, rules: &str) -> Plan {
    let strategies: Vec<Strategy> = strategies.iter().map(|text| text.parse().unwrap()).collect();
    Plan {
        label: rules.to_owned(),
        rules: Rules::preset(rules).unwrap(),
        unit,
        given: None,
        strategies: seats(&strategies).unwrap(),
        rotations: 2,
        seed: 5,
        records: true,
        plays: true,
        hand_columns: false,
    }
}

/// The plan with the strategies of these names outside, under the same names.
fn outside(plan: &Plan, names: &[&str]) -> Plan {
    let mut plan = plan.clone();
    for player in &mut plan.strategies {
        if names.contains(&player.label().as_str()) {
            *player = Player::Outside { text: player.to_string(), label: player.label() };
        }
    }
    plan
}

type Failed = LockstepError<&'static str, &'static str>;

fn ask(
    plan: &Plan,
    blocks: u64,
    threads: usize,
    on_failure: OnFailure,
    twins: &mut Twins,
) -> Result<(Part, Vec<Failure<&'static str>>), Failed> {
    run_lockstep(plan, 3, blocks, &Pool::new(threads).unwrap(), on_failure, twins)
}

fn straight(plan: &Plan, blocks: u64) -> Part {
    let (cancel, progress) = (AtomicBool::new(false), AtomicU64::new(0));
    run_blocks(plan, 3, blocks, &Pool::new(1).unwrap(), &cancel, &progress).unwrap()
}

#[test]
fn strategies_outside_leave_the_rows_and_records_of_those_inside() {
    let teams = ["random", "lowest", "random", "lowest"];
    let four = ["tempo", "lowest", "random", "tempo(partner=off)"];
    for (strategies, unit, rules, blocks) in [
        (teams, DEALS, "institute", 60),
        (four, DEALS, "jiangsu", 40),
        (teams, matches(0.02), "institute", 8),
        (["lowest", "random", "random", "lowest"], matches(0.0), "competition", 5),
        (["random"; 4], matches(0.0), "pagat", 5),
        (teams, matches(0.0), "next_wind", 5),
    ] {
        let plan = plan(strategies, unit, rules);
        let expected = straight(&plan, blocks);
        for names in [&strategies[..], &strategies[..1], &strategies[3..]] {
            let outside = outside(&plan, names);
            for (at_once, threads, detail) in [(1, 1, Detail::Ranks), (7, 2, Detail::Cards), (1000, 1, Detail::Ranks)] {
                // `tempo` chooses suits, which lists at ranks detail do not show.
                let detail = if strategies.contains(&"tempo") { Detail::Cards } else { detail };
                let mut twins = Twins { detail, at_once, ..Twins::of(strategies) };
                let (part, failures) = ask(&outside, blocks, threads, OnFailure::Stop, &mut twins).unwrap();
                assert!(failures.is_empty());
                assert_eq!(part, expected, "{strategies:?} {rules} {names:?} {at_once}");
                assert!(twins.most_at_once <= at_once && twins.asked > 0);
            }
        }
    }
}

#[test]
fn who_is_asked_at_every_turn_or_answers_late_plays_the_same() {
    let strategies = ["random", "lowest", "random", "lowest"];
    for unit in [DEALS, matches(0.0)] {
        let plan = plan(strategies, unit, "institute");
        let expected = straight(&plan, 5);
        let outside = outside(&plan, &["random"]);
        for (every_turn, hesitates) in [(false, None), (true, None), (false, Some(0)), (true, Some(0))] {
            let mut twins = Twins { every_turn, hesitates, ..Twins::of(strategies) };
            let (part, failures) = ask(&outside, 5, 1, OnFailure::Stop, &mut twins).unwrap();
            assert!(failures.is_empty());
            assert_eq!(part, expected);
            assert_eq!(twins.forced > 0, every_turn);
        }
    }
}

#[test]
fn thousands_of_deals_are_asked_at_once() {
    let plan = Plan { records: false, ..outside(&plan(["lowest"; 4], DEALS, "institute"), &["lowest"]) };
    let mut twins = Twins { at_once: 2000, ..Twins::of(["lowest"; 4]) };
    let (part, _) = ask(&plan, 1500, 2, OnFailure::Stop, &mut twins).unwrap();
    assert_eq!(part.matches.rows(), 3000);
    assert!(twins.most_at_once > 1900, "{}", twins.most_at_once);
}

#[test]
fn a_failure_leaves_out_its_block_and_nothing_else() {
    for unit in [DEALS, matches(0.0)] {
        let inside = plan(["lowest", "random", "lowest", "random"], unit, "institute");
        let plan = outside(&inside, &["lowest"]);
        // Of blocks 3 to 10 with two matches each, matches 8 and 13 fail: blocks 4 and 6.
        let fails_in = vec![13, 8];
        let twins = || Twins { fails_in: fails_in.clone(), fails_behind: 20, ..Twins::of(["lowest"; 4]) };
        let (part, failures) = ask(&plan, 8, 1, OnFailure::Continue, &mut twins()).unwrap();
        let places: Vec<(u64, u64)> = failures.iter().map(|f| (f.block, f.decision.match_number)).collect();
        assert_eq!(places, [(4, 8), (6, 13)]);
        assert!(failures.iter().all(|failure| failure.decision.action >= 20 && failure.strategy == "lowest"));
        assert!(matches!(failures[0].cause, FailureCause::Raised("no idea")));
        assert!(matches!(failures[1].cause, FailureCause::Index { given: -3, answers: 2.., .. }));
        let kept: Vec<Part> = [3, 5, 7, 8, 9, 10]
            .map(|block| {
                let (cancel, progress) = (AtomicBool::new(false), AtomicU64::new(0));
                let pool = Pool::new(1).unwrap();
                run_blocks(&inside, block, 1, &pool, &cancel, &progress).unwrap()
            })
            .into();
        assert_eq!(part.matches.rows(), 12);
        assert_eq!(part.records, kept.iter().map(|part| part.records.as_str()).collect::<String>());

        let stopped = ask(&plan, 8, 1, OnFailure::Stop, &mut twins());
        assert!(
            matches!(stopped, Err(LockstepError::Failure(failure)) if fails_in.contains(&failure.decision.match_number))
        );
    }
}

#[test]
fn those_outside_can_end_the_run_and_built_in_ones_alone_need_nobody_outside() {
    let inside = plan(["lowest"; 4], DEALS, "institute");
    let mut twins = Twins { stops_after: 500, ..Twins::of(["lowest"; 4]) };
    let stopped = ask(&outside(&inside, &["lowest"]), 100, 1, OnFailure::Continue, &mut twins);
    assert!(matches!(stopped, Err(LockstepError::Stop("enough"))));
    let mut nobody = Twins::of(["lowest"; 4]);
    assert_eq!(ask(&inside, 20, 2, OnFailure::Stop, &mut nobody).unwrap().0, straight(&inside, 20));
    assert_eq!(nobody.asked, 0);
}

#[test]
fn a_plan_with_a_strategy_outside_needs_somebody_to_ask_and_names_that_differ() {
    let mut plan = plan(["lowest"; 4], DEALS, "institute");
    plan.strategies[0] = Player::Outside { text: "object:Mine".to_owned(), label: "lowest".to_owned() };
    let error = plan.check().unwrap_err().to_string();
    assert_eq!(error, "two different strategies are both called \"lowest\": give one of them another name");
    plan.strategies[0] = Player::Outside { text: "object:Mine".to_owned(), label: "Mine".to_owned() };
    assert_eq!(plan.labels(), ["Mine", "lowest#2", "lowest", "lowest#2"].map(String::from));
    let (cancel, progress) = (AtomicBool::new(false), AtomicU64::new(0));
    let refused = run_blocks(&plan, 0, 1, &Pool::new(1).unwrap(), &cancel, &progress);
    let error = refused.unwrap_err().to_string();
    assert!(error.starts_with("strategy object:Mine is not built in"), "{error}");
}

/// What a player was told of one match: its seats, and the events as text.
fn told_of(twins: &Twins, player: usize, match_number: u64) -> Vec<(Vec<Seat>, String)> {
    let of_it = twins.told.iter().filter(|(to, _, event)| *to == player && event.moment.match_number == match_number);
    of_it.map(|(_, seats, event)| (seats.clone(), format!("{event:?}"))).collect()
}

#[test]
fn players_outside_are_told_all_that_happens_in_an_order_that_threads_do_not_change() {
    let strategies = ["random", "lowest", "random", "lowest"];
    for (unit, rules) in [(DEALS, "institute"), (matches(0.02), "competition")] {
        let inside = plan(strategies, unit, rules);
        let expected = straight(&inside, 4);
        let outside = outside(&inside, &["random", "lowest"]);
        let tell = |threads, at_once| {
            let mut twins = Twins { observes: true, at_once, ..Twins::of(strategies) };
            let (part, failures) = ask(&outside, 4, threads, OnFailure::Stop, &mut twins).unwrap();
            assert!(failures.is_empty());
            assert_eq!(part, expected);
            twins
        };
        let (one, two, few) = (tell(1, 50), tell(2, 50), tell(1, 3));
        let order = |twins: &Twins| format!("{:?}", twins.told);
        assert_eq!(order(&one), order(&two));
        for match_number in 6..14 {
            let told = told_of(&one, 0, match_number);
            assert!(told.last().unwrap().1.contains("MatchOver"));
            assert_eq!(told, told_of(&few, 0, match_number));
            // The other team is told the same, with its own seats.
            let others: Vec<String> = told_of(&one, 1, match_number).into_iter().map(|(_, event)| event).collect();
            assert_eq!(told.into_iter().map(|(_, event)| event).collect::<Vec<_>>(), others);
        }
        let ended = one.told.iter().filter(|(_, _, event)| matches!(event.kind, EventKind::MatchOver { .. })).count();
        assert_eq!(ended, 2 * 8);
    }
}

#[test]
fn a_player_that_fails_at_what_it_is_told_is_told_no_more_than_the_end() {
    let inside = plan(["lowest", "random", "lowest", "random"], DEALS, "institute");
    let plan = outside(&inside, &["lowest"]);
    let twins =
        || Twins { observes: true, fails_to_observe: vec![13, 8], fails_behind: 20, ..Twins::of(["lowest"; 4]) };
    let mut told = twins();
    let (part, failures) = ask(&plan, 8, 1, OnFailure::Continue, &mut told).unwrap();
    assert_eq!(part.matches.rows(), 12);
    assert!(failures.iter().all(|failure| matches!(failure.cause, FailureCause::Observing("too much"))));
    let places: Vec<(u64, u32)> = failures.iter().map(|f| (f.decision.match_number, f.decision.action)).collect();
    assert_eq!((places[0], places.iter().filter(|place| place.1 == 20).count()), ((8, 20), 2));
    for match_number in 6..22 {
        let (_, last) = told_of(&told, 0, match_number).pop().unwrap();
        assert_eq!(last.contains("Abandoned"), [8, 13].contains(&match_number), "{last}");
        assert_ne!(last.contains("Abandoned"), last.contains("MatchOver"));
    }
    assert!(matches!(ask(&plan, 8, 1, OnFailure::Stop, &mut twins()), Err(LockstepError::Failure(_))));
}
