//! One shot from any layout: balls lie where earlier shots left them, a toley leaves a hand, and the kernel plays on
//! until all is at rest.

use std::iter;

use glam::{DVec2, DVec3};
use tolley_physics::film::Film;
use tolley_physics::kernel::{self, Both, Ending, Event, EventSink, Hit, Limits};
use tolley_physics::spheres::{
    Ball, Body, Contact, Energy, Ground, Mode, Recorder, Sand, Scratch, Setup, Spheres, State, TrialSetup,
};

use crate::aim::{Aim, Launch};
use crate::laws::{self, Moment};

/// Body number of the toley that is shot.
const SHOT: usize = 0;

/// A ball that lies on the ring before a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedBall {
    /// Its size, mass and friction.
    pub ball: Ball,
    /// Its centre, m.
    pub at_m: DVec3,
}

/// Where a ball is after a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// Its centre, m; where it crossed the edge, if it fell.
    pub at_m: DVec3,
    /// Whether it went over the edge.
    pub fell: bool,
}

/// A shot as it was filmed.
#[derive(Clone, Debug)]
pub struct FilmedShot {
    /// The motion; the toley that is shot comes first.
    pub film: Film,
    /// The balls, as the bodies of the film.
    pub balls: Vec<Ball>,
    /// What they are called.
    pub names: Vec<laws::Ball>,
    /// When in a match.
    pub at: Moment,
}

/// Decimals of a metre that are left of where balls end when they hit nothing: errors are 1e-13 m.
pub const MOST_DIGITS: u32 = 13;

/// Sizes of the memory that is kept: a shot among few balls should not pay for the many of the opening.
const SIZES: [usize; 4] = [8, 16, 32, 64];

/// Memory for shots with up to so many balls.
#[derive(Clone, Debug)]
struct Workspace {
    size: usize,
    physics: TrialSetup,
    state: State,
    scratch: Scratch,
    /// A body that is not there.
    nowhere: Body,
    limits: Limits,
}

impl Workspace {
    fn new(ring: &RingPhysics, size: usize) -> Workspace {
        let physics = Setup::new(vec![ring.spare; size], ring.ground, ring.contact, Some(ring.fall_radius_m))
            .with_sand(ring.sand);
        let state = State::new(&physics);
        let scratch = Scratch::new(&physics);
        // at its own height above the ground, so that it has no energy
        let mut nowhere = state.bodies[0];
        nowhere.position_m.z = ring.spare.radius_m;
        Workspace { size, nowhere, limits: Limits::for_bodies(size), physics: TrialSetup::of(&physics), state, scratch }
    }
}

/// What all shots on a ring have in common.
#[derive(Clone, Copy, Debug)]
pub struct RingPhysics {
    /// Ground of the ring.
    pub ground: Ground,
    /// Its sand.
    pub sand: Sand,
    /// Law of two balls.
    pub contact: Contact,
    /// A ball whose centre is further out than this falls, m.
    pub fall_radius_m: f64,
    /// Stands where no ball is.
    pub spare: Ball,
}

/// Plays shots; takes no memory after it was made.
#[derive(Clone, Debug)]
pub struct Simulator {
    workspaces: Vec<Workspace>,
    /// The workspace in use.
    at: usize,
    /// The ground, as the sand is laid.
    ground: Ground,
    /// The ball of a body that is not there.
    spare: Ball,
    /// Bodies as they lie before the shot, the toley's place left open.
    before: Vec<Body>,
    /// Whether the bodies are as an earlier shot from this layout has left them, at rest.
    is_played: bool,
    /// Balls of the layout, the toley that is shot among them.
    count: usize,
    /// The shots so far, if they are filmed.
    films: Option<Vec<FilmedShot>>,
    /// See [`Simulator::work`].
    work: u64,
}

/// A step of one contact takes as long as looking at so many bodies.
const CONTACT_WORK: u64 = 12;

/// Counts what another sink hears of.
struct Counted<'s, S> {
    sink: &'s mut S,
    events: u64,
}

impl<S: EventSink<Spheres>> EventSink<Spheres> for Counted<'_, S> {
    const FILMS: bool = S::FILMS;

    #[inline]
    fn look(&mut self, setup: &Setup, scratch: &Scratch) {
        self.sink.look(setup, scratch);
    }

    #[inline]
    fn record(&mut self, setup: &Setup, state: &State, event: &Event, hits: &[Hit]) {
        self.events += 1;
        self.sink.record(setup, state, event, hits);
    }
}

impl Simulator {
    /// For shots with at most so many balls, the toley that is shot among them.
    pub fn new(ring: &RingPhysics, most_balls: usize) -> Simulator {
        let smaller = SIZES.into_iter().filter(|&size| size < most_balls);
        let workspaces: Vec<Workspace> =
            smaller.chain([most_balls.max(1)]).map(|size| Workspace::new(ring, size)).collect();
        let before = Vec::with_capacity(most_balls);
        let (ground, spare) = (ring.ground, ring.spare);
        Simulator { workspaces, at: 0, ground, spare, before, is_played: false, count: 0, films: None, work: 0 }
    }

    /// From now on shots are filmed.
    pub fn film(&mut self) {
        self.films.get_or_insert_default();
    }

    /// The shots filmed so far, if any are; whoever takes them leaves none.
    pub fn films(&mut self) -> Option<&mut Vec<FilmedShot>> {
        self.films.as_mut()
    }

    /// Another restitution of landings, with another laying of the sand, for what is laid out from now on.
    pub fn lay(&mut self, restitution_ratio: f64) {
        self.ground.restitution_ratio = restitution_ratio;
    }

    /// Lays out the balls among which a toley will be shot; any number of shots may follow from there.
    ///
    /// # Panics
    /// When there are more balls than the simulator was made for.
    pub fn lay_out(&mut self, toley: &Ball, balls: &[PlacedBall]) {
        let needed = 1 + balls.len();
        self.count = needed;
        let fits = |workspace: &Workspace| workspace.size >= needed;
        self.at = self.workspaces.iter().position(fits).expect("a simulator is made for all balls of its game");
        let Workspace { size, physics, state, nowhere, .. } = &mut self.workspaces[self.at];
        let there = iter::once(*toley).chain(balls.iter().map(|placed| placed.ball));
        let physics = physics.remake(there.chain(iter::repeat_n(self.spare, *size - needed)), self.ground);
        for (i, placed) in balls.iter().enumerate() {
            state.place(physics, 1 + i, placed.at_m, DVec3::ZERO, DVec3::ZERO);
        }
        state.bodies[needed..].fill(*nowhere);
        self.before.clear();
        self.before.extend_from_slice(&state.bodies);
        self.is_played = false;
    }

    /// Lets go of the toley: everything else lies as laid out.
    pub fn release(&mut self, aim: &Aim, launch: &Launch) {
        let Workspace { physics, state, scratch, .. } = &mut self.workspaces[self.at];
        state.bodies.copy_from_slice(&self.before);
        match self.is_played {
            true => scratch.forget_touched(SHOT),
            false => scratch.clear(),
        }
        self.is_played = false;
        let physics = physics.setup();
        let radius_m = physics.balls()[SHOT].radius_m;
        let release_m = aim.release_m.extend(radius_m + aim.release_height_m);
        state.place(physics, SHOT, release_m, launch.velocity_m_s(), launch.spin_rad_s(radius_m));
    }

    /// Plays on until all is at rest, audited if that is wanted.
    pub fn run(&mut self, is_audited: bool, sink: &mut impl EventSink<Spheres>) -> Ending {
        let mut counted = Counted { sink, events: 0 };
        let before = self.workspaces[self.at].scratch.island_effort();
        let ending = self.play(is_audited, &mut counted);
        self.is_played = ending == Ending::Rest;
        let Workspace { size, scratch, .. } = &self.workspaces[self.at];
        self.work += counted.events * *size as u64 + CONTACT_WORK * (scratch.island_effort() - before);
        ending
    }

    /// What all shots so far took: events, each as many times as there were bodies that it might concern, and steps of
    /// hits that overlap in time.
    pub fn work(&self) -> u64 {
        self.work
    }

    fn play(&mut self, is_audited: bool, sink: &mut impl EventSink<Spheres>) -> Ending {
        let Workspace { physics, state, scratch, limits, .. } = &mut self.workspaces[self.at];
        let (setup, limits) = (physics.setup(), limits.audited(is_audited));
        let Some(films) = &mut self.films else {
            return kernel::run::<Spheres, _>(setup, state, scratch, &limits, sink);
        };
        let mut recorder = Recorder::new(state);
        let ending = kernel::run::<Spheres, _>(setup, state, scratch, &limits, &mut Both(sink, &mut recorder));
        let mut film = recorder.finish(setup);
        film.bodies.truncate(self.count);
        let marbles = (0..self.count as u8).skip(1).map(|i| laws::Ball::Marble(i - 1));
        let names = iter::once(laws::Ball::Toley(0)).chain(marbles).collect();
        films.push(FilmedShot { film, balls: setup.balls()[..self.count].to_vec(), names, at: Moment::default() });
        ending
    }

    /// Shoots from the layout to see what would come of it, and plays until all is at rest.
    pub fn shoot(&mut self, aim: &Aim, launch: &Launch, sink: &mut impl EventSink<Spheres>) -> Ending {
        self.release(aim, launch);
        self.run(false, sink)
    }

    /// Decimals of a metre in which two right programs would agree on where all balls are: 13, for errors of 1e-13 m,
    /// less the decades by which impacts make them grow (`reliability` rule P18).
    pub fn digits_left(&self) -> u32 {
        (f64::from(MOST_DIGITS) - libm::log10(self.workspaces[self.at].state.error_growth_ratio())).max(0.0) as u32
    }

    /// Where the energy is.
    pub fn energy(&self) -> Energy {
        let Workspace { physics, state, .. } = &self.workspaces[self.at];
        state.energy(physics.setup())
    }

    /// Where the toley is after the shot.
    pub fn toley(&self) -> Rest {
        rest(&self.workspaces[self.at].state.bodies[SHOT])
    }

    /// Where a ball of the layout is after the shot, by its number there.
    pub fn ball(&self, i: usize) -> Rest {
        rest(&self.workspaces[self.at].state.bodies[1 + i])
    }
}

fn rest(body: &Body) -> Rest {
    Rest { at_m: body.position_m, fell: body.mode == Mode::Off }
}

/// Whether a toley in the air above a place overlaps no ball.
pub fn is_free(at_m: DVec2, height_m: f64, radius_m: f64, balls: &[PlacedBall]) -> bool {
    let centre_m = at_m.extend(radius_m + height_m);
    balls.iter().all(|other| {
        let reach_m = radius_m + other.ball.radius_m;
        centre_m.distance_squared(other.at_m) >= reach_m * reach_m
    })
}
