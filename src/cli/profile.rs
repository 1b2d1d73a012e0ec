//! `tosca profile diff`; the other commands of `tosca profile` are in [`listing`].

mod example;
pub(super) mod listing;
pub(super) mod named;

use camino::{Utf8Path, Utf8PathBuf};
use clap::{Args, Subcommand, ValueEnum};

use crate::compatibility::{self, Bump, Change, ReleaseVersion};
use crate::diagnostics::Level;
use crate::dialects::Dialect;
use crate::host::{Disk, Overlay};
use crate::model::Model;
use crate::{Analysis, analyze};

use super::Status;
use super::destination::Destination;
use super::loading::{self, Loading};
use super::render::changes;
use super::terminal::Color;

/// A version of a profile that is compared.
pub(super) struct ProfileVersion<'a> {
    /// The path as given by the user.
    pub(super) path: &'a Utf8PathBuf,
    pub(super) analysis: &'a Analysis,
    /// The version that its profile name or file name announces.
    pub(super) version: Option<ReleaseVersion>,
    /// The number of its errors.
    pub(super) errors: usize,
}

/// Two versions of a profile and their changes.
pub(super) struct ProfileComparison<'a> {
    pub(super) old: ProfileVersion<'a>,
    pub(super) new: ProfileVersion<'a>,
    pub(super) changes: Vec<Change>,
    /// The version bump that the changes require.
    pub(super) needed_bump: Bump,
    /// Whether the new version is high enough, or `None` unless both versions are announced.
    pub(super) is_enough: Option<bool>,
}

#[derive(Debug, Args)]
pub(super) struct Profile {
    #[command(subcommand)]
    pub(super) command: ProfileCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum ProfileCommand {
    /// List the built-in profiles and those on the profile path
    List(listing::List),
    /// Show the location and types of a profile
    Show(listing::ShowProfile),
    /// Compare two versions: what changes for users, and the version bump needed
    Diff(Diff),
}

/// Compares two versions of a profile: which changes break its users, and the version bump needed. The exit code
/// is 1 if profile names or file names announce both versions and the new one is too low, or if files have errors.
///
/// With `--example`, the smallest service template is printed that the first breaking change breaks: it is valid
/// with the old version and invalid with the new one. It imports the old version.
#[derive(Debug, Args)]
pub(super) struct Diff {
    /// Old version: a file, a directory, or the name of a profile that is built in or on the profile path
    #[arg(value_parser = loading::path())]
    pub(super) old: Utf8PathBuf,

    /// New version: a file, a directory, or the name of a profile
    #[arg(value_parser = loading::path())]
    pub(super) new: Utf8PathBuf,

    /// Print a service template that the first breaking change breaks, instead of the changes
    #[arg(long, conflicts_with = "format")]
    example: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t = DiffFormat::Full)]
    format: DiffFormat,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    pub(super) loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// Grouped by definition, with reasons
    Full,
    /// One line per change
    Concise,
    /// A single JSON document
    Json,
}

pub(super) fn run(arguments: &Profile) -> Status {
    match &arguments.command {
        ProfileCommand::List(list) => listing::list(list),
        ProfileCommand::Show(show) => listing::show(show),
        ProfileCommand::Diff(diff) => self::diff(diff),
    }
}

/// The extensions of files and archives.
const FILES: [&str; 5] = ["yaml", "yml", "json", "csar", "zip"];

fn diff(arguments: &Diff) -> Status {
    let disk = Disk::new();
    let mut host = Overlay::new(&disk);
    let given = [&arguments.old, &arguments.new];
    let options = given.map(|path| {
        let mut options = arguments.loading.options();
        // A name without a version is not known, but has a suggestion. A file of that name takes precedence.
        let is_file = path.extension().is_none_or(|extension| FILES.contains(&extension));
        let is_name = (path.as_str().contains(':') || !is_file && !path.as_str().contains('/'))
            && !options.load.names_something(&host, path);
        options.load.paths =
            if is_name { named::paths_of(&mut host, &options, path.as_str())? } else { vec![path.clone()] };
        Some(options)
    });
    let [Some(old), Some(new)] = options else { return Status::Failure };
    let options = [old, new];
    let exist = options.each_ref().map(|options| loading::all_there(&host, options));
    if exist != [true, true] {
        return Status::Failure;
    }
    let paths = options.each_ref().map(|options| options.load.paths[0].clone());
    let analyses = options.each_ref().map(|options| analyze(&host, options));
    for (analysis, path) in analyses.iter().zip(&paths) {
        if !analysis.graph.files.iter().any(|file| file.is_requested && file.dialect() == Dialect::Tosca2) {
            anstream::eprintln!("error: `{path}` has no TOSCA 2.0 files");
            return Status::Failure;
        }
    }
    let [old, new] = &analyses;
    let sides = [0, 1].map(|index| (&paths[index], given[index].as_path()));
    let compared = compare(sides, old, new, old.model(), new.model());
    for side in [&compared.old, &compared.new] {
        if side.errors > 0 {
            anstream::eprintln!(
                "warning: `{}` has errors, and only its readable parts are compared; run `tosca check` to see them",
                side.path
            );
        }
    }
    let destination = &arguments.destination;
    let status = destination.write("the changes", |out| match arguments.format {
        _ if arguments.example => example::print(out, &host, arguments, &compared),
        DiffFormat::Full => changes::full(out, &compared, &destination.look(Color::Auto)),
        DiffFormat::Concise => changes::concise(out, &compared),
        DiffFormat::Json => changes::json(out, &compared),
    });
    let has_errors = compared.old.errors + compared.new.errors > 0;
    status.with_errors(compared.is_enough == Some(false) || has_errors)
}

/// Compares two versions, each with its path and the path or name that was given.
fn compare<'a>(
    paths: [(&'a Utf8PathBuf, &Utf8Path); 2],
    old: &'a Analysis,
    new: &'a Analysis,
    old_model: &'a Model,
    new_model: &'a Model,
) -> ProfileComparison<'a> {
    let side = |(path, given): (&'a Utf8PathBuf, &Utf8Path), analysis: &'a Analysis| ProfileVersion {
        path,
        analysis,
        version: ReleaseVersion::announced(&analysis.graph, given),
        errors: analysis.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error).count(),
    };
    let (old, new) = (side(paths[0], old), side(paths[1], new));
    let changes = compatibility::compare(old_model, new_model);
    let needed_bump = compatibility::needed(&changes).from(old.version.as_ref());
    let is_enough = old
        .version
        .as_ref()
        .zip(new.version.as_ref())
        .map(|(old, new)| Bump::between(old, new).is_some_and(|given| given >= needed_bump));
    ProfileComparison { old, new, changes, needed_bump, is_enough }
}
