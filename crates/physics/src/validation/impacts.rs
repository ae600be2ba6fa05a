//! The impact of two balls in three dimensions: unlike sizes, stick and slide, throw.

use glam::{DVec2, DVec3, Vec3Swizzles, dvec3};

use super::row::{Row, places, row};
use super::stage::{G, MARBLE_M, Moment, Played, TOLEY_M, contact, free, ground, marble, play, still, toley};
use crate::kernel::Kind;
use crate::spheres::{Contact, Setup};

const TOUCH: &str = "two spheres on one plane: D = 2 sqrt(R r), n = (2 sqrt(R r), R - r) / (R + r)";
const WALTON: &str = "rigid spheres with e, mu, b0: Walton (1993), Foerster et al., Phys. Fluids 6, 1108 (1994)";
const HOP: &str = "the same impact, then free flight";

/// Speed along of the marble of row D11, m/s.
pub(super) const MARBLE_M_S: f64 = 2.888_229;

/// The first impact of a toley that rolls at 0.5 m/s into a marble: horizontal distance, and the normal.
fn touch() -> [f64; 3] {
    let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.0, 0.0), None);
    let rolling = dvec3(0.0, 0.5 / TOLEY_M, 0.0);
    let start = [dvec3(-0.05, 0.0, TOLEY_M), dvec3(0.5, 0.0, 0.0), rolling];
    let played = play(&setup, &[start, still(dvec3(0.0, 0.0, MARBLE_M))], f64::INFINITY);
    let time_s = played.first(Kind::Pair, 0, |moment| moment.event.time_s);
    // what is left of 0.05 m, at a deceleration of 0.1 g
    let apart_m = 0.05 - (0.5 - 0.05 * G * time_s) * time_s;
    let of = |number: fn(DVec3) -> f64| {
        let contact = |moment: &Moment| (moment.event.position_m - moment.bodies[0].position_m) / TOLEY_M;
        played.first(Kind::Pair, 0, |moment| number(contact(moment)))
    };
    [apart_m, of(|n| n.x), of(|n| n.z)]
}

/// A toley of 2 m/s hits a resting marble head on without a ground; spin as a share of rolling.
fn head_on(mu: f64, b0: f64, spin_share: f64) -> Played {
    let setup = Setup::new(vec![toley(), marble()], free(), contact(0.95, mu, b0), None);
    let spin = dvec3(0.0, spin_share * 2.0 / TOLEY_M, 0.0);
    let start = [dvec3(-0.1, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), spin];
    play(&setup, &[start, still(dvec3(0.0, 0.0, MARBLE_M))], 0.06)
}

/// Velocity of a ball after the impact.
fn velocity(played: &Played, body: usize) -> DVec3 {
    played.bodies[body].velocity_m_s
}

fn plain() -> Played {
    head_on(0.0, 0.0, 0.0)
}

fn sticks() -> Played {
    head_on(0.12, 0.44, 0.0)
}

fn slides() -> Played {
    head_on(0.12, 0.44, -1.0)
}

/// Kinetic energy after the impact over that before it, with the spin that the toley came with.
fn kept(played: &Played, spin_share: f64) -> f64 {
    let after_j = played.bodies[0].kinetic_energy_j(&toley()) + played.bodies[1].kinetic_energy_j(&marble());
    let before_j = 0.5 * toley().mass_kg * 4.0 * (1.0 + 0.4 * spin_share * spin_share);
    after_j / before_j
}

/// The same impact on the ground: height, duration and length of the hop of the toley.
fn hop() -> [f64; 3] {
    let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.0, 0.0), None);
    let apart_m = 2.0 * (TOLEY_M * MARBLE_M).sqrt();
    let start = [dvec3(-apart_m, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), dvec3(0.0, 2.0 / TOLEY_M, 0.0)];
    let thrown = [start, still(dvec3(0.0, 0.0, MARBLE_M))];
    let played = play(&setup, &thrown, f64::INFINITY);
    let landed_s = played.first(Kind::Ground, 0, |moment| moment.event.time_s);
    let hit_s = played.first(Kind::Pair, 0, |moment| moment.event.time_s);
    let flown_m = played.first(Kind::Ground, 0, |moment| moment.event.position_m.x) + apart_m;
    let top = play(&setup, &thrown, hit_s + 0.5 * (landed_s - hit_s));
    [top.bodies[0].position_m.z - TOLEY_M, landed_s - hit_s, flown_m]
}

/// Equal marbles in free flight, the first along x, the line of centres at an angle: along and across it, of both.
fn cut(law: Contact, speed_m_s: f64, angle_deg: f64) -> ([DVec2; 2], f64) {
    let setup = Setup::new(vec![marble(), marble()], free(), law, None);
    let (sin, cos) = libm::sincos(angle_deg.to_radians());
    let normal = DVec2::new(cos, sin);
    let start = [dvec3(-0.1, 0.0, 0.0), dvec3(speed_m_s, 0.0, 0.0), DVec3::ZERO];
    let played = play(&setup, &[start, still((normal * (2.0 * MARBLE_M)).extend(0.0))], 0.11 / speed_m_s);
    let parts = |body: usize| {
        let v = velocity(&played, body).xy();
        // across: towards where the first came from
        DVec2::new(v.dot(normal), v.perp_dot(normal))
    };
    ([parts(0), parts(1)], played.bodies[0].spin_rad_s.z.abs())
}

fn smooth() -> [DVec2; 2] {
    cut(contact(0.95, 0.0, 0.0), 1.5, 30.0).0
}

/// Angle between the first ball's way after the cut and its old line, degrees.
fn swerve_deg() -> f64 {
    let v = smooth()[0];
    // the old line lies at 30 degrees to the normal
    libm::atan2(v.y, v.x).to_degrees() - 30.0
}

fn rough(angle_deg: f64) -> ([DVec2; 2], f64) {
    cut(contact(0.97, 0.092, 0.44), 2.0, angle_deg)
}

/// Angle of impact above which the contact slides through, degrees.
fn border_deg() -> f64 {
    super::stage::turning_point(10.0, 45.0, |angle_deg| {
        let ([cue, object], spin_rad_s) = rough(angle_deg);
        let slip = (cue.y - object.y) - 2.0 * MARBLE_M * spin_rad_s;
        slip > (-0.44 + 1e-12) * 2.0 * libm::sin(angle_deg.to_radians())
    })
}

fn throw_deg(angle_deg: f64) -> f64 {
    let object = rough(angle_deg).0[1];
    libm::atan2(object.y, object.x).to_degrees()
}

pub(super) const ROWS: &[Row] = &[
    row("D10", "unlike balls: horizontal distance at contact, m", TOUCH, 15.5543e-3, places(7), || touch()[0]),
    row("D10", "normal along", TOUCH, 0.979796, places(6), || touch()[1]),
    row("D10", "normal up", TOUCH, -0.2, places(6), || touch()[2]),
    row("D11", "head on, no friction: impulse, N s", WALTON, 7.90398e-3, places(8), || {
        plain().at(0, |moment| moment.event.impulse_n_s)
    }),
    row("D11", "toley along, m/s", WALTON, 1.144229, places(6), || velocity(&plain(), 0).x),
    row("D11", "toley up, m/s", WALTON, 0.174684, places(6), || velocity(&plain(), 0).z),
    row("D11", "marble along, m/s", WALTON, MARBLE_M_S, places(6), || velocity(&plain(), 1).x),
    row("D11", "marble up, m/s", WALTON, -0.589557, places(6), || velocity(&plain(), 1).z),
    row("D11", "hop of the toley: height, m", HOP, 1.555e-3, places(6), || hop()[0]),
    row("D11", "hop: duration, s", HOP, 35.61e-3, places(5), || hop()[1]),
    row("D11", "hop: length, m", HOP, 40.75e-3, places(5), || hop()[2]),
    row("D12", "head on, no spin, sticks: toley along, m/s", WALTON, 1.136705, places(6), || velocity(&sticks(), 0).x),
    row("D12", "toley up, m/s", WALTON, 0.137827, places(6), || velocity(&sticks(), 0).z),
    row("D12", "marble along, m/s", WALTON, 2.913620, places(6), || velocity(&sticks(), 1).x),
    row("D12", "marble up, m/s", WALTON, -0.465167, places(6), || velocity(&sticks(), 1).z),
    row("D12", "spin of the toley, rad/s", WALTON, 9.8731, places(4), || sticks().bodies[0].spin_rad_s.y),
    row("D12", "spin of the marble, rad/s", WALTON, 49.982, places(3), || sticks().bodies[1].spin_rad_s.y),
    row("D12", "kinetic energy kept", WALTON, 0.97650, places(5), || kept(&sticks(), 0.0)),
    row("D13", "head on, backspin, slides: toley along, m/s", WALTON, 1.123267, places(6), || velocity(&slides(), 0).x),
    row("D13", "toley up, m/s", WALTON, 0.071991, places(6), || velocity(&slides(), 0).z),
    row("D13", "marble along, m/s", WALTON, 2.958975, places(6), || velocity(&slides(), 1).x),
    row("D13", "marble up, m/s", WALTON, -0.242970, places(6), || velocity(&slides(), 1).z),
    row("D13", "spin of the toley, rad/s", WALTON, -182.465, places(3), || slides().bodies[0].spin_rad_s.y),
    row("D13", "spin of the marble, rad/s", WALTON, 139.265, places(3), || slides().bodies[1].spin_rad_s.y),
    row("D13", "kinetic energy kept", WALTON, 0.92492, places(5), || kept(&slides(), -1.0)),
    row("D14", "equal balls, cut of 30 deg: object ball, m/s", WALTON, 1.266562, places(6), || smooth()[1].length()),
    row("D14", "cue ball, m/s", WALTON, 0.750703, places(6), || smooth()[0].length()),
    row("D14", "cue ball from its old line, deg", WALTON, 57.5206, places(4), swerve_deg),
    row("D15", "stick at 10 deg: cue ball along, m/s", WALTON, 0.029544, places(6), || rough(10.0).0[0].x),
    row("D15", "cue ball across, m/s", WALTON, 0.275853, places(6), || rough(10.0).0[0].y),
    row("D15", "object ball along, m/s", WALTON, 1.940071, places(6), || rough(10.0).0[1].x),
    row("D15", "object ball across, m/s", WALTON, 0.071444, places(6), || rough(10.0).0[1].y),
    row("D15", "spin, rad/s", WALTON, 28.127, places(3), || rough(10.0).1),
    row("D15", "slide at 45 deg: cue ball along, m/s", WALTON, 0.021213, places(6), || rough(45.0).0[0].x),
    row("D15", "cue ball across, m/s", WALTON, 1.286058, places(6), || rough(45.0).0[0].y),
    row("D15", "object ball along, m/s", WALTON, 1.393000, places(6), || rough(45.0).0[1].x),
    row("D15", "object ball across, m/s", WALTON, 0.128156, places(6), || rough(45.0).0[1].y),
    row("D15", "spin, rad/s", WALTON, 50.455, places(3), || rough(45.0).1),
    row("D16", "border of stick and slide, deg", WALTON, 23.774, places(3), border_deg),
    row("D17", "throw while sliding, at 30 deg, deg", WALTON, 5.2564, places(4), || throw_deg(30.0)),
    row("D17", "throw while sliding, at 75 deg, deg", WALTON, 5.2564, places(4), || throw_deg(75.0)),
];
