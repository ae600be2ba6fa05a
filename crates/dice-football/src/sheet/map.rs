//! The best decision at every position, as a map of the board and as sentences.

use std::fmt::Write as _;

use crate::columns::{ChampionFace, Holder, MayRoll, Phase, Shown};
use crate::field::{COLUMNS, Field, ROWS};
use crate::game::Compiled;
use crate::laws::Act;
use crate::solve::Moment;
use crate::solver::Owner;

/// Positions that are told.
const TOLD: usize = 10;
/// Of them of one phase, at most.
const OF_A_PHASE: usize = 2;

pub(super) struct Told<'a> {
    pub(super) game: &'a Compiled,
    pub(super) at: Moment<'a>,
    pub(super) acts: &'a [Act],
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

impl Told<'_> {
    /// The decision at a position where the draw's winner attacks, at level score.
    fn decision(&self, node: usize) -> Option<Decision> {
        let graph = &self.game.graph;
        let steps = graph.steps(node);
        if graph.owner(node) == Owner::Chance || steps.len() < 2 {
            return None;
        }
        let sign = if graph.owner(node) == Owner::Mover { 1.0 } else { -1.0 };
        let acts = &self.acts[graph.first_step(node)..];
        let points = |step| 0.5 * (1.0 + sign * self.at.after(step, 0, 0, 0.0));
        let mut each: Vec<(f64, Act)> = steps.iter().map(points).zip(acts.iter().copied()).collect();
        each.sort_by(|a, b| b.0.total_cmp(&a.0));
        let [best, second] = [each[0], each[1]];
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
            let cells = |may_roll| {
                let cell = |column| format!("|{:^6}", self.cell(Field::new(row, column), may_roll));
                (1..=COLUMNS).map(cell).collect::<String>() + "|"
            };
            let _ = writeln!(text, "  {row:>2}  {}   {}", cells(MayRoll::Any), cells(MayRoll::NoControl));
        }
        let _ = writeln!(text, "      {edge}   {edge}");
        text
    }

    /// The best act on a field and its margin in percent points.
    fn cell(&self, field: Field, may_roll: MayRoll) -> String {
        let is_shown = |shown: &Shown| {
            // what a defender holds who cannot use it here
            let harmless = matches!(shown.face, ChampionFace::None | ChampionFace::Bomb);
            let is_idle = shown.holder != Holder::Attacker && harmless && shown.fouls == 0;
            shown.phase == Phase::Open && shown.may_roll == may_roll && is_idle && shown.field == Some(field.folded())
        };
        let found = (0..self.game.positions.len()).find(|node| is_shown(&Shown::of(&self.game.positions[*node])));
        let Some(node) = found else { return String::new() };
        match self.decision(node) {
            Some(decision) => format!("{} {:.1}", letter(decision.best), 100.0 * decision.margin),
            // a single step is no decision, but it is what is done
            None => letter(self.acts[self.game.graph.first_step(node)]).to_string(),
        }
    }

    /// Where the right decision matters most, few of each phase; left or right is left out.
    pub(super) fn positions(&self) -> String {
        let mut best: Vec<((Phase, Act, Act), Decision)> = Vec::new();
        for decision in (0..self.game.positions.len()).filter_map(|node| self.decision(node)) {
            let phase = Shown::of(&self.game.positions[decision.node]).phase;
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
        let shown = Shown::of(&self.game.positions[decision.node]);
        let who = if self.game.graph.owner(decision.node) == Owner::Mover { "attacker" } else { "defender" };
        let place = shown.field.map_or_else(String::new, |field| format!(" at {field:?}"));
        let phase = Phase::NAMES[shown.phase as usize];
        let may_roll = match shown.may_roll {
            MayRoll::None => String::new(),
            may_roll => format!(", may roll {}", MayRoll::NAMES[may_roll as usize]),
        };
        let white = match shown.holder {
            Holder::Nobody => String::new(),
            holder => {
                format!(", {} holds {}", Holder::NAMES[holder as usize], ChampionFace::NAMES[shown.face as usize])
            }
        };
        format!(
            "{phase}{place}{may_roll}{white}: the {who} should {} ({:.2} % of points), not {} ({:.2} % less)",
            Act::NAMES[decision.best as usize],
            100.0 * decision.points,
            Act::NAMES[decision.second as usize],
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
