//! A trial as it moved: pieces of motion that hold at any time, and what happened.
//!
//! Nothing is sampled: within a piece a centre is a polynomial of time. Between events that is the motion itself, for
//! balls and for coins that slide without spin or hop; a coin that slides and spins, and balls in resting contacts,
//! are told by polynomials that are off by less than [`PLACE_ERROR_M`] from what was followed.

use glam::{DVec2, DVec3};

use crate::kernel::{Event, Kind, NONE};

/// Fitted pieces are nearer than this to the motion, or the steps, that they tell, m.
pub const PLACE_ERROR_M: f64 = 1e-10;

/// A stretch of motion of one body; it holds until the next begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// When it begins, s.
    pub from_s: f64,
    /// The time that counts as 1 in its polynomials, s.
    pub span_s: f64,
    /// How the body moves.
    pub mode: &'static str,
    /// Coefficients of the centre, by the power of the time since the start over `span_s`, m.
    pub place_m: Vec<DVec3>,
    /// How it turns.
    pub turn: Turn,
}

/// How a body turns.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// A ball: its spin at the start, rad/s, and how that changes, rad/s2.
    Spin([DVec3; 2]),
    /// A coin: coefficients of its angle, as those of its place, rad.
    Angle(Vec<f64>),
}

impl Piece {
    /// Where the centre is at a time, m.
    pub fn place_m(&self, time_s: f64) -> DVec3 {
        let x = (time_s - self.from_s) / self.span_s;
        self.place_m.iter().rev().fold(DVec3::ZERO, |sum, &c| sum * x + c)
    }

    /// Velocity of the centre at a time, m/s.
    pub fn velocity_m_s(&self, time_s: f64) -> DVec3 {
        let x = (time_s - self.from_s) / self.span_s;
        let slopes = self.place_m.iter().enumerate().skip(1).rev();
        slopes.fold(DVec3::ZERO, |sum, (power, &c)| sum * x + c * power as f64) / self.span_s
    }

    /// Angle at a time of a coin, rad.
    pub fn angle_rad(&self, time_s: f64) -> Option<f64> {
        let Turn::Angle(rad) = &self.turn else { return None };
        let x = (time_s - self.from_s) / self.span_s;
        Some(rad.iter().rev().fold(0.0, |sum, &c| sum * x + c))
    }
}

/// An event, or one of the hits that it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Happening {
    /// What happened.
    pub event: Event,
    /// How fast two bodies closed, or a body came to the ground or a post, m/s; 0 where nothing was hit.
    pub closing_m_s: f64,
}

/// A trial from its start to its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Film {
    /// The motion of each body, in order of time.
    pub bodies: Vec<Vec<Piece>>,
    /// What happened, in order of time.
    pub happenings: Vec<Happening>,
    /// When the last thing happened, s.
    pub end_s: f64,
}

impl Film {
    pub(crate) fn of(body_count: usize) -> Film {
        Film { bodies: vec![Vec::new(); body_count], ..Film::default() }
    }

    /// Something new begins: what was thought to come at that time or after is dropped.
    pub(crate) fn cut(&mut self, body: usize, from_s: f64) {
        let pieces = &mut self.bodies[body];
        while pieces.last().is_some_and(|piece| piece.from_s >= from_s) {
            pieces.pop();
        }
    }

    pub(crate) fn note(&mut self, event: Event) {
        self.happenings.push(Happening { event, closing_m_s: 0.0 });
    }

    /// The piece that holds at a time: of two that meet there the later one.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn piece(&self, body: usize, time_s: f64) -> &Piece {
        let pieces = &self.bodies[body];
        &pieces[pieces.partition_point(|piece| piece.from_s <= time_s).max(1) - 1]
    }

    /// The piece that held just before.
    fn piece_before(&self, body: usize, time_s: f64) -> &Piece {
        let pieces = &self.bodies[body];
        &pieces[pieces.partition_point(|piece| piece.from_s < time_s).max(1) - 1]
    }

    /// The same on axes of these signs, 1 or -1.
    #[must_use]
    pub fn turned(mut self, axes: DVec2) -> Film {
        let (place, round) = (axes.extend(1.0), DVec3::new(axes.y, axes.x, axes.x * axes.y));
        for piece in self.bodies.iter_mut().flatten() {
            piece.place_m.iter_mut().for_each(|c| *c *= place);
            match &mut piece.turn {
                Turn::Spin(spins) => spins.iter_mut().for_each(|spin| *spin *= round),
                Turn::Angle(rad) => rad.iter_mut().for_each(|c| *c *= round.z),
            }
        }
        self.happenings.iter_mut().for_each(|happening| happening.event.position_m *= place);
        self
    }

    /// Ends it after so many things that happened; tells how many there were if they were more.
    pub fn cut_short(&mut self, most: usize) -> Option<usize> {
        let count = self.happenings.len();
        if count <= most {
            return None;
        }
        self.happenings.truncate(most);
        self.end_s = self.happenings.last().map_or(0.0, |last| last.event.time_s);
        for pieces in &mut self.bodies {
            // the first piece says where a body is before anything happens
            let kept = pieces.partition_point(|piece| piece.from_s <= self.end_s).max(1);
            pieces.truncate(kept);
        }
        Some(count)
    }

    /// Puts what happened in order, and says how fast bodies met.
    pub(crate) fn finish(mut self) -> Film {
        self.happenings.sort_by(|one, two| one.event.time_s.total_cmp(&two.event.time_s));
        self.end_s = self.happenings.last().map_or(0.0, |last| last.event.time_s);
        for i in 0..self.happenings.len() {
            self.happenings[i].closing_m_s = self.closing_m_s(&self.happenings[i].event);
        }
        self
    }

    fn closing_m_s(&self, event: &Event) -> f64 {
        let (time_s, body) = (event.time_s, usize::from(event.body));
        let before = |body: usize| {
            let piece = self.piece_before(body, time_s);
            (piece.place_m(time_s), piece.velocity_m_s(time_s))
        };
        let (at_m, velocity_m_s) = before(body);
        match event.kind {
            Kind::Pair | Kind::Stack if event.other != NONE => {
                let (other_m, other_m_s) = before(usize::from(event.other));
                (velocity_m_s - other_m_s).dot((other_m - at_m).normalize_or_zero())
            }
            Kind::Post => velocity_m_s.dot((event.position_m - at_m).normalize_or_zero()),
            Kind::Ground => -velocity_m_s.z,
            _ => 0.0,
        }
    }
}
