//! Records what the names in TOSCA paths refer to, while the paths are typed.
//!
//! Input: a call or an attribute mapping. Output: pairs of a name, as its node, and its [`Link`]; the editor
//! uses them to go to definitions. Names that are unknown are not included.

use std::rc::Rc;

use crate::expressions::Expression;
use crate::functions::{Function, FunctionSource};
use crate::keynames::Map;
use crate::model::Model;
use crate::model::types::{ArtifactId, Artifacts, CapabilityId, FieldId, Fields, RequirementId, Types};
use crate::yaml::{SourceNode, YamlNode};

use super::ValueType;
use super::paths::{PathNode, type_mapping};
use super::typing::{Scope, Typer, Typings, type_expression};

/// What a name refers to: the first elements of a path name templates and members, the others are steps into
/// a value.
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
    /// The artifact with this name, which the node template defines and its type does not.
    TemplateArtifact(SourceNode),
}

/// Returns the names in the arguments of `call`, with what they refer to. Returns none unless the call reads
/// an input or a path. Names in nested calls may be included.
#[must_use]
pub fn links_of_call<'g>(model: &'g Model, call: YamlNode<'g>) -> Vec<(YamlNode<'g>, Link)> {
    let function = model.types.expressions.call(call).and_then(Expression::function);
    if !matches!(function.and_then(Function::source), Some(FunctionSource::Input | FunctionSource::Path(_))) {
        return Vec::new();
    }
    let mut typer = recording_typer(model);
    type_expression(&mut typer, call, &ValueType::Any);
    let links = typer.links.into_recorded();
    // Typing a path also types the calls in the values that it reads, so their names are recorded.
    links
        .into_iter()
        .filter(|(node, _)| node.tree().file() == call.tree().file() && call.contains(*node))
        .collect()
}

/// Returns the names in the attribute mapping at `mapping`, with what they refer to.
#[must_use]
pub fn links_of_mapping<'g>(model: &'g Model, mapping: YamlNode<'g>) -> Vec<(YamlNode<'g>, Link)> {
    let mut typer = recording_typer(model);
    type_mapping(&mut typer, mapping, "", None);
    typer.links.into_recorded()
}

/// Creates a typer that records what names refer to; all others discard it.
pub(super) fn recording_typer(model: &Model) -> Typer<'_> {
    let typings = Rc::new(Typings::new(model));
    Typer { links: Links(Some(Vec::new())), ..Typer::new(&typings, Scope::default()) }
}

/// The recorded names, or `None` if they are not recorded.
#[derive(Debug, Default)]
pub(super) struct Links<'g>(Option<Vec<(YamlNode<'g>, Link)>>);

impl<'g> Links<'g> {
    fn into_recorded(self) -> Vec<(YamlNode<'g>, Link)> {
        self.0.unwrap_or_default()
    }

    /// Records that the name at `node` refers to `link`.
    pub(super) fn record(&mut self, node: YamlNode<'g>, link: Link) {
        if let Some(links) = &mut self.0 {
            links.push((node, link));
        }
    }

    /// Records the property that the step at `node` selects in a value of the type `ty`. Steps into lists,
    /// maps and values of built-in types refer to nothing.
    pub(super) fn record_step(&mut self, types: &'g Types, node: YamlNode<'g>, ty: &ValueType<'g>) {
        let data_type = ty.data_type().filter(|ty| self.0.is_some() && types.built_in(*ty).is_none());
        let data_type = data_type.and_then(|ty| types.defined(ty));
        if let Some(id) = data_type.and_then(|ty| types.member(ty, Fields::Properties, node.as_str()?)) {
            self.record(node, Link::Field(id));
        }
    }

    /// Records the artifact of `path_node` that the name at `node` refers to: one that its type defines, or
    /// else one that its template defines.
    pub(super) fn record_artifact(&mut self, types: &'g Types, node: YamlNode<'g>, path_node: &PathNode<'g>) {
        if self.0.is_none() {
            return;
        }
        let name = node.text();
        if let Some(id) = path_node.kinds.member(types, Artifacts, name).into_option() {
            return self.record(node, Link::Artifact(id));
        }
        let Some(template) = path_node.template else { return };
        let keys = template.layers().flat_map(|layer| layer.artifacts.iter().flat_map(Map::keys));
        let mut keys = keys.map(|key| template.service().node(key));
        if let Some(key) = keys.find(|key| key.text() == name) {
            self.record(node, Link::TemplateArtifact(key.source()));
        }
    }
}
