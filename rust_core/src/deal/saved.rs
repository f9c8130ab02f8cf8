//! Saving a deal, or what one seat saw of it, as text for another process or another day.
//!
//! The text tells what was done, in the words of records, and not how this version keeps a deal in memory. Reading
//! plays the deal again.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::filled::filled;
use super::{Deal, DealError, Gift, Illegal, Log, Origin, Outcome, Phase, Snapshot, Stakes, Tribute, TributeKind};
use crate::card::{Card, Seat};
use crate::combo::Play;
use crate::error::{NotationError, clip, json_message, one_line};
use crate::hand::Hand;
use crate::rng::Address;
use crate::rules::{Rules, Tables};

/// A deal with all that belongs to it: its log, its random numbers, and what came before it.
#[derive(Clone, Debug)]
pub struct Referee {
    /// The deal.
    pub deal: Deal,
    /// What has been played in it.
    pub log: Log,
    /// The address of the random numbers that views show.
    pub address: Address,
    /// The tribute before it, as all have seen it; `None` in a first or single deal.
    pub tribute: Option<Tribute>,
    /// What its ends are worth in the match; `None` in a single deal.
    pub stakes: Option<Stakes>,
    /// Where it comes from; `None` when it is part of no run and no record.
    pub origin: Option<Origin>,
}

/// Why a text is no saved deal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// The text is not of the form that is written.
    #[error("not a saved deal: {0}")]
    Form(String),
    /// A card or rank in it does not exist.
    #[error("not a saved deal: {0}")]
    Notation(#[from] NotationError),
    /// No deal can begin with the hands in it.
    #[error("not a saved deal: {0}")]
    Hands(#[from] DealError),
    /// An action in it was not legal.
    #[error("not a saved deal: {0}")]
    Action(#[from] Illegal),
}

/// A saved deal as JSON: the hands at the first lead, what was done since, and what came before.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    hands: [String; 4],
    leader: u8,
    /// Cards, kind and rank of each play; `None` for a pass.
    actions: Vec<Option<[String; 3]>>,
    address: [u64; 2],
    tribute: Option<TributeForm>,
    /// The bits of the floating-point numbers, which decimals would round.
    stakes: Option<[[u64; 3]; 4]>,
    seat: Option<u8>,
    phase: Option<String>,
    /// The cards that a choice of tribute is from.
    cards: Option<String>,
    origin: Option<OriginForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OriginForm {
    r#match: u64,
    deal: u32,
    levels: [String; 2],
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TributeForm {
    places: [u8; 4],
    tied: bool,
    ace_finish: bool,
    kind: String,
    void_holders: Vec<u8>,
    payments: Vec<(u8, u8, String)>,
    returns: Vec<(u8, u8, String)>,
}

impl Referee {
    /// The deal as text.
    pub fn save(&self, tables: &Tables) -> String {
        let held = Seat::ALL.map(|seat| self.deal.hand(seat).to_hand(tables.level));
        let Referee { deal, log, address, tribute, stakes, origin } = self;
        let form = Form::of(deal, held, log, *address, tribute.as_ref(), stakes.as_ref(), tables);
        Form { origin: origin.as_ref().map(OriginForm::of), ..form }.text()
    }

    /// The deal that a text tells, under the rules and at the level that it was saved with.
    ///
    /// # Errors
    /// When the text is not one that [`Referee::save`] gives under these rules.
    pub fn read(text: &str, rules: &Rules, tables: &Tables) -> Result<Referee, Unreadable> {
        Form::parse(text)?.referee(rules, tables)
    }
}

impl Snapshot {
    /// The view as text. It tells what the seat may know and nothing else: in the other hands the unseen cards lie in their
    /// printed order, and the random numbers are those of this decision alone.
    pub fn save(&self, log: &Log, tables: &Tables) -> String {
        let view = self.view(tables, Some(log));
        let left = Seat::ALL.map(|seat| view.cards_left(seat));
        let held = filled(self.seat, view.hand().to_hand(tables.level), left, view.unseen());
        let address = self.address.of_decision(self.seat.index() as u32, self.decision());
        let tribute = self.tribute.and_then(|tribute| tribute.as_public(self.seat));
        let form = Form::of(&self.deal, held, log, address, tribute.as_ref(), self.stakes.as_ref(), tables);
        let phase = self.phase.map(|phase| phase.name().to_owned());
        let cards = self.choice_view(tables).map(|view| view.choice().cards.to_string());
        let origin = self.origin.as_ref().map(OriginForm::of);
        Form { seat: Some(self.seat.index() as u8), phase, cards, origin, ..form }.text()
    }

    /// The view that a text tells, with its log, under the rules and at the level that it was saved with.
    ///
    /// # Errors
    /// When the text is not one that [`Snapshot::save`] gives under these rules.
    pub fn read(text: &str, rules: &Rules, tables: &Tables) -> Result<(Snapshot, Log), Unreadable> {
        let form = Form::parse(text)?;
        let Referee { deal, log, address, tribute, stakes, origin } = form.referee(rules, tables)?;
        let seat = seat_of(form.seat.ok_or_else(|| Unreadable::Form("no seat".to_owned()))?)?;
        let phase = form.phase.as_deref().map(phase_of).transpose()?;
        let tribute = match (phase, &form.cards, tribute) {
            (None, None, tribute) => tribute,
            // Another seat chooses.
            (Some(_), None, tribute) if deal.turn() != Some(seat) => tribute,
            (Some(phase), Some(cards), Some(tribute)) => {
                let hands = Seat::ALL.map(|seat| deal.hand(seat).to_hand(tables.level));
                Some(tribute.waiting_for(seat, phase, cards.parse()?, hands))
            }
            _ => return Err(Unreadable::Form("a choice of tribute in part".to_owned())),
        };
        Ok((Snapshot { deal, seat, address, tribute, stakes, phase, origin }, log))
    }
}

impl Form {
    /// The form of a deal in which the seats now hold the hands `held`.
    fn of(
        deal: &Deal,
        held: [Hand; 4],
        log: &Log,
        address: Address,
        tribute: Option<&Tribute>,
        stakes: Option<&Stakes>,
        tables: &Tables,
    ) -> Form {
        let played = |seat| log.plays().iter().filter(move |logged| logged.seat == seat);
        let hands = Seat::ALL.map(|seat| {
            let dealt = played(seat).fold(held[seat.index()], |hand, logged| {
                hand.plus(logged.play.cards.to_hand(tables.level)).expect("two packs hold all cards")
            });
            dealt.to_string()
        });
        let leader = log.plays().first().map(|logged| logged.seat).or(deal.turn()).expect("a deal begins with a lead");
        let words = |play: &Play| {
            let Play { combo, cards } = play;
            [cards.to_hand(tables.level).to_string(), combo.kind.name().to_owned(), combo.rank_name(tables).to_owned()]
        };
        Form {
            hands,
            leader: leader.index() as u8,
            actions: log.events(deal.actions()).map(|event| event.play.map(words)).collect(),
            address: address.words(),
            tribute: tribute.map(TributeForm::of),
            stakes: stakes.map(|stakes| stakes.values().map(|values| values.map(f64::to_bits))),
            seat: None,
            phase: None,
            cards: None,
            origin: None,
        }
    }

    fn text(&self) -> String {
        serde_json::to_string(self).expect("text, numbers and lists have a form in JSON")
    }

    fn parse(text: &str) -> Result<Form, Unreadable> {
        serde_json::from_str(text).map_err(|error| Unreadable::Form(json_message(&error)))
    }

    fn referee(&self, rules: &Rules, tables: &Tables) -> Result<Referee, Unreadable> {
        let mut hands = [Hand::EMPTY; 4];
        for (hand, text) in hands.iter_mut().zip(&self.hands) {
            *hand = text.parse()?;
        }
        let (mut deal, mut log) = (Deal::new(rules, tables.level, hands, seat_of(self.leader)?)?, Log::default());
        for action in &self.actions {
            let Some([cards, kind, rank]) = action else {
                deal.pass()?;
                continue;
            };
            let seat = deal.turn().ok_or(Illegal::Over)?;
            let play = Play::declared(cards.parse()?, kind, rank, tables);
            let play = play.ok_or_else(|| Unreadable::Form(one_line(&format!("{cards} are no {kind} {rank}"))))?;
            deal.play(&play, tables)?;
            log.push(seat, &play, &deal);
        }
        let tribute = self.tribute.as_ref().map(|form| form.tribute(rules, tables)).transpose()?;
        let stakes = self.stakes.map(|bits| Stakes::from_values(bits.map(|values| values.map(f64::from_bits))));
        let origin = self.origin.as_ref().map(OriginForm::origin).transpose()?;
        Ok(Referee { deal, log, address: Address::from_words(self.address), tribute, stakes, origin })
    }
}

impl OriginForm {
    fn of(origin: &Origin) -> OriginForm {
        let levels = origin.levels.map(|level| level.letter().to_owned());
        OriginForm { r#match: origin.match_number, deal: origin.deal, levels }
    }

    fn origin(&self) -> Result<Origin, NotationError> {
        let [first, second] = &self.levels;
        Ok(Origin { match_number: self.r#match, deal: self.deal, levels: [first.parse()?, second.parse()?] })
    }
}

impl TributeForm {
    fn of(tribute: &Tribute) -> TributeForm {
        let Outcome { places, tied, ace_finish } = *tribute.outcome();
        let number = |seat: Seat| seat.index() as u8;
        let gifts = |gifts: &[Gift]| {
            gifts.iter().map(|gift| (number(gift.from), number(gift.to), gift.card.to_string())).collect()
        };
        TributeForm {
            places: places.map(number),
            tied,
            ace_finish,
            kind: TributeKind::NAMES[tribute.kind() as usize].to_owned(),
            void_holders: tribute.void_holders().into_iter().map(number).collect(),
            payments: gifts(tribute.payments()),
            returns: gifts(tribute.returns()),
        }
    }

    fn tribute(&self, rules: &Rules, tables: &Tables) -> Result<Tribute, Unreadable> {
        let mut places = [Seat::ALL[0]; 4];
        for (place, &number) in places.iter_mut().zip(&self.places) {
            *place = seat_of(number)?;
        }
        let outcome = Outcome { places, tied: self.tied, ace_finish: self.ace_finish };
        let kinds = [TributeKind::None, TributeKind::Single, TributeKind::Double, TributeKind::Void];
        let kind = kinds.into_iter().find(|&kind| TributeKind::NAMES[kind as usize] == self.kind);
        let holders: Vec<Seat> = self.void_holders.iter().map(|&seat| seat_of(seat)).collect::<Result<_, _>>()?;
        let (payments, returns) = (gifts_of(&self.payments)?, gifts_of(&self.returns)?);
        kind.and_then(|kind| Tribute::as_seen(rules, tables.level, outcome, kind, &holders, [&payments, &returns]))
            .ok_or_else(|| Unreadable::Form("a tribute that there is not".to_owned()))
    }
}

fn gifts_of(given: &[(u8, u8, String)]) -> Result<Vec<Gift>, Unreadable> {
    let gift = |(from, to, card): &(u8, u8, String)| {
        Ok(Gift { from: seat_of(*from)?, to: seat_of(*to)?, card: card.parse::<Card>()? })
    };
    given.iter().map(gift).collect()
}

fn seat_of(number: u8) -> Result<Seat, Unreadable> {
    Seat::ALL.get(usize::from(number)).copied().ok_or_else(|| Unreadable::Form(format!("no seat {number}")))
}

fn phase_of(name: &str) -> Result<Phase, Unreadable> {
    let found = [Phase::Pay, Phase::Return, Phase::Pick].into_iter().find(|phase| phase.name() == name);
    found.ok_or_else(|| Unreadable::Form(format!("no phase {:?}", clip(name))))
}
