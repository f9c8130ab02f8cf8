//! One deal: dealing the cards, tribute, the referee of the play, what a seat may see, and the outcome.
//!
//! [`Deal`] is the referee. `play`, `play_cards` and `pass` refuse what the rules do not allow, name the clause, and leave
//! the deal as it was. The `_unchecked` actions trust the caller; simulations use them for plays that the engine itself
//! has listed.

mod checked;
mod choice;
mod dealing;
mod error;
mod faces;
mod filled;
mod log;
mod outcome;
mod public;
mod referee;
mod saved;
mod shown;
mod snapshot;
mod tribute;
mod view;

pub use choice::{Choice, Phase};
pub use dealing::Dealt;
pub use error::{DealError, Illegal};
pub(crate) use faces::natural_level_faces;
pub use log::{Event, Log, Logged};
pub use outcome::{Outcome, Pattern, Stakes};
pub use public::{NoPosition, PublicPosition, StatedAction};
pub use referee::Deal;
pub use saved::{Referee, Unreadable};
pub use shown::Shown;
pub use snapshot::{Glance, Origin, Snapshot};
pub use tribute::{Gift, Tribute, TributeKind};
pub use view::{Background, ChoiceView, View};
