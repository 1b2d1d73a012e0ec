//! Nodes, relationships and capabilities on a path: what they have, as far as it is known (TOSCA 2.0 §10.3).

use crate::diagnostics::quoted;
use crate::functions::PathEnd;
use crate::model::service::{
    Connection, Given, NodeTemplateView, RelationshipTemplateView, RequirementAssignmentView, ServiceView,
    Target,
};
use crate::model::types::{
    Artifacts, Capabilities, CapabilityId, CapabilityTable, FieldId, FieldKind, Fields, MemberId,
    RequirementId, Section, TypeRef, Types,
};
use crate::model::{Lookup, Truth};
use crate::resolve::DefinitionId;
use crate::syntax::RelationshipAssignment;
use crate::yaml::Node;

/// What a path has reached.
#[derive(Clone)]
pub(in crate::values) enum Entity<'g> {
    /// A node.
    Node(NodePlace<'g>),
    /// A relationship.
    Relationship(RelationshipPlace<'g>),
    /// A capability.
    Capability(CapabilityPlace<'g>),
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
pub(in crate::values) struct NodePlace<'g> {
    /// Its template, where it is created from one.
    pub(in crate::values) template: Option<NodeTemplateView<'g>>,
    /// Its type.
    pub(in crate::values) of: Kinds,
}

/// A relationship.
#[derive(Clone)]
pub(in crate::values) struct RelationshipPlace<'g> {
    /// Its source.
    pub(super) source: Box<NodePlace<'g>>,
    /// Its target.
    pub(super) target: Box<NodePlace<'g>>,
    /// Its type.
    pub(super) of: Kinds,
    /// The requirement definition that it comes from.
    pub(super) definition: Option<RequirementId>,
    /// The assignment that it comes from.
    pub(super) assignment: Option<RequirementAssignmentView<'g>>,
    /// What assigns values to it.
    pub(super) assigned: Option<Assigned<'g>>,
}

/// What assigns values to a relationship.
#[derive(Clone, Copy)]
pub(super) enum Assigned<'g> {
    /// A relationship template.
    Template(RelationshipTemplateView<'g>),
    /// The requirement assignment, of this service template.
    Inline(ServiceView<'g>, &'g RelationshipAssignment),
}

/// A capability of a node.
#[derive(Clone)]
pub(in crate::values) struct CapabilityPlace<'g> {
    /// Its node.
    pub(super) holder: Box<NodePlace<'g>>,
    /// Its definition, where it is known which capability of the node it is.
    pub(super) definition: Option<CapabilityId>,
    /// Its type.
    pub(super) of: Kinds,
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
        let named: Option<Vec<DefinitionId>> =
            list.items().map(|name| types.definition_named(name)).collect();
        match named.as_deref() {
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

    /// What `name` means in a section of these types.
    pub(in crate::values) fn member<S: Section>(
        &self,
        types: &Types,
        section: S,
        name: &str,
    ) -> Lookup<MemberId<S::Member>> {
        self.first_of(types, &[section], name)
    }

    /// What `name` means in the first of `sections` that has it.
    pub(super) fn first_of<S: Section>(
        &self,
        types: &Types,
        sections: &[S],
        name: &str,
    ) -> Lookup<MemberId<S::Member>> {
        let mut found: Option<MemberId<S::Member>> = None;
        let mut open = matches!(self, Kinds::Unknown);
        for id in self.ids() {
            let of = types.get(*id);
            match sections.iter().find_map(|section| types.member(of, *section, name)) {
                // Several types may define it differently.
                Some(member) if found.is_some_and(|found| found != member) => return Lookup::Unknown,
                Some(member) => found = Some(member),
                None => open |= of.is_open,
            }
        }
        match found {
            Some(member) => Lookup::Found(member),
            None if open => Lookup::Unknown,
            None => Lookup::Absent,
        }
    }

    /// Whether a path may end at `name` here.
    pub(super) fn has(&self, types: &Types, end: PathEnd, name: &str) -> Truth {
        match end {
            PathEnd::Artifact => truth(&self.member(types, Artifacts, name)),
            _ => truth(&self.first_of(types, fields(end), name)),
        }
    }

    /// The names at which a path may end here.
    pub(super) fn names<'g>(&self, types: &'g Types, end: PathEnd) -> Vec<&'g str> {
        let all = self.ids().iter().map(|id| types.get(*id));
        match end {
            PathEnd::Artifact => all.flat_map(|of| types.members(of, Artifacts).names()).collect(),
            _ => {
                let all = all.flat_map(|of| fields(end).iter().map(move |section| (of, *section)));
                all.flat_map(|(of, section)| types.members(of, section).names()).collect()
            }
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

impl<'g> NodePlace<'g> {
    /// A node of which nothing is known.
    pub(super) fn unknown() -> Self {
        Self { template: None, of: Kinds::Unknown }
    }

    /// A node of a type.
    pub(super) fn of_type(of: DefinitionId) -> Self {
        Self { template: None, of: Kinds::One(of) }
    }

    /// A node that a template stands for.
    pub(super) fn of_template(template: NodeTemplateView<'g>) -> Self {
        Self { template: Some(template), of: Kinds::of(template.node_type) }
    }
}

impl<'g> RelationshipPlace<'g> {
    /// A relationship of a type: its ends are known by the lists of the type (10.3-22).
    pub(super) fn of_type(types: &'g Types, of: DefinitionId) -> Self {
        let list = |get: fn(&crate::syntax::RelationshipType) -> Option<crate::yaml::NodeId>| {
            let found = types.lineage(types.get(of)).find_map(|ancestor| match ancestor.body() {
                crate::model::types::Body::Relationship(body) => {
                    get(body).map(|node| ancestor.key().tree().node(node))
                }
                _ => None,
            });
            NodePlace { template: None, of: Kinds::listed(types, found) }
        };
        let source = list(|body| body.valid_source_node_types.as_ref().map(|list| list.0.node));
        let target = list(|body| body.valid_target_node_types.as_ref().map(|list| list.0.node));
        Self { of: Kinds::One(of), ..Self::between(source, target) }
    }

    /// A relationship that a template describes.
    pub(super) fn of_template(template: RelationshipTemplateView<'g>) -> Option<Self> {
        let TypeRef::Defined(of) = template.relationship_type else { return None };
        Some(Self {
            assigned: Some(Assigned::Template(template)),
            ..Self::of_type(template.service().types(), of)
        })
    }

    /// A relationship of a requirement that is not assigned.
    pub(super) fn of_requirement(types: &'g Types, source: NodePlace<'g>, id: RequirementId) -> Self {
        let requirement = types.requirement(id);
        let meaning = |used: Option<crate::model::types::TypeUse>| {
            used.map_or(Kinds::Unknown, |used| Kinds::of(used.meaning))
        };
        let target = NodePlace { template: None, of: meaning(requirement.node_type) };
        let of = meaning(requirement.relationship.relationship_type);
        Self { of, definition: Some(id), ..Self::between(source, target) }
    }

    /// A relationship between nodes of which nothing else is known.
    pub(super) fn between(source: NodePlace<'g>, target: NodePlace<'g>) -> Self {
        Self {
            source: Box::new(source),
            target: Box::new(target),
            of: Kinds::Unknown,
            definition: None,
            assignment: None,
            assigned: None,
        }
    }

    /// The relationship of an assignment.
    pub(super) fn of_assignment(source: NodePlace<'g>, assignment: RequirementAssignmentView<'g>) -> Self {
        let service = assignment.service();
        let mut place = match assignment.definition {
            Some(id) => Self::of_requirement(service.types(), source, id),
            None => Self::between(source, NodePlace::unknown()),
        };
        place.assignment = Some(assignment);
        match assignment.target {
            Target::Template(id, _) => *place.target = NodePlace::of_template(service.node_template(id)),
            Target::Type(of) => *place.target = NodePlace { template: None, of: Kinds::of(of) },
            Target::Unknown => *place.target = NodePlace::unknown(),
            Target::Open => {}
        }
        match assignment.connection {
            Connection::Template(id) => {
                let template = service.relationship_template(id);
                place.of = Kinds::of(template.relationship_type);
                place.assigned = Some(Assigned::Template(template));
            }
            Connection::Type(of) => place.of = Kinds::of(of),
            Connection::Unknown => place.of = Kinds::Unknown,
            Connection::Open => {}
        }
        if let Some(crate::keynames::Either::Long(assignment)) = &assignment.written().relationship {
            place.assigned = Some(Assigned::Inline(service, assignment));
        }
        place
    }

    /// The capability at its target.
    pub(super) fn capability(&self, types: &'g Types) -> CapabilityPlace<'g> {
        let holder = self.target.clone();
        let assigned = self.assignment.and_then(|assignment| {
            assignment.written().capability.map(|name| assignment.service().node(name.node))
        });
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
        match types.definition_named(name) {
            Some(of) => {
                // Of the capabilities of the node, the only one of this type.
                let holders = holder.of.ids();
                let only = holders.first().filter(|_| holders.len() == 1);
                let members = only.map(|holder| types.members(types.get(*holder), Capabilities));
                let members = members.iter().flat_map(CapabilityTable::ids).copied();
                let fits = |id: &CapabilityId| {
                    let own = types.capability(*id).capability_type;
                    own.is_some_and(|own| types.relation(own.meaning, TypeRef::Defined(of)) != Truth::No)
                };
                let fitting: Vec<CapabilityId> = members.filter(fits).collect();
                match fitting[..] {
                    [only] => CapabilityPlace::of_definition(types, holder, only),
                    _ => CapabilityPlace { of: Kinds::One(of), ..unknown },
                }
            }
            None => match holder.of.member(types, Capabilities, name.text()) {
                Lookup::Found(id) => CapabilityPlace::of_definition(types, holder, id),
                _ => unknown,
            },
        }
    }
}

impl<'g> CapabilityPlace<'g> {
    /// A capability that a node type defines.
    pub(super) fn of_definition(types: &'g Types, holder: Box<NodePlace<'g>>, id: CapabilityId) -> Self {
        let used = types.capability(id).capability_type;
        let of = used.map_or(Kinds::Unknown, |used| Kinds::of(used.meaning));
        Self { holder, definition: Some(id), of }
    }
}

impl<'g> Entity<'g> {
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
    pub(super) fn field(&self, types: &'g Types, sections: &[Fields], name: &str) -> Lookup<FieldId> {
        let refined = |section: &Fields| match self {
            Entity::Capability(place) => types.capability_fields(place.definition?, *section).get(name),
            Entity::Relationship(place) => {
                let id = place.definition?;
                let same = types.requirement(id).relationship.relationship_type.map(|used| used.meaning)
                    == place.of.ids().first().map(|of| TypeRef::Defined(*of));
                types.relationship_fields(id, *section).get(name).filter(|_| same)
            }
            _ => None,
        };
        match sections.iter().find_map(refined) {
            Some(id) => Lookup::Found(id),
            None => self.kinds().first_of(types, sections, name),
        }
    }

    /// Whether a path may end at `name` here.
    pub(super) fn has(&self, types: &'g Types, end: PathEnd, name: &str) -> Truth {
        match end {
            PathEnd::Artifact => self.kinds().has(types, end, name),
            _ => truth(&self.field(types, fields(end), name)),
        }
    }

    /// The value that is assigned to `name`, a property or another attribute, where one is written.
    fn assigned(&self, types: &'g Types, kind: FieldKind, name: &str) -> Option<Node<'g>> {
        macro_rules! section {
            ($record:expr) => {
                if kind == FieldKind::Property { &$record.properties } else { &$record.attributes }
            };
        }
        let (service, section) = match self {
            Entity::Node(place) => {
                let service = place.template?.service();
                let mut sections = place.template?.layers().filter_map(|layer| section!(layer).as_ref());
                return sections.find_map(|section| service.node(section.node).get(name));
            }
            Entity::Capability(place) => {
                let (template, capability) = (place.holder.template?, types.capability(place.definition?));
                (template.service(), section!(template.capability(capability.name()).given()?))
            }
            Entity::Relationship(place) => match place.assigned? {
                Assigned::Template(template) => (template.service(), section!(template.written())),
                Assigned::Inline(service, assignment) => (service, section!(assignment)),
            },
            Entity::Unknown => return None,
        };
        service.node(section.as_ref()?.node).get(name)
    }

    /// What gives a property its value, where it belongs to a node template.
    pub(super) fn given(&self, types: &'g Types, id: FieldId) -> Option<Given<'g>> {
        match self {
            Entity::Node(place) => Some(place.template?.property(id)),
            Entity::Capability(place) => {
                let template = place.holder.template?;
                let key = types.capability(place.definition?).key().text();
                Some(template.capability_property(key, id))
            }
            Entity::Relationship(_) | Entity::Unknown => None,
        }
    }

    /// The value of a field of it, as far as it is written, and whether no other can be given.
    pub(super) fn value(&self, types: &'g Types, id: FieldId) -> Option<(Node<'g>, bool)> {
        let field = types.field(id);
        if field.kind == FieldKind::Property {
            match self.given(types, id) {
                Some(Given::Value(value)) => return Some((value, true)),
                Some(Given::Nothing | Given::Unknown) => return None,
                None => {}
            }
        }
        let effective = field.effective();
        let fixed = effective.value.or_else(|| self.assigned(types, field.kind, field.name()));
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

/// The fields at which a path may end, in the order in which they are looked for: each property is reflected
/// by an attribute.
pub(super) fn fields(end: PathEnd) -> &'static [Fields] {
    match end {
        PathEnd::Attribute => &[Fields::Attributes, Fields::Properties],
        PathEnd::Property | PathEnd::Allocation => &[Fields::Properties],
        PathEnd::Artifact => &[],
    }
}

/// What stands at the end of a path, for people.
pub(super) fn noun(end: PathEnd) -> &'static str {
    match end {
        PathEnd::Attribute => "attribute",
        PathEnd::Artifact => "artifact",
        PathEnd::Property | PathEnd::Allocation => "property",
    }
}

pub(super) fn truth<I>(lookup: &Lookup<I>) -> Truth {
    match lookup {
        Lookup::Found(_) => Truth::Yes,
        Lookup::Absent => Truth::No,
        Lookup::Unknown => Truth::Unknown,
    }
}
