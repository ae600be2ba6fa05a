//! Where the next step of a search begins: ahead of what the last one found, by what the steps before it have changed.
//!
//! A step makes of impulses `x` others, `g(x)`, and is off by `f = g - x`. The next begins at `g - sum_j c_j dg_j`
//! where the least squares of `f - sum_j c_j df_j` have it, `df_j` and `dg_j` being changes from step to step:
//! Anderson's mixing (D. G. Anderson, J. ACM 12, 547 (1965); H. F. Walker and P. Ni, SIAM J. Numer. Anal. 49, 1715
//! (2011)), which is the method of least residuals where no contact begins, ends, or begins to slip. What is remembered
//! is forgotten where a step is off by more than the one before (after Y. Peng et al., ACM Trans. Graph. 37, 42
//! (2018)). All contacts are led by the same shares, so that no order of them shows.

use glam::DVec3;

use super::problem::Constraint;

/// Steps that are remembered.
const KEPT: usize = 5;
/// Of a change what is new to those before it in the ring counts if its square is more than this share of the whole.
const NEW: f64 = 1.0 / (1u64 << 40) as f64;
/// A step that is off by so many times as much as the one before, squared, is taken back: one that led ahead beyond
/// what contacts allow might come back to it without end.
const FAR: f64 = 64.0;
/// Numbers that are added at once: two vectors, so that x and y may be exchanged.
const LANES: usize = 6;

/// Impulses of all contacts, then couples of those with the ground; zeros up to whole lanes.
type Row = Vec<[f64; LANES]>;

/// By what a step was off, and what it found.
type Step = [Row; 2];

/// The steps before; memory to be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mixing {
    last: Step,
    this: Step,
    has_last: bool,
    last_size2: f64,
    /// How both have changed from step to step, a ring.
    changes: [Step; KEPT],
    count: usize,
    next: usize,
    /// Products of the changes of what was off with each other and with what is off.
    among: [[f64; KEPT]; KEPT],
    with_off: [f64; KEPT],
}

impl Mixing {
    pub(crate) fn for_contacts(pairs: usize, grounds: usize) -> Mixing {
        let len = (3 * (pairs + 2 * grounds)).div_ceil(LANES);
        let step = || [Row::with_capacity(len), Row::with_capacity(len)];
        Mixing { last: step(), this: step(), changes: std::array::from_fn(|_| step()), ..Mixing::default() }
    }

    /// Begins a search with nothing known.
    pub(super) fn begin(&mut self, contacts: &[Constraint]) {
        let grounds = contacts.iter().filter(|contact| contact.has_couples()).count();
        let len = (3 * (contacts.len() + grounds)).div_ceil(LANES);
        for row in [&mut self.last, &mut self.this].into_iter().chain(&mut self.changes).flatten() {
            row.clear();
            row.resize(len, [0.0; LANES]);
        }
        self.forget();
    }

    /// Forgets all steps.
    fn forget(&mut self) {
        (self.count, self.next, self.has_last) = (0, 0, false);
    }

    /// Leads all contacts ahead of the step they have made; tells whether it did.
    pub(super) fn lead(&mut self, contacts: &mut [Constraint]) -> bool {
        let size2 = self.note(contacts);
        if self.has_last && self.count > 0 && size2 > FAR * self.last_size2 {
            // back to where the step before ended
            self.forget();
            hand_out(contacts, &self.last[1]);
            return false;
        }
        if self.has_last && size2 > self.last_size2 {
            self.forget();
        }
        if self.has_last {
            self.note_change();
        }
        if self.count == 0 {
            hand_out(contacts, &self.this[1]);
        } else {
            let shares = self.shares();
            let (led, found) = (&mut self.last[1], &self.this[1][..]);
            let changes = self.changes.each_ref().map(|change| &change[1][..found.len()]);
            for (i, led) in led.iter_mut().enumerate().take(found.len()) {
                *led = found[i];
                // those that are not there count nothing
                for (share, change) in shares.iter().zip(changes) {
                    let change = change[i];
                    (0..LANES).for_each(|lane| led[lane] -= share * change[lane]);
                }
            }
            hand_out(contacts, led);
        }
        (self.has_last, self.last_size2) = (true, size2);
        std::mem::swap(&mut self.last, &mut self.this);
        self.count > 0
    }

    /// Notes by what the step is off, and what it found; gives the square of the former.
    fn note(&mut self, contacts: &[Constraint]) -> f64 {
        let [off, found] = self.this.each_mut().map(|row| row.as_flattened_mut().as_chunks_mut::<3>().0);
        for (contact, (off, found)) in contacts.iter().zip(off.iter_mut().zip(found.iter_mut())) {
            *off = (contact.push_n_s - contact.ahead_n_s).to_array();
            *found = contact.push_n_s.to_array();
        }
        let (off, found) = (&mut off[contacts.len()..], &mut found[contacts.len()..]);
        let grounds = contacts.iter().filter(|contact| contact.has_couples());
        for (contact, (off, found)) in grounds.zip(off.iter_mut().zip(found)) {
            // at the surface of the ball, where they are impulses
            let back_n_m_s = contact.turn_n_m_s - contact.ahead_n_m_s;
            *off = (back_n_m_s * contact.per_radius).to_array();
            *found = contact.turn_n_m_s.to_array();
        }
        product(&self.this[0], &self.this[0])
    }

    /// Notes what has changed since the last step, in the place of the oldest change.
    fn note_change(&mut self) {
        let at = self.next;
        (self.next, self.count) = (if at + 1 == KEPT { 0 } else { at + 1 }, self.count.max(at + 1));
        for (change, (this, last)) in self.changes[at].iter_mut().zip(self.this.iter().zip(&self.last)) {
            for (change, (this, last)) in change.iter_mut().zip(this.iter().zip(last)) {
                *change = std::array::from_fn(|lane| this[lane] - last[lane]);
            }
        }
        let newest = &self.changes[at][0];
        for (k, change) in self.changes.iter().enumerate().take(self.count) {
            let with = product(newest, &change[0]);
            (self.among[at][k], self.among[k][at]) = (with, with);
            self.with_off[k] += with;
        }
        self.with_off[at] = product(newest, &self.this[0]);
    }

    /// The share of each change that leaves the least off: `L D L'` of the normal equations, without changes that are
    /// nothing new.
    fn shares(&self) -> [f64; KEPT] {
        let (mut lower, mut per_pivot, mut shares) = ([[0.0; KEPT]; KEPT], [0.0; KEPT], self.with_off);
        for i in 0..KEPT {
            if i >= self.count {
                shares[i] = 0.0;
                continue;
            }
            let (mut row, mut pivot) = (self.among[i], self.among[i][i]);
            for j in 0..i {
                for k in 0..j {
                    row[j] -= row[k] * lower[j][k];
                }
                lower[i][j] = row[j] * per_pivot[j];
                pivot -= lower[i][j] * row[j];
                shares[i] -= lower[i][j] * shares[j];
            }
            let is_new = pivot > NEW * self.among[i][i];
            per_pivot[i] = if is_new { 1.0 / pivot } else { 0.0 };
        }
        for i in (0..KEPT).rev() {
            shares[i] *= per_pivot[i];
            for j in i + 1..KEPT {
                shares[i] -= lower[j][i] * shares[j];
            }
            if per_pivot[i] == 0.0 {
                shares[i] = 0.0;
            }
        }
        shares
    }
}

/// Begins the next step of all contacts at such impulses.
fn hand_out(contacts: &mut [Constraint], led: &[[f64; LANES]]) {
    let (pushes, turns) = led.as_flattened().as_chunks::<3>().0.split_at(contacts.len());
    for (contact, push) in contacts.iter_mut().zip(pushes) {
        contact.ahead_n_s = DVec3::from_array(*push);
    }
    for (contact, turn) in contacts.iter_mut().filter(|contact| contact.has_couples()).zip(turns) {
        contact.ahead_n_m_s = DVec3::from_array(*turn);
    }
}

fn product(one: &[[f64; LANES]], two: &[[f64; LANES]]) -> f64 {
    let mut sums = [0.0; LANES];
    for (one, two) in one.iter().zip(two) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * two[lane];
        }
    }
    ((sums[0] + sums[3]) + (sums[1] + sums[4])) + (sums[2] + sums[5])
}
