//! The numbers of the clauses, as they stand in tests and rows.

tolley_experiment::names! {
    /// A clause of the laws, or a ruling taken from football where they are silent (CG-FB1 to CG-FB11).
    pub enum Clause {
        /// Player.
        Player = "CG-1.1",
        /// Halves.
        Halves = "CG-1.2a",
        /// Added time.
        AddedTime = "CG-1.2b",
        /// Aim and winner.
        Winner = "CG-1.3a",
        /// Extra time.
        ExtraTime = "CG-1.3b",
        /// Penalty series.
        PenaltySeries = "CG-1.3c",
        /// Sudden death.
        SuddenDeath = "CG-1.3d",
        /// Scorer statistics.
        Scorer = "CG-1.3e",
        /// Coins.
        Coins = "CG-1.4a",
        /// Free choice in friendlies.
        Friendly = "CG-1.4b",
        /// Referees.
        Referees = "CG-1.5",
        /// Heads and tails.
        Faces = "CG-1.6",
        /// Playground.
        Playground = "CG-1.7",
        /// Goal.
        Goal = "CG-1.8",
        /// Move.
        Move = "CG-1.9a",
        /// Careless contact.
        Careless = "CG-1.9b",
        /// Whose turn.
        Turn = "CG-1.9c",
        /// Technique.
        Technique = "CG-1.10",
        /// Toss.
        Toss = "CG-2.1",
        /// Start position.
        StartPosition = "CG-3.1",
        /// Two Moves at a start.
        TwoMoves = "CG-3.2a",
        /// No goal on the first.
        NoFirstGoal = "CG-3.2b",
        /// Own goal on a first Move.
        FirstOwnGoal = "CG-3.2c",
        /// After a goal.
        AfterGoal = "CG-3.3",
        /// Scored.
        Scored = "CG-4.1a",
        /// Discretion.
        Discretion = "CG-4.1b",
        /// Own goal.
        OwnGoal = "CG-4.1c",
        /// Foul, general.
        Foul = "CG-5.1",
        /// Foul in the victim's own Goal Area.
        FoulAtHome = "CG-5.1a",
        /// Foul in the opponent's Goal Area.
        FoulAway = "CG-5.1b",
        /// Touching the other coin.
        TouchOpponent = "CG-5.1c",
        /// Coin before Ball.
        CoinBeforeBall = "CG-5.1d",
        /// Own coin without comb.
        HandTouch = "CG-5.1e",
        /// Too many Moves.
        ExtraMove = "CG-5.1f",
        /// Throw-in, when.
        ThrowIn = "CG-5.2a",
        /// Throw technique.
        ThrowTechnique = "CG-5.2b",
        /// After a good throw.
        AfterThrow = "CG-5.2c",
        /// Throw going out.
        ThrowOut = "CG-5.2d",
        /// Coin knocked out.
        CoinOut = "CG-5.3a",
        /// Coin and Ball out.
        CoinAndBallOut = "CG-5.3b",
        /// Free kick.
        FreeKick = "CG-5.4",
        /// Goal kick.
        GoalKick = "CG-5.5",
        /// Corner kick.
        Corner = "CG-5.6",
        /// Penalty.
        Penalty = "CG-5.7",
        /// Centre kick.
        CentreKick = "CG-5.8",
        /// Stacking.
        Stacking = "CG-5.9",
        /// Football fills the gaps.
        Football = "CG-5.10",
        /// Final verdict.
        FinalVerdict = "CG-6.1",
        /// Who put the ball out.
        LastTouch = "CG-FB1",
        /// Own goal direct from a restart.
        OwnGoalRestart = "CG-FB2",
        /// Who starts half 2.
        SecondStart = "CG-FB3",
        /// Who starts extra time.
        ExtraStart = "CG-FB4",
        /// Series already decided.
        EarlyStop = "CG-FB5",
        /// Wrong throw-in.
        WrongThrow = "CG-FB6",
        /// Penalty awarded as time ends.
        LatePenalty = "CG-FB7",
        /// Ball on a line.
        OnLine = "CG-FB8",
        /// Which corner.
        WhichCorner = "CG-FB9",
        /// Endless play.
        Stall = "CG-FB10",
        /// Offside.
        Offside = "CG-FB11",
    }
}

impl Clause {
    /// The number as written: `CG-5.6`.
    pub fn id(self) -> &'static str {
        Clause::NAMES[self as usize]
    }
}

/// A set of clauses; the events of one step of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clauses(u64);

impl Clauses {
    /// None.
    pub const NONE: Clauses = Clauses(0);

    /// These.
    #[inline]
    pub const fn of(clauses: &[Clause]) -> Clauses {
        let mut bits = 0;
        let mut i = 0;
        while i < clauses.len() {
            bits |= 1 << clauses[i] as u8;
            i += 1;
        }
        Clauses(bits)
    }

    /// With one more; a ruling taken from football brings CG-5.10 with it.
    #[inline]
    #[must_use]
    pub const fn with(self, clause: Clause) -> Clauses {
        let football = if clause as u8 >= Clause::LastTouch as u8 { 1 << Clause::Football as u8 } else { 0 };
        Clauses(self.0 | 1 << clause as u8 | football)
    }

    /// With one more if that holds.
    #[inline]
    #[must_use]
    pub const fn with_if(self, holds: bool, clause: Clause) -> Clauses {
        if holds { self.with(clause) } else { self }
    }

    /// Of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Clauses) -> Clauses {
        Clauses(self.0 | other.0)
    }

    /// Without those of another set.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Clauses) -> Clauses {
        Clauses(self.0 & !other.0)
    }

    /// Whether one is among them.
    #[inline]
    pub const fn has(self, clause: Clause) -> bool {
        self.0 & 1 << clause as u8 != 0
    }

    /// In the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Clause> {
        Clause::ALL.iter().copied().filter(move |clause| self.has(*clause))
    }
}
