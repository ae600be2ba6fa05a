//! Draws what chance decides in a match, for the laws to read.

use core::f64::consts::TAU;

use tolley_experiment::decimal::decimal;
use tolley_experiment::random::{Purpose, Stream, Streams};

use crate::laws::choices::BandRule;
use crate::laws::{Laws, Match, MatchDraws, MoveDraws, Piece, Seat};

/// What chance decides for a whole match, from the streams of the match.
pub fn match_draws(laws: &Laws, streams: &Streams) -> MatchDraws {
    let mut toss = streams.open(Purpose::named("laws/toss"));
    let mut winner = |p_x: f64| if toss.uniform() < p_x { Seat::X } else { Seat::Y };
    let (first, extra) = (winner(laws.rules.p_toss_x), winner(laws.rules.p_toss_x));
    let (series, last) = (winner(laws.rules.p_toss_x), winner(0.5));
    let mut added = streams.open(Purpose::named("laws/added"));
    MatchDraws {
        toss: first,
        extra_toss: extra,
        series_toss: series,
        last_toss: last,
        added_ratio: [(); 4].map(|()| added.uniform()),
    }
}

/// The streams of a match from which [`MoveDraws`] comes; those of events that cannot happen are not even opened.
#[derive(Clone, Debug)]
pub struct MoveStreams {
    idle: bool,
    accident: Option<Stream>,
    illegal_stroke: Option<Stream>,
    touch: Option<Stream>,
    hand_touch: Option<Stream>,
    shift: Option<Stream>,
    extra_move: Option<Stream>,
    bad_throw: Option<Stream>,
    hop: Option<Stream>,
    ride: Option<Stream>,
    detect: Option<Stream>,
    award: Option<Stream>,
    reading: Option<Stream>,
    tempo: Option<Stream>,
}

impl MoveStreams {
    /// Of a match.
    pub fn new(laws: &Laws, streams: &Streams) -> MoveStreams {
        let Laws { rules, clock, referee, human, .. } = laws;
        let open = |needed: bool, purpose| needed.then(|| streams.open(purpose));
        let certain =
            rules.p_award_goal_kick == 1.0 && rules.p_award_penalty == 1.0 && referee.discretion == BandRule::Geometry;
        let touches = human.p_touch_far.max(human.p_touch_near).max(human.p_hand_touch) > 0.0;
        let mut opened = MoveStreams {
            idle: false,
            accident: open(human.p_accident > 0.0, const { Purpose::named("laws/accident") }),
            illegal_stroke: open(human.p_illegal_stroke > 0.0, const { Purpose::named("laws/illegal-stroke") }),
            touch: open(human.p_touch_far.max(human.p_touch_near) > 0.0, const { Purpose::named("laws/touch") }),
            hand_touch: open(human.p_hand_touch > 0.0, const { Purpose::named("laws/hand-touch") }),
            shift: open(touches && referee.p_detect_foul < 1.0, const { Purpose::named("laws/shift") }),
            extra_move: open(human.p_extra_move > 0.0, const { Purpose::named("laws/extra-move") }),
            bad_throw: open(human.p_bad_throw > 0.0, const { Purpose::named("laws/bad-throw") }),
            hop: open(human.p_hop > 0.0, const { Purpose::named("laws/hop") }),
            ride: open(human.p_ride > 0.0, const { Purpose::named("laws/ride") }),
            detect: open(referee.p_detect_foul < 1.0, const { Purpose::named("laws/detect") }),
            award: open(!certain, const { Purpose::named("laws/award") }),
            reading: open(referee.line_sd_m > 0.0, const { Purpose::named("laws/reading") }),
            tempo: open(clock.move_sd_ratio > 0.0, const { Purpose::named("laws/tempo") }),
        };
        let idle = opened.streams().all(|stream| stream.is_none());
        opened.idle = idle;
        opened
    }

    fn streams(&self) -> impl Iterator<Item = &Option<Stream>> {
        let human =
            [&self.accident, &self.illegal_stroke, &self.touch, &self.hand_touch, &self.shift, &self.extra_move];
        let play = [&self.bad_throw, &self.hop, &self.ride, &self.detect, &self.award, &self.reading, &self.tempo];
        human.into_iter().chain(play)
    }

    /// What chance decides in the Move or throw that comes; every stream moves on by the same number of draws.
    #[inline]
    pub fn draw(&mut self, laws: &Laws, game: &Match) -> MoveDraws {
        if self.idle { MoveDraws::NONE } else { self.drawn(laws, game) }
    }

    fn drawn(&mut self, laws: &Laws, game: &Match) -> MoveDraws {
        let Laws { rules, clock, referee, human, .. } = laws;
        let uniform = |stream: &mut Option<Stream>| stream.as_mut().map_or(1.0, Stream::uniform);
        let [band, goal_kick, penalty] = [(); 3].map(|()| uniform(&mut self.award));
        MoveDraws {
            accident_rad: self.accident.as_mut().and_then(|stream| {
                let (happens, angle_rad) = (stream.uniform() < human.p_accident, TAU * (stream.uniform() - 0.5));
                happens.then_some(angle_rad)
            }),
            illegal_stroke: uniform(&mut self.illegal_stroke) < human.p_illegal_stroke,
            touch: uniform(&mut self.touch) < touch_probability(laws, game),
            hand_touch: uniform(&mut self.hand_touch) < human.p_hand_touch,
            shift_rad: self.shift.as_mut().map_or(0.0, |stream| TAU * (stream.uniform() - 0.5)),
            extra_move: uniform(&mut self.extra_move) < human.p_extra_move,
            bad_throw: uniform(&mut self.bad_throw) < human.p_bad_throw,
            hop: uniform(&mut self.hop) < human.p_hop,
            ride: uniform(&mut self.ride),
            detected: self.detect.as_mut().is_none_or(|stream| stream.uniform() < referee.p_detect_foul),
            award_goal_kick: rules.p_award_goal_kick == 1.0 || goal_kick < rules.p_award_goal_kick,
            award_penalty: rules.p_award_penalty == 1.0 || penalty < rules.p_award_penalty,
            reading_error_m: self.reading.as_mut().map_or(0.0, |stream| stream.normal() * referee.reading_sd_m()),
            award_in_band: band < referee.p_award_in_band,
            tempo_ratio: self.tempo.as_mut().map_or(1.0, |stream| tempo_ratio(clock.move_sd_ratio, stream)),
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
    let near_m = decimal(laws.pitch.reach(x, y) + laws.human.touch_reach_m);
    if game.layout.of(x).distance(game.layout.of(y)) <= near_m {
        laws.human.p_touch_near
    } else {
        laws.human.p_touch_far
    }
}
