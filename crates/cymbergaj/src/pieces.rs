//! The three coins of a flick and what they play on, as physics sees them.

use tolley_experiment::key::Point;
use tolley_experiment::problem::Fault;
use tolley_physics::discs::{self, Coin, Contact, Extras, Lift, Reeded};

use crate::coins::Edge;
use crate::table::Playground;

/// Number of the struck coin.
pub const STRIKER: usize = 0;
/// Number of the ball.
pub const BALL: usize = 1;
/// Number of the other player's coin.
pub const OPPONENT: usize = 2;

/// Each coin's key of its thickness and of its edge.
const PIECES: [[&str; 2]; 3] = [
    ["striker.thickness_m", "striker.edge"],
    ["ball.thickness_m", "ball.edge"],
    ["opponent.thickness_m", "opponent.edge"],
];

/// The design point as physics sees it, with nominal masses.
pub fn physics(point: &Point, playground: &Playground) -> Result<discs::Setup, Vec<Fault>> {
    let rim_ratio = point.number("surface.rim_ratio");
    let coins = coins(point);
    if let Err(message) = discs::Setup::supports(&coins, rim_ratio) {
        return Err(vec![Fault { path: "coins.inertia_ratio", message }]);
    }
    let faults = unknown(point);
    if !faults.is_empty() {
        return Err(faults);
    }
    let gravity_m_s2 = point.number("surface.gravity_m_s2");
    let edge = Some(playground.edge());
    let setup = discs::Setup::new(coins, gravity_m_s2, rim_ratio, contact(point), edge, playground.lines());
    setup.with(extras(point, playground)).map_err(|message| vec![Fault { path: "surface.curl", message }])
}

fn coins(point: &Point) -> Vec<Coin> {
    let coin = |diameter: &str, mass_kg: f64| Coin {
        radius_m: 0.5 * point.number(diameter),
        mass_kg,
        inertia_ratio: point.number("coins.inertia_ratio"),
        friction_ratio: point.number("surface.sliding_friction_ratio"),
    };
    let nominal_kg = point.number("striker.mass_kg");
    vec![
        coin("striker.diameter_m", nominal_kg * point.number("striker.mass_ratio")),
        coin("ball.diameter_m", ball_kg(point)),
        coin("opponent.diameter_m", point.number("opponent.mass_kg") * point.number("opponent.mass_ratio")),
    ]
}

/// Nominal mass of the ball, kg.
pub fn ball_kg(point: &Point) -> f64 {
    match point.choice("ball.mass_by") {
        "ratio" => point.number("striker.mass_kg") * point.number("ball.mass_ratio"),
        _ => point.number("ball.mass_kg"),
    }
}

pub(crate) fn contact(point: &Point) -> Contact {
    Contact {
        restitution_ratio: point.number("contact.restitution_ratio"),
        friction_ratio: point.number("contact.friction_ratio"),
        tangential_restitution_ratio: point.number("contact.tangential_restitution_ratio"),
        slow_speed_m_s: point.number("contact.slow_speed_m_s"),
    }
}

fn may_lift(point: &Point) -> bool {
    point.number("events.p_hop") > 0.0 || point.number("events.p_ride") > 0.0
}

/// Coins whose thickness must be known and is not.
fn unknown(point: &Point) -> Vec<Fault> {
    let needed = may_lift(point) || point.flag("surface.curl");
    let missing = PIECES.iter().filter(|[thickness, _]| needed && point.number(thickness) == 0.0);
    let message = "hops, rides and curl need the thickness of every coin, and no source gives that of this one: set it";
    missing.map(|[path, _]| Fault { path, message: message.to_owned() }).collect()
}

fn extras(point: &Point, playground: &Playground) -> Extras {
    let (lifts, curl) = (may_lift(point), point.flag("surface.curl"));
    let thick = PIECES.iter().filter(|_| lifts || curl).map(|[thickness, _]| point.number(thickness));
    let reeded = PIECES.map(|[_, edge]| point.choice(edge) == Edge::Reeded.name());
    let friction_ratio = point.number("contact.reeded_friction_ratio");
    Extras {
        thickness_m: thick.collect(),
        posts: playground.posts(),
        reeded: reeded.contains(&true).then(|| Reeded { coins: reeded.to_vec(), friction_ratio }),
        lift: lifts.then(|| Lift {
            restitution_ratio: point.number("surface.landing_restitution_ratio"),
            settle_speed_m_s: point.number("surface.settle_speed_m_s"),
            ride_speed_m_s: point.number("events.ride_speed_m_s"),
        }),
        curl,
    }
}
