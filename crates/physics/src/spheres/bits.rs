//! Sets of body numbers as bits: what is empty costs nothing to walk through.

/// Rows of as many bits as there are bodies, in the memory of the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct BitRows {
    words: Vec<u64>,
    per_row: usize,
}

impl BitRows {
    pub(super) fn new(rows: usize, bits: usize) -> BitRows {
        let per_row = bits.div_ceil(64);
        BitRows { words: vec![0; rows * per_row], per_row }
    }

    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.per_row..(row + 1) * self.per_row]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.per_row..(row + 1) * self.per_row]
    }

    /// How many words a row has.
    #[inline]
    pub(super) fn words_per_row(&self) -> usize {
        self.per_row
    }

    #[inline]
    pub(super) fn insert(&mut self, row: usize, bit: usize) {
        self.words[row * self.per_row + bit / 64] |= 1 << (bit % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, row: usize, bit: usize) {
        self.words[row * self.per_row + bit / 64] &= !(1 << (bit % 64));
    }

    #[inline]
    pub(super) fn has(&self, row: usize, bit: usize) -> bool {
        self.words[row * self.per_row + bit / 64] >> (bit % 64) & 1 == 1
    }
}

/// The numbers in one word of a row, lowest first.
#[inline]
pub(super) fn numbers(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(64 * word + bit)
    })
}
