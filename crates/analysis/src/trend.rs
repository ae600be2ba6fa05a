//! Does a measure rise or fall along an axis? Of a share by Cochran and Armitage's test, of any measure by its slope
//! repeat by repeat and by the nearest curve that only rises or only falls.

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::equivalence::LEVEL;
use tolley_statistics::estimates::{Means, Moments, t_tail};
use tolley_statistics::isotonic::explained;
use tolley_statistics::multiplicity::holm;
use tolley_statistics::trend::{Trend, cochran_armitage};

use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::{Measured, measured};
use crate::missing::Missing;
use crate::paired::Trials;
use crate::told;

/// How often signs are drawn.
const DRAWS: usize = 2000;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The axis.
    pub along: &'q str,
    /// Its values in the order that counts, as far as it is another than that of the axis.
    pub order: &'q [&'q str],
    /// What is measured, as a short text says.
    pub measure: &'q str,
    /// Axes whose values are kept apart; all others are averaged over.
    pub strata: &'q [&'q str],
}

/// Whether it goes one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It rises, and nowhere is it seen to fall.
    Rises,
    /// It falls, and nowhere is it seen to rise.
    Falls,
    /// It is seen to turn round.
    Turns,
    /// A constant explains it as well.
    NotResolved,
}

/// One stratum.
#[derive(Clone, Debug, PartialEq)]
pub struct Stratum {
    /// Column and value of each axis that is kept apart, SI.
    pub values: Vec<(String, Value)>,
    /// Along the axis.
    pub means: Vec<Estimate>,
    /// How much one place more adds; `n` counts repeats.
    pub slope: Estimate,
    /// Of a share of trials that are all or nothing, each taken for itself.
    pub trend: Option<Trend>,
    /// The chance that a curve of one way explains so much where the signs of repeats are drawn at random.
    pub p: f64,
    /// Of each step against the way of the curve, corrected by Holm.
    pub reversals: Vec<f64>,
    /// What is said.
    pub way: Way,
}

/// All strata.
#[derive(Clone, Debug, PartialEq)]
pub struct Trended {
    /// What is measured.
    pub measure: String,
    /// Column of the axis and its values in the order that counts, SI.
    pub along: (String, Vec<Value>),
    /// In the order of the design.
    pub strata: Vec<Stratum>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// Follows a measure along an axis.
pub fn trend(dataset: &Dataset, asked: &Asked<'_>) -> Result<Trended, AnalysisError> {
    let manifest = dataset.manifest();
    let keys: Vec<(&str, Option<&str>)> = asked.strata.iter().chain([&asked.along]).map(|key| (*key, None)).collect();
    let arms = Arms::of(manifest, &keys)?;
    let Measured { name, missing, trials, .. } = measured(dataset, Some(asked.measure))?;
    let values = arms.values_of(asked.strata.len());
    let order = order(dataset, asked, values.len())?;
    let mut stream = Streams::new(manifest.plan.seed, 0, None).open(Purpose::named("signs"));
    // the last axis, that along which it goes, runs fastest
    let strata = (0..arms.count()).step_by(values.len()).map(|first| {
        let of: Vec<usize> = order.iter().map(|place| first + place).collect();
        stratum(&trials, &arms, &of, &mut stream)
    });
    let column = manifest.key_column(asked.along).map_or_else(|| asked.along.to_owned(), |column| column.name.clone());
    Ok(Trended {
        measure: name,
        strata: strata.collect(),
        along: (column, order.iter().map(|place| values[*place].clone()).collect()),
        missing,
    })
}

/// The places of the values in the order that counts.
fn order(dataset: &Dataset, asked: &Asked<'_>, count: usize) -> Result<Vec<usize>, AnalysisError> {
    if asked.order.is_empty() {
        return Ok((0..count).collect());
    }
    let grid = &dataset.manifest().plan.grid;
    let axis = crate::arms::axis(grid, asked.along)?;
    asked.order.iter().map(|value| crate::arms::place(grid, axis, Some(value))).collect()
}

fn stratum(trials: &Trials, arms: &Arms<'_>, of: &[usize], stream: &mut Stream) -> Stratum {
    let worth: Vec<Vec<f64>> = of.iter().map(|arm| trials.worth(arms, *arm, of)).collect();
    let repeats: Vec<Vec<f64>> = (0..arms.repeats())
        .map(|repeat| worth.iter().map(|arm| arm[repeat]).collect::<Vec<f64>>())
        .filter(|row| row.iter().all(|value| !value.is_nan()))
        .collect();
    let middle = (of.len() as f64 - 1.0) / 2.0;
    let squares: f64 = (0..of.len()).map(|place| (place as f64 - middle).powi(2)).sum();
    let slope = |row: &Vec<f64>| {
        row.iter().enumerate().map(|(place, value)| (place as f64 - middle) * value).sum::<f64>() / squares
    };
    let estimate = |values: &mut dyn Iterator<Item = f64>| {
        let mut moments = Moments::default();
        values.for_each(|value| moments.add(value));
        Means::default().estimate(&moments)
    };
    let means: Vec<Estimate> = (0..of.len()).map(|place| estimate(&mut repeats.iter().map(|row| row[place]))).collect();
    let told: Vec<f64> = means.iter().map(|mean| mean.value.unwrap_or(f64::NAN)).collect();
    let [falling, rising] = explained(&told);
    let sign = if rising >= falling { 1.0 } else { -1.0 };
    let reversals = reversals(&repeats, of.len(), sign);
    let p = turned(&repeats, of.len(), falling.max(rising), stream);
    let way = match p {
        _ if reversals.iter().any(|p| *p <= LEVEL) => Way::Turns,
        p if p > LEVEL => Way::NotResolved,
        _ if sign > 0.0 => Way::Rises,
        _ => Way::Falls,
    };
    let counts = all_or_nothing(trials, arms, of);
    let scores: Vec<f64> = (0..of.len()).map(|place| place as f64).collect();
    Stratum {
        // without the axis itself
        values: arms.values(of[0]).into_iter().rev().skip(1).rev().collect(),
        slope: estimate(&mut repeats.iter().map(slope)),
        trend: counts.and_then(|counts| cochran_armitage(&scores, &counts)),
        means,
        p,
        reversals,
        way,
    }
}

/// Of each step the chance of one so far against the way, one-sided, where there is none; corrected by Holm.
fn reversals(repeats: &[Vec<f64>], places: usize, sign: f64) -> Vec<f64> {
    let step = |place: usize| {
        let mut moments = Moments::default();
        repeats.iter().for_each(|row| moments.add(sign * (row[place] - row[place + 1])));
        let t = moments.mean() / moments.standard_error();
        if t.is_finite() { t_tail(moments.n() - 1, t) } else { 1.0 }
    };
    holm(&(0..places.saturating_sub(1)).map(step).collect::<Vec<_>>())
}

/// The share of draws in which a curve of one way explains as much, where what each repeat is off its own mean might as
/// well have the other sign: so a place that only differs more from repeat to repeat is none that lies higher.
fn turned(repeats: &[Vec<f64>], places: usize, seen: f64, stream: &mut Stream) -> f64 {
    let off: Vec<Vec<f64>> = repeats
        .iter()
        .map(|row| row.iter().map(|value| value - row.iter().sum::<f64>() / places as f64).collect::<Vec<f64>>())
        .filter(|row| row.iter().any(|value| *value != 0.0))
        .collect();
    let mut as_much = 1;
    for _ in 0..DRAWS {
        let mut sums = vec![0.0; places];
        for row in &off {
            let sign = if stream.below(2) == 0 { 1.0 } else { -1.0 };
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += sign * value);
        }
        let means: Vec<f64> = sums.iter().map(|sum| sum / repeats.len() as f64).collect();
        let [falling, rising] = explained(&means);
        // sums in another order differ by rounding
        as_much += usize::from(falling.max(rising) >= seen * (1.0 - 1e-9));
    }
    as_much as f64 / (DRAWS + 1) as f64
}

/// Of each arm how many of its trials are 1, where all of all arms are 0 or 1.
fn all_or_nothing(trials: &Trials, arms: &Arms<'_>, of: &[usize]) -> Option<Vec<[u64; 2]>> {
    let Trials::Each(values) = trials else { return None };
    let mut counts = Vec::new();
    for arm in of {
        let mut count = [0; 2];
        for stratum in 0..arms.strata() {
            for repeat in 0..arms.repeats() {
                let value = values[arms.trial(*arm, stratum, repeat)];
                match value {
                    value if value.is_nan() => {}
                    0.0 => count[1] += 1,
                    1.0 => count = count.map(|count| count + 1),
                    _ => return None,
                }
            }
        }
        counts.push(count);
    }
    Some(counts)
}

impl Way {
    /// As printed.
    pub fn name(self) -> &'static str {
        match self {
            Way::Rises => "rises, nowhere seen to fall",
            Way::Falls => "falls, nowhere seen to rise",
            Way::Turns => "turns round",
            Way::NotResolved => "not resolved",
        }
    }
}

impl Trended {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let stratum = |stratum: &Stratum| {
            json!({
                "values": told::values(&stratum.values), "slope": told::estimate(&stratum.slope),
                "means": stratum.means.iter().map(told::estimate).collect::<Vec<_>>(),
                "cochran_armitage": stratum.trend.map(|trend| json!({ "z": trend.z, "p": trend.p })),
                "p_isotonic": stratum.p, "p_reversals_corrected": stratum.reversals, "says": stratum.way.name(),
            })
        };
        json!({
            "measure": self.measure, "along": self.along.0, "along_values": self.along.1,
            "strata": self.strata.iter().map(stratum).collect::<Vec<_>>(),
            "method": "isotonic regression, signs of repeats at random",
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream() -> Stream {
        Streams::new(5, 0, None).open(Purpose::named("rows"))
    }

    #[test]
    fn noise_is_called_a_way_as_rarely_as_the_level_says() {
        let mut stream = stream();
        let mut called = 0;
        for _ in 0..200 {
            let repeats: Vec<Vec<f64>> = (0..20).map(|_| (0..3).map(|_| stream.normal()).collect()).collect();
            let means: Vec<f64> =
                (0..3).map(|place| repeats.iter().map(|row| row[place]).sum::<f64>() / 20.0).collect();
            let [falling, rising] = explained(&means);
            called += u32::from(turned(&repeats, 3, falling.max(rising), &mut stream) <= LEVEL);
        }
        // 5 % of 200 by four standard errors
        assert!((0..=22).contains(&called) && called > 0, "{called} of 200");
    }

    #[test]
    fn a_place_that_only_differs_more_is_not_called_higher() {
        let mut stream = stream();
        let mut called = 0;
        for _ in 0..200 {
            // the first place is off in some repeats, either way
            let repeats: Vec<Vec<f64>> = (0..60)
                .map(|repeat| vec![if repeat % 6 == 0 { stream.normal() } else { 0.0 }, 0.0, 0.0, 0.0])
                .collect();
            let means: Vec<f64> =
                (0..4).map(|place| repeats.iter().map(|row| row[place]).sum::<f64>() / 60.0).collect();
            let [falling, rising] = explained(&means);
            called += u32::from(turned(&repeats, 4, falling.max(rising), &mut stream) <= LEVEL);
        }
        // 5 % of 200 by four standard errors; by values dealt out to places nearly all
        assert!(called <= 22, "{called} of 200");
    }

    #[test]
    fn a_step_back_is_seen_and_a_way_too() {
        let mut stream = stream();
        let rows = |heights: [f64; 3], stream: &mut Stream| -> Vec<Vec<f64>> {
            (0..50).map(|_| heights.iter().map(|height| height + 0.5 * stream.normal()).collect()).collect()
        };
        let up = rows([0.0, 1.0, 2.0], &mut stream);
        assert!(turned(&up, 3, 2.0, &mut stream) < 0.01 && reversals(&up, 3, 1.0).iter().all(|p| *p > 0.5));
        let over = rows([0.0, 2.0, 1.0], &mut stream);
        let p = reversals(&over, 3, 1.0);
        assert!(p[0] > 0.5 && p[1] < 0.01, "{p:?}");
    }
}
