//! `unknown-operator`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Edit, Fix, list, quoted};

declare_rule!("T1101", "unknown-operator", Error, "");

/// Reports that `name` at `span` is not an operator or function of conditions.
pub(crate) fn new(span: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown operator {}", quoted(name)));
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help("use an operator or function of Variability4TOSCA, such as `equal` or `and`"),
    }
}

/// Reports operators of a later draft, at least one: the first use of each, with its span, its name and what it is
/// called here. `edits` rename all uses; `is_certain` is whether the file then means what it does in that draft.
pub(crate) fn of_later_draft(uses: &[(Span, &str, &str)], edits: Vec<Edit>, is_certain: bool) -> Diagnostic {
    let names: Vec<String> = uses.iter().map(|(_, written, _)| quoted(written)).collect();
    let mut here: Vec<String> = Vec::new();
    for (_, _, name) in uses {
        let name = quoted(name);
        if !here.contains(&name) {
            here.push(name);
        }
    }
    let operators = if uses.len() == 1 { "operator" } else { "operators" };
    let title = if here.len() == 1 { format!("write {}", here[0]) } else { "write the names of 1.0".to_owned() };
    let mut diagnostic = Diagnostic::new(
        &RULE,
        uses[0].0,
        format!("unknown {operators} {}", list(&names, "and")),
    )
    .label(LATER_DRAFT)
    .help(format!("use {} in 1.0", list(&here, "and")));
    for (span, ..) in &uses[1..] {
        diagnostic = diagnostic.also(*span, "also from that draft");
    }
    if !is_certain {
        diagnostic = diagnostic.note("that draft has another meaning of `xor` with more than two operands");
    }
    diagnostic.fixes.push(if is_certain { Fix::safe(title, edits) } else { Fix::guess(title, edits) });
    diagnostic
}

/// Reports that `name` at `span` is from a later draft, and has the meaning of `replacement` here.
pub(crate) fn renamed(span: Span, name: &str, replacement: &str) -> Diagnostic {
    let replaced = quoted(replacement);
    Diagnostic::new(&RULE, span, format!("unknown operator {}", quoted(name)))
        .label(LATER_DRAFT)
        .help(format!("use {replaced} in 1.0"))
        .fix(format!("write {replaced}"), span, replacement)
}

/// Reports that `name` at `span` is from a later draft, and that nothing here means the same.
pub(crate) fn without_equivalent(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown operator {}", quoted(name)))
        .label(LATER_DRAFT)
        .help("use other operators; 1.0 has no equivalent")
}

/// Reports that `name` at `span` is an extension that this version does not have; `help` says which one does.
pub(crate) fn only_extended(span: Span, name: &str, help: &'static str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown operator {}", quoted(name))).help(help)
}

/// The label of an operator of later drafts.
const LATER_DRAFT: &str = "from a later draft of Variability4TOSCA";
