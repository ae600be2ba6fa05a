//! Choices between readings of the laws; the first of each is the document's, or its assumption.

use tolley_experiment::names;

names! {
    /// Which text of the laws is played, CG-1.3b.
    pub enum Text { English = "english": "The English one.", Polish = "polish": "The Polish one.", }
}
names! {
    /// Whether the players may choose their coins freely, CG-1.4b.
    pub enum MatchKind { Tournament = "tournament": "They may not.", Friendly = "friendly": "They may.", }
}
names! {
    /// Time added to a half, CG-1.2b.
    pub enum AddedTime {
        Uniform = "uniform": "Uniform up to the most.",
        None = "none": "None.",
        Fixed = "fixed": "Always `added_s`.",
        PerRestart = "per-restart": "`added_per_restart_s` for every restart of the half, up to the most.",
    }
}
names! {
    /// Time added to a half of extra time, CG-1.3b.
    pub enum ExtraAddedTime { None = "none": "None.", AsHalves = "as-halves": "As to the others.", }
}
names! {
    /// Offside, CG-FB11.
    pub enum Offside { Never = "never": "There is none with one coin a side.", }
}
names! {
    /// Who kicks off, CG-2.1, CG-FB4.
    pub enum Starter { Toss = "toss": "The toss decides.", X = "x": "X.", Y = "y": "Y.", }
}
names! {
    /// Who kicks off the second half, CG-FB3.
    pub enum SecondStarter { Other = "other": "Who did not start.", Same = "same": "Who started.", }
}
names! {
    /// Who kicks in which order in the penalty series, CG-1.3c.
    pub enum SeriesOrder { Abab = "ABAB": "In turn.", Abba = "ABBA": "The second pair the other way round.", }
}
names! {
    /// When the turn passes in open play, CG-1.9c.
    pub enum TurnRule {
        Alternate = "alternate": "After each turn.",
        KeepIfHit = "keep-if-hit": "After a Move that misses the ball.",
    }
}
names! {
    /// What an illegal stroke costs, CG-1.10.
    pub enum IllegalStroke {
        FoulRollback = "foul-rollback": "The coins are put back and it is a foul.",
        WarnReplay = "warn-replay": "The coins are put back and the same player strokes again.",
    }
}
names! {
    /// An own goal on a first Move, CG-3.2c.
    pub enum FirstOwnGoal {
        Corner = "corner": "A corner.",
        Counts = "counts": "It counts.",
        GoalKick = "goal-kick": "A goal kick.",
    }
}
names! {
    /// When the ball is out, CG-4.1a.
    pub enum OutCriterion {
        Auto = "auto": "Its centre past lines on the edge, the whole ball past inset lines.",
        Centre = "centre-past-line": "Its centre past the line.",
        Whole = "whole-past-line": "The whole ball past the line.",
    }
}
names! {
    /// How a touch of the other coin before the ball is a foul, CG-5.1d.
    pub enum ContactFirst {
        Strict = "strict": "Always.",
        MovedOnly = "moved-only": "When the other coin moves more than 1 mm.",
        Off = "off": "Never.",
    }
}
names! {
    /// Who put the ball out, CG-FB1.
    pub enum Attribution {
        LastTouch = "last-touch": "Whose coin touched it last.",
        Mover = "mover": "Whose Move it was.",
    }
}
names! {
    /// What a wrong throw-in costs, CG-FB6.
    pub enum BadThrow { Opponent = "opponent": "The opponent throws.", Retake = "retake": "It is taken again.", }
}
names! {
    /// Where a coin returns, CG-5.3a.
    pub enum CoinReturn {
        InsideTangent = "inside-tangent": "Just inside, touching the line.",
        CentreOnEdge = "centre-on-edge": "Its centre on the edge.",
    }
}
names! {
    /// Who puts his coin first at a free kick or corner, CG-5.4.
    pub enum PlacementOrder {
        DefenderFirst = "defender-first": "The defender.",
        TakerFirst = "taker-first": "The taker.",
    }
}
names! {
    /// Which corner, CG-FB9.
    pub enum CornerSide { Nearest = "nearest": "The nearer to the exit.", Farthest = "farthest": "The farther.", }
}
names! {
    /// A ball at rest within the band of discretion, CG-4.1b.
    pub enum BandRule {
        Geometry = "geometry": "Geometry, read with the referee's error.",
        Probability = "probability": "Given with probability `p_award_in_band`.",
    }
}
names! {
    /// Where on the goal area line the ball of a penalty is put, CG-5.7.
    pub enum PenaltySpot { Fixed = "fixed": "At `penalty_y_m`.", Free = "free": "Where the taker likes.", }
}
names! {
    /// Where in his goal the defender of a penalty or centre kick puts his coin, CG-5.7, CG-5.8.
    pub enum Keeper { Free = "free": "Where he likes.", Fixed = "fixed": "At `keeper_y_m`.", }
}
names! {
    /// Where on the arc a kick-off is taken from, CG-3.1.
    pub enum KickOffSpot { Fixed = "fixed": "At `kickoff_angle_rad`.", Free = "free": "Where each player likes.", }
}
names! {
    /// Where on its arc the ball of a corner lies, CG-5.6.
    pub enum CornerBall { Free = "free": "Where the taker likes.", Fixed = "fixed": "At `corner_ball_angle_rad`.", }
}
