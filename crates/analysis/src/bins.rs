//! How does one column of a table hang on another? Its mean or share in bins of the other, and the slope of a straight
//! line through both, stratum by stratum. Rows of one repeat share their random numbers and count as one cluster.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::estimates::{Means, Moments};
use tolley_statistics::shares::Pool;

use crate::arms;
use crate::error::AnalysisError;
use crate::rows;
use crate::told;

/// How often the means of places are dealt out anew.
const DEALS: usize = 10_000;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The table.
    pub table: &'q str,
    /// A column of numbers or flags.
    pub measure: &'q str,
    /// A column of numbers, and the width of its bins.
    pub by: (&'q str, f64),
    /// Axes whose values are kept apart.
    pub strata: &'q [&'q str],
    /// Whether points are places, each with its own value of the other column: then the measure of places is dealt out
    /// to them anew too.
    pub has_places: bool,
}

/// The rows of a stratum in one bin.
#[derive(Clone, Debug, PartialEq)]
pub struct Bin {
    /// From where to where, SI; the end is not part of it.
    pub range: [f64; 2],
    /// Their mean or share; `n` counts rows.
    pub estimate: Estimate,
}

/// One stratum.
#[derive(Clone, Debug, PartialEq)]
pub struct Stratum {
    /// Column and value of each axis, SI.
    pub values: Vec<(String, Value)>,
    /// Those that have rows, in rising order.
    pub bins: Vec<Bin>,
    /// How much the measure rises with the other column, a unit of it; `n` counts repeats.
    pub slope: Estimate,
    /// Of places the chance of means that hang together with the other column as closely where they are dealt out at
    /// random.
    pub p_permuted: Option<f64>,
}

/// All strata.
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    /// The column.
    pub measure: String,
    /// The other column.
    pub by: String,
    /// In the order of the design.
    pub strata: Vec<Stratum>,
}

/// Sums of the rows of one repeat: of the measure y and the other column x, off the stratum's means.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    rows: u64,
    y: f64,
    xy: f64,
    xx: f64,
}

/// What is gathered of a stratum.
#[derive(Default)]
struct Gathered {
    x: Moments,
    y: Moments,
    bins: BTreeMap<i64, BTreeMap<u64, Sums>>,
    repeats: BTreeMap<u64, Sums>,
    /// Of each point rows, sum of the other column and of the measure.
    points: BTreeMap<u64, [f64; 3]>,
}

/// From where to where the other column goes in the rows that have both; absent where none has.
pub fn range(dataset: &Dataset, table: &str, measure: &str, by: &str) -> Result<Option<[f64; 2]>, AnalysisError> {
    let asked = Asked { table, measure, by: (by, 1.0), strata: &[], has_places: false };
    let mut ends: Option<[f64; 2]> = None;
    rows(dataset, &asked, |row| {
        let [low, high] = ends.unwrap_or([row.x; 2]);
        ends = Some([low.min(row.x), high.max(row.x)]);
    })?;
    Ok(ends)
}

/// Reads the rows of a table twice and bins them.
pub fn bins(dataset: &Dataset, asked: &Asked<'_>) -> Result<Bins, AnalysisError> {
    let manifest = dataset.manifest();
    let grid = &manifest.plan.grid;
    let axes: Vec<usize> = asked.strata.iter().map(|key| arms::axis(grid, key)).collect::<Result<_, _>>()?;
    let mut strata: BTreeMap<Vec<usize>, Gathered> = BTreeMap::new();
    let of_point = |point: u64| {
        let indices = grid.axis_indices(point);
        axes.iter().map(|axis| indices[*axis]).collect::<Vec<_>>()
    };
    // every row all or nothing
    let mut is_share = true;
    rows(dataset, asked, |row| {
        let gathered = strata.entry(of_point(row.point)).or_default();
        gathered.x.add(row.x);
        gathered.y.add(row.y);
        let of_point = gathered.points.entry(row.point).or_default();
        *of_point = [of_point[0] + 1.0, of_point[1] + row.x, of_point[2] + row.y];
        is_share &= row.y == 0.0 || row.y == 1.0;
    })?;
    let width = asked.by.1;
    rows(dataset, asked, |row| {
        let gathered = strata.entry(of_point(row.point)).or_default();
        let [x, y] = [row.x - gathered.x.mean(), row.y - gathered.y.mean()];
        let bin = (row.x / width).floor() as i64;
        let of_bin = gathered.bins.entry(bin).or_default().entry(row.repeat).or_default();
        for sums in [of_bin, gathered.repeats.entry(row.repeat).or_default()] {
            *sums = Sums { rows: sums.rows + 1, y: sums.y + row.y, xy: sums.xy + x * y, xx: sums.xx + x * x };
        }
    })?;
    let name = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
    let mut deals = Streams::new(manifest.plan.seed, 0, None).open(Purpose::named("deals"));
    let stratum = |(indices, gathered): (&Vec<usize>, &Gathered)| {
        let value =
            |(axis, index): (&usize, &usize)| (name(&grid.axes[*axis].key), grid.axes[*axis].values[*index].clone());
        let bin = |(bin, repeats): (&i64, &BTreeMap<u64, Sums>)| Bin {
            range: [*bin as f64 * width, (*bin + 1) as f64 * width],
            estimate: if is_share { share(repeats) } else { ratio(repeats, |sums| [sums.y, sums.rows as f64]) },
        };
        let slope = ratio(&gathered.repeats, |sums| [sums.xy, sums.xx]);
        Stratum {
            values: axes.iter().zip(indices).map(value).collect(),
            bins: gathered.bins.iter().map(bin).collect(),
            slope: Estimate { n: gathered.repeats.len() as u64, ..slope },
            p_permuted: asked.has_places.then(|| permuted(&gathered.points, &mut deals)).flatten(),
        }
    };
    Ok(Bins {
        measure: asked.measure.to_owned(),
        by: asked.by.0.to_owned(),
        strata: strata.iter().map(stratum).collect(),
    })
}

/// The share of deals in which the means of places go as closely with the other column as those seen (E. J. G. Pitman,
/// Suppl. J. R. Stat. Soc. 4 (1937) 225); `None` of fewer than three places.
fn permuted(points: &BTreeMap<u64, [f64; 3]>, stream: &mut Stream) -> Option<f64> {
    let mean = |at: usize| points.values().map(move |sums| sums[at] / sums[0]).collect::<Vec<f64>>();
    let (mut x, mut y) = (mean(1), mean(2));
    if x.len() < 3 {
        return None;
    }
    for values in [&mut x, &mut y] {
        let middle = values.iter().sum::<f64>() / values.len() as f64;
        values.iter_mut().for_each(|value| *value -= middle);
    }
    let together = |y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>().abs();
    // sums in another order differ by rounding
    let seen = together(&y) * (1.0 - 1e-9);
    let mut as_close = 1;
    for _ in 0..DEALS {
        for last in (1..y.len()).rev() {
            y.swap(last, stream.below(last as u64 + 1) as usize);
        }
        as_close += usize::from(together(&y) >= seen);
    }
    Some(as_close as f64 / (DEALS + 1) as f64)
}

/// A row that has both values.
struct Row {
    point: u64,
    repeat: u64,
    x: f64,
    y: f64,
}

/// Calls for every row that has both.
fn rows(dataset: &Dataset, asked: &Asked<'_>, mut call: impl FnMut(Row)) -> Result<(), AnalysisError> {
    rows::each(dataset, asked.table, &[asked.by.0, asked.measure], |row| {
        if row.has(0) && row.has(1) {
            call(Row { point: row.point, repeat: row.repeat, x: row.number(0), y: row.number(1) });
        }
    })
}

fn share(repeats: &BTreeMap<u64, Sums>) -> Estimate {
    let mut pool = Pool::default();
    repeats.values().for_each(|sums| pool.add(sums.y as u64, sums.rows));
    pool.estimate()
}

/// One sum over another, over clusters: its linear part has the spread of the ratio (W. G. Cochran, Sampling
/// Techniques, 1977, sec. 2.11).
fn ratio(repeats: &BTreeMap<u64, Sums>, of: impl Fn(&Sums) -> [f64; 2]) -> Estimate {
    let pairs = || repeats.values().map(&of);
    let [above, below] = pairs().fold([0.0; 2], |[a, b], [above, below]| [a + above, b + below]);
    let (ratio, mean) = (above / below, below / repeats.len() as f64);
    if !ratio.is_finite() {
        return Estimate::default();
    }
    let mut moments = Moments::default();
    pairs().for_each(|[above, below]| moments.add(ratio + (above - ratio * below) / mean));
    let rows = repeats.values().map(|sums| sums.rows).sum();
    Estimate { n: rows, ..Means::default().estimate(&moments) }
}

impl Bins {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let bin =
            |bin: &Bin| json!({ "from": bin.range[0], "to": bin.range[1], "estimate": told::estimate(&bin.estimate) });
        let stratum = |stratum: &Stratum| {
            json!({
                "values": told::values(&stratum.values), "slope": told::estimate(&stratum.slope),
                "p_permuted": stratum.p_permuted, "bins": stratum.bins.iter().map(bin).collect::<Vec<_>>(),
            })
        };
        json!({
            "measure": self.measure, "by": self.by, "method": "clusters of repeats",
            "strata": self.strata.iter().map(stratum).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_places_can_be_dealt_in_twenty_four_ways() {
        let places = |y: [f64; 4]| -> BTreeMap<u64, [f64; 3]> {
            y.iter().enumerate().map(|(place, y)| (place as u64, [2.0, 2.0 * place as f64, 2.0 * y])).collect()
        };
        let mut stream = Streams::new(9, 0, None).open(Purpose::named("deals"));
        // straight up or straight down: 2 of 24
        let p = permuted(&places([1.0, 2.0, 3.0, 4.0]), &mut stream).expect("four places");
        assert!((p - 2.0 / 24.0).abs() < 0.012, "{p}");
        assert_eq!(permuted(&places([1.0; 4]), &mut stream), Some(1.0));
    }

    #[test]
    fn slopes_of_clusters_cover_what_they_should() {
        // rows of a repeat share an error, which rows alone would take for so many of their own
        let mut stream = Streams::new(31, 0, None).open(Purpose::named("rows"));
        let mut covered = 0;
        for _ in 0..2000 {
            let mut repeats: BTreeMap<u64, Sums> = BTreeMap::new();
            for repeat in 0..40 {
                let (shared, sums) = (stream.normal(), repeats.entry(repeat).or_default());
                for at in 0..6 {
                    let x = f64::from(at) - 2.5;
                    let y = 0.7 * x + shared * x + 0.5 * stream.normal();
                    *sums = Sums { rows: sums.rows + 1, y: sums.y + y, xy: sums.xy + x * y, xx: sums.xx + x * x };
                }
            }
            let slope = ratio(&repeats, |sums| [sums.xy, sums.xx]);
            covered += u32::from(slope.interval.is_some_and(|[low, high]| (low..high).contains(&0.7)));
        }
        // 95 % by four standard errors of 2,000
        assert!((1861..=1939).contains(&covered), "{covered} of 2,000");
    }
}
