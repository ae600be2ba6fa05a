//! What the sheet keeps of a match while it is solved.

use crate::laws::Compiled;
use crate::solver::{Layer, LayerSink};

/// Scores of the table: goals ahead.
pub(super) const SCORES: [isize; 7] = [-3, -2, -1, 0, 1, 2, 3];

/// A line of the table: rolls left in the second half, and a share by score.
type Line = (u32, [f64; SCORES.len()]);

/// The second half half way through, and the kick-off by score and time.
#[derive(Debug)]
pub(in crate::solve) struct SheetRecord<'a> {
    wins: WinSink<'a>,
    draws: KickOffSink<'a>,
}

/// The kick-off of the draw's winner in the second half, over the faces of the champion die that the other holds.
#[derive(Debug)]
struct KickOffSink<'a> {
    game: &'a Compiled,
    lefts: Vec<u32>,
    lines: Vec<Line>,
}

#[derive(Debug)]
struct WinSink<'a> {
    kicks: KickOffSink<'a>,
    half_way: u32,
    layers: Option<[Layer; 2]>,
}

impl<'a> SheetRecord<'a> {
    /// Of a game that is about to be solved.
    pub(in crate::solve) fn new(game: &'a Compiled) -> SheetRecord<'a> {
        let all = game.ticks[1];
        let mut lefts: Vec<u32> =
            [5, 4, 3, 2, 1].into_iter().map(|fifths| all * fifths / 5).chain([10, 5, 1, 0]).collect();
        lefts.retain(|left| *left <= all);
        lefts.sort_unstable();
        lefts.dedup();
        let kicks = || KickOffSink { game, lefts: lefts.clone(), lines: Vec::new() };
        SheetRecord { wins: WinSink { kicks: kicks(), half_way: all.div_ceil(2), layers: None }, draws: kicks() }
    }

    /// Those for wins and for draws.
    pub(in crate::solve) fn sinks(&mut self) -> (&mut (dyn LayerSink + Send), &mut (dyn LayerSink + Send)) {
        (&mut self.wins, &mut self.draws)
    }

    /// Rolls left half way through the second half, the values there, and those where a step closes the half.
    pub(super) fn half_way(&self) -> Option<(u32, &[Layer; 2])> {
        Some((self.wins.half_way, self.wins.layers.as_ref()?))
    }

    /// Rolls left, wins and draws of who kicks off, by score; most time left first.
    pub(super) fn lines(&self) -> Vec<(u32, [[f64; SCORES.len()]; 2])> {
        let both = self.wins.kicks.lines.iter().zip(&self.draws.lines).rev();
        both.map(|((left, values), (_, draws))| {
            let mut wins = *values;
            wins.iter_mut().zip(draws).for_each(|(value, draw)| *value = 0.5 * (1.0 + *value - draw));
            (*left, [wins, *draws])
        })
        .collect()
    }
}

impl LayerSink for KickOffSink<'_> {
    fn layer(&mut self, stage: usize, left: u32, layer: &Layer, _: &Layer) {
        if stage == 1 && self.lefts.contains(&left) {
            let openings = &self.game.openings;
            let at = |ahead| openings.iter().map(|o| o.probability * layer.value(0, o.node as usize, ahead)).sum();
            self.lines.push((left, SCORES.map(at)));
        }
    }
}

impl LayerSink for WinSink<'_> {
    fn layer(&mut self, stage: usize, left: u32, layer: &Layer, closing: &Layer) {
        self.kicks.layer(stage, left, layer, closing);
        if stage == 1 && left == self.half_way {
            self.layers = Some([layer.clone(), closing.clone()]);
        }
    }
}
