//! The clock of a match: how much time deals take, and who wins at the bell.

use std::str::FromStr;

use super::Standing;
use crate::error::{clip, did_you_mean};
use crate::rules::{Clause, Clock};

/// The time things take in a simulated match, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockModel {
    /// One play.
    pub play: u32,
    /// One pass.
    pub pass: u32,
    /// From the end of a deal to the first play of the next.
    pub between: u32,
}

impl Default for ClockModel {
    /// 5 s a play, 1.5 s a pass, 60 s between deals.
    fn default() -> ClockModel {
        ClockModel { play: 5_000, pass: 1_500, between: 60_000 }
    }
}

impl std::fmt::Display for ClockModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = |milliseconds: u32| f64::from(milliseconds) / 1000.0;
        write!(f, "play={},pass={},between={}", seconds(self.play), seconds(self.pass), seconds(self.between))
    }
}

impl FromStr for ClockModel {
    type Err = String;

    /// `play=5,pass=1.5,between=60`, seconds in steps of a millisecond; what is left out keeps its default.
    fn from_str(text: &str) -> Result<ClockModel, String> {
        const NAMES: [&str; 3] = ["play", "pass", "between"];
        let mut model = ClockModel::default();
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (name, value) = part.split_once('=').ok_or_else(|| {
                format!("clock model {:?}: expected NAME=SECONDS, as in play=5,pass=1.5,between=60", clip(part))
            })?;
            let (name, value) = (name.trim(), value.trim());
            if seen.contains(&name) {
                return Err(format!("clock model: {name} is given more than once"));
            }
            seen.push(name);
            let milliseconds = milliseconds(value).ok_or_else(|| {
                format!("clock model: {name} is {:?}, expected seconds from 0 to 86400, as in 1.5", clip(value))
            })?;
            match name {
                "play" => model.play = milliseconds,
                "pass" => model.pass = milliseconds,
                "between" => model.between = milliseconds,
                _ => {
                    let hint = did_you_mean(name, NAMES);
                    return Err(format!(
                        "clock model: unknown name {:?}, expected play, pass or between{hint}",
                        clip(name)
                    ));
                }
            }
        }
        Ok(model)
    }
}

/// Seconds in decimal as whole milliseconds, up to a day; `None` for anything else.
fn milliseconds(seconds: &str) -> Option<u32> {
    let value: f64 = seconds.parse().ok()?;
    ((0.0..=86_400.0).contains(&value)).then(|| (value * 1000.0).round() as u32)
}

impl ClockModel {
    /// Whether every play and pass keeps the rule's limit (R10.3).
    ///
    /// # Errors
    /// One line naming the part of the model that takes longer than `play_seconds`.
    pub fn check(&self, clock: &Clock) -> Result<(), String> {
        let limit = u32::from(clock.play_seconds) * 1000;
        for (name, value) in [("play", self.play), ("pass", self.pass)] {
            if value > limit {
                return Err(format!(
                    "clock model: {name} takes {} s, but the rules allow {} s ({}, clock.play_seconds)",
                    f64::from(value) / 1000.0,
                    clock.play_seconds,
                    Clause::PlaySeconds.id()
                ));
            }
        }
        Ok(())
    }
}

/// The time a match has used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    model: ClockModel,
    /// The bell, in milliseconds; `None` without a clock.
    bell: Option<u64>,
    elapsed: u64,
}

impl Timer {
    /// A timer at the start of a match.
    pub fn new(clock: Option<Clock>, model: ClockModel) -> Timer {
        Timer { model, bell: clock.map(|clock| u64::from(clock.match_minutes) * 60_000), elapsed: 0 }
    }

    /// Whether the bell rings while a deal of this many plays and passes is on; otherwise the deal's time, and the
    /// pause before it (the first deal has none), is used up. A deal that ends with the bell counts.
    #[inline(always)]
    pub fn rings_during(&mut self, first_deal: bool, plays: u32, passes: u32) -> bool {
        let Some(bell) = self.bell else { return false };
        let pause = if first_deal { 0 } else { self.model.between };
        self.elapsed += u64::from(pause)
            + u64::from(plays) * u64::from(self.model.play)
            + u64::from(passes) * u64::from(self.model.pass);
        self.elapsed > bell
    }
}

/// The winner at the bell (R10.1, R10.2): the higher level; at equal levels the team that last moved to it in the
/// earlier deal (one that never moved has been there from the start); otherwise nobody.
pub fn winner_at_bell(standing: &Standing) -> Option<u8> {
    let [ours, theirs] = standing.levels;
    let [our_move, their_move] = standing.moved_in;
    match theirs.cmp(&ours).then(our_move.cmp(&their_move)) {
        std::cmp::Ordering::Less => Some(0),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(1),
    }
}
