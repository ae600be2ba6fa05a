//! The cases of TG-5: what a shot is, and its four results.

use tolley_tinsley_green::laws::{Clause, EliminatedBy, Form, KnockContinues, Phase, Reason, Status, What};

use super::{Case, Play, Shot, play_all, rolls_off, stays};

pub const CASES: &[Case] = &[
    ("TG-5a-T1", || {
        // marble 1 is hit and pushes marble 2 off: only what leaves counts
        let mut play = Play::team(6, 49);
        let pushed = Shot { marbles_at: &[(1, [0.5, 0.5])], ..rolls_off(&[2]) };
        play.shoot(pushed);
        play.game.points[..2] == [1, 0] && play.has(Clause::Tg5a, What::Points) && count_off(&play) == 1
    }),
    ("TG-5a-T2", || {
        // a toley of B that was hit pushes a marble off
        let mut play = Play::team(6, 49).lying(6, [0.1, 0.1]);
        play.shoot(Shot { toleys_at: &[(6, [0.4, 0.1])], ..rolls_off(&[7]) });
        play.game.points[..2] == [1, 0] && play.player(0).points == 1 && play.status(6) == Status::Active
    }),
    ("TG-5d1-T1", || {
        let mut play = Play::team(6, 49);
        play.shoot(rolls_off(&[]));
        is_5d1(&play) && play.game.marbles_on() == 49
    }),
    ("TG-5d1-T2", || {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { marbles_at: &[(0, [0.5, 0.0]), (1, [-0.5, 0.3])], ..rolls_off(&[]) });
        is_5d1(&play) && play.game.marbles[0].at_m.x == 0.5
    }),
    ("TG-5d1-T3", || {
        let mut play = Play::team(6, 49).lying(6, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[6], ..rolls_off(&[]) });
        play.verdict.clause == Clause::Tg5d1
            && play.game.points[..2] == [0, 0]
            && play.status(6) == Status::Eliminated
            && play.status(0) == Status::Active
            && play.game.shooter == 1
    }),
    ("TG-5d2-T1", || {
        let mut play = Play::team(6, 49);
        play.shoot(rolls_off(&[3, 4, 5]));
        is_5d2(&play, 3)
    }),
    ("TG-5d2-T2", || {
        let mut play = Play::team(6, 49);
        play.shoot(rolls_off(&[9]));
        is_5d2(&play, 1)
    }),
    ("TG-5d2-T3", || {
        let mut play = Play::team(6, 49).at(&[23, 4]);
        play.shoot(rolls_off(&[3, 4, 5]));
        let ending = play.game.ending();
        play.game.points[0] == 26
            && ending.is_some_and(|ending| ending.winner == 0 && ending.reason == Reason::Target)
            && play.verdict.clause == Clause::Tg5d2
    }),
    ("TG-5d3-T1", || {
        let mut play = Play::team(6, 49);
        play.shoot(stays(&[]));
        play.verdict.clause == Clause::Tg5d3
            && play.player(0).toley == super::on_ring([0.3, -0.2])
            && play.game.phase == Phase::TurnStart
            && play.game.shooter == 6
    }),
    ("TG-5d3-T2", || {
        let mut play = Play::team(6, 49).lying(1, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[1], ..rolls_off(&[]) });
        play.status(1) == Status::Eliminated && play.has(Clause::Tg5d3, What::Eliminated)
    }),
    ("TG-5d3-T3", || {
        let mut play = Play::team(1, 49);
        play.shoot(stays(&[]));
        play.shoot(Shot { toleys_at: &[(0, [0.3, 0.0])], ..rolls_off(&[]) });
        play.game.shooter == 0 && play.player(0).toley == super::on_ring([0.3, 0.0])
    }),
    ("TG-5d3-T4", || {
        let mut play = Play::team(6, 49).lying(6, [0.8, 0.0]).with(|rules| rules.eliminate_on_knockoff = false);
        play.shoot(Shot { toleys_off: &[6], ..rolls_off(&[]) });
        play.status(6) == Status::Active && play.is_in_hand(6)
    }),
    ("TG-5d4-T1", || {
        let mut play = Play::team(6, 49);
        play.shoot(stays(&[1, 2]));
        play.game.points[0] == 2
            && play.verdict.clause == Clause::Tg5d4
            && play.game.shooter == 0
            && play.game.phase == Phase::Placement
            && play.player(0).toley == super::on_ring([0.3, -0.2])
    }),
    ("TG-5d4-T2", || {
        let mut play = Play::team(6, 49).lying(6, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[6], ..stays(&[]) });
        play.game.points[..2] == [0, 0]
            && play.status(6) == Status::Eliminated
            && play.game.shooter == 0
            && play.game.phase == Phase::Placement
    }),
    ("TG-5d4-T3", || {
        let none = |rules: &mut tolley_tinsley_green::laws::Rules| rules.toley_knock_continues = KnockContinues::None;
        let mut play = Play::team(6, 49).lying(6, [0.8, 0.0]).with(none);
        play.shoot(Shot { toleys_off: &[6], ..stays(&[]) });
        play.game.shooter == 1 && !play.is_in_hand(0) && play.verdict.clause == Clause::Tg5d3
    }),
    ("TG-5d4-T4", || {
        let mut play = Play::team(6, 49);
        for marble in 0..4 {
            play.shoot(stays(&[marble]));
        }
        let points_of_break = play.game.break_points;
        play.shoot(rolls_off(&[]));
        points_of_break == 4 && play.game.points[0] == 4 && play.game.shooter == 6 && play.game.turn == 1
    }),
];

fn count_off(play: &Play) -> u32 {
    play.game.marbles.len() as u32 - play.game.marbles_on()
}

fn is_5d1(play: &Play) -> bool {
    play.verdict.clause == Clause::Tg5d1
        && play.game.points[..2] == [0, 0]
        && play.is_in_hand(0)
        && play.status(0) == Status::Active
        && play.game.shooter == 6
}

fn is_5d2(play: &Play, points: u32) -> bool {
    play.verdict.clause == Clause::Tg5d2
        && play.game.points[..2] == [points, 0]
        && play.is_in_hand(0)
        && play.game.shooter == 6
}

#[test]
fn the_cases_of_the_shot_hold() {
    play_all(CASES);
}

#[test]
fn a_team_mate_knocked_off_earns_a_shot_and_is_out_unless_the_keys_say_otherwise() {
    let mate_off = Shot { toleys_off: &[1], ..stays(&[]) };
    let mut literal = Play::team(6, 49).lying(1, [0.8, 0.0]);
    literal.shoot(mate_off);
    assert_eq!((literal.game.shooter, literal.status(1)), (0, Status::Eliminated));

    let opponents = |rules: &mut tolley_tinsley_green::laws::Rules| {
        (rules.toley_knock_continues, rules.eliminated_by) =
            (KnockContinues::OpponentsOnly, EliminatedBy::OpponentsOnly);
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
    let mut play = Play::team(6, 49).with(|rules| rules.max_shots_per_break = 3);
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
