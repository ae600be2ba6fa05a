//! The rules in force: every parameter of the clauses, with board and dice.

use tolley_experiment::problem::Fault;
use tolley_experiment::{fault, key_set, keys, names};

use crate::keys::{Board, Dice, DiceKeys};

names! {
    /// Which rolls the clock counts.
    pub enum Counted {
        AllRolls = "all_rolls": "Every die.",
        AttackRolls = "attack_rolls":
            "The attacker's dice and the champion die, which bounds every chain of abilities.",
    }
}

names! {
    /// What may be rolled first after a goal.
    pub enum FirstDie {
        Control = "control": "Control, as after any change of attacker.",
        Any = "any": "Any arrow die, as at the start of the match.",
    }
}

names! {
    /// Which restarts may be taken with any arrow die.
    pub enum RestartDice {
        FullList = "full_list": "All that the full text lists.",
        StartOnly = "start_only": "The start of the match alone.",
    }
}

names! {
    /// Where the own goal line counts.
    pub enum OwnLine {
        General = "general": "Everywhere.",
        OnlyNamedCases = "only_named_cases": "In the two cases that the text names.",
    }
}

names! {
    /// Where arrows may be reversed.
    pub enum ReverseRows {
        Last = "9-11": "In the last rows: from `board.reverse_row` on.",
        Nowhere = "none": "Nowhere.",
    }
}

names! {
    /// Where a foul on a shot counts.
    pub enum FoulLocation {
        BallField = "ball_field": "Where the ball came down.",
        ShotOrigin = "shot_origin": "Where the shot came from.",
    }
}

names! {
    /// When the champion die may be used, beside the moments that a face names.
    pub enum ChampionWindows {
        All = "all": "At any moment: before goal kicks and keeper kicks too, and by the defender before penalties.",
        Kicks = "kicks": "Before goal kicks and keeper kicks, but not before penalties.",
        Open = "open": "Neither before goal kicks and keeper kicks nor before penalties.",
    }
}

keys! {
    /// The clock.
    pub struct Clock in "time" {
        /// Length of a half; 300 s in tournaments
        half_s: f64 = 450.0, Law "length of a half", shown "min", in 1.0..=1e6, plausible 60.0..=2700.0,
            clause "DF-time-halves";
        /// How long a roll takes
        roll_s: f64 = 6.0, Ground "time of a roll", in 0.01..=1e4, plausible 2.0..=20.0, strata plausible,
            clause "DF-time-halves", assumed "nobody has measured it";
        /// Which rolls the clock counts
        count: Counted = Counted::AllRolls, Law "which rolls the clock counts", clause "DF-time-halves",
            assumed "the rule book counts time, not rolls";
        /// Whether a corner ends a half whose time is up
        corner_ends: bool = true, Law "whether a corner may end a half", clause "DF-time-end", assumed OPEN;
        /// Whether a ball lost by the last counted roll ends the half; if not, one more roll is played before one can
        last_roll_ends: bool = true, Law "whether a lost last roll ends the half", clause "DF-time-end", assumed OPEN;
    }
}

/// Why nobody vouches for the reading of a clause.
const OPEN: &str = "the rule book leaves it open";

keys! {
    /// The parameters of the other clauses.
    pub struct Rules in "laws" {
        /// Whether the champion die is played with
        champion_die: bool = true, Law "whether the champion die is played", clause "DF-setup-champion";
        /// When the champion die may be used
        champion_windows: ChampionWindows = ChampionWindows::All, Law "when the champion die may be used",
            clause "DF-champ-cycle", assumed "\"at any moment\" is all the rule book says";
        /// Whether the referee's roll decides on penalties
        boskov: bool = false, Law "the Boskov rule", clause "DF-boskov";
        /// Whether it does so after a foul won by the champion die too
        boskov_on_champion_foul: bool = true, Law "the Boskov rule after a champion's foul", clause "DF-boskov";
        /// What may be rolled first after a goal
        after_goal_first_die: FirstDie = FirstDie::Control, Law "which die comes first after a goal", clause "DF-goal",
            assumed OPEN;
        /// Whether control is rolled first after a change of attacker
        first_die_rule: bool = true, Law "whether control comes first", clause "DF-att-first-control";
        /// Control rolls in a row; 0 is no limit
        control_max_run_count: u64 = 1, Law "control rolls allowed in a row (0: any)", in 0..=2, drawn 0..=2,
            clause "DF-att-no-repeat";
        /// Which restarts may be taken with any arrow die
        restart_dice: RestartDice = RestartDice::FullList, Law "which restarts may use any arrow die",
            clause "DF-att-restart-dice", assumed OPEN;
        /// Where the own goal line counts
        own_line: OwnLine = OwnLine::General, Law "when the own goal line counts", clause "DF-move-out-own",
            assumed "the rule book names two cases";
        /// Where arrows may be reversed
        reverse_rows: ReverseRows = ReverseRows::Last, Law "where arrows may be reversed", clause "DF-move-reverse";
        /// Whether a number may be doubled
        double_allowed: bool = true, Law "whether a number may be doubled", clause "DF-goalkick";
        /// Whether an arrow die can score
        arrow_can_score: bool = false, Law "whether an arrow die can score", clause "DF-move-out-end";
        /// Whether the defender may decline
        defend_optional: bool = true, Law "whether the defender may decline", clause "DF-def-when", assumed OPEN;
        /// Where a foul on a shot counts
        foul_location: FoulLocation = FoulLocation::BallField, Law "where a foul on a shot counts",
            clause "DF-shot-out-on", assumed OPEN;
        /// Fouls running for a red card; 0 is never
        red_card_streak_count: u64 = 2, Law "fouls in a row for a red card", in 0..=5, drawn 2..=4,
            clause "DF-def-redcard";
        /// Whether a direct free kick may be played with an arrow die
        dfk_allow_arrow: bool = true, Law "whether a free kick may use an arrow die", clause "DF-dfk";
        /// Whether the great save stops a penalty
        save_on_penalty: bool = false, Law "whether a great save stops a penalty", clause "DF-pen-results",
            assumed OPEN;
        /// Whether the new holder's recovery may take a bomb
        chain_after_bomb: bool = true, Law "whether recovery may take a bomb", clause "DF-champ-bomb", assumed OPEN;
        /// First row of the bomb
        bomb_min_row: u8 = 6, Law "first row of the bomb", in 1..=11, drawn 5..=8, clause "DF-champ-bomb",
            assumed "\"from half way\" is all the rule book says";
        /// How often an arrow that is not forward is misread
        p_misread: f64 = 0.0, Ground "chance that an arrow is misread", in 0.0..=1.0, drawn 0.0..=0.05,
            strata [0.0, 0.05] "a guess", clause "DF-read", assumed "nobody has counted it";
    }
}

key_set! {
    /// Everything that the laws depend on.
    pub struct RuleKeys {
        /// The clock.
        clock: Clock;
        /// The parameters of the other clauses.
        rules: Rules;
        /// The board.
        board: Board;
        /// The dice.
        dice: DiceKeys;
    }
}

/// Longest half, counted rolls.
const MOST_ROLLS: f64 = 10_000.0;

/// The laws in force.
#[derive(Clone, Debug, PartialEq)]
pub struct Laws {
    /// The clock.
    pub clock: Clock,
    /// The parameters of the other clauses.
    pub rules: Rules,
    /// The board.
    pub board: Board,
    /// The dice.
    pub dice: Dice,
    /// DF-time-halves: counted rolls in a half. DF-time-end: that in which a loss may first end it is the last one, and
    /// is not counted where `time.last_roll_ends` is false.
    pub half_rolls: u32,
    /// Whether a position and its mirror image are one.
    pub is_canonical: bool,
}

impl Laws {
    /// The laws of a scenario.
    pub fn new(keys: &RuleKeys) -> Result<Laws, Vec<Fault>> {
        let dice = Dice::new(&keys.dice)?;
        let half_rolls = half_rolls(&keys.clock)?;
        keys.board.check()?;
        Ok(Laws { clock: keys.clock, rules: keys.rules, board: keys.board, dice, half_rolls, is_canonical: true })
    }
}

/// DF-time-halves: the clock counts rolls.
fn half_rolls(clock: &Clock) -> Result<u32, Vec<Fault>> {
    let rolls = (clock.half_s / clock.roll_s).round();
    if (1.0..=MOST_ROLLS).contains(&rolls) {
        // a loss ends a half from its last roll on: that is the last counted one, or the one after it
        return Ok(rolls as u32 + u32::from(!clock.last_roll_ends));
    }
    Err(vec![fault!(Clock.half_s, "a half has {rolls} rolls; allowed: 1 to {MOST_ROLLS}")])
}
