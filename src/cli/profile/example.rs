//! `tosca profile diff --example`

use std::io::{self, Write};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;

use crate::analyze;
use crate::compatibility::example::{CheckedVersion, Example, FoundErrors, search, uses};
use crate::compatibility::{Change, Impact};
use crate::diagnostics::Level;
use crate::host::{Host, Overlay};
use crate::load::BUILT_IN_DIRECTORY;

use super::{Diff, ProfileComparison, ProfileVersion};

/// At most this many uses of a profile are checked.
const MAX_USES: usize = 2_000;

/// The name of the file that uses the profile, next to the profile.
const NAME: &str = "<example>";

/// Prints a service template that the first breaking change breaks, or why there is none.
pub(super) fn print(
    out: &mut dyn Write,
    disk: &dyn Host,
    arguments: &Diff,
    compared: &ProfileComparison<'_>,
) -> io::Result<()> {
    let Some(change) = compared.changes.first().filter(|change| change.impact == Impact::Breaking) else {
        anstream::eprintln!("no breaking changes");
        return Ok(());
    };
    let described = format!("{}: {}", change.definition(), change.sentence());
    let Some(example) = find(disk, arguments, compared, change) else {
        anstream::eprintln!("no example found; the first breaking change is: {described}");
        return Ok(());
    };
    // These lines are before the first line of the example.
    let lines_before = u32::try_from(2 + example.errors.len()).unwrap_or_default();
    writeln!(out, "# Valid with `{}`, invalid with `{}`:", compared.old.path, compared.new.path)?;
    writeln!(out, "# {described}")?;
    for (line, error) in &example.errors {
        writeln!(out, "# line {}: {error}", line + lines_before)?;
    }
    out.write_all(example.text.as_bytes())
}

fn find(
    disk: &dyn Host,
    arguments: &Diff,
    compared: &ProfileComparison<'_>,
    change: &Change,
) -> Option<Example> {
    let about = Some((change.kind, change.name.as_str()));
    let uses = uses(compared.old.analysis.types(), compared.new.analysis.types(), about, MAX_USES);
    let imports = [imports(&compared.old), imports(&compared.new)];
    let mut check_old = |text: &str| check(disk, arguments, &compared.old, text);
    let mut check_new = |text: &str| check(disk, arguments, &compared.new, text);
    let (own, others) = uses.into_iter().partition(|one| one.is_about(change.kind, &change.name));
    [own, others].into_iter().find_map(|uses| {
        let old = CheckedVersion { imports: &imports[0], check: &mut check_old };
        search(uses, old, CheckedVersion { imports: &imports[1], check: &mut check_new })
    })
}

/// Returns the directory in which the example is.
fn directory(version: &ProfileVersion<'_>) -> Utf8PathBuf {
    let is_file = version
        .analysis
        .graph
        .files
        .iter()
        .any(|file| file.is_requested && file.source().path.as_path() == version.path.as_path());
    let directory = if is_file { version.path.parent() } else { Some(version.path.as_path()) };
    directory.unwrap_or(Utf8Path::new("")).to_owned()
}

/// Returns a list of imports of all files of a version; a built-in profile is imported by its name.
fn imports(version: &ProfileVersion<'_>) -> String {
    let directory = directory(version);
    let files = version.analysis.graph.files.iter().filter(|file| file.is_requested);
    if version.path.starts_with(BUILT_IN_DIRECTORY)
        && let Some(profile) = files.clone().find_map(|file| file.profile.as_deref())
    {
        return format!("[ {{ profile: {} }} ]", Value::from(profile));
    }
    let paths = files.map(|file| {
        let path = &file.source().path;
        let path = path.strip_prefix(&directory).unwrap_or(path).as_str();
        // A JSON string is a YAML string.
        Value::from(path).to_string()
    });
    format!("[ {} ]", paths.collect::<Vec<_>>().join(", "))
}

/// Checks a file that imports a version.
fn check(disk: &dyn Host, arguments: &Diff, version: &ProfileVersion<'_>, text: &str) -> FoundErrors {
    let path = directory(version).join(NAME);
    let mut host = Overlay::new(disk);
    host.add(&path, text.as_bytes());
    let mut options = arguments.loading.options();
    options.load.paths = vec![path.clone()];
    let analysis = analyze(&host, &options);
    let mut errors = FoundErrors::default();
    let mut elsewhere = 0;
    for diagnostic in analysis.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error) {
        let source = analysis.sources().get(diagnostic.primary.span.file);
        if source.path.as_path() == path {
            let line = source.position(diagnostic.primary.span.start).line;
            let (code, name) = (diagnostic.rule.code, diagnostic.rule.name);
            errors.in_file.push((line, format!("error[{code} {name}]: {}", diagnostic.message)));
        } else {
            elsewhere += 1;
        }
    }
    errors.are_elsewhere = elsewhere > version.errors;
    errors
}
