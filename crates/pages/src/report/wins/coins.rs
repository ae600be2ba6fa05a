//! Coins: goals and time that is left, Move by Move.

use tolley_analysis::AnalysisError;
use tolley_analysis::statistics::race::{At, Break, Course, Next, Step};
use tolley_dataset::{Batch, Dataset};
use tolley_experiment::value::Value;

use super::matches::{self, Game, MOST_REPEATS, Match, Shot, by_match, number};
use crate::report::cube::Cube;
use crate::report::ring::key_number;

/// Parts of a match that have a clock.
const PERIODS: [&str; 4] = ["first-half", "second-half", "first-extra", "second-extra"];
/// Restarts whose first Moves are told apart; all else is open play.
const RESTARTS: [&str; 6] = ["kick-off", "throw-in", "free-kick", "goal-kick", "corner", "penalty"];
/// Situations of a player: restarts, and open play by third of the table and first Move or later.
const EACH: usize = RESTARTS.len() + 6;
/// Stretches into which normal time is cut.
const TICKS: f64 = 200.0;
/// Goals of lead that are told apart.
const MOST_LEAD: i32 = 8;
const COLUMNS: [&str; 8] = ["match_no", "period", "clock_s", "mover", "restart", "turn_move_no", "ball_x_m", "goal_to"];
const MATCHES: [&str; 5] = ["trial", "point", "repeat", "match_no", "winner"];

/// The matches of one design point.
pub struct Coins {
    point: u64,
    /// Half the length of the table, m.
    half_m: f64,
    /// How long each part lasts at least, s: what is added nobody foresees.
    lengths_s: [f64; 4],
    tick_s: f64,
    /// What is left when each part ends, in ticks.
    ends: [u32; 4],
    most_left: u32,
    breaks: [Break; 3],
    /// Whether a goal ends extra time.
    is_golden: bool,
    /// By repeat and number of the match what player a had in the end; NaN where that is not known.
    results: Vec<[f64; 2]>,
}

#[derive(Clone, Copy)]
struct Row {
    /// Of those with a clock.
    period: Option<usize>,
    clock_s: f64,
    side: usize,
    situation: usize,
    gain: i32,
}

/// What names of the columns stand for.
struct Names {
    periods: Vec<Option<usize>>,
    restarts: Vec<Option<usize>>,
    /// Player a and player b.
    movers: [Option<usize>; 2],
    goals: [Option<usize>; 2],
}

impl Names {
    fn of(dataset: &Dataset) -> Names {
        let names = |column: &str| matches::names(dataset, "moves", column);
        let among = |column: &str, known: &[&str]| {
            names(column).iter().map(|name| known.iter().position(|other| other == name)).collect()
        };
        let players = |column: &str| ["a", "b"].map(|name| names(column).iter().position(|other| other == name));
        Names {
            periods: among("period", &PERIODS),
            restarts: among("restart", &RESTARTS),
            movers: players("mover"),
            goals: players("goal_to"),
        }
    }

    fn row(&self, batch: &Batch, at: usize, half_m: f64) -> Option<Row> {
        let value = |column: usize| number(batch, 3 + column, at);
        let name = |column: usize| Some(value(column) as usize);
        let side = self.movers.iter().position(|mover| *mover == name(3))?;
        let (restart, is_first) = (self.restarts[value(4) as usize], value(5) <= 1.0);
        let third = ((value(6) / half_m + 1.0) * 1.5).clamp(0.0, 2.0) as usize;
        let own = match restart {
            Some(restart) if is_first => restart,
            _ => RESTARTS.len() + 2 * third + usize::from(!is_first),
        };
        let gain = match self.goals.iter().position(|goal| *goal == name(7)) {
            Some(to) => 1 - 2 * to as i32,
            None => 0,
        };
        let period = self.periods[value(1) as usize];
        Some(Row { period, clock_s: value(2), side, situation: side * EACH + own, gain })
    }
}

impl Coins {
    /// The matches of a point; `None` where they have no rows of Moves.
    pub fn of(cube: &Cube<'_>, point: u64) -> Result<Option<Coins>, AnalysisError> {
        let Some(length_m) = key_number(cube, point as usize, "table.length_m") else { return Ok(None) };
        let is_golden = cube.key(point as usize, "rules.golden_goal") == Some(Value::Flag(true));
        let half_m = length_m / 2.0;
        let lengths_s = lengths(cube.dataset, point, half_m)?;
        let [Some(first_s), Some(second_s), ..] = lengths_s else { return Ok(None) };
        if first_s + second_s <= 0.0 {
            return Ok(None);
        }
        let tick_s = (first_s + second_s) / TICKS;
        // one more is what is left in added time
        let ticks = lengths_s.map(|length_s| length_s.map_or(0, |length_s| 1 + (length_s / tick_s).round() as u32));
        let lengths_s = lengths_s.map(|length_s| length_s.unwrap_or(0.0));
        let ends = [ticks[1] + ticks[2] + ticks[3], ticks[2] + ticks[3], ticks[3], 0];
        let breaks = [0, 1, 2].map(|part| Break { left: ends[part], decides: part == 1 });
        let results = results(cube.dataset, point)?;
        let most_left = ends[0] + ticks[0];
        Ok(Some(Coins { point, half_m, lengths_s, tick_s, ends, most_left, breaks, is_golden, results }))
    }

    fn at(&self, row: Row, period: usize, lead: i32) -> At {
        let own = ((self.lengths_s[period] - row.clock_s) / self.tick_s).round().max(0.0) as u32;
        At { situation: row.situation, lead, left: self.ends[period] + 1 + own }
    }

    fn told(&self, [trial, repeat, number]: [u64; 3], rows: &[Row]) -> Option<Match> {
        let result = self.results.get(repeat as usize)?.get(number as usize).copied().filter(|x| x.is_finite())?;
        let mut told =
            Match { trial, repeat, name: format!("trial {trial}, match {number}"), result, ..Match::default() };
        let mut score = [0_u32; 2];
        for (place, row) in rows.iter().enumerate() {
            let Some(period) = row.period else {
                told.is_level = true;
                break;
            };
            let before = place.checked_sub(1).and_then(|before| rows[before].period);
            let at = self.at(*row, period, score[0] as i32 - score[1] as i32);
            if period > 0 && before != Some(period) {
                told.openings.push((period - 1, at.situation));
            }
            let next = rows.get(place + 1).filter(|next| next.period == Some(period));
            let is_added = self.band(at.left) == 1;
            let (spent, next) = match next {
                Some(next) if is_added => (0, Next::To(next.situation)),
                // the whistle: whose turn it would be plays no part
                None if is_added => (1, Next::To(row.situation)),
                Some(next) => {
                    let ticks = ((next.clock_s - row.clock_s) / self.tick_s).round();
                    (ticks.max(1.0) as u32, Next::To(next.situation))
                }
                None => (1, Next::Unseen),
            };
            let step = Step { gain: row.gain, spent, next };
            let when = format!("{}, {:.0} s", PERIODS[period].replace('-', " "), row.clock_s);
            told.shots.push(Shot { at, step, side: row.side, score, when });
            score[usize::from(row.gain < 0)] += row.gain.unsigned_abs();
        }
        told.is_level &= score[0] == score[1];
        (!told.shots.is_empty()).then_some(told)
    }
}

/// How long each part lasts at least: when the last Move of any begins; `None` of a part that was not played.
fn lengths(dataset: &Dataset, point: u64, half_m: f64) -> Result<[Option<f64>; 4], AnalysisError> {
    let names = Names::of(dataset);
    let mut least: [Option<f64>; 4] = [None; 4];
    by_match(dataset, "moves", &COLUMNS, point, |batch, at| names.row(batch, at, half_m), &mut |_, rows: &[Row]| {
        for (place, row) in rows.iter().enumerate() {
            let Some(period) = row.period else { continue };
            if rows.get(place + 1).is_none_or(|next| next.period != Some(period)) {
                least[period] = Some(least[period].map_or(row.clock_s, |least| least.min(row.clock_s)));
            }
        }
    })?;
    Ok(least)
}

fn results(dataset: &Dataset, point: u64) -> Result<Vec<[f64; 2]>, AnalysisError> {
    let mut results: Vec<[f64; 2]> = Vec::new();
    let winners = matches::names(dataset, "matches", "winner");
    dataset.scan("matches", &MATCHES, |batch| {
        let (points, repeats, numbers) = (batch.u64(1), batch.u64(2), batch.u64(3));
        for row in (0..batch.len()).filter(|row| points[*row] == point && repeats[*row] < MOST_REPEATS) {
            let repeat = repeats[row] as usize;
            if results.len() <= repeat {
                results.resize(repeat + 1, [f64::NAN; 2]);
            }
            let value = match winners.get(usize::from(batch.names(4)[row])).map(String::as_str) {
                Some("a") => 1.0,
                Some("b") => 0.0,
                _ => f64::NAN,
            };
            if let Some(result) = results[repeat].get_mut(numbers[row] as usize) {
                *result = value;
            }
        }
    })?;
    Ok(results)
}

impl Course for Coins {
    fn situations(&self) -> usize {
        2 * EACH
    }

    fn most_lead(&self) -> i32 {
        MOST_LEAD
    }

    fn most_left(&self) -> u32 {
        self.most_left
    }

    fn bands(&self) -> usize {
        2
    }

    /// Added time apart, in which each Move may be the last.
    fn band(&self, left: u32) -> usize {
        usize::from(self.ends.iter().any(|end| left == end + 1))
    }

    /// What is added to the part in which so much is left.
    fn floor(&self, left: u32) -> u32 {
        let end = self.ends.iter().filter(|end| **end < left).max().copied().unwrap_or(0);
        if left > end + 1 { end + 1 } else { end }
    }

    fn ended(&self, lead: i32, left: u32) -> Option<f64> {
        let is_extra = left <= self.breaks[1].left;
        (self.is_golden && is_extra && lead != 0).then(|| f64::from(u8::from(lead > 0)))
    }

    fn breaks(&self) -> &[Break] {
        &self.breaks
    }
}

impl Game for Coins {
    fn sides(&self) -> [&'static str; 2] {
        ["player a", "player b"]
    }

    fn won(&self) -> &'static str {
        "match"
    }

    fn knows(&self) -> &'static str {
        "the lead, the time left (as far as every half went on; after it each Move may be the last, as often as it was), whose \
         Move it is, by which restart, else the third of the table in which the ball lies; not where coins lie. A shootout counts \
         as the share that player a won of all"
    }

    fn each(&self, dataset: &Dataset, take: &mut dyn FnMut(&Match)) -> Result<(), AnalysisError> {
        let names = Names::of(dataset);
        let row = |batch: &Batch, at: usize| names.row(batch, at, self.half_m);
        by_match(dataset, "moves", &COLUMNS, self.point, row, &mut |of, rows| {
            if let Some(told) = self.told(of, rows) {
                take(&told);
            }
        })
    }
}

/// Matches that somebody won, at each point.
pub fn counts(dataset: &Dataset, points: usize) -> Result<Vec<u64>, AnalysisError> {
    let mut counts = vec![0; points];
    let nobody = matches::names(dataset, "matches", "winner").iter().position(|name| name == "nobody");
    dataset.scan("matches", &MATCHES, |batch| {
        for (point, winner) in batch.u64(1).iter().zip(batch.names(4)) {
            if Some(usize::from(*winner)) != nobody
                && let Some(count) = counts.get_mut(*point as usize)
            {
                *count += 1;
            }
        }
    })?;
    Ok(counts)
}
