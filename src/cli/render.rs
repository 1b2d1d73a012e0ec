//! Diagnostics as text: one file a format.

pub(super) mod changes;
pub(super) mod concise;
pub(super) mod human;
pub(super) mod json;
mod source;

/// What the reader's terminal can show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Colours.
    pub(super) color: bool,
    /// Columns.
    pub(super) width: usize,
    /// Line drawing characters.
    pub(super) unicode: bool,
}
