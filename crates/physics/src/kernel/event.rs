//! One event: what kind of thing, when, to whom, where, how hard; and the hits that it may stand for.

use glam::DVec3;

/// What kind of thing happens at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A body comes to rest.
    Stop,
    /// A body changes its mode of motion without an impulse: slide to roll, roll to spin.
    Mode,
    /// A body's centre crosses the edge and leaves for good.
    Edge,
    /// A body's centre crosses a line; nothing else changes.
    Line,
    /// A body hits the ground.
    Ground,
    /// Two bodies hit each other.
    Pair,
    /// A body hits a post, whose number is the event's line.
    Post,
    /// A coin hops off the table.
    Hop,
    /// A coin comes to lie on another one; the first or second body, whichever is now on the other.
    Stack,
    /// A step of a resting contact, in which nothing begins or ends: forces of balls that hold each other are found
    /// anew, or two coins that press hit each other once more. Who counts or tells events leaves it out.
    Hold,
}

/// How many kinds of events there are.
pub const KINDS: usize = 10;

impl Kind {
    /// The name as printed: `stop mode edge line ground pair post hop stack hold`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Stop => "stop",
            Kind::Mode => "mode",
            Kind::Edge => "edge",
            Kind::Line => "line",
            Kind::Ground => "ground",
            Kind::Pair => "pair",
            Kind::Post => "post",
            Kind::Hop => "hop",
            Kind::Stack => "stack",
            Kind::Hold => "hold",
        }
    }

    /// The tier of equal-time events: mode changes first, exits next, then what the ground answers, impacts of bodies
    /// last (`reliability` rule P10).
    pub fn class(self) -> u8 {
        match self {
            Kind::Stop | Kind::Mode | Kind::Hop | Kind::Hold => 0,
            Kind::Line | Kind::Edge => 1,
            Kind::Ground => 2,
            Kind::Pair | Kind::Post | Kind::Stack => 3,
        }
    }
}

/// Stands for "no second body" and "no line" in an [`Event`].
pub const NONE: u16 = u16::MAX;

/// An event that is to come: what is known before its law is applied, small enough to be handed on in registers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Due {
    pub time_s: f64,
    pub kind: Kind,
    pub body: u16,
    pub other: u16,
    pub line: u16,
}

impl Due {
    #[inline]
    pub fn of_body(time_s: f64, kind: Kind, body: u16) -> Due {
        Due { time_s, kind, body, other: NONE, line: NONE }
    }

    #[inline]
    pub fn of_pair(time_s: f64, a: u16, b: u16) -> Due {
        Due { other: a.max(b), ..Due::of_body(time_s, Kind::Pair, a.min(b)) }
    }

    /// The total order of events: (time, class, ids), never insertion order (`reliability` rule P10).
    #[inline]
    pub fn precedes(&self, that: &Due) -> bool {
        let key = |due: &Due| (due.kind.class(), due.body, due.other, due.line);
        self.time_s < that.time_s || (self.time_s == that.time_s && key(self) < key(that))
    }

    /// The event, its outcome not yet known.
    #[inline]
    pub fn event(self) -> Event {
        let Due { time_s, kind, body, other, line } = self;
        Event { time_s, kind, body, other, line, position_m: DVec3::ZERO, impulse_n_s: 0.0, loss_j: 0.0 }
    }
}

/// One event: when, what, to whom, where, and how hard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Time since the start of the trial, s.
    pub time_s: f64,
    /// What happens.
    pub kind: Kind,
    /// The body, or the lower numbered of two.
    pub body: u16,
    /// The higher numbered body of a pair, or [`NONE`].
    pub other: u16,
    /// The line that is crossed or the post that is hit, or [`NONE`].
    pub line: u16,
    /// The contact point of a pair, else the body's centre, m; filled by `resolve`.
    pub position_m: DVec3,
    /// Size of the impulse, N s; filled by `resolve`; 0 where there is none.
    pub impulse_n_s: f64,
    /// Kinetic energy lost in the event, J; filled by `resolve`; friction between events is not in it.
    pub loss_j: f64,
}

impl Event {
    /// An event of one body, its outcome not yet known.
    pub fn of_body(time_s: f64, kind: Kind, body: u16) -> Event {
        Due::of_body(time_s, kind, body).event()
    }

    /// An impact of two bodies, numbered canonically.
    pub fn of_pair(time_s: f64, a: u16, b: u16) -> Event {
        Due::of_pair(time_s, a, b).event()
    }

    /// The one or two bodies that it names.
    #[inline]
    pub fn bodies(&self) -> impl Iterator<Item = usize> + use<> {
        let other = (self.other != NONE).then_some(usize::from(self.other));
        std::iter::once(usize::from(self.body)).chain(other)
    }

    /// The hits that this event stands for, each as an impact of its own: itself where there are none, else `hits` in
    /// their order; the first has the loss of all.
    pub fn each_hit<'a>(&self, hits: &'a [Hit]) -> impl Iterator<Item = Event> + use<'a> {
        let alone = hits.is_empty().then_some(*self);
        let losses_j = std::iter::once(self.loss_j).chain(std::iter::repeat(0.0));
        alone.into_iter().chain(hits.iter().zip(losses_j).map(|(hit, loss_j)| hit.as_event(loss_j)))
    }
}

/// A contact of two bodies inside an event that stands for several, because they overlap in time or are at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// When the two bodies touched, s.
    pub time_s: f64,
    /// How long they did, s; 0 for rigid bodies.
    pub duration_s: f64,
    /// The two bodies, the lower number first.
    pub bodies: [u16; 2],
    /// Where they touched at the end, m.
    pub position_m: DVec3,
    /// Size of the impulse, friction included, N s.
    pub impulse_n_s: f64,
    /// The largest compression, m; 0 for rigid bodies.
    pub compression_m: f64,
    /// The largest force along the normal, mean over a step, N; infinite for rigid bodies.
    pub force_n: f64,
}

impl Hit {
    /// A hit of rigid bodies, which takes no time.
    pub(crate) fn rigid(time_s: f64, bodies: [u16; 2], position_m: DVec3, impulse_n_s: f64) -> Hit {
        Hit { time_s, duration_s: 0.0, bodies, position_m, impulse_n_s, compression_m: 0.0, force_n: f64::INFINITY }
    }

    fn as_event(&self, loss_j: f64) -> Event {
        Event {
            position_m: self.position_m,
            impulse_n_s: self.impulse_n_s,
            loss_j,
            ..Event::of_pair(self.time_s, self.bodies[0], self.bodies[1])
        }
    }
}
