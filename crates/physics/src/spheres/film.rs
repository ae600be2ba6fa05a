//! Films a trial of spheres: pieces of constant acceleration between events, cubics through the steps of islands.

use glam::{DVec3, Vec3Swizzles};

use super::ball::Ball;
use super::body::{Body, Mode};
use super::motion;
use super::path::Next;
use super::scratch::Scratch;
use super::setup::Setup;
use super::state::State;
use super::told::{Knot, Told};
use super::world::Spheres;
use crate::film::{Film, PLACE_ERROR_M, Piece, Turn};
use crate::kernel::{Event, EventSink, Hit, Kind};

/// Spins that contacts change are told to this, rad/s.
const SPIN_ERROR_RAD_S: f64 = 0.5;

/// A sink that films.
#[derive(Clone, Debug)]
pub struct Recorder {
    film: Film,
    /// The piece of motion that each ball is in.
    open: Vec<Body>,
    /// Steps since it is pushed.
    knots: Vec<Vec<Knot>>,
}

impl Recorder {
    /// Before the first event.
    ///
    /// ```
    /// use glam::{DVec3, dvec3};
    /// use tolley_physics::kernel::{Limits, run};
    /// # use tolley_physics::spheres::{Ball, Contact, Ground, GroundReaction, Law, SlowContact};
    /// use tolley_physics::spheres::{Recorder, Scratch, Setup, Spheres, State};
    ///
    /// # let ground = Ground {
    /// #     gravity_m_s2: 9.81, restitution_ratio: 0.2, settle_speed_m_s: 0.1, sinkage_m: 0.5e-3,
    /// #     trapping_speed_m_s: 0.0, rolling_while_sliding: false,
    /// # };
    /// # let contact = Contact {
    /// #     law: Law::Pairwise, restitution_ratio: 0.95, friction_ratio: 0.1, tangential_restitution_ratio: 0.0,
    /// #     ground_reaction: GroundReaction::After, slow: SlowContact::Plain,
    /// # };
    /// # let ball = Ball::solid(0.00635, 2500.0, 0.3, 0.1);
    /// # let setup = Setup::new(vec![ball], ground, contact, None);
    /// let mut state = State::new(&setup);
    /// state.place(&setup, 0, dvec3(0.0, 0.0, ball.radius_m), dvec3(1.0, 0.0, 0.0), DVec3::ZERO);
    /// let mut recorder = Recorder::new(&state);
    /// run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &Limits::for_bodies(1), &mut recorder);
    /// let film = recorder.finish(&setup);
    /// // slides, rolls, rests
    /// assert_eq!(film.bodies[0].iter().map(|piece| piece.mode).collect::<Vec<_>>(), ["slide", "roll", "rest"]);
    /// assert_eq!(film.piece(0, film.end_s).place_m(film.end_s), state.bodies[0].position_m);
    /// ```
    pub fn new(state: &State) -> Recorder {
        let count = state.bodies.len();
        Recorder { film: Film::of(count), open: state.bodies.clone(), knots: vec![Vec::new(); count] }
    }

    /// After the last event.
    pub fn finish(mut self, setup: &Setup) -> Film {
        for i in 0..self.open.len() {
            self.close(setup, i, f64::INFINITY);
        }
        self.film.finish()
    }

    /// Ends what a ball does, at a time or with its last step.
    fn close(&mut self, setup: &Setup, i: usize, to_s: f64) {
        let knots = std::mem::take(&mut self.knots[i]);
        if let Some(first) = knots.first() {
            self.film.cut(i, first.time_s);
            fit(&knots, &mut self.film.bodies[i]);
        } else if self.open[i].time_s < to_s {
            self.film.cut(i, self.open[i].time_s);
            pieces(&setup.balls[i], &self.open[i], to_s, &mut self.film.bodies[i]);
        }
    }

    fn hear(&mut self, setup: &Setup, told: &Told) {
        match told {
            Told::Pushed(i, knot) => {
                let i = usize::from(*i);
                if self.knots[i].is_empty() {
                    self.close(setup, i, knot.time_s);
                }
                self.knots[i].push(*knot);
            }
            Told::Free(i, body) => self.open(setup, usize::from(*i), body),
        }
    }

    fn open(&mut self, setup: &Setup, i: usize, body: &Body) {
        self.close(setup, i, body.time_s);
        self.open[i] = *body;
    }
}

impl EventSink<Spheres> for Recorder {
    const FILMS: bool = true;

    fn look(&mut self, setup: &Setup, scratch: &Scratch) {
        for told in &scratch.island.told {
            self.hear(setup, told);
        }
    }

    fn record(&mut self, setup: &Setup, state: &State, event: &Event, hits: &[Hit]) {
        for (i, body) in state.bodies.iter().enumerate() {
            if !goes_on(&self.open[i], body) {
                self.open(setup, i, body);
            }
        }
        if event.kind != Kind::Hold {
            event.each_hit(hits).for_each(|event| self.film.note(event));
        }
    }
}

/// Whether a ball is in the piece of motion in which it was.
fn goes_on(was: &Body, is: &Body) -> bool {
    let numbers = |body: &Body| [body.position_m, body.velocity_m_s, body.spin_rad_s];
    was.time_s == is.time_s && was.mode == is.mode && was.path == is.path && numbers(was) == numbers(is)
}

/// The motion of a ball until a time: one piece, or two where its spin about the vertical ends before.
fn pieces(ball: &Ball, body: &Body, to_s: f64, pieces: &mut Vec<Piece>) {
    let is_still = matches!(body.mode, Mode::Off | Mode::Rest);
    let piece = |body: &Body, rad_s2: DVec3| Piece {
        from_s: body.time_s,
        span_s: 1.0,
        mode: body.mode.name(),
        place_m: match is_still {
            true => vec![body.position_m],
            false => vec![body.position_m, body.velocity_m_s, body.path.acceleration_m_s2 * 0.5],
        },
        turn: Turn::Spin([body.spin_rad_s, rad_s2]),
    };
    let rad_s2 = if is_still { DVec3::ZERO } else { motion::own_rad_s2(ball, body) };
    pieces.push(piece(body, rad_s2));
    if rad_s2.z == 0.0 || body.path.next == Next::Press {
        return;
    }
    let drilled_s = -body.spin_rad_s.z / rad_s2.z;
    if body.time_s + drilled_s < to_s {
        let mut rest = *body;
        motion::bring(ball, &mut rest, body.time_s + drilled_s);
        rest.spin_rad_s.z = 0.0;
        pieces.push(piece(&rest, rad_s2.xy().extend(0.0)));
    }
}

/// Cubics through as many steps as each can tell.
fn fit(knots: &[Knot], pieces: &mut Vec<Piece>) {
    let mut first = 0;
    while first + 1 < knots.len() {
        let mut last = first + 1;
        let mut cubic = through(&knots[first], &knots[last]);
        while last + 1 < knots.len() {
            let longer = through(&knots[first], &knots[last + 1]);
            if !knots[first + 1..=last].iter().all(|knot| tells(&longer, knot)) {
                break;
            }
            (cubic, last) = (longer, last + 1);
        }
        pieces.push(cubic);
        first = last;
    }
}

/// The cubic of Hermite.
fn through(one: &Knot, two: &Knot) -> Piece {
    let span_s = two.time_s - one.time_s;
    let (way_m, from_m, to_m) = (two.position_m - one.position_m, one.velocity_m_s * span_s, two.velocity_m_s * span_s);
    let place_m = vec![one.position_m, from_m, way_m * 3.0 - from_m * 2.0 - to_m, from_m + to_m - way_m * 2.0];
    let rad_s2 = (two.spin_rad_s - one.spin_rad_s) / span_s;
    Piece { from_s: one.time_s, span_s, mode: "hit", place_m, turn: Turn::Spin([one.spin_rad_s, rad_s2]) }
}

fn tells(piece: &Piece, knot: &Knot) -> bool {
    let Turn::Spin([rad_s, rad_s2]) = piece.turn else { return false };
    let spin_rad_s = rad_s + rad_s2 * (knot.time_s - piece.from_s);
    piece.place_m(knot.time_s).distance(knot.position_m) < 0.5 * PLACE_ERROR_M
        && spin_rad_s.distance(knot.spin_rad_s) < SPIN_ERROR_RAD_S
}
