//! The best decision at every position, as a map of the board and as sentences.

use std::fmt::Write as _;

use crate::keys::faces::Champion;
use crate::keys::field::{COLUMNS, Field, ROWS};
use crate::laws::columns::{HeldBy, MayRoll, Phase};
use crate::laws::{Act, Ball, Holder, Permission, Play};
use crate::solve::layer_view::LayerView;
use crate::solve::position_table::PositionTable;

/// Positions that are told.
const TOLD: usize = 10;
/// Of them of one phase, at most.
const OF_A_PHASE: usize = 2;

pub(super) struct Advice<'a> {
    pub(super) table: &'a PositionTable<'a>,
    pub(super) view: LayerView<'a>,
}

/// A decision: position, best act, its share of points, margin.
#[derive(Clone, Copy)]
struct Decision {
    node: usize,
    best: Act,
    second: Act,
    points: f64,
    margin: f64,
}

impl Advice<'_> {
    /// The decision at a position where the draw's winner attacks, at level score.
    fn decision(&self, node: usize) -> Option<Decision> {
        let sign = if self.table.attacker_decides(node)? { 1.0 } else { -1.0 };
        let ranked = self.table.ranked(node, |step| 0.5 * (1.0 + sign * self.view.after(step, 0, 0, 0.0)));
        let [best, second] = [ranked[0], ranked[1]];
        Some(Decision { node, best: best.1, second: second.1, points: best.0, margin: best.0 - second.0 })
    }

    /// The board with the goal attacked on top, once for any die in hand and once after control.
    pub(super) fn boards(&self) -> String {
        let edge = "+------".repeat(usize::from(COLUMNS)) + "+";
        let mut text = format!("      {:<39}{}\n", "any die may be rolled", "control was rolled just before");
        for row in (1..=ROWS).rev() {
            let line = if row == ROWS {
                edge.replacen("+------+------+------", "+------+------+=GOAL=", 1)
            } else {
                edge.clone()
            };
            let _ = writeln!(text, "      {line}   {line}");
            let cells = |permission| {
                let cell = |column| format!("|{:^6}", self.cell(Field::new(row, column), permission));
                (1..=COLUMNS).map(cell).collect::<String>() + "|"
            };
            let _ = writeln!(text, "  {row:>2}  {}   {}", cells(Permission::Any), cells(Permission::NoControl));
        }
        let _ = writeln!(text, "      {edge}   {edge}");
        text
    }

    /// The best act on a field and its margin in percent points.
    fn cell(&self, field: Field, permission: Permission) -> String {
        let positions = &self.table.game.positions;
        let turn = Play::Turn(Ball::Open(field.canonical(), permission));
        // the bomb is a face that a defender cannot use here
        let idle = [None, Some(Holder::Defender(Champion::Bomb))];
        let found = positions.iter().position(|at| at.play == turn && at.fouls == 0 && idle.contains(&at.champion));
        let Some(node) = found else { return String::new() };
        match self.decision(node) {
            Some(decision) => format!("{} {:.1}", letter(decision.best), 100.0 * decision.margin),
            // a single step is no decision, but it is what is done
            None => letter(self.table.acts[self.table.game.graph.first_step(node)]).to_string(),
        }
    }

    /// Where the right decision matters most, few of each phase; left or right is left out.
    pub(super) fn positions(&self) -> String {
        let mut best: Vec<((Phase, Act, Act), Decision)> = Vec::new();
        for decision in (0..self.table.columns.len()).filter_map(|node| self.decision(node)) {
            let phase = self.table.columns[decision.node].phase;
            let kind = (phase, decision.best, decision.second);
            match best.iter_mut().find(|(known, _)| *known == kind) {
                _ if phase == Phase::Aim => {}
                Some((_, known)) if known.margin < decision.margin => *known = decision,
                Some(_) => {}
                None => best.push((kind, decision)),
            }
        }
        best.sort_by(|a, b| b.1.margin.total_cmp(&a.1.margin));
        let phases: Vec<Phase> = best.iter().map(|((phase, ..), _)| *phase).collect();
        let (few, more): (Vec<usize>, Vec<usize>) = (0..best.len())
            .partition(|at| phases[..*at].iter().filter(|phase| **phase == phases[*at]).count() < OF_A_PHASE);
        let mut text = String::new();
        for (number, at) in few.into_iter().chain(more).take(TOLD).enumerate() {
            let _ = writeln!(text, "  {:>2}. {}", number + 1, self.told(&best[at].1));
        }
        text
    }

    fn told(&self, decision: &Decision) -> String {
        let columns = &self.table.columns[decision.node];
        let who = if self.table.attacker_decides(decision.node) == Some(true) { "attacker" } else { "defender" };
        let place = columns.field.map_or_else(String::new, |field| format!(" at {field:?}"));
        let may_roll = match columns.may_roll {
            MayRoll::None => String::new(),
            may_roll => format!(", may roll {}", may_roll.name()),
        };
        let champion = match columns.champion_holder {
            HeldBy::Nobody => String::new(),
            holder => format!(", {} holds {}", holder.name(), columns.champion_face.name()),
        };
        format!(
            "{}{place}{may_roll}{champion}: the {who} should {} ({:.2} % of points), not {} ({:.2} % less)",
            columns.phase.name(),
            decision.best.name(),
            100.0 * decision.points,
            decision.second.name(),
            100.0 * decision.margin,
        )
    }
}

/// One letter for an act: lower case for reversed arrows.
fn letter(act: Act) -> char {
    match act {
        Act::Control => 'C',
        Act::Pass => 'P',
        Act::Cross => 'X',
        Act::ControlReversed => 'c',
        Act::PassReversed => 'p',
        Act::CrossReversed => 'x',
        Act::Shoot => 'S',
        _ => '?',
    }
}
