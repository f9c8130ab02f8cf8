//! Records: what is written reads back, good ones pass the verifier, and everything damaged is found and named.

use crate::common::common_rules;
use crate::common::matches::rank;
use crate::common::played::records;
use guandan_core::card::{Card, Rank, Seat};
use guandan_core::combo::Kind;
use guandan_core::deal::Gift;
use guandan_core::hand::Hand;
use guandan_core::record::{Promoted, Record, Verifier};
use guandan_core::rules::{AntiTribute, Clause, Rules, presets};
use guandan_core::series::EndedBy;

/// Verifies each of a match's records in turn.
fn verify(records: &[Record], rules: &Rules) -> Result<(), String> {
    let mut verifier = Verifier::new();
    records.iter().try_for_each(|record| verifier.check(record, rules)).map_err(|wrong| wrong.to_string())
}

#[test]
fn whole_matches_of_every_preset_read_back_and_are_found_right() {
    for preset in presets() {
        for block in 0..3 {
            let records = records(&preset.rules, preset.name, 17, block, 0.0);
            assert!(records.len() > 2, "{}", preset.name);
            for record in &records {
                let line = record.to_line();
                assert!(!line.contains('\n'));
                assert_eq!(Record::parse(line.as_bytes()).as_ref(), Ok(record), "{line}");
            }
            assert_eq!(verify(&records, &preset.rules), Ok(()), "{} {block}", preset.name);
            assert!(records.last().unwrap().match_over);
        }
    }
}

#[test]
fn each_deal_is_found_right_without_those_before_it() {
    for preset in presets() {
        for record in records(&preset.rules, preset.name, 18, 0, 0.0) {
            assert_eq!(verify(&[record], &preset.rules), Ok(()), "{}", preset.name);
        }
    }
}

#[test]
fn matches_that_somebody_left_are_found_right() {
    let rules = Rules::preset("guandan_com").unwrap();
    for block in 0..20 {
        let records = records(&rules, "guandan_com", 19, block, 0.5);
        assert_eq!(verify(&records, &rules), Ok(()), "{block}");
        let last = records.last().unwrap();
        assert_eq!(last.ended_by == Some(EndedBy::Leave), last.left.is_some());
    }
}

#[test]
fn levels_won_stand_in_records_of_rules_that_ask_for_them() {
    let rules = Rules { must_play: 1 << rank("5").index() | 1 << rank("9").index() | 1 << 12, ..common_rules() };
    for block in 0..10 {
        let records = records(&rules, "custom", 20, block, 0.0);
        assert!(records.iter().all(|record| record.to_line().contains("\"won_at\":[[")));
        assert_eq!(verify(&records, &rules), Ok(()));
        for record in records {
            assert_eq!(verify(&[record], &rules), Ok(()));
        }
    }
}

/// A match of the institute's rules and the number of one of its later deals with an ordinary single tribute.
fn good() -> (Vec<Record>, usize) {
    let records = records(&common_rules(), "institute", 21, 0, 0.0);
    let at = (1..records.len() - 1).find(|&at| {
        let pays = records[at].tribute.as_ref().and_then(|tribute| tribute.pays.as_ref());
        pays.is_some_and(|pays| pays.len() == 1) && records[at].promoted.is_some()
    });
    (records, at.unwrap())
}

/// Damages deal `at` of a good match and says what the verifier finds there.
fn found(damage: impl Fn(&mut Record)) -> String {
    let (mut records, at) = good();
    damage(&mut records[at]);
    let mut verifier = Verifier::new();
    for record in &records[..at] {
        verifier.check(record, &common_rules()).unwrap();
    }
    let wrong = verifier.check(&records[at], &common_rules()).unwrap_err();
    let text = wrong.to_string();
    assert!(!text.contains('\n') && text.len() < 300, "{text}");
    text
}

/// The same without the deals before.
fn found_alone(damage: impl Fn(&mut Record)) -> String {
    let (mut records, at) = good();
    damage(&mut records[at]);
    Verifier::new().check(&records[at], &common_rules()).unwrap_err().to_string()
}

fn assert_names(text: &str, place: &str, clause: Clause) {
    let ending = format!("({})", clause.id());
    assert!(text.starts_with(place) && text.ends_with(&ending), "expected {place} … {ending}: {text}");
}

#[test]
fn a_missing_or_third_card_is_named_with_its_hand() {
    let without_first = |hand: Hand| Hand::from_cards(hand.cards().skip(1)).unwrap();
    assert_names(&found(|record| record.hands[2] = without_first(record.hands[2])), "hands[2]: 26 cards", Clause::Deck);
    let text = found(|record| {
        // The lowest card of seat 3 becomes another copy of one that is held twice by seat 0 and 1 together.
        let twice = Card::all().find(|&card| record.hands[0].count(card) + record.hands[1].count(card) == 2).unwrap();
        record.hands[3] = without_first(record.hands[3]).with(twice).unwrap();
    });
    assert_names(&text, "hands[3]: more than two copies", Clause::Deck);
}

#[test]
fn a_wrong_leader_is_named() {
    assert_names(&found(|record| record.leader = record.leader.plus(1)), "leader:", Clause::TributeLeader);
    let mut records = good().0;
    records[0].leader = records[0].leader.plus(1);
    assert_names(&verify(&records, &common_rules()).unwrap_err(), "leader:", Clause::FirstLeader);
}

#[test]
fn a_wrong_play_is_named_by_its_number_and_clause() {
    let text = found(|record| {
        let action = &mut record.plays[7];
        action.seat = action.seat.plus(1);
    });
    assert_names(&text, "plays[7]: seat", Clause::Turn);
    let text = found(|record| record.plays[0].play = None);
    assert_names(&text, "plays[0]: seat", Clause::LeadMustPlay);
    let text = found(|record| {
        // Two copies in another hand leave the leader none, whatever tribute brought it.
        let other = record.hands[record.leader.plus(1).index()];
        let card = other.cards().find(|&card| !card.is_joker() && other.count(card) == 2).unwrap();
        let play = record.plays[0].play.as_mut().unwrap();
        (play.cards, play.kind) = (vec![card], Kind::Single);
        play.rank = card.to_string()[1..].to_owned();
    });
    assert_names(&text, "plays[0]: seat", Clause::OwnCards);
    let text = found(|record| record.plays[0].play.as_mut().unwrap().kind = Kind::JokerBomb);
    assert_names(&text, "plays[0]: ", Clause::Declared);
}

#[test]
fn a_deal_that_breaks_off_or_goes_on_too_long_is_named() {
    assert_names(&found(|record| drop(record.plays.pop())), "plays: the deal is not over", Clause::DealEnds);
    let text = found(|record| record.plays.push(record.plays[0].clone()));
    assert_names(&text, "plays[", Clause::DealEnds);
}

#[test]
fn a_wrong_tribute_is_named() {
    fn first_pay(record: &mut Record) -> &mut Gift {
        &mut record.tribute.as_mut().unwrap().pays.as_mut().unwrap()[0]
    }
    let text = found(|record| {
        let from = first_pay(record).from.index();
        let lowest = record.hands[from].cards().next().unwrap();
        first_pay(record).card = lowest;
    });
    assert_names(&text, "tribute.pays:", Clause::HighestCard);
    let text = found(|record| first_pay(record).to = first_pay(record).from);
    assert!(text.starts_with("tribute.pays:"), "{text}");
    let text = found(|record| {
        let gift = &mut record.tribute.as_mut().unwrap().returns.as_mut().unwrap()[0];
        gift.card = Card::BIG_JOKER;
    });
    assert_names(&text, "tribute.returns:", Clause::ReturnLimits);
    let text = found(|record| {
        let tribute = record.tribute.as_mut().unwrap();
        (tribute.void, tribute.pays, tribute.returns) = (true, None, None);
        tribute.big_jokers = Some(vec![Seat::new(0); 2]);
    });
    assert_names(&text, "tribute:", Clause::AntiTribute);
    assert_names(&found(|record| record.tribute = None), "tribute:", Clause::AntiTribute);
    let mut records = good().0;
    records[0].tribute = records[1].tribute.clone();
    assert_names(&verify(&records, &common_rules()).unwrap_err(), "tribute:", Clause::TributeDue);
}

#[test]
fn a_wrong_state_before_the_deal_is_named() {
    let up = |level: Rank| Rank::new((level.index() as u8 + 1) % 13);
    assert_names(&found(|record| record.level = up(record.level)), "level:", Clause::Declarers);
    let text = found(|record| {
        let other = 1 - record.declarers.unwrap() as usize;
        record.levels[other] = up(record.levels[other]);
    });
    assert_names(&text, "levels:", Clause::Order);
    assert_names(&found(|record| record.declarers = Some(7)), "declarers:", Clause::Declarers);
    assert_names(&found(|record| record.fallen = [true; 2]), "fallen:", Clause::AceFall);
    assert_names(&found(|record| record.ace_failures = [1; 2]), "ace_failures:", Clause::AceAttempt);
    let text = found(|record| record.streaks.first.rotate_left(1));
    assert!(text.starts_with("streaks:"), "{text}");
    let mut records = good().0;
    records[0].levels[1] = rank("3");
    assert_names(&verify(&records, &common_rules()).unwrap_err(), "levels:", Clause::Start);
}

#[test]
fn wrong_roles_before_the_deal_are_named() {
    assert_names(&found(|record| record.cutter = None), "cutter:", Clause::ShufflerCutter);
    let next = |seat: Option<Seat>| seat.map(|seat| seat.plus(1));
    assert_names(&found(|record| record.shuffler = next(record.shuffler)), "shuffler:", Clause::ShufflerCutter);
    assert_names(
        &found(|record| record.first_drawer = next(record.first_drawer)),
        "first_drawer:",
        Clause::FirstDrawer,
    );
    let mut records = good().0;
    let hands = records[0].hands;
    let up = records[0].turned_up.as_mut().unwrap();
    up.card = Card::all().find(|&card| hands[up.holder.index()].count(card) == 0).unwrap();
    assert_names(&verify(&records, &common_rules()).unwrap_err(), "turned_up:", Clause::PhysicalCopy);
}

#[test]
fn a_wrong_result_is_named() {
    let text = found(|record| record.places.as_mut().unwrap().swap(0, 1));
    assert_names(&text, "places:", Clause::Places);
    assert_names(&found(|record| record.tied = Some(true)), "tied:", Clause::TiedLast);
    let text = found(|record| record.promoted = record.promoted.map(|up| Promoted { levels: up.levels + 1, ..up }));
    assert_names(&text, "promoted:", Clause::Promotion);
    assert_names(&found(|record| record.levels_after.swap(0, 1)), "levels_after:", Clause::Order);
    let text = found(|record| {
        (record.match_over, record.ended_by, record.winner) = (true, Some(EndedBy::Ace), Some(0));
    });
    assert_names(&text, "ended_by:", Clause::PassAce);
    assert!(found(|record| record.fingerprint = "0".into()).starts_with("fingerprint:"));
}

#[test]
fn a_deal_alone_is_judged_by_its_streaks_where_those_name_the_places_before() {
    let text = found_alone(|record| record.streaks.first = [1; 4]);
    assert_names(&text, "streaks: exactly one seat", Clause::Places);
    let text = found_alone(|record| record.streaks.last = record.streaks.first);
    assert_names(&text, "streaks: one seat", Clause::Places);
    let text = found_alone(|record| record.declarers = record.declarers.map(|team| 1 - team));
    assert!(text.starts_with("level:") || text.starts_with("declarers:"), "{text}");
}

#[test]
fn a_record_of_other_rules_breaks_a_clause() {
    let without = Rules { anti_tribute: AntiTribute::None, ..common_rules() };
    let mut found = 0;
    for block in 0..20 {
        for mut record in records(&without, "custom", 22, block, 0.0) {
            record.fingerprint = common_rules().fingerprint();
            if let Err(wrong) = Verifier::new().check(&record, &common_rules()) {
                assert_eq!(wrong.clause, Some(Clause::AntiTribute), "{wrong}");
                found += 1;
            }
        }
    }
    assert!(found > 5, "{found}");
}

/// What parsing says of a damaged line.
fn refused(line: &[u8]) -> String {
    let text = Record::parse(line).unwrap_err().to_string();
    assert!(!text.contains('\n') && !text.is_empty(), "{text}");
    text
}

#[test]
fn lines_that_are_no_records_are_refused_in_one_line_each() {
    let line = good().0[1].to_line();
    let bytes = line.as_bytes();
    assert!(refused(b"").starts_with("not a JSON object: EOF"));
    assert!(refused(&bytes[..bytes.len() / 2]).starts_with("not a JSON object: EOF"));
    assert!(refused(&[bytes, b"x"].concat()).starts_with("not a JSON object: trailing"));
    let utf_16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(line.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert_eq!(refused(&utf_16), "not UTF-8 text: byte 1 is 0xFF");
    assert_eq!(refused(&[b"{\"rules\":\"caf", &[0xE9][..], b"\"}"].concat()), "not UTF-8 text: byte 14 is 0xE9");
    assert!(refused(b"[1, 2]").starts_with("record: invalid"), "{}", refused(b"[1, 2]"));
    let without = line.replacen("\"hands\":", "\"hnads\":", 1);
    assert!(refused(without.as_bytes()).contains("unknown field `hnads`"));
    let missing = line.replacen("\"turned_up\":null,", "", 1);
    assert_eq!(refused(missing.as_bytes()), "record: missing field `turned_up`");
}

#[test]
fn what_a_refusal_quotes_of_a_line_stays_on_one_line() {
    let line = good().0[1].to_line();
    let unknown = format!("\"a\\nb{}\":", "c".repeat(1000));
    let text = refused(line.replacen("\"hands\":", &unknown, 1).as_bytes());
    assert!(text.starts_with("a bccc") && text.len() < 600, "{text}");
    let text = found(|record| record.plays[0].play.as_mut().unwrap().rank = "7\n8".to_owned());
    assert_names(&text, "plays[0]:", Clause::Declared);
    let text = found_alone(|record| record.fingerprint = "1\u{2028}2\u{7F}".to_owned());
    assert!(text.starts_with("fingerprint: \"1 2?\" recorded, but it is "), "{text}");
}

#[test]
fn a_deal_whose_number_no_match_reaches_is_named() {
    let text = found_alone(|record| record.deal = u32::MAX);
    assert_eq!(text, "deal: 4294967295 recorded, but a match is given up after 10000 deals");
}

#[test]
fn a_byte_order_mark_before_a_record_is_no_part_of_it() {
    let line = good().0[0].to_line();
    let marked = Record::parse(format!("\u{FEFF}{line}").as_bytes()).unwrap();
    assert_eq!(marked.to_line(), line);
}

#[test]
fn a_wrong_value_is_named_by_its_key() {
    let line = good().0[1].to_line();
    for (from, to, expected) in [
        ("\"level\":\"", "\"level\":\"X", "level: unknown rank"),
        ("\"hands\":[\"", "\"hands\":[\"S1 ", "hands[0]: unknown card \"S1\""),
        ("\"leader\":", "\"leader\":9", "leader: seat 9"),
        ("\"fallen\":[", "\"fallen\":[3,", "fallen[0]: invalid type"),
        ("\"plays\":[[", "\"plays\":[[\"a\",", "plays[0][0]"),
        ("\"plays\":[[", "\"plays\":[[],[", "plays[0]: invalid length 0, expected [seat, \"pass\"]"),
    ] {
        let text = refused(line.replacen(from, to, 1).as_bytes());
        assert!(text.starts_with(expected), "{to}: {text}");
    }
}
