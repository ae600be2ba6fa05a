//! Every key and every column of every study says in plain words what it is, in which unit it is shown, and what part
//! it plays; so do those that a dataset adds.

use std::collections::BTreeSet;
use std::sync::Arc;

use tolley_answers::directions;
use tolley_dataset::{Manifest, Versions};
use tolley_experiment::plan::Plan;
use tolley_experiment::role::Role;
use tolley_experiment::shown;
use tolley_experiment::table::Column;
use tolley_experiment::value::Kind;
use tolley_session::studies;

/// What is wrong with a label, if anything is.
fn fault(label: &str, known: &mut BTreeSet<String>) -> Option<&'static str> {
    let is_open = label.ends_with(['.', ' ']) || label.starts_with(' ') || label.contains('{');
    let fault = if label.is_empty() { Some("no label") } else { is_open.then_some("no plain label") };
    let is_taken = !known.insert(label.to_owned());
    fault.or(is_taken.then_some("the label of another one"))
}

#[test]
fn every_key_has_a_label_a_role_a_unit_and_where_nobody_measured_it_strata() {
    for info in studies::infos() {
        let mut known = BTreeSet::new();
        for key in &info.schema.keys {
            let at = format!("{}, {}", info.name, key.path);
            assert_eq!(fault(&key.label, &mut known), None, "{at}: {}", key.label);
            let factor = shown::factor(key.path.name, key.shown);
            assert!(factor.is_some_and(|factor| factor > 0.0), "{at} cannot be shown in {}", key.shown);
            let is_told = key.strata.is_some() || key.no_strata.is_some();
            assert!(key.role != Role::Ground || is_told, "{at} is ground: say its strata, or why it has none");
            assert!(key.strata.is_none() || key.no_strata.is_none(), "{at} has strata and none");
            let Some(strata) = &key.strata else { continue };
            assert!(strata.values.contains(&key.default) && !strata.basis.is_empty(), "{at}: {strata:?}");
            let is_some_key =
                |word: &str| info.schema.index(word.split(['=', '>', '!']).next().unwrap_or(word)).is_some();
            let when = key.strata_when().unwrap_or_default();
            // what no key says is said in words
            let is_words = when.contains(' ') && !when.contains(['=', '>', '!']);
            assert!(is_words || when.is_empty() || when.split(" or ").all(is_some_key), "{at} matters when {when}");
        }
    }
}

/// What is said of directions is said of keys that some study has, each in the unit that the words suppose.
#[test]
fn directions_are_those_of_keys() {
    let infos = studies::infos();
    let paths: BTreeSet<String> =
        infos.iter().flat_map(|info| info.schema.keys.iter().map(|key| key.path.to_string())).collect();
    for named in directions::keys() {
        let is_known = match named.strip_prefix('*') {
            Some(end) => paths.iter().any(|path| path.ends_with(end)),
            None => paths.contains(named),
        };
        assert!(is_known, "{named} is no key");
    }
    // a choice that has two ways says them, if anybody reads it as a number
    let choices = infos.iter().flat_map(|info| &info.schema.keys).filter(|key| key.role == Role::Choice);
    for key in choices {
        let is_signed = matches!(key.kind, Kind::Number { possible: [low, _], .. } if low < 0.0);
        let is_said = directions::of(&key.path.to_string()).is_some();
        assert!(!is_signed || is_said || UNSAID.contains(&key.path.name), "{} goes two ways: which?", key.path);
    }
}

/// Choices below and above zero that no answer names: a depth, and a direction that is counted as places are.
const UNSAID: &[&str] = &["keeper_over_ratio", "azimuth_rad"];

#[test]
fn keys_of_two_sides_say_whose_they_are() {
    for info in studies::infos() {
        let Some(sides) = info.schema.sides() else {
            assert!(info.schema.keys.iter().all(|key| key.of.is_none() && key.role != Role::Side), "{}", info.name);
            continue;
        };
        for key in &info.schema.keys {
            let number = sides.iter().position(|side| *side == key.path.table);
            assert_eq!(key.of, number.map(|number| ["a", "b"][number]), "{}, {}", info.name, key.path);
        }
    }
}

#[test]
fn every_column_of_a_dataset_has_a_label_a_role_and_a_unit() {
    for info in studies::infos() {
        let plan = Plan::of_study(Arc::clone(&info));
        let manifest = Manifest::of(&plan, Versions { tolley: "test", physics: 0 }).expect("a manifest");
        for table in manifest.tables.iter().chain([&manifest.points, &manifest.estimates]) {
            let mut known = BTreeSet::new();
            for column in &table.columns {
                let at = format!("{}, {} of {}", info.name, column.name, table.name);
                assert_eq!(fault(&column.label, &mut known), None, "{at}: {}", column.label);
                assert!(column.role.is_some(), "{at} has no role");
                assert!(shown::factor(&column.name, &column.shown).is_some(), "{at} in {}", column.shown);
            }
        }
        // the manifest as text says the same
        let column = |path: &str| manifest.described_key(path).expect("a column").clone();
        for key in &info.schema.keys {
            let (told, of_key) = (column(&key.path.to_string()), Column::of_key(key));
            let text = serde_json::to_string(&told).expect("JSON");
            assert_eq!(serde_json::from_str::<Column>(&text).expect("a column"), told);
            assert_eq!(told, of_key, "{}", key.path);
        }
    }
}
