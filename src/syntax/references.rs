//! The kinds of things that the names in the tables refer to.

use crate::diagnostics::rules;
use crate::keynames::{Expected, List, Reader, Ref, RefTarget, Shape, targets, word_lists};
use crate::yaml::YamlNode;

targets! {
    /// An artifact type.
    ArtifactTypeName = ArtifactType.
    /// A data type, built-in ones included.
    DataTypeName = DataType.
    /// A capability type.
    CapabilityTypeName = CapabilityType.
    /// A capability type or, in a requirement definition with `node`, a capability of that node.
    CapabilityTypeOrName = CapabilityType; lenient.
    /// An interface type.
    InterfaceTypeName = InterfaceType.
    /// A relationship type.
    RelationshipTypeName = RelationshipType.
    /// A relationship type, else a relationship template.
    RelationshipTypeOrTemplate = RelationshipType, RelationshipTemplate.
    /// A node type.
    NodeTypeName = NodeType.
    /// A node template, else a node type.
    NodeTemplateOrType = NodeTemplate, NodeType.
    /// A node type or a group type: targets of policies, and members of groups, where group types are not
    /// allowed.
    NodeOrGroupType = NodeType, GroupType.
    /// A group type.
    GroupTypeName = GroupType.
    /// A policy type.
    PolicyTypeName = PolicyType.
    /// A repository.
    RepositoryName = Repository.
    /// A node template of the same service template.
    NodeTemplateName = NodeTemplate.
    /// A relationship template of the same service template.
    RelationshipTemplateName = RelationshipTemplate.
    /// A node template or a group.
    NodeTemplateOrGroup = NodeTemplate, Group.
    /// A workflow of the same service template.
    WorkflowName = Workflow.
}

word_lists! {
    /// The directives of a node template, which say where its nodes come from (§7.2).
    NodeDirectives "directive" = ["create", "select", "substitute"],
        formerly [("substitutable", "substitute"), ("selectable", "select")];
    /// The directives of a capability or requirement, which say how it takes part in substitution (§8.3,
    /// §8.5).
    MappingDirectives "directive" = ["internal", "external"], empty "an empty list has no effect";
}

/// A list of templates that belong to an entity; an empty one has no effect.
#[derive(Debug)]
pub struct TemplateNames<T>(pub List<Ref<T>>);

impl<T: RefTarget> Shape for TemplateNames<T> {
    const EXPECTED: Expected = List::<Ref<T>>::EXPECTED;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        names(node, "refers to nothing", reader).map(Self)
    }
}

/// A list of type names that restricts other types; an empty one allows no type.
#[derive(Debug)]
pub struct TypeNames<T>(pub List<Ref<T>>);

impl<T: RefTarget> Shape for TypeNames<T> {
    const EXPECTED: Expected = List::<Ref<T>>::EXPECTED;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        names(node, "allows nothing", reader).map(Self)
    }
}

/// Reads a list of names, and reports an empty one, whose `meaning` is probably not intended.
fn names<T: RefTarget>(node: YamlNode<'_>, meaning: &str, reader: &mut Reader<'_>) -> Option<List<Ref<T>>> {
    let name = reader.subject_text();
    let list = List::read(node, reader)?;
    if node.items().next().is_none() {
        reader.report(node, rules::empty_list::new(node.span(), &name, meaning));
    }
    Some(list)
}
