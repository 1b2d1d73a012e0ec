//! `tosca migrate`

use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;
use similar::TextDiff;

use crate::dialects::Dialect;
use crate::host::{AtomicFile, Disk, Host as _, paths};
use crate::load::meta_files;
use crate::{Analysis, analyze, migrate};

use super::loading::{self, Loading};
use super::lower::{explained, explained_meta, options, read_meta, report_losses};
use super::{Status, written};

/// Migrates a project to TOSCA 2.0: the given files and all files that they import.
///
/// Prints the differences, or changes the files with `--in-place`. Built-in files and files that cannot be read
/// are not changed. The `TOSCA.meta` of an enclosing archive gets the version of TOSCA 2.0.
#[derive(Debug, Args)]
pub(super) struct Migrate {
    /// Files, directories or globs
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<OsString>,

    /// Change the files
    #[arg(long, short)]
    in_place: bool,

    /// List the conversion rule of each changed line
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    loading: Loading,
}

pub(super) fn run(arguments: &Migrate) -> Status {
    let disk = Disk::new();
    let mut options = options(&arguments.loading);
    options.load.paths = arguments.paths.iter().map(|path| disk.known_path(path.clone())).collect();
    if !loading::all_there(&disk, &options) {
        return Status::Failure;
    }
    let analysis = analyze(&disk, &options);
    let mut out = String::new();
    let mut readable = Vec::new();
    let mut unreadable = 0;
    for file in &analysis.graph.files {
        if file.home.is_none() || file.dialect() == Dialect::Foreign {
            continue;
        }
        if file.dialect() != Dialect::Tosca2 || file.tree().is_damaged() {
            unreadable += 1;
            continue;
        }
        readable.push(file.id);
    }
    let texts = readable.iter().map(|file| migrate::lower(&analysis, *file)).collect::<Vec<_>>();
    let mut changed = Vec::new();
    for (id, lowered) in readable.into_iter().zip(texts) {
        let source = analysis.sources().get(id);
        if lowered.text == *source.text {
            continue;
        }
        // The result would be YAML.
        if paths::is_json_name(&source.path) {
            anstream::eprintln!("note: `{}` is not changed; to convert JSON, use `tosca lower`", source.path);
        } else {
            changed.push((analysis.graph.file(id), lowered));
        }
    }
    let ids: Vec<_> = changed.iter().map(|(file, _)| file.id).collect();
    let mut status = report_losses(&analysis, &ids);
    for (file, lowered) in &changed {
        let source = analysis.sources().get(file.id);
        if arguments.explain {
            out.push_str(&explained(&analysis, file.id, lowered));
        } else if !arguments.in_place {
            let path = source.path.as_str();
            let diff = TextDiff::from_lines(&**source.text, &lowered.text);
            out.push_str(&diff.unified_diff().context_radius(3).header(path, path).to_string());
        }
        if arguments.in_place
            && let Err(error) = AtomicFile::replace(file.identity.as_std_path(), lowered.text.as_bytes())
        {
            anstream::eprintln!("error: cannot write `{}`: {error}", source.path);
            return Status::Failure;
        }
    }
    if unreadable > 0 {
        anstream::eprintln!(
            "warning: {unreadable} files cannot be read and are not changed; run `tosca check` to see why"
        );
        status = Status::Findings;
    }
    let archives = changed_meta_files(&disk, &analysis);
    for (path, old_text, new_text) in &archives {
        let path = path.as_str();
        if arguments.explain {
            out.push_str(&explained_meta(Utf8Path::new(path)));
        } else if arguments.in_place {
            if let Err(error) = AtomicFile::replace(Path::new(path), new_text.as_bytes()) {
                anstream::eprintln!("error: cannot write `{path}`: {error}");
                return Status::Failure;
            }
        } else {
            let diff = TextDiff::from_lines(old_text, new_text);
            out.push_str(&diff.unified_diff().context_radius(3).header(path, path).to_string());
        }
    }
    let count = changed.len() + archives.len();
    let word = if arguments.in_place { "changed" } else { "to change" };
    anstream::eprintln!("{count} {} {word}", if count == 1 { "file" } else { "files" });
    match std::io::stdout().write_all(out.as_bytes()) {
        Ok(()) => status,
        failed => written(failed, "the differences"),
    }
}

/// Returns the meta files of enclosing archives that change: path, old text and new text.
fn changed_meta_files(disk: &Disk, analysis: &Analysis) -> Vec<(Utf8PathBuf, String, String)> {
    let mut roots: Vec<_> =
        analysis.graph.files.iter().filter_map(|file| Some(&file.home.as_ref()?.root)).collect();
    roots.sort();
    roots.dedup();
    let metas = roots.into_iter().flat_map(|root| meta_files(disk, root));
    let working = disk.working_directory();
    metas
        .filter_map(|path| {
            let (old_text, new_text) = read_meta(disk, &path)?;
            Some((paths::shown(&path, &working), old_text, new_text?))
        })
        .collect()
}
