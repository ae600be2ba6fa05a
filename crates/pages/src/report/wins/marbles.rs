//! Marbles: points and marbles that are left, shot by shot.

use tolley_analysis::AnalysisError;
use tolley_analysis::statistics::race::{At, Course, Next, Step};
use tolley_dataset::{Batch, Dataset};
use tolley_experiment::keys::KeySet;
use tolley_tinsley_green::matches::MatchKeys;

use super::matches::{self, Game, MOST_REPEATS, Match, Shot, by_match, number};
use crate::report::cube::Cube;

/// Points of a game that the chain tells apart.
const MOST_POINTS: u32 = 200;
/// Situations of a side: from off the ring, from the ring as a turn begins, and going on.
const EACH: usize = 3;
const COLUMNS: [&str; 6] = ["game", "turn", "shot", "side", "start", "points_count"];
/// Who won, in the table of matches and in that of games.
pub const WINNER: &str = "winner_side";
const GAMES: [&str; 5] = ["trial", "point", "repeat", "game", WINNER];
const MATCHES: [&str; 4] = ["trial", "point", "repeat", WINNER];

/// The games of one design point, between two sides.
pub struct Marbles {
    point: u64,
    /// Points of all marbles.
    points: u32,
    target: u32,
    /// Whether the game is the match.
    is_match: bool,
    /// By repeat what the first side had in the end; NaN where that is not known.
    results: Vec<f64>,
}

#[derive(Clone, Copy)]
struct Row {
    turn: u64,
    shot: u64,
    side: usize,
    from_ring: bool,
    points: u32,
}

impl Marbles {
    /// The games of a point; `None` where more than two sides play.
    pub fn of(cube: &Cube<'_>, point: u64) -> Result<Option<Marbles>, AnalysisError> {
        let Some(plan) = &cube.plan else { return Ok(None) };
        let laws = MatchKeys::read(&plan.point(point)).laws();
        let form = laws.format.form();
        let points = laws.rack_of(form) * laws.continuation.points_per_marble_count;
        if !(laws.format.is_team() || laws.format.players() == 2) || !(1..=MOST_POINTS).contains(&points) {
            return Ok(None);
        }
        let is_match = laws.format.game_count == 1;
        let results = results(cube.dataset, point, is_match)?;
        Ok(Some(Marbles { point, points, target: laws.target_of(form), is_match, results }))
    }

    fn told(&self, [trial, repeat, game]: [u64; 3], rows: &[Row]) -> Option<Match> {
        let result = self.results.get(repeat as usize).copied().filter(|result| result.is_finite() && game == 0)?;
        if rows.is_empty() || rows.iter().zip(0..).any(|(row, shot)| row.shot != shot || row.side > 1) {
            return None;
        }
        let (mut score, mut shots) = ([0_u32; 2], Vec::with_capacity(rows.len()));
        for (number, row) in rows.iter().enumerate() {
            let before = number.checked_sub(1).map(|before| rows[before]);
            let at = self.at(*row, before, score);
            let mut after = score;
            after[row.side] += row.points;
            let end = self.standing(after);
            let next = match rows.get(number + 1) {
                Some(next) => Next::To(situation(*next, Some(*row))),
                None if end.1 == 0 || self.ended(end.0, end.1).is_some() => Next::Unseen,
                None => Next::Over((2.0 * result) as u8),
            };
            let step = Step { gain: end.0 - at.lead, spent: at.left.saturating_sub(end.1), next };
            let when = format!("turn {}, shot {}", row.turn + 1, row.shot + 1);
            shots.push(Shot { at, step, side: row.side, score, when });
            score = after;
        }
        let is_level = self.standing(score) == (0, 0);
        let name = format!("trial {trial}");
        Some(Match { trial, repeat, name, shots, openings: Vec::new(), result, is_level })
    }

    /// Lead of the first side and points that are left.
    fn standing(&self, [a, b]: [u32; 2]) -> (i32, u32) {
        (a as i32 - b as i32, self.points.saturating_sub(a + b))
    }

    fn at(&self, row: Row, before: Option<Row>, score: [u32; 2]) -> At {
        let (lead, left) = self.standing(score);
        At { situation: situation(row, before), lead, left }
    }
}

fn situation(row: Row, before: Option<Row>) -> usize {
    let goes_on = before.is_some_and(|before| before.turn == row.turn);
    let of_side = match (row.from_ring, goes_on) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 2,
    };
    row.side * EACH + of_side
}

/// What the first side had of the match, or of its first game where there are more.
fn results(dataset: &Dataset, point: u64, is_match: bool) -> Result<Vec<f64>, AnalysisError> {
    let mut results = Vec::new();
    let (table, columns): (&str, &[&str]) = if is_match { ("matches", &MATCHES) } else { ("games", &GAMES) };
    dataset.scan(table, columns, |batch| {
        let (points, repeats) = (batch.u64(1), batch.u64(2));
        for row in (0..batch.len()).filter(|row| points[*row] == point && repeats[*row] < MOST_REPEATS) {
            if !is_match && number(batch, 3, row) != 0.0 {
                continue;
            }
            let repeat = repeats[row] as usize;
            if results.len() <= repeat {
                results.resize(repeat + 1, f64::NAN);
            }
            let winner = columns.len() - 1;
            let won = batch.has_value(winner, row).then(|| number(batch, winner, row));
            results[repeat] = won.map_or(0.5, |side| f64::from(u8::from(side == 0.0)));
        }
    })?;
    Ok(results)
}

impl Course for Marbles {
    fn situations(&self) -> usize {
        2 * EACH
    }

    fn most_lead(&self) -> i32 {
        self.points as i32
    }

    fn most_left(&self) -> u32 {
        self.points
    }

    /// Who has reached the target has won, TG-9g, whether it is played on or not.
    fn ended(&self, lead: i32, left: u32) -> Option<f64> {
        let all = self.points as i32 - left as i32;
        let reached = |points: i32| points >= 2 * self.target as i32;
        match (reached(all + lead), reached(all - lead)) {
            (true, false) => Some(1.0),
            (false, true) => Some(0.0),
            _ => None,
        }
    }

    fn bands(&self) -> usize {
        5
    }

    /// The untouched rack, then quarters.
    fn band(&self, left: u32) -> usize {
        if left >= self.points { 0 } else { 1 + (4 * left / self.points) as usize }
    }
}

impl Game for Marbles {
    fn sides(&self) -> [&'static str; 2] {
        ["first side", "other side"]
    }

    fn won(&self) -> &'static str {
        if self.is_match { "match" } else { "first game" }
    }

    fn knows(&self) -> &'static str {
        "both scores (points are counted apart at the untouched rack and in each quarter of the marbles), whose shot it is, \
         and whether it is from off the ring, from where the toley lay, or goes on; not where balls lie, nor who is out"
    }

    fn each(&self, dataset: &Dataset, take: &mut dyn FnMut(&Match)) -> Result<(), AnalysisError> {
        let ring = matches::names(dataset, "shots", "start").iter().position(|name| name == "ring");
        let row = |batch: &Batch, at: usize| {
            let value = |column: usize| number(batch, 3 + column, at);
            Some(Row {
                turn: value(1) as u64,
                shot: value(2) as u64,
                side: value(3) as usize,
                from_ring: Some(value(4) as usize) == ring,
                points: value(5) as u32,
            })
        };
        by_match(dataset, "shots", &COLUMNS, self.point, row, &mut |of, rows| {
            if let Some(told) = self.told(of, rows) {
                take(&told);
            }
        })
    }
}

/// Matches that were played at each point.
pub fn counts(dataset: &Dataset, points: usize) -> Result<Vec<u64>, AnalysisError> {
    let mut counts = vec![0; points];
    dataset.scan("matches", &MATCHES, |batch| {
        batch.u64(1).iter().for_each(|point| {
            if let Some(count) = counts.get_mut(*point as usize) {
                *count += 1;
            }
        });
    })?;
    Ok(counts)
}
