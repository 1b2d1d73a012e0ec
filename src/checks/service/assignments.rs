//! Values for properties, attributes and inputs (TOSCA 2.0 §9.5, §9.7, §9.9).

use std::fmt;

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::{Instead, Missing, codes, quoted};
use crate::functions::Source;
use crate::keynames::{Map, Meta, Slot, Unread, Value};
use crate::load::Inputs;
use crate::model::Truth;
use crate::model::service::{Assignment, Assignments, ServiceView};
use crate::model::types::{FieldId, FieldTable, Record, Table, TypeView};
use crate::values::{ValueType, What, kind_of};
use crate::yaml::Node;

use super::Cx;
use super::names::Names;

/// Who is given values: in words, and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Owner<'a, 'g> {
    /// In words, as the holder of definitions: its type.
    pub(super) words: &'a Words<'g>,
    /// Where its type is defined.
    pub(super) defined: Option<Node<'g>>,
    /// Whether it may have more than is known.
    pub(super) open: bool,
    /// The map with the values, and its keynames.
    pub(super) body: Option<(Node<'g>, &'static Meta)>,
}

impl<'a, 'g> Owner<'a, 'g> {
    /// Something of a type.
    pub(super) fn of(of: TypeView<'g>, words: &'a Words<'g>) -> Self {
        Self { words, defined: Some(of.key()), open: of.is_open, body: None }
    }
}

impl<'g> Owner<'_, 'g> {
    /// The same, which is given its values in `body`.
    pub(super) fn given_in(self, body: Node<'g>, meta: &'static Meta) -> Self {
        Self { body: Some((body, meta)), ..self }
    }

    /// The entity for which `name`, indented too deep, is a keyname.
    fn keyname(&self, name: &str) -> Option<&'static str> {
        let (body, meta) = self.body?;
        let meant = meta.keyname(name).is_some() && body.entry(name).is_none();
        meant.then_some(meta.name)
    }
}

/// Whether keynames are among the names that unknown properties were probably `meant` for.
pub(super) fn slipped(meant: &[&str], names: &FieldTable<'_>) -> bool {
    meant.iter().any(|name| !names.contains(name))
}

/// Whether all that is written of something could be read: nothing is lost, misspelled or misshapen that
/// could have given values.
pub(super) fn is_whole(unread: Unread, properties: Slot<&Map<Value>>) -> bool {
    properties.is_complete() && !unread.is_cut_short() && !unread.has_unknown_map()
}

/// Something in words, which are put together only where something is told.
#[derive(Clone, Copy)]
pub(super) struct Words<'w> {
    pub(super) kind: &'static str,
    pub(super) name: &'w str,
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, quoted(self.name))
    }
}

/// The type of something in words.
pub(super) fn words(of: TypeView<'_>) -> Words<'_> {
    Words { kind: of.kind.name(), name: of.name() }
}

/// Values for properties; gives the names that unknown ones were probably meant for, keynames included.
pub(super) fn properties<'g>(
    cx: &mut Cx<'g>,
    assigned: Assignments<'g>,
    names: &FieldTable<'g>,
    owner: Owner<'_, 'g>,
) -> Vec<&'g str> {
    let mut meant = Vec::new();
    for Assignment { key, value, .. } in assigned.own() {
        let Some(id) = names.get(key.text()) else {
            meant.extend(unknown(cx, key, "property", names, owner));
            continue;
        };
        assign(cx, id, value);
    }
    meant
}

/// Initial values for attributes; each property is reflected by one (9.6-01).
pub(super) fn attributes<'g>(
    cx: &mut Cx<'g>,
    assigned: Assignments<'g>,
    attributes: &FieldTable<'g>,
    properties: &FieldTable<'g>,
    owner: Owner<'_, 'g>,
) {
    for Assignment { key, value, .. } in assigned.own() {
        match attributes.get(key.text()).or_else(|| properties.get(key.text())) {
            Some(id) => {
                let expected = ValueType::Field(cx.types.field(id));
                cx.checker.check(value, &expected, What::Named("attribute", key.text()));
            }
            None => {
                unknown(cx, key, "attribute", attributes, owner);
            }
        }
    }
}

/// Values for inputs; others than those defined are legal (9.8-02).
pub(super) fn inputs<'g>(cx: &mut Cx<'g>, assigned: Assignments<'g>, names: &FieldTable<'g>) {
    for Assignment { key, value, .. } in assigned.own() {
        match names.get(key.text()) {
            Some(id) => assign(cx, id, value),
            None => {
                cx.checker.check(value, &ValueType::Open, What::Named("input", key.text()));
            }
        }
    }
}

/// Values as far as they are for some of the fields.
pub(super) fn assign_known<'g>(cx: &mut Cx<'g>, assigned: Assignments<'g>, names: &FieldTable<'g>) {
    for assignment in assigned.own() {
        if let Some(id) = names.get(assignment.name()) {
            assign(cx, id, assignment.value);
        }
    }
}

/// The value of a field, which must not be fixed.
fn assign<'g>(cx: &mut Cx<'g>, id: FieldId, value: Node<'g>) {
    let field = cx.types.field(id);
    let what = What::Named(field.kind.name(), field.name());
    if let Some(fixed) = field.effective().value {
        let found = codes::fixed_value_assigned::new(value.span(), &what.to_string(), fixed.span());
        return cx.report(value, found);
    }
    let expected = ValueType::Field(cx.types.field(id));
    cx.checker.check(value, &expected, what);
    if field.is_required() && field.effective().default.is_none() {
        value_of_optional_input(cx, value, what);
    }
}

/// A value that is computed from an input which may have none (9.4-08, 10.2.1.1-09).
fn value_of_optional_input<'g>(cx: &mut Cx<'g>, value: Node<'g>, what: What<'_>) {
    let types = cx.types;
    if types.expressions.call(value).is_none() || optional_inputs(cx).is_empty() {
        return;
    }
    for call in types.expressions.calls_in(value).filter(|call| call.reads(Source::Input)) {
        let Some(name) = call.arguments().next().and_then(|first| first.node().as_str()) else {
            continue;
        };
        if let Some(place) = optional_inputs(cx).get(name).map(|key| key.span()) {
            let (node, what) = (call.node(), what.to_string());
            cx.report(node, codes::optional_input::value(node.span(), &what, name, place));
        }
    }
}

/// The inputs of the service that may have no value.
fn optional_inputs<'c, 'g>(cx: &'c mut Cx<'g>) -> &'c FxHashMap<&'g str, Node<'g>> {
    let (types, service) = (cx.types, cx.service);
    cx.memo.optional_inputs.get_or_insert_with(|| {
        let given = match types.graph.inputs {
            Inputs::In(id) => types.graph.file(id).tree().root(),
            _ => None,
        };
        let inputs = service.into_iter().flat_map(ServiceView::inputs);
        let keys = inputs.filter(|input| input.may_lack_value()).map(|input| input.key);
        let open = keys.filter(|key| given.is_none_or(|given| given.entry(key.text()).is_none()));
        open.map(|key| (key.text(), key)).collect()
    })
}

/// A capability or requirement that a type does not have; gives the name that was probably meant.
pub(super) fn unknown_member<'g, T: Record>(
    cx: &mut Cx<'g>,
    key: Node<'g>,
    kind: &str,
    names: &Table<'g, T>,
    of: TypeView<'g>,
) -> Option<&'g str> {
    if of.is_open {
        return None;
    }
    let instead = Instead::of(key.text(), names.names());
    let holder = words(of).to_string();
    let found = codes::unknown_member::new(key.span(), kind, key.text(), &holder, &instead);
    cx.report(key, found.also(of.key().span(), "type defined here"));
    instead.near
}

/// Reports a name that the type does not have; gives the one that was probably meant.
fn unknown<'g>(
    cx: &mut Cx<'g>,
    key: Node<'g>,
    kind: &str,
    names: &FieldTable<'g>,
    owner: Owner<'_, 'g>,
) -> Option<&'g str> {
    if owner.open {
        return None;
    }
    let (instead, holder) = (Instead::of(key.text(), names.names()), owner.words.to_string());
    let found = match owner.keyname(key.text()) {
        Some(entity) => {
            let found = codes::unknown_property::keyname(key.span(), kind, key.text(), &holder, entity);
            cx.report(key, found);
            return Some(key.text());
        }
        None => codes::unknown_property::new(key.span(), kind, key.text(), &holder, &instead),
    };
    let found = match owner.defined {
        Some(place) => found.also(place.span(), "type defined here"),
        None => found,
    };
    cx.report(key, found);
    instead.near
}

/// Required properties without value and default; `given` tells which have a value.
pub(super) fn missing<'g>(cx: &Cx<'g>, names: &Names<'g>, given: impl Fn(&str) -> bool) -> Vec<Missing> {
    let missing = names.demanded.iter().filter(|(name, _)| !given(name));
    missing.map(|(name, id)| lack(cx, name, *id)).collect()
}

/// What is called `name` and has no value.
pub(super) fn lack(cx: &Cx<'_>, name: &str, id: FieldId) -> Missing {
    let field = cx.types.field(id);
    let kind = field.data_type.and_then(|of| kind_of(cx.types, of));
    Missing::new(name, kind, field.key().span())
}

/// Required inputs without value and default.
pub(super) fn lacking<'g>(
    cx: &Cx<'g>,
    names: &FieldTable<'g>,
    given: impl Fn(&str) -> bool,
) -> Vec<(String, Span)> {
    let fields = names.ids().iter().map(|id| cx.types.field(*id));
    fields
        .filter(|field| field.value_needed() == Truth::Yes && !given(field.name()))
        .map(|field| (quoted(field.name()), field.key().span()))
        .collect()
}

/// Reports what is missing, if anything is.
pub(super) fn report_missing<'g>(
    cx: &mut Cx<'g>,
    at: Node<'g>,
    who: impl fmt::Display,
    words: &Words<'_>,
    missing: &[Missing],
) {
    if !missing.is_empty() {
        let found = codes::missing_property::new(at.span(), &who.to_string(), &words.to_string(), missing);
        cx.report(at, found);
    }
}
