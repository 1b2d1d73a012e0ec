//! `wider-count-range`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::COUNT_RANGE;

declare_rule!("T0506", "wider-count-range", Error, "8.4.1");

/// Reports that the range `derived` of requirement `name`, at `span`, is not within `inherited`, at
/// `inherited_span`.
pub(crate) fn new(span: Span, name: &str, derived: &str, inherited: &str, inherited_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the {COUNT_RANGE} of requirement {} exceeds the inherited range", quoted(name)))
        .label(format!("{derived} is not within {inherited}"))
        .also(inherited_span, "inherited range")
        .help("use a range within the inherited bounds")
}
