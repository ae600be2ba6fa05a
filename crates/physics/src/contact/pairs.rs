//! Pairs of bodies that meet at one instant.

/// Pairs that meet at one instant, and which of them hang together; memory to be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    pairs: Vec<[u16; 2]>,
    /// For each pair the first one with which it hangs together.
    labels: Vec<usize>,
}

impl Pairs {
    pub(crate) fn for_bodies(n: usize) -> Pairs {
        Pairs { pairs: Vec::with_capacity(6 * n), labels: Vec::with_capacity(6 * n) }
    }

    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
    }

    pub(crate) fn push(&mut self, pair: [u16; 2]) {
        self.pairs.push(pair);
    }

    pub(crate) fn retain(&mut self, keep: impl FnMut(&[u16; 2]) -> bool) {
        self.pairs.retain(keep);
    }

    /// Orders the pairs by a number, those that have the same by their bodies.
    pub(crate) fn sort_by(&mut self, number: impl Fn([u16; 2]) -> f64) {
        self.pairs.sort_unstable_by(|&one, &two| number(one).total_cmp(&number(two)).then(one.cmp(&two)));
    }

    pub(crate) fn all(&self) -> &[[u16; 2]] {
        &self.pairs
    }

    /// Finds out which pairs share bodies, also by way of others.
    pub(crate) fn label(&mut self) {
        self.labels.clear();
        self.labels.extend(0..self.pairs.len());
        for k in 1..self.pairs.len() {
            for j in 0..k {
                let (one, two) = (self.labels[j], self.labels[k]);
                if one != two && self.pairs[j].iter().any(|body| self.pairs[k].contains(body)) {
                    let (low, high) = (one.min(two), one.max(two));
                    self.labels[..=k].iter_mut().filter(|label| **label == high).for_each(|label| *label = low);
                }
            }
        }
    }

    /// Whether any two pairs have a body in common.
    pub(crate) fn share_bodies(&self) -> bool {
        let shares = |(k, pair): (usize, &[u16; 2])| self.pairs[..k].iter().flatten().any(|body| pair.contains(body));
        self.pairs.iter().enumerate().any(shares)
    }

    /// The pairs that hang together with pair `k`; none unless it is the first of them.
    pub(crate) fn group(&self, k: usize) -> impl Iterator<Item = [u16; 2]> + Clone + use<'_> {
        let is_member = move |&(_, label): &(&[u16; 2], &usize)| *label == k;
        self.pairs.iter().zip(&self.labels).filter(is_member).map(|(pair, _)| *pair)
    }
}
