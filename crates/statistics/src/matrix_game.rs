//! Games of two players of whom one gains what the other loses, each choosing a plan without knowing the other's.
//!
//! J. von Neumann, Math. Ann. 100 (1928) 295; as a linear programme G. B. Dantzig in T. C. Koopmans (ed.), Activity
//! Analysis of Production and Allocation (1951), chapter XX; pivots by R. G. Bland, Math. Oper. Res. 2 (1977) 103, so
//! that none comes twice.

/// What is gained where both play as well as they can.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// What the rows gain on the mean.
    pub value: f64,
    /// How often the player who gains chooses each row.
    pub rows: Vec<f64>,
    /// How often the player who loses chooses each column.
    pub columns: Vec<f64>,
}

/// A number below which rounding says nothing, beside gains of size one.
const ROUNDING: f64 = 1e-12;

/// The value of a game and the plans by which it is reached; `None` without rows or columns, where rows are not equally
/// long, or where a gain is not finite.
pub fn solve(gains: &[Vec<f64>]) -> Option<Solved> {
    let columns = gains.first().map_or(0, Vec::len);
    let all = || gains.iter().flatten().copied();
    if columns == 0 || gains.iter().any(|row| row.len() != columns) || !all().all(f64::is_finite) {
        return None;
    }
    let (least, most) =
        all().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), gain| (low.min(gain), high.max(gain)));
    let size = if most > least { most - least } else { 1.0 };
    // between 1 and 2, so that the value is above 0
    let mut tableau = Tableau::of(gains, |gain| (gain - least) / size + 1.0);
    tableau.maximise();
    let total = tableau.objective;
    let shares = |weights: Vec<f64>| weights.into_iter().map(|weight| weight / total).collect();
    Some(Solved {
        value: (1.0 / total - 1.0) * size + least,
        rows: shares(tableau.duals()),
        columns: shares(tableau.solution()),
    })
}

/// Maximise the sum of y under `gains y <= 1`, y not below 0.
struct Tableau {
    /// Coefficients of all variables and, last, the right side; the first variables are y, the others slack.
    rows: Vec<Vec<f64>>,
    /// The objective, negated.
    costs: Vec<f64>,
    objective: f64,
    /// The variable that each row is solved for.
    basis: Vec<usize>,
    columns: usize,
}

impl Tableau {
    fn of(gains: &[Vec<f64>], scaled: impl Fn(f64) -> f64) -> Tableau {
        let (count, columns) = (gains.len(), gains[0].len());
        let row = |(at, gains): (usize, &Vec<f64>)| {
            let slack = (0..count).map(|other| f64::from(u8::from(other == at)));
            gains.iter().map(|gain| scaled(*gain)).chain(slack).chain([1.0]).collect()
        };
        let costs = (0..columns + count + 1).map(|at| if at < columns { -1.0 } else { 0.0 }).collect();
        Tableau {
            rows: gains.iter().enumerate().map(row).collect(),
            costs,
            objective: 0.0,
            basis: (columns..columns + count).collect(),
            columns,
        }
    }

    fn maximise(&mut self) {
        while let Some(entering) = self.costs.iter().position(|cost| *cost < -ROUNDING) {
            // gains are bounded, so one row always limits
            let Some(leaving) = self.limiting(entering) else { return };
            self.pivot(leaving, entering);
        }
    }

    /// The row that limits a variable first; of equals that of the lowest variable.
    fn limiting(&self, entering: usize) -> Option<usize> {
        let ratio = |row: &Vec<f64>| row.last().copied().unwrap_or_default() / row[entering];
        let limits = (0..self.rows.len()).filter(|row| self.rows[*row][entering] > ROUNDING);
        limits.min_by(|one, other| {
            let [a, b] = [one, other].map(|row| ratio(&self.rows[*row]));
            a.total_cmp(&b).then(self.basis[*one].cmp(&self.basis[*other]))
        })
    }

    fn pivot(&mut self, leaving: usize, entering: usize) {
        let pivot = self.rows[leaving][entering];
        self.rows[leaving].iter_mut().for_each(|cell| *cell /= pivot);
        let solved = self.rows[leaving].clone();
        let clear = |row: &mut Vec<f64>| {
            let factor = row[entering];
            row.iter_mut().zip(&solved).for_each(|(cell, solved)| *cell -= factor * solved);
        };
        self.rows.iter_mut().enumerate().filter(|(at, _)| *at != leaving).for_each(|(_, row)| clear(row));
        clear(&mut self.costs);
        self.objective = self.costs.last().copied().unwrap_or_default();
        self.basis[leaving] = entering;
    }

    fn solution(&self) -> Vec<f64> {
        let value = |variable| self.basis.iter().position(|of| *of == variable);
        (0..self.columns)
            .map(|variable| value(variable).map_or(0.0, |row| *self.rows[row].last().unwrap_or(&0.0)))
            .collect()
    }

    fn duals(&self) -> Vec<f64> {
        self.costs[self.columns..self.costs.len() - 1].iter().map(|cost| cost.max(0.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use tolley_experiment::random::{Purpose, Streams};

    use super::*;

    fn solved(gains: &[&[f64]]) -> Solved {
        solve(&gains.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).expect("a game")
    }

    fn is_near(one: &[f64], other: &[f64]) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-12)
    }

    #[test]
    fn games_of_the_textbook_have_their_values() {
        // matching pennies; paper, scissors, stone; a saddle; unlike stakes (value 1/5, rows 2/5 and 3/5)
        let pennies = solved(&[&[1.0, -1.0], &[-1.0, 1.0]]);
        assert!(
            pennies.value.abs() < 1e-12 && is_near(&pennies.rows, &[0.5; 2]) && is_near(&pennies.columns, &[0.5; 2])
        );
        let three = solved(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
        assert!(three.value.abs() < 1e-12 && is_near(&three.rows, &[1.0 / 3.0; 3]), "{three:?}");
        let saddle = solved(&[&[4.0, 2.0, 3.0], &[1.0, 0.0, 5.0]]);
        assert!((saddle.value - 2.0).abs() < 1e-12 && is_near(&saddle.rows, &[1.0, 0.0]), "{saddle:?}");
        let stakes = solved(&[&[2.0, -1.0], &[-1.0, 1.0]]);
        assert!((stakes.value - 0.2).abs() < 1e-12 && is_near(&stakes.rows, &[0.4, 0.6]), "{stakes:?}");
    }

    #[test]
    fn nobody_gains_by_another_plan() {
        let mut stream = Streams::new(7, 0, None).open(Purpose::named("gains"));
        for size in [(1, 1), (2, 5), (5, 8), (9, 3)] {
            let gains: Vec<Vec<f64>> =
                (0..size.0).map(|_| (0..size.1).map(|_| 10.0 * stream.uniform() - 3.0).collect()).collect();
            let found = solve(&gains).expect("a game");
            for plans in [&found.rows, &found.columns] {
                assert!((plans.iter().sum::<f64>() - 1.0).abs() < 1e-12 && plans.iter().all(|share| *share >= -1e-12));
            }
            for row in &gains {
                let gain: f64 = row.iter().zip(&found.columns).map(|(gain, share)| gain * share).sum();
                assert!(gain <= found.value + 1e-11, "{size:?}");
            }
            for column in 0..size.1 {
                let gain: f64 = gains.iter().zip(&found.rows).map(|(row, share)| row[column] * share).sum();
                assert!(gain >= found.value - 1e-11, "{size:?}");
            }
        }
    }

    #[test]
    fn what_is_no_game_has_no_value() {
        let none: [&[Vec<f64>]; 4] = [&[], &[vec![]], &[vec![1.0], vec![1.0, 2.0]], &[vec![f64::NAN]]];
        assert!(none.iter().all(|gains| solve(gains).is_none()));
    }
}
