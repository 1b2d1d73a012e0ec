//! Detects what the terminal can show.

use std::io::IsTerminal as _;

use clap::ValueEnum;
use supports_hyperlinks::Stream;
use terminal_size::{Height, Width};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// If the terminal supports them
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The capabilities of an output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Whether colors are used.
    pub(super) color: bool,
    /// The width in columns.
    pub(super) width: usize,
    /// The maximum width of a source line with its number; longer if the output is not a terminal.
    pub(super) columns: usize,
    /// Whether line drawing characters are used.
    pub(super) unicode: bool,
    /// Whether hyperlinks are used.
    pub(super) links: bool,
}

/// The width if the output is not a terminal.
const DEFAULT_WIDTH: usize = 100;

/// The width of a source line if the output is not a terminal.
const SOURCE_COLUMNS: usize = 160;

impl Look {
    /// Returns the capabilities of standard output.
    pub(super) fn of_stdout(color: Color) -> Self {
        let stdout = std::io::stdout();
        let size = terminal_size::terminal_size_of(&stdout);
        Self::new(color, stdout.is_terminal(), size, supports_hyperlinks::on(Stream::Stdout))
    }

    /// Returns the capabilities of standard error.
    pub(super) fn of_stderr() -> Self {
        let stderr = std::io::stderr();
        let size = terminal_size::terminal_size_of(&stderr);
        Self::new(Color::Auto, stderr.is_terminal(), size, supports_hyperlinks::on(Stream::Stderr))
    }

    /// Returns the capabilities of a file, which has colors only if `color` is `Always`.
    pub(super) fn of_file(color: Color) -> Self {
        Self {
            color: color == Color::Always,
            width: DEFAULT_WIDTH,
            columns: SOURCE_COLUMNS,
            unicode: supports_unicode(),
            links: false,
        }
    }

    fn new(color: Color, is_terminal: bool, size: Option<(Width, Height)>, links: bool) -> Self {
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => wants_color(|name| std::env::var(name).ok(), is_terminal),
        };
        let given = || std::env::var("COLUMNS").ok()?.parse().ok();
        let given = size.map(|(width, _)| usize::from(width.0)).or_else(given);
        let (width, columns) = (given.unwrap_or(DEFAULT_WIDTH), given.unwrap_or(SOURCE_COLUMNS));
        Self { color, width, columns, unicode: supports_unicode(), links: links && color }
    }
}

/// Whether the environment enables colors: `NO_COLOR` takes precedence, then variables that force them, then
/// `CLICOLOR` and the terminal.
fn wants_color(variable: impl Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
    let given = |name: &str| variable(name).filter(|value| !value.is_empty());
    let switch = |name: &str| given(name).map(|value| value != "0" && value != "false");
    if given("NO_COLOR").is_some() {
        return false;
    }
    if let Some(forced) = switch("FORCE_COLOR") {
        return forced;
    }
    if switch("CLICOLOR_FORCE") == Some(true) {
        return true;
    }
    let can = !cfg!(unix) || given("TERM").is_some_and(|term| term != "dumb");
    is_terminal && can && switch("CLICOLOR") != Some(false)
}

/// Whether the locale can show line drawing characters.
fn supports_unicode() -> bool {
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
