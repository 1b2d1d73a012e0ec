//! `violated-constraint`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1131", "violated-constraint", Error, "");

/// Reports a constraint that the values of inputs violate; `values` are those that it reads, as `name: value`.
pub(crate) fn new(span: Span, values: &[String]) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, "the variability inputs violate a constraint")
        .label("not true for these inputs")
        .help("change the values of the inputs so that the constraint is true");
    if values.is_empty() {
        return diagnostic;
    }
    let values: Vec<String> = values.iter().map(|value| format!("    {value}")).collect();
    diagnostic.note(format!("the constraint reads these inputs:\n{}", values.join("\n")))
}
