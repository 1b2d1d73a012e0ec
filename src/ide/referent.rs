//! What a name can mean.

use std::hash::{Hash, Hasher};

use crate::base::{FileId, Span};
use crate::functions::Function;
use crate::keynames::{Keyname, Meta, NameKind};
use crate::literals::BuiltIn;
use crate::load::File;
use crate::model::Model;
use crate::model::types::{
    ArtifactId, Artifacts, CapabilityId, FieldId, InterfaceId, MemberId, OperationId, Record, RequirementId,
    Section, TriggerId, Triggers, Types,
};
use crate::resolve::DefinitionId;
use crate::yaml::{Node, SourceNode};

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Referent {
    /// A type that a file defines.
    Type(DefinitionId),
    /// A data type of the standard.
    BuiltInType(BuiltIn),
    /// A property, attribute or parameter of a type.
    Field(FieldId),
    /// A capability of a node type.
    Capability(CapabilityId),
    /// A requirement of a node type.
    Requirement(RequirementId),
    /// An interface of a node type or relationship type.
    Interface(InterfaceId),
    /// An operation or notification.
    Operation(OperationId),
    /// An artifact of a node type.
    Artifact(ArtifactId),
    /// A trigger of a policy type.
    Trigger(TriggerId),
    /// A function that a file defines.
    Function(DefinitionId),
    /// A function of the standard, by its name.
    BuiltInFunction(&'static str),
    /// A part of a service template, or of a file, by the scalar that names it.
    Part(PartKind, SourceNode),
    /// A file.
    File(FileId),
    /// A keyname.
    Keyname(KeynameOf),
}

/// What a part of a service template or of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartKind {
    /// §7.2
    NodeTemplate,
    /// §7.4
    RelationshipTemplate,
    /// §16.2
    Group,
    /// §16.4
    Policy,
    /// §13.2
    Workflow,
    /// §13.2.2
    Step,
    /// An input of a service template or a workflow.
    Input,
    /// An output of a service template or a workflow.
    Output,
    /// An artifact that its node template alone has.
    Artifact,
    /// A trigger that its policy alone has.
    Trigger,
    /// §6.5
    Repository,
    /// The namespace of an import.
    Namespace,
    /// The profile that a file declares.
    Profile,
}

/// A keyname and the table that has it.
#[derive(Clone, Copy, Debug)]
pub struct KeynameOf {
    /// The table.
    pub table: &'static Meta,
    /// The row.
    pub keyname: &'static Keyname,
}

impl KeynameOf {
    fn names(self) -> (&'static str, &'static str) {
        (self.table.name, self.keyname.name)
    }
}

impl PartialEq for KeynameOf {
    fn eq(&self, other: &Self) -> bool {
        self.names() == other.names()
    }
}

impl Eq for KeynameOf {}

impl Hash for KeynameOf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.names().hash(state);
    }
}

impl PartKind {
    /// What it is called: `node template`.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            PartKind::NodeTemplate => "node template",
            PartKind::RelationshipTemplate => "relationship template",
            PartKind::Group => "group",
            PartKind::Policy => "policy",
            PartKind::Workflow => "workflow",
            PartKind::Step => "workflow step",
            PartKind::Input => "input",
            PartKind::Output => "output",
            PartKind::Artifact => "artifact",
            PartKind::Trigger => "trigger",
            PartKind::Repository => "repository",
            PartKind::Namespace => "namespace",
            PartKind::Profile => "profile",
        }
    }
}

impl Referent {
    /// What a name is resolved to.
    pub(super) fn of_definition(types: &Types, id: DefinitionId) -> Self {
        let definition = types.names.definition(id);
        let part = |part| Referent::Part(part, SourceNode { file: id.file, node: definition.key });
        match definition.kind {
            NameKind::Repository => part(PartKind::Repository),
            NameKind::Function => Referent::Function(id),
            NameKind::NodeTemplate => part(PartKind::NodeTemplate),
            NameKind::RelationshipTemplate => part(PartKind::RelationshipTemplate),
            NameKind::Group => part(PartKind::Group),
            NameKind::Workflow => part(PartKind::Workflow),
            _ => Referent::Type(id),
        }
    }

    /// A field, as the nearest definition that is written has it: not as one that is there only because the type of
    /// its holder became narrower.
    pub(super) fn of_field(types: &Types, id: FieldId) -> Self {
        let above = |id: &FieldId| types.field(*id).inherited.filter(|_| types.field(*id).again().is_some());
        Referent::Field(last(id, above))
    }

    /// An interface, likewise.
    pub(super) fn of_interface(types: &Types, id: InterfaceId) -> Self {
        let above = |id: &InterfaceId| {
            types.interface(*id).inherited.filter(|_| types.interface(*id).again().is_some())
        };
        Referent::Interface(last(id, above))
    }

    /// An operation or notification, likewise.
    pub(super) fn of_operation(types: &Types, id: OperationId) -> Self {
        let above = |id: &OperationId| {
            types.operation(*id).inherited.filter(|_| types.operation(*id).again().is_some())
        };
        Referent::Operation(last(id, above))
    }

    /// The first definition of a member that others refine; all of these are one for those who look for references.
    #[must_use]
    pub fn family(self, model: &Model) -> Self {
        let types = &model.types;
        match self {
            Referent::Field(id) => Referent::Field(last(id, |id| types.field(*id).inherited)),
            Referent::Capability(id) => Referent::Capability(last(id, |id| types.capability(*id).inherited)),
            Referent::Requirement(id) => {
                Referent::Requirement(last(id, |id| types.requirement(*id).inherited))
            }
            Referent::Interface(id) => Referent::Interface(last(id, |id| types.interface(*id).inherited)),
            Referent::Operation(id) => Referent::Operation(last(id, |id| types.operation(*id).inherited)),
            Referent::Artifact(id) => Referent::Artifact(last(id, |id| above(types, Artifacts, *id))),
            Referent::Trigger(id) => Referent::Trigger(last(id, |id| above(types, Triggers, *id))),
            _ => self,
        }
    }

    /// The name in its definition.
    fn node(self, model: &Model) -> Option<Node<'_>> {
        let types = &model.types;
        let definition =
            |id: DefinitionId| types.node(SourceNode { file: id.file, node: types.names.definition(id).key });
        Some(match self {
            Referent::Type(id) | Referent::Function(id) => definition(id),
            Referent::Field(id) => types.key_of(id),
            Referent::Capability(id) => types.key_of(id),
            Referent::Requirement(id) => types.key_of(id),
            Referent::Interface(id) => types.key_of(id),
            Referent::Operation(id) => types.key_of(id),
            Referent::Artifact(id) => types.key_of(id),
            Referent::Trigger(id) => types.key_of(id),
            Referent::Part(_, node) => types.node(node),
            Referent::BuiltInType(_)
            | Referent::BuiltInFunction(_)
            | Referent::File(_)
            | Referent::Keyname(_) => return None,
        })
    }

    /// Where it is defined.
    pub(super) fn definition(self, model: &Model) -> Option<Span> {
        match self {
            Referent::File(file) => model.types.graph.get(file).map(|file| Span::start_of(file.id)),
            _ => self.node(model).and_then(|node| name_span(node, node.text())),
        }
    }

    /// The name; of a file, its path.
    #[must_use]
    pub fn name(self, model: &Model) -> &str {
        match self {
            Referent::BuiltInType(built_in) => built_in.name(),
            Referent::BuiltInFunction(name) => name,
            Referent::Keyname(keyname) => keyname.keyname.name,
            Referent::File(file) => {
                model.types.graph.get(file).map_or("", |file| file.source().path.as_str())
            }
            _ => self.node(model).map_or("", Node::text),
        }
    }

    /// What it is, in words: ``property `port` of node type `Server` ``.
    #[must_use]
    pub fn in_words(self, model: &Model) -> String {
        let types = &model.types;
        let name = self.name(model);
        let member = |noun: &str, owner: DefinitionId| {
            let owner = types.get(owner);
            format!("{noun} `{name}` of {} `{}`", owner.kind.name(), owner.name())
        };
        match self {
            Referent::Type(id) => format!("{} `{name}`", types.get(id).kind.name()),
            Referent::BuiltInType(_) => format!("built-in data type `{name}`"),
            Referent::Field(id) => member(types.field(id).kind.name(), id.owner()),
            Referent::Capability(id) => member("capability", id.owner()),
            Referent::Requirement(id) => member("requirement", id.owner()),
            Referent::Interface(id) => member("interface", id.owner()),
            Referent::Operation(id) => member("operation", id.owner()),
            Referent::Artifact(id) => member("artifact", id.owner()),
            Referent::Trigger(id) => member("trigger", id.owner()),
            Referent::Function(_) => format!("function `{name}`"),
            Referent::BuiltInFunction(_) => format!("built-in function `{name}`"),
            Referent::Part(part, _) => format!("{} `{name}`", part.noun()),
            Referent::File(_) => format!("file `{name}`"),
            Referent::Keyname(keyname) => format!("keyname `{name}` of a {}", keyname.table.name),
        }
    }

    /// Whether a file can mention it at all: a quick look at the texts of its scalars.
    pub(super) fn may_occur(self, model: &Model, file: &File) -> bool {
        // A language may have other spellings for a name.
        if matches!(self, Referent::File(_)) || file.policies().names.implicit.is_some() {
            return true;
        }
        let name = self.name(model);
        let tree = file.tree();
        tree.mentions(name) || tree.texts().any(|text| text.len() > name.len() && text.contains(name))
    }
}

/// The built-in function that a call names.
pub(super) fn built_in_function(name: &str) -> Option<Referent> {
    Some(Referent::BuiltInFunction(Function::named(name)?.name))
}

/// The definition of an inherited member that a type replaces.
fn above<S: Section>(types: &Types, section: S, id: MemberId<S::Member>) -> Option<MemberId<S::Member>>
where
    S::Member: Record,
{
    let parent = types.parent(types.get(id.owner()).record())?;
    types.member(parent, section, types.name_of(id))
}

/// The last of what follows from `first`.
fn last<T: Copy>(first: T, next: impl Fn(&T) -> Option<T>) -> T {
    std::iter::successors(Some(first), next).last().unwrap_or(first)
}

/// Where `name` is written at the end of the scalar `node`, without quotes and what stands in front of it. All of
/// the scalar where it is written otherwise; nothing where a dialect made the node up.
pub(super) fn name_span(node: Node<'_>, name: &str) -> Option<Span> {
    node.tree().origin(node.id())?;
    let (span, written) = unquoted(node);
    if span.is_empty() {
        return None;
    }
    let before = written.strip_suffix(name).map_or(0, str::len);
    Some(part_of(span, before, written.len()))
}

/// A scalar without its quotes.
pub(super) fn unquoted(node: Node<'_>) -> (Span, &str) {
    let (span, written) = (node.span(), node.written());
    let inner = ['"', '\''].iter().find_map(|quote| written.strip_prefix(*quote)?.strip_suffix(*quote));
    match inner {
        Some(inner) => (Span::new(span.file, span.start + 1, span.end - 1), inner),
        None => (span, written),
    }
}

/// The bytes `from..to` of a span.
pub(super) fn part_of(span: Span, from: usize, to: usize) -> Span {
    let place = |at: usize| span.start + u32::try_from(at).unwrap_or(0);
    Span::new(span.file, place(from), place(to))
}
