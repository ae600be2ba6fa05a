//! A player from outside: somebody else chooses, a learner or another program. All in the player's own frame.

use glam::{DVec2, dvec2};
use tolley_physics::discs::strike;

use super::field::Field;
use super::habits::PlacementView;
use super::model::Decision;
use super::random;
use crate::laws::{Match, turned};
use crate::shot::{Intent, PlayerView};

/// Chooses in a player's place; his hand errs as ever, and the laws hold.
pub trait Outside {
    /// Where he wants to put what he is asked for; the laws give him the nearest allowed place.
    fn wish(&self, field: &Field, asked: &PlacementView) -> DVec2;
    /// Where he wants to throw the ball from `view.ball_m`: a unit vector.
    fn throw_aim(&self, field: &Field, view: &PlayerView) -> DVec2;
    /// The stroke he means to make.
    fn stroke(&self, field: &Field, game: &Match) -> Intent;
}

/// Chooses by three numbers from -1 to 1: what [`super::Policy::Random`] draws from, and strokes off the centre.
///
/// A piece is put at the first two, over half the length and width of the pitch. A throw goes inwards, turned to the
/// left by the first, over 80 degrees. A stroke goes past the middle of the ball by the first, over 1.2 times the
/// distance at which coin and ball touch, left positive; as hard as the second says, from 0.1 to 1 of the fastest that
/// he dares; off his coin's centre by the third, over the most at which the comb does not slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers(pub [f64; 3]);

impl Outside for Numbers {
    fn wish(&self, field: &Field, _: &PlacementView) -> DVec2 {
        let [ahead, left, _] = self.0;
        dvec2(ahead, left) * field.table.lines_m()
    }

    fn throw_aim(&self, _: &Field, view: &PlayerView) -> DVec2 {
        turned(random::inwards(view.ball_m), self.0[0] * random::WIDEST_THROW_RAD)
    }

    fn stroke(&self, field: &Field, game: &Match) -> Intent {
        let [beside, hard, off] = self.0;
        let [least, most] = random::SPEED_SHARES;
        let share = least + (most - least) * (0.5 + 0.5 * hard);
        let offset_ratio = off * strike::offset_limit_ratio(field.hand.strike.comb_friction_ratio);
        Intent { offset_ratio, ..random::beside(field, &Decision::of(game), beside * random::WIDEST, share) }
    }
}
