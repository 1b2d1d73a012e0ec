//! Finds the capabilities that a requirement can target (TOSCA 2.0 §8.4, §8.5.2).

use rustc_hash::FxHashSet;

use crate::keynames::{NameKind, Slot};
use crate::model::Model;
use crate::model::Truth;
use crate::model::types::{Body, Capabilities, CapabilityId, RequirementView, TypeRef, TypeView, Types};
use crate::resolve::DefinitionId;

use super::RequirementAssignmentView;

impl Model {
    /// Returns whether any node type has a capability of this type or a derived type; true if not all types
    /// are known.
    #[must_use]
    pub fn is_offered(&self, capability_type: DefinitionId) -> bool {
        if self.types.graph.is_part {
            return true;
        }
        let offered = self.services.offered.get_or_init(|| offered_types(&self.types));
        let original = self.types.original_id(capability_type);
        offered.as_ref().is_none_or(|offered| offered.contains(&original))
    }
}

/// Returns the types of all capabilities of all node types with their ancestors, as originals of copies, or `None` if not all are
/// known.
fn offered_types(types: &Types) -> Option<FxHashSet<DefinitionId>> {
    let files = &types.graph.files;
    if files
        .iter()
        .any(|file| file.tree().is_damaged() || file.imports.iter().any(|import| import.target.is_none()))
    {
        return None;
    }
    let (mut offered, mut seen) = (FxHashSet::default(), FxHashSet::default());
    for ty in types.iter() {
        if ty.kind == NameKind::NodeType && (ty.is_incomplete || matches!(ty.body(), Body::Unreadable)) {
            return None;
        }
        for capability in ty.own_capabilities() {
            let used = types.defined(capability.capability_type?.meaning)?;
            if used.has_unknown_ancestor {
                return None;
            }
            for ancestor in types.lineage(used) {
                if !seen.insert(ancestor.id) {
                    break;
                }
                offered.insert(types.original_id(ancestor.id));
            }
        }
    }
    Some(offered)
}

/// The capability that a requirement expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RequiredCapability<'g> {
    /// The capability of the target node with this name.
    Named(&'g str),
    /// Any capability of this type.
    Type(TypeRef),
    /// Not known; this was reported.
    Unknown,
}

/// Returns the capability that a requirement definition expects: a capability type, or else a capability of
/// its node type.
#[must_use]
pub fn required_by_definition<'g>(
    types: &'g Types,
    requirement: RequirementView<'g>,
) -> RequiredCapability<'g> {
    let Some(capability) = requirement.capability else { return RequiredCapability::Unknown };
    match (capability.meaning, requirement.node_type) {
        (TypeRef::Defined(_), _) => RequiredCapability::Type(capability.meaning),
        (_, Some(_)) if types.is_nothing(types.node(capability.node)) => {
            RequiredCapability::Named(types.node(capability.node).text())
        }
        _ => RequiredCapability::Unknown,
    }
}

/// Returns the capability that a requirement assignment expects if the target node has the type `target`: a
/// capability of that node, or else a capability type. Without `capability`, the definition decides.
#[must_use]
pub fn required_by_assignment<'g>(
    types: &'g Types,
    assignment: RequirementAssignmentView<'g>,
    requirement: RequirementView<'g>,
    target: Option<TypeView<'g>>,
) -> RequiredCapability<'g> {
    let name = match assignment.written().capability() {
        Slot::Given(name) => name,
        Slot::Unreadable => return RequiredCapability::Unknown,
        Slot::Absent => return required_by_definition(types, requirement),
    };
    let node = assignment.service().node(name.node);
    let of_target = target.and_then(|target| types.member(target, Capabilities, node.text()));
    match types.meaning(node) {
        _ if of_target.is_some() => RequiredCapability::Named(node.text()),
        meaning @ TypeRef::Defined(_) => RequiredCapability::Type(meaning),
        _ if types.is_nothing(node) => RequiredCapability::Named(node.text()),
        _ => RequiredCapability::Unknown,
    }
}

/// Returns the capabilities of a node type that a requirement may target, including those of unknown types.
#[must_use]
pub fn offered<'g>(
    types: &'g Types,
    ty: TypeView<'g>,
    required: RequiredCapability<'g>,
) -> Vec<CapabilityId> {
    match required {
        RequiredCapability::Named(name) => types.member(ty, Capabilities, name).into_iter().collect(),
        RequiredCapability::Type(required_type) => {
            let members = types.members(ty, Capabilities).iter().map(|(_, id)| id);
            let fits = |id: &CapabilityId| {
                let used = types.capability(*id).capability_type;
                let meaning = used.map_or(TypeRef::Unknown, |used| used.meaning);
                types.relation(meaning, required_type) != Truth::No
            };
            members.filter(fits).collect()
        }
        RequiredCapability::Unknown => Vec::new(),
    }
}
