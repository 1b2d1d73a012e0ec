//! Records the meaning of names in TOSCA paths and in steps into values while these are followed.

use std::rc::Rc;

use crate::expressions::Expression;
use crate::functions::{Function, FunctionSource};
use crate::keynames::Map;
use crate::model::Model;
use crate::model::types::{ArtifactId, Artifacts, CapabilityId, FieldId, Fields, RequirementId, Types};
use crate::yaml::{Node, SourceNode};

use super::ValueType;
use super::paths::{PathNode, type_mapping};
use super::typing::{Scope, Typer, Typings, type_expression};

/// The meaning of a name in a path, or in a step into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The node template with this name.
    NodeTemplate(SourceNode),
    /// The relationship template with this name.
    RelationshipTemplate(SourceNode),
    /// The input with this name, of the service template or of a workflow.
    Input(SourceNode),
    /// A property or attribute.
    Field(FieldId),
    /// A capability.
    Capability(CapabilityId),
    /// A requirement.
    Requirement(RequirementId),
    /// An artifact of a node type.
    Artifact(ArtifactId),
    /// The artifact with this name, which its node template alone has.
    OwnArtifact(SourceNode),
}

/// Returns the names in the arguments of the call at `call` that say what it reads, with their meaning; names
/// in nested calls may be included.
#[must_use]
pub fn links_of_call<'g>(model: &'g Model, call: Node<'g>) -> Vec<(Node<'g>, Link)> {
    let function = model.types.expressions.call(call).and_then(Expression::function);
    if !matches!(function.and_then(Function::source), Some(FunctionSource::Input | FunctionSource::Path(_))) {
        return Vec::new();
    }
    let mut typer = noting(model);
    type_expression(&mut typer, call, &ValueType::Open);
    let links = typer.links.noted();
    // Values that are read along the path may contain calls as well.
    links
        .into_iter()
        .filter(|(node, _)| node.tree().file() == call.tree().file() && call.holds(*node))
        .collect()
}

/// Returns the names in the attribute mapping at `mapping`, with their meaning.
#[must_use]
pub fn links_of_mapping<'g>(model: &'g Model, mapping: Node<'g>) -> Vec<(Node<'g>, Link)> {
    let mut typer = noting(model);
    type_mapping(&mut typer, mapping, "", None);
    typer.links.noted()
}

/// Creates a typer that records the meaning of names.
pub(super) fn noting(model: &Model) -> Typer<'_> {
    let typings = Rc::new(Typings::new(model));
    Typer { links: Links(Some(Vec::new())), ..Typer::new(&typings, Scope::default()) }
}

/// The meaning of names, recorded only on demand.
#[derive(Debug, Default)]
pub(super) struct Links<'g>(Option<Vec<(Node<'g>, Link)>>);

impl<'g> Links<'g> {
    fn noted(self) -> Vec<(Node<'g>, Link)> {
        self.0.unwrap_or_default()
    }

    /// Records the meaning of the name at `node`.
    pub(super) fn note(&mut self, node: Node<'g>, link: Link) {
        if let Some(links) = &mut self.0 {
            links.push((node, link));
        }
    }

    /// Records the property that the step at `node` selects in a value of the type `ty`.
    pub(super) fn note_step(&mut self, types: &'g Types, node: Node<'g>, ty: &ValueType<'g>) {
        let data_type = ty.data_type().filter(|ty| self.0.is_some() && types.built_in(*ty).is_none());
        let data_type = data_type.and_then(|ty| types.defined(ty));
        if let Some(id) = data_type.and_then(|ty| types.member(ty, Fields::Properties, node.as_str()?)) {
            self.note(node, Link::Field(id));
        }
    }

    /// Records the artifact of a node that the name at `node` refers to.
    pub(super) fn note_artifact(&mut self, types: &'g Types, node: Node<'g>, path_node: &PathNode<'g>) {
        if self.0.is_none() {
            return;
        }
        let name = node.text();
        if let Some(id) = path_node.kinds.member(types, Artifacts, name).into_option() {
            return self.note(node, Link::Artifact(id));
        }
        let Some(template) = path_node.template else { return };
        let keys = template.layers().flat_map(|layer| layer.artifacts.iter().flat_map(Map::keys));
        let mut keys = keys.map(|key| template.service().node(key));
        if let Some(key) = keys.find(|key| key.text() == name) {
            self.note(node, Link::OwnArtifact(key.source()));
        }
    }
}
