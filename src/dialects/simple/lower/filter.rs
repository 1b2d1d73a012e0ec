//! Node filters (L26): conditions on the properties of a node and of its capabilities, lowered to one
//! condition.

use crate::diagnostics::rules;
use crate::dialects::Rewriter;
use crate::yaml::YamlNode;

use super::condition::Condition;
use super::constraint::Subject;

/// Writes the filter of a requirement: it tests the target node.
pub(in crate::dialects) fn of_requirement<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) {
    write_filter(rewriter, key, value, &["SELF", "TARGET"], "TARGET");
}

/// Writes the filter of a node template that is selected: it tests the node itself.
pub(in crate::dialects) fn of_template<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) {
    write_filter(rewriter, key, value, &["SELF"], "SELF");
}

fn write_filter<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
    root: &[&'static str],
    legacy_root: &'static str,
) {
    let condition = read_condition(rewriter, value, root, legacy_root);
    rewriter.applied("L26", key);
    if !condition.is_empty() {
        rewriter.same_key(key);
        condition.write(rewriter, value.span());
    }
}

/// Reads the filter at `node` as a condition.
pub(super) fn read_condition<'t>(
    rewriter: &mut Rewriter<'t>,
    node: YamlNode<'t>,
    root: &[&'static str],
    legacy_root: &'static str,
) -> Condition<'t> {
    let mut parts = Vec::new();
    if !node.is_mapping() && !node.is_null() && !node.is_invalid() {
        report_wrong_shape(rewriter, node, "node filter", "a map with `properties` or `capabilities`");
    }
    for (key, value) in node.entries() {
        match key.text() {
            "properties" => {
                for (name, constraints) in map_entries(rewriter, value, "properties") {
                    let words = root.iter().copied().chain([name.text()]).collect();
                    let subject = Subject::property(words, name.span());
                    parts.push(Condition::constraints(rewriter, constraints, &subject));
                }
            }
            "capabilities" => {
                for (capability, filter) in map_entries(rewriter, value, "capabilities") {
                    read_capability(rewriter, capability, filter, (root, legacy_root), &mut parts);
                }
            }
            name => report_unknown_keyname(rewriter, key, name, &["properties", "capabilities"]),
        }
    }
    Condition::And(parts)
}

/// Reads the conditions on the properties of one capability, given by name or by type.
fn read_capability<'t>(
    rewriter: &mut Rewriter<'t>,
    capability: YamlNode<'t>,
    filter: YamlNode<'t>,
    (root, legacy_root): (&[&'static str], &'static str),
    parts: &mut Vec<Condition<'t>>,
) {
    let name = capability.text();
    let is_type = name.contains(['.', ':']);
    for (key, value) in filter.entries() {
        if key.text() != "properties" {
            report_unknown_keyname(rewriter, key, key.text(), &["properties"]);
            continue;
        }
        for (property, constraints) in map_entries(rewriter, value, "properties") {
            let subject = if is_type {
                // The capability of a type depends on the node.
                Subject::legacy_property(vec![legacy_root, name, property.text()], property.span())
            } else {
                let words = root.iter().copied().chain(["CAPABILITY", name, property.text()]);
                Subject::property(words.collect(), property.span())
            };
            parts.push(Condition::constraints(rewriter, constraints, &subject));
        }
    }
}

/// Returns the entries of a list of maps, or of a single map: both are common.
fn map_entries<'t>(
    rewriter: &mut Rewriter<'t>,
    node: YamlNode<'t>,
    what: &str,
) -> Vec<(YamlNode<'t>, YamlNode<'t>)> {
    let mut result: Vec<(YamlNode<'t>, YamlNode<'t>)> = node.entries().collect();
    for item in node.items() {
        if !item.is_mapping() && !item.is_invalid() {
            report_wrong_shape(rewriter, item, what, "a map");
        }
        result.extend(item.entries());
    }
    if !node.is_mapping() && !node.is_sequence() && !node.is_null() && !node.is_invalid() {
        report_wrong_shape(rewriter, node, what, "a list of maps");
    }
    result
}

fn report_wrong_shape<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>, what: &str, expected: &str) {
    let actual = crate::keynames::describe(node);
    rewriter.report(node, rules::wrong_shape::new(node.span(), what, expected, actual, None));
}

fn report_unknown_keyname<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, name: &str, names: &[&str]) {
    let help = match crate::diagnostics::suggest(name, names.iter().copied()) {
        Some(suggestion) => format!("did you mean `{suggestion}`?"),
        None => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("use {}", crate::diagnostics::list(&names, "or"))
        }
    };
    rewriter.report(key, rules::unknown_keyname::new(key.span(), name, "node filter", Some(help)));
}
