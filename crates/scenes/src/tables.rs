//! Reads the tables of a scene by their keys, and says what is missing or belongs to the other world.

use tolley_experiment::document::Reader;
use tolley_experiment::key_reader;
use tolley_experiment::keys::KeyTable;
use tolley_experiment::problem::Severity;
use tolley_experiment::value::{Kind, Value};

/// Why a key of discs does nothing.
pub(crate) const OF_DISCS: &str = "it belongs to a world of discs";
/// Why a key of spheres does nothing.
pub(crate) const OF_SPHERES: &str = "it belongs to a world of spheres";

/// A smaller gravity or friction that is not 0 would let bodies go further than places can be told apart.
const LEAST: f64 = 1e-6;
const ZERO_OR_LEAST: [&str; 4] = ["gravity_m_s2", "sliding_friction_ratio", "rolling_friction_ratio", "friction_ratio"];

/// Reads the keys of a table over those that hold where it is silent.
pub(crate) fn read<T: KeyTable>(table: &Reader<'_>, silent: &T) -> T {
    let read = key_reader::read(table, silent);
    let values = T::keys().into_iter().zip(read.values());
    for (key, value) in values.filter(|(key, _)| table.has(key.path.name)) {
        if let (Kind::Number { possible: [_, high], .. }, Value::Number(number)) = (key.kind, value)
            && ZERO_OR_LEAST.contains(&key.path.name)
            && 0.0 < number
            && number < LEAST
        {
            let si = key.dimension().si();
            let message = format!("{number:e} {si} is impossible; allowed: 0, or {LEAST:e} to {high} {si}");
            table.wrong(key.path.name, message.replace("  ", " ").trim_end());
        }
    }
    read
}

/// Reads a table of one world, or takes the defaults where it is absent; `check` looks at what joins several keys.
pub(crate) fn table<T: KeyTable, Other: KeyTable>(
    root: &Reader<'_>,
    why_idle: &str,
    check: impl FnOnce(&Reader<'_>, &T),
) -> T {
    let Some(table) = root.table(T::NAME) else { return T::default() };
    let keys = read(&table, &T::default());
    let own: Vec<&str> = T::keys().iter().map(|key| key.path.name).collect();
    let others = Other::keys().into_iter().map(|key| key.path.name);
    idle(&table, others.filter(|name| !own.contains(name)), why_idle);
    check(&table, &keys);
    table.finish();
    keys
}

/// Warns of keys that are known but do nothing here.
pub(crate) fn idle(table: &Reader<'_>, names: impl IntoIterator<Item = &'static str>, why: &str) {
    for name in names {
        if table.item(name).is_some() {
            table.note(name, format!("has no effect: {why}"), Severity::Warning);
        }
    }
}

/// Notes which of these keys are missing.
pub(crate) fn need(table: &Reader<'_>, names: &[&str]) {
    for name in names.iter().filter(|name| !table.has(name)) {
        table.wrong(name, "is missing");
    }
}

/// Reads the name of a body, line or post, which no other of its kind may have; empty where it is wrong.
pub(crate) fn name<'t>(table: &Reader<'_>, mut taken: impl Iterator<Item = &'t str>) -> String {
    need(table, &["name"]);
    let name = table.text("name");
    match name {
        Some("") => table.wrong("name", "is empty"),
        Some(name) if taken.any(|other| other == name) => {
            table.wrong("name", format!("\"{name}\" stands twice"));
        }
        _ => {}
    }
    name.unwrap_or_default().to_owned()
}
