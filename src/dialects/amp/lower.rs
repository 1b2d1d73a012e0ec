//! What becomes of a file in TOSCA Simple Profile 1.3.

use crate::base::Span;
use crate::diagnostics::{Code, codes};
use crate::dialects::Rewriter;
use crate::yaml::{Kind, Node};

use super::generics::Generic;
use super::{expression, generics, limits};

/// The types of AMP that files refer to.
const PROFILES: &[&str] = &["io.cloudsoft.amp:1.0"];

/// What may be in the catalog of AMP, or in the service around, where it cannot be seen.
const ELSEWHERE: &[&Code] = &[
    &codes::unknown_type::CODE,
    &codes::unknown_template::CODE,
    &codes::unknown_path_start::CODE,
    &codes::unknown_in_path::CODE,
    &codes::unknown_property::CODE,
];

/// The type of groups that hold configuration of AMP.
const INITIALIZER: &str = "brooklyn.tosca.groups.initializer";

/// Rewrites the whole file.
pub(super) fn lower(rewriter: &mut Rewriter<'_>) {
    let Some(root) = rewriter.tree().root() else { return };
    rewriter.policies.findings.elsewhere = ELSEWHERE;
    rewriter.policies.findings.where_else = "the file is checked as the AMP dialect, and the AMP catalog or the enclosing service may define the name; `--dialect simple` checks it as TOSCA Simple Profile";
    rewriter.policies.names.further = PROFILES;
    rewriter.policies.files.from_root = Some("classpath://");
    limits::of_file(rewriter, root);
    rewriter.open_like(root);
    for (key, value) in root.all_entries() {
        rewriter.copy(key);
        match key.text() {
            // Written anew, so that the file is not taken for one of AMP again.
            "tosca_definitions_version" => rewriter.string(value.text(), value),
            "metadata" => {
                if let Some(icon) = value.get("template_icon") {
                    check_icon(rewriter, icon);
                }
                rewriter.copy(value);
            }
            "description" | "imports" | "repositories" => rewriter.copy(value),
            "topology_template" => topology(rewriter, value),
            section if section.ends_with("_types") => {
                rewriter.map(value, definition);
            }
            _ => anything(rewriter, value),
        }
    }
    rewriter.close();
}

/// A type: its icon goes to its metadata.
fn definition<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>) {
    let Some((key, icon)) = node.entry("icon").filter(|_| node.is_mapping()) else {
        return anything(rewriter, node);
    };
    check_icon(rewriter, icon);
    rewriter.applied("icon", key);
    rewriter.open_like(node);
    let metadata = node.get("metadata");
    for (other, value) in node.all_entries() {
        match other.text() {
            "icon" | "metadata" => {}
            _ => entry(rewriter, other, value),
        }
    }
    rewriter.string("metadata", key);
    rewriter.open_map_like(node);
    for (other, value) in
        metadata.into_iter().flat_map(Node::all_entries).filter(|(key, _)| key.text() != "icon")
    {
        rewriter.entry(other, value);
    }
    rewriter.entry(key, icon);
    rewriter.close();
    rewriter.close();
}

/// An icon is the address of a picture.
fn check_icon<'t>(rewriter: &mut Rewriter<'t>, icon: Node<'t>) {
    const KNOWN: &[&str] = &["http://", "https://", "classpath://", "file:", "data:"];
    let is_icon = |text: &str| KNOWN.iter().any(|start| text.len() > start.len() && text.starts_with(start));
    if let Some(text) = icon.as_str().filter(|text| !is_icon(text)) {
        rewriter.report(icon, codes::amp_icon::new(icon.span(), text));
    }
}

fn topology<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>) {
    if !node.is_mapping() {
        return rewriter.copy(node);
    }
    rewriter.open_like(node);
    for (key, value) in node.all_entries() {
        match key.text() {
            "groups" => groups(rewriter, key, value),
            "policies" => policies(rewriter, key, value),
            "node_templates" => {
                rewriter.part(key, value, |rewriter, value| rewriter.map(value, node_template));
            }
            _ => entry(rewriter, key, value),
        }
    }
    rewriter.close();
}

/// Capabilities that AMP adds to servers, for its own configuration.
const ADDED: &[&str] = &["cloudsoft", "vmware"];

/// How the interfaces of AMP are called, which any node may have.
const INTERFACES: &str = "brooklyn.tosca.interfaces.";

/// A node template: what AMP adds to any node is metadata.
fn node_template<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>) {
    let defined = interfaces_of(rewriter, node);
    let is_added = |section: Node<'_>, name: Node<'_>| match section.text() {
        "capabilities" => ADDED.contains(&name.text()),
        "interfaces" => {
            name.text().starts_with(INTERFACES) && defined.is_none_or(|of| of.get(name.text()).is_none())
        }
        _ => false,
    };
    let holds =
        |(section, list): (Node<'t>, Node<'t>)| list.entries().any(|(name, _)| is_added(section, name));
    if !node.entries().any(holds) {
        return anything(rewriter, node);
    }
    rewriter.open_like(node);
    let mut kept = Vec::new();
    for (key, value) in node.all_entries() {
        if key.text() == "metadata" {
            continue;
        }
        if !holds((key, value)) {
            entry(rewriter, key, value);
            continue;
        }
        rewriter.copy(key);
        rewriter.open_like(value);
        for (name, part) in value.all_entries() {
            if is_added(key, name) {
                rewriter.applied("added", name);
                check_all(rewriter, part);
                kept.push((name, part));
            } else {
                entry(rewriter, name, part);
            }
        }
        rewriter.close();
    }
    metadata(rewriter, node, &kept);
    rewriter.close();
}

/// The interfaces of the type of a node template, where this file defines them.
fn interfaces_of<'t>(rewriter: &Rewriter<'t>, node: Node<'t>) -> Option<Node<'t>> {
    let name = node.get("type").and_then(Node::as_str)?;
    rewriter.tree().root()?.get("node_types")?.get(name)?.get("interfaces")
}

/// Metadata with what TOSCA has no place for.
fn metadata<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>, kept: &[(Node<'t>, Node<'t>)]) {
    let written = node.entry("metadata");
    let Some(place) = written.map(|(key, _)| key.span()).or_else(|| Some(kept.first()?.0.span())) else {
        return;
    };
    rewriter.string("metadata", place);
    rewriter.open_map_like(node);
    for (key, value) in written.into_iter().flat_map(|(_, value)| value.all_entries()) {
        rewriter.entry(key, value);
    }
    for (key, value) in kept {
        rewriter.entry(*key, *value);
    }
    rewriter.close();
}

/// Groups: a map; the documents of AMP also show a list. Those that hold configuration keep it as metadata.
fn groups<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    rewriter.copy(key);
    if !value.is_sequence() {
        return rewriter.map(value, group);
    }
    rewriter.applied("groups", key);
    rewriter.open_map_like(value);
    for item in value.items() {
        // `- name:` with the body beside it, as in the documents, or below it.
        let mut entries = item.all_entries();
        let Some((name, body)) = entries.next() else { continue };
        rewriter.copy(name);
        if body.is_null() && entries.next().is_some() {
            configuration(rewriter, item, name);
        } else {
            group(rewriter, body);
        }
    }
    rewriter.close();
}

fn group<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>) {
    if node.get("type").and_then(Node::as_str) == Some(INITIALIZER) {
        configuration(rewriter, node, node);
    } else {
        anything(rewriter, node);
    }
}

/// A group that holds configuration; `name` is an entry that does not count.
fn configuration<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>, name: Node<'t>) {
    const KNOWN: &[&str] = &["type", "members", "description"];
    rewriter.open_map_like(node);
    let mut kept = Vec::new();
    for (key, value) in node.all_entries().filter(|(key, _)| key.id() != name.id()) {
        if KNOWN.contains(&key.text()) {
            rewriter.entry(key, value);
        } else if key.text() != "metadata" {
            rewriter.applied("groups", key);
            check_all(rewriter, value);
            kept.push((key, value));
        }
    }
    metadata(rewriter, node, &kept);
    rewriter.close();
}

/// Policies: scaling has properties in AMP.
fn policies<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    rewriter.part(key, value, |rewriter, value| {
        rewriter.list(value, |rewriter, item| {
            rewriter.map(item, |rewriter, policy| {
                if !policy.is_mapping() {
                    return rewriter.copy(policy);
                }
                rewriter.open_like(policy);
                for (key, value) in policy.all_entries() {
                    if key.text() == "type"
                        && value.text().rsplit(':').next() == Some("tosca.policies.Scaling")
                    {
                        rewriter.applied("policies", value);
                        rewriter.copy(key);
                        rewriter.string("brooklyn.tosca.policies.Scaling", value);
                    } else {
                        entry(rewriter, key, value);
                    }
                }
                rewriter.close();
            });
        });
    });
}

/// An entry of any map: its type may be generic.
fn entry<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    if let Some(text) =
        value.as_str().filter(|_| matches!(key.text(), "type" | "entry_schema" | "key_schema"))
    {
        if text == "double" {
            rewriter.applied("double", value);
            rewriter.copy(key);
            return rewriter.string("float", value);
        }
        if text.contains(['<', '>']) {
            return generic(rewriter, key, value, text);
        }
    }
    rewriter.copy(key);
    if key.text() == "metadata" { rewriter.copy(value) } else { anything(rewriter, value) }
}

fn generic<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>, text: &'t str) {
    let place = Place { node: value, exact: value.written() == text };
    match generics::parse(text) {
        Ok(found) if !matches!(found.name, "list" | "map") => rewriter.entry(key, value),
        Ok(found) => {
            rewriter.applied("generics", value);
            if key.text() == "type" {
                arguments(rewriter, key, &found, value);
            } else {
                rewriter.copy(key);
                rewriter.open_map(value);
                arguments(rewriter, value, &found, value);
                rewriter.close();
            }
        }
        Err(fault) => {
            rewriter.report(value, codes::amp_generic_type::new(place.at(fault.at), text, &fault.why));
            rewriter.copy(key);
            rewriter.invalid(value);
        }
    }
}

/// Where a text of a scalar stands.
#[derive(Clone, Copy)]
struct Place<'t> {
    node: Node<'t>,
    /// Whether it is written as it is.
    exact: bool,
}

impl Place<'_> {
    fn at(self, offset: usize) -> Span {
        let span = self.node.span();
        if !self.exact {
            return span;
        }
        let start = span.start.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
        if start < span.end { Span::new(span.file, start, span.end) } else { span }
    }
}

/// Writes a type and what its arguments say of keys and entries.
fn arguments<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, generic: &Generic<'_>, value: Node<'t>) {
    let span = value.span();
    let named = |name: &str| if name == "double" { "float".to_owned() } else { name.to_owned() };
    rewriter.key("type", key);
    rewriter.string(&named(generic.name), span);
    let schemas: &[(&str, &Generic<'_>)] = match &generic.arguments[..] {
        [entry] => &[("entry_schema", entry)],
        [key, entry] => &[("key_schema", key), ("entry_schema", entry)],
        _ => &[],
    };
    for (keyname, argument) in schemas {
        rewriter.string(keyname, span);
        rewriter.open_map(span);
        arguments(rewriter, value, argument, value);
        rewriter.close();
    }
}

/// Anything else: what looks like an expression anywhere in it is one.
fn anything<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>) {
    match node.kind() {
        Kind::Sequence => rewriter.list(node, anything),
        Kind::Mapping => {
            if let Some((key, argument)) = node.only_entry() {
                if key.text().starts_with(expression::PREFIX) {
                    return call(rewriter, node, key, argument);
                }
                if let Some(output) = output_of(key, argument) {
                    return operation_output(rewriter, node, key, argument, output);
                }
            }
            limits::of_map(rewriter, node);
            rewriter.open_like(node);
            for (key, value) in node.all_entries() {
                if key.text().starts_with(expression::PREFIX) {
                    rewriter.report(key, codes::amp_expression::not_alone(key.span(), key.text()));
                } else {
                    entry(rewriter, key, value);
                }
            }
            rewriter.close();
        }
        Kind::Scalar if node.text().starts_with(expression::PREFIX) => {
            check(rewriter, node);
            rewriter.applied("$brooklyn", node);
            rewriter.open_map(node);
            rewriter.string("$brooklyn", node);
            rewriter.open_list(node);
            rewriter.string(&node.text()[expression::PREFIX.len()..], node);
            rewriter.close();
            rewriter.close();
        }
        Kind::Scalar | Kind::Invalid => rewriter.copy(node),
    }
}

/// An expression as the only key of a map: what stands behind it goes along as text.
fn call<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>, key: Node<'t>, argument: Node<'t>) {
    check(rewriter, key);
    check_all(rewriter, argument);
    rewriter.applied("$brooklyn", key);
    rewriter.open_map(node);
    rewriter.string("$brooklyn", key);
    rewriter.open_list(node);
    rewriter.string(&key.text()[expression::PREFIX.len()..], key);
    rewriter.string(argument.written(), argument);
    rewriter.close();
    rewriter.close();
}

/// Checks an expression.
fn check<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>) {
    let text = node.text();
    let place = Place { node, exact: node.written() == text };
    if let Err(fault) = expression::check(text) {
        rewriter.report(node, codes::amp_expression::malformed(place.at(fault.at), fault.why));
    } else if let Some((name, near)) = expression::misspelled(text) {
        let span = place.at(expression::PREFIX.len());
        let end = span.start.saturating_add(u32::try_from(name.len()).unwrap_or(u32::MAX));
        let span = if place.exact { Span::new(span.file, span.start, end.min(span.end)) } else { span };
        rewriter.report(node, codes::amp_expression::misspelled(span, name, near));
    }
}

/// Checks the expressions in something that stays as it is.
fn check_all<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>) {
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        if node.text().starts_with(expression::PREFIX) {
            check(rewriter, node);
        }
        waiting.extend(node.items());
        waiting.extend(node.entries().flat_map(|(key, value)| [key, value]));
    }
}

/// `get_attribute: [ node, interface.operation.OUTPUT ]` reads what an operation gave back: where the name of
/// the operation and that of the output begin.
fn output_of(key: Node<'_>, argument: Node<'_>) -> Option<(usize, usize)> {
    let mut items = argument.items();
    let (_, name, None) = (items.next()?, items.next()?, items.next()) else { return None };
    let name = name.as_str().filter(|_| key.text() == "get_attribute")?;
    let output = name.rfind('.')?;
    let operation = name[..output].rfind('.')?;
    name[..operation].contains(".interfaces.").then_some((operation + 1, output + 1))
}

fn operation_output<'t>(
    rewriter: &mut Rewriter<'t>,
    node: Node<'t>,
    key: Node<'t>,
    argument: Node<'t>,
    (operation, output): (usize, usize),
) {
    let mut items = argument.items();
    let (Some(entity), Some(name)) = (items.next(), items.next()) else { return rewriter.copy(node) };
    let text = name.text();
    rewriter.applied("get_attribute", name);
    rewriter.open_like(node);
    rewriter.string("get_operation_output", key);
    rewriter.open_like(argument);
    rewriter.copy(entity);
    for part in [&text[..operation - 1], &text[operation..output - 1], &text[output..]] {
        rewriter.string(part, name);
    }
    rewriter.close();
    rewriter.close();
}
