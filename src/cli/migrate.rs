//! `tosca migrate`

mod archives;
mod places;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write as _;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use clap::{Args, ValueEnum};
use rustc_hash::FxHashSet;
use similar::TextDiff;

use crate::base::{FileId, Source};
use crate::dialects::Dialect;
use crate::host::{Archives, AtomicFile, Disk, Host, paths};
use crate::load::{File, built_in_path, meta_files};
use crate::migrate::{Conversion, OpenPoint};
use crate::{Analysis, Options, analyze, migrate};

use super::loading::{self, Loading};
use super::lower::{explained, explained_meta, options, read_meta};
use super::{Status, written};
use places::{Place, changed_errors, json, remove_listed, report_places, summary};

/// Migrates a project to TOSCA 2.0: the given files and all files that they import.
///
/// Shows the differences, or changes the files with `--in-place`. Only what TOSCA 2.0 writes differently changes:
/// comments, blank lines, quotes and order stay. What needs a hand is listed, and has a comment `# TODO: …` in the
/// file. Built-in files and files that cannot be read are not changed. The `TOSCA.meta` of an enclosing archive
/// gets the version of TOSCA 2.0. An archive is written anew, with its other files as they are. Without `--in-place`,
/// the exit code is 1 if there are changes; if files cannot be read, it is 2.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct Migrate {
    /// Files, directories or globs
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<OsString>,

    /// Change the files
    #[arg(long, short)]
    in_place: bool,

    /// Only list the files that would change
    #[arg(long, conflicts_with = "in_place")]
    check: bool,

    /// Only show what would change; this is the default
    #[arg(long, conflicts_with_all = ["in_place", "check"])]
    diff: bool,

    /// Write the built-in profiles that the result imports to this directory, and import them from there
    #[arg(long, value_name = "DIR", value_parser = loading::path())]
    vendor_profiles: Option<Utf8PathBuf>,

    /// List the conversion rule of each changed line
    #[arg(long)]
    explain: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Full, value_name = "FORMAT")]
    format: Format,

    #[command(flatten)]
    loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Differences, and a summary on standard error
    Full,
    /// A single JSON document: files, and places that need a hand
    Json,
}

/// A file that changes.
struct ChangedFile {
    /// The file, unless it is new or a meta file.
    id: Option<FileId>,
    shown: Utf8PathBuf,
    real: Utf8PathBuf,
    /// The name of the new file, if it differs.
    new_name: Option<String>,
    old: Arc<String>,
    new: String,
    explained: String,
    /// The places that need a hand.
    open: Vec<OpenPoint>,
}

impl ChangedFile {
    /// Returns the path of the new file for that of the old one.
    fn renamed(&self, path: &Utf8Path) -> Utf8PathBuf {
        self.new_name.as_ref().map_or_else(|| path.to_owned(), |name| path.with_file_name(name))
    }
}

/// Returns the new name of a file in XML, unless YAML files have such a name as well, or a file imports it.
fn new_name(analysis: &Analysis, file: &File) -> Option<String> {
    let name = file.identity.file_name()?;
    let is_renamed = file.parsed().written_once().is_xml() && !paths::is_yaml_name(Utf8Path::new(name));
    let imports = analysis.graph.files.iter().flat_map(|other| &other.imports);
    let stem = file.identity.file_stem()?;
    (is_renamed && !imports.into_iter().any(|import| import.target == Some(file.id)))
        .then(|| format!("{stem}.yaml"))
}

pub(super) fn run(arguments: &Migrate) -> Status {
    let disk = Disk::new();
    let mut options = options(&arguments.loading);
    options.load.paths = arguments.paths.iter().map(|path| disk.known_path(path.clone())).collect();
    if !loading::all_there(&disk, &options) {
        return Status::Failure;
    }
    let host = Archives::new(&disk, options.load.limits.clone());
    let analysis = analyze(&host, &options);
    let working = disk.working_directory();
    let copies = arguments.vendor_profiles.as_ref().map(|path| paths::clean(&paths::join(&working, path)));
    let mut changed = Vec::new();
    let mut places = Vec::new();
    let mut built_in = Vec::new();
    let (mut same, mut skipped) = (0, 0);
    for file in &analysis.graph.files {
        if file.home.is_none() || file.dialect() == Dialect::Foreign {
            continue;
        }
        let source = file.source();
        if file.dialect() != Dialect::Tosca2 || file.tree().is_damaged() {
            places.push(Place::new(source, 0, "this file cannot be read; run `tosca check` to see why"));
            skipped += 1;
            continue;
        }
        let conversion = Conversion { copies: copies.as_deref(), ..Conversion::default() };
        let lowered = migrate::migrate(&analysis, file.id, conversion);
        built_in.extend(&lowered.built_in);
        if lowered.text == *source.text {
            let points = lowered.open.iter();
            places.extend(points.map(|point| Place::new(source, point.span.start, &point.reason)));
            same += 1;
            continue;
        }
        let explained =
            if arguments.explain { explained(&analysis, file.id, &lowered) } else { String::new() };
        let (shown, real) = (source.path.clone(), file.identity.clone());
        changed.push(ChangedFile {
            id: Some(file.id),
            new_name: new_name(&analysis, file),
            open: lowered.open,
            shown,
            real,
            old: Arc::clone(&source.text),
            new: lowered.text,
            explained,
        });
    }
    if let Some(directory) = &copies {
        let profiles = vendored(&disk, &analysis, directory, built_in);
        changed.extend(profiles);
    }
    places.extend(note_errors(&host, &options, &analysis, &mut changed, copies.as_deref()));
    changed.extend(changed_meta_files(&host, &analysis));
    if arguments.in_place {
        let is_taken =
            |file: &&ChangedFile| file.new_name.is_some() && host.entry(&file.renamed(&file.real)).is_some();
        if let Some(file) = changed.iter().find(is_taken) {
            let (shown, target) = (&file.shown, file.renamed(&file.shown));
            anstream::eprintln!("error: `{shown}` would become `{target}`, which exists");
            return Status::Failure;
        }
        if let Err((path, reason)) = archives::rewrite(&host, &changed) {
            anstream::eprintln!("error: cannot write `{path}`: {reason}");
            return Status::Failure;
        }
        for file in changed.iter().filter(|file| host.archive_root(&file.real).is_none()) {
            let target = file.renamed(&file.real);
            if let Some(parent) = file.real.parent()
                && let Err(error) = std::fs::create_dir_all(parent)
            {
                anstream::eprintln!("error: cannot create `{parent}`: {error}");
                return Status::Failure;
            }
            let written = AtomicFile::replace(target.as_std_path(), file.new.as_bytes());
            let removes = file.new_name.is_some();
            if let Err(error) =
                written.and_then(|()| if removes { std::fs::remove_file(&file.real) } else { Ok(()) })
            {
                anstream::eprintln!("error: cannot write `{}`: {error}", file.renamed(&file.shown));
                return Status::Failure;
            }
        }
    }
    let out = match arguments.format {
        Format::Json => json(arguments, &changed, &places, same, skipped),
        Format::Full => {
            report_places(&places);
            let done = if arguments.in_place { "migrated" } else { "would be migrated" };
            anstream::eprintln!("{}", summary(done, changed.len(), same, skipped, places.len()));
            changed.iter().map(|file| shown(arguments, file)).collect()
        }
    };
    match std::io::stdout().write_all(out.as_bytes()) {
        Ok(()) if skipped > 0 => Status::Failure,
        Ok(()) if !arguments.in_place && !changed.is_empty() => Status::Findings,
        Ok(()) => Status::Clean,
        failed => written(failed, "the differences"),
    }
}

/// Adds comments and places about the errors that the files have only before or only after their migration.
///
/// A file with an error that the version of its original tolerates records that version, so that the error is a
/// warning for `tosca`. For other processors it is an error, so that it is listed nevertheless.
fn note_errors(
    host: &dyn Host,
    options: &Options,
    analysis: &Analysis,
    changed: &mut [ChangedFile],
    copies: Option<&Utf8Path>,
) -> Vec<Place> {
    let mut errors = changed_errors(host, options, analysis, changed);
    let tolerated: FxHashSet<Utf8PathBuf> = errors.new.keys().cloned().collect();
    let convert = |changed: &mut [ChangedFile], gone: &BTreeMap<Utf8PathBuf, Vec<OpenPoint>>| {
        for file in changed {
            let further = gone.get(&file.shown).map_or(&[][..], Vec::as_slice);
            let records_version = tolerated.contains(&file.shown);
            let Some(id) = file.id.filter(|_| records_version || !further.is_empty()) else { continue };
            let lowered = migrate::migrate(analysis, id, Conversion { copies, further, records_version });
            (file.new, file.open) = (lowered.text, lowered.open);
        }
    };
    if !tolerated.is_empty() {
        convert(changed, &BTreeMap::new());
        errors = changed_errors(host, options, analysis, changed);
    }
    convert(changed, &errors.gone);
    let mut elsewhere = options.clone();
    elsewhere.load.ignores_originals = true;
    let mut errors = changed_errors(host, &elsewhere, analysis, changed);
    let mut places = Vec::new();
    for file in changed.iter_mut() {
        if let Some(id) = file.id {
            let source = analysis.sources().get(id);
            places.extend(file.open.iter().map(|point| Place::new(source, point.span.start, &point.reason)));
        }
        let Some(new) = errors.new.get_mut(&file.shown) else { continue };
        if let Some(id) = file.id {
            remove_listed(new, &file.new, analysis.graph.file(id), &file.open);
        }
        let source = Source::new(file.shown.clone(), Arc::new(file.new.clone()));
        if !paths::is_json_name(&file.shown) {
            let notes: Vec<(u32, &str)> = new.iter().map(|error| (error.byte, &*error.reason)).collect();
            file.new = migrate::with_comments(&file.new, &notes);
        }
        // Each comment is a line above its place.
        let is_commented = file.new != *source.text;
        let lines = |index| if is_commented { index + 1 } else { 0 };
        places.extend(
            new.iter().enumerate().map(|(index, error)| {
                Place::new(&source, error.byte, &error.reason).moved_down(lines(index))
            }),
        );
    }
    // Files that are in TOSCA 2.0 already may use types that are not.
    let is_changed = |path: &Utf8Path| changed.iter().any(|file| file.shown == path);
    for source in analysis.graph.files.iter().map(File::source).filter(|source| !is_changed(&source.path)) {
        let new = errors.new.get(&source.path).into_iter().flatten();
        places.extend(new.map(|error| Place::new(source, error.byte, &error.reason)));
        let gone = errors.gone.get(&source.path).into_iter().flatten();
        places.extend(gone.map(|point| Place::new(source, point.span.start, &point.reason)));
    }
    places
}

/// Returns what is printed about a file.
fn shown(arguments: &Migrate, file: &ChangedFile) -> String {
    let path = file.shown.as_str();
    if arguments.explain {
        file.explained.clone()
    } else if arguments.check {
        format!("{path}\n")
    } else if arguments.in_place {
        String::new()
    } else {
        let diff = TextDiff::from_lines(&**file.old, &file.new);
        let target = file.renamed(&file.shown);
        diff.unified_diff().context_radius(3).header(path, target.as_str()).to_string()
    }
}

/// Returns the copies of the built-in files `waiting`, and of those that these import.
fn vendored(
    disk: &Disk,
    analysis: &Analysis,
    directory: &Utf8Path,
    mut waiting: Vec<FileId>,
) -> Vec<ChangedFile> {
    let (mut copies, mut known) = (Vec::new(), FxHashSet::default());
    while let Some(id) = waiting.pop() {
        let Some(path) = built_in_path(&analysis.graph.file(id).identity) else { continue };
        if !known.insert(id) {
            continue;
        }
        let conversion = Conversion { copies: Some(directory), ..Conversion::default() };
        let lowered = migrate::lower_with(analysis, id, conversion);
        waiting.extend(lowered.built_in);
        let (real, new) = (directory.join(path), lowered.text);
        let old = disk.read(&real, u64::MAX).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let shown = paths::shown(&real, &disk.working_directory());
        let old = Arc::new(old.unwrap_or_default());
        copies.push(ChangedFile {
            id: None,
            shown,
            real,
            new_name: None,
            old,
            new,
            explained: String::new(),
            open: Vec::new(),
        });
    }
    copies.retain(|copy| *copy.old != copy.new);
    copies.sort_by(|one, other| one.real.cmp(&other.real));
    copies
}

/// Returns the meta files of enclosing archives that change.
fn changed_meta_files(host: &dyn Host, analysis: &Analysis) -> Vec<ChangedFile> {
    let mut roots: Vec<_> =
        analysis.graph.files.iter().filter_map(|file| Some(&file.home.as_ref()?.root)).collect();
    roots.sort();
    roots.dedup();
    let metas = roots.into_iter().flat_map(|root| meta_files(host, root));
    let working = host.working_directory();
    metas
        .filter_map(|path| {
            let (old, new) = read_meta(host, &path)?;
            let shown = paths::shown(&path, &working);
            let explained = explained_meta(&shown);
            let (old, open) = (Arc::new(old), Vec::new());
            Some(ChangedFile { id: None, shown, real: path, new_name: None, old, new: new?, explained, open })
        })
        .collect()
}
