//! What is mapped: properties and attributes of the substituted node, of its capabilities and of its
//! relationships (TOSCA 2.0 §15.2, §15.3).

use crate::diagnostics::{Diagnostic, Instead, codes, quoted};
use crate::model::types::{Capabilities, FieldId, Fields, RequirementId, Requirements, Section, TypeView};
use crate::syntax::{Bound, MappingKey};
use crate::yaml::Node;

use super::{Cx, Part, member, part_fields, words};

/// What the key of a mapping means.
#[derive(Clone, Copy)]
pub(super) struct Mapped<'g> {
    /// The name of the property or attribute where the key writes it.
    pub(super) name: Node<'g>,
    /// Its definition; none where it is not known.
    pub(super) id: Option<FieldId>,
    /// Which relationships it is taken from, if from any.
    pub(super) index: Index<'g>,
}

/// Which relationships of a requirement.
#[derive(Clone, Copy)]
pub(super) enum Index<'g> {
    /// None: a member of the node or of a capability.
    None,
    /// One of them.
    At(Node<'g>, u64),
    /// All of them.
    All(Node<'g>),
}

impl Mapped<'_> {
    pub(super) fn is_all(&self) -> bool {
        matches!(self.index, Index::All(_))
    }
}

/// What a key means. Reports what the node type certainly does not have.
pub(super) fn mapped<'g>(cx: &mut Cx<'g>, key: &MappingKey, section: Fields) -> Mapped<'g> {
    match *key {
        MappingKey::Own(name) => {
            let name = cx.node(name);
            let id = cx.of.and_then(|of| own_field(cx, of, section, name));
            Mapped { name, id, index: Index::None }
        }
        MappingKey::Capability(capability, name) => {
            let (capability, name) = (cx.node(capability), cx.node(name));
            let id = cx.of.and_then(|of| {
                let capability = member(cx, of, Capabilities, capability, capability.text())?;
                let used = cx.types.capability(capability).capability_type?;
                let holder = cx.types.defined(used.meaning)?;
                field(cx, Part::Capability(capability), holder, section, name)
            });
            Mapped { name, id, index: Index::None }
        }
        MappingKey::Relationship(requirement, index, name) => {
            let (requirement, name) = (cx.node(requirement), cx.node(name));
            let at = index.map(|index| cx.node(index));
            let index = match at {
                Some(at) if at.as_str() == Some("ALL") => Index::All(at),
                // A missing index is 0.
                _ => Index::At(at.unwrap_or(requirement), at.map_or(0, number)),
            };
            let id = cx.of.and_then(|of| {
                let requirement = member(cx, of, Requirements, requirement, requirement.text())?;
                index_exists(cx, requirement, index);
                let used = cx.types.requirement(requirement).relationship.relationship_type?;
                let holder = cx.types.defined(used.meaning)?;
                field(cx, Part::Relationship(requirement), holder, section, name)
            });
            Mapped { name, id, index }
        }
    }
}

/// A property or attribute of the node type; each property is reflected by an attribute.
fn own_field<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, section: Fields, name: Node<'g>) -> Option<FieldId> {
    let found = cx.types.member(of, section, name.text());
    let reflected = (section == Fields::Attributes).then_some(Fields::Properties);
    let found = found.or_else(|| cx.types.member(of, reflected?, name.text()));
    if found.is_none() && !of.is_open {
        let members = cx.types.members(of, section);
        let found = unknown(name, section, of, members.names());
        cx.report(name, found);
    }
    found
}

/// A property or attribute of a capability or relationship, which is of the type `holder`.
fn field<'g>(
    cx: &mut Cx<'g>,
    part: Part,
    holder: TypeView<'g>,
    section: Fields,
    name: Node<'g>,
) -> Option<FieldId> {
    let names = part_fields(cx, part, section);
    let mut found = names.get(name.text());
    if found.is_none() && section == Fields::Attributes {
        found = part_fields(cx, part, Fields::Properties).get(name.text());
    }
    if found.is_none() && !holder.is_open {
        let found = unknown(name, section, holder, names.names());
        cx.report(name, found);
    }
    found
}

/// There are no more relationships than the upper bound says (15.3-07).
fn index_exists<'g>(cx: &mut Cx<'g>, requirement: RequirementId, index: Index<'g>) {
    let Index::At(at, index) = index else { return };
    let requirement = cx.types.requirement(requirement);
    let Some((range, place)) = requirement.count_range else { return };
    if let Bound::Most(most) = range.most
        && index >= most
    {
        let name = quoted(requirement.key().text());
        let reason = match most {
            0 => "there are no relationships".to_owned(),
            1 => "the only relationship is number 0".to_owned(),
            _ => format!("the last of at most {most} relationships is number {}", most - 1),
        };
        let what = format!("the mapping of relationship {index} of requirement {name}");
        let found =
            codes::no_effect::new(at.span(), &what, &reason, "use another index, or remove the mapping");
        cx.report(at, found.also(cx.types.node(place).span(), "number of relationships"));
    }
}

fn unknown<'g>(
    name: Node<'g>,
    section: Fields,
    holder: TypeView<'g>,
    names: impl Iterator<Item = &'g str>,
) -> Diagnostic {
    let kind = section.noun();
    let instead = Instead::of(name.text(), names);
    let found = codes::unknown_property::new(name.span(), kind, name.text(), &words(holder), &instead);
    found.also(holder.key().span(), "type defined here")
}

/// The number at a node that was read as an integer; one that is too large is the largest.
fn number(node: Node<'_>) -> u64 {
    crate::syntax::integer(node).unwrap_or(u64::MAX)
}
