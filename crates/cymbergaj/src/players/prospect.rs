//! What a place promises both players: who scores soon.

use glam::DVec2;

use super::aim;
use super::field::{Field, off_way_m};
use super::model::{Decision, Model};
use crate::laws::{Match, Phase, Restart};
use crate::shot::PlayerView;

/// Chances of a player, and of the other: of the two Moves to come, and of what comes later, his less the other's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// That he scores in the next Move of the two that is his.
    pub own: f64,
    /// That the other scores in the next Move that is his.
    pub other: f64,
    /// Whether the other moves first.
    pub is_turned: bool,
    /// His chance to score next after these, less the other's.
    pub later: f64,
}

impl Prospect {
    /// Of the player whose turn it is.
    pub fn of(model: &Model<'_>, game: &Match) -> Prospect {
        let seat = game.turn.seat;
        if game.phase != Phase::Stroke {
            return Prospect::of_restart(game.turn.restart);
        }
        let view = |seat| PlayerView::of(&game.layout, seat, game.ends);
        let features = features([model.field(seat), model.field(seat.other())], [&view(seat), &view(seat.other())]);
        let sums = WEIGHTS.iter().zip(features).fold([0.0; 3], |sums, (weights, feature)| {
            core::array::from_fn(|which| sums[which] + weights[which] * feature)
        });
        let [own, other, later] = sums;
        let chance = |of: f64| of.clamp(0.0, 1.0);
        Prospect { own: chance(own), other: chance(other), is_turned: false, later: later.clamp(-0.5, 0.5) }
    }

    /// Of him who takes a restart: the shares of those matches, but for penalties and centre kicks, which are guesses.
    fn of_restart(restart: Restart) -> Prospect {
        let [own, other, later] = match restart {
            Restart::Penalty => [0.9, 0.0, 0.0],
            Restart::FreeKick => [0.23, 0.02, 0.08],
            Restart::Corner => [0.03, 0.0, 0.08],
            Restart::CentreKick => [0.3, 0.0, 0.0],
            Restart::ThrowIn => [0.09, 0.02, 0.12],
            Restart::KickOff | Restart::GoalKick | Restart::Open => [0.055, 0.025, 0.035],
        };
        Prospect { own, other, is_turned: false, later }
    }

    /// With the chance of the shot that a player has at once, who moves again.
    pub fn with_shot(self, model: &Model<'_>, game: &Match) -> Prospect {
        let decision = Decision { goal_counts: true, ..Decision::of(game) };
        let shot = aim::at_goal(model.field(game.turn.seat), &decision);
        Prospect { own: shot.map_or(0.0, |(_, chance)| chance), ..self }
    }

    /// As the other player has it.
    pub fn turned(self) -> Prospect {
        Prospect { own: self.other, other: self.own, is_turned: !self.is_turned, later: -self.later }
    }
}

/// How many things are looked at.
const FEATURES: usize = 16;

/// What each thing adds to the chances `own`, `other` and `later`: least squares over 173,000 places of matches of this
/// policy against itself and against `direct`, at club skill on the usual table. The rows of that fit are not kept:
/// what stands for the weights is how well players do with them.
const WEIGHTS: [[f64; 3]; FEATURES] = [
    // a place as such
    [0.0349, 0.0701, 0.0646],
    // chance of his shot
    [0.9592, 0.1407, -0.0094],
    // chance of the other's, were it his turn
    [-0.0035, 0.1759, -0.0183],
    // the ball ahead, over half the length
    [0.0143, 0.0049, 0.0659],
    // his coin behind the ball, over 0.1 m
    [0.0117, -0.0351, -0.0069],
    // the other's behind it, as the other sees it
    [0.0111, 0.0052, -0.0313],
    // how near his coin is to the ball
    [-0.0500, -0.1075, 0.0974],
    // how near the other's is
    [0.0260, 0.0354, -0.1055],
    // both chances
    [0.1952, -0.4104, 0.3197],
    // cosine between his coin's way to the ball and the ball's to the goal
    [-0.0222, -0.0235, 0.0024],
    // the same of the other
    [0.0065, 0.0381, -0.0688],
    // how free the ball's way to the goal is
    [-0.0312, 0.0203, 0.0260],
    // the same of the other
    [-0.0109, -0.0550, 0.0024],
    // the ball at the side, over half the width
    [-0.0248, 0.0076, -0.0059],
    // squarely behind the ball and near
    [0.1422, 0.0076, 0.0143],
    // the same of the other
    [-0.0267, -0.0174, 0.0770],
];

/// What is looked at: of the player whose turn it is first, then of the other.
fn features(fields: [&Field; 2], views: [&PlayerView; 2]) -> [f64; FEATURES] {
    let chances = [0, 1].map(|who| aim::outlook(fields[who], views[who]));
    let behind = |view: &PlayerView| ((view.ball_m.x - view.own_m.x) / 0.1).clamp(-1.0, 1.0);
    let near = |view: &PlayerView| libm::exp(-view.ball_m.distance(view.own_m) / 0.15);
    let forward = views[0].ball_m.x / fields[0].out.half_length_m;
    // how squarely his coin stands behind the ball, as he looks at the goal
    let square = |who: usize| {
        let view = views[who];
        let goal = (fields[who].goal_m(0.0) - view.ball_m).normalize_or(DVec2::X);
        goal.dot((view.ball_m - view.own_m).normalize_or(DVec2::X))
    };
    // whether the other coin leaves the ball's way to the goal free
    let free = |who: usize| {
        let (field, view) = (fields[who], views[who]);
        let room_m = off_way_m(view.other_m, view.ball_m, field.goal_m(0.0)) - field.other_m - field.ball_m;
        (room_m / 0.05).clamp(0.0, 1.0)
    };
    let (squares, frees) = ([square(0), square(1)], [free(0), free(1)]);
    let wide = (views[0].ball_m.y / fields[0].out.half_width_m).abs();
    [
        1.0,
        chances[0],
        chances[1],
        forward,
        behind(views[0]),
        behind(views[1]),
        near(views[0]),
        near(views[1]),
        chances[0] * chances[1],
        squares[0],
        squares[1],
        frees[0],
        frees[1],
        wide,
        squares[0].max(0.0) * near(views[0]),
        squares[1].max(0.0) * near(views[1]),
    ]
}
