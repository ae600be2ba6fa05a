//! Whether the terms tell all that the covariates do: the score test of a term of its own for each of them, with those
//! errors (D. D. Boos, Am. Stat. 46 (1992) 327, <https://doi.org/10.2307/2685328>), its statistic by Hotelling's T².

use super::{Cell, Family, dot, sum, unit};
use crate::distributions::fisher_tail;
use crate::matrix::{Matrix, cholesky, solve};

/// Of [`Fit::p_fit`]: residuals of each cluster at each of the different covariates, less what the terms would take up
/// of them, have no part along the terms; in all other directions their sum is held beside its spread.
pub(super) fn p_of_fit(family: Family, cells: &[Cell], rows: &[Vec<f64>], beta: &[f64], root: &Matrix) -> Option<f64> {
    let mut kinds: Vec<&Vec<f64>> = Vec::new();
    let kind_of: Vec<usize> = rows
        .iter()
        .map(|row| {
            kinds.iter().position(|kind| *kind == row).unwrap_or_else(|| {
                kinds.push(row);
                kinds.len() - 1
            })
        })
        .collect();
    let left = across(&kinds);
    let mut weights = vec![0.0; kinds.len()];
    for (cell, kind) in cells.iter().zip(&kind_of) {
        weights[*kind] += sum(cell.clusters.iter())[1] * family.variance(family.mean(dot(kinds[*kind], beta)));
    }
    let count = cells.iter().map(|cell| cell.clusters.len()).max()?;
    let mut all: Vec<Vec<f64>> = Vec::with_capacity(count);
    for cluster in 0..count {
        let mut residuals = vec![0.0; kinds.len()];
        let mut score = vec![0.0; beta.len()];
        let mut values = 0.0;
        for (cell, kind) in cells.iter().zip(&kind_of) {
            let [y, n] = cell.clusters.get(cluster).copied().unwrap_or_default();
            let off = y - n * family.mean(dot(kinds[*kind], beta));
            residuals[*kind] += off;
            score.iter_mut().zip(kinds[*kind]).for_each(|(score, x)| *score += x * off);
            values += n;
        }
        let taken = solve(root, &score);
        for ((residual, weight), kind) in residuals.iter_mut().zip(&weights).zip(&kinds) {
            *residual -= weight * dot(kind, &taken);
        }
        if values > 0.0 {
            all.push(left.iter().map(|way| dot(way, &residuals)).collect());
        }
    }
    hotelling(&all)
}

/// Unit vectors across all columns of these rows and each other (Gram and Schmidt).
fn across(rows: &[&Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = (0..rows.first().map_or(0, |row| row.len())).map(|j| rows.iter().map(|row| row[j]).collect());
    let mut found: Vec<Vec<f64>> = Vec::new();
    let mut terms = 0;
    for (at, start) in columns.chain((0..rows.len()).map(|at| unit(rows.len(), at))).enumerate() {
        let mut way: Vec<f64> = start;
        let length = dot(&way, &way).sqrt();
        // twice is enough (W. Kahan)
        for _ in 0..2 {
            for other in &found {
                let along = dot(&way, other);
                way.iter_mut().zip(other).for_each(|(way, other)| *way -= along * other);
            }
        }
        let rest = dot(&way, &way).sqrt();
        if rest > 1e-7 * length {
            way.iter_mut().for_each(|way| *way /= rest);
            found.push(way);
            terms += usize::from(at < rows[0].len());
        }
    }
    found.split_off(terms)
}

/// The chance of a sum of such vectors as far from zero where their mean is; `None` of none, or of too many numbers
/// each. Numbers that others tell exactly, as of points that share all that happens, are left out.
fn hotelling(all: &[Vec<f64>]) -> Option<f64> {
    let (n, size) = (all.len(), all.first()?.len());
    if size == 0 || n < 2 * size {
        return None;
    }
    let mean: Vec<f64> = (0..size).map(|i| all.iter().map(|one| one[i]).sum::<f64>() / n as f64).collect();
    let mut spread = Matrix::zero(size, size);
    for one in all {
        for i in 0..size {
            (0..size).for_each(|j| spread[(i, j)] += (one[i] - mean[i]) * (one[j] - mean[j]));
        }
    }
    spread.scale(1.0 / (n - 1) as f64);
    let free = free(&spread);
    let mean: Vec<f64> = free.iter().map(|at| mean[*at]).collect();
    let spread = Matrix::of(free.len(), free.len(), |i, j| spread[(free[i], free[j])]);
    let t_squared = n as f64 * dot(&mean, &solve(&cholesky(&spread)?, &mean));
    let (n, size) = (n as f64, free.len() as f64);
    let off = (n - size) / (size * (n - 1.0)) * t_squared;
    if off.is_finite() { fisher_tail([size, n - size], off) } else { None }
}

/// The numbers whose spread those before them leave something of, by Cholesky's steps.
fn free(spread: &Matrix) -> Vec<usize> {
    let size = spread.column(0).len();
    let mut found: Vec<(usize, Vec<f64>)> = Vec::new();
    for at in 0..size {
        let mut row: Vec<f64> = Vec::with_capacity(found.len() + 1);
        for (k, (other, before)) in found.iter().enumerate() {
            row.push((spread[(at, *other)] - dot(&row, &before[..k])) / before[k]);
        }
        let rest = spread[(at, at)] - dot(&row, &row);
        if rest > 1e-9 * spread[(at, at)] {
            row.push(rest.sqrt());
            found.push((at, row));
        }
    }
    found.into_iter().map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use tolley_experiment::random::{Purpose, Stream, Streams};

    use super::super::fit;
    use super::*;

    /// Of six values of a covariate, 60 clusters that hang together, each with two trials at each of them.
    fn curved(stream: &mut Stream, bend: f64) -> Vec<Cell> {
        let common: Vec<f64> = (0..60).map(|_| stream.uniform()).collect();
        let cell = |x: f64, stream: &mut Stream| {
            let share = Family::Logit.mean(-0.5 + 0.4 * x - bend * x * x);
            let trial = |common: f64, stream: &mut Stream| {
                let u = if stream.uniform() < 0.5 { common } else { stream.uniform() };
                f64::from(u8::from(u < share))
            };
            let clusters = common.iter().map(|common| [trial(*common, stream) + trial(*common, stream), 2.0]).collect();
            Cell { covariates: vec![x], clusters }
        };
        (0..6).map(|x| cell(f64::from(x), stream)).collect()
    }

    #[test]
    fn a_line_that_is_none_is_found_out_and_one_that_is_as_rarely_as_the_level_says() {
        let mut stream = Streams::new(17, 0, None).open(Purpose::named("fits"));
        let mut refused = |bend: f64, runs: usize| {
            let fits = (0..runs).filter_map(|_| fit(Family::Logit, &curved(&mut stream, bend))?.p_fit);
            fits.filter(|p| *p < 0.05).count() as f64 / runs as f64
        };
        let [line, bent] = [refused(0.0, 1000), refused(0.15, 200)];
        assert!((0.03..0.07).contains(&line) && bent > 0.8, "{line} {bent}");
        // two terms tell two kinds of covariates all
        let two = [0.0, 1.0].map(|x| Cell { covariates: vec![x], clusters: vec![[1.0, 3.0], [x, 2.0], [2.0, 4.0]] });
        assert_eq!(fit(Family::Logit, &two).expect("a fit").p_fit, None);
    }
}
