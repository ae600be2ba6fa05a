//! Takes values and decisions while a solution goes back in time.

use tolley_experiment::row::Rows;

use super::rows::{PolicyRow, ValueRow};
use crate::columns::{FacesSource, MayRoll, Shown};
use crate::game::Compiled;
use crate::laws::Act;
use crate::solution::{Solution, Watchers};
use crate::solver::clocked::{Layer, Watcher};
use crate::solver::{Owner, Step};

/// Which layers and scores are written.
#[derive(Clone, Copy)]
pub(super) struct Extract {
    /// Rolls left: multiples of this; 0 for none at all.
    pub(super) step: u32,
    /// Scores up to this difference.
    pub(super) span: isize,
}

impl Extract {
    fn wants(&self, left: u32) -> bool {
        self.step > 0 && left.is_multiple_of(self.step)
    }
}

/// What the states of one game are made of.
struct Scene<'a> {
    game: &'a Compiled,
    acts: Vec<Act>,
    shown: Vec<Shown>,
    source: FacesSource,
    extract: Extract,
}

/// Time and layers at which a state is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Moment<'l> {
    pub(crate) left: u32,
    pub(crate) layer: &'l Layer,
    pub(crate) closing: &'l Layer,
}

impl Moment<'_> {
    /// Value to player 0 after a step; `gain` is what a goal is worth at once.
    pub(crate) fn after(&self, step: &Step, side: usize, ahead: isize, gain: f64) -> f64 {
        let effect = &step.effect;
        let scored = if side == 0 { effect.reward } else { -effect.reward };
        let from = if self.left == 0 && effect.closes { self.closing } else { self.layer };
        let side = side ^ usize::from(effect.swaps);
        from.value(side, step.to as usize, ahead + isize::from(scored)) + gain * f64::from(scored)
    }
}

impl Scene<'_> {
    /// Whether the attacker decides, or the defender; `None` where nobody does.
    fn attacker_decides(&self, node: usize) -> Option<bool> {
        let graph = &self.game.graph;
        let decides = graph.owner(node) != Owner::Chance && graph.steps(node).len() > 1;
        decides.then(|| graph.owner(node) == Owner::Mover)
    }

    fn is_turn(&self, node: usize) -> bool {
        self.shown[node].may_roll != MayRoll::None
    }

    /// The acts of a state by their worth to who decides, best first.
    fn ranked(&self, node: usize, worth: impl Fn(&Step) -> f64) -> Vec<(f64, Act)> {
        let acts = &self.acts[self.game.graph.first_step(node)..];
        let mut each: Vec<(f64, Act)> =
            self.game.graph.steps(node).iter().map(worth).zip(acts.iter().copied()).collect();
        // the sort is stable: of equal decisions the first stands first
        each.sort_by(|a, b| b.0.total_cmp(&a.0));
        each
    }
}

/// What objective A says of a state.
#[derive(Clone, Copy)]
struct GoalState {
    to_come: f64,
    best: Act,
    margin: f64,
}

struct Goals<'s> {
    scene: &'s Scene<'s>,
    /// By layer, side and state.
    states: Vec<GoalState>,
}

impl Watcher for Goals<'_> {
    fn layer(&mut self, _: usize, left: u32, layer: &Layer, closing: &Layer) {
        if !self.scene.extract.wants(left) {
            return;
        }
        let at = Moment { left, layer, closing };
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            for node in 0..self.scene.game.positions.len() {
                let to_come = sign * layer.value(side, node, 0);
                let mut state = GoalState { to_come, best: self.scene.acts[0], margin: f64::NAN };
                if let Some(attacker) = self.scene.attacker_decides(node) {
                    let sign = if attacker { sign } else { -sign };
                    let ranked = self.scene.ranked(node, |step| sign * at.after(step, side, 0, 1.0));
                    (state.best, state.margin) = (ranked[0].1, ranked[0].0 - ranked[1].0);
                }
                self.states.push(state);
            }
        }
    }
}

struct Wins<'s> {
    scene: &'s Scene<'s>,
    layers: usize,
    values: Vec<(usize, ValueRow)>,
    decisions: Vec<(usize, PolicyRow)>,
}

impl Wins<'_> {
    fn state(&mut self, half: u32, at: Moment<'_>, side: usize, node: usize, attacker_ahead: isize) {
        let shown = &self.scene.shown[node];
        // where objective A has the same state
        let place = (self.layers * 2 + side) * self.scene.game.positions.len() + node;
        let sign = if side == 0 { 1 } else { -1 };
        let points = |value: f64| 0.5 * (1.0 + f64::from(sign as i8) * value);
        if self.scene.is_turn(node) {
            let value = ValueRow {
                faces_source: self.scene.source,
                half,
                rolls_left_count: at.left,
                attacker_won_draw: side == 0,
                attacker_ahead: attacker_ahead as f64,
                phase: shown.phase,
                is_window: shown.is_window,
                row: shown.row(),
                column: shown.column(),
                may_roll: shown.may_roll,
                champion_holder: shown.holder,
                champion_face: shown.face,
                foul_count: shown.fouls,
                points_share: points(at.layer.value(side, node, attacker_ahead * sign)),
                win_share: f64::NAN,
                draw_share: f64::NAN,
                goals_to_come: f64::NAN,
                steady_goals: f64::NAN,
            };
            self.values.push((place, value));
        }
        let Some(attacker_decides) = self.scene.attacker_decides(node) else { return };
        let ranked = self.scene.ranked(node, |step| {
            let attacker = points(at.after(step, side, attacker_ahead * sign, 0.0));
            if attacker_decides { attacker } else { 1.0 - attacker }
        });
        let (best, second) = (ranked[0], ranked[1]);
        let loss = |act| ranked.iter().find(|(_, known)| *known == act).map_or(f64::NAN, |(worth, _)| best.0 - worth);
        let decision = PolicyRow {
            faces_source: self.scene.source,
            half,
            rolls_left_count: at.left,
            attacker_won_draw: side == 0,
            attacker_ahead: attacker_ahead as f64,
            position: node as u32,
            attacker_decides,
            phase: shown.phase,
            row: shown.row(),
            column: shown.column(),
            may_roll: shown.may_roll,
            champion_holder: shown.holder,
            champion_face: shown.face,
            foul_count: shown.fouls,
            best: best.1,
            second: second.1,
            points_share: best.0,
            margin_share: best.0 - second.0,
            control_loss_share: loss(Act::Control),
            pass_loss_share: loss(Act::Pass),
            cross_loss_share: loss(Act::Cross),
            shoot_loss_share: loss(Act::Shoot),
            best_for_goals: best.1,
            margin_goals: f64::NAN,
        };
        self.decisions.push((place, decision));
    }
}

impl Watcher for Wins<'_> {
    fn layer(&mut self, stage: usize, left: u32, layer: &Layer, closing: &Layer) {
        let extract = self.scene.extract;
        if !extract.wants(left) {
            return;
        }
        for side in 0..2 {
            for ahead in -extract.span..=extract.span {
                for node in 0..self.scene.game.positions.len() {
                    self.state(stage as u32 + 1, Moment { left, layer, closing }, side, node, ahead);
                }
            }
        }
        self.layers += 1;
    }
}

struct Draws<'s> {
    scene: &'s Scene<'s>,
    /// In the order of the values.
    shares: Vec<f64>,
}

impl Watcher for Draws<'_> {
    fn layer(&mut self, _: usize, left: u32, layer: &Layer, _: &Layer) {
        let extract = self.scene.extract;
        if !extract.wants(left) {
            return;
        }
        for (side, sign) in [(0, 1), (1, -1)] {
            for ahead in -extract.span..=extract.span {
                let turns = (0..self.scene.game.positions.len()).filter(|node| self.scene.is_turn(*node));
                self.shares.extend(turns.map(|node| layer.value(side, node, ahead * sign)));
            }
        }
    }
}

/// Another watcher beside the one that takes the states.
pub(super) struct Beside<'a>(pub(super) &'a mut (dyn Watcher + Send), pub(super) &'a mut (dyn Watcher + Send));

impl Watcher for Beside<'_> {
    fn layer(&mut self, stage: usize, left: u32, layer: &Layer, closing: &Layer) {
        self.0.layer(stage, left, layer, closing);
        self.1.layer(stage, left, layer, closing);
    }
}

/// What is taken of a solution, ready to be written.
pub(super) struct Taken {
    goals: Vec<GoalState>,
    values: Vec<(usize, ValueRow)>,
    decisions: Vec<(usize, PolicyRow)>,
    draws: Vec<f64>,
}

/// Solves by `solve`, which is given the watchers, and takes the states on the way.
pub(super) fn taken<T>(
    (game, acts): (&Compiled, Vec<Act>),
    source: FacesSource,
    extract: Extract,
    solve: impl FnOnce(Watchers<'_>) -> T,
) -> (T, Taken) {
    let shown = game.positions.iter().map(Shown::of).collect();
    let scene = Scene { game, acts, shown, source, extract };
    let mut goals = Goals { scene: &scene, states: Vec::new() };
    let mut wins = Wins { scene: &scene, layers: 0, values: Vec::new(), decisions: Vec::new() };
    let mut draws = Draws { scene: &scene, shares: Vec::new() };
    let solved = solve(Watchers { goals: &mut goals, wins: &mut wins, draws: &mut draws });
    (solved, Taken { goals: goals.states, values: wins.values, decisions: wins.decisions, draws: draws.shares })
}

impl Taken {
    /// Writes tables 1 and 2.
    pub(super) fn push(self, solved: &Solution, rows: &mut Rows) {
        let nodes = solved.steady.len();
        for ((place, row), draw_share) in self.values.into_iter().zip(self.draws) {
            rows.push(
                1,
                ValueRow {
                    draw_share,
                    win_share: row.points_share - 0.5 * draw_share,
                    goals_to_come: self.goals[place].to_come,
                    steady_goals: solved.steady[place % nodes],
                    ..row
                },
            );
        }
        for (place, row) in self.decisions {
            let goals = self.goals[place];
            rows.push(2, PolicyRow { best_for_goals: goals.best, margin_goals: goals.margin, ..row });
        }
    }
}
