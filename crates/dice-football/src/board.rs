//! What the letters on the board mean.

use tolley_experiment::key::Point;
use tolley_experiment::problem::Fault;

use crate::field::{Field, Fields, ROWS};

/// Fields with a meaning; left and right are alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Kick-off.
    pub centre: Field,
    /// Before the goal attacked; shots on target land here.
    pub goal_mouth: Field,
    /// The penalty area before the goal attacked.
    pub area: Fields,
    /// DF-shot-zone: from where the shot die may be rolled.
    pub zone: Fields,
    /// Where a miss that may be an own goal is one.
    pub own_goal: Fields,
    /// From where goal kicks are taken.
    pub goal_kicks: Vec<Field>,
    /// From where the keeper kicks.
    pub keeper_kicks: Vec<Field>,
    /// Where the ball comes back from a post.
    pub post: Field,
    /// Where a punched ball lands.
    pub punched: Field,
    /// Where a free kick from area P lands.
    pub far_landing: Field,
    /// Where the champion's assist lands.
    pub assist_landing: Field,
    /// Where a shot from each field outside the area comes down.
    landing: Vec<Field>,
}

impl Board {
    /// From the `[board]` keys.
    pub fn new(point: &Point) -> Result<Board, Vec<Fault>> {
        Board::of(&|path| named(point.choice(path)), point.count("board.zone_row") as u8)
    }

    /// From the field of each key; a board that is not alike left and right is refused.
    pub(crate) fn of(field: &dyn Fn(&str) -> Field, zone_row: u8) -> Result<Board, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut central = |path: &'static str| {
            let found = field(path);
            if !found.is_central() {
                let message = format!("{found:?} must lie in column 3: left and right are alike");
                faults.push(Fault { path, message });
            }
            found
        };
        let (centre, goal_mouth) = (central("board.centre"), central("board.goal_mouth"));
        let (post, punched) = (central("board.post"), central("board.punched"));
        let (far_landing, assist_landing) = (central("board.far_landing"), central("board.assist_landing"));
        let (from, to) = (field("board.area_from"), field("board.area_to"));
        if from.row() > to.row() || from.column() + to.column() != 6 || from.column() > to.column() {
            let message = format!("{from:?} to {to:?} is no rectangle that is alike left and right");
            faults.push(Fault { path: "board.area_from", message });
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let within = |low: u8, high: u8, at: u8| low <= at && at <= high;
        let area =
            Fields::of(|at| within(from.row(), to.row(), at.row()) && within(from.column(), to.column(), at.column()));
        let alike = |fields: [Field; 2]| Fields::of(|at| fields.iter().any(|f| *f == at || f.mirrored() == at));
        let listed = |set: Fields| Field::all().filter(|at| set.has(*at)).collect();
        let goal_kick = field("board.goal_kick");
        let keeper_kicks = alike([field("board.keeper_kick_first"), field("board.keeper_kick_second")]);
        Ok(Board {
            centre,
            goal_mouth,
            area,
            zone: Fields::of(|at| at.row() >= zone_row && !is_corner(at)),
            own_goal: alike([field("board.own_goal_first"), field("board.own_goal_second")]),
            goal_kicks: listed(alike([goal_kick; 2])),
            keeper_kicks: listed(keeper_kicks),
            post,
            punched,
            far_landing,
            assist_landing,
            landing: Field::all().map(|at| landing(field, at, goal_mouth)).collect(),
        })
    }

    /// Where a shot from outside the area comes down.
    pub fn landing(&self, from: Field) -> Field {
        self.landing[from.index()]
    }
}

/// Whether a field is a corner of the goal line attacked.
pub const fn is_corner(field: Field) -> bool {
    field.row() == ROWS && (field.column() == 1 || field.column() == 5)
}

fn landing(field: &dyn Fn(&str) -> Field, from: Field, goal_mouth: Field) -> Field {
    let path = match (from.row(), from.folded().column()) {
        (9, 1) => "board.landing_9_1",
        (9, 2) => "board.landing_9_2",
        (9, 3) => "board.landing_9_3",
        (10, 1) => "board.landing_10_1",
        // a step towards the goal where the board says nothing
        _ => return towards(from, goal_mouth),
    };
    let left = field(path);
    if from.column() > 3 { left.mirrored() } else { left }
}

/// One step of a chess king.
fn towards(from: Field, to: Field) -> Field {
    let step = |from: u8, to: u8| from as i8 + (to as i8 - from as i8).signum();
    Field::at(step(from.row(), to.row()), step(from.column(), to.column())).unwrap_or(to)
}

/// The field of a choice of the schema, `"6-3"`.
pub(crate) fn named(name: &str) -> Field {
    let found = Field::all().find(|field| field_name(*field) == name);
    found.unwrap_or_else(|| panic!("the schema has a field {name} that the board has not"))
}

/// `"6-3"` for row 6, column 3.
pub(crate) fn field_name(field: Field) -> String {
    format!("{}-{}", field.row(), field.column())
}
