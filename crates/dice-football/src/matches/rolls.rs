//! Rows of single steps of a match.

use crate::keys::FacesSource;
use crate::keys::faces::{Arrow, Symbol};
use crate::laws::columns::{ChampionFace, HeldBy, MayRoll, Phase};
use crate::laws::{Act, Clause};

tolley_experiment::names! {
    /// Who decides.
    pub enum Decider {
        Attacker = "attacker": "The attacker.",
        Defender = "defender": "The defender.",
        Dice = "dice": "A die.",
    }
}

tolley_experiment::names! {
    /// The arrow of a face.
    pub enum ArrowName {
        None = "none": "It is not an arrow die.",
        Forward = "forward": "Forward.",
        Diagonal = "diagonal": "Diagonal.",
        Sideways = "sideways": "Sideways.",
        Backward = "backward": "Backward.",
    }
}

tolley_experiment::row! {
    /// One step of a match.
    pub struct RollRow {
        /// Where the faces come from; the real ones are not known.
        faces_source: FacesSource;
        /// 1 or 2.
        half: u32;
        /// Counted rolls left in the half before the step; 0 in overtime.
        rolls_left_count: u32;
        /// Whether player A attacks.
        a_attacks: bool;
        /// Goals of player A before the step.
        a_goal_count: u32;
        /// Goals of player B before the step.
        b_goal_count: u32;
        /// Who decides.
        decider: Decider;
        /// What is to happen.
        phase: Phase;
        /// Row of the ball from the attacker's goal line; 0 while its place is a choice, and for the keeper's die.
        ball_row: u32;
        /// Column of the ball, 1 to 3: mirror images are one.
        ball_column: u32;
        /// What may be rolled.
        may_roll: MayRoll;
        /// Who holds the champion die.
        champion_holder: HeldBy;
        /// Its face.
        champion_face: ChampionFace;
        /// Fouls running of the defender.
        foul_count: u32;
        /// What was decided or rolled.
        act: Act;
        /// The clause that says so.
        clause_id: Clause;
        /// The arrow that was rolled.
        arrow: ArrowName;
        /// The number beside it; 0 for none.
        number: u32;
        /// The symbol beside it.
        symbol: Symbol;
        /// The arrow as it was misread; "none" when it was not.
        misread_arrow: ArrowName;
        /// Goals of the attacker in this step; negative for the defender's.
        attacker_goals: f64;
        /// Whether the roles change.
        changes_attacker: bool;
    }
}

impl ArrowName {
    pub(super) fn of(arrow: Option<Arrow>) -> ArrowName {
        arrow.map_or(ArrowName::None, |arrow| ArrowName::ALL[arrow as usize + 1])
    }
}
