//! The laws of the sand in a scene: what `[surface]` says beyond friction.

use tolley_experiment::document::{Document, Reader};
use tolley_physics::spheres::deep::Bed;
use tolley_physics::spheres::{Landing, Resistance, Sand, SpeedTerm};
use tolley_tinsley_green::keys::surface as keys;

use crate::said::idle;

/// Keys of the world of spheres only.
pub(crate) const KEYS: [&str; 6] =
    ["resistance", "speed_term", "landing", "sand_density_kg_m3", "sand_friction_ratio", "sinking_friction_share"];

const POSITIVE: [f64; 2] = [f64::MIN_POSITIVE, f64::MAX];

/// Reads them; those that do nothing where their law is off are warned of.
pub(crate) fn read(document: &Document, surface: &Reader<'_>, sinkage_m: f64) -> Sand {
    let density_kg_m3 = surface.number_or("sand_density_kg_m3", POSITIVE, 1520.0);
    let friction_ratio = surface.number_or("sand_friction_ratio", POSITIVE, 0.45);
    let friction_share = surface.number_or("sinking_friction_share", [0.0, 1.0], 0.22);
    let drags = surface.named_or("speed_term", keys::SpeedTerm::None) == keys::SpeedTerm::Quadratic;
    let digs = surface.named_or("landing", keys::Landing::Rebound) == keys::Landing::Deep;
    let ploughs = surface.named_or("resistance", keys::Resistance::Couple) == keys::Resistance::Plough;
    let idle = |name: &'static str, why: &str| idle(document, surface, &[name], why);
    if !digs {
        idle("sand_friction_ratio", "it belongs to landing = \"deep\"");
        idle("sinking_friction_share", "it belongs to landing = \"deep\"");
    }
    if !digs && !drags {
        idle("sand_density_kg_m3", "it belongs to landing = \"deep\" and speed_term = \"quadratic\"");
    }
    if ploughs {
        idle("rolling_while_sliding", "a plough acts on a sliding ball in any case");
    }
    Sand {
        resistance: if ploughs { Resistance::Plough } else { Resistance::Couple },
        speed_term: drags.then_some(SpeedTerm { sinkage_m, sand_density_kg_m3: density_kg_m3 }),
        landing: match digs {
            true => Landing::Deep { bed: Bed { density_kg_m3, friction_ratio }, friction_share },
            false => Landing::Rebound,
        },
    }
}
