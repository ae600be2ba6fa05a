//! Friction of a contact that lasts: a spring and a dashpot across the normal, with Coulomb's cap.
//!
//! The force is `k s + c z`, at most `mu` times the force along the normal, where `s` grows by `z`; a contact that
//! slides has no stretch. The spring is that of R. D. Mindlin, "Compliance of elastic bodies in contact", J. Appl.
//! Mech. 16, 259 (1949): `k = 2 (1 - nu) / (2 - nu)` times the stiffness `1.5 K sqrt(d)` along the normal. The dashpot
//! is twice the critical one.
//!
//! `z` is the slip `u` with what gives the tangential restitution `b0`: `z = u + b0 / (1 + b0) q / m`, where `q` is the
//! impulse of friction so far and `1 / m = 3.5 (1/mi + 1/mj)`. Of two alone that stick `z` dies away, which leaves the
//! slip `-b0 u0`, and of two that slide it does not: both as Walton's law has it (own derivation; the dashpot is chosen
//! so that they agree within 1e-3 of the closing speed at all angles). A spring by itself would give another
//! restitution at each angle, from 0.6 onwards to 0.3 back.
//!
//! Against others such a memory might feed energy to a contact that is driven on: a contact that would have given back
//! more than it took forgets, and is a spring and a dashpot alone from then on, which only take.

use glam::DVec3;

/// Friction of all contacts.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::spheres) struct Friction {
    /// Coulomb's `mu`.
    coulomb_ratio: f64,
    /// The tangential stiffness over `K sqrt(d)`.
    spring_ratio: f64,
    /// `b0 / (1 + b0)`.
    memory_ratio: f64,
}

/// The dashpot over the critical one. At 1 a contact that begins to stick swings through and ends 2e-3 of the closing
/// speed away from Walton's law.
const DAMPING: f64 = 2.0;

impl Friction {
    pub(in crate::spheres) fn new(coulomb_ratio: f64, restitution_ratio: f64, poisson_ratio: f64) -> Friction {
        Friction {
            coulomb_ratio,
            spring_ratio: 1.5 * (2.0 * (1.0 - poisson_ratio) / (2.0 - poisson_ratio)),
            memory_ratio: restitution_ratio / (1.0 + restitution_ratio),
        }
    }

    /// Whether there is any.
    pub(super) fn acts(&self) -> bool {
        self.coulomb_ratio > 0.0
    }
}

/// Friction of one contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rubbing {
    /// The spring over the square root of the compression, N/m^1.5.
    spring: f64,
    /// The square of the dashpot over the same root.
    damping2: f64,
    /// `1 / m`, 1/kg.
    ease_per_kg: f64,
    /// `b0 / (1 + b0) / m`; 0 once it is forgotten, 1/kg.
    memory_per_kg: f64,
    /// The elongation `s`, m.
    stretch_m: DVec3,
    /// The impulse `q` on the second, N s.
    pub(super) impulse_n_s: DVec3,
    /// What it has taken so far, J.
    taken_j: f64,
    /// Over the force along the normal in the step before, and by how much more that was than in the one before it.
    ratio: DVec3,
    ratio_change: DVec3,
    /// The force on the second that acts in the step that is tried, the one the step would have had, and how the two
    /// slip in it.
    pub(super) force_n: DVec3,
    wanted_n: DVec3,
    slip_m: DVec3,
    /// Stiffness, N/m, and what a slip of the step answers, N s/m; the latter is 0 where it slides.
    stiffness: f64,
    grip: f64,
}

impl Rubbing {
    pub(super) fn new(friction: &Friction, stiffness: f64, inverse_mass_per_kg: f64) -> Rubbing {
        let (spring, ease_per_kg) = (friction.spring_ratio * stiffness, 3.5 * inverse_mass_per_kg);
        Rubbing {
            spring,
            damping2: 4.0 * (DAMPING * DAMPING) * spring / (ease_per_kg * (1.0 - friction.memory_ratio)),
            ease_per_kg,
            memory_per_kg: friction.memory_ratio * ease_per_kg,
            stretch_m: DVec3::ZERO,
            impulse_n_s: DVec3::ZERO,
            taken_j: 0.0,
            ratio: DVec3::ZERO,
            ratio_change: DVec3::ZERO,
            force_n: DVec3::ZERO,
            wanted_n: DVec3::ZERO,
            slip_m: DVec3::ZERO,
            stiffness: 0.0,
            grip: 0.0,
        }
    }

    /// Begins a step with the share of the force along the normal that the two before lead to.
    pub(super) fn begin(&mut self, normal_n: f64) {
        self.wanted_n = (self.ratio + self.ratio_change) * normal_n;
    }

    /// Lets the force that was found last act; gives it, since what was just written in parts and is read otherwise
    /// waits until it is in memory.
    pub(super) fn adopt(&mut self) -> DVec3 {
        let force_n = self.wanted_n;
        self.force_n = force_n;
        force_n
    }

    pub(super) fn change_n2(&self) -> f64 {
        (self.wanted_n - self.force_n).length_squared()
    }

    /// There is nothing to rub on.
    pub(super) fn let_go(&mut self) {
        (self.wanted_n, self.slip_m, self.grip) = (DVec3::ZERO, DVec3::ZERO, 0.0);
    }

    /// The force for a slip in the step, with the root of the mean compression and the force along the normal.
    pub(super) fn slip(
        &mut self,
        friction: &Friction,
        direction: DVec3,
        slip_m: DVec3,
        root: f64,
        normal_n: f64,
        [dt_s, per_s]: [f64; 2],
    ) {
        self.slip_m = slip_m;
        let cap_n = friction.coulomb_ratio * normal_n;
        self.stiffness = self.spring * root;
        let grip = 0.5 * self.stiffness * dt_s + (self.damping2 * root).sqrt();
        let half_s = 0.5 * dt_s;
        // the slip as it would be without this very friction, which is then found at once
        let free_m_s =
            slip_m * per_s + self.force_n * (half_s * self.ease_per_kg) + self.impulse_n_s * self.memory_per_kg;
        let pull_n = self.stretch_m * self.stiffness + free_m_s * grip;
        let across_n = pull_n - direction * direction.dot(pull_n);
        let held_n = across_n * (1.0 / (1.0 + grip * half_s * (self.ease_per_kg - self.memory_per_kg)));
        let held_n2 = held_n.length_squared();
        let slides = held_n2 > cap_n * cap_n;
        (self.wanted_n, self.grip) = if slides { (held_n * (cap_n / held_n2.sqrt()), 0.0) } else { (held_n, grip) };
    }

    fn taken_j(&self) -> f64 {
        self.taken_j + self.force_n.dot(self.slip_m)
    }

    /// Whether it would have given back more than it took.
    pub(super) fn owes(&self, least_j: f64) -> bool {
        self.taken_j() < -least_j
    }

    /// Forgets what it might give back.
    pub(super) fn forget(&mut self) {
        (self.memory_per_kg, self.stretch_m) = (0.0, DVec3::ZERO);
    }

    pub(super) fn commit(&mut self, normal_n: f64, dt_s: f64) {
        self.taken_j = self.taken_j();
        self.impulse_n_s += self.force_n * dt_s;
        let ratio = if normal_n > 0.0 { self.force_n / normal_n } else { DVec3::ZERO };
        // the first one comes from nothing
        self.ratio_change = if self.ratio == DVec3::ZERO { DVec3::ZERO } else { ratio - self.ratio };
        self.ratio = ratio;
        self.stretch_m = match self.grip > 0.0 {
            true => self.stretch_m + (self.force_n - self.stretch_m * self.stiffness) * (dt_s / self.grip),
            false => DVec3::ZERO,
        };
    }
}
