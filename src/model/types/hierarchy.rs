//! Who derives from whom (TOSCA 2.0 §6.4.1).

use std::sync::Arc;

use crate::base::{FileId, IndexVec};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialects::Dialect;
use crate::expressions::Expressions;
use crate::keynames::{NameKind, Slot};
use crate::load::FileGraph;
use crate::resolve::{Definition, DefinitionId, Names};

use super::members::Members;
use super::store::{Body, Type, TypeNumber, TypeRef, TypeUse, Types, meaning};

/// The kinds of types in an order in which each needs the members of earlier ones only.
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

/// All types with their parents, still without members, and the order in which to visit them: parents
/// before children, and each hierarchy in one piece.
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
    let (by_key, parameters, units) = Default::default();
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
    };
    for file in &graph.files {
        types.first.push(types.all.len());
        if file.dialect() != Dialect::Tosca2 {
            continue;
        }
        for (definition, index) in own_types(names, file.id).iter().zip(0..) {
            let body = Body::of(file, definition);
            let (parent, lost) = match body.derived_from() {
                Slot::Given(name) => {
                    let node = file.node(name);
                    (Some(TypeUse { meaning: meaning(names, node), node: node.source() }), false)
                }
                Slot::Unreadable => (None, true),
                Slot::Absent => (None, false),
            };
            let id = DefinitionId { file: file.id, index };
            let parent = match parent {
                None if !lost => implied(graph, names, file.id, definition.kind).filter(|ancestor| {
                    let TypeRef::Defined(of) = ancestor.meaning else { return true };
                    let body = Body::of(graph.file(of.file), names.definition(of));
                    of != id && body.derived_from().is_absent()
                }),
                parent => parent,
            };
            let built_in = match parent {
                Some(TypeUse { meaning: TypeRef::BuiltIn(built_in), .. }) => Some(built_in),
                _ => None,
            };
            types.all.push(Type {
                id,
                kind: definition.kind,
                key: file.node(definition.key).source(),
                body,
                parent,
                is_open: lost
                    || file.node(definition.key).entry_value().is_broken_inside()
                    || parent.is_some_and(|parent| parent.meaning == TypeRef::Unknown),
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

/// The types among the definitions of a file, where they come first.
fn own_types(names: &Names, file: FileId) -> &[Definition] {
    let definitions = names.definitions(file);
    let count = definitions.iter().take_while(|found| found.kind <= NameKind::PolicyType).count();
    definitions.split_at(count).0
}

/// The type of `kind` that is meant in `file` where none is named, with the key of its definition.
pub(super) fn implied(graph: &FileGraph, names: &Names, file: FileId, kind: NameKind) -> Option<TypeUse> {
    if kind != NameKind::RelationshipType {
        return None;
    }
    let id = names.implied(file, kind, None)?;
    let node = graph.file(id.file).node(names.definition(id).key).source();
    Some(TypeUse { meaning: TypeRef::Defined(id), node })
}

/// Reports each group of types that derive from each other, and takes their parents away.
fn break_cycles(types: &mut Types) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // The type from which each type was first met.
    let mut walks: IndexVec<TypeNumber, Option<TypeNumber>> = IndexVec::filled(None, types.all.len());
    for start in types.all.places() {
        let mut at = start;
        while walks.at(at).is_none() {
            *walks.at_mut(at) = Some(start);
            match parent_of(types, at) {
                Some(parent) => at = parent,
                None => break,
            }
        }
        if *walks.at(at) != Some(start) || parent_of(types, at).is_none() {
            continue;
        }
        let next = |place: &TypeNumber| parent_of(types, *place).filter(|next| *next != at);
        let mut cycle: Vec<TypeNumber> = std::iter::successors(Some(at), next).collect();
        let first = cycle.iter().enumerate().min_by_key(|(_, at)| **at).map_or(0, |(index, _)| index);
        cycle.rotate_left(first);
        let kind = types.all.at(at).kind;
        let members = cycle.iter().map(|&at| types.all.at(at));
        let members: Vec<_> = members
            .filter_map(|member| {
                Some((types.node(member.key).text(), types.node(member.parent?.node).span()))
            })
            .collect();
        found.push(codes::derivation_cycle::new(kind.name(), &members));
        for at in cycle {
            let member = types.all.at_mut(at);
            member.is_open = true;
            if let Some(parent) = &mut member.parent {
                parent.meaning = TypeRef::Unknown;
            }
        }
    }
    found
}

fn parent_of(types: &Types, at: TypeNumber) -> Option<TypeNumber> {
    match types.all.at(at).parent?.meaning {
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
    for at in types.all.places().rev() {
        if let Some(parent) = parent_of(types, at) {
            *next_sibling.at_mut(at) = first_child.at_mut(parent).replace(at);
        }
    }
    let mut order = Vec::with_capacity(count);
    let position = |order: &Vec<TypeNumber>| u32::try_from(order.len()).unwrap_or(u32::MAX);
    for kind in ORDER {
        for root in types.all.places() {
            if types.all.at(root).kind != kind || parent_of(types, root).is_some() {
                continue;
            }
            let mut at = root;
            loop {
                types.all.at_mut(at).extent.0 = position(&order);
                order.push(at);
                inherit(types, at);
                if let Some(child) = *first_child.at(at) {
                    at = child;
                    continue;
                }
                // Back to the nearest ancestor that has another child.
                loop {
                    types.all.at_mut(at).extent.1 = position(&order);
                    if at == root || next_sibling.at(at).is_some() {
                        break;
                    }
                    at = parent_of(types, at).unwrap_or(root);
                }
                match *next_sibling.at(at) {
                    Some(sibling) if at != root => at = sibling,
                    _ => break,
                }
            }
        }
    }
    order
}

/// Takes over what a type has from the top of its hierarchy.
fn inherit(types: &mut Types, at: TypeNumber) {
    if let Some(parent) = parent_of(types, at) {
        let (is_open, built_in) = (types.all.at(parent).is_open, types.all.at(parent).built_in);
        let own = types.all.at_mut(at);
        own.is_open |= is_open;
        own.built_in = built_in;
    }
}
