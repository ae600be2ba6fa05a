//! A lease: a file that its owner writes anew from time to time, for machines that cannot ask whether he lives. Clocks
//! of machines differ, so that a lease is judged by watching it: if it does not change for the time that its owner
//! states, by the clock of who watches, its owner is dead.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tolley_experiment::file;

use crate::disk;
use crate::here::Owner;
use crate::holder::{self, LEASE};

/// Renewals within the time of a lease.
const RENEWALS: u32 = 12;
/// Looks within the time of a lease.
const LOOKS: u32 = 60;

/// What came of watching a lease.
pub(crate) enum Watched {
    /// Its owner lives, or another one came.
    Renewed,
    /// Its owner gave it back.
    Gone,
    /// It was not renewed; the description of its owner.
    Dead(Vec<u8>),
}

/// Watches a lease until it changes or its time is over.
pub(crate) fn watch(place: &Path) -> io::Result<Watched> {
    let Some(owner) = holder::owner_text(place)? else { return Ok(Watched::Gone) };
    let dead_after = holder::dead_after(holder::owner_of(&owner).as_ref());
    let (first, start) = (text(place)?, Instant::now());
    loop {
        thread::sleep((dead_after / LOOKS).min(dead_after.saturating_sub(start.elapsed())));
        // in this order: what is found at the end was there after all the time
        let is_over = start.elapsed() >= dead_after;
        match holder::owner_text(place)? {
            None => return Ok(Watched::Gone),
            Some(now) if now != owner || text(place)? != first => return Ok(Watched::Renewed),
            Some(_) if is_over => return Ok(Watched::Dead(owner)),
            Some(_) => {}
        }
    }
}

fn text(place: &Path) -> io::Result<Option<Vec<u8>>> {
    match file::read(&place.join(LEASE)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a lease for the first time.
pub(crate) fn begin(place: &Path, owner: &Owner) -> io::Result<()> {
    write(place, owner, 0)
}

fn write(place: &Path, owner: &Owner, number: u64) -> io::Result<()> {
    disk::overwrite(&place.join(LEASE), &format!("{} {number:020}\n", owner.token))
}

/// The thread that renews a lease.
#[derive(Debug)]
pub(crate) struct Renewal {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Renewal {
    /// Renews the lease of an owner until he stops it or loses it.
    pub(crate) fn start(place: &Path, owner: &Owner) -> io::Result<Renewal> {
        let is_over = Arc::new(AtomicBool::new(false));
        let (place, owner, over) = (place.to_path_buf(), owner.clone(), is_over.clone());
        let thread = thread::Builder::new().spawn(move || renew(&place, &owner, &over))?;
        Ok(Renewal { is_over, thread })
    }

    /// Ends it; nothing is written after that.
    pub(crate) fn stop(self) {
        self.is_over.store(true, Ordering::Release);
        self.thread.thread().unpark();
        let _ = self.thread.join();
    }
}

fn renew(place: &Path, owner: &Owner, is_over: &AtomicBool) {
    let pause: Duration = holder::dead_after(Some(owner)) / RENEWALS;
    for number in 1.. {
        let start = Instant::now();
        while start.elapsed() < pause {
            if is_over.load(Ordering::Acquire) {
                return;
            }
            thread::park_timeout(pause.saturating_sub(start.elapsed()));
        }
        match holder::owner_text(place) {
            Ok(Some(text)) if holder::owner_of(&text).as_ref() == Some(owner) => {
                // what fails now may not the next time; if it goes on, others may take over, and the owner sees that
                let _ = write(place, owner, number);
            }
            Ok(_) => return,
            Err(_) => {}
        }
    }
}

#[cfg(test)]
impl Renewal {
    /// Waits until the thread ends by itself.
    pub(crate) fn thread_ends(self) {
        self.thread.join().expect("no panic");
    }
}
