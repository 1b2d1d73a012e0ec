//! Nodes, relationships and capabilities on a path: what they have, as far as it is known (TOSCA 2.0 §10.3).

use crate::diagnostics::quoted;
use crate::model::Truth;
use crate::model::service::{Connection, Edge, Given, Target, Topology};
use crate::model::types::{FieldKind, MemberId, Section, TypeRef, Types};
use crate::resolve::DefinitionId;
use crate::yaml::Node;

/// What a path has reached.
#[derive(Clone)]
pub(in crate::values) enum Entity<'r, 'g> {
    /// A node.
    Node(NodePlace<'r, 'g>),
    /// A relationship.
    Relationship(RelationshipPlace<'r, 'g>),
    /// A capability.
    Capability(CapabilityPlace<'r, 'g>),
    /// Something of which nothing is known.
    Unknown,
}

/// The types that something may be of.
#[derive(Clone, Debug)]
pub(in crate::values) enum Kinds {
    /// Any.
    Unknown,
    /// This one, or one that derives from it.
    One(DefinitionId),
    /// Any of these, or one that derives from it.
    Listed(std::rc::Rc<[DefinitionId]>),
}

/// A node.
#[derive(Clone)]
pub(in crate::values) struct NodePlace<'r, 'g> {
    /// Its template and number, where it is created from one.
    pub(super) template: Option<(&'r Topology<'g>, u32)>,
    /// Its type.
    pub(super) of: Kinds,
}

/// A relationship.
#[derive(Clone)]
pub(in crate::values) struct RelationshipPlace<'r, 'g> {
    /// Its source.
    pub(super) source: Box<NodePlace<'r, 'g>>,
    /// Its target.
    pub(super) target: Box<NodePlace<'r, 'g>>,
    /// Its type.
    pub(super) of: Kinds,
    /// The requirement definition that it comes from.
    pub(super) definition: Option<MemberId>,
    /// The assignment that it comes from.
    pub(super) edge: Option<(&'r Topology<'g>, &'r Edge<'g>)>,
    /// The body that assigns values to it.
    pub(super) body: Option<Node<'g>>,
}

/// A capability of a node.
#[derive(Clone)]
pub(in crate::values) struct CapabilityPlace<'r, 'g> {
    /// Its node.
    pub(super) holder: Box<NodePlace<'r, 'g>>,
    /// Its definition, where it is known which capability of the node it is.
    pub(super) definition: Option<MemberId>,
    /// Its type.
    pub(super) of: Kinds,
}

/// What a name means in an entity.
pub(super) enum Looked {
    /// A member.
    Member(MemberId),
    /// Something of which no more is known.
    Unknown,
    /// Nothing.
    Nothing,
}

impl Kinds {
    fn of(meaning: TypeRef) -> Self {
        match meaning {
            TypeRef::Defined(id) => Kinds::One(id),
            TypeRef::BuiltIn(_) | TypeRef::Unknown => Kinds::Unknown,
        }
    }

    /// The types that a list of `valid_…` keynames names.
    fn listed<'g>(types: &'g Types, list: Option<Node<'g>>) -> Self {
        let Some(list) = list else { return Kinds::Unknown };
        let meanings: Option<Vec<DefinitionId>> = list
            .items()
            .map(|name| match types.meaning(name) {
                TypeRef::Defined(id) => Some(id),
                _ => None,
            })
            .collect();
        match meanings.as_deref() {
            None | Some([]) => Kinds::Unknown,
            Some(several) => Kinds::Listed(several.into()),
        }
    }

    /// The types, where they are known.
    pub(super) fn ids(&self) -> &[DefinitionId] {
        match self {
            Kinds::Unknown => &[],
            Kinds::One(id) => std::slice::from_ref(id),
            Kinds::Listed(ids) => ids,
        }
    }

    /// What `name` means in the first of `sections` that has it.
    pub(super) fn member(&self, types: &Types, sections: &[Section], name: &str) -> Looked {
        let mut found: Option<MemberId> = None;
        let mut open = matches!(self, Kinds::Unknown);
        for id in self.ids() {
            let of = types.get(*id);
            match sections.iter().find_map(|section| types.member(of, *section, name)) {
                // Several types may define it differently.
                Some(member) if found.is_some_and(|found| found != member) => return Looked::Unknown,
                Some(member) => found = Some(member),
                None => open |= of.is_open,
            }
        }
        match found {
            Some(member) => Looked::Member(member),
            None if open => Looked::Unknown,
            None => Looked::Nothing,
        }
    }

    /// For people: ``node type `Db` ``.
    pub(super) fn in_words(&self, types: &Types) -> String {
        let ids = self.ids();
        let names: Vec<String> = ids.iter().map(|id| quoted(types.get(*id).name())).collect();
        match ids.first() {
            None => "an unknown type".to_owned(),
            Some(first) => {
                let kind = types.get(*first).kind.name();
                format!("{kind} {}", crate::diagnostics::list(&names, "or"))
            }
        }
    }
}

impl<'r, 'g> NodePlace<'r, 'g> {
    /// A node of which nothing is known.
    pub(super) fn unknown() -> Self {
        Self { template: None, of: Kinds::Unknown }
    }

    /// A node of a type.
    pub(super) fn of_type(of: DefinitionId) -> Self {
        Self { template: None, of: Kinds::One(of) }
    }

    /// A node that a template stands for.
    pub(super) fn of_template(topology: &'r Topology<'g>, number: u32) -> Self {
        let of = Kinds::of(topology.vertices[number as usize].node_type);
        Self { template: Some((topology, number)), of }
    }
}

impl<'r, 'g> RelationshipPlace<'r, 'g> {
    /// A relationship of a type: its ends are known by the lists of the type (10.3-22).
    pub(super) fn of_type(types: &'g Types, of: DefinitionId) -> Self {
        let list = |get: fn(&crate::syntax::RelationshipType) -> Option<crate::yaml::NodeId>| {
            let found = types.lineage(types.get(of)).find_map(|ancestor| match ancestor.body() {
                crate::model::types::Body::Relationship(body) => {
                    get(body).map(|node| ancestor.key().tree().node(node))
                }
                _ => None,
            });
            Box::new(NodePlace { template: None, of: Kinds::listed(types, found) })
        };
        let source = list(|body| body.valid_source_node_types.as_ref().map(|list| list.0.node));
        let target = list(|body| body.valid_target_node_types.as_ref().map(|list| list.0.node));
        Self { source, target, of: Kinds::One(of), definition: None, edge: None, body: None }
    }

    /// A relationship that a template describes.
    pub(super) fn of_template(types: &'g Types, topology: &'r Topology<'g>, number: u32) -> Option<Self> {
        let relationship = &topology.relationships[number as usize];
        let TypeRef::Defined(of) = relationship.relationship_type else { return None };
        Some(Self { body: Some(topology.file.node(relationship.written.node)), ..Self::of_type(types, of) })
    }

    /// A relationship of a requirement that is not assigned.
    pub(super) fn of_requirement(types: &'g Types, source: NodePlace<'r, 'g>, id: MemberId) -> Self {
        let requirement = types.requirement(id);
        let meaning = |used: Option<crate::model::types::TypeUse>| {
            used.map_or(Kinds::Unknown, |used| Kinds::of(used.meaning))
        };
        let target = NodePlace { template: None, of: meaning(requirement.node_type) };
        Self {
            source: Box::new(source),
            target: Box::new(target),
            of: meaning(requirement.relationship.relationship_type),
            definition: Some(id),
            edge: None,
            body: None,
        }
    }

    /// The relationship of an assignment.
    pub(super) fn of_edge(
        types: &'g Types,
        source: NodePlace<'r, 'g>,
        topology: &'r Topology<'g>,
        edge: &'r Edge<'g>,
    ) -> Self {
        let mut place = match edge.definition {
            Some(id) => Self::of_requirement(types, source, id),
            None => {
                let (source, target) = (Box::new(source), Box::new(NodePlace::unknown()));
                Self { source, target, of: Kinds::Unknown, definition: None, edge: None, body: None }
            }
        };
        place.edge = Some((topology, edge));
        match edge.target {
            Target::Template(number, _) => *place.target = NodePlace::of_template(topology, number),
            Target::Type(of) => *place.target = NodePlace { template: None, of: Kinds::of(of) },
            Target::Unknown => *place.target = NodePlace::unknown(),
            Target::Open => {}
        }
        let file = topology.file;
        match edge.connection {
            Connection::Template(number) => {
                let template = &topology.relationships[number as usize];
                place.of = Kinds::of(template.relationship_type);
                place.body = Some(file.node(template.written.node));
            }
            Connection::Type(of) => place.of = Kinds::of(of),
            Connection::Unknown => place.of = Kinds::Unknown,
            Connection::Open => {}
        }
        if let Some(crate::grammar::Either::Long(assignment)) = &edge.written.relationship {
            place.body = Some(file.node(assignment.node));
        }
        place
    }

    /// The capability at its target.
    pub(super) fn capability(&self, types: &'g Types) -> CapabilityPlace<'r, 'g> {
        let holder = self.target.clone();
        let assigned = self
            .edge
            .and_then(|(topology, edge)| edge.written.capability.map(|name| topology.file.node(name.node)));
        let defined = self.definition.and_then(|id| types.requirement(id).capability);
        let defined = defined.map(|used| types.node(used.node));
        let unknown = CapabilityPlace { holder: holder.clone(), definition: None, of: Kinds::Unknown };
        let Some(name) = assigned.or(defined) else {
            // In a relationship type only its list tells.
            return match (self.definition, &self.of) {
                (None, Kinds::One(of)) => {
                    let list = types.lineage(types.get(*of)).find_map(|ancestor| match ancestor.body() {
                        crate::model::types::Body::Relationship(body) => {
                            let list = body.valid_capability_types.as_ref()?;
                            Some(ancestor.key().tree().node(list.0.node))
                        }
                        _ => None,
                    });
                    CapabilityPlace { of: Kinds::listed(types, list), ..unknown }
                }
                _ => unknown,
            };
        };
        match types.meaning(name) {
            TypeRef::Defined(of) => {
                // Of the capabilities of the node, the only one of this type.
                let holders = holder.of.ids();
                let mut fitting =
                    holders.first().filter(|_| holders.len() == 1).map_or_else(Vec::new, |holder| {
                        let members = types.members(types.get(*holder), Section::Capability);
                        members.into_iter().map(|(_, id)| id).collect()
                    });
                fitting.retain(|id| {
                    let own = types.capability(*id).capability_type;
                    own.is_some_and(|own| types.relation(own.meaning, TypeRef::Defined(of)) != Truth::No)
                });
                match fitting[..] {
                    [only] => CapabilityPlace::of_definition(types, holder, only),
                    _ => CapabilityPlace { of: Kinds::One(of), ..unknown },
                }
            }
            _ => match holder.of.member(types, &[Section::Capability], name.text()) {
                Looked::Member(id) => CapabilityPlace::of_definition(types, holder, id),
                _ => unknown,
            },
        }
    }
}

impl<'r, 'g> CapabilityPlace<'r, 'g> {
    /// A capability that a node type defines.
    pub(super) fn of_definition(types: &'g Types, holder: Box<NodePlace<'r, 'g>>, id: MemberId) -> Self {
        let used = types.capability(id).capability_type;
        let of = used.map_or(Kinds::Unknown, |used| Kinds::of(used.meaning));
        Self { holder, definition: Some(id), of }
    }
}

impl<'r, 'g> Entity<'r, 'g> {
    /// Its types.
    pub(super) fn kinds(&self) -> &Kinds {
        match self {
            Entity::Node(place) => &place.of,
            Entity::Relationship(place) => &place.of,
            Entity::Capability(place) => &place.of,
            Entity::Unknown => &Kinds::Unknown,
        }
    }

    /// What `name` means in the first of `sections` that has it: as its own definition refines it, else as
    /// its type has it.
    pub(super) fn member(&self, types: &'g Types, sections: &[Section], name: &str) -> Looked {
        let refined = |section: &Section| match self {
            Entity::Capability(place) => {
                types.capability_fields(place.definition?, *section).get(name).copied()
            }
            Entity::Relationship(place) => {
                let id = place.definition?;
                let same = types.requirement(id).relationship.relationship_type.map(|used| used.meaning)
                    == place.of.ids().first().map(|of| TypeRef::Defined(*of));
                types.relationship_fields(id, *section).get(name).copied().filter(|_| same)
            }
            _ => None,
        };
        match sections.iter().find_map(refined) {
            Some(id) => Looked::Member(id),
            None => self.kinds().member(types, sections, name),
        }
    }

    /// The value that is assigned to `name` in the section `keyname`, where one is written.
    fn assigned(&self, types: &'g Types, keyname: &str, name: &str) -> Option<Node<'g>> {
        let in_template = |place: &NodePlace<'r, 'g>, find: &dyn Fn(Node<'g>) -> Option<Node<'g>>| {
            let (topology, number) = place.template?;
            topology.bodies(number).find_map(find)
        };
        match self {
            Entity::Node(place) => in_template(place, &|body| body.get(keyname)?.get(name)),
            Entity::Capability(place) => {
                let key = types.capability(place.definition?).key().text();
                in_template(&place.holder, &|body| {
                    body.get("capabilities")?.get(key)?.get(keyname)?.get(name)
                })
            }
            Entity::Relationship(place) => place.body?.get(keyname)?.get(name),
            Entity::Unknown => None,
        }
    }

    /// What gives a property its value, where it belongs to a node template.
    pub(super) fn given(&self, types: &'g Types, id: MemberId) -> Option<Given<'g>> {
        match self {
            Entity::Node(place) => {
                let (topology, number) = place.template?;
                Some(topology.property(types, number, id))
            }
            Entity::Capability(place) => {
                let (topology, number) = place.holder.template?;
                let key = types.capability(place.definition?).key().text();
                Some(topology.capability_property(types, number, key, id))
            }
            Entity::Relationship(_) | Entity::Unknown => None,
        }
    }

    /// The value of a field of it, as far as it is written, and whether no other can be given.
    pub(super) fn value(&self, types: &'g Types, id: MemberId) -> Option<(Node<'g>, bool)> {
        let field = types.field(id);
        let keyname = if field.kind == FieldKind::Property {
            match self.given(types, id) {
                Some(Given::Value(value)) => return Some((value, true)),
                Some(Given::Nothing | Given::Unknown) => return None,
                None => "properties",
            }
        } else {
            "attributes"
        };
        let effective = field.effective();
        let fixed = effective.value.or_else(|| self.assigned(types, keyname, field.name()));
        fixed.map(|value| (value, true)).or_else(|| Some((effective.default?, false)))
    }

    /// What it is, for people.
    pub(super) fn noun(&self) -> &'static str {
        match self {
            Entity::Node(_) => "node",
            Entity::Relationship(_) => "relationship",
            Entity::Capability(_) => "capability",
            Entity::Unknown => "entity",
        }
    }
}
