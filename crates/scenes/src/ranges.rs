//! What is possible and what is plausible of the numbers of a scene.

use tolley_experiment::document::{Node, Reader};
use tolley_experiment::problem::Severity;
use tolley_experiment::unit::{Dimension, meant};

/// Of shares.
pub(crate) const RATIO: [f64; 2] = [0.0, 1.0];
/// Of sizes.
pub(crate) const NOT_NEGATIVE: [f64; 2] = [0.0, f64::MAX];

/// Of one key: outside `possible` is an error, outside `plausible` a warning; sizes, so signs do not count.
struct Range {
    name: &'static str,
    possible: [f64; 2],
    plausible: [f64; 2],
}

const fn range(name: &'static str, possible: [f64; 2], plausible: [f64; 2]) -> Range {
    Range { name, possible, plausible }
}

/// Within these no product of a scene leaves what f64 can hold. A friction or a gravity that is smaller and not 0 would
/// let bodies go further than places can be told apart.
const RANGES: &[Range] = &[
    range("gravity_m_s2", [1e-6, 1e6], [0.0, 30.0]),
    range("radius_m", [1e-6, 1e3], [1e-3, 0.2]),
    range("mass_kg", [1e-9, 1e6], [1e-5, 2.0]),
    range("density_kg_m3", [1e-3, 1e6], [500.0, 20_000.0]),
    range("position_m", [0.0, 1e5], [0.0, 20.0]),
    range("velocity_m_s", [0.0, 1e5], [0.0, 30.0]),
    range("sliding_friction_ratio", [1e-6, 1e3], [0.0, 2.0]),
    range("rolling_friction_ratio", [1e-6, 1e3], [0.0, 1.0]),
    range("friction_ratio", [1e-6, 1e3], [0.0, 2.0]),
    range("settle_speed_m_s", [0.0, 1e5], [0.0, 1.0]),
    range("trapping_speed_m_s", [0.0, 1e5], [0.0, 0.2]),
    range("slow_speed_m_s", [0.0, 1e5], [0.0, 0.1]),
    range("sinkage_m", [0.0, 1e3], [0.0, 0.005]),
    range("sand_density_kg_m3", [1.0, 1e6], [500.0, 5000.0]),
    range("sand_friction_ratio", [1e-3, 1e3], [0.2, 1.0]),
    range("spin_rad_s", [0.0, 1e8], [0.0, 5e3]),
    range("ring_radius_m", [1e-6, 1e5], [0.05, 10.0]),
    range("rectangle_m", [1e-6, 1e5], [0.05, 10.0]),
    range("young_modulus_pa", [1e6, 1e15], [1e6, 1e12]),
    range("poisson_ratio", [0.0, 0.5], [0.1, 0.5]),
    range("dissipation_s", [0.0, 1e-4], [0.0, 1e-5]),
];

/// Ends the reading of a table: tells what is unknown, impossible or unusual in it.
pub(crate) fn finish(reader: &Reader<'_>) {
    reader.finish();
    for entry in reader.entries() {
        let Some(range) = RANGES.iter().find(|range| range.name == entry.name) else { continue };
        let unit = Dimension::of_name(range.name);
        let number = |node: &Node| node.quantity(unit).ok();
        let numbers: Vec<f64> = match &entry.item.node {
            Node::List(items) => items.iter().filter_map(|item| number(&item.node)).collect(),
            node => number(node).into_iter().collect(),
        };
        let outside = |[low, high]: [f64; 2]| {
            // what must be positive and is not has been told by who read it
            let size = |number: &&f64| (0.0 < **number && **number < low) || number.abs() > high;
            numbers.iter().find(size).copied()
        };
        let shown = |number: f64, said: &str, [low, high]: [f64; 2]| {
            let or_zero = if range.plausible[0] == 0.0 && low > 0.0 { "0, or " } else { "" };
            let [number, low, high] = [number, low, high].map(plain);
            format!("{number} {si} is {said}: {or_zero}{low} to {high} {si}", si = unit.si()).replace("  ", " ")
        };
        // who wrote a unit meant it
        let is_number = |node: &Node| matches!(node, Node::Number { .. });
        let is_bare = match &entry.item.node {
            Node::List(items) => items.iter().all(|item| is_number(&item.node)),
            node => is_number(node),
        };
        let hint = |number: f64| {
            let [low, high] = range.plausible;
            let unit = meant(number, unit, |si| (low..=high).contains(&si)).filter(|_| is_bare);
            unit.map_or_else(String::new, |meant| format!("; did you mean \"{meant}\"?"))
        };
        let (message, severity) = match (outside(range.possible), outside(range.plausible)) {
            (Some(number), _) => {
                (shown(number, "impossible; allowed", range.possible) + &hint(number), Severity::Error)
            }
            (None, Some(number)) => {
                (shown(number, "unusual; plausible", range.plausible) + &hint(number), Severity::Warning)
            }
            (None, None) => continue,
        };
        reader.note(&entry.name, message, severity);
    }
}

/// A number as people write it.
fn plain(number: f64) -> String {
    let is_plain = number == 0.0 || (1e-3..1e5).contains(&number.abs());
    if is_plain { format!("{number}") } else { format!("{number:e}") }
}

/// A number above 0, if the key is there.
pub(crate) fn positive(reader: &Reader<'_>, name: &'static str) -> Option<f64> {
    let value = reader.number(name, [f64::MIN, f64::MAX])?;
    if value <= 0.0 {
        reader.wrong(name, format!("{value} is impossible; it must be greater than 0"));
        return None;
    }
    Some(value)
}
