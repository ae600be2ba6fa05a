//! The best choice from a budget of shots, in worlds whose answer is known.

use tolley_experiment::random::{Purpose, Streams};
use tolley_search::best::{Answer, End, Found, Near, NoValue, Number, Scatter, Shot, Task, find};
use tolley_search::execution::{Acts, Law};
use tolley_search::path::Zone;

/// Normal errors that have nothing to do with each other.
pub const NORMAL: Scatter = Scatter { law: Law::Normal, correlated: Vec::new(), wild: None };

/// Of these numbers a mean of one shot, without images.
pub fn plain(numbers: Vec<Number>, scatter: Scatter, shots: u64, seed: u64) -> Task {
    Task {
        numbers,
        scatter,
        is_share: false,
        is_later: false,
        is_of_skill: false,
        told: 5,
        map: 0,
        images: Vec::new(),
        is_equal: Vec::new(),
        shots,
        seed,
    }
}

/// Two hills along x, of heights and widths; y is a place that may matter.
struct World {
    hills: [([f64; 2], f64, f64); 2],
    noise: f64,
    slope: f64,
    sd: Vec<f64>,
}

impl World {
    fn task(&self, shots: u64, seed: u64) -> Task {
        let number = |aims: [f64; 2], sd: Vec<f64>| Number {
            aims,
            possible: [-9.0, 9.0],
            is_round: false,
            acts: Acts::Added,
            sd,
            bias: 0.0,
        };
        let exact = vec![0.0; self.sd.len()];
        Task {
            images: vec![vec![[1.0, 0.0], [-1.0, 1.0]]],
            is_equal: vec![self.slope == 0.0],
            ..plain(vec![number([0.0, 1.0], self.sd.clone()), number([0.0, 1.0], exact)], NORMAL, shots, seed)
        }
    }

    fn drawn(&self, shot: &Shot, world: u64) -> f64 {
        let streams = Streams::new(world, shot.seed, None);
        let [mut aim, mut luck] = ["aim", "luck"].map(|name| streams.open(Purpose::named(name)));
        let sd = shot.skill.map_or(0.0, |skill| self.sd[skill]);
        self.worth(shot.at[0] + sd * aim.normal(), shot.at[1], 0.0) + self.noise * luck.normal()
    }

    /// What is meant at x is worth with an error.
    fn worth(&self, x: f64, y: f64, sd: f64) -> f64 {
        let hill = |&([at, _], high, wide): &([f64; 2], f64, f64)| {
            let variance = wide * wide + sd * sd;
            high * wide / variance.sqrt() * libm::exp(-0.5 * (x - at) * (x - at) / variance)
        };
        self.hills.iter().map(hill).sum::<f64>() + self.slope * y
    }

    fn answer(&self, shots: u64, seed: u64) -> Answer {
        let task = self.task(shots, seed);
        find::<NoValue>(&task, &mut |shots| Ok(shots.iter().map(|shot| self.drawn(shot, seed)).collect()))
            .expect("values")
    }
}

fn one_hill(sd: Vec<f64>) -> World {
    World { hills: [([0.3, 0.0], 1.0, 0.1), ([0.8, 0.0], 0.0, 0.1)], noise: 0.3, slope: 0.0, sd }
}

#[test]
fn the_stated_interval_covers_what_the_chosen_one_is_worth() {
    let covered = coverage(20);
    assert!(covered >= 17, "{covered} of 20");
}

#[test]
#[ignore = "a minute"]
fn the_stated_interval_covers_in_93_to_97_per_cent() {
    let covered = coverage(200);
    assert!((186..=194).contains(&covered), "{covered} of 200");
}

/// In how many of so many worlds the interval holds what the chosen one is worth.
fn coverage(replications: u64) -> u64 {
    let world = one_hill(vec![0.08]);
    let (mut covered, mut seen, mut told) = (0, 0.0, 0.0);
    for seed in 0..replications {
        let answer = world.answer(2000, seed);
        let found = &answer.skills[0];
        let truth = world.worth(found.at[0], found.at[1], 0.08);
        let [low, high] = found.value.estimate.interval.expect("an interval");
        covered += u64::from(low <= truth && truth <= high);
        seen += (found.seen.expect("near shots").value - truth) / replications as f64;
        told += (found.value.estimate.value.expect("a value") - truth) / replications as f64;
        assert!(world.worth(0.3, 0.0, 0.08) - truth < 0.1, "{found:?}");
    }
    // the sweep promises too much, fresh shots do not: the error of a mean of 20 is about 0.3 / sqrt(70 x 20), 0.008
    assert!(seen > told - 0.03 && told.abs() < 0.035, "{seen} {told}");
    covered
}

fn swept(found: &Found) -> &Zone {
    match &found.near {
        Near::Swept(zone) => zone,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_loses_less_than_a_twentieth_is_in_the_zone() {
    let world = one_hill(vec![0.08]);
    let best = world.worth(0.3, 0.0, 0.08);
    // between which numbers the true zone lies; the place does not matter at all
    let is_near = |x: &f64| world.worth(*x, 0.0, 0.08) >= 0.95 * best;
    let end = |side: f64| (0..1000).map(move |k| 0.3 + side * 1e-3 * f64::from(k)).take_while(is_near).last();
    let [low, high] = [-1.0, 1.0].map(|side| end(side).expect("the best"));
    let (mut held, mut wide) = (0, 0.0);
    for seed in 0..40 {
        let answer = world.answer(2000, seed);
        let zone = swept(&answer.skills[0]);
        let [x, y] = [zone.extent[0], zone.extent[1]];
        held += usize::from(x[0] <= low && high <= x[1] && y[0] < 0.05 && 0.95 < y[1]);
        wide += (x[1] - x[0]) / 40.0;
    }
    // either end is left out in a twentieth of the worlds at most
    assert!(held >= 36, "{held} of 40, {low} to {high}");
    assert!(wide < 5.0 * (high - low), "{wide} beside {}", high - low);
}

/// A sweep is smoothed for who errs in nothing too: of a flick 41 % of what he scores with lay outside of its zone.
#[test]
fn who_errs_in_nothing_is_told_by_shots_of_his_own_how_far_a_number_may_be_moved() {
    let narrow = World { hills: [([0.3, 0.0], 1.0, 0.02), ([0.8, 0.0], 0.0, 0.1)], ..one_hill(vec![0.0]) };
    let mut task = narrow.task(20_000, 1);
    task.map = 3;
    let answer = find::<NoValue>(&task, &mut |shots| Ok(shots.iter().map(|shot| narrow.drawn(shot, 1)).collect()));
    let answer = answer.expect("values");
    let Near::Played(spans) = &answer.skills[0].near else { panic!("{:?}", answer.skills[0].near) };
    let loses = |x: f64| 1.0 - narrow.worth(x, 0.0, 0.0);
    let [low, high] = spans[0].ends.clone();
    let beyond = |end: &End| end.beyond.as_ref().is_some_and(|(x, _)| loses(*x) > 0.05);
    assert!(loses(low.at) < 0.1 && loses(high.at) < 0.1 && beyond(&low) && beyond(&high), "{spans:?}");
    assert!(answer.maps[0].len() == 9 && answer.maps[0].iter().all(|cell| cell.worth.is_none()), "{:?}", answer.maps);
}

/// Nine in ten executions of a wide hand are swept nowhere near the end that another's choice lies at.
#[test]
fn a_zone_is_told_where_the_sweep_does_not_reach() {
    let world = World { hills: [([0.0, 0.0], 1.0, 0.1), ([0.8, 0.0], 0.0, 0.1)], ..one_hill(vec![0.02, 0.3]) };
    let mut task = world.task(8000, 1);
    task.numbers[0].possible = [0.0, 1.0];
    let answer = find::<NoValue>(&task, &mut |shots| Ok(shots.iter().map(|shot| world.drawn(shot, 1)).collect()));
    let found = &answer.expect("values").skills[1];
    assert!(found.at[0] < 0.2 && found.seen.is_none_or(|seen| seen.inside < 0.9), "{found:?}");
    let zone = swept(found);
    assert!(zone.extent[0][0] <= found.at[0] && found.at[0] <= zone.extent[0][1], "{zone:?}");
}

/// A place of 1.59e-15 degrees was told.
#[test]
fn a_number_next_to_an_end_or_to_nothing_is_there() {
    let mut task = one_hill(vec![0.08]).task(2000, 1);
    assert_eq!(task.settled(&[1e-11, 1.0 - 1e-11]), [0.0, 1.0]);
    task.numbers[1].aims = [-1.0, 1.0];
    assert_eq!(task.settled(&[1e-8, -1e-16]), [1e-8, 0.0]);
}

#[test]
fn flags_have_the_interval_of_a_share() {
    // one choice in ten thousand scores: none is seen to, and none is known never to
    let world = one_hill(vec![0.08]);
    let task = Task { is_share: true, ..world.task(2000, 1) };
    let answer = find::<NoValue>(&task, &mut |shots| Ok(shots.iter().map(|_| 0.0).collect())).expect("values");
    let found = &answer.skills[0];
    let [low, high] = found.value.estimate.interval.expect("a share");
    let none = 3.84 / (found.value.estimate.n as f64 + 3.84);
    assert!(low == 0.0 && (high - none).abs() < 1e-3 * none, "{:?}", found.value);
    let [low, high] = found.places[0].at[0].loss.estimate.interval.expect("paired");
    assert!(low < 0.0 && high > 0.0, "{:?}", found.places[0]);
    assert!(matches!(found.near, Near::Unknown(_)));
}

#[test]
fn candidates_are_compared_on_the_same_seeds() {
    let world = one_hill(vec![0.08, 0.02]);
    let mut played: Vec<Vec<Shot>> = Vec::new();
    let answer = find::<NoValue>(&world.task(4000, 1), &mut |shots| {
        played.push(shots.to_vec());
        Ok(shots.iter().map(|shot| world.drawn(shot, 1)).collect())
    });
    assert!(answer.is_ok());
    let all: Vec<&Shot> = played.iter().flatten().filter(|shot| shot.skill == Some(0)).collect();
    let seeds_of = |at: &[f64], range: core::ops::Range<u64>| {
        all.iter().filter(|shot| shot.at == at && range.contains(&shot.seed)).map(|shot| shot.seed).collect::<Vec<_>>()
    };
    let mut arms: Vec<&Vec<f64>> = all.iter().map(|shot| &shot.at).collect();
    arms.dedup();
    arms.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    arms.dedup();
    assert!(arms.len() > 4, "{}", arms.len());
    let mut compared = 0;
    for at in arms {
        // each from the first seed on, none left out: what a candidate has more than another comes after; those of
        // the choice, of the choice at places, and fresh ones
        for (first, last) in [(1 << 20, 1 << 32), ((1 << 36) + (1 << 20), 1 << 40), (1 << 40, 1 << 41)] {
            let seeds = seeds_of(at, first..last);
            assert!(seeds.iter().enumerate().all(|(k, seed)| *seed == first + k as u64), "{seeds:?}");
            compared += usize::from(seeds.len() >= 10);
        }
    }
    assert!(compared > 4, "{compared}");
    assert!(played.iter().flatten().filter(|shot| shot.skill.is_none()).all(|shot| shot.seed < 16));
}

#[test]
fn a_place_matters_or_not_and_an_end_is_an_end() {
    let flat = one_hill(vec![0.05]).answer(8000, 2);
    let place = &flat.skills[0].places[0];
    assert!(!place.matters && place.at.len() == 6 && place.number == 1, "{place:?}");
    // each shot is worth exactly as much, and how far others may differ is not known
    let loss = flat.skills[0].images[0].as_ref().expect("an image").loss;
    assert_eq!((loss.estimate.value, loss.std_error, loss.estimate.interval), (Some(0.0), 0.0, None));
    let steep = World { slope: 1.0, ..one_hill(vec![0.05]) }.answer(8000, 2);
    let found = &steep.skills[0];
    assert!(found.places[0].matters && found.places[0].at.iter().any(|at| !at.in_set), "{:?}", found.places);
    let edge = found.edges.iter().find(|edge| edge.number == 1).expect("on the end");
    assert!(edge.is_high && edge.beyond > 1.0 && (edge.gain.estimate.value.expect("a gain") - 0.05).abs() < 1e-9);
    assert!(found.images[0].as_ref().is_some_and(|image| image.loss.estimate.value > Some(0.5)));
}

#[test]
fn the_best_jumps_from_a_narrow_hill_to_a_wide_one_and_either_is_dear_to_the_other() {
    let hills = [([0.2, 0.0], 1.0, 0.02), ([0.7, 0.0], 0.6, 0.15)];
    let world = World { hills, noise: 0.05, slope: 0.0, sd: vec![0.005, 0.1] };
    let answer = world.answer(20_000, 3);
    let at: Vec<f64> = answer.skills.iter().map(|found| found.at[0]).collect();
    assert!((at[0] - 0.2).abs() < 0.02 && (at[1] - 0.7).abs() < 0.1, "{at:?}");
    assert_eq!(answer.jumps.len(), 1);
    let [from, to] = [0, 1].map(|skill: usize| &answer.skills[skill].at);
    let jump = &answer.jumps[0].jump;
    assert!(jump.from == *from && jump.to == *to && 0.0 < jump.share && jump.share < 1.0, "{jump:?}");
    // in whatever order they are asked about, it is from the better hand to the other
    let turned = World { sd: vec![0.1, 0.005], ..world }.answer(20_000, 3);
    assert!(answer.jumps[0].skills == [0, 1] && turned.jumps[0].skills == [1, 0], "{:?}", turned.jumps);
    let world = World { hills, noise: 0.05, slope: 0.0, sd: vec![0.005, 0.1] };
    for skill in [0, 1] {
        let loss = answer.skills[skill].others[1 - skill].as_ref().expect("the other").loss;
        let truth = world.worth(at[skill], 0.0, world.sd[skill]) - world.worth(at[1 - skill], 0.0, world.sd[skill]);
        assert!((loss.estimate.value.expect("a loss") - truth).abs() < 4.0 * loss.std_error, "{loss:?} {truth}");
        assert!(truth > 0.2);
        // who climbs from the old choice loses a little less; a gain that cannot be is one of two surfaces
        assert!(skill == 0 || (0.5 * truth..truth + 0.05).contains(&jump.gain), "{jump:?} {truth}");
    }
}

#[test]
fn shares_are_told_apart_by_kl_lucb_and_nothing_is_no_answer() {
    let world = one_hill(vec![0.05]);
    let task = Task { is_share: true, ..world.task(8000, 4) };
    let hit = |shot: &Shot| {
        let streams = Streams::new(4, shot.seed, None);
        let [mut aim, mut luck] = ["aim", "luck"].map(|name| streams.open(Purpose::named(name)));
        let x = shot.at[0] + shot.skill.map_or(0.0, |_| 0.05) * aim.normal();
        f64::from(u8::from(luck.uniform() < world.worth(x, 0.0, 0.0)))
    };
    let found = find::<NoValue>(&task, &mut |shots| Ok(shots.iter().map(hit).collect())).expect("values");
    assert_eq!(found.skills[0].chosen.method, "KL-LUCB");
    assert!((found.skills[0].at[0] - 0.3).abs() < 0.05, "{:?}", found.skills[0].at);
    let nothing = find::<NoValue>(&task, &mut |shots| Ok(vec![f64::NAN; shots.len()]));
    assert_eq!(nothing.err(), Some(NoValue));
}

#[test]
fn places_that_are_images_of_each_other_are_judged_by_the_same_shot() {
    let mut differ = 0;
    for seed in 0..6 {
        // few shots, so that the sweep finds the hill at one place better than at another
        let answer = World { noise: 0.6, ..one_hill(vec![0.03]) }.answer(6000, seed);
        let places = &answer.skills[0].places[0].at;
        let count = places.len();
        for (place, image) in places.iter().zip(places.iter().rev()) {
            assert!((place.at[1] + image.at[1] - 1.0).abs() < 1e-6);
            assert!((place.at[0] - image.at[0]).abs() < 1e-12, "{seed}: {place:?} {image:?}");
        }
        differ += (1..count / 2).filter(|at| places[*at].at[0] != places[0].at[0]).count();
    }
    assert!(differ > 0, "places that are no images may have shots of their own");
}

/// Four skills, of which the first and the last are no neighbours: nobody is told a choice that another's surely beats.
#[test]
fn no_skill_is_given_less_than_the_choice_of_another() {
    let hills = [([0.3, 0.0], 1.0, 0.04), ([0.8, 0.0], 0.9, 0.05)];
    let mut beaten = 0;
    for seed in 0..8 {
        let world = World { hills, noise: 0.3, slope: 0.2, sd: vec![0.03, 0.5, 0.4, 0.0] };
        for found in world.answer(2400, seed).skills {
            let gains = found.others.iter().flatten().filter_map(|other| other.loss.estimate.interval);
            beaten += gains.filter(|[_, high]| *high < 0.0).count();
        }
    }
    // of 96; where neighbours alone lent their candidates it was 19 of 144
    assert!(beaten <= 6, "{beaten}");
}

/// The hill is at 0.3, and all that he does goes 0.15 too far.
#[test]
fn who_errs_to_one_side_aims_to_the_other() {
    let world = one_hill(vec![0.05, 0.15]);
    let mut task = world.task(4000, 7);
    task.numbers[0].bias = 0.15;
    let play = |shot: &Shot| {
        let bias = if shot.skill.is_some() { 0.15 } else { 0.0 };
        world.drawn(&Shot { at: vec![shot.at[0] + bias, shot.at[1]], ..shot.clone() }, 7)
    };
    let answer = find::<NoValue>(&task, &mut |shots| Ok(shots.iter().map(play).collect())).expect("values");
    let found = &answer.skills[0];
    assert!((found.at[0] - 0.15).abs() < 0.05, "{found:?}");
    // the sweep sees what fresh shots tell
    let [seen, told] = [found.seen.expect("near shots").value, found.value.estimate.value.expect("a value")];
    assert!((seen - told).abs() < 0.12 && told > 0.7, "{seen} {told}");
}
