//! The eight dice and their faces.

use std::fmt;

/// Where an arrow points, from the attacker's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arrow {
    /// Straight ahead.
    Forward,
    /// Ahead to the left or the right, as the attacker likes.
    Diagonal,
    /// To the left or the right, as the attacker likes.
    Sideways,
    /// Straight back.
    Backward,
}

impl Arrow {
    /// All four.
    pub const ALL: [Arrow; 4] = [Arrow::Forward, Arrow::Diagonal, Arrow::Sideways, Arrow::Backward];

    const fn letter(self) -> char {
        match self {
            Arrow::Forward => 'F',
            Arrow::Diagonal => 'D',
            Arrow::Sideways => 'S',
            Arrow::Backward => 'B',
        }
    }
}

/// What stands beside an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// Nothing.
    None,
    /// The defender may act.
    Query,
    /// The ball is lost.
    Cross,
}

/// A face of an arrow die: one arrow, one number, at most one symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face {
    /// Where it points.
    pub arrow: Arrow,
    /// How many fields.
    pub number: u8,
    /// What stands beside it.
    pub symbol: Symbol,
}

/// Highest number on an arrow die.
pub const MOST: u8 = 6;

impl Face {
    /// Every face there could be.
    pub fn all() -> impl Iterator<Item = Face> {
        Arrow::ALL.into_iter().flat_map(|arrow| {
            (1..=MOST).flat_map(move |number| {
                [Symbol::None, Symbol::Query, Symbol::Cross].map(|symbol| Face { arrow, number, symbol })
            })
        })
    }

    /// From a code: `F2?`.
    pub fn parse(code: &str) -> Option<Face> {
        Face::all().find(|face| face.to_string() == code)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = match self.symbol {
            Symbol::None => "",
            Symbol::Query => "?",
            Symbol::Cross => "X",
        };
        write!(f, "{}{}{symbol}", self.arrow.letter(), self.number)
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The arrow dice, which the attacker rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArrowDie {
    /// Orange.
    Control,
    /// Red.
    Pass,
    /// Violet.
    Cross,
}

impl ArrowDie {
    /// All three, in the order of step length and of risk.
    pub const ALL: [ArrowDie; 3] = [ArrowDie::Control, ArrowDie::Pass, ArrowDie::Cross];
}

/// Declares the faces of a die with their names.
macro_rules! faces {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name { $($(#[$vmeta])* $variant,)* }

        impl $name {
            /// The names, in the order of the variants.
            pub const NAMES: &'static [&'static str] = &[$($text,)*];
            /// The variants, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// From a name.
            pub fn parse(name: &str) -> Option<$name> {
                $name::NAMES.iter().position(|known| *known == name).map(|index| $name::ALL[index])
            }
        }
    };
}

faces! {
    /// Faces of the shot die.
    Shot {
        /// On target.
        On = "on",
        /// Cannot be stopped from near.
        Perfect = "perfect",
        /// Against a post.
        Post = "post",
        /// Against the bar.
        Bar = "bar",
        /// Past the goal.
        Wide = "wide",
    }
}
faces! {
    /// Faces of the defender's dark-blue die.
    Defend {
        /// The defender has the ball.
        Intercept = "intercept",
        /// Nothing happens.
        Miss = "miss",
        /// Nothing happens, but an own goal on the fields before the goal.
        MissOrOwnGoal = "miss_or_own_goal",
        /// Three fields back.
        Clear = "clear",
        /// Against the rules.
        Foul = "foul",
    }
}
faces! {
    /// Faces of the keeper's light-blue die.
    Keeper {
        /// Held.
        Saved = "saved",
        /// Not held.
        Conceded = "conceded",
        /// Away with the fist.
        Punched = "punched",
        /// Over the line.
        Corner = "corner",
    }
}
faces! {
    /// Faces of the black penalty die.
    Penalty {
        /// In.
        Goal = "goal",
        /// Deflected over the line.
        Corner = "corner",
        /// Past the goal.
        Wide = "wide",
        /// Away with the fist.
        Punched = "punched",
    }
}
faces! {
    /// Faces of the white champion die.
    Champion {
        /// A shot from half way.
        Bomb = "bomb",
        /// A pass before the goal.
        Assist = "assist",
        /// A shot that cannot be stopped.
        Perfect = "perfect",
        /// Stops what cannot be stopped.
        GreatSave = "great_save",
        /// Takes the ball.
        Recovery = "recovery",
        /// A foul won, or an attack stopped.
        Foul = "foul",
    }
}

/// A die: its different faces, each with its share.
#[derive(Clone, Debug, PartialEq)]
pub struct Die<F> {
    /// In the order in which they first stand on the die; those without weight are left out.
    pub faces: Vec<(F, f64)>,
}

impl<F: Copy + PartialEq> Die<F> {
    /// From six faces and their weights, of which one must be positive.
    pub fn new(faces: [F; 6], weights: [f64; 6]) -> Die<F> {
        let all: f64 = weights.iter().sum();
        let mut merged: Vec<(F, f64)> = Vec::new();
        for (face, weight) in faces.into_iter().zip(weights).filter(|(_, weight)| *weight > 0.0) {
            match merged.iter_mut().find(|(known, _)| *known == face) {
                Some((_, sum)) => *sum += weight,
                None => merged.push((face, weight)),
            }
        }
        merged.iter_mut().for_each(|(_, weight)| *weight /= all);
        Die { faces: merged }
    }

    /// Share of the faces for which this holds.
    pub fn share(&self, holds: impl Fn(F) -> bool) -> f64 {
        self.faces.iter().filter(|(face, _)| holds(*face)).map(|(_, share)| share).sum()
    }

    /// Whether a face for which this holds is on the die.
    pub fn has(&self, holds: impl Fn(F) -> bool) -> bool {
        self.faces.iter().any(|(face, _)| holds(*face))
    }
}

/// All eight.
#[derive(Clone, Debug, PartialEq)]
pub struct Dice {
    /// Control, pass, cross.
    pub arrows: [Die<Face>; 3],
    /// Red.
    pub shot: Die<Shot>,
    /// Dark blue.
    pub defend: Die<Defend>,
    /// Light blue.
    pub keeper: Die<Keeper>,
    /// Black.
    pub penalty: Die<Penalty>,
    /// White.
    pub champion: Die<Champion>,
}

/// Names of the dice, in the order of the files and keys.
pub const NAMES: [&str; 8] = ["control", "pass", "cross", "shot", "defend", "keeper", "penalty", "champion"];
