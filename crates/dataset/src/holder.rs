//! Who holds a lock, as anybody may see it without changing anything.

use std::fmt;
use std::fs::{self, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::time::{Duration, SystemTime};

use tolley_experiment::file;

use crate::disk;
use crate::here::{self, Owner};

/// The file that is locked, and never read.
pub(crate) const HELD: &str = "held";
/// Who holds it.
pub(crate) const OWNER: &str = "owner.json";
/// What he renews.
pub(crate) const LEASE: &str = "lease";
/// Bytes of a description, at most.
const MOST_BYTES: u64 = 1 << 16;
/// Longest lease that is believed: a day.
const LONGEST_LEASE_MS: u64 = 86_400_000;

/// Who holds a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Name of the machine; empty where he has not said it yet.
    pub host: String,
    /// Process.
    pub pid: u32,
    /// Since when.
    pub since: Option<SystemTime>,
    /// What speaks for him; absent where the operating system knows that he lives.
    pub lease: Option<Lease>,
}

/// A lease: all that another machine sees of the owner of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// How long ago it was renewed, by the clocks of both machines.
    pub renewed: Option<Duration>,
    /// How long it is to be watched without a renewal until its owner counts as dead.
    pub dead_after: Duration,
}

impl fmt::Display for Lease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("by a lease")?;
        if let Some(renewed) = self.renewed {
            write!(f, " renewed {:.0} s ago", renewed.as_secs_f64())?;
        }
        write!(f, ", considered dead after {} s without renewal", self.dead_after.as_secs_f64())
    }
}

/// What a look at a lock finds.
pub(crate) enum Held {
    /// Nobody has it.
    Free,
    /// Somebody of this machine had it who is dead.
    Dead,
    /// Somebody has it who is alive, or may be.
    By(Holder),
}

impl Holder {
    /// The same, of whom it was seen that he is alive.
    pub(crate) fn renewed(mut self) -> Holder {
        self.lease = self.lease.map(|lease| Lease { renewed: Some(Duration::ZERO), ..lease });
        self
    }
}

/// Looks at a lock in a folder, which need not be there.
pub(crate) fn look(place: &Path) -> io::Result<Held> {
    let is_held = match file::open(&place.join(HELD)) {
        Ok(file) => match file.try_lock_shared() {
            Ok(()) => Some(false),
            Err(TryLockError::WouldBlock) => Some(true),
            Err(TryLockError::Error(error)) if here::knows_no_locks(&error) => None,
            Err(TryLockError::Error(error)) => return Err(error),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Some(false),
        Err(error) => return Err(error),
    };
    if is_held == Some(true) && !is_elsewhere(place)? {
        return alive(place).map(Held::By);
    }
    let Some(text) = owner_text(place)? else { return Ok(Held::Free) };
    let is_here = owner_of(&text).is_some_and(|owner| owner.is_here());
    Ok(if is_held == Some(false) && is_here { Held::Dead } else { Held::By(leased(place, &text)) })
}

/// Whether the owner is of another machine: what holds the file there may be a server that has not seen him die.
pub(crate) fn is_elsewhere(place: &Path) -> io::Result<bool> {
    let owner = owner_text(place)?.as_deref().and_then(owner_of);
    Ok(owner.is_some_and(|owner| !owner.is_here()))
}

/// Him whom the operating system knows to be alive.
pub(crate) fn alive(place: &Path) -> io::Result<Holder> {
    let nobody = || Holder { host: String::new(), pid: 0, since: None, lease: None };
    let holder = owner_text(place)?.map(|text| Holder { lease: None, ..leased(place, &text) });
    Ok(holder.unwrap_or_else(nobody))
}

/// Him of whom only a lease is known.
pub(crate) fn leased(place: &Path, text: &[u8]) -> Holder {
    let modified = |name| fs::metadata(place.join(name)).and_then(|metadata| metadata.modified()).ok();
    let owner = owner_of(text);
    let renewed = modified(LEASE).and_then(|renewed: SystemTime| renewed.elapsed().ok());
    let lease = Lease { renewed, dead_after: dead_after(owner.as_ref()) };
    let (host, pid) = owner.map_or_else(|| ("an unknown machine".to_owned(), 0), |owner| (owner.host, owner.pid));
    Holder { host, pid, since: modified(OWNER), lease: Some(lease) }
}

/// How long the lease of an owner is to be watched.
pub(crate) fn dead_after(owner: Option<&Owner>) -> Duration {
    let said_ms = owner.map(|owner| owner.lease_ms).filter(|lease_ms| (1..=LONGEST_LEASE_MS).contains(lease_ms));
    Duration::from_millis(said_ms.unwrap_or_else(here::lease_ms))
}

/// The description of an owner, if there is one.
pub(crate) fn owner_text(place: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut text = Vec::new();
    match disk::open(&place.join(OWNER)).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut text)) {
        Ok(_) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// What it says; nothing if it was written by something else.
pub(crate) fn owner_of(text: &[u8]) -> Option<Owner> {
    serde_json::from_slice(text).ok()
}
