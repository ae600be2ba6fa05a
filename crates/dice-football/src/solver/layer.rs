//! The values of all states at one time left, and what points do to them.

/// Most lanes, the two beyond the ends included.
pub(super) const MOST_LANES: usize = 64;

/// What points do: each is gained at once, or moves the score by a lane, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scoring {
    /// Scores are told from -limit to +limit; 0 where they do not matter.
    pub limit: usize,
    /// Gained by a point of player 0, and of player 1.
    pub gain: [f64; 2],
    /// What stands for scores below -limit and above +limit.
    pub beyond: [Beyond; 2],
}

/// What stands for a score that is not told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Beyond {
    /// This value.
    Value(f64),
    /// The value at the nearest score that is told.
    Nearest,
}

impl Scoring {
    /// The sum of points, whatever the score: `gain` is what a point of either player is worth.
    pub fn sum(gain: [f64; 2]) -> Scoring {
        Scoring { limit: 0, gain, beyond: [Beyond::Nearest; 2] }
    }

    /// The score at the end, told up to `limit`.
    pub fn score(limit: usize, beyond: [Beyond; 2]) -> Scoring {
        Scoring { limit, gain: [0.0; 2], beyond }
    }

    /// Number of scores that are told.
    pub fn lanes(&self) -> usize {
        2 * self.limit + 1
    }

    pub(super) fn stride(&self) -> usize {
        self.lanes() + 2
    }
}

/// Values of one layer: one time left, every side, state and score.
#[derive(Clone, Debug)]
pub struct Layer {
    pub(super) values: Vec<f64>,
    nodes: usize,
    pub(super) stride: usize,
}

impl Layer {
    pub(super) fn new(nodes: usize, scoring: &Scoring) -> Layer {
        let stride = scoring.stride();
        Layer { values: vec![0.0; 2 * nodes * stride], nodes, stride }
    }

    pub(super) fn at(&self, side: usize, node: usize) -> usize {
        (side * self.nodes + node) * self.stride
    }

    pub(super) fn lanes(&self, side: usize, node: usize) -> &[f64] {
        let at = self.at(side, node);
        &self.values[at..at + self.stride]
    }

    /// Value for player 0 at a score of `ahead` points for him.
    pub fn value(&self, side: usize, node: usize, ahead: isize) -> f64 {
        let limit = (self.stride as isize - 3) / 2;
        let lane = if limit == 0 { 1 } else { 1 + limit + ahead.clamp(-limit - 1, limit + 1) };
        self.values[self.at(side, node) + lane as usize]
    }
}

/// Hears of the layers while a solution goes back in time.
pub trait LayerSink {
    /// A layer is done: `left` units of time are left in `stage`; without time left, a step that closes the stage leads
    /// to the layer `closing`.
    fn layer(&mut self, stage: usize, left: u32, layer: &Layer, closing: &Layer);
    /// Whether rows hold what is told of the layers with so many units left: an estimate makes some of these.
    fn keeps(&self, _left: u32) -> bool {
        false
    }
}

impl LayerSink for () {
    fn layer(&mut self, _: usize, _: u32, _: &Layer, _: &Layer) {}
}

/// Sets the lanes beyond both ends.
pub(super) fn fill_ends(lanes: &mut [f64], scoring: &Scoring) {
    let last = lanes.len() - 1;
    for (lane, near, beyond) in [(0, 1, scoring.beyond[0]), (last, last - 1, scoring.beyond[1])] {
        lanes[lane] = match beyond {
            Beyond::Value(value) => value,
            Beyond::Nearest => lanes[near],
        };
    }
}
