//! The right to write into a dataset, and what is said when it is taken from somebody.

use tolley_dataset::{Claim, Notice};

use crate::host::Host;
use crate::output;

/// Does something with a claim of which this command's host hears.
pub fn with<T>(take_over: bool, quiet: bool, action: impl FnOnce(&Claim<'_>) -> T) -> T {
    let host = Host::current();
    let told = |notice: &Notice| {
        let text = match notice {
            Notice::Watching { .. } if quiet => return,
            Notice::Watching { .. } => format!("note: {notice}"),
            Notice::TookOver { .. } => format!("warning: {notice}"),
        };
        // leases of shares are watched by threads, which are nobody's guests
        match &host {
            Some(host) => host.say(&output::escaped(&text)),
            None => output::say(&text),
        }
    };
    action(&Claim { take_over, told: &told })
}
