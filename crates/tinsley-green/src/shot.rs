//! The study `tinsley-green/shot`: one shot from any state of the ring, and if wanted the break that it begins.

use tolley_experiment::key::{Point, Schema};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::study::{Measure, MeasureKind, Study};
use tolley_physics::kernel::Ending;
use tolley_physics::spheres::{self, Contact, GroundReaction, Hertz, Law, SlowContact};

use crate::hand::{From, Hand};
use crate::keys;
use crate::player::{Aim, Skill};
use crate::policy::{Budget, outcome};
use crate::rack::{self, Rack};
use crate::surface::{Laid, Surface};
use crate::table::Arena;

pub mod given;
mod ring;
mod row;
pub mod start;

use ring::Ring;
pub use row::Shot;
use start::{Layout, Start};

const CHOICE: Purpose = Purpose::named("choice");

/// What never changes within a design point.
pub struct Setup {
    arena: Arena,
    surface: Surface,
    rack: Rack,
    marble_density_kg_m3: f64,
    toley_radius_m: f64,
    toley_density_kg_m3: f64,
    hand: Hand,
    skill: Skill,
    budget: Budget,
    start: Start,
    /// The shot of `[shot]`; from within the ring it starts where the toley is found to lie.
    aim: Aim,
}

impl Setup {
    fn marble(&self, laid: &Laid, radius_m: f64) -> spheres::Ball {
        self.surface.ball_on(laid, radius_m, self.marble_density_kg_m3)
    }

    fn toley(&self, laid: &Laid) -> spheres::Ball {
        self.surface.ball_on(laid, self.toley_radius_m, self.toley_density_kg_m3)
    }
}

/// The study.
pub struct OpeningShot;

impl Study for OpeningShot {
    type Setup = Setup;
    type Scratch = Ring;

    const NAME: &'static str = "tinsley-green/shot";
    const BLOCK_TRIALS: u64 = 16_384;
    const TABLES: &'static [Table] = &[Table { name: "shots", about: "one shot", columns: Shot::COLUMNS }];
    const MEASURES: &'static [Measure] = &[
        Measure { column: "marbles_off_count", kind: MeasureKind::Mean },
        Measure { column: "toley_stays", kind: MeasureKind::Share },
        Measure { column: "shoots_again", kind: MeasureKind::Share },
        Measure { column: "break_points_count", kind: MeasureKind::Mean },
    ];

    fn schema() -> &'static Schema {
        &keys::SHOT
    }

    fn setup(point: &Point) -> Result<Setup, Vec<Fault>> {
        let rack = Rack::new(rack::Order::new(point));
        let mut faults = faults(point, &rack);
        faults.extend(Start::faults(point));
        let (true, Some(aim)) = (faults.is_empty(), start::aim(point)) else { return Err(faults) };
        let surface = Surface::new(point);
        let marble_density_kg_m3 = point.number("marble.density_kg_m3");
        let arena = Arena {
            ground: surface.ground(),
            sand: surface.sand(),
            contact: contact(point),
            fall_radius_m: 0.5 * point.number("ring.diameter_m"),
            spare: surface.ball(0.5 * point.number("marble.diameter_m"), marble_density_kg_m3),
        };
        Ok(Setup {
            marble_density_kg_m3,
            toley_radius_m: 0.5 * point.number("toley.diameter_m"),
            toley_density_kg_m3: point.number("toley.density_kg_m3"),
            hand: Hand::new(point),
            skill: Skill::new(point),
            budget: Budget::new(point),
            start: Start::new(point),
            arena,
            surface,
            rack,
            aim,
        })
    }

    fn scratch(setup: &Setup) -> Ring {
        Ring::new(setup)
    }

    fn play(setup: &Setup, ring: &mut Ring, streams: &Streams, rows: &mut Rows) -> Status {
        let mut row = Shot::default();
        let played = play(setup, ring, streams, &mut row);
        rows.push(0, row);
        played.err().unwrap_or(Status::Ok)
    }
}

/// One shot, and its break; an error is a shot that the kernel gave up.
fn play(setup: &Setup, ring: &mut Ring, streams: &Streams, row: &mut Shot) -> Result<(), Status> {
    let gaps = setup.rack.draw(streams, &mut ring.rack);
    let laid = setup.surface.draw(streams);
    ring.lay(setup, &laid);
    match &setup.start.layout {
        Layout::Opening => {}
        Layout::MidGame(count) => ring.play_down(setup, &laid, *count as usize, streams)?,
        Layout::Given(given) => ring.lay_out(setup, &laid, given),
    }
    let from = ring.start(setup);
    let marbles = ring.lying.len();
    let Some(aim) = first_aim(setup, ring, from, streams) else {
        *row = row::no_shot(match from {
            From::Edge => glam::DVec2::ZERO,
            From::Ring(at_m) => at_m,
        });
        row::note_ring(row, &laid, &gaps, marbles);
        if setup.start.break_policy.is_some() {
            // the turn stops, TG-6b2
            (row.break_points_count, row.break_shot_count) = (0.0, 0.0);
        }
        return Ok(());
    };
    let launch = setup.skill.execute(&aim, streams);
    let mut story = row::Story::default();
    ring.table.lay_out(&ring.toley, &ring.lying);
    ring.table.release(&aim, &launch);
    story.launch_energy_j = ring.table.energy().in_play_j;
    let ending = ring.table.run(streams.is_audited(), &mut story);
    let result = outcome(&ring.table, &ring.owners);
    *row = row::row(&ring.table, &result, &story);
    row::note_launch(row, &aim, &launch);
    row::note_ring(row, &laid, &gaps, marbles);
    if let Ending::Quarantined(reason) = ending {
        return Err(Status::quarantined(reason.name()));
    }
    if let Some(policy) = setup.start.break_policy {
        let (points, shots) = ring.play_on(setup, policy, &result, streams)?;
        (row.break_points_count, row.break_shot_count) = (f64::from(points), f64::from(shots));
    }
    Ok(())
}

/// The shot that is meant: the one of `[shot]`, or the choice of a policy; `None` where the lie cannot be played.
fn first_aim(setup: &Setup, ring: &mut Ring, from: From, streams: &Streams) -> Option<Aim> {
    if let From::Ring(at_m) = from
        && !setup.hand.can_play(at_m, setup.toley_radius_m, &ring.lying)
    {
        return None;
    }
    match (setup.start.first_policy, from) {
        (Some(policy), _) => ring.choose(setup, policy, from, streams),
        (None, From::Edge) => Some(setup.aim),
        (None, From::Ring(at_m)) => {
            let aim = Aim { release_m: at_m, ..setup.aim };
            let legal = setup.hand.allows(from, at_m, aim.direction, setup.toley_radius_m, &ring.lying);
            legal.then_some(aim)
        }
    }
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
    faults.extend(contact_faults(point));
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

/// The rules that join several keys of `[contact]`.
pub(crate) fn contact_faults(point: &Point) -> Option<Fault> {
    let excludes = point.choice("contact.law") == "hertz" && point.choice("contact.ground_reaction") == "simultaneous";
    let message = "simultaneous goes with contact.law = \"pairwise\" only".to_owned();
    excludes.then_some(Fault { path: "contact.ground_reaction", message })
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
