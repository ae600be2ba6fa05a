//! What was played at each place of a surface, and what may have gone unseen in it.

use tolley_statistics::Estimate;
use tolley_statistics::equivalence::unseen_error;
use tolley_statistics::estimates::t_quantile_at;
use tolley_statistics::gaussian_process::Known;

use super::place::{Place, in_si};

/// How widely single trials are spread where fewer are is told by the nearest places too, until so many are together.
const TOGETHER: u64 = 200;

/// What was played at a place: the number of its point, the mean of a measure, and what it is worth.
pub(super) struct Played {
    pub point: Option<u64>,
    pub n: u64,
    pub known: Known,
    /// What is not seen of single trials there.
    pub unseen: Unseen,
}

/// What may be unseen in the trials of a place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unseen {
    /// By how much one trial differs at the most.
    one: f64,
    /// Trials that are all alike, there and at the nearest places.
    alike: u64,
    /// The variance of single trials, and the degrees of freedom by which it is known.
    spread: f64,
    freedom: f64,
    is_share: bool,
}

impl Unseen {
    /// The error of a mean, no less than that of one trial unseen in n / 3 (the rule of three) of those on which it
    /// stands: those that are alike, or as many as are worth its error. Of what has no bound only where none differed.
    fn floored(self, error: f64) -> f64 {
        if !self.is_share && self.spread > 0.0 {
            return error;
        }
        let worth = if self.spread > 0.0 && error > 0.0 { self.spread / (error * error) } else { 0.0 };
        let stands = worth.max(self.alike as f64).max(1.0);
        error.max(unseen_error(self.one, 1) / stands)
    }
}

/// Takes how widely trials are spread from the nearest places too where few were played: few trials tell it badly,
/// and it is smallest where the mean is small by chance.
pub(super) fn together(mut played: Vec<Played>, is_share: bool) -> Vec<Played> {
    let means = || played.iter().map(|of| of.known.mean);
    let range = means().fold(f64::NEG_INFINITY, f64::max) - means().fold(f64::INFINITY, f64::min);
    let one = if is_share { 1.0 } else { range };
    let unseen = |of: &Played| {
        let others = nearest(&played, of);
        let [spread, freedom] = if of.n < TOGETHER { pooled(&others) } else { [spread(of), of.known.freedom] };
        let is_alike = |other: &&&Played| spread_is_none(other) && other.known.mean == of.known.mean;
        let mut alike = 0;
        for other in others.iter().take_while(is_alike) {
            if alike < TOGETHER {
                alike += other.n;
            }
        }
        let alike = alike.max(of.n);
        Unseen { one, alike, spread, freedom, is_share }
    };
    let all: Vec<Unseen> = played.iter().map(unseen).collect();
    for (of, unseen) in played.iter_mut().zip(all) {
        if of.n < TOGETHER {
            of.known.variance = unseen.spread / of.n as f64;
        }
        of.unseen = unseen;
    }
    played
}

/// The variance of single trials.
fn spread(of: &Played) -> f64 {
    of.known.variance * of.n as f64
}

fn spread_is_none(of: &Played) -> bool {
    of.known.variance == 0.0
}

/// All places, from the nearest to one on.
fn nearest<'p>(played: &'p [Played], of: &Played) -> Vec<&'p Played> {
    let off = |other: &Played| {
        let squares = of.known.at.iter().zip(&other.known.at).map(|(a, b)| (a - b) * (a - b));
        squares.sum::<f64>()
    };
    let mut others: Vec<(f64, &Played)> = played.iter().map(|other| (off(other), other)).collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0));
    others.into_iter().map(|(_, other)| other).collect()
}

/// The variance of single trials by as many places as have enough trials together, and its degrees of freedom.
fn pooled(others: &[&Played]) -> [f64; 2] {
    let (mut squares, mut freedom, mut trials) = (0.0, 0.0, 0);
    for other in others {
        if trials >= TOGETHER {
            break;
        }
        squares += spread(other) * (other.n - 1) as f64;
        freedom += (other.n - 1) as f64;
        trials += other.n;
    }
    [squares / freedom, freedom]
}

/// The mean of one place by itself.
pub(super) fn mean_of(of: &Played, over: &[(String, [f64; 2])]) -> Place {
    let estimate = floored([of.known.mean, of.known.variance.sqrt()], of);
    Place { point: of.point, at: in_si(&of.known.at, over), estimate }
}

/// A mean with its interval, by what may have gone unseen among the trials of a place.
pub(super) fn floored([mean, error]: [f64; 2], of: &Played) -> Estimate {
    if error.is_nan() || of.unseen.freedom < 1.0 {
        return Estimate { n: of.n, value: Some(mean), ..Estimate::default() };
    }
    let error = of.unseen.floored(error);
    let half = t_quantile_at(of.unseen.freedom.min(1e9) as u64, 0.975) * error;
    Estimate { n: of.n, value: Some(mean), std_error: Some(error), interval: Some([mean - half, mean + half]) }
}
