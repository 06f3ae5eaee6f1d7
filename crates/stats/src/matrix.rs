//! Square symmetric matrices with one row for each player of a table.

/// A symmetric matrix.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// A matrix of zeros.
    pub(crate) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    pub(crate) fn set(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] = value;
    }

    /// Adds a value to a cell of the diagonal.
    pub(crate) fn add_own(&mut self, index: usize, value: f64) {
        self.add(index, index, value);
    }

    /// Adds `weight` times the square of the difference of variables `a` and `b` to the quadratic
    /// form that this matrix stands for.
    pub(crate) fn add_difference(&mut self, [a, b]: [usize; 2], weight: f64) {
        self.add(a, a, weight);
        self.add(b, b, weight);
        self.add(a, b, -weight);
        self.add(b, a, -weight);
    }

    /// The variance of the difference of two variables, if this matrix is their covariance.
    pub(crate) fn of_difference(&self, [a, b]: [usize; 2]) -> f64 {
        self.at(a, a) + self.at(b, b) - 2.0 * self.at(a, b)
    }

    /// The matrix times a vector.
    pub(crate) fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size).map(|row| dot(self.row(row), vector)).collect()
    }

    /// The product `self * inner * self`.
    pub(crate) fn around(&self, inner: &Matrix) -> Matrix {
        let half: Vec<Vec<f64>> = (0..self.size).map(|row| inner.times(self.row(row))).collect();
        let cells = half.iter().flat_map(|row| self.times(row)).collect();
        Matrix { size: self.size, cells }
    }

    /// A matrix that acts like this one on vectors whose sum is zero, and maps the vector of ones
    /// to zero.
    pub(crate) fn centred(&self) -> Matrix {
        let size = self.size as f64;
        let means: Vec<f64> =
            (0..self.size).map(|row| self.row(row).iter().sum::<f64>() / size).collect();
        let whole = means.iter().sum::<f64>() / size;
        let cell =
            |row: usize, column: usize| self.at(row, column) - means[row] - means[column] + whole;
        let cells =
            (0..self.size).flat_map(|row| (0..self.size).map(move |column| cell(row, column)));
        Matrix { size: self.size, cells: cells.collect() }
    }

    /// The pseudo-inverse of a centred matrix: its inverse on vectors whose sum is zero. A centred
    /// matrix maps the vector of ones and its multiples to zero. Returns `None` if the matrix also
    /// maps other vectors to zero, to working precision.
    pub(crate) fn centred_inverse(&self) -> Option<Matrix> {
        let factor = self.filled().cholesky()?;
        let columns = (0..self.size).map(|column| factor.solve(&unit(self.size, column)));
        let inverse = Matrix { size: self.size, cells: columns.flatten().collect() };
        Some(inverse.centred())
    }

    /// The pseudo-inverse of a centred matrix times a vector, which takes a small part of the time
    /// that the whole inverse takes.
    pub(crate) fn centred_solve(&self, vector: &[f64]) -> Option<Vec<f64>> {
        let centred = |vector: Vec<f64>| {
            let mean = vector.iter().sum::<f64>() / self.size as f64;
            vector.into_iter().map(|cell| cell - mean).collect::<Vec<_>>()
        };
        let factor = self.filled().cholesky()?;
        Some(centred(factor.solve(&centred(vector.to_vec()))))
    }

    /// A matrix that acts like this centred one on vectors whose sum is zero, and maps the vector of
    /// ones to a multiple of itself.
    fn filled(&self) -> Matrix {
        let trace: f64 = (0..self.size).map(|index| self.at(index, index)).sum();
        let scale = if self.size > 1 { trace / (self.size - 1) as f64 } else { 1.0 };
        let ones = scale / self.size as f64;
        let mut filled = self.clone();
        filled.cells.iter_mut().for_each(|cell| *cell += ones);
        filled
    }

    /// The lower triangular matrix L for which L times its transpose is this matrix; `None` if the
    /// matrix is not positive definite, to working precision.
    fn cholesky(&self) -> Option<Triangle> {
        let mut triangle = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known = dot(&triangle.row(row)[..column], &triangle.row(column)[..column]);
                let rest = self.at(row, column) - known;
                let value = if row > column {
                    rest / triangle.at(column, column)
                } else if rest > 1e-15 * self.at(row, row) {
                    rest.sqrt()
                } else {
                    return None;
                };
                triangle.add(row, column, value);
            }
        }
        Some(Triangle(triangle))
    }
}

/// A lower triangular matrix with a positive diagonal.
struct Triangle(Matrix);

impl Triangle {
    /// Returns the vector x for which L times the transpose of L times x is `vector`. L is this
    /// triangle.
    fn solve(&self, vector: &[f64]) -> Vec<f64> {
        let triangle = &self.0;
        let mut solved = vector.to_vec();
        for row in 0..triangle.size {
            let known = dot(&triangle.row(row)[..row], &solved[..row]);
            solved[row] = (solved[row] - known) / triangle.at(row, row);
        }
        for row in (0..triangle.size).rev() {
            solved[row] /= triangle.at(row, row);
            let (above, own) = solved.split_at_mut(row);
            // A row lies in one piece of memory, a column does not.
            let cells = above.iter_mut().zip(triangle.row(row));
            cells.for_each(|(above, cell)| *above -= own[0] * cell);
        }
        solved
    }
}

/// The sum of the products. The compiler must not change the order of a sum, so it uses vector
/// instructions only if there are several sums.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    const SUMS: usize = 8;
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<SUMS>(), b.as_chunks::<SUMS>());
    let mut sums = [0.0; SUMS];
    for (a, b) in a.iter().zip(b) {
        for sum in 0..SUMS {
            sums[sum] += a[sum] * b[sum];
        }
    }
    sums.iter().sum::<f64>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f64>()
}

fn unit(size: usize, index: usize) -> Vec<f64> {
    let mut vector = vec![0.0; size];
    vector[index] = 1.0;
    vector
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn solving_undoes_multiplying() {
        // Wikipedia's article on the Cholesky decomposition has this example: the factor of [[4,
        // 12, -16], [12, 37, -43], [-16, -43, 98]] is [[2], [6, 1], [-8, 5, 3]].
        let cells = vec![4.0, 12.0, -16.0, 12.0, 37.0, -43.0, -16.0, -43.0, 98.0];
        let matrix = Matrix { size: 3, cells };
        let factor = matrix.cholesky().expect("positive definite");
        assert_eq!(factor.0.cells, [2.0, 0.0, 0.0, 6.0, 1.0, 0.0, -8.0, 5.0, 3.0]);
        let solved = factor.solve(&matrix.times(&[1.0, -2.0, 3.0]));
        let error =
            solved.iter().zip([1.0, -2.0, 3.0]).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        assert!(error < 1e-10, "{solved:?}");
        assert!(Matrix { size: 2, cells: vec![1.0, 2.0, 2.0, 1.0] }.cholesky().is_none());
    }

    #[test]
    fn a_pseudo_inverse_is_one() {
        let mut random = Rng::with_seed(5);
        let mut matrix = Matrix::zero(7);
        for a in 0..7 {
            for b in 0..a {
                matrix.add_difference([a, b], random.usize(0..=20) as f64);
            }
        }
        let inverse = matrix.centred_inverse().expect("connected");
        // These are Penrose's first two conditions; the other two say that the products are
        // symmetric.
        for (left, right) in
            [(matrix.around(&inverse), &matrix), (inverse.around(&matrix), &inverse)]
        {
            let error =
                left.cells.iter().zip(&right.cells).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            assert!(error < 1e-11, "{error}");
        }
        assert!(inverse.times(&[1.0; 7]).iter().all(|sum| sum.abs() < 1e-12));
        let vector = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0];
        let solved = matrix.centred_solve(&vector).expect("connected");
        let expected = inverse.times(&vector);
        assert!(solved.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-12), "{solved:?}");
    }

    #[test]
    fn two_halves_without_a_link_have_no_inverse_on_any_scale() {
        for weight in [3e-9, 1.0, 3e9] {
            let mut matrix = Matrix::zero(4);
            matrix.add_difference([0, 1], weight);
            matrix.add_difference([2, 3], weight);
            assert_eq!(matrix.centred_inverse(), None, "{weight}");
            matrix.add_difference([1, 2], weight);
            assert!(matrix.centred_inverse().is_some(), "{weight}");
        }
    }
}
