//! The cases of TG-11, TG-12 and TG-13: individual matches, tie-breaks, challenges, the Board and its changes.

use tolley_experiment::key::Value;
use tolley_tinsley_green::laws::{
    Choice, Clause, Contest, Ending, Form, Format, Game, Log, MatchKind, NOBODY, Phase, Reason, What,
};

use super::team::{begin_as, fixture, outcome, won_by};
use super::{Case, Play, TOLEY, params, play_all, point, refused, rolls_off, stays};

pub const CASES: &[Case] = &[
    ("TG-11a-T1", || {
        let mut three = match_of(3);
        begin_as(&mut three, |i| [5.0, 20.0, 11.0].get(usize::from(i)).copied().unwrap_or(0.0)).slots == [0, 2, 1]
    }),
    ("TG-11a-T2", || {
        let one = refused(&[("match.kind", Value::Choice("individual")), ("match.player_count", Value::Count(1))]);
        one[0].0 == "match.player_count" && one[0].1.contains("TG-11a")
    }),
    ("TG-11b-T1", || rack_of(9) == 37),
    ("TG-11b-T2", || rack_of(3) == 25),
    ("TG-11b-T3", || (rack_of(6), rack_of(7)) == (25, 29)),
    ("TG-11c-T1", || {
        let mut play = individual(3, 25).at(&[12, 3, 4]);
        play.shoot(stays(&[0]));
        play.winner() == Some(0) && play.has(Clause::Tg11c, What::TargetReached)
    }),
    ("TG-11c-T2", || {
        let mut play = individual(9, 37).at(&[17]);
        play.shoot(stays(&[0]));
        play.game.points[0] == 18 && play.winner().is_none()
    }),
    ("TG-11c-T3", || {
        let mut play = individual(3, 25).at(&[9, 9, 6]);
        play.game.marbles[1..].iter_mut().for_each(|marble| marble.is_on = false);
        play.shoot(rolls_off(&[0]));
        play.game.ending() == Some(Ending { reason: Reason::AllGone, winner: 0, level: 0 })
    }),
    ("TG-11d-T1", || {
        let mut three = match_of(3);
        finish(&mut three, &[9, 9, 7]);
        let fixture = fixture(&three);
        fixture.is_some_and(|fixture| {
            (fixture.form, fixture.players, fixture.droppers) == (Form::TieBreak, 0b011, 0b011)
                && (fixture.rack, fixture.target) == (13, 7)
        }) && begin(&mut three).slots == [0, 1]
    }),
    ("TG-11d-T2", || {
        let mut play = Play::individual(Form::TieBreak, 2, 13, 7).at(&[6, 4]);
        play.shoot(stays(&[0]));
        play.winner() == Some(0) && play.has(Clause::Tg11d, What::TargetReached)
    }),
    ("TG-11d-T3", || {
        let mut three = match_of(3);
        finish(&mut three, &[8, 8, 8]);
        let tie_break = begin(&mut three);
        tie_break.slots == [0, 1, 2] && {
            three.finish(&all_gone(tie_break, &[4, 5, 4]), &mut Log::default());
            outcome(&three) == Some(1)
        }
    }),
    ("TG-11e-T1", || {
        let format = params(&[("match.kind", Value::Choice("challenge"))]).format;
        let contest = Contest::new(format, &[TOLEY; 2]);
        fixture(&contest).is_some_and(|fixture| {
            (fixture.form, fixture.players, fixture.rack, fixture.target) == (Form::Challenge, 0b11, 13, 7)
        })
    }),
    ("TG-12-T1", || {
        let mut contest = match_of(4);
        let untouched = contest.clone();
        let mut log = Log::default();
        contest.open(0, &mut log);
        contest == untouched && log.has(Clause::Tg12, What::Board) && begin(&mut contest) == begin(&mut match_of(4))
    }),
    ("TG-13-T1", || {
        let changed = [("fouls.limit_count", Value::Count(5))];
        let listed = tolley_tinsley_green::laws::amended(&point(&changed));
        params(&[]).amendments == 0 && params(&changed).amendments == 1 && listed == ["fouls.limit_count"]
    }),
];

fn match_of(players: u32) -> Contest {
    Contest::new(Format { players, ..Format::literal(MatchKind::Individual) }, &[TOLEY; 12])
}

fn rack_of(players: u32) -> u32 {
    fixture(&match_of(players)).expect("a game").rack
}

fn begin(contest: &mut Contest) -> Game {
    begin_as(contest, f64::from)
}

fn individual(players: u8, marbles: u32) -> Play {
    Play::individual(Form::Individual, players, marbles as usize, marbles / 2 + 1)
}

/// The game with all marbles gone and nobody at the target.
fn all_gone(mut game: Game, points: &[u32]) -> Game {
    game.points[..points.len()].copy_from_slice(points);
    let best = points.iter().copied().max().unwrap_or(0);
    let level = points.iter().enumerate().filter(|(_, points)| **points == best);
    let level = level.fold(0_u16, |bits, (side, _)| bits | 1 << side);
    let (winner, level) = if level.count_ones() == 1 { (level.trailing_zeros() as u8, 0) } else { (NOBODY, level) };
    game.phase = Phase::Ended(Ending { reason: Reason::AllGone, winner, level });
    game
}

/// Plays the coming game until all marbles are gone.
fn finish(contest: &mut Contest, points: &[u32]) {
    let game = all_gone(begin(contest), points);
    contest.finish(&game, &mut Log::default());
}

#[test]
fn the_cases_of_individuals_hold() {
    play_all(CASES);
}

#[test]
fn a_level_game_with_all_marbles_gone_is_found_by_the_laws() {
    let mut play = individual(3, 25).at(&[8, 9, 7]);
    play.game.marbles[1..].iter_mut().for_each(|marble| marble.is_on = false);
    play.shoot(rolls_off(&[0]));
    assert_eq!(play.game.ending(), Some(Ending { reason: Reason::AllGone, winner: NOBODY, level: 0b011 }));
}

#[test]
fn ties_that_go_on_end_in_a_draw() {
    let mut two = Contest::new(Format { tie_breaks_most: 3, ..Format::literal(MatchKind::Challenge) }, &[TOLEY; 2]);
    for _ in 0..4 {
        let game = begin(&mut two);
        two.finish(&all_gone(game, &[6, 6]), &mut Log::default());
    }
    assert_eq!(outcome(&two), Some(NOBODY));
}

#[test]
fn fouls_start_anew_in_a_tie_break_and_the_others_stay_away() {
    let mut three = match_of(3);
    let mut game = begin(&mut three);
    game.players[0].fouls = 2;
    three.finish(&all_gone(game, &[9, 9, 7]), &mut Log::default());
    let tie_break = begin(&mut three);
    assert_eq!(tie_break.players[0].fouls, 0);
    assert_eq!(tie_break.players[2].status, tolley_tinsley_green::laws::Status::Absent);
    let won = won_by(tie_break, 1, |_| {});
    three.finish(&won, &mut Log::default());
    assert_eq!(outcome(&three), Some(1));
}

#[test]
fn the_nearest_who_declines_plays_last_and_the_rest_by_nearness() {
    let format = Format { players: 3, first_choice: Choice::Second, ..Format::literal(MatchKind::Individual) };
    let mut three = Contest::new(format, &[TOLEY; 12]);
    let drop = |i: u8| [5.0, 20.0, 11.0].get(usize::from(i)).copied().unwrap_or(0.0);
    assert_eq!(begin_as(&mut three, drop).slots, [2, 1, 0]);
}
