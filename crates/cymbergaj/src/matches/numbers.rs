//! A match as numbers, for learners: what a seat sees when somebody is to choose.

use super::pairing::Pairing;
use super::play::Course;
use crate::laws::{Match, Phase, Piece, Seat};
use crate::shot::PlayerView;

/// What the numbers of [`seen`] are, in order. Places are the seat's own, ahead and left, over half the length and
/// width of the pitch; what is 1 or 0 says whether.
pub const SEEN: [&str; 23] = [
    "own_ahead_ratio",
    "own_left_ratio",
    "ball_ahead_ratio",
    "ball_left_ratio",
    "other_ahead_ratio",
    "other_left_ratio",
    "spot_ahead_ratio",
    "spot_left_ratio",
    "chooses",
    "puts_ball",
    "puts_coin_to_take",
    "puts_coin_to_defend",
    "throws",
    "strokes",
    "goal_counts",
    "moves_left_count",
    "own_goals_count",
    "other_goals_count",
    "own_kicks_scored_count",
    "other_kicks_scored_count",
    "is_shootout",
    "is_extra_time",
    "time_left_share",
];

/// A match as one seat sees it.
pub fn seen(pairing: &Pairing, course: &Course, seat: Seat) -> [f64; SEEN.len()] {
    let (game, lines_m) = (&course.game, pairing.laws.pitch.table.lines_m());
    let view = PlayerView::of(&game.layout, seat, game.ends);
    let spot_m = game.spot_m * game.ends.frame(seat);
    let places = [view.own_m, view.ball_m, view.other_m, spot_m].map(|at_m| (at_m / lines_m).to_array());
    let asked = pairing.laws.to_place(game);
    let puts = |ball: bool, takes: bool| {
        let is_ball = asked.is_some_and(|asked| asked.piece == Piece::Ball);
        asked.is_some() && is_ball == ball && (seat == game.turn.seat) == takes
    };
    let (kicks, is_over) = (scored(game), game.phase == Phase::Over);
    let (me, other) = (seat.index(), seat.other().index());
    let told = [
        yes(course.chooser(pairing) == Some(seat)),
        yes(puts(true, true)),
        yes(puts(false, true)),
        yes(puts(false, false)),
        yes(game.phase == Phase::Throw),
        yes(game.phase == Phase::Stroke),
        yes(!is_over && game.turn.goal_counts()),
        f64::from(game.turn.moves_left),
        f64::from(game.score[me]),
        f64::from(game.score[other]),
        f64::from(kicks[me]),
        f64::from(kicks[other]),
        yes(game.period.is_shootout()),
        yes(game.period.is_extra()),
        if game.period.is_shootout() { 0.0 } else { 1.0 - game.clock_s / game.limit_s() },
    ];
    let mut numbers = [0.0; SEEN.len()];
    let all = places.as_flattened().iter().chain(&told);
    numbers.iter_mut().zip(all).for_each(|(number, told)| *number = *told);
    numbers
}

/// Goals of X and Y in the penalty series and the centre kicks.
fn scored(game: &Match) -> [u32; 2] {
    [0, 1].map(|seat| game.series[seat].goals + game.centre_kicks[seat].goals)
}

fn yes(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}
