//! `incompatible-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0502", "incompatible-type", Error, "6.4.2", needs [Level]);

/// Reports that `what` is refined with the type `derived` at `span`, which is not derived from `inherited`,
/// at `inherited_span`.
pub(crate) fn new(span: Span, what: &str, derived: &str, inherited: &str, inherited_span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{what} cannot be refined to {}", quoted(derived)))
        .label(format!("expected {} or a type derived from it", quoted(inherited)));
    let diagnostic = match inherited_span {
        Some(inherited_span) => diagnostic.also(inherited_span, format!("inherited type is {}", quoted(inherited))),
        None => diagnostic,
    };
    diagnostic.help(format!("use {} or a type derived from it, or remove the type", quoted(inherited)))
}
