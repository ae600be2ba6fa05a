//! The eight dice: their keys, and the faces of each with its share.

use tolley_experiment::key::Path;
use tolley_experiment::names::Named;
use tolley_experiment::problem::Fault;
use tolley_experiment::{keys, names, path};

use super::faces::{Champion, Defend, Face, Keeper, Penalty, Shot};

/// Why nobody vouches for most faces and fields.
pub(super) const LOST: &str = "the pictures of the rule book are lost";

/// Why a face has no strata.
const TOGETHER: &str = "the faces of all dice are drawn together, so that they agree with what is known";

/// Why the weight of a face has no strata.
const EVEN: &str = "a die is taken as even unless somebody says more";

/// Changes dice, one after the other.
pub(super) trait DieVisitor {
    /// A die: its name, what its weights are called in a file of dice, its faces and their weights.
    fn die<F: Named>(
        &mut self,
        name: &'static str,
        weights_name: &'static str,
        faces: [&mut F; 6],
        weights: [&mut f64; 6],
    );
}

/// Why a face is not drawn: what is known of the real dice says it, and which of its die's sides it is changes nothing.
mod known {
    pub const N2: &str = "a 1 is on the control die (N2)";
    pub const N3: &str = "a backward arrow of 1 is on the pass die (N3)";
    pub const N4: &str = "a diagonal 3 is on the cross die (N4)";
    pub const N6: &str = "a forward 2 is on some die (N6)";
    pub const N8: &str = "each result is on its die (N8): those that stand there twice are drawn";
    pub const N9: &str = "each result is on the champion die once (N9)";
}

/// A face of an arrow die, and others by which the dice still agree with N2 to N7, whichever the others are.
macro_rules! faces {
    ($($code:literal)+) => { [$(Face::of($code)),+] };
}

/// Declares the keys of the dice; for each face its number, the names of its key and of that of its weight, and what
/// stands there.
macro_rules! dice_keys {
    ($($die:ident: $type:ty, $role:ident {
        $($number:literal $face:ident $weight:ident = $default:expr
            $(, drawn_of $among:expr)? $(, undrawn $undrawn:expr)? $(, assumed $why:ident)?;)*
    })*) => {
        keys! {
            /// What stands on the dice, and how heavy each face is.
            pub struct DiceKeys in "dice" {
                /// Whose faces they are; only a file of dice (`--dice`) may say that they are given
                source: DiceSource = DiceSource::Assumed, Bookkeeping "whether the dice faces are assumed";
            $(
                $(
                    #[doc = concat!("Face ", $number, " of the ", stringify!($die), " die")]
                    $face: $type = $default, $role concat!("face ", $number, " of the ", stringify!($die), " die")
                        $(, drawn_of $among)? $(, undrawn $undrawn)?, no_strata TOGETHER $(, assumed $why)?;
                )*
                $(
                    #[doc = concat!("Weight of a face of the ", stringify!($die), " die")]
                    $weight: f64 = 1.0,
                        Ground concat!("weight of face ", $number, " of the ", stringify!($die), " die"),
                        in 0.0..=1e6, no_strata EVEN;
                )*
            )* }
        }

        impl DiceKeys {
            $(
                fn $die(&self) -> Die<$type> {
                    Die::new([$(self.$face),*], [$(self.$weight),*])
                }
            )*

            /// Shows each die, with its name and what its weights are called in a file of dice.
            pub(super) fn each(&mut self, visitor: &mut impl DieVisitor) {
                $(visitor.die(
                    stringify!($die),
                    concat!(stringify!($die), "_weights"),
                    [$(&mut self.$face),*],
                    [$(&mut self.$weight),*],
                );)*
            }

            /// The first face of each die, by the die's name.
            pub(super) fn first_faces() -> Vec<(&'static str, Path)> {
                vec![$((stringify!($die), [$(path!(DiceKeys.$face)),*][0])),*]
            }

            /// The dice none of whose faces has weight.
            fn faults(&self) -> Vec<Fault> {
                let dice = [$(([$(self.$weight),*], [$(path!(DiceKeys.$weight)),*])),*];
                let light = dice.into_iter().filter(|(weights, _)| weights.iter().sum::<f64>() <= 0.0);
                let message = "one of the weights must be positive";
                light.map(|(_, paths)| Fault { path: paths[0], message: message.to_owned() }).collect()
            }
        }
    };
}

dice_keys! {
    control: Face, Ground {
        1 control_1 control_weight_1 = Face::of("F1"), undrawn known::N2, assumed LOST;
        2 control_2 control_weight_2 = Face::of("F1"), drawn_of faces!("F1" "S1" "D1"), assumed LOST;
        3 control_3 control_weight_3 = Face::of("F2?"), drawn_of faces!("F2?" "F1?" "D1?"), assumed LOST;
        4 control_4 control_weight_4 = Face::of("D1"), drawn_of faces!("D1" "F1" "D2"), assumed LOST;
        5 control_5 control_weight_5 = Face::of("D1"), drawn_of faces!("D1" "S1" "F2"), assumed LOST;
        6 control_6 control_weight_6 = Face::of("S1"), drawn_of faces!("S1" "S2" "D1"), assumed LOST;
    }
    pass: Face, Ground {
        1 pass_1 pass_weight_1 = Face::of("F2"), undrawn known::N6, assumed LOST;
        2 pass_2 pass_weight_2 = Face::of("D2"), drawn_of faces!("D2" "F2" "D3"), assumed LOST;
        3 pass_3 pass_weight_3 = Face::of("S2"), drawn_of faces!("S2" "S3"), assumed LOST;
        4 pass_4 pass_weight_4 = Face::of("B1"), undrawn known::N3, assumed LOST;
        5 pass_5 pass_weight_5 = Face::of("F3?"), drawn_of faces!("F3?" "D3?" "F2?"), assumed LOST;
        6 pass_6 pass_weight_6 = Face::of("D2X"), drawn_of faces!("D2X" "F3X" "S2X"), assumed LOST;
    }
    cross: Face, Ground {
        1 cross_1 cross_weight_1 = Face::of("F3"), drawn_of faces!("F3" "F4" "D3"), assumed LOST;
        2 cross_2 cross_weight_2 = Face::of("D3"), undrawn known::N4, assumed LOST;
        3 cross_3 cross_weight_3 = Face::of("F4?"), drawn_of faces!("F4?" "F3?" "D4?"), assumed LOST;
        4 cross_4 cross_weight_4 = Face::of("D3?"), drawn_of faces!("D3?" "F3?" "F4?"), assumed LOST;
        5 cross_5 cross_weight_5 = Face::of("F4X"), drawn_of faces!("F4X" "D3X" "F3X"), assumed LOST;
        6 cross_6 cross_weight_6 = Face::of("S3X"), drawn_of faces!("S3X" "D3X" "F4X"), assumed LOST;
    }
    shot: Shot, Ground {
        1 shot_1 shot_weight_1 = Shot::On, undrawn known::N8, assumed LOST;
        2 shot_2 shot_weight_2 = Shot::On, assumed LOST;
        3 shot_3 shot_weight_3 = Shot::Perfect, undrawn known::N8, assumed LOST;
        4 shot_4 shot_weight_4 = Shot::Post, undrawn known::N8, assumed LOST;
        5 shot_5 shot_weight_5 = Shot::Bar, undrawn known::N8, assumed LOST;
        6 shot_6 shot_weight_6 = Shot::Wide, undrawn known::N8, assumed LOST;
    }
    defend: Defend, Ground {
        1 defend_1 defend_weight_1 = Defend::Intercept, undrawn known::N8, assumed LOST;
        2 defend_2 defend_weight_2 = Defend::Intercept, assumed LOST;
        3 defend_3 defend_weight_3 = Defend::Miss, undrawn known::N8, assumed LOST;
        4 defend_4 defend_weight_4 = Defend::MissOrOwnGoal, undrawn known::N8, assumed LOST;
        5 defend_5 defend_weight_5 = Defend::Clear, undrawn known::N8, assumed LOST;
        6 defend_6 defend_weight_6 = Defend::Foul, undrawn known::N8, assumed LOST;
    }
    keeper: Keeper, Ground {
        1 keeper_1 keeper_weight_1 = Keeper::Saved, undrawn known::N8, assumed LOST;
        2 keeper_2 keeper_weight_2 = Keeper::Saved, assumed LOST;
        3 keeper_3 keeper_weight_3 = Keeper::Conceded, undrawn known::N8, assumed LOST;
        4 keeper_4 keeper_weight_4 = Keeper::Conceded, assumed LOST;
        5 keeper_5 keeper_weight_5 = Keeper::Punched, undrawn known::N8, assumed LOST;
        6 keeper_6 keeper_weight_6 = Keeper::Corner, undrawn known::N8, assumed LOST;
    }
    penalty: Penalty, Ground {
        1 penalty_1 penalty_weight_1 = Penalty::Goal, undrawn known::N8, assumed LOST;
        2 penalty_2 penalty_weight_2 = Penalty::Goal, assumed LOST;
        3 penalty_3 penalty_weight_3 = Penalty::Goal, assumed LOST;
        4 penalty_4 penalty_weight_4 = Penalty::Corner, undrawn known::N8, assumed LOST;
        5 penalty_5 penalty_weight_5 = Penalty::Wide, undrawn known::N8, assumed LOST;
        6 penalty_6 penalty_weight_6 = Penalty::Punched, undrawn known::N8, assumed LOST;
    }
    champion: Champion, Law {
        1 champion_1 champion_weight_1 = Champion::Bomb, undrawn known::N9;
        2 champion_2 champion_weight_2 = Champion::Assist, undrawn known::N9;
        3 champion_3 champion_weight_3 = Champion::Perfect, undrawn known::N9;
        4 champion_4 champion_weight_4 = Champion::GreatSave, undrawn known::N9;
        5 champion_5 champion_weight_5 = Champion::Recovery, undrawn known::N9;
        6 champion_6 champion_weight_6 = Champion::Foul, undrawn known::N9;
    }
}

names! {
    /// Where the faces come from; those of the real dice are not known.
    pub enum FacesSource {
        Assumed = "assumed": "The embedded ones, an assumption.",
        Varied = "varied": "The embedded ones or those of a file, but a scenario changes faces or their weights.",
        Given = "given": "From a file of dice.",
        Random = "random": "Drawn at random from those that meet N1 to N9.",
    }
}

impl FacesSource {
    /// Where the faces of a scenario come from.
    pub fn of(keys: &DiceKeys) -> FacesSource {
        match keys.source {
            DiceSource::Given => FacesSource::Given,
            DiceSource::Assumed if *keys == DiceKeys::default() => FacesSource::Assumed,
            DiceSource::Assumed => FacesSource::Varied,
        }
    }
}

names! {
    /// Whose faces the keys of the dice are.
    pub enum DiceSource {
        Assumed = "assumed": "The embedded ones, with what the scenario changes of them.",
        Given = "given": "All are those of a file of dice.",
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

impl Dice {
    /// DF-parts: the dice of a scenario.
    pub fn new(keys: &DiceKeys) -> Result<Dice, Vec<Fault>> {
        let faults = keys.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Dice {
            arrows: [keys.control(), keys.pass(), keys.cross()],
            shot: keys.shot(),
            defend: keys.defend(),
            keeper: keys.keeper(),
            penalty: keys.penalty(),
            champion: keys.champion(),
        })
    }
}
