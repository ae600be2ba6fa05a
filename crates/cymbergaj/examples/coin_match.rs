//! One flick, and one match of a thinking player: `cargo run --release -p tolley-cymbergaj --example coin_match`.
#![allow(clippy::print_stdout)]

use tolley_cymbergaj::laws::Seat;
use tolley_cymbergaj::matches::{Image, MatchKeys, Opening, Silent, pairing, play};
use tolley_cymbergaj::players::Policy;
use tolley_cymbergaj::shot::{FlickKeys, FlickStudy, Workspace};
use tolley_experiment::random::Streams;
use tolley_experiment::study::Study;

fn main() {
    let streams = Streams::new(2026, 0, None);
    // a flick from the kick-off: change its keys as a scenario would
    let mut keys = FlickKeys::default();
    keys.strike.speed_m_s = 2.5;
    let setup = FlickStudy::setup(&keys).expect("a flick that can be played");
    let (row, _) = FlickStudy::flick(&setup, &mut FlickStudy::scratch(&setup, &()), &streams);
    println!("struck at {:.2} m/s the ball ends at ({:.3}, {:.3}) m", row.launch_speed_m_s, row.ball_x_m, row.ball_y_m);
    // a whole match, player a at seat x
    let mut keys = MatchKeys::default();
    keys.a_planner.policy = Policy::Sampled;
    let pairing = pairing(&keys, Opening::Toss, Seat::X).expect("a match that can be played");
    let mut workspace = Workspace::new(&pairing.setups[0].physics);
    let end = play(&pairing, &mut workspace, &streams, Image::Usual, &mut Silent);
    println!("{} to {} after {} Moves, decided in {}", end.score[0], end.score[1], end.move_count, end.period.name());
}
