//! Resolves keys of mappings: properties and attributes of the substituted node, of its capabilities and of
//! its relationships (TOSCA 2.0 §15.2, §15.3).

use crate::diagnostics::{Alternatives, Diagnostic, quoted, rules};
use crate::model::types::{Capabilities, FieldId, Fields, RequirementId, Requirements, Section, TypeView};
use crate::syntax::{MappingKey, UpperBound};
use crate::yaml::YamlNode;

use super::{Cx, Part, describe_type, member, part_fields};

/// The property or attribute that the key of a mapping refers to.
#[derive(Clone, Copy)]
pub(super) struct Mapped<'g> {
    /// The node that names the property or attribute.
    pub(super) name: YamlNode<'g>,
    /// Its definition, or `None` if it is not known.
    pub(super) id: Option<FieldId>,
    /// The relationships that it belongs to, if any.
    pub(super) index: Index<'g>,
}

/// Selects relationships of a requirement.
#[derive(Clone, Copy)]
pub(super) enum Index<'g> {
    /// No relationship: a property or attribute of the node or of a capability.
    None,
    /// The relationship with this index.
    At(YamlNode<'g>, u64),
    /// All relationships.
    All(YamlNode<'g>),
}

impl Mapped<'_> {
    pub(super) fn is_all(&self) -> bool {
        matches!(self.index, Index::All(_))
    }
}

/// Resolves a key. Reports names that the node type certainly does not define.
pub(super) fn mapped<'g>(cx: &mut Cx<'g>, key: &MappingKey, section: Fields) -> Mapped<'g> {
    match *key {
        MappingKey::Own(name) => {
            let name = cx.node(name);
            let id = cx.substituted_type.and_then(|ty| own_field(cx, ty, section, name));
            Mapped { name, id, index: Index::None }
        }
        MappingKey::Capability(capability, name) => {
            let (capability, name) = (cx.node(capability), cx.node(name));
            let id = cx.substituted_type.and_then(|ty| {
                let capability = member(cx, ty, Capabilities, (capability, false), capability.text())?;
                let used = cx.types.capability(capability).capability_type?;
                let owner = cx.types.defined(used.meaning)?;
                field(cx, Part::Capability(capability), owner, section, name)
            });
            Mapped { name, id, index: Index::None }
        }
        MappingKey::Relationship(requirement, index, name) => {
            let (requirement, name) = (cx.node(requirement), cx.node(name));
            let index_node = index.map(|index| cx.node(index));
            let index = match index_node {
                Some(index_node) if index_node.as_str() == Some("ALL") => Index::All(index_node),
                // A missing index is 0.
                _ => Index::At(index_node.unwrap_or(requirement), index_node.map_or(0, number)),
            };
            let id = cx.substituted_type.and_then(|ty| {
                let requirement = member(cx, ty, Requirements, (requirement, false), requirement.text())?;
                check_index(cx, requirement, index);
                let used = cx.types.requirement(requirement).relationship.relationship_type?;
                let owner = cx.types.defined(used.meaning)?;
                field(cx, Part::Relationship(requirement), owner, section, name)
            });
            Mapped { name, id, index }
        }
    }
}

/// Returns a property or attribute of the node type; each property also has an attribute.
fn own_field<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, section: Fields, name: YamlNode<'g>) -> Option<FieldId> {
    let member = cx.types.member(ty, section, name.text());
    let reflected = (section == Fields::Attributes).then_some(Fields::Properties);
    let member = member.or_else(|| cx.types.member(ty, reflected?, name.text()));
    if member.is_none() && !ty.is_incomplete {
        let members = cx.types.members(ty, section);
        let diagnostic = unknown_field(name, section, ty, members.names());
        cx.report(name, diagnostic);
    }
    member
}

/// Returns a property or attribute of a capability or relationship of the type `owner`.
fn field<'g>(
    cx: &mut Cx<'g>,
    part: Part,
    owner: TypeView<'g>,
    section: Fields,
    name: YamlNode<'g>,
) -> Option<FieldId> {
    let names = part_fields(cx, part, section);
    let mut member = names.get(name.text());
    if member.is_none() && section == Fields::Attributes {
        member = part_fields(cx, part, Fields::Properties).get(name.text());
    }
    if member.is_none() && !owner.is_incomplete {
        let diagnostic = unknown_field(name, section, owner, names.names());
        cx.report(name, diagnostic);
    }
    member
}

/// Reports an index that is not below the upper bound of the requirement (15.3-07).
fn check_index<'g>(cx: &mut Cx<'g>, requirement: RequirementId, index: Index<'g>) {
    let Index::At(index_node, index) = index else { return };
    let requirement = cx.types.requirement(requirement);
    let Some((range, range_node)) = requirement.count_range else { return };
    if let UpperBound::Most(most) = range.most
        && index >= most
    {
        let name = quoted(requirement.key().text());
        let reason = match most {
            0 => "there are no relationships".to_owned(),
            1 => "the only relationship is number 0".to_owned(),
            _ => format!("the last of at most {most} relationships is number {}", most - 1),
        };
        let what = format!("the mapping of relationship {index} of requirement {name}");
        let diagnostic = rules::no_effect::new(
            index_node.span(),
            &what,
            &reason,
            "use another index, or remove the mapping",
        );
        cx.report(index_node, diagnostic.also(cx.types.node(range_node).span(), "number of relationships"));
    }
}

fn unknown_field<'g>(
    name: YamlNode<'g>,
    section: Fields,
    owner: TypeView<'g>,
    names: impl Iterator<Item = &'g str>,
) -> Diagnostic {
    let kind = section.noun();
    let alternatives = Alternatives::new(name.text(), names);
    let diagnostic =
        rules::unknown_property::new(name.span(), kind, name.text(), &describe_type(owner), &alternatives);
    diagnostic.also(owner.key().span(), "type defined here")
}

/// Returns the value of an integer node; a number that is too large becomes the maximum.
fn number(node: YamlNode<'_>) -> u64 {
    crate::syntax::integer(node).unwrap_or(u64::MAX)
}
