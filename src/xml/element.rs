//! Writes the elements of a document as maps.

use std::sync::Arc;

use roxmltree::{Document, Node};

use crate::base::FileId;
use crate::yaml::{Builder, Tree};

/// Returns the tree of `document`, whose text is `text`.
pub(super) fn build(document: &Document<'_>, text: &Arc<String>, file: FileId) -> Tree {
    let mut writer = Writer { text, out: Builder::reading_xml(text, file), root_namespace: None };
    let root = document.root_element();
    writer.out.begin_element(range(root.range()).0);
    let name = format!("{{{}}}{}", root.tag_name().namespace().unwrap_or_default(), root.tag_name().name());
    writer.out.text(&name, tag_name(root, text));
    writer.root_namespace = root.tag_name().namespace();
    writer.value(root);
    writer.out.end_element(range(root.range()).1);
    for comment in document.descendants().filter(Node::is_comment) {
        let inner = comment.range();
        let inner = inner.start + "<!--".len()..inner.end.saturating_sub("-->".len());
        let written = text.get(inner.clone()).unwrap_or_default();
        let start = inner.start + (written.len() - written.trim_start().len());
        writer.out.comment(range(start..start + written.trim().len()));
    }
    writer.out.finish()
}

struct Writer<'t> {
    text: &'t str,
    out: Builder,
    root_namespace: Option<&'t str>,
}

impl<'t> Writer<'t> {
    /// Writes the value of an element. The depth was checked before.
    fn value<'d: 't>(&mut self, node: Node<'t, 'd>) {
        let declarations = self.declarations(node);
        let is_text = declarations.is_empty()
            && node.attributes().len() == 0
            && !node.children().any(|child| child.is_element());
        let content: String = node.children().filter(Node::is_text).filter_map(|node| node.text()).collect();
        if is_text {
            return self.out.text(content.trim(), text_range(node, self.text));
        }
        self.out.begin_element(range(node.range()).0);
        let at = tag_name(node, self.text);
        for (prefix, uri) in declarations {
            let name = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
            self.out.attribute(&name, at);
            self.out.text(uri, at);
        }
        for attribute in node.attributes() {
            let name = self.name(attribute.namespace(), attribute.name(), attribute.namespace().is_none());
            self.out.attribute(&name, range(attribute.range_qname()));
            self.out.text(attribute.value(), range(attribute.range_value()));
        }
        if !content.trim().is_empty() {
            let at = text_range(node, self.text);
            self.out.text("#text", at);
            self.out.text(content.trim(), at);
        }
        for child in node.children().filter(Node::is_element) {
            let namespace = child.tag_name().namespace();
            let name = self.name(namespace, child.tag_name().name(), namespace == self.root_namespace);
            self.out.text(&name, tag_name(child, self.text));
            self.value(child);
        }
        self.out.end_element(range(node.range()).1);
    }

    #[expect(clippy::unused_self, reason = "a part of the writer")]
    fn name(&self, namespace: Option<&str>, local: &str, is_local: bool) -> String {
        if is_local { local.to_owned() } else { format!("{{{}}}{local}", namespace.unwrap_or_default()) }
    }

    /// Returns the namespaces that an element declares, by prefix.
    fn declarations<'d: 't>(&self, node: Node<'t, 'd>) -> Vec<(&'t str, &'t str)> {
        if !start_tag(node, self.text).contains("xmlns") {
            return Vec::new();
        }
        let outer = node.parent_element();
        let is_new = |name: Option<&str>, uri: &str| {
            outer.is_none_or(|outer| outer.lookup_namespace_uri(name) != Some(uri))
        };
        let declared = node
            .namespaces()
            .filter(|namespace| namespace.name() != Some("xml") && is_new(namespace.name(), namespace.uri()));
        declared.map(|namespace| (namespace.name().unwrap_or_default(), namespace.uri())).collect()
    }
}

/// Returns the text of the start tag of an element.
fn start_tag<'t>(node: Node<'_, '_>, text: &'t str) -> &'t str {
    let written = text.get(node.range()).unwrap_or_default();
    let mut quote = None;
    let end = written.bytes().position(|byte| match quote {
        Some(open) => {
            if byte == open {
                quote = None;
            }
            false
        }
        None => {
            if matches!(byte, b'"' | b'\'') {
                quote = Some(byte);
            }
            byte == b'>'
        }
    });
    written.get(..end.unwrap_or(written.len())).unwrap_or_default()
}

/// Returns the location of what is in an element, without whitespace around it; of the element if it is empty.
fn text_range(node: Node<'_, '_>, text: &str) -> (u32, u32) {
    let start = node.range().start + start_tag(node, text).len() + 1;
    let written = text.get(start..node.range().end).unwrap_or_default();
    let inner = written.rfind("</").map_or("", |end| &written[..end]);
    let start = start + (inner.len() - inner.trim_start().len());
    if inner.trim().is_empty() { range(node.range()) } else { range(start..start + inner.trim().len()) }
}

/// Returns the location of the name in the start tag of an element.
fn tag_name(node: Node<'_, '_>, text: &str) -> (u32, u32) {
    let start = node.range().start + 1;
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).unwrap_or(rest.len());
    range(start..start + length)
}

fn range(range: std::ops::Range<usize>) -> (u32, u32) {
    let offset = |index| u32::try_from(index).unwrap_or(u32::MAX);
    (offset(range.start), offset(range.end))
}
