//! One writer at a time: a folder `lock/` that appears with its owner inside, and goes with him.
//!
//! The folder is made in `work/` and renamed, which fails if there is one, on every file system and on shares. Its
//! owner keeps the file inside locked as long as he lives, so that on the same machine, containers included, a lock
//! whose owner is dead is known and taken over; that of another machine never is.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::error::{DatasetError, OpenError};
use crate::here::Owner;
use crate::layout::LOCK;
use crate::publish::temporary_folder;

/// Who holds it.
const OWNER: &str = "owner.json";
/// Locks come and go while one looks at them.
const ATTEMPTS: u32 = 20;

/// The right to write into a dataset, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    folder: PathBuf,
    work: PathBuf,
    owner: Owner,
    // open and locked while the owner lives
    _alive: File,
}

/// Who holds a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Name of the machine.
    pub host: String,
    /// Process.
    pub pid: u32,
    /// Since when.
    pub since: Option<SystemTime>,
}

impl Holder {
    pub(crate) fn locked(self, dir: &Path) -> OpenError {
        OpenError::Locked { path: dir.to_path_buf(), host: self.host, pid: self.pid, since: self.since }
    }
}

/// What a look at a lock finds.
enum Held {
    /// It has gone meanwhile.
    Gone,
    /// By somebody who is alive, or may be.
    Alive(Holder),
    /// By somebody who is dead; nobody else takes it while the file is held.
    Dead(File),
}

impl Lock {
    /// Takes a lock of a dataset; `work` is there.
    pub(crate) fn take(dir: &Path, folder: &Path, work: &Path) -> Result<Lock, OpenError> {
        let (folder, owner) = (folder.to_path_buf(), Owner::here());
        let mut last = ErrorKind::NotFound.into();
        for _ in 0..ATTEMPTS {
            let mine = temporary_folder(work, LOCK);
            let taken =
                prepare(&mine, &owner).and_then(|alive| Ok((alive, Lock::move_in(&folder, &mine, work, &owner)?)));
            if !matches!(taken, Ok((_, None))) {
                let _ = fs::remove_dir_all(&mine);
            }
            match taken {
                Ok((alive, None)) => return Ok(Lock { folder, work: work.to_path_buf(), owner, _alive: alive }),
                Ok((_, Some(holder))) => return Err(holder.locked(dir)),
                // who holds the lock now swept it away
                Err(error) if error.kind() == ErrorKind::NotFound => last = error,
                Err(error) => return Err(DatasetError::io("lock", &folder, error).into()),
            }
        }
        Err(DatasetError::io("lock", &folder, last).into())
    }

    /// Who holds a lock, unless he is dead.
    pub(crate) fn holder(folder: &Path) -> Result<Option<Holder>, DatasetError> {
        match look(folder, &Owner::here()) {
            Ok(Held::Alive(holder)) => Ok(Some(holder)),
            Ok(Held::Gone | Held::Dead(_)) => Ok(None),
            Err(error) => Err(DatasetError::io("look at", folder, error)),
        }
    }

    /// Puts the folder in its place; who holds the lock if somebody else does.
    fn move_in(folder: &Path, mine: &Path, work: &Path, owner: &Owner) -> io::Result<Option<Holder>> {
        let mut last = None;
        for _ in 0..ATTEMPTS {
            match fs::rename(mine, folder) {
                Ok(()) => return Ok(None),
                Err(error) if is_taken(&error) => {}
                Err(error) => return Err(error),
            }
            match look(folder, owner)? {
                Held::Gone => {}
                Held::Alive(holder) => return Ok(Some(holder)),
                Held::Dead(file) => {
                    let old = temporary_folder(work, LOCK);
                    match fs::rename(folder, &old) {
                        Ok(()) => drop(fs::remove_dir_all(&old)),
                        Err(error) if error.kind() == ErrorKind::NotFound => {}
                        Err(error) => last = Some(error),
                    }
                    drop(file);
                }
            }
        }
        Err(last.unwrap_or_else(|| io::Error::other("others take it all the time")))
    }
}

impl Lock {
    /// Gives the right back; it is nobody's then.
    pub(crate) fn give_back(&self) {
        // what cannot be removed is taken over by the next run, since nobody holds the file any more
        let is_mine = read_owner(&self.folder.join(OWNER)).is_ok_and(|owner| owner == self.owner);
        let gone = temporary_folder(&self.work, LOCK);
        if is_mine && fs::rename(&self.folder, &gone).is_ok() {
            let _ = fs::remove_dir_all(gone);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// Makes a lock that is held already before anybody can see it.
fn prepare(folder: &Path, owner: &Owner) -> io::Result<File> {
    fs::create_dir(folder)?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(folder.join(OWNER))?;
    match file.try_lock() {
        Ok(()) => {}
        // some shares know no locks on files; a lock there is never taken over
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
        Err(error) => return Err(error.into()),
    }
    file.write_all(serde_json::to_string_pretty(owner)?.as_bytes())?;
    file.sync_all()?;
    Ok(file)
}

fn is_taken(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists)
}

/// Who holds a lock, and whether he lives.
fn look(folder: &Path, me: &Owner) -> io::Result<Held> {
    let path = folder.join(OWNER);
    let (owner, since) = match (read_owner(&path), fs::metadata(&path)) {
        (Ok(owner), Ok(metadata)) => (owner, metadata.modified().ok()),
        (Err(error), _) | (_, Err(error)) if error.kind() == ErrorKind::NotFound => {
            // an empty folder is nobody's and is renamed over; anything else in it is no lock of ours
            let is_strange = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) && folder.exists();
            let is_still_without = !path.exists();
            if is_strange && is_still_without {
                return Err(io::Error::other("it has no owner; delete the folder if no run is at it"));
            }
            return Ok(Held::Gone);
        }
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    let holder = Holder { host: owner.host.clone(), pid: owner.pid, since };
    let is_here = owner.host == me.host && !owner.boot_id.is_empty() && !me.boot_id.is_empty();
    if !is_here {
        return Ok(Held::Alive(holder));
    }
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Held::Gone),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(_) => return Ok(Held::Alive(holder)),
    }
    // whoever holds the file of this very owner is the only one who may clear it away
    match read_owner(&path) {
        Ok(still) if still == owner => Ok(Held::Dead(file)),
        _ => Ok(Held::Gone),
    }
}

fn read_owner(path: &Path) -> io::Result<Owner> {
    let mut text = String::new();
    File::open(path)?.take(1 << 16).read_to_string(&mut text)?;
    serde_json::from_str(&text).map_err(|error| io::Error::other(format!("{} is not a lock: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(dir: &Path, work: &Path) -> Result<Lock, OpenError> {
        Lock::take(dir, &dir.join(LOCK), work)
    }

    fn place() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let work = folder.path().join("work");
        fs::create_dir(&work).expect("a folder");
        (folder, work)
    }

    #[test]
    fn there_is_one_at_a_time() {
        let (dir, work) = place();
        let lock = take(dir.path(), &work).expect("it is free");
        let error = take(dir.path(), &work).expect_err("it is taken");
        let pid = std::process::id();
        assert!(matches!(error, OpenError::Locked { pid: holder, .. } if holder == pid), "{error}");
        drop(lock);
        drop(take(dir.path(), &work).expect("it is free again"));
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1, "nothing is left but work/");
        assert_eq!(fs::read_dir(&work).expect("a folder").count(), 0);
    }

    /// A lock as a process leaves it that is killed: nobody holds the file.
    fn left(dir: &Path, owner: &Owner) {
        fs::create_dir(dir.join(LOCK)).expect("a folder");
        fs::write(dir.join(LOCK).join(OWNER), serde_json::to_string(owner).expect("JSON")).expect("a file");
    }

    #[test]
    fn that_of_the_dead_is_taken_over_and_that_of_another_machine_is_not() {
        let (dir, work) = place();
        left(dir.path(), &Owner::here());
        drop(take(dir.path(), &work).expect("its owner is dead"));
        left(dir.path(), &Owner { boot_id: "before".to_owned(), ..Owner::here() });
        drop(take(dir.path(), &work).expect("the machine was started again since"));
        left(dir.path(), &Owner { host: "elsewhere".to_owned(), ..Owner::here() });
        let error = take(dir.path(), &work).expect_err("who knows");
        assert!(matches!(&error, OpenError::Locked { host, .. } if host == "elsewhere"), "{error}");
    }

    #[test]
    fn of_many_at_once_one_wins() {
        let (dir, work) = place();
        for round in 0..20 {
            if round % 2 == 0 {
                left(dir.path(), &Owner::here());
            }
            let taken = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| take(dir.path(), &work))).collect();
                threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Vec<_>>()
            });
            let winners = taken.iter().filter(|taken| taken.is_ok()).count();
            assert_eq!(winners, 1, "{taken:?}");
        }
    }
}
