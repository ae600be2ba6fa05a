//! What a further shot is worth, TG-5d4: what the rest of a break still brings, by one constant or as it was learnt
//! from breaks that were played ([`learnt`](super::learnt), decision 016).

use tolley_physics::spheres::Ball;

use super::errors::Erring;
use super::learnt::{EDGE_SHARE, ERRORS, FAR_LOSS, FRICTIONS, MARBLES, REST, SAND_SHARE};

/// How a player judges a further shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Further {
    /// By so many marbles, whatever lies there.
    Constant(f64),
    /// By what breaks brought that were played.
    Learnt(BreakValue),
}

impl Further {
    /// Marbles that a further shot and those after it bring, where so many are on the ring and the toley lies at this
    /// distance from the middle, in radii of the ring. A constant knows no end of the marbles.
    pub fn mean(&self, marbles: u32, far_ratio: f64) -> f64 {
        match self {
            Further::Constant(mean) => *mean,
            Further::Learnt(value) => value.mean(marbles, far_ratio),
        }
    }

    /// Chance that they bring at least so many marbles; by a constant breaks are of geometric length.
    pub fn chance(&self, marbles: u32, far_ratio: f64, needed: u32) -> f64 {
        match self {
            Further::Constant(mean) => geometric(*mean, needed),
            Further::Learnt(value) => value.chance(marbles, far_ratio, needed),
        }
    }

    /// Chance that a turn that begins with so many marbles on the ring brings at least so many.
    pub fn chance_of_turn(&self, marbles: u32, needed: u32) -> f64 {
        match self {
            Further::Constant(mean) => geometric(*mean, needed),
            Further::Learnt(value) => value.chance_of_turn(marbles, needed),
        }
    }
}

/// Chance of at least so many marbles of breaks of geometric length that bring so many in the mean.
fn geometric(mean: f64, needed: u32) -> f64 {
    libm::pow(mean / (1.0 + mean), f64::from(needed))
}

/// What the rest of a break is worth to players whose errors are of one size, on one sand: between two rows of the
/// learnt table, times a share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakValue {
    /// The row of smaller errors; the next one is of larger.
    row: usize,
    /// Weight of the next row.
    weight: f64,
    /// Share that the sand leaves of it.
    sand: f64,
}

impl BreakValue {
    /// For a hand with a toley on the sand of this game: players know the sand that they play on.
    pub fn of(skill: &Erring, toley: &Ball) -> BreakValue {
        BreakValue::of_errors(skill.size_ratio(), toley.rolling_friction_ratio)
    }

    /// For errors of a size, those of a player of a club being 1, and a rolling friction of the toley. What is beyond
    /// the table is worth what its end says.
    pub fn of_errors(size_ratio: f64, rolling_friction_ratio: f64) -> BreakValue {
        let (row, weight) = place(&ERRORS, size_ratio);
        let (sand, share) = place(&FRICTIONS, rolling_friction_ratio);
        BreakValue { row, weight, sand: SAND_SHARE[sand] + share * (SAND_SHARE[sand + 1] - SAND_SHARE[sand]) }
    }

    /// Marbles that the rest of a break brings: a shot with so many marbles on the ring, the toley lying at this
    /// distance from the middle in radii of the ring, and all shots after it.
    pub fn mean(&self, marbles: u32, far_ratio: f64) -> f64 {
        self.near(far_ratio) * self.in_the_middle(marbles)
    }

    /// Chance that the rest of a break brings at least so many marbles: one after the other, each with the chance that
    /// makes the means what they are.
    pub fn chance(&self, marbles: u32, far_ratio: f64, needed: u32) -> f64 {
        if needed == 0 { 1.0 } else { self.near(far_ratio) * self.chain(marbles, needed) }
    }

    /// Chance that a whole turn brings at least so many marbles: it begins at the edge, or where the toley was left.
    pub fn chance_of_turn(&self, marbles: u32, needed: u32) -> f64 {
        if needed == 0 { 1.0 } else { (self.between(&EDGE_SHARE) * self.chain(marbles, needed)).min(1.0) }
    }

    /// Share of the value in the middle that is left at a distance from it.
    fn near(&self, far_ratio: f64) -> f64 {
        1.0 - self.between(&FAR_LOSS) * (far_ratio * far_ratio).min(1.0)
    }

    /// Chance of so many marbles from the middle: V(m) = c(m) (1 + V(m - 1)) for the chance c(m) of one more of m.
    fn chain(&self, marbles: u32, needed: u32) -> f64 {
        if needed > marbles {
            return 0.0;
        }
        let one_more = |left: u32| self.in_the_middle(left) / (1.0 + self.in_the_middle(left - 1));
        (0..needed).map(|knocked| one_more(marbles - knocked)).product()
    }

    /// Value from the middle: straight between the numbers of marbles that the table knows, and level beyond the last.
    fn in_the_middle(&self, marbles: u32) -> f64 {
        let of = |i: usize| self.sand * self.weighted(|row| REST[row][i]);
        match MARBLES.iter().position(|&known| marbles <= known) {
            None => of(MARBLES.len() - 1),
            Some(0) => of(0) * f64::from(marbles) / f64::from(MARBLES[0]),
            Some(i) => {
                let [low, high] = [MARBLES[i - 1], MARBLES[i]];
                of(i - 1) + f64::from(marbles - low) / f64::from(high - low) * (of(i) - of(i - 1))
            }
        }
    }

    fn between(&self, rows: &[f64; ERRORS.len()]) -> f64 {
        self.weighted(|row| rows[row])
    }

    fn weighted(&self, of: impl Fn(usize) -> f64) -> f64 {
        of(self.row) + self.weight * (of(self.row + 1) - of(self.row))
    }
}

/// The place of a value among rising ones: the number of the one before it, and the weight of the next.
fn place(known: &[f64], value: f64) -> (usize, f64) {
    let last = known.len() - 2;
    let before = known[1..].iter().position(|&next| value < next).unwrap_or(last).min(last);
    let weight = (value - known[before]) / (known[before + 1] - known[before]);
    (before, weight.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::player::Player;

    const SIZES: [f64; 9] = [0.0, 0.1, 0.5, 0.8, 1.0, 1.7, 3.0, 6.0, 50.0];
    const MOST: u32 = 61;
    const SANDS: [f64; 4] = [0.0, 0.1, 0.17, 5.0];

    /// Of all sizes on the first sand, then on the others.
    fn all() -> Vec<BreakValue> {
        SANDS.iter().flat_map(|&sand| SIZES.map(|size| BreakValue::of_errors(size, sand))).collect()
    }

    #[test]
    fn more_marbles_are_worth_more_and_no_more_than_they_are() {
        for value in all() {
            for marbles in 0..MOST {
                let [one, more] = [marbles, marbles + 1].map(|marbles| value.mean(marbles, 0.3));
                // where the table is flat the two may differ by rounding
                assert!((one - 1e-12..=one + 1.0).contains(&more), "{marbles}: {one} {more}");
                assert!(more <= f64::from(marbles + 1), "{marbles}: {more}");
            }
            assert_eq!(value.mean(0, 0.0), 0.0);
        }
    }

    #[test]
    fn larger_errors_and_places_further_out_are_worth_less() {
        for pair in all()[1..SIZES.len()].windows(2) {
            for marbles in [5, 20, 49] {
                let of = |value: &BreakValue, far_ratio| value.mean(marbles, far_ratio);
                // rows next to each other are within their errors of each other
                assert!(of(&pair[1], 0.2) <= 1.02 * of(&pair[0], 0.2), "{pair:?}, {marbles} marbles");
                assert!(of(&pair[0], 0.9) < of(&pair[0], 0.1) && of(&pair[0], 1.0) > 0.0, "{pair:?}");
            }
        }
    }

    #[test]
    fn slower_sand_is_worth_less() {
        let of = |sand: f64| BreakValue::of_errors(1.0, sand).mean(30, 0.3);
        assert!(of(0.05) == of(0.1) && of(0.1) > of(0.15) && of(0.15) > of(0.25) && of(0.25) == of(0.5));
    }

    #[test]
    fn chances_are_chances_and_add_up_to_the_mean() {
        for value in all() {
            for marbles in [1, 3, 12, 49] {
                let chances: Vec<f64> = (0..=marbles).map(|needed| value.chance(marbles, 0.4, needed)).collect();
                assert!(chances[0] == 1.0 && chances.windows(2).all(|pair| (0.0..=pair[0]).contains(&pair[1])));
                let sum: f64 = chances[1..].iter().sum();
                assert!((sum - value.mean(marbles, 0.4)).abs() < 1e-9, "{sum} of {marbles} marbles");
                assert_eq!(value.chance(marbles, 0.4, marbles + 1), 0.0);
                assert!((0.0..=1.0).contains(&value.chance_of_turn(marbles, 1)));
            }
        }
    }

    #[test]
    fn errors_have_the_size_of_what_they_cost() {
        let size = |player: &Player| player.erring().expect("correlations").size_ratio();
        let club = Player::default();
        assert_eq!([size(&club), size(&club.scaled(0.0)), size(&club.scaled(2.0))], [1.0, 0.0, 2.0]);
        let [aim, speed] = [
            Player { aim_sd_rad: 3.0 * club.aim_sd_rad, ..club },
            Player { speed_sd_ratio: 3.0 * club.speed_sd_ratio, ..club },
        ];
        assert!(size(&aim) > 1.5 * size(&speed) && size(&speed) > 1.2);
    }
}
