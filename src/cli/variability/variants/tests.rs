//! Runs tests of a variable service template: directories with inputs and the variant that is expected for them.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::{FileId, Sources};
use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::variability::VariabilityModel;
use crate::host::Disk;
use crate::variability::{ConsistencyCheck, resolve};
use crate::yaml::{self, Tree, YamlNode};

use super::super::{Given, Status, gather_inputs};
use super::{Format, Variants};

/// The result of a test: its name, and why it failed, if it did.
struct Outcome {
    name: String,
    failure: Option<String>,
}

/// The settings of a test, in `test.yaml`.
#[derive(Default)]
struct Settings {
    presets: Vec<String>,
    /// The rule, by name or code, of an error that is expected.
    error: Option<String>,
}

/// Runs all tests in `directory`, and prints their outcomes.
pub(super) fn run(
    disk: &Disk,
    arguments: &Variants,
    directory: &Path,
    model: &VariabilityModel<'_>,
    tree: &Tree,
) -> Status {
    let directory = disk.known_path(directory.as_os_str().to_owned());
    let names = match names_of_directories(&directory) {
        Ok(names) if names.is_empty() => {
            anstream::eprintln!("error: no tests in `{directory}`");
            anstream::eprintln!(
                "help: add a directory for each test, with `inputs.yaml` and `expected.yaml`"
            );
            return Status::Failure;
        }
        Ok(names) => names,
        Err(error) => {
            anstream::eprintln!("error: cannot read `{directory}`: {}", crate::host::reason(&error));
            return Status::Failure;
        }
    };
    let outcomes: Vec<Outcome> = names
        .into_iter()
        .map(|name| {
            let failure = run_test(disk, arguments, &directory.join(&name), model, tree).err();
            Outcome { name, failure }
        })
        .collect();
    let failed = outcomes.iter().filter(|outcome| outcome.failure.is_some()).count();
    let text = match arguments.format {
        Format::Json => as_json(&outcomes),
        _ => in_words(&outcomes, failed),
    };
    arguments.destination.write_text(&text, "the outcomes").with_errors(failed > 0)
}

fn names_of_directories(directory: &Utf8Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_type()?.is_dir()
            && let Ok(name) = entry.file_name().into_string()
        {
            names.push(name);
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Runs the test in a directory, and returns why it failed.
fn run_test(
    disk: &Disk,
    arguments: &Variants,
    directory: &Utf8Path,
    model: &VariabilityModel<'_>,
    tree: &Tree,
) -> Result<(), String> {
    let settings = settings(&directory.join("test.yaml"))?;
    let expected = read(&directory.join("expected.yaml"))?;
    if expected.is_some() == settings.error.is_some() {
        return Err("has neither `expected.yaml` nor `error` in `test.yaml`, or both".to_owned());
    }
    let inputs: Option<Utf8PathBuf> =
        Some(directory.join("inputs.yaml")).filter(|path| path.as_std_path().exists());
    let given = Given { preset: settings.presets, inputs, input: Vec::new() };
    let (mut sources, mut diagnostics) = (Sources::default(), Vec::new());
    let values = gather_inputs(disk, (&given, &arguments.loading), model, &mut sources, &mut diagnostics);
    let mut values = values.ok_or("has no valid inputs")?;
    diagnostics.extend(values.complete(model));
    let is_error = |diagnostic: &&Diagnostic| diagnostic.level == Level::Error;
    let has_valid_inputs = !diagnostics.iter().any(|diagnostic| is_error(&diagnostic));
    let resolved = has_valid_inputs.then(|| resolve(model, &values.values, ConsistencyCheck::ALL));
    let text = resolved.as_ref().and_then(|resolved| resolved.text(tree));
    diagnostics.extend(resolved.into_iter().flat_map(|resolved| resolved.diagnostics));
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(is_error).collect();
    if let Some(rule) = settings.error {
        let is_expected = errors.iter().any(|error| error.rule.is_named(&rule));
        return if is_expected { Ok(()) } else { Err(format!("has no error `{rule}`{}", list_of(&errors))) };
    }
    let (Some(text), Some(expected), true) = (text, expected, errors.is_empty()) else {
        return Err(format!("cannot be resolved{}", list_of(&errors)));
    };
    let (actual, expected) = (parsed(text), parsed(expected));
    match (actual.root(), expected.root()) {
        (Some(actual), Some(expected)) => {
            difference(actual, expected, &mut String::new()).map_or(Ok(()), Err)
        }
        _ => Err("`expected.yaml` is empty".to_owned()),
    }
}

fn list_of(errors: &[&Diagnostic]) -> String {
    let errors = errors.iter().map(|error| format!("; [{}] {}", error.rule.name, error.message));
    errors.collect()
}

fn parsed(text: String) -> Tree {
    yaml::parse(&Arc::new(text), FileId(0), &crate::host::Limits::default()).0
}

/// Reads a file, or returns `None` if there is none.
fn read(path: &Utf8Path) -> Result<Option<String>, String> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot read `{path}`: {}", crate::host::reason(&error))),
    }
}

fn settings(path: &Utf8Path) -> Result<Settings, String> {
    let mut settings = Settings::default();
    let Some(text) = read(path)? else { return Ok(settings) };
    let tree = parsed(text);
    for (key, value) in tree.root().into_iter().flat_map(YamlNode::entries) {
        match key.text() {
            "presets" => settings.presets = value.items().map(|name| name.text().to_owned()).collect(),
            "error" => settings.error = Some(value.text().to_owned()),
            "name" | "description" => {}
            other => return Err(format!("unknown keyname `{other}` in `test.yaml`")),
        }
    }
    Ok(settings)
}

/// Returns where and how two values differ first. The order of the entries of maps does not matter.
fn difference(actual: YamlNode<'_>, expected: YamlNode<'_>, path: &mut String) -> Option<String> {
    let here = |path: &str| if path.is_empty() { "the template".to_owned() } else { format!("`{path}`") };
    let length = path.len();
    if actual.is_mapping() && expected.is_mapping() {
        for (key, value) in expected.entries() {
            let _ = write!(path, "{}{}", if length == 0 { "" } else { "." }, key.text());
            let first = match actual.get(key.text()) {
                Some(actual) => difference(actual, value, path),
                None => Some(format!("{} is missing", here(path))),
            };
            path.truncate(length);
            if first.is_some() {
                return first;
            }
        }
        let extra = actual.entries().find(|(key, _)| expected.get(key.text()).is_none());
        return extra.map(|(key, _)| format!("`{}` of {} is not expected", key.text(), here(path)));
    }
    if actual.is_sequence() && expected.is_sequence() {
        let (actual, expected): (Vec<_>, Vec<_>) = (actual.items().collect(), expected.items().collect());
        if actual.len() != expected.len() {
            let (path, actual, expected) = (here(path), actual.len(), expected.len());
            return Some(format!("{path} has {actual} entries; expected {expected}"));
        }
        for (index, (actual, expected)) in actual.into_iter().zip(expected).enumerate() {
            let _ = write!(path, "[{index}]");
            let first = difference(actual, expected, path);
            path.truncate(length);
            if first.is_some() {
                return first;
            }
        }
        return None;
    }
    let same = actual.scalar().is_some() && actual.scalar() == expected.scalar();
    let one_line = |node: YamlNode<'_>| node.written().split_whitespace().collect::<Vec<_>>().join(" ");
    (!same).then(|| format!("{} is `{}`; expected `{}`", here(path), one_line(actual), one_line(expected)))
}

fn in_words(outcomes: &[Outcome], failed: usize) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        let _ = match &outcome.failure {
            Some(failure) => writeln!(text, "failed  {}: {failure}", outcome.name),
            None => writeln!(text, "passed  {}", outcome.name),
        };
    }
    let tests = if outcomes.len() == 1 { "test" } else { "tests" };
    let _ = writeln!(text, "{} {tests}, {failed} failed", outcomes.len());
    text
}

fn as_json(outcomes: &[Outcome]) -> String {
    let tests = outcomes.iter().map(|outcome| {
        serde_json::json!({
            "name": outcome.name,
            "passed": outcome.failure.is_none(),
            "failure": outcome.failure,
        })
    });
    let document = serde_json::json!({ "tests": tests.collect::<Vec<_>>() });
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}
