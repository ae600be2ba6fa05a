//! What never changes in a trial: coins, table, contact law, edge and lines; and how the next trial gets its own.

use super::coin::Coin;
use super::contact::Contact;
use super::curl::Curl;
use super::curves::{self, Curves};
use super::extras::Extras;
use super::layout::{Line, Rectangle};
use super::resolved::Resolved;

/// Coins, table and laws; nothing of it changes once it is made.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) coins: Vec<Coin>,
    pub(super) gravity_m_s2: f64,
    rim_ratio: f64,
    pub(super) contact: Contact,
    pub(super) edge: Option<Rectangle>,
    pub(super) lines: Vec<Line>,
    pub(super) extras: Extras,
    pub(super) resolved: Vec<Resolved>,
}

impl Setup {
    /// Coins on a table: gravity, m/s^2 (0 slides for ever); the inner over the outer radius of the contact with the
    /// table (0 uniform, 0.95 rim, 1 a thin ring); how two coins hit each other; the table's edge, and the lines on it.
    /// The universal curves behind it are computed once a process and shared.
    ///
    /// ```
    /// use glam::dvec2;
    /// use tolley_physics::discs::{Coin, Contact, Line, Rectangle, Setup};
    ///
    /// let coin = Coin { radius_m: 0.01075, mass_kg: 5.21e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };
    /// let rims = Contact {
    ///     restitution_ratio: 0.85,
    ///     friction_ratio: 0.2,
    ///     tangential_restitution_ratio: 0.3,
    ///     slow_speed_m_s: 1e-3,
    /// };
    /// let table = Rectangle { half_length_m: 0.6, half_width_m: 0.3 };
    /// let goal = Line { from_m: dvec2(0.5, -0.1), to_m: dvec2(0.5, 0.1) };
    /// assert!(Setup::supports(&[coin], 0.9).is_ok());
    /// let setup = Setup::new(vec![coin; 3], 9.81, 0.9, rims, Some(table), vec![goal]);
    /// assert_eq!((setup.body_count(), setup.coins()[2]), (3, coin));
    /// ```
    ///
    /// # Panics
    /// If [`curves::supports`] refuses the rim ratio with the inertia ratio of a coin: check these first.
    pub fn new(
        coins: Vec<Coin>,
        gravity_m_s2: f64,
        rim_ratio: f64,
        contact: Contact,
        edge: Option<Rectangle>,
        lines: Vec<Line>,
    ) -> Setup {
        let mut resolved: Vec<Resolved> = Vec::with_capacity(coins.len());
        for coin in &coins {
            let known = coins.iter().zip(&resolved).find(|(c, _)| c.inertia_ratio == coin.inertia_ratio);
            let curves = match known {
                Some((_, r)) => r.curves.clone(),
                None => Curves::shared(rim_ratio, coin.inertia_ratio),
            };
            resolved.push(Resolved::new(coin, gravity_m_s2, curves));
        }
        let extras = Extras::default();
        Setup { coins, gravity_m_s2, rim_ratio, contact, edge, lines, extras, resolved }
    }

    /// The same design point with extras; says what is wrong with them, if so.
    pub fn with(mut self, extras: Extras) -> Result<Setup, String> {
        extras.check(self.body_count(), self.gravity_m_s2, self.slowing_m_s2())?;
        for (body, coin) in self.resolved.iter_mut().enumerate() {
            let curl = |thickness_m| Curl::new(coin.curves.curl(), self.coins[body], thickness_m);
            coin.curl = extras.curl.then(|| curl(extras.thickness_m[body]));
        }
        self.extras = extras;
        Ok(self)
    }

    /// Takes the coins, their contact law and the friction of reeds of another design point that is like this one in
    /// all else, inertia ratios, thicknesses and gravity too; in the same memory. Says what is wrong with them, if so.
    pub fn retake(&mut self, coins: [Coin; 3], contact: Contact, reeded_friction_ratio: f64) -> Result<(), String> {
        self.contact = contact;
        if let Some(reeded) = &mut self.extras.reeded {
            reeded.friction_ratio = reeded_friction_ratio;
        }
        coins.iter().zip(&mut self.resolved).for_each(|(coin, resolved)| resolved.become_coin(coin));
        if self.extras.curl {
            for ((coin, resolved), thickness_m) in coins.iter().zip(&mut self.resolved).zip(&self.extras.thickness_m) {
                resolved.curl = Some(Curl::new(resolved.curves.curl(), *coin, *thickness_m));
            }
        }
        self.coins.copy_from_slice(&coins);
        if self.extras.tilt.is_some() { self.extras.check_slowing(self.slowing_m_s2()) } else { Ok(()) }
    }

    /// What friction slows every coin by at the least, m/s^2.
    fn slowing_m_s2(&self) -> f64 {
        self.resolved.iter().map(|coin| coin.slowing_m_s2).fold(f64::INFINITY, f64::min)
    }

    /// The coins, by body number.
    pub fn coins(&self) -> &[Coin] {
        &self.coins
    }

    /// Gravity, m/s^2; 0 slides for ever.
    pub fn gravity_m_s2(&self) -> f64 {
        self.gravity_m_s2
    }

    /// Inner over outer radius of the contact with the table, `eta`: 0 uniform, 0.95 rim, 1 a thin ring.
    pub fn rim_ratio(&self) -> f64 {
        self.rim_ratio
    }

    /// How two coins hit each other.
    pub fn contact(&self) -> &Contact {
        &self.contact
    }

    /// The table's edge, if it has one.
    pub fn edge(&self) -> Option<&Rectangle> {
        self.edge.as_ref()
    }

    /// The lines on the table.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Posts, reeds, hops, curl.
    pub fn extras(&self) -> &Extras {
        &self.extras
    }

    /// Number of bodies.
    pub fn body_count(&self) -> usize {
        self.coins.len()
    }

    /// Whether the buffers of trials of the one serve the other.
    pub fn is_as_large_as(&self, other: &Setup) -> bool {
        (self.body_count(), self.lines.len()) == (other.body_count(), other.lines.len())
    }

    /// What [`curves::supports`] says of every coin.
    pub fn supports(coins: &[Coin], rim_ratio: f64) -> Result<(), String> {
        coins.iter().try_for_each(|coin| curves::supports(rim_ratio, coin.inertia_ratio))
    }

    /// The contact law of two coins.
    #[inline]
    pub(super) fn contact_of(&self, one: usize, two: usize) -> Contact {
        match &self.extras.reeded {
            Some(reeded) if reeded.coins[one] && reeded.coins[two] => {
                Contact { friction_ratio: reeded.friction_ratio, ..self.contact }
            }
            _ => self.contact,
        }
    }
}

/// The setups of trials that differ in the masses of their coins and in their restitution, one after the other in the
/// same memory.
#[derive(Clone, Debug)]
pub struct TrialSetup {
    setup: Setup,
}

impl TrialSetup {
    /// Begins with the setup of a design point; the rest of it is that of all trials.
    pub fn of(design: &Setup) -> TrialSetup {
        TrialSetup { setup: design.clone() }
    }

    /// Makes the setup of the next trial: each coin, by its number, has a mass of its own, kg, as worn coins and those
    /// at the ends of their tolerance have, and nothing of the trial before is left. Takes no memory.
    pub fn remake(&mut self, mut mass_kg: impl FnMut(usize) -> f64, restitution_ratio: f64) -> &Setup {
        let Setup { coins, resolved, contact, .. } = &mut self.setup;
        for (body, (coin, resolved)) in coins.iter_mut().zip(resolved).enumerate() {
            coin.mass_kg = mass_kg(body);
            resolved.weigh(coin);
        }
        contact.restitution_ratio = restitution_ratio;
        &self.setup
    }

    /// Begins anew with a setup that was [retaken](Setup::retake), in the same memory.
    pub fn follow(&mut self, design: &Setup) {
        let own = &mut self.setup;
        own.contact = design.contact;
        if let (Some(own), Some(reeded)) = (&mut own.extras.reeded, &design.extras.reeded) {
            own.friction_ratio = reeded.friction_ratio;
        }
        own.coins.copy_from_slice(&design.coins);
        for (own, resolved) in own.resolved.iter_mut().zip(&design.resolved) {
            own.become_like(resolved);
        }
        if design.extras.curl {
            own.resolved.iter_mut().zip(&design.resolved).for_each(|(own, other)| own.curl.clone_from(&other.curl));
        }
    }

    /// Begins anew with the setup of another design point, in the same memory.
    pub fn restart(&mut self, design: &Setup) {
        let Setup { coins, gravity_m_s2, rim_ratio, contact, edge, lines, extras, resolved } = design;
        let own = &mut self.setup;
        own.coins.clone_from(coins);
        own.lines.clone_from(lines);
        own.resolved.clone_from(resolved);
        if own.extras != *extras {
            own.extras = extras.clone();
        }
        (own.gravity_m_s2, own.rim_ratio, own.contact, own.edge) = (*gravity_m_s2, *rim_ratio, *contact, *edge);
    }

    /// The setup of this trial.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }
}
