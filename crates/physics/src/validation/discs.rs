//! The rows of coins on a table, C1 to C17.
//!
//! Coins: player 2 zl, 10.75 mm and 5.21 g; ball 20 gr, 9.25 mm and 3.22 g; uniform discs with uniform pressure, friction
//! 0.2 on the table, restitution 0.85, rim friction 0.2, tangential restitution 0.3, g = 9.81 m/s^2. The numbers were
//! computed outside this program, with mpmath and scipy, from the equations named, and rounded to about 12 decimals.

use super::discs_cases::*;
use super::{Expected, Row, Tolerance};
use crate::discs::curves::Curves;
use crate::discs::{friction, strike};
use crate::kernel::Kind;
use Tolerance::{Absolute, Relative};
use glam::{DVec2, dvec2};

const FRICTION: &str = "mean Coulomb friction of a sliding, spinning disc: Farkas et al., PRL 90, 248302 (2003); \
     ring: Weidman & Malhotra, PRL 95, 264303 (2005); closed forms against 2-D quadrature";
const ORBIT: &str = "equations of motion of Farkas et al. (2003), integrated by two independent methods";
const SLIDE: &str = "v^2 = 2 mu g s";
const SPIN: &str = "pure spin of a uniform disc: t = (3/4) R w / (mu g), theta = w t / 2";
const BALANCE: &str = "energy: m v^2 / 2 + I w^2 / 2 = integral of mu m g (v F + u T)";
const IMPACT: &str =
    "rigid impact with Coulomb friction and tangential restitution: Walton; Maw, Barber & Fawcett (1981)";
const CONTACT: &str = "geometry of a straight path, time by the equations of motion";
const STRIKE: &str = "impulse beside the centre: w = v (b/R) / (k2 R)";
const SHOT: &str = "direct integration of both coins, one impact between";

const FORTY_DEGREES: f64 = 0.698_131_700_797_731_8;
const C12_BALL: DVec2 = dvec2(0.30, 0.008);
const C12_TIME_S: f64 = 0.151_865_699_571;
const PASSED: DVec2 = dvec2(0.25, 0.0201);
const GRAZED: DVec2 = dvec2(0.25, 0.0199);

const fn row(
    case: &'static str,
    quantity: &'static str,
    source: &'static str,
    expected: f64,
    tolerance: Tolerance,
    got: fn() -> f64,
) -> Row {
    Row { case, quantity, source, expected: Expected::Value(expected), tolerance, got }
}

// a row stays a row
#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    row("C1", "F of a disc, eps = 0.2", FRICTION, 0.1989949363827, Absolute(1e-12),
        || friction::disc(0.2).force_ratio),
    row("C1", "T of a disc, eps = 0.2", FRICTION, 0.6468175111387, Absolute(1e-12),
        || friction::disc(0.2).torque_ratio),
    row("C1", "F of a disc, eps = 1", FRICTION, 0.8488263631568, Absolute(1e-12),
        || friction::disc(1.0).force_ratio),
    row("C1", "T of a disc, eps = 1", FRICTION, 0.2829421210523, Absolute(1e-12),
        || friction::disc(1.0).torque_ratio),
    row("C1", "F of a disc, eps = 1.5", FRICTION, 0.9408193754989, Absolute(1e-12),
        || friction::disc(1.5).force_ratio),
    row("C1", "T of a disc, eps = 1.5", FRICTION, 0.1737981055252, Absolute(1e-12),
        || friction::disc(1.5).torque_ratio),
    row("C1", "F of a disc, eps = 4", FRICTION, 0.992125239044, Absolute(1e-12),
        || friction::disc(4.0).force_ratio),
    row("C1", "T of a disc, eps = 4", FRICTION, 0.06283139682343, Absolute(1e-12),
        || friction::disc(4.0).torque_ratio),
    row("C2", "eps* of a disc", FRICTION, 0.653001789206, Absolute(1e-12),
        || Curves::shared(0.0, 0.5).last_slip_ratio()),
    row("C2", "F of a ring, eps = 0.3", FRICTION, 0.151747279531, Absolute(1e-12),
        || friction::ring(0.3).force_ratio),
    row("C2", "T of a ring, eps = 0.3", FRICTION, 0.977105331062, Absolute(1e-12),
        || friction::ring(0.3).torque_ratio),
    row("C2", "F of a ring, eps = 2.5", FRICTION, 0.958712206460, Absolute(1e-12),
        || friction::ring(2.5).force_ratio),
    row("C2", "T of a ring, eps = 2.5", FRICTION, 0.204262199441, Absolute(1e-12),
        || friction::ring(2.5).torque_ratio),
    row("C3", "slide alone: time to rest, s", SLIDE, 0.764525993884, Relative(1e-12),
        || alone(1.5, 0.0, f64::INFINITY).time(Kind::Stop, 0)),
    row("C3", "slide alone: path, m", SLIDE, 0.573394495413, Relative(1e-12),
        || alone(1.5, 0.0, f64::INFINITY).state.bodies[0].position_m().x),
    row("C4", "spin alone: time to rest, s", SPIN, 0.410932721713, Absolute(1e-12),
        || alone(0.0, 100.0, f64::INFINITY).time(Kind::Stop, 0)),
    row("C4", "spin alone: angle, rad", SPIN, 20.546636085627, Relative(1e-12),
        || alone(0.0, 100.0, f64::INFINITY).state.bodies[0].angle_rad()),
    row("C5", "slide and spin: time to rest, s", ORBIT, 0.924769436244, Relative(1e-10),
        || alone(1.5, 100.0, f64::INFINITY).time(Kind::Stop, 0)),
    row("C5", "slide and spin: path, m", ORBIT, 0.651516163927, Relative(1e-10),
        || alone(1.5, 100.0, f64::INFINITY).state.bodies[0].position_m().x),
    row("C5", "slide and spin: angle, rad", ORBIT, 53.6511980641, Relative(1e-10),
        || alone(1.5, 100.0, f64::INFINITY).state.bodies[0].angle_rad()),
    row("C6", "C5 at 0.4 s: speed, m/s", ORBIT, 0.787572158054, Relative(1e-10),
        || alone(1.5, 100.0, 0.4).state.bodies[0].speed_m_s()),
    row("C6", "C5 at 0.4 s: spin, rad/s", ORBIT, 68.234290914935, Relative(1e-10),
        || alone(1.5, 100.0, 0.4).state.bodies[0].spin_rad_s()),
    row("C6", "C5 at 0.4 s: path, m", ORBIT, 0.456077962775, Relative(1e-10),
        || alone(1.5, 100.0, 0.4).state.bodies[0].position_m().x),
    row("C6", "C5 at 0.4 s: angle, rad", ORBIT, 33.973292707667, Relative(1e-10),
        || alone(1.5, 100.0, 0.4).state.bodies[0].angle_rad()),
    row("C7", "nearly pure slide: time to rest, s", ORBIT, 0.765633148442, Relative(1e-10),
        || alone(1.5, 5.0, f64::INFINITY).time(Kind::Stop, 0)),
    row("C7", "nearly pure slide: path, m", ORBIT, 0.573578641679, Relative(1e-10),
        || alone(1.5, 5.0, f64::INFINITY).state.bodies[0].position_m().x),
    row("C7", "nearly pure slide: angle, rad", ORBIT, 2.548950949280, Relative(1e-10),
        || alone(1.5, 5.0, f64::INFINITY).state.bodies[0].angle_rad()),
    row("C8", "energy of C5 at the start, J", BALANCE, 0.0073664515625, Relative(1e-12),
        energy_at_start),
    row("C8", "work of friction in C5, J", BALANCE, 0.0073664515625, Relative(1e-9),
        friction_work),
    row("C9", "head-on: player's speed along, m/s", IMPACT, 0.352028469751, Absolute(1e-11),
        || impact(1.2, 0.0, 0.0).velocities_m_s[0].x),
    row("C9", "head-on: player's speed across, m/s", IMPACT, 0.0, Absolute(0.0),
        || impact(1.2, 0.0, 0.0).velocities_m_s[0].y),
    row("C9", "head-on: ball's speed along, m/s", IMPACT, 1.372028469751, Absolute(1e-11),
        || impact(1.2, 0.0, 0.0).velocities_m_s[1].x),
    row("C9", "head-on: ball's speed across, m/s", IMPACT, 0.0, Absolute(0.0),
        || impact(1.2, 0.0, 0.0).velocities_m_s[1].y),
    row("C9", "head-on: player's spin, rad/s", IMPACT, 0.0, Absolute(0.0),
        || impact(1.2, 0.0, 0.0).spins_rad_s[0]),
    row("C9", "head-on: ball's spin, rad/s", IMPACT, 0.0, Absolute(0.0),
        || impact(1.2, 0.0, 0.0).spins_rad_s[1]),
    row("C9", "head-on: energy before, J", IMPACT, 3.7512e-3, Absolute(1e-13),
        || impact(1.2, 0.0, 0.0).energy_before_j),
    row("C9", "head-on: energy after, J", IMPACT, 3.3535861495e-3, Absolute(1e-13),
        || impact(1.2, 0.0, 0.0).energy_after_j),
    row("C10", "40 degrees, sticks: impulse along the normal, N s", IMPACT, 0.003384332008, Absolute(1e-12),
        || impact(1.2, 0.0, FORTY_DEGREES).impulse_n_s(FORTY_DEGREES)[0]),
    row("C10", "40 degrees, sticks: impulse across, N s", IMPACT, -0.000665176444, Absolute(1e-12),
        || impact(1.2, 0.0, FORTY_DEGREES).impulse_n_s(FORTY_DEGREES)[1]),
    row("C10", "40 degrees, sticks: player's velocity x, m/s", IMPACT, 0.620323242909, Absolute(1e-11),
        || impact(1.2, 0.0, FORTY_DEGREES).velocities_m_s[0].x),
    row("C10", "40 degrees, sticks: player's velocity y, m/s", IMPACT, -0.319741259786, Absolute(1e-11),
        || impact(1.2, 0.0, FORTY_DEGREES).velocities_m_s[0].y),
    row("C10", "40 degrees, sticks: ball's velocity x, m/s", IMPACT, 0.937924193926, Absolute(1e-11),
        || impact(1.2, 0.0, FORTY_DEGREES).velocities_m_s[1].x),
    row("C10", "40 degrees, sticks: ball's velocity y, m/s", IMPACT, 0.517345330275, Absolute(1e-11),
        || impact(1.2, 0.0, FORTY_DEGREES).velocities_m_s[1].y),
    row("C10", "40 degrees, sticks: player's spin, rad/s", IMPACT, 23.753120332349, Absolute(1e-11),
        || impact(1.2, 0.0, FORTY_DEGREES).spins_rad_s[0]),
    row("C10", "40 degrees, sticks: ball's spin, rad/s", IMPACT, 44.665196810946, Absolute(1e-11),
        || impact(1.2, 0.0, FORTY_DEGREES).spins_rad_s[1]),
    row("C11", "head-on with spin, slides: impulse across, N s", IMPACT, 0.000662689751, Absolute(1e-12),
        || impact(0.9, 150.0, 0.0).impulse_n_s(0.0)[1]),
    row("C11", "head-on with spin, slides: player's velocity x, m/s", IMPACT, 0.264021352313, Absolute(1e-11),
        || impact(0.9, 150.0, 0.0).velocities_m_s[0].x),
    row("C11", "head-on with spin, slides: player's velocity y, m/s", IMPACT, -0.127195729537, Absolute(1e-11),
        || impact(0.9, 150.0, 0.0).velocities_m_s[0].y),
    row("C11", "head-on with spin, slides: ball's velocity x, m/s", IMPACT, 1.029021352313, Absolute(1e-11),
        || impact(0.9, 150.0, 0.0).velocities_m_s[1].x),
    row("C11", "head-on with spin, slides: ball's velocity y, m/s", IMPACT, 0.205804270463, Absolute(1e-11),
        || impact(0.9, 150.0, 0.0).velocities_m_s[1].y),
    row("C11", "head-on with spin, slides: player's spin, rad/s", IMPACT, 126.335678225606, Absolute(1e-11),
        || impact(0.9, 150.0, 0.0).spins_rad_s[0]),
    row("C11", "head-on with spin, slides: ball's spin, rad/s", IMPACT, -44.498220640569, Absolute(1e-11),
        || impact(0.9, 150.0, 0.0).spins_rad_s[1]),
    row("C12", "one mover: path to contact, m", CONTACT, 0.281669697220, Absolute(1e-12),
        || path_to_contact(&one_mover(2.0, 80.0, C12_BALL), C12_BALL)),
    row("C12", "one mover: time of contact, s", CONTACT, 0.151865699571, Relative(1e-10),
        || one_mover(2.0, 80.0, C12_BALL).time(Kind::Pair, 0)),
    row("C12", "one mover: speed at contact, m/s", CONTACT, 1.709653159117, Relative(1e-10),
        || alone(2.0, 80.0, C12_TIME_S).state.bodies[0].speed_m_s()),
    row("C12", "one mover: spin at contact, rad/s", CONTACT, 73.708420824808, Relative(1e-10),
        || alone(2.0, 80.0, C12_TIME_S).state.bodies[0].spin_rad_s()),
    row("C13", "passing 0.1 mm beside: contacts", CONTACT, 0.0, Absolute(0.0),
        || one_mover(1.4, 0.0, PASSED).count(Kind::Pair)),
    row("C13", "graze 0.1 mm deep: path to contact, m", CONTACT, 0.248002501564, Absolute(1e-12),
        || path_to_contact(&one_mover(1.4, 0.0, GRAZED), GRAZED)),
    row("C13", "graze 0.1 mm deep: time of contact, s", CONTACT, 0.207238891912, Relative(1e-10),
        || one_mover(1.4, 0.0, GRAZED).time(Kind::Pair, 0)),
    row("C14", "edge at 0.70 m/s: falls, count", SLIDE, 1.0, Absolute(0.0),
        || to_the_edge(0.70).count(Kind::Edge)),
    row("C14", "edge at 0.70 m/s: speed there, m/s", SLIDE, 0.312409987036, Absolute(1e-12),
        || to_the_edge(0.70).state.bodies[0].speed_m_s()),
    row("C14", "edge at 0.62 m/s: falls, count", SLIDE, 0.0, Absolute(0.0),
        || to_the_edge(0.62).count(Kind::Edge)),
    row("C14", "edge at 0.62 m/s: path, m", SLIDE, 0.097961264016, Absolute(1e-12),
        || to_the_edge(0.62).state.bodies[0].position_m().x - 0.5),
    row("C14", "edge: critical speed, m/s", SLIDE, 0.626418390535, Absolute(1e-12),
        critical_speed),
    row("C15", "goal: crossings of the line", SLIDE, 1.0, Absolute(0.0),
        || to_a_goal().count(Kind::Line)),
    row("C15", "goal: path to the line, m", SLIDE, 0.101379375505, Absolute(1e-12),
        || goal_place().distance(BEFORE_GOAL)),
    row("C15", "goal: y at the line, m", SLIDE, 0.036666666667, Absolute(1e-12),
        || goal_place().y),
    row("C15", "goal: path to rest, m", SLIDE, 0.212155963303, Absolute(1e-12),
        || to_a_goal().state.bodies[0].position_m().distance(BEFORE_GOAL)),
    row("C16", "strike beside the centre: spin, rad/s", STRIKE, 83.720930232558, Relative(1e-12),
        || strike::strike(&PLAYER, DVec2::Y, 1.5, 0.3).1),
    row("C16", "strike beside the centre: eps", STRIKE, 1.666666666667, Relative(1e-12),
        || struck_slip_ratio(1.5, 0.3)),
    row("C17", "whole shot: time of impact, s", SHOT, 0.067684305319, Relative(1e-10),
        || whole_shot().time(Kind::Pair, 0)),
    row("C17", "whole shot: player rests, s", SHOT, 0.267986122602, Relative(1e-10),
        || whole_shot().time(Kind::Stop, 0)),
    row("C17", "whole shot: ball rests, s", SHOT, 0.742176942347, Relative(1e-10),
        || whole_shot().time(Kind::Stop, 1)),
    row("C17", "whole shot: player's x at rest, m", SHOT, 0.011334146075, Absolute(1e-11),
        || whole_shot().state.bodies[0].position_m().x),
    row("C17", "whole shot: player's y at rest, m", SHOT, 0.005539322522, Absolute(1e-11),
        || whole_shot().state.bodies[0].position_m().y),
    row("C17", "whole shot: ball's x at rest, m", SHOT, 0.420114206787, Absolute(1e-11),
        || whole_shot().state.bodies[1].position_m().x),
    row("C17", "whole shot: ball's y at rest, m", SHOT, 0.000163581303, Absolute(1e-11),
        || whole_shot().state.bodies[1].position_m().y),
];
