//! One shot from any layout: balls lie where earlier shots left them, a toley leaves a hand, and the kernel plays on until
//! all is at rest.

use glam::{DVec2, DVec3};
use tolley_physics::kernel::{self, Ending, Event, EventSink, Kind, Limits};
use tolley_physics::spheres::{Ball, Body, Contact, Energy, Ground, Mode, Sand, Scratch, Setup, Spheres, State};

use crate::player::{Aim, Launch};

/// Body number of the toley that is shot.
const SHOT: usize = 0;

/// A ball that lies on the ring before a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lying {
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

/// What happened on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Story {
    /// Collisions between balls.
    pub collision_count: u32,
    /// Events of all kinds.
    pub event_count: u32,
    /// When the toley first hit a ball, s.
    pub first_hit_s: Option<f64>,
    /// Time of the last event, s.
    pub duration_s: f64,
}

impl EventSink<Spheres> for Story {
    #[inline]
    fn record(&mut self, _: &Setup, state: &State, event: &Event) {
        self.event_count += 1;
        self.duration_s = event.time_s;
        if event.kind != Kind::Pair {
            return;
        }
        // hits that overlap in time are one event
        for hit in state.each_hit(event) {
            self.collision_count += 1;
            if usize::from(hit.body) == SHOT {
                self.first_hit_s = Some(self.first_hit_s.map_or(hit.time_s, |first_s| first_s.min(hit.time_s)));
            }
        }
    }
}

/// Decimals of a metre that are left of where balls end when they hit nothing: errors are 1e-13 m.
pub const MOST_DIGITS: u32 = 13;

/// Sizes of the memory that is kept: a shot among few balls should not pay for the many of the opening.
const SIZES: [usize; 4] = [8, 16, 32, 64];

/// Memory for shots with up to so many balls.
#[derive(Clone, Debug)]
struct Bench {
    physics: Setup,
    state: State,
    scratch: Scratch,
    /// A body that is not there.
    nowhere: Body,
    /// Its ball.
    spare: Ball,
    limits: Limits,
}

impl Bench {
    fn new(arena: &Arena, size: usize) -> Bench {
        let physics = Setup::new(vec![arena.spare; size], arena.ground, arena.contact, Some(arena.fall_radius_m))
            .with_sand(arena.sand);
        let state = State::new(&physics);
        let scratch = Scratch::new(&physics);
        // at its own height above the ground, so that it has no energy
        let mut nowhere = state.bodies[0];
        nowhere.position_m.z = arena.spare.radius_m;
        Bench { nowhere, spare: arena.spare, limits: Limits::for_bodies(size), physics, state, scratch }
    }
}

/// What all shots of a game have in common.
#[derive(Clone, Copy, Debug)]
pub struct Arena {
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
pub struct Table {
    benches: Vec<Bench>,
    /// The bench in use.
    at: usize,
    /// Bodies as they lie before the shot, the toley's place left open.
    before: Vec<Body>,
}

impl Table {
    /// For shots with at most so many balls, the toley that is shot among them.
    pub fn new(arena: &Arena, most_balls: usize) -> Table {
        let smaller = SIZES.into_iter().filter(|&size| size < most_balls);
        let benches: Vec<Bench> = smaller.chain([most_balls.max(1)]).map(|size| Bench::new(arena, size)).collect();
        Table { benches, at: 0, before: Vec::with_capacity(most_balls) }
    }

    /// Another restitution of landings, with another laying of the sand.
    pub fn lay(&mut self, restitution_ratio: f64) {
        for bench in &mut self.benches {
            bench.physics.ground.restitution_ratio = restitution_ratio;
            bench.physics.renew();
        }
    }

    /// Lays out the balls among which a toley will be shot; any number of shots may follow from there.
    ///
    /// # Panics
    /// When there are more balls than the table was made for.
    pub fn lay_out(&mut self, toley: &Ball, lying: &[Lying]) {
        let needed = 1 + lying.len();
        let fits = |bench: &Bench| bench.physics.balls.len() >= needed;
        self.at = self.benches.iter().position(fits).expect("a table is made for all balls of its game");
        let Bench { physics, state, nowhere, spare, .. } = &mut self.benches[self.at];
        physics.balls[SHOT] = *toley;
        for (ball, lying) in physics.balls[1..].iter_mut().zip(lying) {
            *ball = lying.ball;
        }
        physics.renew();
        for (i, lying) in lying.iter().enumerate() {
            state.place(physics, 1 + i, lying.at_m, DVec3::ZERO, DVec3::ZERO);
        }
        physics.balls[needed..].fill(*spare);
        state.bodies[needed..].fill(*nowhere);
        self.before.clear();
        self.before.extend_from_slice(&state.bodies);
    }

    /// Lets go of the toley: everything else lies as laid out.
    pub fn release(&mut self, aim: &Aim, launch: &Launch) {
        let Bench { physics, state, scratch, .. } = &mut self.benches[self.at];
        state.bodies.copy_from_slice(&self.before);
        let radius_m = physics.balls[SHOT].radius_m;
        let release_m = aim.release_m.extend(radius_m + aim.release_height_m);
        state.place(physics, SHOT, release_m, launch.velocity_m_s(), launch.spin_rad_s(radius_m));
        scratch.clear();
    }

    /// Plays on until all is at rest, audited if that is wanted.
    pub fn run(&mut self, is_audited: bool, story: &mut impl EventSink<Spheres>) -> Ending {
        let Bench { physics, state, scratch, limits, .. } = &mut self.benches[self.at];
        kernel::run::<Spheres, _>(physics, state, scratch, &limits.audited(is_audited), story)
    }

    /// Shoots from the layout to see what would come of it, and plays until all is at rest.
    pub fn shoot(&mut self, aim: &Aim, launch: &Launch, story: &mut impl EventSink<Spheres>) -> Ending {
        self.release(aim, launch);
        self.run(false, story)
    }

    /// Decimals of a metre in which two right programs would agree on where all balls are: 13, for errors of 1e-13 m, less the
    /// decades by which impacts make them grow (`reliability` rule P18).
    pub fn digits_left(&self) -> u32 {
        (f64::from(MOST_DIGITS) - libm::log10(self.benches[self.at].state.error_growth_ratio())).max(0.0) as u32
    }

    /// Where the energy is.
    pub fn energy(&self) -> Energy {
        let Bench { physics, state, .. } = &self.benches[self.at];
        state.energy(physics)
    }

    /// Where the toley is after the shot.
    pub fn toley(&self) -> Rest {
        rest(&self.benches[self.at].state.bodies[SHOT])
    }

    /// Where a ball of the layout is after the shot, by its number there.
    pub fn ball(&self, i: usize) -> Rest {
        rest(&self.benches[self.at].state.bodies[1 + i])
    }
}

fn rest(body: &Body) -> Rest {
    Rest { at_m: body.position_m, fell: body.mode == Mode::Off }
}

/// Whether a toley in the air above a place overlaps no ball.
pub fn is_free(at_m: DVec2, height_m: f64, radius_m: f64, lying: &[Lying]) -> bool {
    let centre_m = at_m.extend(radius_m + height_m);
    lying.iter().all(|other| {
        let reach_m = radius_m + other.ball.radius_m;
        centre_m.distance_squared(other.at_m) >= reach_m * reach_m
    })
}
