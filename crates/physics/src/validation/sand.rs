//! What sand does beyond constant friction: layers, sizes, plough, drag, trapping, deep landings; the flight from the
//! hand.

use glam::{DVec3, dvec3};

use super::row::{Basis, Row, Tolerance, places, row};
use super::stage::{self, G, MARBLE_M, Played, TOLEY_M, contact, ground, marble, play, still, toley};
use crate::kernel::Kind;
use crate::spheres::deep::{Bed, DeepSand};
use crate::spheres::resistance::{deep_bed_ratio, drag_per_m, hold_slope_ratio, layer_ratio, size_ratio};
use crate::spheres::{Ball, Ground, Landing, Resistance, Sand, Setup, SpeedTerm};

const BED_LINE: &str = "line measured with 12.7 mm spheres on 0.8 mm beads, Fukumoto, Ebata, Sharma and Katsuragi, \
     arXiv:2602.01652 (2026), intercept as quoted by others";
const DEEP: &str =
    "z'' = g - (k/m) z - z'^2 / d1 of Katsuragi and Durian, Nature Phys. 3, 420 (2007), by an independent program";
const PLOUGH: &str = "closed form of a force c m g with c = 1.4 mu_r against the centre and Coulomb friction below it";
const DRAG: &str = "closed form, ln(1 + b v^2 / a) / (2 b) with b = (5/7) k and a = mu_r g";
const CAP: &str = "k = 0.8 rho A / m, area of the cap A = (4/3) d sqrt(2 R d); 0.8 from Katsuragi and Durian (2007)";
const LAYER: &str = "thin + (deep - thin) (1 - exp(-h / h0)), h0 = 0.35 R: its shape is an assumption";
const SIZE: &str = "(R_ref / R)^p: p = 0.5 is an assumption";
const TRAP: &str = "closed form, (v^2 - v_trap^2) / (2 mu_r g)";
const HOLD: &str = "a sphere in the hollow between grains, r_g / (R + r_g)";
const CLIMB: &str =
    "own derivation: what friction leaves of 2.5 m/s pays m g for the way from 9.690015 mm up to 4.117530 mm";
const FALL: &str = "closed form of free fall and of hops with a restitution";
const STOP: &str = "closed form: the impact D11, then slide to roll, (5 v + 2 R w) / 7 = 0";

const BEADS: Bed = Bed { density_kg_m3: 1520.0, friction_ratio: 0.45 };
const STEEL: DeepSand = DeepSand { gravity_m_s2: G, drag_length_m: 0.087, stiffness_per_s2: 1040.0 };
const PLOUGHED: Sand = Sand { resistance: Resistance::Plough, speed_term: None, landing: Landing::Rebound };
const DRAGGED: Sand = Sand {
    resistance: Resistance::Couple,
    speed_term: Some(SpeedTerm { sinkage_m: 0.5e-3, sand_density_kg_m3: 1520.0 }),
    landing: Landing::Rebound,
};
const DUG: Sand = Sand {
    resistance: Resistance::Couple,
    speed_term: None,
    landing: Landing::Deep { bed: BEADS, friction_share: 0.2 },
};

/// One toley on some sand.
fn on(sand: Sand, ball: Ball, ground: Ground, thrown: [DVec3; 3]) -> Played {
    let setup = Setup::new(vec![ball], ground, contact(0.95, 0.1, 0.0), None).with_sand(sand);
    play(&setup, &[thrown], f64::INFINITY)
}

/// Sent along x; `rolling_m_s` is the speed at which its spin would roll.
fn sent(sand: Sand, ball: Ball, speed_m_s: f64, rolling_m_s: f64) -> Played {
    let spin = dvec3(0.0, rolling_m_s / TOLEY_M, 0.0);
    on(sand, ball, ground(), [dvec3(0.0, 0.0, TOLEY_M), dvec3(speed_m_s, 0.0, 0.0), spin])
}

fn ploughed() -> Played {
    sent(PLOUGHED, toley(), 2.0, 0.0)
}

/// A ball that rolls where friction cannot hold it rolling: `(2/7) c = 0.1` above `mu_s = 0.05`.
fn stuck() -> Played {
    sent(PLOUGHED, stage::ball(TOLEY_M, 0.05, 0.25), 1.0, 1.0)
}

fn rolled_m(speed_m_s: f64) -> f64 {
    sent(DRAGGED, toley(), speed_m_s, speed_m_s).bodies[0].position_m.x
}

fn trapped() -> Played {
    let hold = Ground { trapping_speed_m_s: 0.02, ..ground() };
    let roll = [dvec3(0.0, 0.0, TOLEY_M), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0 / TOLEY_M, 0.0)];
    on(Sand::default(), toley(), hold, roll)
}

/// From the tip of the nose, 1.5 m.
fn nose_drop(sand: Sand) -> Played {
    on(sand, toley(), ground(), still(dvec3(0.0, 0.0, TOLEY_M + 1.5)))
}

/// When the last thing happens, s.
fn end_s(played: &Played) -> f64 {
    played.moments.last().map_or(f64::NAN, |moment| moment.event.time_s)
}

fn landings(played: &Played) -> f64 {
    played.moments.iter().filter(|moment| moment.event.kind == Kind::Ground).count() as f64
}

/// A flat shot that lands in deep sand at 2.5 m/s along and 0.7 m/s down: speed along right after, m/s.
fn dug_out_m_s() -> f64 {
    let played = on(DUG, toley(), ground(), [dvec3(0.0, 0.0, TOLEY_M), dvec3(2.5, 0.0, -0.7), DVec3::ZERO]);
    played.first(Kind::Ground, 0, |moment| moment.bodies[0].velocity_m_s.x)
}

/// The flight from the hand, 25 mm up at 2.5 m/s: time, way, and velocity just before the landing.
fn flight() -> [f64; 4] {
    let start = [dvec3(0.0, 0.0, TOLEY_M + 0.025), dvec3(2.5, 0.0, 0.0), DVec3::ZERO];
    let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
    let played = play(&setup, &[start], f64::INFINITY);
    let landing = |number: fn(&stage::Moment) -> f64| played.first(Kind::Ground, 0, number);
    let time_s = landing(|moment| moment.event.time_s);
    // just before
    let v = play(&setup, &[start], time_s * (1.0 - 1e-12)).bodies[0].velocity_m_s;
    [time_s, landing(|moment| moment.event.position_m.x), -v.z, libm::atan2(-v.z, v.x).to_degrees()]
}

/// A toley head on at a resting marble on the ground, smooth; its speed when it rolls again, over that of the hit.
fn follow_ratio(spin_ratio: f64) -> f64 {
    const SPEED_M_S: f64 = 1.2;
    let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.0, 0.0), None);
    let apart_m = 2.0 * (TOLEY_M * MARBLE_M).sqrt();
    let spin = dvec3(0.0, spin_ratio * SPEED_M_S / TOLEY_M, 0.0);
    let start = [dvec3(-apart_m, 0.0, TOLEY_M), dvec3(SPEED_M_S, 0.0, 0.0), spin];
    let played = play(&setup, &[start, still(dvec3(0.0, 0.0, MARBLE_M))], f64::INFINITY);
    let speed_m_s = played.first(Kind::Mode, 0, |moment| moment.bodies[0].velocity_m_s.x);
    speed_m_s / SPEED_M_S
}

/// The spin of a stop shot, over that of natural roll.
fn stop_shot_spin() -> f64 {
    stage::turning_point(-2.0, -1.0, |spin_ratio| follow_ratio(spin_ratio) > 0.0)
}

const TIGHT: Tolerance = Tolerance::Relative(1e-6);
const EXACT: Tolerance = Tolerance::Relative(1e-14);

pub(super) const ROWS: &[Row] = &[
    row("D8", "deep bed, d/R 0.10: rolling deceleration over gravity", BED_LINE, 0.361, EXACT, || {
        deep_bed_ratio(0.10, 1.0)
    })
    .on(Basis::Coefficient),
    row("D8", "d/R 0.25", BED_LINE, 0.4225, EXACT, || deep_bed_ratio(0.25, 1.0)).on(Basis::Coefficient),
    row("D8", "d/R 0.50", BED_LINE, 0.525, EXACT, || deep_bed_ratio(0.50, 1.0)).on(Basis::Coefficient),
    row(
        "D32",
        "steel ball of 25.4 mm into beads at 2 m/s: depth, m",
        DEEP,
        50.18e-3,
        Tolerance::Relative(1e-3),
        || STEEL.depth_m(2.0),
    ),
    row("D32", "time to the depth, s", DEEP, 49.08e-3, Tolerance::Relative(1e-3), || STEEL.time_s(2.0)),
    row("S1", "plough, slide at 2 m/s, c 0.14: time until rolling, s", PLOUGH, 0.171322, places(6), || {
        ploughed().at(0, |moment| moment.event.time_s)
    }),
    row("S1", "speed at rolling, m/s", PLOUGH, 1.260504, places(6), || {
        ploughed().at(0, |moment| moment.bodies[0].velocity_m_s.x)
    }),
    row("S1", "way until rolling, m", PLOUGH, 0.279299, places(6), || {
        ploughed().at(0, |moment| moment.event.position_m.x)
    }),
    row("S1", "overspin, c 0.35, mu_s 0.05: centre stops, s", PLOUGH, 0.339789, places(6), || {
        stuck().at(0, |moment| moment.event.time_s)
    }),
    row("S1", "overspin: way of the centre, m", PLOUGH, 0.169895, places(6), || stuck().bodies[0].position_m.x),
    row("S1", "overspin: rotation stops, s", PLOUGH, 0.815494, places(6), || end_s(&stuck())),
    row("S2", "speed term of a toley, sinkage 0.5 mm, 1/m", CAP, 0.276472, places(6), || {
        drag_per_m(&toley(), 0.5e-3, 1520.0)
    }),
    row("S2", "sinkage 1 mm, 1/m", CAP, 0.781981, places(6), || drag_per_m(&toley(), 1e-3, 1520.0)),
    row("S2", "roll from 2.5 m/s with it: way, m", DRAG, 2.062356, TIGHT, || rolled_m(2.5)),
    row("S2", "roll from 4 m/s: way, m", DRAG, 3.646047, TIGHT, || rolled_m(4.0)),
    row("S3", "layer of 0.8 mm, 0.10 thin and 0.45 deep: rolling friction", LAYER, 0.174672, places(6), || {
        layer_ratio(0.10, 0.45, 0.8e-3, 0.35 * TOLEY_M)
    }),
    row("S3", "a marble where a toley has 0.10: rolling friction", SIZE, 0.122474, places(6), || {
        size_ratio(0.10, TOLEY_M, MARBLE_M, 0.5)
    }),
    row("S4", "trapping at 0.02 m/s, roll from 1 m/s: way, m", TRAP, 0.509480, places(6), || {
        trapped().bodies[0].position_m.x
    }),
    row("S4", "time, s", TRAP, 0.998981, places(6), || end_s(&trapped())),
    row("S4", "slope that grains of 0.3 mm radius hold", HOLD, 0.030534, places(6), || {
        hold_slope_ratio(TOLEY_M, 0.3e-3)
    }),
    row("S5", "toley set down on deep sand: depth, m", DEEP, 4.11753e-3, TIGHT, || {
        DeepSand::of(&toley(), BEADS, G).depth_m(0.0)
    }),
    row("S5", "nose drop of 1.5 m into deep sand: depth, m", DEEP, 29.62540e-3, TIGHT, || {
        DeepSand::of(&toley(), BEADS, G).depth_m((2.0 * G * 1.5).sqrt())
    }),
    row("S5", "time to the depth, s", DEEP, 18.33866e-3, TIGHT, || {
        DeepSand::of(&toley(), BEADS, G).time_s((2.0 * G * 1.5).sqrt())
    }),
    row("S5", "nose drop on thin sand, e 0.2: time to rest, s", FALL, 0.818442, places(6), || {
        end_s(&nose_drop(Sand::default()))
    }),
    row("S5", "landings", FALL, 3.0, Tolerance::Band, || landings(&nose_drop(Sand::default()))),
    row("S5", "nose drop into deep sand: time to the only landing, s", FALL, 0.553001, places(6), || {
        end_s(&nose_drop(DUG))
    }),
    row("S5", "landings", FALL, 1.0, Tolerance::Band, || landings(&nose_drop(DUG))),
    row(
        "S5",
        "landing at 2.5 and 0.7 m/s, friction 0.06: speed after the climb, m/s",
        CLIMB,
        2.435675,
        places(6),
        dug_out_m_s,
    ),
    row("S6", "released 25 mm up at 2.5 m/s: time to the landing, s", FALL, 71.392e-3, places(6), || flight()[0]),
    row("S6", "way, m", FALL, 0.178480, places(6), || flight()[1]),
    row("S6", "speed down, m/s", FALL, 0.700357, places(6), || flight()[2]),
    row("S6", "angle of the landing, deg", FALL, 15.6498, places(4), || flight()[3]),
    row("S7", "stop shot, smooth balls: spin over natural roll", STOP, -1.430286, places(6), stop_shot_spin),
    row("S7", "rolling toley follows: speed over before", STOP, 0.694367, places(6), || follow_ratio(1.0)),
];
