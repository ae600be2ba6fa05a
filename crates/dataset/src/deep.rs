//! Whether every file of a dataset can be read to its end: every column of every row group, and as many rows, with
//! such statuses, as were recorded. A hash that fits says only that nobody changed a file since it was noted.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use tolley_experiment::run;
use tolley_experiment::table::{ColumnKind, Table};

use crate::check::part_number;
use crate::error::{DatasetError, Finding};
use crate::open::Dataset;
use crate::read::Batch;
use crate::record::{ByStatus, FileRecord};
use crate::schema::STATUS;

impl Dataset {
    /// Opens every file that records speak of and reads it whole; what is not as it was recorded.
    pub fn check_deep(&self) -> Vec<Finding> {
        let files = match self.recorded() {
            Ok(files) => files,
            // said by the plain check
            Err(_) => return Vec::new(),
        };
        let fault = |(path, file): &(PathBuf, FileRecord)| {
            let read = guarded(|| self.read_whole(path, file)).unwrap_or_else(|why| Err(Finding::new(path, why)));
            read.err()
        };
        run::each(&files, fault).into_iter().flatten().collect()
    }

    /// Every row of a file, and how many trials have each status.
    fn read_whole(&self, path: &Path, file: &FileRecord) -> Result<(), Finding> {
        let manifest = self.manifest();
        let known = manifest.tables.iter().chain([&manifest.points, &manifest.estimates]);
        let table = known.clone().find(|table| table.name == file.table);
        let table = table.ok_or_else(|| Finding::new(path, "is of a table that the manifest does not have"))?;
        let is_part = path.parent().is_some_and(|folder| folder.ends_with(&table.name))
            && manifest.tables.iter().any(|entry| entry.name == table.name);
        let part = if is_part { part_number(path, ".parquet") } else { None };
        let counted = self.statuses_of(path, file, part, table).map_err(|error| finding(path, error))?;
        let told = part.and_then(|part| Some(self.state().parts.get(&part)?.status.clone()));
        match told.filter(|_| table.index(STATUS).is_some()) {
            Some(told) if told != counted => {
                Err(Finding::new(path, "has not as many trials of each status as recorded"))
            }
            _ => Ok(()),
        }
    }

    /// How many rows of a file have each status, after all of its columns were read.
    pub(crate) fn statuses_of(
        &self,
        path: &Path,
        file: &FileRecord,
        part: Option<u64>,
        table: &Table,
    ) -> Result<ByStatus, DatasetError> {
        let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        let (at, mut counts) = (table.index(STATUS), ByStatus::new());
        let names = match at.map(|at| &table.columns[at].kind) {
            Some(ColumnKind::Name { names }) => names.as_slice(),
            _ => &[],
        };
        self.scan_file(file, path, part, &columns, &mut |batch: &Batch| {
            for status in at.map_or(&[][..], |at| batch.names(at)) {
                if let Some(name) = names.get(usize::from(*status)) {
                    *counts.entry(name.clone()).or_insert(0) += 1;
                }
            }
        })?;
        Ok(counts)
    }
}

/// What an error says of this file.
fn finding(path: &Path, error: DatasetError) -> Finding {
    match error {
        DatasetError::Damaged { mut findings } if findings.len() == 1 => findings.remove(0),
        DatasetError::Format { message, .. } => Finding::new(path, message),
        error => Finding::new(path, format!("cannot be read: {error}")),
    }
}

/// The library that reads Parquet panics at some files that are none.
pub(crate) fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, String> {
    let why = |panic: Box<dyn Any + Send>| {
        let said = panic.downcast_ref::<String>().cloned();
        let said = said.or_else(|| panic.downcast_ref::<&str>().map(|said| (*said).to_owned()));
        format!("is no whole Parquet file ({})", said.unwrap_or_else(|| "it cannot be unpacked".to_owned()))
    };
    catch_unwind(AssertUnwindSafe(read)).map_err(why)
}
