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
        faces_source: FacesSource, Bookkeeping "source of the dice faces";
        /// 1 or 2.
        half: u32, Bookkeeping "half of the match";
        /// Counted rolls left in the half before the step; 0 in overtime.
        rolls_left_count: u32, Bookkeeping "rolls left in the half";
        /// Whether player A attacks.
        a_attacks: bool, Bookkeeping "chance that player A attacks" of "a";
        /// Goals of player A before the step.
        a_goal_count: u32, Bookkeeping "goals of player A before the step" of "a";
        /// Goals of player B before the step.
        b_goal_count: u32, Bookkeeping "goals of player B before the step" of "b";
        /// Who decides.
        decider: Decider, Bookkeeping "player who decides";
        /// What is to happen.
        phase: Phase, Bookkeeping "next phase of play";
        /// Row of the ball from the attacker's goal line; 0 while its place is a choice, and for the keeper's die.
        ball_row: u32, Bookkeeping "row of the ball";
        /// Column of the ball, 1 to 3: mirror images are one.
        ball_column: u32, Bookkeeping "column of the ball";
        /// What may be rolled.
        may_roll: MayRoll, Bookkeeping "dice that may be rolled";
        /// Who holds the champion die.
        champion_holder: HeldBy, Bookkeeping "holder of the champion die";
        /// Its face.
        champion_face: ChampionFace, Bookkeeping "face of the champion die";
        /// Fouls running of the defender.
        foul_count: u32, Bookkeeping "fouls in a row of the defender";
        /// What was decided or rolled.
        act: Act, Bookkeeping "decision or roll";
        /// The clause that says so.
        clause_id: Clause, Bookkeeping "clause that applies";
        /// The arrow that was rolled.
        arrow: ArrowName, Bookkeeping "arrow that was rolled";
        /// The number beside it; 0 for none.
        number: u32, Bookkeeping "number beside the arrow";
        /// The symbol beside it.
        symbol: Symbol, Bookkeeping "symbol beside the arrow";
        /// The arrow as it was misread; "none" when it was not.
        misread_arrow: ArrowName, Bookkeeping "arrow as it was misread";
        /// Goals of the attacker in this step; negative for the defender's.
        attacker_goals: f64, Bookkeeping "goals of the attacker in the step";
        /// Whether the roles change.
        changes_attacker: bool, Bookkeeping "chance that the attacker changes";
    }
}

impl ArrowName {
    pub(super) fn of(arrow: Option<Arrow>) -> ArrowName {
        arrow.map_or(ArrowName::None, |arrow| ArrowName::ALL[arrow as usize + 1])
    }
}
