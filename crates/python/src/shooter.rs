//! Arrays of shots: what varies from row to row is numbers of a scenario's keys.

use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use tolley_cymbergaj::shot::FlickStudy;
use tolley_dataset::Batches;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::Streams;
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::shooter::{Shooter as Worker, Varied};
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study};
use tolley_experiment::table::{ColumnKind, Table as RowTable};
use tolley_experiment::value::Value;
use tolley_tinsley_green::shot::ShotStudy;

use crate::point;
use crate::problem::{bad, refused};
use crate::table::Table;

/// Rows that a worker takes at a time: few enough that all are busy, many enough that batches cost nothing.
const BLOCK: [usize; 2] = [32, 4096];
/// Blocks for each worker, where there are rows enough.
const BLOCKS: usize = 8;
/// Between two looks at Python's signals.
const LOOK: Duration = Duration::from_millis(100);

/// What is played: for each row its numbers, and the number of its random streams.
struct Job<'a> {
    numbers: &'a [f64],
    streams: &'a [u64],
    seed: u64,
    threads: usize,
}

/// Why there are no rows.
enum Unplayed {
    Refused(usize, Vec<Fault>),
    Interrupted(PyErr),
}

/// Rows of blocks, each with the number of its first row.
type Blocks = Vec<(usize, Rows)>;

/// The workers of a study, whichever it is.
trait Plays: Send {
    fn play(&mut self, job: &Job<'_>) -> Result<Blocks, Unplayed>;
}

struct Workers<S: Shortcuts> {
    values: Vec<Value>,
    varied: Varied,
    width: usize,
    tables: Vec<RowTable>,
    all: Vec<Worker<S>>,
}

impl<S: Shortcuts> Plays for Workers<S>
where
    S::Scratch: Send,
{
    fn play(&mut self, job: &Job<'_>) -> Result<Blocks, Unplayed> {
        let block = (job.streams.len() / (BLOCKS * job.threads.max(1))).clamp(BLOCK[0], BLOCK[1]);
        let count = job.threads.min(job.streams.len().div_ceil(block)).max(1);
        while self.all.len() < count {
            self.all.push(Worker::new(&self.values, &self.varied));
        }
        let (tables, width) = (&self.tables, self.width);
        let (next, stop, done) = (AtomicUsize::new(0), AtomicBool::new(false), Mutex::new(Vec::new()));
        let work = |worker: &mut Worker<S>, is_mine: bool| -> Result<(), Unplayed> {
            let mut looked = Instant::now();
            loop {
                let first = block * next.fetch_add(1, Ordering::Relaxed);
                if first >= job.streams.len() {
                    return Ok(());
                }
                let mut rows = Rows::new(tables);
                for row in first..job.streams.len().min(first + block) {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    let streams = Streams::new(job.seed, job.streams[row], None);
                    let numbers = &job.numbers[row * width..(row + 1) * width];
                    worker.shoot(numbers, row as u64, &streams, &mut rows).map_err(|faults| {
                        stop.store(true, Ordering::Relaxed);
                        Unplayed::Refused(row, faults)
                    })?;
                    if is_mine && looked.elapsed() >= LOOK {
                        looked = Instant::now();
                        Python::attach(|py| py.check_signals()).map_err(|error| {
                            stop.store(true, Ordering::Relaxed);
                            Unplayed::Interrupted(error)
                        })?;
                    }
                }
                done.lock().unwrap_or_else(PoisonError::into_inner).push((first, rows));
            }
        };
        let (mine, others) = self.all[..count].split_at_mut(1);
        thread::scope(|scope| {
            let work = &work;
            // where the system gives no more threads, those there are do all of it
            let begin = |worker| thread::Builder::new().spawn_scoped(scope, move || work(worker, false)).ok();
            let others: Vec<_> = others.iter_mut().filter_map(begin).collect();
            let own = work(&mut mine[0], true);
            let told = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            std::iter::once(own).chain(told.collect::<Vec<_>>()).collect::<Result<(), Unplayed>>()
        })?;
        let mut blocks = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        blocks.sort_by_key(|(first, _)| *first);
        Ok(blocks)
    }
}

/// Plays arrays of shots of one scenario; some of its numbers are given for every shot.
#[pyclass(frozen, module = "tolley")]
pub struct Shooter {
    keys: Vec<String>,
    tables: Vec<RowTable>,
    batches: Arc<Batches>,
    workers: Mutex<Box<dyn Plays>>,
}

impl Shooter {
    fn of<S>(values: Vec<Value>, keys: Vec<String>) -> PyResult<Shooter>
    where
        S: Shortcuts + 'static,
        S::Scratch: Send,
        S::Keys: 'static,
    {
        let varied = Varied::of::<S>(&keys).map_err(bad)?;
        let tables = S::tables();
        let all: Vec<Worker<S>> = Vec::new();
        let workers = Workers { values, varied, width: keys.len(), tables: tables.clone(), all };
        let columns: Vec<String> = keys.iter().map(|key| key.replace('.', "_")).collect();
        let batches = Arc::new(Batches::new(&tables[0], &columns));
        Ok(Shooter { keys, tables, batches, workers: Mutex::new(Box::new(workers)) })
    }

    fn blocks(
        &self,
        py: Python<'_>,
        (numbers, streams): (&PyBuffer<f64>, &PyBuffer<u64>),
        seed: u64,
        threads: usize,
    ) -> PyResult<(Blocks, Vec<f64>)> {
        let (numbers, streams) = (numbers.to_vec(py)?, streams.to_vec(py)?);
        if numbers.len() != streams.len() * self.keys.len() {
            let wanted = format!("{} rows of {} numbers", streams.len(), self.keys.len());
            return Err(bad(format!("{wanted} are wanted, there are {} numbers in all", numbers.len())));
        }
        if let Some(at) = numbers.iter().position(|number| !number.is_finite()) {
            let (row, key) = (at / self.keys.len(), &self.keys[at % self.keys.len()]);
            return Err(bad(format!("row {row}: {key}: {} is not finite", numbers[at])));
        }
        let job = Job { numbers: &numbers, streams: &streams, seed, threads };
        let played = py.detach(|| self.workers.lock().unwrap_or_else(PoisonError::into_inner).play(&job));
        match played {
            Ok(blocks) => Ok((blocks, numbers)),
            Err(Unplayed::Refused(row, faults)) => Err(refused(row, &faults)),
            Err(Unplayed::Interrupted(error)) => Err(error),
        }
    }
}

#[pymethods]
impl Shooter {
    /// Of a scenario, as a text or in a file, without axes; `keys` are the paths of what every shot is given.
    #[new]
    fn new(text: Option<&str>, path: Option<PathBuf>, keys: Vec<String>) -> PyResult<Shooter> {
        let plan = point::plan(text, path)?;
        let values = plan.point(0);
        match plan.study.name {
            ShotStudy::NAME => Shooter::of::<ShotStudy>(values, keys),
            FlickStudy::NAME => Shooter::of::<FlickStudy>(values, keys),
            _ => Err(bad(format!(
                "{} has no single shots; tinsley-green/shot and cymbergaj/flick have",
                plan.study.name
            ))),
        }
    }

    /// Names of the numbers that a shot leaves, in the order of `numbers`; the last is whether it has a result.
    #[getter]
    fn names(&self) -> Vec<String> {
        let columns = self.tables[0].columns.iter().map(|column| column.name.clone());
        columns.chain(["is_ok".to_owned()]).collect()
    }

    /// Plays a shot for each row: `numbers` is (n, keys) float64, `streams` n numbers, uint64, of the random streams.
    fn play(
        &self,
        py: Python<'_>,
        numbers: PyBuffer<f64>,
        streams: PyBuffer<u64>,
        seed: u64,
        threads: usize,
    ) -> PyResult<Table> {
        let (blocks, numbers) = self.blocks(py, (&numbers, &streams), seed, threads)?;
        let (width, batches) = (self.keys.len(), Arc::clone(&self.batches));
        let batch = move |(first, mut rows): (usize, Rows)| {
            let column =
                |key: usize| (first..first + rows.status.len()).map(|row| numbers[row * width + key]).collect();
            let given = (0..width).map(column).collect();
            batches.batch(rows.tables.swap_remove(0), given, &rows.status).map_err(|error| error.to_string())
        };
        let making = move || blocks.into_iter().map(batch).collect();
        Ok(Table::played(self.batches.schema(), Box::new(making)))
    }

    /// The same; writes chosen numbers of each shot, by their places in `names`, into `out`, (n, columns) float64.
    fn numbers(
        &self,
        py: Python<'_>,
        shots: (PyBuffer<f64>, PyBuffer<u64>),
        seed: u64,
        threads: usize,
        columns: Vec<usize>,
        out: PyBuffer<f64>,
    ) -> PyResult<()> {
        let (numbers, streams) = &shots;
        let (blocks, _) = self.blocks(py, (numbers, streams), seed, threads)?;
        let known = self.tables[0].columns.len();
        if columns.iter().any(|column| *column > known) {
            return Err(bad(format!("columns are from 0 to {known}")));
        }
        let mut found = Vec::with_capacity(streams.item_count() * columns.len());
        for (_, rows) in &blocks {
            for row in 0..rows.status.len() {
                found.extend(columns.iter().map(|column| self.number(rows, row, *column)));
            }
        }
        out.copy_from_slice(py, &found)
    }
}

impl Shooter {
    fn number(&self, rows: &Rows, row: usize, column: usize) -> f64 {
        let is_ok = rows.status[row] == Status::Ok;
        let Some(values) = rows.tables[0].columns.get(column) else { return f64::from(u8::from(is_ok)) };
        match (values, &self.tables[0].columns[column].kind) {
            (Values::F64(values), _) => values[row],
            (Values::U32(values), _) => f64::from(values[row]),
            (Values::U64(values), _) => values[row] as f64,
            (Values::Bool(values), _) => f64::from(u8::from(values[row])),
            (Values::Name(values), ColumnKind::Name { .. }) => f64::from(values[row]),
            (Values::Name(_), _) => f64::NAN,
        }
    }
}
