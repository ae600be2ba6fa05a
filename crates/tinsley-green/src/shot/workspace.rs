//! What a worker uses again from shot to shot: the ring of one shot and its break, and shots by policies until it ends.

use glam::Vec3Swizzles;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::status::Status;
use tolley_physics::film::Piece;
use tolley_physics::kernel::{Ending, Silent};
use tolley_physics::spheres::{self, Mode};

use super::lies::{BallKind, LieRow};
use super::rack::{RackDraw, RackMemory, RackRow};
use super::setup::Setup;
use super::surface::SandDraw;
use crate::keys::policy::Policy;
use crate::keys::shot::GIVEN_MOST;
use crate::laws::{Obstacle, Stance, nearest_free};
use crate::players::{Aim, Owner, PlayerView, ShotOutcome, ShotPlanner, choose, outcome};
use crate::simulator::{FilmedShot, PlacedBall, Simulator, is_free};

const CHOICE: Purpose = Purpose::named("choice");

const BREAK: Purpose = Purpose::named("shots of the break");
const BEFORE: Purpose = Purpose::named("shots before");
const SURPLUS: Purpose = Purpose::named("surplus of a layout");

/// Shots after which playing down a rack is given up.
const SHOTS_MOST: u32 = 100_000;
/// Shots after which a break ends, TG-5d4: a guard.
const BREAK_MOST: u32 = 1000;

/// Buffers of one worker.
pub struct Workspace {
    pub(super) simulator: Simulator,
    planner: ShotPlanner,
    /// The balls on the ring, the toley aside.
    pub(super) balls: Vec<PlacedBall>,
    before: Vec<PlacedBall>,
    pub(super) owners: Vec<Owner>,
    pub(super) toley: spheres::Ball,
    pub(super) rack: RackDraw,
    /// Those of the last trials.
    pub(super) racks: RackMemory,
    /// Where every ball lay before each shot of the break, if it is to be told.
    pub(super) lies: Vec<LieRow>,
    /// The gaps of the rack, if they are to be told.
    pub(super) gaps: Option<RackRow>,
}

impl Workspace {
    /// For the shots of a design point.
    pub fn new(setup: &Setup) -> Workspace {
        let most = setup.rack.count().max(GIVEN_MOST) + 1;
        Workspace {
            planner: ShotPlanner::new(&setup.physics, most, &setup.keys.planner),
            simulator: Simulator::new(&setup.physics, most),
            balls: Vec::with_capacity(most),
            before: Vec::with_capacity(most),
            owners: Vec::with_capacity(most),
            toley: toley(setup, &setup.keys.surface.mean()),
            rack: setup.rack.buffers(),
            racks: RackMemory::default(),
            lies: Vec::with_capacity(if setup.keys.rows.lies { most } else { 0 }),
            gaps: None,
        }
    }

    /// For the shots of another point, with the racks that were drawn: another hand breaks the same ones.
    pub(super) fn again(self, setup: &Setup) -> Workspace {
        Workspace { racks: self.racks, ..Workspace::new(setup) }
    }

    /// From now on shots are filmed.
    pub fn film(&mut self) {
        self.simulator.film();
    }

    /// The shots filmed since; of a break, a marble keeps its number.
    pub fn take_films(&mut self) -> Vec<FilmedShot> {
        let mut films = self.simulator.films().map(std::mem::take).unwrap_or_default();
        for shot in 1..films.len() {
            let fell = |pieces: &Vec<Piece>| pieces.last().is_some_and(|piece| piece.mode == Mode::Off.name());
            let (before, after) = films.split_at_mut(shot);
            let left = before[shot - 1].film.bodies.iter().zip(&before[shot - 1].names).skip(1);
            let names = left.filter(|(pieces, _)| !fell(pieces)).map(|(_, name)| *name);
            after[0].names.truncate(1);
            after[0].names.extend(names);
            after[0].at.shot = shot as u32;
        }
        films
    }

    /// Lays sand and rack.
    pub(super) fn lay(&mut self, setup: &Setup, sand: &SandDraw) {
        if setup.keys.surface.varies_by_shot() {
            self.simulator.lay(sand.restitution_ratio);
            self.planner.simulator_mut().lay(sand.restitution_ratio);
        }
        self.toley = toley(setup, sand);
        self.balls.clear();
        let racked = self.rack.centres_m.iter().zip(&self.rack.radii_m);
        self.balls.extend(
            racked.map(|(at_m, &radius_m)| PlacedBall {
                ball: marble(setup, sand, radius_m),
                at_m: at_m.extend(radius_m),
            }),
        );
        self.count_owners();
    }

    /// Lays marbles of the mean size where the layout says, instead of the rack.
    pub(super) fn lay_given(&mut self, setup: &Setup, sand: &SandDraw) {
        let ball = marble(setup, sand, setup.keys.marble.mean().radius_m);
        self.balls.clear();
        self.balls.extend(setup.given_m.iter().map(|at_m| PlacedBall { ball, at_m: at_m.extend(ball.radius_m) }));
        self.count_owners();
    }

    fn count_owners(&mut self) {
        self.owners.clear();
        self.owners.resize(self.balls.len(), Owner::Marble);
    }

    /// Where the toley starts from; where a marble lies in its place it is the nearest free spot.
    pub(super) fn start(&self, setup: &Setup) -> Stance {
        let Some(wanted_m) = setup.keys.start.toley_m() else { return Stance::Edge };
        let radius_m = self.toley.radius_m;
        if is_free(wanted_m, 0.0, radius_m, &self.balls) {
            return Stance::InRing(wanted_m);
        }
        let obstacle = |placed: &PlacedBall| Obstacle { at_m: placed.at_m, radius_m: placed.ball.radius_m };
        let obstacles: Vec<Obstacle> = self.balls.iter().map(obstacle).collect();
        Stance::InRing(nearest_free(wanted_m, radius_m, setup.hand.ring.radius_m(), &obstacles))
    }

    /// Notes where everything lies before a shot of the break, if it is to be told.
    pub(super) fn note_lies(&mut self, setup: &Setup, stance: Stance, shot: u32) {
        if !setup.keys.rows.lies {
            return;
        }
        let marble = |(i, placed): (usize, &PlacedBall)| {
            LieRow::of(shot, BallKind::Marble, i, placed.ball.radius_m, placed.at_m)
        };
        self.lies.extend(self.balls.iter().enumerate().map(marble));
        if let Stance::InRing(at_m) = stance {
            let radius_m = self.toley.radius_m;
            self.lies.push(LieRow::of(shot, BallKind::Toley, 0, radius_m, at_m.extend(radius_m)));
        }
    }

    /// A policy's choice.
    pub(super) fn choose(&mut self, setup: &Setup, policy: Policy, stance: Stance, streams: &Streams) -> Option<Aim> {
        let view = PlayerView {
            hand: &setup.hand,
            skill: &setup.skill,
            toley: self.toley,
            stance,
            balls: &self.balls,
            owners: &self.owners,
            laws: &setup.laws,
            score: None,
            may_fudge: false,
        };
        choose(policy, &view, &mut self.planner, &mut streams.open(CHOICE))
    }

    /// One shot of a policy: from where the toley is shot next, and marbles knocked off. `None` where the lie cannot be
    /// played.
    fn shoot(
        &mut self,
        setup: &Setup,
        policy: Policy,
        stance: Stance,
        streams: &Streams,
    ) -> Result<Option<(Stance, u32)>, Status> {
        if !setup.hand.can_play(stance, self.toley.radius_m, &self.balls) {
            return Ok(None);
        }
        let Some(aim) = self.choose(setup, policy, stance, streams) else { return Ok(None) };
        self.simulator.lay_out(&self.toley, &self.balls);
        self.simulator.release(&aim, &setup.skill.execute(&aim, streams));
        let ending = self.simulator.run(streams.is_audited(), &mut Silent);
        if let Ending::Quarantined(reason) = ending {
            return Err(Status::quarantined(reason.name()));
        }
        let result = outcome(&self.simulator, &self.owners);
        self.carry_over();
        let next = if result.stays { Stance::InRing(self.simulator.toley().at_m.xy()) } else { Stance::Edge };
        Ok(Some((next, result.marbles)))
    }

    /// Takes the marbles that fell, and moves the others to where they lie.
    fn carry_over(&mut self) {
        let simulator = &self.simulator;
        let mut i = 0;
        self.balls.retain_mut(|placed| {
            let rest = simulator.ball(i);
            i += 1;
            placed.at_m = rest.at_m;
            !rest.fell
        });
        self.count_owners();
    }

    /// Plays the rack down to so many marbles; the surplus that the last shot would have left too few for goes by lot.
    pub(super) fn play_down(
        &mut self,
        setup: &Setup,
        sand: &SandDraw,
        count: usize,
        streams: &Streams,
    ) -> Result<(), Status> {
        let own = |purpose, number| Streams::new(streams.open(purpose).bits(), u64::from(number), None);
        let mut stance = Stance::Edge;
        for shot in 0..SHOTS_MOST {
            if self.balls.len() <= count {
                break;
            }
            self.before.clone_from(&self.balls);
            let played = self.shoot(setup, Policy::Nearest, stance, &own(BEFORE, shot))?;
            stance = match played {
                Some((next, marbles)) if marbles > 0 => next,
                _ => Stance::Edge,
            };
        }
        if self.balls.len() < count {
            std::mem::swap(&mut self.balls, &mut self.before);
            let mut stream = streams.open(SURPLUS);
            while self.balls.len() > count {
                self.balls.swap_remove(stream.below(self.balls.len() as u64) as usize);
            }
        }
        // what was played to get there is no part of the trial
        self.simulator.films().map(Vec::clear);
        self.toley = toley(setup, sand);
        self.count_owners();
        if self.balls.len() == count { Ok(()) } else { Err(Status::EventBudget) }
    }

    /// Plays the break on from the shot just played: its points and shots, that shot included.
    pub(super) fn play_on(
        &mut self,
        setup: &Setup,
        policy: Policy,
        first: &ShotOutcome,
        streams: &Streams,
    ) -> Result<(u32, u32), Status> {
        let seed = streams.open(BREAK).bits();
        let (mut points, mut shots) = (first.marbles, 1);
        let mut goes_on = first.stays && first.marbles > 0;
        let mut stance = Stance::InRing(self.simulator.toley().at_m.xy());
        self.carry_over();
        while goes_on && !self.balls.is_empty() && shots < BREAK_MOST {
            let own = Streams::new(seed, u64::from(shots), None);
            let told = self.lies.len();
            self.note_lies(setup, stance, shots);
            let Some((next, marbles)) = self.shoot(setup, policy, stance, &own)? else {
                self.lies.truncate(told);
                break;
            };
            (points, shots, stance) = (points + marbles, shots + 1, next);
            goes_on = marbles > 0 && next != Stance::Edge;
        }
        Ok((points, shots))
    }
}

/// A marble on a laying of the sand.
fn marble(setup: &Setup, sand: &SandDraw, radius_m: f64) -> spheres::Ball {
    setup.keys.surface.ball(sand, setup.keys.marble.of(radius_m))
}

/// The toley on a laying of the sand.
fn toley(setup: &Setup, sand: &SandDraw) -> spheres::Ball {
    setup.keys.surface.ball(sand, setup.keys.toley.own())
}
