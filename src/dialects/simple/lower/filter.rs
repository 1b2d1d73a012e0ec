//! Node filters (L26): conditions on the properties of a node and of its capabilities, as one condition.

use crate::diagnostics::codes;
use crate::dialects::Rewriter;
use crate::yaml::Node;

use super::condition::Condition;
use super::constraint::Subject;

/// Of a requirement: what is tested is the node that it leads to.
pub(in crate::dialects) fn of_requirement<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    filter(rewriter, key, value, &["SELF", "TARGET"], "TARGET");
}

/// Of a node template that is selected: what is tested is the node itself.
pub(in crate::dialects) fn of_template<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    filter(rewriter, key, value, &["SELF"], "SELF");
}

fn filter<'t>(
    rewriter: &mut Rewriter<'t>,
    key: Node<'t>,
    value: Node<'t>,
    root: &[&'static str],
    old_root: &'static str,
) {
    let condition = condition(rewriter, value, root, old_root);
    rewriter.applied("L26", key);
    if !condition.is_empty() {
        rewriter.same_key(key);
        condition.write(rewriter, value.span());
    }
}

/// The condition that a filter at `node` comes to.
pub(super) fn condition<'t>(
    rewriter: &mut Rewriter<'t>,
    node: Node<'t>,
    root: &[&'static str],
    old_root: &'static str,
) -> Condition<'t> {
    let mut parts = Vec::new();
    if !node.is_mapping() && !node.is_null() && !node.is_invalid() {
        wrong(rewriter, node, "node filter", "a map with `properties` or `capabilities`");
    }
    for (key, value) in node.entries() {
        match key.text() {
            "properties" => {
                for (name, constraints) in entries(rewriter, value, "properties") {
                    let words = root.iter().copied().chain([name.text()]).collect();
                    let subject = Subject::property(words, name.span());
                    parts.push(Condition::constraints(rewriter, constraints, &subject));
                }
            }
            "capabilities" => {
                for (capability, filter) in entries(rewriter, value, "capabilities") {
                    of_capability(rewriter, capability, filter, (root, old_root), &mut parts);
                }
            }
            name => unknown(rewriter, key, name, &["properties", "capabilities"]),
        }
    }
    Condition::And(parts)
}

/// The conditions on the properties of one capability, which is named or of a type that is named.
fn of_capability<'t>(
    rewriter: &mut Rewriter<'t>,
    capability: Node<'t>,
    filter: Node<'t>,
    (root, old_root): (&[&'static str], &'static str),
    parts: &mut Vec<Condition<'t>>,
) {
    let name = capability.text();
    let is_type = name.contains(['.', ':']);
    for (key, value) in filter.entries() {
        if key.text() != "properties" {
            unknown(rewriter, key, key.text(), &["properties"]);
            continue;
        }
        for (property, constraints) in entries(rewriter, value, "properties") {
            let subject = if is_type {
                // Which capability that is depends on the node.
                Subject::old_property(vec![old_root, name, property.text()], property.span())
            } else {
                let words = root.iter().copied().chain(["CAPABILITY", name, property.text()]);
                Subject::property(words.collect(), property.span())
            };
            parts.push(Condition::constraints(rewriter, constraints, &subject));
        }
    }
}

/// The entries of a list of maps, or of one map: both are in use.
fn entries<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>, what: &str) -> Vec<(Node<'t>, Node<'t>)> {
    let mut found: Vec<(Node<'t>, Node<'t>)> = node.entries().collect();
    for item in node.items() {
        if !item.is_mapping() && !item.is_invalid() {
            wrong(rewriter, item, what, "a map");
        }
        found.extend(item.entries());
    }
    if !node.is_mapping() && !node.is_sequence() && !node.is_null() && !node.is_invalid() {
        wrong(rewriter, node, what, "a list of maps");
    }
    found
}

fn wrong<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>, what: &str, expected: &str) {
    let got = crate::keynames::describe(node);
    rewriter.report(node, codes::wrong_shape::new(node.span(), what, expected, got, None));
}

fn unknown<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, name: &str, names: &[&str]) {
    let help = match crate::diagnostics::suggest(name, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("use {}", crate::diagnostics::list(&names, "or"))
        }
    };
    rewriter.report(key, codes::unknown_keyname::new(key.span(), name, "node filter", Some(help)));
}
