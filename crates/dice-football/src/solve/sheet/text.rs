//! A solution told as text.

use std::fmt::Write as _;

use tolley_experiment::names::Named;

use super::map::Advice;
use super::record::{self, SheetRecord};
use crate::keys::{Dice, Die, FacesSource, checks};
use crate::laws::{Compiled, Laws};
use crate::solve::layer_view::LayerView;
use crate::solve::position_table::PositionTable;
use crate::solve::solution::Solution;

/// Tells a solution, after the notice that goes with it.
pub(in crate::solve) fn text(
    notice: &str,
    record: &SheetRecord<'_>,
    laws: &Laws,
    table: &PositionTable<'_>,
    solved: &Solution,
) -> String {
    let (game, champion_die) = (table.game, laws.rules.champion_die);
    let mut text = notice.to_owned() + "\n" + &faces(&laws.dice, table.faces_source);
    let _ = writeln!(text, "{} positions, {} steps\n", game.positions.len(), game.graph.step_count());
    text += &answers(game, solved);
    text += &by_score_and_time(record, champion_die);
    let Some((left, [layer, closing])) = record.half_way() else { return text };
    let advice = Advice { table, view: LayerView { left, layer, closing } };
    let _ = writeln!(
        text,
        "\nBest roll half way through the second half, level score, {left} rolls left; by how many percent of points \
         it is\nbetter than the second best. C control, P pass, X cross, S shoot; lower case: arrows reversed{}\n",
        if champion_die { ". The defender holds the bomb" } else { "" }
    );
    text += &advice.boards();
    text += "\nTen positions where the right decision matters most, at the same time and score\n";
    text += &advice.positions();
    text
}

fn faces(dice: &Dice, source: FacesSource) -> String {
    let mut text = format!("Faces of the dice: {}\n", source.name());
    let [control, pass, cross] = &dice.arrows;
    let mut line = |name: &str, shares: String| {
        let _ = writeln!(text, "  {name:<9}{shares}");
    };
    line("control", shares(control));
    line("pass", shares(pass));
    line("cross", shares(cross));
    line("shot", shares(&dice.shot));
    line("defend", shares(&dice.defend));
    line("keeper", shares(&dice.keeper));
    line("penalty", shares(&dice.penalty));
    for violation in checks::violations(dice) {
        let _ = writeln!(text, "  {}: {}, but this die is otherwise", violation.id, violation.message);
    }
    text
}

/// Each face, with how many sixths of the rolls show it where that is not one.
fn shares<F: Named>(die: &Die<F>) -> String {
    let shown = |(face, share): &(F, f64)| {
        let (name, sixths) = (F::NAMES[face.index()], 6.0 * share);
        match (sixths - 1.0).abs() < 1e-9 {
            true => name.to_owned(),
            false => format!("{name} x{}", (100.0 * sixths).round() / 100.0),
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
            let _ = writeln!(text, "  draw won with {:<10} points {:.3} %", face.name(), percent(*points));
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

fn by_score_and_time(record: &SheetRecord<'_>, champion_die: bool) -> String {
    let held = if champion_die { ", who does not hold the champion die" } else { "" };
    let mut text = format!(
        "\nShare of matches won + drawn, %, by who kicks off in the second half{held}, by goals ahead and rolls \
         left\n\n  left"
    );
    for ahead in record::SCORES {
        let _ = write!(text, "{ahead:>+13}");
    }
    text.push('\n');
    for (left, [wins, draws]) in record.lines() {
        let _ = write!(text, "  {left:>4}");
        for (win, draw) in wins.iter().zip(draws) {
            let cell = format!("{:.1} + {:.1}", 100.0 * win, 100.0 * draw);
            let _ = write!(text, "{cell:>13}");
        }
        text.push('\n');
    }
    text
}
