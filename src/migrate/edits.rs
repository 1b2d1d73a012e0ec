//! Edits of a lowered tree, and the edited tree.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Span;
use crate::dialects::Rewrite;
use crate::host::Limits;
use crate::yaml::{self, Builder, Kind, NodeId, Style, Tree, YamlNode};

/// The edits by node.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// The new text of string scalars.
    strings: FxHashMap<NodeId, String>,
    /// YAML that replaces a node.
    texts: FxHashMap<NodeId, String>,
    /// Implementations that are file names, with the types of these artifacts.
    files: FxHashMap<NodeId, &'static str>,
    /// The steps of paths.
    paths: FxHashMap<NodeId, Vec<PathItem>>,
    /// Entries to add to a map, as keys and YAML. `derived_from` goes to the beginning, others to the end.
    entries: FxHashMap<NodeId, Vec<(String, String)>>,
    /// The keys of entries to remove, and items of lists.
    removed: FxHashSet<NodeId>,
    /// The imports to add, in order: import definitions in YAML.
    imports: Vec<String>,
    /// Entries to add to the metadata of the file, as keys and YAML.
    metadata: Vec<(String, String)>,
}

/// A step of a path.
#[derive(Debug)]
pub(super) enum PathItem {
    /// A string or number.
    Word(String),
    /// A node of the tree.
    Written(NodeId),
}

impl Edits {
    /// Replaces the list `node` by a path.
    pub(super) fn path(&mut self, node: NodeId, steps: Vec<PathItem>) {
        self.paths.insert(node, steps);
    }

    /// Replaces the text of the string `node`.
    pub(super) fn string(&mut self, node: NodeId, text: String) {
        self.strings.insert(node, text);
    }

    /// Replaces `node` by YAML.
    pub(super) fn text(&mut self, node: NodeId, text: String) {
        self.strings.remove(&node);
        self.texts.insert(node, text);
    }

    /// Adds an entry to the map `node`; its value is YAML.
    pub(super) fn add(&mut self, node: NodeId, key: &str, value: String) {
        self.entries.entry(node).or_default().push((key.to_owned(), value));
    }

    /// Removes the entry with this key, or this item of a list.
    pub(super) fn remove(&mut self, key: NodeId) {
        self.removed.insert(key);
    }

    /// Adds an import: an import definition, in YAML.
    pub(super) fn import(&mut self, import: &str) {
        if !self.imports.iter().any(|known| known == import) {
            self.imports.push(import.to_owned());
        }
    }

    /// Adds an entry to the metadata of the file; its value is YAML.
    pub(super) fn metadata(&mut self, key: &str, value: String) {
        self.metadata.push((key.to_owned(), value));
    }

    /// Rewrites `node` as decided.
    pub(super) fn rewrite(&mut self, node: YamlNode<'_>, rewrite: &Rewrite) {
        match rewrite {
            Rewrite::Literal(_) => self.text(node.id(), rewrite.text(node)),
            Rewrite::Artifact(artifact_type) => {
                self.files.insert(node.id(), artifact_type);
            }
            Rewrite::Impossible => {}
        }
    }

    /// Returns the tree with all edits.
    pub(super) fn apply(&self, tree: &Tree) -> Tree {
        let Some(root) = tree.root() else { return Builder::rewriting(tree).finish() };
        let mut writer = Writer { edits: self, out: Builder::rewriting(tree) };
        writer.root(root);
        writer.out.finish()
    }
}

struct Writer<'e> {
    edits: &'e Edits,
    out: Builder,
}

impl Writer<'_> {
    fn root(&mut self, root: YamlNode<'_>) {
        let edits = self.edits;
        if !root.is_mapping() || edits.imports.is_empty() && edits.metadata.is_empty() {
            return self.node(root, "");
        }
        self.out.open_like(root);
        let is_list =
            |(key, value): (YamlNode<'_>, YamlNode<'_>)| key.text() == "imports" && value.is_sequence();
        let has_imports = root.all_entries().any(is_list);
        let head = [
            "tosca_definitions_version",
            "metadata",
            "description",
            "profile",
            "dsl_definitions",
            "repositories",
        ];
        let last = root.all_entries().take_while(|(key, _)| head.contains(&key.text())).count();
        let has_imports = has_imports || edits.imports.is_empty();
        let is_metadata = |key: YamlNode<'_>| key.text() == "metadata";
        let has_metadata = root.entries().any(|(key, _)| is_metadata(key)) || edits.metadata.is_empty();
        for (index, (key, value)) in root.all_entries().enumerate() {
            if index == 1 && !has_metadata {
                self.metadata(key.span(), None);
            }
            if index == last && !has_imports {
                self.imports(key.span(), None);
            }
            if key.text() == "metadata" && value.is_mapping() {
                self.out.copy(key);
                self.metadata(value.span(), Some(value));
                continue;
            }
            if has_imports && key.text() == "imports" {
                self.out.copy(key);
                self.imports(value.span(), Some(value));
                continue;
            }
            self.entry(key, value);
        }
        if last == root.all_entries().count() && !has_imports {
            self.imports(root.span(), None);
        }
        self.out.close();
    }

    /// Writes the list of imports; added imports come first.
    fn imports(&mut self, span: Span, list: Option<YamlNode<'_>>) {
        // The empty span keeps comments away from added nodes.
        let nowhere = Span::new(span.file, span.end, span.end);
        match list {
            Some(list) => self.out.open_like(list),
            None => {
                self.out.lowered_string("imports", nowhere);
                self.out.lowered_container(Kind::Sequence, Style::Block, nowhere);
            }
        }
        for import in &self.edits.imports {
            self.block(import, nowhere);
        }
        let items = list.into_iter().flat_map(YamlNode::items);
        for item in items.filter(|item| !self.edits.removed.contains(&item.id())) {
            self.node(item, "");
        }
        self.out.close();
    }

    /// Writes the metadata; added entries come last.
    fn metadata(&mut self, span: Span, map: Option<YamlNode<'_>>) {
        let nowhere = Span::new(span.file, span.end, span.end);
        match map {
            Some(map) => self.out.open_like(map),
            None => {
                self.out.lowered_string("metadata", nowhere);
                self.out.lowered_container(Kind::Mapping, Style::Block, nowhere);
            }
        }
        for (key, value) in map.into_iter().flat_map(YamlNode::all_entries) {
            self.entry(key, value);
        }
        for (key, value) in &self.edits.metadata {
            self.out.lowered_string(key, nowhere);
            self.text(value, nowhere);
        }
        self.out.close();
    }

    fn entry(&mut self, key: YamlNode<'_>, value: YamlNode<'_>) {
        self.node(key, "");
        self.node(value, key.text());
    }

    /// Writes a node that is the value of `key`, or an item of a list if `key` is empty.
    fn node(&mut self, node: YamlNode<'_>, key: &str) {
        let edits = self.edits;
        if let Some(text) = edits.strings.get(&node.id()) {
            return self.out.lowered_string(text, node.span());
        }
        if let Some(steps) = edits.paths.get(&node.id()) {
            self.out.open_like(node);
            for step in steps {
                match step {
                    PathItem::Written(step) => self.node(node.tree().node(*step), ""),
                    PathItem::Word(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                        self.out.lowered_plain(word, node.span());
                    }
                    PathItem::Word(word) => self.out.lowered_string(word, node.span()),
                }
            }
            return self.out.close();
        }
        if let Some(artifact_type) = edits.files.get(&node.id()) {
            return self.file(node, key, artifact_type);
        }
        if let Some(text) = edits.texts.get(&node.id()) {
            return self.text(text, node.span());
        }
        if !node.is_mapping() && !node.is_sequence() {
            return self.out.copy(node);
        }
        self.out.open_like(node);
        for item in node.items().filter(|item| !edits.removed.contains(&item.id())) {
            self.node(item, "");
        }
        let added = edits.entries.get(&node.id()).into_iter().flatten();
        let (first, last): (Vec<_>, Vec<_>) = added.partition(|(key, _)| key == "derived_from");
        self.added(&first, node);
        for (key, value) in node.all_entries().filter(|(key, _)| !edits.removed.contains(&key.id())) {
            self.entry(key, value);
        }
        self.added(&last, node);
        self.out.close();
    }

    /// Writes added entries of `node`.
    fn added(&mut self, entries: &[&(String, String)], node: YamlNode<'_>) {
        let span = Span::new(node.span().file, node.span().end, node.span().end);
        for (key, value) in entries {
            self.out.lowered_string(key, span);
            self.text(value, span);
        }
    }

    /// Writes an artifact instead of a string, with the enclosing keynames that are needed at this `key`.
    fn file(&mut self, node: YamlNode<'_>, key: &str, artifact_type: &str) {
        let enclosing: &[&str] = match key {
            "" | "primary" => &[],
            "implementation" => &["primary"],
            _ => &["implementation", "primary"],
        };
        for keyname in enclosing {
            self.out.lowered_container(Kind::Mapping, Style::Block, node.span());
            self.out.lowered_string(keyname, node.span());
        }
        self.out.lowered_container(Kind::Mapping, Style::Flow, node.span());
        for part in ["type", artifact_type, "file", node.text()] {
            self.out.lowered_string(part, node.span());
        }
        self.out.close();
        for _ in enclosing {
            self.out.close();
        }
    }

    /// Writes YAML that replaces the node at `span`.
    fn text(&mut self, text: &str, span: Span) {
        let (tree, _) = yaml::parse(&Arc::new(text.to_owned()), span.file, &Limits::default());
        match tree.root() {
            Some(root) => self.lowered(root, span),
            None => self.out.lowered_string("", span),
        }
    }

    /// Writes YAML of a map with a line for each entry.
    fn block(&mut self, text: &str, span: Span) {
        let (tree, _) = yaml::parse(&Arc::new(text.to_owned()), span.file, &Limits::default());
        self.out.lowered_container(Kind::Mapping, Style::Block, span);
        for (key, value) in tree.root().into_iter().flat_map(YamlNode::entries) {
            self.lowered(key, span);
            self.lowered(value, span);
        }
        self.out.close();
    }

    fn lowered(&mut self, node: YamlNode<'_>, span: Span) {
        match node.kind() {
            Kind::Scalar if node.style() == Style::Plain => self.out.lowered_plain(node.text(), span),
            Kind::Scalar | Kind::Invalid => self.out.lowered_string(node.text(), span),
            kind => {
                self.out.lowered_container(kind, Style::Flow, span);
                for item in node.items() {
                    self.lowered(item, span);
                }
                for (key, value) in node.entries() {
                    self.lowered(key, span);
                    self.lowered(value, span);
                }
                self.out.close();
            }
        }
    }
}
