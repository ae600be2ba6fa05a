//! Circles round the current pieces of all paths, side by side in memory, so that several are compared at once.

use glam::{DVec2, Vec3Swizzles};

use super::body::{Body, Mode};
use super::path::Next;

const LANES: usize = 4;
/// So few bodies are sooner compared one by one, and most pairs of them that are near meet.
pub(super) const FEW: usize = 8;

/// A circle that holds the whole current piece of a body's path, seen from above, and the body's outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circle {
    pub(super) x: f64,
    pub(super) y: f64,
    /// Radius, m; less than nothing for a body that nothing can meet.
    pub(super) reach: f64,
}

impl Circle {
    /// The circle round a piece of path that ends after `left_s`: a parabola lies within the triangle of its ends and
    /// the meeting point of their tangents.
    pub(super) fn round(body: &Body, radius_m: f64, left_s: f64) -> Circle {
        let here = body.position_m.xy();
        // where a piece ends at once, or the trial does, there is no time to meet anybody
        if body.mode == Mode::Off || left_s == 0.0 || body.path.next == Next::Held {
            return Circle { x: here.x, y: here.y, reach: -1.0 };
        }
        if !body.mode.travels() {
            return Circle { x: here.x, y: here.y, reach: radius_m };
        }
        if left_s == f64::INFINITY {
            return Circle { x: here.x, y: here.y, reach: f64::INFINITY };
        }
        // offsets from the start, so that rounding stays small
        let corner: DVec2 = body.velocity_m_s.xy() * (0.5 * left_s);
        let end = corner * 2.0 + body.path.acceleration_m_s2.xy() * (0.5 * left_s * left_s);
        let middle = end * 0.5;
        let reach = middle.length_squared().max((corner - middle).length_squared()).sqrt();
        let centre = here + middle;
        // a little more than the outline, for the rounding of all this
        Circle { x: centre.x, y: centre.y, reach: (radius_m + reach) * (1.0 + 1.0 / (1u64 << 30) as f64) }
    }

    /// Whether it lies within a circle round the origin.
    pub(super) fn is_within(&self, radius_m: f64) -> bool {
        let room_m = radius_m - self.reach;
        self.reach > 0.0 && room_m > 0.0 && self.x * self.x + self.y * self.y < room_m * room_m
    }
}

/// Some of the circles, one in each lane.
#[derive(Clone, Copy, Debug)]
struct Block {
    x: [f64; LANES],
    y: [f64; LANES],
    /// 0 for bodies that nothing can meet, which `meets` leaves out.
    reach: [f64; LANES],
}

/// The circles of all bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Circles {
    own: Vec<Circle>,
    /// Words of 64 bodies, of so many blocks each: neighbours in a lane stand in neighbouring blocks.
    blocks: Vec<Block>,
    blocks_per_word: usize,
    /// Block and lane of each body.
    places: Vec<(u16, u16)>,
    meets: Vec<u64>,
}

impl Circles {
    pub(super) fn new(n: usize) -> Circles {
        let (words, blocks_per_word) = (n.div_ceil(64), n.min(64).div_ceil(LANES).max(1));
        let place = |i: usize| {
            let (word, rest) = (i / 64, i % 64);
            ((word * blocks_per_word + rest % blocks_per_word) as u16, (rest / blocks_per_word) as u16)
        };
        let nowhere = Block { x: [0.0; LANES], y: [0.0; LANES], reach: [0.0; LANES] };
        Circles {
            own: vec![Circle { x: 0.0, y: 0.0, reach: -1.0 }; n],
            blocks: vec![nowhere; words * blocks_per_word],
            blocks_per_word,
            places: (0..n).map(place).collect(),
            meets: vec![0; words],
        }
    }

    #[inline]
    pub(super) fn set(&mut self, i: usize, circle: Circle) {
        self.own[i] = circle;
        if self.own.len() <= FEW {
            return;
        }
        let (block, lane) = self.places[i];
        let (block, lane, bit) = (&mut self.blocks[usize::from(block)], usize::from(lane), 1 << (i % 64));
        (block.x[lane], block.y[lane], block.reach[lane]) = (circle.x, circle.y, circle.reach.max(0.0));
        let meets = &mut self.meets[i / 64];
        *meets = if circle.reach < 0.0 { *meets & !bit } else { *meets | bit };
    }

    /// Whether the circles of two bodies meet.
    #[inline]
    pub(super) fn meet(&self, i: usize, j: usize) -> bool {
        let (one, two) = (&self.own[i], &self.own[j]);
        let (dx, dy, reach) = (one.x - two.x, one.y - two.y, one.reach + two.reach);
        one.reach >= 0.0 && two.reach >= 0.0 && dx * dx + dy * dy <= reach * reach
    }

    /// Notes those that meet the circle of body `i`, itself among them, as bits.
    #[inline]
    pub(super) fn near(&self, i: usize, near: &mut [u64]) {
        let here = self.own[i];
        if here.reach < 0.0 {
            return near.fill(0);
        }
        if self.own.len() <= FEW {
            near[0] = (0..self.own.len()).fold(0, |all, j| all | (u64::from(self.meet(i, j)) << j));
            return;
        }
        for ((blocks, near), meets) in self.blocks.chunks_exact(self.blocks_per_word).zip(near).zip(&self.meets) {
            let mut far = [0; LANES];
            for block in blocks.iter().rev() {
                for (lane, far) in far.iter_mut().enumerate() {
                    let (dx, dy, reach) =
                        (here.x - block.x[lane], here.y - block.y[lane], here.reach + block.reach[lane]);
                    // the sign, without a branch
                    let room_m2 = reach * reach - (dx * dx + dy * dy);
                    *far = (*far << 1) | (room_m2.to_bits() >> 63);
                }
            }
            let far = (0..LANES).fold(0, |all, lane| all | (far[lane] << (lane * blocks.len())));
            *near = !far & meets;
        }
    }
}
