//! Finds the capabilities that can fulfill requirements, as far as the types determine it (TOSCA 2.0 §8.5.2).

use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::keynames::NameKind;
use crate::model::Truth;
use crate::model::service::{RequiredCapability, ServiceView, offered};
use crate::model::types::{Capabilities, TypeRef, TypeView};
use crate::normalize::context::Cx;
use crate::normalize::named::NormalText;
use crate::resolve::DefinitionId;

/// A capability of a node template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Candidate {
    /// The node template.
    pub node: NormalText,
    /// Its capability.
    pub capability: NormalText,
}

impl Candidate {
    pub(super) fn new(node: &str, capability: &str) -> Self {
        Self { node: node.into(), capability: capability.into() }
    }
}

/// The results so far.
#[derive(Default)]
pub(in crate::normalize) struct CandidateCache<'g> {
    offered: FxHashMap<(DefinitionId, RequiredCapability<'g>), Rc<[&'g str]>>,
    numbers: FxHashMap<(Option<DefinitionId>, RequiredCapability<'g>), usize>,
    pub(in crate::normalize) sets: Vec<Vec<Candidate>>,
    /// Capability types that requirements need from a node that is not further specified.
    needed: Vec<DefinitionId>,
}

/// Returns node types whose capabilities requirements need from any node, if no type of the model has such a
/// capability yet. Without these types, the requirements could never be fulfilled. Types of a built-in file count if the
/// model has something of it: files of earlier versions see such files without an import.
pub(in crate::normalize) fn offering<'g>(cx: &mut Cx<'g>) -> Vec<DefinitionId> {
    let types = cx.types;
    let mut needed = std::mem::take(&mut cx.template.needed);
    if needed.is_empty() {
        return Vec::new();
    }
    let offers = |ty: TypeView<'g>, capability_type: DefinitionId| {
        ty.members.further().capabilities.iter().any(|capability| {
            let used = capability.capability_type.map_or(TypeRef::Unknown, |used| used.meaning);
            types.relation(used, TypeRef::Defined(capability_type)) == Truth::Yes
        })
    };
    for id in cx.pending.iter().filter(|id| types.names.definition(**id).kind == NameKind::NodeType) {
        needed.retain(|capability_type| !offers(types.get(*id), *capability_type));
    }
    let is_unused = |ty: &TypeView<'g>| {
        types.graph.file(ty.id.file).is_built_in() && !cx.pending.iter().any(|id| id.file == ty.id.file)
    };
    let nodes = types.iter().filter(|ty| ty.kind == NameKind::NodeType && !is_unused(ty));
    let offering = nodes.filter(|ty| needed.iter().any(|capability_type| offers(*ty, *capability_type)));
    offering.map(|ty| ty.id).collect()
}

/// Returns the names of the capabilities of a node type that a requirement can target.
pub(in crate::normalize) fn offered_names<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    required: RequiredCapability<'g>,
) -> Rc<[&'g str]> {
    let types = cx.types;
    let find = || {
        let capabilities = match required {
            // Nothing is specified, so every capability can be the target.
            RequiredCapability::Unknown => types.members(ty, Capabilities).iter().map(|(_, id)| id).collect(),
            required => offered(types, ty, required),
        };
        capabilities.into_iter().map(|id| types.capability(id).key().text()).collect()
    };
    Rc::clone(cx.template.offered.entry((ty.id, required)).or_insert_with(find))
}

/// Returns the number of the set of capabilities that a requirement can target, in nodes of the type `ty` or
/// in all nodes.
pub(super) fn candidate_set<'g>(
    cx: &mut Cx<'g>,
    service: ServiceView<'g>,
    ty: Option<TypeView<'g>>,
    required: RequiredCapability<'g>,
) -> usize {
    let key = (ty.map(|ty| ty.id), required);
    if let Some(number) = cx.template.numbers.get(&key) {
        return *number;
    }
    if let (None, RequiredCapability::Type(TypeRef::Defined(id))) = (ty, required) {
        cx.template.needed.push(id);
    }
    let types = cx.types;
    let mut candidates = Vec::new();
    for node_template in service.node_templates().iter() {
        let Some(node_type) = types.defined(node_template.node_type) else { continue };
        let fits = ty.is_none_or(|ty| {
            types.relation(TypeRef::Defined(node_type.id), TypeRef::Defined(ty.id)) == Truth::Yes
        });
        if fits {
            let capabilities = offered_names(cx, node_type, required);
            candidates.extend(capabilities.iter().map(|name| Candidate::new(node_template.name(), name)));
        }
    }
    let number = cx.template.sets.len();
    cx.template.sets.push(candidates);
    cx.template.numbers.insert(key, number);
    number
}
