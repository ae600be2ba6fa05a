//! The cases of TG-X: what the document leaves open.

use glam::DVec3;
use tolley_experiment::random::{Purpose, Streams};
use tolley_tinsley_green::laws::{
    Clause, Form, Lie, Log, NOBODY, NobodyLeft, OffCriterion, OnWipeout, Reason, Rules, Status, What, is_off,
};

use super::{Case, MARBLE_RADIUS_M, Play, Shot, TOLEY, play_all, rolls_off, stays};

pub const CASES: &[Case] = &[
    ("TG-X1-T1", || !called_off(&Rules::literal(), 0.9144)),
    ("TG-X1-T2", || {
        let whole = Rules { off: OffCriterion::WholeBallPastEdge, ..Rules::literal() };
        !called_off(&whole, 0.9144 + 0.0060) && called_off(&whole, 0.9144 + 0.0064)
    }),
    ("TG-X1-T3", || {
        let whole = Rules { off: OffCriterion::WholeBallPastEdge, ..Rules::literal() };
        let mut stream = Streams::new(6, 0, None).open(Purpose::named("lies"));
        (0..10_000).all(|_| {
            let far_m = stream.uniform_in(0.89, 0.94);
            let between = far_m > 0.9144 && far_m <= 0.9144 + MARBLE_RADIUS_M;
            (called_off(&Rules::literal(), far_m) != called_off(&whole, far_m)) == between
        })
    }),
    ("TG-X2-T1", || {
        let mut play = Play::team(2, 49).out(2).out(3).at(&[20, 3]);
        let turns = play.turns(4);
        for marble in 0..5 {
            play.shoot(rolls_off(&[marble]));
        }
        turns == [0, 1, 0, 1] && play.winner() == Some(0)
    }),
    ("TG-X2-T2", || {
        let at_once = |rules: &mut Rules| rules.on_wipeout = OnWipeout::OpponentsWin;
        let mut play = Play::team(2, 49).out(2).lying(3, [0.8, 0.0]).at(&[1, 9]).with(at_once);
        play.shoot(Shot { toleys_off: &[3], ..stays(&[]) });
        play.winner() == Some(0)
            && play.game.ending().is_some_and(|ending| ending.reason == Reason::WipedOut)
            && play.has(Clause::TgX2, What::WipedOut)
    }),
    ("TG-X3-T1", || {
        let play = nobody_left([18, 16], NobodyLeft::Points);
        play.winner() == Some(0) && play.has(Clause::TgX3, What::NobodyLeft)
    }),
    ("TG-X3-T2", || {
        let level = nobody_left([18, 18], NobodyLeft::Points);
        let drawn = nobody_left([18, 18], NobodyLeft::Draw);
        let mut contest = super::team::contest(1);
        super::team::begin(&mut contest);
        contest.finish(&level.game, &mut Log::default());
        let tie_break = super::team::fixture(&contest);
        level.game.ending().is_some_and(|ending| ending.level == 0b11 && ending.winner == NOBODY)
            && tie_break.is_some_and(|fixture| fixture.form == Form::TieBreak)
            && drawn.game.ending().is_some_and(|ending| ending.level == 0 && ending.winner == NOBODY)
    }),
    ("TG-X4-T1", || {
        let mut play = Play::team(6, 49).at(&[1, 0]);
        let mut turns = 0;
        while play.game.ending().is_none() {
            play.shoot(rolls_off(&[]));
            turns += 1;
        }
        turns == 2000
            && play.game.ending().is_some_and(|ending| ending.is_truncated() && ending.winner == 0)
            && play.has(Clause::TgX4, What::CutShort)
    }),
    ("TG-X4-T2", || {
        let played = |shot_s| {
            let mut play = Play::team(6, 49).with(|rules| rules.shot_s = shot_s);
            play.turns(10);
            play.shoot(stays(&[1]));
            play.game
        };
        let (slow, mut fast) = (played(20.0), played(10.0));
        let clocks = (slow.clock_s, fast.clock_s);
        fast.clock_s = slow.clock_s;
        clocks == (11.0 * 20.0 + 100.0, 11.0 * 10.0 + 100.0) && slow == fast
    }),
    ("TG-X4-T3", || {
        let mut play = Play::team(6, 49).with(|rules| rules.time_limit_s = 600.0);
        play.turns(19);
        // 570 s have gone; a break of three shots goes beyond 600 s and is played to its end
        play.shoot(stays(&[0]));
        play.shoot(stays(&[1]));
        let goes_on = play.game.ending().is_none();
        play.shoot(rolls_off(&[]));
        let ending = play.game.ending();
        goes_on && ending.is_some_and(|ending| ending.reason == Reason::TimeLimit && ending.winner == 1)
    }),
    ("TG-X5-T1", || {
        let mut play = Play::team(6, 49).lying(0, [0.1, 0.1]);
        play.game.players[0].fouls = 2;
        play.shoot(Shot { foul: Some(Clause::Tg7a), ..stays(&[]) });
        play.status(0) == Status::Eliminated && play.is_in_hand(0)
    }),
];

fn called_off(rules: &Rules, far_m: f64) -> bool {
    is_off(rules, &Lie::at(DVec3::new(far_m, 0.0, MARBLE_RADIUS_M)), MARBLE_RADIUS_M, 0.0)
}

/// A game whose last player puts himself out by a third foul.
fn nobody_left(points: [u32; 2], rule: NobodyLeft) -> Play {
    let mut play = Play::team(1, 49).out(1).at(&points).with(|rules| rules.nobody_left = rule);
    play.game.players[0].fouls = 2;
    play.shoot(Shot { foul: Some(Clause::Tg7a), ..rolls_off(&[]) });
    play
}

#[test]
fn the_cases_of_what_is_left_open_hold() {
    play_all(CASES);
}

#[test]
fn a_disqualified_side_leaves_the_ring() {
    let mut play = Play::team(2, 49).lying(1, [0.5, 0.0]);
    play.turns(1);
    play.game.warnings[0] = 2;
    let blocked = Shot { blocked: Some(super::Ball::Marble(3)), blocker: Some(0), ..stays(&[3]) };
    play.shoot(blocked);
    assert_eq!((play.status(0), play.status(1)), (Status::Disqualified, Status::Disqualified));
    assert!(play.is_in_hand(1) && play.has(Clause::TgX5, What::InHand));
    assert_eq!(play.winner(), Some(1));
}

#[test]
fn the_guard_on_turns_draws_what_is_level() {
    let mut play = Play::individual(Form::TieBreak, 2, 13, 7).with(|rules| rules.max_turns_per_game = 6);
    play.turns(6);
    assert!(play.game.ending().is_some_and(|ending| (ending.winner, ending.level) == (NOBODY, 0)));
    assert_eq!(TOLEY.radius_m, 0.009525);
}

#[test]
fn when_the_clock_ends_a_level_game_there_is_a_tie_break() {
    let mut play = Play::team(6, 49).with(|rules| rules.time_limit_s = 60.0);
    play.turns(2);
    assert!(play.game.ending().is_some_and(|ending| (ending.winner, ending.level) == (NOBODY, 0b11)));
}
