//! `invalid-model-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T1264", "invalid-model-name", Error, "");

/// Reports that a node has the name at `span`.
pub(crate) fn node(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} cannot name a node", quoted(name)))
        .label("a part of paths and environment variables")
        .help("use only lowercase letters, digits, `-` and `_`")
}

/// Reports that a node has the name of the directory for scripts of relationships.
pub(crate) fn directory(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("node has the name of the directory {}", quoted(name)))
        .at_level(Level::Warning)
        .label("shares that directory with scripts of connections")
        .help("rename the node")
}

/// Reports the key of a property or artifact at `span`.
pub(crate) fn key(span: Span, key: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} cannot be a key", quoted(key))).help("use only lowercase letters")
}

/// Reports a key at `span` with uppercase letters.
pub(crate) fn uppercase_key(span: Span, key: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("key {} has uppercase letters", quoted(key)))
        .at_level(Level::Warning)
        .label("some tools refuse it")
        .help(format!("write {}", quoted(&key.to_lowercase())))
}
