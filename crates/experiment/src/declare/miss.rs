//! How far somebody misses, as people say it, `3 cm at 1 m`, and the deviations of a hand that come of it.

use crate::declare::key::Path;
use crate::declare::problem::shortened;
use crate::declare::schema::{Preset, Schema};
use crate::declare::unit::{Dimension, parse_quantity};
use crate::declare::value::{Kind, Value};

/// The preset that a key chooses.
pub(crate) fn preset_of(schema: &Schema, chooser: Path) -> Result<&Preset, String> {
    let found = schema.presets.iter().find(|preset| schema.keys[preset.chooser].path == chooser);
    found.ok_or_else(|| format!("{chooser} is no preset"))
}

/// The deviations of who misses so, by the number of their keys: a standard deviation across the aimed line, with the
/// other errors in the same ratio to those of the default preset. The keys are the one that chooses the preset, and the
/// deviation of the direction; `whole` is how messages name what was typed.
pub fn deviations(
    missed: &str,
    whole: &str,
    schema: &Schema,
    [chooser, aim_sd]: [Path; 2],
) -> Result<Vec<(usize, Value)>, String> {
    let keys = preset_of(schema, chooser)?.distinct_targets();
    let defaults = schema.defaults();
    let usual_rad = match schema.find(aim_sd).map(|key| &defaults[key]) {
        Some(Value::Number(number)) => *number,
        _ => return Err(format!("{aim_sd} is no number")),
    };
    let ratio = sd_rad(missed)? / usual_rad;
    let scaled = |key: usize| match &defaults[key] {
        Value::Number(sd) => (key, Value::Number(ratio * sd)),
        other => (key, other.clone()),
    };
    let sets: Vec<(usize, Value)> = keys.into_iter().map(scaled).collect();
    check_possible(whole, &sets, ratio, usual_rad, schema)?;
    Ok(sets)
}

/// How far a deviation of the direction, rad, misses: `misses 3 cm at 1 m`, rounded down.
pub fn missed_at_a_metre(sd_rad: f64) -> String {
    // a right angle misses by all there is
    let missed_cm = 100.0 * libm::tan(sd_rad.min(1.5));
    let digits = if missed_cm < 1.0 { 100.0 } else { 1.0 };
    format!("misses {} cm at 1 m", libm::floor(missed_cm * digits) / digits)
}

/// Refuses deviations that no key may have, and says the widest that is allowed; these are so many times the usual
/// ones, whose direction errs by `usual_rad`.
fn check_possible(
    text: &str,
    sets: &[(usize, Value)],
    ratio: f64,
    usual_rad: f64,
    schema: &Schema,
) -> Result<(), String> {
    let most_ratio = |(key, value): &(usize, Value)| match (&schema.keys[*key].kind, value) {
        (Kind::Number { possible: [_, most], .. }, Value::Number(sd)) if *sd > 0.0 => {
            Some((ratio * most / sd, *key, *sd))
        }
        _ => None,
    };
    let narrowest = sets.iter().filter_map(most_ratio).min_by(|a, b| a.0.total_cmp(&b.0));
    let Some((most, key, sd)) = narrowest.filter(|(most, ..)| *most < ratio) else { return Ok(()) };
    let Kind::Number { possible: [low, high], .. } = schema.keys[key].kind else { return Ok(()) };
    let (path, widest) = (schema.keys[key].path, missed_at_a_metre(most * usual_rad));
    let text = shortened(text);
    Err(format!("\"{text}\" makes {path} {sd:.3}; allowed: {low} to {high}, reached by \"{widest}\""))
}

/// The deviation of a direction, rad, from `3 cm at 1 m`.
fn sd_rad(text: &str) -> Result<f64, String> {
    if !text.contains("at") {
        return Err(format!("\"misses {}\" has no \" at \"", shortened(text)));
    }
    let text = text.trim();
    let sd_rad = parse_quantity(text, Dimension::of_name("sd_rad"));
    let sd_rad = sd_rad.map_err(|error| format!("\"{}\": {error}", shortened(text)))?;
    if sd_rad > 0.0 { Ok(sd_rad) } else { Err(format!("{} is not more than 0 m", shortened(text))) }
}
