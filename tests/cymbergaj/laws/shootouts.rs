//! CG-1.3c and CG-1.3d: penalty series and centre kicks; CG-FB5.

use tolley_cymbergaj::laws::choices::SeriesOrder;
use tolley_cymbergaj::laws::{Clause, Ends, Laws, Period, Restart, Seat};

use super::{BALL_M, DRAWS, Play, SIDE_M, applies, literal, with};
use crate::cases::cases;

const X: Seat = Seat::X;
const Y: Seat = Seat::Y;

/// A series played with these results, kick by kick.
fn series(laws: Laws, kicks: &str) -> Play {
    let mut play = Play { laws, game: laws.begin_series(Ends::FIRST, DRAWS) };
    play.settle();
    kick(&mut play, kicks);
    play
}

/// `+` is a goal, `-` is none.
fn kick(play: &mut Play, kicks: &str) {
    for result in kicks.chars() {
        assert!(!play.is_over(), "{kicks}: over too early");
        let end = play.mover().other();
        if result == '+' {
            play.shoot(end)
        } else {
            play.out(SIDE_M)
        };
    }
}

cases! {
    "CG-1.3c-T1" three_nil_after_three_pairs_is_decided {
        let play = series(literal(), "+-+-+-");
        assert_eq!((play.game.winner, play.game.series.map(|tally| tally.goals)), (Some(X), [3, 0]));
        let play = series(literal(), "-+-+-+");
        assert_eq!(play.game.winner, Some(Y));
    }
    "CG-1.3c-T2" five_all_means_centre_kicks {
        let play = series(literal(), "++++++++++");
        assert_eq!((play.game.period, play.comes()), (Period::CentreKicks, (Restart::CentreKick, X, 2)));
        applies(play.game.news, Clause::SuddenDeath);
    }
    "CG-1.3c-T3" without_early_stop_all_ten_are_kicked {
        let all = with(|laws| laws.rules.series_early_stop = false);
        let play = series(all, "+-+-+-----");
        assert_eq!((play.game.winner, play.game.move_count), (Some(X), 10));
        assert!(!series(all, "+-+-+----").is_over());
        let order = |order| {
            let mut play = series(with(|laws| laws.rules.series_order = order), "");
            (0..8).map(|_| {
                let seat = play.mover();
                play.hit();
                if seat == X { 'X' } else { 'Y' }
            }).collect::<String>()
        };
        assert_eq!(order(SeriesOrder::Abab), "XYXYXYXY");
        assert_eq!(order(SeriesOrder::Abba), "XYYXXYYX");
    }
    "CG-1.3d-T1" ahead_after_a_round_has_won {
        let mut play = series(literal(), "----------");
        kick(&mut play, "+-");
        assert_eq!((play.game.winner, play.game.truncated), (Some(X), false));
        let mut play = series(literal(), "----------");
        kick(&mut play, "-+");
        assert_eq!(play.game.winner, Some(Y));
    }
    "CG-1.3d-T2" a_level_round_is_followed_by_another {
        let mut play = series(literal(), "----------");
        kick(&mut play, "++");
        assert_eq!((play.is_over(), play.comes()), (false, (Restart::CentreKick, X, 2)));
        kick(&mut play, "--+-");
        assert_eq!(play.game.winner, Some(X));
    }
    "CG-1.3d-T3" the_second_kicker_still_kicks {
        let mut play = series(literal(), "----------");
        kick(&mut play, "+");
        assert_eq!((play.is_over(), play.comes()), (false, (Restart::CentreKick, Y, 2)));
        let mut play = series(with(|laws| laws.rules.sudden_max_rounds = 3), "----------");
        kick(&mut play, "++--++");
        assert_eq!((play.game.winner, play.game.truncated), (Some(X), true), "a toss decides");
    }
    "CG-FB5-T1" a_series_stops_as_soon_as_it_is_decided {
        // ahead of what the other can still reach
        for (kicks, winner) in [
            ("+-+-+-", X),
            ("-+-+-+", Y),
            ("+++-+-+", X),
            ("+-+-++-+-", Y),
            ("-+++++++-", Y),
            ("+++++++++-", X),
        ] {
            let winner = if kicks == "+-+-++-+-" { None } else { Some(winner) };
            let play = series(literal(), kicks);
            assert_eq!(play.game.winner, winner, "{kicks}");
            assert_eq!(play.game.news.has(Clause::EarlyStop), winner.is_some() && kicks.len() < 10, "{kicks}");
        }
    }
}

#[test]
fn an_own_goal_or_a_foul_is_a_lost_attempt() {
    let mut play = series(literal(), "");
    play.shoot(X);
    assert_eq!(play.game.series.map(|tally| (tally.kicks, tally.goals)), [(1, 0), (0, 0)]);
    play.play(|events| events.coins_hit(0.1, BALL_M, 0.001));
    assert_eq!(play.game.series.map(|tally| (tally.kicks, tally.goals)), [(1, 0), (1, 0)]);
    assert_eq!((play.score(), play.game.period), ([0, 0], Period::Series));
}
