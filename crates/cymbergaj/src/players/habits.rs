//! Where plain geometry puts coin and ball at the restarts, and where it throws: the habits that `direct`, `cautious`
//! and `sampled` share. All in the player's own frame.

use glam::{DVec2, dvec2};

use super::aim::{AIMS, Shot};
use super::direct;
use super::field::Field;
use super::model::Decision;
use crate::laws::Restart;
use crate::shot::PlayerView;

tolley_experiment::names! {
    /// Where a coin defends against a corner.
    pub enum CornerDefence {
        Best = "best": "Where the taker scores least, as `tactical` tries it in his head; others: as `ball`.",
        Ball = "ball": "On the ball's way to the goal area, as near to the ball as allowed.",
        Goal = "goal": "In the middle of the own goal area.",
    }
}

tolley_experiment::keys! {
    /// What a player dares, and where he puts things.
    pub struct Habits in "player" {
        /// Fastest start that the player means to give his coin
        speed_max_m_s: f64 = 3.0, Skill "fastest stroke of {}", in 0.1..=30.0, plausible 1.0..=4.0,
            strata [1.5, 4.0] "high: plausible range; low is a guess", assumed "no comb strike has been measured";
        /// Speed of the player's strokes over what he takes it for: 1 knows his coin and his comb
        speed_habit_ratio: f64 = 1.0, Side "true over assumed speed of {}'s strokes", in 0.1..=10.0,
            plausible 0.9..=1.1;
        /// Whether the player's strokes allow for what his coin weighs; if not he strokes it as one of
        /// believed_mass_kg, so that strike.by counts. How it drives the ball he knows either way
        allows_for_mass: bool = true, Choice "whether {} allows for his coin's mass";
        /// Gap between coin and ball as the player puts his coin behind a ball at rest
        run_up_m: f64 = 0.025, Choice "gap that {} leaves behind the ball", in 0.0..=1.0, plausible 0.0..=0.2,
            assumed "short enough to aim well";
        /// Where in the goal the player's coin keeps it, over half its width, left positive
        keeper_ratio: f64 = 0.0, Choice "sideways place of {}'s keeper", in -1.0..=1.0;
        /// How far beyond his goal-line the centre of the player's coin is as it keeps the goal, over its radius: -1
        /// touches the line from inside, 0 lies in the middle of it
        keeper_over_ratio: f64 = -1.0, Choice "depth of {}'s keeper behind the line", in -1.0..=1.0, drawn -1.0..=1.0,
            clause "CG-5.7, CG-5.8";
        /// Angle from behind the ball at which the coin stands at a penalty, seen from its aim
        penalty_angle_rad: f64 = 0.0, Choice "angle of {}'s penalties", in -1.5..=1.5;
        /// Where the player's coin defends against a corner: where the taker scores least, as policy tactical tries it
        /// in his head (other policies go near the ball); near the ball, on its way to the goal area; or before the
        /// goal
        corner_defence: CornerDefence = CornerDefence::Best, Choice "way {} defends a corner";
    }
}

/// Which piece he puts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The ball of a restart that he takes.
    Ball,
    /// His coin, for a restart that he takes.
    Taker,
    /// His coin, for a restart of the other player.
    Defender,
}

/// What he sees as he puts a piece: the pieces not yet put lie where they were.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacementView {
    /// Which restart.
    pub restart: Restart,
    /// What he puts.
    pub which: Which,
    /// Where the pieces are.
    pub view: PlayerView,
    /// Whether the other player's coin has been put already.
    pub other_is_put: bool,
}

impl Habits {
    /// Whether the best place is sought, by one who tries it in his head.
    pub fn seeks(&self, asked: &PlacementView) -> bool {
        let is_kick = match asked.restart {
            Restart::FreeKick => true,
            Restart::Corner => self.corner_defence == CornerDefence::Best,
            _ => false,
        };
        is_kick && asked.which == Which::Defender
    }
}

/// Where he wants to put what he is asked for; the laws give him the nearest allowed place.
pub fn wish(field: &Field, habits: &Habits, asked: &PlacementView) -> DVec2 {
    match asked.which {
        Which::Ball => ball(field, asked),
        Which::Taker => taker(field, habits, asked),
        Which::Defender => defender(field, habits, asked),
    }
}

fn ball(field: &Field, asked: &PlacementView) -> DVec2 {
    match asked.restart {
        // in front of the goal area, as far ahead as may be
        Restart::GoalKick => dvec2(-field.table.area_line_m(), 0.0),
        Restart::Penalty => dvec2(field.table.area_line_m(), 0.0),
        // beyond his coin, on the way to a place before the goal
        Restart::Corner => {
            let before_m = dvec2(field.table.area_line_m(), 0.0);
            let own_m = asked.view.own_m;
            own_m + (before_m - own_m).normalize() * field.reach_m()
        }
        _ => asked.view.ball_m,
    }
}

/// Behind the ball as seen from the freest part of the goal.
fn taker(field: &Field, habits: &Habits, asked: &PlacementView) -> DVec2 {
    let ball_m = asked.view.ball_m;
    let gap_m = field.reach_m() + habits.run_up_m;
    if matches!(asked.restart, Restart::FreeKick | Restart::GoalKick)
        && asked.other_is_put
        && let Some(own_m) = direct::behind(field, &asked.view, 2, gap_m)
    {
        return own_m;
    }
    let behind = |target_m: DVec2| ball_m - (target_m - ball_m).normalize() * gap_m;
    let turn_rad = if asked.restart == Restart::Penalty { habits.penalty_angle_rad } else { 0.0 };
    let mut best = (behind(field.goal_m(0.0)), -1.0);
    for aim in AIMS {
        let left_m = aim * field.half_goal_m;
        let target_m = field.goal_m(left_m);
        let view = PlayerView { own_m: behind(target_m), ..asked.view };
        let decision = Decision { view, goal_counts: true, next_counts: true, moves_left: 1 };
        let Some(shot) = Shot::towards(field, &decision, target_m, 0.5 * field.out.half_length_m) else { continue };
        // what is not yet put may come to stand anywhere
        let chance = if asked.other_is_put { shot.chance(field.half_goal_m - left_m.abs()) } else { 0.0 };
        if chance > best.1 {
            best = (view.own_m, chance);
        }
    }
    let (sine, cosine) = libm::sincos(turn_rad);
    let back = best.0 - ball_m;
    ball_m + back * cosine + back.perp() * sine
}

fn defender(field: &Field, habits: &Habits, asked: &PlacementView) -> DVec2 {
    let own_goal_m = dvec2(-field.table.lines_m().x, 0.0);
    let ball_m = asked.view.ball_m;
    match asked.restart {
        Restart::Penalty | Restart::CentreKick => {
            let over_m = habits.keeper_over_ratio * field.own_m;
            dvec2(-(field.table.lines_m().x + over_m), habits.keeper_ratio * field.half_goal_m)
        }
        Restart::Corner => {
            let before_m = dvec2(-field.table.area_line_m(), 0.0);
            match habits.corner_defence {
                CornerDefence::Goal => 0.5 * (own_goal_m + before_m),
                CornerDefence::Best | CornerDefence::Ball => {
                    ball_m + (before_m - ball_m).normalize_or(DVec2::X) * field.reach_m()
                }
            }
        }
        // between ball and goal, as near to the ball as allowed: there it covers most
        _ => ball_m + (own_goal_m - ball_m).normalize_or(-DVec2::X) * field.reach_m(),
    }
}

/// Where he throws the ball: inwards, and as far towards the goal as 45 degrees.
pub fn throw_aim(field: &Field, ball_m: DVec2) -> DVec2 {
    let inwards = dvec2(0.0, if ball_m.y > 0.0 { -1.0 } else { 1.0 });
    let ahead = (field.goal_m(0.0) - ball_m).normalize_or(DVec2::X);
    (inwards + dvec2(ahead.x.max(0.0), 0.0)).normalize()
}
