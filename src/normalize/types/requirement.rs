//! Requirement definitions (TOSCA 2.0 §8.4) and the relationships that they define.

use serde::Serialize;

use crate::keynames::NameKind;
use crate::model::types::{
    CAPABILITY_SOURCES, Fields, RELATIONSHIP_SOURCES, RequirementId, RequirementView, Requirements, TypeRef,
    TypeUse, TypeView, could_admit,
};
use crate::normalize::context::Cx;
use crate::normalize::data::{self, NormalMetadata};
use crate::normalize::expression::NormalExpression;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::source::Origin;
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::resolve::DefinitionId;
use crate::syntax::UpperBound;

use super::capability::refined;
use super::field::{self, NormalField};
use super::implementation::Artifacts;
use super::interface::{self, InterfaceDefinition};

/// A requirement of a node type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RequirementDefinition {
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// The relationship, or `None` if no definition specifies one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relationship: Option<RelationshipDefinition>,
    /// The node type that can fulfill it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<NormalText>,
    /// The capability type or, where `capability_is_name`, the capability of that node type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<NormalText>,
    /// Whether `capability` names a capability rather than a type.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub capability_is_name: bool,
    /// The conditions that the target node must satisfy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub node_filter: Vec<NormalExpression>,
    /// The number of relationships.
    pub count_range: NormalCountRange,
    /// Whether the type must not repeat the inherited definition, because its lists do not allow the type.
    #[serde(skip)]
    unfit: bool,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// A minimum and a maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NormalCountRange {
    /// The minimum.
    pub least: u64,
    /// The maximum, or `None` if unbounded.
    pub most: Option<u64>,
}

/// The relationships from a requirement to its targets.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RelationshipDefinition {
    /// The relationship type.
    #[serde(rename = "type")]
    pub relationship_type: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Properties that node types refine.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: NamedParts<NormalField>,
    /// Attributes that node types refine.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub attributes: NamedParts<NormalField>,
    /// Interfaces that node types refine.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub interfaces: NamedParts<InterfaceDefinition>,
}

impl RequirementDefinition {
    fn print(&self, yaml: &mut Yaml) {
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.optional("capability", self.capability.as_deref());
        yaml.optional("node", self.node.as_deref());
        if let Some(relationship) = &self.relationship {
            yaml.map("relationship", |yaml| {
                yaml.text("type", &relationship.relationship_type);
                yaml.optional("description", relationship.description.as_deref());
                yaml.metadata(&relationship.metadata);
                field::print("properties", &relationship.properties, yaml);
                field::print("attributes", &relationship.attributes, yaml);
                interface::print(&relationship.interfaces, yaml);
            });
        }
        yaml.clause("node_filter", &self.node_filter);
        let most = self.count_range.most.map_or_else(|| "UNBOUNDED".to_owned(), |most| most.to_string());
        yaml.word("count_range", &format!("[ {}, {most} ]", self.count_range.least));
    }
}

/// Prints requirements below their keyname.
pub(super) fn print(requirements: &NamedParts<RequirementDefinition>, yaml: &mut Yaml) {
    let shown = || requirements.iter().filter(|(_, requirement)| !requirement.unfit);
    if shown().next().is_none() {
        return;
    }
    yaml.list("requirements", |yaml| {
        for (name, requirement) in shown() {
            yaml.source(&requirement.source);
            yaml.item(|yaml| yaml.named(name, |yaml| requirement.print(yaml)));
        }
    });
}

/// Returns the requirements of a node type.
pub(super) fn requirements_of<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    artifacts: &Artifacts,
) -> NamedParts<RequirementDefinition> {
    let members = cx.types.members(ty, Requirements);
    let mut requirements = NamedParts::default();
    for (name, id) in members.iter() {
        let definition = requirement_definition(cx, id, ty.id, artifacts);
        requirements.push(name, definition);
    }
    requirements
}

fn requirement_definition(
    cx: &mut Cx<'_>,
    id: RequirementId,
    type_id: DefinitionId,
    artifacts: &Artifacts,
) -> RequirementDefinition {
    let types = cx.types;
    let requirement = types.requirement(id);
    let (mut description, mut metadata) = (None, None);
    for layer in std::iter::successors(Some(requirement), |one| Some(types.requirement(one.inherited?))) {
        let tree = layer.key().tree();
        description = description.or(layer.written.description.map(|text| tree.node(text.0)));
        metadata = metadata.or(layer.written.metadata.map(|map| tree.node(map.0)));
    }
    let filter = requirement_filter(cx, id);
    let capability = requirement.capability;
    let is_name = capability.is_some_and(|used| !matches!(used.meaning, TypeRef::Defined(_)));
    let (least, most) = match requirement.count_range {
        Some((range, _)) => (range.least, range.most),
        None => (0, UpperBound::Unbounded),
    };
    let most = match most {
        UpperBound::Most(most) => Some(most),
        UpperBound::Unbounded => None,
    };
    RequirementDefinition {
        description: Cx::node_text(description),
        metadata: metadata.map(data::map).unwrap_or_default(),
        relationship: relationship_definition(cx, id, type_id, artifacts),
        node: requirement.node_type.map(|used| cx.type_name(used.meaning)),
        capability: capability.map(|used| cx.global(types.node(used.node))),
        capability_is_name: is_name,
        node_filter: filter,
        count_range: NormalCountRange { least, most },
        unfit: id.owner() != type_id && is_unfit(cx, requirement, type_id),
        source: cx.source_of(requirement.key(), id.owner(), type_id),
    }
}

/// Whether lists of the capability or relationship type do not allow the type as a source.
fn is_unfit<'g>(cx: &Cx<'g>, requirement: RequirementView<'g>, type_id: DefinitionId) -> bool {
    let types = cx.types;
    let defined = |used: Option<TypeUse>| used.and_then(|used| types.defined(used.meaning));
    let capability = defined(requirement.capability);
    let relationship = defined(requirement.relationship.relationship_type);
    let lists = [
        capability.and_then(|ty| CAPABILITY_SOURCES.in_force(types, ty)),
        relationship.and_then(|ty| RELATIONSHIP_SOURCES.in_force(types, ty)),
    ];
    lists.into_iter().flatten().any(|list| !could_admit(types, list, TypeRef::Defined(type_id)))
}

/// Returns the conditions of a requirement definition and of those that it refines.
pub(in crate::normalize) fn requirement_filter(cx: &mut Cx<'_>, id: RequirementId) -> Vec<NormalExpression> {
    let types = cx.types;
    let layers = std::iter::successors(Some(id), |id| types.requirement(*id).inherited);
    let mut filters: Vec<_> = layers
        .filter_map(|id| {
            let requirement = types.requirement(id);
            Some(requirement.key().tree().node(requirement.written.node_filter?.0))
        })
        .collect();
    filters.reverse();
    values::clauses(cx, filters, None)
}

fn relationship_definition(
    cx: &mut Cx<'_>,
    id: RequirementId,
    type_id: DefinitionId,
    artifacts: &Artifacts,
) -> Option<RelationshipDefinition> {
    let types = cx.types;
    let used = types.requirement(id).relationship.relationship_type?;
    let (mut description, mut metadata) = (None, None);
    for layer in std::iter::successors(Some(id), |id| types.requirement(*id).inherited) {
        let requirement = types.requirement(layer);
        let (tree, Some(written)) = (requirement.key().tree(), requirement.written_relationship()) else {
            continue;
        };
        description = description.or(written.description.map(|text| tree.node(text.0)));
        metadata = metadata.or(written.metadata.map(|map| tree.node(map.0)));
    }
    let fields =
        |section| refined(cx.types, &types.relationship_fields(id, section), NameKind::RelationshipType);
    let (properties, attributes) = (fields(Fields::Properties), fields(Fields::Attributes));
    let interfaces =
        refined(cx.types, &types.relationship_interfaces(id, used.meaning), NameKind::RelationshipType);
    let mut definitions = NamedParts::default();
    for (name, id) in interfaces.iter() {
        let definition = interface::interface_definition(cx, id, type_id, artifacts);
        definitions.push(name, definition);
    }
    Some(RelationshipDefinition {
        relationship_type: cx.type_name(used.meaning),
        description: Cx::node_text(description),
        metadata: metadata.map(data::map).unwrap_or_default(),
        properties: field::fields(cx, &properties, type_id),
        attributes: field::fields(cx, &attributes, type_id),
        interfaces: definitions,
    })
}
