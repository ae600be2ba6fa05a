//! The study `tinsley-green/shot`: one opening shot at the rack.

use glam::{DVec2, DVec3};
use tolley_experiment::key::{Point, Schema};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::study::{Measure, MeasureKind, Study};
use tolley_physics::kernel::{self, Counters, Ending, Event, EventSink, Kind, Limits};
use tolley_physics::spheres::{
    self, Ball, Contact, Ground, GroundReaction, Mode, Scratch, SlowContact, Spheres, State,
};

use crate::keys;
use crate::player::{Aim, Launch, Skill};
use crate::rack::{Gaps, Rack};

const RACK: Purpose = Purpose::named("rack");

/// The toley is body 0, the marbles follow.
const TOLEY: usize = 0;

tolley_experiment::row! {
    /// One opening shot.
    pub struct Shot {
        /// Error of the azimuth, left positive.
        aim_error_rad: f64, "rad";
        /// Speed of the launch as executed.
        launch_speed_m_s: f64, "m/s";
        /// Elevation of the launch as executed.
        launch_elevation_rad: f64, "rad";
        /// Spin of the launch as executed, over that of natural roll.
        launch_spin_ratio: f64, "";
        /// Mean gap between neighbouring marbles of the drawn rack.
        rack_gap_mean_m: f64, "m";
        /// Standard deviation of the gaps between neighbouring marbles of the drawn rack.
        rack_gap_sd_m: f64, "m";
        /// Marbles knocked off the ring.
        marbles_off_count: u32, "";
        /// Whether the toley stays on the ring.
        toley_stays: bool, "";
        /// Whether the toley stays on the ring and at least one marble left it: the player shoots again, TG-5d4.
        shoots_again: bool, "";
        /// Where the toley ends, or crosses the edge: right of the centre.
        toley_x_m: f64, "m";
        /// Where the toley ends, or crosses the edge: ahead of the centre.
        toley_y_m: f64, "m";
        /// Time of the toley's first hit; null when it meets nothing.
        first_hit_s: f64, "s";
        /// Time of the last event.
        duration_s: f64, "s";
        /// Collisions between balls.
        collision_count: u32, "";
        /// Events of all kinds.
        event_count: u32, "";
        /// Kinetic energy of the launch.
        launch_energy_j: f64, "J";
        /// Kinetic energy lost in impacts with balls and ground; the rest went into friction or left the ring.
        impact_loss_j: f64, "J";
    }
}

/// What never changes within a design point.
pub struct Setup {
    physics: spheres::Setup,
    rack: Rack,
    aim: Aim,
    skill: Skill,
    side_spin_rad_s: f64,
    limits: Limits,
}

/// Buffers of one worker.
pub struct Buffers {
    state: State,
    scratch: Scratch,
    centres_m: Vec<DVec2>,
}

/// The study.
pub struct OpeningShot;

impl Study for OpeningShot {
    type Setup = Setup;
    type Scratch = Buffers;

    const NAME: &'static str = "tinsley-green/shot";
    const BLOCK_TRIALS: u64 = 16_384;
    const TABLES: &'static [Table] =
        &[Table { name: "shots", about: "one opening shot at the rack", columns: Shot::COLUMNS }];
    const MEASURES: &'static [Measure] = &[
        Measure { column: "marbles_off_count", kind: MeasureKind::Mean },
        Measure { column: "toley_stays", kind: MeasureKind::Share },
        Measure { column: "shoots_again", kind: MeasureKind::Share },
    ];

    fn schema() -> &'static Schema {
        &keys::SHOT
    }

    fn setup(point: &Point) -> Result<Setup, Vec<Fault>> {
        let rack = rack(point);
        let faults = faults(point, &rack);
        let (true, Some(aim)) = (faults.is_empty(), Aim::from_edge(point)) else { return Err(faults) };
        let physics = physics(point, rack.count());
        let limits = Limits::for_bodies(physics.balls.len());
        let side_spin_rad_s = point.number("shot.side_spin_rad_s");
        Ok(Setup { physics, rack, aim, skill: Skill::new(point), side_spin_rad_s, limits })
    }

    fn scratch(setup: &Setup) -> Buffers {
        Buffers {
            state: State::new(&setup.physics),
            scratch: Scratch::new(&setup.physics),
            centres_m: Vec::with_capacity(setup.rack.count()),
        }
    }

    fn play(setup: &Setup, buffers: &mut Buffers, streams: &Streams, rows: &mut Rows) -> Status {
        let Buffers { state, scratch, centres_m } = buffers;
        let launch = setup.skill.execute(&setup.aim, streams);
        let gaps = setup.rack.draw(&mut streams.open(RACK), centres_m);
        set_up(setup, &launch, centres_m, state);
        scratch.clear();
        let mut story = Story::default();
        let launch_energy_j = kinetic_energy_j(setup, state);
        let ending = kernel::run::<Spheres, _>(&setup.physics, state, scratch, &setup.limits, &mut story);
        rows.push(0, row(state, &launch, gaps, launch_energy_j, &story));
        status(ending)
    }
}

fn rack(point: &Point) -> Rack {
    Rack::new(
        point.count("rack.count") as usize,
        point.number("marble.diameter_m"),
        point.number("rack.gap_mean_m"),
        point.number("rack.phase_rad"),
    )
}

/// The rules that join several keys.
fn faults(point: &Point, rack: &Rack) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |path, message| faults.push(Fault { path, message });
    if point.number("toley.diameter_m") > 0.01905 {
        fault("toley.diameter_m", "TG-4a: a toley measures at most 19.05 mm (three quarters of an inch)".to_owned());
    }
    let ring_m = 0.5 * point.number("ring.diameter_m");
    let release_m = ring_m - point.number("ring.release_inset_m");
    let clear_m = rack.reach_m() + point.number("toley.diameter_m");
    if release_m <= clear_m {
        let message = format!("the rack and the released toley need a ring wider than {:.4} m", 2.0 * clear_m);
        fault("ring.diameter_m", message);
    }
    if Aim::from_edge(point).is_none() {
        let message = format!("the aimed line must pass within {ring_m} m of the centre, the radius of the ring");
        fault("shot.aim_offset_m", message);
    }
    faults
}

fn physics(point: &Point, marbles: usize) -> spheres::Setup {
    let sliding = point.number("surface.sliding_friction_ratio");
    let rolling = point.number("surface.rolling_friction_ratio");
    let ball = |table: &str| {
        let radius_m = 0.5 * point.number(&format!("{table}.diameter_m"));
        Ball::solid(radius_m, point.number(&format!("{table}.density_kg_m3")), sliding, rolling)
    };
    let mut balls = vec![ball("toley")];
    balls.resize(1 + marbles, ball("marble"));
    spheres::Setup::new(balls, ground(point), contact(point), Some(0.5 * point.number("ring.diameter_m")))
}

fn ground(point: &Point) -> Ground {
    Ground {
        gravity_m_s2: point.number("surface.gravity_m_s2"),
        restitution_ratio: point.number("surface.restitution_ratio"),
        settle_speed_m_s: point.number("surface.settle_speed_m_s"),
        sinkage_m: point.number("surface.sinkage_m"),
        trapping_speed_m_s: point.number("surface.trapping_speed_m_s"),
        rolling_while_sliding: point.flag("surface.rolling_while_sliding"),
    }
}

fn contact(point: &Point) -> Contact {
    Contact {
        restitution_ratio: point.number("contact.restitution_ratio"),
        friction_ratio: point.number("contact.friction_ratio"),
        tangential_restitution_ratio: point.number("contact.tangential_restitution_ratio"),
        ground_reaction: match point.choice("contact.ground_reaction") {
            "none" => GroundReaction::None,
            _ => GroundReaction::After,
        },
        slow: match point.choice("contact.slow_rule") {
            "elastic" => SlowContact::Elastic { below_m_s: point.number("contact.slow_speed_m_s") },
            _ => SlowContact::Plain,
        },
    }
}

/// Racks the marbles and launches the toley from the sand.
fn set_up(setup: &Setup, launch: &Launch, centres_m: &[DVec2], state: &mut State) {
    let balls = &setup.physics.balls;
    let radius_m = balls[TOLEY].radius_m;
    let (rise, ahead) = libm::sincos(launch.elevation_rad);
    let velocity_m_s = (launch.direction * ahead).extend(rise) * launch.speed_m_s;
    // natural roll turns about (z x v) / R
    let roll_rad_s = launch.direction.perp() * (launch.spin_ratio * launch.speed_m_s / radius_m);
    let spin_rad_s = roll_rad_s.extend(setup.side_spin_rad_s);
    state.place(&setup.physics, TOLEY, setup.aim.release_m.extend(radius_m), velocity_m_s, spin_rad_s);
    for (i, centre_m) in centres_m.iter().enumerate() {
        let at_m = centre_m.extend(balls[1 + i].radius_m);
        state.place(&setup.physics, 1 + i, at_m, DVec3::ZERO, DVec3::ZERO);
    }
}

/// What the row needs of the events.
#[derive(Default)]
struct Story {
    counters: Counters,
    first_hit_s: Option<f64>,
    last_s: f64,
}

impl EventSink<Spheres> for Story {
    fn record(&mut self, setup: &spheres::Setup, state: &State, event: &Event) {
        EventSink::<Spheres>::record(&mut self.counters, setup, state, event);
        self.last_s = event.time_s;
        if event.kind == Kind::Pair && usize::from(event.body) == TOLEY {
            self.first_hit_s.get_or_insert(event.time_s);
        }
    }
}

fn kinetic_energy_j(setup: &Setup, state: &State) -> f64 {
    let ball = &setup.physics.balls[TOLEY];
    let body = &state.bodies[TOLEY];
    let inertia_kg_m2 = 0.4 * ball.mass_kg * ball.radius_m * ball.radius_m;
    0.5 * (ball.mass_kg * body.velocity_m_s.length_squared() + inertia_kg_m2 * body.spin_rad_s.length_squared())
}

fn row(state: &State, launch: &Launch, gaps: Gaps, launch_energy_j: f64, story: &Story) -> Shot {
    let toley = &state.bodies[TOLEY];
    let toley_stays = toley.mode != Mode::Off;
    let marbles_off_count = state.bodies[1..].iter().filter(|body| body.mode == Mode::Off).count() as u32;
    Shot {
        aim_error_rad: launch.aim_error_rad,
        launch_speed_m_s: launch.speed_m_s,
        launch_elevation_rad: launch.elevation_rad,
        launch_spin_ratio: launch.spin_ratio,
        rack_gap_mean_m: gaps.mean_m,
        rack_gap_sd_m: gaps.sd_m,
        marbles_off_count,
        toley_stays,
        shoots_again: toley_stays && marbles_off_count > 0,
        toley_x_m: toley.position_m.x,
        toley_y_m: toley.position_m.y,
        first_hit_s: story.first_hit_s.unwrap_or(f64::NAN),
        duration_s: story.last_s,
        collision_count: story.counters.of(Kind::Pair),
        event_count: story.counters.total(),
        launch_energy_j,
        impact_loss_j: story.counters.impact_loss_j,
    }
}

fn status(ending: Ending) -> Status {
    match ending {
        Ending::Quarantined(reason) => Status::quarantined(reason.name()),
        Ending::Rest | Ending::Until => Status::Ok,
    }
}
