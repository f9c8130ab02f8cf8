//! Records: lines of JSON, judged and made into positions.

use bolero::check;
use guandan_core::record::{Record, Verifier};
use guandan_core::rules::{Rules, Tables};

use crate::common::played::records;
use crate::texts::{Text, Texts, assert_one_line};

const WORDS: &[&str] = &[
    "\"pass\"",
    "\"S7 D7\"",
    "pair",
    "single",
    "joker_bomb",
    "S2",
    "HR",
    "H2",
    "A",
    "2",
    "T",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "true",
    "false",
    "1",
    "2",
    "3",
    "4",
    "1.5",
    "\"ace\"",
    "\"clock\"",
    "\"leave\"",
    "match",
    "left",
    "tied",
    "won_at",
    "big_jokers",
    "\"left\":[0,5],",
    "\"tied\":true,",
    "\"x\\ny\"",
    "\"x\\ny\":1,",
];

/// The records of matches under rules that ask for much, and their rules.
fn matches() -> Vec<(Rules, Vec<Record>)> {
    let preset = |name: &str| Rules::preset(name).unwrap();
    let levels_to_win = Rules { must_play: 1 << 3 | 1 << 12, ..preset("institute") };
    let sets = [preset("institute"), preset("competition"), preset("guandan_com"), levels_to_win];
    sets.into_iter().zip(0..).map(|(rules, block)| (rules, records(&rules, "custom", 3, block, 0.1))).collect()
}

/// Judges a record by itself and after another one, and the positions in it.
fn judge(record: &Record, before: &Record, rules: &Rules) {
    let mut verifier = Verifier::new();
    assert_eq!(verifier.check(before, rules), Ok(()));
    let after_another = verifier.check(record, rules);
    let alone = Verifier::new().check(record, rules);
    for judged in [&after_another, &alone] {
        if let Err(wrong) = judged {
            assert_one_line(wrong);
        }
    }
    let tables = Tables::new(rules, record.level);
    for play in [0, record.plays.len() / 2, record.plays.len(), record.plays.len() + 1] {
        match record.position(rules, &tables, play) {
            Err(wrong) => assert_one_line(wrong),
            Ok(position) => assert_eq!(position.deal.actions() as usize, play),
        }
    }
    if alone.is_ok() {
        let end = record.position(rules, &tables, record.plays.len()).expect("a right record has positions");
        assert_eq!(end.deal.is_over(), record.places.is_some());
    }
}

#[test]
fn record_line() {
    let matches = matches();
    let lines = matches.iter().flat_map(|(_, records)| records.iter().map(Record::to_line));
    let texts = Texts::new(lines, WORDS);
    check!().with_generator(texts).for_each(|text: &Text| match Record::parse(&text.0) {
        Err(refusal) => assert_one_line(refusal),
        Ok(record) => {
            let line = record.to_line();
            assert!(!line.contains('\n'));
            assert_eq!(Record::parse(line.as_bytes()).as_ref(), Ok(&record));
            let (rules, records) = &matches[record.match_number as usize % matches.len()];
            let before = records.iter().find(|other| Some(other.deal) == record.deal.checked_sub(1));
            judge(&record, before.unwrap_or(&records[0]), rules);
        }
    });
}
