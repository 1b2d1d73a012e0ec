//! Templates that copy other templates (TOSCA 2.0 §7.2, §7.4): the copied template must not be a copy itself.

use crate::diagnostics::rules;
use crate::yaml::{NodeId, YamlNode};

use super::Cx;

/// Checks that the template `key` copies a template `name` that is not a copy itself; `source` is what the
/// template `name` copies (7.2-25, 7.2-26, 7.4-06).
pub(super) fn check_copy<'g>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
    name: Option<NodeId>,
    source: Option<NodeId>,
) {
    let Some(name) = name.map(|name| cx.node(name)) else { return };
    if name.text() == key.text() {
        cx.report(name, rules::invalid_copy::copies_itself(name.span(), name.text()));
    } else if let Some(source) = source.map(|source| cx.node(source)) {
        let diagnostic =
            rules::invalid_copy::copies_copy(name.span(), name.text(), source.text(), source.span());
        cx.report(name, diagnostic);
    }
}
