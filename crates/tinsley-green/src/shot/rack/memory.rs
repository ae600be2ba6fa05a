//! The racks of the last trials of shots, since with common random numbers every design point draws the same ones.

use glam::DVec2;
use tolley_experiment::random::Streams;

use super::{RackDraw, RackSites};
use crate::keys::balls::Marble;
use crate::keys::rack::Rack;

/// Racks that are kept. They come again with the next point of a round, which has 8 repeats of each at least, and 64
/// where a plan has 2,048; of a round with more than are kept, most are forgotten before they come again.
const MOST: usize = 64;

/// The last racks that were drawn.
#[derive(Clone, Debug, Default)]
pub(in crate::shot) struct RackMemory {
    drawn: Vec<Drawn>,
    /// The next of them that is forgotten.
    oldest: usize,
}

/// A rack, and all that it follows from.
#[derive(Clone, Debug)]
struct Drawn {
    streams: Streams,
    keys: (Rack, Marble),
    centres_m: Vec<DVec2>,
    radii_m: Vec<f64>,
}

impl RackMemory {
    /// How many racks are kept.
    #[cfg(test)]
    pub(in crate::shot) fn count(&self) -> usize {
        self.drawn.len()
    }

    /// As [`RackSites::draw`] does.
    pub fn draw(&mut self, sites: &RackSites, streams: &Streams, draw: &mut RackDraw) {
        let keys = (sites.rack, sites.marble);
        if let Some(drawn) = self.drawn.iter().find(|drawn| drawn.streams == *streams && drawn.keys == keys) {
            draw.centres_m.clone_from(&drawn.centres_m);
            draw.radii_m.clone_from(&drawn.radii_m);
            return;
        }
        sites.draw(streams, draw);
        if self.drawn.len() < MOST {
            let (centres_m, radii_m) = (draw.centres_m.clone(), draw.radii_m.clone());
            self.drawn.push(Drawn { streams: *streams, keys, centres_m, radii_m });
            return;
        }
        let drawn = &mut self.drawn[self.oldest];
        (drawn.streams, drawn.keys) = (*streams, keys);
        drawn.centres_m.clone_from(&draw.centres_m);
        drawn.radii_m.clone_from(&draw.radii_m);
        self.oldest = (self.oldest + 1) % MOST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rack_that_is_remembered_is_the_one_that_would_be_drawn() {
        let of = |count: u32, diameter_m: f64| {
            let marble = Marble { diameter_m, ..Marble::default() };
            RackSites::new(&Rack { count, ..Rack::default() }, &marble)
        };
        let all = [of(13, 0.0127), of(13, 0.013), of(7, 0.0127)];
        let (mut memory, mut again) = (RackMemory::default(), 0);
        let [mut one, mut two] = [all[0].buffers(), all[0].buffers()];
        // two of them twice in a row and one once more, then so many that all are forgotten before they come again, and
        // one of those that took their place
        for repeat in [0, 0, 1, 1, 0, 200].into_iter().chain(2..100).chain(0..100).chain([99]) {
            let streams = Streams::new(1, repeat, None);
            for sites in &all {
                let is_it = |drawn: &Drawn| (drawn.streams, drawn.keys) == (streams, (sites.rack, sites.marble));
                again += u32::from(memory.drawn.iter().any(is_it));
                memory.draw(sites, &streams, &mut one);
                sites.draw(&streams, &mut two);
                assert_eq!((&one.centres_m, &one.radii_m), (&two.centres_m, &two.radii_m));
            }
        }
        assert!(memory.drawn.len() == MOST && again == 12);
    }
}
