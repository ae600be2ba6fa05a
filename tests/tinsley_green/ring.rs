//! The cases of TG-1 to TG-4: ring, referee, balls.

use glam::DVec3;
use tolley_experiment::key::{Kind, Value};
use tolley_experiment::random::{Purpose, Streams};
use tolley_tinsley_green::laws::{
    Calls, Clause, Handling, Lie, Log, OffCriterion, Player, Referee, Rules, SandReset, ShotEvents, Situation, Spec,
    Status, TurnCalls, What, is_off,
};
use tolley_tinsley_green::rack::{Order, Packing, Rack};
use tolley_tinsley_green::surface::Surface;

use super::{Case, MARBLE_RADIUS_M, Play, TOLEY, params, play_all, point, refused, rolls_off, stays};

pub const CASES: &[Case] = &[
    ("TG-1a-T1", || !rests_off(&Rules::literal(), 0.9143)),
    ("TG-1a-T2", || rests_off(&Rules::literal(), 0.9145)),
    ("TG-1a-T3", || rests_off(&params(&[("ring.diameter_m", Value::Number(1.5))]).rules, 0.760)),
    ("TG-1b-T1", || {
        // over the rim it is off wherever it bounces to
        let mut play = Play::team(6, 49);
        play.shoot(rolls_off(&[3]));
        play.game.points[0] == 1 && play.has(Clause::Tg1b, What::Leaves)
    }),
    ("TG-1b-T2", || {
        let mut play = Play::team(6, 49);
        play.shoot(super::Shot { own: Some([0.0, -0.9144]), ..stays(&[]) });
        !play.is_in_hand(0)
    }),
    ("TG-1c-T1", || {
        let (first, second) = (laid(SandReset::PerGame, 0), laid(SandReset::PerGame, 1));
        first != second && laid(SandReset::PerMatch, 0) == laid(SandReset::PerMatch, 1)
    }),
    ("TG-1c-T2", || laid(SandReset::Never, 0) == laid(SandReset::Never, 1)),
    ("TG-1c-T3", || laid(SandReset::PerGame, 3) == laid(SandReset::PerGame, 3)),
    ("TG-2-T1", || {
        let noisy = Referee { edge_sd_m: 0.005, ..Referee::literal() };
        calls_at_the_edge(&noisy, 5) == calls_at_the_edge(&noisy, 5)
    }),
    ("TG-2-T2", || {
        let blind = Referee { p_detect_foul: 0.0, p_fudge: 1.0, ..Referee::literal() };
        (0..1000).all(|repeat| {
            let (play, streams) = (Play::team(6, 49), Streams::new(3, repeat, None));
            let situation = Situation::of(&play.game, &play.rules);
            let handling = blind.before_shot(&situation, &streams, &mut Log::default());
            let (mut events, mut calls) = (ShotEvents::default(), Calls::default());
            events.still(&play.game);
            blind.after_shot(&play.game, &play.rules, &handling, &events, &streams, &mut calls);
            handling.is_fudged && calls.foul.is_none() && calls.unseen == [Clause::Tg7a]
        })
    }),
    ("TG-2-T3", || {
        let noisy = Referee { edge_sd_m: 0.005, ..Referee::literal() };
        let off = (0..10_000).filter(|&repeat| calls_at_the_edge(&noisy, repeat)).count();
        // five standard errors of half of 10,000 are 250
        off.abs_diff(5000) < 250
    }),
    ("TG-3-T1", || {
        let marble = Surface::new(&point(&[])).ball(MARBLE_RADIUS_M, 2500.0);
        (1e3 * marble.mass_kg - 2.681).abs() < 0.0005
    }),
    ("TG-3-T2", || {
        let order = Order {
            count: 49,
            packing: Packing::NearestShell,
            diameter_m: 0.0127,
            diameter_sd_m: 0.15e-3,
            gap_mean_m: 60e-6,
            phase_rad: Some(0.0),
        };
        let rack = Rack::new(order);
        let mut laid = rack.buffers();
        (0..200).all(|repeat| {
            rack.draw(&Streams::new(4, repeat, None), &mut laid);
            let balls: Vec<_> = laid.centres_m.iter().zip(&laid.radii_m).collect();
            balls
                .iter()
                .enumerate()
                .all(|(i, (a, ra))| balls[i + 1..].iter().all(|(b, rb)| a.distance(**b) >= **ra + **rb - 1e-12))
        })
    }),
    ("TG-4a-T1", || {
        let toley = Surface::new(&point(&[])).ball(0.009525, 2500.0);
        refused(&[("toley.diameter_m", Value::Number(0.01905))]).is_empty()
            // the table rounds 9.0495 g up
            && (1e3 * toley.mass_kg - 9.0495).abs() < 0.000_05
    }),
    ("TG-4a-T2", || {
        let faults = refused(&[("toley.diameter_m", Value::Number(0.01906))]);
        faults.len() == 1 && faults[0].0 == "toley.diameter_m" && faults[0].1.contains("TG-4a")
    }),
    ("TG-4a-T3", || {
        let key = point(&[]).schema.keys.iter().find(|key| key.path == "toley.diameter_m").map(|key| key.kind);
        // smaller than a marble is not plausible, which warns, and no fault
        let warns = matches!(key, Some(Kind::Number { plausible: [least, _], .. }) if least > 0.0120);
        warns && refused(&[("toley.diameter_m", Value::Number(0.0120))]).is_empty()
    }),
    ("TG-4b-T1", || {
        let (players, log) = approved(1.0);
        let standard = Rules::literal().standard_toley;
        players.iter().all(|player| player.spec == standard) && log.value(Clause::Tg4b, What::Approval) == Some(0.0)
    }),
    ("TG-4b-T2", || {
        let (players, log) = approved(0.0);
        players.iter().all(|player| player.spec == OWN) && log.value(Clause::Tg4b, What::Approval) == Some(1.0)
    }),
    ("TG-4c-T1", || {
        let mut play = wants_to_swap(Some(true));
        let swapped = play.player(0).spec == Rules::literal().standard_toley;
        swapped && play.shoot(stays(&[])).player(0).spec == Rules::literal().standard_toley
    }),
    ("TG-4c-T2", || {
        let play = wants_to_swap(Some(false));
        play.player(0).spec == OWN && play.player(0).fouls == 0 && play.game.shooter == 0
    }),
];

/// Of a player's own toley, unlike the standard one.
const OWN: Spec = Spec { radius_m: 0.008, density_kg_m3: 3980.0 };

fn rests_off(rules: &Rules, far_m: f64) -> bool {
    is_off(rules, &Lie::at(DVec3::new(far_m, 0.0, MARBLE_RADIUS_M)), MARBLE_RADIUS_M, 0.0)
}

/// The sand of a game as the laws number its layings.
fn laid(reset: SandReset, game: u32) -> [f64; 3] {
    let surface = Surface::new(&point(&[("surface.variation", Value::Choice("shot"))]));
    let number = reset.laying(game).map_or(u64::MAX, u64::from);
    let laid = surface.draw(&Streams::new(Streams::new(1, 2, None).open(Purpose::named("sand")).bits(), number, None));
    [laid.sliding_friction_ratio, laid.rolling_friction_ratio, laid.restitution_ratio]
}

/// Whether a marble that rests with its centre just on the edge is called off.
fn calls_at_the_edge(referee: &Referee, repeat: u64) -> bool {
    let mut play = Play::team(6, 49);
    play.game.marbles[3].at_m = DVec3::new(0.9144, 0.0, MARBLE_RADIUS_M);
    play.start();
    let (mut events, mut calls) = (ShotEvents::default(), Calls::default());
    events.still(&play.game);
    let streams = Streams::new(1, repeat, None);
    referee.after_shot(&play.game, &play.rules, &Handling::default(), &events, &streams, &mut calls);
    play.judge(&events, &calls);
    !play.game.marbles[3].is_on
}

fn approved(p_toley_refused: f64) -> (Vec<Player>, Log) {
    let referee = Referee { p_toley_refused, ..Referee::literal() };
    let (mut players, mut log) = (vec![Player::new(0, OWN), Player::new(1, OWN)], Log::default());
    referee.approve(&Rules::literal(), &mut players, &Streams::new(1, 0, None), &mut log);
    (players, log)
}

fn wants_to_swap(substitution: Option<bool>) -> Play {
    let mut play = Play::team(6, 49).lying(0, [0.02, 0.0]);
    play.game.players[0].spec = OWN;
    play.start_with(TurnCalls { warned: None, substitution });
    play
}

#[test]
fn the_cases_of_ring_and_balls_hold() {
    play_all(CASES);
}

#[test]
fn a_swap_without_leave_may_be_a_foul() {
    let mut play = Play::team(6, 49).lying(0, [0.02, 0.0]).with(|rules| rules.unapproved_sub_is_foul = true);
    play.start_with(TurnCalls { warned: None, substitution: Some(false) });
    assert_eq!((play.player(0).fouls, play.game.shooter, play.game.shot), (1, 6, 0));
    assert!(play.is_in_hand(0));
}

#[test]
fn a_wider_toley_takes_the_place_of_the_old_one_where_there_is_room() {
    let mut play = Play::team(6, 49).lying(0, [0.02, 0.0]);
    play.game.players[0].spec = Spec { radius_m: 0.006, density_kg_m3: 2500.0 };
    play.game.marbles[0].at_m = DVec3::new(0.033, 0.0, MARBLE_RADIUS_M);
    play.start_with(TurnCalls { warned: None, substitution: Some(true) });
    assert_eq!(play.player(0).spec, TOLEY);
    assert!(super::is_apart(&play.game));
    assert_eq!(play.status(0), Status::Active);
}

#[test]
fn a_worn_rim_lets_go_before_the_edge() {
    let rules = Rules { off: OffCriterion::SupportLost, edge_fillet_m: 0.030, ..Rules::literal() };
    let radius_m = |mu| tolley_tinsley_green::laws::physics_radius_m(&rules, 0.01, mu);
    assert_eq!(radius_m(0.0), 0.9144 - 0.030);
    // a slope of 0.1 stands at 5.71 degrees of the round
    assert!((radius_m(0.1) - (0.9144 - 0.030 * (1.0 - 0.099_503_7))).abs() < 1e-8);
    assert_eq!(radius_m(1e9), 0.9144);
}

#[test]
fn the_keys_give_the_documents_values() {
    let (read, literal) = (params(&[]), Rules::literal());
    assert_eq!(read.rules, literal);
    assert_eq!(read.referee, Referee::literal());
    let format = tolley_tinsley_green::laws::Format::literal(tolley_tinsley_green::laws::MatchKind::Club);
    assert_eq!(read.format, format);
    let human = params(&[("laws.preset", Value::Choice("human"))]).referee;
    let bracketed = [human.p_fudge, human.p_cabbage, human.p_block_shooter, human.p_misfire, human.p_warning];
    assert_eq!(bracketed, [0.02, 0.01, 0.002, 0.01, 0.002]);
    assert_eq!([human.p_break_marble, human.edge_sd_m, human.p_detect_foul], [1e-5, 1e-3, 0.9]);
    assert_eq!([human.p_break_toley, human.p_block_other, human.p_false_foul], [0.0; 3]);
}
