//! Cancellation of work whose result is no longer needed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of a request, and the number of the newest request. Work on an older request may stop.
#[derive(Clone, Debug, Default)]
pub struct Generation {
    number: u64,
    newest: Arc<AtomicU64>,
}

/// The error that a newer request was made in the meantime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl Generation {
    /// Starts a newer request, which makes this one old.
    #[must_use]
    pub fn next(&self) -> Self {
        let number = self.newest.fetch_add(1, Ordering::Relaxed) + 1;
        Self { number, newest: Arc::clone(&self.newest) }
    }

    /// Whether a newer request was made.
    #[must_use]
    pub fn is_old(&self) -> bool {
        self.newest.load(Ordering::Relaxed) > self.number
    }

    /// Fails if a newer request was made.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_old() { Err(Cancelled) } else { Ok(()) }
    }
}
