//! Smooth functions of one positive number, tabulated over many octaves and read by the bits of that number.
//!
//! A cell is a polynomial of degree 5 that meets value and slope at its two ends and its middle. Cells are whole,
//! halved, quartered octaves..., as fine as the allowed error asks. Which cell a number falls in is read from its
//! exponent and its first mantissa bits, so a look-up needs no logarithm and no search, and scaling by powers of
//! two is exact.

/// Mantissa bits that choose a slot: 256 slots an octave, each as wide as the finest cell.
const SLOT_BITS: u32 = 8;
/// Nodes an octave: two a slot, because a cell needs its middle.
pub(super) const NODES_AN_OCTAVE: usize = 2 << SLOT_BITS;

/// Value and slope of `N` functions at one number, and the error allowed in each value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const N: usize> {
    pub value: [f64; N],
    pub slope: [f64; N],
    pub allowed: [f64; N],
}

/// Coefficients in `t = (x - middle) / half`, from the constant up.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Cell<const N: usize> {
    coefficients: [[f64; N]; 6],
    middle: f64,
    per_half: f64,
}

/// `N` functions over the octaves from `2^exponent` up.
#[derive(Clone, Debug)]
pub(super) struct Table<const N: usize> {
    first_bits: u64,
    index: Vec<u16>,
    cells: Vec<Cell<N>>,
}

/// The `k`-th node of a grid that begins at `2^exponent`.
pub(super) fn grid(exponent: i32, k: usize) -> f64 {
    f64::from_bits(bits_of_power(exponent) + ((k as u64) << (51 - SLOT_BITS)))
}

/// The largest exponent with `2^exponent <= x`, for a normal positive `x`.
pub(super) fn exponent_of(x: f64) -> i32 {
    (x.to_bits() >> 52) as i32 - 1023
}

fn bits_of_power(exponent: i32) -> u64 {
    ((exponent + 1023) as u64) << 52
}

impl<const N: usize> Cell<N> {
    /// The polynomial through value and slope of three nodes, `half` apart.
    fn through(low: &Node<N>, mid: &Node<N>, high: &Node<N>, middle: f64, half: f64) -> Cell<N> {
        let mut c = [[0.0; N]; 6];
        for n in 0..N {
            let column = Cell::<N>::column([low, mid, high].map(|node| (node.value[n], node.slope[n] * half)));
            c.iter_mut().zip(column).for_each(|(row, coefficient)| row[n] = coefficient);
        }
        Cell { coefficients: c, middle, per_half: 1.0 / half }
    }

    /// One function's coefficients from value and slope at -1, 0 and 1.
    fn column([(below, slope_below), (here, slope), (above, slope_above)]: [(f64, f64); 3]) -> [f64; 6] {
        let even = 0.5 * (above + below) - here;
        let odd = 0.5 * (above - below) - slope;
        let fourth = 0.25 * (slope_above - slope_below) - even;
        let fifth = 0.5 * (0.5 * (slope_above + slope_below) - slope - 3.0 * odd);
        [here, slope, even - fourth, odd - fifth, fourth, fifth]
    }

    #[inline(always)]
    fn read<const K: usize>(&self, x: f64) -> [f64; K] {
        let t = (x - self.middle) * self.per_half;
        let mut y = [0.0; K];
        for c in self.coefficients.iter().rev() {
            for n in 0..K {
                y[n] = y[n] * t + c[n];
            }
        }
        y
    }
}

impl<const N: usize> Table<N> {
    /// Fits octaves to the nodes at `grid(exponent, 0..)`.
    pub fn fit(exponent: i32, octaves: usize, node: impl Fn(usize) -> Node<N>) -> Table<N> {
        let mut table = Table { first_bits: bits_of_power(exponent), index: Vec::new(), cells: Vec::new() };
        for octave in 0..octaves {
            table.split(exponent, &node, octave * NODES_AN_OCTAVE, NODES_AN_OCTAVE);
        }
        table
    }

    /// One cell over `width` node steps from `first`, or two halves if it misses a node between.
    fn split(&mut self, exponent: i32, node: &impl Fn(usize) -> Node<N>, first: usize, width: usize) {
        let (low, high) = (grid(exponent, first), grid(exponent, first + width));
        let half = 0.5 * (high - low);
        let cell = Cell::through(&node(first), &node(first + width / 2), &node(first + width), low + half, half);
        let misses = |k: usize| {
            let (read, node) = (cell.read::<N>(grid(exponent, k)), node(k));
            (0..N).any(|n| (read[n] - node.value[n]).abs() > node.allowed[n])
        };
        let stride = (width / 8).max(1);
        if width > 2 && (first + stride..first + width).step_by(2 * stride).any(misses) {
            self.split(exponent, node, first, width / 2);
            self.split(exponent, node, first + width / 2, width / 2);
            return;
        }
        let number = u16::try_from(self.cells.len()).expect("a table has at most 65,536 cells");
        self.index.extend(std::iter::repeat_n(number, width / 2));
        self.cells.push(cell);
    }

    /// Where the table begins.
    pub fn from(&self) -> f64 {
        f64::from_bits(self.first_bits)
    }

    /// Where the table ends.
    pub fn to(&self) -> f64 {
        f64::from_bits(self.first_bits + ((self.index.len() as u64) << (52 - SLOT_BITS)))
    }

    /// The first `K` functions at `x`, which lies between [`Table::from`] and [`Table::to`].
    // what is read would wait for the memory that a call returns it in
    #[inline(always)]
    pub fn read<const K: usize>(&self, x: f64) -> [f64; K] {
        let slot = (x.to_bits().wrapping_sub(self.first_bits) >> (52 - SLOT_BITS)) as usize;
        let slot = slot.min(self.index.len() - 1);
        self.cells[self.index[slot] as usize].read(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_is_read_to_the_allowed_error() {
        let node = |x: f64| Node { value: [x * x.sqrt()], slope: [1.5 * x.sqrt()], allowed: [1e-12 * x * x.sqrt()] };
        let table = Table::fit(-2, 4, |k| node(grid(-2, k)));
        assert_eq!((table.from(), table.to()), (0.25, 4.0));
        for k in 0..1000 {
            let x = 0.25 + 3.75 * k as f64 / 1000.0;
            let [y] = table.read::<1>(x);
            assert!((y / (x * x.sqrt()) - 1.0).abs() < 2e-12, "{x} {y}");
        }
    }

    #[test]
    fn exponents_follow_the_bits() {
        assert_eq!([0.75, 1.0, 3.0].map(exponent_of), [-1, 0, 1]);
        assert_eq!(grid(-1, 0), 0.5);
        assert_eq!(grid(-1, NODES_AN_OCTAVE), 1.0);
    }
}
