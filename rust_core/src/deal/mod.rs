//! One deal: the cards dealt, the referee, the tribute, the play, what a seat may see of it, how it ends.
//!
//! [`Deal`] is the referee. Its `_unchecked` actions trust the caller and are what mass simulation uses; `check`,
//! `play`, `play_cards` and `pass` refuse what the rules do not allow, name the clause, and leave the deal as it was.

mod checked;
mod dealing;
mod error;
mod faces;
mod log;
mod outcome;
mod referee;
mod shown;
mod snapshot;
mod tribute;
mod view;

pub use dealing::Dealt;
pub use error::{DealError, Illegal};
pub use log::{Event, Log, Logged};
pub use outcome::{Outcome, Pattern, Stakes};
pub use referee::Deal;
pub use shown::Shown;
pub use snapshot::Snapshot;
pub use tribute::{Choice, Gift, Phase, Tribute, TributeKind};
pub use view::{Background, ChoiceView, View};
