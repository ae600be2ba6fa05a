//! Each clause has the cases that are listed for it, and says so when it is applied.

use std::collections::BTreeSet;

use tolley_cymbergaj::laws::{Clause, Clauses};
use tolley_cymbergaj::matches::MatchKeys;
use tolley_experiment::schema::Schema;

use super::{balls, fouls, general, repairs, restarts, shootouts, starts, synthetic, throws};

/// Number of cases listed for each clause; the rulings from football beyond CG-5.10's own have one each.
const LISTED: &[(&str, usize)] = &[
    ("CG-1.1", 1),
    ("CG-1.2a", 3),
    ("CG-1.2b", 3),
    ("CG-1.3a", 2),
    ("CG-1.3b", 3),
    ("CG-1.3c", 3),
    ("CG-1.3d", 3),
    ("CG-1.3e", 3),
    ("CG-1.4a", 4),
    ("CG-1.4b", 1),
    ("CG-1.5", 3),
    ("CG-1.6", 2),
    ("CG-1.7", 3),
    ("CG-1.8", 3),
    ("CG-1.9a", 3),
    ("CG-1.9b", 2),
    ("CG-1.9c", 3),
    ("CG-1.10", 2),
    ("CG-1.10a", 2),
    ("CG-2.1", 2),
    ("CG-3.1", 2),
    ("CG-3.2a", 2),
    ("CG-3.2b", 3),
    ("CG-3.2c", 3),
    ("CG-3.3", 3),
    ("CG-4.1a", 3),
    ("CG-4.1b", 2),
    ("CG-4.1c", 2),
    ("CG-5.1", 3),
    ("CG-5.1a", 3),
    ("CG-5.1b", 3),
    ("CG-5.1c", 3),
    ("CG-5.1d", 4),
    ("CG-5.1e", 3),
    ("CG-5.1f", 3),
    ("CG-5.2a", 3),
    ("CG-5.2b", 3),
    ("CG-5.2c", 2),
    ("CG-5.2d", 3),
    ("CG-5.3a", 2),
    ("CG-5.3b", 2),
    ("CG-5.4", 4),
    ("CG-5.5", 4),
    ("CG-5.6", 3),
    ("CG-5.7", 4),
    ("CG-5.8", 3),
    ("CG-5.9", 4),
    ("CG-5.10", 3),
    ("CG-6.1", 2),
    ("CG-FB1", 1),
    ("CG-FB2", 1),
    ("CG-FB3", 1),
    ("CG-FB4", 1),
    ("CG-FB5", 1),
    ("CG-FB6", 1),
    ("CG-FB7", 1),
    ("CG-FB8", 1),
    ("CG-FB9", 1),
    ("CG-FB10", 1),
    ("CG-FB11", 1),
];

/// Clauses that no event applies, with the key, or the field of a match, that holds them.
const FIELDS: &[(Clause, &str)] = &[
    (Clause::Player, "winner"),
    (Clause::Coins, "ball.coin"),
    (Clause::Friendly, "laws.match_kind"),
    (Clause::Faces, "seat"),
    (Clause::Playground, "table.length_m"),
    (Clause::Offside, "laws.offside"),
];

#[test]
fn every_clause_has_its_listed_cases() {
    let named: Vec<&str> = LISTED.iter().map(|(clause, _)| *clause).collect();
    let known: Vec<&str> = Clause::ALL.iter().map(|clause| clause.name()).collect();
    assert_eq!(named, known, "every clause is listed");
    let files = [
        balls::CASES,
        fouls::CASES,
        general::CASES,
        repairs::CASES,
        restarts::CASES,
        shootouts::CASES,
        starts::CASES,
        throws::CASES,
    ];
    let tested: BTreeSet<String> = files.concat().into_iter().map(str::to_owned).collect();
    assert_eq!(tested.len(), files.concat().len(), "no case stands twice");
    let numbers = |(clause, count): &(&str, usize)| (1..=*count).map(|n| format!("{clause}-T{n}")).collect::<Vec<_>>();
    let listed: BTreeSet<String> = LISTED.iter().flat_map(numbers).collect();
    let missing: Vec<_> = listed.difference(&tested).collect();
    let stray: Vec<_> = tested.difference(&listed).collect();
    assert!(missing.is_empty() && stray.is_empty(), "missing {missing:?}, not listed {stray:?}");
}

#[test]
fn every_clause_is_applied_by_an_event_or_stands_in_a_field() {
    let mut applied = Clauses::NONE;
    for laws in synthetic::variants() {
        for repeat in 0..40 {
            let mut clauses = Clauses::NONE;
            synthetic::play(&laws, repeat, |before, _, after| clauses = clauses.and(before.news).and(after.news));
            applied = applied.and(clauses);
        }
    }
    let schema = Schema::of::<MatchKeys>();
    let unknown = FIELDS.iter().find(|(_, path)| path.contains('.') && schema.index(path).is_none());
    assert_eq!(unknown, None, "a key that is not there");
    for clause in Clause::ALL {
        let in_field = FIELDS.iter().any(|(known, _)| known == clause);
        assert_eq!(applied.has(*clause), !in_field, "{}", clause.name());
    }
}
