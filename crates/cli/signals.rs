//! Signals that ask a command to stop.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

use crate::host::Host;

/// Signals within this time of the first are one with it: GNU timeout sends two within milliseconds.
pub const ONE: Duration = Duration::from_secs(2);
/// Between two looks at whether another one came.
const LOOK: Duration = Duration::from_millis(20);

/// Those of this process: it listens once, whatever it plays.
static LISTENING: Mutex<Option<Signals>> = Mutex::new(None);

/// The signals that came.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    code: Arc<AtomicUsize>,
    is_free: Arc<AtomicBool>,
}

impl Signals {
    /// From now on Ctrl-C and SIGTERM exit with their codes, at once as long as nothing is [held](Signals::hold).
    pub fn listen() -> io::Result<Signals> {
        // signals are the host's, if there is one: it asks by a code, and never to exit
        if let Some(host) = Host::current() {
            return Ok(Signals { code: Arc::clone(&host.code), ..Signals::default() });
        }
        let mut listening = LISTENING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(signals) = &*listening {
            return Ok(signals.clone());
        }
        let signals = Signals { is_free: Arc::new(AtomicBool::new(true)), ..Signals::default() };
        signals.register()?;
        *listening = Some(signals.clone());
        Ok(signals)
    }

    fn register(&self) -> io::Result<()> {
        let came = Arc::new(AtomicBool::new(false));
        for (signal, exit_code) in [(SIGINT, 130), (SIGTERM, 143)] {
            flag::register_conditional_shutdown(signal, exit_code, self.is_free.clone())?;
            flag::register_usize(signal, self.code.clone(), exit_code as usize)?;
            flag::register(signal, came.clone())?;
        }
        let code = self.code.clone();
        thread::Builder::new().spawn(move || exit_by_a_later_one(&came, &code))?;
        Ok(())
    }

    /// From now on the first signal is noted, with all that come within [`ONE`]; a later one exits at once.
    pub fn hold(&self) {
        self.is_free.store(false, Ordering::Relaxed);
    }

    /// From now on nothing is left to be kept: the next signal exits at once, unless it is one with one that was noted.
    pub fn release(&self) {
        self.is_free.store(self.code().is_none(), Ordering::Relaxed);
    }

    /// The exit code of the signal that came to this command, if one did since it listens.
    pub fn code_that_came() -> Option<u8> {
        let host = || Host::current().map(|host| Signals { code: Arc::clone(&host.code), ..Signals::default() });
        let listening = || LISTENING.lock().unwrap_or_else(PoisonError::into_inner).clone();
        host().or_else(listening)?.code()
    }

    /// The exit code of the signal that came, if one did.
    pub fn code(&self) -> Option<u8> {
        u8::try_from(self.code.load(Ordering::Relaxed)).ok().filter(|code| *code != 0)
    }
}

/// Exits as soon as a signal comes that is not one with the first.
fn exit_by_a_later_one(came: &AtomicBool, code: &AtomicUsize) {
    let mut first: Option<Instant> = None;
    loop {
        thread::sleep(LOOK);
        if came.swap(false, Ordering::Relaxed) && first.get_or_insert_with(Instant::now).elapsed() >= ONE {
            low_level::exit(code.load(Ordering::Relaxed) as i32);
        }
    }
}
