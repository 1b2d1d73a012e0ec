//! The normal form of requirement definitions (TOSCA 2.0 §8.4) and of their relationships.
//!
//! Input: the requirements of a node type in the model. Output: [`RequirementDefinition`]s, complete with
//! everything inherited, which are serialized as JSON and printed as TOSCA 2.0.

use serde::Serialize;

use crate::keynames::NameKind;
use crate::model::types::{
    CAPABILITY_SOURCES, Fields, RELATIONSHIP_SOURCES, RequirementId, RequirementView, Requirements, TypeRef,
    TypeUse, TypeView, may_allow,
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
    /// The metadata.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// The relationship, or `None` if no definition specifies its type.
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
    /// How many relationships a node may have.
    pub count_range: NormalCountRange,
    /// Whether the inherited definition is not printed, because the lists of its capability type or
    /// relationship type do not allow the node type. Repeating it in the type would be an error.
    #[serde(skip)]
    is_excluded: bool,
    /// The location of the nearest definition, if origins are enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// The minimum and maximum number of relationships.
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
    /// The metadata.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// The properties of the relationship type that requirement definitions refine.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: NamedParts<NormalField>,
    /// The attributes of the relationship type that requirement definitions refine.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub attributes: NamedParts<NormalField>,
    /// The interfaces of the relationship type that requirement definitions refine.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub interfaces: NamedParts<InterfaceDefinition>,
}

impl RequirementDefinition {
    fn print(&self, yaml: &mut Yaml) {
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
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
        yaml.optional("node", self.node.as_deref());
        yaml.optional("capability", self.capability.as_deref());
        yaml.clause("node_filter", &self.node_filter);
        let most = self.count_range.most.map_or_else(|| "UNBOUNDED".to_owned(), |most| most.to_string());
        yaml.word("count_range", &format!("[ {}, {most} ]", self.count_range.least));
    }
}

/// Prints requirements below their keyname.
pub(super) fn print(requirements: &NamedParts<RequirementDefinition>, yaml: &mut Yaml) {
    let printed = || requirements.iter().filter(|(_, requirement)| !requirement.is_excluded);
    if printed().next().is_none() {
        return;
    }
    yaml.list("requirements", |yaml| {
        for (name, requirement) in printed() {
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

/// Returns the definition `id`, which the type `type_id` defines or inherits.
fn requirement_definition(
    cx: &mut Cx<'_>,
    id: RequirementId,
    type_id: DefinitionId,
    artifacts: &Artifacts,
) -> RequirementDefinition {
    let types = cx.types;
    let requirement = types.requirement(id);
    let (mut description, mut metadata) = (None, None);
    for layer in std::iter::successors(Some(requirement), |layer| Some(types.requirement(layer.inherited?))) {
        let tree = layer.key().tree();
        description = description.or(layer.written.description.map(|text| tree.node(text.0)));
        metadata = metadata.or(layer.written.metadata.map(|map| tree.node(map.0)));
    }
    let node_filter = requirement_filter(cx, id);
    let capability = requirement.capability;
    let capability_is_name = capability.is_some_and(|used| !matches!(used.meaning, TypeRef::Defined(_)));
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
        capability_is_name,
        node_filter,
        count_range: NormalCountRange { least, most },
        is_excluded: id.owner() != type_id && excludes_source(cx, requirement, type_id),
        source: cx.source_of(requirement.key(), id.owner(), type_id),
    }
}

/// Whether a list of the capability type or relationship type does not allow the node type as a source
///
fn excludes_source<'g>(cx: &Cx<'g>, requirement: RequirementView<'g>, type_id: DefinitionId) -> bool {
    let types = cx.types;
    let defined = |used: Option<TypeUse>| used.and_then(|used| types.defined(used.meaning));
    let capability = defined(requirement.capability);
    let relationship = defined(requirement.relationship.relationship_type);
    let lists = [
        capability.and_then(|ty| CAPABILITY_SOURCES.effective(types, ty)),
        relationship.and_then(|ty| RELATIONSHIP_SOURCES.effective(types, ty)),
    ];
    lists.into_iter().flatten().any(|list| !may_allow(types, list, TypeRef::Defined(type_id)))
}

/// Returns the node filters of a requirement definition and of those that it refines, the most distant first.
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

/// Returns the relationship of the requirement `id` of the type `type_id`, or `None` if it has no type.
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
    let mut normal_interfaces = NamedParts::default();
    for (name, id) in interfaces.iter() {
        let definition = interface::interface_definition(cx, id, type_id, artifacts);
        normal_interfaces.push(name, definition);
    }
    Some(RelationshipDefinition {
        relationship_type: cx.type_name(used.meaning),
        description: Cx::node_text(description),
        metadata: metadata.map(data::map).unwrap_or_default(),
        properties: field::fields(cx, &properties, type_id),
        attributes: field::fields(cx, &attributes, type_id),
        interfaces: normal_interfaces,
    })
}
