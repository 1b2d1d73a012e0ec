//! `tosca show`

use std::ffi::OsString;

use camino::Utf8PathBuf;
use clap::{Args, ValueEnum};

use crate::base::FileId;
use crate::diagnostics::{Level, list, suggest};
use crate::host::{Disk, Host, Overlay};
use crate::keynames::NameKind;
use crate::load::File;
use crate::model::types::{TypeRef, TypeView, Types};
use crate::{Analysis, Options, analyze, resolve, show};

use super::Status;
use super::arguments::profile;
use super::destination::Destination;
use super::loading::{self, Loading};
use super::profile::named;

/// Shows the effective definition of a type: what it inherits, adds and refines, with the origin of each line.
#[derive(Debug, Args)]
pub(super) struct Show {
    /// Name of the type, as used in the file of `--in` if given
    #[arg(value_name = "TYPE")]
    name: String,

    /// Files, directories or globs that define the type, or profiles that the file of `--in` imports
    /// [default: ., or only that file]
    #[arg(value_name = "PATH")]
    paths: Vec<OsString>,

    /// File whose imports and namespaces resolve the name
    #[arg(long = "in", value_name = "FILE", value_parser = loading::path())]
    file: Option<Utf8PathBuf>,

    /// Profile that defines the type, built in or on the profile path (repeatable)
    #[arg(long, value_name = "NAME", value_parser = profile(), hide_possible_values = true)]
    profile: Vec<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t = ShowFormat::Text)]
    format: ShowFormat,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ShowFormat {
    /// TOSCA, with the origin of each line as a comment
    Text,
    /// A single JSON document
    Json,
}

/// The maximum number of profiles that are suggested for an unknown type.
const MAX_SUGGESTED_PROFILES: usize = 3;

pub(super) fn run(arguments: &Show) -> Status {
    let disk = Disk::new();
    let mut host = Overlay::new(&disk);
    let mut options = arguments.loading.options();
    let paths = arguments.paths.iter().map(|path| disk.known_path(path.clone()));
    options.load.paths = arguments.file.iter().cloned().chain(paths).collect();
    for name in &arguments.profile {
        let Some(paths) = named::paths_of(&mut host, &options, name) else { return Status::Failure };
        options.load.paths.extend(paths);
    }
    if options.load.paths.is_empty() {
        options.load.paths.push(".".into());
    }
    if !loading::all_there(&host, &options) {
        return Status::Failure;
    }
    let analysis = analyze(&host, &options);
    let types = analysis.types();
    let requested = || analysis.graph.files.iter().filter(|file| file.is_requested);
    let only_file = requested().next().filter(|_| requested().nth(1).is_none()).map(|file| file.id);
    let found_types = match &arguments.file {
        Some(file) => {
            let identity = host.identity(file);
            types_by_name(&analysis, types, &arguments.name, |file| file.identity == identity)
        }
        None => match types.iter().filter(|ty| ty.name() == arguments.name).collect::<Vec<_>>() {
            // Some dialects have several names for a type.
            matching if matching.is_empty() => types_by_name(&analysis, types, &arguments.name, |file| {
                file.policies().names.implicit.is_some() || Some(file.id) == only_file
            }),
            matching => matching,
        },
    };
    if found_types.is_empty() {
        let file = only_file.filter(|_| arguments.file.is_some());
        return report_unknown(&host, &options, types, &arguments.name, file);
    }
    let errors = analysis.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error).count();
    if errors > 0 {
        anstream::eprintln!("warning: the files have errors; run `tosca check` to see them");
    }
    let incomplete = found_types.iter().filter(|ty| !show::in_words(types, **ty).is_complete);
    let mut incomplete_files: Vec<FileId> = incomplete.map(|ty| ty.id.file).collect();
    incomplete_files.dedup();
    for id in incomplete_files {
        loading::note_terms(analysis.graph.file(id), "some values are");
    }
    let mut text = String::new();
    match arguments.format {
        ShowFormat::Text => {
            for (index, ty) in found_types.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "\n" });
                text.push_str(&show::text(types, *ty));
            }
        }
        ShowFormat::Json => {
            let shown: Vec<serde_json::Value> = found_types.iter().map(|ty| show::json(types, *ty)).collect();
            text = serde_json::to_string_pretty(&shown).unwrap_or_default();
            text.push('\n');
        }
    }
    arguments.destination.write_text(&text, "the definition").with_errors(errors > 0)
}

/// Returns the types of any kind that `name` refers to in those requested files for which `is_considered` is
/// true.
fn types_by_name<'g>(
    analysis: &Analysis,
    types: &'g Types,
    name: &str,
    is_considered: impl Fn(&File) -> bool,
) -> Vec<TypeView<'g>> {
    let files = analysis.graph.files.iter().filter(|file| file.is_requested && is_considered(file));
    let files: Vec<FileId> = files.map(|file| file.id).collect();
    let kinds = NameKind::GLOBAL.iter().copied().filter(|kind| *kind <= NameKind::PolicyType);
    let ids = resolve::find_all(&analysis.graph, &files, &kinds.collect::<Vec<_>>(), name);
    ids.into_iter().map(|id| types.get(id)).collect()
}

/// Reports that no type has this name, with a similar name or the profiles on the profile path and built in that
/// define such a type. Names are those that the `file` writes, if there is one.
fn report_unknown(
    host: &dyn Host,
    options: &Options,
    types: &Types,
    name: &str,
    file: Option<FileId>,
) -> Status {
    anstream::eprintln!("error: no type named `{name}`");
    if let Some(file) = file
        && let Some(ty) = types.iter().find(|ty| ty.name() == name)
    {
        let written = types.name_in(TypeRef::Defined(ty.id), file);
        if written != name {
            anstream::eprintln!("help: did you mean `{written}`?");
            return Status::Failure;
        }
    }
    let names = types.iter().map(TypeView::name);
    let profiles = named::defining(host, options, name);
    if !profiles.is_empty() {
        let profiles = profiles
            .iter()
            .take(MAX_SUGGESTED_PROFILES)
            .map(|profile| format!("`--profile {profile}`"))
            .collect::<Vec<_>>();
        anstream::eprintln!("help: to show the type of a profile, use {}", list(&profiles, "or"));
    } else if let Some(suggestion) = suggest(name, names) {
        anstream::eprintln!("help: did you mean `{suggestion}`?");
    } else if name.contains(':') {
        anstream::eprintln!("help: pass the file that has this namespace with `--in`");
    }
    Status::Failure
}
