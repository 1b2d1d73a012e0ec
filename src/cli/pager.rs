//! Shows long texts in a pager.

use std::io::{IsTerminal as _, Write as _};
use std::process::{Command, Stdio};

use super::{Status, written};

/// Writes a text to standard output, through a pager if it does not fit on the terminal.
pub(super) fn show(text: &str, paged: bool) -> Status {
    let stdout = std::io::stdout();
    let height = terminal_size::terminal_size_of(&stdout).map(|(_, height)| usize::from(height.0));
    let is_long = height.is_some_and(|height| text.lines().count() > height);
    if paged && stdout.is_terminal() && is_long && through_pager(text) {
        return Status::Clean;
    }
    let mut stdout = stdout.lock();
    written(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()), "the text")
}

/// Sends the text to the pager; returns `false` if there is none. Failures of the pager are ignored.
fn through_pager(text: &str) -> bool {
    let command =
        std::env::var("PAGER").unwrap_or_else(|_| if cfg!(windows) { "" } else { "less" }.to_owned());
    let mut words = command.split_whitespace();
    let Some(program) = words.next().filter(|program| *program != "cat") else { return false };
    let mut pager = Command::new(program);
    pager.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // The same settings as git: quit if everything fits, keep colors, leave the text on the screen.
        pager.env("LESS", "FRX");
    }
    let Ok(mut child) = pager.spawn() else { return false };
    if let Some(mut pipe) = child.stdin.take() {
        // A pager that quits early closes the pipe.
        let _ = pipe.write_all(text.as_bytes());
    }
    let _ = child.wait();
    true
}
