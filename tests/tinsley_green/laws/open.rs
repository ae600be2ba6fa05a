//! The cases of TG-X: what the document leaves open.

use glam::DVec3;
use tolley_experiment::random::{Purpose, Streams};
use tolley_tinsley_green::keys::ring::{OffCriterion, Ring};
use tolley_tinsley_green::laws::choices::{NobodyLeft, OnWipeout};
use tolley_tinsley_green::laws::{Ball, Clause, Ending, Form, Laws, Lie, Reason, Status, What};

use super::team::{begin, fixture, of_games};
use super::{MARBLE_RADIUS_M, Play, Shot, rolls_off, stays};
use crate::cases::cases;

const WHOLE_BALL: OffCriterion = OffCriterion::WholeBallPastEdge;

cases! {
    "TG-X1-T1" a_centre_just_on_the_edge_is_on {
        assert!(!is_off(OffCriterion::CentrePastEdge, 0.9144));
    }
    "TG-X1-T2" or_the_whole_ball_has_to_be_past_it {
        assert_eq!([0.0060, 0.0064].map(|past_m| is_off(WHOLE_BALL, 0.9144 + past_m)), [false, true]);
    }
    "TG-X1-T3" the_readings_differ_only_in_between {
        let mut stream = Streams::new(6, 0, None).open(Purpose::named("lies"));
        for _ in 0..10_000 {
            let far_m = stream.uniform_in(0.89, 0.94);
            let between = far_m > 0.9144 && far_m <= 0.9144 + MARBLE_RADIUS_M;
            let differ = is_off(OffCriterion::CentrePastEdge, far_m) != is_off(WHOLE_BALL, far_m);
            assert_eq!(differ, between, "{far_m}");
        }
    }
    "TG-X2-T1" the_others_play_on_alone {
        let mut play = Play::team(2, 49).out(2).out(3).at(&[20, 3]);
        assert_eq!(play.turns(4), [0, 1, 0, 1]);
        for marble in 0..5 {
            play.shoot(rolls_off(&[marble]));
        }
        assert_eq!(play.winner(), Some(0));
    }
    "TG-X2-T2" or_have_won_at_once {
        let at_once = |laws: &mut Laws| laws.format.on_wipeout = OnWipeout::OpponentsWin;
        let mut play = Play::team(2, 49).out(2).lying(3, [0.8, 0.0]).at(&[1, 9]).with(at_once);
        play.shoot(Shot { toleys_off: &[3], ..stays(&[]) });
        assert_eq!(play.game.ending(), Some(Ending { reason: Reason::WipedOut, winner: Some(0), level: 0 }));
        assert!(play.has(Clause::TgX2, What::WipedOut));
    }
    "TG-X3-T1" when_nobody_is_left_points_decide {
        let play = nobody_left([18, 16], NobodyLeft::Points);
        assert_eq!(play.winner(), Some(0));
        assert!(play.has(Clause::TgX3, What::NobodyLeft));
    }
    "TG-X3-T2" level_is_a_tie_break_or_a_draw {
        let ended = |level| Some(Ending { reason: Reason::NobodyLeft, winner: None, level });
        let level = nobody_left([18, 18], NobodyLeft::Points);
        assert_eq!(level.game.ending(), ended(0b11));
        let (laws, mut current) = of_games(1);
        begin(&laws, &mut current);
        current.finish(&laws, &level.game);
        assert_eq!(fixture(&laws, &current).form, Form::TieBreak);
        assert_eq!(nobody_left([18, 18], NobodyLeft::Draw).game.ending(), ended(0));
    }
    "TG-X4-T1" a_guard_ends_a_game_after_2000_turns {
        let mut play = Play::team(6, 49).at(&[1, 0]);
        let mut turns = 0;
        while play.goes_on() {
            play.shoot(rolls_off(&[]));
            turns += 1;
        }
        let ending = play.game.ending().expect("an ending");
        assert_eq!((turns, ending.is_truncated(), ending.winner), (2000, true, Some(0)));
        assert!(play.has(Clause::TgX4, What::CutShort));
    }
    "TG-X4-T2" durations_are_only_told {
        let played = |shot_s| {
            let mut play = Play::team(6, 49).with(|laws| laws.format.shot_s = shot_s);
            play.turns(10);
            play.shoot(stays(&[1]));
            play.game
        };
        let (slow, mut fast) = (played(20.0), played(10.0));
        assert_eq!((slow.clock_s, fast.clock_s), (11.0 * 20.0 + 100.0, 11.0 * 10.0 + 100.0));
        fast.clock_s = slow.clock_s;
        assert_eq!(slow, fast);
    }
    "TG-X4-T3" a_time_limit_ends_the_game_with_the_break {
        let mut play = Play::team(6, 49).with(|laws| laws.format.time_limit_s = 600.0);
        play.turns(19);
        // 570 s have gone; a break of three shots goes beyond 600 s and is played to its end
        play.shoot(stays(&[0]));
        play.shoot(stays(&[1]));
        assert!(play.goes_on());
        play.shoot(rolls_off(&[]));
        assert_eq!(play.game.ending(), Some(Ending { reason: Reason::TimeLimit, winner: Some(1), level: 0 }));
    }
    "TG-X5-T1" the_toley_of_who_is_put_out_leaves_the_ring {
        let mut play = Play::team(6, 49).lying(0, [0.1, 0.1]);
        play.game.players[0].fouls = 2;
        play.shoot(Shot { foul: Some(Clause::Tg7a), ..stays(&[]) });
        assert_eq!((play.status(0), play.is_in_hand(0)), (Status::Eliminated, true));
    }
}

fn is_off(off: OffCriterion, far_m: f64) -> bool {
    let ring = Ring { off, ..Ring::default() };
    ring.is_off(&Lie::at(DVec3::new(far_m, 0.0, MARBLE_RADIUS_M)), MARBLE_RADIUS_M, 0.0)
}

/// A game whose last player puts himself out by a third foul.
fn nobody_left(points: [u32; 2], rule: NobodyLeft) -> Play {
    let mut play = Play::team(1, 49).out(1).at(&points).with(|laws| laws.format.nobody_left = rule);
    play.game.players[0].fouls = 2;
    play.shoot(Shot { foul: Some(Clause::Tg7a), ..rolls_off(&[]) });
    play
}

#[test]
fn a_disqualified_side_leaves_the_ring() {
    let mut play = Play::team(2, 49).lying(1, [0.5, 0.0]);
    play.turns(1);
    play.game.warnings[0] = 2;
    let blocked = Shot { blocked: Some(Ball::Marble(3)), blocker: Some(0), ..stays(&[3]) };
    play.shoot(blocked);
    assert_eq!((play.status(0), play.status(1)), (Status::Disqualified, Status::Disqualified));
    assert!(play.is_in_hand(1) && play.has(Clause::TgX5, What::InHand));
    assert_eq!(play.winner(), Some(1));
}

#[test]
fn the_guard_on_turns_draws_what_is_level() {
    let mut play = Play::individual(Form::TieBreak, 2, 13, 7).with(|laws| laws.format.turns_most_count = 6);
    play.turns(6);
    assert_eq!(play.game.ending(), Some(Ending { reason: Reason::TurnLimit, winner: None, level: 0 }));
}

#[test]
fn when_the_clock_ends_a_level_game_there_is_a_tie_break() {
    let mut play = Play::team(6, 49).with(|laws| laws.format.time_limit_s = 60.0);
    play.turns(2);
    assert_eq!(play.game.ending(), Some(Ending { reason: Reason::TimeLimit, winner: None, level: 0b11 }));
}
