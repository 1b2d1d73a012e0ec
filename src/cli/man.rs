//! `tosca man`

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use clap::builder::Resettable;
use clap::{Args, Command, CommandFactory as _};
use clap_mangen::Man;

use crate::host::Disk;

use super::arguments::{Arguments, EXIT_CODES};
use super::examples::examples_of;
use super::{Status, written};

/// Prints the manual page of `tosca`, or writes the pages of all commands to a directory.
#[derive(Debug, Args)]
pub(super) struct Manual {
    /// Directory for one page per command; created if missing
    #[arg(value_name = "DIR")]
    directory: Option<OsString>,
}

/// The environment variables that tosca reads.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("TOSCA_CONFIG", "Configuration for all files, as with --config."),
    (
        "TOSCA_CACHE_DIR",
        "Directory for fetched files, and for the pages of rules that the language server shows.",
    ),
    ("TOSCA_TOKEN_git_example_com", "Token for the host git.example.com; a hyphen becomes two underscores."),
    ("NETRC", "File with names and passwords for hosts [default: ~/.netrc]."),
    ("SSL_CERT_FILE", "File with the certificates that servers are compared with."),
    ("HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY", "Proxies for URLs."),
    ("NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE", "Turn colors off or on."),
    ("FORCE_HYPERLINK", "Turns links on a terminal off (0) or on (1)."),
    ("COLUMNS", "Width of the output if it is not a terminal."),
    ("LC_ALL, LC_CTYPE, LANG", "With the locale C or POSIX, output is ASCII."),
    ("PAGER, LESS", "Pager for long pages and lists, and its options."),
    ("GITHUB_ACTIONS", "If true, findings are annotations by default, unless they go to a terminal."),
];

/// The files that tosca reads in addition to its arguments.
const FILES: &[(&str, &str)] = &[
    ("tosca.toml", "Settings. Each file uses the nearest one in its directory and the directories above."),
    ("tosca.lock", "Checksums of what a project imports by URL."),
    (".gitignore, .ignore", "Files that a search of directories skips."),
    ("TOSCA.meta, TOSCA-Metadata/TOSCA.meta", "Description of an unpacked archive."),
];

pub(super) fn run(arguments: &Manual) -> Status {
    let mut command = Arguments::command();
    match &arguments.directory {
        None => written(std::io::stdout().write_all(&page(command)), "the page"),
        Some(directory) => {
            let directory = Path::new(directory);
            command = command.disable_help_subcommand(true);
            command.build();
            let result = std::fs::create_dir_all(directory).and_then(|()| write_pages(command, directory));
            let directory = Disk::new().known_path(directory.as_os_str().to_owned());
            written(result, &format!("pages into `{directory}`"))
        }
    }
}

/// Writes the pages of a command and its subcommands to a directory.
fn write_pages(command: Command, directory: &Path) -> io::Result<()> {
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        write_pages(subcommand.clone(), directory)?;
    }
    let name = Man::new(command.clone()).get_filename();
    std::fs::write(directory.join(name), page(command))
}

/// Returns the page of a command.
fn page(command: Command) -> Vec<u8> {
    let name = command.get_bin_name().unwrap_or("tosca").to_owned();
    let mut page = Vec::new();
    // A vector accepts everything; the exit codes, which the help ends with, have their own section.
    let _ = Man::new(command.after_help(Resettable::Reset)).render(&mut page);
    let mut text = String::new();
    let words = name.strip_prefix("tosca").unwrap_or(&name).trim();
    let examples = examples_of(words).iter();
    let examples = examples.map(|(line, what)| (format!("tosca {line}"), *what)).collect::<Vec<_>>();
    section(&mut text, "EXAMPLES", examples.iter().map(|(line, what)| (line.as_str(), *what)));
    let codes = EXIT_CODES.iter().map(|(code, what)| (*code, *what));
    section(&mut text, "EXIT STATUS", codes);
    section(&mut text, "ENVIRONMENT", ENVIRONMENT.iter().copied());
    section(&mut text, "FILES", FILES.iter().copied());
    page.extend(text.bytes());
    page
}

/// Adds a section of terms with their descriptions.
fn section<'a>(page: &mut String, title: &str, rows: impl Iterator<Item = (&'a str, &'a str)>) {
    let _ = writeln!(page, ".SH \"{title}\"");
    for (term, description) in rows {
        let _ = writeln!(page, ".TP\n\\fB{}\\fR\n{}", escape(term), escape(description));
    }
}

/// Escapes a line of text for a manual page.
fn escape(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}
