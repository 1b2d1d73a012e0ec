//! Directives and counts of node templates (TOSCA 2.0 §7.2.1, §14.1).

use crate::diagnostics::rules;
use crate::diagnostics::text::{COUNT, SELECT};
use crate::keynames::Slot;
use crate::literals::Value;
use crate::model::types::BuiltIn;
use crate::syntax::{Count, NodeTemplate};
use crate::values::{ValueType, What};

use super::Cx;

/// Checks the directives of a template, or of the template that it copies if it has none.
pub(super) fn check_directives<'g>(
    cx: &mut Cx<'g>,
    template: &'g NodeTemplate,
    copied: Option<&'g NodeTemplate>,
) {
    if let Some(directives) = &template.directives {
        let words: Vec<_> = directives.words.iter().map(|word| cx.node(*word)).collect();
        let create = words.iter().position(|word| word.text() == "create");
        if let Some(ignored_words) = create.map(|index| &words[index + 1..])
            && let (Some(first), Some(last)) = (ignored_words.first(), ignored_words.last())
        {
            let diagnostic = rules::no_effect::new(
                first.span().to(last.span()),
                "any directive after `create`",
                "`create` always succeeds",
                "move `create` to the end, or remove the rest",
            );
            cx.report(*first, diagnostic);
        }
    }
    let is_known = |template: &NodeTemplate| knows_directives(cx, template, None);
    let is_source_unknown = template.copy.is_some()
        && template.directives.is_none()
        && !copied.is_some_and(|copied| copied.copy.is_none() && is_known(copied));
    let effective = template.directives.as_ref().or_else(|| copied?.directives.as_ref());
    let selects =
        effective.is_some_and(|list| list.words.iter().any(|word| cx.node(*word).text() == "select"));
    if let Some(filter) = template.node_filter
        && !selects
        && !is_source_unknown
        && is_known(template)
        && !template.unread.is_cut_short()
    {
        let key = cx.node(filter.0).entry_key();
        let diagnostic = rules::no_effect::new(
            key.span(),
            "the `node_filter` of a node that is not selected",
            "only applies to selected nodes",
            &format!("add {SELECT} to the directives, or remove the `node_filter`"),
        );
        cx.report(key, diagnostic);
    }
}

/// Whether the directives of a template, or the ones that it copies, could be read completely.
pub(super) fn knows_directives(cx: &Cx<'_>, template: &NodeTemplate, copied: Option<&NodeTemplate>) -> bool {
    match template.directives() {
        Slot::Given(list) => cx.node(list.node).items().count() == list.words.len(),
        Slot::Unreadable => false,
        Slot::Absent => copied.is_none_or(|copied| knows_directives(cx, copied, None)),
    }
}

/// Whether the directives allow that nodes are created from a template, not only selected or substituted.
pub(super) fn is_created(cx: &Cx<'_>, template: &NodeTemplate, copied: Option<&NodeTemplate>) -> bool {
    let directives = template.directives.as_ref().or_else(|| copied?.directives.as_ref());
    directives.is_none_or(|list| {
        list.words.is_empty() || list.words.iter().any(|word| cx.node(*word).text() == "create")
    })
}

/// Checks that a `count` is an integer, and that a function call results in 0 or more. The grammar checks
/// literals.
pub(super) fn check_count(cx: &mut Cx<'_>, count: Option<Count>) {
    let Some(node) = count.map(|count| cx.node(count.0)) else { return };
    let integer = ValueType::built_in(BuiltIn::Integer);
    let value = cx.checker.check(node, &integer, What::Named("keyname", "count"));
    if let Some(Value::Integer(number)) = value
        && number < 0
    {
        let diagnostic =
            rules::wrong_shape::new(node.span(), &COUNT.to_string(), "0 or more", &number.to_string(), None);
        cx.report(node, diagnostic);
    }
}
