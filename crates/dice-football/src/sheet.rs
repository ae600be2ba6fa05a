//! A solution for people: who has the edge, which die to roll where, and positions to learn from.

mod map;
mod notes;

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use tolley_experiment::key::{Point, Value};

use crate::columns::FacesSource;
use crate::dice::{Champion, Dice, Die};
use crate::game::Compiled;
use crate::laws::{Act, Rules};
use crate::solution::Solution;
use crate::solve::Moment;
use map::Told;
pub use notes::Notes;

/// The one sheet that is asked for: a run solves its point anyway.
static ASKED: Mutex<Option<Asked>> = Mutex::new(None);

struct Asked {
    values: Vec<Value>,
    /// Whether the trial that is played next is the one that is meant.
    is_next: bool,
    text: Option<String>,
}

/// Asks for the sheet of a design point; with `is_next`, of the trial that is played next, else of any of its trials,
/// where they are all the same.
pub fn ask(point: &Point, is_next: bool) {
    let asked = Asked { values: point.values.clone(), is_next, text: None };
    *ASKED.lock().unwrap_or_else(PoisonError::into_inner) = Some(asked);
}

/// The sheet, if its point was solved since it was asked for.
pub fn take() -> Option<String> {
    ASKED.lock().unwrap_or_else(PoisonError::into_inner).take()?.text
}

/// Gives the sheet of a point if it is asked for.
pub(crate) fn answer(point: &Point, source: FacesSource, text: impl FnOnce() -> String) {
    let is_wanted = |asked: &Asked| {
        asked.text.is_none() && asked.values == point.values && (asked.is_next || source != FacesSource::Random)
    };
    if !ASKED.lock().unwrap_or_else(PoisonError::into_inner).as_ref().is_some_and(is_wanted) {
        return;
    }
    let text = text();
    if let Some(asked) = &mut *ASKED.lock().unwrap_or_else(PoisonError::into_inner) {
        asked.text = Some(text);
    }
}

/// Tells a solution.
pub(crate) fn text(
    notes: &Notes<'_>,
    (rules, source): (&Rules, FacesSource),
    game: &Compiled,
    (solved, acts): (&Solution, &[Act]),
) -> String {
    let mut text = faces(&rules.dice, source);
    let _ = writeln!(text, "{} positions, {} steps\n", game.positions.len(), game.graph.step_count());
    text += &answers(game, solved);
    text += &by_score_and_time(notes, rules.champion_die);
    let Some((left, [layer, closing])) = notes.half_way() else { return text };
    let told = Told { game, at: Moment { left, layer, closing }, acts };
    let _ = writeln!(
        text,
        "\nBest roll half way through the second half, level score, {left} rolls left; by how many percent of points it is\n\
         better than the second best. C control, P pass, X cross, S shoot; lower case: arrows reversed{}\n",
        if rules.champion_die { ". The defender holds the bomb" } else { "" }
    );
    text += &told.boards();
    text += "\nTen positions where the right decision matters most, at the same time and score\n";
    text += &told.positions();
    text
}

fn faces(dice: &Dice, source: FacesSource) -> String {
    let name = FacesSource::NAMES[source as usize];
    let mut text = format!("Faces of the dice: {name} (the faces of the real dice are not public)\n");
    let [control, pass, cross] = &dice.arrows;
    for (name, die) in [("control", control), ("pass", pass), ("cross", cross)] {
        let _ = writeln!(text, "  {name:<9}{}", shares(die, |face| face.to_string()));
    }
    let _ =
        writeln!(text, "  {:<9}{}", "shot", shares(&dice.shot, |face| named(crate::dice::Shot::NAMES, face as usize)));
    let _ = writeln!(
        text,
        "  {:<9}{}",
        "defend",
        shares(&dice.defend, |face| named(crate::dice::Defend::NAMES, face as usize))
    );
    let _ = writeln!(
        text,
        "  {:<9}{}",
        "keeper",
        shares(&dice.keeper, |face| named(crate::dice::Keeper::NAMES, face as usize))
    );
    let _ = writeln!(
        text,
        "  {:<9}{}",
        "penalty",
        shares(&dice.penalty, |face| named(crate::dice::Penalty::NAMES, face as usize))
    );
    for broken in crate::checks::broken(dice) {
        let _ = writeln!(text, "  {}: {}, but this die is otherwise", broken.id, broken.message);
    }
    text
}

fn named(names: &[&'static str], at: usize) -> String {
    names[at].to_owned()
}

/// Each face, with how many sixths of the rolls show it where that is not one.
fn shares<F: Copy>(die: &Die<F>, name: impl Fn(F) -> String) -> String {
    let shown = |(face, share): &(F, f64)| {
        let sixths = 6.0 * share;
        match (sixths - 1.0).abs() < 1e-9 {
            true => name(*face),
            false => format!("{} x{}", name(*face), (100.0 * sixths).round() / 100.0),
        }
    };
    die.faces.iter().map(shown).collect::<Vec<_>>().join("  ")
}

fn answers(game: &Compiled, solved: &Solution) -> String {
    let percent = |share: f64| 100.0 * share;
    let win = solved.points_share - 0.5 * solved.draw_share;
    let loss = 1.0 - win - solved.draw_share;
    let mut text = format!(
        "Winner of the draw (second to kick off): wins {:.3} %, draws {:.3} %, loses {:.3} %\n",
        percent(win),
        percent(solved.draw_share),
        percent(loss)
    );
    let edge = percent(solved.points_share - 0.5);
    let _ = writeln!(text, "  points {:.4} %, so the edge of the first to kick off is {:+.4} %", 50.0 + edge, -edge);
    let _ = writeln!(
        text,
        "  goal difference {:+.5} of {:.3} goals a match, both playing for goals",
        solved.goal_difference, solved.goals
    );
    let _ = writeln!(
        text,
        "Opening kick-off to its taker, when 1 in 150 rolls ends the match: {:+.5} goals",
        solved.kick_off_goals
    );
    for (opening, points) in game.openings.iter().zip(&solved.points_by_opening) {
        if let Some(face) = opening.face {
            let name = Champion::NAMES[face as usize];
            let _ = writeln!(text, "  draw won with {name:<10} points {:.3} %", percent(*points));
        }
    }
    if let Some(proof) = &solved.certificate {
        let _ = writeln!(
            text,
            "Proof: largest Bellman residual {:.1e}, cut of the score at most {:.1e}, exploitability {:.1e}",
            proof.residual, proof.cut_bound, proof.exploitability
        );
    }
    text
}

fn by_score_and_time(notes: &Notes<'_>, champion_die: bool) -> String {
    let held = if champion_die { ", who does not hold the champion die" } else { "" };
    let mut text = format!(
        "\nShare of matches won + drawn, %, by who kicks off in the second half{held}, by goals ahead and rolls left\n\n  left"
    );
    for ahead in notes::SCORES {
        let _ = write!(text, "{ahead:>+13}");
    }
    text.push('\n');
    for (left, [wins, draws]) in notes.lines() {
        let _ = write!(text, "  {left:>4}");
        for (win, draw) in wins.iter().zip(draws) {
            let cell = format!("{:.1} + {:.1}", 100.0 * win, 100.0 * draw);
            let _ = write!(text, "{cell:>13}");
        }
        text.push('\n');
    }
    text
}
