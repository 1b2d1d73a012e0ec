//! The progress of long work on a terminal.

use std::io::{IsTerminal as _, Write as _};

/// Work on fewer bytes is not shown.
const MIN_BYTES: u64 = 32 * 1024 * 1024;
/// The number of characters of the bar.
const WIDTH: u64 = 30;

/// A bar on standard error, if that is a terminal.
pub(super) struct Progress {
    total: u64,
    done: u64,
    shown: Option<u64>,
    is_visible: bool,
}

impl Progress {
    /// Starts work on `total` bytes.
    pub(super) fn new(total: u64) -> Self {
        let is_visible = total >= MIN_BYTES && std::io::stderr().is_terminal();
        Self { total, done: 0, shown: None, is_visible }
    }

    /// Notes that `bytes` more are done.
    pub(super) fn add(&mut self, bytes: u64) {
        self.done = self.done.saturating_add(bytes);
        let filled = (self.done.saturating_mul(WIDTH) / self.total.max(1)).min(WIDTH);
        if self.is_visible && self.shown.replace(filled) != Some(filled) {
            let (full, rest) =
                (usize::try_from(filled).unwrap_or(0), usize::try_from(WIDTH - filled).unwrap_or(0));
            anstream::eprint!("\r[{}{}]", "#".repeat(full), " ".repeat(rest));
            let _ = std::io::stderr().flush();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown.is_some() && self.is_visible {
            anstream::eprint!("\r{}\r", " ".repeat(usize::try_from(WIDTH).unwrap_or(0) + 2));
        }
    }
}
