//! What axes do to measures, as an aligned table.

use tolley_analysis::Effect;

use crate::columns;

/// Digits after the point.
const DIGITS: usize = 5;

/// One line an effect that has a value, in SI.
pub fn text(effects: &[Effect]) -> String {
    let head = ["key", "from", "to", "measure", "difference", "low", "high", "n", "interval"].map(str::to_owned);
    let line = |effect: &Effect| {
        let number = |value: f64| format!("{value:.DIGITS$}");
        // what never varied has none
        let [low, high] =
            effect.difference.interval.map_or_else(|| ["-", "-"].map(str::to_owned), |ends| ends.map(number));
        let (from, to, n) = (effect.from.to_string(), effect.to.to_string(), effect.difference.n.to_string());
        let difference = number(effect.difference.value?);
        let kind = effect.interval_kind().to_owned();
        Some(vec![effect.key.clone(), from, to, effect.measure.clone(), difference, low, high, n, kind])
    };
    let lines: Vec<Vec<String>> = std::iter::once(head.to_vec()).chain(effects.iter().filter_map(line)).collect();
    let table = columns::indented(&columns::rows(&columns::of_rows(&lines)));
    format!("\nwhat an axis does, all others averaged over; differences are paired, intervals are of 95 %\n\n{table}")
}
