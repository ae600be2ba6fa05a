//! What holds after every step of every game.

use std::cell::{Cell, RefCell};

use tolley_experiment::names::Named;
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::study::Study;

use super::buffers::Buffers;
use super::keys::MatchKeys;
use super::numbers::{seen, seen_names};
use super::setup::Setup;
use super::step::{self, Course, begin, finish, first_gain_share, open};
use super::streams::MatchStreams;
use super::study::MatchStudy;
use crate::keys::contact::{Contact, ContactLaw};
use crate::keys::player::Equal;
use crate::keys::policy::Policy;
use crate::keys::surface::Variation;
use crate::keys::with_presets;
use crate::laws::choices::{Choice, EndOnTarget, FirstPlay, MatchKind};
use crate::laws::rules::{Edition, Format, HumanErrors};
use crate::laws::{Coming, Form, Game, PlayerState, Situation, Stance, Status, Toley, What, is_playable};
use crate::players::{Aim, Numbers, Outside, PlayerView, ShotPlanner, choose};

/// Plays matches step by step; `each` sees the game before and after every step.
fn follow(keys: &MatchKeys, matches: u64, mut each: impl FnMut(&Setup, &mut Buffers, &Game, &Game)) -> u32 {
    let setup = Setup::new(keys).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut buffers = Buffers::new(&setup);
    let (mut turns, mut given_up) = (0, 0);
    'matches: for repeat in 0..matches {
        let streams = MatchStreams::new(&Streams::new(12, repeat, None));
        let mut rows = Rows::new(&MatchStudy::tables());
        let mut current = open(&setup, &mut buffers, &streams);
        while let Coming::Game(fixture) = current.coming(setup.laws()) {
            let own = streams.game(fixture.number);
            let Ok(mut game) = begin(&setup, &mut buffers, &mut current, &fixture, &streams) else { break };
            while game.ending().is_none() {
                let Ok(after) = step::step(&setup, &mut buffers, &game, &own, None, &mut rows) else {
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

/// All play `nearest`: what is cheap to play leaves more turns to look at.
fn usual() -> MatchKeys {
    let mut keys = MatchKeys::default();
    (keys.a.policy, keys.b.policy) = (Policy::Nearest, Policy::Nearest);
    keys
}

/// The same, but that the other side plays `random`.
fn random() -> MatchKeys {
    let mut keys = usual();
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

/// The least gap between two balls, m.
fn least_gap_m(game: &Game) -> f64 {
    let balls = balls(game);
    let gap_m = |(i, (at_m, radius_m)): (usize, &(glam::DVec3, f64))| {
        balls[..i]
            .iter()
            .map(|(other_m, other)| at_m.distance(*other_m) - radius_m - other)
            .fold(f64::INFINITY, f64::min)
    };
    balls.iter().enumerate().map(gap_m).fold(f64::INFINITY, f64::min)
}

/// Plays matches of several kinds, so many times over; counts their turns.
fn kept(times: u64) -> u32 {
    // one hit at a time: nothing overlaps, but where balls have rested on each other, as far as P13 says
    let sunk = Cell::new(0);
    let contact = Contact { law: ContactLaw::Pairwise, ..Contact::default() };
    let play = |keys: MatchKeys, matches| {
        let keys = MatchKeys { contact, ..keys };
        follow(&keys, matches * times, |setup, _, before, after| {
            check(setup, before, after, [7.7e-10, 1e-12]);
            sunk.set(sunk.get() + u32::from(least_gap_m(after) < -1e-12));
        })
    };
    let formed = |format| MatchKeys { format, ..usual() };
    let individual = formed(Format { kind: MatchKind::Individual, ..Format::default() });
    let to_the_end = formed(Format { end_on_target: EndOnTarget::AllMarbles, ..Format::default() });
    let turns = play(usual(), 240) + play(human(random()), 40) + play(human(individual), 40) + play(to_the_end, 40);
    assert!(200 * sunk.get() <= turns, "{} of {turns}", sunk.get());
    turns
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
    let keys = human(usual());
    follow(&keys, 40, |setup, _, before, after| check(setup, before, after, [1e-9, 1e-6]));
}

#[test]
fn tg_6b2_the_hand_and_the_laws_agree_on_what_can_be_played() {
    let mut lies = [0, 0];
    follow(&usual(), 25, |setup, buffers, _, after| {
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
        let mut keys = usual();
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
        let mut keys = usual();
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
    let mut keys = usual();
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

/// By how much more often the first side wins challenges that it begins than those that it does not, so many of each.
fn gain_of_challenges(keys: &MatchKeys, matches: u64) -> f64 {
    let share = |first_choice| {
        let mut keys = *keys;
        keys.format = Format { kind: MatchKind::Challenge, first_play: FirstPlay::Fixed, first_choice, ..keys.format };
        let setup = Setup::new(&keys).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut buffers = Buffers::new(&setup);
        let is_won = |repeat: &u64| {
            let mut rows = Rows::new(&MatchStudy::tables());
            let outcome = step::play(&setup, &mut buffers, &Streams::new(77, *repeat, None), &mut rows);
            outcome.is_ok_and(|outcome| outcome.winner == Some(0))
        };
        (0..matches).filter(is_won).count() as f64 / matches as f64
    };
    share(Choice::First) - share(Choice::Second)
}

/// Three standard errors of the difference of two gains, each of so many games with either side first.
fn three_errors(games: [f64; 2]) -> f64 {
    3.0 * games.map(|games| 0.5 / games).iter().sum::<f64>().sqrt()
}

#[test]
fn tg_9f_what_it_is_worth_to_play_first_is_found_in_full_and_for_the_rack_in_play() {
    let mut keys = usual();
    (keys.contact.law, keys.surface.variation) = (ContactLaw::Pairwise, Variation::None);
    (keys.format.kind, keys.format.first_choice) = (MatchKind::Challenge, Choice::Optimal);
    (keys.format.first_choice_games_count, keys.format.tie_break_target_count) = (1500, 1);
    let found = |keys: &MatchKeys, level| {
        let setup = Setup::new(keys).unwrap_or_else(|faults| panic!("{faults:?}"));
        first_gain_share(&setup, level).expect("somebody needs to know")
    };
    // who comes second to a rack that is broken up has the better of the first marble; half of it would be seen
    let (challenge, expected) = (found(&keys, None), gain_of_challenges(&keys, 1500));
    assert!((challenge - expected).abs() < three_errors([1500.0; 2]), "{challenge} {expected}");
    assert!(0.5 * expected.abs() > three_errors([1500.0; 2]), "{expected}");
    // captains who are level play the same game, with 13 marbles; in their team game one lies there
    (keys.format.kind, keys.format.first_choice_games_count) = (MatchKind::Club, 300);
    (keys.format.team_size_count, keys.format.game_count) = (1, 2);
    (keys.format.target_points_count, keys.rack.count) = (1, 1);
    let setup = Setup::new(&keys).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (study, mut buffers) = (MatchStudy::tables(), Buffers::new(&setup));
    let mut rows = Rows::new(&study);
    (0..12).for_each(|repeat| {
        step::play(&setup, &mut buffers, &Streams::new(5, repeat, None), &mut rows).expect("an end");
    });
    let column = |table: &str, name| {
        let at = study.iter().position(|known| known.name == table).expect(table);
        &rows.tables[at].columns[study[at].index(name).expect(name)]
    };
    let Values::Name(forms) = column("games", "form") else { panic!("names") };
    let (Values::Name(events), Values::F64(values)) = (column("events", "event"), column("events", "value")) else {
        panic!("types")
    };
    let gains: Vec<f64> =
        (0..events.len()).filter(|i| events[*i] == What::FirstGain.index() as u8).map(|i| values[i]).collect();
    assert_eq!(gains.len(), forms.len(), "each game has its own");
    let of = |form: Form| -> Vec<f64> {
        let mut of: Vec<f64> =
            forms.iter().zip(&gains).filter(|(played, _)| **played == form.index() as u8).map(|(_, g)| *g).collect();
        of.dedup();
        of
    };
    let (team, tie_break) = (of(Form::Team), of(Form::TieBreak));
    assert!(team.len() == 1 && tie_break.len() == 1, "{team:?} {tie_break:?}");
    assert!((tie_break[0] - expected).abs() < three_errors([300.0, 1500.0]), "{tie_break:?} {expected}");
    assert!((team[0] - tie_break[0]).abs() > three_errors([300.0; 2]), "{team:?} {tie_break:?}");
}

#[test]
fn tg_4a_each_player_of_an_individual_match_brings_his_own_toley() {
    let mut keys = usual();
    (keys.format.kind, keys.format.player_count) = (MatchKind::Individual, 12);
    (keys.roster.first_toley_diameter_ratio, keys.roster.second_toley_diameter_ratio) = (0.9, 0.8);
    (keys.roster.eighth_toley_diameter_ratio, keys.roster.twelfth_toley_density_ratio) = (0.7, 1.5);
    keys.roster.seventh_error_ratio = 2.0;
    let setup = Setup::new(&keys).unwrap_or_else(|faults| panic!("{faults:?}"));
    let widths: Vec<f64> =
        setup.toleys.iter().map(|spec| (2.0 * spec.radius_m / 0.01905 * 1e9).round() / 1e9).collect();
    assert_eq!(widths, [0.9, 0.8, 1.0, 1.0, 1.0, 1.0, 1.0, 0.7, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(setup.toleys.iter().filter(|spec| spec.density_kg_m3 == 3750.0).count(), 1);
    let mut members = Vec::new();
    setup.roster.pick(&Streams::new(1, 0, None), &mut members);
    assert_eq!(members.iter().filter(|member| member.error_ratio == 2.0).count(), 1);
    assert_eq!(members[6].error_ratio, 2.0);
    keys.roster.eighth_toley_diameter_ratio = 1.1;
    let faults = Setup::new(&keys).err().unwrap_or_default();
    assert_eq!(faults[0].path.to_string(), "roster.eighth_toley_diameter_ratio");
}

/// Does what the policy nearest does, where it leaves nothing to chance.
struct Alike(RefCell<(ShotPlanner, Stream)>);

impl Outside for Alike {
    fn aim(&self, view: &PlayerView) -> Option<Aim> {
        let (planner, stream) = &mut *self.0.borrow_mut();
        choose(Policy::Nearest, view, planner, stream)
    }
}

#[test]
fn who_chooses_as_a_policy_does_plays_its_match() {
    let mut keys = usual();
    (keys.format.kind, keys.surface.variation) = (MatchKind::Challenge, Variation::None);
    let setup = Setup::new(&keys).expect("two players can play");
    let (mut buffers, tables) = (Buffers::new(&setup), MatchStudy::tables());
    for repeat in 0..4 {
        // a seed by which nobody has to leave a shot to chance, on the mean sand
        let streams = Streams::new(22, repeat, None);
        let planner = ShotPlanner::new(&setup.physics, setup.most_balls(), &keys.planner);
        let alike = Alike(RefCell::new((planner, streams.open(Purpose::named("nothing")))));
        let mut rows = Rows::new(&tables);
        let mut course = Course::begin(&setup, &mut buffers, &streams);
        let mut ended = course.play_to_choice(&setup, &mut buffers, &mut rows).expect("a match with an end");
        while ended.is_none() {
            let game = course.game().expect("a game in which somebody shoots");
            let side = game.player().side;
            let chooses = [side, 1 - side].map(|side| seen(&setup, &course, side)[0]);
            assert_eq!((chooses, seen(&setup, &course, side).len()), ([1.0, 0.0], seen_names(&setup).len()));
            course.step(&setup, &mut buffers, Some(&alike), &mut rows).expect("a shot");
            ended = course.play_to_choice(&setup, &mut buffers, &mut rows).expect("a match with an end");
        }
        let mut usual = Rows::new(&tables);
        let outcome = step::play(&setup, &mut buffers, &streams, &mut usual).expect("an end");
        assert_eq!(ended, Some(outcome));
        // as text, in which a number that is not there equals itself
        assert_eq!(format!("{rows:?}"), format!("{usual:?}"), "match {repeat}");
    }
}

/// Six numbers drawn evenly.
struct Drawn(RefCell<Stream>);

impl Outside for Drawn {
    fn aim(&self, view: &PlayerView) -> Option<Aim> {
        let numbers = [0; 6].map(|_| self.0.borrow_mut().uniform_in(-1.0, 1.0));
        let aim = Numbers(numbers).aim(view)?;
        assert!(view.allows(aim.release_m, aim.direction));
        Some(aim)
    }
}

#[test]
fn whatever_the_numbers_are_the_shot_is_legal() {
    let setup = Setup::new(&usual()).expect("two teams can play");
    let (mut buffers, mut rows) = (Buffers::new(&setup), Rows::new(&MatchStudy::tables()));
    let streams = Streams::new(22, 0, None);
    let drawn = Drawn(RefCell::new(streams.open(Purpose::named("drawn"))));
    let mut course = Course::begin(&setup, &mut buffers, &streams);
    while course.play_to_choice(&setup, &mut buffers, &mut rows).expect("a match with an end").is_none() {
        course.step(&setup, &mut buffers, Some(&drawn), &mut rows).expect("a legal shot");
    }
    assert!(rows.tables[3].trial.len() > 20, "{} shots", rows.tables[3].trial.len());
}
