//! Builds the hierarchy of types (TOSCA 2.0 §6.4.1).

use std::sync::Arc;

use crate::base::{FileId, IndexVec};
use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::Dialect;
use crate::expressions::Expressions;
use crate::keynames::{NameKind, Slot};
use crate::literals::BuiltIn;
use crate::load::FileGraph;
use crate::resolve::{Definition, DefinitionId, Names};

use super::copies;
use super::members::Members;
use super::store::{Body, HiddenSections, Type, TypeNumber, TypeRef, TypeUse, Types, meaning};

/// The kinds of types, ordered so that each kind needs only the members of earlier kinds.
const ORDER: [NameKind; 8] = [
    NameKind::DataType,
    NameKind::InterfaceType,
    NameKind::ArtifactType,
    NameKind::CapabilityType,
    NameKind::RelationshipType,
    NameKind::NodeType,
    NameKind::GroupType,
    NameKind::PolicyType,
];

/// Returns all types with their parents, still without members, and the order in which to visit them: parents
/// before children, and each hierarchy without a gap.
pub(super) fn build(
    graph: &Arc<FileGraph>,
    names: &Arc<Names>,
    expressions: &Arc<Expressions>,
) -> (Types, Vec<TypeNumber>, Vec<Diagnostic>) {
    let mut types = collect(graph, names, expressions);
    let diagnostics = break_cycles(&mut types);
    let order = number(&mut types);
    (types, order, diagnostics)
}

fn collect(graph: &Arc<FileGraph>, names: &Arc<Names>, expressions: &Arc<Expressions>) -> Types {
    let files = graph.files.iter().filter(|file| file.dialect() == Dialect::Tosca2);
    let count = files.map(|file| own_types(names, file.id).len()).sum();
    let all = IndexVec::with_capacity(count);
    let first = IndexVec::with_capacity(graph.files.len() + 1);
    let (by_key, parameters, units, deep) = Default::default();
    let expressions = Arc::clone(expressions);
    let mut types = Types {
        graph: Arc::clone(graph),
        names: Arc::clone(names),
        expressions,
        all,
        first,
        by_key,
        parameters,
        units,
        deep,
        copies: copies::find(graph, names),
    };
    for file in &graph.files {
        types.first.push(types.all.len());
        if file.dialect() != Dialect::Tosca2 {
            continue;
        }
        for (definition, index) in own_types(names, file.id).iter().zip(0..) {
            let body = Body::from_definition(file, definition);
            let (parent, is_unreadable) = match body.derived_from() {
                Slot::Given(name) => {
                    let node = file.node(name);
                    (Some(TypeUse { meaning: meaning(names, node), node: node.source() }), false)
                }
                Slot::Unreadable => (None, true),
                // A data type without a parent and properties was reported: either could be meant.
                Slot::Absent => (None, body.is_empty_data_type(file.tree())),
            };
            let id = DefinitionId { file: file.id, index };
            let parent = match parent {
                None if !is_unreadable => {
                    implied(graph, names, file.id, definition.kind).filter(|ancestor| {
                        let TypeRef::Defined(ancestor) = ancestor.meaning else { return true };
                        let body =
                            Body::from_definition(graph.file(ancestor.file), names.definition(ancestor));
                        ancestor != id && body.derived_from().is_absent()
                    })
                }
                parent => parent,
            };
            let built_in = match parent {
                Some(TypeUse { meaning: TypeRef::BuiltIn(built_in), .. }) => Some(built_in),
                _ => None,
            };
            let has_unknown_ancestor = is_unreadable
                || file.node(definition.key).entry_value().is_broken_inside()
                || parent.is_some_and(|parent| parent.meaning == TypeRef::Unknown);
            let is_incomplete = has_unknown_ancestor
                || body.may_hide_members()
                || file.unknown_keys().are_inside(file.node(definition.key).entry_value())
                || file.unknown_keys().are_members_of(file.node(definition.key).entry_value());
            let hides = if is_incomplete {
                body.hidden_sections(file.node(definition.key).entry_value())
            } else {
                HiddenSections::default()
            };
            types.all.push(Type {
                id,
                kind: definition.kind,
                key: file.node(definition.key).source(),
                is_incomplete,
                has_unknown_ancestor,
                hides,
                is_scalar_without_ancestor: false,
                body,
                parent,
                built_in,
                extent: (0, 0),
                members: Members::default(),
                tables: std::sync::OnceLock::new(),
            });
        }
    }
    types.first.push(types.all.len());
    types
}

/// Returns the types of a file, which are the first of its definitions.
fn own_types(names: &Names, file: FileId) -> &[Definition] {
    let definitions = names.definitions(file);
    let count = definitions.iter().take_while(|definition| definition.kind <= NameKind::PolicyType).count();
    definitions.split_at(count).0
}

/// Returns the default type of `kind` in `file` for entities that name no type, with the key of its
/// definition.
pub(super) fn implied(graph: &FileGraph, names: &Names, file: FileId, kind: NameKind) -> Option<TypeUse> {
    if kind != NameKind::RelationshipType {
        return None;
    }
    let id = names.implied(file, kind, None)?;
    let node = graph.file(id.file).node(names.definition(id).key).source();
    Some(TypeUse { meaning: TypeRef::Defined(id), node })
}

/// Reports each cycle of types that derive from each other, and removes their parents.
fn break_cycles(types: &mut Types) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    // For each type, the start of the walk that first reached it.
    let mut walks: IndexVec<TypeNumber, Option<TypeNumber>> = IndexVec::filled(None, types.all.len());
    for start in types.all.ids() {
        let mut current = start;
        while walks.at(current).is_none() {
            *walks.at_mut(current) = Some(start);
            match parent_of(types, current) {
                Some(parent) => current = parent,
                None => break,
            }
        }
        if *walks.at(current) != Some(start) || parent_of(types, current).is_none() {
            continue;
        }
        let next = |number: &TypeNumber| parent_of(types, *number).filter(|next| *next != current);
        let mut cycle: Vec<TypeNumber> = std::iter::successors(Some(current), next).collect();
        let first = cycle.iter().enumerate().min_by_key(|(_, number)| **number).map_or(0, |(index, _)| index);
        cycle.rotate_left(first);
        let kind = types.all.at(current).kind;
        let members = cycle.iter().map(|&number| types.all.at(number));
        let members: Vec<_> = members
            .filter_map(|member| {
                Some((types.node(member.key).text(), types.node(member.parent?.node).span()))
            })
            .collect();
        diagnostics.push(rules::derivation_cycle::new(kind.name(), &members));
        for number in cycle {
            let member = types.all.at_mut(number);
            member.is_incomplete = true;
            member.has_unknown_ancestor = true;
            if let Some(parent) = &mut member.parent {
                parent.meaning = TypeRef::Unknown;
            }
        }
    }
    diagnostics
}

fn parent_of(types: &Types, number: TypeNumber) -> Option<TypeNumber> {
    match types.all.at(number).parent?.meaning {
        TypeRef::Defined(id) => Some(types.number(id)),
        _ => None,
    }
}

/// Numbers all types so that descendants follow their ancestor without a gap.
fn number(types: &mut Types) -> Vec<TypeNumber> {
    let count = types.all.len();
    // The children of each type as linked lists, first to last.
    let mut first_child: IndexVec<TypeNumber, Option<TypeNumber>> = IndexVec::filled(None, count);
    let mut next_sibling = first_child.clone();
    for ty in types.all.ids().rev() {
        if let Some(parent) = parent_of(types, ty) {
            *next_sibling.at_mut(ty) = first_child.at_mut(parent).replace(ty);
        }
    }
    let mut order = Vec::with_capacity(count);
    let position = |order: &Vec<TypeNumber>| u32::try_from(order.len()).unwrap_or(u32::MAX);
    for kind in ORDER {
        for root in types.all.ids() {
            if types.all.at(root).kind != kind || parent_of(types, root).is_some() {
                continue;
            }
            let mut current = root;
            loop {
                types.all.at_mut(current).extent.0 = position(&order);
                order.push(current);
                inherit(types, current);
                mark_as_unclear(types, current);
                if let Some(child) = *first_child.at(current) {
                    current = child;
                    continue;
                }
                // Back to the nearest ancestor that has another child.
                loop {
                    types.all.at_mut(current).extent.1 = position(&order);
                    if current == root || next_sibling.at(current).is_some() {
                        break;
                    }
                    current = parent_of(types, current).unwrap_or(root);
                }
                match *next_sibling.at(current) {
                    Some(sibling) if current != root => current = sibling,
                    _ => break,
                }
            }
        }
    }
    order
}

/// Copies to a type what its parent has from the top of the hierarchy.
fn inherit(types: &mut Types, number: TypeNumber) {
    if let Some(parent) = parent_of(types, number) {
        let parent = types.all.at(parent);
        let (is_incomplete, has_unknown_ancestor) = (parent.is_incomplete, parent.has_unknown_ancestor);
        let built_in = parent.built_in;
        let record = types.all.at_mut(number);
        record.is_incomplete |= is_incomplete;
        record.has_unknown_ancestor |= has_unknown_ancestor;
        record.built_in = built_in;
    }
}

/// Makes the values of a type with keynames of scalar types unknown unless it derives from `scalar`, which is reported.
fn mark_as_unclear(types: &mut Types, number: TypeNumber) {
    let record = types.all.at_mut(number);
    if record.is_incomplete || record.built_in == Some(BuiltIn::Scalar) || !record.body.has_scalar_keynames()
    {
        return;
    }
    record.is_scalar_without_ancestor = true;
    record.is_incomplete = true;
    record.has_unknown_ancestor = true;
    record.built_in = None;
}
