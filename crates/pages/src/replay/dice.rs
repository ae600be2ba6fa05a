//! Pages of dice football: a match step by step on the board.

use glam::dvec3;
use tolley_dice_football::laws::{Act, Clause};
use tolley_dice_football::matches::MatchStudy;
use tolley_physics::film::{Film, Piece, Turn};
use tolley_report::Replay;
use tolley_report::replay::{Body, Call, Mark, Shot, Stage};

use super::played::Played;
use super::table::{Told, about};

/// Rows and columns of the board.
const BOARD: [f64; 2] = [11.0, 5.0];

/// Fields are squares of one metre, for the page alone.
fn stage() -> Stage {
    let [rows, columns] = BOARD;
    let line = |from_m, to_m, name: &str, is_strong| Mark::Line { from_m, to_m, name: name.to_owned(), is_strong };
    let (x, y) = (0.5 * rows, 0.5 * columns);
    let mut marks: Vec<Mark> = Vec::new();
    marks.extend((1..11).map(|k| line([f64::from(k) - x, -y], [f64::from(k) - x, y], "", false)));
    marks.extend((1..5).map(|k| line([-x, f64::from(k) - y], [x, f64::from(k) - y], "", false)));
    marks.extend([-x, x].map(|x| line([x, -0.5], [x, 0.5], "goal", true)));
    Stage { surface: "board", ring_radius_m: None, rectangle_m: Some(BOARD), marks }
}

/// A match, step by step.
pub fn matches(mut page: Replay, played: &Played<MatchStudy>) -> Replay {
    let (rolls, row) =
        (Told::of(&played.tables, &played.rows, "rolls"), Told::of(&played.tables, &played.rows, "matches"));
    page.stage = stage();
    for step in 0..rolls.count {
        page.shots.push(shot(&rolls, step));
    }
    let [a, b] = ["a_goal_count", "b_goal_count"].map(|column| row.count(0, column));
    page.notes.push(format!("The match ends {a} : {b} in normal time."));
    let source = row.name(0, "faces_source");
    page.notes.push(format!("The real faces of the dice are not known: these are those of \"{source}\"."));
    page.notes.push("The attacker always plays to the right; mirror images left and right are one field.".to_owned());
    page
}

fn shot(rolls: &Told<'_>, step: usize) -> Shot {
    let attacker = if rolls.is(step, "a_attacks") { "A" } else { "B" };
    let (act, clause) = (rolls.name(step, "act"), rolls.name(step, "clause_id"));
    let decider = rolls.name(step, "decider");
    let face: Vec<String> = ["arrow", "symbol"]
        .map(|column| rolls.name(step, column).to_owned())
        .into_iter()
        .filter(|name| name != "none" && !name.is_empty())
        .collect();
    let number = rolls.count(step, "number");
    let mut rolled = face.join(", ");
    if number > 0 {
        rolled = format!("{rolled} {number}").trim().to_owned();
    }
    let rolled = if rolled.is_empty() { String::new() } else { format!(" (rolled: {rolled})") };
    let text = format!("{decider}: {}{rolled}", about::<Act>(act).trim_end_matches('.'));
    let half = rolls.count(step, "half");
    let left = rolls.count(step, "rolls_left_count");
    Shot {
        title: format!("half {half}, {left} rolls left"),
        actor: format!("{attacker} attacks"),
        score: format!("{} : {}", rolls.count(step, "a_goal_count"), rolls.count(step, "b_goal_count")),
        calls: vec![Call { clause: clause.to_owned(), about: about::<Clause>(clause), text }],
        ..ball(rolls.count(step, "ball_row"), rolls.count(step, "ball_column"))
    }
}

/// The ball on its field, if it has one.
fn ball(row: u32, column: u32) -> Shot {
    if row == 0 {
        return Shot::default();
    }
    let at_m = dvec3(f64::from(row) - 0.5 - 0.5 * BOARD[0], f64::from(column) - 0.5 - 0.5 * BOARD[1], 0.0);
    let (place_m, turn) = (vec![at_m], Turn::Angle(vec![0.0]));
    let piece = Piece { from_s: 0.0, span_s: 1.0, mode: "rest", place_m, turn };
    let body = Body {
        name: "ball".to_owned(),
        kind: "ball".to_owned(),
        is_coin: true,
        radius_m: 0.3,
        thickness_m: 0.1,
        mass_kg: 0.0,
        inertia_kg_m2: 0.0,
    };
    Shot { bodies: vec![body], film: Film { bodies: vec![vec![piece]], ..Film::default() }, ..Shot::default() }
}
