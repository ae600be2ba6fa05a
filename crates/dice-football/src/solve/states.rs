//! Takes values and decisions while a solution goes back in time.

use tolley_experiment::row::Rows;

use super::layer_view::LayerView;
use super::position_table::PositionTable;
use super::rows::{PolicyRow, ValueRow};
use super::solution::{Sinks, Solution};
use super::tables::SolveTables;
use crate::laws::Act;
use crate::solver::{Layer, LayerSink};

/// What objective A says of a state.
#[derive(Clone, Copy)]
struct GoalState {
    to_come: f64,
    best: Act,
    margin: f64,
}

struct GoalSink<'s> {
    table: &'s PositionTable<'s>,
    /// By layer, side and position.
    states: Vec<GoalState>,
}

impl LayerSink for GoalSink<'_> {
    fn layer(&mut self, _: usize, left: u32, layer: &Layer, closing: &Layer) {
        if !self.table.extract.wants(left) {
            return;
        }
        let view = LayerView { left, layer, closing };
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            for node in 0..self.table.game.positions.len() {
                let to_come = sign * layer.value(side, node, 0);
                let mut state = GoalState { to_come, best: self.table.acts[0], margin: f64::NAN };
                if let Some(attacker) = self.table.attacker_decides(node) {
                    let sign = if attacker { sign } else { -sign };
                    let ranked = self.table.ranked(node, |step| sign * view.after(step, side, 0, 1.0));
                    (state.best, state.margin) = (ranked[0].1, ranked[0].0 - ranked[1].0);
                }
                self.states.push(state);
            }
        }
    }

    fn keeps(&self, left: u32) -> bool {
        self.table.extract.wants(left)
    }
}

/// One state: layer, side, position and score.
#[derive(Clone, Copy)]
struct State<'l> {
    /// 0 or 1.
    half: usize,
    view: LayerView<'l>,
    side: usize,
    node: usize,
    /// Goals that the attacker is ahead.
    attacker_ahead: isize,
}

impl State<'_> {
    /// Goals that player 0 is ahead.
    fn ahead(&self) -> isize {
        if self.side == 0 { self.attacker_ahead } else { -self.attacker_ahead }
    }

    /// Share of points of the attacker, of a value to player 0.
    fn points(&self, value: f64) -> f64 {
        let sign = if self.side == 0 { 1.0 } else { -1.0 };
        0.5 * (1.0 + sign * value)
    }
}

struct WinSink<'s> {
    table: &'s PositionTable<'s>,
    layers: usize,
    /// With the number of the state of objective A.
    values: Vec<(usize, ValueRow)>,
    decisions: Vec<(usize, PolicyRow)>,
}

impl WinSink<'_> {
    fn state(&mut self, state: &State<'_>) {
        // where objective A has the same state
        let place = (self.layers * 2 + state.side) * self.table.game.positions.len() + state.node;
        if self.table.is_turn(state.node) {
            self.values.push((place, self.value(state)));
        }
        if let Some(attacker_decides) = self.table.attacker_decides(state.node) {
            self.decisions.push((place, self.decision(state, attacker_decides)));
        }
    }

    /// What objective B says of a state; the rest is not known yet.
    fn value(&self, state: &State<'_>) -> ValueRow {
        let columns = &self.table.columns[state.node];
        let value = state.view.layer.value(state.side, state.node, state.ahead());
        ValueRow {
            faces_source: self.table.faces_source,
            half: state.half as u32 + 1,
            rolls_left_count: state.view.left,
            attacker_won_draw: state.side == 0,
            attacker_ahead: state.attacker_ahead as f64,
            phase: columns.phase,
            is_window: columns.is_window,
            ball_row: columns.row(),
            ball_column: columns.column(),
            may_roll: columns.may_roll,
            champion_holder: columns.champion_holder,
            champion_face: columns.champion_face,
            foul_count: columns.foul_count,
            points_share: state.points(value),
            win_share: f64::NAN,
            draw_share: f64::NAN,
            goals_to_come: f64::NAN,
            steady_goals: f64::NAN,
        }
    }

    /// What objective B says of a decision; the rest is not known yet.
    fn decision(&self, state: &State<'_>, attacker_decides: bool) -> PolicyRow {
        let columns = &self.table.columns[state.node];
        let ranked = self.table.ranked(state.node, |step| {
            let attacker = state.points(state.view.after(step, state.side, state.ahead(), 0.0));
            if attacker_decides { attacker } else { 1.0 - attacker }
        });
        let (best, second) = (ranked[0], ranked[1]);
        let loss = |act| ranked.iter().find(|(_, known)| *known == act).map_or(f64::NAN, |(worth, _)| best.0 - worth);
        PolicyRow {
            faces_source: self.table.faces_source,
            half: state.half as u32 + 1,
            rolls_left_count: state.view.left,
            attacker_won_draw: state.side == 0,
            attacker_ahead: state.attacker_ahead as f64,
            position: state.node as u32,
            attacker_decides,
            phase: columns.phase,
            ball_row: columns.row(),
            ball_column: columns.column(),
            may_roll: columns.may_roll,
            champion_holder: columns.champion_holder,
            champion_face: columns.champion_face,
            foul_count: columns.foul_count,
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
        }
    }
}

impl LayerSink for WinSink<'_> {
    fn layer(&mut self, half: usize, left: u32, layer: &Layer, closing: &Layer) {
        let extract = self.table.extract;
        if !extract.wants(left) {
            return;
        }
        let view = LayerView { left, layer, closing };
        for side in 0..2 {
            for attacker_ahead in -extract.span..=extract.span {
                for node in 0..self.table.game.positions.len() {
                    self.state(&State { half, view, side, node, attacker_ahead });
                }
            }
        }
        self.layers += 1;
    }

    fn keeps(&self, left: u32) -> bool {
        self.table.extract.wants(left)
    }
}

struct DrawSink<'s> {
    table: &'s PositionTable<'s>,
    /// In the order of the values.
    shares: Vec<f64>,
}

impl LayerSink for DrawSink<'_> {
    fn layer(&mut self, _: usize, left: u32, layer: &Layer, _: &Layer) {
        let extract = self.table.extract;
        if !extract.wants(left) {
            return;
        }
        for (side, sign) in [(0, 1), (1, -1)] {
            for ahead in -extract.span..=extract.span {
                let turns = (0..self.table.game.positions.len()).filter(|node| self.table.is_turn(*node));
                self.shares.extend(turns.map(|node| layer.value(side, node, ahead * sign)));
            }
        }
    }

    fn keeps(&self, left: u32) -> bool {
        self.table.extract.wants(left)
    }
}

/// Two that hear of the same layers.
pub(super) struct BothSinks<'a>(pub(super) &'a mut (dyn LayerSink + Send), pub(super) &'a mut (dyn LayerSink + Send));

impl LayerSink for BothSinks<'_> {
    fn layer(&mut self, stage: usize, left: u32, layer: &Layer, closing: &Layer) {
        self.0.layer(stage, left, layer, closing);
        self.1.layer(stage, left, layer, closing);
    }

    fn keeps(&self, left: u32) -> bool {
        self.0.keeps(left) || self.1.keeps(left)
    }
}

/// What is kept of the states, ready to be written.
pub(super) struct StateRecord {
    goals: Vec<GoalState>,
    values: Vec<(usize, ValueRow)>,
    decisions: Vec<(usize, PolicyRow)>,
    draws: Vec<f64>,
}

/// Solves by `solve`, which is given the sinks, and keeps the states on the way.
pub(super) fn recorded<T>(table: &PositionTable<'_>, solve: impl FnOnce(Sinks<'_>) -> T) -> (T, StateRecord) {
    let mut goals = GoalSink { table, states: Vec::new() };
    let mut wins = WinSink { table, layers: 0, values: Vec::new(), decisions: Vec::new() };
    let mut draws = DrawSink { table, shares: Vec::new() };
    let solved = solve(Sinks { goals: &mut goals, wins: &mut wins, draws: &mut draws });
    let record =
        StateRecord { goals: goals.states, values: wins.values, decisions: wins.decisions, draws: draws.shares };
    (solved, record)
}

impl StateRecord {
    /// Writes the tables of positions and of decisions.
    pub(super) fn push(self, solved: &Solution, rows: &mut Rows) {
        let nodes = solved.steady.len();
        for ((place, row), draw_share) in self.values.into_iter().zip(self.draws) {
            let (goals_to_come, steady_goals) = (self.goals[place].to_come, solved.steady[place % nodes]);
            let win_share = row.points_share - 0.5 * draw_share;
            rows.push(SolveTables::POSITIONS, ValueRow { draw_share, win_share, goals_to_come, steady_goals, ..row });
        }
        for (place, row) in self.decisions {
            let goals = self.goals[place];
            rows.push(SolveTables::POLICY, PolicyRow { best_for_goals: goals.best, margin_goals: goals.margin, ..row });
        }
    }
}
