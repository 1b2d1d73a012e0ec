//! `void-template`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1132", "void-template", Error, "");

/// Reports that no inputs satisfy the constraints; `span` is the first one that contradicts the `earlier` ones.
pub(crate) fn new(span: Span, earlier: &[Span]) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, "no variability inputs satisfy the constraints")
        .label(if earlier.is_empty() { "never true" } else { "contradicts the others" })
        .help("correct the constraints so that some inputs satisfy all of them");
    earlier.iter().fold(diagnostic, |diagnostic, &span| diagnostic.also(span, "must also be true"))
}
