//! What never changes within a design point of `tinsley-green/match`, and what cannot be played.

use tolley_experiment::fault;
use tolley_experiment::problem::Fault;

use super::keys::Breaches;
use super::keys::{MatchKeys, Side};
use super::roster::Roster;
use crate::keys::balls::{Spec, Toley};
use crate::keys::rack::Rack;
use crate::keys::ring::Ring;
use crate::laws::amendments::amended;
use crate::laws::rules::Fouls;
use crate::laws::{Form, Laws, MOST_PLAYERS};
use crate::players::Hand;
use crate::shot::rack::RackSites;
use crate::shot::simulator::RingPhysics;

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
    pub(super) hand: Hand,
    pub(super) physics: RingPhysics,
    /// Of the games of the match, and of tie-breaks.
    racks: [RackSites; 2],
}

impl Setup {
    /// As the keys say, or what is wrong with them.
    pub fn new(keys: &MatchKeys) -> Result<Setup, Vec<Fault>> {
        let laws = laws(keys);
        // what must hold before anything can be resolved
        let mut faults = laws.faults();
        faults.extend(keys.surface.faults());
        faults.extend(keys.player.faults());
        faults.extend(keys.marble.faults());
        faults.extend(wide_toleys(keys));
        if !faults.is_empty() {
            return Err(faults);
        }
        let setup = resolved(keys, laws);
        let narrow = setup.narrow();
        narrow.map_or(Ok(setup), |fault| Err(vec![fault]))
    }

    /// TG-9e: the rack, and a toley that is released beside it, have to fit into the ring.
    fn narrow(&self) -> Option<Fault> {
        let MatchKeys { toley, ring, .. } = &self.keys;
        let widest = self.racks.iter().map(RackSites::reach_m).fold(0.0, f64::max);
        let least_m = 2.0 * (widest + toley.diameter_m + ring.release_inset_m);
        let told = format!("TG-9e: the rack and the released toley need a ring wider than {least_m:.4} m");
        (ring.diameter_m <= least_m).then(|| fault!(Ring.diameter_m, "{told}"))
    }

    /// The laws; they are those for shots of the first side.
    pub fn laws(&self) -> &Laws {
        &self.laws[0]
    }

    /// The laws for shots of a side.
    pub(super) fn laws_of(&self, side: u8) -> &Laws {
        &self.laws[usize::from(side.min(1))]
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

/// The laws that the keys say.
fn laws(keys: &MatchKeys) -> Laws {
    let MatchKeys { ring, rack, toley, hand, shot, format, continuation, fouls, accidents, referee, .. } = *keys;
    Laws { ring, rack, toley, hand, shot, format, continuation, fouls, accidents, referee }
}

fn resolved(keys: &MatchKeys, laws: Laws) -> Setup {
    let MatchKeys { ring, marble, toley, surface, .. } = keys;
    let brought_m = toleys(keys).iter().map(|spec| spec.radius_m).fold(0.0, f64::max);
    let widest_m = brought_m.max(marble.mean().radius_m).max(toley.standard().radius_m);
    let fall_radius_m = ring.fall_radius_m(widest_m, surface.rolling_friction_ratio);
    let fair = Fouls { p_fudge: 0.0, p_cabbage: 0.0, p_block_shooter: 0.0, ..laws.fouls };
    let others = match keys.b.breaches {
        Breaches::AsA => laws,
        Breaches::None => Laws { fouls: fair, ..laws },
    };
    let rack = |form| RackSites::new(&Rack { count: laws.rack_of(form), ..keys.rack }, marble);
    Setup {
        keys: *keys,
        amendments: amended(keys).into_iter().map(|(place, _)| place).collect(),
        toleys: toleys(keys),
        roster: Roster::new(keys),
        hand: Hand::new(ring, &keys.hand, &keys.player, &keys.shot, surface.gravity_m_s2),
        physics: RingPhysics::new(surface, &keys.contact, marble, fall_radius_m),
        racks: [rack(laws.format.form()), rack(Form::TieBreak)],
        laws: [laws, others],
    }
}

/// What each player brings: the toley of the scenario times the ratios of his side.
fn toleys(keys: &MatchKeys) -> Vec<Spec> {
    let of = |player: u8| {
        let side = if keys.format.side_of(player) == 0 { &keys.a } else { &keys.b };
        let own = keys.toley.own();
        Spec {
            radius_m: own.radius_m * side.toley_diameter_ratio,
            density_kg_m3: own.density_kg_m3 * side.toley_density_ratio,
        }
    };
    (0..keys.format.players() as u8).map(of).collect()
}

/// TG-4a: toleys of a side that are too wide.
fn wide_toleys(keys: &MatchKeys) -> Vec<Fault> {
    let Toley { diameter_m, diameter_max_m, .. } = keys.toley;
    let told = format!("TG-4a: a toley measures at most {:.2} mm", 1e3 * diameter_max_m);
    let is_wide = |side: &Side| diameter_m <= diameter_max_m && diameter_m * side.toley_diameter_ratio > diameter_max_m;
    let of = |side, name| is_wide(side).then(|| fault!(name => Side.toley_diameter_ratio, "{told}"));
    [of(&keys.a, "a"), of(&keys.b, "b")].into_iter().flatten().collect()
}
