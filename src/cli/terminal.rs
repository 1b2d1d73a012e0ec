//! What the reader's terminal can show.

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

/// How text may look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Colours.
    pub(super) color: bool,
    /// Columns.
    pub(super) width: usize,
    /// Columns of a line of source, with its number: where nobody looks it may be longer.
    pub(super) columns: usize,
    /// Line drawing characters.
    pub(super) unicode: bool,
    /// Links that a click follows.
    pub(super) links: bool,
}

/// The columns of what is no terminal.
const WIDTH: usize = 100;

/// The columns of a line of source where there is no terminal.
const LINE: usize = 160;

impl Look {
    /// Of standard output.
    pub(super) fn of_stdout(color: Color) -> Self {
        let stdout = std::io::stdout();
        let size = terminal_size::terminal_size_of(&stdout);
        Self::of(color, stdout.is_terminal(), size, supports_hyperlinks::on(Stream::Stdout))
    }

    /// Of standard error.
    pub(super) fn of_stderr() -> Self {
        let stderr = std::io::stderr();
        let size = terminal_size::terminal_size_of(&stderr);
        Self::of(Color::Auto, stderr.is_terminal(), size, supports_hyperlinks::on(Stream::Stderr))
    }

    /// Of a file, which has colours only where they are asked for.
    pub(super) fn of_file(color: Color) -> Self {
        Self {
            color: color == Color::Always,
            width: WIDTH,
            columns: LINE,
            unicode: unicode_works(),
            links: false,
        }
    }

    fn of(color: Color, is_terminal: bool, size: Option<(Width, Height)>, links: bool) -> Self {
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => wanted(|name| std::env::var(name).ok(), is_terminal),
        };
        let width = size.map_or(WIDTH, |(width, _)| usize::from(width.0));
        let columns = size.map_or(LINE, |(width, _)| usize::from(width.0));
        Self { color, width, columns, unicode: unicode_works(), links: links && color }
    }
}

/// Whether the surroundings want colours: `NO_COLOR` speaks first, then those that force them, then
/// `CLICOLOR` and the terminal.
fn wanted(variable: impl Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
    let given = |name: &str| variable(name).filter(|value| !value.is_empty());
    let forces = |name: &str| given(name).map(|value| value != "0" && value != "false");
    if given("NO_COLOR").is_some() {
        return false;
    }
    if let Some(forced) = forces("FORCE_COLOR") {
        return forced;
    }
    if forces("CLICOLOR_FORCE") == Some(true) {
        return true;
    }
    let can = !cfg!(unix) || given("TERM").is_some_and(|term| term != "dumb");
    is_terminal && can && forces("CLICOLOR") != Some(false)
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
