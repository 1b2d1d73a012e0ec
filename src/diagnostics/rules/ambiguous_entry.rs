//! `ambiguous-entry`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, list, quoted};

declare_rule!("T0354", "ambiguous-entry", Error, "17.3");

/// Reports that the archive at `span` has no meta file, although its root does not have exactly one TOSCA file;
/// `names` are the TOSCA files there.
pub(crate) fn without_meta_file(span: Span, names: &[String]) -> Diagnostic {
    let message = match names {
        [] => "no `TOSCA.meta`, and no TOSCA file in the archive root".to_owned(),
        _ => format!("no `TOSCA.meta`, and {} TOSCA files in the archive root", names.len()),
    };
    let diagnostic = Diagnostic::new(&RULE, span, message).help("add a `TOSCA.meta` with `Entry-Definitions: FILE`");
    if names.is_empty() { diagnostic } else { diagnostic.label(format!("candidates: {}", list(names, "and"))) }
}

/// Reports that the archive at `span` has no meta file, although `entry` is a file of TOSCA 1.0.
pub(crate) fn in_xml(span: Span, entry: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("no `TOSCA.meta` next to {}, a file of TOSCA 1.0", quoted(entry)))
        .help(format!("add `TOSCA-Metadata/TOSCA.meta` with `Entry-Definitions: {entry}`"))
}

/// Reports that the root of the archive at `span`, without a meta file, has further YAML files next to the entry.
pub(crate) fn further_files(span: Span, entry: &str, names: &[String]) -> Diagnostic {
    let message = format!("{} next to the entry {}", list(names, "and"), quoted(entry));
    Diagnostic::new(&RULE, span, message)
        .at_level(Level::Warning)
        .label("other tools may not find the entry")
        .help("move them to a directory, or add a `TOSCA.meta`")
}

/// Reports that the meta file at `span` has no entry, although the root of the archive does not have exactly
/// one TOSCA file; `names` are the TOSCA files there.
pub(crate) fn new(span: Span, names: &[String]) -> Diagnostic {
    let message = match names {
        [] => "no `Entry-Definitions`, and no TOSCA file in the archive root".to_owned(),
        _ => format!("no `Entry-Definitions`, and {} TOSCA files in the archive root", names.len()),
    };
    let diagnostic = Diagnostic::new(&RULE, span, message).help("add `Entry-Definitions: FILE`");
    if names.is_empty() { diagnostic } else { diagnostic.label(format!("candidates: {}", list(names, "and"))) }
}
