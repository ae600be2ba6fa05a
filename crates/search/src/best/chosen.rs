//! The choice among candidates, by shots with errors on the same seeds for all.

use tolley_statistics::estimates::Moments;

use super::swept::Swept;
use super::task::{Play, Shot, Task};
use crate::arms::{Choice, FIRST, Pull};
use crate::lucb::KlLucb;
use crate::maximise::Peak;
use crate::ocba::Ocba;
use crate::space::Space;

/// Seeds of the choice begin here, far from those of sweeps.
pub(super) const FIRST_SEED: u64 = 1 << 20;
/// From one round of it to the next.
const ROUND_SEEDS: u64 = 1 << 32;
/// How far neighbours of the best lie from it in each round that looks at them, in ranges of a number.
const STEPS: [f64; 3] = [0.16, 0.08, 0.04];
/// Choices of a list that are hills; those after them are what is best of the other hills and of neighbours.
const HILLS: usize = 5;
/// Parts in which a budget is spent, each where the last one says.
const PARTS: u64 = 40;
/// Ways to choose.
const LUCB: &str = "KL-LUCB";
const OCBA: &str = "OCBA";
/// Chance that KL-LUCB is wrong once it has an answer.
const DELTA: f64 = 0.05;

/// The candidate that was chosen, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// As the shots of the choice see it.
    pub choice: Choice,
    /// The method: `KL-LUCB` or `OCBA`, or the sweep and one of them.
    pub method: &'static str,
    /// Candidates from the best mean down.
    pub order: Vec<usize>,
    /// Mean of each by the shots of its choice: too good for who was chosen by it.
    means: Vec<f64>,
    /// Variance of that mean, infinite without shots.
    variances: Vec<f64>,
}

impl Chosen {
    /// Weighs each candidate's shots and what the sweep says of it, value and variance, by what both are sure of, and
    /// chooses the one that is highest less a standard error: where shots are rare the highest is so by luck. What
    /// never varied says nothing of how sure it is, and is left out.
    pub(super) fn with_sweep(&mut self, worth: &[Option<[f64; 2]>]) {
        let known = |arm: usize| {
            let both = [worth[arm], Some([self.means[arm], self.variances[arm]])].into_iter().flatten();
            both.filter(|[_, variance]| variance.is_finite() && *variance > 0.0)
        };
        let weigh = |arm: usize| {
            known(arm)
                .fold((0.0, 0.0), |(sum, weight), [value, variance]| (sum + value / variance, weight + 1.0 / variance))
        };
        let sure = |arm: usize| match weigh(arm) {
            (sum, weight) if weight > 0.0 => [sum / weight, sum / weight - (1.0 / weight).sqrt()],
            _ => [f64::NEG_INFINITY; 2],
        };
        let sure: Vec<[f64; 2]> = (0..worth.len()).map(sure).collect();
        self.order.sort_by(|a, b| sure[*b][1].total_cmp(&sure[*a][1]));
        let [best, runner_up] = [self.order[0], self.order[1.min(self.order.len() - 1)]];
        let gap = sure[best][0] - sure[runner_up][0];
        self.choice = Choice { best, runner_up, gap, confidence: None, ..self.choice };
        self.method = if self.method == LUCB { "sweep and KL-LUCB" } else { "sweep and OCBA" };
    }

    /// Goes on to what was chosen among these, of which the first is the choice so far.
    fn follow(&mut self, found: &Chosen, arms: &[Peak], peaks: &mut Vec<Peak>) {
        let draws = self.choice.draws + found.choice.draws;
        self.choice = Choice { best: self.choice.best, draws, ..found.choice };
        let best = found.choice.best;
        if best > 0 {
            self.choice.best = peaks.len();
            self.order.insert(0, peaks.len());
            self.means.push(found.means[best]);
            self.variances.push(found.variances[best]);
            peaks.push(arms[best].clone());
        }
    }
}

/// Either way to choose.
enum Chooser {
    Lucb(KlLucb),
    Ocba(Ocba),
}

impl Chooser {
    fn ask(&mut self) -> Option<Vec<Pull>> {
        match self {
            Chooser::Lucb(lucb) => lucb.ask(),
            Chooser::Ocba(ocba) => ocba.ask(),
        }
    }

    fn tell(&mut self, arm: usize, value: f64) {
        match self {
            Chooser::Lucb(lucb) => lucb.tell(arm, value),
            Chooser::Ocba(ocba) => ocba.tell(arm, value),
        }
    }

    fn choice(&self) -> Choice {
        match self {
            Chooser::Lucb(lucb) => lucb.choice(),
            Chooser::Ocba(ocba) => ocba.choice(),
        }
    }
}

/// Chooses among the tops of hills with at most so many shots: shot number `k` of every candidate has the same seed, in
/// each round another one. Where shots are too few for all to begin with the first alone are played, and none beside
/// a single one.
pub(super) fn choose<E>(
    task: &Task,
    skill: usize,
    peaks: &[Peak],
    (shots, round): (u64, u64),
    play: &mut Play<'_, E>,
) -> Result<Chosen, E> {
    let first_seed = FIRST_SEED + round * ROUND_SEEDS;
    let count = peaks.len();
    let played = count.min(usize::try_from(shots / FIRST).unwrap_or(count)).max(1);
    let mut chooser = if task.is_share {
        Chooser::Lucb(KlLucb::new(played, DELTA))
    } else {
        Chooser::Ocba(Ocba::new(played, shots, shots / PARTS))
    };
    let (mut drawn, mut told_of) = (vec![0; count], vec![Moments::default(); count]);
    while played > 1 && drawn.iter().sum::<u64>() < shots {
        let Some(pulls) = chooser.ask() else { break };
        let mut asked = Vec::new();
        for Pull { arm, times } in pulls {
            let seeds = (drawn[arm]..drawn[arm] + times).map(|k| first_seed + k);
            drawn[arm] += times;
            asked.extend(seeds.map(|seed| (arm, shot(task, skill, &peaks[arm], seed))));
        }
        let told = play(&asked.iter().map(|(_, shot)| shot.clone()).collect::<Vec<_>>())?;
        for ((arm, _), value) in asked.iter().zip(told).filter(|(_, value)| value.is_finite()) {
            chooser.tell(*arm, value);
            told_of[*arm].add(value);
        }
    }
    // what fewer than half of the shots have is no value of a choice
    let has_values = |arm: &usize| 2 * told_of[*arm].n() > drawn[*arm];
    let mean = |arm| if has_values(&arm) { told_of[arm].mean() } else { f64::NEG_INFINITY };
    let means: Vec<f64> = (0..count).map(mean).collect();
    let variances = variances(&told_of);
    let mut choice = chooser.choice();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| means[*b].total_cmp(&means[*a]));
    // of equal means the one that was chosen stands first
    if drawn[choice.best] == 0 || has_values(&choice.best) {
        order.retain(|arm| *arm != choice.best);
        order.insert(0, choice.best);
    }
    choice.best = order[0];
    Ok(Chosen { choice, method: if task.is_share { LUCB } else { OCBA }, order, means, variances })
}

/// Variance of each mean, by that of one shot over all candidates; of few shots that are alike, as if one more were off
/// by as much as candidates are apart.
fn variances(told_of: &[Moments]) -> Vec<f64> {
    let told = || told_of.iter().filter(|moments| moments.n() > 0);
    let [low, high] = told().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], moments| {
        [low.min(moments.mean()), high.max(moments.mean())]
    });
    let free = |moments: &Moments| (moments.n() - 1) as f64;
    let squares = |moments: &Moments| match moments.n() {
        1 => 0.0,
        n => free(moments) * n as f64 * moments.standard_error() * moments.standard_error(),
    };
    let apart = if low < high { (high - low) * (high - low) } else { 0.0 };
    let of_one = (told().map(squares).sum::<f64>() + apart) / (told().map(free).sum::<f64>() + 1.0);
    let of = |moments: &Moments| if moments.n() > 0 { of_one / moments.n() as f64 } else { f64::INFINITY };
    told_of.iter().map(of).collect()
}

/// Goes on from the choice to its neighbours, with at most so many shots: what luck among few shots has hidden from the
/// sweep. Better ones are added to the candidates, and where a long list is told good ones too.
pub(super) fn go_on<E>(
    task: &Task,
    skill: usize,
    (aims, peaks): (&Space, &mut Vec<Peak>),
    chosen: &mut Chosen,
    shots: u64,
    play: &mut Play<'_, E>,
) -> Result<(), E> {
    let mut near = Vec::new();
    for (round, step) in (1..).zip(STEPS) {
        let best = peaks[chosen.choice.best].clone();
        let mut arms = vec![best];
        for number in (0..aims.dimensions()).filter(|number| task.numbers[*number].is_decided()) {
            let [low, high] = aims.range(number);
            for by in [-step * (high - low), step * (high - low)] {
                let mut at = arms[0].at.clone();
                at[number] += by;
                let at = aims.nearest(&at);
                if at != arms[0].at {
                    arms.push(Peak { at, ..arms[0] });
                }
            }
        }
        let found = choose(task, skill, &arms, (shots / STEPS.len() as u64, round), play)?;
        chosen.follow(&found, &arms, peaks);
        // nobody has played the others, or seen what they are worth
        let is_known = |arm: &usize| found.means[*arm].is_finite();
        let others = (1..arms.len()).filter(|arm| *arm != found.choice.best).filter(is_known);
        near.extend(others.map(|arm| (arms[arm].clone(), found.means[arm])));
    }
    if task.told > HILLS {
        lengthen(chosen, peaks, near);
    }
    Ok(())
}

/// Tries what was found elsewhere beside the choice of a skill, with at most so many shots: the best of several by some
/// of them, which takes its place if it is worth more by as many others.
pub(super) fn try_others<E>(
    task: &Task,
    (skill, swept): (usize, &Swept),
    (others, peaks): (&[Vec<f64>], &mut Vec<Peak>),
    chosen: &mut Chosen,
    shots: u64,
    play: &mut Play<'_, E>,
) -> Result<(), E> {
    let mut arms = vec![peaks[chosen.choice.best].clone()];
    for at in others {
        if arms.iter().all(|arm| arm.at != *at) {
            arms.push(Peak { at: at.clone(), ..arms[0] });
        }
    }
    let mut among = |arms: &[Peak], shots: u64, round: u64| {
        let mut found = choose(task, skill, arms, (shots, round), play)?;
        if task.is_seen_whole(skill) {
            found.with_sweep(&swept.worth(arms));
        }
        Ok(found)
    };
    let round = 1 + STEPS.len() as u64;
    let (first, left) = match arms.len() {
        1 => return Ok(()),
        2 => (1, shots),
        _ => {
            let found = among(&arms, shots / 2, round)?;
            chosen.choice.draws += found.choice.draws;
            (found.choice.best, shots - shots / 2)
        }
    };
    if first > 0 {
        let pair = [arms[0].clone(), arms[first].clone()];
        let found = among(&pair, left, round + 1)?;
        chosen.follow(&found, &pair, peaks);
    }
    Ok(())
}

/// Ranks neighbours among the hills of a list, behind the first of these: the last hills of many are low.
fn lengthen(chosen: &mut Chosen, peaks: &mut Vec<Peak>, near: Vec<(Peak, f64)>) {
    let mut more = chosen.order.split_off(HILLS.min(chosen.order.len()));
    for (peak, mean) in near {
        if peaks.iter().all(|other| other.at != peak.at) {
            more.push(peaks.len());
            peaks.push(peak);
            chosen.means.push(mean);
            chosen.variances.push(f64::INFINITY);
        }
    }
    more.sort_by(|a, b| chosen.means[*b].total_cmp(&chosen.means[*a]));
    chosen.order.extend(more);
}

fn shot(task: &Task, skill: usize, peak: &Peak, seed: u64) -> Shot {
    Shot { skill: Some(skill), of: skill, is_look: true, at: task.settled(&peak.at), seed, is_free: false }
}
