//! Films a trial of coins: a slide without spin and a hop exactly, a slide with spin by polynomials.

use glam::{DVec2, DVec3};

use super::body::Mode;
use super::flight::{Flight, Law};
use super::resolved::Resolved;
use super::setup::Setup;
use super::state::State;
use super::world::Discs;
use crate::film::{Film, PLACE_ERROR_M, Piece, Turn};
use crate::kernel::{Event, EventSink, Hit, Kind};

/// Angles are told to this, rad.
const ANGLE_ERROR_RAD: f64 = 1e-8;
/// Halvings of a flight.
const FINEST: u32 = 40;

/// What a coin does: its flight, or that of the coin on which it lies.
#[derive(Clone, Debug, PartialEq)]
struct Motion {
    from_s: f64,
    mode: Mode,
    flight: Flight,
    /// The coin whose flight it is.
    of: usize,
    /// From the centre of that coin, m.
    shift_m: DVec2,
    /// The angle of a coin that does not turn with it, rad.
    held_rad: Option<f64>,
}

/// A sink that films.
#[derive(Clone, Debug)]
pub struct Recorder {
    film: Film,
    open: Vec<Motion>,
}

impl Recorder {
    /// Before the first event.
    pub fn new(state: &State) -> Recorder {
        let open = (0..state.bodies.len()).map(|i| motion(state, i, 0.0)).collect::<Vec<_>>();
        Recorder { film: Film::of(open.len()), open }
    }

    /// After the last event.
    pub fn finish(mut self, setup: &Setup) -> Film {
        for i in 0..self.open.len() {
            self.close(setup, i, f64::INFINITY);
        }
        self.film.finish()
    }

    fn close(&mut self, setup: &Setup, i: usize, to_s: f64) {
        let motion = &self.open[i];
        if motion.from_s < to_s {
            self.film.cut(i, motion.from_s);
            pieces(&setup.resolved[motion.of], motion, to_s, &mut self.film.bodies[i]);
        }
    }
}

impl EventSink<Discs> for Recorder {
    const FILMS: bool = true;

    fn record(&mut self, setup: &Setup, state: &State, event: &Event, hits: &[Hit]) {
        for i in 0..self.open.len() {
            let now = motion(state, i, event.time_s);
            let was = &self.open[i];
            if now != (Motion { from_s: now.from_s, ..was.clone() }) {
                self.close(setup, i, now.from_s);
                self.open[i] = now;
            }
        }
        if event.kind != Kind::Hold {
            event.each_hit(hits).for_each(|event| self.film.note(event));
        }
    }
}

/// What a coin does from now on.
fn motion(state: &State, i: usize, now_s: f64) -> Motion {
    let body = &state.bodies[i];
    let from_s = body.flight.start_s;
    let own = Motion { from_s, mode: body.mode(), flight: body.flight, of: i, shift_m: DVec2::ZERO, held_rad: None };
    let Some(of) = body.carrier().filter(|_| body.mode() == Mode::Top).map(usize::from) else { return own };
    let below = &state.bodies[of];
    // rounding of the way that it was carried is no change
    let shift_m = ((body.position_m() - below.position_m()) * 1e12).round() * 1e-12;
    let from_s = now_s.max(below.flight.start_s);
    Motion { from_s, flight: below.flight, of, shift_m, held_rad: Some(body.angle_rad()), ..own }
}

fn pieces(coin: &Resolved, motion: &Motion, to_s: f64, pieces: &mut Vec<Piece>) {
    let (flight, from_s) = (&motion.flight, motion.from_s);
    let begin = from_s - flight.start_s;
    let end = (to_s - flight.start_s).min(flight.stop_s).max(begin);
    let push = |from: f64, span_s: f64, path_m: &[f64], high_m: &[f64], turned: &[f64]| {
        let count = path_m.len().max(high_m.len());
        let at = |list: &[f64], power: usize| list.get(power).copied().unwrap_or(0.0);
        let place = |power: usize| {
            let there_m = flight.direction * at(path_m, power);
            let start_m = if power == 0 { flight.origin_m + motion.shift_m } else { DVec2::ZERO };
            (start_m + there_m).extend(at(high_m, power))
        };
        let place_m: Vec<DVec3> = (0..count).map(place).collect();
        let held = motion.held_rad.map(|rad| vec![rad]);
        let turn = Turn::Angle(held.unwrap_or_else(|| turned.to_vec()));
        pieces.push(Piece { from_s: flight.start_s + from, span_s, mode: motion.mode.name(), place_m, turn });
    };
    let (v, w, angle, g) = (flight.speed_m_s, flight.spin_rad_s, flight.angle_rad, flight.slowing_m_s2);
    let is_still = matches!(motion.mode, Mode::Off | Mode::Rest) || end <= begin;
    push_law(coin, flight, (begin, end), is_still, [v, w, angle, g], push);
}

/// The pieces of a flight from one local time to another.
fn push_law(
    coin: &Resolved,
    flight: &Flight,
    (begin, end): (f64, f64),
    is_still: bool,
    [v, w, angle, g]: [f64; 4],
    mut push: impl FnMut(f64, f64, &[f64], &[f64], &[f64]),
) {
    // powers of the time since `begin`
    match flight.law {
        _ if is_still => {
            let there = look(coin, flight, begin);
            push(begin, 1.0, &[there[0]], &[], &[there[2]]);
        }
        Law::Still => push(begin, 1.0, &[0.0], &[], &[angle]),
        Law::Drift => push(begin, 1.0, &[v * begin, v], &[], &[angle + w * begin, w]),
        Law::Air => {
            let (high_m, rise_m_s) = flight.lift_at(coin, begin);
            let high = [high_m, rise_m_s, -0.5 * coin.gravity_m_s2];
            push(begin, 1.0, &[v * begin, v], &high, &[angle + w * begin, w]);
        }
        Law::Slide if w == 0.0 => {
            let (done_m, left_m_s) = flight.path_at(coin, begin);
            push(begin, 1.0, &[done_m, left_m_s, -0.5 * g], &[], &[angle]);
        }
        Law::Slide | Law::Spin | Law::Below | Law::Above => {
            let mut fitted = Vec::new();
            fit(&|t| look(coin, flight, t), [begin, end], FINEST, &mut fitted);
            for ([from, to], path_m, turned) in fitted {
                push(from, to - from, &path_m, &[], &turned);
            }
        }
    }
}

/// Path, speed, angle and spin at a local time of a flight.
fn look(coin: &Resolved, flight: &Flight, t: f64) -> [f64; 4] {
    if t >= flight.stop_s {
        return [flight.path_m, 0.0, flight.last_angle_rad(coin), 0.0];
    }
    let moment = flight.moment(coin, t);
    [moment.path_m, moment.speed_m_s, moment.angle_rad, moment.spin_rad_s]
}

/// A stretch of time with the polynomials of path and angle in it.
type Fitted = ([f64; 2], [f64; 6], [f64; 6]);

/// Polynomials through value and slope of both ends and the middle, halved until they tell the motion.
fn fit(look: &impl Fn(f64) -> [f64; 4], [from, to]: [f64; 2], left: u32, fitted: &mut Vec<Fitted>) {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
    let nodes = [look(from), look(middle), look(to)];
    let path = quintic(nodes.map(|node| [node[0], node[1] * half]));
    let turn = quintic(nodes.map(|node| [node[2], node[3] * half]));
    let is_off = |k: u32| {
        let x = f64::from(k) / 16.0;
        let there = look(from + x * (to - from));
        (read(&path, x) - there[0]).abs() > 0.5 * PLACE_ERROR_M || (read(&turn, x) - there[2]).abs() > ANGLE_ERROR_RAD
    };
    if left > 0 && half > 0.0 && [1, 2, 4, 6, 10, 12, 14, 15].into_iter().any(is_off) {
        fit(look, [from, middle], left - 1, fitted);
        fit(look, [middle, to], left - 1, fitted);
    } else {
        fitted.push(([from, to], path, turn));
    }
}

fn read(coefficients: &[f64; 6], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// The polynomial of degree 5 with these values and slopes at 0, 1/2 and 1, slopes over half of that.
fn quintic([[below, below_slope], [here, slope], [above, above_slope]]: [[f64; 2]; 3]) -> [f64; 6] {
    let even = 0.5 * (above + below) - here;
    let odd = 0.5 * (above - below) - slope;
    let fourth = 0.25 * (above_slope - below_slope) - even;
    let fifth = 0.5 * (0.5 * (above_slope + below_slope) - slope - 3.0 * odd);
    let of_u = [here, slope, even - fourth, odd - fifth, fourth, fifth];
    // u = 2 x - 1
    let mut of_x = [0.0; 6];
    for c in of_u.into_iter().rev() {
        for power in (0..6).rev() {
            let below = if power > 0 { of_x[power - 1] } else { 0.0 };
            of_x[power] = 2.0 * below - of_x[power];
        }
        of_x[0] += c;
    }
    of_x
}
