//! The names in a row of a step: what was done, with which piece, what the ball crossed, and which foul it was.

use crate::laws::{Clause, Line, Piece, Seat};

tolley_experiment::names! {
    /// What was done.
    pub enum StepKind {
        Placed = "placed": "A piece was put.",
        Ruled = "ruled": "A mistake of the hand decided before a stroke or throw.",
        Thrown = "thrown": "The ball was thrown in.",
        Moved = "moved": "A Move.",
    }
}
tolley_experiment::names! {
    /// A piece as the player sees it whose turn it is.
    pub enum Whose {
        None = "none": "None.",
        Own = "own": "His coin.",
        Other = "other": "The other player's coin.",
        Ball = "ball": "The ball.",
    }
}
tolley_experiment::names! {
    /// What the ball crossed, as the player sees it whose turn it is.
    pub enum Exit {
        None = "none": "Nothing.",
        Side = "side": "A side-line.",
        OwnGoal = "own-goal": "The line of the goal that he defends.",
        OwnEnd = "own-end": "His end-line beside the goal.",
        OtherGoal = "other-goal": "The line of the other goal.",
        OtherEnd = "other-end": "The other end-line beside the goal.",
    }
}
tolley_experiment::names! {
    /// A foul.
    pub enum FoulKind {
        None = "none": "None.",
        Technique = "technique": "CG-1.10.",
        LeastStroke = "least-stroke": "CG-1.10a.",
        TouchOpponent = "touch-opponent": "CG-5.1c.",
        CoinBeforeBall = "coin-before-ball": "CG-5.1d.",
        HandTouch = "hand-touch": "CG-5.1e.",
        ExtraMove = "extra-move": "CG-5.1f.",
    }
}

impl Whose {
    /// A piece as the player at this seat sees it.
    pub(super) fn of(piece: Option<Piece>, seat: Seat) -> Whose {
        match piece {
            None => Whose::None,
            Some(Piece::Ball) => Whose::Ball,
            Some(Piece::Coin(of)) if of == seat => Whose::Own,
            Some(Piece::Coin(_)) => Whose::Other,
        }
    }
}

impl Exit {
    /// A line as the player at this seat sees it.
    pub(super) fn of(line: Option<Line>, seat: Seat) -> Exit {
        match line {
            None => Exit::None,
            Some(Line::Side) => Exit::Side,
            Some(Line::Goal(end)) if end == seat => Exit::OwnGoal,
            Some(Line::Goal(_)) => Exit::OtherGoal,
            Some(Line::End(end)) if end == seat => Exit::OwnEnd,
            Some(Line::End(_)) => Exit::OtherEnd,
        }
    }
}

impl FoulKind {
    /// The foul against a clause.
    pub(super) fn of(clause: Option<Clause>) -> FoulKind {
        match clause {
            Some(Clause::Technique) => FoulKind::Technique,
            Some(Clause::LeastStroke) => FoulKind::LeastStroke,
            Some(Clause::TouchOpponent) => FoulKind::TouchOpponent,
            Some(Clause::CoinBeforeBall) => FoulKind::CoinBeforeBall,
            Some(Clause::HandTouch) => FoulKind::HandTouch,
            Some(Clause::ExtraMove) => FoulKind::ExtraMove,
            _ => FoulKind::None,
        }
    }
}
