//! The rules in force: board, dice, and every parameter of the clauses.

use tolley_experiment::key::Point;
use tolley_experiment::problem::Fault;

use crate::board::Board;
use crate::data::{self, DIE_PATHS};
use crate::dice::Dice;

/// What the clock counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Every die.
    AllRolls,
    /// The attacker's dice and the champion die, which bounds every chain of abilities.
    AttackRolls,
}

/// The rules in force; names are those of the `[laws]` keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The board.
    pub board: Board,
    /// The dice.
    pub dice: Dice,
    /// What the clock counts.
    pub count: Count,
    /// Counted rolls in a half.
    pub half_rolls: u32,
    /// Whether mirror images are one position.
    pub folds: bool,
    pub(super) corner_ends: bool,
    /// Whether there is a champion die.
    pub champion_die: bool,
    pub(super) boskov: bool,
    pub(super) boskov_on_champion_foul: bool,
    pub(super) control_after_goal: bool,
    pub(super) first_die_rule: bool,
    pub(super) control_max_run_count: u64,
    pub(super) start_only: bool,
    pub(super) only_named_cases: bool,
    pub(super) reverses: bool,
    pub(super) double_allowed: bool,
    pub(super) arrow_can_score: bool,
    pub(super) defend_optional: bool,
    pub(super) foul_at_origin: bool,
    pub(super) red_card_streak_count: u64,
    pub(super) dfk_allow_arrow: bool,
    pub(super) save_on_penalty: bool,
    pub(super) chain_after_bomb: bool,
    pub(super) bomb_min_row: u8,
    pub(super) p_misread: f64,
}

/// Longest half, counted rolls.
const MOST_ROLLS: f64 = 10_000.0;

impl Rules {
    /// From a design point, with the dice it names.
    pub fn new(point: &Point) -> Result<Rules, Vec<Fault>> {
        let dice = dice(point)?;
        Rules::with_dice(point, dice)
    }

    /// From a design point, with other dice.
    pub fn with_dice(point: &Point, dice: Dice) -> Result<Rules, Vec<Fault>> {
        let half_rolls = half_rolls(point)?;
        let count = match point.choice("time.count") {
            "attack_rolls" => Count::AttackRolls,
            _ => Count::AllRolls,
        };
        Ok(Rules {
            board: Board::new(point)?,
            dice,
            count,
            half_rolls,
            folds: true,
            corner_ends: point.flag("time.corner_ends"),
            champion_die: point.flag("laws.champion_die"),
            boskov: point.flag("laws.boskov"),
            boskov_on_champion_foul: point.flag("laws.boskov_on_champion_foul"),
            control_after_goal: point.choice("laws.after_goal_first_die") == "control",
            first_die_rule: point.flag("laws.first_die_rule"),
            control_max_run_count: point.count("laws.control_max_run_count"),
            start_only: point.choice("laws.restart_dice") == "start_only",
            only_named_cases: point.choice("laws.own_line") == "only_named_cases",
            reverses: point.choice("laws.reverse_rows") == "9-11",
            double_allowed: point.flag("laws.double_allowed"),
            arrow_can_score: point.flag("laws.arrow_can_score"),
            defend_optional: point.flag("laws.defend_optional"),
            foul_at_origin: point.choice("laws.foul_location") == "shot_origin",
            red_card_streak_count: point.count("laws.red_card_streak_count"),
            dfk_allow_arrow: point.flag("laws.dfk_allow_arrow"),
            save_on_penalty: point.flag("laws.save_on_penalty"),
            chain_after_bomb: point.flag("laws.chain_after_bomb"),
            bomb_min_row: point.count("laws.bomb_min_row") as u8,
            p_misread: point.number("laws.p_misread"),
        })
    }
}

/// DF-time-halves: the clock counts rolls.
fn half_rolls(point: &Point) -> Result<u32, Vec<Fault>> {
    let rolls = (point.number("time.half_s") / point.number("time.roll_s")).round();
    if (1.0..=MOST_ROLLS).contains(&rolls) {
        return Ok(rolls as u32);
    }
    let message = format!("a half has {rolls} rolls; allowed: 1 to {MOST_ROLLS}");
    Err(vec![Fault { path: "time.half_s", message }])
}

/// DF-parts: the dice that a design point names.
pub(crate) fn dice(point: &Point) -> Result<Dice, Vec<Fault>> {
    let mut found = Vec::new();
    let mut faults = Vec::new();
    for [faces, weights] in DIE_PATHS.iter() {
        let weight = weights.map(|path| point.number(path));
        if weight.iter().sum::<f64>() <= 0.0 {
            faults.push(Fault { path: weights[0], message: "one of the weights must be positive".to_owned() });
        }
        found.push((faces.map(|path| point.choice(path)), weight));
    }
    if faults.is_empty() { Ok(data::dice(&found)) } else { Err(faults) }
}
