//! The cases of TG-9 and TG-10: matches of teams.

use glam::DVec2;
use tolley_experiment::random::{Purpose, Streams};
use tolley_tinsley_green::keys::balls::Marble;
use tolley_tinsley_green::keys::rack::Rack;
use tolley_tinsley_green::laws::choices::{
    Choice, EliminationGap, EndOnTarget, FirstPlay, MatchKind, MatchWin, OrderPolicy, Target,
};
use tolley_tinsley_green::laws::rules::Format;
use tolley_tinsley_green::laws::{
    Clause, Coming, Ending, Fixture, Form, Game, Laws, Log, MOST_PLAYERS, Match, Outcome, Phase, Reason, TurnCalls,
    What,
};
use tolley_tinsley_green::matches::first_play::fall;
use tolley_tinsley_green::matches::roster::arrange;
use tolley_tinsley_green::matches::{MatchKeys, chance};
use tolley_tinsley_green::shot::rack::RackSites;

use super::{Play, TOLEY, assert_refused, rack, rolls_off, stays};
use crate::cases::cases;

cases! {
    "TG-9a-T1" the_most_games_win {
        let (laws, mut current) = of_games(3);
        play_games(&laws, &mut current, &[(0, [25, 20]), (1, [3, 25]), (0, [25, 24])]);
        assert_eq!((outcome(&laws, &current), &current.games_won[..2]), (won(0), &[2, 1][..]));
    }
    "TG-9a-T2" level_in_games_the_most_points_win {
        let (laws, mut current) = of_games(2);
        play_games(&laws, &mut current, &[(0, [25, 15]), (1, [19, 25])]);
        assert_eq!((outcome(&laws, &current), &current.points[..2]), (won(0), &[44, 40][..]));
    }
    "TG-9b-T1" the_order_holds_for_the_whole_game {
        let (laws, mut current) = of_games(2);
        begin(&laws, &mut current);
        let refused = current.set_order(0, &[5, 4, 3, 2, 1, 0]).map_err(|refusal| refusal.clause);
        assert_eq!(refused, Err(Clause::Tg9b));
        assert_eq!(current.order(0), [0, 1, 2, 3, 4, 5]);
    }
    "TG-9b-T2" between_games_it_may_change {
        let (laws, mut current) = of_games(2);
        let game = begin(&laws, &mut current);
        current.finish(&laws, &won_by(game, 0, |_| {}));
        assert_eq!(current.set_order(0, &[5, 4, 3, 2, 1, 0]), Ok(()));
        assert_eq!(begin(&laws, &mut current).slots[..4], [5, 6, 4, 7]);
        assert!(current.set_order(1, &[6, 7]).is_err());
    }
    "TG-9b-T3" the_scorer_is_told_of_every_break {
        let mut play = Play::team(6, 49);
        for (turn, off) in [&[0, 1][..], &[2], &[], &[3, 4, 5]].into_iter().enumerate() {
            play.shoot(stays(off));
            play.shoot(rolls_off(&[10 + turn as u8]));
        }
        assert_eq!((play.game.told, play.points()), (play.game.points, [7, 3]));
    }
    "TG-9c-T1" the_teams_alternate {
        assert_eq!(Play::team(6, 49).turns(13), [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 0]);
    }
    "TG-9c-T2" the_slot_of_who_is_out_is_passed_over {
        assert_eq!(Play::team(6, 49).out(1).turns(4), [0, 6, 7, 2]);
    }
    "TG-9c-T3" or_the_next_of_his_side_takes_it {
        let mut play = Play::team(6, 49).out(1).with(keep_alternating);
        assert_eq!(play.turns(13), [0, 6, 2, 7, 3, 8, 4, 9, 5, 10, 0, 11, 2]);
    }
    "TG-9d-T1" the_third_warning_loses_the_match {
        let mut play = Play::team(6, 49).at(&[24, 4]);
        play.turns(1);
        play.game.warnings[0] = 2;
        play.start_with(TurnCalls { warned: Some(0), substitution: None });
        let lost = Ending { reason: Reason::Disqualified, winner: Some(1), level: 0 };
        assert_eq!(play.game.ending(), Some(lost));
        let (laws, mut current) = of_games(1);
        begin(&laws, &mut current);
        current.finish(&laws, &play.game);
        let outcome = outcome(&laws, &current);
        assert_eq!(outcome, Some(Outcome { winner: Some(1), by_disqualification: true }));
    }
    "TG-9d-T2" warnings_are_counted_over_the_match {
        let (laws, mut current) = of_games(3);
        for _ in 0..2 {
            let game = begin(&laws, &mut current);
            current.finish(&laws, &won_by(game, 0, |game| game.warnings[1] += 1));
        }
        assert_eq!((current.warnings[1], begin(&laws, &mut current).warnings[1]), (2, 2));
    }
    "TG-9d-T3" benches_nearer_than_3_m_are_refused {
        assert_refused("match.bench_distance_m", "TG-9d", |laws| laws.format.bench_distance_m = 2.5);
    }
    "TG-9e-T1" forty_nine_lie_close_packed {
        let centres = lattice(49, 0.0);
        let reach_m = centres.iter().map(|at| at.length() + 0.00635).fold(0.0, f64::max);
        assert_eq!(centres.len(), 49);
        assert!((0.0515..0.0522).contains(&reach_m), "{reach_m}");
        assert!(least_distance_m(&centres) > 0.0127 - 1e-12);
    }
    "TG-9e-T2" thirteen_and_thirty_seven_fill_whole_shells {
        for count in [13, 37] {
            let [less_m, reach_m, more_m] = [count - 1, count, count + 1].map(farthest_m);
            // one marble more lies further out, one less as far
            assert!(more_m > reach_m + 1e-6 && (less_m - reach_m).abs() < 1e-12, "{less_m} {reach_m} {more_m}");
        }
    }
    "TG-9e-T3" a_turned_rack_is_the_same_rack {
        let (fixed, turned) = (lattice(49, 0.0), lattice(49, core::f64::consts::PI / 6.0));
        let turn = DVec2::from_angle(core::f64::consts::PI / 6.0);
        for (i, (a, b)) in fixed.iter().zip(&turned).enumerate() {
            assert!(turn.rotate(*a).distance(*b) < 1e-12, "marble {i}");
        }
        assert!((least_distance_m(&fixed) - least_distance_m(&turned)).abs() < 1e-12);
    }
    "TG-9e-T4" it_keeps_the_turn_by_sixty_degrees {
        let (centres, turn) = (lattice(49, 0.0), DVec2::from_angle(core::f64::consts::PI / 3.0));
        for &at in &centres {
            assert!(centres.iter().any(|other| other.distance(turn.rotate(at)) < 1e-12), "{at}");
        }
    }
    "TG-9f-T1" of_equal_hands_either_may_choose {
        // half a percent is more than three standard errors of 10^5 games
        let share = first_share(1.0, 100_000);
        assert!((share - 0.5).abs() < 0.005, "{share}");
    }
    "TG-9f-T2" the_surer_hand_chooses_more_often {
        // (2 / pi) atan(40 / 10) = 0.844; the standard error is 0.0011
        let share = first_share(4.0, 100_000);
        assert!((share - 0.844_042).abs() < 0.005, "{share}");
    }
    "TG-9f-T3" who_declines_plays_second {
        let (laws, mut current) = of_format(Format { first_choice: Choice::Second, ..Format::default() });
        assert_eq!(begin(&laws, &mut current).slots[..3], [6, 0, 7]);
    }
    "TG-9g-T1" twenty_five_points_win_at_once {
        let mut play = Play::team(6, 49).at(&[24, 24]);
        play.shoot(stays(&[3]));
        assert_eq!((play.winner(), play.points()), (Some(0), [25, 24]));
        assert!(play.has(Clause::Tg9g, What::TargetReached));
    }
    "TG-9g-T2" a_shot_may_bring_more {
        let mut play = Play::team(6, 49).at(&[24, 24]);
        play.shoot(stays(&[3, 4]));
        assert_eq!((play.winner(), play.game.points[0]), (Some(0), 26));
    }
    "TG-9g-T3" more_than_half_of_another_rack_wins {
        let mut laws = Laws::default();
        (laws.rack.count, laws.format.target) = (37, Target::Auto);
        assert_eq!(laws.target_of(Form::Team), 19);
    }
    "TG-9g-T4" or_the_break_is_played_out {
        let on_break = |laws: &mut Laws| laws.format.end_on_target = EndOnTarget::Break;
        let mut play = Play::team(6, 49).at(&[24, 24]).with(on_break);
        play.shoot(stays(&[3]));
        assert_eq!((play.goes_on(), play.game.shooter, play.game.reached), (true, 0, Some(0)));
        play.shoot(stays(&[4, 5]));
        play.shoot(rolls_off(&[]));
        assert_eq!((play.winner(), play.points()), (Some(0), [27, 24]));
    }
    "TG-10-T1" only_who_is_picked_differs {
        let [club, international] = [MatchKind::Club, MatchKind::International].map(|kind| {
            let (laws, mut current) = of_format(Format { kind, ..Format::default() });
            (current.log.value(Clause::Tg10, What::Picked), begin(&laws, &mut current))
        });
        assert_eq!((club.0, international.0), (Some(0.0), Some(1.0)));
        assert_eq!(club.1, international.1);
    }
}

fn keep_alternating(laws: &mut Laws) {
    laws.format.elimination_gap = EliminationGap::KeepAlternating;
}

/// A match of this format.
pub fn of_format(format: Format) -> (Laws, Match) {
    let laws = Laws { format, ..Laws::default() };
    (laws, Match::new(&laws, &[TOLEY; MOST_PLAYERS], 0))
}

/// A match of teams of six over some games, in which the first side always has the choice.
pub fn of_games(game_count: u32) -> (Laws, Match) {
    of_format(Format { game_count, ..Format::default() })
}

/// Begins the coming game; numbers decide who is first.
pub fn begin(laws: &Laws, current: &mut Match) -> Game {
    begin_as(laws, current, f64::from)
}

/// Begins the coming game with these drops.
pub fn begin_as(laws: &Laws, current: &mut Match, drop: impl Fn(u8) -> f64) -> Game {
    let fixture = fixture(laws, current);
    let drops = std::array::from_fn(|i| drop(i as u8));
    current.begin(laws, &fixture, &drops, rack(fixture.rack as usize))
}

/// The coming game.
#[track_caller]
pub fn fixture(laws: &Laws, current: &Match) -> Fixture {
    match current.coming(laws) {
        Coming::Game(fixture) => fixture,
        Coming::Over(outcome) => panic!("a game is expected, got {outcome:?}"),
    }
}

/// How the match has ended, if it is over.
pub fn outcome(laws: &Laws, current: &Match) -> Option<Outcome> {
    match current.coming(laws) {
        Coming::Over(outcome) => Some(outcome),
        Coming::Game(_) => None,
    }
}

/// A match that a side has won by playing.
pub fn won(side: u8) -> Option<Outcome> {
    Some(Outcome { winner: Some(side), by_disqualification: false })
}

/// A match that nobody has won.
pub const DRAWN: Option<Outcome> = Some(Outcome { winner: None, by_disqualification: false });

/// A game as a side's win, with something else changed.
pub fn won_by(mut game: Game, winner: u8, change: impl FnOnce(&mut Game)) -> Game {
    change(&mut game);
    game.phase = Phase::Ended(Ending { reason: Reason::Target, winner: Some(winner), level: 0 });
    game
}

/// Plays games with these winners and points.
fn play_games(laws: &Laws, current: &mut Match, games: &[(u8, [u32; 2])]) {
    for (winner, points) in games {
        let game = begin(laws, current);
        let scored = |game: &mut Game| game.points[..2].copy_from_slice(points);
        current.finish(laws, &won_by(game, *winner, scored));
    }
}

/// Share of games in which the first of two droppers has the choice, the other's deviation being so much more.
fn first_share(ratio: f64, games: u64) -> f64 {
    let format = Format { nose_drop_sd_m: 0.010, nose_drop_sd_ratio: ratio, ..Format::default() };
    assert_eq!(format.first_play, FirstPlay::NoseDrop);
    let (laws, keys) = (Laws { format, ..Laws::default() }, MatchKeys { format, ..MatchKeys::default() });
    let first = |repeat: &u64| {
        let streams = Streams::new(9, *repeat, None);
        let drops = chance::drops(&laws, 1 | 1 << 6, &streams, &mut Log::default(), |_, ratio, streams| {
            fall(&keys, &keys.surface.mean(), TOLEY, ratio, streams)
        });
        drops.is_ok_and(|drops| drops[0] < drops[6])
    };
    (0..games).filter(first).count() as f64 / games as f64
}

fn lattice(count: u32, phase_rad: f64) -> Vec<DVec2> {
    let sites = RackSites::new(&Rack { count, gap_mean_m: 0.0, phase_rad, ..Rack::default() }, &Marble::default());
    let mut draw = sites.buffers();
    sites.draw(&Streams::new(1, 0, None), &mut draw);
    draw.centres_m
}

fn farthest_m(count: u32) -> f64 {
    lattice(count, 0.0).iter().map(|at| at.length()).fold(0.0, f64::max)
}

fn least_distance_m(centres: &[DVec2]) -> f64 {
    let from = |(i, a): (usize, &DVec2)| centres[i + 1..].iter().map(|b| a.distance(*b)).fold(f64::INFINITY, f64::min);
    centres.iter().enumerate().map(from).fold(f64::INFINITY, f64::min)
}

#[test]
fn level_matches_go_to_the_captains() {
    let (laws, mut level) = of_games(2);
    play_games(&laws, &mut level, &[(0, [25, 20]), (1, [20, 25])]);
    let Fixture { form, players, rack, target, .. } = fixture(&laws, &level);
    assert_eq!((form, players, rack, target), (Form::TieBreak, 1 | 1 << 6, 13, 7));
    let game = begin_as(&laws, &mut level, |i| if i == 6 { 0.0 } else { 1.0 });
    assert_eq!(game.slots, [6, 0]);
    level.finish(&laws, &won_by(game, 1, |game| game.points[..2].copy_from_slice(&[6, 7])));
    assert_eq!(outcome(&laws, &level), won(1));
    assert_eq!(level.points[..2], [45, 45], "a tie-break is not part of the points");
}

#[test]
fn by_total_points_games_tell_the_level_apart() {
    let format = Format { game_count: 3, win: MatchWin::TotalPoints, ..Format::default() };
    let (laws, mut by_points) = of_format(format);
    play_games(&laws, &mut by_points, &[(0, [25, 24]), (0, [25, 24]), (1, [3, 25])]);
    assert_eq!(outcome(&laws, &by_points), won(1));
    let (laws, mut level) = of_format(format);
    play_games(&laws, &mut level, &[(0, [25, 20]), (0, [25, 20]), (1, [15, 25])]);
    assert_eq!(outcome(&laws, &level), won(0));
}

#[test]
fn a_captain_orders_his_players_by_skill() {
    let error = |player: u8| [0.6, 2.0, 1.0, 0.3, 0.9, 1.5][usize::from(player)];
    let arranged = |order: OrderPolicy| {
        let mut players = [5, 0, 1, 4, 2, 3];
        arrange(order, &mut players, error, &mut Streams::new(1, 0, None).open(Purpose::named("order")));
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
