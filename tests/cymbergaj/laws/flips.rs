//! The laws fed by coin flips: shares that are known in closed form.

use tolley_cymbergaj::laws::choices::SeriesOrder;
use tolley_cymbergaj::laws::{Ends, Laws, Period, Seat};
use tolley_experiment::random::{Purpose, Stream, Streams};

use super::{DRAWS, Play, SIDE_M, literal, with};

const X: Seat = Seat::X;

/// The series with these results of all kicks in order, up to its end; `None` when it is level.
fn series(laws: Laws, results: impl Fn(u32) -> bool) -> (Option<Seat>, u32) {
    let mut play = Play { laws, game: laws.begin_series(Ends::FIRST, DRAWS) };
    play.settle();
    let mut taken = [0_u32; 2];
    while !play.is_over() && play.game.period == Period::Series {
        let kicker = play.mover();
        let number = 2 * taken[kicker.index()] + kicker.index() as u32;
        taken[kicker.index()] += 1;
        if results(number) {
            play.shoot(kicker.other())
        } else {
            play.out(SIDE_M)
        };
    }
    (play.game.winner, play.game.move_count)
}

/// Binomial probability.
fn binomial(n: u32, k: u32, p: f64) -> f64 {
    let ways: f64 = (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product();
    (0..k).fold(1.0, |power, _| power * p) * (k..n).fold(1.0, |power, _| power * (1.0 - p)) * ways
}

#[test]
fn of_all_series_252_in_1024_are_level_and_early_stops_change_no_winner() {
    for order in [SeriesOrder::Abab, SeriesOrder::Abba] {
        let all = with(|laws| (laws.rules.series_early_stop, laws.rules.series_order) = (false, order));
        let early = with(|laws| laws.rules.series_order = order);
        let mut level = 0;
        let mut kicks = [0, 0];
        for bits in 0..1024_u32 {
            let results = |number: u32| bits >> number & 1 == 1;
            let [(winner, ten), (same, fewer)] = [series(all, results), series(early, results)];
            assert_eq!((winner, ten), (same, 10), "{bits:010b}");
            level += u32::from(winner.is_none());
            kicks[0] += ten;
            kicks[1] += fewer;
        }
        assert_eq!(level, 252);
        assert!(kicks[1] < kicks[0]);
    }
}

#[test]
fn a_series_of_unequal_kickers_is_won_as_often_as_two_binomials_say() {
    for (p_x, p_y) in [(0.5, 0.5), (0.7, 0.5), (0.35, 0.8)] {
        let mut shares = [0.0; 3];
        for bits in 0..1024_u32 {
            let goals = |mask: u32| (bits & mask).count_ones();
            let (x, y) = (goals(0b01_0101_0101), goals(0b10_1010_1010));
            let weight = binomial(5, x, p_x) / binomial(5, x, 0.5) * binomial(5, y, p_y) / binomial(5, y, 0.5) / 1024.0;
            let (winner, _) = series(literal(), |number| bits >> number & 1 == 1);
            shares[winner.map_or(2, Seat::index)] += weight;
        }
        let closed = |wins: fn(u32, u32) -> bool| -> f64 {
            let pairs = (0..=5).flat_map(|x| (0..=5).map(move |y| (x, y)));
            pairs.filter(|(x, y)| wins(*x, *y)).map(|(x, y)| binomial(5, x, p_x) * binomial(5, y, p_y)).sum()
        };
        for (share, expected) in shares.iter().zip([closed(|x, y| x > y), closed(|x, y| x < y), closed(|x, y| x == y)])
        {
            assert!((share - expected).abs() < 1e-12, "{shares:?}, {expected}");
        }
    }
}

/// Who wins centre kicks of these streams, and in how many rounds.
fn centre_kicks(flips: &mut Stream, p: [f64; 2]) -> (Seat, u32) {
    let laws = literal();
    let mut play = Play { laws, game: laws.begin_series(Ends::FIRST, DRAWS) };
    play.settle();
    while !play.is_over() {
        let kicker = play.mover();
        let scores = play.game.period == Period::CentreKicks && flips.uniform() < p[kicker.index()];
        if scores {
            play.shoot(kicker.other())
        } else {
            play.out(SIDE_M)
        };
    }
    (play.game.winner.expect("a winner"), play.game.centre_kicks[0].kicks)
}

#[test]
fn centre_kicks_are_won_as_often_as_the_closed_form_says() {
    let n = 4_000;
    for [p_x, p_y] in [[0.5, 0.5], [0.6, 0.4]] {
        let mut flips = Streams::new(6, 6, None).open(Purpose::named("flips"));
        let ends: Vec<(Seat, u32)> = (0..n).map(|_| centre_kicks(&mut flips, [p_x, p_y])).collect();
        let (x_only, y_only) = (p_x * (1.0 - p_y), p_y * (1.0 - p_x));
        let expected = x_only / (x_only + y_only);
        let share = ends.iter().filter(|(winner, _)| *winner == X).count() as f64 / f64::from(n);
        assert!((share - expected).abs() < 4.0 * (0.25 / f64::from(n)).sqrt(), "{share} {expected}");
        let rounds = ends.iter().map(|(_, rounds)| f64::from(*rounds)).sum::<f64>() / f64::from(n);
        let decided = x_only + y_only;
        let sd = (1.0 - decided).sqrt() / decided;
        assert!((rounds - 1.0 / decided).abs() < 4.0 * sd / f64::from(n).sqrt(), "{rounds}");
    }
}

/// Whole matches of Moves that score with the same chance whoever makes them.
#[test]
fn equal_players_win_half_of_their_matches() {
    let n = 3_000;
    let laws = with(|laws| laws.clock.half_s = 60.0);
    let mut flips = Streams::new(9, 9, None).open(Purpose::named("flips"));
    let mut wins = 0;
    for _ in 0..n {
        let mut play = Play::begin(laws);
        if flips.uniform() < 0.5 {
            play.game.turn.seat = Seat::Y;
            play.game.starter = Seat::Y;
        }
        for toss in [&mut play.game.draws.extra_toss, &mut play.game.draws.series_toss] {
            *toss = if flips.uniform() < 0.5 { Seat::X } else { Seat::Y };
        }
        while !play.is_over() {
            let scores = flips.uniform() < 0.1;
            if scores {
                play.shoot(play.mover().other())
            } else {
                play.hit()
            };
        }
        wins += u32::from(play.game.winner == Some(X));
    }
    let share = f64::from(wins) / f64::from(n);
    assert!((share - 0.5).abs() < 4.0 * (0.25 / f64::from(n)).sqrt(), "{share}");
}
