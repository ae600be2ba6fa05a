//! Every clause has its listed cases, and every clause is told of by an event or a column.

use std::collections::{BTreeMap, BTreeSet};

use tolley_experiment::schema::Schema;
use tolley_experiment::study::Study;
use tolley_tinsley_green::laws::Clause;
use tolley_tinsley_green::shot::{ShotKeys, ShotStudy};

use super::{accidents, fouls, individual, knuckling, open, play, random, ring, team};
use crate::cases::count_by_clause;

/// How many cases the clause table lists.
const LISTED: &[(Clause, usize)] = &[
    (Clause::Tg1a, 3),
    (Clause::Tg1b, 2),
    (Clause::Tg1c, 3),
    (Clause::Tg2, 3),
    (Clause::Tg3, 2),
    (Clause::Tg4a, 3),
    (Clause::Tg4b, 2),
    (Clause::Tg4c, 2),
    (Clause::Tg5a, 2),
    (Clause::Tg5b1, 2),
    (Clause::Tg5b2, 2),
    (Clause::Tg5b3, 2),
    (Clause::Tg5c, 2),
    (Clause::Tg5d1, 3),
    (Clause::Tg5d2, 3),
    (Clause::Tg5d3, 4),
    (Clause::Tg5d4, 4),
    (Clause::Tg6a, 3),
    (Clause::Tg6b1, 2),
    (Clause::Tg6b2, 3),
    (Clause::Tg6c, 3),
    (Clause::Tg7a, 3),
    (Clause::Tg7b, 3),
    (Clause::Tg7c, 3),
    (Clause::Tg7i, 5),
    (Clause::Tg7ii, 3),
    (Clause::Tg7score, 2),
    (Clause::Tg7three, 3),
    (Clause::Tg8a, 4),
    (Clause::Tg8b, 3),
    (Clause::Tg9a, 2),
    (Clause::Tg9b, 3),
    (Clause::Tg9c, 3),
    (Clause::Tg9d, 3),
    (Clause::Tg9e, 4),
    (Clause::Tg9f, 3),
    (Clause::Tg9g, 4),
    (Clause::Tg10, 1),
    (Clause::Tg11a, 2),
    (Clause::Tg11b, 3),
    (Clause::Tg11c, 3),
    (Clause::Tg11d, 3),
    (Clause::Tg11e, 1),
    (Clause::Tg12, 1),
    (Clause::Tg13, 1),
    (Clause::TgX1, 3),
    (Clause::TgX2, 2),
    (Clause::TgX3, 2),
    (Clause::TgX4, 3),
    (Clause::TgX5, 1),
];

/// The clause of the hand, told by the errors of each shot instead of by an event.
const BY_COLUMN: [Clause; 1] = [Clause::Tg5b2];

const FILES: [&[&str]; 8] = [
    ring::CASES,
    play::CASES,
    knuckling::CASES,
    fouls::CASES,
    accidents::CASES,
    team::CASES,
    individual::CASES,
    open::CASES,
];

#[test]
fn each_clause_has_its_listed_cases() {
    let listed: BTreeMap<&str, usize> = LISTED.iter().map(|(clause, count)| (clause.name(), *count)).collect();
    assert_eq!(count_by_clause(&FILES), listed);
    let numbered = |(clause, count): &(Clause, usize)| {
        let name = clause.name();
        (1..=*count).map(move |n| format!("{name}-T{n}"))
    };
    let expected: BTreeSet<String> = LISTED.iter().flat_map(numbered).collect();
    let found: BTreeSet<String> = FILES.iter().flat_map(|file| file.iter()).map(|id| (*id).to_owned()).collect();
    assert_eq!(found, expected, "numbered from 1, each once");
    let clauses: Vec<_> = LISTED.iter().map(|(clause, _)| *clause).collect();
    assert_eq!(clauses, Clause::ALL);
}

#[test]
fn each_clause_is_told_of_by_an_event_or_a_column() {
    let mut told: BTreeMap<Clause, u32> = BTreeMap::new();
    for repeat in 0..200 {
        random::play_match(repeat, &mut |notes| {
            notes.iter().for_each(|note| *told.entry(note.clause).or_default() += 1);
        });
    }
    let silent: Vec<_> = Clause::ALL.iter().filter(|clause| !told.contains_key(clause)).collect();
    assert_eq!(silent, BY_COLUMN.iter().collect::<Vec<_>>(), "only the hand is told of by columns");
    // a key of the clause is a column of every dataset, and the errors are columns of every shot
    let keys = Schema::of::<ShotKeys>().keys;
    for clause in BY_COLUMN {
        assert!(keys.iter().any(|key| key.clause == Some(clause.name())), "{}", clause.name());
    }
    let columns = &ShotStudy::tables()[0].columns;
    assert!(columns.iter().any(|column| column.name == "aim_error_rad"));
}
