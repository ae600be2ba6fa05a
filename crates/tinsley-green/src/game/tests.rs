//! What holds after every step of every game.

use tolley_experiment::key::{Point, Value};
use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::study::Study;

use super::court::part;
use super::keys::GAME;
use super::study::{Buffers, Setup, WholeGame, open_match, step};
use crate::hand::From;
use crate::laws::{self, Coming, Game, Situation, Stance, Status, Toley};

fn point(set: &[(&str, Value)]) -> Point {
    let index = |path: &str| GAME.index(path).unwrap_or_else(|| panic!("no key {path}"));
    let mut point = Point::default_of(&GAME);
    set.iter().for_each(|&(path, value)| point.values[index(path)] = value);
    point.apply_presets(|i| set.iter().any(|(path, _)| index(path) == i));
    point
}

/// Plays matches step by step; `each` sees the game before and after every step.
fn follow(set: &[(&str, Value)], matches: u64, mut each: impl FnMut(&Setup, &mut Buffers, &Game, &Game)) -> u32 {
    let point = point(set);
    let setup = WholeGame::setup(&point).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut buffers = WholeGame::scratch(&setup);
    let (mut turns, mut given_up) = (0, 0);
    'matches: for repeat in 0..matches {
        let streams = Streams::new(12, repeat, None);
        let mut rows = Rows::new(WholeGame::TABLES);
        buffers.court.log.notes.clear();
        buffers.recorder.begin_match();
        let mut contest = open_match(&setup, &mut buffers.court, &streams);
        while let Coming::Game(fixture) = contest.coming() {
            let own = part(&streams, super::study::GAMES, fixture.number);
            let court = &mut buffers.court;
            let by = setup.params.format.first_play;
            let drops = setup.referee(0).drops(by, fixture.droppers, &own, &mut court.log);
            let marbles = court.prepare(&setup, &fixture, &streams, &own);
            let mut game = contest.begin(&setup.params.rules, &fixture, &drops, marbles, &mut court.log);
            buffers.recorder.begin_game(&game);
            while game.ending().is_none() {
                let before = game.clone();
                let Buffers { court, recorder } = &mut buffers;
                let stepped = step(&setup, court, recorder, &mut game, &own, &mut rows);
                if stepped.is_err() {
                    given_up += 1;
                    turns += game.turn;
                    continue 'matches;
                }
                each(&setup, &mut buffers, &before, &game);
            }
            turns += game.turn;
            contest.finish(&game, &mut buffers.court.log);
        }
    }
    // what the physics may give up: a shot in a hundred thousand
    assert!(given_up * 100_000 <= turns, "{given_up} of {turns}");
    turns
}

const NEAREST: (&str, Value) = ("a.policy", Value::Choice("nearest"));
const RANDOM: (&str, Value) = ("b.policy", Value::Choice("random"));
const HUMAN: (&str, Value) = ("laws.preset", Value::Choice("human"));

/// Every ball on the ring: name, centre, radius.
fn balls(game: &Game) -> Vec<(glam::DVec3, f64)> {
    let marbles = game.marbles.iter().filter(|marble| marble.is_on).map(|marble| (marble.at_m, marble.radius_m));
    let toleys = game.players.iter().filter_map(|player| match player.toley {
        Toley::OnRing(at_m) => Some((at_m, player.spec.radius_m)),
        Toley::InHand => None,
    });
    marbles.chain(toleys).collect()
}

/// `deepest_m`: how deep a ball may lie in another, and in the ground.
fn check(setup: &Setup, before: &Game, after: &Game, deepest_m: [f64; 2]) {
    let scored: u32 = after.points.iter().sum();
    assert_eq!(after.marbles_on() + scored, after.marbles.len() as u32, "marbles on the ring and scored make the rack");
    assert!(before.points.iter().zip(&after.points).all(|(old, new)| old <= new), "points never fall");
    assert_eq!(before.player().status, Status::Active, "who plays is in the game");
    let ring_m = setup.params.rules.ring_radius_m;
    let balls = balls(after);
    for (i, (at_m, radius_m)) in balls.iter().enumerate() {
        assert!(at_m.truncate().length() <= ring_m, "{at_m}");
        assert!(at_m.z - radius_m >= -deepest_m[1], "{:e}", at_m.z - radius_m);
        for (other_m, other_radius_m) in &balls[..i] {
            let gap_m = at_m.distance(*other_m) - radius_m - other_radius_m;
            assert!(gap_m >= -deepest_m[0], "{gap_m:e}");
        }
    }
    let out = |player: &laws::Player| player.status != Status::Active && player.toley != Toley::InHand;
    assert!(!after.players.iter().any(out), "no toley of a player who is out of the game");
}

/// One hit at a time: nothing ever overlaps.
const PAIRWISE: (&str, Value) = ("contact.law", Value::Choice("pairwise"));

/// Plays matches of several kinds, so many times over; counts their turns.
fn kept(times: u64) -> u32 {
    let play = |set: &[(&str, Value)], matches| {
        let set = [&[NEAREST, PAIRWISE], set].concat();
        follow(&set, matches * times, |setup, _, before, after| check(setup, before, after, [1e-12; 2]))
    };
    let mut turns = play(&[], 240) + play(&[HUMAN, RANDOM], 40);
    turns += play(&[("match.kind", Value::Choice("individual")), HUMAN], 40);
    turns + play(&[("match.end_on_target", Value::Choice("all-marbles"))], 40)
}

#[test]
fn ten_thousand_turns_keep_the_laws() {
    let turns = kept(1);
    assert!(turns > 10_000, "{turns}");
}

#[test]
#[ignore = "long: a million turns"]
fn a_million_turns_keep_the_laws() {
    let turns = kept(90);
    assert!(turns > 1_000_000, "{turns}");
}

#[test]
fn contacts_that_last_leave_no_ball_in_another() {
    // a lasting contact of unlike balls may leave the lower one deeper in the sand
    follow(&[NEAREST, HUMAN], 40, |setup, _, before, after| check(setup, before, after, [1e-9, 1e-4]));
}

#[test]
fn tg_6b2_the_hand_and_the_laws_agree_on_what_can_be_played() {
    let mut lies = [0, 0];
    follow(&[NEAREST], 25, |setup, buffers, _, after| {
        let situation = Situation::of(after, &setup.params.rules);
        let Stance::InRing(at_m) = situation.stance() else { return };
        let (toley, from) = buffers.court.see(setup, &situation);
        assert_eq!(from, From::Ring(at_m));
        let can = setup.hand.can_play(at_m, toley.radius_m, &buffers.court.lying);
        assert_eq!(can, laws::is_playable(&situation));
        lies[usize::from(can)] += 1;
    });
    assert!(lies[1] > 300, "{lies:?}");
}

#[test]
fn nobody_is_refused_who_knuckles_down_by_a_policy() {
    follow(&[NEAREST, RANDOM], 10, |_, buffers, _, _| {
        assert!(buffers.court.log.notes.iter().all(|note| note.what != laws::What::Refused));
    });
}

#[test]
fn what_cannot_be_played_is_refused_with_its_clause() {
    let refused = |path: &str, value| {
        let faults = WholeGame::setup(&point(&[(path, value)])).err().unwrap_or_default();
        faults.iter().map(|fault| format!("{}: {}", fault.path, fault.message)).collect::<String>()
    };
    let wide = refused("toley.diameter_m", Value::Number(0.06));
    assert!(wide.contains("toley.diameter_m: TG-4a"), "{wide}");
    let seven = refused("match.team_size_count", Value::Count(7));
    assert!(seven.contains("TG-9b"), "{seven}");
    let narrow = refused("ring.diameter_m", Value::Number(0.1));
    assert!(narrow.contains("ring.diameter_m: TG-9e"), "{narrow}");
}
