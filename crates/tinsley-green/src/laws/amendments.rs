//! Amendments, TG-13: which keys of the laws differ from the document's values.

use tolley_experiment::key::Path;
use tolley_experiment::keys::{KeySet, KeyTable};
use tolley_experiment::path;

use super::rules::{Accidents, Continuation, Edition, Format, Fouls, Referee};
use crate::keys::balls::{Marble, Toley};
use crate::keys::player::HandRules;
use crate::keys::rack::Rack;
use crate::keys::ring::Ring;

/// Whether a key is one of the laws: those of the tables that hold nothing else, but for what says what is played
/// rather than by which laws, and of the other tables those for which the document names a value or leaves a choice.
fn is_law(key: Path) -> bool {
    let tables = [Edition::NAME, Format::NAME, Continuation::NAME, Fouls::NAME, Accidents::NAME, Referee::NAME]
        .contains(&key.table);
    let says_what_is_played =
        [path!(Edition.preset), path!(Format.kind), path!(Format.player_count), path!(Format.game_count)];
    let others = [
        path!(Ring.diameter_m),
        path!(Ring.height_m),
        path!(Ring.edge_fillet_m),
        path!(Ring.off),
        path!(Ring.sand),
        path!(Ring.sand_memory),
        path!(Rack.count),
        path!(Rack.packing),
        path!(Marble.diameter_m),
        path!(Rack.individual_per_player_count),
        path!(Rack.individual_least_count),
        path!(Rack.tie_break_count),
        path!(Toley.diameter_max_m),
        path!(Toley.standard_diameter_m),
        path!(Toley.standard_density_kg_m3),
        path!(HandRules.in_ring_offset_max_m),
        path!(HandRules.position_limits),
        path!(HandRules.position_middle_rad),
        path!(HandRules.position_reach_rad),
        path!(HandRules.position_turn_rad),
        path!(HandRules.grip),
    ];
    others.contains(&key) || (tables && !says_what_is_played.contains(&key))
}

/// Which of the keys of a study are keys of the laws and differ from the document's values, each with its place among
/// all keys.
pub fn amended<K: KeySet>(keys: &K) -> Vec<(usize, Path)> {
    let all = K::parts().into_iter().flat_map(|part| part.keys).zip(keys.values()).enumerate();
    let differing = all.filter(|(_, (key, value))| is_law(key.path) && key.default != *value);
    differing.map(|(place, (key, _))| (place, key.path)).collect()
}
