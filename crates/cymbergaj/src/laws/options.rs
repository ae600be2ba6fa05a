//! Choices between readings of the laws; the first of each is the document's, or its assumption.

macro_rules! choices {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$vmeta])* $variant,)* }

        impl $name {
            /// The choices of its key, in the order of the variants.
            pub const NAMES: &'static [&'static str] = &[$($text,)*];
            /// The variants.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The variant of one of [`Self::NAMES`]; the first for any other name.
            pub fn named(name: &str) -> $name {
                let index = $name::NAMES.iter().position(|known| *known == name).unwrap_or(0);
                $name::ALL[index]
            }
        }
    };
}
choices! {
    /// Who kicks off, CG-2.1, CG-FB4.
    Starter { /** The toss decides. */ Toss = "toss", /** X. */ X = "x", /** Y. */ Y = "y", }
}
choices! {
    /// Who kicks off the second half, CG-FB3.
    SecondStarter { /** Who did not start. */ Other = "other", /** Who started. */ Same = "same", }
}
choices! {
    /// Who kicks in which order in the penalty series, CG-1.3c.
    SeriesOrder { /** In turn. */ Abab = "ABAB", /** The second pair the other way round. */ Abba = "ABBA", }
}
choices! {
    /// When the turn passes in open play, CG-1.9c.
    TurnRule {
        /** After each turn. */ Alternate = "alternate",
        /** After a Move that misses the ball. */ KeepIfHit = "keep-if-hit",
    }
}
choices! {
    /// What an illegal stroke costs, CG-1.10.
    IllegalStroke {
        /** The coins are put back and it is a foul. */ FoulRollback = "foul-rollback",
        /** The coins are put back and the same player strokes again. */ WarnReplay = "warn-replay",
    }
}
choices! {
    /// An own goal on a first Move, CG-3.2c.
    FirstOwnGoal {
        /** A corner. */ Corner = "corner", /** It counts. */ Counts = "counts", /** A goal kick. */ GoalKick = "goal-kick",
    }
}
choices! {
    /// When the ball is out, CG-4.1a.
    OutCriterion {
        /** Its centre past lines on the edge, the whole ball past inset lines. */ Auto = "auto",
        /** Its centre past the line. */ Centre = "centre-past-line",
        /** The whole ball past the line. */ Whole = "whole-past-line",
    }
}
choices! {
    /// How a touch of the other coin before the ball is a foul, CG-5.1d.
    ContactFirst {
        /** Always. */ Strict = "strict",
        /** When the other coin moves more than 1 mm. */ MovedOnly = "moved-only",
        /** Never. */ Off = "off",
    }
}
choices! {
    /// Who put the ball out, CG-FB1.
    Attribution { /** Whose coin touched it last. */ LastTouch = "last-touch", /** Whose Move it was. */ Mover = "mover", }
}
choices! {
    /// What a wrong throw-in costs, CG-FB6.
    BadThrow { /** The opponent throws. */ Opponent = "opponent", /** It is taken again. */ Retake = "retake", }
}
choices! {
    /// Where a coin returns, CG-5.3a.
    CoinReturn {
        /** Just inside, touching the line. */ InsideTangent = "inside-tangent",
        /** Its centre on the edge. */ CentreOnEdge = "centre-on-edge",
    }
}
choices! {
    /// Who puts his coin first at a free kick or corner, CG-5.4.
    PlacementOrder {
        /** The defender. */ DefenderFirst = "defender-first",
        /** The taker. */ TakerFirst = "taker-first",
    }
}
choices! {
    /// Which corner, CG-FB9.
    CornerSide {
        /** The nearer to the exit. */ Nearest = "nearest",
        /** The farther. */ Farthest = "farthest",
    }
}
choices! {
    /// A ball at rest within the band of discretion, CG-4.1b.
    BandRule {
        /** Geometry, read with the referee's error. */ Geometry = "geometry",
        /** Given with probability `p_award_in_band`. */ Probability = "probability",
    }
}
choices! {
    /// Where on the goal area line the ball of a penalty is put, CG-5.7.
    PenaltySpot { /** At `penalty_y_m`. */ Fixed = "fixed", /** Where the taker likes. */ Free = "free", }
}
choices! {
    /// Where in his goal the defender of a penalty or centre kick puts his coin, CG-5.7, CG-5.8.
    Keeper { /** Where he likes. */ Free = "free", /** At `keeper_y_m`. */ Fixed = "fixed", }
}
choices! {
    /// Where on the arc a kick-off is taken from, CG-3.1.
    KickOffSpot { /** At `kickoff_angle_rad`. */ Fixed = "fixed", /** Where each player likes. */ Free = "free", }
}
choices! {
    /// Where on its arc the ball of a corner lies, CG-5.6.
    CornerBall { /** Where the taker likes. */ Free = "free", /** At `corner_ball_angle_rad`. */ Fixed = "fixed", }
}
