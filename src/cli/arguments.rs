//! The arguments.

use std::ffi::OsString;

use camino::Utf8PathBuf;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::dialects::Spec;

/// Checks TOSCA 2.0 service templates and profiles.
#[derive(Debug, Parser)]
#[command(name = "tosca", version, max_term_width = 100, arg_required_else_help = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Report every mistake in files, directories or standard input
    Check(Check),
    /// Show the effective definition of a type
    Show(Show),
    /// Print the value of an expression, or of the outputs of a service
    Eval(Eval),
    /// Draw a service template, types or imports
    Graph(Graph),
    /// Compare versions of a profile
    Profile(Profile),
    /// Explain a diagnostic code
    Explain(Explain),
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, directories or globs; `-` is standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(super) paths: Vec<OsString>,

    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Full)]
    pub(super) format: Format,

    /// The lowest level that makes the exit code 1
    #[arg(long, value_enum, default_value_t = FailOn::Error, value_name = "LEVEL")]
    pub(super) fail_on: FailOn,

    /// The path that standard input stands for
    #[arg(long, value_name = "PATH")]
    pub(super) stdin_filename: Option<Utf8PathBuf>,

    /// A YAML or JSON file with values for the inputs of the service templates
    #[arg(long, value_name = "FILE")]
    pub(super) inputs: Option<Utf8PathBuf>,

    #[command(flatten)]
    pub(super) loading: Loading,

    /// A code, or the beginning of several (`T90`, `unused-input`), to report although it is off by default;
    /// may be repeated
    #[arg(long, value_name = "CODE", value_parser = code)]
    pub(super) select: Vec<String>,

    /// A code, or the beginning of several, to leave out; may be repeated
    #[arg(long, value_name = "CODE", value_parser = code)]
    pub(super) ignore: Vec<String>,

    /// Report what the letter of the standard says where this tool is milder
    #[arg(long)]
    pub(super) strict: bool,

    /// Tell which service templates can substitute which nodes
    #[arg(long)]
    pub(super) substitutes: bool,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(super) color: Color,

    /// Tell what was read and passed over
    #[arg(long, short)]
    pub(super) verbose: bool,
}

/// What to load, and how: the same for all commands that read files.
#[derive(Debug, Args)]
pub(super) struct Loading {
    /// The directory that a leading `/` in an import means, and that no import may leave
    #[arg(long, value_name = "DIR")]
    pub(super) root: Option<Utf8PathBuf>,

    /// A directory to look for profiles in; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(super) profile_path: Vec<Utf8PathBuf>,

    /// A local file or directory for a URL; may be repeated
    #[arg(long, value_name = "URL=PATH", value_parser = url_and_path)]
    pub(super) map_url: Vec<(String, Utf8PathBuf)>,

    /// A function that the processor brings, which needs no definition; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(super) function: Vec<String>,

    /// The text of the standard that decides where texts differ
    #[arg(long, value_enum, default_value_t = SpecName::Os)]
    pub(super) spec: SpecName,

    /// The most bytes of one file
    #[arg(
        long,
        value_name = "BYTES",
        help_heading = "Limits",
        value_parser = clap::value_parser!(u64).range(..=u64::from(u32::MAX))
    )]
    pub(super) max_file_size: Option<u64>,

    /// The most YAML nodes of one file
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_nodes: Option<usize>,

    /// The deepest nesting of maps and lists
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_depth: Option<usize>,

    /// The most nodes that the aliases of one file may add
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_alias_nodes: Option<usize>,

    /// The most files of one run
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = at_least_one)]
    pub(super) max_files: Option<usize>,
}

/// Shows the effective definition of a type: what it inherits, adds and refines, with the place of each
/// line.
#[derive(Debug, Args)]
pub(super) struct Show {
    /// The name of the type; with `--in`, as that file sees it
    #[arg(value_name = "TYPE")]
    pub(super) name: String,

    /// Files, directories or globs that define it
    #[arg(value_name = "PATH", default_value = ".")]
    pub(super) paths: Vec<OsString>,

    /// The file whose imports and namespaces give the name its meaning
    #[arg(long = "in", value_name = "FILE")]
    pub(super) file: Option<Utf8PathBuf>,

    /// How the definition is printed
    #[arg(long, value_enum, default_value_t = ShowFormat::Text)]
    pub(super) format: ShowFormat,

    #[command(flatten)]
    pub(super) loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ShowFormat {
    /// TOSCA, with the origin of each line beside it
    Text,
    /// One JSON document
    Json,
}

/// Prints the value of an expression, or of the outputs of a service: as far as it is known before anything
/// runs. Inputs have their defaults, or the values that `--inputs` gives.
///
/// The exit code is 1 where the value is wrong or known at run time only. Outputs that are known at run time
/// only are left out, and told on standard error.
#[derive(Debug, Args)]
pub(super) struct Eval {
    /// The file with the service template
    #[arg(value_name = "FILE")]
    pub(super) file: OsString,

    /// A value in YAML, such as `{ $get_input: port }`; without it the outputs are printed
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub(super) expression: Option<String>,

    /// Print all outputs as one map
    #[arg(long, conflicts_with = "expression")]
    pub(super) outputs: bool,

    /// A YAML or JSON file with values for the inputs of the service template
    #[arg(long, value_name = "FILE")]
    pub(super) inputs: Option<Utf8PathBuf>,

    /// How the value is printed
    #[arg(long, value_enum, default_value_t = EvalFormat::Yaml)]
    pub(super) format: EvalFormat,

    #[command(flatten)]
    pub(super) loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EvalFormat {
    /// One YAML document
    Yaml,
    /// One JSON document
    Json,
}

/// Draws the topology of a service template, the types of a file, or the files it imports, as text for
/// Mermaid or Graphviz, or as SVG. What could not be read is told on standard error and left out.
#[derive(Debug, Args)]
pub(super) struct Graph {
    /// The file to draw
    #[arg(value_name = "FILE")]
    pub(super) file: OsString,

    /// What is drawn
    #[arg(long, value_enum, default_value_t = View::Topology)]
    pub(super) view: View,

    /// What the picture is written in
    #[arg(long, value_enum, default_value_t = GraphFormat::Mermaid)]
    pub(super) format: GraphFormat,

    #[command(flatten)]
    pub(super) loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum View {
    /// Node templates and their requirements
    Topology,
    /// Types, their ancestors and members
    Types,
    /// Files and how they import each other
    Imports,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GraphFormat {
    /// For Markdown, on GitHub and elsewhere
    Mermaid,
    /// For Graphviz
    Dot,
    /// An image that needs no other program
    Svg,
}

#[derive(Debug, Args)]
pub(super) struct Profile {
    #[command(subcommand)]
    pub(super) command: ProfileCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum ProfileCommand {
    /// Tell what a new version changes for users, and the version bump that follows
    Diff(Diff),
}

/// Tells which changes of a profile break its users, and the version bump that follows. Fails where both
/// versions are announced, by the profile names or file names, and the new one is too small.
#[derive(Debug, Args)]
pub(super) struct Diff {
    /// The old version: a file or directory
    pub(super) old: OsString,

    /// The new version: a file or directory
    pub(super) new: OsString,

    /// How changes are printed
    #[arg(long, value_enum, default_value_t = Format::Full)]
    pub(super) format: Format,

    #[command(flatten)]
    pub(super) loading: Loading,
}

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// A code such as T0401, or its name such as unknown-type
    pub(super) code: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// The source with the finding under it, and what to do
    Full,
    /// One line a finding
    Concise,
    /// One JSON document
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// Anything
    Info,
    /// Nothing
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On terminals that can
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SpecName {
    /// Committee Specification Draft 06, June 2024
    Csd06,
    /// Committee Specification Draft 07, October 2024
    Csd07,
    /// The OASIS Standard, July 2025
    Os,
}

impl From<SpecName> for Spec {
    fn from(name: SpecName) -> Self {
        match name {
            SpecName::Csd06 => Spec::Csd06,
            SpecName::Csd07 => Spec::Csd07,
            SpecName::Os => Spec::Os,
        }
    }
}

fn url_and_path(text: &str) -> Result<(String, Utf8PathBuf), String> {
    match text.rsplit_once('=') {
        Some((url, path)) if !url.is_empty() && !path.is_empty() => Ok((url.to_owned(), path.into())),
        _ => Err("expected URL=PATH".to_owned()),
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("expected at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("expected a number".to_owned()),
    }
}

fn code(text: &str) -> Result<String, String> {
    if crate::diagnostics::ALL.iter().any(|code| code.is_named(text)) {
        Ok(text.to_owned())
    } else {
        Err("there is no such code: `tosca explain CODE` tells what one means".to_owned())
    }
}
