//! Writes the steps of a match down as they are played.

use tolley_experiment::row::Rows;

use super::rolls::{ArrowName, Decider, RollRow};
use super::simulator::MatchSink;
use super::tables::MatchTables;
use crate::keys::FacesSource;
use crate::keys::faces::Symbol;
use crate::laws::columns::PositionColumns;
use crate::laws::{Compiled, Event, MatchState};
use crate::solver::{Owner, Step};

/// Writes every step.
pub(super) struct RollSink<'a> {
    pub(super) game: &'a Compiled,
    pub(super) faces_source: FacesSource,
    pub(super) a_won_draw: bool,
    pub(super) rows: &'a mut Rows,
}

impl MatchSink for RollSink<'_> {
    fn step(&mut self, at: &MatchState, node: usize, step: &Step, event: &Event) {
        let columns = PositionColumns::of(&self.game.positions[node]);
        let a = usize::from(!self.a_won_draw);
        let decider = match self.game.graph.owner(node) {
            Owner::Mover => Decider::Attacker,
            Owner::Other => Decider::Defender,
            Owner::Chance => Decider::Dice,
        };
        let row = RollRow {
            faces_source: self.faces_source,
            half: at.half as u32 + 1,
            rolls_left_count: at.left,
            a_attacks: at.side == a,
            a_goal_count: at.goals[a],
            b_goal_count: at.goals[1 - a],
            decider,
            phase: columns.phase,
            ball_row: columns.row(),
            ball_column: columns.column(),
            may_roll: columns.may_roll,
            champion_holder: columns.champion_holder,
            champion_face: columns.champion_face,
            foul_count: columns.foul_count,
            act: event.act,
            clause_id: event.clause,
            arrow: ArrowName::of(event.face.map(|face| face.arrow)),
            number: event.face.map_or(0, |face| u32::from(face.number)),
            symbol: event.face.map_or(Symbol::None, |face| face.symbol),
            misread_arrow: ArrowName::of(event.misread),
            attacker_goals: f64::from(step.effect.reward),
            changes_attacker: step.effect.swaps,
        };
        self.rows.push(MatchTables::ROLLS, row);
    }
}
