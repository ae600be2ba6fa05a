//! What never changes: the balls, the ground, and the law of contact.

use super::hertz::Hertz;
use super::resistance::{COUPLE_PER_DECELERATION, drag_per_m};
use super::sand::{Hole, Resistance, Sand};

/// A solid sphere: its moment of inertia is `2/5 m R^2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Radius, m.
    pub radius_m: f64,
    /// Mass, kg.
    pub mass_kg: f64,
    /// Coulomb friction of a sliding contact with the ground; 0 slides for ever.
    pub sliding_friction_ratio: f64,
    /// Deceleration of the rolling centre over gravity (not the couple, which is 1.4 times this); 0 rolls for ever.
    pub rolling_friction_ratio: f64,
}

impl Ball {
    /// A ball of uniform density, kg/m3.
    pub fn solid(radius_m: f64, density_kg_m3: f64, sliding_friction_ratio: f64, rolling_friction_ratio: f64) -> Ball {
        let volume_m3 = 4.0 / 3.0 * std::f64::consts::PI * (radius_m * radius_m * radius_m);
        Ball { radius_m, mass_kg: density_kg_m3 * volume_m3, sliding_friction_ratio, rolling_friction_ratio }
    }

    /// Moment of inertia about the centre, kg m2.
    pub fn inertia_kg_m2(&self) -> f64 {
        0.4 * self.mass_kg * (self.radius_m * self.radius_m)
    }
}

/// The ground, the plane z = 0, and gravity towards it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Gravity, m/s2; 0 is free flight: there is no ground at all and every ball is in the air.
    pub gravity_m_s2: f64,
    /// Vertical rebound over vertical landing speed.
    pub restitution_ratio: f64,
    /// A landing that would rebound slower than this stays down, m/s.
    pub settle_speed_m_s: f64,
    /// Depth of the contact patch of a ball that spins about the vertical, m; it sets how fast that spin decays.
    pub sinkage_m: f64,
    /// A ball that rolls no faster than this is held by the grains and rests, m/s.
    pub trapping_speed_m_s: f64,
    /// Whether the rolling couple also acts while a ball still slides.
    pub rolling_while_sliding: bool,
}

/// What the ground does to a ball that another ball drives into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundReaction {
    /// It swallows the downward velocity and gives no impulse along the surface.
    None,
    /// It answers right after, at the same time: a landing of its own, with friction and rebound.
    After,
    /// It answers in the same instant, as rigid ground would: the contacts of ball, ball and ground act at once. Sand
    /// does not do that; this is for comparison with engines of rigid ground, and for the law `Pairwise` only.
    Simultaneous,
}

/// How hard two balls hit each other, and what becomes of hits that overlap in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Instantaneous impacts, one pair at a time, with one restitution for all speeds.
    Pairwise,
    /// Contacts that last: restitution follows from the speed, and hits that overlap in time are followed in time,
    /// together.
    Hertz(Hertz),
}

/// The rule against endless ever smaller impacts in a dense group; none of them ever adds energy.
///
/// The cut on speed is `elasticV` of M. N. Bannerman's DynamO, carried over to the ground hit that a slow impact causes at
/// the same time: it is elastic too. The other known rule, elastic for a time after each hit (S. Luding and S. McNamara,
/// "How to handle the inelastic collapse of a dissipative hard-sphere gas with the TC model", Granular Matter 1, 113
/// (1998)), was measured and left out: with balls that roll on a ground it left a third of the breaks without an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlowContact {
    /// No rule: the restitution holds at every speed, and a close pack may need very many impacts.
    Plain,
    /// Impacts that close slower than this lose nothing along the normal; where friction or a couple between the two
    /// balls takes energy in the same impact, they part faster than they met, up to this speed. That ends the lasting
    /// contacts of a ball that pushes or rides on another.
    Elastic {
        /// Closing speed below which an impact is elastic, m/s.
        below_m_s: f64,
    },
}

/// The law of an impact between two balls.
///
/// O. R. Walton's three parameters, as measured by S. F. Foerster, M. Y. Louge, H. Chang and K. Allia, "Measurements of
/// the collision properties of small spheres", Phys. Fluids 6, 1108 (1994).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// How hard two balls hit each other.
    pub law: Law,
    /// Normal restitution `e` of the law `Pairwise`.
    pub restitution_ratio: f64,
    /// Coulomb friction between balls `mu_b`.
    pub friction_ratio: f64,
    /// Tangential restitution of a contact that sticks `b0`.
    pub tangential_restitution_ratio: f64,
    /// What the ground does to the ball that is driven into it.
    pub ground_reaction: GroundReaction,
    /// The rule for slow contacts.
    pub slow: SlowContact,
}

/// Rates of one ball's motion that follow from its friction with the ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// Deceleration of a sliding centre, m/s2.
    pub(super) sliding_m_s2: f64,
    /// Deceleration of a rolling centre, m/s2.
    pub(super) rolling_m_s2: f64,
    /// Decay of the spin about the vertical, rad/s2.
    pub(super) drilling_rad_s2: f64,
    /// `mu_r g` where the rolling couple acts while the ball slides, else 0, m/s2.
    pub(super) couple_m_s2: f64,
    /// Deceleration of the centre by the plough, `1.4 mu_r g` or 0, m/s2.
    pub(super) plough_m_s2: f64,
    /// Deceleration of the centre by the drag over the square of its speed, 1/m.
    pub(super) drag_per_m: f64,
    /// What a landing digs, where the sand is deep.
    pub(super) hole: Option<Hole>,
}

impl Rates {
    /// The spin about z decays by `(5/3) mu_s g a_c / R^2`, where `a_c = sqrt(2 R d - d^2)` is the radius of the
    /// contact patch at sinkage `d`: the couple `(2/3) mu_s m g a_c` of a flat disc under uniform pressure (own derivation).
    fn of(ball: &Ball, ground: &Ground, sand: &Sand) -> Rates {
        let (r, d) = (ball.radius_m, ground.sinkage_m);
        let patch_m = (d * (2.0 * r - d)).max(0.0).sqrt();
        let sliding_m_s2 = ball.sliding_friction_ratio * ground.gravity_m_s2;
        let rolling_m_s2 = ball.rolling_friction_ratio * ground.gravity_m_s2;
        let ploughs = sand.resistance == Resistance::Plough;
        Rates {
            sliding_m_s2,
            rolling_m_s2,
            drilling_rad_s2: 5.0 / 3.0 * sliding_m_s2 * patch_m / (r * r),
            couple_m_s2: if ground.rolling_while_sliding && !ploughs { rolling_m_s2 } else { 0.0 },
            plough_m_s2: if ploughs { COUPLE_PER_DECELERATION * rolling_m_s2 } else { 0.0 },
            drag_per_m: sand.speed_term.map_or(0.0, |term| drag_per_m(ball, term.sinkage_m, term.sand_density_kg_m3)),
            hole: sand.landing.hole(ball, ground),
        }
    }

    /// Whether nothing but the friction of the contact acts on a ball that slides.
    pub(super) fn slides_plainly(&self) -> bool {
        self.couple_m_s2 == 0.0 && self.plough_m_s2 == 0.0 && self.drag_per_m == 0.0
    }

    /// Whether the plough holds a centre that stands still against the friction of the contact.
    pub(super) fn stops_moving(&self) -> bool {
        self.plough_m_s2 > 0.0 && self.plough_m_s2 >= self.sliding_m_s2
    }

    /// Whether the couple holds a ball that does not turn against the friction of the contact.
    pub(super) fn stops_turning(&self) -> bool {
        self.couple_m_s2 > 0.0 && 3.5 * self.couple_m_s2 >= 2.5 * self.sliding_m_s2
    }

    /// What friction of the contact must do so that a ball rolls on, over its mass, m/s2: positive where a couple brakes
    /// the rotation, negative where a force brakes the centre.
    pub(super) fn grip_m_s2(&self, speed_m_s: f64) -> f64 {
        self.couple_m_s2 - 2.0 / 7.0 * (self.plough_m_s2 + self.drag_per_m * (speed_m_s * speed_m_s))
    }

    /// Whether the contact can do that: `(2/7) c <= mu_s` for a plough, `mu_r <= mu_s` for a couple.
    pub(super) fn holds_rolling(&self, speed_m_s: f64) -> bool {
        self.grip_m_s2(speed_m_s).abs() <= self.sliding_m_s2
    }
}

/// Bodies, ground and laws; built once per design point.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The balls, by number.
    pub balls: Vec<Ball>,
    /// The ground.
    pub ground: Ground,
    /// The law of impacts.
    pub contact: Contact,
    /// Radius of the ring round the origin, m; a centre that crosses it has left. `None`: no edge.
    pub ring_radius_m: Option<f64>,
    /// What the sand does beyond the friction of the balls.
    pub sand: Sand,
    pub(super) rates: Vec<Rates>,
}

impl Setup {
    /// Balls on a ground, with the constants that follow from them; the values must already be possible ones.
    pub fn new(balls: Vec<Ball>, ground: Ground, contact: Contact, ring_radius_m: Option<f64>) -> Setup {
        let rates = Vec::with_capacity(balls.len());
        let mut setup = Setup { balls, ground, contact, ring_radius_m, sand: Sand::default(), rates };
        setup.renew();
        setup
    }

    /// The same with other laws of the sand.
    pub fn with_sand(mut self, sand: Sand) -> Setup {
        self.sand = sand;
        self.renew();
        self
    }

    /// Takes the constants anew from balls, ground and sand: needed after any of them was changed. Takes no memory unless
    /// there are more balls than before.
    pub fn renew(&mut self) {
        self.rates.clear();
        self.rates.extend(self.balls.iter().map(|ball| Rates::of(ball, &self.ground, &self.sand)));
    }

    /// Whether there is a ground at all.
    pub(super) fn has_ground(&self) -> bool {
        self.ground.gravity_m_s2 > 0.0
    }
}
