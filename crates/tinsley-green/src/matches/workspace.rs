//! What a worker uses again from shot to shot: what lies on the ring of a running game, and the simulators.

use tolley_physics::spheres;

use super::setup::Setup;
use super::streams::{GameStreams, MatchStreams};
use crate::laws::{Ball, Fixture, Form, Game, Lie, Marble, Moment, ShotEvents, Situation};
use crate::players::{Owner, ShotPlanner};
use crate::shot::rack::RackDraw;
use crate::shot::surface::SandDraw;
use crate::simulator::{PlacedBall, Simulator};

/// What shots and tries of a match may take, in events times bodies, some 30 million a second: a match of marbles that
/// are too heavy to be driven off the ring takes as long as its turns last.
const MOST_WORK: u64 = 1 << 32;

/// Buffers of one worker.
pub struct Workspace {
    pub(super) simulator: Simulator,
    pub(super) planner: ShotPlanner,
    /// The other balls on the ring, as the shooter sees them.
    pub(super) balls: Vec<PlacedBall>,
    /// Whose they are.
    pub(super) owners: Vec<Owner>,
    /// The names of the bodies, the shooter's toley first.
    pub(super) names: Vec<Ball>,
    /// The marbles of the running game as bodies.
    marbles: Vec<spheres::Ball>,
    /// The sand of the running game.
    pub(super) sand: SandDraw,
    rack: RackDraw,
    /// What a match may take.
    pub(super) most_work: u64,
    /// What was played before this match.
    work_before: u64,
}

impl Workspace {
    /// For the matches of a design point.
    pub fn new(setup: &Setup) -> Workspace {
        let most = setup.most_balls();
        Workspace {
            planner: ShotPlanner::new(&setup.physics, most, &setup.keys.planner),
            simulator: Simulator::new(&setup.physics, most),
            balls: Vec::with_capacity(most),
            owners: Vec::with_capacity(most),
            names: Vec::with_capacity(most),
            marbles: Vec::with_capacity(most),
            sand: setup.keys.surface.mean(),
            rack: setup.rack(Form::Team).buffers(),
            most_work: MOST_WORK,
            work_before: 0,
        }
    }

    /// A match begins.
    pub(super) fn begin_match(&mut self) {
        self.work_before = self.work();
    }

    /// Whether the match has taken more than a match may.
    pub(super) fn is_spent(&self) -> bool {
        self.work() - self.work_before > self.most_work
    }

    fn work(&self) -> u64 {
        self.simulator.work() + self.planner.work()
    }

    /// Lays sand and rack of a game, and gives the marbles to the laws.
    pub(super) fn prepare(
        &mut self,
        setup: &Setup,
        fixture: &Fixture,
        of_match: &MatchStreams,
        of_game: &GameStreams,
    ) -> Vec<Marble> {
        let laying = setup.laws().ring.sand.laying(fixture.number);
        // sand that is never laid again is what the keys say
        let surface = &setup.keys.surface;
        self.sand = laying.map_or_else(|| surface.mean(), |laying| surface.draw(&of_match.sand(laying)));
        self.simulator.lay(self.sand.restitution_ratio);
        self.planner.simulator_mut().lay(self.sand.restitution_ratio);
        setup.rack(fixture.form).draw(of_game.opening(), &mut self.rack);
        let radii = self.rack.radii_m.iter();
        self.marbles.clear();
        self.marbles.extend(radii.map(|&radius_m| setup.keys.surface.ball(&self.sand, setup.keys.marble.of(radius_m))));
        let placed = self.rack.centres_m.iter().zip(&self.rack.radii_m);
        placed.map(|(at, &radius_m)| Marble { at_m: at.extend(radius_m), radius_m, is_on: true }).collect()
    }

    /// Looks at the ring with the eyes of the shooter; gives his toley.
    pub(super) fn see(&mut self, setup: &Setup, situation: &Situation) -> spheres::Ball {
        self.balls.clear();
        self.owners.clear();
        self.names.clear();
        self.names.push(Ball::Toley(situation.shooter()));
        let toley = |player: u8| setup.keys.surface.ball(&self.sand, situation.game.players[usize::from(player)].spec);
        for other in situation.others() {
            let (ball, owner) = match other.ball {
                Ball::Marble(i) => (self.marbles[usize::from(i)], Owner::Marble),
                Ball::Toley(i) if situation.is_mate(i) => (toley(i), Owner::Mate),
                Ball::Toley(i) => (toley(i), Owner::Opponent),
            };
            self.balls.push(PlacedBall { ball, at_m: other.at_m });
            self.owners.push(owner);
            self.names.push(other.ball);
        }
        toley(situation.shooter())
    }

    /// Tells the laws where everything lies after a shot.
    pub(super) fn tell_rests(&self, events: &mut ShotEvents) {
        for (i, name) in self.names.iter().enumerate() {
            let rest = if i == 0 { self.simulator.toley() } else { self.simulator.ball(i - 1) };
            let lie = Lie { at_m: rest.at_m, fell: rest.fell };
            match *name {
                Ball::Marble(marble) => events.marbles[usize::from(marble)] = lie,
                Ball::Toley(player) => events.toleys[usize::from(player)] = Some(lie),
            }
        }
    }

    /// Says of the shot just filmed, if it was, when it was and who is who in it.
    pub(super) fn name_film(&mut self, game: &Game) {
        if let Some(shot) = self.simulator.films().and_then(|films| films.last_mut()) {
            shot.names.clone_from(&self.names);
            shot.at = Moment { game: game.number, turn: game.turn, shot: game.shot };
        }
    }

    /// Marbles and toleys of others that the shooter sees.
    pub(super) fn seen(&self) -> [u32; 2] {
        let marbles = self.owners.iter().filter(|owner| **owner == Owner::Marble).count();
        [marbles as u32, (self.owners.len() - marbles) as u32]
    }
}
