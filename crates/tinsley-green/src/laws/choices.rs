//! The readings of the laws among which a scenario chooses; the first is the document's, or the one that is played
//! where the document is silent.

use tolley_experiment::names;

names! {
    /// The kind of match.
    pub enum MatchKind {
        Club = "club": "Two teams of a club, TG-9.",
        International = "international": "Two teams picked by the Board, TG-10.",
        Individual = "individual": "Everybody for himself, TG-11.",
        Challenge = "challenge": "Two players, TG-11e.",
    }
}

names! {
    /// What wins a match of several games, TG-9a; who is level in it is told apart by the other, then by a tie-break.
    pub enum MatchWin {
        MostGames = "most-games": "Games, then points.",
        TotalPoints = "total-points": "Points, then games.",
    }
}

names! {
    /// How it is found who has the choice to play first, TG-9f.
    pub enum FirstPlay {
        NoseDrop = "nose-drop": "By drops from the nose on a line.",
        Coin = "coin": "By a coin.",
        Fixed = "fixed": "The first side or player has it.",
    }
}

names! {
    /// What who has the choice does with it, TG-9f.
    pub enum Choice {
        First = "first": "He plays first.",
        Second = "second": "He lets the others play first.",
        Optimal = "optimal": "What wins more often, as games played before show.",
    }
}

names! {
    /// In which order a captain fields his players, TG-9b.
    pub enum OrderPolicy {
        Given = "given": "As numbered.",
        BestFirst = "best-first": "The best first.",
        BestLast = "best-last": "The best last.",
        Random = "random": "Any order, drawn for each game.",
        Same = "same": "The places that the first side has given its players.",
    }
}

names! {
    /// Which toleys earn another shot when knocked off, TG-5d4.
    pub enum KnockContinues {
        Any = "any": "Of any other player.",
        OpponentsOnly = "opponents-only": "Of opponents.",
        None = "none": "None.",
    }
}

names! {
    /// Whose shots eliminate, TG-5d3.
    pub enum EliminatedBy {
        AnyPlayer = "any-player": "Of any other player.",
        OpponentsOnly = "opponents-only": "Of opponents; knocked off by a team-mate, the toley goes back to the hand.",
    }
}

names! {
    /// What an unplayable lie costs, TG-6b2.
    pub enum Unplayable {
        Remove = "remove": "The turn; the toley goes back to the hand.",
        Eliminate = "eliminate": "The game.",
    }
}

names! {
    /// What goes back after a foul, TG-7i.
    pub enum FoulRestore {
        KnockedOffOnly = "knocked-off-only": "Marbles knocked off, to the middle.",
        FullRollback = "full-rollback": "Every ball to where it was.",
    }
}

names! {
    /// What follows when somebody else blocks a ball, TG-7c.
    pub enum BlockByOther {
        LetStand = "let-stand": "The shot stands.",
        Replay = "replay": "It is taken again from the state before.",
    }
}

names! {
    /// When a game ends once the target is reached, TG-9g.
    pub enum EndOnTarget {
        Shot = "shot": "At once.",
        Break = "break": "With the break.",
        AllMarbles = "all-marbles": "When no marble is left.",
    }
}

names! {
    /// Who plays in the place of an eliminated player, TG-9c.
    pub enum EliminationGap {
        SkipSlot = "skip-slot": "Nobody: the slot is passed over.",
        KeepAlternating = "keep-alternating": "The next of the same side, so that the sides keep alternating.",
    }
}

names! {
    /// What follows when a whole side is eliminated, TG-X2.
    pub enum OnWipeout {
        PlayOn = "play-on": "The others play on alone.",
        OpponentsWin = "opponents-win": "The others have won.",
    }
}

names! {
    /// What follows when everybody is eliminated, TG-X3.
    pub enum NobodyLeft {
        Points = "points": "Points decide; those who are level play a tie-break.",
        Draw = "draw": "Nobody has won.",
    }
}

names! {
    /// How many points win, TG-9g.
    pub enum Target { Points = "points": "As many as a key says.", Auto = "auto": "More than half the rack.", }
}

names! {
    /// The laws in force, TG-13.
    pub enum Version { Bmbc1992 = "BMBC-1992": "British Marbles Board of Control, Factsheet 1 (1992).", }
}
