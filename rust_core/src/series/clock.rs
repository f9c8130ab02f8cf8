//! The clock of a match: how much time deals take, and who wins at the bell.

use std::str::FromStr;

use super::Standing;
use crate::error::{clip, did_you_mean};
use crate::rules::{Clause, Clock};

/// How long plays, passes and pauses take in a simulated match, in milliseconds.
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
    /// 5 s for a play, 1.5 s for a pass, 60 s between deals.
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

    /// Reads a text such as `play=5,pass=1.5,between=60`, in seconds, as precise as a millisecond. What is left out keeps its
    /// default.
    fn from_str(text: &str) -> Result<ClockModel, String> {
        const NAMES: [&str; 3] = ["play", "pass", "between"];
        let mut model = ClockModel::default();
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (name, value) = part.split_once('=').ok_or_else(|| {
                format!("clock model {:?}: expected NAME=SECONDS, as in play=5,pass=1.5,between=60", clip(part))
            })?;
            let (name, value) = (name.trim(), value.trim());
            if !NAMES.contains(&name) {
                let hint = did_you_mean(name, NAMES);
                return Err(format!(
                    "clock model: unknown name {:?}, expected play, pass or between{hint}",
                    clip(name)
                ));
            }
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
                _ => model.between = milliseconds,
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
    /// Checks that no play or pass takes longer than the rules allow (R10.3).
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

/// The time that a match has used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    model: ClockModel,
    /// When the bell rings, in milliseconds from the start of the match; `None` without a clock.
    bell: Option<u64>,
    elapsed: u64,
}

impl Timer {
    /// A timer at the start of a match.
    pub fn new(clock: Option<Clock>, model: ClockModel) -> Timer {
        Timer { model, bell: clock.map(|clock| u64::from(clock.match_minutes) * 60_000), elapsed: 0 }
    }

    /// Uses up the time of a deal of this many plays and passes and of the pause before it, which the first deal does not
    /// have. Returns whether the bell rings during the deal; a deal that ends with the bell counts.
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

/// The team that wins at the bell (R10.1, R10.2): the team with the higher level, or at equal levels the team that reached
/// its level in the earlier deal; a team whose level has never changed reached it at the start. `None` in a draw.
pub fn winner_at_bell(standing: &Standing) -> Option<u8> {
    let [ours, theirs] = standing.levels;
    let [our_move, their_move] = standing.moved_in;
    match theirs.cmp(&ours).then(our_move.cmp(&their_move)) {
        std::cmp::Ordering::Less => Some(0),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(1),
    }
}
