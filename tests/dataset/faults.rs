//! Every call to the file system fails in turn, and power cuts: what was told to be kept is there, and the same dataset
//! comes of it in the end.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use tempfile::TempDir;
use tolley_dataset::disk::{Call, watched};
use tolley_dataset::{Dataset, DatasetError, Finding, OpenError};
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::run::Keep;

use super::{complete, place_in, relative};
use crate::toy::{self, VERSIONS};

/// What goes wrong, as Linux numbers it: ENOSPC, EIO, EACCES and EINTR.
const ERRORS: [i32; 4] = [28, 5, 13, 4];

/// A place for a dataset, in memory where the system has one: thousands of runs sync some twenty files each, and what
/// fails or is lost is decided here.
fn place() -> (TempDir, PathBuf) {
    place_in(TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()))
}

/// Why a run ended.
#[derive(Debug)]
enum Ended {
    Open(OpenError),
    Kept(DatasetError),
}

impl From<OpenError> for Ended {
    fn from(error: OpenError) -> Ended {
        Ended::Open(error)
    }
}

impl From<DatasetError> for Ended {
    fn from(error: DatasetError) -> Ended {
        Ended::Kept(error)
    }
}

/// Plays what is missing, saves twice, closes; `kept` is told how many blocks are safe.
fn run(dir: &Path, kept: &Cell<u64>) -> Result<(), Ended> {
    let dataset = Dataset::open(dir, &toy::plan(), VERSIONS)?;
    kept.set(dataset.done_count());
    for block in (0..6).filter(|block| !dataset.has(*block)) {
        dataset.keep(block, toy::rows(block))?;
        if block % 2 == 1 {
            dataset.save()?;
            kept.set(dataset.done_count());
        }
    }
    dataset.finish()?;
    Ok(())
}

/// All files but leftovers: what is complete is only read, so that they stay until somebody writes or removes them.
fn lasting(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let is_left = |path: &Path| ["work", "lock", "blocks"].iter().any(|folder| path.starts_with(folder));
    relative(dir).into_iter().filter(|(path, _)| !is_left(path)).collect()
}

/// A run whose call number `at` goes wrong: how it ended, and whether it came so far.
fn run_with(dir: &Path, at: u64, error: Option<i32>) -> (Result<(), Ended>, bool, u64) {
    let (calls, kept) = (Rc::new(Cell::new(0)), Cell::new(0));
    let counted = calls.clone();
    let watch = move |call: Call<'_>| {
        counted.set(counted.get() + 1);
        match (counted.get() == at + 1, error, call) {
            (true, Some(code), _) => Err(io::Error::from_raw_os_error(code)),
            // a short write
            (true, None, Call::Write(_, bytes)) => Ok(bytes.len().div_ceil(2)),
            _ => Ok(usize::MAX),
        }
    };
    let ended = watched(watch, || run(dir, &kept));
    (ended, calls.get() > at, kept.get())
}

#[test]
fn every_call_fails_in_turn_and_nothing_is_lost() {
    let (_folder, whole) = place();
    drop(complete(&whole));
    let whole = relative(&whole);
    let mut calls = 0;
    for error in ERRORS.map(Some).into_iter().chain([None]) {
        for at in 0.. {
            let (_folder, dir) = place();
            let (ended, came_so_far, kept) = run_with(&dir, at, error);
            if !came_so_far {
                assert!(ended.is_ok(), "{ended:?}");
                break;
            }
            calls += 1;
            let told = format!("call {at}, {error:?}: {ended:?}");
            // what is written short is written on
            assert!(ended.is_ok() || error.is_some(), "{told}");
            if let Err(Ended::Open(OpenError::Failed(error)) | Ended::Kept(error)) = &ended {
                // a file that cannot be read is named as one that is not as it was written
                let is_told = |finding: &Finding| finding.to_string().contains("cannot be read: ");
                let is_of_the_system = match error {
                    DatasetError::Io { .. } | DatasetError::Format { .. } => true,
                    DatasetError::Damaged { findings } => findings.iter().any(is_told),
                    DatasetError::Determinism { .. } | DatasetError::LockLost { .. } => false,
                };
                assert!(is_of_the_system, "{told}");
            }
            let there = Dataset::load(&dir).map_or(0, |dataset| dataset.done_count());
            assert!(there >= kept, "{told}: {there} of {kept} blocks");
            run(&dir, &Cell::new(0)).unwrap_or_else(|error| panic!("{told}; then {error:?}"));
            assert!(lasting(&dir) == whole, "{told}");
        }
    }
    assert!(calls > 500, "{calls}");
}

/// A file or folder, by its number.
#[derive(Clone, Debug)]
enum Node {
    /// What lasts, and what was written since.
    File { lasting: Vec<u8>, since: Vec<u8> },
    /// For each name what lasts, and what it was since; a number is another node.
    Folder(BTreeMap<PathBuf, (Option<usize>, Vec<Option<usize>>)>),
}

/// A file system that keeps only what was synced.
#[derive(Clone, Debug)]
struct Cut {
    nodes: Vec<Node>,
    root: PathBuf,
}

impl Cut {
    fn new(root: &Path) -> Cut {
        Cut { nodes: vec![Node::Folder(BTreeMap::new())], root: root.to_path_buf() }
    }

    fn find(&self, path: &Path) -> Option<usize> {
        let inside = path.strip_prefix(&self.root).ok()?;
        inside.components().try_fold(0, |node, part| match &self.nodes[node] {
            Node::Folder(names) => {
                let (lasting, since) = names.get(Path::new(&part))?;
                *since.last().unwrap_or(lasting)
            }
            Node::File { .. } => None,
        })
    }

    /// Names a node, or none.
    fn name(&mut self, path: &Path, node: Option<usize>) {
        let Some(parent) = path.parent().and_then(|parent| self.find(parent)) else { return };
        if let (Node::Folder(names), Some(name)) = (&mut self.nodes[parent], path.file_name()) {
            names.entry(PathBuf::from(name)).or_default().1.push(node);
        }
    }

    fn make(&mut self, path: &Path, node: Node) {
        if self.find(path).is_none() {
            self.nodes.push(node);
            self.name(path, Some(self.nodes.len() - 1));
        }
    }

    fn hear(&mut self, call: Call<'_>) {
        match call {
            Call::MakeFolder(path) => self.make(path, Node::Folder(BTreeMap::new())),
            Call::Create(path) | Call::Lock(path) | Call::Renew(path) => {
                self.make(path, Node::File { lasting: Vec::new(), since: Vec::new() });
            }
            Call::Write(path, bytes) => {
                if let Some(Node::File { since, .. }) = self.find(path).map(|node| &mut self.nodes[node]) {
                    since.extend_from_slice(bytes);
                }
            }
            Call::Sync(path) => {
                if let Some(Node::File { lasting, since }) = self.find(path).map(|node| &mut self.nodes[node]) {
                    lasting.append(since);
                }
            }
            Call::SyncFolder(path) => {
                if let Some(Node::Folder(names)) = self.find(path).map(|node| &mut self.nodes[node]) {
                    for (lasting, since) in names.values_mut() {
                        *lasting = since.last().copied().unwrap_or(*lasting);
                        since.clear();
                    }
                }
            }
            Call::Link(from, to) => {
                if let (Some(node), None) = (self.find(from), self.find(to)) {
                    self.name(to, Some(node));
                }
            }
            Call::Rename(from, to) => {
                if let Some(node) = self.find(from) {
                    self.name(to, Some(node));
                    self.name(from, None);
                }
            }
            Call::Remove(path) | Call::RemoveFolder(path) => {
                if self.find(path).is_some() {
                    self.name(path, None);
                }
            }
            Call::Read(_) | Call::List(_) => {}
        }
    }

    /// What is found after the cut: of each name any of what it was since it was synced, whatever the others are, and
    /// of each file what lasts and any beginning of what was written since, or nothing but zeros.
    fn remains(&self, node: usize, at: &Path, stream: &mut Stream) {
        let Node::Folder(names) = &self.nodes[node] else { return };
        fs::create_dir_all(at).expect("a folder");
        for (name, (lasting, since)) in names {
            let which = stream.below(since.len() as u64 + 1) as usize;
            let Some(next) = (if which == 0 { *lasting } else { since[which - 1] }) else { continue };
            let path = at.join(name);
            match &self.nodes[next] {
                Node::Folder(_) => self.remains(next, &path, stream),
                Node::File { lasting, since } => {
                    let more = stream.below(since.len() as u64 + 1) as usize;
                    let mut bytes = lasting.clone();
                    match stream.below(3) {
                        0 => bytes.extend(&since[..more]),
                        1 => bytes.resize(lasting.len() + more, 0),
                        _ => bytes.extend(since),
                    }
                    fs::write(&path, bytes).expect("a file");
                }
            }
        }
    }
}

/// Cuts the power after a call, so many times as asked, each with other remains.
fn cut_power(cuts: u64) {
    let (_folder, whole) = place();
    drop(complete(&whole));
    let whole = relative(&whole);
    let (folder, dir) = place();
    // the disk after each call, and how many blocks were told to be kept by then
    let (disk, kept) = (Rc::new(RefCell::new(Cut::new(folder.path()))), Rc::new(Cell::new(0)));
    let history: Rc<RefCell<Vec<(Cut, u64)>>> = Rc::default();
    let (heard, safe, past) = (disk, kept.clone(), history.clone());
    let watch = move |call: Call<'_>| {
        past.borrow_mut().push((heard.borrow().clone(), safe.get()));
        heard.borrow_mut().hear(call);
        Ok(usize::MAX)
    };
    watched(watch, || run(&dir, &kept)).expect("nothing fails");
    let history = history.borrow();
    let mut stream = Streams::new(16, 0, None).open(Purpose::named("power"));
    for cut in 0..cuts {
        let at = stream.below(history.len() as u64) as usize;
        let (disk, kept) = &history[at];
        let after = tempfile::tempdir().expect("a folder");
        let dir = after.path().join("dataset");
        disk.remains(0, after.path(), &mut stream);
        let there = match Dataset::load(&dir) {
            Ok(dataset) => dataset.done_count(),
            // nothing was told to be kept before the manifest was
            Err(error) => {
                assert_eq!(*kept, 0, "cut {cut} before call {at}: {error}");
                0
            }
        };
        assert!(there >= *kept, "cut {cut} before call {at}: {there} of {kept} blocks");
        run(&dir, &Cell::new(0)).unwrap_or_else(|error| panic!("cut {cut} before call {at}: {error:?}"));
        assert!(lasting(&dir) == whole, "cut {cut} before call {at}");
    }
}

#[test]
fn what_was_kept_outlives_power_cuts() {
    cut_power(300);
}

#[test]
#[ignore = "10,000 cuts: a minute or more"]
fn what_was_kept_outlives_ten_thousand_power_cuts() {
    cut_power(10_000);
}

/// Files that readers of a folder of parts find, each opened as Parquet.
fn read_parts(dir: &Path) -> usize {
    let tables = ["points", "shots", "hits", "estimates"].map(|table| dir.join(table));
    let parts = tables.iter().filter(|table| table.is_dir()).flat_map(|table| fs::read_dir(table).expect("a folder"));
    let read = parts.map(|part| {
        let path = part.expect("an entry").path();
        let file = fs::File::open(&path).expect("a part");
        let builder = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file);
        let rows = builder.and_then(|builder| builder.build()).expect("a whole file");
        rows.map(|batch| batch.expect("rows").num_rows()).sum::<usize>()
    });
    read.filter(|rows| *rows > 0).count()
}

#[test]
fn readers_find_whole_files_at_every_instant() {
    let (_folder, dir) = place();
    let (looked, found) = (dir.clone(), Rc::new(Cell::new([0; 2])));
    let told = found.clone();
    let watch = move |_: Call<'_>| {
        let [looks, parts] = told.get();
        told.set([looks + 1, parts.max(read_parts(&looked))]);
        Ok(usize::MAX)
    };
    watched(watch, || run(&dir, &Cell::new(0))).expect("nothing fails");
    let [looks, parts] = found.get();
    assert!(looks > 100 && parts == 3, "{looks} looks, {parts} parts");
}

#[test]
fn a_full_disk_is_told_and_the_run_goes_on_when_there_is_room() {
    let (_folder, whole) = place();
    drop(complete(&whole));
    let whole = relative(&whole);
    for room in [0, 1000, 4000, 9000, 14_000] {
        let (_folder, dir) = place();
        let (left, kept) = (Cell::new(room), Cell::new(0));
        let watch = move |call: Call<'_>| {
            let Call::Write(_, bytes) = call else { return Ok(usize::MAX) };
            let written = bytes.len().min(left.get());
            left.set(left.get() - written);
            if written == 0 { Err(io::Error::from_raw_os_error(ERRORS[0])) } else { Ok(written) }
        };
        let told = format!("{:?}", watched(watch, || run(&dir, &kept)).expect_err("it is full"));
        assert!(told.contains("28"), "{room}: {told}");
        let there = Dataset::load(&dir).map_or(0, |dataset| dataset.done_count());
        assert!(there >= kept.get(), "{room}: {there} of {} blocks", kept.get());
        run(&dir, &Cell::new(0)).expect("there is room");
        assert!(relative(&dir) == whole, "{room}");
    }
}
