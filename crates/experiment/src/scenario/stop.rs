//! `[stop]` of a scenario: each point ends as soon as the interval of one measure is narrow enough.
//!
//! The trials that every point plays come first. Then all points that go on play a quarter more, again and again, and
//! are looked at when all of them have: who ends follows from the rows alone, never from threads or interruptions.
//! Stopping when a fixed width is reached keeps the confidence as the width goes to 0 (Y. S. Chow and H. Robbins, Ann.
//! Math. Statist. 36 (1965) 457, <https://doi.org/10.1214/aoms/1177700156>).

use serde::{Deserialize, Serialize};

use crate::declare::study::StudyInfo;
use crate::declare::unit::Dimension;
use crate::document::{Node, Reader};

/// Repeats of every point, unless the scenario says.
pub const MIN_REPEATS: u64 = 32;
/// Confidence of the interval, unless the scenario says.
pub const CONFIDENCE: f64 = 0.95;
/// What it may be.
pub const CONFIDENCE_ALLOWED: [f64; 2] = [0.5, 0.9999];
/// With fewer there is no interval.
pub const LEAST_REPEATS: u64 = 2;

/// When a point ends before it has all repeats of the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StopRule {
    /// Column of the measure.
    pub metric: String,
    /// Half the width of its interval at which a point ends, in the unit of the column.
    pub half_width: f64,
    /// Confidence of the interval.
    pub confidence: f64,
    /// Repeats that every point has.
    pub min_repeats: u64,
}

/// So many repeats come after so many: a quarter more, up to the most.
pub fn next_repeats(played: u64, most: u64) -> u64 {
    played.saturating_add(played.div_ceil(4)).min(most)
}

/// The rule, if the file has one, and the most repeats of a point; what is wrong with it is noted. `most` is what the
/// command line says.
pub(crate) fn read(root: &Reader<'_>, study: &StudyInfo, most: Option<u64>) -> Option<(StopRule, u64)> {
    let table = root.table("stop")?;
    if root.has("repeats") {
        root.wrong("repeats", "a scenario with [stop] has stop.min_repeats and stop.max_repeats instead");
    }
    let metric = metric(&table, study);
    let half_width = half_width(&table, metric.unwrap_or_default());
    let confidence = table.number_or("confidence", CONFIDENCE_ALLOWED, CONFIDENCE);
    let least = whole(&table, "min_repeats");
    let told = whole(&table, "max_repeats");
    if !table.has("max_repeats") {
        table.wrong("max_repeats", "the key is missing: the most repeats that a point may have");
    }
    if let (Some(least), Some(most)) = (least, told)
        && least > most
    {
        table.wrong("min_repeats", format!("{least} is more than max_repeats, {most}"));
    }
    table.finish();
    let most = most.or(told)?;
    let min_repeats = least.unwrap_or(MIN_REPEATS).min(most);
    Some((StopRule { metric: metric?.to_owned(), half_width: half_width?, confidence, min_repeats }, most))
}

fn metric<'s>(table: &Reader<'_>, study: &'s StudyInfo) -> Option<&'s str> {
    let names: Vec<&str> = study.measures.iter().map(|measure| measure.column.as_str()).collect();
    if !table.has("metric") {
        table.wrong("metric", format!("the key is missing; it is one of: {}", names.join(", ")));
    }
    let text = table.text("metric")?;
    let found = study.measures.iter().find(|measure| measure.column == text);
    if found.is_none() {
        table.wrong("metric", study.not_known(text, &names));
    }
    found.map(|measure| measure.column.as_str())
}

/// In the unit of the measure's column.
fn half_width(table: &Reader<'_>, metric: &str) -> Option<f64> {
    let Some(item) = table.item("half_width") else {
        table.wrong("half_width", "the key is missing: how far the interval may reach to either side");
        return None;
    };
    match item.node.quantity(Dimension::of_name(metric)) {
        Ok(width) if width.is_finite() && width > 0.0 => Some(width),
        Ok(width) => {
            table.wrong("half_width", format!("{width} is not more than 0"));
            None
        }
        Err(message) => {
            table.wrong("half_width", message);
            None
        }
    }
}

fn whole(table: &Reader<'_>, name: &'static str) -> Option<u64> {
    match &table.item(name)?.node {
        Node::Number { whole: Some(whole), .. } if *whole >= LEAST_REPEATS as i64 => Some(*whole as u64),
        other => {
            table.wrong(name, format!("{} is not a whole number from {LEAST_REPEATS} on", other.shown()));
            None
        }
    }
}
