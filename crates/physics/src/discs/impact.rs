//! Two coins hit: normal restitution, Coulomb friction, tangential restitution (after Walton; Maw, Barber & Fawcett).
//!
//! With `n` from the first to the second, `t = z x n`, contact slip `g = (v1 - v2) + (w1 R1 + w2 R2) t`,
//! `1/m_n = 1/m1 + 1/m2` and `1/m_t = (1 + 1/k2_1)/m1 + (1 + 1/k2_2)/m2`:
//! `J_n = (1 + e) m_n g_n`, `J_t = sign(g_t) min((1 + beta_0) m_t |g_t|, mu_c J_n)`.

use super::contact::Contact;
use super::resolved::Resolved;
use glam::DVec2;

/// Motion of one of two bodies just before, then just after, an impact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    pub velocity_m_s: DVec2,
    pub spin_rad_s: f64,
}

/// What the impact took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ImpactLoss {
    pub impulse_n_s: f64,
    pub loss_j: f64,
}

/// Applies the impact along unit vector `n` from body 1 to body 2; nothing happens if they do not close.
pub(super) fn collide(contact: &Contact, coins: [&Resolved; 2], n: DVec2, motions: &mut [Motion; 2]) -> ImpactLoss {
    let [one, two] = coins;
    let t = DVec2::new(-n.y, n.x);
    let before = energy(coins, motions);
    let slip = motions[0].velocity_m_s - motions[1].velocity_m_s;
    let closing = slip.dot(n);
    let sliding = slip.dot(t) + (motions[0].spin_rad_s * one.radius_m + motions[1].spin_rad_s * two.radius_m);
    let normal_mass = 1.0 / (1.0 / one.mass_kg + 1.0 / two.mass_kg);
    let tangent_mass = 1.0 / (mobility(one) + mobility(two));
    // coins that press on each other hit slowly and often: that must cost nothing
    let restitution = if closing < contact.slow_speed_m_s { 1.0 } else { contact.restitution_ratio };
    let Some((normal, tangent, loss_j)) = shares(contact, restitution, [closing, sliding], [normal_mass, tangent_mass])
    else {
        return ImpactLoss { impulse_n_s: 0.0, loss_j: 0.0 };
    };
    let impulse = n * normal + t * tangent;
    motions[0].velocity_m_s -= impulse / one.mass_kg;
    motions[1].velocity_m_s += impulse / two.mass_kg;
    motions[0].spin_rad_s -= one.radius_m * tangent / one.inertia_kg_m2;
    motions[1].spin_rad_s -= two.radius_m * tangent / two.inertia_kg_m2;
    debug_assert!(energy(coins, motions) <= before * (1.0 + 1e-13), "an impact made energy");
    ImpactLoss { impulse_n_s: impulse.dot(impulse).sqrt(), loss_j }
}

/// The impact against something that never moves, along unit vector `n` from the body to it; a slow one does not
/// rebound, else a coin that is pressed against it would rattle there for ever.
pub(super) fn collide_with_fixed(contact: &Contact, coin: &Resolved, n: DVec2, motion: &mut Motion) -> ImpactLoss {
    let t = DVec2::new(-n.y, n.x);
    let closing = motion.velocity_m_s.dot(n);
    let sliding = motion.velocity_m_s.dot(t) + motion.spin_rad_s * coin.radius_m;
    let restitution = if closing < contact.slow_speed_m_s { 0.0 } else { contact.restitution_ratio };
    let masses_kg = [coin.mass_kg, 1.0 / mobility(coin)];
    let Some((normal, tangent, loss_j)) = shares(contact, restitution, [closing, sliding], masses_kg) else {
        return ImpactLoss { impulse_n_s: 0.0, loss_j: 0.0 };
    };
    let impulse = n * normal + t * tangent;
    motion.velocity_m_s -= impulse / coin.mass_kg;
    motion.spin_rad_s -= coin.radius_m * tangent / coin.inertia_kg_m2;
    ImpactLoss { impulse_n_s: impulse.dot(impulse).sqrt(), loss_j }
}

/// Normal and tangential impulse, N s, and energy lost, J; `None` if the two do not close.
fn shares(
    contact: &Contact,
    restitution: f64,
    [closing, sliding]: [f64; 2],
    [normal_mass, tangent_mass]: [f64; 2],
) -> Option<(f64, f64, f64)> {
    // also catches a number that is not finite, which the loop then sees
    if closing.is_nan() || closing <= 0.0 {
        return None;
    }
    let normal = (1.0 + restitution) * normal_mass * closing;
    let sticking = (1.0 + contact.tangential_restitution_ratio) * tangent_mass * sliding.abs();
    let tangent = sticking.min(contact.friction_ratio * normal).copysign(sliding);
    // loss by work of the impulse: no cancellation between large energies
    let along = 0.5 * (1.0 - restitution) * normal * closing;
    let across = tangent * (sliding - 0.5 * tangent / tangent_mass);
    Some((normal, tangent, along + across))
}

/// Tangential mobility of a coin's rim, 1/kg.
fn mobility(coin: &Resolved) -> f64 {
    1.0 / coin.mass_kg + coin.radius_m * coin.radius_m / coin.inertia_kg_m2
}

fn energy(coins: [&Resolved; 2], motions: &[Motion; 2]) -> f64 {
    coins[0].energy_j(motions[0].velocity_m_s, motions[0].spin_rad_s)
        + coins[1].energy_j(motions[1].velocity_m_s, motions[1].spin_rad_s)
}
