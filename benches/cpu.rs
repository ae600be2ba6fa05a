//! The clock of the processor, for criterion: what others do on a machine stays out of a figure.

use std::time::Duration;

use criterion::Criterion;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use rustix::time::{ClockId, clock_gettime};

/// Time that all threads of this process have spent on a processor; a throughput is one a CPU-second.
pub struct CpuTime;

impl CpuTime {
    /// Measures by this clock.
    pub fn criterion() -> Criterion<CpuTime> {
        Criterion::default().with_measurement(CpuTime)
    }

    fn now() -> Duration {
        let now = clock_gettime(ClockId::ProcessCPUTime);
        Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
    }
}

impl Measurement for CpuTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        CpuTime::now()
    }

    fn end(&self, start: Duration) -> Duration {
        CpuTime::now() - start
    }

    fn add(&self, one: &Duration, two: &Duration) -> Duration {
        *one + *two
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}
