//! The clock of the processor: what others do on a machine stays out of what it says.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Whose time is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuClock {
    /// That of the thread that asks.
    Thread,
    /// That of all threads of this process.
    Process,
}

impl CpuClock {
    /// Time spent on a processor; where the system does not tell it, time of the wall since this was asked first.
    pub fn now(self) -> Duration {
        static START: OnceLock<Instant> = OnceLock::new();
        self.told().unwrap_or_else(|| START.get_or_init(Instant::now).elapsed())
    }

    /// Whether this system tells the time that is spent on a processor.
    pub fn is_told() -> bool {
        CpuClock::Thread.told().is_some()
    }

    #[cfg(any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd"))]
    fn told(self) -> Option<Duration> {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(match self {
            CpuClock::Thread => ClockId::ThreadCPUTime,
            CpuClock::Process => ClockId::ProcessCPUTime,
        });
        Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd")))]
    fn told(self) -> Option<Duration> {
        None
    }
}
