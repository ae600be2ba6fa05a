//! Whole matches of marbles and coins, whose choices are made in Python, step by step.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use tolley_cymbergaj::laws::{Match as CoinGame, Seat};
use tolley_cymbergaj::matches as coins;
use tolley_cymbergaj::players::Numbers as CoinNumbers;
use tolley_cymbergaj::shot::Workspace;
use tolley_experiment::keys::KeySet;
use tolley_experiment::plan::Plan;
use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_experiment::study::Study;
use tolley_tinsley_green::laws::Outcome;
use tolley_tinsley_green::matches as marbles;
use tolley_tinsley_green::players::Numbers as MarbleNumbers;

use crate::point;
use crate::problem::{bad, refused};

/// A match of some game.
trait Plays: Send {
    /// How many sides there are.
    fn sides(&self) -> usize;
    /// What the numbers of `seen` are.
    fn names(&self) -> Vec<String>;
    /// How many numbers a choice has.
    fn width(&self) -> usize;
    /// Begins a match with these random numbers.
    fn begin(&mut self, streams: &Streams) -> Result<(), Status>;
    /// Which side is to choose; none once the match is over.
    fn chooser(&self) -> Option<usize>;
    /// Plays a choice, and on to the next one.
    fn act(&mut self, numbers: &[f64]) -> Result<(), Status>;
    /// The match as a side sees it.
    fn seen(&self, side: usize) -> Vec<f64>;
    /// Points of each side in the game that is played, or goals.
    fn points(&self) -> Vec<u32>;
    /// The side that won.
    fn winner(&self) -> Option<usize>;
}

/// A match of marbles.
struct MarbleMatch {
    setup: marbles::Setup,
    buffers: marbles::Buffers,
    rows: Rows,
    course: Option<marbles::Course>,
    outcome: Option<Outcome>,
}

impl MarbleMatch {
    fn of(plan: &Plan) -> PyResult<MarbleMatch> {
        let keys = marbles::MatchKeys::read(&plan.point(0));
        let setup = marbles::Setup::new(&keys).map_err(|faults| refused(0, &faults))?;
        let (buffers, rows) = (marbles::Buffers::new(&setup), Rows::new(&marbles::MatchStudy::tables()));
        Ok(MarbleMatch { setup, buffers, rows, course: None, outcome: None })
    }

    fn play_to_choice(&mut self) -> Result<(), Status> {
        let Some(course) = &mut self.course else { return Ok(()) };
        self.outcome = course.play_to_choice(&self.setup, &mut self.buffers, &mut self.rows)?;
        Ok(())
    }
}

impl Plays for MarbleMatch {
    fn sides(&self) -> usize {
        self.setup.sides()
    }

    fn names(&self) -> Vec<String> {
        marbles::seen_names(&self.setup)
    }

    fn width(&self) -> usize {
        6
    }

    fn begin(&mut self, streams: &Streams) -> Result<(), Status> {
        self.rows = Rows::new(&marbles::MatchStudy::tables());
        self.course = Some(marbles::Course::begin(&self.setup, &mut self.buffers, streams));
        self.outcome = None;
        self.play_to_choice()
    }

    fn chooser(&self) -> Option<usize> {
        let game = self.course.as_ref().filter(|_| self.outcome.is_none())?.game()?;
        Some(usize::from(game.player().side))
    }

    fn act(&mut self, numbers: &[f64]) -> Result<(), Status> {
        let (Some(course), Ok(numbers)) = (&mut self.course, numbers.try_into()) else { return Ok(()) };
        course.step(&self.setup, &mut self.buffers, Some(&MarbleNumbers(numbers)), &mut self.rows)?;
        self.play_to_choice()
    }

    fn seen(&self, side: usize) -> Vec<f64> {
        let course = self.course.as_ref();
        course.map_or_else(Vec::new, |course| marbles::seen(&self.setup, course, side as u8))
    }

    fn points(&self) -> Vec<u32> {
        let game = self.course.as_ref().and_then(marbles::Course::game);
        (0..self.sides()).map(|side| game.map_or(0, |game| game.points[side])).collect()
    }

    fn winner(&self) -> Option<usize> {
        self.outcome?.winner.map(usize::from)
    }
}

/// A match of coins; side 0 is player a.
struct CoinMatch {
    setup: coins::ContestSetup,
    workspace: Workspace,
    running: Option<(coins::Pairing, Seat, coins::Course)>,
}

impl CoinMatch {
    fn of(plan: &Plan) -> PyResult<CoinMatch> {
        let keys = coins::MatchKeys::read(&plan.point(0));
        let setup = coins::MatchStudy::setup(&keys).map_err(|faults| refused(0, &faults))?;
        Ok(CoinMatch { workspace: coins::MatchStudy::scratch(&setup, &()), setup, running: None })
    }

    /// The match, and the seat of a side.
    fn game(&self, side: usize) -> Option<(&CoinGame, Seat)> {
        let (_, a_seat, course) = self.running.as_ref()?;
        Some((&course.game, if side == 0 { *a_seat } else { a_seat.other() }))
    }
}

impl Plays for CoinMatch {
    fn sides(&self) -> usize {
        2
    }

    fn names(&self) -> Vec<String> {
        coins::SEEN.map(str::to_owned).to_vec()
    }

    fn width(&self) -> usize {
        3
    }

    fn begin(&mut self, streams: &Streams) -> Result<(), Status> {
        let (pairing, a_seat) = self.setup.first_match(streams);
        let course = coins::Course::begin(&pairing, streams, coins::Image::Usual);
        self.running = Some((pairing, a_seat, course));
        Ok(())
    }

    fn chooser(&self) -> Option<usize> {
        let (pairing, a_seat, course) = self.running.as_ref()?;
        course.chooser(pairing).map(|seat| usize::from(seat != *a_seat))
    }

    fn act(&mut self, numbers: &[f64]) -> Result<(), Status> {
        let (Some((pairing, _, course)), Ok(numbers)) = (&mut self.running, numbers.try_into()) else { return Ok(()) };
        course.step(pairing, &mut self.workspace, Some(&CoinNumbers(numbers)));
        Ok(())
    }

    fn seen(&self, side: usize) -> Vec<f64> {
        let Some((pairing, a_seat, course)) = &self.running else { return Vec::new() };
        coins::seen(pairing, course, if side == 0 { *a_seat } else { a_seat.other() }).to_vec()
    }

    fn points(&self) -> Vec<u32> {
        (0..2).map(|side| self.game(side).map_or(0, |(game, seat)| game.score[seat.index()])).collect()
    }

    fn winner(&self) -> Option<usize> {
        (0..2).find(|side| self.game(*side).is_some_and(|(game, seat)| game.winner == Some(seat)))
    }
}

/// A match, and why it was given up if it was.
struct Played {
    plays: Box<dyn Plays>,
    given_up: Option<Status>,
}

/// A match of tinsley-green/match or cymbergaj/match whose choices are made outside, as numbers from -1 to 1.
#[pyclass(frozen, module = "tolley")]
pub struct Match(Mutex<Played>);

impl Match {
    fn played(&self) -> MutexGuard<'_, Played> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Match {
    /// Of a scenario without axes, as a text or in a file.
    #[new]
    fn new(text: Option<&str>, path: Option<PathBuf>) -> PyResult<Match> {
        let plan = point::plan(text, path)?;
        let plays: Box<dyn Plays> = match plan.study.name {
            marbles::MatchStudy::NAME => Box::new(MarbleMatch::of(&plan)?),
            coins::MatchStudy::NAME => Box::new(CoinMatch::of(&plan)?),
            _ => {
                let wanted = "a scenario of tinsley-green/match or cymbergaj/match is wanted";
                return Err(bad(format!("{wanted}, not of {}", plan.study.name)));
            }
        };
        Ok(Match(Mutex::new(Played { plays, given_up: None })))
    }

    /// Number of sides.
    #[getter]
    fn sides(&self) -> usize {
        self.played().plays.sides()
    }

    /// What the numbers are that a side sees, in order.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.played().plays.names()
    }

    /// How many numbers a choice has.
    #[getter]
    fn width(&self) -> usize {
        self.played().plays.width()
    }

    /// Begins match `number` of a seed, and plays on until somebody is to choose.
    fn begin(&self, py: Python<'_>, seed: u64, number: u64) {
        py.detach(|| {
            let Played { plays, given_up } = &mut *self.played();
            *given_up = plays.begin(&Streams::new(seed, number, None)).err();
        });
    }

    /// The side that is to choose; None once the match is over.
    #[getter]
    fn chooser(&self) -> Option<usize> {
        let played = self.played();
        played.plays.chooser().filter(|_| played.given_up.is_none())
    }

    /// Plays what the side chooses that is to choose, and on to the next choice.
    fn act(&self, py: Python<'_>, numbers: Vec<f64>) -> PyResult<()> {
        let width = self.width();
        if numbers.len() != width || numbers.iter().any(|number| !(-1.0..=1.0).contains(number)) {
            return Err(bad(format!("{width} numbers from -1 to 1 are wanted, not {numbers:?}")));
        }
        if self.chooser().is_none() {
            return Err(bad("the match is over, or has not begun"));
        }
        py.detach(|| {
            let Played { plays, given_up } = &mut *self.played();
            *given_up = plays.act(&numbers).err();
        });
        Ok(())
    }

    /// The match as a side sees it, as `names` says.
    fn seen(&self, side: usize) -> Vec<f64> {
        self.played().plays.seen(side)
    }

    /// Goals of each side, or its points in the game that is played.
    #[getter]
    fn points(&self) -> Vec<u32> {
        self.played().plays.points()
    }

    /// The side that won, once one has.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.played().plays.winner()
    }

    /// Why the match was given up: a status of the rows; None of one that was not.
    #[getter]
    fn given_up(&self) -> Option<&'static str> {
        self.played().given_up.map(|status| status.name())
    }
}
