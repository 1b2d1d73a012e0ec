//! The state of reading one file, and the findings that all shapes share.

use crate::base::Span;
use crate::diagnostics::{Actual, Diagnostic, quoted, rules};
use crate::functions::Function;
use crate::yaml::{self, Kind, NodeId, Scalar, Style, Tree, YamlNode};

use super::beside_type::KeysBesideType;
use super::explained::{self, Explained};
use super::meta::{AddedRow, Expected, Keyname, Meta, Presence, Role, ShapeNotation};
use super::names::NameKinds;
use super::shape_help::{OpenList, ValueHelp, fix_title, has_dash, replacement, shape_help};

/// The context of the part that is being read.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadContext {
    /// Whether definitions may refine inherited ones.
    pub refining: bool,
    /// Whether it is inside an interface type, where nothing is implemented.
    pub interface_type: bool,
    /// Whether it is inside a service template, where functions refine outer ones.
    pub service_template: bool,
    /// Whether to apply the strict rules of the standard.
    pub strict: bool,
}

/// A name that refers to something defined elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// The scalar with the name.
    pub node: NodeId,
    /// The kinds that it may refer to, in order of preference.
    pub kinds: NameKinds,
    /// Whether it may also refer to something that only later phases know.
    pub lenient: bool,
}

/// The part that is being read: the value of a key, or an entry of its list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Subject {
    key: Option<NodeId>,
    entry: bool,
    mandatory: bool,
}

/// The clause about the form of all entities. Those about one kind of entity say more.
const FORM: &str = "5.2";

/// Reads one tree; collects diagnostics, references and values.
#[derive(Debug)]
pub struct Reader<'t> {
    tree: &'t Tree,
    /// The keynames that the language of the author has besides those of the tables.
    pub added: &'static [AddedRow],
    /// The context of the part that is being read.
    pub context: ReadContext,
    /// The diagnostics so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The references so far.
    pub references: Vec<Reference>,
    /// The values so far, in which functions may be called.
    pub values: Vec<NodeId>,
    /// Lenient references that must refer to the first of their kinds after all.
    pub must_be_types: Vec<NodeId>,
    /// The keynames that unknown keys of the current entity stand for: they are misspelled, not missing.
    pub(super) intended: Vec<&'static str>,
    /// Whether a syntax error hides the rest of the next entity.
    pub(super) is_cut_below: bool,
    /// The entities so far with a section that could not be read.
    pub(super) unread_entities: Vec<NodeId>,
    /// The keys of members of types so far that may be members of another section.
    pub(super) unread_members: Vec<NodeId>,
    /// The keys of definitions that may be of another kind, or that could not be read.
    pub(super) names_of_another_kind: Vec<NodeId>,
    /// The values of maps that also have keys which are not keynames.
    pub(super) beside_unknown_keys: Vec<NodeId>,
    /// Whether the current entity is cut short by a syntax error at another level, or has keys whose purpose is unclear, which may stand for any keyname.
    pub(super) has_unclear_keys: bool,
    /// The unknown keys so far that may be members of the types of their maps.
    pub(super) keys_beside_types: Vec<KeysBesideType>,
    /// The keys so far that are not keynames, and not misspelled.
    pub(crate) unknown_keys: Vec<NodeId>,
    /// The entities that are being read, innermost last.
    pub(super) enclosing: Vec<(&'static Meta, NodeId)>,
    /// Keynames that are nested too deeply inside an entity: its map, and the keyname.
    pub(super) misplaced: Vec<(NodeId, &'static str)>,
    /// The repeated keys so far, whose values are not read.
    pub(super) repeated_keys: Vec<NodeId>,
    /// The findings of the parser that have a cause which is reported.
    pub explained: Vec<Explained>,
    /// Keynames that are written at the level of the next entity instead of below it.
    pub(super) misplaced_below: Vec<&'static Keyname>,
    subject: Subject,
}

impl<'t> Reader<'t> {
    /// Returns a reader of `tree`.
    #[must_use]
    pub fn new(tree: &'t Tree) -> Self {
        Self {
            tree,
            added: &[],
            context: ReadContext::default(),
            diagnostics: Vec::new(),
            references: Vec::new(),
            values: Vec::new(),
            must_be_types: Vec::new(),
            intended: Vec::new(),
            is_cut_below: false,
            unread_entities: Vec::new(),
            unread_members: Vec::new(),
            names_of_another_kind: Vec::new(),
            beside_unknown_keys: Vec::new(),
            has_unclear_keys: false,
            keys_beside_types: Vec::new(),
            unknown_keys: Vec::new(),
            enclosing: Vec::new(),
            misplaced: Vec::new(),
            repeated_keys: Vec::new(),
            explained: Vec::new(),
            misplaced_below: Vec::new(),
            subject: Subject::default(),
        }
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// Runs `read` in a changed context.
    pub fn with<T>(&mut self, change: impl FnOnce(&mut ReadContext), read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.context;
        change(&mut self.context);
        let result = read(self);
        self.context = outer;
        result
    }

    /// Adds a diagnostic about `node`, with the location of the alias or merge key that brought the node.
    pub fn report(&mut self, node: YamlNode<'_>, mut diagnostic: Diagnostic) {
        if diagnostic.rule.clause == FORM
            && diagnostic.clause.is_none()
            && let Some((meta, _)) = self.enclosing.last()
        {
            diagnostic.clause = Some(meta.section);
        }
        yaml::report(&mut self.diagnostics, node, diagnostic);
    }

    // ── current part ──

    pub(super) fn subject(&self) -> Subject {
        self.subject
    }

    pub(super) fn restore_subject(&mut self, subject: Subject) {
        self.subject = subject;
    }

    /// Notes that the entry of a map of entities could not be read: it may be a definition for another section, and its
    /// sections are unknown.
    pub(super) fn entry_is_unread(&mut self, key: YamlNode<'_>, value: YamlNode<'_>, table: Option<&Meta>) {
        self.is_of_another_kind(key.id());
        let tree = self.tree;
        let outer = self.enclosing.iter().rev().find_map(|(meta, node)| {
            let row = meta.keyname_at(key).filter(|_| tree.node(*node).entry(key.text()).is_none())?;
            Some((*node, row.name))
        });
        // It is indented too deeply.
        self.misplaced.extend(outer);
        if table.is_some_and(|table| table.sections_of_members().next().is_some()) {
            self.unread_entities.push(value.id());
        }
    }

    /// Notes that what is written at `node` may be meant as something else: the definition around it is incomplete.
    pub fn is_unread(&mut self, node: YamlNode<'_>) {
        self.unread_entities.push(node.id());
    }

    /// Notes that the entry of `key` may be a definition for another section: in a type, any section may have more members.
    pub(super) fn is_of_another_kind(&mut self, key: NodeId) {
        self.names_of_another_kind.push(key);
        if self.enclosing.last().is_some_and(|(meta, _)| meta.role == Role::Type) {
            self.unread_members.push(key);
        }
    }

    /// Notes that the entity at `node`, the value of `owner`, lacks a keyname: it may be a definition for another section.
    pub(super) fn may_be_of_another_kind(&mut self, owner: Subject, node: YamlNode<'_>) {
        if let Some(key) = owner.key.filter(|_| !owner.entry) {
            self.is_of_another_kind(key);
            self.beside_unknown_keys.extend(node.entries().map(|(_, value)| value.id()));
        }
    }

    /// Notes the other keys in the map of a function call, which may be entries of the map around it.
    pub(super) fn keys_in_call(&mut self, node: YamlNode<'_>) {
        if node.is_mapping() && is_malformed_call(node) {
            let keys = node.entries().map(|(key, _)| key).filter(|key| !key.text().starts_with('$'));
            self.names_of_another_kind.extend(keys.map(YamlNode::id));
        }
    }

    /// Notes that the current part may be a definition for another section.
    pub fn name_of_another_kind(&mut self) {
        let key = self.subject_key();
        self.names_of_another_kind.extend(key);
    }

    /// Whether nothing is written at `node`, but the lines after it belong there.
    pub(crate) fn is_unread_value(&self, node: YamlNode<'_>) -> bool {
        node.is_null() && (self.is_cut_below || !self.misplaced_below.is_empty())
    }

    /// Reports a list of the keynames of a definition, which is not a value; returns whether it is one. Entries with common
    /// keynames alone `may_be_value`.
    pub(crate) fn report_list_of_keynames(
        &mut self,
        node: YamlNode<'_>,
        meta: &'static Meta,
        may_be_value: bool,
    ) -> bool {
        const VALUES: [&str; 5] = ["type", "description", "metadata", "value", "status"];
        let keys: Option<Vec<YamlNode<'_>>> = node.items().map(|item| Some(item.only_entry()?.0)).collect();
        let keys = keys.unwrap_or_default();
        let is_definition = keys.iter().all(|key| meta.keyname_at(*key).is_some())
            && keys.iter().any(|key| !may_be_value || !VALUES.contains(&key.text()));
        if is_definition {
            self.wrong_shape(node, &Expected::Special(ShapeNotation::Map, "a map"));
        }
        is_definition
    }

    /// Whether the current keyname is one of the entity with this name.
    #[must_use]
    pub fn is_in(&self, entity: &str) -> bool {
        self.enclosing.last().is_some_and(|(meta, _)| meta.name == entity)
    }

    /// The map of the innermost enclosing entity with this name.
    pub(crate) fn find_enclosing(&self, entity: &str) -> Option<NodeId> {
        let nearest = self.enclosing.iter().rev().find(|(meta, _)| meta.name == entity);
        nearest.map(|(_, map)| *map)
    }

    /// The key of the current part, unless it is an entry of a list.
    pub(super) fn subject_key(&self) -> Option<NodeId> {
        self.subject.key.filter(|_| !self.subject.entry)
    }

    /// Makes the value of `key` the current part.
    pub fn set_subject(&mut self, key: YamlNode<'_>) {
        self.set_keyname(key, false);
    }

    /// Makes the value of the keyname `key` the current part.
    pub(super) fn set_keyname(&mut self, key: YamlNode<'_>, mandatory: bool) {
        self.subject = Subject { key: Some(key.id()), entry: false, mandatory };
    }

    /// Makes an entry of the list below the current key the current part.
    pub fn set_entry(&mut self) {
        self.subject.entry = true;
    }

    /// The span that represents the owner of `node`: its key, or the node itself.
    pub(super) fn owner_span(&self, owner: Subject, node: YamlNode<'_>) -> Span {
        match owner {
            Subject { key: Some(key), entry: false, .. } => self.tree.node(key).span(),
            _ => self.first_line(node),
        }
    }

    /// The span that represents the current part: its key, or the node itself.
    #[must_use]
    pub fn subject_span(&self, node: YamlNode<'_>) -> Span {
        self.owner_span(self.subject, node)
    }

    /// The span of `node` up to the end of its first line.
    fn first_line(&self, node: YamlNode<'_>) -> Span {
        let span = node.span();
        let length = node.written().lines().next().map_or(0, str::len);
        let _ = self;
        Span::new(span.file, span.start, span.start + u32::try_from(length).unwrap_or(0))
    }

    /// The text of the key of a part, unless it is an entry of a list.
    pub(super) fn text_of(&self, subject: Subject) -> Option<&'t str> {
        subject.key.filter(|_| !subject.entry).map(|key| self.tree.node(key).text())
    }

    /// The text of the key of the current part.
    #[must_use]
    pub fn subject_text(&self) -> String {
        self.subject.key.map_or_else(String::new, |key| self.tree.node(key).text().to_owned())
    }

    /// Describes the current part, for the start of a sentence.
    fn subject_words(&self) -> String {
        let key = self.subject.key.map(|key| quoted(written_text(self.tree.node(key))));
        match (key, self.subject.entry) {
            (Some(key), false) => key,
            (Some(key), true) => format!("an entry of {key}"),
            (None, _) => "the value".to_owned(),
        }
    }

    // ── diagnostics that all shapes share ──

    /// Whether `node` is of `kind`; otherwise, it is reported as a function call or a wrong shape.
    pub fn must_be(&mut self, node: YamlNode<'_>, kind: Kind, expected: &Expected) -> bool {
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

    /// Reports that `node` does not have the shape `expected`.
    pub fn wrong_shape(&mut self, node: YamlNode<'_>, expected: &Expected) {
        self.wrong_shape_with_actual(node, expected, describe(node));
    }

    /// Reports that `node` does not have the shape `expected`: a list, to be written as `list`.
    pub fn wrong_shape_with_list(&mut self, node: YamlNode<'_>, expected: &Expected, list: &str) {
        let help = (format!("write a list: {}", quoted(list)), Some(list.to_owned()));
        self.wrong_shape_with_help(node, expected, describe(node), Some(help));
    }

    /// Reports that `node` is `actual`, not `expected`, or a function call in place of a literal.
    pub(crate) fn wrong_shape_with_actual(
        &mut self,
        node: YamlNode<'_>,
        expected: &Expected,
        actual: Actual<'_>,
    ) {
        let name = self.subject.key.map_or("", |key| self.tree.node(key).text());
        let help = shape_help(node, expected, name);
        self.wrong_shape_with_help(node, expected, actual, help);
    }

    /// Reports that `node` is `actual`, not `expected`, or a function call in place of a literal.
    pub(crate) fn wrong_shape_with_help(
        &mut self,
        node: YamlNode<'_>,
        expected: &Expected,
        actual: Actual<'_>,
        help: Option<ValueHelp>,
    ) {
        // A missing space after `-`, before other entries, is a syntax error, which was reported.
        if node.is_invalid() || node.is_broken() && has_dash(node) {
            return;
        }
        if self.is_call(node) {
            return self.call_not_allowed(node);
        }
        if self.report_section_in_call(node) {
            return;
        }
        if (node.is_sequence() || node.is_mapping()) && node.style() == Style::Block && node.is_broken() {
            // Keys follow, some without a dash.
            explained::lines_after(node, self);
        }
        let subject = self.subject_words();
        let (help, fix) = help.map_or((None, None), |(help, fix)| (Some(help), fix));
        let described = match expected {
            Expected::Name(_) => Expected::Text.describe(),
            _ => expected.describe(),
        };
        let mut diagnostic = rules::wrong_shape::new(node.span(), &subject, &described, actual, help);
        if let Some(text) = fix.and_then(|text| replacement(node, &text)) {
            let title = fix_title(&text);
            // A number or Boolean is rarely meant as a name, and a name can be completed in several ways.
            let is_value = node.scalar().is_some() && !node.is_string() && expected.may_be_name();
            // An interface type has no implementations, which are the short form of operations.
            let is_implementation = self.context.interface_type && matches!(expected, Expected::Entity(_));
            let is_another_shape = node.is_string()
                && text.starts_with('{')
                && node.as_str().map(str::trim) != Some(text.as_str());
            let is_guess = is_value
                || is_implementation
                || is_another_shape
                || matches!(expected, Expected::Special(..));
            diagnostic = if is_guess {
                diagnostic.unsafe_fix(title, node.span(), text)
            } else {
                diagnostic.fix(title, node.span(), text)
            };
        }
        if matches!(expected, Expected::Named(_)) && node.is_mapping() && diagnostic.fixes.is_empty() {
            diagnostic.fixes.extend(super::reshape::map_to_list(node));
        }
        if matches!(expected, Expected::Map(_)) && node.is_sequence() && diagnostic.fixes.is_empty() {
            let fix = super::reshape::list_to_map(node);
            diagnostic.fixes.extend(fix.or_else(|| super::reshape::without_dashes(node)));
        }
        if matches!(expected, Expected::List(_) | Expected::Words(_))
            && let Some(list) = OpenList::after(node)
        {
            diagnostic = list.add_help(diagnostic);
        }
        self.report(node, diagnostic);
    }

    /// Reports a section of an enclosing entity that is indented like the call before it, if the value has one.
    fn report_section_in_call(&mut self, node: YamlNode<'_>) -> bool {
        let mut keys = node.entries().map(|(key, _)| key);
        let (Some(call), Some(key)) = (keys.next(), keys.next()) else { return false };
        let has_section = |(meta, map): &&(&'static Meta, NodeId)| {
            meta.keyname_at(key).is_some() && self.tree.node(*map).entry(key.text()).is_none()
        };
        let Some((meta, map)) = self.enclosing.iter().rev().find(has_section).copied() else { return false };
        let row = meta.keyname_at(key).filter(|_| call.text().starts_with('$'));
        let Some(row) = row else { return false };
        self.misplaced.push((map, row.name));
        self.unknown_keys.push(key.id());
        self.report(key, rules::unindented_keyname::in_call(key.span(), key.text(), meta.name));
        true
    }

    /// Reports a key that is not a string.
    pub fn key_not_a_string(&mut self, key: YamlNode<'_>, what: &str) {
        if key.is_invalid() {
            return;
        }
        let diagnostic = rules::invalid_name::not_a_string(key.span(), what, describe(key));
        self.report(key, diagnostic);
    }

    /// Reports a null value of `key`, and returns `true`, unless null is valid.
    pub(super) fn report_null(&mut self, key: YamlNode<'_>, keyname: &Keyname) -> bool {
        let nullable = match keyname.expected {
            Expected::Any | Expected::Value => true,
            Expected::Entity(meta) => meta().null_body,
            _ => false,
        };
        if nullable {
            return false;
        }
        let mandatory = keyname.presence != Presence::Optional;
        let (name, expected) = (written_text(key), keyname.expected.describe());
        let diagnostic = if keyname.expected.is_section() {
            let is_list = keyname.expected.notation() == ShapeNotation::List;
            rules::empty_section::new(key.span(), name, &expected, is_list)
        } else if mandatory {
            rules::missing_keyname::empty(key.span(), name)
        } else {
            let help = "add a value, or remove the entry".to_owned();
            rules::wrong_shape::new(key.span(), &quoted(name), &expected, Actual::NoValue, Some(help))
        };
        self.report(key, diagnostic);
        true
    }

    /// Reports a name or reference that is the empty string.
    pub fn empty_name(&mut self, node: YamlNode<'_>) {
        let Subject { key: Some(key), entry: false, mandatory: true } = self.subject else {
            self.wrong_shape(node, &Expected::Special(ShapeNotation::Text, "a non-empty string"));
            return;
        };
        let keyname = self.tree.node(key).text();
        self.report(node, rules::missing_keyname::empty(node.span(), keyname));
    }

    /// Whether a keyname of the entity at `node` is missing: neither written, nor misspelled, nor cut
    /// off by a syntax error.
    #[must_use]
    pub fn is_missing(&self, node: YamlNode<'_>, keyname: &str) -> bool {
        node.entry(keyname).is_none()
            && !self.is_misspelled(keyname)
            && !node.is_broken()
            && !self.may_be_elsewhere(keyname)
    }

    /// Whether an unknown key of the current entity stands for a keyname.
    #[must_use]
    pub fn is_misspelled(&self, keyname: &str) -> bool {
        self.intended.contains(&keyname)
    }

    /// Whether a keyname that the current entity does not have may be written as a key whose purpose is unclear, or in
    /// an enclosing map that has no such keyname.
    pub(super) fn may_be_elsewhere(&self, keyname: &str) -> bool {
        // Maps of keynames are small.
        const MAX_KEYS: usize = 100;
        let is_in = |(meta, node): &(&Meta, NodeId)| {
            let mut entries = self.tree.node(*node).entries().take(MAX_KEYS);
            meta.keyname(keyname).is_none() && entries.any(|(key, _)| key.as_str() == Some(keyname))
        };
        self.has_unclear_keys || self.enclosing.iter().any(is_in)
    }

    /// Whether a syntax error may hide the rest of the entity at `node`: an enclosing map has one of its keynames, which
    /// is not indented deeply enough.
    pub(super) fn is_continued_outside(&self, node: YamlNode<'_>, meta: &Meta) -> bool {
        const MAX_KEYS: usize = 100;
        let belongs_inside = |outer: &Meta, key: YamlNode<'_>| {
            let name = key.text();
            outer.keyname(name).is_none() && meta.keyname(name).is_some() && node.entry(name).is_none()
        };
        let is_outside = |(outer, map): &(&Meta, NodeId)| {
            self.tree.node(*map).entries().take(MAX_KEYS).any(|(key, _)| belongs_inside(outer, key))
        };
        self.tree.is_damaged() && self.enclosing.last().is_some_and(is_outside)
    }

    /// Whether `node` is a function call: a map with one key that starts with one `$`, or a string that
    /// does (TOSCA 2.0 §10.1).
    #[must_use]
    pub fn is_call(&self, node: YamlNode<'_>) -> bool {
        call_name(node).is_some()
    }

    /// Whether `node` is a map whose only entry has a name that starts with `$`, not a call: its value is a map,
    /// as that of each `entry` is, and no built-in function has the name.
    pub(super) fn is_named_like_call(&self, node: YamlNode<'_>, entry: &Expected) -> bool {
        let _ = self;
        let Some((key, value)) = node.only_entry() else { return false };
        entry.may_be_map() && value.is_mapping() && Function::called(key.text()).is_none()
    }

    /// Reports a function call in place of a literal, with the help for it.
    pub(crate) fn call_not_allowed_with_help(&mut self, node: YamlNode<'_>, (help, fix): ValueHelp) {
        let name = node.only_entry().map_or(node, |(key, _)| key);
        let subject = self.subject_words();
        let mut diagnostic = rules::function_not_allowed::with_help(name.span(), name.text(), &subject, help)
            .explains(node.span());
        if let Some(text) = fix.and_then(|text| replacement(node, &text)) {
            diagnostic = diagnostic.unsafe_fix(fix_title(&text), node.span(), text);
        }
        self.report(name, diagnostic);
    }

    /// Reports a function call in place of a literal.
    pub fn call_not_allowed(&mut self, node: YamlNode<'_>) {
        let name = node.only_entry().map_or(node, |(key, _)| key);
        let subject = self.subject_words();
        let diagnostic =
            rules::function_not_allowed::new(name.span(), name.text(), &subject).explains(node.span());
        self.report(name, diagnostic);
    }
}

/// The scalar that names the function, or `None` if `node` is not a call.
pub(crate) fn call_name(node: YamlNode<'_>) -> Option<YamlNode<'_>> {
    if !node.starts_with_dollar() {
        return None;
    }
    let name = if node.is_mapping() { node.only_entry()?.0 } else { node };
    let text = name.text();
    let is_named = text.len() > 1 && !text.starts_with("$$");
    (is_named && name.is_string()).then_some(name)
}

/// Whether `node` has the syntax of a call without being one: `$` without a name, or a map with such a key
/// among others.
pub(crate) fn is_malformed_call(node: YamlNode<'_>) -> bool {
    let is_name =
        |key: YamlNode<'_>| key.as_str().is_some_and(|text| text.starts_with('$') && !text.starts_with("$$"));
    let looks_like_call = match node.kind() {
        Kind::Scalar => node.as_str() == Some("$"),
        Kind::Mapping => node.entries().any(|(key, _)| is_name(key)),
        Kind::Sequence | Kind::Invalid => false,
    };
    looks_like_call && call_name(node).is_none()
}

/// The text of a key as written, even if a dialect replaced it.
fn written_text(key: YamlNode<'_>) -> &str {
    if key.is_lowered() { key.written() } else { key.text() }
}

/// Describes the kind of a node.
pub(crate) fn describe(node: YamlNode<'_>) -> Actual<'static> {
    Actual::Value(match (node.kind(), node.scalar()) {
        (Kind::Mapping, _) => "a map",
        (Kind::Sequence, _) => "a list",
        (_, None | Some(Scalar::Null)) => return Actual::NoValue,
        (_, Some(Scalar::Bool(_))) => "a boolean",
        (_, Some(Scalar::Integer(_))) => "an integer",
        (_, Some(Scalar::Float(_))) => "a float",
        (_, Some(Scalar::String(""))) => "an empty string",
        (_, Some(Scalar::String(_))) => "a string",
    })
}
