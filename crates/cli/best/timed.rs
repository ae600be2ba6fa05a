//! How long a search takes, from searches by few shots whose answers nobody sees; nothing is written.

use std::cell::Cell;

use tolley_answers::best::Asked;
use tolley_dataset::CpuClock;
use tolley_experiment::best::{Best, SHOTS_ALLOWED};
use tolley_experiment::plan::Plan;
use tolley_experiment::run::{Control, on_workers};
use tolley_search::best::{Shot, find};
use tolley_session::estimate::{Length, Time, cores};
use tolley_session::studies::AnyStudy;
use tolley_session::{SessionError, quiet_panics};

use super::arena::Arena;
use super::ask::{ask, refuse_too_wide};
use super::ended::Ended;

/// What searches by few shots may take of the time of a processor: the next one is larger unless so much is spent.
const ENOUGH_S: f64 = 1.0;
/// When the last one is broken off.
const MOST_S: f64 = 4.0;
/// How many times as many shots the next one has.
const LARGER: u64 = 4;
/// Shots that are played at once, at first, and how long at once at most: a search is broken off in between.
const AT_ONCE: usize = 8;
const AT_ONCE_S: f64 = 0.2;
/// Design points that are looked at, at most.
const POINTS: u64 = 3;
/// By how much a shot may cost more or less in a search that knows better where to aim, and in one that was broken off
/// before it aimed at all.
const DOUBT: [f64; 2] = [1.3, 2.0];

/// What a search by few shots took.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    /// Shots that it had, and those that it played.
    shots: f64,
    played: f64,
    /// What they cost, and what all else did.
    played_s: f64,
    own_s: f64,
    /// Whether it came to its end.
    is_whole: bool,
}

/// How long the search of a plan takes.
pub fn time(plan: &Plan, study: AnyStudy, best: &Best, threads: Option<usize>) -> Result<Time, Ended> {
    let workers = threads.unwrap_or_else(cores).clamp(1, cores());
    let points = plan.grid.points();
    let shots = best.shots / points;
    let looked_at = points.min(POINTS);
    let mut time = Time { cpu: Length::NOTHING, idle: Length::NOTHING, cores: workers };
    for look in 0..looked_at {
        let point = (points - 1) * look / (looked_at - 1).max(1);
        let budget = [ENOUGH_S, MOST_S].map(|s| s / looked_at as f64);
        let search = || on_workers(Some(1), || tries(plan, study, best, point, (shots, budget)));
        let tried = quiet_panics(search).map_err(|why| Ended::Failed(SessionError::Threads(why).into()))??;
        time = time.plus(of_point(&tried, shots as f64, workers));
    }
    Ok(time.times(points as f64 / looked_at as f64))
}

/// Searches by more shots from one to the next, until enough time is spent.
fn tries(
    plan: &Plan,
    study: AnyStudy,
    best: &Best,
    point: u64,
    (shots, [enough_s, most_s]): (u64, [f64; 2]),
) -> Result<Vec<Tried>, Ended> {
    let (mut tried, mut few, mut spent_s): (Vec<Tried>, u64, f64) = (Vec::new(), SHOTS_ALLOWED[0].min(shots), 0.0);
    loop {
        let asked = ask(plan, best, point, few)?;
        refuse_too_wide(plan, best, &asked)?;
        let last = one(plan, study, best, (point, &asked), most_s - spent_s)?;
        spent_s += last.played_s + last.own_s;
        // what is broken off says less than a whole one before it
        if last.is_whole || tried.is_empty() {
            tried.push(Tried { shots: few as f64, ..last });
        }
        if !last.is_whole || spent_s >= enough_s || few * LARGER > shots {
            return Ok(tried);
        }
        few *= LARGER;
    }
}

/// One search, which is broken off when it has taken so long.
fn one(plan: &Plan, study: AnyStudy, best: &Best, (point, asked): (u64, &Asked), most_s: f64) -> Result<Tried, Ended> {
    let control = Control::default();
    let column = plan.study.tables[0].index(&best.objective).ok_or(Ended::NoValue)?;
    let arena = Arena { plan, study, best, asked, point, column, threads: Some(1), control: &control, kept: None };
    let now_s = || CpuClock::Process.now().as_secs_f64();
    let begun_s = now_s();
    let (played, played_s, is_over) = (Cell::new(0.0), Cell::new(0.0), Cell::new(false));
    let mut play = |shots: &[Shot]| {
        let (mut worth, mut at_once) = (Vec::with_capacity(shots.len()), AT_ONCE);
        while worth.len() < shots.len() {
            if now_s() - begun_s >= most_s {
                is_over.set(true);
                return Err(Ended::Stopped);
            }
            let some = &shots[worth.len()..shots.len().min(worth.len() + at_once)];
            let start_s = now_s();
            worth.extend(arena.play(some)?);
            let took_s = now_s() - start_s;
            played.set(played.get() + some.len() as f64);
            played_s.set(played_s.get() + took_s);
            if took_s < AT_ONCE_S {
                at_once *= 2;
            }
        }
        Ok(worth)
    };
    let is_whole = match find(&asked.task, &mut play) {
        Ok(_) => true,
        // by so few shots none may be found
        Err(Ended::NoValue) if played.get() > 0.0 => false,
        Err(Ended::Stopped) if is_over.get() => false,
        Err(ended) => return Err(ended),
    };
    let own_s = (now_s() - begun_s - played_s.get()).max(0.0);
    Ok(Tried { shots: 0.0, played: played.get(), played_s: played_s.get(), own_s, is_whole })
}

/// How long the search of one design point takes by so many shots. What is done besides playing may be done by one
/// worker alone, or by all.
fn of_point(tried: &[Tried], shots: f64, workers: usize) -> Time {
    let last = tried.last().copied().unwrap_or_default();
    let a_shot_s = last.played_s / last.played.max(1.0);
    let played = if last.is_whole { last.played / last.shots * shots } else { shots };
    let own_s = own_s(tried, shots);
    let doubt = if last.is_whole { DOUBT[0] } else { DOUBT[1] };
    let all_s = [1.0 / doubt, 1.0, doubt].map(|doubt| a_shot_s * played * doubt);
    let workers_count = workers as f64;
    let cpu = Length { seconds: all_s[1] + own_s, range: [all_s[0] + own_s, all_s[2] + own_s] };
    let idle = Length {
        seconds: all_s[1] / workers_count + own_s,
        range: [(all_s[0] + own_s) / workers_count, all_s[2] / workers_count + own_s],
    };
    Time { cpu, idle, cores: workers }
}

/// What is done besides playing, by how it grew with the shots from one search to the next.
fn own_s(tried: &[Tried], shots: f64) -> f64 {
    match tried {
        [.., before, last] if last.shots > before.shots => {
            let a_shot_s = ((last.own_s - before.own_s) / (last.shots - before.shots)).max(0.0);
            last.own_s + a_shot_s * (shots - last.shots)
        }
        [last] => last.own_s * (shots / last.shots.max(1.0)),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_search_takes_besides_its_shots_grows_as_it_did() {
        let tried = |shots: f64, own_s| Tried { shots, played: shots, played_s: shots * 1e-3, own_s, is_whole: true };
        assert!((own_s(&[tried(1000.0, 0.5), tried(4000.0, 0.8)], 10_000.0) - 1.4).abs() < 1e-9);
        assert_eq!(own_s(&[tried(1000.0, 0.5)], 4000.0), 2.0);
        let time = of_point(&[tried(1000.0, 0.5), tried(4000.0, 0.8)], 10_000.0, 2);
        assert!((time.cpu.seconds - 11.4).abs() < 1e-9, "{time:?}");
        assert!((time.idle.seconds - 6.4).abs() < 1e-9, "{time:?}");
        let [low, high] = time.idle.range;
        assert!(low < 5.0 && (7.0..8.0).contains(&high), "{time:?}");
    }
}
