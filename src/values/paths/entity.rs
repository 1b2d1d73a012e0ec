//! Nodes, relationships and capabilities on a path, and their known members (TOSCA 2.0 §10.3).

use crate::diagnostics::quoted;
use crate::functions::PathEnd;
use crate::model::service::{
    Connection, NodeTemplateView, RelationshipTemplateView, RequirementAssignmentView, ServiceView, Target,
    ValueOrigin,
};
use crate::model::types::{
    Artifacts, Capabilities, CapabilityId, CapabilityTable, FieldId, FieldKind, Fields, MemberId,
    RequirementId, Section, TypeRef, TypeUse, Types,
};
use crate::model::{Lookup, Truth};
use crate::resolve::DefinitionId;
use crate::syntax::RelationshipAssignment;
use crate::yaml::YamlNode;

/// The entity that a path has reached.
#[derive(Clone)]
pub(in crate::values) enum Entity<'g> {
    /// A node.
    Node(PathNode<'g>),
    /// A relationship.
    Relationship(PathRelationship<'g>),
    /// A capability.
    Capability(PathCapability<'g>),
    /// An unknown entity.
    Unknown,
}

/// The possible types of an entity.
#[derive(Clone, Debug)]
pub(in crate::values) enum Kinds {
    /// Any type.
    Unknown,
    /// This type, or a type that derives from it.
    One(DefinitionId),
    /// One of these types, or a type that derives from one of them.
    Listed(std::rc::Rc<[DefinitionId]>),
    /// Each of these types: the entity is each of several nodes in turn.
    Each(std::rc::Rc<[DefinitionId]>),
}

/// A node.
#[derive(Clone)]
pub(in crate::values) struct PathNode<'g> {
    /// Its template, if it is created from one.
    pub(in crate::values) template: Option<NodeTemplateView<'g>>,
    /// Its type.
    pub(in crate::values) kinds: Kinds,
}

/// A relationship.
#[derive(Clone)]
pub(in crate::values) struct PathRelationship<'g> {
    /// Its source.
    pub(super) source: Box<PathNode<'g>>,
    /// Its target.
    pub(super) target: Box<PathNode<'g>>,
    /// Its type.
    pub(super) kinds: Kinds,
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
pub(in crate::values) struct PathCapability<'g> {
    /// Its node.
    pub(super) owner: Box<PathNode<'g>>,
    /// Its definition, if it is known which capability of the node it is.
    pub(super) definition: Option<CapabilityId>,
    /// Its type.
    pub(super) kinds: Kinds,
}

impl Kinds {
    fn from_type_ref(meaning: TypeRef) -> Self {
        match meaning {
            TypeRef::Defined(id) => Kinds::One(id),
            TypeRef::BuiltIn(_) | TypeRef::Unknown => Kinds::Unknown,
        }
    }

    /// Returns the types in a list of a `valid_…` keyname.
    fn listed<'g>(types: &'g Types, list: Option<YamlNode<'g>>) -> Self {
        let Some(list) = list else { return Kinds::Unknown };
        let named: Option<Vec<DefinitionId>> =
            list.items().map(|name| types.definition_named(name)).collect();
        match named.as_deref() {
            None | Some([]) => Kinds::Unknown,
            Some(several) => Kinds::Listed(several.into()),
        }
    }

    /// Returns the types, if they are known.
    pub(super) fn ids(&self) -> &[DefinitionId] {
        match self {
            Kinds::Unknown => &[],
            Kinds::One(id) => std::slice::from_ref(id),
            Kinds::Listed(ids) | Kinds::Each(ids) => ids,
        }
    }

    /// Returns the types for which `lacks` is true, if the entity is each of several nodes in turn.
    pub(super) fn lacking(&self, lacks: impl Fn(&Kinds) -> bool) -> Vec<DefinitionId> {
        let Kinds::Each(ids) = self else { return Vec::new() };
        ids.iter().copied().filter(|id| lacks(&Kinds::One(*id))).collect()
    }

    /// Finds the member called `name` in a section of these types.
    pub(in crate::values) fn member<S: Section>(
        &self,
        types: &Types,
        section: S,
        name: &str,
    ) -> Lookup<MemberId<S::Member>> {
        self.first_of(types, &[section], name)
    }

    /// Finds the member called `name` in the first of `sections` that has it.
    pub(super) fn first_of<S: Section>(
        &self,
        types: &Types,
        sections: &[S],
        name: &str,
    ) -> Lookup<MemberId<S::Member>> {
        let mut unique: Option<MemberId<S::Member>> = None;
        let mut open = matches!(self, Kinds::Unknown);
        for id in self.ids() {
            let ty = types.get(*id);
            match sections.iter().find_map(|section| types.member(ty, *section, name)) {
                // Different types may define it differently.
                Some(member) if unique.is_some_and(|unique| unique != member) => return Lookup::Unknown,
                Some(member) => unique = Some(member),
                None => open |= ty.is_incomplete,
            }
        }
        match unique {
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

    /// Returns the names at which a path may end here.
    pub(super) fn names<'g>(&self, types: &'g Types, end: PathEnd) -> Vec<&'g str> {
        let all = self.ids().iter().map(|id| types.get(*id));
        match end {
            PathEnd::Artifact => all.flat_map(|ty| types.members(ty, Artifacts).names()).collect(),
            _ => {
                let all = all.flat_map(|ty| fields(end).iter().map(move |section| (ty, *section)));
                all.flat_map(|(ty, section)| types.members(ty, section).names()).collect()
            }
        }
    }

    /// Returns the names of the attributes alone at the end of a path to an attribute, else of what is read there.
    pub(super) fn own_names<'g>(&self, types: &'g Types, end: PathEnd) -> Vec<&'g str> {
        let all = self.ids().iter().map(|id| types.get(*id));
        let section = fields(end).first().copied();
        all.flat_map(|ty| section.map(|section| types.members(ty, section).names()).into_iter().flatten())
            .collect()
    }

    /// Describes the types in messages: ``node type `Db` ``.
    pub(super) fn in_words(&self, types: &Types) -> String {
        types_in_words(types, self.ids())
    }
}

/// Describes types in messages; of many, only the first are named.
pub(super) fn types_in_words(types: &Types, ids: &[DefinitionId]) -> String {
    const MAX_NAMES: usize = 4;
    let Some(first) = ids.first() else { return "an unknown type".to_owned() };
    let listed = if ids.len() > MAX_NAMES { &ids[..MAX_NAMES - 1] } else { ids };
    let mut names: Vec<String> = listed.iter().map(|id| quoted(types.get(*id).name())).collect();
    if ids.len() > listed.len() {
        names.push(format!("{} others", ids.len() - listed.len()));
    }
    let kind = types.get(*first).kind.name();
    format!("{kind} {}", crate::diagnostics::list(&names, "or"))
}

impl<'g> PathNode<'g> {
    /// Creates an unknown node.
    pub(super) fn unknown() -> Self {
        Self { template: None, kinds: Kinds::Unknown }
    }

    /// Creates a node of a type.
    pub(super) fn of_type(type_id: DefinitionId) -> Self {
        Self { template: None, kinds: Kinds::One(type_id) }
    }

    /// Creates the node that is each of some nodes in turn.
    pub(super) fn each(templates: &[NodeTemplateView<'g>]) -> Self {
        if let [only] = templates {
            return Self::of_template(*only);
        }
        let mut ids = Vec::new();
        for template in templates {
            let TypeRef::Defined(id) = template.node_type else { return Self::unknown() };
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        let kinds = match ids[..] {
            [] => Kinds::Unknown,
            [only] => Kinds::One(only),
            _ => Kinds::Each(ids.into()),
        };
        Self { template: None, kinds }
    }

    /// Creates the node of a node template.
    pub(in crate::values) fn of_template(template: NodeTemplateView<'g>) -> Self {
        Self { template: Some(template), kinds: Kinds::from_type_ref(template.node_type) }
    }
}

impl<'g> PathRelationship<'g> {
    /// Creates a relationship of a type, whose ends are known by the lists of the type (10.3-22).
    pub(super) fn of_type(types: &'g Types, type_id: DefinitionId) -> Self {
        let list = |get: fn(&crate::syntax::RelationshipType) -> Option<crate::yaml::NodeId>| {
            let list = types.lineage(types.get(type_id)).find_map(|ancestor| match ancestor.body() {
                crate::model::types::Body::Relationship(body) => {
                    get(body).map(|node| ancestor.key().tree().node(node))
                }
                _ => None,
            });
            PathNode { template: None, kinds: Kinds::listed(types, list) }
        };
        let source = list(|body| body.valid_source_node_types.as_ref().map(|list| list.0.node));
        let target = list(|body| body.valid_target_node_types.as_ref().map(|list| list.0.node));
        Self { kinds: Kinds::One(type_id), ..Self::between(source, target) }
    }

    /// Creates the relationship of a relationship template.
    pub(super) fn of_template(template: RelationshipTemplateView<'g>) -> Option<Self> {
        let TypeRef::Defined(type_id) = template.relationship_type else { return None };
        Some(Self {
            assigned: Some(Assigned::Template(template)),
            ..Self::of_type(template.service().types(), type_id)
        })
    }

    /// Creates the relationship of a requirement that is not assigned.
    pub(super) fn of_requirement(types: &'g Types, source: PathNode<'g>, id: RequirementId) -> Self {
        let requirement = types.requirement(id);
        let meaning = |used: Option<crate::model::types::TypeUse>| {
            used.map_or(Kinds::Unknown, |used| Kinds::from_type_ref(used.meaning))
        };
        let target = PathNode { template: None, kinds: meaning(requirement.node_type) };
        let kinds = meaning(requirement.relationship.relationship_type);
        Self { kinds, definition: Some(id), ..Self::between(source, target) }
    }

    /// Creates a relationship between nodes, of unknown type.
    pub(super) fn between(source: PathNode<'g>, target: PathNode<'g>) -> Self {
        Self {
            source: Box::new(source),
            target: Box::new(target),
            kinds: Kinds::Unknown,
            definition: None,
            assignment: None,
            assigned: None,
        }
    }

    /// Creates the relationship of a requirement assignment. A target or relationship that the definition does
    /// not allow is unknown, since the right one is.
    pub(in crate::values) fn of_assignment(
        source: PathNode<'g>,
        assignment: RequirementAssignmentView<'g>,
    ) -> Self {
        let service = assignment.service();
        let types = service.types();
        let definition = assignment.definition.map(|id| types.requirement(id));
        let node_type = definition.and_then(|definition| definition.node_type);
        let relationship_type = definition.and_then(|definition| definition.relationship.relationship_type);
        let is_wrong = |actual: TypeRef, expected: Option<TypeUse>| {
            expected.is_some_and(|expected| types.relation(actual, expected.meaning) == Truth::No)
        };
        let mut relationship = match assignment.definition {
            Some(id) => Self::of_requirement(service.types(), source, id),
            None => Self::between(source, PathNode::unknown()),
        };
        relationship.assignment = Some(assignment);
        match assignment.target {
            Target::Template(id, _) if is_wrong(service.node_template(id).node_type, node_type) => {
                *relationship.target = PathNode::unknown();
            }
            Target::Template(id, _) => {
                *relationship.target = PathNode::of_template(service.node_template(id));
            }
            Target::Type(ty) if is_wrong(ty, node_type) => *relationship.target = PathNode::unknown(),
            Target::Type(ty) => {
                *relationship.target = PathNode { template: None, kinds: Kinds::from_type_ref(ty) };
            }
            Target::Unknown => *relationship.target = PathNode::unknown(),
            Target::Open => {}
        }
        match assignment.connection {
            Connection::Template(id)
                if is_wrong(service.relationship_template(id).relationship_type, relationship_type) =>
            {
                relationship.kinds = Kinds::Unknown;
            }
            Connection::Type(ty) if is_wrong(ty, relationship_type) => relationship.kinds = Kinds::Unknown,
            Connection::Template(id) => {
                let template = service.relationship_template(id);
                relationship.kinds = Kinds::from_type_ref(template.relationship_type);
                relationship.assigned = Some(Assigned::Template(template));
            }
            Connection::Type(ty) => relationship.kinds = Kinds::from_type_ref(ty),
            Connection::Unknown => relationship.kinds = Kinds::Unknown,
            Connection::Open => {}
        }
        if let Some(crate::keynames::Either::Long(assignment)) = &assignment.written().relationship {
            relationship.assigned = Some(Assigned::Inline(service, assignment));
        }
        relationship
    }

    /// Returns its type, if that is known.
    pub(super) fn only_type(&self) -> Option<TypeRef> {
        match self.kinds.ids() {
            [only] => Some(TypeRef::Defined(*only)),
            _ => None,
        }
    }

    /// Returns the same relationship with another target.
    pub(super) fn with_target(self, target: PathNode<'g>) -> Self {
        Self { target: Box::new(target), ..self }
    }

    /// Returns the capability at its target.
    pub(super) fn capability(&self, types: &'g Types) -> PathCapability<'g> {
        let owner = self.target.clone();
        let assigned = self.assignment.and_then(|assignment| {
            assignment.written().capability.map(|name| assignment.service().node(name.node))
        });
        let defined = self.definition.and_then(|id| types.requirement(id).capability);
        let defined = defined.map(|used| types.node(used.node));
        let unknown = PathCapability { owner: owner.clone(), definition: None, kinds: Kinds::Unknown };
        let Some(name) = assigned.or(defined) else {
            // For a relationship type, only its list of capability types is known.
            return match (self.definition, &self.kinds) {
                (None, Kinds::One(type_id)) => {
                    let list =
                        types.lineage(types.get(*type_id)).find_map(|ancestor| match ancestor.body() {
                            crate::model::types::Body::Relationship(body) => {
                                let list = body.valid_capability_types.as_ref()?;
                                Some(ancestor.key().tree().node(list.0.node))
                            }
                            _ => None,
                        });
                    PathCapability { kinds: Kinds::listed(types, list), ..unknown }
                }
                _ => unknown,
            };
        };
        match types.definition_named(name) {
            Some(type_id) => {
                // Use the only capability of the node that has this type.
                let owner_types = owner.kinds.ids();
                let only = owner_types.first().filter(|_| owner_types.len() == 1);
                let members = only.map(|owner| types.members(types.get(*owner), Capabilities));
                let members = members.iter().flat_map(CapabilityTable::ids).copied();
                let fits = |id: &CapabilityId| {
                    let capability_type = types.capability(*id).capability_type;
                    capability_type.is_some_and(|capability_type| {
                        types.relation(capability_type.meaning, TypeRef::Defined(type_id)) != Truth::No
                    })
                };
                let fitting: Vec<CapabilityId> = members.filter(fits).collect();
                match fitting[..] {
                    [only] => PathCapability::of_definition(types, owner, only),
                    _ => PathCapability { kinds: Kinds::One(type_id), ..unknown },
                }
            }
            None => match owner.kinds.member(types, Capabilities, name.text()) {
                Lookup::Found(id) => PathCapability::of_definition(types, owner, id),
                _ => unknown,
            },
        }
    }
}

impl<'g> PathCapability<'g> {
    /// Creates a capability that a node type defines.
    pub(in crate::values) fn of_definition(
        types: &'g Types,
        owner: Box<PathNode<'g>>,
        id: CapabilityId,
    ) -> Self {
        let used = types.capability(id).capability_type;
        let kinds = used.map_or(Kinds::Unknown, |used| Kinds::from_type_ref(used.meaning));
        Self { owner, definition: Some(id), kinds }
    }
}

impl<'g> Entity<'g> {
    /// Returns its possible types.
    pub(super) fn kinds(&self) -> &Kinds {
        match self {
            Entity::Node(path_node) => &path_node.kinds,
            Entity::Relationship(relationship) => &relationship.kinds,
            Entity::Capability(capability) => &capability.kinds,
            Entity::Unknown => &Kinds::Unknown,
        }
    }

    /// Finds the field called `name` in the first of `sections` that has it: as the definition of the entity
    /// refines it, otherwise as its type defines it.
    pub(super) fn field(&self, types: &'g Types, sections: &[Fields], name: &str) -> Lookup<FieldId> {
        let refined = |section: &Fields| match self {
            Entity::Capability(capability) => {
                types.capability_fields(capability.definition?, *section).get(name)
            }
            Entity::Relationship(relationship) => {
                let used = relationship.only_type()?;
                types.assigned_relationship_fields(relationship.definition?, used, *section).get(name)
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

    /// Returns the value that is assigned to `name`, a property or another attribute.
    fn assigned(&self, types: &'g Types, kind: FieldKind, name: &str) -> Option<YamlNode<'g>> {
        macro_rules! section {
            ($record:expr) => {
                if kind == FieldKind::Property { &$record.properties } else { &$record.attributes }
            };
        }
        let (service, section) = match self {
            Entity::Node(path_node) => {
                let service = path_node.template?.service();
                let mut sections = path_node.template?.layers().filter_map(|layer| section!(layer).as_ref());
                return sections.find_map(|section| service.node(section.node).get(name));
            }
            Entity::Capability(capability) => {
                let (template, definition) =
                    (capability.owner.template?, types.capability(capability.definition?));
                (template.service(), section!(template.capability(definition.name()).given()?))
            }
            Entity::Relationship(relationship) => match relationship.assigned? {
                Assigned::Template(template) => (template.service(), section!(template.written())),
                Assigned::Inline(service, assignment) => (service, section!(assignment)),
            },
            Entity::Unknown => return None,
        };
        service.node(section.as_ref()?.node).get(name)
    }

    /// Returns the source of the value of a property, if it belongs to a node template.
    pub(super) fn given(&self, types: &'g Types, id: FieldId) -> Option<ValueOrigin<'g>> {
        match self {
            Entity::Node(path_node) => Some(path_node.template?.property(id)),
            Entity::Capability(capability) => {
                let template = capability.owner.template?;
                let key = types.capability(capability.definition?).key().text();
                Some(template.capability_property(key, id))
            }
            Entity::Relationship(_) | Entity::Unknown => None,
        }
    }

    /// Returns the value of a field, if it is given, and whether no other value can be given.
    pub(in crate::values) fn value(&self, types: &'g Types, id: FieldId) -> Option<(YamlNode<'g>, bool)> {
        let field = types.field(id);
        if field.kind == FieldKind::Property {
            match self.given(types, id) {
                Some(ValueOrigin::Value(value)) => return Some((value, true)),
                Some(ValueOrigin::Nothing | ValueOrigin::Unknown) => return None,
                None => {}
            }
        }
        let effective = field.effective();
        let fixed = effective.value.or_else(|| self.assigned(types, field.kind, field.name()));
        fixed.map(|value| (value, true)).or_else(|| Some((effective.default?, false)))
    }

    /// Returns the noun for it in messages.
    pub(super) fn noun(&self) -> &'static str {
        match self {
            Entity::Node(_) => "node",
            Entity::Relationship(_) => "relationship",
            Entity::Capability(_) => "capability",
            Entity::Unknown => "entity",
        }
    }
}

/// Returns the kinds of fields at which a path may end, in the order of lookup: each property is reflected by
/// an attribute.
pub(super) fn fields(end: PathEnd) -> &'static [Fields] {
    match end {
        PathEnd::Attribute => &[Fields::Attributes, Fields::Properties],
        PathEnd::Property | PathEnd::Allocation => &[Fields::Properties],
        PathEnd::Artifact => &[],
    }
}

/// Returns the noun for the end of a path in messages.
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
