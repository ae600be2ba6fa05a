//! The ring of a running game: what lies there, and memory for playing and judging shots.

use glam::Vec3Swizzles;
use tolley_experiment::random::{Purpose, Streams};
use tolley_physics::spheres;

use super::study::Setup;
use crate::hand::From;
use crate::laws::{self, Calls, Fixture, Form, Game, Lie, Log, Marble, ShotEvents, Situation, Stance, Verdict};
use crate::policy::{Budget, Mind, Owner};
use crate::rack;
use crate::surface::Laid;
use crate::table::{Lying, Table};

const SAND: Purpose = Purpose::named("sand of the game");

/// Streams of part number `number` of something that has its own streams.
pub(super) fn part(streams: &Streams, purpose: Purpose, number: u32) -> Streams {
    Streams::new(streams.open(purpose).bits(), u64::from(number), None)
}

/// The ring and all that is used again from shot to shot.
pub struct Court {
    pub(super) table: Table,
    pub(super) mind: Mind,
    /// The other balls on the ring, as the shooter sees them.
    pub(super) lying: Vec<Lying>,
    /// Whose they are.
    pub(super) owners: Vec<Owner>,
    /// The names of the bodies, the shooter's toley first.
    pub(super) names: Vec<laws::Ball>,
    pub(super) events: ShotEvents,
    pub(super) calls: Calls,
    pub(super) verdict: Verdict,
    pub(super) log: Log,
    /// The marbles of the running game as bodies.
    marbles: Vec<spheres::Ball>,
    /// The sand of the running game.
    pub(super) laid: Laid,
    rack: rack::Laid,
}

impl Court {
    /// For the matches of a design point.
    pub(super) fn new(setup: &Setup, budget: Budget) -> Court {
        let most = setup.most_balls();
        let table = Table::new(&setup.arena, most);
        Court {
            mind: Mind::new(table.clone(), budget),
            table,
            lying: Vec::with_capacity(most),
            owners: Vec::with_capacity(most),
            names: Vec::with_capacity(most),
            events: ShotEvents::default(),
            calls: Calls::default(),
            verdict: Verdict::default(),
            log: Log::default(),
            marbles: Vec::with_capacity(most),
            laid: setup.surface.mean(),
            rack: setup.rack(Form::Team).buffers(),
        }
    }

    /// Lays sand and rack of a game, and gives the marbles to the laws.
    pub(super) fn prepare(
        &mut self,
        setup: &Setup,
        fixture: &Fixture,
        of_match: &Streams,
        of_game: &Streams,
    ) -> Vec<Marble> {
        let sand = match setup.params.format.sand.laying(fixture.number) {
            Some(laying) => part(of_match, SAND, laying),
            // one laying for all matches of all scenarios
            None => Streams::new(0, 0, None),
        };
        self.laid = setup.surface.draw(&sand);
        self.table.lay(self.laid.restitution_ratio);
        self.mind.table_mut().lay(self.laid.restitution_ratio);
        setup.rack(fixture.form).draw(of_game, &mut self.rack);
        let radii = self.rack.radii_m.iter();
        self.marbles.clear();
        self.marbles.extend(radii.map(|&radius_m| setup.ball(&self.laid, radius_m, setup.marble_density_kg_m3)));
        let placed = self.rack.centres_m.iter().zip(&self.rack.radii_m);
        placed.map(|(at, &radius_m)| Marble { at_m: at.extend(radius_m), radius_m, is_on: true }).collect()
    }

    /// Looks at the ring with the eyes of the shooter.
    pub(super) fn see(&mut self, setup: &Setup, situation: &Situation) -> (spheres::Ball, From) {
        self.lying.clear();
        self.owners.clear();
        self.names.clear();
        self.names.push(laws::Ball::Toley(situation.shooter()));
        for other in situation.others() {
            let (ball, owner) = match other.ball {
                laws::Ball::Marble(i) => (self.marbles[usize::from(i)], Owner::Marble),
                laws::Ball::Toley(i) => (self.toley(setup, situation.game, i), owner(situation, i)),
            };
            self.lying.push(Lying { ball, at_m: other.at_m });
            self.owners.push(owner);
            self.names.push(other.ball);
        }
        let from = match situation.stance() {
            Stance::Edge => From::Edge,
            Stance::InRing(at_m) => From::Ring(at_m),
        };
        (self.toley(setup, situation.game, situation.shooter()), from)
    }

    fn toley(&self, setup: &Setup, game: &Game, player: u8) -> spheres::Ball {
        let spec = game.players[usize::from(player)].spec;
        setup.ball(&self.laid, spec.radius_m, spec.density_kg_m3)
    }

    /// Tells the laws where everything lies after a shot.
    pub(super) fn tell_rests(&mut self) {
        let Court { table, names, events, .. } = self;
        for (i, name) in names.iter().enumerate() {
            let rest = if i == 0 { table.toley() } else { table.ball(i - 1) };
            let lie = Lie { at_m: rest.at_m, fell: rest.fell };
            match *name {
                laws::Ball::Marble(marble) => events.marbles[usize::from(marble)] = lie,
                laws::Ball::Toley(player) => events.toleys[usize::from(player)] = Some(lie),
            }
        }
    }

    /// Marbles and toleys of others that the shooter sees.
    pub(super) fn seen(&self) -> [u32; 2] {
        let marbles = self.owners.iter().filter(|owner| **owner == Owner::Marble).count();
        [marbles as u32, (self.owners.len() - marbles) as u32]
    }

    /// Where the shooter's toley lies for the laws, right and ahead of the centre, m.
    pub(super) fn own_rest_m(&self, shooter: u8) -> [f64; 2] {
        let lie = self.events.toleys[usize::from(shooter)];
        lie.map_or([f64::NAN; 2], |lie| lie.at_m.xy().to_array())
    }
}

fn owner(situation: &Situation, player: u8) -> Owner {
    if situation.is_mate(player) { Owner::Mate } else { Owner::Opponent }
}
