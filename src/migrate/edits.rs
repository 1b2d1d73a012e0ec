//! Changes of a lowered tree, and the tree with them made.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::dialects::Rewrite;
use crate::host::Limits;
use crate::yaml::{self, Builder, Kind, Node, NodeId, Style, Tree};

/// Changes, by the node that they are about.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// Another text for a scalar that is a string.
    strings: FxHashMap<NodeId, String>,
    /// YAML to write in place of a node.
    texts: FxHashMap<NodeId, String>,
    /// Strings of implementations that are files, with the types of these artifacts.
    files: FxHashMap<NodeId, &'static str>,
    /// Paths, step by step.
    paths: FxHashMap<NodeId, Vec<PathItem>>,
    /// Entries to add to a map, an ancestor in front and others at the end: keys, and YAML.
    entries: FxHashMap<NodeId, Vec<(String, String)>>,
    /// The profiles to import, in order.
    imports: Vec<String>,
}

/// A step of a path.
#[derive(Debug)]
pub(super) enum PathItem {
    /// A word, or a number.
    Word(String),
    /// What is written.
    Written(NodeId),
}

impl Edits {
    /// The list `node` is to be this path.
    pub(super) fn path(&mut self, node: NodeId, steps: Vec<PathItem>) {
        self.paths.insert(node, steps);
    }

    /// The string `node` is to be `text`.
    pub(super) fn string(&mut self, node: NodeId, text: String) {
        self.strings.insert(node, text);
    }

    /// YAML is to stand in place of `node`.
    pub(super) fn text(&mut self, node: NodeId, text: String) {
        self.texts.insert(node, text);
    }

    /// The map `node` gets one more entry, whose value is YAML.
    pub(super) fn add(&mut self, node: NodeId, key: &str, value: String) {
        self.entries.entry(node).or_default().push((key.to_owned(), value));
    }

    /// The file imports a profile.
    pub(super) fn import(&mut self, profile: &str) {
        if !self.imports.iter().any(|known| known == profile) {
            self.imports.push(profile.to_owned());
        }
    }

    /// `node` is to be written as it was decided.
    pub(super) fn rewrite(&mut self, node: Node<'_>, rewrite: &Rewrite) {
        match rewrite {
            Rewrite::Literal(_) => self.text(node.id(), rewrite.text(node)),
            Rewrite::Artifact(artifact_type) => {
                self.files.insert(node.id(), artifact_type);
            }
        }
    }

    /// The tree with all changes.
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
    fn root(&mut self, root: Node<'_>) {
        if !root.is_mapping() || self.edits.imports.is_empty() {
            return self.node(root, "");
        }
        self.out.open_like(root);
        let is_list = |(key, value): (Node<'_>, Node<'_>)| key.text() == "imports" && value.is_sequence();
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
        for (at, (key, value)) in root.all_entries().enumerate() {
            if at == last && !has_imports {
                self.imports(key.span(), None);
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

    /// The list of imports, with those that are to be added in front.
    fn imports(&mut self, place: Span, list: Option<Node<'_>>) {
        // What is added stands at no place of its own, so that no comment is taken for its own.
        let nowhere = Span::new(place.file, place.end, place.end);
        match list {
            Some(list) => self.out.open_like(list),
            None => {
                self.out.lowered_string("imports", nowhere);
                self.out.lowered_container(Kind::Sequence, Style::Block, nowhere);
            }
        }
        for profile in &self.edits.imports {
            self.out.lowered_container(Kind::Mapping, Style::Block, nowhere);
            self.out.lowered_string("profile", nowhere);
            self.out.lowered_string(profile, nowhere);
            self.out.close();
        }
        for item in list.into_iter().flat_map(Node::items) {
            self.node(item, "");
        }
        self.out.close();
    }

    fn entry(&mut self, key: Node<'_>, value: Node<'_>) {
        self.node(key, "");
        self.node(value, key.text());
    }

    /// Writes a node that stands below `key`, or in a list.
    fn node(&mut self, node: Node<'_>, key: &str) {
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
        for item in node.items() {
            self.node(item, "");
        }
        let added = edits.entries.get(&node.id()).into_iter().flatten();
        let (first, last): (Vec<_>, Vec<_>) = added.partition(|(key, _)| key == "derived_from");
        self.added(&first, node);
        for (key, value) in node.all_entries() {
            self.entry(key, value);
        }
        self.added(&last, node);
        self.out.close();
    }

    /// Entries of `node` that nobody wrote.
    fn added(&mut self, entries: &[&(String, String)], node: Node<'_>) {
        let place = Span::new(node.span().file, node.span().end, node.span().end);
        for (key, value) in entries {
            self.out.lowered_string(key, place);
            self.text(value, place);
        }
    }

    /// An artifact in place of a string, with as much around it as its place needs.
    fn file(&mut self, node: Node<'_>, key: &str, artifact_type: &str) {
        let around: &[&str] = match key {
            "" | "primary" => &[],
            "implementation" => &["primary"],
            _ => &["implementation", "primary"],
        };
        for keyname in around {
            self.out.lowered_container(Kind::Mapping, Style::Block, node.span());
            self.out.lowered_string(keyname, node.span());
        }
        self.out.lowered_container(Kind::Mapping, Style::Flow, node.span());
        for part in ["type", artifact_type, "file", node.text()] {
            self.out.lowered_string(part, node.span());
        }
        self.out.close();
        for _ in around {
            self.out.close();
        }
    }

    /// YAML that stands for what is written at `place`.
    fn text(&mut self, text: &str, place: Span) {
        let (tree, _) = yaml::parse(&Arc::new(text.to_owned()), place.file, &Limits::default());
        match tree.root() {
            Some(root) => self.lowered(root, place),
            None => self.out.lowered_string("", place),
        }
    }

    fn lowered(&mut self, node: Node<'_>, place: Span) {
        match node.kind() {
            Kind::Scalar if node.style() == Style::Plain => self.out.lowered_plain(node.text(), place),
            Kind::Scalar | Kind::Invalid => self.out.lowered_string(node.text(), place),
            kind => {
                self.out.lowered_container(kind, Style::Flow, place);
                for item in node.items() {
                    self.lowered(item, place);
                }
                for (key, value) in node.entries() {
                    self.lowered(key, place);
                    self.lowered(value, place);
                }
                self.out.close();
            }
        }
    }
}
