//! The cases of TG-9 and TG-10: matches of teams.

use tolley_experiment::key::Value;
use tolley_experiment::random::{Purpose, Streams};
use tolley_tinsley_green::laws::{
    Clause, Coming, Contest, Ending, FirstPlay, Fixture, Form, Format, Game, Log, MOST_PLAYERS, MatchKind, MatchWin,
    OrderPolicy, Phase, Reason, Referee, Rules, TurnCalls, What,
};
use tolley_tinsley_green::rack::{Order, Packing, Rack};

use super::{Case, Play, TOLEY, play_all, rack, refused, rolls_off, stays};

pub const CASES: &[Case] = &[
    ("TG-9a-T1", || {
        let mut contest = contest(3);
        let winners = play_games(&mut contest, &[(0, [25, 20]), (1, [3, 25]), (0, [25, 24])]);
        winners == Some(0) && contest.games_won[..2] == [2, 1]
    }),
    ("TG-9a-T2", || {
        let mut contest = contest(2);
        play_games(&mut contest, &[(0, [25, 15]), (1, [19, 25])]) == Some(0) && contest.points[..2] == [44, 40]
    }),
    ("TG-9b-T1", || {
        let mut contest = contest(2);
        let _game = begin(&mut contest);
        let refusal = contest.set_order(0, &[5, 4, 3, 2, 1, 0]);
        refusal.is_err_and(|refusal| refusal.clause == Clause::Tg9b) && contest.order(0) == [0, 1, 2, 3, 4, 5]
    }),
    ("TG-9b-T2", || {
        let mut contest = contest(2);
        let game = begin(&mut contest);
        contest.finish(&won_by(game, 0, |_| {}), &mut Log::default());
        let changed = contest.set_order(0, &[5, 4, 3, 2, 1, 0]).is_ok();
        changed && begin(&mut contest).slots[..4] == [5, 6, 4, 7] && contest.set_order(1, &[6, 7]).is_err()
    }),
    ("TG-9b-T3", || {
        let mut play = Play::team(6, 49);
        for (turn, off) in [&[0, 1][..], &[2], &[], &[3, 4, 5]].into_iter().enumerate() {
            play.shoot(stays(off));
            play.shoot(rolls_off(&[10 + turn as u8]));
        }
        play.game.told == play.game.points && play.game.points[..2] == [7, 3]
    }),
    ("TG-9c-T1", || {
        let mut play = Play::team(6, 49);
        play.turns(13) == [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 0]
    }),
    ("TG-9c-T2", || Play::team(6, 49).out(1).turns(4) == [0, 6, 7, 2]),
    ("TG-9c-T3", || {
        let mut play = Play::team(6, 49).out(1).with(keep_alternating);
        play.turns(13) == [0, 6, 2, 7, 3, 8, 4, 9, 5, 10, 0, 11, 2]
    }),
    ("TG-9d-T1", || {
        let mut play = Play::team(6, 49).at(&[24, 4]);
        play.turns(1);
        play.game.warnings[0] = 2;
        play.start_with(TurnCalls { warned: Some(0), substitution: None });
        let ending = play.game.ending();
        let mut contest = contest(1);
        begin(&mut contest);
        contest.finish(&play.game, &mut Log::default());
        ending == Some(Ending { reason: Reason::Disqualified, winner: 1, level: 0 }) && outcome(&contest) == Some(1)
    }),
    ("TG-9d-T2", || {
        let mut contest = contest(3);
        for _ in 0..2 {
            let game = begin(&mut contest);
            let warned = |game: &mut Game| game.warnings[1] += 1;
            contest.finish(&won_by(game, 0, warned), &mut Log::default());
        }
        contest.warnings[1] == 2 && begin(&mut contest).warnings[1] == 2
    }),
    ("TG-9d-T3", || refused(&[("match.bench_distance_m", Value::Number(2.5))])[0].1.contains("TG-9d")),
    ("TG-9e-T1", || {
        let centres = lattice(49, 0.0);
        let reach_m = centres.iter().map(|at| at.length() + 0.00635).fold(0.0, f64::max);
        let (rings, apart) = (reach_m < 0.0522 && reach_m > 0.0515, least_distance_m(&centres));
        centres.len() == 49 && rings && apart > 0.0127 - 1e-12
    }),
    ("TG-9e-T2", || {
        [13, 37].into_iter().all(|count| {
            let reach_m = farthest_m(count);
            // one marble more lies further out, one less as far
            farthest_m(count + 1) > reach_m + 1e-6 && (farthest_m(count - 1) - reach_m).abs() < 1e-12
        })
    }),
    ("TG-9e-T3", || {
        let (fixed, turned) = (lattice(49, 0.0), lattice(49, core::f64::consts::PI / 6.0));
        let turn = glam::DVec2::from_angle(core::f64::consts::PI / 6.0);
        fixed.iter().zip(&turned).all(|(a, b)| turn.rotate(*a).distance(*b) < 1e-12)
            && (least_distance_m(&fixed) - least_distance_m(&turned)).abs() < 1e-12
    }),
    ("TG-9e-T4", || {
        let (centres, turn) = (lattice(49, 0.0), glam::DVec2::from_angle(core::f64::consts::PI / 3.0));
        centres.iter().all(|&at| centres.iter().any(|other| other.distance(turn.rotate(at)) < 1e-12))
    }),
    ("TG-9f-T1", || {
        // half a percent is more than three standard errors of 10^5 games
        let share = first_share(1.0, 100_000);
        (share - 0.5).abs() < 0.005
    }),
    ("TG-9f-T2", || {
        // (2 / pi) atan(40 / 10) = 0.844; the standard error is 0.0011
        (first_share(4.0, 100_000) - 0.844_042).abs() < 0.005
    }),
    ("TG-9f-T3", || {
        let format =
            Format { first_choice: tolley_tinsley_green::laws::Choice::Second, ..Format::literal(MatchKind::Club) };
        let mut contest = Contest::new(format, &[TOLEY; 12]);
        begin(&mut contest).slots[..3] == [6, 0, 7]
    }),
    ("TG-9g-T1", || {
        let mut play = Play::team(6, 49).at(&[24, 24]);
        play.shoot(stays(&[3]));
        play.winner() == Some(0) && play.game.points[..2] == [25, 24] && play.has(Clause::Tg9g, What::TargetReached)
    }),
    ("TG-9g-T2", || {
        let mut play = Play::team(6, 49).at(&[24, 24]);
        play.shoot(stays(&[3, 4]));
        play.winner() == Some(0) && play.game.points[0] == 26
    }),
    ("TG-9g-T3", || {
        let format = Format { rack: 37, target: None, ..Format::literal(MatchKind::Club) };
        format.target_of(Form::Team) == 19
    }),
    ("TG-9g-T4", || {
        let on_break = |rules: &mut Rules| rules.end_on_target = tolley_tinsley_green::laws::EndOnTarget::Break;
        let mut play = Play::team(6, 49).at(&[24, 24]).with(on_break);
        play.shoot(stays(&[3]));
        let goes_on = play.winner().is_none() && play.game.shooter == 0 && play.game.reached == 0;
        play.shoot(stays(&[4, 5]));
        play.shoot(rolls_off(&[]));
        goes_on && play.winner() == Some(0) && play.game.points[..2] == [27, 24]
    }),
    ("TG-10-T1", || {
        // the same game, but for who is picked
        let games = [MatchKind::Club, MatchKind::International].map(|kind| {
            let mut contest = Contest::new(Format::literal(kind), &[TOLEY; 12]);
            let mut log = Log::default();
            contest.open(0, &mut log);
            let picked = log.value(Clause::Tg10, What::Picked);
            (begin(&mut contest), picked)
        });
        games[0].0 == games[1].0 && (games[0].1, games[1].1) == (Some(0.0), Some(1.0))
    }),
];

fn keep_alternating(rules: &mut Rules) {
    rules.elimination_gap = tolley_tinsley_green::laws::EliminationGap::KeepAlternating;
}

/// A match of teams of six over some games, in which the first side always has the choice.
pub fn contest(games: u32) -> Contest {
    Contest::new(Format { games, ..Format::literal(MatchKind::Club) }, &[TOLEY; 12])
}

/// Begins the coming game; numbers decide who is first.
pub fn begin(contest: &mut Contest) -> Game {
    begin_as(contest, f64::from)
}

/// Begins the coming game with these drops.
pub fn begin_as(contest: &mut Contest, drop: impl Fn(u8) -> f64) -> Game {
    let fixture = fixture(contest).expect("a game to play");
    let mut drops = [f64::INFINITY; MOST_PLAYERS];
    (0..MOST_PLAYERS as u8).for_each(|i| drops[usize::from(i)] = drop(i));
    contest.begin(&Rules::literal(), &fixture, &drops, rack(fixture.rack as usize), &mut Log::default())
}

/// The coming game.
pub fn fixture(contest: &Contest) -> Option<Fixture> {
    match contest.coming() {
        Coming::Game(fixture) => Some(fixture),
        Coming::Over(_) => None,
    }
}

/// Who has won the match, if it is over.
pub fn outcome(contest: &Contest) -> Option<u8> {
    match contest.coming() {
        Coming::Over(outcome) => Some(outcome.winner),
        Coming::Game(_) => None,
    }
}

/// A game as a side's win, with something else changed.
pub fn won_by(mut game: Game, winner: u8, change: impl FnOnce(&mut Game)) -> Game {
    change(&mut game);
    game.phase = Phase::Ended(Ending { reason: Reason::Target, winner, level: 0 });
    game
}

/// Plays games with these winners and points; who has won the match.
fn play_games(contest: &mut Contest, games: &[(u8, [u32; 2])]) -> Option<u8> {
    for (winner, points) in games {
        let game = begin(contest);
        let scored = |game: &mut Game| game.points[..2].copy_from_slice(points);
        contest.finish(&won_by(game, *winner, scored), &mut Log::default());
    }
    outcome(contest)
}

/// Share of games in which the first of two droppers has the choice, the other's deviation being so much more.
fn first_share(ratio: f64, games: u64) -> f64 {
    let referee = Referee { nose_drop_sd_m: 0.010, nose_drop_sd_ratio: ratio, ..Referee::literal() };
    let first = |repeat: &u64| {
        let streams = Streams::new(9, *repeat, None);
        let drops = referee.drops(FirstPlay::NoseDrop, 1 | 1 << 6, &streams, &mut Log::default());
        drops[0] < drops[6]
    };
    (0..games).filter(first).count() as f64 / games as f64
}

fn lattice(count: usize, phase_rad: f64) -> Vec<glam::DVec2> {
    let order = Order {
        count,
        packing: Packing::NearestShell,
        diameter_m: 0.0127,
        diameter_sd_m: 0.0,
        gap_mean_m: 0.0,
        phase_rad: Some(phase_rad),
    };
    let rack = Rack::new(order);
    let mut laid = rack.buffers();
    rack.draw(&Streams::new(1, 0, None), &mut laid);
    laid.centres_m
}

fn farthest_m(count: usize) -> f64 {
    lattice(count, 0.0).iter().map(|at| at.length()).fold(0.0, f64::max)
}

fn least_distance_m(centres: &[glam::DVec2]) -> f64 {
    let from =
        |(i, a): (usize, &glam::DVec2)| centres[i + 1..].iter().map(|b| a.distance(*b)).fold(f64::INFINITY, f64::min);
    centres.iter().enumerate().map(from).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_cases_of_teams_hold() {
    play_all(CASES);
}

#[test]
fn level_matches_go_to_the_captains() {
    let mut level = contest(2);
    assert_eq!(play_games(&mut level, &[(0, [25, 20]), (1, [20, 25])]), None);
    let fixture = fixture(&level).expect("a tie-break");
    assert_eq!((fixture.form, fixture.players, fixture.rack, fixture.target), (Form::TieBreak, 1 | 1 << 6, 13, 7));
    let game = begin_as(&mut level, |i| if i == 6 { 0.0 } else { 1.0 });
    assert_eq!(game.slots, [6, 0]);
    level.finish(&won_by(game, 1, |game| game.points[..2].copy_from_slice(&[6, 7])), &mut Log::default());
    assert_eq!(outcome(&level), Some(1));
    assert_eq!(level.points[..2], [45, 45], "a tie-break is not part of the points");
}

#[test]
fn by_total_points_games_tell_the_level_apart() {
    let format = Format { games: 3, win: MatchWin::TotalPoints, ..Format::literal(MatchKind::Club) };
    let mut by_points = Contest::new(format, &[TOLEY; 12]);
    assert_eq!(play_games(&mut by_points, &[(0, [25, 24]), (0, [25, 24]), (1, [3, 25])]), Some(1));
    let mut level = Contest::new(format, &[TOLEY; 12]);
    assert_eq!(play_games(&mut level, &[(0, [25, 20]), (0, [25, 20]), (1, [15, 25])]), Some(0));
}

#[test]
fn a_captain_orders_his_players_by_skill() {
    let error = |player: u8| [0.6, 2.0, 1.0, 0.3, 0.9, 1.5][usize::from(player)];
    let arranged = |policy: OrderPolicy| {
        let mut players = [5, 0, 1, 4, 2, 3];
        policy.arrange(&mut players, error, &mut Streams::new(1, 0, None).open(Purpose::named("order")));
        players
    };
    assert_eq!(arranged(OrderPolicy::Given), [0, 1, 2, 3, 4, 5]);
    assert_eq!(arranged(OrderPolicy::BestFirst), [3, 0, 4, 2, 5, 1]);
    assert_eq!(arranged(OrderPolicy::BestLast), [1, 5, 2, 4, 0, 3]);
    let mut drawn = arranged(OrderPolicy::Random);
    drawn.sort_unstable();
    assert_eq!(drawn, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_side_of_one_plays_for_all_whose_slots_are_skipped() {
    let mut play = Play::team(2, 49).out(0).out(3);
    play.game.shooter = 2;
    play.game.slot = 1;
    assert_eq!(play.turns(4), [2, 1, 2, 1]);
    let mut alone = Play::team(2, 49).out(2).out(3).with(keep_alternating);
    assert_eq!(alone.turns(3), [0, 1, 0]);
}
