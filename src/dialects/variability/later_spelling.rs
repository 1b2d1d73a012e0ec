//! Templates in the spelling of later drafts: which names become others, and what would mean something else.

use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, rules};
use crate::dialects::Renamings;
use crate::yaml::{Tree, YamlNode};

use super::expression::{VariabilityExprId, VariabilityForm};
use super::model::VariabilityModel;
use super::operators::Operator;

/// Why an operator that keeps its name needs a hand.
const PARITY: &str = "this `xor` is true for an odd number of operands in the later draft, for exactly one in 1.0: nest it in \
                      pairs if the former is meant";

/// Returns what a migration changes in a variable template, or `None` if the file has no variants.
pub(in crate::dialects) fn renamings_in(tree: &Tree) -> Option<Renamings> {
    let (model, _) = super::read(tree);
    let is_variable = model.definition.is_some() || model.all().any(|(id, _)| model.may_be_absent(id));
    let (key, _) = model.body.filter(|_| is_variable)?;
    let changed = changed_meanings(&model).into_iter().map(|span| (span, PARITY)).collect();
    Some(Renamings { edits: renamings(&model), changed, template: key.span() })
}

/// Returns the edits that rename the operators of later drafts, in the order of the text.
fn renamings(model: &VariabilityModel<'_>) -> Vec<Edit> {
    let mut edits: Vec<Edit> =
        model.later_spelling.iter().map(|(key, name)| Edit::new(key.span(), renamed(*key, name))).collect();
    // An aliased expression is read at each of its uses.
    edits.sort_by_key(|edit| edit.span);
    edits.dedup_by_key(|edit| edit.span);
    edits
}

/// Returns the name of an operator as it is written here: with `$`, and with quotes, if it has them.
fn renamed(key: YamlNode<'_>, name: &str) -> String {
    let dollar = if key.text().starts_with('$') { "$" } else { "" };
    key.written().replacen(key.text(), &format!("{dollar}{name}"), 1)
}

/// Returns the operators that later drafts evaluate differently: if any is in their spelling, the template may have been
/// written for them.
fn changed_meanings(model: &VariabilityModel<'_>) -> Vec<Span> {
    if model.later_spelling.is_empty() {
        return Vec::new();
    }
    let mut spans: FxHashSet<Span> = FxHashSet::default();
    for id in (0..).map(VariabilityExprId).take(model.expressions.len()) {
        // Of more than two operands, an odd number is true there.
        let is_parity = matches!(model.expressions.form(id), VariabilityForm::Call(Operator::Xor, _));
        if is_parity && model.expressions.below(id).len() > 2 {
            let node = model.expressions.node(id);
            spans.insert(node.only_entry().map_or(node.span(), |(key, _)| key.span()));
        }
    }
    let mut changed: Vec<Span> = spans.into_iter().collect();
    changed.sort_unstable();
    changed
}

/// Reports the operators of later drafts: they have one cause.
pub(super) fn report(model: &VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if model.later_spelling.is_empty() {
        return;
    }
    let mut uses: Vec<(Span, &str, &str)> =
        model.later_spelling.iter().map(|(key, name)| (key.span(), key.text(), *name)).collect();
    uses.sort_unstable();
    let mut known: FxHashSet<&str> = FxHashSet::default();
    uses.retain(|(_, written, _)| known.insert(written));
    let is_certain = changed_meanings(model).is_empty();
    diagnostics.push(rules::unknown_operator::of_later_draft(&uses, renamings(model), is_certain));
}
