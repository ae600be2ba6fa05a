//! Scenarios to begin with, with every key that they may set.

use std::fmt::Write as _;

use tolley_experiment::scenario::{self, Overrides, describe};
use tolley_experiment::study::StudyInfo;
use tolley_experiment::value::Value;

use crate::error::SessionError;
use crate::shipped::Shipped;
use crate::studies;

/// A scenario or scene that comes with the program; a scenario has every key that it may set.
pub fn of_shipped(shipped: Shipped) -> Result<String, SessionError> {
    if shipped.is_scene() { Ok(shipped.text.to_owned()) } else { with_keys(shipped.text) }
}

/// A scenario of a study with every key that it may set.
pub fn of_study(study: &StudyInfo) -> Result<String, SessionError> {
    with_keys(&format!(
        "# What do you want to know?\nstudy   = \"{}\"\nseed    = 1\nrepeats = 1000    # trials per point\n",
        study.name
    ))
}

/// A scenario, and as comments the keys that it does not set, table by table, with what they mean.
fn with_keys(text: &str) -> Result<String, SessionError> {
    let (plan, _) = scenario::parse("scenario", text, &studies::infos(), Overrides::default())?;
    let mut text = format!(
        "{}\n# Every other key of {}, with its default. Take the # away from a key and from its table, or\n\
         # move the key to where the table stands above. A bare number is in the unit of the name, \"3 cm\" in its own.\n",
        text.trim_end().to_owned() + "\n",
        plan.study.name
    );
    let mut table = "";
    let keys = plan.study.schema.keys.iter().enumerate();
    for (index, key) in keys.filter(|(index, _)| !plan.is_set(*index) && plan.axis_of(*index).is_none()) {
        if key.path.table != table {
            table = key.path.table;
            let _ = write!(text, "\n# [{table}]\n");
        }
        let (range, _) = describe(key);
        let assumed = if key.assumption.is_some() { "; assumed" } else { "" };
        let default = &plan.study.schema.keys[index].default;
        let _ = writeln!(text, "# {} = {}    # {}; {range}{assumed}", key.path.name, literal(default), key.about);
    }
    Ok(text)
}

/// A value as a file says it.
fn literal(value: &Value) -> String {
    match value {
        Value::Choice(choice) => format!("\"{choice}\""),
        other => other.to_string(),
    }
}
