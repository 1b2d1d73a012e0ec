//! Recognizes TOSCAlite by the names of its elements.

use crate::dialects::Recognized;
use crate::dialects::element::Element;
use crate::host::xml_root;
use crate::yaml::YamlNode;

use super::grammar::MODEL;

const RECOGNIZED: Recognized = Recognized {
    version: 0,
    words: "TOSCAlite",
    names: &["toscalite"],
    is_extended: false,
    documented: &[],
    of_tools: &[],
};

/// Recognizes a file whose root has the name `Model`, or that has nodes with a type and a name.
pub(super) fn recognize(root: YamlNode<'_>) -> Option<Recognized> {
    let model = model(root)?;
    let has = |outer: Element<'_>, name| outer.child(name).is_some();
    let is_node = |node: Element<'_>| has(node, "Type") && has(node, "Name");
    let is_empty = || model.children().next().is_none();
    let is_named = || is_root(model) && (is_empty() || has(model, "Nodes") || has(model, "Relationships"));
    (is_named() || model.items("Nodes", "Node").any(is_node)).then_some(RECOGNIZED)
}

/// Accepts any XML.
pub(super) fn accept(root: YamlNode<'_>) -> Option<Recognized> {
    model(root).map(|_| RECOGNIZED)
}

/// Returns the root element of an XML file.
pub(super) fn model(root: YamlNode<'_>) -> Option<Element<'_>> {
    let is_xml = root.tree().is_xml() && !root.tree().is_rewritten();
    root.all_entries().next().filter(|_| is_xml).map(Element::new)
}

/// Whether an element is the root of TOSCAlite, which is in no namespace.
pub(super) fn is_root(element: Element<'_>) -> bool {
    element.name().strip_prefix("{}") == Some(MODEL.name)
}

/// Whether a file may be a model, judged by its text: its root has the right name.
#[must_use]
pub fn looks_like_model(content: &[u8]) -> bool {
    xml_root(content).is_some_and(|name| name == MODEL.name)
}
