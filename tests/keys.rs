//! The keys of every study: field, key and column are one word, defaults are in force, units are those of the one
//! table.

use std::collections::BTreeSet;

use tolley_experiment::key::{Drawn, Key};
use tolley_experiment::keys::KeySet;
use tolley_experiment::names::Named;
use tolley_experiment::plan::Plan;
use tolley_experiment::study::{Shortcuts, StudyInfo};
use tolley_experiment::table::{Column, ColumnKind, MeasureKind};
use tolley_experiment::unit::Unit;
use tolley_experiment::value::Kind;

/// What is looked at in a study.
struct Looked {
    info: StudyInfo,
    /// Whether the keys as declared are what a scenario that says nothing gives.
    has_defaults_in_force: bool,
    /// Clauses of the game's laws.
    clauses: &'static [&'static str],
}

fn look<S: Shortcuts, C: Named>() -> Looked
where
    S::Keys: PartialEq + std::fmt::Debug,
{
    let info = StudyInfo::of::<S>();
    let said_nothing = Plan::of_study(std::sync::Arc::new(info.clone())).point(0);
    assert_eq!(S::Keys::default(), S::Keys::read(&said_nothing), "{}: defaults and presets differ", S::NAME);
    let has_defaults_in_force = said_nothing == info.schema.defaults();
    Looked { info, has_defaults_in_force, clauses: C::NAMES }
}

fn studies() -> Vec<Looked> {
    vec![
        look::<tolley_tinsley_green::shot::ShotStudy, tolley_tinsley_green::laws::Clause>(),
        look::<tolley_tinsley_green::matches::MatchStudy, tolley_tinsley_green::laws::Clause>(),
        look::<tolley_cymbergaj::shot::FlickStudy, tolley_cymbergaj::laws::Clause>(),
        look::<tolley_cymbergaj::matches::MatchStudy, tolley_cymbergaj::laws::Clause>(),
        look::<tolley_cymbergaj::matches::ShootoutStudy, tolley_cymbergaj::laws::Clause>(),
        look::<tolley_dice_football::matches::MatchStudy, tolley_dice_football::laws::Clause>(),
        look::<tolley_dice_football::solve::SolveStudy, tolley_dice_football::laws::Clause>(),
    ]
}

#[test]
fn every_default_that_is_listed_is_in_force() {
    for Looked { info, has_defaults_in_force, .. } in studies() {
        assert!(has_defaults_in_force, "{}: a preset changes a default", info.name);
        assert!((info.check)(&info.schema.defaults()).is_empty(), "{}: the defaults break a rule", info.name);
    }
}

/// A clause or an assumption of which nothing said what to draw was passed over by `tolley ask depends`: the limit of
/// fouls and how often they are among them.
#[test]
fn of_every_clause_and_assumption_it_is_said_what_is_drawn_or_why_nothing_is() {
    for Looked { info, .. } in studies() {
        let asked = |key: &&Key| key.sets.is_empty() && (key.clause.is_some() || key.assumption.is_some());
        let passed_over: Vec<String> = (info.schema.keys.iter().filter(asked))
            .filter(|key| key.drawn_axis().is_err() && !matches!(key.drawn, Drawn::Nothing(_)))
            .map(|key| key.path.to_string())
            .collect();
        assert!(passed_over.is_empty(), "{}: {passed_over:?}", info.name);
    }
}

#[test]
fn a_key_is_its_field_and_its_column() {
    for Looked { info, .. } in studies() {
        let mut columns = BTreeSet::new();
        for key in &info.schema.keys {
            assert_eq!(Column::of_key(key).name, format!("{}_{}", key.path.table, key.path.name));
            assert_eq!(key.path.to_string(), format!("{}.{}", key.path.table, key.path.name));
            assert!(columns.insert(key.path.column()), "{}: two keys have the column {}", info.name, key.path.column());
            let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            assert!(key.path.column().chars().all(is_word), "{}: {}", info.name, key.path);
        }
        for column in info.tables.iter().flat_map(|table| &table.columns) {
            assert!(!columns.contains(&column.name), "{}: a key and a row have the column {}", info.name, column.name);
        }
    }
}

/// Words that DuckDB, PostgreSQL or SQLite reserve, or know as a function or type of everyday use: as a name they would
/// have to be quoted, or mean something else where they are not.
const SQL: &str =
    "add all alter analyse analyze and any array as asc asymmetric authorization begin between binary both
    by case cast check collate collation column commit concurrently constraint count create cross current_date
    current_time current_timestamp current_user date default deferrable delete desc describe distinct do drop else end
    escape except exists explain false fetch filter first for foreign freeze from full glob grant group having if ilike
    in index initially inner insert int integer intersect into is isnull join key lambda last lateral leading left like
    limit localtime max mean min natural not notnull null offset on only or order outer over overlaps pivot
    placing positional primary qualify rank real references regexp returning right select show similar some
    sum summarize symmetric table tablesample text then time timestamp to trailing transaction true union unique
    unpivot update user using values variadic verbose view when where window with";

/// Ids, the swept keys and the rows stand beside each other in a query.
#[test]
fn no_table_and_no_column_is_a_word_of_sql() {
    let words: BTreeSet<&str> = SQL.split_whitespace().collect();
    for Looked { info, .. } in studies() {
        let ids = ["trial", "point", "repeat", "status", "points", "estimates"].map(str::to_owned);
        let keys = info.schema.keys.iter().map(|key| key.path.column());
        let tables = info
            .tables
            .iter()
            .flat_map(|table| table.columns.iter().map(|column| column.name.clone()).chain([table.name.clone()]));
        for name in ids.into_iter().chain(keys).chain(tables) {
            assert!(!words.contains(name.as_str()), "{}: {name}", info.name);
        }
    }
}

/// A count of a dataset has 63 bits, and a sign so that differences are right.
#[test]
fn no_key_counts_beyond_what_a_column_holds() {
    for Looked { info, .. } in studies() {
        for key in &info.schema.keys {
            let Kind::Count { possible, .. } = key.kind else { continue };
            assert!(possible[1] <= i64::MAX as u64, "{}: {} up to {}", info.name, key.path, possible[1]);
        }
    }
}

/// Numbers without a unit of the table: what they are, the name says in full.
const PLAIN: &[&str] = &[
    "residual",
    "rolls_per_possession",
    // goals, also expected ones
    "goal_difference",
    "kick_off_goals",
    "attacker_goals",
    "attacker_ahead",
    "goals_to_come",
    "margin_goals",
    "steady_goals",
    // numbers that may be absent: of a side, a seat, a player
    "side",
    "blocker",
    "broken_place",
    "winner_side",
    "winner_seat",
    "player",
    // of an event, in the unit that its kind says
    "value",
];

fn is_dimensionless(name: &str) -> bool {
    let ends = ["_ratio", "_share", "_count", "_dof", "_mean"].iter().any(|ending| name.ends_with(ending));
    let is_probability = name.starts_with("p_") || name.contains("_p_");
    let is_weight = name.rsplit_once("_weight_").is_some_and(|(_, face)| face.parse::<u8>().is_ok());
    ends || is_probability || is_weight || PLAIN.contains(&name)
}

#[test]
fn every_number_ends_in_a_unit_of_the_table_or_says_that_it_has_none() {
    for Looked { info, .. } in studies() {
        let numbers = info.schema.keys.iter().filter(|key| matches!(key.kind, Kind::Number { .. }));
        let mut names: Vec<String> = numbers.map(|key| key.path.name.to_owned()).collect();
        let columns = info.tables.iter().flat_map(|table| &table.columns);
        for column in columns {
            let unit = Unit::of_name(&column.name).map_or("", |unit| unit.si);
            assert_eq!(column.unit, unit, "{}: {}", info.name, column.name);
            if column.kind == ColumnKind::F64 {
                names.push(column.name.clone());
            } else {
                assert_eq!(unit, "", "{}: {} is not a measurement", info.name, column.name);
            }
        }
        for name in names {
            assert!(Unit::of_name(&name).is_some() || is_dimensionless(&name), "{}: {name} has no unit", info.name);
        }
    }
}

#[test]
fn every_key_says_what_it_means_and_names_clauses_that_exist() {
    for Looked { info, clauses, .. } in studies() {
        let mut named = 0;
        for key in &info.schema.keys {
            assert!(key.about.len() > 3, "{}: {} has no description", info.name, key.path);
            for clause in key.clause.iter().flat_map(|clause| clause.split(", ")) {
                assert!(clauses.contains(&clause), "{}: {} names {clause}", info.name, key.path);
                named += 1;
            }
            if let Some(condition) = key.only_with {
                let chooser = info.schema.find(condition.key).map(|other| &info.schema.keys[other]);
                let has = |kind: Kind| matches!(kind, Kind::Choice(choices) if choices.contains(&condition.choice));
                assert!(chooser.is_none_or(|chooser| has(chooser.kind)), "{}: {}", key.path, condition.choice);
            }
        }
        assert!(named > 0, "{} names no clause", info.name);
    }
}

/// What nobody has measured and what turns an answer is marked.
#[test]
fn choices_that_turn_a_sign_are_marked_as_assumptions() {
    for Looked { info, .. } in studies() {
        for key in info.schema.keys.iter().filter(|key| key.path.is("strike.by")) {
            assert!(key.assumption.is_some(), "{}: {}", info.name, key.path);
        }
    }
}

#[test]
fn every_measure_is_a_column_of_the_first_table() {
    for Looked { info, .. } in studies() {
        for measure in &info.measures {
            let column = info.tables[0].columns.iter().find(|column| column.name == measure.column);
            let kind = column.map(|column| &column.kind);
            let fits = match measure.kind {
                MeasureKind::Share => kind == Some(&ColumnKind::Bool),
                MeasureKind::Fair | MeasureKind::Pooled => kind == Some(&ColumnKind::F64),
                MeasureKind::Mean => {
                    matches!(kind, Some(ColumnKind::F64 | ColumnKind::U32 | ColumnKind::U64 | ColumnKind::Bool))
                }
            };
            assert!(fits, "{}: {} is {kind:?}", info.name, measure.column);
        }
    }
}
