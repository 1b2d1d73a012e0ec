//! Access to elements, and to what is the same for all of them.

use crate::diagnostics::{list, quoted, rules, suggest};
use crate::dialects::Rewriter;
use crate::yaml::YamlNode;

/// The namespace of the additions of Winery, in braces.
pub(super) const WINERY: &str = "{http://www.opentosca.org/winery/extensions/tosca/2013/02/12}";

/// An element: the node of its name, and its value.
#[derive(Clone, Copy)]
pub(in crate::dialects) struct Element<'t> {
    pub(in crate::dialects) key: YamlNode<'t>,
    pub(in crate::dialects) value: YamlNode<'t>,
}

impl<'t> Element<'t> {
    pub(in crate::dialects) fn new((key, value): (YamlNode<'t>, YamlNode<'t>)) -> Self {
        Self { key, value }
    }

    /// Returns the elements in it.
    pub(in crate::dialects) fn children(self) -> impl Iterator<Item = Element<'t>> {
        let entries = self.value.is_mapping().then(|| self.value.all_entries()).into_iter().flatten();
        entries.filter(|(key, _)| !key.text().starts_with(['@', '#'])).map(Element::new)
    }

    pub(in crate::dialects) fn children_named(self, name: &'static str) -> impl Iterator<Item = Element<'t>> {
        self.children().filter(move |child| child.name() == name)
    }

    pub(in crate::dialects) fn child(self, name: &'static str) -> Option<Element<'t>> {
        self.children_named(name).next()
    }

    /// Returns the items in the element `wrapper`.
    pub(in crate::dialects) fn items(self, wrapper: &'static str, item: &'static str) -> Vec<Element<'t>> {
        let wrapper = self.child(wrapper);
        wrapper.into_iter().flat_map(move |wrapper| wrapper.children_named(item)).collect()
    }

    pub(in crate::dialects) fn name(self) -> &'t str {
        self.key.text()
    }

    /// Returns the value of an attribute, whose key starts with `@`.
    pub(in crate::dialects) fn attribute(self, name: &str) -> Option<YamlNode<'t>> {
        self.value.is_mapping().then(|| self.value.get(name))?
    }

    /// Returns the text of an element without other elements.
    pub(in crate::dialects) fn text(self) -> Option<YamlNode<'t>> {
        if self.value.is_mapping() { self.value.get("#text") } else { Some(self.value) }
    }
}

/// Returns the mandatory attribute `name`, which starts with `@`, or reports that it is missing.
pub(super) fn required<'t>(
    rewriter: &mut Rewriter<'t>,
    element: Element<'t>,
    name: &'static str,
) -> Option<YamlNode<'t>> {
    let value = element.attribute(name);
    if value.is_none() {
        let diagnostic = rules::missing_xml_attribute::new(element.key.span(), element.name(), &name[1..]);
        rewriter.report(element.key, diagnostic);
    }
    value
}

/// Reports the elements of TOSCA in `element` that are not among `known`.
pub(super) fn check_children<'t>(rewriter: &mut Rewriter<'t>, element: Element<'t>, known: &[&'static str]) {
    for child in element.children() {
        let name = child.name();
        if name.starts_with('{') || known.contains(&name) {
            continue;
        }
        let help = match suggest(name, known.iter().copied()) {
            Some(suggestion) => format!("did you mean {}?", quoted(suggestion)),
            None => {
                let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                format!("expected {}", list(&known, "or"))
            }
        };
        let outer = element.name().rsplit('}').next().unwrap_or_default();
        let diagnostic = rules::unknown_xml_element::new(child.key.span(), name, outer, help);
        rewriter.report(child.key, diagnostic);
    }
}

/// Writes the `description` of an element from its documentation.
pub(super) fn description<'t>(rewriter: &mut Rewriter<'t>, element: Element<'t>) {
    let Some(documentation) = element.child("documentation") else { return };
    if let Some(text) = documentation.text().filter(|text| !text.text().is_empty()) {
        rewriter.string("description", documentation.key);
        rewriter.string(text.text(), text);
    }
}

/// Writes the parts of an element that have no place in TOSCA 2.0 under `metadata`: an attribute as its value,
/// an element as its text. The `equivalents` are elements with an equivalent that is not written.
pub(super) fn keep<'t>(
    rewriter: &mut Rewriter<'t>,
    element: Element<'t>,
    lost: &[&'static str],
    equivalents: &[&'static str],
) {
    let parts: Vec<Element<'t>> = if element.value.is_mapping() {
        let is_kept = |name: &str| lost.contains(&name) || equivalents.contains(&name);
        element.value.all_entries().filter(|(key, _)| is_kept(key.text())).map(Element::new).collect()
    } else {
        Vec::new()
    };
    let Some(first) = parts.first() else { return };
    rewriter.string("metadata", first.key);
    rewriter.open_map(first.key);
    let mut names: Vec<&str> = Vec::new();
    for part in &parts {
        let name = part.name();
        let times = names.iter().filter(|other| **other == name).count();
        names.push(name);
        let shown = name.trim_start_matches('@');
        let diagnostic = if equivalents.contains(&name) {
            rules::unconverted_xml_element::new(part.key.span(), shown)
        } else {
            rules::lowered_with_loss::new(part.key.span(), shown)
        };
        rewriter.report(part.key, diagnostic);
        rewriter.applied("kept", part.key);
        let key = if times == 0 {
            format!("tosca_xml {shown}")
        } else {
            format!("tosca_xml {shown} {}", times + 1)
        };
        rewriter.string(&key, part.key);
        let text = if name.starts_with('@') { part.value.text() } else { part.value.written() };
        rewriter.string(text, part.value);
    }
    rewriter.close();
}
