//! Values for properties, attributes and inputs (TOSCA 2.0 §9.5, §9.7, §9.9).

use std::fmt;

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::{Alternatives, MissingValue, quoted, rules};
use crate::functions::FunctionSource;
use crate::keynames::{Entity as _, Map, Meta, Slot, Unread, ValueNode, moved_to_section};
use crate::literals::{BuiltIn, Version};
use crate::load::Inputs;
use crate::model::Truth;
use crate::model::service::{Assignment, Assignments, ServiceView};
use crate::model::types::{FieldId, FieldTable, Record, Table, TypeView};
use crate::syntax::NodeTemplate;
use crate::values::{ValueType, What, kind_of};
use crate::yaml::{Style, YamlNode};

use super::names::Names;
use super::{Cx, secrets, sections};

/// The entity that values are assigned to, as far as its type is known.
#[derive(Clone, Copy)]
pub(super) struct Owner<'a, 'g> {
    /// Its type, as messages name it.
    pub(super) description: &'a Description<'g>,
    /// Its type.
    pub(super) ty: Option<TypeView<'g>>,
    /// The key of the definition of its type.
    pub(super) type_key: Option<YamlNode<'g>>,
    /// Whether its type may have members that are unknown.
    pub(super) is_incomplete: bool,
    /// The map that contains the assignments, and the keynames that it allows.
    pub(super) body: Option<(YamlNode<'g>, &'static Meta)>,
}

impl<'a, 'g> Owner<'a, 'g> {
    /// An entity of type `ty`, without a body.
    pub(super) fn new(ty: TypeView<'g>, description: &'a Description<'g>) -> Self {
        Self {
            description,
            ty: Some(ty),
            type_key: Some(ty.key()),
            is_incomplete: ty.is_incomplete,
            body: None,
        }
    }
}

impl<'g> Owner<'_, 'g> {
    /// The same entity, with `body` as the map that contains its assignments.
    pub(super) fn with_body(self, body: YamlNode<'g>, meta: &'static Meta) -> Self {
        Self { body: Some((body, meta)), ..self }
    }

    /// Returns the entity of which `name` is an unused keyname, if `name` is only indented too deeply.
    fn misplaced_keyname(&self, name: &str) -> Option<&'static str> {
        let (body, meta) = self.body?;
        let is_misplaced = meta.keyname(name).is_some() && body.entry(name).is_none();
        is_misplaced.then_some(meta.name)
    }
}

/// Returns the sections of the entity that have members of its type with the name `name`.
fn other_sections(cx: &Cx<'_>, owner: Owner<'_, '_>, name: &str) -> Vec<&'static str> {
    match (owner.ty, owner.body) {
        (Some(ty), Some((_, meta))) => sections::with_member(cx.types, ty, name, meta),
        _ => Vec::new(),
    }
}

/// Whether one of the `intended` names of unknown properties is a keyname that is indented too deeply.
pub(super) fn has_misplaced_keyname(intended: &[&str], names: &FieldTable<'_>) -> bool {
    intended.iter().any(|name| !names.contains(name))
}

/// Whether all assignments of an entity could be read: no key is unreadable or misspelled that may contain
/// values.
pub(super) fn is_whole(unread: Unread, properties: Slot<&Map<ValueNode>>) -> bool {
    properties.is_complete() && !unread.is_cut_short() && !unread.has_unknown_map()
}

/// The name of an entity with its kind, formatted only if a diagnostic needs it.
#[derive(Clone, Copy)]
pub(super) struct Description<'w> {
    pub(super) kind: &'static str,
    pub(super) name: &'w str,
}

impl fmt::Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, quoted(self.name))
    }
}

/// Returns the kind and name of a type for messages.
pub(super) fn describe(ty: TypeView<'_>) -> Description<'_> {
    Description { kind: ty.kind.name(), name: ty.name() }
}

/// Checks property assignments. Returns the names that unknown keys were probably meant for, including
/// keynames.
pub(super) fn check_properties<'g>(
    cx: &mut Cx<'g>,
    assigned: Assignments<'g>,
    names: &FieldTable<'g>,
    owner: Owner<'_, 'g>,
) -> Vec<&'g str> {
    let mut intended = Vec::new();
    if names.is_empty() && all_are_unknown(cx, assigned, "property", owner) {
        return intended;
    }
    for Assignment { key, value, .. } in assigned.own() {
        let Some(id) = names.get(key.text()) else {
            intended.extend(unknown_field(cx, key, "property", names, owner));
            continue;
        };
        assign(cx, id, value);
        secrets::report_secrets(cx, value, cx.types.field(id));
    }
    intended
}

/// Checks initial values of attributes; each property is also an attribute (9.6-01).
pub(super) fn check_attributes<'g>(
    cx: &mut Cx<'g>,
    assigned: Assignments<'g>,
    attributes: &FieldTable<'g>,
    properties: &FieldTable<'g>,
    owner: Owner<'_, 'g>,
) {
    if attributes.is_empty() && properties.is_empty() && all_are_unknown(cx, assigned, "attribute", owner) {
        return;
    }
    for Assignment { key, value, .. } in assigned.own() {
        match attributes.get(key.text()).or_else(|| properties.get(key.text())) {
            Some(id) => {
                let expected = ValueType::Field(cx.types.field(id));
                cx.checker.check(value, &expected, What::Named("attribute", key.text()));
                secrets::report_secrets(cx, value, cx.types.field(id));
            }
            None => {
                unknown_field(cx, key, "attribute", attributes, owner);
            }
        }
    }
}

/// Checks input assignments; inputs that are not defined are legal (9.8-02).
pub(super) fn check_inputs<'g>(cx: &mut Cx<'g>, assigned: Assignments<'g>, names: &FieldTable<'g>) {
    for Assignment { key, value, .. } in assigned.own() {
        match names.get(key.text()) {
            Some(id) => {
                assign(cx, id, value);
                secrets::report_secrets(cx, value, cx.types.field(id));
            }
            None => {
                cx.checker.check(value, &ValueType::Any, What::Named("input", key.text()));
            }
        }
    }
}

/// Checks the assignments of the fields `names`, and ignores all others.
pub(super) fn assign_known<'g>(cx: &mut Cx<'g>, assigned: Assignments<'g>, names: &FieldTable<'g>) {
    for assignment in assigned.own() {
        if let Some(id) = names.get(assignment.name()) {
            assign(cx, id, assignment.value);
        }
    }
}

/// Checks the value that is assigned to a field, which must not have a fixed value.
fn assign<'g>(cx: &mut Cx<'g>, id: FieldId, value: YamlNode<'g>) {
    let field = cx.types.field(id);
    let what = What::Named(field.kind.name(), field.name());
    if let Some(fixed) = field.effective().value {
        let what = what.to_string();
        let diagnostic = if is_name_of_type(field.name(), fixed) {
            // The name is not a value of another type, which is reported at the definition.
            if ValueType::Field(field).kind(cx.types).is_some_and(|kind| kind != BuiltIn::String) {
                return;
            }
            rules::fixed_value_assigned::name_of_type(value.span(), &what, fixed.span(), fixed.text())
        } else {
            rules::fixed_value_assigned::new(value.span(), &what, fixed.span())
        };
        return cx.report(value, diagnostic);
    }
    let expected = ValueType::Field(cx.types.field(id));
    cx.checker.check(value, &expected, what);
    if cx.needs_values && field.value_needed() == Truth::Yes {
        value_of_optional_input(cx, value, what);
    }
    let is_version = field.data_type.and_then(|ty| cx.types.built_in(ty)) == Some(BuiltIn::Version);
    if is_version && value.as_str().is_some_and(|text| Version::parse(text).is_some()) {
        cx.report(value, rules::hard_coded_version::new(value.span(), field.name(), value.written()));
    }
}

/// Whether the fixed value of the field `name` is written in place of its definition, and is the name of a built-in data
/// type. Values are assigned to the field, so that the type was probably intended.
fn is_name_of_type(name: &str, fixed: YamlNode<'_>) -> bool {
    fixed.style() == Style::Plain
        && fixed.used_at().is_none()
        && !fixed.is_lowered()
        && BuiltIn::named(fixed.text()).is_some()
        && fixed.entry_key().text() == name
}

/// Reports a required value that is read from an input without a guaranteed value (9.4-08, 10.2.1.1-09).
fn value_of_optional_input<'g>(cx: &mut Cx<'g>, value: YamlNode<'g>, what: What<'_>) {
    let types = cx.types;
    if types.expressions.call(value).is_none() || optional_inputs(cx).is_empty() {
        return;
    }
    for call in types.expressions.calls_in(value).filter(|call| call.reads(FunctionSource::Input)) {
        let Some(name) = call.arguments().next().and_then(|first| first.node().as_str()) else {
            continue;
        };
        if let Some(definition_span) = optional_inputs(cx).get(name).map(|key| key.span()) {
            let (node, what) = (call.node(), what.to_string());
            cx.report(node, rules::optional_input::from_input(node.span(), &what, name, definition_span));
        }
    }
}

/// Returns the service inputs that may have no value, by name.
fn optional_inputs<'c, 'g>(cx: &'c mut Cx<'g>) -> &'c FxHashMap<&'g str, YamlNode<'g>> {
    let (types, service) = (cx.types, cx.service);
    cx.memo.optional_inputs.get_or_insert_with(|| {
        let given = match types.graph.inputs {
            Inputs::In(id) => types.graph.file(id).tree().root(),
            _ => None,
        };
        let inputs = service.into_iter().flat_map(ServiceView::inputs);
        let keys = inputs.filter(|input| input.may_have_no_value()).map(|input| input.key);
        let without_value = keys.filter(|key| given.is_none_or(|given| given.entry(key.text()).is_none()));
        without_value.map(|key| (key.text(), key)).collect()
    })
}

/// Reports a capability or requirement in the map of an entity that the type does not have. Returns the probably
/// intended name.
pub(super) fn unknown_member<'g, T: Record>(
    cx: &mut Cx<'g>,
    (key, entity): (YamlNode<'g>, YamlNode<'g>),
    kind: &str,
    names: &Table<'g, T>,
    ty: TypeView<'g>,
) -> Option<&'g str> {
    let is_of_another_kind = |file_of| may_be_of_another_kind(cx, file_of, key.text());
    if ty.is_incomplete || [ty.key(), key].into_iter().any(is_of_another_kind) {
        return None;
    }
    let alternatives = Alternatives::new(key.text(), names.names());
    let described_owner = describe(ty).to_string();
    let sections = sections::with_member(cx.types, ty, key.text(), NodeTemplate::meta());
    if !sections.is_empty() {
        let mut diagnostic =
            rules::unknown_member::in_section(key.span(), kind, key.text(), &described_owner, &sections)
                .explains(key.entry_value().span());
        if let [section] = sections[..] {
            diagnostic.fixes.extend(moved_to_section(key, entity, section));
        }
        cx.report(key, diagnostic.also(ty.key().span(), "type defined here"));
        return None;
    }
    let diagnostic =
        rules::unknown_member::new(key.span(), kind, key.text(), &described_owner, &alternatives);
    cx.report(key, diagnostic.also(ty.key().span(), "type defined here"));
    alternatives.suggestion
}

/// Reports several assignments to an entity whose type has no field of this kind as one. Returns `false`, and
/// reports nothing, if there is only one, or if a name is a keyname that is indented too deeply.
fn all_are_unknown<'g>(cx: &mut Cx<'g>, assigned: Assignments<'g>, kind: &str, owner: Owner<'_, 'g>) -> bool {
    let keys: Vec<YamlNode<'g>> = assigned.own().map(|assignment| assignment.key).collect();
    let [first, _, ..] = keys[..] else { return false };
    let names: Vec<&str> = keys.iter().map(|key| key.text()).collect();
    if owner.is_incomplete
        || names.iter().any(|name| {
            owner.misplaced_keyname(name).is_some() || !other_sections(cx, owner, name).is_empty()
        })
    {
        return false;
    }
    let diagnostic = rules::unknown_property::all(first.span(), kind, &names, &owner.description.to_string());
    let type_key = owner.type_key.map(YamlNode::span);
    cx.report(
        first,
        type_key.into_iter().fold(diagnostic, |diagnostic, span| diagnostic.also(span, "type defined here")),
    );
    true
}

/// Whether a type or template in the file of `node` may define or assign `name` in another section, or in a way that could
/// not be read.
pub(super) fn may_be_of_another_kind(cx: &Cx<'_>, node: YamlNode<'_>, name: &str) -> bool {
    cx.types.graph.file(node.tree().file()).unknown_keys().may_define(name)
}

/// Reports a field that the type does not have. Returns the probably intended name.
fn unknown_field<'g>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
    kind: &str,
    names: &FieldTable<'g>,
    owner: Owner<'_, 'g>,
) -> Option<&'g str> {
    if owner.is_incomplete
        || owner.type_key.is_some_and(|type_key| may_be_of_another_kind(cx, type_key, key.text()))
    {
        return None;
    }
    if let Some(glued) = key.glued() {
        cx.report(key, glued.diagnostic());
        return Some(glued.name);
    }
    let (alternatives, described_owner) =
        (Alternatives::new(key.text(), names.names()), owner.description.to_string());
    let sections = other_sections(cx, owner, key.text());
    let diagnostic = match owner.misplaced_keyname(key.text()) {
        None if !sections.is_empty() => {
            let diagnostic = rules::unknown_property::in_section(
                key.span(),
                kind,
                key.text(),
                &described_owner,
                &sections,
            );
            let type_key = owner.type_key.map(YamlNode::span);
            let mut labeled =
                type_key.into_iter().fold(diagnostic, |found, span| found.also(span, "type defined here"));
            if let (Some((entity, _)), [section]) = (owner.body, &sections[..]) {
                labeled.fixes.extend(moved_to_section(key, entity, section));
            }
            cx.report(key, labeled);
            return None;
        }
        Some(entity) => {
            let diagnostic =
                rules::unknown_property::keyname(key.span(), kind, key.text(), &described_owner, entity);
            cx.report(key, diagnostic);
            return Some(key.text());
        }
        None => rules::unknown_property::new(key.span(), kind, key.text(), &described_owner, &alternatives),
    };
    let diagnostic = match owner.type_key {
        Some(type_key) => diagnostic.also(type_key.span(), "type defined here"),
        None => diagnostic,
    };
    cx.report(key, diagnostic);
    alternatives.suggestion
}

/// Returns the required properties that have no value; `is_given` is whether a value is assigned to a name.
pub(super) fn missing<'g>(
    cx: &Cx<'g>,
    names: &Names<'g>,
    is_given: impl Fn(&str) -> bool,
) -> Vec<MissingValue> {
    let is_elsewhere = |name| cx.file.unknown_keys().may_define(name);
    let missing = names.required.iter().filter(|(name, _)| !is_given(name) && !is_elsewhere(name));
    missing.map(|(name, id)| missing_value(cx, name, *id)).collect()
}

/// Describes the field `name`, which has no value.
pub(super) fn missing_value(cx: &Cx<'_>, name: &str, id: FieldId) -> MissingValue {
    let field = cx.types.field(id);
    let kind = field.data_type.and_then(|ty| kind_of(cx.types, ty));
    MissingValue::new(name, kind, field.key().span())
}

/// Returns the required inputs that have no value, each with the span of its definition.
pub(super) fn inputs_without_value<'g>(
    cx: &Cx<'g>,
    names: &FieldTable<'g>,
    is_given: impl Fn(&str) -> bool,
) -> Vec<(String, Span)> {
    let fields = names.ids().iter().map(|id| cx.types.field(*id));
    fields
        .filter(|field| field.value_needed() == Truth::Yes && !is_given(field.name()))
        .map(|field| (quoted(field.name()), field.key().span()))
        .collect()
}

/// Reports the `missing` properties of `owner` at `node`, unless there are none.
pub(super) fn report_missing<'g>(
    cx: &mut Cx<'g>,
    node: YamlNode<'g>,
    owner: impl fmt::Display,
    ty: &Description<'_>,
    missing: &[MissingValue],
) {
    if !missing.is_empty() {
        let diagnostic =
            rules::missing_property::new(node.span(), &owner.to_string(), &ty.to_string(), missing);
        cx.report(node, diagnostic);
    }
}
