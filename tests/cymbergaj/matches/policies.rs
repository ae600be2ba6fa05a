//! Who plays better than whom.

use tolley_cymbergaj::matches::MatchStudy;
use tolley_experiment::row::Rows;

use super::plan;
use crate::cymbergaj::{names, play};

fn played(keys: &str, trials: u64) -> Rows {
    play::<MatchStudy>(&plan(&format!("repeats = {trials}\n{keys}")))
}

fn numbers<'r>(rows: &'r Rows, column: &str) -> &'r [f64] {
    crate::cymbergaj::numbers::<MatchStudy>(rows, 0, column)
}

/// Mean with the half-width of its 95 % interval.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
    (mean, 2.0 * (variance / n).sqrt())
}

#[test]
fn sampled_beats_direct_with_a_lower_bound_above_sixty_per_cent() {
    let rows =
        played("[a]\npolicy = \"sampled\"\ncandidates_count = 24\ntrials_count = 6\n[b]\npolicy = \"direct\"\n", 150);
    let (share, half) = mean(numbers(&rows, "a_win_share"));
    assert!(share - half > 0.6, "{share} +- {half}");
}

#[test]
fn direct_beats_random_nearly_always() {
    let (share, _) = mean(numbers(&played("[a]\npolicy = \"direct\"\n[b]\npolicy = \"random\"\n", 100), "a_win_share"));
    assert!(share > 0.9, "{share}");
}

#[test]
fn cautious_players_commit_fewer_fouls() {
    let fouls = |policy: &str| {
        let keys = format!("[a]\npolicy = \"{policy}\"\n[b]\npolicy = \"{policy}\"\n");
        mean(numbers(&played(&keys, 200), "contact_foul_count"))
    };
    let ((direct, half), (cautious, _)) = (fouls("direct"), fouls("cautious"));
    assert!(cautious < 0.5 * (direct - half), "{cautious} against {direct}");
}

#[test]
fn skill_wins() {
    let rows = played("[a]\npreset = \"expert\"\n[b]\npreset = \"novice\"\n", 200);
    let (share, half) = mean(numbers(&rows, "a_win_share"));
    assert!(share - half > 0.7, "{share} +- {half}");
}

#[test]
fn like_players_share_every_pair_of_matches() {
    let rows = played("", 100);
    assert!(numbers(&rows, "a_win_share").iter().all(|share| *share == 0.5));
    let winners = names::<MatchStudy>(&rows, 1, "winner");
    assert!(winners.chunks(2).all(|pair| pair[0] + pair[1] == 1));
}
