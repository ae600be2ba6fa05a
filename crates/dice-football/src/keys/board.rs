//! What the letters on the board mean: the keys of the board, and sets of fields that follow from them.

use tolley_experiment::problem::Fault;
use tolley_experiment::{fault, keys};

use super::dice::LOST;
use super::field::Field;

/// Why one corner of the penalty area is not drawn.
const ALIKE: &str = "the area is alike left and right and reaches the goal line: board.area_from says the rest";

/// A field, and another one that would do.
const fn either([row, column]: [u8; 2], [other_row, other_column]: [u8; 2]) -> [Field; 2] {
    [Field::new(row, column), Field::new(other_row, other_column)]
}

keys! {
    /// Fields with a meaning; left and right are alike.
    pub struct Board in "board" {
        /// Field of the kick-off
        centre: Field = Field::new(6, 3), Law "field of the kick-off", drawn_of either([6, 3], [5, 3]),
            clause "DF-setup-kickoff";
        /// Field before the goal attacked
        goal_mouth: Field = Field::new(11, 3), Law "field in front of the goal", drawn_of either([11, 3], [10, 3]),
            clause "DF-shot-box-on", assumed LOST;
        /// First field of the penalty area, a rectangle
        area_from: Field = Field::new(10, 2), Law "first field of the penalty area", drawn_of either([10, 2], [9, 2]),
            clause "DF-def-foul";
        /// Last field of the penalty area
        area_to: Field = Field::new(11, 4), Law "last field of the penalty area", undrawn ALIKE, clause "DF-def-foul";
        /// A field on which the defender may score against himself
        own_goal_first: Field = Field::new(11, 3), Law "first field of an own goal", drawn_of either([11, 3], [11, 2]),
            clause "DF-def-own-goal", assumed LOST;
        /// Another field on which the defender may score against himself
        own_goal_second: Field = Field::new(10, 3), Law "second field of an own goal",
            drawn_of either([10, 3], [10, 2]), clause "DF-def-own-goal", assumed LOST;
        /// Field of the goal kick, or its mirror image
        goal_kick: Field = Field::new(1, 2), Law "field of the goal kick", drawn_of either([1, 2], [1, 3]),
            clause "DF-goalkick", assumed LOST;
        /// A field of the keeper's kick
        keeper_kick_first: Field = Field::new(1, 3), Law "first field of the keeper's kick",
            drawn_of either([1, 3], [1, 2]), clause "DF-goalkick", assumed LOST;
        /// Another field of the keeper's kick
        keeper_kick_second: Field = Field::new(2, 3), Law "second field of the keeper's kick",
            drawn_of either([2, 3], [2, 2]), clause "DF-goalkick", assumed LOST;
        /// Field to which the ball comes back from a post
        post: Field = Field::new(10, 3), Law "field of a rebound from the post", drawn_of either([10, 3], [9, 3]),
            clause "DF-shot-box-post", assumed LOST;
        /// Field to which the keeper punches
        punched: Field = Field::new(9, 3), Law "field to which the keeper punches", drawn_of either([9, 3], [8, 3]),
            clause "DF-keep-punched", assumed LOST;
        /// Field on which a free kick from area P lands
        far_landing: Field = Field::new(10, 3), Law "field where a far free kick lands",
            drawn_of either([10, 3], [9, 3]), clause "DF-dfk", assumed LOST;
        /// Field on which the champion's assist lands
        assist_landing: Field = Field::new(10, 3), Law "field where the assist lands", drawn_of either([10, 3], [9, 3]),
            clause "DF-champ-assist", assumed LOST;
        /// Field on which a shot from (9,1) lands
        landing_9_1: Field = Field::new(10, 2), Law "landing field of a shot from (9,1)",
            drawn_of either([10, 2], [10, 1]), clause "DF-shot-out-on", assumed LOST;
        /// Field on which a shot from (9,2) lands
        landing_9_2: Field = Field::new(10, 3), Law "landing field of a shot from (9,2)",
            drawn_of either([10, 3], [10, 2]), clause "DF-shot-out-on", assumed LOST;
        /// Field on which a shot from (9,3) lands
        landing_9_3: Field = Field::new(10, 3), Law "landing field of a shot from (9,3)",
            drawn_of either([10, 3], [11, 3]), clause "DF-shot-out-on", assumed LOST;
        /// Field on which a shot from (10,1) lands
        landing_10_1: Field = Field::new(11, 2), Law "landing field of a shot from (10,1)",
            drawn_of either([11, 2], [11, 1]), clause "DF-shot-out-on", assumed LOST;
        /// Shots from this row on, corners excepted
        zone_row: u8 = 9, Law "first row of shots", in 2..=11, drawn 8..=10, clause "DF-shot-zone";
        /// Arrows may be reversed from this row on
        reverse_row: u8 = 9, Law "first row of reversed arrows", in 1..=11, drawn 8..=10, clause "DF-move-reverse";
        /// Direct free kicks after a foul of the defender from this row up to the penalty area
        free_kick_row: u8 = 8, Law "first row of direct free kicks", in 1..=11, drawn 7..=9, clause "DF-def-foul";
        /// Direct free kicks from this row on fly over the wall, those from before it meet a defender
        wall_row: u8 = 9, Law "first row of kicks over the wall", in 1..=11, drawn 8..=10, clause "DF-dfk";
        /// The champion's foul wins a direct free kick from this row on, corners and penalty area excepted
        foul_row: u8 = 8, Law "first row of the champion's foul", in 1..=11, drawn 7..=9, clause "DF-champ-foul";
        /// The champion's assist from this row on
        assist_row: u8 = 3, Law "first row of the champion's assist", in 1..=11, drawn 2..=4, clause "DF-champ-assist";
    }
}

impl Board {
    /// A board that is not alike left and right is refused.
    pub(crate) fn check(&self) -> Result<(), Vec<Fault>> {
        let aside = |at: Field| format!("{at:?} must lie in column 3: left and right are alike");
        let mut faults = Vec::new();
        macro_rules! central {
            ($($field:ident)*) => {$(
                if !self.$field.is_central() {
                    faults.push(fault!(Board.$field, "{}", aside(self.$field)));
                }
            )*};
        }
        central!(centre goal_mouth post punched far_landing assist_landing);
        let (from, to) = (self.area_from, self.area_to);
        if from.row() > to.row() || from.column() + to.column() != 6 || from.column() > to.column() {
            let message = "is not a rectangle that is alike left and right";
            faults.push(fault!(Board.area_from, "{from:?} to {to:?} {message}"));
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Whether a field is in the penalty area before the goal attacked.
    pub fn in_area(&self, at: Field) -> bool {
        let within = |low: u8, high: u8, at: u8| low <= at && at <= high;
        within(self.area_from.row(), self.area_to.row(), at.row())
            && within(self.area_from.column(), self.area_to.column(), at.column())
    }

    /// DF-shot-zone: whether the shot die may be rolled from a field.
    pub fn in_zone(&self, at: Field) -> bool {
        at.row() >= self.zone_row && !at.is_corner()
    }

    /// DF-def-foul: whether a foul outside the area is a direct free kick on this field.
    pub fn is_free_kick(&self, at: Field) -> bool {
        self.free_kick_row <= at.row() && at.row() < self.area_from.row()
    }

    /// DF-champ-foul: whether a foul that the attacker's champion die won is one.
    pub fn is_free_kick_won(&self, at: Field) -> bool {
        at.row() >= self.foul_row && !at.is_corner()
    }

    /// Whether a miss that may be an own goal is one on this field.
    pub fn is_own_goal(&self, at: Field) -> bool {
        is_alike(at, self.own_goal_first) || is_alike(at, self.own_goal_second)
    }

    /// From where goal kicks are taken.
    pub fn goal_kicks(&self) -> impl Iterator<Item = Field> {
        let goal_kick = self.goal_kick;
        Field::all().filter(move |at| is_alike(*at, goal_kick))
    }

    /// From where the keeper kicks.
    pub fn keeper_kicks(&self) -> impl Iterator<Item = Field> {
        let (first, second) = (self.keeper_kick_first, self.keeper_kick_second);
        Field::all().filter(move |at| is_alike(*at, first) || is_alike(*at, second))
    }

    /// Where a shot from outside the area comes down.
    pub fn landing(&self, from: Field) -> Field {
        let left = match (from.row(), from.canonical().column()) {
            (9, 1) => self.landing_9_1,
            (9, 2) => self.landing_9_2,
            (9, 3) => self.landing_9_3,
            (10, 1) => self.landing_10_1,
            // a step towards the goal where the board says nothing
            _ => return towards(from, self.goal_mouth),
        };
        if from.column() > 3 { left.mirrored() } else { left }
    }
}

/// Whether a field is another one or its mirror image.
fn is_alike(at: Field, other: Field) -> bool {
    at == other || at == other.mirrored()
}

/// One step of a chess king.
fn towards(from: Field, to: Field) -> Field {
    let step = |from: u8, to: u8| from as i8 + (to as i8 - from as i8).signum();
    Field::at(step(from.row(), to.row()), step(from.column(), to.column())).unwrap_or(to)
}
