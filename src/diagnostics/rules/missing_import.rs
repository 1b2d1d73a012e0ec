//! `missing-import`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0301", "missing-import", Error, "6.8.2.2");

/// Reports that the import at `span` names a template, by name and version, that no file is.
pub(crate) fn in_library(span: Span, name: &str, help: String) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("cannot find the imported template {}", quoted(name)))
        .label("no checked file has this name and version")
        .help(help)
}

/// Reports that the import at `span` names a file that does not exist at `path`.
pub(crate) fn new(span: Span, url: &str, path: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("cannot find the imported file {}", quoted(url)))
        .label(format!("no such file: {}", quoted(path)))
        .help_opt(help)
}

/// Reports that the import at `span` gives a namespace after `as`, and the `entry` to write.
pub(crate) fn with_as(span: Span, url: &str, entry: &str) -> Diagnostic {
    let help = format!("write {}", quoted(entry));
    Diagnostic::new(&RULE, span, format!("cannot find the imported file {}", quoted(url)))
        .label("`as` does not give a namespace")
        .help(help.clone())
        .unsafe_fix(help, span, entry)
}

/// Adds that the import is right if it is relative to `importer`, a file that led to this one, and the right URL with
/// its text in YAML.
pub(crate) fn relative_to(found: Diagnostic, importer: &str, url: &str, text: String) -> Diagnostic {
    let (span, name) = (found.primary.span, quoted(url));
    found
        .note(format!("there is such a file relative to {}, but imports are relative to the file that writes them", quoted(importer)))
        .help(format!("write {name}"))
        .unsafe_fix(format!("write {name}"), span, text)
}

/// Adds that a directory has the imported file.
pub(crate) fn elsewhere(found: Diagnostic, directory: &str, file: &str) -> Diagnostic {
    let help = format!("if {} is meant, pass {} with `--import-path`, or correct the path", quoted(file), quoted(directory));
    found.help(help)
}

/// Adds that `count` more imports lead into missing directories called `directory`.
pub(crate) fn with_others(found: Diagnostic, directory: &str, count: usize) -> Diagnostic {
    let directory = quoted(directory);
    let help = format!("if a build puts {directory} in place, pass the directory that contains it with `--import-path`");
    let help = Some(help).filter(|_| found.help.is_empty());
    found
        .note(format!("{count} more imports lead into directories called {directory} that do not exist"))
        .help_opt(help)
}
