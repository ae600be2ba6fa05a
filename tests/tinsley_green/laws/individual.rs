//! The cases of TG-11, TG-12 and TG-13: individual matches, tie-breaks, challenges, the Board and its changes.

use tolley_tinsley_green::keys::player::PositionLimits;
use tolley_tinsley_green::keys::rack::Packing;
use tolley_tinsley_green::laws::amendments::amended;
use tolley_tinsley_green::laws::choices::{Choice, MatchKind, OrderPolicy};
use tolley_tinsley_green::laws::rules::{Edition, Format, HumanErrors};
use tolley_tinsley_green::laws::{Clause, Ending, Fixture, Form, Game, Laws, Log, Match, Phase, Reason, Status, What};
use tolley_tinsley_green::matches::MatchKeys;

use super::team::{DRAWN, begin, begin_as, fixture, of_format, outcome, won, won_by};
use super::{Play, assert_refused, rolls_off, stays};
use crate::cases::cases;

cases! {
    "TG-11a-T1" they_play_in_the_order_of_their_drops {
        let (laws, mut three) = match_of(3);
        assert_eq!(begin_as(&laws, &mut three, drop).slots, [0, 2, 1]);
    }
    "TG-11a-T2" one_player_is_refused {
        assert_refused("match.player_count", "TG-11a", |laws| {
            (laws.format.kind, laws.format.player_count) = (MatchKind::Individual, 1);
        });
    }
    "TG-11b-T1" nine_players_have_37_marbles {
        assert_eq!(rack_of(9), 37);
    }
    "TG-11b-T2" three_players_have_25 {
        assert_eq!(rack_of(3), 25);
    }
    "TG-11b-T3" six_have_25_and_seven_29 {
        assert_eq!((rack_of(6), rack_of(7)), (25, 29));
    }
    "TG-11c-T1" more_than_half_of_25_wins {
        let mut play = individual(3, 25).at(&[12, 3, 4]);
        play.shoot(stays(&[0]));
        assert_eq!(play.winner(), Some(0));
        assert!(play.has(Clause::Tg11c, What::TargetReached));
    }
    "TG-11c-T2" eighteen_of_37_do_not {
        let mut play = individual(9, 37).at(&[17]);
        play.shoot(stays(&[0]));
        assert_eq!((play.game.points[0], play.goes_on()), (18, true));
    }
    "TG-11c-T3" when_none_is_left_the_most_points_win {
        let mut play = individual(3, 25).at(&[9, 9, 6]);
        play.game.marbles[1..].iter_mut().for_each(|marble| marble.is_on = false);
        play.shoot(rolls_off(&[0]));
        assert_eq!(play.game.ending(), Some(Ending { reason: Reason::AllGone, winner: Some(0), level: 0 }));
    }
    "TG-11d-T1" who_is_level_plays_with_13_marbles_to_7 {
        let (laws, mut three) = match_of(3);
        finish(&laws, &mut three, &[9, 9, 7]);
        let Fixture { form, players, droppers, rack, target, .. } = fixture(&laws, &three);
        assert_eq!((form, players, droppers, rack, target), (Form::TieBreak, 0b011, 0b011, 13, 7));
        assert_eq!(begin(&laws, &mut three).slots, [0, 1]);
    }
    "TG-11d-T2" the_first_to_7_wins {
        let mut play = Play::individual(Form::TieBreak, 2, 13, 7).at(&[6, 4]);
        play.shoot(stays(&[0]));
        assert_eq!(play.winner(), Some(0));
        assert!(play.has(Clause::Tg11d, What::TargetReached));
    }
    "TG-11d-T3" all_who_are_level_take_part {
        let (laws, mut three) = match_of(3);
        finish(&laws, &mut three, &[8, 8, 8]);
        let tie_break = begin(&laws, &mut three);
        assert_eq!(tie_break.slots, [0, 1, 2]);
        three.finish(&laws, &all_gone(tie_break, &[4, 5, 4]));
        assert_eq!(outcome(&laws, &three), won(1));
    }
    "TG-11e-T1" a_challenge_is_played_as_a_tie_break {
        let (laws, two) = of_format(Format { kind: MatchKind::Challenge, ..Format::default() });
        let Fixture { form, players, rack, target, .. } = fixture(&laws, &two);
        assert_eq!((form, players, rack, target), (Form::Challenge, 0b11, 13, 7));
    }
    "TG-12-T1" nothing_depends_on_the_board_that_the_record_names {
        let (laws, mut opened) = match_of(4);
        let (_, mut untold) = match_of(4);
        assert!(opened.log.has(Clause::Tg12, What::Board));
        untold.log = Log::default();
        let (game, same) = (begin(&laws, &mut opened), begin(&laws, &mut untold));
        assert_eq!(game, same);
        assert_eq!((opened.points, opened.games_won), (untold.points, untold.games_won));
    }
    "TG-13-T1" a_key_that_differs_is_an_amendment {
        let mut changed = MatchKeys::default();
        assert_eq!(amended(&changed), []);
        changed.fouls.limit_count = 5;
        let listed: Vec<String> = amended(&changed).iter().map(|(_, path)| path.to_string()).collect();
        assert_eq!(listed, ["fouls.limit_count"]);
    }
}

fn match_of(player_count: u32) -> (Laws, Match) {
    of_format(Format { kind: MatchKind::Individual, player_count, ..Format::default() })
}

fn rack_of(players: u32) -> u32 {
    let (laws, current) = match_of(players);
    fixture(&laws, &current).rack
}

/// How near the toleys of three players lie to the line.
fn drop(player: u8) -> f64 {
    [5.0, 20.0, 11.0].get(usize::from(player)).copied().unwrap_or(0.0)
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
    let alone = level.count_ones() == 1;
    let (winner, level) = if alone { (Some(level.trailing_zeros() as u8), 0) } else { (None, level) };
    game.phase = Phase::Ended(Ending { reason: Reason::AllGone, winner, level });
    game
}

/// Plays the coming game until all marbles are gone.
fn finish(laws: &Laws, current: &mut Match, points: &[u32]) {
    let game = all_gone(begin(laws, current), points);
    current.finish(laws, &game);
}

#[test]
fn a_level_game_with_all_marbles_gone_is_found_by_the_laws() {
    let mut play = individual(3, 25).at(&[8, 9, 7]);
    play.game.marbles[1..].iter_mut().for_each(|marble| marble.is_on = false);
    play.shoot(rolls_off(&[0]));
    assert_eq!(play.game.ending(), Some(Ending { reason: Reason::AllGone, winner: None, level: 0b011 }));
}

#[test]
fn ties_that_go_on_end_in_a_draw() {
    let format = Format { kind: MatchKind::Challenge, tie_breaks_most_count: 3, ..Format::default() };
    let (laws, mut two) = of_format(format);
    for _ in 0..4 {
        let game = begin(&laws, &mut two);
        two.finish(&laws, &all_gone(game, &[6, 6]));
    }
    assert_eq!(outcome(&laws, &two), DRAWN);
}

#[test]
fn fouls_start_anew_in_a_tie_break_and_the_others_stay_away() {
    let (laws, mut three) = match_of(3);
    let mut game = begin(&laws, &mut three);
    game.players[0].fouls = 2;
    three.finish(&laws, &all_gone(game, &[9, 9, 7]));
    let tie_break = begin(&laws, &mut three);
    assert_eq!(tie_break.players[0].fouls, 0);
    assert_eq!(tie_break.players[2].status, Status::Absent);
    let won_game = won_by(tie_break, 1, |_| {});
    three.finish(&laws, &won_game);
    assert_eq!(outcome(&laws, &three), won(1));
}

#[test]
fn the_nearest_who_declines_plays_last_and_the_rest_by_nearness() {
    let kind = MatchKind::Individual;
    let (laws, mut three) =
        of_format(Format { kind, player_count: 3, first_choice: Choice::Second, ..Format::default() });
    assert_eq!(begin_as(&laws, &mut three, drop).slots, [2, 1, 0]);
}

#[test]
fn what_is_played_and_with_what_is_not_amended() {
    let mut keys = MatchKeys::default();
    (keys.format.kind, keys.format.player_count, keys.format.game_count) = (MatchKind::Individual, 7, 3);
    keys.edition = Edition { preset: HumanErrors::Human, ..keys.edition };
    (keys.toley.diameter_m, keys.rack.phase_rad, keys.ring.release_inset_m) = (0.016, 0.1, 0.03);
    (keys.hand.radius_m, keys.player.aim_sd_rad) = (0.03, 0.01);
    keys.b.error_ratio = 2.0;
    (keys.a.order, keys.roster.first_toley_diameter_ratio) = (OrderPolicy::Random, 0.9);
    // ceramic is as good as glass
    (keys.marble.density_kg_m3, keys.toley.density_kg_m3, keys.a.toley_density_ratio) = (2400.0, 2400.0, 0.96);
    assert_eq!(amended(&keys), []);
    keys.a.toley_density_ratio = 1.0;
    // and every other key of the laws is
    (keys.ring.diameter_m, keys.rack.count, keys.marble.diameter_m) = (1.9, 37, 0.0125);
    keys.ring.height_m = 0.08;
    (keys.marble.density_kg_m3, keys.marble.diameter_sd_m) = (7800.0, 1e-4);
    (keys.rack.gap_mean_m, keys.rack.touching_share) = (0.005, 0.0);
    keys.toley.density_kg_m3 = 7800.0;
    (keys.b.toley_density_ratio, keys.roster.sixth_toley_density_ratio) = (3.1, 1.5);
    keys.rack.tie_break_count = 15;
    keys.toley.diameter_max_m = 0.02;
    keys.hand.in_ring_offset_max_m = 0.001;
    (keys.hand.position_limits, keys.hand.position_reach_rad) = (PositionLimits::Arc, 1.0);
    keys.rack.packing = Packing::HexagonPlus;
    (keys.format.groove_width_m, keys.format.board_pool_count) = (0.01, 12);
    keys.format.turns_most_count = 100;
    keys.continuation.points_per_marble_count = 2;
    keys.accidents.p_misfire = 0.01;
    keys.referee.edge_sd_m = 0.001;
    let mut listed: Vec<String> = amended(&keys).iter().map(|(_, path)| path.to_string()).collect();
    listed.sort_unstable();
    let expected = [
        "accidents.p_misfire",
        "b.toley_density_ratio",
        "continuation.points_per_marble_count",
        "hand.in_ring_offset_max_m",
        "hand.position_limits",
        "hand.position_reach_rad",
        "marble.density_kg_m3",
        "marble.diameter_m",
        "marble.diameter_sd_m",
        "match.board_pool_count",
        "match.groove_width_m",
        "match.turns_most_count",
        "rack.count",
        "rack.gap_mean_m",
        "rack.packing",
        "rack.tie_break_count",
        "rack.touching_share",
        "referee.edge_sd_m",
        "ring.diameter_m",
        "ring.height_m",
        "roster.sixth_toley_density_ratio",
        "toley.density_kg_m3",
        "toley.diameter_max_m",
    ];
    assert_eq!(listed, expected);
}
