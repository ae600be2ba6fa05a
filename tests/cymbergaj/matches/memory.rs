//! Matches take no memory once the first is played.

use allocation_counter::measure;
use tolley_cymbergaj::laws::Seat;
use tolley_cymbergaj::matches::{Image, Silent, play};
use tolley_cymbergaj::shot::Workspace;
use tolley_experiment::random::Streams;

use super::paired;

#[test]
fn matches_take_no_memory() {
    for (policy, matches) in [("direct", 50), ("cautious", 50), ("random", 50), ("sampled", 2), ("tactical", 5)] {
        let pairing = paired(&format!("[human]\npreset = \"human\"\n[a]\npolicy = \"{policy}\"\n"), Seat::X);
        let mut workspace = Workspace::new(&pairing.setups[0].physics);
        let mut moves = 0;
        let mut play_one = |repeat| {
            let streams = Streams::new(1, repeat, None);
            moves += play(&pairing, &mut workspace, &streams, Image::Usual, &mut Silent).move_count;
        };
        play_one(0);
        let info = measure(|| (1..=matches).for_each(&mut play_one));
        assert_eq!(info.count_total, 0, "{policy}");
        assert!(moves > 30 * matches as u32, "{policy}: {moves}");
    }
}
