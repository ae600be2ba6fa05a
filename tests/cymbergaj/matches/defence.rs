//! Where `tactical` defends: at free kicks and corners where the taker scores least.

use tolley_cymbergaj::matches::MatchStudy;

use super::plan;
use crate::cymbergaj::{numbers, play};

/// Share of single restarts that score, taken by a, with twice its standard error.
fn share(restart: &str, trials: u64, laws: &str, keys: &str) -> (f64, f64) {
    let keys = format!(
        "repeats = {trials}\n[contest]\nseats = \"a-x\"\nuntil = \"opening\"\nopening = \"{restart}\"\n[laws]\n\
         p_toss_x = 1.0\n{laws}{keys}"
    );
    let rows = play::<MatchStudy>(&plan(&keys));
    let goals = numbers::<MatchStudy>(&rows, 0, "goal_count");
    let share = goals.iter().sum::<f64>() / goals.len() as f64;
    (share, 2.0 * (share * (1.0 - share) / goals.len() as f64).sqrt())
}

/// Near to the ball a coin can be gone round: 60 mm off it is better to stand back.
#[test]
fn a_free_kick_scores_less_against_the_best_place_than_against_the_nearest() {
    let against =
        |policy: &str| share("free-kick", 150, "exclusion_m = 0.06\n", &format!("[b]\npolicy = \"{policy}\"\n"));
    let ((best, half), (near, other_half)) = (against("tactical"), against("direct"));
    assert!(best + half < near - other_half, "{best} +- {half} against {near} +- {other_half}");
}

#[test]
fn a_free_kick_scores_more_the_farther_the_defender_stands_off() {
    let [short, comb, long] =
        [0.03, 0.13, 0.2].map(|off_m| share("free-kick", 300, &format!("exclusion_m = {off_m}\n"), ""));
    let rises = |(near, near_half): (f64, f64), (far, far_half): (f64, f64)| far + far_half >= near - near_half;
    assert!(rises(short, comb) && rises(comb, long), "{short:?} {comb:?} {long:?}");
    assert!(short.0 + short.1 < long.0 - long.1, "{short:?} {long:?}");
}

#[test]
fn a_corner_scores_less_against_the_best_place_than_against_others() {
    let against = |place: &str| share("corner", 150, "", &format!("[b]\ncorner_defence = \"{place}\"\n"));
    let ((best, half), (ball, ball_half)) = (against("best"), against("ball"));
    assert!(best + half < ball - ball_half, "{best} +- {half} against {ball} +- {ball_half}");
}
