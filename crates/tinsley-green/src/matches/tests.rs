//! What holds after every step of every game.

use tolley_experiment::random::Streams;
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::study::Study;

use super::keys::MatchKeys;
use super::setup::Setup;
use super::step::{self, Buffers, begin, finish, open};
use super::streams::MatchStreams;
use super::study::MatchStudy;
use crate::keys::contact::{Contact, ContactLaw};
use crate::keys::player::Equal;
use crate::keys::policy::Policy;
use crate::keys::with_presets;
use crate::laws::choices::{EndOnTarget, MatchKind};
use crate::laws::rules::{Edition, Format, HumanErrors};
use crate::laws::{Coming, Game, PlayerState, Situation, Stance, Status, Toley, What, is_playable};

/// Plays matches step by step; `each` sees the game before and after every step.
fn follow(keys: &MatchKeys, matches: u64, mut each: impl FnMut(&Setup, &mut Buffers, &Game, &Game)) -> u32 {
    let setup = Setup::new(keys).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut buffers = Buffers::new(&setup);
    let (mut turns, mut given_up) = (0, 0);
    'matches: for repeat in 0..matches {
        let streams = MatchStreams::new(&Streams::new(12, repeat, None));
        let mut rows = Rows::new(&MatchStudy::tables());
        buffers.record.begin_match();
        let mut current = open(&setup, &mut buffers, &streams);
        while let Coming::Game(fixture) = current.coming(setup.laws()) {
            let own = streams.game(fixture.number);
            let Ok(mut game) = begin(&setup, &mut buffers, &mut current, &fixture, &streams) else { break };
            while game.ending().is_none() {
                let Ok(after) = step::step(&setup, &mut buffers, &game, &own, &mut rows) else {
                    given_up += 1;
                    turns += game.turn;
                    continue 'matches;
                };
                each(&setup, &mut buffers, &game, &after);
                game = after;
            }
            turns += game.turn;
            finish(&setup, &mut buffers, &mut current, &game);
        }
    }
    // what the physics may give up: a shot in a hundred thousand
    assert!(given_up * 100_000 <= turns, "{given_up} of {turns}");
    turns
}

/// By default all play `nearest`; here the other side plays `random`.
fn random() -> MatchKeys {
    let mut keys = MatchKeys::default();
    keys.b.policy = Policy::Random;
    keys
}

/// With human errors.
fn human(keys: MatchKeys) -> MatchKeys {
    with_presets(MatchKeys { edition: Edition { preset: HumanErrors::Human, ..keys.edition }, ..keys })
}

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
    let ring_m = setup.laws().ring.radius_m();
    let balls = balls(after);
    for (i, (at_m, radius_m)) in balls.iter().enumerate() {
        assert!(at_m.truncate().length() <= ring_m, "{at_m}");
        assert!(at_m.z - radius_m >= -deepest_m[1], "{:e}", at_m.z - radius_m);
        for (other_m, other_radius_m) in &balls[..i] {
            let gap_m = at_m.distance(*other_m) - radius_m - other_radius_m;
            assert!(gap_m >= -deepest_m[0], "{gap_m:e}");
        }
    }
    let out = |player: &PlayerState| player.status != Status::Active && player.toley != Toley::InHand;
    assert!(!after.players.iter().any(out), "no toley of a player who is out of the game");
}

/// Plays matches of several kinds, so many times over; counts their turns.
fn kept(times: u64) -> u32 {
    // one hit at a time: nothing ever overlaps
    let contact = Contact { law: ContactLaw::Pairwise, ..Contact::default() };
    let play = |keys: MatchKeys, matches| {
        let keys = MatchKeys { contact, ..keys };
        follow(&keys, matches * times, |setup, _, before, after| check(setup, before, after, [1e-12; 2]))
    };
    let formed = |format| MatchKeys { format, ..MatchKeys::default() };
    let individual = formed(Format { kind: MatchKind::Individual, ..Format::default() });
    let to_the_end = formed(Format { end_on_target: EndOnTarget::AllMarbles, ..Format::default() });
    play(MatchKeys::default(), 240) + play(human(random()), 40) + play(human(individual), 40) + play(to_the_end, 40)
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
    // what a contact drives into the sand is back at its surface when all is at rest
    let keys = human(MatchKeys::default());
    follow(&keys, 40, |setup, _, before, after| check(setup, before, after, [1e-9, 1e-6]));
}

#[test]
fn tg_6b2_the_hand_and_the_laws_agree_on_what_can_be_played() {
    let mut lies = [0, 0];
    follow(&MatchKeys::default(), 25, |setup, buffers, _, after| {
        let situation = Situation::of(after, setup.laws());
        let stance = situation.stance();
        if stance == Stance::Edge {
            return;
        }
        let toley = buffers.workspace.see(setup, &situation);
        let player = after.player();
        let can = setup.hand_of(player.side, player.spec).can_play(stance, toley.radius_m, &buffers.workspace.balls);
        assert_eq!(can, is_playable(&situation));
        lies[usize::from(can)] += 1;
    });
    assert!(lies[1] > 300, "{lies:?}");
}

#[test]
fn nobody_is_refused_who_knuckles_down_by_a_policy() {
    follow(&random(), 10, |_, buffers, _, _| {
        assert!(buffers.record.log.notes.iter().all(|note| note.what != What::Refused));
    });
}

#[test]
fn what_cannot_be_played_is_refused_with_its_clause() {
    let refused = |change: fn(&mut MatchKeys)| {
        let mut keys = MatchKeys::default();
        change(&mut keys);
        let faults = Setup::new(&keys).err().unwrap_or_default();
        faults.iter().map(|fault| format!("{}: {}", fault.path, fault.message)).collect::<String>()
    };
    let wide = refused(|keys| keys.toley.diameter_m = 0.06);
    assert!(wide.contains("toley.diameter_m: TG-4a"), "{wide}");
    let seven = refused(|keys| keys.format.team_size_count = 7);
    assert!(seven.contains("match.team_size_count: TG-9b"), "{seven}");
    let narrow = refused(|keys| keys.ring.diameter_m = 0.1);
    assert!(narrow.contains("ring.diameter_m: TG-9e"), "{narrow}");
}

#[test]
fn tg_5b3_a_hand_flicks_heavier_toleys_as_fast_or_slower_by_name_in_matches_too() {
    for (equal, power) in [(Equal::Speed, 0.0), (Equal::Energy, 0.5), (Equal::Impulse, 1.0)] {
        let mut keys = MatchKeys::default();
        (keys.b.toley_density_ratio, keys.player.equal) = (1.592, equal);
        let fastest_m_s = keys.player.speed_max_m_s * libm::pow(1.592, -power);
        let setup = Setup::new(&keys).unwrap_or_else(|faults| panic!("{faults:?}"));
        let side = |player: usize| setup.keys.format.side_of(player as u8);
        let of = |player: usize| setup.hand_of(side(player), setup.toleys[player]).player.speed_max_m_s;
        assert!(of(0) == keys.player.speed_max_m_s && (of(6) - fastest_m_s).abs() < 1e-12, "{equal:?}: {}", of(6));
        // and he plays no faster
        let mut fastest = [0.0_f64; 2];
        keys.a.policy = Policy::Random;
        keys.b.policy = Policy::Random;
        keys.player = keys.player.scaled(0.0);
        let study = MatchStudy::tables();
        let setup = Setup::new(&keys).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut rows = Rows::new(&study);
        step::play(&setup, &mut Buffers::new(&setup), &Streams::new(7, 0, None), &mut rows).expect("an end");
        let shots = study.iter().position(|table| table.name == "shots").expect("shots");
        let column = |name| &rows.tables[shots].columns[study[shots].index(name).expect(name)];
        let (Values::F64(speeds), Values::U32(sides)) = (column("speed_m_s"), column("side")) else { panic!("types") };
        for (speed_m_s, side) in speeds.iter().zip(sides) {
            fastest[*side as usize] = fastest[*side as usize].max(*speed_m_s);
        }
        assert!(fastest[1] <= fastest_m_s && fastest[1] > 0.9 * fastest_m_s, "{equal:?}: {fastest:?}");
        assert!(fastest[0] > 0.9 * keys.player.speed_max_m_s, "{equal:?}: {fastest:?}");
    }
}

#[test]
fn tg_4a_each_side_brings_its_own_toleys_and_tg_13_each_amendment_is_told() {
    let mut keys = MatchKeys::default();
    (keys.b.toley_diameter_ratio, keys.b.toley_density_ratio, keys.rack.count) = (0.8, 1.5, 37);
    let setup = Setup::new(&keys).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut buffers = Buffers::new(&setup);
    let opened = open(&setup, &mut buffers, &MatchStreams::new(&Streams::new(1, 0, None)));
    let widths = opened.players.iter().map(|player| 2.0 * player.spec.radius_m);
    assert!(widths.enumerate().all(|(i, m)| (m - if i < 6 { 0.01905 } else { 0.01524 }).abs() < 1e-15));
    assert!(opened.players[6].spec.density_kg_m3 == 3750.0);
    let amends: Vec<f64> =
        buffers.record.log.notes.iter().filter(|note| note.what == What::Amends).map(|n| n.value).collect();
    let all = tolley_experiment::schema::Schema::of::<MatchKeys>().keys;
    let told: Vec<String> = amends.iter().map(|place| all[*place as usize].path.to_string()).collect();
    assert_eq!(told, ["rack.count", "b.toley_density_ratio"]);
    keys.b.toley_diameter_ratio = 1.1;
    assert!(Setup::new(&keys).is_err_and(|faults| faults[0].path.to_string() == "b.toley_diameter_ratio"));
}
