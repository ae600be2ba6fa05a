//! What a player thinks a result is worth, in points.

/// What may come of a shot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShotOutcome {
    /// Marbles knocked off.
    pub marbles: u32,
    /// Toleys of opponents knocked off.
    pub opponents: u32,
    /// Toleys of team-mates knocked off.
    pub mates: u32,
    /// Whether the own toley stays on the ring.
    pub stays: bool,
}

/// Weights, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Utility {
    /// Of another shot at once, TG-5d4.
    pub again: f64,
    /// Of an opponent's toley knocked off.
    pub opponent: f64,
    /// Of a team-mate's toley knocked off.
    pub mate: f64,
    /// Of a toley that stays on the ring when the turn ends, to be knocked off by others, TG-5d3.
    pub left_lying: f64,
}

impl Utility {
    /// Of the policy `sampled`: marbles, and a further shot, which is worth about what a break in mid-game still
    /// brings; toleys of others cost or bring nothing by themselves.
    pub const SAMPLED: Utility = Utility { again: 1.5, opponent: 0.0, mate: 0.0, left_lying: 0.0 };
    /// Of the policy `safe`: the toley should roll off rather than lie where others may knock it off, TG-5d3; one
    /// left on the ring costs as much as the shot was likely to bring.
    pub const SAFE: Utility = Utility { again: 1.5, opponent: 0.0, mate: -1.0, left_lying: -0.6 };
    /// Of the policy `hunter`: an opponent whose toley is knocked off is out of the game, TG-5d3, and he is worth
    /// about what he would still have scored.
    pub const HUNTER: Utility = Utility { again: 1.5, opponent: 3.0, mate: -3.0, left_lying: 0.0 };

    /// Of one result.
    pub fn of(&self, outcome: &ShotOutcome) -> f64 {
        let ShotOutcome { marbles, opponents, mates, stays } = *outcome;
        let after = match (stays, marbles + opponents + mates > 0) {
            (true, true) => self.again,
            (true, false) => self.left_lying,
            (false, _) => 0.0,
        };
        f64::from(marbles) + self.opponent * f64::from(opponents) + self.mate * f64::from(mates) + after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toley_that_stays_is_worth_a_shot_or_a_risk() {
        let utility = Utility { again: 0.5, opponent: 2.0, mate: -3.0, left_lying: -0.25 };
        let of = |marbles, opponents, mates, stays| utility.of(&ShotOutcome { marbles, opponents, mates, stays });
        assert_eq!(
            [of(2, 0, 0, true), of(2, 0, 0, false), of(0, 0, 0, true), of(0, 0, 0, false)],
            [2.5, 2.0, -0.25, 0.0]
        );
        assert_eq!([of(0, 1, 0, true), of(1, 1, 1, false)], [2.5, 0.0]);
    }
}
