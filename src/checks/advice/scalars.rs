//! Plain scalars that readers of YAML 1.1 read as another value.

use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, rules};
use crate::yaml::{Kind, Style, value_in_yaml_1_1};

use super::Cx;

/// Reports plain scalars of the file whose value differs in YAML 1.1. Skips those that `found` is about, apart from
/// other advice.
pub(super) fn report_ambiguous(cx: &mut Cx<'_, '_>, found: &[Diagnostic]) {
    if !cx.choice.includes(&rules::ambiguous_scalar::RULE) {
        return;
    }
    let known = found.iter().filter(|diagnostic| !diagnostic.rule.is_lint());
    let known: FxHashSet<Span> = known.map(|diagnostic| diagnostic.primary.span).collect();
    for node in cx.file.tree().nodes() {
        let is_plain = node.kind() == Kind::Scalar && node.style() == Style::Plain && !node.is_tagged();
        if !is_plain || node.is_lowered() || node.used_at().is_some() || known.contains(&node.span()) {
            continue;
        }
        if let Some(value) = value_in_yaml_1_1(node.text()) {
            let is_string = node.is_string();
            cx.report(node, rules::ambiguous_scalar::new(node.span(), node.text(), &value, is_string));
        }
    }
}
