//! The cases of TG-1 to TG-4: ring, referee, balls.

use glam::DVec3;
use tolley_experiment::keys::KeyTable;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::value::Kind;
use tolley_tinsley_green::keys::balls::{Marble, Spec, Toley};
use tolley_tinsley_green::keys::player::PositionLimits;
use tolley_tinsley_green::keys::rack::Rack;
use tolley_tinsley_green::keys::ring::{OffCriterion, Ring, SandReset};
use tolley_tinsley_green::keys::surface::{Surface, Variation};
use tolley_tinsley_green::keys::with_presets;
use tolley_tinsley_green::laws::choices::{
    BlockByOther, Choice, EliminatedBy, EliminationGap, EndOnTarget, FirstPlay, FoulRestore, KnockContinues, MatchKind,
    MatchWin, NobodyLeft, OnWipeout, Target, Unplayable,
};
use tolley_tinsley_green::laws::rules::{Edition, HumanErrors};
use tolley_tinsley_green::laws::{Clause, Handling, Laws, Lie, Log, ShotEvents, Status, TurnCalls, What};
use tolley_tinsley_green::matches::{MatchKeys, chance};
use tolley_tinsley_green::shot::rack::RackSites;
use tolley_tinsley_green::shot::surface::SandDraw;

use super::{MARBLE_RADIUS_M, Play, Shot, TOLEY, assert_apart, assert_refused, refused, rolls_off, stays};
use crate::cases::cases;

cases! {
    "TG-1a-T1" just_inside_the_edge_is_on {
        assert!(!rests_off(&Ring::default(), 0.9143));
    }
    "TG-1a-T2" just_outside_the_edge_is_off {
        assert!(rests_off(&Ring::default(), 0.9145));
    }
    "TG-1a-T3" the_edge_is_where_the_key_says {
        let narrow = Ring { diameter_m: 1.5, ..Ring::default() };
        assert!(rests_off(&narrow, 0.760) && !rests_off(&narrow, 0.740));
    }
    "TG-1b-T1" over_the_rim_it_is_off_wherever_it_bounces_to {
        let mut play = Play::team(6, 49);
        play.shoot(rolls_off(&[3]));
        assert_eq!(play.game.points[0], 1);
        assert!(play.has(Clause::Tg1b, What::Leaves));
    }
    "TG-1b-T2" a_toley_with_its_centre_on_the_edge_stays {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { own: Some([0.0, -0.9144]), ..stays(&[]) });
        assert!(!play.is_in_hand(0));
    }
    "TG-1c-T1" each_game_or_match_has_its_own_sand {
        assert_ne!(sand(SandReset::PerGame, 0), sand(SandReset::PerGame, 1));
        assert_eq!(sand(SandReset::PerMatch, 0), sand(SandReset::PerMatch, 1));
    }
    "TG-1c-T2" or_all_have_one {
        assert_eq!(sand(SandReset::Never, 0), sand(SandReset::Never, 1));
    }
    "TG-1c-T3" the_same_seed_lays_the_same {
        assert_eq!(sand(SandReset::PerGame, 3), sand(SandReset::PerGame, 3));
    }
    "TG-2-T1" the_referee_errs_alike_with_the_same_seed {
        let noisy = with(|laws| laws.referee.edge_sd_m = 0.005);
        for repeat in 0..20 {
            assert_eq!(is_called_off(&noisy, repeat), is_called_off(&noisy, repeat), "{repeat}");
        }
    }
    "TG-2-T2" a_blind_referee_calls_no_breach {
        let blind = with(|laws| (laws.referee.p_detect_foul, laws.fouls.p_fudge) = (0.0, 1.0));
        let play = Play::team(6, 49).with(|laws| *laws = blind);
        for repeat in 0..1000 {
            let streams = Streams::new(3, repeat, None);
            let handling = super::handled(&play.situation(), &streams, &mut Log::default());
            let events = ShotEvents::still(&play.game);
            let calls = chance::after_shot(&blind, &play.game, &handling, &events, &streams);
            assert_eq!((handling.is_fudged, calls.foul, calls.unseen), (true, None, vec![(Clause::Tg7a, play.game.shooter)]), "{repeat}");
        }
    }
    "TG-2-T3" on_the_edge_he_errs_as_often_to_either_side {
        let noisy = with(|laws| laws.referee.edge_sd_m = 0.005);
        let off = (0..10_000).filter(|&repeat| is_called_off(&noisy, repeat)).count();
        // five standard errors of half of 10,000 are 250
        assert!(off.abs_diff(5000) < 250, "{off} of 10,000");
    }
    "TG-3-T1" a_marble_weighs_as_much_as_its_glass {
        let marble = weigh(Marble::default().mean());
        assert!((marble - 2.681).abs() < 0.0005, "{marble} g");
    }
    "TG-3-T2" marbles_of_unlike_sizes_do_not_overlap_in_the_rack {
        let sites = RackSites::new(&Rack::default(), &Marble { diameter_sd_m: 0.15e-3, ..Marble::default() });
        let mut draw = sites.buffers();
        for repeat in 0..200 {
            sites.draw(&Streams::new(4, repeat, None), &mut draw);
            let balls: Vec<_> = draw.centres_m.iter().zip(&draw.radii_m).collect();
            for (i, (a, ra)) in balls.iter().enumerate() {
                let gaps = balls[i + 1..].iter().map(|(b, rb)| a.distance(**b) - (**ra + **rb));
                let gap_m = gaps.fold(f64::INFINITY, f64::min);
                assert!(gap_m >= -1e-12, "rack {repeat}: {gap_m:e}");
            }
        }
    }
    "TG-4a-T1" three_quarters_of_an_inch_are_allowed {
        assert_eq!(refused(|laws| laws.toley.diameter_m = 0.01905), []);
        // the table rounds 9.0495 g up
        let toley = weigh(Toley::default().own());
        assert!((toley - 9.0495).abs() < 0.000_05, "{toley} g");
    }
    "TG-4a-T2" more_is_refused {
        assert_refused("toley.diameter_m", "TG-4a", |laws| laws.toley.diameter_m = 0.01906);
    }
    "TG-4a-T3" smaller_than_a_marble_warns_and_is_no_fault {
        let key = Toley::keys().into_iter().find(|key| key.path.name == "diameter_m").expect("a key");
        let Kind::Number { plausible: [least_m, _], .. } = key.kind else { panic!("{:?}", key.kind) };
        assert!(least_m > 0.0120, "plausible from {least_m}");
        assert_eq!(refused(|laws| laws.toley.diameter_m = 0.0120), []);
    }
    "TG-4b-T1" a_toley_refused_is_replaced_by_the_standard_one {
        let (toleys, log) = approved(1.0);
        assert_eq!(toleys, [TOLEY; 2]);
        assert_eq!(log.value(Clause::Tg4b, What::Approval), Some(0.0));
    }
    "TG-4b-T2" a_toley_approved_is_played_with {
        let (toleys, log) = approved(0.0);
        assert_eq!(toleys, [OWN; 2]);
        assert_eq!(log.value(Clause::Tg4b, What::Approval), Some(1.0));
    }
    "TG-4c-T1" with_leave_he_goes_on_with_the_standard_toley {
        let mut play = wants_to_swap(Some(true));
        assert_eq!(play.player(0).spec, TOLEY);
        assert_eq!(play.shoot(stays(&[])).player(0).spec, TOLEY);
    }
    "TG-4c-T2" without_leave_the_swap_is_undone {
        let play = wants_to_swap(Some(false));
        assert_eq!((play.player(0).spec, play.player(0).fouls, play.game.shooter), (OWN, 0, 0));
    }
}

/// Of a player's own toley, unlike the standard one.
const OWN: Spec = Spec { radius_m: 0.008, density_kg_m3: 3980.0 };

fn with(change: impl FnOnce(&mut Laws)) -> Laws {
    let mut laws = Laws::default();
    change(&mut laws);
    laws
}

fn rests_off(ring: &Ring, far_m: f64) -> bool {
    ring.is_off(&Lie::at(DVec3::new(far_m, 0.0, MARBLE_RADIUS_M)), MARBLE_RADIUS_M, 0.0)
}

/// Mass of a ball, g.
fn weigh(ball: Spec) -> f64 {
    let surface = Surface::default();
    1e3 * surface.ball(&surface.mean(), ball).mass_kg
}

/// The sand of a game as the laws number its layings.
fn sand(reset: SandReset, game: u32) -> SandDraw {
    let surface = Surface { variation: Variation::Shot, ..Surface::default() };
    let number = reset.laying(game).map_or(u64::MAX, u64::from);
    let seed = Streams::new(1, 2, None).open(Purpose::named("sand")).bits();
    surface.draw(&Streams::new(seed, number, None))
}

/// Whether a marble that rests with its centre just on the edge is called off.
fn is_called_off(laws: &Laws, repeat: u64) -> bool {
    let mut play = Play::team(6, 49).with(|own| *own = *laws);
    play.game.marbles[3].at_m = DVec3::new(0.9144, 0.0, MARBLE_RADIUS_M);
    play.start();
    let (events, streams) = (ShotEvents::still(&play.game), Streams::new(1, repeat, None));
    let calls = chance::after_shot(laws, &play.game, &Handling::default(), &events, &streams);
    play.judge(&events, &calls);
    !play.game.marbles[3].is_on
}

fn approved(p_toley_refused: f64) -> ([Spec; 2], Log) {
    let laws = with(|laws| laws.accidents.p_toley_refused = p_toley_refused);
    let (mut toleys, mut log) = ([OWN; 2], Log::default());
    chance::approve(&laws, &mut toleys, &Streams::new(1, 0, None), &mut log);
    (toleys, log)
}

fn wants_to_swap(substitution: Option<bool>) -> Play {
    let mut play = Play::team(6, 49).lying(0, [0.02, 0.0]);
    play.game.players[0].spec = OWN;
    play.start_with(TurnCalls { warned: None, substitution });
    play
}

#[test]
fn a_swap_without_leave_may_be_a_foul() {
    let is_foul = |laws: &mut Laws| laws.accidents.unapproved_substitution_is_foul = true;
    let mut play = Play::team(6, 49).lying(0, [0.02, 0.0]).with(is_foul);
    play.start_with(TurnCalls { warned: None, substitution: Some(false) });
    assert_eq!((play.player(0).fouls, play.game.shooter, play.game.shot), (1, 6, 0));
    assert!(play.is_in_hand(0));
    // what led to the foul is told before what follows from it
    let told: Vec<_> = play.log.notes.iter().map(|note| note.what).collect();
    assert_eq!(told[..3], [What::Turn, What::Substitution, What::InHand], "{told:?}");
    assert!(play.has(Clause::Tg4c, What::Foul));
}

#[test]
fn a_wider_toley_takes_the_place_of_the_old_one_where_there_is_room() {
    let mut play = Play::team(6, 49).lying(0, [0.02, 0.0]);
    play.game.players[0].spec = Spec { radius_m: 0.006, density_kg_m3: 2500.0 };
    play.game.marbles[0].at_m = DVec3::new(0.033, 0.0, MARBLE_RADIUS_M);
    play.start_with(TurnCalls { warned: None, substitution: Some(true) });
    assert_eq!(play.player(0).spec, TOLEY);
    assert_apart(&play.game);
    assert_eq!(play.status(0), Status::Active);
}

#[test]
fn a_worn_rim_lets_go_before_the_edge() {
    let ring = Ring { off: OffCriterion::SupportLost, edge_fillet_m: 0.030, ..Ring::default() };
    let radius_m = |mu| ring.fall_radius_m(0.01, mu);
    assert_eq!(radius_m(0.0), 0.9144 - 0.030);
    // a slope of 0.1 stands at 5.71 degrees of the round
    assert!((radius_m(0.1) - (0.9144 - 0.030 * (1.0 - 0.099_503_7))).abs() < 1e-8);
    assert_eq!(radius_m(1e9), 0.9144);
}

#[test]
fn the_default_laws_are_the_documents() {
    let Laws { ring, rack, toley, hand, shot, format, continuation, fouls, accidents, referee } = Laws::default();
    assert_eq!((ring.radius_m(), ring.height_m, ring.edge_fillet_m), (0.9144, 0.0762, 0.0));
    assert_eq!((ring.off, ring.sand, ring.release_inset_m), (OffCriterion::CentrePastEdge, SandReset::PerGame, 0.025));
    assert_eq!([rack.count, rack.individual_per_player_count, rack.individual_least_count], [49, 4, 25]);
    assert_eq!(
        (rack.tie_break_count, toley.own(), toley.standard(), toley.diameter_max_m),
        (13, TOLEY, TOLEY, 0.01905)
    );
    assert_eq!((hand.knuckle_offset_m, hand.radius_m, hand.azimuth_count), (0.025, 0.020, 72));
    assert_eq!((hand.in_ring_offset_max_m, shot.release_height_m), (0.0, 0.025));

    assert_eq!((format.kind, format.team_size_count, format.player_count), (MatchKind::Club, 6, 4));
    assert_eq!((format.game_count, format.win, format.end_on_target), (1, MatchWin::MostGames, EndOnTarget::Shot));
    assert_eq!((format.target, format.target_points_count), (Target::Points, 25));
    assert_eq!((format.tie_break_target_count, format.tie_breaks_most_count), (7, 10));
    assert_eq!((format.first_play, format.first_choice), (FirstPlay::NoseDrop, Choice::First));
    assert_eq!([format.nose_drop_sd_m, format.nose_push_sd_m_s, format.nose_drop_sd_ratio], [0.030, 0.0, 1.0]);
    assert_eq!((format.groove_width_m, hand.position_limits), (0.0, PositionLimits::None));
    assert_eq!(format.elimination_gap, EliminationGap::SkipSlot);
    assert_eq!((format.on_wipeout, format.nobody_left), (OnWipeout::PlayOn, NobodyLeft::Points));
    assert_eq!((format.bench_distance_m, format.turns_most_count), (3.0, 2000));
    assert_eq!([format.time_limit_s, format.shot_s, format.turn_change_s], [0.0, 20.0, 10.0]);

    assert_eq!((continuation.points_per_marble_count, continuation.shots_per_break_most_count), (1, 1000));
    assert_eq!((continuation.toley_knock, continuation.eliminated_by), (KnockContinues::Any, EliminatedBy::AnyPlayer));
    assert_eq!((continuation.eliminate_on_knockoff, continuation.unplayable), (true, Unplayable::Remove));
    assert_eq!((fouls.limit_count, fouls.warning_limit_count), (3, 3));
    assert_eq!((fouls.restore, fouls.block_by_other), (FoulRestore::KnockedOffOnly, BlockByOther::LetStand));
    assert_eq!([fouls.fudge_speed_m_s, fouls.fudge_reach_m, fouls.cabbage_m], [0.5, 0.030, 0.020]);
    assert_eq!([fouls.p_fudge, fouls.p_cabbage, fouls.p_block_shooter, fouls.p_block_other, fouls.p_warning], [0.0; 5]);
    assert!(!fouls.cabbage_before_release && !accidents.unapproved_substitution_is_foul);
    assert_eq!([accidents.p_misfire, accidents.p_break_marble, accidents.p_break_toley], [0.0; 3]);
    assert_eq!(
        [accidents.p_toley_refused, accidents.p_substitution, accidents.p_redrop, accidents.p_miscount],
        [0.0; 4]
    );
    assert_eq!(
        [accidents.misfire_speed_max_m_s, accidents.break_impulse_n_s, accidents.piece_offset_m],
        [0.3, 0.05, 0.01]
    );
    assert_eq!([accidents.p_shatter, accidents.p_substitution_approved], [0.05, 1.0]);
    assert_eq!([referee.edge_sd_m, referee.p_detect_foul, referee.p_false_foul], [0.0, 1.0, 0.0]);
}

#[test]
fn human_errors_are_as_frequent_as_the_document_says() {
    let edition = Edition { preset: HumanErrors::Human, ..Edition::default() };
    let human = with_presets(MatchKeys { edition, ..MatchKeys::default() });
    let (fouls, accidents, referee) = (human.fouls, human.accidents, human.referee);
    assert_eq!(human.marble.diameter_sd_m, 0.15e-3);
    assert_eq!([fouls.p_fudge, fouls.p_cabbage, fouls.p_block_shooter, fouls.p_warning], [0.02, 0.01, 0.002, 0.002]);
    assert_eq!([accidents.p_misfire, accidents.p_break_marble], [0.01, 1e-5]);
    assert_eq!([referee.edge_sd_m, referee.p_detect_foul], [1e-3, 0.9]);
    assert_eq!([accidents.p_break_toley, fouls.p_block_other, referee.p_false_foul], [0.0; 3]);
}
