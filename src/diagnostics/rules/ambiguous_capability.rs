//! `ambiguous-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted};

declare_rule!("T0814", "ambiguous-capability", Warning, "8.5", needs [Definitions]);

/// Reports that requirement `name`, assigned at `span`, matches several capabilities of the node type
/// `target`; `capabilities` has their names and definitions.
pub(crate) fn new(span: Span, name: &str, target: &str, capabilities: &[(&str, Span)]) -> Diagnostic {
    const MAX_SHOWN_CAPABILITIES: usize = 5;
    let shown = &capabilities[..capabilities.len().min(MAX_SHOWN_CAPABILITIES)];
    let mut names: Vec<String> = shown.iter().map(|(name, _)| quoted(name)).collect();
    let more = capabilities.len() - shown.len();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    let message = format!("requirement {} matches several capabilities", quoted(name));
    let diagnostic = Diagnostic::new(&RULE, span, message)
        .misses([name])
        .label(format!("node type {} has {}", quoted(target), list(&names, "and")));
    let diagnostic = shown.iter().fold(diagnostic, |diagnostic, (_, definition_span)| diagnostic.also(*definition_span, "matches"));
    diagnostic.help("add `capability:` with the intended name")
}
