//! The chance to win a match, shot by shot, and what each shot was worth: a chain of shots counted in the dataset's own
//! matches and solved exactly.

mod coins;
mod marbles;
mod matches;

use serde_json::{Value as Json, json};
use tolley_analysis::statistics::race::{Fit, GROUPS, Races};
use tolley_analysis::{AnalysisError, Estimate};
use tolley_answers::render::shell_line;
use tolley_answers::tidy::Row;
use tolley_report::Figure;

use super::cube::Cube;
use coins::Coins;
use marbles::Marbles;
use matches::{Game, Match};

/// Matches that a chain is counted in, at least.
const FEWEST: u64 = 40;
/// Shots of a match that are drawn.
const MOST_DRAWN: usize = 2_000;
/// Parts of the chance in which it is held against what happened.
const PARTS: usize = 5;

/// What was found.
pub enum Wins {
    /// The curves of some matches.
    Curves(Box<Curves>),
    /// Why there are none.
    Without(String),
}

/// Matches shot by shot.
pub struct Curves {
    sides: [&'static str; 2],
    won: &'static str,
    knows: &'static str,
    point: u64,
    matches: u64,
    shots: u64,
    drawn: Vec<Drawn>,
    parts: [Part; PARTS],
    level: Estimate,
}

/// A match, its curve, and what its shots were worth to the first side.
struct Drawn {
    of: Match,
    why: &'static str,
    /// Before each shot.
    chances: Vec<Estimate>,
    worth: Vec<Estimate>,
}

/// How often the first side won where the chain says so much.
#[derive(Clone, Copy, Default)]
struct Part {
    shots: u64,
    said: f64,
    won: f64,
}

/// The curves of a dataset of matches; none of another.
pub fn found(cube: &Cube<'_>) -> Result<Option<Wins>, AnalysisError> {
    let points = cube.points.len();
    let (table, columns): (_, &[&str]) = match cube.facts.study.as_str() {
        "tinsley-green/match" => ("shots", &["side", "start", "points_count"]),
        "cymbergaj/match" => ("moves", &["mover", "restart", "goal_to"]),
        _ => return Ok(None),
    };
    if !cube.has(table, columns) {
        return Ok(Some(Wins::Without(no_moves())));
    }
    let is_marbles = table == "shots";
    if is_marbles && !cube.has("matches", &[marbles::WINNER]) {
        let winner = marbles::WINNER;
        let why = format!("No curve of win probability is drawn: [output] does not keep {winner}, which says who won.");
        return Ok(Some(Wins::Without(why)));
    }
    let counts = if is_marbles { marbles::counts(cube.dataset, points)? } else { coins::counts(cube.dataset, points)? };
    // the first of the points with the most matches that can be told
    let mut order: Vec<usize> = (0..points).collect();
    order.sort_by_key(|point| std::cmp::Reverse(counts[*point]));
    let most = order.first().map_or(0, |point| counts[*point]);
    if most < FEWEST {
        return Ok(Some(Wins::Without(format!(
            "No curve of win probability is drawn: no design point has more than {most} matches that somebody won, and {FEWEST} \
             are needed to tell what a shot is worth. More repeats grow the dataset."
        ))));
    }
    for point in order.into_iter().filter(|point| counts[*point] >= FEWEST) {
        let found = if is_marbles {
            Marbles::of(cube, point as u64)?.map(|game| curves(cube, &game, point as u64))
        } else {
            Coins::of(cube, point as u64)?.map(|game| curves(cube, &game, point as u64))
        };
        match found.transpose()?.flatten() {
            Some(curves) => return Ok(Some(Wins::Curves(Box::new(curves)))),
            None if is_marbles => {}
            None => break,
        }
    }
    let why = if is_marbles {
        "No curve of win probability is drawn: it needs matches of two sides, at most 200 points.".to_owned()
    } else {
        no_moves()
    };
    Ok(Some(Wins::Without(why)))
}

fn no_moves() -> String {
    "No curve of win probability is drawn: contest.record = \"moves\" keeps the rows that it needs.".to_owned()
}

fn curves(cube: &Cube<'_>, game: &impl Game, point: u64) -> Result<Option<Curves>, AnalysisError> {
    let mut races = Races::new(game);
    game.each(cube.dataset, &mut |of| {
        let level = of.is_level.then_some(of.result);
        races.add(game, of.repeat, &of.steps(), &of.openings, level);
    })?;
    let Some(fit) = Some(races.count()).filter(|count| *count >= FEWEST).and_then(|_| races.fit(game)) else {
        return Ok(None);
    };
    let mut parts = [Part::default(); PARTS];
    let (mut first, mut turned): (Option<Match>, Option<(f64, Match)>) = (None, None);
    game.each(cube.dataset, &mut |of| {
        let mut least = 1.0_f64;
        for shot in &of.shots {
            let said = fit.without(of.repeat, shot.at);
            let part = &mut parts[((said * PARTS as f64) as usize).min(PARTS - 1)];
            (part.shots, part.said, part.won) = (part.shots + 1, part.said + said, part.won + of.result);
            let chance = fit.value(shot.at);
            least = least.min(if of.result > 0.5 { chance } else { 1.0 - chance });
        }
        if of.shots.len() > MOST_DRAWN || of.result == 0.5 {
            return;
        }
        if first.is_none() {
            first = Some(of.clone());
        }
        if turned.as_ref().is_none_or(|(other, _)| least < *other) {
            turned = Some((least, of.clone()));
        }
    })?;
    let Some(first) = first else { return Ok(None) };
    let mut drawn = vec![drawn(first, "the first match", &fit)];
    if let Some((_, turned)) = turned.filter(|(_, of)| of.name != drawn[0].of.name) {
        drawn.push(self::drawn(turned, "whose winner was nearest to losing it", &fit));
    }
    Ok(Some(Curves {
        sides: game.sides(),
        won: game.won(),
        knows: game.knows(),
        point,
        matches: races.count(),
        shots: races.steps(),
        drawn,
        parts,
        level: fit.level(),
    }))
}

fn drawn(of: Match, why: &'static str, fit: &Fit) -> Drawn {
    let chances = of.shots.iter().map(|shot| fit.chance(shot.at)).collect();
    let worth = (0..of.shots.len()).map(|shot| fit.change(of.shots[shot].at, of.after(shot))).collect();
    Drawn { of, why, chances, worth }
}

impl Curves {
    /// The curves and what each shot was worth.
    pub fn figure(&self, cube: &Cube<'_>) -> Figure {
        let panels: Vec<Json> = self.drawn.iter().map(|drawn| self.panel(drawn)).collect();
        let dataset = cube.dataset.dir().display().to_string();
        let replay = |trial: u64| {
            shell_line(&["tolley", "show", &dataset, "--recording", &trial.to_string()].map(str::to_owned))
        };
        let replays: Vec<String> = self.drawn.iter().map(|drawn| replay(drawn.of.trial)).collect();
        let of = if cube.points.len() > 1 { format!(" of design point {}", self.point) } else { String::new() };
        let level = match self.level.n {
            0 => String::new(),
            n => format!(" {n} were level when nothing was left."),
        };
        Figure {
            kind: "match",
            title: format!(
                "Chance of the {} to win the {}, shot by shot, and what each shot was worth.",
                self.sides[0], self.won
            ),
            caption: format!(
                "A Markov chain of shots, counted in n = {} matches{of} ({} shots), seed {}, and solved exactly. It knows {}. \
                 Bands and bars: 95 %, from leaving out {GROUPS} groups of matches in turn (jackknife, Student's t). The worth of a \
                 shot is the change of the chance over it, luck and what the next player made of it not told apart.{level} {} \
                 To see them: {}.",
                self.matches,
                self.shots,
                cube.facts.seed,
                self.knows,
                self.check(),
                replays.join("; ")
            ),
            data: json!({ "sides": self.sides, "won": self.won, "panels": panels }),
        }
    }

    /// How it is borne out by matches that the chain was not counted in.
    fn check(&self) -> String {
        let parts: Vec<&Part> = self.parts.iter().filter(|part| part.shots > 0).collect();
        let list = |of: &dyn Fn(&Part) -> f64| {
            parts.iter().map(|part| format!("{:.2}", of(part) / part.shots as f64)).collect::<Vec<_>>().join(", ")
        };
        format!(
            "Held against matches that were left out: where it says {}, the {} won {}.",
            list(&|part| part.said),
            self.sides[0],
            list(&|part| part.won)
        )
    }

    fn panel(&self, drawn: &Drawn) -> Json {
        let ends = |estimate: &Estimate| estimate.interval.map_or([None, None], |[low, high]| [Some(low), Some(high)]);
        let shots = drawn.of.shots.iter().zip(&drawn.chances).zip(&drawn.worth).enumerate();
        let row = |(number, ((shot, chance), worth)): (usize, ((&matches::Shot, &Estimate), &Estimate))| {
            let ([lo, hi], [wlo, whi]) = (ends(chance), ends(worth));
            json!({
                "x": number + 1, "v": chance.value, "lo": lo, "hi": hi, "n": chance.n, "w": worth.value, "wlo": wlo,
                "whi": whi, "s": self.sides[shot.side], "score": format!("{} : {}", shot.score[0], shot.score[1]),
                "when": shot.when,
            })
        };
        let mut rows: Vec<Json> = shots.map(row).collect();
        let mut end = rows.len();
        if drawn.of.is_level {
            end += 1;
            rows.push(json!({ "x": end, "v": self.level.value, "n": self.level.n, "when": "level, all played" }));
        }
        rows.push(json!({ "x": end + 1, "v": drawn.of.result, "when": "the end" }));
        json!({ "name": format!("{}: {}", drawn.of.name, drawn.why), "rows": rows })
    }

    /// The same as tidy rows.
    pub fn rows(&self) -> Vec<Row> {
        let method = format!("Markov chain of shots, jackknife of {GROUPS} groups");
        let mut rows = Vec::new();
        for drawn in &self.drawn {
            for (number, shot) in drawn.of.shots.iter().enumerate() {
                let of = format!("{}, shot {}, {}", drawn.of.name, number + 1, self.sides[shot.side]);
                let mut row = |what: &str, estimate: Estimate| {
                    let term = format!("{what} {}: {of}", self.sides[0]);
                    rows.push(Row::at_point(term, estimate, method.clone(), self.point));
                };
                row("chance to win before it, of the", drawn.chances[number]);
                row("worth of it to the", drawn.worth[number]);
            }
        }
        for part in self.parts.iter().filter(|part| part.shots > 0) {
            let said = part.said / part.shots as f64;
            let term = format!("share won by the {} where the chain without the match says {said:.3}", self.sides[0]);
            let estimate = Estimate { n: part.shots, value: Some(part.won / part.shots as f64), ..Estimate::default() };
            rows.push(Row::at_point(term, estimate, "counted", self.point));
        }
        rows
    }
}
