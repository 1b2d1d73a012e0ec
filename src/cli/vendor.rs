//! `tosca vendor`

use std::collections::BTreeMap;
use std::ffi::OsString;

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;
use url::Url;

use crate::base::Sources;
use crate::diagnostics::{Level, rules};
use crate::host::paths::{self, plain_name};
use crate::host::{AtomicFile, Disk, Host, reason};
use crate::{Analysis, analyze};

use super::Status;
use super::loading::{self, Loading};
use super::lower::options;
use super::render::{concise, plural};

/// Copies what a project imports by URL into a directory of the project, so that it needs no network afterwards.
///
/// The copies are below the name of their server. `tosca.lock` records where they are, with their checksums: all commands
/// read them instead of the URLs, and refuse a copy that was changed. Nothing is written if a URL cannot be fetched.
#[derive(Debug, Args)]
pub(super) struct Vendor {
    /// Directory for the copies, which is created
    #[arg(value_name = "DIR", value_parser = loading::path())]
    directory: Utf8PathBuf,

    /// Files, directories or globs
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<OsString>,

    #[command(flatten)]
    loading: Loading,
}

pub(super) fn run(arguments: &Vendor) -> Status {
    let disk = Disk::new();
    let mut options = options(&arguments.loading);
    options.load.paths = arguments.paths.iter().map(|path| disk.known_path(path.clone())).collect();
    if !loading::all_there(&disk, &options) {
        return Status::Failure;
    }
    let analysis = analyze(&disk, &options);
    if report_unfetched(&analysis) {
        return Status::Failure;
    }
    let urls = &options.load.urls;
    let directory = disk.absolute(&arguments.directory);
    match copy(&disk, &directory, urls.files()) {
        Ok(copies) => {
            let count = copies.len();
            urls.set_copies(copies);
            urls.end(&disk);
            if let Some(problem) = urls.problem(&mut Sources::default()) {
                anstream::eprintln!("error: {}", problem.message);
                return Status::Failure;
            }
            anstream::eprintln!("{} copied to `{}`", plural(count, "file"), arguments.directory);
            Status::Clean
        }
        Err(problem) => {
            anstream::eprintln!("error: {problem}");
            Status::Failure
        }
    }
}

/// Prints the findings about URLs without a file; returns whether there are any.
fn report_unfetched(analysis: &Analysis) -> bool {
    let rules = [
        &rules::url_not_fetched::RULE,
        &rules::failed_fetch::RULE,
        &rules::unlocked_url::RULE,
        &rules::changed_content::RULE,
        &rules::invalid_lock::RULE,
    ];
    let is_missing = |rule| rules.contains(&rule);
    let missing: Vec<_> =
        analysis.diagnostics().iter().filter(|diagnostic| is_missing(diagnostic.rule)).collect();
    let mut lines = Vec::new();
    for diagnostic in &missing {
        let diagnostic = crate::diagnostics::Diagnostic { level: Level::Error, ..(*diagnostic).clone() };
        let _ = concise::line(&mut lines, analysis.sources(), &diagnostic);
    }
    anstream::eprint!("{}", String::from_utf8_lossy(&lines));
    if missing.iter().any(|diagnostic| diagnostic.rule == &rules::url_not_fetched::RULE) {
        anstream::eprintln!("help: pass `--allow-net` to fetch them");
    }
    !missing.is_empty()
}

/// Copies the files of URLs into `directory`. Returns the URL and the path of each copy.
fn copy(
    disk: &Disk,
    directory: &Utf8Path,
    files: Vec<(String, Utf8PathBuf)>,
) -> Result<Vec<(String, Utf8PathBuf)>, String> {
    let mut names: BTreeMap<Utf8PathBuf, usize> = BTreeMap::new();
    let mut copies = Vec::new();
    for (url, source) in files {
        let failed = |path: &Utf8Path, reason: String| format!("cannot write `{path}`: {reason}");
        let mut path = paths::join(directory, &file_name(&url));
        let count = names.entry(path.clone()).or_default();
        *count += 1;
        if *count > 1 {
            // URLs that differ only in letters that names of files do not have.
            let name = format!("{count}-{}", path.file_name().unwrap_or_default());
            path.set_file_name(name);
        }
        if source != path {
            let parent = path.parent().unwrap_or(directory);
            std::fs::create_dir_all(parent).map_err(|error| failed(parent, reason(&error)))?;
            let mut out =
                AtomicFile::create(path.as_std_path()).map_err(|error| failed(&path, reason(&error)))?;
            disk.copy(&source, &mut out).map_err(|error| failed(&path, error.to_string()))?;
            out.commit().map_err(|error| failed(&path, reason(&error)))?;
        }
        copies.push((url, path));
    }
    Ok(copies)
}

/// Returns the path of the copy of a URL, relative to the directory of all copies: the server, and the path there.
fn file_name(url: &str) -> Utf8PathBuf {
    let Ok(url) = Url::parse(url) else { return "file".into() };
    let server = match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{}_{port}", plain_name(host)),
        (host, _) => plain_name(host.unwrap_or("file")),
    };
    let mut path = Utf8PathBuf::from(server);
    path.extend(url.path_segments().into_iter().flatten().filter(|part| !part.is_empty()).map(plain_name));
    if let Some(query) = url.query() {
        let name = format!("{}_{}", plain_name(query), path.file_name().unwrap_or_default());
        path.set_file_name(name);
    }
    path
}
