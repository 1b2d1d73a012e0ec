//! `unmatched-pairs`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0818", "unmatched-pairs", Warning, "14.3.4", needs [PartsAround]);

/// Reports that the nodes of `source` are paired by index at `span` with those of `target`, although their
/// numbers come from different expressions. `targets` is the number of nodes of `target`, if it is known.
pub(crate) fn new(
    span: Span,
    (source, source_span): (&str, Span),
    (target, target_span): (&str, Span),
    targets: Option<u64>,
) -> Diagnostic {
    let help = match targets {
        Some(targets) => format!(
            "use the same expression for both counts, or allow at most {targets} in the validation of the first count"
        ),
        None => "use the same expression for both counts".to_owned(),
    };
    let message = format!("{} and {} may have different numbers of nodes", quoted(source), quoted(target));
    Diagnostic::new(&RULE, span, message)
        .misses(["count"])
        .label("nodes are paired by index")
        .also(source_span, format!("node count of {}", quoted(source)))
        .also(target_span, format!("node count of {}", quoted(target)))
        .help(help)
}
