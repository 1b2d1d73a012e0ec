//! `unportable-archive`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted};

declare_rule!("T0361", "unportable-archive", Warning, "17.1.1");

/// Reports that a member of the zip file at `span` has a name that is not marked as UTF-8.
pub(crate) fn unmarked_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the encoding of the name {} is not known", quoted(name)))
        .label("neither ASCII nor marked as UTF-8")
        .help("use ASCII names, or a tool that marks names as UTF-8")
}

/// Reports that a member of the tar file at `span` has a name or size that `UStar` cannot express.
pub(crate) fn beyond_ustar(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} needs more than UStar", quoted(name)))
        .label("uses an extension of tar")
        .help("shorten the name, or use a zip file")
}

/// Reports that the name of the archive at `span` has the extension of another format.
pub(crate) fn misnamed(span: Span, format: &str, extensions: &[&str]) -> Diagnostic {
    let extensions: Vec<String> = extensions.iter().copied().map(quoted).collect();
    Diagnostic::new(&RULE, span, format!("a {format} file with the extension of another format"))
        .help(format!("use the extension {}", list(&extensions, "or")))
}
