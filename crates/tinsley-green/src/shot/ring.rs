//! The ring of one shot and its break: what lies there, and shots by policies until the break ends.

use glam::Vec3Swizzles;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::Status;
use tolley_physics::kernel::{Ending, Silent};
use tolley_physics::spheres;

use super::given::{self, Given};
use super::{CHOICE, Setup};
use crate::hand::From;
use crate::laws::{Obstacle, nearest_free};
use crate::player::Aim;
use crate::policy::worth::Outcome;
use crate::policy::{self, Mind, Owner, Policy, View, outcome};
use crate::rack;
use crate::surface::Laid;
use crate::table::{self, Lying, Table};

const BREAK: Purpose = Purpose::named("shots of the break");
const BEFORE: Purpose = Purpose::named("shots before");
const SURPLUS: Purpose = Purpose::named("surplus of a layout");

/// Shots after which playing down a rack is given up.
const SHOTS_MOST: u32 = 100_000;
/// Shots after which a break ends, TG-5d4: a guard.
const BREAK_MOST: u32 = 1000;

/// Buffers of one worker.
pub struct Ring {
    pub(super) table: Table,
    mind: Mind,
    pub(super) lying: Vec<Lying>,
    before: Vec<Lying>,
    pub(super) owners: Vec<Owner>,
    pub(super) toley: spheres::Ball,
    pub(super) rack: rack::Laid,
}

impl Ring {
    pub(super) fn new(setup: &Setup) -> Ring {
        let most = setup.rack.count().max(given::MOST) + 1;
        let table = Table::new(&setup.arena, most);
        Ring {
            mind: Mind::new(table.clone(), setup.budget),
            table,
            lying: Vec::with_capacity(most),
            before: Vec::with_capacity(most),
            owners: Vec::with_capacity(most),
            toley: setup.toley(&setup.surface.mean()),
            rack: setup.rack.buffers(),
        }
    }

    /// Lays sand and rack.
    pub(super) fn lay(&mut self, setup: &Setup, laid: &Laid) {
        if setup.surface.varies() {
            self.table.lay(laid.restitution_ratio);
            self.mind.table_mut().lay(laid.restitution_ratio);
        }
        self.toley = setup.toley(laid);
        self.lying.clear();
        let racked = self.rack.centres_m.iter().zip(&self.rack.radii_m);
        self.lying.extend(
            racked.map(|(at_m, &radius_m)| Lying { ball: setup.marble(laid, radius_m), at_m: at_m.extend(radius_m) }),
        );
        self.count_owners();
    }

    /// Lays marbles of the mean size where a layout says, instead of the rack.
    pub(super) fn lay_out(&mut self, setup: &Setup, laid: &Laid, given: &Given) {
        let ball = setup.marble(laid, setup.arena.spare.radius_m);
        self.lying.clear();
        self.lying.extend(given.places_m().iter().map(|at_m| Lying { ball, at_m: at_m.extend(ball.radius_m) }));
        self.count_owners();
    }

    fn count_owners(&mut self) {
        self.owners.clear();
        self.owners.resize(self.lying.len(), Owner::Marble);
    }

    /// Where the toley starts from; where a marble lies in its place it is the nearest free spot.
    pub(super) fn start(&self, setup: &Setup) -> From {
        let Some(wanted_m) = setup.start.toley_m else { return From::Edge };
        let radius_m = setup.toley_radius_m;
        let obstacle = |lying: &Lying| Obstacle { at_m: lying.at_m, radius_m: lying.ball.radius_m };
        let is_free = table::is_free(wanted_m, 0.0, radius_m, &self.lying);
        if is_free {
            return From::Ring(wanted_m);
        }
        let obstacles: Vec<Obstacle> = self.lying.iter().map(obstacle).collect();
        From::Ring(nearest_free(wanted_m, radius_m, setup.hand.ring_radius_m, &obstacles))
    }

    /// A policy's choice.
    pub(super) fn choose(&mut self, setup: &Setup, policy: Policy, from: From, streams: &Streams) -> Option<Aim> {
        let view = View {
            hand: &setup.hand,
            skill: &setup.skill,
            toley: self.toley,
            from,
            lying: &self.lying,
            owners: &self.owners,
        };
        policy::choose(policy, &view, &mut self.mind, &mut streams.open(CHOICE))
    }

    /// One shot of a policy; whether and where the toley stays, and marbles knocked off. `None` where the lie cannot be played.
    fn shoot(
        &mut self,
        setup: &Setup,
        policy: Policy,
        from: From,
        streams: &Streams,
    ) -> Result<Option<(From, u32)>, Status> {
        if let From::Ring(at_m) = from
            && !setup.hand.can_play(at_m, setup.toley_radius_m, &self.lying)
        {
            return Ok(None);
        }
        let Some(aim) = self.choose(setup, policy, from, streams) else { return Ok(None) };
        self.table.lay_out(&self.toley, &self.lying);
        self.table.release(&aim, &setup.skill.execute(&aim, streams));
        let ending = self.table.run(streams.is_audited(), &mut Silent);
        if let Ending::Quarantined(reason) = ending {
            return Err(Status::quarantined(reason.name()));
        }
        let result = outcome(&self.table, &self.owners);
        self.carry_over();
        let from = if result.stays { From::Ring(self.table.toley().at_m.xy()) } else { From::Edge };
        Ok(Some((from, result.marbles)))
    }

    /// Takes the marbles that fell, and moves the others to where they lie.
    fn carry_over(&mut self) {
        let table = &self.table;
        let mut i = 0;
        self.lying.retain_mut(|lying| {
            let rest = table.ball(i);
            i += 1;
            lying.at_m = rest.at_m;
            !rest.fell
        });
        self.count_owners();
    }

    /// Plays the rack down to so many marbles; the surplus that the last shot would have left too few for goes by lot.
    pub(super) fn play_down(
        &mut self,
        setup: &Setup,
        laid: &Laid,
        count: usize,
        streams: &Streams,
    ) -> Result<(), Status> {
        let own = |purpose, number| Streams::new(streams.open(purpose).bits(), u64::from(number), None);
        let mut from = From::Edge;
        for shot in 0..SHOTS_MOST {
            if self.lying.len() <= count {
                break;
            }
            self.before.clone_from(&self.lying);
            let played = self.shoot(setup, Policy::Nearest, from, &own(BEFORE, shot))?;
            from = match played {
                Some((from, marbles)) if marbles > 0 => from,
                _ => From::Edge,
            };
        }
        if self.lying.len() < count {
            std::mem::swap(&mut self.lying, &mut self.before);
            let mut stream = streams.open(SURPLUS);
            while self.lying.len() > count {
                self.lying.swap_remove(stream.below(self.lying.len() as u64) as usize);
            }
        }
        self.toley = setup.toley(laid);
        self.count_owners();
        if self.lying.len() == count { Ok(()) } else { Err(Status::EventBudget) }
    }

    /// Plays the break on from the shot just played: its points and shots, that shot included.
    pub(super) fn play_on(
        &mut self,
        setup: &Setup,
        policy: Policy,
        first: &Outcome,
        streams: &Streams,
    ) -> Result<(u32, u32), Status> {
        let seed = streams.open(BREAK).bits();
        let (mut points, mut shots) = (first.marbles, 1);
        let mut goes_on = first.stays && first.marbles > 0;
        let mut from = From::Ring(self.table.toley().at_m.xy());
        self.carry_over();
        while goes_on && !self.lying.is_empty() && shots < BREAK_MOST {
            let Some((next, marbles)) = self.shoot(setup, policy, from, &Streams::new(seed, u64::from(shots), None))?
            else {
                break;
            };
            (points, shots, from) = (points + marbles, shots + 1, next);
            goes_on = marbles > 0 && next != From::Edge;
        }
        Ok((points, shots))
    }
}
