//! Where commands write their results.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::host::AtomicFile;

use super::terminal::{Color, Look};
use super::{Status, pager, written};

/// Larger than most results.
const BUFFER_BYTES: usize = 1 << 16;

#[derive(Debug, Args)]
pub(super) struct Destination {
    /// Write to FILE (atomically) instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Destination {
    /// Returns the file, or `None` for standard output.
    pub(super) fn file(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Returns how text is written there.
    pub(super) fn look(&self, color: Color) -> Look {
        if self.output.is_some() { Look::of_file(color) } else { Look::of_stdout(color) }
    }

    /// Writes a text; `what` names it in messages.
    pub(super) fn write_text(&self, text: &str, what: &str) -> Status {
        self.write(what, |out| out.write_all(text.as_bytes()))
    }

    /// Writes a text, to a terminal through a pager if it is long and `paged`.
    pub(super) fn write_pages(&self, text: &str, paged: bool) -> Status {
        if self.output.is_none() { pager::show(text, paged) } else { self.write_text(text, "the text") }
    }

    /// Writes what `write` writes; `what` names it in messages.
    pub(super) fn write(&self, what: &str, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Status {
        let buffered = |out: &mut dyn Write| {
            let mut out = BufWriter::with_capacity(BUFFER_BYTES, out);
            write(&mut out)?;
            out.flush()
        };
        let Some(path) = &self.output else { return written(buffered(&mut io::stdout().lock()), what) };
        let result = AtomicFile::create(path).and_then(|mut file| {
            buffered(&mut file)?;
            file.commit()
        });
        written(result, &format!("`{}`", path.display()))
    }
}
