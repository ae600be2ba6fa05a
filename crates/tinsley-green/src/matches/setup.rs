//! What never changes within a design point of `tinsley-green/match`, and what cannot be played.

use tolley_experiment::decimal::decimal;
use tolley_experiment::problem::Fault;
use tolley_experiment::{fault, path};

use super::first_play::FirstGains;
use super::keys::Breaches;
use super::keys::{MatchKeys, Side};
use super::opening::Stage;
use super::roster::Roster;
use crate::keys::balls::{Spec, Toley};
use crate::keys::rack::Rack;
use crate::keys::ring::Ring;
use crate::laws::amendments::amended;
use crate::laws::choices::OrderPolicy;
use crate::laws::rules::Fouls;
use crate::laws::{Form, Laws, MOST_PLAYERS};
use crate::players::{Erring, Hand};
use crate::shot::rack::RackSites;
use crate::simulator::RingPhysics;

/// What never changes within a design point.
pub struct Setup {
    pub(super) keys: MatchKeys,
    /// Of the first side, and of all others: what a side does amiss is its own.
    laws: [Laws; 2],
    /// TG-13: places of the keys of the laws that differ from the document's values.
    pub(super) amendments: Vec<usize>,
    /// What each player brings, TG-4a.
    pub(super) toleys: Vec<Spec>,
    pub(super) roster: Roster,
    /// The hand of each side with each make of toley that it may flick: how fast that gets may follow from its mass.
    hands: Vec<(u8, Spec, Hand)>,
    pub(super) physics: RingPhysics,
    /// Of the games of the match, and of tie-breaks.
    racks: [RackSites; 2],
    /// What playing first is worth, TG-9f; found once for each kind of game, when the first match needs it.
    pub(super) first_gains: FirstGains,
}

impl Setup {
    /// As the keys say, or what is wrong with them.
    pub fn new(keys: &MatchKeys) -> Result<Setup, Vec<Fault>> {
        Setup::beside(None, keys)
    }

    /// The same, beside one whose racks may have the same sites.
    pub(super) fn beside(other: Option<&Setup>, keys: &MatchKeys) -> Result<Setup, Vec<Fault>> {
        let laws = keys.laws();
        // what must hold before anything can be resolved
        let mut faults = laws.faults();
        faults.extend(keys.surface.faults());
        faults.extend(keys.player.faults());
        faults.extend(keys.contact.faults());
        faults.extend(keys.marble.faults());
        faults.extend(wide_toleys(keys));
        faults.extend(copied_order(keys));
        faults.extend(keys.opening.faults(&keys.stage()));
        let (true, Ok(skill)) = (faults.is_empty(), keys.player.erring()) else { return Err(faults) };
        let setup = resolved(other, keys, skill);
        let narrow = setup.narrow();
        narrow.map_or(Ok(setup), |fault| Err(vec![fault]))
    }

    /// TG-9e: the rack, and a toley that is released beside it, have to fit into the ring.
    fn narrow(&self) -> Option<Fault> {
        let ring = &self.keys.ring;
        let widest = self.racks.iter().map(RackSites::reach_m).fold(0.0, f64::max);
        let toley_m = self.toleys.iter().map(|spec| 2.0 * spec.radius_m).fold(0.0, f64::max);
        let least_m = decimal(2.0 * (widest + toley_m + ring.release_inset_m));
        let told = format!("TG-9e: the rack and the released toley need a ring wider than {least_m:.4} m");
        (ring.diameter_m <= least_m).then(|| fault!(Ring.diameter_m, "{told}"))
    }

    /// The laws; they are those for shots of the first side.
    pub fn laws(&self) -> &Laws {
        &self.laws[0]
    }

    /// Number of sides; in an individual match everybody is one.
    pub fn sides(&self) -> usize {
        let format = &self.keys.format;
        if format.is_team() { 2 } else { format.players() as usize }
    }

    /// The laws for shots of a side.
    pub(super) fn laws_of(&self, side: u8) -> &Laws {
        &self.laws[usize::from(side.min(1))]
    }

    /// The hand of the players of a side that flicks a toley of a make, their errors aside.
    pub(super) fn hand_of(&self, side: u8, toley: Spec) -> &Hand {
        let own = self.hands.iter().find(|(of, spec, _)| *of == side && *spec == toley);
        &own.expect("a player has what he brought, or the toley that replaces it").2
    }

    /// Most balls that can ever lie on the ring.
    pub(super) fn most_balls(&self) -> usize {
        self.racks.iter().map(RackSites::count).max().unwrap_or(0) + MOST_PLAYERS
    }

    /// The rack of a kind of game.
    pub(super) fn rack(&self, form: Form) -> &RackSites {
        &self.racks[usize::from(form == Form::TieBreak)]
    }
}

impl MatchKeys {
    /// The laws that the keys say.
    pub fn laws(&self) -> Laws {
        let MatchKeys { ring, rack, toley, hand, shot, format, continuation, fouls, accidents, referee, .. } = *self;
        Laws { ring, rack, toley, hand, shot, format, continuation, fouls, accidents, referee }
    }

    /// What an opening shot has to keep to.
    pub(super) fn stage(&self) -> Stage<'_> {
        let MatchKeys { ring, hand: rules, format, shot, player, .. } = self;
        Stage { ring, rules, format, shot, player }
    }
}

/// What follows from keys that can be played, `skill` from those of the player, beside a setup whose racks may have the
/// same sites.
pub(super) fn resolved(other: Option<&Setup>, keys: &MatchKeys, skill: Erring) -> Setup {
    let laws = keys.laws();
    let MatchKeys { ring, marble, toley, surface, .. } = keys;
    let brought_m = toleys(keys).iter().map(|spec| spec.radius_m).fold(0.0, f64::max);
    let widest_m = brought_m.max(marble.mean().radius_m).max(toley.standard().radius_m);
    let fall_radius_m = ring.fall_radius_m(widest_m, surface.rolling_friction_ratio);
    let fair = Fouls { p_fudge: 0.0, p_cabbage: 0.0, p_block_shooter: 0.0, ..laws.fouls };
    let others = match keys.b.breaches {
        Breaches::AsA => laws,
        Breaches::None => Laws { fouls: fair, ..laws },
    };
    let rack = |form| {
        let rack = Rack { count: laws.rack_of(form), ..keys.rack };
        other.map_or_else(|| RackSites::new(&rack, marble), |other| other.rack(form).beside(&rack, marble))
    };
    Setup {
        keys: *keys,
        amendments: amended(keys).into_iter().map(|(place, _)| place).collect(),
        toleys: toleys(keys),
        roster: Roster::new(keys, skill),
        hands: hands(keys),
        physics: RingPhysics::new(surface, &keys.contact, marble, fall_radius_m),
        racks: [rack(laws.format.form()), rack(Form::TieBreak)],
        laws: [laws, others],
        first_gains: FirstGains::default(),
    }
}

/// A hand of each side for each make of toley: the one that replaces others, and what players bring.
fn hands(keys: &MatchKeys) -> Vec<(u8, Spec, Hand)> {
    let MatchKeys { ring, hand, player, shot, surface, format, toley, .. } = keys;
    let mut makes: Vec<(Spec, Hand)> = Vec::new();
    for spec in [toley.standard()].into_iter().chain(toleys(keys)) {
        if makes.iter().all(|(known, _)| *known != spec) {
            makes.push((spec, Hand::new(ring, hand, &player.flicking(spec), shot, surface.gravity_m_s2)));
        }
    }
    let last = format.side_of(format.players().saturating_sub(1) as u8);
    let of_side = |side: u8| makes.iter().map(move |(spec, hand)| (side, *spec, hand.of_side(side)));
    (0..=last).flat_map(of_side).collect()
}

/// What each player brings: the toley of the scenario times the ratios of his side and his own, TG-4a.
fn toleys(keys: &MatchKeys) -> Vec<Spec> {
    let of = |player: u8| {
        let ((side, member), own) = (keys.of(player), keys.toley.own());
        Spec {
            radius_m: own.radius_m * side.toley_diameter_ratio * member.toley_diameter_ratio,
            density_kg_m3: own.density_kg_m3 * side.toley_density_ratio * member.toley_density_ratio,
        }
    };
    (0..keys.format.players() as u8).map(of).collect()
}

/// TG-4a: toleys of a side or of a player that are too wide.
fn wide_toleys(keys: &MatchKeys) -> Vec<Fault> {
    let Toley { diameter_m, diameter_max_m, .. } = keys.toley;
    let message = || format!("TG-4a: a toley measures at most {:.2} mm", 1e3 * diameter_max_m);
    let mut faults: Vec<Fault> = Vec::new();
    for player in 0..keys.format.players().min(MOST_PLAYERS as u32) as u8 {
        let (side, member) = keys.of(player);
        let of_side_m = diameter_m * side.toley_diameter_ratio;
        let name = if keys.format.side_of(player) == 0 { "a" } else { "b" };
        let path = match (of_side_m > diameter_max_m, of_side_m * member.toley_diameter_ratio > diameter_max_m) {
            (true, _) => path!(name, Side.toley_diameter_ratio),
            (false, true) => member.toley_diameter,
            (false, false) => continue,
        };
        // what is wrong with toley.diameter_m is said there
        if diameter_m <= diameter_max_m && faults.iter().all(|fault| fault.path != path) {
            faults.push(Fault { path, message: message() });
        }
    }
    faults
}

/// TG-9b: the order that a side copies has to be that of the first side.
fn copied_order(keys: &MatchKeys) -> Option<Fault> {
    let told = "the first side has nobody whose order it could have";
    (keys.a.order == OrderPolicy::Same).then(|| fault!(Side.order, "TG-9b: {told}"))
}
