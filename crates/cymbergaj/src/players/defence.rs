//! Where to defend against a free kick or a corner: where the taker scores least.
//!
//! Against a free kick places on the ball's way to the middle of the goal are tried, for beside it a coin covers
//! little; against a corner one on the goal-line, at the nearer post. Besides them the
//! nearest place that is allowed is tried. At each the taker replies: his coin where geometry puts it,
//! then the Moves of his turn as `tactical` would make them.

use glam::{DVec2, dvec2};

use super::field::Field;
use super::habits::{self, Habits, PlacementView, Which};
use super::model::Model;
use super::tactical;
use crate::laws::{Match, Phase, Piece, Placement, Restart, Seat};
use crate::shot::{PlayerView, Workspace};

/// How far from the ball the places against a free kick are, rim to rim, m.
const GAPS_M: [f64; 5] = [0.03, 0.06, 0.1, 0.14, 0.19];
/// How often the first Move of a free kick is tried.
const FIRST: usize = 6;
/// How often that of a corner, which comes more often and matters less; errors come in pairs that cancel.
const FIRST_CORNER: usize = 2;
/// How many Moves of his are followed at most, each that comes between by one try without errors.
const FOLLOWED: usize = 10;
/// A place is better if the taker scores so much less: the shares are those of few trials.
const SURE: f64 = 0.04;
/// A share of goals from which on it is worth a thought where to stand.
const WORTH: f64 = 0.05;

/// The place, in the defender's own frame, where the taker scores least. The first that is tried stays where no other
/// is better: the nearest against a free kick, the post against a corner.
pub fn place(
    model: &Model<'_>,
    game: &Match,
    asked: &Placement,
    (habits, near_m): (&Habits, DVec2),
    workspace: &mut Workspace,
) -> DVec2 {
    let frame = game.ends.frame(asked.seat);
    let mut replies = Replies { model, habits, taker: asked.seat.other(), workspace };
    let near_m = asked.nearest(near_m * frame).unwrap_or(near_m * frame);
    let mut best = (near_m, f64::INFINITY);
    let field = model.field(asked.seat);
    for at_m in places(field, game.turn.restart, near_m * frame, game.layout.ball() * frame) {
        let at_m = at_m * frame;
        if best.1 > WORTH && asked.check(at_m).is_ok() {
            let share = replies.share(game, at_m);
            if share < best.1 - SURE {
                best = (at_m, share);
            }
        }
    }
    best.0 * frame
}

/// Places worth a thought, in the defender's own frame, the laws aside.
fn places(field: &Field, restart: Restart, near_m: DVec2, ball_m: DVec2) -> impl Iterator<Item = DVec2> {
    let back = (-field.goal_m(0.0) - ball_m).normalize_or(-DVec2::X);
    let reach_m = field.reach_m();
    let between = GAPS_M.map(|gap_m| ball_m + back * (reach_m + gap_m));
    let post_m = dvec2(field.own_m - field.table.lines_m().x, field.half_goal_m.copysign(ball_m.y));
    let is_corner = restart == Restart::Corner;
    let first = if is_corner { post_m } else { near_m };
    let others = [near_m].into_iter().chain(between).filter(move |at_m| *at_m != first);
    [first].into_iter().chain(others.take(if is_corner { 1 } else { between.len() + 1 }))
}

/// What the taker makes of a place, as the defender reckons.
struct Replies<'a> {
    model: &'a Model<'a>,
    /// Those of the defender, who takes the taker's to be like his.
    habits: &'a Habits,
    taker: Seat,
    workspace: &'a mut Workspace,
}

impl Replies<'_> {
    /// How often the taker scores against a coin put there.
    fn share(&mut self, game: &Match, at_m: DVec2) -> f64 {
        let Some(game) = self.put(game, at_m) else { return f64::INFINITY };
        self.scores(&game, 0)
    }

    /// The match with the defender's coin there, and then what the taker puts.
    fn put(&self, game: &Match, at_m: DVec2) -> Option<Match> {
        let laws = self.model.laws;
        let mut game = laws.place(game, at_m).ok()?;
        while let Some(asked) = laws.to_place(&game) {
            let view = PlayerView::of(&game.layout, self.taker, game.ends);
            let which = if asked.piece == Piece::Ball { Which::Ball } else { Which::Taker };
            let view = PlacementView { restart: game.turn.restart, which, view, other_is_put: true };
            let wish_m = habits::wish(self.model.field(self.taker), self.habits, &view) * game.ends.frame(self.taker);
            game = laws.place(&game, asked.nearest(wish_m)?).ok()?;
        }
        Some(game)
    }

    /// How often the taker scores by the Moves that he has left after so many, as `tactical` would make them.
    fn scores(&mut self, game: &Match, made: usize) -> f64 {
        let errors = match made {
            0 if game.turn.restart == Restart::Corner => &tactical::ERRORS[..FIRST_CORNER],
            0 => &tactical::ERRORS[..FIRST],
            1 if game.turn.moves_left == 1 => &tactical::ERRORS[..],
            _ => &[[0.0; 3]],
        };
        let intent = tactical::stroke(self.model, game, self.workspace);
        let field = self.model.field(self.taker);
        let dared = field.dared(&intent);
        let index = self.taker.index();
        let mut sum = 0.0;
        for &error in errors {
            let launch = field.hand.erring(&dared, error);
            let next = self.model.after(game, &launch, self.workspace);
            let goes_on = next.phase == Phase::Stroke && next.turn_no == game.turn_no && next.turn.seat == self.taker;
            let goes_on = goes_on && made + 1 < FOLLOWED;
            sum += match next.score[index] > game.score[index] {
                true => 1.0,
                false if goes_on => self.scores(&next, made + 1),
                false => 0.0,
            };
        }
        sum / errors.len() as f64
    }
}
