//! What one contact asks for in a step of the search, given all others: the projection of its impulse onto what its law
//! allows.

use glam::DVec3;

use super::problem::{Body, Constraint, Rule};

/// How all contacts make one step.
pub(super) struct Pace {
    pub(super) rule: Rule,
    /// What friction holds creeps by this share of the speed that it keeps away.
    pub(super) creep: f64,
    /// What is off by less is found, m/s; of changes of impulses this share counts.
    pub(super) least_m_s: f64,
    /// A change of an impulse by less is rounding, N s.
    pub(super) least_n_s: f64,
    pub(super) slack: f64,
}

impl Constraint {
    /// One step from where it begins; tells whether it is off by no more than is allowed.
    #[inline]
    pub(super) fn step(&mut self, bodies: &[Body], pace: &Pace, asked: bool) -> bool {
        let Pace { rule, creep, least_m_s, least_n_s, slack } = *pace;
        let after_m_s = self.after_m_s(bodies);
        let mean = |before: DVec3, after: DVec3| if rule == Rule::Mean { (before + after) * 0.5 } else { after };
        // Signorini: push only, and only where the two would close faster than they may
        let closing_m_s = after_m_s.dot(self.normal) - self.allowed_m_s;
        let was_along_n_s = self.ahead_n_s.dot(self.normal);
        let (along_n_s, most_n_s) = match rule {
            Rule::Friction => (0.0, self.bound_n_s),
            _ => ((was_along_n_s + closing_m_s / self.along_per_kg).max(0.0), 0.0),
        };
        let most_n_s = match rule {
            Rule::Frictionless | Rule::Friction => most_n_s,
            Rule::End | Rule::Mean => self.friction_ratio * along_n_s,
        };
        // Coulomb: against the slip, up to the bound of the same step
        let wanted_n_s = self.ahead_n_s * (1.0 - creep) + mean(self.before_m_s, after_m_s) / self.across_per_kg;
        let across_n_s = bounded(wanted_n_s - self.normal * wanted_n_s.dot(self.normal), most_n_s);
        self.push_n_s = self.normal * along_n_s + across_n_s;
        let turns = self.has_couples() && rule.rubs();
        if turns {
            self.turn(&bodies[self.first], mean, creep, along_n_s);
        }
        // one contact that is off is enough
        if !asked {
            return false;
        }
        let is_near = |off_m_s: f64| off_m_s <= least_m_s;
        let back_n_s = (self.ahead_n_s - self.push_n_s).length();
        if back_n_s <= least_n_s && !turns {
            return true;
        }
        let excess_m_s = match self.second {
            _ if rule == Rule::Friction => 0.0,
            None if along_n_s > 0.0 => closing_m_s.abs(),
            _ => closing_m_s,
        };
        let unbound_m_s = self.bound_per_kg * (along_n_s - was_along_n_s).abs();
        let back_n_m_s = self.ahead_n_m_s - self.turn_n_m_s;
        is_near(excess_m_s)
            && is_near(slack * unbound_m_s)
            && is_near(slack * (self.across_per_kg * back_n_s))
            && (!turns || is_near(slack * (self.turning_ease * bodies[self.first].radius_m * back_n_m_s.length())))
    }

    /// The same of the couples of the ground.
    fn turn(&mut self, body: &Body, mean: impl Fn(DVec3, DVec3) -> DVec3, creep: f64, bound_n_s: f64) {
        let spin_rad_s = mean(self.before_rad_s, body.next_rad_s);
        let wanted = self.ahead_n_m_s * (1.0 - creep) - spin_rad_s / self.turning_ease;
        let level = bounded(DVec3::new(wanted.x, wanted.y, 0.0), self.rolling_m * bound_n_s);
        self.turn_n_m_s = level + bounded(DVec3::new(0.0, 0.0, wanted.z), self.drilling_m * bound_n_s);
    }
}

#[inline(always)]
fn bounded(vector: DVec3, most: f64) -> DVec3 {
    // a square that is less by more than rounding has the lesser root: most contacts hold
    if vector.length_squared() < most * most.abs() * (1.0 - 1.0 / (1u64 << 50) as f64) {
        return vector;
    }
    let length = vector.length();
    if length > most { vector * (most / length) } else { vector }
}
