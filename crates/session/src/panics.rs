//! What is shown of panics, each of which is caught and told in other words.

use std::sync::atomic::{AtomicU32, Ordering};

/// Panics of trials that are shown; the dataset marks every one.
const SHOWN: u32 = 3;

/// Does something whose panics are not shown.
pub fn without_panics<T>(action: impl FnOnce() -> T) -> T {
    let show = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let out = action();
    std::panic::set_hook(show);
    out
}

/// Shows the first panics of trials alone.
pub fn quiet_panics<T>(action: impl FnOnce() -> T) -> T {
    let show = std::panic::take_hook();
    let shown = AtomicU32::new(0);
    std::panic::set_hook(Box::new(move |panic| {
        if shown.fetch_add(1, Ordering::Relaxed) < SHOWN {
            show(panic);
        }
    }));
    let out = action();
    drop(std::panic::take_hook());
    out
}
