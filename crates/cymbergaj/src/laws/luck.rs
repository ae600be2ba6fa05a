//! What chance decides: numbers that the laws read as data, each kind from its own stream.

use core::f64::consts::TAU;

use tolley_experiment::random::{Purpose, Stream, Streams};

use super::Laws;
use super::game::Match;
use super::options::BandRule;
use super::seat::{Piece, Seat};

/// What chance decides for a whole match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draws {
    /// Who wins the toss before the match, CG-2.1.
    pub toss: Seat,
    /// Who wins the toss before extra time, CG-FB4.
    pub extra_toss: Seat,
    /// Who wins the toss before the penalty series.
    pub series_toss: Seat,
    /// Who wins the toss that ends a match without a winner, CG-1.3d.
    pub last_toss: Seat,
    /// For each half the share of the largest added time, CG-1.2b.
    pub added_ratio: [f64; 4],
}

impl Draws {
    /// Drawn from the streams of the match.
    pub fn new(laws: &Laws, streams: &Streams) -> Draws {
        let mut toss = streams.open(Purpose::named("laws/toss"));
        let mut winner = |p_x: f64| if toss.uniform() < p_x { Seat::X } else { Seat::Y };
        let (first, extra) = (winner(laws.rules.p_toss_x), winner(laws.rules.p_toss_x));
        let (series, last) = (winner(laws.rules.p_toss_x), winner(0.5));
        let mut added = streams.open(Purpose::named("laws/added"));
        Draws {
            toss: first,
            extra_toss: extra,
            series_toss: series,
            last_toss: last,
            added_ratio: [(); 4].map(|()| added.uniform()),
        }
    }
}

/// What chance decides in one Move or throw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// A careless touch in this direction, rad from straight ahead to the mover's left, replaces the stroke, CG-1.9b.
    pub accident_rad: Option<f64>,
    /// An illegal stroke, CG-1.10.
    pub illegal_stroke: bool,
    /// A touch of the other's coin, CG-5.1c.
    pub touch: bool,
    /// A touch of one's own coin without the comb, CG-5.1e.
    pub hand_touch: bool,
    /// A stroke too many after this one, CG-5.1f.
    pub extra_move: bool,
    /// A wrong throw-in, CG-5.2b.
    pub bad_throw: bool,
    /// The struck coin hops, CG-5.9.
    pub hop: bool,
    /// A coin rides up, CG-5.9, when the probability that one of the hard hits does it is above this.
    pub ride: f64,
    /// Whether the referee sees a foul, CG-1.5.
    pub detected: bool,
    /// Whether a foul in the victim's own goal area gives a goal kick, CG-5.1a.
    pub award_goal_kick: bool,
    /// Whether a foul in the offender's goal area gives a penalty, CG-5.1b.
    pub award_penalty: bool,
    /// Error of the line call, beyond the line positive, m, CG-4.1b.
    pub reading_error_m: f64,
    /// Whether a ball in the band of discretion is given as out, when that is left to chance, CG-4.1b.
    pub award_in_band: bool,
    /// Time that the Move takes over its usual time, CG-1.2a.
    pub tempo_ratio: f64,
}

impl Luck {
    /// People who make no mistakes and a referee who sees everything.
    pub const NONE: Luck = Luck {
        accident_rad: None,
        illegal_stroke: false,
        touch: false,
        hand_touch: false,
        extra_move: false,
        bad_throw: false,
        hop: false,
        ride: 1.0,
        detected: true,
        award_goal_kick: true,
        award_penalty: true,
        reading_error_m: 0.0,
        award_in_band: false,
        tempo_ratio: 1.0,
    };
}

/// The streams of a match from which [`Luck`] comes; those of events that cannot happen are not even opened.
#[derive(Clone, Debug)]
pub struct Chances {
    idle: bool,
    accident: Option<Stream>,
    illegal_stroke: Option<Stream>,
    touch: Option<Stream>,
    hand_touch: Option<Stream>,
    extra_move: Option<Stream>,
    bad_throw: Option<Stream>,
    hop: Option<Stream>,
    ride: Option<Stream>,
    detect: Option<Stream>,
    award: Option<Stream>,
    reading: Option<Stream>,
    tempo: Option<Stream>,
}

impl Chances {
    /// Of a match.
    pub fn new(laws: &Laws, streams: &Streams) -> Chances {
        let (human, rules) = (&laws.human, &laws.rules);
        let open = |needed: bool, purpose| needed.then(|| streams.open(purpose));
        let certain =
            rules.p_award_goal_kick == 1.0 && rules.p_award_penalty == 1.0 && rules.band_rule == BandRule::Geometry;
        let mut chances = Chances {
            idle: false,
            accident: open(human.p_accident > 0.0, const { Purpose::named("laws/accident") }),
            illegal_stroke: open(human.p_illegal_stroke > 0.0, const { Purpose::named("laws/illegal-stroke") }),
            touch: open(human.p_touch_far.max(human.p_touch_near) > 0.0, const { Purpose::named("laws/touch") }),
            hand_touch: open(human.p_hand_touch > 0.0, const { Purpose::named("laws/hand-touch") }),
            extra_move: open(human.p_extra_move > 0.0, const { Purpose::named("laws/extra-move") }),
            bad_throw: open(human.p_bad_throw > 0.0, const { Purpose::named("laws/bad-throw") }),
            hop: open(human.p_hop > 0.0, const { Purpose::named("laws/hop") }),
            ride: open(human.p_ride > 0.0, const { Purpose::named("laws/ride") }),
            detect: open(human.p_detect_foul < 1.0, const { Purpose::named("laws/detect") }),
            award: open(!certain, const { Purpose::named("laws/award") }),
            reading: open(rules.line_sd_m > 0.0, const { Purpose::named("laws/reading") }),
            tempo: open(rules.move_sd_ratio > 0.0, const { Purpose::named("laws/tempo") }),
        };
        let idle = chances.streams().all(|stream| stream.is_none());
        chances.idle = idle;
        chances
    }

    fn streams(&self) -> impl Iterator<Item = &Option<Stream>> {
        let human = [&self.accident, &self.illegal_stroke, &self.touch, &self.hand_touch, &self.extra_move];
        let play = [&self.bad_throw, &self.hop, &self.ride, &self.detect, &self.award, &self.reading, &self.tempo];
        human.into_iter().chain(play)
    }

    /// What chance decides in the Move or throw that comes; every stream moves on by the same number of draws.
    #[inline]
    pub fn draw(&mut self, laws: &Laws, game: &Match) -> Luck {
        if self.idle { Luck::NONE } else { self.drawn(laws, game) }
    }

    fn drawn(&mut self, laws: &Laws, game: &Match) -> Luck {
        let (human, rules) = (&laws.human, &laws.rules);
        let uniform = |stream: &mut Option<Stream>| stream.as_mut().map_or(1.0, Stream::uniform);
        let [band, goal_kick, penalty] = [(); 3].map(|()| uniform(&mut self.award));
        Luck {
            accident_rad: self.accident.as_mut().and_then(|stream| {
                let (happens, angle_rad) = (stream.uniform() < human.p_accident, TAU * (stream.uniform() - 0.5));
                happens.then_some(angle_rad)
            }),
            illegal_stroke: uniform(&mut self.illegal_stroke) < human.p_illegal_stroke,
            touch: uniform(&mut self.touch) < touch_probability(laws, game),
            hand_touch: uniform(&mut self.hand_touch) < human.p_hand_touch,
            extra_move: uniform(&mut self.extra_move) < human.p_extra_move,
            bad_throw: uniform(&mut self.bad_throw) < human.p_bad_throw,
            hop: uniform(&mut self.hop) < human.p_hop,
            ride: uniform(&mut self.ride),
            detected: self.detect.as_mut().is_none_or(|stream| stream.uniform() < human.p_detect_foul),
            award_goal_kick: rules.p_award_goal_kick == 1.0 || goal_kick < rules.p_award_goal_kick,
            award_penalty: rules.p_award_penalty == 1.0 || penalty < rules.p_award_penalty,
            reading_error_m: self.reading.as_mut().map_or(0.0, |stream| stream.normal() * rules.reading_sd_m()),
            award_in_band: band < rules.p_award_in_band,
            tempo_ratio: self.tempo.as_mut().map_or(1.0, |stream| tempo_ratio(rules.move_sd_ratio, stream)),
        }
    }
}

/// Lognormal with mean 1 and this coefficient of variation.
fn tempo_ratio(sd_ratio: f64, stream: &mut Stream) -> f64 {
    let variance = libm::log1p(sd_ratio * sd_ratio);
    libm::exp(variance.sqrt() * stream.normal() - 0.5 * variance)
}

/// CG-5.1c: more likely when the coins are near each other.
fn touch_probability(laws: &Laws, game: &Match) -> f64 {
    let [x, y] = [Piece::Coin(Seat::X), Piece::Coin(Seat::Y)];
    let gap_m = game.layout.of(x).distance(game.layout.of(y)) - laws.pitch.reach(x, y);
    if gap_m <= laws.human.reach_m { laws.human.p_touch_near } else { laws.human.p_touch_far }
}
