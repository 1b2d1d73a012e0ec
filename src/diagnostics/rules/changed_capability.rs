//! `changed-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0509", "changed-capability", Error, "8.4.1", needs [Definitions]);

/// Reports that requirement `name` targets the capability `derived` at `span`, but the `inherited` one at
/// `inherited_span`.
pub(crate) fn new(span: Span, name: &str, derived: &str, inherited: &str, inherited_span: Span) -> Diagnostic {
    Diagnostic::new(
        &RULE,
        span,
        format!("requirement {} cannot change its capability from {} to {}", quoted(name), quoted(inherited), quoted(derived)),
    )
    .misses([derived, inherited])
    .label("a named capability cannot be refined")
    .also(inherited_span, "inherited from here")
    .help(format!("use {}, or remove `capability`", quoted(inherited)))
}
