//! One stroke through the disc kernel, in buffers that are used again.

use glam::{DVec2, DVec3};
use tolley_physics::discs::throw_in::{Landed, Throw};
use tolley_physics::discs::{self, Coin, Discs, Mode, Recorder, Scratch, State, strike};
use tolley_physics::film::{self, Film, Turn};
use tolley_physics::kernel::{self, Both, Ending, Limits};

use super::bodies::{BALL, OPPONENT, STRIKER, piece};
use super::setup::StrokeSetup;
use super::sink::{StrokeRecord, StrokeSink};
use super::stroke::Launch;
use super::view::PlayerView;
use crate::laws::{Ends, MoveEvents, Piece, Seat};

/// Memory for strokes on setups of the same lines, whoever strokes.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The coins.
    pub state: State,
    scratch: Scratch,
    /// The strokes so far, if they are filmed.
    films: Option<Vec<FilmedStroke>>,
    /// Whether what is played now is a stroke of the match, and not a thought.
    is_real: bool,
}

/// A stroke as it was filmed, on the axes of its match.
#[derive(Clone, Debug)]
pub struct FilmedStroke {
    /// The motion; bodies as in [`STRIKER`], [`BALL`], [`OPPONENT`].
    pub film: Film,
    /// The coins, as the bodies of the film.
    pub coins: Vec<Coin>,
    /// Who strokes, or throws.
    pub mover: Seat,
}

/// A stroke as played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// Where the coins end, or crossed the edge, as the mover sees it.
    pub end: PlayerView,
    /// What is kept of it.
    pub record: StrokeRecord,
    /// How physics ended.
    pub ending: Ending,
}

impl Workspace {
    /// For strokes on setups like this one.
    pub fn new(physics: &discs::Setup) -> Workspace {
        let (state, scratch) = (State::new(physics), Scratch::new(physics));
        Workspace { state, scratch, films: None, is_real: true }
    }

    /// From now on strokes are filmed.
    pub fn film(&mut self) {
        self.films.get_or_insert_default();
    }

    /// The strokes filmed since.
    pub fn take_films(&mut self) -> Vec<FilmedStroke> {
        self.films.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Says whether what comes is a stroke of the match, or only a thought, which is not filmed.
    pub(crate) fn is_real(&mut self, is_real: bool) {
        self.is_real = is_real;
    }

    /// Films a throw, if strokes are: the flight; where the ball lies after it has bounced or rolled comes at once, as
    /// nobody knows how it gets there.
    pub(super) fn film_throw(
        &mut self,
        physics: &discs::Setup,
        (mover, ends): (Seat, Ends),
        throw: &Throw,
        landed: &Landed,
    ) {
        let Some(films) = self.films.as_mut().filter(|_| self.is_real) else { return };
        let mut film = Recorder::new(&self.state).finish(physics);
        let air = |body: DVec2, speed_m_s: DVec2| {
            vec![
                body.extend(throw.height_m),
                speed_m_s.extend(throw.rise_m_s),
                DVec3::NEG_Z * (0.5 * physics.gravity_m_s2()),
            ]
        };
        let piece =
            |from_s, mode, place_m| film::Piece { from_s, span_s: 1.0, mode, place_m, turn: Turn::Angle(vec![0.0]) };
        let lies = piece(landed.air_s, "rest", vec![landed.rest_m.extend(0.0)]);
        film.bodies[BALL] = vec![piece(0.0, "air", air(throw.from_m, throw.direction * throw.speed_m_s)), lies];
        film.end_s = landed.air_s;
        films.push(FilmedStroke { film: film.turned(ends.frame(mover)), coins: physics.coins().to_vec(), mover });
    }

    /// Puts the coins, all at rest.
    pub fn put(&mut self, physics: &discs::Setup, view: &PlayerView) {
        for (body, at_m) in [(STRIKER, view.own_m), (BALL, view.ball_m), (OPPONENT, view.other_m)] {
            self.state.place(physics, body, at_m, DVec2::ZERO, 0.0);
        }
    }

    /// Puts the coins and strikes the mover's.
    pub fn strike(&mut self, physics: &discs::Setup, view: &PlayerView, launch: &Launch) {
        let coin = &physics.coins()[STRIKER];
        let (velocity_m_s, spin_rad_s) = strike::strike(coin, launch.direction, launch.speed_m_s, launch.offset_ratio);
        self.state.place(physics, STRIKER, view.own_m, velocity_m_s, spin_rad_s);
        self.state.place(physics, BALL, view.ball_m, DVec2::ZERO, 0.0);
        self.state.place(physics, OPPONENT, view.other_m, DVec2::ZERO, 0.0);
        if let Some(rise_m_s) = launch.lifted.hop_m_s {
            self.state.hop(physics, STRIKER, rise_m_s);
        }
        self.state.ride_after(launch.lifted.ride_after);
    }

    /// Lets the coins go until all rest, and tells `events` what happens.
    pub fn run(
        &mut self,
        physics: &discs::Setup,
        limits: &Limits,
        (mover, ends): (Seat, Ends),
        events: &mut MoveEvents,
    ) -> Played {
        let Workspace { state, scratch, .. } = self;
        scratch.clear();
        state.turn(ends.frame(mover));
        let mut sink = StrokeSink::new(events, mover, ends);
        let ending = match self.films.as_mut().filter(|_| self.is_real) {
            None => kernel::run::<Discs, _>(physics, state, scratch, limits, &mut sink),
            Some(films) => {
                let mut recorder = Recorder::new(state);
                let mut both = Both(&mut sink, &mut recorder);
                let ending = kernel::run::<Discs, _>(physics, state, scratch, limits, &mut both);
                let film = recorder.finish(physics).turned(ends.frame(mover));
                films.push(FilmedStroke { film, coins: physics.coins().to_vec(), mover });
                ending
            }
        };
        let record = sink.record;
        let place = |body: usize| state.bodies[body].position_m();
        let end = PlayerView { own_m: place(STRIKER), ball_m: place(BALL), other_m: place(OPPONENT) };
        Played { end, record, ending }
    }

    /// Tells what came to lie on what, and what left the table on another one.
    fn tell_stacks(&self, (mover, ends): (Seat, Ends), events: &mut MoveEvents) {
        for (number, body) in self.state.bodies.iter().enumerate() {
            let upper = piece(number, mover);
            let is_told = match upper {
                Piece::Ball => events.ball_fell,
                Piece::Coin(seat) => events.coin_out[seat.index()].is_some(),
            };
            match (body.mode(), body.carrier()) {
                (Mode::Top, Some(carrier)) => events.stack = Some([upper, piece(usize::from(carrier), mover)]),
                (Mode::Off, _) if !is_told => {
                    events.fell(upper, body.time_s(), body.position_m() * ends.frame(mover));
                }
                _ => {}
            }
        }
    }

    /// Plays a Move of `mover`, who sees the coins at `view`, and tells `events` all that the laws ask for.
    pub fn play(
        &mut self,
        setup: &StrokeSetup,
        (mover, ends): (Seat, Ends),
        view: &PlayerView,
        launch: &Launch,
        events: &mut MoveEvents,
    ) -> Played {
        self.strike(&setup.physics, view, launch);
        let played = self.run(&setup.physics, &setup.limits, (mover, ends), events);
        if setup.physics.extras().lift.is_some() {
            self.tell_stacks((mover, ends), events);
        }
        // a ball that was let go on beyond a line has no line to cross any more
        let is_beyond = !setup.out.contains(played.end.ball_m);
        if events.ball_out.is_none() && events.last_touch.is_some() && is_beyond {
            events.ball_out(played.record.duration_s, played.end.ball_m * ends.frame(mover));
        }
        events.unforeseen |= matches!(played.ending, Ending::Quarantined(_));
        events.rest(played.end.layout(mover, ends));
        played
    }
}
