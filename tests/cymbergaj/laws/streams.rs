//! Clock and people: what is drawn, each from its own stream.

use tolley_cymbergaj::laws::{Laws, MoveDraws, Seat};
use tolley_cymbergaj::matches::MoveStreams;
use tolley_experiment::random::{Purpose, Streams};

use super::{Play, literal, synthetic, with};

const X: Seat = Seat::X;

#[test]
fn the_time_of_moves_has_the_mean_and_spread_that_are_asked_for() {
    let laws = with(|laws| laws.clock.move_sd_ratio = 0.3);
    let game = Play::begin(laws).game;
    let mut opened = MoveStreams::new(&laws, &Streams::new(2, 9, None));
    let n = 40_000;
    let ratios: Vec<f64> = (0..n).map(|_| opened.draw(&laws, &game).tempo_ratio).collect();
    let mean = ratios.iter().sum::<f64>() / f64::from(n);
    let variance = ratios.iter().map(|ratio| (ratio - mean) * (ratio - mean)).sum::<f64>() / f64::from(n);
    assert!((mean - 1.0).abs() < 5.0 * 0.3 / f64::from(n).sqrt(), "{mean}");
    assert!((variance.sqrt() - 0.3).abs() < 0.006, "{variance}");
}

#[test]
fn who_leads_may_take_his_time_but_not_longer_than_the_limit() {
    let time_s = |score: [u32; 2], limit_s: f64| {
        let mut play =
            Play::open(with(|laws| (laws.clock.leader_slow_ratio, laws.clock.move_limit_s) = (2.0, limit_s)), X);
        play.game.score = score;
        play.hit();
        play.game.clock_s
    };
    assert_eq!([time_s([1, 0], 0.0), time_s([0, 0], 0.0), time_s([0, 1], 0.0)], [20.0, 10.0, 10.0]);
    assert_eq!([time_s([1, 0], 15.0), time_s([0, 0], 15.0)], [15.0, 10.0]);
}

#[test]
fn streams_of_events_that_cannot_happen_change_nothing() {
    let streams = Streams::new(8, 8, None);
    let draw = |human| {
        let laws = Laws { human, ..literal() };
        let mut opened = MoveStreams::new(&laws, &streams);
        let game = Play::open(laws, X).game;
        (0..200).map(|_| opened.draw(&laws, &game)).collect::<Vec<_>>()
    };
    let one = draw(synthetic::only(|human| human.p_hop = 0.2));
    let two = draw(synthetic::only(|human| (human.p_hop, human.p_hand_touch) = (0.2, 0.2)));
    let hops = |draws: &[MoveDraws]| draws.iter().map(|draws| draws.hop).collect::<Vec<_>>();
    assert_eq!(hops(&one), hops(&two));
    assert!(hops(&one).contains(&true) && two.iter().any(|draws| draws.hand_touch));
    let first = streams.open(Purpose::named("laws/hop")).uniform() < 0.2;
    assert_eq!(one[0].hop, first);
}
