//! Values that templates assign, or else those of the definitions (TOSCA 2.0 §9.5, §9.7, §9.9).

use rustc_hash::FxHashMap;

use crate::base::IndexMap;
use crate::keynames::{Map, Metadata as Written};
use crate::load::File;
use crate::model::service::{Assignment, Assignments};
use crate::model::types::{FieldId, FieldTable, TypeRef};
use crate::normalize::context::Cx;
use crate::normalize::data::{Data, NormalMetadata};
use crate::normalize::expression::{Assigned, NormalExpression, Values};
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::source::{How, Origin};
use crate::normalize::values;
use crate::values::ValueType;
use crate::yaml::{Style, YamlNode};

/// Maps with more entries are searched using an index.
const INDEX_THRESHOLD: usize = 16;

/// Assignments by name.
struct GivenAssignments<'g> {
    all: Assignments<'g>,
    index: Option<FxHashMap<&'g str, Assignment<'g>>>,
}

impl<'g> GivenAssignments<'g> {
    fn new(all: Assignments<'g>) -> Self {
        let index = all.all().nth(INDEX_THRESHOLD).is_some().then(|| {
            let mut index = FxHashMap::default();
            for assignment in all.all() {
                index.entry(assignment.name()).or_insert(assignment);
            }
            index
        });
        Self { all, index }
    }

    /// Returns the assignment of `name`.
    fn get(&self, name: &str) -> Option<Assignment<'g>> {
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.all.all().find(|assignment| assignment.name() == name),
        }
    }

    /// Returns the assignments of names that `known` does not contain; copied ones come first.
    fn undeclared(&self, known: &FieldTable<'g>) -> ByName<'g, Assignment<'g>> {
        let all = self.all.copied().chain(self.all.own());
        all.filter(|assignment| !known.contains(assignment.name()))
            .map(|assignment| (assignment.name(), assignment))
            .collect()
    }
}

/// Returns the values of properties: fixed values, `assigned` ones, or else defaults if `defaults`.
pub(in crate::normalize) fn properties<'g>(
    cx: &mut Cx<'g>,
    members: &FieldTable<'g>,
    assigned: Assignments<'g>,
    defaults: bool,
) -> Values {
    let given = GivenAssignments::new(assigned);
    let mut values = Values::default();
    values.0.reserve(members.len());
    for (name, id) in members.iter() {
        if let Some(value) = property(cx, id, given.get(name), defaults) {
            values.push(name, value);
        }
    }
    values
}

fn property<'g>(
    cx: &mut Cx<'g>,
    id: FieldId,
    assigned: Option<Assignment<'g>>,
    defaults: bool,
) -> Option<Assigned> {
    let field = cx.types.field(id);
    let fixed = field.effective().value;
    if let Some(node) = fixed.or(assigned.map(|assigned| assigned.value)) {
        let expected = ValueType::Field(cx.types.field(id));
        let value = values::value(cx, node, &expected);
        let how = match (fixed, assigned) {
            (Some(_), _) => How::Fixed,
            (None, assigned) => how(assigned),
        };
        let source = value_source(cx, node, how, fixed.map(|_| id), &value);
        let declared_type = declared(cx, id, &value);
        return Some(Assigned { value, declared_type, fixed: fixed.is_some(), implied: false, source });
    }
    let value = values::default(cx, id).filter(|_| defaults)?;
    let node = field.effective().default?;
    let source = value_source(cx, node, How::Default, Some(id), &value);
    let declared_type = declared(cx, id, &value);
    Some(Assigned { value, declared_type, fixed: false, implied: false, source })
}

/// Returns the declared type of a value, unless it is the built-in type of the value.
fn declared(cx: &mut Cx<'_>, id: FieldId, value: &NormalExpression) -> Option<NormalText> {
    let data_type = cx.types.field(id).data_type?;
    let is_same = value.kind().is_some_and(|kind| data_type == TypeRef::BuiltIn(kind));
    (!is_same && data_type != TypeRef::Unknown).then(|| cx.type_name(data_type))
}

/// Returns the origin of a value, with the author's text if the normal form is different.
fn value_source<'g>(
    cx: &Cx<'g>,
    node: YamlNode<'g>,
    how: How,
    id: Option<FieldId>,
    value: &NormalExpression,
) -> Origin {
    let mut source = cx.source_from(node, how, id.map(|id| cx.types.get(id.owner())))?;
    let written = node.written();
    let single = !matches!(value, NormalExpression::Map(_)) && !matches!(node.style(), Style::Block);
    let flat =
        matches!(node.style(), Style::Plain | Style::Flow) || matches!(value, NormalExpression::Scalar(_));
    if single && flat && !written.contains('\n') && written != super::super::yaml::flow(value) {
        let text = if node.style() == Style::Flow { written } else { node.text() };
        source.text = (text != super::super::yaml::flow(value)).then(|| text.into());
    }
    Some(source)
}

/// Returns the values of attributes. Values of definitions are marked as implied and not assigned again,
/// because outputs may be stored in the attribute.
pub(in crate::normalize) fn attributes<'g>(
    cx: &mut Cx<'g>,
    members: &FieldTable<'g>,
    assigned: Assignments<'g>,
) -> Values {
    let given = GivenAssignments::new(assigned);
    let mut values = Values::default();
    for (name, id) in members.iter() {
        let assigned = given.get(name);
        let implied = assigned.is_none();
        let value = property(cx, id, assigned, true).unwrap_or_else(|| {
            let value = NormalExpression::Unset;
            let declared_type = declared(cx, id, &value);
            Assigned { value, declared_type, fixed: false, implied, source: None }
        });
        values.push(name, Assigned { implied, ..value });
    }
    values
}

/// Returns the values of inputs: those of `members`, then any others, whose types may be in `enclosing`.
pub(in crate::normalize) fn inputs<'g>(
    cx: &mut Cx<'g>,
    members: &FieldTable<'g>,
    assigned: Assignments<'g>,
    enclosing: Option<&FieldTable<'g>>,
) -> Values {
    let mut values = properties(cx, members, assigned, true);
    for (name, assigned) in GivenAssignments::new(assigned).undeclared(members) {
        let expected = match enclosing.and_then(|enclosing| enclosing.get(name)) {
            Some(id) => ValueType::Field(cx.types.field(id)),
            None => ValueType::Any,
        };
        let value = values::value(cx, assigned.value, &expected);
        let source = value_source(cx, assigned.value, how(Some(assigned)), None, &value);
        values.push(name, Assigned { value, declared_type: None, fixed: false, implied: false, source });
    }
    values
}

/// Returns the origin of an assigned value.
fn how(assigned: Option<Assignment<'_>>) -> How {
    if assigned.is_some_and(|assigned| assigned.is_copied) { How::Copied } else { How::Written }
}

/// Returns names as a list of strings.
pub(super) fn texts<'g>(nodes: impl Iterator<Item = YamlNode<'g>>) -> Vec<NormalText> {
    nodes.map(|node| node.text().into()).collect()
}

/// Parts by the names that authors chose.
pub(super) type ByName<'g, T> = IndexMap<&'g str, T>;

/// Returns the merged maps of several templates by name. Copied entries come first, each with the value of
/// the first template that has it.
pub(super) fn merged<'g, T>(
    file: &'g File,
    maps: impl Iterator<Item = &'g Map<T>>,
) -> ByName<'g, (YamlNode<'g>, &'g T)> {
    let mut maps: Vec<&Map<T>> = maps.collect();
    maps.reverse();
    let entries = maps.into_iter().flat_map(|map| &map.entries);
    let named = entries.map(|(key, value)| {
        let key = file.node(*key);
        (key.text(), (key, value))
    });
    named.collect()
}

/// Returns the merged metadata of several templates; the first template with a key takes precedence.
pub(super) fn merged_metadata(file: &File, layers: impl Iterator<Item = Written>) -> NormalMetadata {
    let mut maps: Vec<Written> = layers.collect();
    maps.reverse();
    let entries = maps.into_iter().flat_map(|map| file.node(map.0).entries());
    let merged: ByName<'_, YamlNode<'_>> = entries.map(|(key, value)| (key.text(), value)).collect();
    NamedParts(merged.into_iter().map(|(name, value)| (name.into(), Data::from_node(value))).collect())
}
