//! `missing-entry-schema`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0515", "missing-entry-schema", Warning, "9.3", needs [Keynames]);

/// Reports that the entries of `what`, a `collection` (list or map), have no schema.
pub(crate) fn new(span: Span, what: &str, collection: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} has no `entry_schema`"))
        .misses(["entry_schema"])
        .label(format!("entries of the {collection} can be anything"))
        .help("add `entry_schema:` with the type of the entries")
}
