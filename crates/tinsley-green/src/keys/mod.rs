//! The keys that several rooms read, one struct for each table of a scenario.
//!
//! Sources of the defaults: the laws, and `docs/physics/spheres_on_sand.md`; assumptions are marked. The tables of
//! the laws are in [`laws::rules`](crate::laws::rules); all keys of a study stand beside it,
//! [`ShotKeys`](crate::shot::ShotKeys) and [`MatchKeys`](crate::matches::MatchKeys).

pub mod balls;
pub mod contact;
pub mod player;
pub mod policy;
pub mod rack;
pub mod ring;
pub mod rows;
pub mod shot;
pub mod surface;
pub mod words;

use tolley_experiment::keys::KeySet;
use tolley_experiment::schema::Schema;

/// The same keys after their presets have set what they set: what a scenario with these presets and nothing else says.
///
/// ```
/// use tolley_tinsley_green::keys::player::{Player, Skill};
/// use tolley_tinsley_green::keys::with_presets;
/// use tolley_tinsley_green::shot::ShotKeys;
///
/// let novice = Player { preset: Skill::Novice, ..Player::default() };
/// let keys = with_presets(ShotKeys { player: novice, ..ShotKeys::default() });
/// assert_eq!(keys.player.speed_sd_ratio, 0.15);
/// ```
pub fn with_presets<K: KeySet>(keys: K) -> K {
    let mut values = keys.values();
    Schema::of::<K>().apply_presets(&mut values, |_| false);
    K::read(&values)
}
