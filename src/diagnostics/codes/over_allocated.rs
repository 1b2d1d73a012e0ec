//! `over-allocated`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0824", "over-allocated", Warning, "8.5.5");

/// With the allocation at `span`, `taken` of the property `name` of `target` is taken, which has no more than
/// `capacity`, given at `place`.
pub(crate) fn new(
    span: Span,
    (name, target): (&str, &str),
    (taken, capacity): (&str, &str),
    place: Span,
) -> Diagnostic {
    let message = format!("more of {} is allocated than {} has", quoted(name), quoted(target));
    Diagnostic::new(&CODE, span, message)
        .label(format!("total allocated: {taken} of {capacity}"))
        .also(place, "capacity assigned here")
        .help("allocate less, raise the capacity, or target another node with some requirements")
}
