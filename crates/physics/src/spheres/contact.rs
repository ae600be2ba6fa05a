//! The law of contact of two balls.

use super::hertz::Hertz;

/// What the ground does to a ball that another ball drives into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundReaction {
    /// It swallows the downward velocity and gives no impulse along the surface.
    None,
    /// It answers with friction and rebound: by a landing right after an impact or a hit in closed form, at the same
    /// time; in a hit that is followed in time as one of its contacts, as hard as the balls.
    After,
    /// It answers in the same instant, as rigid ground would: the contacts of ball, ball and ground act at once, for
    /// however many balls. Sand does not do that; this is for comparison with engines of rigid ground, and for the law
    /// `Pairwise` only.
    Simultaneous,
}

/// How hard two balls hit each other, and what becomes of hits that overlap in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Instantaneous impacts, one pair at a time, with one restitution for all speeds.
    Pairwise,
    /// Hits that take time: restitution follows from the speed, and hits that overlap in time are followed in time,
    /// together.
    Hertz(Hertz),
}

/// The rule against endless ever smaller impacts in a dense group; none of them ever adds energy.
///
/// The cut on speed is `elasticV` of M. N. Bannerman's DynamO, carried over to the ground hit that a slow impact causes
/// at the same time: it is elastic too. The other known rule, elastic for a time after each hit (S. Luding and S.
/// McNamara, "How to handle the inelastic collapse of a dissipative hard-sphere gas with the TC model", Granular Matter
/// 1, 113 (1998)), was measured and left out: with balls that roll on a ground it left a third of the breaks without an
/// end.
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
