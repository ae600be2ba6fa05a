//! One shot at the rack, and one match of two players of whom one thinks:
//! `cargo run --release -p tolley-tinsley-green --example shot_and_match`.
#![expect(clippy::print_stdout, reason = "it shows what happens")]

use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::study::Study;
use tolley_tinsley_green::keys::policy::Policy;
use tolley_tinsley_green::laws::choices::MatchKind;
use tolley_tinsley_green::matches::{self, Buffers, MatchKeys, MatchStudy};
use tolley_tinsley_green::shot::{self, ShotKeys, Workspace};

fn main() {
    let streams = Streams::new(2026, 0, None);
    // a shot from the edge: change its keys as a scenario would
    let mut keys = ShotKeys::default();
    keys.shot.speed_m_s = 4.0;
    let setup = shot::Setup::new(&keys).expect("a shot that can be played");
    let (row, _) = shot::play(&setup, &mut Workspace::new(&setup), &streams);
    println!(
        "{} of {} marbles off; the toley stays: {}",
        row.marbles_off_count, row.marbles_before_count, row.toley_stays
    );
    // a challenge of two players
    let mut keys = MatchKeys::default();
    (keys.format.kind, keys.a.policy) = (MatchKind::Challenge, Policy::Sampled);
    let setup = matches::Setup::new(&keys).expect("a match that can be played");
    let mut rows = Rows::new(&MatchStudy::tables());
    let outcome = matches::play(&setup, &mut Buffers::new(&setup), &streams, &mut rows).expect("a match with an end");
    let winner = outcome.winner.map_or("nobody".to_owned(), |side| format!("player {side}"));
    println!("{winner} wins, after {} shots", rows.tables[3].trial.len());
}
