//! What a small budget of the whole search is good for, on a darts board.

use tolley_experiment::random::{Purpose, Streams};
use tolley_search::best::{NoValue, Number, Shot, Task, find};
use tolley_search::execution::{Acts, Noise};
use tolley_statistics::estimates::Moments;

use crate::best::{NORMAL, plain};
use crate::darts::{Board, score};
use crate::sweeping::halving;

/// Errors both ways, mm.
const SD_MM: f64 = 26.9;
/// What the best aim is worth with them.
const BEST: f64 = 15.2885;

#[test]
fn regret_of_the_whole_search_is_small_after_a_thousand_throws_and_no_more_than_that_of_halving() {
    // T6, sigma 26.9 mm: at most 0.52 with 1,024 shots and 0.13 with 4,096, those among them that tell what it is worth
    let (board, noise, seeds) = (Board::new(), Noise::normal(&[SD_MM; 2]).expect("sds"), 150);
    let mean = |aim: &dyn Fn(u64) -> Vec<f64>| {
        let mut lost = Moments::default();
        (0..seeds).for_each(|seed| lost.add(BEST - board.expected(&aim(seed), SD_MM)));
        (lost.mean(), lost.standard_error())
    };
    for (shots, most) in [(1024, 0.52), (4096, 0.13)] {
        let (found, error) = mean(&|seed| best(shots, seed, &noise));
        let (halved, _) = mean(&|seed| halving(16 * shots, seed, &noise));
        println!("best: {shots} shots: {found:.3} +- {error:.3} lost, by halving with 16 times as many {halved:.3}");
        // 4 standard errors of the difference at 1,024 shots are 0.16
        let by_chance = if shots == 1024 { 0.16 } else { 0.0 };
        assert!(found <= most && found <= halved + by_chance, "{shots}: {found} {halved}");
    }
}

/// The aim that so many throws choose.
fn best(shots: u64, seed: u64, noise: &Noise) -> Vec<f64> {
    let throw = |shot: &Shot| match shot.skill {
        None => score(&shot.at),
        Some(_) => {
            let mut stream = Streams::new(seed, shot.seed, None).open(Purpose::named("throw"));
            score(&noise.draw(&shot.at, &mut stream))
        }
    };
    let mut played = 0;
    let found = find::<NoValue>(&task(shots, seed), &mut |shots| {
        played += shots.len() as u64;
        Ok(shots.iter().map(throw).collect())
    });
    assert!(played <= shots, "{played} of {shots}");
    found.expect("values").skills.remove(0).at
}

fn task(shots: u64, seed: u64) -> Task {
    let number = Number {
        aims: [-170.0, 170.0],
        possible: [-1e4, 1e4],
        is_round: false,
        acts: Acts::Added,
        sd: vec![SD_MM],
        bias: 0.0,
    };
    plain(vec![number.clone(), number], NORMAL, shots, seed)
}
