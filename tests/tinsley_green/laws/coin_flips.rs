//! The laws fed by a coin instead of a shot: races whose odds are known.

use tolley_tinsley_green::laws::{Game, Phase};

use super::{Play, Shot, rolls_off, stays};

/// What a shot comes to in a race.
type Flip = for<'a> fn(&'a [u8]) -> Shot<'a>;

/// Probability that the first side wins a race to `target`, a shot scoring with probability `p`: the laws say what
/// follows from each state, and the chain of states is solved exactly.
fn first_wins(target: u32, p: f64, scores: Flip, misses: Flip) -> f64 {
    let mut wins = vec![[0.0; 2]; (target * target) as usize];
    // totals from the highest down: every success leads to a total that is known already, or to the same break
    for total in (0..2 * target - 1).rev() {
        for ours in 0..target.min(total + 1) {
            let theirs = total - ours;
            if theirs < target {
                wins[(ours * target + theirs) as usize] = solve([ours, theirs], target, p, scores, misses, &wins);
            }
        }
    }
    wins[0][0]
}

/// The two states of a score, by who shoots: w0 = p S0 + (1 - p) w1, w1 = p S1 + (1 - p) w0.
fn solve(points: [u32; 2], target: u32, p: f64, scores: Flip, misses: Flip, wins: &[[f64; 2]]) -> [f64; 2] {
    let after_success = [0, 1].map(|shooter| {
        let play = played(points, shooter, target, scores(&[0]));
        match play.ending() {
            Some(ending) => f64::from(u8::from(ending.winner == Some(0))),
            None => wins[(play.points[0] * target + play.points[1]) as usize][usize::from(play.shooter)],
        }
    });
    for shooter in [0, 1] {
        let play = played(points, shooter, target, misses(&[]));
        assert_eq!((play.points[..2].to_vec(), play.shooter), (points.to_vec(), 1 - shooter), "a miss passes the turn");
    }
    let q = 1.0 - p;
    let first = (p * after_success[0] + q * p * after_success[1]) / (1.0 - q * q);
    [first, p * after_success[1] + q * first]
}

/// The game after one shot from a state.
fn played(points: [u32; 2], shooter: u8, target: u32, shot: Shot) -> Game {
    let mut play = Play::team(1, 49).at(&points);
    play.game.target = target;
    if shooter == 1 {
        play.turns(1);
    }
    play.shoot(shot);
    assert!(play.game.ending().is_some() || play.game.phase == Phase::TurnStart || play.game.shooter == shooter);
    play.game
}

/// A success whose toley leaves too: strict alternation.
fn passes_on(off: &[u8]) -> Shot<'_> {
    rolls_off(off)
}

/// A success whose toley stays: he shoots again.
fn shoots_again(off: &[u8]) -> Shot<'_> {
    stays(off)
}

#[test]
fn the_first_of_a_race_to_one_wins_as_often_as_one_over_two_less_p() {
    for p in [0.01, 0.2, 0.3, 0.5, 0.7, 0.99] {
        let share = first_wins(1, p, passes_on, rolls_off);
        assert!((share - 1.0 / (2.0 - p)).abs() < 1e-12, "{p}: {share}");
    }
}

#[test]
fn the_first_of_a_race_to_25_has_the_known_odds() {
    for (p, known) in [(0.2, 0.506_405), (0.3, 0.510_274), (0.7, 0.536_767)] {
        let share = first_wins(25, p, passes_on, rolls_off);
        assert!((share - known).abs() < 5e-7, "{p}: {share}");
    }
}

#[test]
fn to_shoot_again_on_success_leaves_the_advantage_of_the_first_as_it_is() {
    for p in [0.2, 0.3, 0.7] {
        let (strict, again) = (first_wins(25, p, passes_on, rolls_off), first_wins(25, p, shoots_again, rolls_off));
        assert!((strict - again).abs() < 1e-12, "{p}: {strict} {again}");
    }
}
