//! Amendments, TG-13: which keys of the laws differ from the document's values.

use tolley_experiment::key::Path;
use tolley_experiment::keys::{KeySet, KeyTable};
use tolley_experiment::path;
use tolley_experiment::value::Value;

use super::rules::{Accidents, Continuation, Edition, Format, Fouls, Referee};
use crate::keys::balls::{Marble, Toley};
use crate::keys::player::HandRules;
use crate::keys::rack::Rack;
use crate::keys::ring::Ring;

/// Density of glass, and of ceramic.
const GLASS_KG_M3: f64 = 2500.0;
const CERAMIC_KG_M3: f64 = 2400.0;

/// Whether a key is one of the laws: those of the tables that hold nothing else, but for what says what is played
/// rather than by which laws; those of ring, rack and balls, but for what the document leaves to the players or to
/// whoever sets the rack; and of the other tables those for which it names a value or leaves a choice.
fn is_law(key: Path) -> bool {
    let tables = [
        Edition::NAME,
        Format::NAME,
        Continuation::NAME,
        Fouls::NAME,
        Accidents::NAME,
        Referee::NAME,
        Ring::NAME,
        Rack::NAME,
        Marble::NAME,
        Toley::NAME,
    ]
    .contains(&key.table);
    let says_what_is_played =
        [path!(Edition.preset), path!(Format.kind), path!(Format.player_count), path!(Format.game_count)];
    // a toley may be of any width up to the widest; the laws know no direction of the rack, nor how far ahead of the
    // knuckle a toley is released
    let is_left_open = [path!(Toley.diameter_m), path!(Ring.release_inset_m), path!(Rack.phase), path!(Rack.phase_rad)];
    let others = [
        path!(HandRules.in_ring_offset_max_m),
        path!(HandRules.position_limits),
        path!(HandRules.position_middle_rad),
        path!(HandRules.position_reach_rad),
        path!(HandRules.position_turn_rad),
        path!(HandRules.grip),
    ];
    // of what a side or a player brings, the make: the table is that of whoever brings it
    let is_make = key.name.ends_with("toley_density_ratio");
    others.contains(&key) || is_make || (tables && !says_what_is_played.contains(&key) && !is_left_open.contains(&key))
}

/// Ceramic, 2400 kg/m3, which the laws name beside glass, TG-3, TG-4a; told by itself or over glass.
fn is_ceramic(key: Path, value: &Value) -> bool {
    let itself = [path!(Marble.density_kg_m3), path!(Toley.density_kg_m3), path!(Toley.standard_density_kg_m3)];
    match value {
        Value::Number(density) if itself.contains(&key) => *density == CERAMIC_KG_M3,
        Value::Number(ratio) if key.name.ends_with("toley_density_ratio") => *ratio == CERAMIC_KG_M3 / GLASS_KG_M3,
        _ => false,
    }
}

/// Which of the keys of a study are keys of the laws and differ from the document's values, each with its place among
/// all keys.
pub fn amended<K: KeySet>(keys: &K) -> Vec<(usize, Path)> {
    // a table that stands twice, such as that of a side, has two names and one declaration
    let placed = K::parts().into_iter().flat_map(|part| part.keys.into_iter().map(move |key| (part.table, key)));
    let all = placed.zip(keys.values()).enumerate();
    let is_changed = |path: Path, default: &Value, value: &Value| default != value && !is_ceramic(path, value);
    let differing = all.filter(|(_, ((_, key), value))| is_law(key.path) && is_changed(key.path, &key.default, value));
    differing.map(|(place, ((table, key), _))| (place, Path { table, ..key.path })).collect()
}
