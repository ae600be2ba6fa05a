//! Shots through the kernel: from any layout, by any policy, on any sand.

mod best;
mod layouts;
mod maps;
mod policies;
mod regret;
mod sand;
mod scenes;
mod start;

use tolley_experiment::random::Streams;
use tolley_physics::spheres::Ball;
use tolley_tinsley_green::keys::contact::{Contact, ContactLaw};
use tolley_tinsley_green::keys::policy::Planner;
use tolley_tinsley_green::keys::surface::{SizeLaw, Surface};
use tolley_tinsley_green::players::{Erring, Hand, Owner, ShotPlanner};
use tolley_tinsley_green::shot::ShotKeys;
use tolley_tinsley_green::shot::rack::RackSites;
use tolley_tinsley_green::simulator::{PlacedBall, RingPhysics, Simulator};

/// A ring with its hand, and nothing on it.
pub struct Ring {
    pub physics: RingPhysics,
    pub simulator: Simulator,
    pub hand: Hand,
    pub skill: Erring,
    pub marble: Ball,
    pub toley: Ball,
}

/// A ring where balls hit each other one pair at a time, with sand that slows all sizes alike: on it bounds of counts
/// were chosen.
pub fn ring() -> Ring {
    ring_on(SizeLaw::None)
}

/// The same where sand slows sizes by this law.
pub fn ring_on(size_law: SizeLaw) -> Ring {
    let ShotKeys { ring, surface, marble, toley, player, hand, shot, .. } = ShotKeys::default();
    let surface = Surface { size_law, ..surface };
    let contact = Contact { law: ContactLaw::Pairwise, ..Contact::default() };
    let physics = RingPhysics::new(&surface, &contact, &marble, 0.9144);
    let [marble, toley] = [marble.mean(), toley.own()].map(|ball| surface.ball(&surface.mean(), ball));
    let hand = Hand::new(&ring, &hand, &player, &shot, surface.gravity_m_s2);
    let skill = player.erring().expect("correlations");
    Ring { physics, simulator: Simulator::new(&physics, 61), hand, skill, marble, toley }
}

impl Ring {
    /// A player who compares so many shots, each tried twice.
    pub fn planner(&self, candidate_count: u32) -> ShotPlanner {
        ShotPlanner::new(&self.physics, 61, &Planner { candidate_count, ..Planner::default() })
    }
}

/// The rack of 49 as the study draws it.
pub fn opening(ring: &Ring, streams: &Streams) -> Vec<PlacedBall> {
    let ShotKeys { rack, marble, .. } = ShotKeys::default();
    let sites = RackSites::new(&rack, &marble);
    let mut draw = sites.buffers();
    sites.draw(streams, &mut draw);
    let placed = |at_m: &glam::DVec2| PlacedBall { ball: ring.marble, at_m: at_m.extend(ring.marble.radius_m) };
    draw.centres_m.iter().map(placed).collect()
}

/// Takes the balls that fell, and moves the others to where they lie.
pub fn carry_over(simulator: &Simulator, balls: &mut Vec<PlacedBall>, owners: &mut Vec<Owner>) {
    let rests: Vec<_> = (0..balls.len()).map(|i| simulator.ball(i)).collect();
    let mut stays = rests.iter().map(|rest| !rest.fell);
    owners.retain(|_| stays.next() == Some(true));
    let mut rest = rests.iter();
    balls.retain_mut(|ball| {
        let rest = rest.next().expect("a rest for each ball");
        ball.at_m = rest.at_m;
        !rest.fell
    });
}
