//! Small dense matrices: the Cholesky decomposition and what it solves.

use std::ops::{Index, IndexMut};

/// Rows of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// All zero.
    pub fn zero(rows: usize, columns: usize) -> Matrix {
        Matrix { rows, columns, cells: vec![0.0; rows * columns] }
    }

    /// Cell by cell.
    pub fn of(rows: usize, columns: usize, cell: impl Fn(usize, usize) -> f64) -> Matrix {
        let cells = (0..rows * columns).map(|k| cell(k / columns, k % columns)).collect();
        Matrix { rows, columns, cells }
    }

    /// One row.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.columns..(i + 1) * self.columns]
    }

    /// Takes a row in place of that which is there.
    pub fn set_row(&mut self, i: usize, row: &[f64]) {
        self.cells[i * self.columns..(i + 1) * self.columns].copy_from_slice(row);
    }

    /// Makes a matrix of which the lower triangle is known symmetric.
    pub fn mirror(&mut self) {
        for i in 0..self.rows {
            for j in 0..i {
                self[(j, i)] = self[(i, j)];
            }
        }
    }

    /// Adds a column times its transpose, so many times, to the lower triangle.
    pub fn add_square(&mut self, column: &[f64], times: f64) {
        for (i, value) in column.iter().enumerate() {
            let factor = times * value;
            let row = &mut self.cells[i * self.columns..=i * self.columns + i];
            row.iter_mut().zip(column).for_each(|(cell, other)| *cell += factor * other);
        }
    }

    /// One column.
    pub fn column(&self, j: usize) -> Vec<f64> {
        (0..self.rows).map(|i| self[(i, j)]).collect()
    }

    /// Times a number.
    pub fn scale(&mut self, factor: f64) {
        self.cells.iter_mut().for_each(|cell| *cell *= factor);
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.cells[i * self.columns + j]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.cells[i * self.columns + j]
    }
}

/// The sum of products, in an order that is the same everywhere and that a processor can follow four at a time.
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let [one_parts, other_parts] = [one.chunks_exact(8), other.chunks_exact(8)];
    let last = one_parts.remainder().iter().zip(other_parts.remainder()).map(|(a, b)| a * b).sum::<f64>();
    for (a, b) in one_parts.zip(other_parts) {
        for k in 0..8 {
            sums[k] += a[k] * b[k];
        }
    }
    sums.iter().sum::<f64>() + last
}

/// The lower triangle whose product with its transpose is a symmetric matrix; `None` unless it is positive definite
/// beyond rounding.
pub fn cholesky(matrix: &Matrix) -> Option<Matrix> {
    let size = matrix.rows;
    let mut root = Matrix::zero(size, size);
    for i in 0..size {
        for j in 0..=i {
            let rest = matrix[(i, j)] - dot(&root.row(i)[..j], &root.row(j)[..j]);
            root[(i, j)] = if i == j {
                if rest.is_nan() || rest <= 1e-12 * matrix[(i, i)].abs() {
                    return None;
                }
                rest.sqrt()
            } else {
                rest / root[(j, j)]
            };
        }
    }
    Some(root)
}

/// Solves for the right side with the root of the left one.
pub fn solve(root: &Matrix, right: &[f64]) -> Vec<f64> {
    let mut x = solve_half(root, right);
    for i in (0..x.len()).rev() {
        let known: f64 = (i + 1..x.len()).map(|k| root[(k, i)] * x[k]).sum();
        x[i] = (x[i] - known) / root[(i, i)];
    }
    x
}

/// The first half of it: the root alone as the left side.
pub fn solve_half(root: &Matrix, right: &[f64]) -> Vec<f64> {
    let mut x = right.to_vec();
    for i in 0..x.len() {
        let known = dot(&root.row(i)[..i], &x[..i]);
        x[i] = (x[i] - known) / root[(i, i)];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_of_three_is_solved() {
        let rows = [[4.0, 2.0, 0.6], [2.0, 5.0, 1.0], [0.6, 1.0, 3.0]];
        let matrix = Matrix::of(3, 3, |i, j| rows[i][j]);
        let x = solve(&cholesky(&matrix).expect("positive definite"), &[1.0, -2.0, 3.0]);
        for (row, right) in rows.iter().zip([1.0, -2.0, 3.0]) {
            let left: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            assert!((left - right).abs() < 1e-14);
        }
        // x' A x is the square of the half
        let half = solve_half(&cholesky(&matrix).expect("positive definite"), &[1.0, -2.0, 3.0]);
        let squares = [half.iter().map(|x| x * x).sum::<f64>(), x[0] - 2.0 * x[1] + 3.0 * x[2]];
        assert!((squares[0] - squares[1]).abs() < 1e-14, "{squares:?}");
        assert!(cholesky(&Matrix::of(2, 2, |_, _| 1.0)).is_none(), "singular");
        assert!(cholesky(&Matrix::of(1, 1, |_, _| f64::NAN)).is_none());
    }
}
