//! One writer at a time: a folder `lock/` with three files, which goes with its owner.
//!
//! `held` stays in its place and is locked by the operating system as long as its owner lives; nobody reads it. Beside
//! it `owner.json` says who that is. It appears whole or not at all and is never replaced: whoever takes a lock over
//! moves it away first, and its owner sees that. A thread of the owner renews the file `lease`, for machines that the
//! lock on `held` does not reach.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::claim::{Claim, Notice};
use crate::disk;
use crate::error::{DatasetError, OpenError};
use crate::here::{self, Owner};
use crate::holder::{self, HELD, Held, Holder, LEASE, OWNER};
use crate::lease::{self, Renewal, Watched};
use crate::publish;
use crate::work::Work;

/// Locks come and go while one looks at them, and who merely looks at one holds it for an instant.
const ATTEMPTS: u32 = 20;
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(5);
/// How often a file that is locked is tried again whose owner is of another machine: two seconds. Somebody of this
/// machine who is at the same lock has it for an instant; longer has it only who died with his machine.
const BLOCKED_ATTEMPTS: u32 = 400;

/// The right to write into a dataset, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    place: PathBuf,
    work: Work,
    held: Mutex<Option<(File, Renewal)>>,
}

/// How an attempt to take a lock ends that does not fail.
enum Attempt {
    Taken(File),
    /// Somebody has it.
    Held(Holder),
    /// The file is locked, and its owner is of another machine.
    Blocked,
    /// Others are at it; once more.
    Again,
}

impl Lock {
    /// Takes a lock of a dataset in the folder `place`; `work` is there. Waits for the lease of another machine to run
    /// out, unless it is renewed meanwhile or taken over.
    pub(crate) fn take(dir: &Path, place: &Path, work: &Path, claim: &Claim<'_>) -> Result<Lock, OpenError> {
        let failed = |error| OpenError::from(DatasetError::io("lock", place, error));
        let owner = Owner::here();
        let (mut last, mut dead) = (None, None);
        let (mut attempts, mut blocked) = (0, 0);
        while attempts < ATTEMPTS {
            attempts += 1;
            match attempt(place, work, &owner, claim, dead.as_deref(), blocked < BLOCKED_ATTEMPTS) {
                Ok(Attempt::Taken(file)) => {
                    let renewal = Renewal::start(place, &owner).map_err(failed)?;
                    let work = Work::locked(work, place, owner);
                    return Ok(Lock { place: place.to_path_buf(), work, held: Mutex::new(Some((file, renewal))) });
                }
                Ok(Attempt::Held(holder)) if holder.lease.is_some() => {
                    (claim.told)(&Notice::Watching { lock: place.to_path_buf(), holder: holder.clone() });
                    match lease::watch(place).map_err(failed)? {
                        Watched::Renewed => {
                            return Err(OpenError::locked(dir, place, holder.renewed(), claim.take_over));
                        }
                        Watched::Dead(seen) => dead = Some(seen),
                        Watched::Gone => {}
                    }
                }
                Ok(Attempt::Held(holder)) => {
                    last = Some(Ok(holder));
                    thread::sleep(PAUSE);
                }
                Ok(Attempt::Blocked) => {
                    (attempts, blocked) = (attempts - 1, blocked + 1);
                    thread::sleep(PAUSE);
                }
                Ok(Attempt::Again) => thread::sleep(PAUSE),
                // who holds the lock now swept away what was being written
                Err(error) if error.kind() == ErrorKind::NotFound => last = Some(Err(error)),
                Err(error) => return Err(failed(error)),
            }
        }
        match last {
            Some(Ok(holder)) => Err(OpenError::locked(dir, place, holder, claim.take_over)),
            Some(Err(error)) => Err(failed(error)),
            None => Err(failed(io::Error::other("others take it all the time"))),
        }
    }

    /// Takes a lock that a lease holds, and gives it back: whoever had it stops. Refused while somebody has it.
    pub(crate) fn clear(dir: &Path, place: &Path, work: &Path, claim: &Claim<'_>) -> Result<(), OpenError> {
        match holder::look(place).map_err(|error| DatasetError::io("look at", place, error))? {
            Held::Free | Held::Dead => Ok(()),
            Held::By(holder) if holder.lease.is_none() => Err(OpenError::locked(dir, place, holder, claim.take_over)),
            Held::By(_) => Lock::take(dir, place, work, claim).map(drop),
        }
    }

    /// Clears away what a killed owner of this machine left of a lock that nobody needs any more; what cannot be
    /// removed stays.
    pub(crate) fn sweep(place: &Path) {
        let is_left = place.is_dir() && holder::look(place).is_ok_and(|held| matches!(held, Held::Free | Held::Dead));
        if !is_left {
            return;
        }
        if let Ok(file) = disk::open_to_lock(&place.join(HELD))
            && file.try_lock().is_ok()
        {
            remove(file, place);
        }
    }

    /// Where files are written under this lock.
    pub(crate) fn work(&self) -> &Work {
        &self.work
    }

    /// Gives the right back; it is nobody's then.
    pub(crate) fn give_back(&self) {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((file, renewal)) = held else { return };
        renewal.stop();
        // what cannot be removed is taken over by the next run, since nobody holds the file any more
        if self.work.is_ours().is_ok() {
            remove(file, &self.place);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// Removes a lock whose file `held` is, its owner first: without him it is nobody's.
fn remove(held: File, place: &Path) {
    match disk::remove(&place.join(OWNER)) {
        Err(error) if error.kind() != ErrorKind::NotFound => return,
        _ => {}
    }
    let _ = disk::remove(&place.join(LEASE));
    let _ = disk::remove_locked(held, &place.join(HELD));
    let _ = disk::remove_empty_folder(place);
}

/// Tries for a lock once; `dead` is the description of an owner whose lease ran out. Who is patient leaves the file
/// alone that another machine seems to have locked: without that file he would be the owner whom others of this machine
/// take for dead.
fn attempt(
    place: &Path,
    work: &Path,
    owner: &Owner,
    claim: &Claim<'_>,
    dead: Option<&[u8]>,
    is_patient: bool,
) -> io::Result<Attempt> {
    match disk::make_folder(place) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let path = place.join(HELD);
    let file = disk::open_to_lock(&path)?;
    let is_decisive = match file.try_lock() {
        Ok(()) => true,
        // a lock that reaches other machines may outlive its owner there: of him only the lease tells
        Err(TryLockError::WouldBlock) if holder::is_elsewhere(place)? => {
            if is_patient {
                return Ok(Attempt::Blocked);
            }
            false
        }
        Err(TryLockError::WouldBlock) => return Ok(Attempt::Held(holder::alive(place)?)),
        // some shares know no locks on files; the lease alone decides there
        Err(TryLockError::Error(error)) if here::knows_no_locks(&error) => false,
        Err(TryLockError::Error(error)) => return Err(error),
    };
    if here::is_at(&file, &path).is_err() {
        // it was removed, with the lock of who had it
        return Ok(Attempt::Again);
    }
    if let Some(text) = holder::owner_text(place)? {
        let is_dead =
            dead == Some(&text) || (is_decisive && holder::owner_of(&text).is_some_and(|owner| owner.is_here()));
        if !is_dead && !claim.take_over {
            return Ok(Attempt::Held(holder::leased(place, &text)));
        }
        if !move_away(place, work, &text)? {
            return Ok(Attempt::Again);
        }
        if !is_dead || dead.is_some() {
            (claim.told)(&Notice::TookOver { lock: place.to_path_buf(), holder: holder::leased(place, &text) });
        }
    }
    lease::begin(place, owner)?;
    let is_new = publish::link_text(work, &place.join(OWNER), &serde_json::to_string_pretty(owner)?)?;
    Ok(if is_new { Attempt::Taken(file) } else { Attempt::Again })
}

/// Moves the description of an owner away, if it is still his: of several machines that try one succeeds.
fn move_away(place: &Path, work: &Path, text: &[u8]) -> io::Result<bool> {
    let (path, away) = (place.join(OWNER), publish::temporary(work, Path::new(OWNER)));
    match disk::rename(&path, &away) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        renamed => renamed?,
    }
    let is_his = disk::read(&away)? == text;
    if !is_his {
        // that of somebody who was faster; if a third one has the name now, the faster one sees it before he publishes
        let file = disk::open(&away)?;
        drop(here::link_without_replacing(&file, &away, &path));
    }
    match disk::remove(&away) {
        // renamed back where file systems know no links
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(is_his),
    }
}

#[cfg(test)]
mod tests;
