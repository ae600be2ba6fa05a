//! The best choice where later errors spread values as much as the choice does, as those of a break.

use tolley_experiment::random::{Purpose, Streams};
use tolley_search::best::{Found, Near, NoValue, Number, Shot, Task, find};
use tolley_search::execution::Acts;

use super::best::{NORMAL, plain};

/// A hill of four numbers under luck as that of breaks: most are worth nothing, some a multiple. Nobody errs in the
/// last.
struct Lucky {
    high: f64,
    top: [f64; 4],
    /// Of the hill along each number; infinite where it does not matter.
    width: [f64; 4],
    seed: u64,
}

impl Lucky {
    const SD: [f64; 4] = [0.05, 0.02, 0.05, 0.0];

    /// What is meant at a place is worth.
    fn worth(&self, at: &[f64], with_errors: bool) -> f64 {
        let number = |i: usize| {
            let sd = if with_errors { Self::SD[i] } else { 0.0 };
            let (own, off) = (self.width[i] * self.width[i], at[i] - self.top[i]);
            let variance = own + sd * sd;
            if own.is_infinite() { 1.0 } else { (own / variance).sqrt() * libm::exp(-0.5 * off * off / variance) }
        };
        self.high * (0..4).map(number).product::<f64>()
    }

    fn drawn(&self, shot: &Shot) -> f64 {
        let mut luck = Streams::new(self.seed, shot.seed, None).open(Purpose::named("luck"));
        let at: Vec<f64> = shot.at.iter().zip(Self::SD).map(|(x, sd)| x + sd * luck.normal()).collect();
        // an exponential in one of three, so that the deviation is more than twice the mean
        if luck.below(3) == 0 { -3.0 * self.worth(&at, false) * libm::log(1.0 - luck.uniform()) } else { 0.0 }
    }

    fn found(&self, shots: u64) -> Found {
        self.listed(shots, 5)
    }

    fn listed(&self, shots: u64, told: usize) -> Found {
        self.listed_from(shots, told, -1.0)
    }

    /// Of shots whose first number is meant to be less than this nothing is seen.
    fn listed_from(&self, shots: u64, told: usize, least: f64) -> Found {
        let number = |sd: f64| Number {
            aims: [0.0, 1.0],
            possible: [-1.0, 2.0],
            is_round: false,
            acts: Acts::Added,
            sd: vec![sd],
            bias: 0.0,
        };
        let numbers = Self::SD.map(number).to_vec();
        let task = Task { is_later: true, told, ..plain(numbers, NORMAL, shots, self.seed) };
        let mut played = 0;
        let mut play = |shots: &[Shot]| {
            played += shots.len() as u64;
            let seen = |shot: &Shot| if shot.at[0] < least { f64::NAN } else { self.drawn(shot) };
            Ok(shots.iter().map(seen).collect())
        };
        let found = find::<NoValue>(&task, &mut play).expect("values").skills.swap_remove(0);
        assert!(played <= shots + shots / 50, "{played} of {shots}");
        found
    }
}

#[test]
fn luck_among_few_shots_does_not_hide_a_broad_hill() {
    let found = (0..4).map(|seed| {
        let world = Lucky { high: 6.0, top: [0.8, 0.5, 0.9, 0.4], width: [0.4; 4], seed };
        world.worth(&world.found(20_000).at, false)
    });
    let found: Vec<f64> = found.collect();
    assert!(found.iter().sum::<f64>() > 0.9 * 6.0 * 4.0 && found.iter().all(|worth| *worth > 4.5), "{found:?}");
}

/// A hill that a sweep does not resolve, as high at every place.
fn peaked(seed: u64) -> Lucky {
    Lucky { high: 6.0, top: [0.8, 0.5, 0.9, 0.4], width: [0.4, 0.06, 0.3, f64::INFINITY], seed }
}

/// By the best of the sweep at each place it mattered in the first of these worlds, by 3.5 [2.2, 4.7].
#[test]
fn a_place_is_not_said_to_matter_by_how_well_it_was_searched() {
    let matters = (0..4).filter(|seed| {
        let place = &peaked(*seed).found(20_000).places[0];
        assert!(place.number == 3 && place.at.len() == 6 && place.tried > 1, "{place:?}");
        place.matters
    });
    let matters = matters.count();
    assert!(matters == 0, "{matters} of 4");
    let found = Lucky { width: [0.4, 0.06, 0.3, 0.3], ..peaked(1) }.found(20_000);
    assert!(found.places[0].matters, "{:?}", found.places[0]);
}

/// The last of ten hills were low ones, where there are not as many good ones.
#[test]
fn a_long_list_goes_on_with_neighbours_of_its_top_rather_than_with_low_hills() {
    let mut worth = 0.0;
    for seed in 0..3 {
        let world = peaked(seed);
        let found = world.listed(20_000, 10);
        assert_eq!(found.rivals.len(), 9);
        let best = world.worth(&found.at, true);
        worth += found.rivals[5..].iter().map(|rival| world.worth(&rival.at, true) / best / 12.0).sum::<f64>();
    }
    assert!(worth > 0.75, "{worth} of the best");
}

/// Neighbours that no shot had a value of, or that none was played of, were told where a list was long.
#[test]
fn a_long_list_has_no_neighbours_of_which_nothing_is_known() {
    for seed in 0..3 {
        for (shots, least) in [(20_000, 0.75), (20_000, -1.0), (600, -1.0), (300, -1.0)] {
            let found = peaked(seed).listed_from(shots, 60, least);
            let unknown: Vec<&Vec<f64>> = found
                .rivals
                .iter()
                .filter(|rival| rival.value.estimate.value.is_none())
                .map(|rival| &rival.at)
                .collect();
            println!("{shots} {least}: {} rivals, unknown {unknown:?}", found.rivals.len());
            assert!(unknown.is_empty(), "{unknown:?}");
        }
    }
}

/// A sweep that is smoothed widely put nearly all of each range into the zone.
#[test]
fn who_plays_the_ends_of_a_zone_of_breaks_loses_what_is_told() {
    let (mut covered, mut ends, mut beyond, mut astray, mut lost) = (0, 0, 0, 0, 0.0);
    for seed in 0..40 {
        let world = peaked(seed);
        let found = world.found(20_000);
        let Near::Played(spans) = &found.near else { panic!("{:?}", found.near) };
        assert_eq!(spans.iter().map(|span| span.number).collect::<Vec<_>>(), [0, 1, 2, 3]);
        let best = world.worth(&found.at, true);
        let at = |number: usize, x: f64| {
            let mut at = found.at.clone();
            at[number] = x;
            best - world.worth(&at, true)
        };
        for span in spans {
            let [low, high] = &span.ends;
            assert!(low.at <= found.at[span.number] && found.at[span.number] <= high.at, "{span:?}");
            for end in &span.ends {
                if let Some(loss) = end.loss {
                    // exactly as much in every shot has no interval
                    let told = loss.estimate.value.expect("a loss");
                    let [low, high] = loss.estimate.interval.unwrap_or([told; 2]);
                    assert!(loss.estimate.interval.is_some() || (told == 0.0 && loss.std_error == 0.0), "{end:?}");
                    let truth = at(span.number, end.at);
                    covered += usize::from(low <= truth && truth <= high);
                    ends += 1;
                    astray += usize::from(high < 0.0 && truth >= 0.0 || low > 0.05 * best && truth < 0.05 * best);
                    lost += truth / best;
                }
                if let Some((x, _)) = end.beyond {
                    beyond += usize::from(at(span.number, x) > 0.05 * best);
                }
            }
        }
        // the narrow number is held to its hill, which is a seventh of its range
        assert!(spans[1].ends[1].at - spans[1].ends[0].at < 0.4, "{:?}", spans[1]);
        // the place does not matter
        assert!(spans[3].ends[1].at - spans[3].ends[0].at > 0.5, "{:?}", spans[3]);
    }
    // other shots say where the end is
    println!("{covered} of {ends} intervals cover, {astray} say what is not so");
    assert!(covered * 100 >= ends * 93, "{covered} of {ends}");
    assert!(astray * 100 <= ends, "{astray} of {ends}");
    assert!(lost / (ends as f64) < 0.2, "{lost} of {ends}");
    println!("{beyond} of the values beyond lose more than 5 %");
    assert!(beyond >= 160, "{beyond}");
}
