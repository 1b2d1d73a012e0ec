//! The possible meanings of names.

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
use crate::yaml::{SourceNode, YamlNode};

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Referent {
    /// A type that a file defines.
    Type(DefinitionId),
    /// A built-in data type.
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
    /// A built-in function, by its name.
    BuiltInFunction(&'static str),
    /// A part of a service template or file, by the scalar that names it.
    Part(PartKind, SourceNode),
    /// A file.
    File(FileId),
    /// A keyname.
    Keyname(TableKeyname),
}

/// The kind of a part of a service template or file.
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
    /// An artifact that only its node template has.
    Artifact,
    /// A trigger that only its policy has.
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
pub struct TableKeyname {
    /// The table.
    pub table: &'static Meta,
    /// The row.
    pub keyname: &'static Keyname,
}

impl TableKeyname {
    fn names(self) -> (&'static str, &'static str) {
        (self.table.name, self.keyname.name)
    }
}

impl PartialEq for TableKeyname {
    fn eq(&self, other: &Self) -> bool {
        self.names() == other.names()
    }
}

impl Eq for TableKeyname {}

impl Hash for TableKeyname {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.names().hash(state);
    }
}

impl PartKind {
    /// Returns its name in messages: `node template`.
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
    /// Returns the referent of a resolved name.
    pub(super) fn from_definition(types: &Types, id: DefinitionId) -> Self {
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

    /// Returns the referent of a field: its nearest written definition. Definitions that exist only because
    /// the type of their owner was narrowed are skipped.
    pub(super) fn from_field(types: &Types, id: FieldId) -> Self {
        let inherited = |id: &FieldId| {
            types.field(*id).inherited().filter(|_| types.field(*id).narrower_type_node().is_some())
        };
        Referent::Field(last(id, inherited))
    }

    /// Returns the referent of an interface, as for a field.
    pub(super) fn from_interface(types: &Types, id: InterfaceId) -> Self {
        let inherited = |id: &InterfaceId| {
            types.interface(*id).inherited.filter(|_| types.interface(*id).narrower_type_node().is_some())
        };
        Referent::Interface(last(id, inherited))
    }

    /// Returns the referent of an operation or notification, as for a field.
    pub(super) fn from_operation(types: &Types, id: OperationId) -> Self {
        let inherited = |id: &OperationId| {
            types.operation(*id).inherited.filter(|_| types.operation(*id).narrower_type_node().is_some())
        };
        Referent::Operation(last(id, inherited))
    }

    /// Returns the first definition of a member that others refine. All of its refinements have the same
    /// references.
    #[must_use]
    pub fn family(self, model: &Model) -> Self {
        last(self, |referent| referent.refined(model))
    }

    /// Returns the definition that this one refines.
    #[must_use]
    pub fn refined(self, model: &Model) -> Option<Self> {
        let types = &model.types;
        match self {
            Referent::Field(id) => types.field(id).inherited().map(Referent::Field),
            Referent::Capability(id) => types.capability(id).inherited.map(Referent::Capability),
            Referent::Requirement(id) => types.requirement(id).inherited.map(Referent::Requirement),
            Referent::Interface(id) => types.interface(id).inherited.map(Referent::Interface),
            Referent::Operation(id) => types.operation(id).inherited.map(Referent::Operation),
            Referent::Artifact(id) => replaced_member(types, Artifacts, id).map(Referent::Artifact),
            Referent::Trigger(id) => replaced_member(types, Triggers, id).map(Referent::Trigger),
            _ => None,
        }
    }

    /// Returns the name in its definition.
    pub(super) fn node(self, model: &Model) -> Option<YamlNode<'_>> {
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

    /// Returns the span of its definition.
    pub(super) fn definition(self, model: &Model) -> Option<Span> {
        match self {
            Referent::File(file) => model.types.graph.get(file).map(|file| Span::start_of(file.id)),
            _ => self.node(model).and_then(|node| name_span(node, node.text())),
        }
    }

    /// Returns the name, or the path of a file.
    #[must_use]
    pub fn name(self, model: &Model) -> &str {
        match self {
            Referent::BuiltInType(built_in) => built_in.name(),
            Referent::BuiltInFunction(name) => name,
            Referent::Keyname(keyname) => keyname.keyname.name,
            Referent::File(file) => {
                model.types.graph.get(file).map_or("", |file| file.source().path.as_str())
            }
            _ => self.node(model).map_or("", YamlNode::text),
        }
    }

    /// Returns a description: ``property `port` of node type `Server` ``.
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

    /// Whether a file may mention it; a quick search in the texts of scalars.
    pub(super) fn may_occur(self, model: &Model, file: &File) -> bool {
        // A dialect may have other spellings for a name.
        if matches!(self, Referent::File(_)) || file.policies().names.implicit.is_some() {
            return true;
        }
        let name = self.name(model);
        let tree = file.tree();
        tree.mentions(name) || tree.texts().any(|text| text.len() > name.len() && text.contains(name))
    }
}

/// Returns the built-in function that a call names.
pub(super) fn built_in_function(name: &str) -> Option<Referent> {
    Some(Referent::BuiltInFunction(Function::named(name)?.name))
}

/// Returns the definition of an inherited member that a type replaces.
fn replaced_member<S: Section>(
    types: &Types,
    section: S,
    id: MemberId<S::Member>,
) -> Option<MemberId<S::Member>>
where
    S::Member: Record,
{
    let parent = types.parent(types.get(id.owner()).record())?;
    types.member(parent, section, types.name_of(id))
}

/// Returns the last element of the chain that starts with `first`.
fn last<T: Copy>(first: T, next: impl Fn(&T) -> Option<T>) -> T {
    std::iter::successors(Some(first), next).last().unwrap_or(first)
}

/// Returns the span of `name` at the end of the scalar `node`, without quotes and what precedes it. Returns
/// the whole scalar if it is written differently, and `None` if a dialect added the node.
pub(super) fn name_span(node: YamlNode<'_>, name: &str) -> Option<Span> {
    node.tree().origin(node.id())?;
    let (span, written) = unquoted(node);
    if span.is_empty() {
        return None;
    }
    let start = written.strip_suffix(name).map_or(0, str::len);
    Some(part_of(span, start, written.len()))
}

/// Returns the span and text of a scalar without its quotes.
pub(super) fn unquoted(node: YamlNode<'_>) -> (Span, &str) {
    let (span, written) = (node.span(), node.written());
    let inner = ['"', '\''].iter().find_map(|quote| written.strip_prefix(*quote)?.strip_suffix(*quote));
    match inner {
        Some(inner) => (Span::new(span.file, span.start + 1, span.end - 1), inner),
        None => (span, written),
    }
}

/// Returns the bytes `from..to` of a span.
pub(super) fn part_of(span: Span, from: usize, to: usize) -> Span {
    let position = |offset: usize| span.start + u32::try_from(offset).unwrap_or(0);
    Span::new(span.file, position(from), position(to))
}
