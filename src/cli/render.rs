//! Diagnostics as text: one file a format.

pub(super) mod changes;
pub(super) mod concise;
pub(super) mod human;
pub(super) mod json;
mod source;

use terminal_size::{Height, Width};

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

impl Look {
    /// What a terminal of some size can show; none where it is no terminal.
    pub(super) fn of(color: bool, size: Option<(Width, Height)>) -> Self {
        let width = size.map_or(100, |(width, _)| usize::from(width.0));
        Self { color, width, unicode: unicode_works() }
    }
}

/// Whether the locale can show line drawing characters.
fn unicode_works() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    match locale {
        Some(locale) => {
            let locale = locale.to_ascii_uppercase();
            !(locale == "C" || locale == "POSIX") || locale.contains("UTF")
        }
        None => true,
    }
}
