//! Hits that overlap in time: which balls take part, and when they part again.
//!
//! An island forms when two balls hit while another one would meet either of them before that hit is over; it dissolves
//! when no contact is left. A ball joins when something is about to touch it; until it is pushed it goes on as ground and
//! gravity have it, and leaves again if it lands or stops before. From the first push on only contacts move it
//! ([`Window`](super::window)): sand cannot answer in the 30 to 100 microseconds of a hit. It leaves as soon as nothing
//! touches it, each at its own time, and has its answer from the ground then; what was driven into the sand stays there,
//! mostly some tens of micrometres deep and at the most seen half a millimetre, until it flies. Friction between two balls acts when their contact ends, by the impulse it
//! had along its normal, as in a hit of two alone.

mod ends;
mod watch;

use glam::DVec3;

pub(super) use watch::overlaps;

use super::hertz::{Course, Hertz};
use super::motion::{self, Next};
use super::setup::Setup;
use super::state::{Body, Mode, State};
use super::window::{Rider, Window};
use super::{impact, landing, perch};
use crate::kernel::Event;
use watch::Watch;

/// One contact inside an island.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// When the two balls touched, s.
    pub time_s: f64,
    /// How long they did, s.
    pub duration_s: f64,
    /// The two balls, the lower number first.
    pub bodies: [u16; 2],
    /// Where they touched at the end, m.
    pub position_m: DVec3,
    /// Size of the impulse, friction included, N s.
    pub impulse_n_s: f64,
    /// The largest compression, m.
    pub compression_m: f64,
    /// The largest force along the normal, mean over a step, N.
    pub force_n: f64,
}

/// A rider's body as it joined, its place in the world.
#[derive(Clone, Copy, Debug)]
struct Passenger {
    body: Body,
    is_grounded: bool,
    /// Whether it has been followed to the moment when something pushed it.
    is_pushed: bool,
    /// Mechanical energy as it joined, J.
    energy_j: f64,
    start_m: DVec3,
}

const OUT: u16 = u16::MAX;

/// The working memory of islands, and the contacts of the last one.
#[derive(Clone, Debug, Default)]
pub(super) struct Island {
    window: Window,
    /// As the riders.
    passengers: Vec<Passenger>,
    /// Place of each body in the window, or [`OUT`].
    slots: Vec<u16>,
    /// Bodies out of the window whose motion has changed since the island began, as they are now.
    changed: Vec<Option<Body>>,
    watched: Vec<Watch>,
    /// Pairs that need no look for a while.
    later: Vec<Watch>,
    /// Pairs that need no look before one of the two joins.
    idle: Vec<[u16; 2]>,
    /// Bodies that move otherwise than was thought at the last look.
    is_stirred: Vec<bool>,
    stirs: bool,
    places_m: Vec<DVec3>,
    pub(super) hits: Vec<Hit>,
    struck: Vec<(u16, DVec3)>,
    origin_m: DVec3,
    start_s: f64,
    now_s: f64,
    step_s: f64,
    /// No two bodies can close faster, m/s.
    fastest_m_s: f64,
    /// The largest closing speed of two that were let touch, m/s.
    briskest_m_s: f64,
    /// Pairs with a gap below this are watched, m.
    reach_m: f64,
    relist_s: f64,
    look_s: f64,
    later_s: f64,
    loss_j: f64,
}

/// What an island left to note.
pub(super) struct Outcome {
    pub(super) impulse_n_s: f64,
    pub(super) loss_j: f64,
}

impl Island {
    pub(super) fn for_bodies(n: usize) -> Island {
        let mut island = Island::default();
        island.window.riders.reserve(n);
        island.window.touches.reserve(6 * n);
        island.passengers.reserve(n);
        island.slots.resize(n, OUT);
        island.changed.resize(n, None);
        island.is_stirred.resize(n, false);
        island.watched.reserve(6 * n);
        island.later.reserve(6 * n);
        island.idle.reserve(6 * n);
        island.places_m.reserve(n);
        island.hits.reserve(6 * n);
        island.struck.reserve(n);
        island
    }

    /// Follows the hit of an event, and all that it leads to, until nothing touches any more.
    pub(super) fn run(
        &mut self,
        setup: &Setup,
        state: &mut State,
        hertz: &Hertz,
        event: &Event,
        course: &Course,
    ) -> Outcome {
        self.begin(setup, state, event, course.duration_s);
        let pair = [event.body, event.other];
        self.arm(setup, state, hertz, pair);
        // a contact so slow that it lasts longer than this is left to the rule for slow hits
        let last_s = 256.0 * course.duration_s;
        self.relist(setup, state);
        while self.now_s < last_s {
            if self.now_s >= self.relist_s {
                self.relist(setup, state);
            }
            while self.now_s >= self.look_s {
                self.look(setup, state, hertz);
            }
            let (dt_s, then_s) = self.next_step_s();
            self.window.step(dt_s, self.now_s);
            self.now_s = then_s;
            self.push_off(setup);
            self.part(setup);
            if !self.window.touches.iter().any(|touch| touch.impulse_n_s > 0.0) {
                break;
            }
            self.release(setup, state);
        }
        self.dissolve(setup, state);
        state.woken.extend(self.struck.iter().map(|&(i, _)| i).filter(|i| !pair.contains(i)));
        if state.may_perch {
            for &(i, start_m) in &self.struck {
                perch::wake_near(setup, state, usize::from(i), start_m, event.time_s + self.now_s);
            }
        }
        let is_first = |hit: &&Hit| hit.bodies == pair;
        Outcome { impulse_n_s: self.hits.iter().find(is_first).map_or(0.0, |hit| hit.impulse_n_s), loss_j: self.loss_j }
    }

    fn begin(&mut self, setup: &Setup, state: &State, event: &Event, duration_s: f64) {
        self.window.clear();
        self.passengers.clear();
        self.hits.clear();
        self.struck.clear();
        self.changed.fill(None);
        self.is_stirred.fill(false);
        self.stirs = false;
        self.origin_m = state.bodies[usize::from(event.body)].position_m;
        (self.start_s, self.now_s, self.loss_j) = (event.time_s, 0.0, 0.0);
        (self.step_s, self.briskest_m_s) = (f64::INFINITY, 0.0);
        let (mut energy_j, mut least_kg) = (0.0, f64::INFINITY);
        for (ball, body) in setup.balls.iter().zip(&state.bodies) {
            if body.mode != Mode::Off {
                energy_j += body.kinetic_energy_j(ball);
                least_kg = ball.mass_kg.min(least_kg);
            }
        }
        // all energy in two of the lightest
        self.fastest_m_s = (4.0 * energy_j / least_kg).sqrt();
        self.reach_m = 4.0 * self.fastest_m_s * duration_s;
    }

    /// Lets two bodies touch.
    fn arm(&mut self, setup: &Setup, state: &State, hertz: &Hertz, pair: [u16; 2]) {
        let riders = pair.map(|i| self.join(setup, state, usize::from(i)));
        let [one, two] = riders.map(|slot| &self.window.riders[usize::from(slot)]);
        let span_m = two.position_m - one.position_m;
        let closing_m_s = (one.velocity_m_s - two.velocity_m_s).dot(span_m) / span_m.length();
        let balls = pair.map(|i| &setup.balls[usize::from(i)]);
        if closing_m_s > 0.0 {
            let duration_s = hertz.course(balls, closing_m_s).duration_s;
            self.step_s = self.step_s.min(duration_s / f64::from(hertz.step_count));
            if closing_m_s > self.briskest_m_s {
                self.briskest_m_s = closing_m_s;
                // others were watched as if no push were so hard
                self.stir_all();
            }
        }
        let stiffness = hertz.stiffness(balls);
        let touch_m = balls[0].radius_m + balls[1].radius_m;
        self.window.touch(riders, touch_m, stiffness, hertz.dissipation_s * stiffness, self.now_s);
    }

    /// Takes a body into the window, at the window's time; its place there.
    fn join(&mut self, setup: &Setup, state: &State, i: usize) -> u16 {
        if self.slots[i] != OUT {
            return self.slots[i];
        }
        let ball = &setup.balls[i];
        let mut body = state.bodies[i];
        let lost_j = catch_up(setup, i, &mut body, self.start_s + self.now_s);
        let slot = self.window.riders.len() as u16;
        self.slots[i] = slot;
        let at_m = body.position_m - self.origin_m;
        // others were watched as if it went on alone
        self.stir(i as u16);
        let mut rider = Rider::new(i as u16, ball.mass_kg, at_m, body.velocity_m_s);
        rider.own_m_s2 = body.path.acceleration_m_s2;
        rider.changes_s = body.time_s + body.path.left_s - self.start_s;
        self.window.riders.push(rider);
        self.passengers.push(Passenger {
            body,
            is_grounded: body.is_grounded(ball),
            is_pushed: false,
            energy_j: energy_j(setup, i, &body) + lost_j,
            start_m: body.position_m,
        });
        slot
    }

    /// Follows riders that have just been pushed to this moment: until now they turned and rubbed by themselves.
    fn push_off(&mut self, setup: &Setup) {
        for (rider, passenger) in self.window.riders.iter().zip(&mut self.passengers) {
            if rider.is_struck && !passenger.is_pushed {
                let i = usize::from(rider.body);
                let before_j = energy_j(setup, i, &passenger.body);
                motion::bring(&setup.balls[i], &mut passenger.body, self.start_s + self.now_s);
                passenger.energy_j += energy_j(setup, i, &passenger.body) - before_j;
                passenger.is_pushed = true;
            }
        }
    }

    /// The length of the next step and the window's time after it, s: at most up to where a rider that nothing has pushed
    /// yet changes its motion by itself.
    fn next_step_s(&self) -> (f64, f64) {
        let changes_s = self.window.riders.iter().map(|rider| rider.changes_s);
        let change_s = changes_s.filter(|&s| s > self.now_s).fold(f64::INFINITY, f64::min);
        let step_s = self.step_s;
        if change_s < self.now_s + step_s { (change_s - self.now_s, change_s) } else { (step_s, self.now_s + step_s) }
    }

    /// Lets go of the riders that nothing touches.
    fn release(&mut self, setup: &Setup, state: &mut State) {
        for slot in (0..self.window.riders.len()).rev() {
            if self.window.riders[slot].touch_count == 0 {
                self.leave(setup, state, slot);
            }
        }
    }

    /// Gives one rider back to the world, unless nothing has happened to it.
    fn leave(&mut self, setup: &Setup, state: &mut State, slot: usize) {
        let rider = self.window.riders.swap_remove(slot);
        let passenger = self.passengers.swap_remove(slot);
        let i = usize::from(rider.body);
        self.slots[i] = OUT;
        if let Some(moved) = self.window.riders.get(slot) {
            let from = self.window.riders.len() as u16;
            self.slots[usize::from(moved.body)] = slot as u16;
            for touch in &mut self.window.touches {
                touch.riders = touch.riders.map(|of| if of == from { slot as u16 } else { of });
            }
        }
        if !rider.is_struck {
            return;
        }
        let mut body = passenger.body;
        body.position_m = self.origin_m + rider.position_m;
        body.velocity_m_s = rider.velocity_m_s;
        body.time_s = self.start_s + self.now_s;
        (body.hit_s, body.hit_softly) = (body.time_s, false);
        impact::follow(setup, i, &mut body, passenger.is_grounded);
        // what was driven into the ground hits it before anything else touches it
        if body.path.next == Next::Land && body.path.left_s == 0.0 {
            landing::land(setup, i, &mut body);
        }
        self.loss_j += passenger.energy_j - energy_j(setup, i, &body);
        state.bodies[i] = body;
        self.changed[i] = None;
        // nor any answer of the ground
        self.stir(rider.body);
        if !self.struck.iter().any(|&(known, _)| known == rider.body) {
            self.struck.push((rider.body, passenger.start_m));
        }
    }

    /// Ends what is left.
    fn dissolve(&mut self, setup: &Setup, state: &mut State) {
        for k in (0..self.window.touches.len()).rev() {
            self.end(setup, k);
        }
        self.release(setup, state);
    }
}

/// Brings a body that is left to itself to a time, through whatever changes of its motion; gives what these cost, J.
fn catch_up(setup: &Setup, i: usize, body: &mut Body, time_s: f64) -> f64 {
    let ball = &setup.balls[i];
    let mut lost_j = 0.0;
    // in so short a time hardly more than one change can come
    for _ in 0..16 {
        let end_s = body.time_s + body.path.left_s;
        // what ends at that very time is over, but for a ground hit that is an event of its own
        if end_s * (1.0 - 4.0 * f64::EPSILON) > time_s || body.path.left_s == 0.0 && body.path.next == Next::Land {
            break;
        }
        let next = body.path.next;
        motion::finish(ball, body, end_s);
        let before_j = body.kinetic_energy_j(ball);
        match next {
            Next::Land => _ = landing::land(setup, i, body),
            _ => motion::change(setup, i, body),
        }
        lost_j += before_j - body.kinetic_energy_j(ball);
    }
    motion::bring(ball, body, time_s);
    lost_j
}

/// Energy of motion and height, J.
fn energy_j(setup: &Setup, i: usize, body: &Body) -> f64 {
    let ball = &setup.balls[i];
    body.kinetic_energy_j(ball) + ball.mass_kg * setup.ground.gravity_m_s2 * body.position_m.z
}
