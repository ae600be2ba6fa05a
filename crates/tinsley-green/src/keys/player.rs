//! Keys of a player: his errors, what his hand can do, and the room that it needs, TG-5b and TG-6.

use glam::DVec2;
use tolley_experiment::key::{Path, Set};
use tolley_experiment::limits::BeyondLimit;
use tolley_experiment::noise::{Correlation, Joint, Noise, NoiseKind, Scatter};
use tolley_experiment::problem::Fault;
use tolley_experiment::unit::deg;
use tolley_experiment::{fault, keys, names, path, sets};

use super::balls::{Spec, Toley};
use super::ring::{NO_DISTANCE, OPEN};

names! {
    /// How good a player is; sets other keys.
    pub enum Skill {
        Club = "club": "A player of a club.",
        Novice = "novice": "A beginner.",
        Exact = "exact": "Nobody is: no errors.",
    }
}

impl Skill {
    fn sets(self) -> Vec<Set> {
        match self {
            Skill::Club => Vec::new(),
            Skill::Novice => sets! { Player {
                aim_sd_rad: deg(3.5), speed_sd_ratio: 0.15, elevation_sd_rad: deg(3.0), spin_sd_ratio: 0.6
            } },
            Skill::Exact => sets! { Player {
                aim_sd_rad: 0.0, speed_sd_ratio: 0.0, elevation_sd_rad: 0.0, spin_sd_ratio: 0.0
            } },
        }
    }
}

names! {
    /// What of a flick is the same for a toley of another mass.
    pub enum Equal {
        Speed = "speed": "Its speed.",
        Energy = "energy": "Its energy.",
        Impulse = "impulse": "Its impulse.",
    }
}

impl Equal {
    /// Speed of a toley so many times as heavy over that of the lighter one.
    pub fn speed_ratio(self, mass_ratio: f64) -> f64 {
        match self {
            Equal::Speed => 1.0,
            Equal::Energy => (1.0 / mass_ratio).sqrt(),
            Equal::Impulse => 1.0 / mass_ratio,
        }
    }
}

names! {
    /// Whether the errors of aim and speed depend on how hard a player shoots.
    pub enum ErrorLaw {
        None = "none": "They do not.",
        Power = "power": "They grow with a power of the speed.",
        Peak = "peak": "They are the largest, or the least, at a speed below that of his hardest shot.",
    }
}

const BY_SPEED: &str = "harder dart throws err more (Front. Psychol. 2019; the trade-off of Fitts 1954 is of tapping); in \
                        overarm throws the speed errs most at 60 % of the hardest, the aim shows no such peak (Urbin \
                        and others 2012); no marbles player has been measured";
const NO_PLAYER: &str = "no marbles player has been measured";
const NO_FLICK: &str = "no thumb flick has been measured";
const NO_FASTEST: &str = "no thumb flick has been measured; a finger snap would give 6.8 to 10.9 m/s";

keys! {
    /// A player: the deviations of his errors, and the limits of his hand.
    pub struct Player in "player" {
        /// Sets the player keys below; a key that is set wins
        preset: Skill = Skill::Club, Skill "skill of the player", strata [Skill::Exact, Skill::Novice] "the presets",
            assumed NO_PLAYER, sets Skill::sets;
        /// Distribution of the errors, scaled to the given deviations
        noise: NoiseKind = NoiseKind::Normal, Skill "distribution of the player's errors",
            strata [NoiseKind::Normal, NoiseKind::StudentT], assumed NO_PLAYER;
        /// Degrees of freedom of student-t errors
        noise_dof: f64 = 5.0, Skill "heaviness of the tails of the errors", in 2.1..=1000.0, drawn 3.0..=30.0,
            strata [3.0, 30.0] "range it is drawn from", assumed NO_PLAYER,
            only_with Player.noise = NoiseKind::StudentT;
        /// Standard deviation of the azimuth
        aim_sd_rad: f64 = deg(1.2), Skill "spread of the aim", in 0.0..=1.6, plausible 0.0..=deg(6.0),
            strata [deg(0.65), deg(3.5)] "darts amateurs 0.65 deg, preset novice 3.5 deg", clause "TG-5b2",
            assumed NO_PLAYER;
        /// Standard deviation of ln(speed)
        speed_sd_ratio: f64 = 0.07, Skill "spread of the speed", shown "%", in 0.0..=2.0, plausible 0.0..=0.2,
            strata [0.03, 0.15] "preset novice; low is a guess", clause "TG-5b2", assumed NO_PLAYER;
        /// Standard deviation of the elevation
        elevation_sd_rad: f64 = deg(1.5), Skill "spread of the elevation", in 0.0..=0.5, plausible 0.0..=deg(5.0),
            strata [0.01, deg(3.0)] "preset novice; low is a guess", clause "TG-5b2", assumed NO_PLAYER;
        /// Standard deviation of the spin ratio
        spin_sd_ratio: f64 = 0.4, Skill "spread of the spin", in 0.0..=5.0, plausible 0.0..=1.0,
            strata [0.15, 0.6] "preset novice; low is a guess", clause "TG-5b2", assumed NO_PLAYER;
        /// Standard deviation of the spin about the vertical
        side_spin_sd_rad_s: f64 = 0.0, Skill "spread of the side spin", in 0.0..=1000.0, plausible 0.0..=100.0,
            strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Mean of the error of the azimuth, left positive; no preset sets it, and whoever plans does not know it
        aim_bias_rad: f64 = 0.0, Skill "constant error of the aim", in -1.6..=1.6, plausible deg(-3.0)..=deg(3.0),
            strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Mean of the error of ln(speed); no preset sets it, and whoever plans does not know it
        speed_bias_ratio: f64 = 0.0, Skill "constant error of the speed", shown "%", in -2.0..=2.0,
            plausible -0.15..=0.15, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Mean of the error of the elevation, upwards positive; no preset sets it, and whoever plans does not know it
        elevation_bias_rad: f64 = 0.0, Skill "constant error of the elevation", in -0.5..=0.5,
            plausible deg(-3.0)..=deg(3.0), strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Mean of the error of the spin ratio, topspin positive; no preset sets it, and whoever plans does not know it
        spin_bias_ratio: f64 = 0.0, Skill "constant error of the spin", in -5.0..=5.0, plausible -0.5..=0.5,
            strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Mean of the error of the spin about the vertical, counter-clockwise positive; no preset sets it, and whoever
        /// plans does not know it
        side_spin_bias_rad_s: f64 = 0.0, Skill "constant error of the side spin", in -1000.0..=1000.0,
            plausible -50.0..=50.0, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Correlation of the errors of azimuth and ln(speed)
        aim_speed_correlation_ratio: f64 = 0.0, Skill "correlation of aim and speed errors", in -0.999..=0.999,
            plausible -0.8..=0.8, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Correlation of the errors of azimuth and elevation
        aim_elevation_correlation_ratio: f64 = 0.0, Skill "correlation of aim and elevation errors", in -0.999..=0.999,
            plausible -0.15..=0.15, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Correlation of the errors of azimuth and spin ratio
        aim_spin_correlation_ratio: f64 = 0.0, Skill "correlation of aim and spin errors", in -0.999..=0.999,
            plausible -0.15..=0.15, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Correlation of the errors of azimuth and spin about the vertical
        aim_side_spin_correlation_ratio: f64 = 0.0, Skill "correlation of aim and side-spin errors", in -0.999..=0.999,
            plausible -0.15..=0.15, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Correlation of the errors of ln(speed) and elevation
        speed_elevation_correlation_ratio: f64 = 0.0, Skill "correlation of speed and elevation errors",
            in -0.999..=0.999, plausible -0.15..=0.15, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Correlation of the errors of ln(speed) and spin ratio
        speed_spin_correlation_ratio: f64 = 0.0, Skill "correlation of speed and spin errors", in -0.999..=0.999,
            plausible -0.15..=0.15, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Correlation of the errors of ln(speed) and spin about the vertical
        speed_side_spin_correlation_ratio: f64 = 0.0, Skill "correlation of speed and side-spin errors",
            in -0.999..=0.999, plausible -0.15..=0.15, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Correlation of the errors of elevation and spin ratio
        elevation_spin_correlation_ratio: f64 = 0.0, Skill "correlation of elevation and spin errors",
            in -0.999..=0.999, plausible -0.15..=0.15, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Correlation of the errors of elevation and spin about the vertical
        elevation_side_spin_correlation_ratio: f64 = 0.0, Skill "correlation of elevation, side-spin errors",
            in -0.999..=0.999, plausible -0.15..=0.15, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Correlation of the errors of spin ratio and spin about the vertical
        spin_side_spin_correlation_ratio: f64 = 0.0, Skill "correlation of spin and side-spin errors",
            in -0.999..=0.999, plausible -0.15..=0.15, strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Whether the errors of aim and speed depend on how hard the player means to shoot. Constant errors do not
        error_law: ErrorLaw = ErrorLaw::None, Skill "how errors depend on the speed",
            strata [ErrorLaw::Power, ErrorLaw::Peak] "two simple forms, after published throws", clause "TG-5b2",
            assumed BY_SPEED;
        /// error_law power: the speed at which the spreads are those of the keys
        error_speed_m_s: f64 = 2.5, Skill "speed at which the errors are known", in 0.01..=30.0, plausible 1.0..=5.0,
            strata plausible when "player.error_law=power", clause "TG-5b2", assumed BY_SPEED,
            only_with Player.error_law = ErrorLaw::Power;
        /// error_law power: the power of speed / error_speed_m_s
        error_power_ratio: f64 = 1.0, Skill "strength with which errors grow with the speed", in -5.0..=5.0,
            plausible 0.0..=2.0, strata [0.5, 2.0] "the root and the square; the default is in proportion"
            when "player.error_law=power", clause "TG-5b2", assumed BY_SPEED,
            only_with Player.error_law = ErrorLaw::Power;
        /// error_law peak: the speed of the largest (or least) errors, as a share of the hardest shot
        error_peak_share: f64 = 0.6, Skill "speed at which errors peak, against the hardest", in 0.01..=0.99,
            plausible 0.4..=0.9, strata plausible when "player.error_law=peak", clause "TG-5b2", assumed BY_SPEED,
            only_with Player.error_law = ErrorLaw::Peak;
        /// error_law peak: errors at that speed, times those of the hardest shot, which are those of the keys; below 1
        /// they are least there
        error_peak_ratio: f64 = 1.5, Skill "size of errors at the peak", in 0.0..=100.0, plausible 0.5..=2.0,
            strata [0.67, 2.0] "a guess: the least there, or twice as large" when "player.error_law=peak",
            clause "TG-5b2", assumed BY_SPEED, only_with Player.error_law = ErrorLaw::Peak;
        /// Share of the shots that are wild: all their errors are larger
        wild_share: f64 = 0.0, Skill "share of wild shots", in 0.0..=1.0, plausible 0.0..=0.2, strata plausible,
            clause "TG-5b2", assumed NO_PLAYER;
        /// How many times as large as those of other shots the errors of a wild one are, but for their means
        wild_ratio: f64 = 3.0, Skill "size of the errors of a wild shot", in 1.0..=100.0, plausible 1.5..=6.0,
            strata plausible when "wild_share>0", clause "TG-5b2", assumed NO_PLAYER;
        /// What of a flick is the same for a toley of another mass; speeds asked for and limits of the hand are those
        /// of a glass toley of 19.05 mm
        equal: Equal = Equal::Speed, Ground "what stays equal for a heavier toley",
            strata [Equal::Speed, Equal::Impulse],
            assumed "no thumb flick has been measured with toleys of several masses";
        /// What is played where the keys of a shot ask for more than this hand can do. Where a design draws a limit of
        /// the hand, it is the nearest unless this key is set; policies choose within the limits by themselves
        beyond_limit: BeyondLimit = BeyondLimit::Refuse, Bookkeeping "what is played beyond the hand's limit";
        /// Slowest shot of the hand
        speed_min_m_s: f64 = 0.3, Skill "slowest shot of the hand", in 0.0..=30.0, plausible 0.0..=1.0,
            strata plausible, clause "TG-5b3", assumed NO_FLICK;
        /// Fastest shot of the hand
        speed_max_m_s: f64 = 5.0, Skill "fastest shot of the hand", in 0.01..=30.0, plausible 3.0..=11.0,
            strata [3.0, 7.0] "shipped answers use 7; nobody has measured a flick", clause "TG-5b3", assumed NO_FASTEST;
        /// Steepest shot downwards of the hand
        elevation_min_rad: f64 = deg(-30.0), Skill "steepest downward shot of the hand", in -1.5..=0.0,
            plausible deg(-60.0)..=0.0, strata plausible, clause "TG-5b3",
            assumed "the laws name no limit; a hand that only shoots level flies over what lies near";
        /// Steepest shot upwards of the hand
        elevation_max_rad: f64 = deg(45.0), Skill "steepest upward shot of the hand", in 0.0..=1.5,
            plausible 0.0..=deg(60.0), strata plausible, clause "TG-5b3", assumed "the laws name no limit";
        /// Most backspin of the grip
        spin_min_ratio: f64 = -1.5, Skill "most backspin of the hand", in -20.0..=0.0, plausible -3.0..=0.0,
            strata plausible, clause "TG-5b2", assumed NO_PLAYER;
        /// Most topspin of the grip
        spin_max_ratio: f64 = 1.0, Skill "most topspin of the hand", in 0.0..=20.0, plausible 0.0..=3.0,
            strata plausible, clause "TG-5b2", assumed NO_PLAYER;
    }
}

/// The keys of the limits of a hand, TG-5b3.
pub const LIMITING: &[Path] = &[
    path!(Player.speed_min_m_s),
    path!(Player.speed_max_m_s),
    path!(Player.elevation_min_rad),
    path!(Player.elevation_max_rad),
    path!(Player.spin_min_ratio),
    path!(Player.spin_max_ratio),
];

/// Numbers of a hand's errors: of azimuth, ln(speed), elevation, spin ratio, and spin about the vertical.
const ERRORS: [usize; 5] = [0, 1, 2, 3, 4];
/// Which of them a mirror turns round: those to the left.
const IS_ODD: [bool; 5] = [true, false, false, false, true];

/// The correlations of a player, each by its key with its two errors.
macro_rules! correlations {
    ($player:expr, $([$one:expr, $other:expr] $field:ident),* $(,)?) => {
        [$(Correlation { key: path!(Player.$field), errors: [$one, $other], ratio: $player.$field }),*]
    };
}

impl Player {
    /// How the errors are distributed.
    pub fn scatter(&self) -> Scatter {
        let Player { noise, noise_dof, wild_share, wild_ratio, .. } = *self;
        Scatter { noise: Noise::new(noise, noise_dof), wild_share, wild_ratio }
    }

    /// Deviations of the errors, in their order.
    pub fn deviations(&self) -> [f64; 5] {
        let Player { aim_sd_rad, speed_sd_ratio, elevation_sd_rad, spin_sd_ratio, side_spin_sd_rad_s, .. } = *self;
        [aim_sd_rad, speed_sd_ratio, elevation_sd_rad, spin_sd_ratio, side_spin_sd_rad_s]
    }

    /// Means of the errors, in their order.
    pub fn biases(&self) -> [f64; 5] {
        let Player { aim_bias_rad, speed_bias_ratio, elevation_bias_rad, spin_bias_ratio, .. } = *self;
        [aim_bias_rad, speed_bias_ratio, elevation_bias_rad, spin_bias_ratio, self.side_spin_bias_rad_s]
    }

    /// Correlations of the errors, of each pair.
    pub fn correlations(&self) -> [Correlation; 10] {
        let [aim, speed, elevation, spin, side_spin] = ERRORS;
        correlations! { self,
            [aim, speed] aim_speed_correlation_ratio,
            [aim, elevation] aim_elevation_correlation_ratio,
            [aim, spin] aim_spin_correlation_ratio,
            [aim, side_spin] aim_side_spin_correlation_ratio,
            [speed, elevation] speed_elevation_correlation_ratio,
            [speed, spin] speed_spin_correlation_ratio,
            [speed, side_spin] speed_side_spin_correlation_ratio,
            [elevation, spin] elevation_spin_correlation_ratio,
            [elevation, side_spin] elevation_side_spin_correlation_ratio,
            [spin, side_spin] spin_side_spin_correlation_ratio,
        }
    }

    /// How the errors hang together; why not, where no errors do.
    pub fn joint(&self) -> Result<Joint<5>, Fault> {
        Joint::new(&self.correlations())
    }

    /// Whether he errs more to one side: then the mirror image of a shot is another one to him.
    pub fn is_one_sided(&self) -> bool {
        let is_biased = self.biases().iter().zip(IS_ODD).any(|(bias, is_odd)| is_odd && *bias != 0.0);
        is_biased || self.correlations().iter().any(|one| one.is_one_sided(IS_ODD))
    }

    /// The same hand with the speeds that a toley has by the same flick, where the keys tell of a glass one.
    #[must_use]
    pub fn flicking(&self, toley: Spec) -> Player {
        let ratio = self.equal.speed_ratio(toley.mass_kg() / Toley::default().own().mass_kg());
        Player {
            speed_min_m_s: ratio * self.speed_min_m_s,
            speed_max_m_s: ratio * self.speed_max_m_s,
            error_speed_m_s: ratio * self.error_speed_m_s,
            ..*self
        }
    }

    /// The spreads of aim and speed of a shot that is meant to have this speed, over those of the keys, TG-5b2.
    pub fn error_ratio(&self, speed_m_s: f64) -> f64 {
        match self.error_law {
            ErrorLaw::None => 1.0,
            ErrorLaw::Power => libm::pow(speed_m_s / self.error_speed_m_s, self.error_power_ratio),
            ErrorLaw::Peak => {
                // a smooth bump that is gone at the hardest shot, and as far below the peak
                let reach = 1.0 - self.error_peak_share;
                let off = (speed_m_s / self.speed_max_m_s - self.error_peak_share) / reach;
                let rest = (1.0 - off * off).max(0.0);
                1.0 + (self.error_peak_ratio - 1.0) * rest * rest
            }
        }
    }

    /// The rules that join several keys.
    pub fn faults(&self) -> Vec<Fault> {
        let is_empty = self.speed_min_m_s > self.speed_max_m_s;
        let message = "the slowest shot of the hand is faster than player.speed_max_m_s";
        let limits = is_empty.then(|| fault!(Player.speed_min_m_s, "{message}"));
        limits.into_iter().chain(self.joint().err()).collect()
    }
}

names! {
    /// The finger before the thumb, TG-5b2.
    pub enum Grip { Index = "index": "The index finger.", Second = "second": "The second finger.", }
}

impl Grip {
    fn sets(self) -> Vec<Set> {
        match self {
            Grip::Index => Vec::new(),
            Grip::Second => sets! { Player { spin_min_ratio: -1.0 } },
        }
    }
}

names! {
    /// Parts of the edge that are barred, TG-6a.
    pub enum PositionLimits {
        None = "none": "None.",
        Arc = "arc": "All but an arc, such as the half of the edge before the player's bench.",
    }
}

keys! {
    /// Where a hand may knuckle down, and the room that it needs.
    pub struct HandRules in "hand" {
        /// How far the knuckle is behind the toley
        knuckle_offset_m: f64 = 0.025, Skill "distance of the knuckle behind the toley", in 0.0..=0.2,
            plausible 0.01..=0.05, strata plausible, clause "TG-5b1", assumed NO_DISTANCE;
        /// Footprint of the hand round the knuckle
        radius_m: f64 = 0.020, Skill "room that the hand needs", in 0.0..=0.2, plausible 0.0..=0.04, strata plausible,
            clause "TG-6b1", assumed "the laws say only that the knuckle touches the ring";
        /// Directions tried before a lie is called unplayable
        azimuth_count: u32 = 72, Bookkeeping "directions tried before a lie is unplayable", in 4..=3600, drawn 24..=144,
            clause "TG-6b2", assumed "the laws say only that proper knuckling down is impossible";
        /// How far from its rest point a toley may be released
        in_ring_offset_max_m: f64 = 0.0, Law "allowed shift of a toley before its release", in 0.0..=0.1,
            plausible 0.0..=0.005, clause "TG-6b1";
        /// Parts of the edge that are barred for knuckling down
        position_limits: PositionLimits = PositionLimits::None, Law "whether parts of the edge are barred",
            clause "TG-6a", assumed OPEN;
        /// Polar angle of the middle of the arc of the first side or player
        position_middle_rad: f64 = 0.0, Law "middle of the allowed part of the edge", in -6.3..=6.3,
            drawn deg(-180.0)..=deg(180.0), clause "TG-6a", assumed OPEN,
            only_with HandRules.position_limits = PositionLimits::Arc;
        /// How far the arc reaches, each way from its middle
        position_reach_rad: f64 = deg(90.0), Law "half width of the allowed part of the edge", in 0.001..=deg(180.0),
            plausible deg(5.0)..=deg(180.0), clause "TG-6a", assumed OPEN,
            only_with HandRules.position_limits = PositionLimits::Arc;
        /// How far the arc of each further side or player is turned from that of the one before: half a turn and the
        /// arcs of two sides are opposite, as their benches are
        position_turn_rad: f64 = 0.0, Law "turn of the allowed part for each side", in -6.3..=6.3,
            drawn 0.0..=deg(180.0), clause "TG-6a", assumed OPEN,
            only_with HandRules.position_limits = PositionLimits::Arc;
        /// Finger before the thumb; the second one spins less
        grip: Grip = Grip::Index, Choice "grip of the hand", clause "TG-5b2",
            assumed "the laws allow both; how they differ nobody has measured", sets Grip::sets;
    }
}

/// The part of the edge where a player may knuckle down, TG-6a.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Polar angle of its middle, rad.
    pub middle_rad: f64,
    /// How far it reaches each way, rad.
    pub reach_rad: f64,
}

impl HandRules {
    /// The arc of a side, or in an individual match of a player; `None` where all of the edge may be used.
    pub fn arc_of(&self, side: u8) -> Option<Arc> {
        let middle_rad = self.position_middle_rad + f64::from(side) * self.position_turn_rad;
        let arc = Arc { middle_rad, reach_rad: self.position_reach_rad };
        (self.position_limits == PositionLimits::Arc).then_some(arc)
    }
}

impl Arc {
    /// By how much a place on the edge is turned from the middle, counter-clockwise, rad; `outward` points to it.
    fn turn_rad(&self, outward: DVec2) -> f64 {
        let (sine, cosine) = libm::sincos(self.middle_rad);
        let middle = DVec2::new(cosine, sine);
        libm::atan2(middle.perp_dot(outward), middle.dot(outward))
    }

    /// Whether a place on the edge belongs to it; its ends do.
    pub fn holds(&self, outward: DVec2) -> bool {
        const SAME_PLACE_RAD: f64 = 1e-9;
        self.turn_rad(outward).abs() <= self.reach_rad + SAME_PLACE_RAD
    }

    /// The place of it that is nearest to a place on the edge, as a unit vector.
    pub fn nearest(&self, outward: DVec2) -> DVec2 {
        let turn_rad = self.turn_rad(outward);
        if turn_rad.abs() <= self.reach_rad {
            return outward;
        }
        let (sine, cosine) = libm::sincos(self.middle_rad + self.reach_rad.copysign(turn_rad));
        DVec2::new(cosine, sine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_changes_who_errs_to_the_left_or_whose_errors_to_the_left_hang_on_others() {
        let with = |set: fn(&mut Player)| {
            let mut player = Player::default();
            set(&mut player);
            player.is_one_sided()
        };
        assert!(!with(|_| ()));
        let odd: [fn(&mut Player); 8] = [
            |player| player.aim_bias_rad = 0.01,
            |player| player.side_spin_bias_rad_s = -1.0,
            |player| player.aim_speed_correlation_ratio = 0.1,
            |player| player.aim_elevation_correlation_ratio = 0.1,
            |player| player.aim_spin_correlation_ratio = -0.1,
            |player| player.speed_side_spin_correlation_ratio = 0.1,
            |player| player.elevation_side_spin_correlation_ratio = 0.1,
            |player| player.spin_side_spin_correlation_ratio = 0.1,
        ];
        assert!(odd.into_iter().all(with));
        let even: [fn(&mut Player); 7] = [
            |player| player.speed_bias_ratio = 0.1,
            |player| player.elevation_bias_rad = 0.1,
            |player| player.spin_bias_ratio = 0.1,
            |player| player.aim_side_spin_correlation_ratio = 0.5,
            |player| player.speed_elevation_correlation_ratio = 0.5,
            |player| player.speed_spin_correlation_ratio = 0.5,
            |player| player.elevation_spin_correlation_ratio = 0.5,
        ];
        assert!(!even.into_iter().any(with));
    }

    #[test]
    fn correlations_that_no_errors_have_are_refused_with_a_key_and_all_plausible_ones_can_be_had() {
        let player = Player {
            aim_speed_correlation_ratio: 0.9,
            aim_elevation_correlation_ratio: 0.9,
            speed_elevation_correlation_ratio: -0.1,
            ..Player::default()
        };
        let faults: Vec<String> = player.faults().iter().map(|fault| fault.path.to_string()).collect();
        assert_eq!(faults, ["player.aim_elevation_correlation_ratio"]);
        // matrices between those that can be had can be had too, so that the corners tell of all
        for corner in 0..1 << 10 {
            let mut all = Player::default().correlations();
            for (at, one) in all.iter_mut().enumerate() {
                one.ratio = if at == 0 { 0.8 } else { 0.15 } * if corner >> at & 1 == 0 { 1.0 } else { -1.0 };
            }
            assert!(Joint::<5>::new(&all).is_ok(), "{all:?}");
        }
    }

    #[test]
    fn tg_5b2_errors_depend_on_the_speed_as_the_law_says() {
        let of = |error_law| Player { error_law, ..Player::default() };
        let ratios = |player: Player| [1.0, 2.0, 3.0, 4.0, 5.0].map(|speed_m_s| player.error_ratio(speed_m_s));
        assert_eq!(ratios(of(ErrorLaw::None)), [1.0; 5]);
        assert_eq!(ratios(of(ErrorLaw::Power)), [0.4, 0.8, 1.2, 1.6, 2.0]);
        let square = Player { error_power_ratio: 2.0, ..of(ErrorLaw::Power) };
        assert!((square.error_ratio(5.0) - 4.0).abs() < 1e-12);
        // of 5 m/s the peak is at 3 m/s; it is gone at 5 and at 1, and the bump at half its reach is (3/4)^2
        let near = |got: [f64; 5], wanted: [f64; 5]| {
            assert!(got.iter().zip(wanted).all(|(got, wanted)| (got - wanted).abs() < 1e-12), "{got:?}");
        };
        near(ratios(of(ErrorLaw::Peak)), [1.0, 1.28125, 1.5, 1.28125, 1.0]);
        let least = Player { error_peak_ratio: 0.5, ..of(ErrorLaw::Peak) };
        near(ratios(least), [1.0, 0.71875, 0.5, 0.71875, 1.0]);
        // a flick is as hard with a toley of any mass
        let heavy = Spec { density_kg_m3: 3980.0, ..Toley::default().own() };
        for law in [ErrorLaw::Power, ErrorLaw::Peak] {
            let glass = Player { equal: Equal::Energy, ..of(law) };
            let ruby = glass.flicking(heavy);
            let slower = ruby.speed_max_m_s / glass.speed_max_m_s;
            assert!(slower < 0.9 && (ruby.error_ratio(slower * 2.2) - glass.error_ratio(2.2)).abs() < 1e-12);
        }
    }

    #[test]
    fn an_arc_holds_what_is_within_its_reach_and_leads_there_by_the_shorter_way() {
        let arc = Arc { middle_rad: deg(170.0), reach_rad: deg(30.0) };
        let at = |turn_deg: f64| DVec2::from_angle(deg(turn_deg));
        for (turn_deg, nearest_deg) in
            [(140.0, 140.0), (-160.0, -160.0), (-150.0, -160.0), (0.0, 140.0), (-20.0, -160.0)]
        {
            assert_eq!(arc.holds(at(turn_deg)), turn_deg == nearest_deg, "{turn_deg}");
            assert!(arc.nearest(at(turn_deg)).distance(at(nearest_deg)) < 1e-12, "{turn_deg}");
        }
        let rules =
            HandRules { position_limits: PositionLimits::Arc, position_turn_rad: deg(180.0), ..HandRules::default() };
        let middles = [0, 1].map(|side| rules.arc_of(side).map(|arc| arc.middle_rad));
        assert_eq!(middles, [Some(0.0), Some(deg(180.0))]);
        assert_eq!(HandRules::default().arc_of(0), None);
    }
}
