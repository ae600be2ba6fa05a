//! The study `tinsley-green/shot`: one opening shot at the rack.

use glam::DVec3;
use tolley_experiment::key::{Point, Schema};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::Streams;
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::study::{Measure, MeasureKind, Study};
use tolley_physics::kernel::{self, Counters, Ending, Event, EventSink, Kind, Limits};
use tolley_physics::spheres::{
    self, Contact, Energy, GroundReaction, Hertz, Law, Mode, Scratch, SlowContact, Spheres, State,
};

use crate::keys;
use crate::player::{Aim, Launch, Skill};
use crate::rack::{self, Gaps, Order, Packing, Rack};
use crate::surface::{self, Surface};

/// The toley is body 0, the marbles follow.
const TOLEY: usize = 0;

tolley_experiment::row! {
    /// One opening shot.
    #[derive(Default)]
    pub struct Shot {
        /// Error of the azimuth, left positive.
        aim_error_rad: f64, "rad";
        /// Speed of the launch as executed.
        launch_speed_m_s: f64, "m/s";
        /// Elevation of the launch as executed.
        launch_elevation_rad: f64, "rad";
        /// Spin of the launch as executed, over that of natural roll.
        launch_spin_ratio: f64, "";
        /// Spin of the launch about the vertical as executed.
        launch_side_spin_rad_s: f64, "rad/s";
        /// Whether the shot asked for was beyond the hand and the nearest one was played, TG-5b3.
        launch_limited: bool, "";
        /// Coulomb friction of a sliding ball on the sand of this shot.
        laid_sliding_friction_ratio: f64, "";
        /// Rolling friction of a toley on the sand of this shot, before laws of size and depth.
        laid_rolling_friction_ratio: f64, "";
        /// Restitution of a landing on the sand of this shot.
        laid_restitution_ratio: f64, "";
        /// Mean gap between neighbouring marbles of the drawn rack.
        rack_gap_mean_m: f64, "m";
        /// Standard deviation of the gaps between neighbouring marbles of the drawn rack.
        rack_gap_sd_m: f64, "m";
        /// Least gap between neighbouring marbles.
        rack_gap_least_m: f64, "m";
        /// Gap that one pair of neighbours in ten is below.
        rack_gap_tenth_m: f64, "m";
        /// Median gap between neighbouring marbles.
        rack_gap_median_m: f64, "m";
        /// Gap that nine pairs of neighbours in ten are below.
        rack_gap_nine_tenths_m: f64, "m";
        /// Greatest gap between neighbouring marbles.
        rack_gap_greatest_m: f64, "m";
        /// Share of neighbours closer than 31 um, the compression of a hit at 3 m/s.
        rack_close_share: f64, "";
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
        /// Times that the toley meets the ground from above: landings, hops, and where a hit drives it down.
        toley_landing_count: u32, "";
        /// Time of the last event.
        duration_s: f64, "s";
        /// Collisions between balls.
        collision_count: u32, "";
        /// Collisions at exactly the time of the one before, whose order is a convention.
        tied_impact_count: u32, "";
        /// Events of all kinds.
        event_count: u32, "";
        /// Energy of the launch, kinetic and of height.
        launch_energy_j: f64, "J";
        /// Energy lost in impacts with balls and ground.
        impact_loss_j: f64, "J";
        /// Work of the ground's friction, what the grains hold of slow balls included.
        friction_work_j: f64, "J";
        /// Energy of the balls that left, as they crossed the edge.
        left_energy_j: f64, "J";
        /// Energy still there at the end: of balls that rest on others.
        remaining_energy_j: f64, "J";
        /// Launch energy less all of the above, over the launch energy: rounding, else something is wrong.
        energy_error_ratio: f64, "";
    }
}

/// What never changes within a design point.
pub struct Setup {
    physics: spheres::Setup,
    surface: Surface,
    rack: Rack,
    marble_density_kg_m3: f64,
    /// Whether balls or sand differ from shot to shot.
    differs: bool,
    aim: Aim,
    skill: Skill,
    limits: Limits,
}

/// Buffers of one worker.
pub struct Buffers {
    /// Balls and sand of this shot.
    physics: spheres::Setup,
    state: State,
    scratch: Scratch,
    rack: rack::Laid,
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
        let surface = Surface::new(point);
        let physics = physics(point, &surface, rack.count());
        Ok(Setup {
            limits: Limits::for_bodies(physics.balls.len()),
            marble_density_kg_m3: point.number("marble.density_kg_m3"),
            differs: surface.varies() || point.number("marble.diameter_sd_m") > 0.0,
            skill: Skill::new(point),
            physics,
            surface,
            rack,
            aim,
        })
    }

    fn scratch(setup: &Setup) -> Buffers {
        Buffers {
            physics: setup.physics.clone(),
            state: State::new(&setup.physics),
            scratch: Scratch::new(&setup.physics),
            rack: setup.rack.buffers(),
        }
    }

    fn play(setup: &Setup, buffers: &mut Buffers, streams: &Streams, rows: &mut Rows) -> Status {
        let launch = setup.skill.execute(&setup.aim, streams);
        let gaps = setup.rack.draw(streams, &mut buffers.rack);
        let laid = setup.surface.draw(streams);
        if setup.differs {
            lay(setup, &laid, buffers);
        }
        set_up(setup, &launch, buffers);
        let Buffers { physics, state, scratch, .. } = buffers;
        scratch.clear();
        let mut story = Story { launch_energy_j: state.energy(physics).in_play_j, ..Story::default() };
        let ending = kernel::run::<Spheres, _>(physics, state, scratch, &setup.limits, &mut story);
        let mut row = row(state, &state.energy(physics), &story);
        note_start(&mut row, setup, &launch, &laid, &gaps);
        rows.push(0, row);
        status(ending)
    }
}

fn rack(point: &Point) -> Rack {
    Rack::new(Order {
        count: point.count("rack.count") as usize,
        packing: match point.choice("rack.packing") {
            "hexagon-plus" => Packing::HexagonPlus,
            _ => Packing::NearestShell,
        },
        diameter_m: point.number("marble.diameter_m"),
        diameter_sd_m: point.number("marble.diameter_sd_m"),
        gap_mean_m: point.number("rack.gap_mean_m"),
        phase_rad: (point.choice("rack.phase") == "fixed").then(|| point.number("rack.phase_rad")),
    })
}

/// The rules that join several keys.
fn faults(point: &Point, rack: &Rack) -> Vec<Fault> {
    let mut faults = Surface::faults(point);
    let mut fault = |path, message| faults.push(Fault { path, message });
    let number = |path| point.number(path);
    if number("player.speed_min_m_s") > number("player.speed_max_m_s") {
        fault("player.speed_min_m_s", "the slowest shot of the hand is faster than player.speed_max_m_s".to_owned());
    }
    if 10.0 * number("marble.diameter_sd_m") > number("marble.diameter_m") {
        fault("marble.diameter_sd_m", "at most a tenth of marble.diameter_m".to_owned());
    }
    if point.choice("contact.law") == "hertz" && point.choice("contact.ground_reaction") == "simultaneous" {
        let message = "simultaneous goes with contact.law = \"pairwise\" only";
        fault("contact.ground_reaction", message.to_owned());
    }
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

fn physics(point: &Point, surface: &Surface, marbles: usize) -> spheres::Setup {
    let ball = |table: &str| {
        let radius_m = 0.5 * point.number(&format!("{table}.diameter_m"));
        surface.ball(radius_m, point.number(&format!("{table}.density_kg_m3")))
    };
    let mut balls = vec![ball("toley")];
    balls.resize(1 + marbles, ball("marble"));
    let ring_m = 0.5 * point.number("ring.diameter_m");
    spheres::Setup::new(balls, surface.ground(), contact(point), Some(ring_m)).with_sand(surface.sand())
}

/// The law of two balls of `[contact]`.
pub(crate) fn contact(point: &Point) -> Contact {
    let hertz = || Hertz {
        young_modulus_pa: point.number("contact.young_modulus_pa"),
        poisson_ratio: point.number("contact.poisson_ratio"),
        dissipation_s: point.number("contact.dissipation_s"),
        ..Hertz::GLASS
    };
    Contact {
        law: if point.choice("contact.law") == "hertz" { Law::Hertz(hertz()) } else { Law::Pairwise },
        restitution_ratio: point.number("contact.restitution_ratio"),
        friction_ratio: point.number("contact.friction_ratio"),
        tangential_restitution_ratio: point.number("contact.tangential_restitution_ratio"),
        ground_reaction: match point.choice("contact.ground_reaction") {
            "none" => GroundReaction::None,
            "simultaneous" => GroundReaction::Simultaneous,
            _ => GroundReaction::After,
        },
        slow: match point.choice("contact.slow_rule") {
            "elastic" => SlowContact::Elastic { below_m_s: point.number("contact.slow_speed_m_s") },
            _ => SlowContact::Plain,
        },
    }
}

/// Makes balls and sand of this shot; takes no memory.
fn lay(setup: &Setup, laid: &surface::Laid, buffers: &mut Buffers) {
    let Buffers { physics, rack, .. } = buffers;
    for (ball, &radius_m) in physics.balls[1..].iter_mut().zip(&rack.radii_m) {
        *ball = setup.surface.ball(radius_m, setup.marble_density_kg_m3);
    }
    setup.surface.lay(laid, physics);
}

/// Racks the marbles and launches the toley from the hand.
fn set_up(setup: &Setup, launch: &Launch, buffers: &mut Buffers) {
    let Buffers { physics, state, rack, .. } = buffers;
    let radius_m = physics.balls[TOLEY].radius_m;
    let release_m = setup.aim.release_m.extend(radius_m + setup.aim.release_height_m);
    state.place(physics, TOLEY, release_m, launch.velocity_m_s(), launch.spin_rad_s(radius_m));
    for (i, centre_m) in rack.centres_m.iter().enumerate() {
        let at_m = centre_m.extend(physics.balls[1 + i].radius_m);
        state.place(physics, 1 + i, at_m, DVec3::ZERO, DVec3::ZERO);
    }
}

/// What the row needs of the events.
#[derive(Default)]
struct Story {
    counters: Counters,
    launch_energy_j: f64,
    /// Energy that the ground takes of slow balls as they stop, J.
    halting_loss_j: f64,
    first_hit_s: Option<f64>,
    hit_count: u32,
    toley_landing_count: u32,
    last_s: f64,
}

impl EventSink<Spheres> for Story {
    fn record(&mut self, setup: &spheres::Setup, state: &State, event: &Event) {
        EventSink::<Spheres>::record(&mut self.counters, setup, state, event);
        self.last_s = event.time_s;
        let is_toley = usize::from(event.body) == TOLEY;
        match event.kind {
            Kind::Pair => self.note_hits(state, event),
            Kind::Ground if is_toley => self.toley_landing_count += 1,
            Kind::Stop | Kind::Mode => self.halting_loss_j += event.loss_j,
            _ => {}
        }
    }
}

impl Story {
    /// Hits that overlap in time are one event, and each counts.
    fn note_hits(&mut self, state: &State, event: &Event) {
        for hit in state.each_hit(event) {
            self.hit_count += 1;
            if usize::from(hit.body) == TOLEY {
                self.first_hit_s = Some(self.first_hit_s.map_or(hit.time_s, |first_s| first_s.min(hit.time_s)));
            }
        }
    }
}

/// What the shot came to.
fn row(state: &State, energy: &Energy, story: &Story) -> Shot {
    let toley = &state.bodies[TOLEY];
    let toley_stays = toley.mode != Mode::Off;
    let marbles_off_count = state.bodies[1..].iter().filter(|body| body.mode == Mode::Off).count() as u32;
    let impact_loss_j = story.counters.impact_loss_j - story.halting_loss_j;
    let friction_work_j = energy.friction_work_j + story.halting_loss_j;
    let spent_j = impact_loss_j + friction_work_j + energy.left_j + energy.in_play_j;
    Shot {
        marbles_off_count,
        toley_stays,
        shoots_again: toley_stays && marbles_off_count > 0,
        toley_x_m: toley.position_m.x,
        toley_y_m: toley.position_m.y,
        first_hit_s: story.first_hit_s.unwrap_or(f64::NAN),
        toley_landing_count: story.toley_landing_count,
        duration_s: story.last_s,
        collision_count: story.hit_count,
        tied_impact_count: story.counters.tied_impacts,
        event_count: story.counters.total(),
        launch_energy_j: story.launch_energy_j,
        impact_loss_j,
        friction_work_j,
        left_energy_j: energy.left_j,
        remaining_energy_j: energy.in_play_j,
        energy_error_ratio: (story.launch_energy_j - spent_j) / story.launch_energy_j,
        ..Shot::default()
    }
}

/// What the shot began with.
fn note_start(row: &mut Shot, setup: &Setup, launch: &Launch, laid: &surface::Laid, gaps: &Gaps) {
    row.aim_error_rad = launch.aim_error_rad;
    row.launch_speed_m_s = launch.speed_m_s;
    row.launch_elevation_rad = launch.elevation_rad;
    row.launch_spin_ratio = launch.spin_ratio;
    row.launch_side_spin_rad_s = launch.side_spin_rad_s;
    row.launch_limited = setup.aim.is_limited;
    row.laid_sliding_friction_ratio = laid.sliding_friction_ratio;
    row.laid_rolling_friction_ratio = laid.rolling_friction_ratio;
    row.laid_restitution_ratio = laid.restitution_ratio;
    row.rack_gap_mean_m = gaps.mean_m;
    row.rack_gap_sd_m = gaps.sd_m;
    row.rack_gap_least_m = gaps.least_m;
    row.rack_gap_tenth_m = gaps.tenth_m;
    row.rack_gap_median_m = gaps.median_m;
    row.rack_gap_nine_tenths_m = gaps.nine_tenths_m;
    row.rack_gap_greatest_m = gaps.greatest_m;
    row.rack_close_share = gaps.close_share;
}

fn status(ending: Ending) -> Status {
    match ending {
        Ending::Quarantined(reason) => Status::quarantined(reason.name()),
        Ending::Rest | Ending::Until => Status::Ok,
    }
}
