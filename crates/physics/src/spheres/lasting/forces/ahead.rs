//! Where the next step of a search begins: ahead of what the last has found, by what the steps before have changed.
//!
//! Anderson's mixing (D. G. Anderson, J. ACM 12, 547 (1965); for contacts and other kinks Y. Peng et al., ACM Trans.
//! Graph. 37, 42 (2018)).

use glam::DVec3;

use super::Touch;

/// Steps that are remembered.
const KEPT: usize = 5;
/// A change below this share of what was off is rounding.
const ROUNDING: f64 = 1.0 / (1u64 << 40) as f64;

/// Impulses and couples of all contacts, or changes of them.
type Row = Vec<[f64; 6]>;

/// The steps before; memory to be used again.
#[derive(Clone, Debug, Default)]
pub(in crate::spheres::lasting) struct Ahead {
    /// Changes of what was off, of unit size and at right angles, and the changes of what was found with them.
    off: [Row; KEPT],
    found: [Row; KEPT],
    /// How many there are, and which is the next to be forgotten.
    count: usize,
    next: usize,
    last_off: Row,
    last_found: Row,
    has_last: bool,
    last_size2: f64,
}

fn dot(one: &[[f64; 6]], two: &[[f64; 6]]) -> f64 {
    let mut sums = [0.0; 6];
    for (one, two) in one.iter().zip(two) {
        for k in 0..6 {
            sums[k] += one[k] * two[k];
        }
    }
    (sums[0] + sums[3]) + (sums[1] + sums[4]) + (sums[2] + sums[5])
}

fn less(from: &mut [[f64; 6]], share: f64, of: &[[f64; 6]]) {
    for (from, of) in from.iter_mut().zip(of) {
        for k in 0..6 {
            from[k] -= share * of[k];
        }
    }
}

fn six(push: DVec3, turn: DVec3) -> [f64; 6] {
    [push.x, push.y, push.z, turn.x, turn.y, turn.z]
}

impl Ahead {
    pub(super) fn begin(&mut self) {
        (self.count, self.next, self.has_last) = (0, 0, false);
    }

    /// Leads all contacts ahead of the step they have made.
    pub(super) fn lead(&mut self, touches: &mut [Touch]) {
        let scale = |touch: &Touch| 1.0 / touch.radii_m[0];
        let mut off = std::mem::take(&mut self.off[self.next]);
        let mut found = std::mem::take(&mut self.found[self.next]);
        off.clear();
        found.clear();
        for touch in touches.iter() {
            let turn = (touch.turn_n_m_s - touch.ahead_n_m_s) * scale(touch);
            off.push(six(touch.push_n_s - touch.ahead_n_s, turn));
            found.push(six(touch.push_n_s, touch.turn_n_m_s));
        }
        let size2 = dot(&off, &off);
        if self.has_last && size2 > GROWS * self.last_size2 {
            self.begin();
        }
        let had_last = std::mem::replace(&mut self.has_last, true);
        self.last_size2 = size2;
        std::mem::swap(&mut off, &mut self.last_off);
        std::mem::swap(&mut found, &mut self.last_found);
        if had_last {
            // now off and found are those before; their changes with the sign turned do as well
            less(&mut off, 1.0, &self.last_off);
            less(&mut found, 1.0, &self.last_found);
            let whole2 = dot(&off, &off);
            for k in (0..self.count).filter(|&k| k != self.next) {
                let share = dot(&self.off[k], &off);
                less(&mut off, share, &self.off[k]);
                less(&mut found, share, &self.found[k]);
            }
            let left2 = dot(&off, &off);
            if left2 > ROUNDING * whole2 {
                let unit = 1.0 / left2.sqrt();
                for row in [&mut off, &mut found] {
                    row.iter_mut().flatten().for_each(|value| *value *= unit);
                }
                let at = self.next;
                (self.off[at], self.found[at]) = (off, found);
                self.count = self.count.max(at + 1);
                self.next = (at + 1) % KEPT;
            } else {
                self.begin();
            }
        }
        for touch in touches.iter_mut() {
            (touch.ahead_n_s, touch.ahead_n_m_s) = (touch.push_n_s, touch.turn_n_m_s);
        }
        for k in 0..self.count {
            let share = dot(&self.off[k], &self.last_off);
            for (touch, of) in touches.iter_mut().zip(&self.found[k]) {
                touch.ahead_n_s -= DVec3::new(of[0], of[1], of[2]) * share;
                touch.ahead_n_m_s -= DVec3::new(of[3], of[4], of[5]) * share;
            }
        }
    }
}

/// Where more is off than before by this ratio of squares the steps before are forgotten.
const GROWS: f64 = 4.0;
