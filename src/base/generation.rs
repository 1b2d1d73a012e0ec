//! Work that nobody waits for any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of a question, and that of the newest one: who works on an older one may give up.
#[derive(Clone, Debug, Default)]
pub struct Generation {
    own: u64,
    newest: Arc<AtomicU64>,
}

/// A newer question was asked meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl Generation {
    /// A newer question: from now on this one is old.
    #[must_use]
    pub fn next(&self) -> Self {
        let own = self.newest.fetch_add(1, Ordering::Relaxed) + 1;
        Self { own, newest: Arc::clone(&self.newest) }
    }

    /// Whether a newer question was asked.
    #[must_use]
    pub fn is_old(&self) -> bool {
        self.newest.load(Ordering::Relaxed) > self.own
    }

    /// Fails where a newer question was asked.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_old() { Err(Cancelled) } else { Ok(()) }
    }
}
