//! `expression-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1110", "expression-cycle", Error, "");

/// A named expression, or an input with a default expression: its name, span, and whether it is an input.
pub(crate) type Link<'n> = (&'n str, Span, bool);

/// Reports that the expressions and inputs of `cycle` use each other.
pub(crate) fn new(cycle: &[Link<'_>]) -> Diagnostic {
    let Some(&(first, span, is_input)) = cycle.first() else {
        return Diagnostic::new(&RULE, Span::start_of(crate::base::FileId(0)), "expressions refer to each other in a cycle");
    };
    let has_inputs = cycle.iter().any(|(.., is_input)| *is_input);
    let name = |(name, _, is_input): &Link<'_>| match (has_inputs, is_input) {
        (false, _) => quoted(name),
        (true, true) => format!("input {}", quoted(name)),
        (true, false) => format!("expression {}", quoted(name)),
    };
    let names: Vec<String> = cycle.iter().chain([&cycle[0]]).map(name).collect();
    let what = if is_input { "default expression of input" } else { "expression" };
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("{what} {} depends on itself", quoted(first)))
        .label(names.join(" → "));
    for link in cycle.iter().skip(1).take(3) {
        diagnostic = diagnostic.also(link.1, format!("{} is part of the cycle", name(link)));
    }
    diagnostic.help("remove one of these references")
}
