//! The state of reading one file, and the findings that all shapes share.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Fix, codes, quoted};
use crate::yaml::{self, Kind, Node, NodeId, Scalar, Style, Tree, looks_like_yaml_1_1};

use super::meta::{Expected, Keyname, Meta, Presence};
use super::names::NameKind;

/// What surrounds the part that is being read.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    /// Definitions may refine inherited ones.
    pub refining: bool,
    /// Inside an interface type, where nothing is implemented.
    pub interface_type: bool,
    /// Inside a service template, where functions refine outer ones.
    pub service_template: bool,
    /// Report what the letter of the standard says where its readers are milder.
    pub strict: bool,
}

/// A name that refers to something defined elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// The scalar that holds the name.
    pub node: NodeId,
    /// What it may refer to, in order of preference.
    pub kinds: &'static [NameKind],
    /// Whether it may also be something that only later phases know.
    pub lenient: bool,
}

/// What is being read: a key, or an entry of its list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Subject {
    key: Option<NodeId>,
    entry: bool,
    mandatory: bool,
}

/// Reads one tree; collects diagnostics, references and values.
#[derive(Debug)]
pub struct Reader<'t> {
    tree: &'t Tree,
    /// What surrounds the part that is being read.
    pub context: Context,
    /// The findings so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The references met so far.
    pub references: Vec<Reference>,
    /// The values met so far, in which functions may be called.
    pub values: Vec<NodeId>,
    /// Lenient references that must be what they refer to first after all.
    pub must_be_types: Vec<NodeId>,
    /// The keynames that unknown keys of the entity at hand stand for: not missing, but misspelled.
    pub(super) meant: Vec<&'static str>,
    /// The entities that are being read, the innermost last.
    pub(super) around: Vec<(&'static Meta, NodeId)>,
    /// Keynames that were found too deep inside an entity.
    pub(super) slipped: Vec<(NodeId, &'static str)>,
    subject: Subject,
}

impl<'t> Reader<'t> {
    /// A reader of `tree`.
    #[must_use]
    pub fn new(tree: &'t Tree) -> Self {
        Self {
            tree,
            context: Context::default(),
            diagnostics: Vec::new(),
            references: Vec::new(),
            values: Vec::new(),
            must_be_types: Vec::new(),
            meant: Vec::new(),
            around: Vec::new(),
            slipped: Vec::new(),
            subject: Subject::default(),
        }
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// Runs `read` with another context.
    pub fn with<T>(&mut self, change: impl FnOnce(&mut Context), read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.context;
        change(&mut self.context);
        let result = read(self);
        self.context = outer;
        result
    }

    /// Adds a finding about `node`; where an alias or merge key brought the node, that place is told.
    pub fn report(&mut self, node: Node<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.diagnostics, node, diagnostic);
    }

    // ── what is being read ──

    pub(super) fn subject(&self) -> Subject {
        self.subject
    }

    pub(super) fn restore_subject(&mut self, subject: Subject) {
        self.subject = subject;
    }

    /// From now on the value of `key` is read.
    pub fn set_subject(&mut self, key: Node<'_>) {
        self.set_keyname(key, false);
    }

    /// From now on the value of the keyname `key` is read.
    pub(super) fn set_keyname(&mut self, key: Node<'_>, mandatory: bool) {
        self.subject = Subject { key: Some(key.id()), entry: false, mandatory };
    }

    /// From now on an entry of the list below the current key is read.
    pub fn set_entry(&mut self) {
        self.subject.entry = true;
    }

    /// The place that stands for the owner of `node`: its key, or the node itself.
    pub(super) fn owner_span(&self, owner: Subject, node: Node<'_>) -> Span {
        match owner {
            Subject { key: Some(key), entry: false, .. } => self.tree.node(key).span(),
            _ => self.first_line(node),
        }
    }

    /// The place that stands for what is being read: its key, or the node itself.
    #[must_use]
    pub fn subject_span(&self, node: Node<'_>) -> Span {
        self.owner_span(self.subject, node)
    }

    /// The span of `node` up to the end of its first line.
    fn first_line(&self, node: Node<'_>) -> Span {
        let span = node.span();
        let length = node.written().lines().next().map_or(0, str::len);
        let _ = self;
        Span::new(span.file, span.start, span.start + u32::try_from(length).unwrap_or(0))
    }

    /// The text of the key whose value is being read.
    #[must_use]
    pub fn subject_text(&self) -> String {
        self.subject.key.map_or_else(String::new, |key| self.tree.node(key).text().to_owned())
    }

    /// What is being read, in words for the start of a sentence.
    fn subject_words(&self) -> String {
        let key = self.subject.key.map(|key| quoted(shown(self.tree.node(key))));
        match (key, self.subject.entry) {
            (Some(key), false) => key,
            (Some(key), true) => format!("an entry of {key}"),
            (None, _) => "the value".to_owned(),
        }
    }

    // ── findings that all shapes share ──

    /// Whether `node` is of `kind`; reports a function call, or whatever else it is, where not.
    pub fn must_be(&mut self, node: Node<'_>, kind: Kind, expected: &Expected) -> bool {
        if self.is_call(node) {
            self.call_not_allowed(node);
            return false;
        }
        if node.kind() != kind {
            self.wrong_shape(node, expected);
            return false;
        }
        true
    }

    /// Reports that `node` is not what is expected.
    pub fn wrong_shape(&mut self, node: Node<'_>, expected: &Expected) {
        self.wrong_shape_as(node, &expected.describe());
    }

    /// Reports that `node` is not `expected`.
    pub fn wrong_shape_as(&mut self, node: Node<'_>, expected: &str) {
        self.wrong_shape_got(node, expected, describe(node));
    }

    /// Reports that `node` is not what is expected, where a string was meant for the keyname `meant`.
    pub fn wrong_shape_meant(&mut self, node: Node<'_>, expected: &Expected, meant: Option<&str>) {
        let before = self.diagnostics.len();
        self.wrong_shape(node, expected);
        let Some(keyname) = meant else { return };
        for found in &mut self.diagnostics[before..] {
            let written = node.written();
            let help = if keyname == "file" {
                format!("write `{{ type: …, file: {written} }}` with an artifact type")
            } else {
                format!("write `{{ {keyname}: {written} }}`")
            };
            found.help = vec![help.into()];
            if keyname != "file" {
                let edits = vec![Edit { span: node.span(), text: format!("{{ {keyname}: {written} }}") }];
                found.fixes.push(Fix { title: format!("write it as `{keyname}`").into(), edits });
            }
        }
    }

    /// Reports that `node` is `got`, not `expected`.
    pub fn wrong_shape_got(&mut self, node: Node<'_>, expected: &str, got: &str) {
        if node.is_invalid() {
            return;
        }
        let help = wrong_shape_help(node, expected);
        let place = self.subject_words();
        let found = codes::wrong_shape::new(node.span(), &place, expected, got, help);
        self.report(node, found);
    }

    /// Reports a key that is not a string.
    pub fn key_not_a_string(&mut self, key: Node<'_>, what: &str) {
        if key.is_invalid() {
            return;
        }
        let found = codes::invalid_name::not_a_string(key.span(), what, describe(key));
        self.report(key, found);
    }

    /// Reports that the value of `key` is null, where that is a mistake of its own.
    pub(super) fn report_null(&mut self, key: Node<'_>, keyname: &Keyname) -> bool {
        let nullable = match keyname.expected {
            Expected::Any | Expected::Value => true,
            Expected::Entity(meta) => meta().null_body,
            _ => false,
        };
        if nullable {
            return false;
        }
        let mandatory = keyname.presence != Presence::Optional;
        let (name, expected) = (shown(key), keyname.expected.describe());
        let found = if keyname.expected.is_section() {
            codes::empty_section::new(key.span(), name, &expected)
        } else if mandatory {
            codes::missing_keyname::empty(key.span(), name)
        } else {
            let help = "add a value, or remove the line".to_owned();
            codes::wrong_shape::new(key.span(), &quoted(name), &expected, "nothing", Some(help))
        };
        self.report(key, found);
        true
    }

    /// Reports a name or reference that is the empty string.
    pub fn empty_name(&mut self, node: Node<'_>) {
        let Subject { key: Some(key), entry: false, mandatory: true } = self.subject else {
            self.wrong_shape_as(node, "a non-empty string");
            return;
        };
        let keyname = self.tree.node(key).text();
        self.report(node, codes::missing_keyname::empty(node.span(), keyname));
    }

    /// Whether a keyname of the entity at `node` is missing: neither there, nor misspelled, nor lost.
    #[must_use]
    pub fn is_missing(&self, node: Node<'_>, keyname: &str) -> bool {
        node.entry(keyname).is_none() && !self.meant.contains(&keyname) && !node.is_broken()
    }

    /// Whether `node` is a function call: a map with one key that starts with one `$`, or a string that
    /// does (TOSCA 2.0 §10.1).
    #[must_use]
    pub fn is_call(&self, node: Node<'_>) -> bool {
        call_name(node).is_some()
    }

    /// Reports a function call in place of something that must be written out.
    pub fn call_not_allowed(&mut self, node: Node<'_>) {
        let at = node.only_entry().map_or(node, |(key, _)| key);
        let place = self.subject_words();
        let found = codes::function_not_allowed::new(at.span(), at.text(), &place);
        self.report(at, found);
    }
}

/// The scalar that names the function, where `node` is a call.
pub(crate) fn call_name(node: Node<'_>) -> Option<Node<'_>> {
    let name = match node.kind() {
        Kind::Scalar => node,
        Kind::Mapping => node.only_entry()?.0,
        _ => return None,
    };
    let text = name.text();
    let named = text.starts_with('$') && text.len() > 1 && !text.starts_with("$$");
    (named && name.as_str().is_some()).then_some(name)
}

/// Whether `node` is not a call, but written like one: `$` without a name, or a map with such a key among others.
pub(crate) fn is_malformed_call(node: Node<'_>) -> bool {
    let is_name =
        |key: Node<'_>| key.as_str().is_some_and(|text| text.starts_with('$') && !text.starts_with("$$"));
    let looks_like_call = match node.kind() {
        Kind::Scalar => node.as_str() == Some("$"),
        Kind::Mapping => node.entries().any(|(key, _)| is_name(key)),
        Kind::Sequence | Kind::Invalid => false,
    };
    looks_like_call && call_name(node).is_none()
}

/// The text of a key as the author knows it: what is written, where a dialect replaced it.
fn shown(key: Node<'_>) -> &str {
    if key.is_lowered() { key.written() } else { key.text() }
}

/// What a node is, in words.
pub(crate) fn describe(node: Node<'_>) -> &'static str {
    match node.kind() {
        Kind::Mapping => "a map",
        Kind::Sequence => "a list",
        _ => node.scalar().map_or("nothing", describe_scalar),
    }
}

fn describe_scalar(scalar: Scalar<'_>) -> &'static str {
    match scalar {
        Scalar::String("") => "an empty string",
        other => other.describe(),
    }
}

fn wrong_shape_help(node: Node<'_>, expected: &str) -> Option<String> {
    let scalar = node.scalar();
    if expected == "a boolean"
        && let Some(Scalar::String(text)) = scalar
    {
        return Some(
            looks_like_yaml_1_1(text).unwrap_or("write `true` or `false`, without quotes").to_owned(),
        );
    }
    if expected.contains("string") || expected.starts_with("the name") {
        return match scalar {
            Some(Scalar::Integer(text) | Scalar::Float(text)) => Some(format!("quote it: `\"{text}\"`")),
            Some(Scalar::Bool(_)) => Some(format!("quote it: `\"{}\"`", node.text())),
            Some(Scalar::Null) => Some("add a value, or remove the line".to_owned()),
            Some(Scalar::String("")) => Some("add a value, or remove it".to_owned()),
            _ => None,
        };
    }
    if expected == "a map with one entry" {
        return Some("write `- name: …`".to_owned());
    }
    match (node.kind(), expected.starts_with("a list")) {
        (Kind::Scalar, true) if matches!(scalar, Some(Scalar::String(_))) => {
            Some(format!("write a list: {}", quoted(&format!("[{}]", node.written()))))
        }
        (Kind::Mapping, true) => Some("start each entry with `- `".to_owned()),
        (Kind::Sequence, false) if expected.starts_with("a map") && node.style() == Style::Flow => {
            Some("write a map: `{ name: …, name: … }`".to_owned())
        }
        (Kind::Sequence, false) if expected.starts_with("a map") => {
            Some("start each entry with `name:` instead of `- `".to_owned())
        }
        _ => None,
    }
}
