//! `tactical`: weighs what a stroke brings him and what it leaves to the other, by score and clock.
//!
//! His candidates are shots at goal, past the other coin and off it, the ball carried or driven into the other coin,
//! and ways that leave the ball alone: behind it, or between it and his goal. Each is tried a few times through the
//! same physics and laws, with errors that stand for all; the best are tried more often. A trial is worth his chance
//! to win: what a goal is worth to either at this score with so many Moves to come, by the chances that both have in
//! the place that is left, the other's reply first.

use super::candidates::{Candidates, MOST};
use super::direct;
use super::model::{Decision, Model};
use super::prospect::Prospect;
use super::standing::Standing;
use crate::laws::{Match, Phase, Seat, turned};
use crate::shot::{Intent, Workspace};

/// Errors that stand for all, in standard deviations of direction, logarithm of the speed and offset: middles of
/// sixteen equal parts of the normal distribution, each error in another order. The first few are those of the first
/// look.
pub const ERRORS: [[f64; 3]; 16] = [
    [-0.419, 1.371, 0.603],
    [0.419, -1.371, -0.603],
    [-1.051, 0.419, 0.419],
    [1.051, -0.419, -0.419],
    [-0.082, -0.603, 1.938],
    [0.082, 0.603, -1.938],
    [-1.938, 0.247, 0.082],
    [1.938, -0.247, -0.082],
    [-0.603, 0.808, 0.247],
    [0.603, -0.808, -0.247],
    [-1.371, -0.082, -1.051],
    [1.371, 0.082, 1.051],
    [-0.247, -1.051, -1.371],
    [0.247, 1.051, 1.371],
    [-0.808, -1.938, 0.808],
    [0.808, 1.938, -0.808],
];
/// How many of them a candidate is tried with at first.
const FIRST: usize = 2;
/// Then so many of the best are tried with so many in all.
const ROUNDS: [(usize, usize); 3] = [(8, 4), (3, 8), (2, 16)];

/// How strokes like one differ from it: in direction, rad, and in speed.
const LIKE: [(f64, f64); 4] = [(0.0, 0.85), (0.0, 1.2), (0.03, 1.0), (-0.03, 1.0)];
/// After so many Moves without a touch he plays the ball: to go round it for ever wins nothing.
const PATIENCE: u32 = 4;

/// A stroke and what it is worth.
#[derive(Clone, Copy)]
struct Tried {
    intent: Intent,
    worth: f64,
}

/// The stroke to make.
pub fn stroke(model: &Model<'_>, game: &Match, workspace: &mut Workspace) -> Intent {
    let seat = game.turn.seat;
    let field = model.field(seat);
    let decision = Decision::of(game);
    let may_wait = game.idle_count < PATIENCE;
    let plain = direct::into_the_ball(field, &decision);
    let candidates = Candidates::of(field, &decision, plain, may_wait);
    let mut trials = Trials { model, game, workspace, standing: Standing::of(model.laws, game, seat) };
    let mut tried = [Tried { intent: plain, worth: f64::NEG_INFINITY }; MOST];
    let known = candidates.as_slice().len();
    for (tried, intent) in tried.iter_mut().zip(candidates.as_slice()) {
        *tried = trials.first(*intent);
    }
    sort(&mut tried[..known]);
    let like = LIKE.map(|like| varied(&tried[0].intent, like));
    let count = (known + LIKE.len()).min(MOST);
    for (tried, intent) in tried[known..count].iter_mut().zip(like) {
        *tried = trials.first(intent);
    }
    let tried = &mut tried[..count];
    let mut used = FIRST;
    for (most, errors) in ROUNDS {
        sort(tried);
        for tried in tried.iter_mut().take(most) {
            tried.worth += trials.sum(&tried.intent, &ERRORS[used..errors]);
        }
        for tried in tried.iter_mut().skip(most) {
            tried.worth = f64::NEG_INFINITY;
        }
        used = errors;
    }
    sort(tried);
    tried[0].intent
}

/// The best first.
fn sort(tried: &mut [Tried]) {
    tried.sort_unstable_by(|one, two| two.worth.total_cmp(&one.worth));
}

/// A stroke like this one.
fn varied(intent: &Intent, (turn_rad, ratio): (f64, f64)) -> Intent {
    Intent { direction: turned(intent.direction, turn_rad), speed_m_s: intent.speed_m_s * ratio, ..*intent }
}

/// Trials in the head of the player whose turn it is.
struct Trials<'a> {
    model: &'a Model<'a>,
    game: &'a Match,
    workspace: &'a mut Workspace,
    standing: Standing,
}

impl Trials<'_> {
    /// A stroke after the first look.
    fn first(&mut self, intent: Intent) -> Tried {
        Tried { intent, worth: self.sum(&intent, &ERRORS[..FIRST]) }
    }

    /// The sum of what a stroke is worth with each of these errors.
    fn sum(&mut self, intent: &Intent, errors: &[[f64; 3]]) -> f64 {
        let seat = self.game.turn.seat;
        let field = self.model.field(seat);
        let dared = field.dared(intent);
        let worth = |errors: &[f64; 3]| {
            let launch = field.hand.erring(&dared, *errors);
            let next = self.model.after(self.game, &launch, self.workspace);
            self.standing.worth(self.model, self.game, &next, seat)
        };
        errors.iter().map(worth).sum()
    }
}

impl Standing {
    /// What the match after a Move is worth to a player.
    fn worth(&self, model: &Model<'_>, before: &Match, next: &Match, me: Seat) -> f64 {
        let goals = |game: &Match, seat: Seat| {
            let index = seat.index();
            game.score[index] + game.series[index].goals + game.centre_kicks[index].goals
        };
        let gained = |seat: Seat| i64::from(goals(next, seat)) - i64::from(goals(before, seat));
        let lead = self.lead + gained(me) - gained(me.other());
        let is_next_kick =
            next.period.is_shootout() && (next.turn.seat != before.turn.seat || next.phase == Phase::Place);
        if next.phase == Phase::Over || next.period != before.period || is_next_kick {
            return self.settled(lead);
        }
        let prospect = Prospect::of(model, next);
        let prospect = match next.turn.seat == me {
            true if next.phase == Phase::Stroke && next.turn_no == before.turn_no => prospect.with_shot(model, next),
            true => prospect,
            false => prospect.turned(),
        };
        self.hoped(lead, &prospect)
    }
}
