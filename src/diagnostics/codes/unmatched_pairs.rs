//! `unmatched-pairs`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0818", "unmatched-pairs", Warning, "14.3.4");

/// The nodes of `source` are paired by index at `span` with those of `target`, whose number comes from
/// another expression.
pub(crate) fn found(
    span: Span,
    (source, source_place): (&str, Span),
    (target, target_place): (&str, Span),
) -> Diagnostic {
    let message = format!("the nodes of {} and {} might not pair up", quoted(source), quoted(target));
    Diagnostic::new(&CODE, span, message)
        .label("each node is paired with that of the same index")
        .also(source_place, format!("the number of {}", quoted(source)))
        .also(target_place, format!("the number of {}", quoted(target)))
        .help("take both from the same expression")
}
