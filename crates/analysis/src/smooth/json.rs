//! Surfaces as JSON.

use serde_json::{Value as Json, json};

use super::{Part, Place, Smooth, Stratum, Surfaced};
use crate::told;

impl Smooth {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let bound =
            |(measure, [low, high]): &(String, [f64; 2])| json!({ "measure": measure, "low": low, "high": high });
        let columns: Vec<&str> = self.over.iter().map(|(column, _)| column.as_str()).collect();
        let three = |[inside, outside, open]: [f64; 3]| json!({ "inside": inside, "outside": outside, "open": open });
        let surfaced = |surfaced: &Option<Surfaced>| {
            surfaced.as_ref().map(|found| {
                let by_axis = |values: &[f64]| {
                    columns
                        .iter()
                        .zip(values)
                        .map(|(name, value)| ((*name).to_owned(), json!(value)))
                        .collect::<serde_json::Map<_, _>>()
                };
                let place = |place: &Place| {
                    json!({ "point": place.point, "at": by_axis(&place.at), "value": told::estimate(&place.estimate) })
                };
                json!({
                    "r2_cross_validated": found.r2,
                    "r2_without_chance": found.r2_without_chance.as_ref().map(told::estimate),
                    "ST": by_axis(&found.totals), "top_at": by_axis(&found.top.0), "top": told::estimate(&found.top.1),
                    "map": found.map.iter().map(place).collect::<Vec<_>>(),
                })
            })
        };
        let part = |part: &Part| json!({ "axis": columns[part.axis], "from": part.range[0], "to": part.range[1], "shares": three(part.shares) });
        let stratum = |stratum: &Stratum| {
            json!({
                "values": told::values(&stratum.values),
                "surfaces": stratum.surfaces.iter().map(surfaced).collect::<Vec<_>>(),
                "shares": stratum.shares.map(three), "parts": stratum.parts.iter().map(part).collect::<Vec<_>>(),
            })
        };
        json!({
            "bounds": self.bounds.iter().map(bound).collect::<Vec<_>>(), "over": columns,
            "method": "gaussian process, matern 5/2", "strata": self.strata.iter().map(stratum).collect::<Vec<_>>(),
        })
    }
}
