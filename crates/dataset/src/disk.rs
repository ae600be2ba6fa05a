//! Every call to the file system by which a dataset is written passes here, so that a test can let any of them fail, or
//! play a power cut after it. Where nobody watches, that costs one look at a thread's own variable.

use std::cell::RefCell;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tolley_experiment::file;

use crate::here;

/// A call that is about to be made.
#[derive(Clone, Copy, Debug)]
pub enum Call<'a> {
    /// Makes a folder whose parent is there.
    MakeFolder(&'a Path),
    /// Makes a file that is not there.
    Create(&'a Path),
    /// Appends to a file that was made.
    Write(&'a Path, &'a [u8]),
    /// Makes the content of a file last.
    Sync(&'a Path),
    /// Makes the names in a folder last.
    SyncFolder(&'a Path),
    /// Gives a file a second name, if that is free.
    Link(&'a Path, &'a Path),
    /// Gives a file another name; never a folder, in which files may be open.
    Rename(&'a Path, &'a Path),
    /// Removes a file.
    Remove(&'a Path),
    /// Removes a folder with all that is in it.
    RemoveFolder(&'a Path),
    /// Opens the file that is locked while somebody writes, or makes it; nobody reads it.
    Lock(&'a Path),
    /// Renews the lease of who writes.
    Renew(&'a Path),
    /// Reads a file.
    Read(&'a Path),
    /// Lists a folder.
    List(&'a Path),
}

/// Says how many bytes a call may write at most, or why it fails.
type Watch<'w> = Box<dyn FnMut(Call<'_>) -> io::Result<usize> + 'w>;

thread_local! {
    static WATCH: RefCell<Option<Watch<'static>>> = const { RefCell::new(None) };
}

/// Does something while `watch` hears of each call of this thread before it is made, and may let it fail.
pub fn watched<T>(watch: impl FnMut(Call<'_>) -> io::Result<usize> + 'static, action: impl FnOnce() -> T) -> T {
    WATCH.with_borrow_mut(|watching| *watching = Some(Box::new(watch)));
    let out = action();
    WATCH.with_borrow_mut(|watching| *watching = None);
    out
}

fn told(call: Call<'_>) -> io::Result<usize> {
    WATCH.with_borrow_mut(|watch| watch.as_mut().map_or(Ok(usize::MAX), |watch| watch(call)))
}

/// A file that was made here.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) file: fs::File,
    path: PathBuf,
}

impl File {
    pub(crate) fn create(path: &Path) -> io::Result<File> {
        told(Call::Create(path))?;
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        Ok(File { file, path: path.to_path_buf() })
    }

    /// Makes its content last.
    pub(crate) fn sync(&self) -> io::Result<()> {
        told(Call::Sync(&self.path))?;
        self.file.sync_all()
    }
}

impl Write for File {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let most = told(Call::Write(&self.path, buffer))?;
        self.file.write(&buffer[..buffer.len().min(most)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    told(Call::MakeFolder(path))?;
    fs::create_dir(path)
}

pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    told(Call::SyncFolder(path))?;
    fs::File::open(path)?.sync_all()
}

/// Asks before a link is made, which is done elsewhere.
pub(crate) fn link(path: &Path, target: &Path) -> io::Result<()> {
    told(Call::Link(path, target)).map(|_| ())
}

pub(crate) fn rename(path: &Path, target: &Path) -> io::Result<()> {
    told(Call::Rename(path, target))?;
    fs::rename(path, target)
}

pub(crate) fn remove(path: &Path) -> io::Result<()> {
    told(Call::Remove(path))?;
    fs::remove_file(path)
}

pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    told(Call::RemoveFolder(path))?;
    fs::remove_dir_all(path)
}

/// Removes a folder unless something is in it.
pub(crate) fn remove_empty_folder(path: &Path) -> io::Result<()> {
    told(Call::RemoveFolder(path))?;
    fs::remove_dir(path)
}

/// Opens the file that is to be locked, or makes it.
pub(crate) fn open_to_lock(path: &Path) -> io::Result<fs::File> {
    told(Call::Lock(path))?;
    file::absent_or_regular(path)?;
    here::open_to_lock(path)
}

/// Removes a file that is locked, with its lock.
pub(crate) fn remove_locked(file: fs::File, path: &Path) -> io::Result<()> {
    told(Call::Remove(path))?;
    here::remove_locked(file, path)
}

/// Writes a text of always the same length over what a file holds, or makes it: that takes no room on a full disk.
pub(crate) fn overwrite(path: &Path, text: &str) -> io::Result<()> {
    told(Call::Renew(path))?;
    file::absent_or_regular(path)?;
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    file.write_all(text.as_bytes())?;
    // by then other machines see it, too
    file.sync_data()
}

pub(crate) fn open(path: &Path) -> io::Result<fs::File> {
    told(Call::Read(path))?;
    file::open(path)
}

pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    told(Call::Read(path))?;
    file::read(path)
}

pub(crate) fn list(path: &Path) -> io::Result<Vec<PathBuf>> {
    told(Call::List(path))?;
    fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect()
}
