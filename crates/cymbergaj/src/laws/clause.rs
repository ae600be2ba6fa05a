//! The numbers of the clauses, as they stand in tests and rows.

tolley_experiment::names! {
    /// A clause of the laws, or a ruling taken from football where they are silent (CG-FB1 to CG-FB11).
    pub enum Clause {
        Player = "CG-1.1": "Player.",
        Halves = "CG-1.2a": "Halves.",
        AddedTime = "CG-1.2b": "Added time.",
        Winner = "CG-1.3a": "Aim and winner.",
        ExtraTime = "CG-1.3b": "Extra time.",
        PenaltySeries = "CG-1.3c": "Penalty series.",
        SuddenDeath = "CG-1.3d": "Sudden death.",
        Scorer = "CG-1.3e": "Scorer statistics.",
        Coins = "CG-1.4a": "Coins.",
        Friendly = "CG-1.4b": "Free choice in friendlies.",
        Referees = "CG-1.5": "Referees.",
        Faces = "CG-1.6": "Heads and tails.",
        Playground = "CG-1.7": "Playground.",
        Goal = "CG-1.8": "Goal.",
        Move = "CG-1.9a": "Move.",
        Careless = "CG-1.9b": "Careless contact.",
        Turn = "CG-1.9c": "Whose turn.",
        Technique = "CG-1.10": "Technique.",
        LeastStroke = "CG-1.10a": "Least stroke.",
        Toss = "CG-2.1": "Toss.",
        StartPosition = "CG-3.1": "Start position.",
        TwoMoves = "CG-3.2a": "Two Moves at a start.",
        NoFirstGoal = "CG-3.2b": "No goal on the first.",
        FirstOwnGoal = "CG-3.2c": "Own goal on a first Move.",
        AfterGoal = "CG-3.3": "After a goal.",
        Scored = "CG-4.1a": "Scored.",
        Discretion = "CG-4.1b": "Discretion.",
        OwnGoal = "CG-4.1c": "Own goal.",
        Foul = "CG-5.1": "Foul, general.",
        FoulAtHome = "CG-5.1a": "Foul in the victim's own Goal Area.",
        FoulAway = "CG-5.1b": "Foul in the opponent's Goal Area.",
        TouchOpponent = "CG-5.1c": "Touching the other coin.",
        CoinBeforeBall = "CG-5.1d": "Coin before Ball.",
        HandTouch = "CG-5.1e": "Own coin without comb.",
        ExtraMove = "CG-5.1f": "Too many Moves.",
        ThrowIn = "CG-5.2a": "Throw-in, when.",
        ThrowTechnique = "CG-5.2b": "Throw technique.",
        AfterThrow = "CG-5.2c": "After a good throw.",
        ThrowOut = "CG-5.2d": "Throw going out.",
        CoinOut = "CG-5.3a": "Coin knocked out.",
        CoinAndBallOut = "CG-5.3b": "Coin and Ball out.",
        FreeKick = "CG-5.4": "Free kick.",
        GoalKick = "CG-5.5": "Goal kick.",
        Corner = "CG-5.6": "Corner kick.",
        Penalty = "CG-5.7": "Penalty.",
        CentreKick = "CG-5.8": "Centre kick.",
        Stacking = "CG-5.9": "Stacking.",
        Football = "CG-5.10": "Football fills the gaps.",
        FinalVerdict = "CG-6.1": "Final verdict.",
        LastTouch = "CG-FB1": "Who put the ball out.",
        OwnGoalRestart = "CG-FB2": "Own goal direct from a restart.",
        SecondStart = "CG-FB3": "Who starts half 2.",
        ExtraStart = "CG-FB4": "Who starts extra time.",
        EarlyStop = "CG-FB5": "Series already decided.",
        WrongThrow = "CG-FB6": "Wrong throw-in.",
        LatePenalty = "CG-FB7": "Penalty awarded as time ends.",
        OnLine = "CG-FB8": "Ball on a line.",
        WhichCorner = "CG-FB9": "Which corner.",
        Stall = "CG-FB10": "Endless play.",
        Offside = "CG-FB11": "Offside.",
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
