//! Estimates and the values of axes as JSON: SI, full digits; what is absent is null.

use serde_json::{Map, Value as Json, json};
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::needed::Needed;

/// An estimate with its interval.
pub(crate) fn estimate(estimate: &Estimate) -> Json {
    let [low, high] = estimate.interval.map_or([None, None], |[low, high]| [Some(low), Some(high)]);
    json!({ "value": estimate.value, "low": low, "high": high, "n": estimate.n })
}

/// Trials that would bring a verdict.
pub(crate) fn needed(needed: Needed) -> Json {
    json!({ "if_equal": needed.if_equal, "as_seen": needed.as_seen })
}

/// Column and value of axes.
pub(crate) fn values(values: &[(String, Value)]) -> Json {
    Json::Object(values.iter().map(|(column, value)| (column.clone(), json!(value))).collect::<Map<String, Json>>())
}
