//! `requirement-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::Advice;

declare_rule!("T0820", "requirement-cycle", Warning, "8.5", needs [Value]);

/// Reports that the only node of the template `name` is the target of a requirement of the template itself,
/// at `span`.
pub(crate) fn self_reference(span: Span, name: &str, template_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} requires itself", quoted(name)))
        .label("node template of this requirement")
        .also(template_span, "has a single node")
        .help("use another node template")
}

/// Reports that each template of `names` needs the next one before it can exist, and the last one the first.
/// The requirements are at `spans`, the first of them at `span`.
pub(crate) fn new(span: Span, names: &[&str], spans: &[Span]) -> Diagnostic {
    const MAX_SHOWN_TEMPLATES: usize = 8;
    let mut shown: Vec<String> = names.iter().take(MAX_SHOWN_TEMPLATES).map(|name| quoted(name)).collect();
    if names.len() > MAX_SHOWN_TEMPLATES {
        shown.push(format!("… {} more …", names.len() - MAX_SHOWN_TEMPLATES));
    }
    shown.extend(names.first().map(|name| quoted(name)));
    let first = names.first().copied().unwrap_or_default();
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} depends on itself", quoted(first)));
    let diagnostic = diagnostic.label(shown.join(" → "));
    let later = spans.iter().zip(names).skip(1).take(MAX_SHOWN_TEMPLATES - 1);
    let diagnostic =
        later.fold(diagnostic, |diagnostic, (requirement_span, name)| diagnostic.also(*requirement_span, format!("required by {}", quoted(name))));
    diagnostic.help(format!("remove one of these requirements, {advice}, or use a relationship type that implies no order", advice = Advice::MakeItOptional))
}
