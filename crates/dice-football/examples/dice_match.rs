//! Plays one match of two players who decide at random, and says how it ended:
//! `cargo run --release -p tolley-dice-football --example dice_match`.

use tolley_dice_football::laws::{Compiled, Laws, RuleKeys, judge};
use tolley_dice_football::matches::{MatchStreams, Simulator};
use tolley_dice_football::players::Player;
use tolley_experiment::random::Streams;

#[allow(clippy::print_stdout, reason = "an example is there to show something")]
fn main() {
    let laws = Laws::new(&RuleKeys::default()).expect("the defaults are sound");
    let simulator = Simulator::new(Compiled::new(&laws), &laws);
    let mut streams = MatchStreams::open(&Streams::new(20_261_121, 0, None));
    let played = simulator.play([Player::Random; 2], &mut streams, &mut ());
    println!("{} rolls, the roles changed {} times", played.roll_count, played.change_count);
    println!("winner of the draw {} : {} the other player", played.goals[0], played.goals[1]);
    println!("{:?}", judge(played.goals, true));
}
