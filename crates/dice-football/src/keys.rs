//! The keys of a dice-football scenario; assumptions are marked.

use std::sync::LazyLock;

use tolley_experiment::key::{Key, Kind, Schema, Value};

use crate::data::{self, ARROW_NAMES, BOARD_FIELDS, DIE_PATHS, FIELD_NAMES};
use crate::dice::NAMES;

const LOST: &str = "the pictures of the rule book are lost";
const TIME: &[Key] = &[
    Key::number("time.half_s", 450.0, [1.0, 1e6], "DF-time-halves: length of a half; 300 s in tournaments")
        .plausible([60.0, 2700.0]),
    Key::number("time.roll_s", 6.0, [0.01, 1e4], "DF-time-halves: how long a roll takes")
        .plausible([2.0, 20.0])
        .assumed("nobody has measured it"),
    Key::choice("time.count", &["all_rolls", "attack_rolls"], "Which rolls the clock counts"),
    Key::flag("time.corner_ends", true, "DF-time-end: whether a corner ends a half whose time is up"),
];

const LAWS: &[Key] = &[
    Key::flag("laws.champion_die", true, "DF-setup-champion: whether the champion die is played with"),
    Key::flag("laws.boskov", false, "DF-boskov: whether the referee's roll decides on penalties"),
    Key::flag("laws.boskov_on_champion_foul", true, "DF-boskov: also after a foul won by the champion die"),
    Key::choice("laws.after_goal_first_die", &["control", "any"], "DF-goal: what may be rolled first after a goal"),
    Key::flag("laws.first_die_rule", true, "DF-att-first-control: control first after a change of attacker"),
    Key::count("laws.control_max_run_count", 1, [0, 2], "DF-att-no-repeat: control rolls in a row; 0 is no limit"),
    Key::choice("laws.restart_dice", &["full_list", "start_only"], "DF-att-restart-dice: restarts with any arrow die"),
    Key::choice("laws.own_line", &["general", "only_named_cases"], "DF-move-out-own: where the own goal line counts"),
    Key::choice("laws.reverse_rows", &["9-11", "none"], "DF-move-reverse: where arrows may be reversed"),
    Key::flag("laws.double_allowed", true, "DF-goalkick: whether a number may be doubled"),
    Key::flag("laws.arrow_can_score", false, "DF-move-out-end: whether an arrow die can score"),
    Key::flag("laws.defend_optional", true, "DF-def-when: whether the defender may decline"),
    Key::choice("laws.foul_location", &["ball_field", "shot_origin"], "DF-shot-out-on: where a foul on a shot counts"),
    Key::count("laws.red_card_streak_count", 2, [0, 5], "DF-def-redcard: fouls running for a red card; 0 is never"),
    Key::flag("laws.dfk_allow_arrow", true, "DF-dfk: whether a direct free kick may be played with an arrow die"),
    Key::flag("laws.save_on_penalty", false, "DF-pen-results: whether the great save stops a penalty"),
    Key::flag("laws.chain_after_bomb", true, "DF-champ-bomb: whether the new holder's recovery may take a bomb"),
    Key::count("laws.bomb_min_row", 6, [1, 11], "DF-champ-bomb: first row of the bomb")
        .assumed("\"from half way\" is all the rule book says"),
    Key::number("laws.p_misread", 0.0, [0.0, 1.0], "DF-read: how often an arrow that is not forward is misread"),
];

/// Every key of the rules: time, laws, board, dice.
pub(crate) static RULES: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let mut keys: Vec<Key> = TIME.iter().chain(LAWS).copied().collect();
    keys.extend(board());
    keys.extend(dice());
    keys
});

/// The rules and what a study adds to them.
pub(crate) fn schema(more: &[Key]) -> Schema {
    let keys: Vec<Key> = more.iter().chain(RULES.iter()).copied().collect();
    Schema { keys: Vec::leak(keys), presets: &[] }
}

fn board() -> Vec<Key> {
    let (sets, _) = data::parse_board("board.toml", data::BOARD).unwrap_or_else(|wrong| panic!("{wrong}"));
    let default = |path: &str| sets.iter().find(|(known, _)| *known == path).map(|(_, value)| *value);
    let field = |(_, path, about): (&str, &'static str, &'static str)| {
        let value = default(path).unwrap_or_else(|| panic!("board.toml says nothing of {path}"));
        let is_certain = matches!(path, "board.centre" | "board.area_from" | "board.area_to");
        let assumption = (!is_certain).then_some(LOST);
        Key { path, kind: Kind::Choice(*FIELD_NAMES), default: value, about, assumption, only_with: None }
    };
    let mut keys: Vec<Key> = BOARD_FIELDS.into_iter().map(field).collect();
    keys.push(Key::count("board.zone_row", 9, [2, 11], "DF-shot-zone: shots from this row on, corners excepted"));
    keys
}

fn dice() -> Vec<Key> {
    let (sets, _) = data::parse_dice("dice.toml", data::DICE).unwrap_or_else(|wrong| panic!("{wrong}"));
    let default = |path: &str| sets.iter().find(|(known, _)| *known == path).map(|(_, value)| *value);
    let mut keys = Vec::new();
    for (die, [faces, weights]) in DIE_PATHS.iter().enumerate() {
        let choices = if die < 3 { *ARROW_NAMES } else { data::choices(die) };
        for (i, path) in faces.iter().copied().enumerate() {
            let value = default(path).unwrap_or_else(|| panic!("dice.toml says nothing of {path}"));
            let about = String::leak(format!("Face {} of the {} die", i + 1, NAMES[die]));
            let assumption = (die != 7).then_some(LOST);
            keys.push(Key { path, kind: Kind::Choice(choices), default: value, about, assumption, only_with: None });
        }
        for path in weights.iter().copied() {
            let about = String::leak(format!("Weight of a face of the {} die", NAMES[die]));
            let mut key = Key::number(path, 1.0, [0.0, 1e6], about);
            key.default = default(path).unwrap_or(Value::Number(1.0));
            keys.push(key);
        }
    }
    keys
}

/// Whether the faces are those of the embedded file, which are assumptions.
pub(crate) fn are_default_faces(values: impl Fn(&str) -> Option<Value>) -> bool {
    let is_default = |key: &&Key| values(key.path) == Some(key.default);
    RULES.iter().filter(|key| key.path.starts_with("dice.")).all(|key| is_default(&key))
}

/// A schema of the rules alone.
pub fn rules_schema() -> &'static Schema {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| schema(&[]));
    &SCHEMA
}
