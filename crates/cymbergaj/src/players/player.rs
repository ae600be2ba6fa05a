//! A player at a seat.

use glam::DVec2;
use tolley_experiment::random::Stream;

use super::field::Field;
use super::habits::{self, Habits, PlacementView};
use super::model::{Decision, Model};
use super::planner::{Planner, Policy};
use super::{cautious, defence, direct, random, sampled, tactical};
use crate::laws::{Match, Placement};
use crate::shot::{Hand, HandStreams, Intent, Launch, PlayerView, Thrower, Workspace};

/// A player at a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    /// How he decides.
    pub planner: Planner,
    /// What he sees and knows; his skill stands in it.
    pub field: Field,
    /// Where he puts things.
    pub habits: Habits,
    /// How he throws in.
    pub thrower: Thrower,
    /// What his errors are multiplied by in a shootout in which he is behind.
    pub pressure_ratio: f64,
}

/// Whether the player whose turn it is has fewer goals in the shootout.
fn is_behind(game: &Match) -> bool {
    let (me, other) = (game.turn.seat.index(), game.turn.seat.other().index());
    let goals = |seat: usize| game.series[seat].goals + game.centre_kicks[seat].goals;
    game.period.is_shootout() && goals(me) < goals(other)
}

impl Player {
    /// The stroke he means to make now.
    pub fn stroke(&self, model: &Model<'_>, game: &Match, workspace: &mut Workspace, thought: &mut Stream) -> Intent {
        let decision = Decision::of(game);
        match self.planner.policy {
            Policy::Random => random::stroke(&self.field, &decision, thought),
            Policy::Direct => direct::stroke(&self.field, &decision),
            Policy::Cautious => cautious::stroke(&self.field, &decision),
            Policy::Tactical => tactical::stroke(model, game, workspace),
            Policy::Sampled => sampled::stroke(&self.planner, model, game, workspace, thought),
        }
    }

    /// The stroke that he makes of one that he means: under pressure with larger errors.
    pub fn execute(&self, game: &Match, intent: &Intent, streams: &mut HandStreams) -> Launch {
        let hand = self.hand(game);
        hand.execute(intent, hand.mass_kg, streams)
    }

    /// His hand now.
    fn hand(&self, game: &Match) -> Hand {
        let hand = self.field.hand;
        let is_pressed = self.pressure_ratio != 1.0 && is_behind(game);
        if is_pressed { Hand { skill: hand.skill.with_errors(self.pressure_ratio), ..hand } } else { hand }
    }

    /// Where he wants to put what he is asked for; who tries things in his head may seek better than his habit.
    pub fn wish(
        &self,
        model: &Model<'_>,
        game: &Match,
        (asked, view): (&Placement, &PlacementView),
        workspace: &mut Workspace,
        thought: &mut Stream,
    ) -> DVec2 {
        let habit_m = self.habit(view, thought);
        if self.planner.policy == Policy::Tactical && self.habits.seeks(view) {
            defence::place(model, game, asked, (&self.habits, habit_m), workspace)
        } else {
            habit_m
        }
    }

    /// Where he puts things by habit.
    pub fn habit(&self, view: &PlacementView, thought: &mut Stream) -> DVec2 {
        match self.planner.policy {
            Policy::Random => random::place(&self.field, thought),
            _ => habits::wish(&self.field, &self.habits, view),
        }
    }

    /// Where he wants to throw the ball from `view.ball_m`: a unit vector.
    pub fn throw_aim(&self, view: &PlayerView, thought: &mut Stream) -> DVec2 {
        match self.planner.policy {
            Policy::Random => random::throw_aim(view.ball_m, thought),
            _ => habits::throw_aim(&self.field, view.ball_m),
        }
    }
}
