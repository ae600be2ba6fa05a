//! Predictions: the next event of every body by itself, and of every pair.
//!
//! A prediction depends on the flights alone, and flights change only at events that touch them; whatever is touched
//! is predicted anew, so nothing stale is ever executed and a fresh [`Scratch`] finds the same events.

use super::body::Mode;
use super::layout::Post;
use super::pair_time::{self, Track};
use super::setup::Setup;
use super::state::State;
use super::{lift, lines, tilt};
use crate::contact::{Group, INSTANT_S, Pairs};
use crate::kernel::{Due, Hit, Kind, NONE};

/// Gap below which a coin is at a post, as a share of the distance of their centres: what rounding leaves of none.
const TOUCH: f64 = 1.0 / (1u64 << 40) as f64;

/// What of a body's predictions is out of date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stale {
    /// Nothing.
    No,
    /// Its own events.
    Own,
    /// Its own events and its pairs.
    All,
}

/// Predictions and workspace, to be thrown away at will; all memory is taken at the start.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(super) stale: Vec<Stale>,
    /// When the next event of each body by itself is, infinite for never; what it is, and at which line.
    own_s: Vec<f64>,
    own: Vec<(Kind, u16)>,
    /// Contact times, row by row above the diagonal; infinite for never.
    pairs: Vec<f64>,
    /// Hits of the last event, if there were several.
    pub(super) hits: Vec<Hit>,
    /// The pairs that meet at the instant of an event.
    pub(super) meeting: Pairs,
    pub(super) group: Group,
}

impl Scratch {
    /// Knows nothing yet.
    pub fn new(setup: &Setup) -> Scratch {
        let n = setup.body_count();
        Scratch {
            stale: vec![Stale::All; n],
            own_s: vec![f64::INFINITY; n],
            own: vec![(Kind::Stop, NONE); n],
            pairs: vec![f64::INFINITY; n * n.saturating_sub(1) / 2],
            hits: Vec::with_capacity(6 * n),
            meeting: Pairs::for_bodies(n + setup.extras.posts.len()),
            group: Group::for_bodies(n + setup.extras.posts.len()),
        }
    }

    /// Forgets everything, as is needed before another trial.
    pub fn clear(&mut self) {
        self.stale.fill(Stale::All);
        self.hits.clear();
    }

    /// Lists the pairs that meet at an instant, if they are several; a post is a body behind the last coin.
    #[inline]
    pub(super) fn is_crowded(&mut self, setup: &Setup, state: &State, time_s: f64) -> bool {
        let last_s = time_s + INSTANT_S;
        let are_several = self.pairs.iter().filter(|&&pair_s| pair_s <= last_s).count() > 1;
        (are_several || !setup.extras.posts.is_empty()) && self.gather(setup, state, last_s)
    }

    #[cold]
    fn gather(&mut self, setup: &Setup, state: &State, last_s: f64) -> bool {
        self.meeting.clear();
        let (n, mut k) = (self.stale.len() as u16, 0);
        for i in 0..n {
            for j in i + 1..n {
                if self.pairs[k] <= last_s {
                    self.meeting.push([i, j]);
                }
                k += 1;
            }
            for (post, of) in (0..).zip(&setup.extras.posts) {
                if is_at(setup, state, usize::from(i), of, last_s) {
                    self.meeting.push([i, n + post]);
                }
            }
        }
        self.meeting.all().len() > 1
    }

    /// Whether another one predicts the same.
    pub(super) fn agrees(&self, that: &Scratch) -> bool {
        self.own_s == that.own_s && self.own == that.own && self.pairs == that.pairs
    }

    pub(super) fn forget(&mut self, body: usize, what: Stale) {
        self.stale[body] = self.stale[body].max(what);
    }

    /// Where the pair `(i, j)` with `i < j` is kept among those of `n` bodies.
    fn at(n: usize, i: usize, j: usize) -> usize {
        i * (2 * n - i - 1) / 2 + j - i - 1
    }

    /// Predicts what is out of date.
    #[inline(never)]
    pub(super) fn refresh(&mut self, setup: &Setup, state: &State) {
        for body in 0..self.stale.len() {
            if self.stale[body] == Stale::No {
                continue;
            }
            let next = own(setup, state, body);
            (self.own_s[body], self.own[body]) = (next.time_s, (next.kind, next.line));
            if self.stale[body] == Stale::All {
                self.refresh_pairs(setup, state, body);
            }
        }
        self.stale.fill(Stale::No);
    }

    fn refresh_pairs(&mut self, setup: &Setup, state: &State, body: usize) {
        let n = self.stale.len();
        for other in 0..n {
            // of two that are both out of date, the higher number does the work
            if other == body || (other > body && self.stale[other] == Stale::All) {
                continue;
            }
            let (i, j) = (body.min(other), body.max(other));
            self.pairs[Scratch::at(n, i, j)] = pair(setup, state, i, j).unwrap_or(f64::INFINITY);
        }
    }

    /// The earliest event of all.
    #[inline(never)]
    pub(super) fn first(&self) -> Option<Due> {
        let [own_s, pair_s] = [&self.own_s, &self.pairs].map(|times_s| least(times_s));
        let time_s = least(&[own_s, pair_s]);
        if time_s == f64::INFINITY {
            return None;
        }
        let mut first = (pair_s == time_s).then(|| self.pair_at(pair_s));
        for body in (0..self.own.len()).filter(|&body| self.own_s[body] == time_s) {
            let (kind, line) = self.own[body];
            let due = Due { line, ..Due::of_body(self.own_s[body], kind, body as u16) };
            if first.is_none_or(|first| due.precedes(&first)) {
                first = Some(due);
            }
        }
        first
    }

    /// The pair that meets at a time; of several that of the lowest ids.
    fn pair_at(&self, time_s: f64) -> Due {
        let (mut i, mut j) = (0, 1);
        for _ in self.pairs.iter().take_while(|&&pair_s| pair_s != time_s) {
            j += 1;
            if j == self.stale.len() {
                (i, j) = (i + 1, i + 2);
            }
        }
        Due::of_pair(time_s, i as u16, j as u16)
    }
}

/// The least of some numbers.
#[inline]
fn least(numbers: &[f64]) -> f64 {
    numbers.iter().fold(f64::INFINITY, |a, &b| if b < a { b } else { a })
}

/// Stands for no event of a body by itself.
fn never(body: usize) -> Due {
    Due::of_body(f64::INFINITY, Kind::Stop, body as u16)
}

fn tracks<'a>(setup: &'a Setup, state: &'a State, (i, j): (usize, usize)) -> [Track<'a>; 2] {
    let track = |body: usize| Track { coin: &setup.resolved[body], flight: &state.bodies[body].flight };
    [track(i), track(j)]
}

#[inline]
fn pair(setup: &Setup, state: &State, i: usize, j: usize) -> Option<f64> {
    let modes = [state.bodies[i].mode(), state.bodies[j].mode()];
    if modes.contains(&Mode::Off) {
        return None;
    }
    if setup.extras.lift.is_some() {
        return lifted_pair(setup, state, [i, j], modes);
    }
    pair_time::next(tracks(setup, state, (i, j)), f64::NEG_INFINITY)
}

/// The same where coins may hop and stack.
#[cold]
fn lifted_pair(setup: &Setup, state: &State, [i, j]: [usize; 2], modes: [Mode; 2]) -> Option<f64> {
    let [one, two] = tracks(setup, state, (i, j));
    match modes.map(|mode| mode == Mode::Air) {
        _ if modes.contains(&Mode::Top) => None,
        [true, false] => lift::meets([one, two], setup.extras.thickness_m[j]),
        [false, true] => lift::meets([two, one], setup.extras.thickness_m[i]),
        // two coins in the air at once have no height to each other
        _ => pair_time::next([one, two], f64::NEG_INFINITY),
    }
}

/// The next stop, landing, edge, line or post of one body.
fn own(setup: &Setup, state: &State, body: usize) -> Due {
    let one = &state.bodies[body];
    if !matches!(one.mode(), Mode::Slide | Mode::Air) {
        return never(body);
    }
    if one.hops {
        return Due::of_body(one.time_s(), Kind::Hop, body as u16);
    }
    let (flight, coin) = (&one.flight, &setup.resolved[body]);
    let at = |path_m: f64| (flight.start_s + flight.time_at(coin, path_m)).max(one.time_s());
    let edge = setup.edge.as_ref().and_then(|edge| Some((edge, lines::path_to_edge(edge, flight)?)));
    let mut first = match edge {
        Some((_, path_m)) => Due::of_body(at(path_m), Kind::Edge, body as u16),
        None if flight.stop_s.is_finite() => {
            let kind = if one.mode() == Mode::Air { Kind::Ground } else { Kind::Stop };
            Due::of_body(flight.start_s + flight.stop_s, kind, body as u16)
        }
        None => never(body),
    };
    for (number, (line, &side)) in setup.lines.iter().zip(state.sides(setup, body)).enumerate() {
        let Some(path_m) = lines::path_to_line(line, side, flight) else {
            continue;
        };
        let time_s = at(lines::joined(path_m, edge));
        first = first_of(first, Due { line: number as u16, ..Due::of_body(time_s, Kind::Line, body as u16) });
    }
    if let Some(time_s) = tilt::next_s(setup, one) {
        first = first_of(first, Due::of_body(time_s, Kind::Mode, body as u16));
    }
    if setup.extras.posts.is_empty() { first } else { first_of(first, next_post(setup, state, body)) }
}

fn first_of(one: Due, two: Due) -> Due {
    if two.precedes(&one) { two } else { one }
}

/// The next post that a body hits.
#[cold]
fn next_post(setup: &Setup, state: &State, body: usize) -> Due {
    let hit = |(line, time_s)| Due { line, ..Due::of_body(time_s, Kind::Post, body as u16) };
    posts(setup, state, body).map(hit).fold(never(body), first_of)
}

/// Whether a coin touches a post, or is about to: then it may be pressed against it.
fn is_at(setup: &Setup, state: &State, body: usize, post: &Post, last_s: f64) -> bool {
    let (one, coin) = (&state.bodies[body], &setup.resolved[body]);
    if matches!(one.mode(), Mode::Off | Mode::Top) {
        return false;
    }
    let (path_m, _) = one.flight.path_at(coin, last_s - one.flight.start_s);
    let reach_m = coin.radius_m + post.radius_m;
    one.flight.place(path_m).distance(post.position_m) - reach_m <= TOUCH * reach_m
}

/// The posts in the way of a body, and when it would hit each.
fn posts(setup: &Setup, state: &State, body: usize) -> impl Iterator<Item = (u16, f64)> {
    let (one, coin) = (&state.bodies[body], &setup.resolved[body]);
    let flight = &one.flight;
    // only what is still ahead counts: a line may have been crossed since the flight began
    let done = (one.position_m() - flight.origin_m).length();
    let moves = matches!(one.mode(), Mode::Slide | Mode::Air);
    setup.extras.posts.iter().zip(0..).filter(move |_| moves).filter_map(move |(post, number)| {
        let reach = coin.radius_m + post.radius_m;
        let path_m = pair_time::path_to(post.position_m - flight.place(done), flight.direction, reach)?;
        let is_ahead = done + path_m < flight.path_m;
        is_ahead.then(|| (number, (flight.start_s + flight.time_at(coin, done + path_m)).max(one.time_s())))
    })
}
