//! From definitions to members: each linked to what it refines.

mod capabilities;
mod fields;
mod interfaces;
mod requirements;

use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, codes};
use crate::grammar::Map;
use crate::resolve::DefinitionId;
use crate::syntax::NodeType;
use crate::yaml::{Node, NodeId, Tree};

use super::field::{Field, FieldKind};
use super::members::{Capability, Interface, MemberId, Members, Operation, Part, Requirement, Section};
use super::types::{Body, TypeRef, TypeUse, Types};

/// Fills in the members of all types, visited in `order`: parents before children. Gives what is wrong
/// with definitions that only their ancestors show to be definitions.
pub(super) fn build(types: &mut Types<'_>, order: &[u32]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut scope = Scope::default();
    for &at in order {
        let at = at as usize;
        scope.leave_all_but(types.all[at].extent.0);
        let mut builder = Builder::new(types, &scope, at, &mut found);
        builder.build();
        let members = builder.finish();
        types.all[at].members = members;
        let of = &types.all[at];
        if of.extent.1 > of.extent.0 + 1 {
            scope.enter(of.id, of.extent.1, &of.members);
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

    fn enter(&mut self, owner: DefinitionId, end: u32, members: &Members<'g>) {
        let mut replaced = Vec::new();
        members.each(|section, key, index| {
            let name = (section, key.text());
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

/// Where definitions come from.
#[derive(Clone, Copy)]
struct Layer<'g> {
    /// The tree that they stand in.
    tree: &'g Tree,
    /// Where the members that earlier layers of the same holder gave start; none where there are none.
    start: Option<usize>,
    /// Whether they are those of an ancestor, applied again to another type.
    again: bool,
}

/// The definitions of a holder that count: its own and, where its type changes, those of its ancestors
/// before them.
type Layers<'g, T> = Vec<(Layer<'g>, &'g T)>;

/// Builds the members of one type.
struct Builder<'b, 'g> {
    types: &'b Types<'g>,
    scope: &'b Scope<'g>,
    id: DefinitionId,
    body: Body<'g>,
    found: &'b mut Vec<Diagnostic>,
    fields: Vec<Field<'g>>,
    capabilities: Vec<Capability<'g>>,
    requirements: Vec<Requirement<'g>>,
    interfaces: Vec<Interface<'g>>,
    operations: Vec<Operation<'g>>,
    members: Members<'g>,
}

impl<'b, 'g> Builder<'b, 'g> {
    fn new(types: &'b Types<'g>, scope: &'b Scope<'g>, at: usize, found: &'b mut Vec<Diagnostic>) -> Self {
        let of = &types.all[at];
        Self {
            types,
            scope,
            id: of.id,
            body: of.body,
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
        &self.types.graph.file(self.id.file).syntax.tree
    }

    fn node(&self, id: NodeId) -> Node<'g> {
        self.tree().node(id)
    }

    fn type_use(&self, tree: &'g Tree, name: NodeId) -> TypeUse<'g> {
        self.types.type_use(tree.node(name))
    }

    /// Reports a new name that differs from an inherited one in spelling only (9.3b-26).
    fn nearly_inherited(&mut self, kind: FieldKind, section: Section, key: Node<'g>) {
        if self.scope.way.is_empty() {
            return;
        }
        let Some(&name) = self.scope.spellings.get(&(section, spelling(key.text()))) else { return };
        if let Some(place) = self.inherited(section, name).map(|id| self.field(id).key.span()) {
            let found = codes::nearly_inherited_name::found(key.span(), kind.name(), key.text(), name, place);
            self.found.push(found);
        }
    }

    /// What the type inherits under a name.
    fn inherited(&self, section: Section, name: &str) -> Option<MemberId> {
        if self.scope.way.is_empty() {
            return None;
        }
        self.scope.members.get(&(section, name)).copied()
    }

    fn build(&mut self) {
        let (properties, attributes) = match self.body {
            Body::Artifact(body) => (&body.properties, None),
            Body::Data(body) => (&body.properties, None),
            Body::Capability(body) => (&body.properties, body.attributes.as_ref()),
            Body::Relationship(body) => (&body.properties, body.attributes.as_ref()),
            Body::Node(body) => (&body.properties, body.attributes.as_ref()),
            Body::Group(body) => (&body.properties, body.attributes.as_ref()),
            Body::Policy(body) => (&body.properties, None),
            Body::Interface(_) | Body::Unread => (&None, None),
        };
        let own = Layer { tree: self.tree(), start: None, again: false };
        self.members.properties = self.properties(properties.as_ref(), Holder::Type, own);
        self.members.attributes = self.attributes(attributes, Holder::Type, own);
        match self.body {
            Body::Node(body) => self.node_type(body),
            Body::Relationship(body) => {
                let start = self.interfaces.len();
                self.own_interfaces(body.interfaces.as_ref());
                self.members.own_interfaces = part_from(start, self.interfaces.len());
            }
            Body::Interface(body) => {
                self.members.inputs = self.inputs(body.inputs.as_ref(), Holder::Type, own);
                let operations = body.operations.as_ref().map(|map| &map.0);
                self.members.own_operations = self.own_operations(operations);
                let notifications = body.notifications.as_ref().map(|map| &map.0);
                self.members.own_notifications = self.own_notifications(notifications);
            }
            Body::Policy(body) => self.members.triggers = self.keys(body.triggers.as_ref()),
            _ => {}
        }
    }

    fn node_type(&mut self, body: &'g NodeType) {
        self.own_capabilities(body.capabilities.as_ref());
        // Interfaces of relationships stand behind those of the type.
        self.own_interfaces(body.interfaces.as_ref());
        self.members.own_interfaces = part_from(0, self.interfaces.len());
        for entry in body.requirements.iter().flat_map(|named| &named.entries) {
            self.requirement(entry.key, &entry.value);
        }
        self.members.artifacts = self.keys(body.artifacts.as_ref());
    }

    fn keys<T>(&self, map: Option<&'g Map<T>>) -> Box<[Node<'g>]> {
        all_keys(map).map(|(key, _)| self.node(key)).collect()
    }

    fn finish(self) -> Members<'g> {
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
    fn field(&self, id: MemberId) -> &Field<'g> {
        let fields =
            if id.owner == self.id { &self.fields[..] } else { &self.types.get(id.owner).members.fields };
        &fields[id.index as usize]
    }

    fn operation(&self, id: MemberId) -> &Operation<'g> {
        let own = id.owner == self.id;
        let list = if own { &self.operations[..] } else { &self.types.get(id.owner).members.operations };
        &list[id.index as usize]
    }

    fn interface(&self, id: MemberId) -> &Interface<'g> {
        let own = id.owner == self.id;
        let list = if own { &self.interfaces[..] } else { &self.types.get(id.owner).members.interfaces };
        &list[id.index as usize]
    }

    /// The member `name` of a type that is built already.
    fn member_of(&self, of: TypeRef, section: Section, name: &str) -> Option<MemberId> {
        self.types.member(self.types.defined(of)?, section, name)
    }

    /// The field that one called `name` refines.
    fn base(&self, holder: Holder, kind: FieldKind, layer: Layer<'g>, name: &str) -> Option<MemberId> {
        let own = layer.start.and_then(|start| {
            (start..self.fields.len()).rev().find(|&at| {
                let field = &self.fields[at];
                field.kind == kind && field.name() == name
            })
        });
        if let Some(at) = own {
            return Some(MemberId { owner: self.id, index: number(at) });
        }
        let section = match kind {
            FieldKind::Property => Section::Property,
            FieldKind::Attribute => Section::Attribute,
            FieldKind::Input => Section::Input,
            // Interfaces have no outputs.
            FieldKind::Output => Section::Trigger,
        };
        let (chain, of) = match holder {
            Holder::Type => return self.inherited(section, name),
            Holder::Capability(inherited, of) => (self.in_capabilities(inherited, kind, name), of),
            Holder::Relationship(inherited, of) => (self.in_relationships(inherited, kind, name), of),
            Holder::Interface(inherited, of) => (self.in_interfaces(inherited, name), of),
            Holder::Operation(inherited) => return self.in_operations(inherited, kind, name),
        };
        chain.or_else(|| self.member_of(of, section, name))
    }

    /// The field `name` in a part of the fields of a type.
    fn in_part(&self, owner: DefinitionId, part: &Part, name: &str) -> Option<MemberId> {
        let index = part.clone().rev().find(|&index| self.field(MemberId { owner, index }).name() == name)?;
        Some(MemberId { owner, index })
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
