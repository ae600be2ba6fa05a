//! What never changes within a design point of `tinsley-green/shot`, and what cannot be played.

use glam::DVec2;
use tolley_experiment::key::Path;
use tolley_experiment::limits::{self, Beyond, LimitKeys};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::{fault, path};

use super::keys::ShotKeys;
use super::rack::RackSites;
use crate::keys::player::{LIMITING, Player};
use crate::keys::ring::Ring;
use crate::keys::shot::{Layout, Shot, Start};
use crate::laws::Laws;
use crate::laws::amendments::amended;
use crate::players::{Aim, Erring, Hand, Stroke};
use crate::simulator::RingPhysics;

/// The keys of a shot that its hand limits: speed, elevation, spin.
const ASKING: [Path; 3] = [path!(Shot.speed_m_s), path!(Shot.elevation_rad), path!(Shot.spin_ratio)];

/// Whether a break is played to its end.
const PLAYED: Purpose = Purpose::named("break played to its end");

/// What limits a shot, TG-5b3.
pub(super) const LIMITS: LimitKeys =
    LimitKeys { by: path!(Player.beyond_limit), asking: &ASKING, limiting: LIMITING, column: "launch_limited" };

/// What never changes within a design point.
pub struct Setup {
    pub(super) keys: ShotKeys,
    pub(super) physics: RingPhysics,
    pub(super) rack: RackSites,
    pub(super) hand: Hand,
    /// The errors of the player.
    pub(super) skill: Erring,
    /// Those of the document: a shot alone has no others.
    pub(super) laws: Laws,
    /// Centres of the marbles of a given layout, m.
    pub(super) given_m: Vec<DVec2>,
    /// TG-13: places of the keys of the laws that differ from the document's values.
    pub(super) amendments: Vec<u32>,
    /// The shot of `[shot]`; from within the ring it starts where the toley is found to lie.
    pub(super) aim: Aim,
}

impl Setup {
    /// As the keys say, or what is wrong with them.
    pub fn new(keys: &ShotKeys) -> Result<Setup, Vec<Fault>> {
        Setup::beside(None, keys)
    }

    /// The same, beside one whose rack may have the same sites.
    pub(super) fn beside(other: Option<&Setup>, keys: &ShotKeys) -> Result<Setup, Vec<Fault>> {
        let amendments = amended(keys).into_iter().map(|(place, _)| place as u32).collect();
        let beyond = beyond(keys);
        let keys = &equally_flicked(keys);
        let ShotKeys { ring, marble, surface, contact, player, shot, .. } = keys;
        let racked = |other: &Setup| other.rack.beside(&keys.rack, marble);
        let rack = other.map_or_else(|| RackSites::new(&keys.rack, marble), racked);
        let mut faults = faults(keys, &rack);
        faults.extend(limits::refused(LIMITS.by, player.beyond_limit, &beyond));
        let aim = aim(keys, &beyond);
        let (true, Some(aim), Ok(skill)) = (faults.is_empty(), aim, player.erring()) else { return Err(faults) };
        let physics = RingPhysics::new(surface, contact, marble, ring.radius_m());
        let hand = Hand::new(ring, &keys.hand, player, shot, surface.gravity_m_s2);
        let (laws, given_m) = (Laws::default(), keys.start.given_m());
        Ok(Setup { keys: *keys, physics, rack, hand, skill, laws, given_m, amendments, aim })
    }

    /// Whether the break of a trial is played to its end: drawn before the shot, so that those played are like the
    /// others. Points that share random numbers shift the draw by what they ask for, so that each repeat has some.
    pub(super) fn is_played_on(&self, streams: &Streams) -> bool {
        let Shot { position_rad, aim_offset_m, speed_m_s, elevation_rad, spin_ratio, side_spin_rad_s, .. } =
            self.keys.shot;
        let asked = [position_rad, aim_offset_m, speed_m_s, elevation_rad, spin_ratio, side_spin_rad_s];
        let shift = asked.iter().fold(0, |seed, value| Streams::new(seed, value.to_bits(), None).open(PLAYED).bits());
        let shifted = Streams::new(streams.open(PLAYED).bits(), shift, None);
        shifted.open(PLAYED).uniform() < self.keys.play_on.played_share
    }

    /// The same with another shot from another layout of as many marbles: all other keys as they were.
    pub(super) fn choose(&mut self, keys: &ShotKeys) -> Result<(), Vec<Fault>> {
        let (beyond, keys) = (beyond(keys), equally_flicked(keys));
        let mut faults = shot_faults(&keys, &self.rack);
        faults.extend(limits::refused(LIMITS.by, keys.player.beyond_limit, &beyond));
        let (true, Some(aim)) = (faults.is_empty(), aim(&keys, &beyond)) else { return Err(faults) };
        (self.keys, self.aim, self.given_m) = (keys, aim, keys.start.given_m());
        Ok(())
    }
}

/// The keys with the speeds that a toley of this mass has by the same flick, where they are told of another one.
fn equally_flicked(keys: &ShotKeys) -> ShotKeys {
    let ShotKeys { player, mut shot, toley, .. } = *keys;
    let player = player.flicking(toley.own());
    shot.speed_m_s *= player.speed_max_m_s / keys.player.speed_max_m_s;
    ShotKeys { player, shot, ..*keys }
}

/// What the keys of a shot ask for that the hand cannot do, TG-5b3; where a policy chooses it they ask for nothing.
/// Both are told of a glass toley.
pub(super) fn beyond(keys: &ShotKeys) -> Vec<Beyond> {
    match keys.shot.by.0 {
        Some(_) => Vec::new(),
        None => Stroke::of(&keys.shot).beyond(ASKING, &keys.player),
    }
}

/// The shot of `[shot]`, which asks for so much beyond the hand; `None` when no line from the edge passes so far from
/// the centre.
fn aim(keys: &ShotKeys, beyond: &[Beyond]) -> Option<Aim> {
    let aim = match keys.start.toley_m() {
        None => Aim::from_edge(&keys.ring, &keys.shot, &keys.player),
        Some(at_m) => {
            let (sine, cosine) = libm::sincos(keys.shot.azimuth_rad);
            Some(Aim::as_keyed(&keys.shot, &keys.player, at_m, DVec2::new(cosine, sine)))
        }
    };
    // speeds of another toley are rounded, which is no limit
    aim.map(|aim| Aim { is_limited: !beyond.is_empty(), ..aim })
}

/// The rules that join several keys.
fn faults(keys: &ShotKeys, rack: &RackSites) -> Vec<Fault> {
    let mut faults = keys.surface.faults();
    faults.extend(keys.player.faults());
    faults.extend(keys.marble.faults());
    faults.extend(keys.contact.faults());
    faults.extend(keys.toley.faults());
    let ring_m = keys.ring.radius_m();
    let clear_m = rack.reach_m() + keys.toley.diameter_m;
    if ring_m - keys.ring.release_inset_m <= clear_m {
        let least_m = 2.0 * clear_m;
        faults.push(fault!(Ring.diameter_m, "the rack and the released toley need a ring wider than {least_m:.4} m"));
    }
    faults.extend(shot_faults(keys, rack));
    faults
}

/// The rules that the shot and the state of the ring before it have to keep.
fn shot_faults(keys: &ShotKeys, rack: &RackSites) -> Vec<Fault> {
    let (mut faults, ring_m) = (Vec::new(), keys.ring.radius_m());
    if Aim::from_edge(&keys.ring, &keys.shot, &keys.player).is_none() {
        let told = format!("the aimed line must pass within {ring_m} m of the centre, the radius of the ring");
        faults.push(fault!(Shot.aim_offset_m, "{told}"));
    }
    let (sine, cosine) = libm::sincos(keys.shot.position_rad);
    let is_barred = keys.hand.arc_of(0).is_some_and(|arc| !arc.holds(DVec2::new(cosine, sine)));
    if is_barred && keys.shot.by.0.is_none() && keys.start.toley_m().is_none() {
        faults.push(fault!(Shot.position_rad, "TG-6a: this part of the edge is barred"));
    }
    faults.extend(start_faults(keys, rack));
    faults
}

/// The rules that the state of the ring before the shot has to keep.
fn start_faults(keys: &ShotKeys, rack: &RackSites) -> Vec<Fault> {
    let (start, ring_m, marble_m) = (&keys.start, keys.ring.radius_m(), keys.marble.diameter_m);
    let mut faults = Vec::new();
    if start.layout == Layout::MidGame && start.marbles_left_count > keys.rack.count {
        faults.push(fault!(Start.marbles_left_count, "TG-9e: the rack has only {} marbles", keys.rack.count));
    }
    faults.extend(start.misplaced(ring_m, marble_m));
    let Some(at_m) = start.toley_m() else { return faults };
    if at_m.length() > ring_m {
        let told = format!("TG-X1: a toley further than {ring_m} m from the centre is off the ring");
        faults.push(fault!(Start.toley_x_m, "{told}"));
    }
    let rack_m = rack.reach_m() + 0.5 * (keys.toley.diameter_m + marble_m);
    if start.layout == Layout::Opening && at_m.length() < rack_m {
        let told = format!("TG-6b1: within {rack_m:.4} m of the centre the toley would lie on top of a marble");
        faults.push(fault!(Start.toley_x_m, "{told}"));
    }
    // balls of unlike size on one plane touch at twice the geometric mean of their radii
    let touch_m = (marble_m * keys.toley.diameter_m).sqrt();
    if start.given_m().iter().any(|place_m| place_m.distance(at_m) < touch_m) {
        faults.push(fault!(Start.toley_x_m, "TG-6b1: there the toley would lie on top of a marble"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::balls::Toley;
    use crate::keys::player::Equal;

    #[test]
    fn a_heavier_toley_has_the_same_speed_energy_or_impulse_by_name() {
        for (equal, power) in [(Equal::Speed, 0.0), (Equal::Energy, 0.5), (Equal::Impulse, 1.0)] {
            let toley = Toley { density_kg_m3: 3980.0, ..Toley::default() };
            let player = Player { equal, ..Player::default() };
            let keys = ShotKeys { toley, player, ..ShotKeys::default() };
            let setup = Setup::new(&keys).unwrap_or_else(|faults| panic!("{faults:?}"));
            let slower = libm::pow(2500.0 / 3980.0, power);
            assert!((setup.aim.speed_m_s / 2.5 - slower).abs() < 1e-12, "{equal:?}");
            // the hand too: what limits it is the flick, not the toley
            assert!((setup.hand.player.speed_max_m_s / 5.0 - slower).abs() < 1e-12, "{equal:?}");
        }
    }
}
