//! Which choices are nearly as good as the best.

use tolley_statistics::estimates::t_quantile_at;

use super::confirmed::{Fresh, NEARLY, Table};
use super::task::{Play, Task};
use crate::path::Zone;
use crate::space::Space;

/// How far from the best is looked first, in ranges of a number; then twice as far each time.
const FIRST_STEP: f64 = 1.0 / 32.0;
/// Values to a side that the shots are meant for: most sides end sooner than at the end of their range.
const VALUES: u64 = 4;
/// Values of a side whose losses are told: its end, and the next one.
const TOLD: u64 = 2;
/// Fewer shots of a value say nothing.
const LEAST: u64 = 10;
/// One of so many shots is kept to tell once more what few shots speak against.
const AGAIN: u64 = 5;
/// With which a choice outside is worth less than nearly as much.
const CONFIDENCE: f64 = 0.95;

/// Which choices are not seen to lose more than a twentieth.
#[derive(Clone, Debug, PartialEq)]
pub enum Near {
    /// By the sweep and by fresh shots.
    Swept(Zone),
    /// Along each number that is decided over, the others as they are, by shots of their own.
    Played(Vec<Span>),
    /// Why none is known.
    Unknown(&'static str),
}

/// A number of the best choice, moved alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Which number.
    pub number: usize,
    /// The lower and the upper end.
    pub ends: [End; 2],
}

/// How far a number may be moved to one side.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The last value that is not seen to lose more than a twentieth.
    pub at: f64,
    /// How much more the best is worth than that one; `None` where it is the best itself.
    pub loss: Option<Fresh>,
    /// The next value that was played, which is seen to lose more, and how much; `None` at the end of the range, or
    /// where there were too few shots to go on.
    pub beyond: Option<(f64, Fresh)>,
}

impl End {
    /// Whether the shots by which its loss is told say that it surely loses more than a twentieth of what the best is
    /// worth: what is nearly as good ends somewhere before it.
    pub fn loses_more(&self, worth: f64) -> bool {
        let interval = self.loss.as_ref().and_then(|loss| loss.estimate.interval);
        interval.is_some_and(|[low, _]| low > (1.0 - NEARLY) * worth.abs())
    }
}

/// Looks along each number, from the best outwards, with so many shots at most: on the seeds of the table, in which the
/// best stands first. It stops at the first value that is seen to lose more than a twentieth. What is lost at the ends
/// is told by as many shots on later seeds of the table: those by which an end was found flatter it. Where these say
/// that an end loses more, or gains, shots that are left tell it once more, on seeds of their own.
pub(super) fn along<E>(
    (task, skill): (&Task, usize),
    aims: &Space,
    best: &[f64],
    table: &Table,
    shots: u64,
    play: &mut Play<'_, E>,
) -> Result<Near, E> {
    let told = table.value(0).estimate.value.unwrap_or(f64::NAN);
    if told.is_nan() || told <= 0.0 {
        return Ok(Near::Unknown(NOTHING));
    }
    let decided = (0..best.len()).filter(|number| task.numbers[*number].is_decided());
    let mut sides: Vec<Side> = decided
        .flat_map(|number| aims.range(number).map(|end| Side::new(number, best[number], end, aims.width(number))))
        .collect();
    let begun = sides.iter().filter(|side| side.next().is_some()).count() as u64;
    let half = table.times() / 2;
    let again = shots / AGAIN;
    let times = ((shots - again) / ((VALUES + TOLD) * begun.max(1))).clamp(LEAST.min(half), half);
    let mut left = shots - again;
    loop {
        let mut open = Vec::new();
        for (side, of) in sides.iter().enumerate() {
            let Some(x) = of.next() else { continue };
            // the first of a side are told as well
            let cost = times * if of.tried < TOLD { 2 } else { 1 };
            // the first sides alone where there are too few shots for all
            let Some(rest) = left.checked_sub(cost) else { break };
            left = rest;
            open.push((side, x));
        }
        if open.is_empty() {
            break;
        }
        let choices: Vec<_> = open.iter().map(|(side, x)| sides[*side].moved(best, *x)).collect();
        let played = Table::play(task, skill, &choices, (0, times), play)?;
        for (k, (side, x)) in open.iter().enumerate() {
            sides[*side].look(*x, table.regressed(0, &played, k), (1.0 - NEARLY) * told);
        }
    }
    let ends: Vec<_> =
        sides.iter().flat_map(|side| side.found().map(|x| (side.moved(best, x), x == side.end.at))).collect();
    let allowed = (1.0 - NEARLY) * told;
    let mut losses = tell((task, skill), &ends, table, (times, left + again, allowed), play)?.into_iter();
    sides.iter_mut().for_each(|side| side.tell(&mut losses));
    let ends: Vec<(usize, End)> = sides.into_iter().map(|side| (side.number, side.end)).collect();
    let span = |both: &[(usize, End)]| Span { number: both[0].0, ends: [both[0].1.clone(), both[1].1.clone()] };
    Ok(Near::Played(ends.chunks_exact(2).map(span).collect()))
}

/// What is lost at some choices, of which those within an end have no more to lose than is allowed, by so many shots on
/// seeds from that number on. Where these say that such a one loses more, or gains, or that one beyond does not lose
/// more, shots that are left tell it once more.
fn tell<E>(
    (task, skill): (&Task, usize),
    ends: &[((Vec<f64>, bool), bool)],
    table: &Table,
    (times, left, allowed): (u64, u64, f64),
    play: &mut Play<'_, E>,
) -> Result<Vec<Fresh>, E> {
    let choices: Vec<_> = ends.iter().map(|(choice, _)| choice.clone()).collect();
    let played = Table::play(task, skill, &choices, (times, times), play)?;
    let mut losses: Vec<Fresh> = (0..ends.len()).map(|k| table.regressed(0, &played, k)).collect();
    let doubted: Vec<usize> = (0..ends.len()).filter(|k| is_doubted(&losses[*k], ends[*k].1, allowed)).collect();
    let more = (left / doubted.len().max(1) as u64).min(table.times().saturating_sub(2 * times));
    if more > times && !doubted.is_empty() {
        let again: Vec<_> = doubted.iter().map(|k| choices[*k].clone()).collect();
        let played = Table::play(task, skill, &again, (2 * times, more), play)?;
        doubted.iter().enumerate().for_each(|(of, k)| losses[*k] = table.regressed(0, &played, of));
    }
    Ok(losses)
}

/// Why no choice can be nearly as good.
pub(super) const NOTHING: &str = "the best is not seen to be worth more than nothing";

/// One side of the best along one number.
struct Side {
    number: usize,
    /// Values still to be played, the nearest first.
    steps: std::collections::VecDeque<f64>,
    /// Values that were played.
    tried: u64,
    end: End,
}

impl Side {
    fn new(number: usize, best: f64, end: f64, width: f64) -> Side {
        let far = (end - best).abs();
        let distances = std::iter::successors(Some(FIRST_STEP * width), |step| Some(2.0 * step));
        let steps = distances.take_while(|step| *step < far).map(|step| best + step * (end - best).signum());
        let last = (far > 0.0).then_some(end);
        let steps = steps.chain(last).collect();
        Side { number, steps, tried: 0, end: End { at: best, loss: None, beyond: None } }
    }

    /// The value to be played; `None` where it has ended.
    fn next(&self) -> Option<f64> {
        self.steps.front().copied().filter(|_| self.end.beyond.is_none())
    }

    /// The best with another value of the number, within the limits of the hand.
    fn moved(&self, best: &[f64], x: f64) -> (Vec<f64>, bool) {
        let mut at = best.to_vec();
        at[self.number] = x;
        (at, false)
    }

    /// Looks at what a value loses, of which so much is nearly as good.
    fn look(&mut self, x: f64, loss: Fresh, allowed: f64) {
        self.tried += 1;
        if is_seen_to_lose(&loss, allowed) {
            self.end.beyond = Some((x, loss));
        } else {
            (self.end.at, self.end.loss) = (x, Some(loss));
            self.steps.pop_front();
        }
    }

    /// The values that were found: the end, if it is not the best itself, and the one beyond.
    fn found(&self) -> impl Iterator<Item = f64> {
        let end = self.end.loss.map(|_| self.end.at);
        end.into_iter().chain(self.end.beyond.map(|(x, _)| x))
    }

    /// Says of these, in their order, what other shots tell.
    fn tell(&mut self, losses: &mut impl Iterator<Item = Fresh>) {
        let told = self.end.loss.iter_mut().chain(self.end.beyond.iter_mut().map(|(_, loss)| loss));
        told.for_each(|loss| *loss = losses.next().unwrap_or_default());
    }
}

/// Whether within an end a loss is surely larger than is allowed, or surely a gain; beyond it, surely smaller.
fn is_doubted(loss: &Fresh, is_within: bool, allowed: f64) -> bool {
    loss.estimate
        .interval
        .is_some_and(|[low, high]| if is_within { low > allowed || high < 0.0 } else { high < allowed })
}

/// Whether a loss is surely larger, one-sided, for itself; one that has no value is.
fn is_seen_to_lose(loss: &Fresh, allowed: f64) -> bool {
    let low = loss.estimate.value.map(|value| match loss.estimate.interval {
        Some([low, _]) => {
            let quantile = |upper: f64| t_quantile_at(loss.estimate.n.saturating_sub(1).max(1), upper);
            value - (value - low) * quantile(CONFIDENCE) / quantile(0.5 + 0.5 * CONFIDENCE)
        }
        // it never varied
        None => value,
    });
    low.is_none_or(|low| low > allowed)
}
