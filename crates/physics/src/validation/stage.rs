//! Balls, ground and laws of the rows, and how a scene is played.

use glam::DVec3;

use crate::kernel::{self, Event, EventSink, Hit, Kind, Limits};
use crate::spheres::{Ball, Body, Contact, Ground, GroundReaction, Law, Scratch, Setup, SlowContact, Spheres, State};

/// Gravity, m/s2.
pub(super) const G: f64 = 9.81;
/// Radius of a toley of 3/4 inch, m.
pub(super) const TOLEY_M: f64 = 0.009525;
/// Radius of a marble of 1/2 inch, m.
pub(super) const MARBLE_M: f64 = 0.00635;

pub(super) fn ground() -> Ground {
    Ground {
        gravity_m_s2: G,
        restitution_ratio: 0.2,
        settle_speed_m_s: 0.1,
        sinkage_m: 0.5e-3,
        trapping_speed_m_s: 0.0,
        rolling_while_sliding: false,
    }
}

/// No ground and no gravity.
pub(super) fn free() -> Ground {
    Ground { gravity_m_s2: 0.0, ..ground() }
}

/// Walton's law with restitution, friction and tangential restitution, without a rule for slow contacts.
pub(super) fn contact(e: f64, mu: f64, b0: f64) -> Contact {
    Contact {
        law: Law::Pairwise,
        restitution_ratio: e,
        friction_ratio: mu,
        tangential_restitution_ratio: b0,
        ground_reaction: GroundReaction::After,
        slow: SlowContact::Plain,
    }
}

/// A glass ball, 2500 kg/m3.
pub(super) fn ball(radius_m: f64, sliding: f64, rolling: f64) -> Ball {
    Ball::solid(radius_m, 2500.0, sliding, rolling)
}

pub(super) fn toley() -> Ball {
    ball(TOLEY_M, 0.3, 0.1)
}

pub(super) fn marble() -> Ball {
    ball(MARBLE_M, 0.3, 0.1)
}

/// A ball's position, m, velocity, m/s, and spin, rad/s.
pub(super) type Thrown = [DVec3; 3];

/// A ball that rests, its centre at a point.
pub(super) fn still(at_m: DVec3) -> Thrown {
    [at_m, DVec3::ZERO, DVec3::ZERO]
}

/// An event, and the bodies as they are just after it.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) event: Event,
    pub(super) bodies: Vec<Body>,
}

/// A scene that was played: every moment of it and its end.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) moments: Vec<Moment>,
    pub(super) bodies: Vec<Body>,
}

impl EventSink<Spheres> for Vec<Moment> {
    fn record(&mut self, _: &Setup, state: &State, event: &Event, _: &[Hit]) {
        self.push(Moment { event: *event, bodies: state.bodies.clone() });
    }
}

impl Played {
    /// A number of one of the moments; not a number without such a moment.
    pub(super) fn at(&self, index: usize, number: impl Fn(&Moment) -> f64) -> f64 {
        self.moments.get(index).map_or(f64::NAN, number)
    }

    /// A number of the first event of a kind of a body; not a number without such an event.
    pub(super) fn first(&self, kind: Kind, body: u16, number: impl Fn(&Moment) -> f64) -> f64 {
        let found = self.moments.iter().find(|moment| moment.event.kind == kind && moment.event.body == body);
        found.map_or(f64::NAN, number)
    }
}

/// Plays balls until all rest, or until a time, s.
pub(super) fn play(setup: &Setup, thrown: &[Thrown], until_s: f64) -> Played {
    let mut state = State::new(setup);
    for (i, &[position_m, velocity_m_s, spin_rad_s]) in thrown.iter().enumerate() {
        state.place(setup, i, position_m, velocity_m_s, spin_rad_s);
    }
    let limits = Limits { until_s, ..Limits::for_bodies(thrown.len()) };
    let mut moments = Vec::new();
    kernel::run(setup, &mut state, &mut Scratch::new(setup), &limits, &mut moments);
    Played { moments, bodies: state.bodies }
}

/// Bisects for the number between two where an answer turns from no to yes.
pub(super) fn turning_point(mut no: f64, mut yes: f64, answer: impl Fn(f64) -> bool) -> f64 {
    if answer(no) || !answer(yes) {
        return f64::NAN;
    }
    for _ in 0..60 {
        let middle = 0.5 * (no + yes);
        if answer(middle) { yes = middle } else { no = middle }
    }
    0.5 * (no + yes)
}
