//! The keys of `tinsley-green/game`: those of ring, rack, sand, hand and laws, and who plays.

use tolley_experiment::key::{Key, Preset, Schema};

use crate::policy::{Policy, budget};
use crate::{hand, keys, laws};

/// Keys of `tinsley-green/game`.
pub static GAME: Schema = Schema { keys: &ALL, presets: &PRESETS };

const PARTS: &[&[Key]] = &[keys::COMMON, hand::KEYS, laws::keys::KEYS, SQUADS, budget::KEYS];
static ALL: [Key; keys::count(PARTS)] = keys::join(PARTS);
const PRESETS: [Preset; keys::PRESETS.len() + laws::keys::PRESETS.len()] =
    keys::join_presets(keys::PRESETS, laws::keys::PRESETS);

/// Most orders of six.
const ORDERS: u64 = 720;

/// Who plays: `a` is the first team or player, `b` the other team, or all other players.
const SQUADS: &[Key] = &[
    Key::choice("a.policy", Policy::NAMES, "How the players of the first side choose their shots"),
    Key::choice("b.policy", Policy::NAMES, "How the players of the other side, or all others, choose their shots"),
    Key::number("a.error_ratio", 1.0, [0.0, 100.0], "Errors of the first side over those of [player]")
        .plausible([0.0, 5.0]),
    Key::number(
        "b.error_ratio",
        1.0,
        [0.0, 100.0],
        "Errors of the other side, or of all others, over those of [player]",
    )
    .plausible([0.0, 5.0]),
    Key::count(
        "a.order_count",
        0,
        [0, ORDERS - 1],
        "Order of the first team: number of the permutation, 0 as numbered",
    )
    .only_with("match.order", "given"),
    Key::count(
        "b.order_count",
        0,
        [0, ORDERS - 1],
        "Order of the other team: number of the permutation, 0 as numbered",
    )
    .only_with("match.order", "given"),
    Key::choice(
        "b.breaches",
        &["as-a", "none"],
        "Whether the other side fudges, cabbages and blocks as the first does",
    ),
    member("squad.first_error_ratio", "Errors of the first member of a team over those of his side"),
    member("squad.second_error_ratio", "Errors of the second member of a team over those of his side"),
    member("squad.third_error_ratio", "Errors of the third member of a team over those of his side"),
    member("squad.fourth_error_ratio", "Errors of the fourth member of a team over those of his side"),
    member("squad.fifth_error_ratio", "Errors of the fifth member of a team over those of his side"),
    member("squad.sixth_error_ratio", "Errors of the sixth member of a team over those of his side"),
];

/// The keys of the members, in order.
pub(super) const MEMBERS: [&str; 6] = [
    "squad.first_error_ratio",
    "squad.second_error_ratio",
    "squad.third_error_ratio",
    "squad.fourth_error_ratio",
    "squad.fifth_error_ratio",
    "squad.sixth_error_ratio",
];

const fn member(path: &'static str, about: &'static str) -> Key {
    Key::number(path, 1.0, [0.0, 100.0], about).plausible([0.0, 5.0])
}
