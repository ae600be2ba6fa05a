//! The keys of a scenario of solutions.

use tolley_experiment::{key_set, keys, names};

use crate::keys::{Board, DiceKeys};
use crate::laws::{Clock, RuleKeys, Rules};

names! {
    /// Where the faces of a solution come from.
    pub enum Faces { Given = "given": "From the keys of the dice.", Random = "random": "Each trial draws its own.", }
}

names! {
    /// How an opponent plays, whom the best policy and a best response meet.
    pub enum Opponent {
        None = "none": "There is none.",
        Random = "random": "Each possibility as often as any other.",
        Epsilon = "epsilon": "As is best, but at random in a share of decisions.",
        Greedy = "greedy": "To score before the ball is lost, whatever time and score are.",
        ChampionAtOnce = "champion-at-once": "As is best, but the champion die is used at the first chance.",
    }
}

keys! {
    /// What is solved and what is written of it.
    pub struct SolveOptions in "solve" {
        /// Whether each trial draws its own faces, which meet N1 to N9
        faces: Faces = Faces::Given, Ground "whether each trial draws its own faces",
            strata [Faces::Given, Faces::Random];
        /// Scores are told up to this difference
        score_limit_count: usize = 10, Bookkeeping "largest lead that is told apart", in 1..=30;
        /// Whether residual, cut bound and exploitability are found too
        certify: bool = true, Bookkeeping "whether the solution is certified";
        /// How an opponent plays, whom the best policy and a best response meet
        opponent: Opponent = Opponent::None, Design "policy of the opponent";
        /// Share of decisions of the opponent that are made at random
        opponent_random_share: f64 = 0.1, Skill "share of the opponent's random decisions", in 0.0..=1.0,
            strata [0.0, 0.5] "default 0.1; a guess", only_with SolveOptions.opponent = Opponent::Epsilon;
        /// Whether values and policy of every position are written
        states: bool = true, Bookkeeping "whether every position is written";
        /// Rolls left at which they are written: multiples of this
        rolls_step_count: u32 = 25, Bookkeeping "step of the rolls left that are written", in 1..=10_000;
        /// Scores at which they are written: up to this difference
        score_span_count: usize = 1, Bookkeeping "largest lead that is written", in 0..=30;
    }
}

key_set! {
    /// Everything that a solution depends on.
    pub struct SolveKeys {
        /// What is solved and written.
        solve: SolveOptions;
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

impl SolveKeys {
    /// What the laws depend on.
    pub fn laws(&self) -> RuleKeys {
        RuleKeys { clock: self.clock, rules: self.rules, board: self.board, dice: self.dice }
    }
}
