//! Every clause has its listed cases, and every clause is told of by an event or a column.

use std::collections::BTreeMap;

use tolley_experiment::row::Row;
use tolley_tinsley_green::keys;
use tolley_tinsley_green::laws::{self, Clause};
use tolley_tinsley_green::shot::Shot;

use super::{accidents, fouls, individual, knuckling, open, play, random, ring, team};

/// How many cases the clause table lists.
const LISTED: &[(Clause, u32)] = &[
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
    (Clause::Tg7i, 4),
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

#[test]
fn each_clause_has_its_listed_cases() {
    let sets = [
        ring::CASES,
        play::CASES,
        knuckling::CASES,
        fouls::CASES,
        accidents::CASES,
        team::CASES,
        individual::CASES,
        open::CASES,
    ];
    let found: Vec<_> = sets.iter().flat_map(|set| set.iter()).map(|(id, _)| (*id).to_owned()).collect();
    let listed: Vec<_> =
        LISTED.iter().flat_map(|(clause, count)| (1..=*count).map(move |n| format!("{}-T{n}", clause.id()))).collect();
    let missing: Vec<_> = listed.iter().filter(|id| !found.contains(id)).collect();
    let surplus: Vec<_> = found.iter().filter(|id| !listed.contains(id)).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing {missing:?}, surplus {surplus:?}");
    assert_eq!(found.len(), listed.len(), "a case stands there twice");
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
    let about = Shot::COLUMNS.iter().map(|column| column.about);
    let about: Vec<_> = about.chain(keys::SHOT.keys.iter().chain(laws::keys::KEYS).map(|key| key.about)).collect();
    for clause in BY_COLUMN {
        assert!(about.iter().any(|about| about.contains(clause.id())), "{}", clause.id());
    }
}
