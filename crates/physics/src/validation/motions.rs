//! One ball alone: masses, sliding, rolling, spinning, landing, the step down, the way to the rim.

use glam::{DVec3, dvec3};

use super::row::{Row, Tolerance, places, row};
use super::stage::{self, G, MARBLE_M, Played, TOLEY_M, contact, ground, marble, play, toley};
use crate::kernel::Kind;
use crate::spheres::{Ball, Ground, Mode, Setup};

const SPHERE: &str = "mass of a sphere of 2500 kg/m3 and 3/4 or 1/2 inch";
const SLIDE: &str = "closed form of sliding to rolling; Leckie and Greenspan, LNCS 4250, 247 (2006)";
const ROLL: &str = "closed form, v^2 / (2 mu_r g) and v / (mu_r g)";
const DRILL: &str = "closed form of a friction disc under a sphere, (5/3) mu_s g a_c / R^2";
const LAND: &str = "closed form of a rigid sphere with Coulomb friction; Walton (1993)";
const STEP: &str = "closed form of free fall";
const RIM: &str = "energy and slide to roll, closed form, no size law";

/// One toley on the ground along x; `rolling_m_s` is the speed at which its spin would roll.
fn along(ball: Ball, speed_m_s: f64, rolling_m_s: f64, until_s: f64) -> Played {
    let setup = Setup::new(vec![ball], ground(), contact(0.95, 0.1, 0.0), None);
    let spin = dvec3(0.0, rolling_m_s / ball.radius_m, 0.0);
    play(&setup, &[[dvec3(0.0, 0.0, ball.radius_m), dvec3(speed_m_s, 0.0, 0.0), spin]], until_s)
}

/// Time, speed and place of the first event: `t`, `v`, `x`.
fn onset(played: &Played) -> [f64; 3] {
    [
        played.at(0, |moment| moment.event.time_s),
        played.at(0, |moment| moment.bodies[0].velocity_m_s.x),
        played.at(0, |moment| moment.event.position_m.x),
    ]
}

fn slide() -> [f64; 3] {
    onset(&along(toley(), 2.0, 0.0, f64::INFINITY))
}

fn draw() -> [f64; 3] {
    onset(&along(toley(), 1.0, -3.0, f64::INFINITY))
}

/// Where a draw shot turns back: the furthest place, from the moment at which its speed is nothing.
fn draw_turn_m() -> f64 {
    along(toley(), 1.0, -3.0, 1.0 / (0.3 * G)).bodies[0].position_m.x
}

fn dead() -> Played {
    along(Ball { sliding_friction_ratio: 0.25, ..toley() }, 1.2, -3.0, f64::INFINITY)
}

fn topspin() -> [f64; 3] {
    onset(&along(toley(), 1.0, 2.5, f64::INFINITY))
}

fn roll() -> Played {
    along(toley(), 1.0, 1.0, f64::INFINITY)
}

fn drill(until_s: f64) -> Played {
    let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
    play(&setup, &[[dvec3(0.0, 0.0, TOLEY_M), DVec3::ZERO, dvec3(0.0, 0.0, 50.0)]], until_s)
}

/// Right after the landing: velocity along and up, and the spin.
fn landing() -> [f64; 3] {
    let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
    let played = play(&setup, &[[dvec3(0.0, 0.0, TOLEY_M), dvec3(2.5, 0.0, -0.7), DVec3::ZERO]], 1e-9);
    let of = |number: fn(DVec3, DVec3) -> f64| {
        played.first(Kind::Ground, 0, |moment| number(moment.bodies[0].velocity_m_s, moment.bodies[0].spin_rad_s))
    };
    [of(|v, _| v.x), of(|v, _| v.z), of(|_, w| w.y)]
}

/// The fall over the step of 76.2 mm: time and way until the ground.
fn step_down() -> [f64; 2] {
    let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
    let played = play(&setup, &[[dvec3(0.0, 0.0, TOLEY_M + 0.0762), dvec3(1.5, 0.0, 0.0), DVec3::ZERO]], f64::INFINITY);
    let event = |number: fn(&stage::Moment) -> f64| played.first(Kind::Ground, 0, number);
    [event(|moment| moment.event.time_s), event(|moment| moment.event.position_m.x)]
}

/// Slowest start from the centre that still leaves the ring, m/s.
fn speed_to_the_rim(rolling_friction_ratio: f64) -> f64 {
    let ball = Ball { rolling_friction_ratio, ..marble() };
    let setup =
        Setup::new(vec![ball], Ground { trapping_speed_m_s: 0.0, ..ground() }, contact(0.95, 0.1, 0.0), Some(0.9144));
    stage::turning_point(0.5, 5.0, |speed_m_s| {
        let played =
            play(&setup, &[[dvec3(0.0, 0.0, MARBLE_M), dvec3(0.6, -0.8, 0.0) * speed_m_s, DVec3::ZERO]], f64::INFINITY);
        played.bodies[0].mode == Mode::Off
    })
}

pub(super) const ROWS: &[Row] = &[
    row("D1", "mass of a toley, kg", SPHERE, 9.0495e-3, places(7), || toley().mass_kg),
    row("D1", "mass of a marble, kg", SPHERE, 2.6813e-3, places(7), || marble().mass_kg),
    row("D1", "ratio of the masses", SPHERE, 3.375, Tolerance::Relative(1e-14), || toley().mass_kg / marble().mass_kg),
    row("D2", "slide at 2 m/s: time until rolling, s", SLIDE, 0.194165, places(6), || slide()[0]),
    row("D2", "speed at rolling, m/s", SLIDE, 1.428571, places(6), || slide()[1]),
    row("D2", "way until rolling, m", SLIDE, 0.332855, places(6), || slide()[2]),
    row("D3", "draw: furthest place, m", SLIDE, 0.169895, places(6), draw_turn_m),
    row("D3", "speed at rolling, m/s", SLIDE, -0.142857, places(6), || draw()[1]),
    row("D3", "time until rolling, s", SLIDE, 0.388331, places(6), || draw()[0]),
    row("D3", "place of rolling, m", SLIDE, 0.166427, places(6), || draw()[2]),
    row("D4", "stop-dead spin: speed at the end of slip, m/s", SLIDE, 0.0, Tolerance::Absolute(1e-15), || {
        onset(&dead())[1]
    }),
    row("D4", "time until the end of slip, s", SLIDE, 0.489297, places(6), || onset(&dead())[0]),
    row("D4", "where it rests, m", SLIDE, 0.293578, places(6), || dead().bodies[0].position_m.x),
    row("D5", "topspin: speed at rolling, m/s", SLIDE, 1.428571, places(6), || topspin()[1]),
    row("D5", "time until rolling, s", SLIDE, 0.145624, places(6), || topspin()[0]),
    row("D5", "way until rolling, m", SLIDE, 0.176829, places(6), || topspin()[2]),
    row("D6", "roll at 1 m/s: way to rest, m", ROLL, 0.509684, places(6), || roll().bodies[0].position_m.x),
    row("D6", "time to rest, s", ROLL, 1.019368, Tolerance::Relative(1e-6), || {
        roll().at(0, |moment| moment.event.time_s)
    }),
    row("D9", "spin about z: decay, rad/s2", DRILL, 164.65, places(2), || {
        (50.0 - drill(0.1).bodies[0].spin_rad_s.z) / 0.1
    }),
    row("D9", "time until the spin ends, s", DRILL, 0.30367, places(5), || {
        drill(f64::INFINITY).at(0, |moment| moment.event.time_s)
    }),
    row("D29", "landing: velocity along, m/s", LAND, 2.248, Tolerance::Relative(1e-6), || landing()[0]),
    row("D29", "velocity up, m/s", LAND, 0.14, Tolerance::Relative(1e-6), || landing()[1]),
    row("D29", "spin times radius, m/s", LAND, 0.63, Tolerance::Relative(1e-6), || landing()[2] * TOLEY_M),
    row("D30", "over the step at 1.5 m/s: time until the ground, s", STEP, 0.12464, places(5), || step_down()[0]),
    row("D30", "way out, m", STEP, 0.18696, places(5), || step_down()[1]),
    row("D31", "just reaches the rim, mu_r 0.05: speed, m/s", RIM, 1.2311, places(4), || speed_to_the_rim(0.05)),
    row("D31", "mu_r 0.10: speed, m/s", RIM, 1.6321, places(4), || speed_to_the_rim(0.10)),
    row("D31", "mu_r 0.20: speed, m/s", RIM, 2.0708, places(4), || speed_to_the_rim(0.20)),
    row("D31", "mu_r 0.45: speed, m/s", RIM, 2.5466, places(4), || speed_to_the_rim(0.45)),
];
