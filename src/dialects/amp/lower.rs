//! Lowers AMP files to TOSCA Simple Profile 1.3.

use crate::base::Span;
use crate::diagnostics::{Rule, rules};
use crate::dialects::{LOST, Rewriter, kept_value};
use crate::yaml::{Kind, YamlNode};

use super::generics::Generic;
use super::{expression, generics, limits};

/// The profiles with the AMP types that files refer to.
const PROFILES: &[&str] = &["io.cloudsoft.amp:1.0"];

/// The rules whose findings may be wrong: the name may be in the AMP catalog, or in the enclosing service.
const ELSEWHERE: &[&Rule] = &[
    &rules::unknown_type::RULE,
    &rules::unknown_template::RULE,
    &rules::unknown_path_start::RULE,
    &rules::unknown_in_path::RULE,
    &rules::unknown_property::RULE,
];

/// The type of groups that contain AMP configuration.
const INITIALIZER: &str = "brooklyn.tosca.groups.initializer";

/// Rewrites the whole file.
pub(super) fn lower(rewriter: &mut Rewriter<'_>) {
    let Some(root) = rewriter.tree().root() else { return };
    rewriter.policies.findings.elsewhere = ELSEWHERE;
    rewriter.policies.findings.where_else = "the file is checked as the AMP dialect, and the AMP catalog or the enclosing service may define the name; `--dialect simple` checks it as TOSCA Simple Profile";
    rewriter.policies.names.further = PROFILES;
    rewriter.policies.files.from_root = Some("classpath://");
    limits::report_file_limits(rewriter, root);
    rewriter.open_like(root);
    for (key, value) in root.all_entries() {
        rewriter.copy(key);
        match key.text() {
            // Written again, so that the file is not recognized as AMP a second time.
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

/// Lowers a type: its icon goes to its metadata.
fn definition<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    let Some((key, icon)) = node.entry("icon").filter(|_| node.is_mapping()) else {
        return anything(rewriter, node);
    };
    check_icon(rewriter, icon);
    rewriter.applied("icon", key);
    rewriter.open_like(node);
    let metadata = node.get("metadata");
    for (name, value) in node.all_entries() {
        match name.text() {
            "icon" | "metadata" => {}
            _ => entry(rewriter, name, value),
        }
    }
    rewriter.string("metadata", key);
    rewriter.open_map_like(node);
    for (name, value) in
        metadata.into_iter().flat_map(YamlNode::all_entries).filter(|(key, _)| key.text() != "icon")
    {
        rewriter.entry(name, value);
    }
    rewriter.entry(key, icon);
    rewriter.close();
    rewriter.close();
}

/// Reports an icon that is not a URL of a picture.
fn check_icon<'t>(rewriter: &mut Rewriter<'t>, icon: YamlNode<'t>) {
    const SCHEMES: &[&str] = &["http://", "https://", "classpath://", "file:", "data:"];
    let is_icon =
        |text: &str| SCHEMES.iter().any(|start| text.len() > start.len() && text.starts_with(start));
    if let Some(text) = icon.as_str().filter(|text| !is_icon(text)) {
        rewriter.report(icon, rules::amp_icon::new(icon.span(), text));
    }
}

fn topology<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
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

/// The capabilities that AMP adds to servers, for its configuration.
const ADDED_CAPABILITIES: &[&str] = &["cloudsoft", "vmware"];

/// The prefix of the names of AMP interfaces, which any node may have.
const INTERFACE_PREFIX: &str = "brooklyn.tosca.interfaces.";

/// Lowers a node template: what AMP adds to any node goes to its metadata.
fn node_template<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    let defined = type_interfaces(rewriter, node);
    let root = rewriter.tree().root();
    let is_added = |section: YamlNode<'_>, name: YamlNode<'_>| match section.text() {
        "attributes" => is_sensor(root, name.text()),
        "capabilities" => ADDED_CAPABILITIES.contains(&name.text()),
        "interfaces" => {
            name.text().starts_with(INTERFACE_PREFIX)
                && defined.is_none_or(|interfaces| interfaces.get(name.text()).is_none())
        }
        _ => false,
    };
    let has_additions = |(section, list): (YamlNode<'t>, YamlNode<'t>)| {
        list.entries().any(|(name, _)| is_added(section, name))
    };
    if !node.entries().any(has_additions) {
        return anything(rewriter, node);
    }
    rewriter.open_like(node);
    let mut kept = Vec::new();
    for (key, value) in node.all_entries() {
        if key.text() == "metadata" {
            continue;
        }
        if !has_additions((key, value)) {
            entry(rewriter, key, value);
            continue;
        }
        let stays = value.all_entries().any(|(name, _)| !is_added(key, name));
        if stays {
            rewriter.copy(key);
            rewriter.open_like(value);
        }
        for (name, part) in value.all_entries() {
            if is_added(key, name) {
                rewriter.applied("added", name);
                rewriter.applied(LOST, name);
                check_all(rewriter, part);
                kept.push((name, part));
            } else {
                entry(rewriter, name, part);
            }
        }
        if stays {
            rewriter.close();
        }
    }
    metadata(rewriter, node, &kept);
    rewriter.close();
}

/// Returns the interfaces of the type of a node template, if this file defines the type.
fn type_interfaces<'t>(rewriter: &Rewriter<'t>, node: YamlNode<'t>) -> Option<YamlNode<'t>> {
    let name = node.get("type").and_then(YamlNode::as_str)?;
    rewriter.tree().root()?.get("node_types")?.get(name)?.get("interfaces")
}

/// Writes metadata with the parts that TOSCA has no keyname for.
fn metadata<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>, kept: &[(YamlNode<'t>, YamlNode<'t>)]) {
    let written = node.entry("metadata");
    let Some(span) = written.map(|(key, _)| key.span()).or_else(|| Some(kept.first()?.0.span())) else {
        return;
    };
    rewriter.string("metadata", span);
    rewriter.open_map_like(node);
    for (key, value) in written.into_iter().flat_map(|(_, value)| value.all_entries()) {
        rewriter.entry(key, value);
    }
    for (key, value) in kept {
        rewriter.part(*key, *value, kept_value);
    }
    rewriter.close();
}

/// Lowers groups: a map; the AMP documentation also shows a list. Configuration is kept as metadata.
fn groups<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.copy(key);
    if !value.is_sequence() {
        return rewriter.map(value, group);
    }
    rewriter.applied("groups", key);
    rewriter.open_map_like(value);
    for item in value.items() {
        // `- name:` with the body next to it, as in the AMP documentation, or below it.
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

fn group<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    let kind = node.get("type").and_then(YamlNode::as_str);
    // Earlier files have no type for such groups.
    let is_configuration = |key: &str| matches!(key, "policies" | "location") || key.starts_with("brooklyn.");
    let is_untyped = kind.is_none() && node.entries().any(|(key, _)| is_configuration(key.text()));
    if kind == Some(INITIALIZER) || is_untyped {
        configuration(rewriter, node, node);
    } else {
        anything(rewriter, node);
    }
}

/// Writes a group of configuration; the entry with the key `name` is skipped.
fn configuration<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>, name: YamlNode<'t>) {
    const GROUP_KEYNAMES: &[&str] = &["type", "members", "description"];
    rewriter.open_map_like(node);
    let mut kept = Vec::new();
    for (key, value) in node.all_entries().filter(|(key, _)| key.id() != name.id()) {
        if GROUP_KEYNAMES.contains(&key.text()) {
            rewriter.entry(key, value);
        } else if key.text() != "metadata" {
            rewriter.applied("groups", key);
            rewriter.applied(LOST, key);
            check_all(rewriter, value);
            kept.push((key, value));
        }
    }
    if node.get("type").is_none() {
        rewriter.string("type", name);
        rewriter.string(INITIALIZER, name);
    }
    metadata(rewriter, node, &kept);
    rewriter.close();
}

/// Lowers policies: scaling policies have properties in AMP.
fn policies<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
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

/// Writes an entry of any map: its type may be generic.
fn entry<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
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

fn generic<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>, text: &'t str) {
    let position = TextPosition { node: value, exact: value.written() == text };
    match generics::parse(text) {
        Ok(generic_type) if !matches!(generic_type.name, "list" | "map") => rewriter.entry(key, value),
        Ok(generic_type) => {
            rewriter.applied("generics", value);
            if key.text() == "type" {
                arguments(rewriter, key, &generic_type, value);
            } else {
                rewriter.copy(key);
                rewriter.open_map(value);
                arguments(rewriter, value, &generic_type, value);
                rewriter.close();
            }
        }
        Err(fault) => {
            rewriter.report(
                value,
                rules::amp_generic_type::new(position.span_at(fault.offset), text, &fault.why),
            );
            rewriter.copy(key);
            rewriter.invalid(value);
        }
    }
}

/// A text in a scalar, for the spans of its parts.
#[derive(Clone, Copy)]
struct TextPosition<'t> {
    node: YamlNode<'t>,
    /// Whether the text is written verbatim, without escapes.
    exact: bool,
}

impl TextPosition<'_> {
    fn span_at(self, offset: usize) -> Span {
        let span = self.node.span();
        if !self.exact {
            return span;
        }
        let start = span.start.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
        if start < span.end { Span::new(span.file, start, span.end) } else { span }
    }
}

/// Writes a type and the schemas of its keys and entries.
fn arguments<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, generic: &Generic<'_>, value: YamlNode<'t>) {
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

/// Writes anything else: expressions are recognized at any depth.
fn anything<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    match node.kind() {
        Kind::Sequence => rewriter.list(node, anything),
        Kind::Mapping => {
            if let Some((key, argument)) = node.only_entry() {
                if key.text().starts_with(expression::PREFIX) {
                    return call(rewriter, node, key, argument);
                }
                if let Some(expression) = sensor_of(rewriter, key, argument) {
                    rewriter.applied("sensor", key);
                    rewriter.open_map(node);
                    rewriter.string("$brooklyn", key);
                    rewriter.open_list(node);
                    rewriter.string(&expression, argument);
                    rewriter.close();
                    return rewriter.close();
                }
                if let Some(output) = output_of(key, argument) {
                    return operation_output(rewriter, node, key, argument, output);
                }
            }
            limits::report_map_limits(rewriter, node);
            rewriter.open_like(node);
            for (key, value) in node.all_entries() {
                if key.text().starts_with(expression::PREFIX) {
                    rewriter.report(key, rules::amp_expression::not_alone(key.span(), key.text()));
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

/// Writes an expression that is the only key of a map: its value is passed as text.
fn call<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>, key: YamlNode<'t>, argument: YamlNode<'t>) {
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

/// Checks the syntax of an expression.
fn check<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    let text = node.text();
    let position = TextPosition { node, exact: node.written() == text };
    if let Err(fault) = expression::check(text) {
        rewriter.report(node, rules::amp_expression::malformed(position.span_at(fault.offset), fault.why));
    } else if let Some((name, suggestion)) = expression::misspelled(text) {
        let span = position.span_at(expression::PREFIX.len());
        let end = span.start.saturating_add(u32::try_from(name.len()).unwrap_or(u32::MAX));
        let span = if position.exact { Span::new(span.file, span.start, end.min(span.end)) } else { span };
        rewriter.report(node, rules::amp_expression::misspelled(span, name, suggestion));
    }
}

/// Checks the expressions in a value that is kept unchanged.
fn check_all<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        if node.text().starts_with(expression::PREFIX) {
            check(rewriter, node);
        }
        pending.extend(node.items());
        pending.extend(node.entries().flat_map(|(key, value)| [key, value]));
    }
}

/// Returns the expression that reads what AMP itself observes of a node, such as `main.uri`: no type defines it.
fn sensor_of(rewriter: &Rewriter<'_>, key: YamlNode<'_>, argument: YamlNode<'_>) -> Option<String> {
    let mut items = argument.items();
    let (entity, name, None) = (items.next()?, items.next()?.as_str()?, items.next()) else { return None };
    if key.text() != "get_attribute"
        || !is_sensor(rewriter.tree().root(), name)
        || name.contains(".interfaces.")
    {
        return None;
    }
    let root = rewriter.tree().root()?;
    let nodes = root.get("topology_template").and_then(|topology| topology.get("node_templates"));
    match entity.as_str()? {
        "SELF" => Some(format!("attributeWhenReady(\"{name}\")")),
        node if nodes?.get(node).is_some() => {
            Some(format!("component(\"{node}\").attributeWhenReady(\"{name}\")"))
        }
        _ => None,
    }
}

/// Whether an attribute has a name like those of AMP, and no type of this file defines it.
fn is_sensor(root: Option<YamlNode<'_>>, name: &str) -> bool {
    let types = root.and_then(|root| root.get("node_types"));
    let mut types = types.into_iter().flat_map(YamlNode::entries);
    let is_dotted = name.contains('.') && !name.contains(['"', '\\']);
    is_dotted && !types.any(|(_, body)| body.get("attributes").is_some_and(|all| all.get(name).is_some()))
}

/// Returns where operation and output begin in `get_attribute: [ node, interface.operation.OUTPUT ]`, which
/// reads the output of an operation, or `None` for other calls.
fn output_of(key: YamlNode<'_>, argument: YamlNode<'_>) -> Option<(usize, usize)> {
    let mut items = argument.items();
    let (_, name, None) = (items.next()?, items.next()?, items.next()) else { return None };
    let name = name.as_str().filter(|_| key.text() == "get_attribute")?;
    let output = name.rfind('.')?;
    let operation = name[..output].rfind('.')?;
    name[..operation].contains(".interfaces.").then_some((operation + 1, output + 1))
}

fn operation_output<'t>(
    rewriter: &mut Rewriter<'t>,
    node: YamlNode<'t>,
    key: YamlNode<'t>,
    argument: YamlNode<'t>,
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
