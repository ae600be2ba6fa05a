//! What stands on the faces of the dice.

use std::fmt;

use tolley_experiment::names::{self, Named};

tolley_experiment::names! {
    /// Where an arrow points, from the attacker's side.
    #[derive(PartialOrd, Ord)]
    pub enum Arrow {
        Forward = "forward": "Straight ahead.",
        Diagonal = "diagonal": "Ahead to the left or the right, as the attacker likes.",
        Sideways = "sideways": "To the left or the right, as the attacker likes.",
        Backward = "backward": "Straight back.",
    }
}

tolley_experiment::names! {
    /// What stands beside an arrow.
    #[derive(PartialOrd, Ord)]
    pub enum Symbol {
        None = "none": "Nothing.",
        Query = "?": "The defender may act.",
        Cross = "X": "The ball is lost.",
    }
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
    /// From a code: `F2?`.
    pub fn parse(code: &str) -> Option<Face> {
        names::from_name(code)
    }

    /// From a code that is known to be one.
    ///
    /// # Panics
    /// When it is not, which is a bug.
    pub const fn of(code: &str) -> Face {
        let code = code.as_bytes();
        let arrow = match code[0] {
            b'F' => Arrow::Forward,
            b'D' => Arrow::Diagonal,
            b'S' => Arrow::Sideways,
            b'B' => Arrow::Backward,
            _ => panic!("an arrow"),
        };
        let number = code[1] - b'0';
        assert!(1 <= number && number <= MOST, "a number of an arrow die");
        let symbol = match code.split_at(2).1 {
            b"" => Symbol::None,
            b"?" => Symbol::Query,
            b"X" => Symbol::Cross,
            _ => panic!("a symbol"),
        };
        Face { arrow, number, symbol }
    }

    /// The code: `F2?`.
    pub fn code(self) -> &'static str {
        <Face as Named>::NAMES[self.index()]
    }
}

macro_rules! codes {
    ($($arrow:literal)*) => { [$(codes!(@numbers $arrow 1 2 3 4 5 6)),*] };
    (@numbers $arrow:literal $($number:literal)*) => {
        [$([concat!($arrow, $number), concat!($arrow, $number, "?"), concat!($arrow, $number, "X")]),*]
    };
}

/// The codes of the faces, by arrow, number and symbol.
const CODES: [[[&str; Symbol::ALL.len()]; MOST as usize]; Arrow::ALL.len()] = codes!("F" "D" "S" "B");

/// A face is named by its code, `"F2?"`.
impl Named for Face {
    const NAMES: &'static [&'static str] = CODES.as_flattened().as_flattened();

    fn index(self) -> usize {
        let number = usize::from(self.number - 1);
        (self.arrow as usize * usize::from(MOST) + number) * Symbol::ALL.len() + self.symbol as usize
    }

    fn at(index: usize) -> Option<Face> {
        let (rest, symbol) = (index / Symbol::ALL.len(), Symbol::ALL[index % Symbol::ALL.len()]);
        let (arrow, number) = (rest / usize::from(MOST), rest % usize::from(MOST));
        Some(Face { arrow: *Arrow::ALL.get(arrow)?, number: number as u8 + 1, symbol })
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

tolley_experiment::names! {
    /// Faces of the shot die.
    #[derive(PartialOrd, Ord)]
    pub enum Shot {
        On = "on": "On target.",
        Perfect = "perfect": "Cannot be stopped from near.",
        Post = "post": "Against a post.",
        Bar = "bar": "Against the bar.",
        Wide = "wide": "Past the goal.",
    }
}

tolley_experiment::names! {
    /// Faces of the defender's dark-blue die.
    #[derive(PartialOrd, Ord)]
    pub enum Defend {
        Intercept = "intercept": "The defender has the ball.",
        Miss = "miss": "Nothing happens.",
        MissOrOwnGoal = "miss_or_own_goal": "Nothing happens, but an own goal on the fields before the goal.",
        Clear = "clear": "Three fields back.",
        Foul = "foul": "Against the rules.",
    }
}

tolley_experiment::names! {
    /// Faces of the keeper's light-blue die.
    #[derive(PartialOrd, Ord)]
    pub enum Keeper {
        Saved = "saved": "Held.",
        Conceded = "conceded": "Not held.",
        Punched = "punched": "Away with the fist.",
        Corner = "corner": "Over the line.",
    }
}

tolley_experiment::names! {
    /// Faces of the black penalty die.
    #[derive(PartialOrd, Ord)]
    pub enum Penalty {
        Goal = "goal": "In.",
        Corner = "corner": "Deflected over the line.",
        Wide = "wide": "Past the goal.",
        Punched = "punched": "Away with the fist.",
    }
}

tolley_experiment::names! {
    /// Faces of the white champion die.
    #[derive(PartialOrd, Ord)]
    pub enum Champion {
        Bomb = "bomb": "A shot from half way.",
        Assist = "assist": "A pass before the goal.",
        Perfect = "perfect": "A shot that cannot be stopped.",
        GreatSave = "great_save": "Stops what cannot be stopped.",
        Recovery = "recovery": "Takes the ball.",
        Foul = "foul": "A foul won, or an attack stopped.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_is_named_by_its_code() {
        for (index, code) in <Face as Named>::NAMES.iter().enumerate() {
            let face = Face::at(index).unwrap_or_else(|| panic!("{code} is a face"));
            assert_eq!((face.index(), face.code(), Face::of(code)), (index, *code, face));
            let letter = ["F", "D", "S", "B"][face.arrow as usize];
            let symbol = ["", "?", "X"][face.symbol as usize];
            assert_eq!(face.to_string(), format!("{letter}{}{symbol}", face.number));
        }
        assert_eq!(Face::at(<Face as Named>::NAMES.len()), None);
        assert_eq!(Face::parse("F7"), None);
    }
}
