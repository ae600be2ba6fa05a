//! Rows of the validation table that need the game: its rack, its player's hand, its presets of the sand, and many shots.
//!
//! Expected values are data, as in [`tolley_physics::validation`]; what is got comes from the racks, hands and surfaces
//! that the studies use. Bands over simulated shots have seeds of their own and so give the same numbers every time.

mod aims;
mod grains;
mod turns;

use tolley_experiment::key::{Point, Value};
use tolley_experiment::random::Streams;
use tolley_physics::validation::{Expected, Row, Tolerance};

use crate::keys;
use crate::rack::{Order, Packing, Rack};

/// Every row.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    RACK.iter().chain(aims::ROWS).chain(grains::ROWS).chain(turns::ROWS)
}

/// The default point of `tinsley-green/shot`, with some keys set.
fn point(set: &[(&str, Value)]) -> Point {
    let mut point = Point::default_of(&keys::SHOT);
    for &(path, value) in set {
        // a row of this file that names no key of the schema is a bug of the row
        let index = keys::SHOT.index(path).unwrap_or_else(|| panic!("no key {path}"));
        point.values[index] = value;
    }
    point.apply_presets(|index| set.iter().any(|(path, _)| keys::SHOT.keys[index].path == *path));
    point
}

/// A row whose expected value is a band.
const fn band(
    case: &'static str,
    quantity: &'static str,
    source: &'static str,
    [low, high]: [f64; 2],
    got: fn() -> f64,
) -> Row {
    Row { case, quantity, source, expected: Expected::Between(low, high), tolerance: Tolerance::Band, got }
}

/// Radius of the circle with the area of the cells of 49 close packed marbles, m: the cell is that of a middle marble of
/// the rack and its neighbours.
fn area_radius_m() -> f64 {
    let order = Order {
        count: 49,
        packing: Packing::NearestShell,
        diameter_m: 0.0127,
        diameter_sd_m: 0.0,
        gap_mean_m: 0.0,
        phase_rad: Some(0.0),
    };
    let rack = Rack::new(order);
    let mut laid = rack.buffers();
    rack.draw(&Streams::new(1, 0, None), &mut laid);
    let [middle, one, other] = [0, 1, 2].map(|i| laid.centres_m[i]);
    let cell_m2 = (one - middle).perp_dot(other - middle).abs();
    (laid.centres_m.len() as f64 * cell_m2 / core::f64::consts::PI).sqrt()
}

const RACK: &[Row] = &[Row {
    case: "D1",
    quantity: "radius of the area of 49 close packed marbles, m",
    source: "area of 49 hexagonal cells, closed form",
    expected: Expected::Value(46.68e-3),
    tolerance: Tolerance::Relative(1e-3),
    got: area_radius_m,
}];
