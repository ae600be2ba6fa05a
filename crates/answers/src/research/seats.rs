//! What each seat wins, as aligned tables.

use tolley_analysis::Estimate;
use tolley_analysis::seats::{Seats, SeatsOfPoint};
use tolley_analysis::statistics::equivalence::Verdict;
use tolley_analysis::statistics::multiplicity::holm;
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::number;
use crate::point_columns::{axis_columns, headed};

/// Digits of a share.
const DIGITS: usize = 3;
/// A chance below which seats are not alike.
const LEVEL: f64 = 0.05;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Seats) -> String {
    let plan = &dataset.manifest().plan;
    let rows: Vec<(&SeatsOfPoint, usize)> =
        found.points.iter().flat_map(|point| (0..point.shares.len()).map(move |seat| (point, seat))).collect();
    let values: Vec<&[(String, Value)]> = rows.iter().map(|(point, _)| point.values.as_slice()).collect();
    let mut table: Vec<TextColumn> = axis_columns(&values);
    table.push(headed("seat", "", rows.iter().map(|(_, seat)| (seat + 1).to_string())));
    table.push(headed("even", "", rows.iter().map(|(point, _)| format!("{:.3}", 1.0 / point.shares.len() as f64))));
    let share = |(point, seat): &(&SeatsOfPoint, usize)| number::estimate(&point.shares[*seat], 1.0, DIGITS);
    table.push(headed("wins", "share", rows.iter().map(share)));
    let at_once = |(point, seat): &(&SeatsOfPoint, usize)| {
        point.at_once[*seat].interval.map_or("-".to_owned(), |[low, high]| format!("[{low:.DIGITS$}, {high:.DIGITS$}]"))
    };
    table.push(headed("all at once", "", rows.iter().map(at_once)));
    let residual = |(point, seat): &(&SeatsOfPoint, usize)| format!("{:.1}", point.residuals[*seat]);
    table.push(headed("residual", "", rows.iter().map(residual)));
    let verdict = |(point, seat): &(&SeatsOfPoint, usize)| point.verdicts[*seat].map_or("-", Verdict::name).to_owned();
    let mut verdicts = headed("verdict", "", rows.iter().map(verdict));
    verdicts.is_left = true;
    table.push(verdicts);
    let p = |(point, seat): &(&SeatsOfPoint, usize)| match (point.p, seat) {
        (Some(p), 0) => number::p_value(p),
        (None, 0) => "too few".to_owned(),
        _ => String::new(),
    };
    table.push(headed("p of all", "chi-square", rows.iter().map(p)));
    format!(
        "{}: does every seat win as often? {}, margin {}, seed {}; shares with Wilson's 95 % interval\n\n{}\nverdicts as of \
         `tolley fair`, on one in n for one half, corrected for all seats together (Holm). All at once: \
         intervals that hold for all\nseats of a point (Goodman). Residual: wins off an even share, in standard \
         deviations of them.\ndataset: {}\n",
        plan.study,
        found.column,
        found.margin,
        plan.seed,
        columns::indented(&columns::rows(&table)),
        dataset.dir().display(),
    )
}

/// In a line.
pub fn short(found: &Seats) -> String {
    let known: Vec<f64> = found.points.iter().filter_map(|point| point.p).collect();
    let uneven = holm(&known).into_iter().filter(|p| *p < LEVEL).count();
    let known = known.len();
    let most = found.points.iter().filter_map(|point| Some((point, point.most_off()?)));
    let size = |off: &Estimate| off.value.map_or(0.0, f64::abs);
    let most = most.max_by(|(_, (_, a)), (_, (_, b))| size(a).total_cmp(&size(b)));
    let most = most.map_or_else(String::new, |(point, (seat, off))| {
        let off = number::estimate(&off, 1.0, number::decimals(&off, 1.0).unwrap_or(DIGITS));
        format!("; most off is seat {} of {}, by {off}, all at once", seat + 1, point.shares.len())
    });
    format!(
        "{}: seats are seen to be unlike at {uneven} of {known} points (chi-square, corrected for all of them: Holm){most}",
        found.column
    )
}

#[cfg(test)]
mod tests {
    use tolley_analysis::Missing;

    use super::*;

    /// Each was counted at 5 % by itself.
    #[test]
    fn uneven_points_are_counted_after_a_correction_for_all() {
        let told = |p: [f64; 3]| {
            let point = |p| SeatsOfPoint {
                values: Vec::new(),
                shares: Vec::new(),
                at_once: Vec::new(),
                residuals: Vec::new(),
                p,
                verdicts: Vec::new(),
            };
            let points = p.into_iter().map(Some).chain([None]).map(point).collect();
            short(&Seats { column: "winner_seat".to_owned(), margin: 0.01, points, missing: Missing::default() })
        };
        // Holm: 3 x 0.02, then no less
        assert!(told([0.02, 0.04, 0.03]).contains("unlike at 0 of 3 points"), "{}", told([0.02, 0.04, 0.03]));
        assert!(told([0.02, 0.04, 0.001]).contains("unlike at 3 of 3 points"), "{}", told([0.02, 0.04, 0.001]));
    }
}
