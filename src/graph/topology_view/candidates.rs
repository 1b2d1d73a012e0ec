//! Finds the nodes that can fulfill requirements without a target, as far as the types determine it (TOSCA 2.0
//! §8.5.2).

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::Truth;
use crate::model::service::{
    NodeTemplateId, RequiredCapability, RequirementAssignmentView, ServiceView, Target, offered,
    required_by_assignment, required_by_definition,
};
use crate::model::types::{RequirementId, TypeRef, Types};
use crate::resolve::DefinitionId;

/// The maximum number of candidates that are drawn for a requirement.
const MAX_CANDIDATES: usize = 4;

/// What a requirement needs: a node type, if it is restricted to one, and a capability.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Required<'g> {
    node_type: Option<DefinitionId>,
    capability: RequiredCapability<'g>,
}

impl<'g> Required<'g> {
    /// Returns what an assignment without a target needs, or `None` if that is not known.
    pub(super) fn by_assignment(
        types: &'g Types,
        assignment: RequirementAssignmentView<'g>,
    ) -> Option<Required<'g>> {
        let requirement = types.requirement(assignment.definition?);
        let node_type = match assignment.target {
            Target::Type(meaning) => Some(meaning),
            Target::Open => requirement.node_type.map(|used| used.meaning),
            Target::Template(..) | Target::Unknown => return None,
        };
        let ty = node_type.and_then(|meaning| types.defined(meaning));
        let capability = required_by_assignment(types, assignment, requirement, ty);
        Self::known(node_type, capability)
    }

    /// Returns what a requirement that is not assigned needs, or `None` if that is not known.
    pub(super) fn by_definition(types: &'g Types, id: RequirementId) -> Option<Required<'g>> {
        let requirement = types.requirement(id);
        let node_type = requirement.node_type.map(|used| used.meaning);
        Self::known(node_type, required_by_definition(types, requirement))
    }

    fn known(node_type: Option<TypeRef>, capability: RequiredCapability<'g>) -> Option<Self> {
        let node_type = match node_type {
            Some(TypeRef::Defined(id)) => Some(id),
            Some(_) => return None,
            None => None,
        };
        (capability != RequiredCapability::Unknown).then_some(Self { node_type, capability })
    }
}

/// The candidates of all requirements so far.
#[derive(Default)]
pub(super) struct Candidates<'g>(FxHashMap<Required<'g>, Option<Rc<[NodeTemplateId]>>>);

impl<'g> Candidates<'g> {
    /// Returns the node templates that have what a requirement needs, or `None` if there are too many.
    pub(super) fn of(
        &mut self,
        service: ServiceView<'g>,
        required: Required<'g>,
    ) -> Option<Rc<[NodeTemplateId]>> {
        self.0.entry(required).or_insert_with(|| find(service, required)).clone()
    }
}

fn find<'g>(service: ServiceView<'g>, required: Required<'g>) -> Option<Rc<[NodeTemplateId]>> {
    let types = service.types();
    let mut fits: FxHashMap<DefinitionId, bool> = FxHashMap::default();
    let mut fitting = Vec::new();
    for template in service.node_templates().iter() {
        let Some(ty) = types.defined(template.node_type) else { continue };
        let is_fitting = *fits.entry(ty.id).or_insert_with(|| {
            let has_type = required
                .node_type
                .is_none_or(|id| types.relation(TypeRef::Defined(ty.id), TypeRef::Defined(id)) == Truth::Yes);
            has_type && !offered(types, ty, required.capability).is_empty()
        });
        if is_fitting {
            fitting.push(template.id);
        }
        if fitting.len() > MAX_CANDIDATES {
            return None;
        }
    }
    Some(fitting.into())
}
