//! `over-allocated`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0824", "over-allocated", Warning, "8.5.5");

/// Reports that, with the allocation at `span`, `total` of the property `name` of `target` is allocated, more
/// than its `capacity`, assigned at `capacity_span`.
pub(crate) fn new(
    span: Span,
    (name, target): (&str, &str),
    (total, capacity): (&str, &str),
    capacity_span: Span,
) -> Diagnostic {
    let message = format!("more of {} is allocated than {} has", quoted(name), quoted(target));
    Diagnostic::new(&RULE, span, message)
        .label(format!("total allocated: {total} of {capacity}"))
        .also(capacity_span, "capacity assigned here")
        .help("allocate less, raise the capacity, or target another node with some requirements")
}
