//! A line of equal value over a grid, by marching squares (W. E. Lorensen and H. E. Cline, Computer Graphics 21 (1987)
//! 163, in the plane) with linear interpolation.

/// Pieces of the line, each from one point to another. `value(i, j)` is that at `xs[i]`, `ys[j]`, both ascending; where
/// it is absent there is no line. Beyond the outermost places values go on as they are, up to the `ends` of each axis.
pub fn line(
    [xs, ys]: [&[f64]; 2],
    ends: [[f64; 2]; 2],
    level: f64,
    value: impl Fn(usize, usize) -> Option<f64>,
) -> Vec<[[f64; 2]; 2]> {
    if xs.is_empty() || ys.is_empty() {
        return Vec::new();
    }
    let padded = |at: &[f64], [low, high]: [f64; 2]| -> Vec<(f64, usize)> {
        let inner = at.iter().enumerate().map(|(place, x)| (*x, place));
        let mut all: Vec<_> = std::iter::once((low, 0)).chain(inner).chain([(high, at.len() - 1)]).collect();
        // an end may be the outermost place
        all.dedup_by_key(|(x, _)| *x);
        all
    };
    let (columns, rows) = (padded(xs, ends[0]), padded(ys, ends[1]));
    let mut pieces = Vec::new();
    for x in columns.windows(2) {
        for y in rows.windows(2) {
            // corners counter-clockwise
            let corners = [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])];
            let values = corners.map(|((_, i), (_, j))| value(i, j));
            let [Some(a), Some(b), Some(c), Some(d)] = values else { continue };
            let places = corners.map(|((x, _), (y, _))| [x, y]);
            pieces.extend(in_cell(places, [a, b, c, d], level));
        }
    }
    pieces
}

/// The line within four corners.
fn in_cell(places: [[f64; 2]; 4], values: [f64; 4], level: f64) -> Vec<[[f64; 2]; 2]> {
    let is_in = values.map(|value| value >= level);
    let crossing = |from: usize| {
        let to = (from + 1) % 4;
        let share = (level - values[from]) / (values[to] - values[from]);
        [0, 1].map(|axis| places[from][axis] + share * (places[to][axis] - places[from][axis]))
    };
    let edges: Vec<usize> = (0..4).filter(|from| is_in[*from] != is_in[(from + 1) % 4]).collect();
    match edges[..] {
        [one, other] => vec![[crossing(one), crossing(other)]],
        // a saddle: the mean says which corners hang together
        [_, _, _, _] => {
            let middle_is_in = values.iter().sum::<f64>() / 4.0 >= level;
            let pairs = if is_in[0] == middle_is_in { [[0, 1], [2, 3]] } else { [[3, 0], [1, 2]] };
            pairs.map(|[one, other]| [crossing(one), crossing(other)]).to_vec()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cone_is_cut_in_a_circle() {
        let xs: Vec<f64> = (0..41).map(|i| f64::from(i) / 20.0 - 1.0).collect();
        let ends = [[-1.025, 1.025]; 2];
        let value = |i: usize, j: usize| Some(1.0 - xs[i].hypot(xs[j]));
        let pieces = line([&xs, &xs], ends, 0.41, value);
        let radius = |[x, y]: [f64; 2]| x.hypot(y);
        assert!(pieces.iter().flatten().all(|at| (radius(*at) - 0.59).abs() < 1e-3));
        // it is closed: every end is the end of another piece
        let same = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-12;
        let all: Vec<[f64; 2]> = pieces.iter().flatten().copied().collect();
        assert!(all.iter().all(|a| all.iter().filter(|b| same(a, b)).count() == 2), "{}", pieces.len());
        let length: f64 = pieces.iter().map(|[a, b]| (a[0] - b[0]).hypot(a[1] - b[1])).sum();
        assert!((length - 1.18 * core::f64::consts::PI).abs() < 0.01, "{length}");
    }

    #[test]
    fn it_ends_at_the_ends_and_where_nothing_is_known() {
        let xs = [0.0, 1.0, 2.0];
        let up = line([&xs, &xs], [[-0.5, 2.5]; 2], 0.5, |i, _| Some(i as f64));
        assert!(up.iter().flatten().all(|at| at[0] == 0.5));
        let reach = |pick: fn(f64, f64) -> f64| up.iter().flatten().map(|at| at[1]).reduce(pick);
        assert_eq!((reach(f64::min), reach(f64::max)), (Some(-0.5), Some(2.5)));
        let holed = line([&xs, &xs], [[-0.5, 2.5]; 2], 0.5, |i, j| (j < 2).then_some(i as f64));
        assert_eq!(holed.iter().flatten().map(|at| at[1]).reduce(f64::max), Some(1.0));
        assert!(line([&xs, &xs], [[0.0, 2.0]; 2], 9.0, |i, _| Some(i as f64)).is_empty());
        // two corners that lie across a saddle
        let saddle = line([&xs[..2], &xs[..2]], [[0.0, 1.0]; 2], 0.5, |i, j| Some(if i == j { 1.0 } else { 0.2 }));
        assert_eq!(saddle.len(), 2);
    }
}
