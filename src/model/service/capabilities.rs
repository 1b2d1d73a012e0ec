//! Which capabilities a requirement leads to (TOSCA 2.0 §8.4, §8.5.2).

use rustc_hash::FxHashSet;

use crate::keynames::{NameKind, Slot};
use crate::model::Model;
use crate::model::Truth;
use crate::model::types::{Body, Capabilities, CapabilityId, RequirementView, TypeRef, TypeView, Types};
use crate::resolve::DefinitionId;

use super::RequirementAssignmentView;

impl Model {
    /// Whether some node type has a capability of this type, or of one that is derived from it; true where not
    /// all types are known.
    #[must_use]
    pub fn is_offered(&self, capability_type: DefinitionId) -> bool {
        if self.types.graph.is_part {
            return true;
        }
        let offered = self.services.offered.get_or_init(|| offered_types(&self.types));
        offered.as_ref().is_none_or(|offered| offered.contains(&capability_type))
    }
}

/// The types of all capabilities of all node types, and their ancestors; none where not all are known.
fn offered_types(types: &Types) -> Option<FxHashSet<DefinitionId>> {
    let files = &types.graph.files;
    if files
        .iter()
        .any(|file| file.tree().is_damaged() || file.imports.iter().any(|import| import.target.is_none()))
    {
        return None;
    }
    let mut offered = FxHashSet::default();
    for of in types.iter() {
        if of.kind == NameKind::NodeType && (of.is_open || matches!(of.body(), Body::Unreadable)) {
            return None;
        }
        for capability in of.own_capabilities() {
            let used = types.defined(capability.capability_type?.meaning)?;
            if used.is_open {
                return None;
            }
            for ancestor in types.lineage(used) {
                if !offered.insert(ancestor.id) {
                    break;
                }
            }
        }
    }
    Some(offered)
}

/// What a requirement says of the capability at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wanted<'g> {
    /// The capability of the node that has this name.
    Named(&'g str),
    /// Any capability of this type.
    Type(TypeRef),
    /// It is not known; that was told.
    Unknown,
}

/// What a requirement definition says of the capability: a type first, else a capability of its node type
///
#[must_use]
pub fn wanted_by_definition<'g>(types: &'g Types, requirement: RequirementView<'g>) -> Wanted<'g> {
    let Some(capability) = requirement.capability else { return Wanted::Unknown };
    match (capability.meaning, requirement.node_type) {
        (TypeRef::Defined(_), _) => Wanted::Type(capability.meaning),
        (_, Some(_)) if types.is_nothing(types.node(capability.node)) => {
            Wanted::Named(types.node(capability.node).text())
        }
        _ => Wanted::Unknown,
    }
}

/// What a requirement assignment says of the capability, where the other node is of the type `target`: a
/// capability of that node first, else a type; what the definition says where it says nothing.
#[must_use]
pub fn wanted_by_assignment<'g>(
    types: &'g Types,
    assignment: RequirementAssignmentView<'g>,
    requirement: RequirementView<'g>,
    target: Option<TypeView<'g>>,
) -> Wanted<'g> {
    let name = match assignment.written().capability() {
        Slot::Given(name) => name,
        Slot::Unreadable => return Wanted::Unknown,
        Slot::Absent => return wanted_by_definition(types, requirement),
    };
    let node = assignment.service().node(name.node);
    let of_target = target.and_then(|target| types.member(target, Capabilities, node.text()));
    match types.meaning(node) {
        _ if of_target.is_some() => Wanted::Named(node.text()),
        meaning @ TypeRef::Defined(_) => Wanted::Type(meaning),
        _ if types.is_nothing(node) => Wanted::Named(node.text()),
        _ => Wanted::Unknown,
    }
}

/// The capabilities of a node type that a requirement may lead to; those whose types are not known among
/// them.
#[must_use]
pub fn offered<'g>(types: &'g Types, of: TypeView<'g>, wanted: Wanted<'g>) -> Vec<CapabilityId> {
    match wanted {
        Wanted::Named(name) => types.member(of, Capabilities, name).into_iter().collect(),
        Wanted::Type(wanted) => {
            let members = types.members(of, Capabilities).iter().map(|(_, id)| id);
            let fits = |id: &CapabilityId| {
                let used = types.capability(*id).capability_type;
                let meaning = used.map_or(TypeRef::Unknown, |used| used.meaning);
                types.relation(meaning, wanted) != Truth::No
            };
            members.filter(fits).collect()
        }
        Wanted::Unknown => Vec::new(),
    }
}
