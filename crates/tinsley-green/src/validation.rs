//! Rows of the validation table that need the game: its rack, its player's hand, its presets of the sand, and many
//! shots.
//!
//! Expected values are data, as in [`tolley_physics::validation`]; what is got comes from the racks, hands and surfaces
//! that the studies use. Bands over simulated shots have seeds of their own and so give the same numbers every time.

mod aims;
mod grains;
mod row;
mod scores;
mod turns;

use tolley_experiment::random::Streams;
use tolley_physics::validation::{Basis, Expected, Row, Tolerance};

use crate::keys::balls::Marble;
use crate::keys::rack::Rack;
use crate::shot::rack::RackSites;

/// Every row.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    RACK.iter().chain(aims::ROWS).chain(grains::ROWS).chain(turns::ROWS).chain(scores::ROWS)
}

/// Radius of the circle with the area of the cells of 49 close packed marbles, m: the cell is that of a middle marble
/// of the rack and its neighbours.
fn area_radius_m() -> f64 {
    let sites = RackSites::new(&Rack { gap_mean_m: 0.0, ..Rack::default() }, &Marble::default());
    let mut draw = sites.buffers();
    sites.draw(&Streams::new(1, 0, None), &mut draw);
    let [middle, one, other] = [0, 1, 2].map(|i| draw.centres_m[i]);
    let cell_m2 = (one - middle).perp_dot(other - middle).abs();
    (draw.centres_m.len() as f64 * cell_m2 / core::f64::consts::PI).sqrt()
}

const RACK: &[Row] = &[Row {
    case: "D1",
    quantity: "radius of the area of 49 close packed marbles, m",
    source: "area of 49 hexagonal cells, closed form",
    basis: Basis::Theory,
    expected: Expected::Value(46.68e-3),
    tolerance: Tolerance::Relative(1e-3),
    got: area_radius_m,
}];
