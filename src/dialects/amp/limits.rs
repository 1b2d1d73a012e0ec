//! Reports what AMP ignores or rejects, as far as it is visible in the file: advice that is off by default.
//! What needs types is checked later.

use crate::diagnostics::rules;
use crate::dialects::Rewriter;
use crate::yaml::YamlNode;

/// The sections of types that AMP does not read.
const UNREAD: &[&str] = &["capability_types", "group_types"];

fn limit<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>, what: &str, why: &str) {
    rewriter.report(node, rules::amp_limit::new(node.span(), what, why));
}

/// Reports limits that concern the file as a whole.
pub(super) fn report_file_limits<'t>(rewriter: &mut Rewriter<'t>, root: YamlNode<'t>) {
    let topology = root.entry("topology_template");
    for (key, _) in root.entries().filter(|(key, _)| key.text().ends_with("_types")) {
        if UNREAD.contains(&key.text()) {
            limit(rewriter, key, key.text(), "such types need code in AMP");
        }
        if topology.is_some() {
            let diagnostic = rules::amp_not_deployable::types(key.span(), key.text());
            rewriter.report(key, diagnostic);
        }
    }
    let inner = topology.and_then(|(_, topology)| topology.entry("description"));
    if let (Some((key, _)), Some((inner, _))) = (root.entry("description"), inner) {
        rewriter.report(inner, rules::amp_not_deployable::descriptions(inner.span(), key.span()));
    }
    for (_, relationship_type) in root.get("relationship_types").into_iter().flat_map(YamlNode::entries) {
        if let Some((key, _)) = relationship_type.entry("valid_target_types") {
            limit(rewriter, key, key.text(), "ignored by AMP");
        }
    }
}

/// Reports limits that concern a single map.
pub(super) fn report_map_limits<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if let Some((key, argument)) = node.only_entry() {
        match key.text() {
            "get_nodes_of_type" | "get_artifact" if !argument.is_mapping() => {
                limit(rewriter, key, key.text(), "function is not supported by AMP");
            }
            "schema" if argument.is_string() => {
                limit(rewriter, key, key.text(), "constraint is not supported by AMP");
            }
            _ => {}
        }
    }
    if let Some((key, value)) = node.entry("dynamiccluster.memberspec")
        && value.only_entry().is_none_or(|(key, _)| key.text() != "$brooklyn:entitySpec")
    {
        limit(rewriter, key, key.text(), "AMP only accepts `$brooklyn:entitySpec` here");
    }
}
