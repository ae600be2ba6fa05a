//! The shots behind the rows of coins on a table: short programs on the public interface.

use crate::discs::throw_in::{self, Landed, Throw};
use crate::discs::{Coin, Contact, Discs, Line, Rectangle, Scratch, Setup, State, friction, strike};
use crate::kernel::{self, Event, EventSink, Hit, Kind, Limits, Trace};
use glam::{DVec2, dvec2};

/// A Polish 2 zl coin on a table with friction 0.2.
pub(super) const PLAYER: Coin = Coin { radius_m: 0.01075, mass_kg: 5.21e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };
/// A Polish 20 gr coin.
pub(super) const BALL: Coin = Coin { radius_m: 0.00925, mass_kg: 3.22e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };

const RIMS: Contact =
    Contact { restitution_ratio: 0.85, friction_ratio: 0.2, tangential_restitution_ratio: 0.3, slow_speed_m_s: 0.0 };

/// Where a coin is, how it moves and spins.
type Start = (DVec2, DVec2, f64);

/// How a shot went.
pub(super) struct Played {
    pub state: State,
    pub events: Vec<Event>,
}

impl Played {
    /// Time of the first event of a kind; not a number if there is none.
    pub fn time(&self, kind: Kind, body: u16) -> f64 {
        self.event(kind, body).map_or(f64::NAN, |event| event.time_s)
    }

    /// The first event of a kind that touches a body.
    pub fn event(&self, kind: Kind, body: u16) -> Option<&Event> {
        self.events.iter().find(|event| event.kind == kind && (event.body == body || event.other == body))
    }

    /// How many events of a kind.
    pub fn count(&self, kind: Kind) -> f64 {
        self.events.iter().filter(|event| event.kind == kind).count() as f64
    }
}

fn play(setup: &Setup, starts: &[Start], until_s: f64) -> Played {
    let mut state = State::new(setup);
    for (body, &(position, velocity, spin)) in starts.iter().enumerate() {
        state.place(setup, body, position, velocity, spin);
    }
    let limits = Limits { until_s, ..Limits::for_bodies(setup.body_count()) };
    let mut trace = Trace::default();
    kernel::run::<Discs, _>(setup, &mut state, &mut Scratch::new(setup), &limits, &mut trace);
    Played { state, events: trace.events }
}

fn table(coins: &[Coin], edge: Option<Rectangle>, lines: &[Line]) -> Setup {
    Setup::new(coins.to_vec(), 9.81, 0.0, RIMS, edge, lines.to_vec())
}

/// The player's coin alone from the origin along x, until a time or, if that is infinite, until it rests.
pub(super) fn alone(speed_m_s: f64, spin_rad_s: f64, until_s: f64) -> Played {
    play(&table(&[PLAYER], None, &[]), &[(DVec2::ZERO, dvec2(speed_m_s, 0.0), spin_rad_s)], until_s)
}

/// The energy of C5 at its start, J.
pub(super) fn energy_at_start() -> f64 {
    let setup = table(&[PLAYER], None, &[]);
    let mut state = State::new(&setup);
    state.place(&setup, 0, DVec2::ZERO, dvec2(1.5, 0.0), 100.0);
    state.energy(&setup).in_play_j
}

/// What friction takes in C5, J: `mu m g (v F + u T)` over time, by Gauss's rule of three points on panels that crowd
/// towards the stop.
pub(super) fn friction_work() -> f64 {
    let push = PLAYER.friction_ratio * PLAYER.mass_kg * 9.81;
    let stop = alone(1.5, 100.0, f64::INFINITY).time(Kind::Stop, 0);
    let panels = 400;
    let edge = |k: i32| {
        let left = 1.0 - f64::from(k) / f64::from(panels);
        stop * (1.0 - left * left * left)
    };
    let node = 0.6f64.sqrt();
    let mut work = 0.0;
    for panel in 0..panels {
        let (middle, half) = (0.5 * (edge(panel + 1) + edge(panel)), 0.5 * (edge(panel + 1) - edge(panel)));
        for (at, weight) in [(-node, 5.0 / 9.0), (0.0, 8.0 / 9.0), (node, 5.0 / 9.0)] {
            let body = &alone(1.5, 100.0, middle + at * half).state.bodies[0];
            let (slide, rim) = (body.speed_m_s(), PLAYER.radius_m * body.spin_rad_s());
            let drag = friction::disc(slide / rim);
            work += weight * half * push * (slide * drag.force_ratio + rim * drag.torque_ratio);
        }
    }
    work
}

/// Two coins just after they hit.
#[derive(Default)]
pub(super) struct Impact {
    pub velocities_m_s: [DVec2; 2],
    pub spins_rad_s: [f64; 2],
    pub energy_before_j: f64,
    pub energy_after_j: f64,
}

impl Impact {
    /// The impulse on the ball, which rested: along and across the line of centres at `angle_rad`, N s.
    pub fn impulse_n_s(&self, angle_rad: f64) -> [f64; 2] {
        let normal = dvec2(libm::cos(angle_rad), libm::sin(angle_rad));
        let momentum = BALL.mass_kg * self.velocities_m_s[1];
        [momentum.dot(normal), normal.perp_dot(momentum)]
    }
}

#[derive(Default)]
struct First(Option<Impact>);

impl EventSink<Discs> for First {
    fn record(&mut self, setup: &Setup, state: &State, _: &Event, _: &[Hit]) {
        self.0.get_or_insert(Impact {
            velocities_m_s: [0, 1].map(|b: usize| state.bodies[b].velocity_m_s()),
            spins_rad_s: [0, 1].map(|b: usize| state.bodies[b].spin_rad_s()),
            energy_before_j: 0.0,
            energy_after_j: state.energy(setup).in_play_j,
        });
    }
}

/// The player's coin moves along x and touches the ball, which rests at `angle_rad` from it.
pub(super) fn impact(speed_m_s: f64, spin_rad_s: f64, angle_rad: f64) -> Impact {
    let setup = table(&[PLAYER, BALL], None, &[]);
    let mut state = State::new(&setup);
    state.place(&setup, 0, DVec2::ZERO, dvec2(speed_m_s, 0.0), spin_rad_s);
    let target = 0.02 * dvec2(libm::cos(angle_rad), libm::sin(angle_rad));
    state.place(&setup, 1, target, DVec2::ZERO, 0.0);
    let (mut first, energy_before_j) = (First::default(), state.energy(&setup).in_play_j);
    let limits = Limits::for_bodies(2);
    kernel::run::<Discs, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut first);
    Impact { energy_before_j, ..first.0.unwrap_or_default() }
}

/// The player's coin from the origin along x against a ball at rest.
pub(super) fn one_mover(speed_m_s: f64, spin_rad_s: f64, ball_m: DVec2) -> Played {
    let starts = [(DVec2::ZERO, dvec2(speed_m_s, 0.0), spin_rad_s), (ball_m, DVec2::ZERO, 0.0)];
    play(&table(&[PLAYER, BALL], None, &[]), &starts, f64::INFINITY)
}

/// Where the player's coin of a shot against a ball is at their contact: `x`, by the contact point on the line of
/// centres, which the radii divide.
pub(super) fn path_to_contact(played: &Played, ball_m: DVec2) -> f64 {
    let share = PLAYER.radius_m / (PLAYER.radius_m + BALL.radius_m);
    let contact = played.event(Kind::Pair, 0).map_or(f64::NAN, |event| event.position_m.x);
    (contact - share * ball_m.x) / (1.0 - share)
}

/// A ball 0.1 m before the table's edge, pushed straight at it.
pub(super) fn to_the_edge(speed_m_s: f64) -> Played {
    let edge = Rectangle { half_length_m: 0.6, half_width_m: 0.3 };
    let start = (dvec2(0.5, 0.0), dvec2(speed_m_s, 0.0), 0.0);
    play(&table(&[BALL], Some(edge), &[]), &[start], f64::INFINITY)
}

/// The slowest push that makes the ball fall, by bisection.
pub(super) fn critical_speed() -> f64 {
    let (mut low, mut high) = (0.6, 0.7);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if to_the_edge(middle).count(Kind::Edge) > 0.0 { high = middle } else { low = middle }
    }
    high
}

/// Where the ball of [`to_a_goal`] starts.
pub(super) const BEFORE_GOAL: DVec2 = dvec2(1.10, 0.02);

/// A ball sent over a goal line 0.1 m wide.
pub(super) fn to_a_goal() -> Played {
    let goal = Line { from_m: dvec2(1.2, -0.05), to_m: dvec2(1.2, 0.05) };
    play(&table(&[BALL], None, &[goal]), &[(BEFORE_GOAL, dvec2(0.9, 0.15), 0.0)], f64::INFINITY)
}

/// A whole shot: both coins come to rest after one hit.
pub(super) fn whole_shot() -> Played {
    let velocity = 1.25 * dvec2(libm::cos(0.03), libm::sin(0.03));
    let starts = [(dvec2(-0.10, 0.0), velocity, 40.0), (DVec2::ZERO, DVec2::ZERO, 0.0)];
    play(&table(&[PLAYER, BALL], None, &[]), &starts, f64::INFINITY)
}

/// Where the ball of [`to_a_goal`] crosses the line.
pub(super) fn goal_place() -> DVec2 {
    to_a_goal().event(Kind::Line, 0).map_or(DVec2::NAN, |event| event.position_m.truncate())
}

/// `v / (R w)` of the player's coin struck beside its centre.
pub(super) fn struck_slip_ratio(speed_m_s: f64, offset_ratio: f64) -> f64 {
    let (velocity, spin) = strike::strike(&PLAYER, DVec2::Y, speed_m_s, offset_ratio);
    velocity.dot(velocity).sqrt() / (PLAYER.radius_m * spin)
}

/// What `look` sees of a throw-in from the edge at 1.6 m/s upwards and 0.35 m/s inwards, restitution 0.35.
pub(super) fn throw_in(look: fn(&Landed) -> f64) -> f64 {
    let setup = table(&[BALL], None, &[]);
    let throw = Throw {
        from_m: DVec2::ZERO,
        direction: DVec2::Y,
        height_m: 0.0,
        rise_m_s: 1.6,
        speed_m_s: 0.35,
        restitution_ratio: 0.35,
        roll: None,
    };
    throw_in::play(&setup, &State::new(&setup), 0, &throw).as_ref().map_or(f64::NAN, look)
}
