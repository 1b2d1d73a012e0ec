//! `missing-file`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0852", "missing-file", Warning, "11.8", needs [Service]);

/// Reports that the file `name`, named at `span`, does not exist at `path`. If `may_be_artifact`, no artifact
/// has the name either.
pub(crate) fn new(span: Span, name: &str, path: &str, may_be_artifact: bool, suggestion: Option<&str>) -> Diagnostic {
    let message = if may_be_artifact {
        format!("{} is neither an artifact nor a file", quoted(name))
    } else {
        format!("no such file: {}", quoted(name))
    };
    let help = match suggestion {
        Some(suggestion) => format!("did you mean the artifact {}?", quoted(suggestion)),
        None => "check the path; paths are relative to this file".to_owned(),
    };
    Diagnostic::new(&RULE, span, message).misses([name]).label(format!("{} does not exist", quoted(path))).help(help)
}

/// A file that exists, and that another text means.
pub(crate) struct ExistingFile {
    /// Its path.
    pub(crate) path: String,
    /// The path in YAML.
    pub(crate) written: String,
    /// Whether the text is a command line, not a path with backslashes.
    pub(crate) is_in_command: bool,
}

/// Reports that `name` at `span` is not a file, but means `file`.
pub(crate) fn similar(span: Span, name: &str, file: &ExistingFile, may_be_artifact: bool) -> Diagnostic {
    let path = quoted(&file.path);
    let message = if may_be_artifact {
        format!("{} is neither an artifact nor a file", quoted(name))
    } else {
        format!("no such file: {}", quoted(name))
    };
    let diagnostic = Diagnostic::new(&RULE, span, message).misses([name]);
    if file.is_in_command {
        let help = format!("write {path}, and pass values as `inputs`");
        return diagnostic.label("a command line").help(help).unsafe_fix(format!("write {path}"), span, &*file.written);
    }
    let help = format!("write {path}");
    diagnostic.label("paths have `/` between their parts").help(help.clone()).fix(help, span, &*file.written)
}

/// Reports that the file `name` only exists relative to a parent directory; `path` is the path relative to
/// this file.
pub(crate) fn in_parent_directory(span: Span, name: &str, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} not found relative to this file", quoted(name)))
        .at_level(Level::Info)
        .label("exists relative to a parent directory")
        .help(format!("write {}; paths are relative to this file", quoted(path)))
}

/// Reports that the archive has no file `name` at `path`.
pub(crate) fn in_archive(span: Span, name: &str, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("no such file in this archive: {}", quoted(name)))
        .label(format!("{} does not exist", quoted(path)))
        .help("check the path; it is relative to the root of the archive")
}
