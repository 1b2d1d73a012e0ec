//! `remote-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::GET_ATTRIBUTE;

declare_rule!("T0733", "remote-mapping", Warning, "9.10");

/// Reports that the mapping of output `name` refers, at `span`, to another entity than the one with the
/// operation.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("output {} is stored in another node", quoted(name)))
        .label("outside the operation's node or relationship")
        .help(format!("store the output in an attribute of `SELF`, and read that attribute with {GET_ATTRIBUTE}"))
}
