//! The cases of TG-5: what a shot is, and its four results.

use tolley_tinsley_green::laws::choices::{EliminatedBy, KnockContinues};
use tolley_tinsley_green::laws::{Clause, Ending, Form, Laws, Phase, Reason, Status, What};

use super::{Play, Shot, on_ring, rolls_off, stays};
use crate::cases::cases;

cases! {
    "TG-5a-T1" only_a_marble_that_leaves_scores {
        // marble 1 is hit and pushes marble 2 off
        let mut play = Play::team(6, 49);
        play.shoot(Shot { marbles_at: &[(1, [0.5, 0.5])], ..rolls_off(&[2]) });
        assert_eq!((play.points(), play.game.marbles_on()), ([1, 0], 48));
        assert!(play.has(Clause::Tg5a, What::Points));
    }
    "TG-5a-T2" a_marble_pushed_off_by_anothers_toley_scores {
        let mut play = Play::team(6, 49).lying(6, [0.1, 0.1]);
        play.shoot(Shot { toleys_at: &[(6, [0.4, 0.1])], ..rolls_off(&[7]) });
        assert_eq!((play.points(), play.player(0).points, play.status(6)), ([1, 0], 1, Status::Active));
    }
    "TG-5d1-T1" a_miss_that_rolls_off_ends_the_turn {
        let mut play = Play::team(6, 49);
        play.shoot(rolls_off(&[]));
        assert_5d1(&play);
        assert_eq!(play.game.marbles_on(), 49);
    }
    "TG-5d1-T2" marbles_that_only_move_stay_where_they_stop {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { marbles_at: &[(0, [0.5, 0.0]), (1, [-0.5, 0.3])], ..rolls_off(&[]) });
        assert_5d1(&play);
        assert_eq!(play.game.marbles[0].at_m.x, 0.5);
    }
    "TG-5d1-T3" a_toley_knocked_off_too_puts_its_owner_out_but_earns_no_shot {
        let mut play = Play::team(6, 49).lying(6, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[6], ..rolls_off(&[]) });
        assert_eq!((play.clause(), play.points()), (Clause::Tg5d1, [0, 0]));
        assert_eq!([play.status(6), play.status(0)], [Status::Eliminated, Status::Active]);
        assert_eq!(play.game.shooter, 1);
    }
    "TG-5d2-T1" three_marbles_and_the_toley_off_are_three_points_and_the_end {
        let mut play = Play::team(6, 49);
        play.shoot(rolls_off(&[3, 4, 5]));
        assert_5d2(&play, 3);
    }
    "TG-5d2-T2" one_marble_and_the_toley_off_are_one_point_and_the_end {
        let mut play = Play::team(6, 49);
        play.shoot(rolls_off(&[9]));
        assert_5d2(&play, 1);
    }
    "TG-5d2-T3" such_a_shot_can_win {
        let mut play = Play::team(6, 49).at(&[23, 4]);
        play.shoot(rolls_off(&[3, 4, 5]));
        assert_eq!((play.clause(), play.game.points[0]), (Clause::Tg5d2, 26));
        assert_eq!(play.game.ending(), Some(Ending { reason: Reason::Target, winner: Some(0), level: 0 }));
    }
    "TG-5d3-T1" a_miss_that_stays_lies_there_and_ends_the_turn {
        let mut play = Play::team(6, 49);
        play.shoot(stays(&[]));
        assert_eq!((play.clause(), play.player(0).toley), (Clause::Tg5d3, on_ring([0.3, -0.2])));
        assert_eq!((play.game.phase, play.game.shooter), (Phase::TurnStart, 6));
    }
    "TG-5d3-T2" who_is_knocked_off_is_out {
        let mut play = Play::team(6, 49).lying(1, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[1], ..rolls_off(&[]) });
        assert_eq!(play.status(1), Status::Eliminated);
        assert!(play.has(Clause::Tg5d3, What::Eliminated));
    }
    "TG-5d3-T3" who_is_only_moved_shoots_from_there {
        let mut play = Play::team(1, 49);
        play.shoot(stays(&[]));
        play.shoot(Shot { toleys_at: &[(0, [0.3, 0.0])], ..rolls_off(&[]) });
        assert_eq!((play.game.shooter, play.player(0).toley), (0, on_ring([0.3, 0.0])));
    }
    "TG-5d3-T4" the_key_spares_who_is_knocked_off {
        let spared = |laws: &mut Laws| laws.continuation.eliminate_on_knockoff = false;
        let mut play = Play::team(6, 49).lying(6, [0.8, 0.0]).with(spared);
        play.shoot(Shot { toleys_off: &[6], ..rolls_off(&[]) });
        assert_eq!((play.status(6), play.is_in_hand(6)), (Status::Active, true));
    }
    "TG-5d4-T1" marbles_off_and_the_toley_stays_is_another_shot_from_there {
        let mut play = Play::team(6, 49);
        play.shoot(stays(&[1, 2]));
        assert_eq!((play.clause(), play.game.points[0]), (Clause::Tg5d4, 2));
        assert_eq!((play.game.shooter, play.game.phase), (0, Phase::Placement));
        assert_eq!(play.player(0).toley, on_ring([0.3, -0.2]));
    }
    "TG-5d4-T2" a_toley_knocked_off_earns_a_shot_without_a_point {
        let mut play = Play::team(6, 49).lying(6, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[6], ..stays(&[]) });
        assert_eq!((play.points(), play.status(6)), ([0, 0], Status::Eliminated));
        assert_eq!((play.game.shooter, play.game.phase), (0, Phase::Placement));
    }
    "TG-5d4-T3" unless_the_key_says_that_toleys_do_not_count {
        let none = |laws: &mut Laws| laws.continuation.toley_knock = KnockContinues::None;
        let mut play = Play::team(6, 49).lying(6, [0.8, 0.0]).with(none);
        play.shoot(Shot { toleys_off: &[6], ..stays(&[]) });
        assert_eq!((play.game.shooter, play.is_in_hand(0), play.clause()), (1, false, Clause::Tg5d3));
    }
    "TG-5d4-T4" a_break_goes_on_as_long_as_marbles_do {
        let mut play = Play::team(6, 49);
        for marble in 0..4 {
            play.shoot(stays(&[marble]));
        }
        assert_eq!(play.game.break_points, 4);
        play.shoot(rolls_off(&[]));
        assert_eq!((play.game.points[0], play.game.shooter, play.game.turn), (4, 6, 1));
    }
}

#[track_caller]
fn assert_5d1(play: &Play) {
    assert_eq!((play.clause(), play.points()), (Clause::Tg5d1, [0, 0]));
    assert_eq!((play.is_in_hand(0), play.status(0), play.game.shooter), (true, Status::Active, 6));
}

#[track_caller]
fn assert_5d2(play: &Play, points: u32) {
    assert_eq!((play.clause(), play.points()), (Clause::Tg5d2, [points, 0]));
    assert_eq!((play.is_in_hand(0), play.game.shooter), (true, 6));
}

#[test]
fn a_team_mate_knocked_off_earns_a_shot_and_is_out_unless_the_keys_say_otherwise() {
    let mate_off = Shot { toleys_off: &[1], ..stays(&[]) };
    let mut literal = Play::team(6, 49).lying(1, [0.8, 0.0]);
    literal.shoot(mate_off);
    assert_eq!((literal.game.shooter, literal.status(1)), (0, Status::Eliminated));

    let opponents = |laws: &mut Laws| {
        laws.continuation.toley_knock = KnockContinues::OpponentsOnly;
        laws.continuation.eliminated_by = EliminatedBy::OpponentsOnly;
    };
    let mut other = Play::team(6, 49).lying(1, [0.8, 0.0]).with(opponents);
    other.shoot(mate_off);
    assert_eq!((other.game.shooter, other.status(1)), (6, Status::Active));
    assert!(other.is_in_hand(1));

    // in an individual match there are no team-mates
    let mut alone = Play::individual(Form::Individual, 3, 25, 13).lying(1, [0.8, 0.0]).with(opponents);
    alone.shoot(mate_off);
    assert_eq!((alone.game.shooter, alone.status(1)), (0, Status::Eliminated));
}

#[test]
fn the_guard_on_the_length_of_a_break_ends_it() {
    let mut play = Play::team(6, 49).with(|laws| laws.continuation.shots_per_break_most_count = 3);
    for marble in 0..3 {
        play.shoot(stays(&[marble]));
    }
    assert!(play.has(Clause::Tg5d4, What::BreakLimit));
    assert_eq!((play.game.shooter, play.game.points[0]), (6, 3));
    assert!(!play.is_in_hand(0));
}

#[test]
fn a_toley_lost_by_its_owner_or_taken_up_eliminates_nobody() {
    let mut play = Play::team(6, 49).lying(0, [0.8, 0.0]);
    play.shoot(rolls_off(&[]));
    assert_eq!(play.status(0), Status::Active);
}
