//! A solution for people: who has the edge, which die to roll where, and positions to learn from.

use std::fmt::Write as _;

use crate::columns::{Holder, MayRoll, Phase, Shown, faces_source};
use crate::field::{Field, ROWS};
use crate::game::Compiled;
use crate::laws::Act;
use crate::solution::{self, Solution};
use crate::solve::Setup;
use crate::solver::clocked::{Layer, Unsolvable, Watcher};
use crate::solver::{Graph, Owner};

/// Positions that are told.
const TOLD: usize = 10;

/// Keeps the values half way through the second half.
struct HalfWay {
    left: u32,
    layer: Option<Layer>,
}

impl Watcher for HalfWay {
    fn layer(&mut self, stage: usize, left: u32, layer: &Layer) {
        if stage == 1 && left == self.left {
            self.layer = Some(layer.clone());
        }
    }
}

/// Solves the rules of a design point and tells what came of it.
pub fn sheet(setup: &Setup) -> Result<String, Unsolvable> {
    let game = Compiled::new(&setup.rules);
    let mut half_way = HalfWay { left: setup.rules.half_rolls.div_ceil(2), layer: None };
    let solved = solution::solve(&game, setup.extent, &mut half_way)?;
    let mut text = summary(setup, &game, &solved);
    let Some(layer) = half_way.layer else { return Ok(text) };
    let told = Told { setup, game: &game, layer: &layer, acts: acts(setup, &game) };
    let _ = write!(text, "\nHalf way through the second half, level score, {} rolls left\n", half_way.left);
    text += &told.map(MayRoll::Any, "any die");
    text += &told.map(MayRoll::NoControl, "after control");
    text += &told.positions();
    Ok(text)
}

fn acts(setup: &Setup, game: &Compiled) -> Vec<Act> {
    game.marks(&setup.rules).into_iter().map(|mark| mark.act).collect()
}

fn summary(setup: &Setup, game: &Compiled, solved: &Solution) -> String {
    let percent = |share: f64| 100.0 * share;
    let win = solved.points_share - 0.5 * solved.draw_share;
    let source = crate::columns::FacesSource::NAMES[faces_source(&setup.point) as usize];
    let mut text = format!("Faces of the dice: {source} (the faces of the real dice are not public)\n");
    for broken in crate::checks::broken(&setup.rules.dice) {
        let _ = writeln!(text, "  {}: {}, but this die is otherwise", broken.id, broken.message);
    }
    let _ = writeln!(text, "{} positions, {} steps\n", game.positions.len(), game.graph.step_count());
    let _ = writeln!(text, "Winner of the draw: wins {:.3} %, draws {:.3} %", percent(win), percent(solved.draw_share));
    let _ = writeln!(
        text,
        "  points {:.4} %, edge {:+.4} %",
        percent(solved.points_share),
        percent(solved.points_share - 0.5)
    );
    let _ = writeln!(text, "  goal difference {:+.5} of {:.3} goals a match", solved.goal_difference, solved.goals);
    let _ = writeln!(text, "Opening kick-off to its taker: {:+.5} goals", solved.kick_off_goals);
    for (opening, points) in game.openings.iter().zip(&solved.points_by_opening) {
        if let Some(face) = opening.face {
            let name = crate::dice::Champion::NAMES[face as usize];
            let _ = writeln!(text, "  draw won with {name:<10} points {:.3} %", percent(*points));
        }
    }
    if let Some(proof) = &solved.certificate {
        let _ = writeln!(text, "Proof: largest Bellman residual {:.1e}", proof.residual);
        let _ = writeln!(
            text,
            "  cut of the score at most {:.1e}, exploitability {:.1e}",
            proof.cut_bound, proof.exploitability
        );
    }
    text
}

struct Told<'a> {
    setup: &'a Setup,
    game: &'a Compiled,
    layer: &'a Layer,
    acts: Vec<Act>,
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
    /// The decision at a position where the draw's winner attacks.
    fn decision(&self, node: usize) -> Option<Decision> {
        let graph: &Graph = &self.game.graph;
        let steps = graph.steps(node);
        if graph.owner(node) == Owner::Chance || steps.len() < 2 {
            return None;
        }
        let sign = if graph.owner(node) == Owner::Mover { 1.0 } else { -1.0 };
        let value = |step: &crate::solver::Step| {
            let side = usize::from(step.effect.swaps);
            0.5 * (1.0 + sign * self.layer.value(side, step.to as usize, isize::from(step.effect.reward)))
        };
        let acts = &self.acts[graph.first_step(node)..];
        let mut each: Vec<(f64, Act)> = steps.iter().map(value).zip(acts.iter().copied()).collect();
        each.sort_by(|a, b| b.0.total_cmp(&a.0));
        let [best, second] = [each[0], each[1]];
        Some(Decision { node, best: best.1, second: second.1, points: best.0, margin: best.0 - second.0 })
    }

    /// The best act on every field, where the other player holds the bomb or nobody holds anything.
    fn map(&self, may_roll: MayRoll, title: &str) -> String {
        let is_shown = |shown: &Shown| {
            let holder = if self.setup.rules.champion_die { Holder::Defender } else { Holder::Nobody };
            let harmless =
                matches!(shown.face, crate::columns::ChampionFace::None | crate::columns::ChampionFace::Bomb);
            shown.phase == Phase::Open
                && shown.may_roll == may_roll
                && shown.holder == holder
                && harmless
                && shown.fouls == 0
        };
        let mut text = format!(
            "\nBest roll, {title} (columns 1 to 3; 4 and 5 are the mirror image; row 11 is the goal attacked)\n"
        );
        for row in (1..=ROWS).rev() {
            let _ = write!(text, "  {row:>2}");
            for column in 1..=3 {
                let field = Field::new(row, column);
                let at = |node: &usize| {
                    let shown = Shown::of(&self.game.positions[*node]);
                    shown.field == Some(field) && is_shown(&shown)
                };
                let best = (0..self.game.positions.len()).find(at).map(|node| {
                    // a single step is no decision, but it is what is done
                    let only = self.acts[self.game.graph.first_step(node)];
                    self.decision(node).map_or(only, |decision| decision.best)
                });
                let name = best.map_or("-", |act| Act::NAMES[act as usize]);
                let _ = write!(text, "  {name:<17}");
            }
            let trimmed = text.trim_end().len();
            text.truncate(trimmed);
            text.push('\n');
        }
        text
    }

    /// Where the right decision matters most, one for each kind of decision.
    fn positions(&self) -> String {
        let mut best: Vec<((Phase, Holder, Act), Decision)> = Vec::new();
        for decision in (0..self.game.positions.len()).filter_map(|node| self.decision(node)) {
            let shown = Shown::of(&self.game.positions[decision.node]);
            let kind = (shown.phase, shown.holder, decision.best);
            match best.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, known)) if known.margin < decision.margin => *known = decision,
                Some(_) => {}
                None => best.push((kind, decision)),
            }
        }
        best.sort_by(|a, b| b.1.margin.total_cmp(&a.1.margin));
        let mut text = "\nWhere the right decision matters most\n".to_owned();
        for (_, decision) in best.iter().take(TOLD) {
            let _ = writeln!(text, "  {}", self.told(decision));
        }
        text
    }

    fn told(&self, decision: &Decision) -> String {
        let shown = Shown::of(&self.game.positions[decision.node]);
        let who = if self.game.graph.owner(decision.node) == Owner::Mover { "attacker" } else { "defender" };
        let place = shown.field.map_or_else(String::new, |field| format!(" at {field:?}"));
        let phase = Phase::NAMES[shown.phase as usize];
        let white = match shown.holder {
            Holder::Nobody => String::new(),
            holder => {
                let face = crate::columns::ChampionFace::NAMES[shown.face as usize];
                format!(", {} holds {face}", Holder::NAMES[holder as usize])
            }
        };
        format!(
            "{phase}{place}{white}: the {who} should {} (points {:.2} %), not {} ({:.2} % less)",
            Act::NAMES[decision.best as usize],
            100.0 * decision.points,
            Act::NAMES[decision.second as usize],
            100.0 * decision.margin,
        )
    }
}
