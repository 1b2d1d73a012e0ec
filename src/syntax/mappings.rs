//! Lists that refer to an entity: attribute mappings (TOSCA 2.0 §9.10), a node template with an index (§8.5),
//! keys and pairs of substitution mappings (§15).

use crate::diagnostics::{quoted, rules};
use crate::functions::{Function, FunctionSource, PathEnd};
use crate::keynames::{Expected, Reader, Ref, Shape, ShapeNotation, replacement};
use crate::yaml::{Kind, NodeId, YamlNode, plain};

use super::count_range::integer;
use super::{NodeTemplateName, NodeTemplateOrType};

/// Reports that `node`, a part of `what`, is not what is `expected`, or a function call in place of a literal.
pub(super) fn report_invalid(node: YamlNode<'_>, what: &str, expected: &str, reader: &mut Reader<'_>) {
    if reader.is_call(node) {
        reader.call_not_allowed(node);
    } else if !node.is_broken_inside() {
        reader.report(node, rules::invalid_mapping::new(node.span(), what, expected));
    }
}

/// Reports that the list `node` is not what is `expected`, with the text that was probably intended.
fn report_list(
    node: YamlNode<'_>,
    what: &str,
    expected: &str,
    intended: Option<String>,
    reader: &mut Reader<'_>,
) {
    let Some(text) = intended else {
        return reader.report(node, rules::invalid_mapping::new(node.span(), what, expected));
    };
    let mut diagnostic = rules::invalid_mapping::with_intended(node.span(), what, expected, &text);
    if let Some(text) = replacement(node, &text) {
        diagnostic = diagnostic.fix(format!("write {}", quoted(&text)), node.span(), text);
    }
    reader.report(node, diagnostic);
}

/// Reports that `index` in the list `node` is not the index of a node of `template`. A name may be that of a capability.
fn report_index(node: YamlNode<'_>, template: YamlNode<'_>, index: YamlNode<'_>, reader: &mut Reader<'_>) {
    const EXPECTED: &str = "a non-negative index or a function call";
    let (Some(name), Some(other)) = (template.as_str(), index.as_str().filter(|other| !other.is_empty()))
    else {
        return report_invalid(index, "node index", EXPECTED, reader);
    };
    let name = plain(name);
    let mut diagnostic = rules::invalid_mapping::new(index.span(), "node index", EXPECTED);
    if template.text() == other {
        diagnostic = diagnostic.help(format!("write {}", quoted(&name)));
        if let Some(text) = replacement(node, &name) {
            diagnostic = diagnostic.fix(format!("write {}", quoted(&text)), node.span(), text);
        }
    } else {
        let service = reader.find_enclosing("service template").map(|service| node.tree().node(service));
        let templates = service.and_then(|service| service.get("node_templates"));
        let is_template = templates.is_some_and(|templates| templates.entry(other).is_some());
        let (key, other) = (plain(node.entry_key().text()), plain(other));
        diagnostic = diagnostic.help(if is_template && key != "node" {
            format!("write an entry for each: `- {key}: {name}` and `- {key}: {other}`")
        } else if is_template {
            format!("write a requirement for each node template: `{name}` and `{other}`")
        } else {
            format!("write `{name}`; for a capability of it, write `node: {name}` and `capability: {other}`")
        });
    }
    reader.report(index, diagnostic);
}

/// Returns the name that is the only item of a list.
fn only_name(node: YamlNode<'_>) -> Option<&str> {
    let mut items = node.items();
    let name = items.next()?.as_str().filter(|name| !name.is_empty() && !name.starts_with('$'))?;
    items.next().is_none().then_some(name)
}

/// A TOSCA path and an attribute: a list of at least two elements.
#[derive(Debug)]
pub struct AttributeMapping(pub NodeId);

impl Shape for AttributeMapping {
    const EXPECTED: Expected = Expected::Special(ShapeNotation::List, "a list (an attribute mapping)");

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if report_called_path(node, reader) {
            return None;
        }
        if node.kind() != Kind::Sequence {
            match node.as_str().filter(|text| !text.is_empty()) {
                Some(name) => {
                    reader.wrong_shape_with_list(node, &Self::EXPECTED, &attribute_path(name));
                }
                None => reader.wrong_shape(node, &Self::EXPECTED),
            }
            return None;
        }
        if node.items().count() < 2 {
            let expected = "a path and an attribute: `[ SELF, attribute ]`";
            let intended = only_name(node).map(attribute_path);
            report_list(node, "attribute mapping", expected, intended, reader);
            return None;
        }
        reader.values.push(node.id());
        Some(Self(node.id()))
    }
}

/// Returns the path that a call reads.
pub(super) fn called_path(node: YamlNode<'_>) -> Option<YamlNode<'_>> {
    let (function, path) = node.only_entry()?;
    let source = Function::called(function.text())?.source();
    let reads = matches!(source, Some(FunctionSource::Path(PathEnd::Attribute | PathEnd::Property)));
    (reads && path.items().count() >= 2).then_some(path)
}

/// Reports a call that reads a path, in place of the path as an attribute mapping; returns whether it is one.
pub(super) fn report_called_path(node: YamlNode<'_>, reader: &mut Reader<'_>) -> bool {
    let Some(path) = called_path(node) else { return false };
    let text = path.written();
    reader.call_not_allowed_with_help(
        node,
        (format!("write the path: {}", quoted(text)), Some(text.to_owned())),
    );
    true
}

/// Returns the attribute mapping that `name` stands for.
fn attribute_path(name: &str) -> String {
    steps(name).unwrap_or_else(|| format!("[ SELF, {} ]", plain(name)))
}

/// A node template or type, or `[node template, index]`.
#[derive(Debug)]
pub enum IndexedName {
    /// A name alone.
    Name(Ref<NodeTemplateOrType>),
    /// A node template with several nodes, and the index of one of them.
    Indexed(Ref<NodeTemplateName>, NodeId),
}

impl Shape for IndexedName {
    const EXPECTED: Expected =
        Expected::Special(ShapeNotation::Other, "a name, or a list of a node template and an index");

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if node.kind() == Kind::Mapping || (node.kind() == Kind::Scalar && node.as_str().is_none()) {
            if reader.is_call(node) {
                reader.call_not_allowed(node);
            } else {
                reader.wrong_shape(node, &Expected::Special(ShapeNotation::Text, "a string or a list"));
            }
            return None;
        }
        if node.kind() != Kind::Sequence {
            return Ref::read(node, reader).map(Self::Name);
        }
        let items: Vec<YamlNode<'_>> = node.items().collect();
        let [name, index] = items[..] else {
            let expected = "two items: a node template and an index";
            report_list(node, "node with an index", expected, only_name(node).map(plain), reader);
            return None;
        };
        if reader.is_call(index) {
            reader.values.push(index.id());
        } else if integer(index).is_none() {
            report_index(node, name, index, reader);
            return None;
        }
        if name.as_str().is_none_or(str::is_empty) {
            let expected = "the name of a node template";
            report_invalid(name, "node with an index", expected, reader);
            return None;
        }
        reader.set_entry();
        Ref::read(name, reader).map(|name| Self::Indexed(name, index.id()))
    }
}

/// `[node template, name]`: a capability or requirement of a node.
#[derive(Debug)]
pub struct NamePair {
    /// The node template.
    pub template: Ref<NodeTemplateName>,
    /// The name of its capability or requirement.
    pub name: NodeId,
}

/// Returns the names between the dots of `text` as a list, if there are several.
fn steps(text: &str) -> Option<String> {
    let names: Vec<&str> = text.split('.').collect();
    if names.len() < 2 || names.iter().any(|name| name.is_empty()) {
        return None;
    }
    let names: Vec<String> = names.into_iter().map(plain).collect();
    Some(format!("[ {} ]", names.join(", ")))
}

/// Returns the pair that the name of a node template stands for, in a mapping with the key `key`.
pub(super) fn name_pair(name: &str, key: &str) -> String {
    steps(name).unwrap_or_else(|| format!("[ {}, {} ]", plain(name), plain(key)))
}

/// Returns the pair that a path with the step `CAPABILITY` or `RELATIONSHIP` stands for.
fn pair_without_step(items: &[YamlNode<'_>]) -> Option<String> {
    let [template, step, name] = items else { return None };
    let is_step = matches!(step.as_str()?, "CAPABILITY" | "RELATIONSHIP");
    is_step.then_some(format!("[ {}, {} ]", plain(template.as_str()?), plain(name.as_str()?)))
}

impl NamePair {
    /// Reads a list of two names; `what` describes the second one.
    pub(super) fn read(node: YamlNode<'_>, what: &str, reader: &mut Reader<'_>) -> Option<Self> {
        let expected = format!("a node template and its {what}: `[ node, {what} ]`");
        let items: Vec<YamlNode<'_>> = node.items().collect();
        let [template, name] = items[..] else {
            let key = reader.subject_text();
            let intended =
                only_name(node).map(|name| name_pair(name, &key)).or_else(|| pair_without_step(&items));
            report_list(node, &format!("{what} mapping"), &expected, intended, reader);
            return None;
        };
        if name.as_str().is_none_or(str::is_empty) {
            report_invalid(name, &format!("{what} mapping"), &expected, reader);
            return None;
        }
        if template.as_str().is_none_or(str::is_empty) {
            report_invalid(template, &format!("{what} mapping"), &expected, reader);
            return None;
        }
        if is_swapped(template, name, reader) {
            let intended = format!("[ {}, {} ]", name.written(), template.written());
            report_list(node, &format!("{what} mapping"), &expected, Some(intended), reader);
            return None;
        }
        let template = Ref::read(template, reader)?;
        Some(Self { template, name: name.id() })
    }
}

/// Whether only the second of two names is that of a node template of the enclosing service template.
fn is_swapped(template: YamlNode<'_>, name: YamlNode<'_>, reader: &Reader<'_>) -> bool {
    let Some(service) = reader.find_enclosing("service template") else { return false };
    let Some(templates) = template.tree().node(service).get("node_templates") else { return false };
    templates.entry(template.text()).is_none() && templates.entry(name.text()).is_some()
}

const FORMS: &str =
    "a name, `[ CAPABILITY, capability, name ]` or `[ RELATIONSHIP, requirement, index, name ]`";

/// The key of a property or attribute mapping.
#[derive(Clone, Copy, Debug)]
pub enum MappingKey {
    /// A property or attribute of the substituted node itself.
    Own(NodeId),
    /// `[CAPABILITY, capability, name]`
    Capability(NodeId, NodeId),
    /// `[RELATIONSHIP, requirement, index, name]`, the index may be missing or `ALL`.
    Relationship(NodeId, Option<NodeId>, NodeId),
}

impl MappingKey {
    /// Reads the key of an entry.
    pub(super) fn read(key: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let wrong = |node: YamlNode<'_>, expected: &str, reader: &mut Reader<'_>| {
            report_invalid(node, "mapping key", expected, reader);
            None
        };
        if key.kind() != Kind::Sequence {
            return match key.as_str() {
                Some("") => {
                    reader.report(key, rules::invalid_name::empty(key.span(), "a name"));
                    None
                }
                Some(_) => Some(Self::Own(key.id())),
                None => wrong(key, FORMS, reader),
            };
        }
        let items: Vec<YamlNode<'_>> = key.items().collect();
        let word = items.first().and_then(|item| item.as_str());
        let name = |node: YamlNode<'_>| node.as_str().is_some_and(|text| !text.is_empty());
        match (word, &items[..]) {
            (Some("CAPABILITY"), &[_, capability, member]) => {
                let bad = [capability, member].into_iter().find(|&item| !name(item));
                if let Some(bad) = bad {
                    return wrong(bad, "a name", reader);
                }
                Some(Self::Capability(capability.id(), member.id()))
            }
            (Some("RELATIONSHIP"), &[_, requirement, ref index @ .., member]) if index.len() < 2 => {
                let bad = [requirement, member].into_iter().find(|&item| !name(item));
                if let Some(bad) = bad {
                    return wrong(bad, "a name", reader);
                }
                let index = index.first().copied();
                if let Some(index) = index
                    && integer(index).is_none()
                    && index.as_str() != Some("ALL")
                {
                    return wrong(index, "a non-negative index or `ALL`", reader);
                }
                Some(Self::Relationship(requirement.id(), index.map(YamlNode::id), member.id()))
            }
            _ => wrong(key, FORMS, reader),
        }
    }
}
