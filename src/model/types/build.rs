//! From definitions to members: each linked to what it refines.

mod capabilities;
mod fields;
mod interfaces;
mod requirements;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, codes};
use crate::grammar::Map;
use crate::load::FileGraph;
use crate::model::Truth;
use crate::resolve::DefinitionId;
use crate::syntax::NodeType;
use crate::yaml::{Node, NodeId, SourceNode, Tree};

use super::field::{Field, FieldKind};
use super::members::{Capability, Interface, MemberId, Members, Operation, Part, Requirement, Section};
use super::store::{Body, TypeRef, TypeUse, Types};

/// Fills in the members of all types, visited in `order`: parents before children. Gives what is wrong
/// with definitions that only their ancestors show to be definitions.
pub(super) fn build(types: &mut Types, order: &[u32]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let graph = Arc::clone(&types.graph);
    let mut scope = Scope::default();
    for &at in order {
        let at = at as usize;
        scope.leave_all_but(types.all[at].extent.0);
        let mut builder = Builder::new(types, &graph, &scope, at, &mut found);
        builder.build();
        let members = builder.finish();
        types.all[at].members = members;
        let of = &types.all[at];
        if of.extent.1 > of.extent.0 + 1 {
            scope.enter(&graph, of.id, of.extent.1, &of.members);
        }
    }
    found
}

/// Names and what they meant before.
type Replaced<'g> = Vec<((Section, &'g str), Option<MemberId>)>;

/// The members that a type inherits, by name: those of the types on the way from the top of the hierarchy.
#[derive(Default)]
struct Scope<'g> {
    members: FxHashMap<(Section, &'g str), MemberId>,
    /// Names of properties and attributes without case and separators, as they are written.
    spellings: FxHashMap<(Section, String), &'g str>,
    /// For each type on the way, where its descendants end and what its members replaced.
    way: Vec<(u32, Replaced<'g>)>,
}

impl<'g> Scope<'g> {
    /// Leaves the types that the type with this number does not derive from.
    fn leave_all_but(&mut self, number: u32) {
        while let Some((_, replaced)) = self.way.pop_if(|(end, _)| *end <= number) {
            for (name, before) in replaced.into_iter().rev() {
                match before {
                    Some(before) => {
                        self.members.insert(name, before);
                    }
                    None => {
                        self.members.remove(&name);
                        let spelled = (name.0, spelling(name.1));
                        if self.spellings.get(&spelled).is_some_and(|known| std::ptr::eq(*known, name.1)) {
                            self.spellings.remove(&spelled);
                        }
                    }
                }
            }
        }
    }

    fn enter(&mut self, graph: &'g FileGraph, owner: DefinitionId, end: u32, members: &Members) {
        let mut replaced = Vec::new();
        members.each(|section, key, index| {
            let name = (section, graph.node(key).text());
            // Of requirements of one name, which is reported, the first counts.
            if section == Section::Requirement
                && self.members.get(&name).is_some_and(|known| known.owner == owner)
            {
                return;
            }
            replaced.push((name, self.members.insert(name, MemberId { owner, index })));
            if matches!(section, Section::Property | Section::Attribute) {
                self.spellings.entry((section, spelling(name.1))).or_insert(name.1);
            }
        });
        self.way.push((end, replaced));
    }
}

/// What a member of a capability, interface, relationship or operation may refine.
#[derive(Clone, Copy)]
enum Holder {
    /// What the type itself inherits.
    Type,
    /// The members of an inherited capability, then those of a capability type.
    Capability(Option<MemberId>, TypeRef),
    /// The members of the relationship of an inherited requirement, then those of a relationship type.
    Relationship(Option<MemberId>, TypeRef),
    /// The members of an inherited interface, then those of an interface type.
    Interface(Option<MemberId>, TypeRef),
    /// The parameters of an inherited operation.
    Operation(Option<MemberId>),
}

/// Builds the members of one type.
struct Builder<'b, 'g> {
    types: &'b Types,
    graph: &'g FileGraph,
    scope: &'b Scope<'g>,
    id: DefinitionId,
    found: &'b mut Vec<Diagnostic>,
    fields: Vec<Field>,
    capabilities: Vec<Capability>,
    requirements: Vec<Requirement>,
    interfaces: Vec<Interface>,
    operations: Vec<Operation>,
    members: Members,
}

impl<'b, 'g> Builder<'b, 'g> {
    fn new(
        types: &'b Types,
        graph: &'g FileGraph,
        scope: &'b Scope<'g>,
        at: usize,
        found: &'b mut Vec<Diagnostic>,
    ) -> Self {
        let of = &types.all[at];
        Self {
            types,
            graph,
            scope,
            id: of.id,
            found,
            fields: Vec::new(),
            capabilities: Vec::new(),
            requirements: Vec::new(),
            interfaces: Vec::new(),
            operations: Vec::new(),
            members: Members::default(),
        }
    }

    fn tree(&self) -> &'g Tree {
        self.graph.file(self.id.file).tree()
    }

    fn node(&self, id: NodeId) -> Node<'g> {
        self.tree().node(id)
    }

    /// The text of a node of any file.
    fn text(&self, node: SourceNode) -> &'g str {
        self.graph.node(node).text()
    }

    fn type_use(&self, tree: &Tree, name: NodeId) -> TypeUse {
        self.types.type_use(tree.node(name))
    }

    /// Reports a new name that differs from an inherited one in spelling only (9.3b-26).
    fn nearly_inherited(&mut self, kind: FieldKind, section: Section, key: Node<'g>) {
        if self.scope.spellings.is_empty() {
            return;
        }
        let Some(&name) = self.scope.spellings.get(&(section, spelling(key.text()))) else { return };
        if let Some(place) =
            self.inherited(section, name).map(|id| self.types.node(self.field(id).key).span())
        {
            let found = codes::nearly_inherited_name::found(key.span(), kind.name(), key.text(), name, place);
            self.found.push(found);
        }
    }

    /// What the type inherits under a name.
    fn inherited(&self, section: Section, name: &str) -> Option<MemberId> {
        if self.scope.members.is_empty() {
            return None;
        }
        self.scope.members.get(&(section, name)).copied()
    }

    fn build(&mut self) {
        let body = &self.types.record(self.id).body;
        let (properties, attributes) = match body {
            Body::Artifact(body) => (&body.properties, None),
            Body::Data(body) => (&body.properties, None),
            Body::Capability(body) => (&body.properties, body.attributes.as_ref()),
            Body::Relationship(body) => (&body.properties, body.attributes.as_ref()),
            Body::Node(body) => (&body.properties, body.attributes.as_ref()),
            Body::Group(body) => (&body.properties, body.attributes.as_ref()),
            Body::Policy(body) => (&body.properties, None),
            Body::Interface(_) | Body::Unreadable => (&None, None),
        };
        self.members.properties = self.properties(properties.as_ref(), Holder::Type, None);
        self.members.attributes = self.attributes(attributes, Holder::Type, None);
        match body {
            Body::Node(body) => self.node_type(body),
            Body::Relationship(body) => {
                let start = self.interfaces.len();
                self.own_interfaces(body.interfaces.as_ref());
                self.members.own_interfaces = part_from(start, self.interfaces.len());
            }
            Body::Interface(body) => {
                self.members.inputs = self.inputs(body.inputs.as_ref(), Holder::Type, None);
                let operations = body.operations.as_ref().map(|map| &map.0);
                self.members.own_operations = self.own_operations(operations);
                let notifications = body.notifications.as_ref().map(|map| &map.0);
                self.members.own_notifications = self.own_notifications(notifications);
            }
            Body::Policy(body) => self.members.triggers = self.keys(body.triggers.as_ref()),
            _ => {}
        }
    }

    fn node_type(&mut self, body: &NodeType) {
        self.own_capabilities(body.capabilities.as_ref());
        // Interfaces of relationships stand behind those of the type.
        self.own_interfaces(body.interfaces.as_ref());
        self.members.own_interfaces = part_from(0, self.interfaces.len());
        for entry in body.requirements.iter().flat_map(|named| &named.entries) {
            self.requirement(entry.key, &entry.value);
        }
        self.members.artifacts = self.keys(body.artifacts.as_ref());
    }

    fn keys<T>(&self, map: Option<&Map<T>>) -> Box<[SourceNode]> {
        all_keys(map).map(|(key, _)| self.node(key).source()).collect()
    }

    fn finish(self) -> Members {
        Members {
            fields: self.fields.into(),
            capabilities: self.capabilities.into(),
            requirements: self.requirements.into(),
            interfaces: self.interfaces.into(),
            operations: self.operations.into(),
            ..self.members
        }
    }

    /// A field of any type that is built already, or of this one.
    fn field(&self, id: MemberId) -> &Field {
        let fields =
            if id.owner == self.id { &self.fields[..] } else { &self.types.record(id.owner).members.fields };
        &fields[id.index as usize]
    }

    fn operation(&self, id: MemberId) -> &Operation {
        let own = id.owner == self.id;
        let list = if own { &self.operations[..] } else { &self.types.record(id.owner).members.operations };
        &list[id.index as usize]
    }

    fn interface(&self, id: MemberId) -> &Interface {
        let own = id.owner == self.id;
        let list = if own { &self.interfaces[..] } else { &self.types.record(id.owner).members.interfaces };
        &list[id.index as usize]
    }

    /// The member `name` of a type that is built already.
    fn member_of(&self, of: TypeRef, section: Section, name: &str) -> Option<MemberId> {
        self.types.member(self.types.defined(of)?, section, name)
    }

    /// The field that one called `name` refines; fields of the same holder from `start` on come first.
    fn base(&self, holder: Holder, kind: FieldKind, start: Option<usize>, name: &str) -> Option<MemberId> {
        let own = start.and_then(|start| {
            (start..self.fields.len()).rev().find(|&at| {
                let field = &self.fields[at];
                field.kind == kind && self.text(field.key) == name
            })
        });
        if let Some(at) = own {
            return Some(MemberId { owner: self.id, index: number(at) });
        }
        let of = match holder {
            Holder::Type => return self.inherited(section(kind), name),
            Holder::Operation(_) => return self.in_chain(holder, kind, name),
            Holder::Capability(_, of) | Holder::Relationship(_, of) | Holder::Interface(_, of) => of,
        };
        self.in_chain(holder, kind, name).or_else(|| self.member_of(of, section(kind), name))
    }

    /// The field `name` among the refinements that a holder inherits.
    fn in_chain(&self, holder: Holder, kind: FieldKind, name: &str) -> Option<MemberId> {
        match holder {
            Holder::Type => self.inherited(section(kind), name),
            Holder::Capability(inherited, _) => self.in_capabilities(inherited, kind, name),
            Holder::Relationship(inherited, _) => self.in_relationships(inherited, kind, name),
            Holder::Interface(inherited, _) => self.in_interfaces(inherited, name),
            Holder::Operation(inherited) => self.in_operations(inherited, kind, name),
        }
    }

    /// What the types from `new` up to `old`, exclusive, define in a section: the nearest definition of each
    /// name.
    fn gained(&self, section: Section, new: TypeRef, old: TypeRef) -> Vec<(&'g str, MemberId)> {
        let mut names: indexmap::IndexMap<&'g str, MemberId> = indexmap::IndexMap::new();
        let Some(new) = self.types.defined(new) else { return Vec::new() };
        for ancestor in self.types.lineage(new).take_while(|of| TypeRef::Defined(of.id) != old) {
            ancestor.members.each(|found, key, index| {
                if found == section {
                    names.entry(self.text(key)).or_insert(MemberId { owner: ancestor.id, index });
                }
            });
        }
        names.into_iter().collect()
    }

    /// Puts the refinements that a holder inherits above what a narrower type, named at `place`, makes of
    /// the same fields (8.3-06, A-70).
    fn rebase_fields(&mut self, kind: FieldKind, holder: Holder, old: TypeRef, place: SourceNode) {
        let (Holder::Capability(_, new) | Holder::Relationship(_, new) | Holder::Interface(_, new)) = holder
        else {
            return;
        };
        for (name, also) in self.gained(section(kind), new, old) {
            let Some(before) = self.in_chain(holder, kind, name) else { continue };
            let first = self.member_of(old, section(kind), name);
            self.rebase(before, first, also, place);
        }
    }

    fn rebase(&mut self, before: MemberId, first: Option<MemberId>, also: MemberId, place: SourceNode) {
        let (mine, theirs) = (self.field(before), self.field(also));
        let narrower = match (mine.data_type, theirs.data_type) {
            (Some(mine), Some(theirs)) => self.types.relation(theirs, mine) == Truth::Yes,
            (mine, _) => mine.is_none(),
        };
        let first = first.map(|id| (id, self.field(id)));
        let field = Field::rebase((before, mine), first, (also, theirs), narrower, place);
        self.fields.push(field);
    }

    /// The field `name` in a part of the fields of a type.
    fn in_part(&self, owner: DefinitionId, part: &Part, name: &str) -> Option<MemberId> {
        let index =
            part.clone().rev().find(|&index| self.text(self.field(MemberId { owner, index }).key) == name)?;
        Some(MemberId { owner, index })
    }
}

/// The section of fields of a kind; interfaces have no outputs.
fn section(kind: FieldKind) -> Section {
    match kind {
        FieldKind::Property => Section::Property,
        FieldKind::Attribute => Section::Attribute,
        FieldKind::Input => Section::Input,
        FieldKind::Output => Section::Trigger,
    }
}

/// All keys of a map with their entries, none where an entry could not be read.
fn all_keys<T>(map: Option<&Map<T>>) -> impl Iterator<Item = (NodeId, Option<&T>)> {
    let read = map.into_iter().flat_map(|map| &map.entries).map(|(key, entry)| (*key, Some(entry)));
    read.chain(map.into_iter().flat_map(|map| &map.unread).map(|key| (*key, None)))
}

/// A name without case and separators.
fn spelling(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn part_from(start: usize, end: usize) -> Part {
    number(start)..number(end)
}
