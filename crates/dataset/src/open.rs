//! A dataset on disk: made, continued or refused.

use std::fs::{self, FileType};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use experiment::plan::Plan;
use experiment::row::Rows;
use experiment::run::Keep;
use tolley_experiment as experiment;

use crate::difference::differences;
use crate::encode;
use crate::error::{DatasetError, OpenError};
use crate::manifest::{Manifest, Versions};
use crate::publish::{self, part_name};
use crate::schema::FileNotes;

const MANIFEST: &str = "manifest.json";
const WORK: &str = "work";

/// A dataset on disk. Takes the blocks of a run through [`Keep`]; reads through [`Dataset::scan`].
#[derive(Debug)]
pub struct Dataset {
    dir: PathBuf,
    manifest: Manifest,
    plan_json: String,
}

impl Dataset {
    /// Makes the dataset of a plan in `dir`, or continues it; refuses everything else and changes nothing then.
    pub fn open(dir: &Path, plan: &Plan, versions: Versions<'_>) -> Result<Dataset, OpenError> {
        let manifest = Manifest::of(plan, versions)?;
        let found = inspect(dir)?;
        if let Found::Dataset(existing) = &found {
            let differences = differences(existing, &manifest);
            if !differences.is_empty() {
                return Err(OpenError::OtherPlan { path: dir.to_path_buf(), differences });
            }
            refuse_links(dir, &manifest)?;
        }
        let dataset = Dataset { dir: dir.to_path_buf(), plan_json: manifest.plan_json(), manifest };
        let work = dir.join(WORK);
        make_folder(dir)?;
        make_folder(&work)?;
        publish::sweep(&work)?;
        if let Found::Nothing = found {
            publish::publish_text(&work, "manifest", &dir.join(MANIFEST), &dataset.manifest.text())?;
        }
        for table in dataset.manifest.tables.iter().chain([&dataset.manifest.points]) {
            make_folder(&dir.join(&table.name))?;
        }
        dataset.write_points(plan)?;
        dataset.check_parts()?;
        Ok(dataset)
    }

    /// Opens a dataset to read it.
    pub fn load(dir: &Path) -> Result<Dataset, OpenError> {
        match inspect(dir)? {
            Found::Dataset(manifest) => {
                let plan_json = manifest.plan_json();
                Ok(Dataset { dir: dir.to_path_buf(), manifest: *manifest, plan_json })
            }
            Found::Nothing if dir.exists() => {
                Err(OpenError::not_a_dataset(dir, "is not a dataset: it has no manifest.json"))
            }
            Found::Nothing => Err(OpenError::not_a_dataset(dir, "does not exist")),
        }
    }

    /// Its folder, as it was given.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What it says of itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Number of blocks that are done.
    pub fn done_count(&self) -> u64 {
        (0..self.manifest.plan.grid.blocks()).filter(|&block| self.has_block(block)).count() as u64
    }

    /// Whether every block is done.
    pub fn is_complete(&self) -> bool {
        (0..self.manifest.plan.grid.blocks()).all(|block| self.has_block(block))
    }

    /// Whether a block is done: its part of every table is there.
    pub fn has_block(&self, block: u64) -> bool {
        self.manifest.tables.iter().all(|table| is_file(&self.part(&table.name, block)))
    }

    /// Path of a part.
    pub fn part(&self, table: &str, block: u64) -> PathBuf {
        self.dir.join(table).join(part_name(block))
    }

    pub(crate) fn plan_json(&self) -> &str {
        &self.plan_json
    }

    /// What is there already must be whole and in its own place, before anything is built on it.
    fn check_parts(&self) -> Result<(), DatasetError> {
        self.check_part(&self.manifest.points.name, None)?;
        for table in &self.manifest.tables {
            for block in (0..self.manifest.plan.grid.blocks()).filter(|block| is_file(&self.part(&table.name, *block)))
            {
                self.check_part(&table.name, Some(block))?;
            }
        }
        Ok(())
    }

    fn notes(&self, block: Option<u64>) -> FileNotes<'_> {
        FileNotes {
            plan_json: &self.plan_json,
            tolley_version: &self.manifest.tolley_version,
            physics_version: self.manifest.physics_version,
            block,
        }
    }

    fn write_points(&self, plan: &Plan) -> Result<(), OpenError> {
        let target = self.part(&self.manifest.points.name, 0);
        if is_file(&target) {
            return Ok(());
        }
        let (first, varying) = (plan.point(0), plan.varying());
        let point = |point| plan.values_at(&varying, point);
        let write = |file| encode::write_points(file, &self.manifest, self.notes(None), &first, &varying, point);
        Ok(publish::publish(&self.dir.join(WORK), "points-part-00000", "parquet", &target, write)?)
    }
}

impl Keep for Dataset {
    type Error = DatasetError;

    fn has(&self, block: u64) -> bool {
        self.has_block(block)
    }

    fn keep(&self, block: u64, rows: Rows) -> Result<(), DatasetError> {
        let Rows { tables, status, .. } = rows;
        // the first table comes last, so that its part alone tells that the block is whole
        for (index, rows) in tables.into_iter().enumerate().rev() {
            let table = &self.manifest.tables[index].name;
            let stem = format!("{table}-{}", part_name(block).trim_end_matches(".parquet"));
            let write = |file| encode::write_part(file, &self.manifest, self.notes(Some(block)), index, rows, &status);
            publish::publish(&self.dir.join(WORK), &stem, "parquet", &self.part(table, block), write)?;
        }
        Ok(())
    }
}

/// What is at a place where a dataset is wanted.
enum Found {
    /// Nothing, or what a run left that was killed before it wrote the manifest.
    Nothing,
    Dataset(Box<Manifest>),
}

/// Looks without changing anything.
fn inspect(dir: &Path) -> Result<Found, OpenError> {
    let Some(kind) = kind_of(dir)? else { return Ok(Found::Nothing) };
    // the dataset's own folder may be a link: people keep runs on another disk
    let is_folder = kind.is_dir() || (kind.is_symlink() && fs::metadata(dir).is_ok_and(|target| target.is_dir()));
    if !is_folder {
        return Err(OpenError::not_a_dataset(dir, "is not a folder"));
    }
    let path = dir.join(MANIFEST);
    let Some(kind) = kind_of(&path)? else { return inspect_without_manifest(dir) };
    if !kind.is_file() {
        return Err(OpenError::not_a_dataset(&path, "is not a regular file"));
    }
    let text = fs::read(&path).map_err(|error| DatasetError::io("read", &path, error))?;
    match Manifest::parse(&text) {
        Ok(manifest) => Ok(Found::Dataset(Box::new(manifest))),
        Err(message) => Err(OpenError::not_a_dataset(&path, message)),
    }
}

fn inspect_without_manifest(dir: &Path) -> Result<Found, OpenError> {
    for path in publish::entries(dir)? {
        let is_work = path.ends_with(WORK) && kind_of(&path)?.is_some_and(|kind| kind.is_dir());
        if !is_work || !publish::entries(&path)?.iter().all(|path| publish::is_temporary(path)) {
            return Err(OpenError::not_a_dataset(dir, "is not empty and is not a dataset: it has no manifest.json"));
        }
    }
    Ok(Found::Nothing)
}

/// A link inside a dataset could lead writing elsewhere.
fn refuse_links(dir: &Path, manifest: &Manifest) -> Result<(), OpenError> {
    let folders = manifest.tables.iter().chain([&manifest.points]).map(|table| table.name.as_str());
    for folder in folders.chain([WORK]).map(|name| dir.join(name)) {
        match kind_of(&folder)? {
            None => {}
            Some(kind) if kind.is_dir() => {
                for path in publish::entries(&folder)? {
                    if kind_of(&path)?.is_some_and(|kind| kind.is_symlink()) {
                        return Err(OpenError::not_a_dataset(&path, "is a symbolic link"));
                    }
                }
            }
            Some(kind) if kind.is_symlink() => return Err(OpenError::not_a_dataset(&folder, "is a symbolic link")),
            Some(_) => return Err(OpenError::not_a_dataset(&folder, "is not a folder")),
        }
    }
    Ok(())
}

/// What is at a path itself, links not followed; `None` for nothing.
fn kind_of(path: &Path) -> Result<Option<FileType>, DatasetError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => Ok(Some(metadata.file_type())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(DatasetError::io("look at", path, error)),
    }
}

fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

fn make_folder(path: &Path) -> Result<(), DatasetError> {
    if path.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(path).map_err(|error| DatasetError::io("create", path, error))?;
    // a folder without parent in its path lies in the current one
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    publish::sync_folder(parent)
}
