//! The grammar of TOSCA 2.0: one file per entity, each with the keyname table of the standard.
//!
//! Input: the tree of one file, already lowered to plain TOSCA 2.0. Output: a [`SyntaxFile`], which is the
//! typed, unresolved structure of the file with its references and values, and diagnostics of area T02. This
//! phase does not use other files, and does not know what a name refers to, which type a value has, or what
//! is inherited. So if a definition may be a refinement, mandatory keynames may be missing, and short forms
//! are not interpreted yet.

mod artifact_definition;
mod artifact_type;
mod attribute_definition;
mod capability_assignment;
mod capability_definition;
mod capability_type;
mod clause;
mod condition_help;
mod context;
mod count_range;
mod data_type;
mod function_definition;
mod group_definition;
mod group_type;
mod implementation_definition;
mod import_definition;
mod interface_assignment;
mod interface_definition;
mod interface_type;
mod mappings;
mod name_mappings;
mod node_template;
mod node_type;
mod notification;
mod operation;
mod parameter_definition;
mod policy_definition;
mod policy_type;
mod property_definition;
mod references;
mod relationship;
mod relationship_template;
mod relationship_type;
mod repository_definition;
mod requirement_assignment;
mod requirement_definition;
mod schema_definition;
mod service_template;
mod substitution_mapping;
mod texts;
mod tosca_file;
mod trigger_definition;

mod units;
mod value_in_definition;
mod workflow_activity;
mod workflow_definition;

pub use artifact_definition::ArtifactDefinition;
pub use artifact_type::ArtifactType;
pub use attribute_definition::AttributeDefinition;
pub use capability_assignment::CapabilityAssignment;
pub use capability_definition::CapabilityDefinition;
pub use capability_type::CapabilityType;
pub use clause::{Clause, constraint_in_2_0};
pub use context::{Declared, InTemplate, Refined};
pub use count_range::{Count, CountRange, UpperBound, integer};
pub use data_type::DataType;
pub use function_definition::{FunctionDefinition, FunctionSignature};
pub use group_definition::GroupDefinition;
pub use group_type::GroupType;
pub use implementation_definition::ImplementationDefinition;
pub use import_definition::ImportDefinition;
pub use interface_assignment::InterfaceAssignment;
pub use interface_definition::InterfaceDefinition;
pub use interface_type::InterfaceType;
pub use mappings::{AttributeMapping, IndexedName, MappingKey, NamePair};
pub use node_template::NodeTemplate;
pub use node_type::NodeType;
pub use notification::{NotificationAssignment, NotificationDefinition};
pub use operation::{OperationAssignment, OperationDefinition};
pub use parameter_definition::{Incoming, Input, Outgoing, ParameterDefinition};
pub use policy_definition::PolicyDefinition;
pub use policy_type::PolicyType;
pub use property_definition::{PropertyDefinition, PropertyEntry, Unclear};
pub use references::*;
pub use relationship::{RelationshipAssignment, RelationshipDefinition};
pub use relationship_template::RelationshipTemplate;
pub use relationship_type::RelationshipType;
pub use repository_definition::RepositoryDefinition;
pub use requirement_assignment::{RequirementAssignmentShape, RequirementFields};
pub use requirement_definition::RequirementDefinition;
pub use schema_definition::SchemaDefinition;
pub use service_template::ServiceTemplate;
pub use substitution_mapping::{RequirementMapping, RequirementTarget, SubstitutionMapping};
pub(crate) use texts::scheme;
pub use texts::{FileName, Name, Url};
pub use tosca_file::{DslDefinition, ToscaFile};
pub use trigger_definition::TriggerDefinition;
pub use units::UnitMap;
pub(crate) use value_in_definition::value_in_definition;
pub use workflow_activity::{
    Activity, ActivityFields, CallOperationActivity, DelegateActivity, InlineActivity,
};
pub use workflow_definition::{Clauses, StepNames, WorkflowDefinition, WorkflowOutput, WorkflowStep};

use crate::diagnostics::{Diagnostic, rules};
use crate::keynames::{AddedRow, Entity, Explained, Meta, Reader, Reference, UnknownKeys};
use crate::yaml::{NodeId, Tree};

/// The structure of one TOSCA 2.0 file. All node ids refer to the tree that it was read from.
#[derive(Debug, Default)]
pub struct SyntaxFile {
    /// The file, or `None` if nothing could be read.
    pub root: Option<ToscaFile>,
    /// All names that refer to definitions, in the order of reading.
    pub references: Vec<Reference>,
    /// All values in which functions may be called.
    pub values: Vec<NodeId>,
    /// Lenient references that must refer to types after all, sorted: capabilities of requirement definitions
    /// without `node`.
    pub must_be_types: Vec<NodeId>,
    /// The keys that are not keynames where they are, and may hide definitions.
    pub unknown_keys: UnknownKeys,
}

/// Reads `tree`; `strict` applies the strict rules of the standard, and the language of the author has the keynames `added`
/// as well. Returns the structure, the findings about it, and
/// the findings of the parser that these explain.
#[must_use]
pub fn read(
    tree: &Tree,
    strict: bool,
    added: &'static [AddedRow],
) -> (SyntaxFile, Vec<Diagnostic>, Vec<Explained>) {
    let mut reader = Reader::new(tree);
    reader.context.strict = strict;
    reader.added = added;
    let root = tosca_file::read(&mut reader);
    let unknown_keys = UnknownKeys::new(&mut reader);
    let Reader { mut references, mut values, mut must_be_types, diagnostics, explained, .. } = reader;
    references.shrink_to_fit();
    values.shrink_to_fit();
    must_be_types.sort_unstable();
    let file = SyntaxFile { root, references, values, must_be_types, unknown_keys };
    (file, diagnostics, explained)
}

/// The tables of all entities, in the order of the standard.
#[must_use]
pub fn tables() -> Vec<&'static Meta> {
    vec![
        ToscaFile::meta(),
        RepositoryDefinition::meta(),
        ImportDefinition::meta(),
        ServiceTemplate::meta(),
        NodeType::meta(),
        NodeTemplate::meta(),
        RelationshipType::meta(),
        RelationshipTemplate::meta(),
        CapabilityType::meta(),
        CapabilityDefinition::meta(),
        CapabilityAssignment::meta(),
        RequirementDefinition::meta(),
        RelationshipDefinition::meta(),
        RequirementFields::meta(),
        RelationshipAssignment::meta(),
        DataType::meta(),
        SchemaDefinition::meta(),
        PropertyDefinition::meta(),
        AttributeDefinition::meta(),
        ParameterDefinition::meta(),
        FunctionDefinition::meta(),
        FunctionSignature::meta(),
        InterfaceType::meta(),
        InterfaceDefinition::meta(),
        InterfaceAssignment::meta(),
        OperationDefinition::meta(),
        OperationAssignment::meta(),
        NotificationDefinition::meta(),
        NotificationAssignment::meta(),
        ImplementationDefinition::meta(),
        ArtifactType::meta(),
        ArtifactDefinition::meta(),
        WorkflowDefinition::meta(),
        WorkflowStep::meta(),
        ActivityFields::meta(),
        DelegateActivity::meta(),
        CallOperationActivity::meta(),
        InlineActivity::meta(),
        SubstitutionMapping::meta(),
        GroupType::meta(),
        GroupDefinition::meta(),
        PolicyType::meta(),
        PolicyDefinition::meta(),
        TriggerDefinition::meta(),
    ]
}

/// Reports two keynames of one map that exclude each other. Returns whether both are present.
fn exclusive(
    map: crate::yaml::YamlNode<'_>,
    first_name: &str,
    second_name: &str,
    help: &str,
    reader: &mut Reader<'_>,
) -> bool {
    let (Some((first, _)), Some((second, _))) = (map.entry(first_name), map.entry(second_name)) else {
        return false;
    };
    let (first, second) = if first.id() < second.id() { (first, second) } else { (second, first) };
    let diagnostic =
        rules::conflicting_keynames::new(second.span(), second.text(), first.span(), first.text(), help);
    reader.report(second, diagnostic);
    true
}

/// Reports a template without both a `type` and a template to copy the type from.
fn node_type_or_copy(map: crate::yaml::YamlNode<'_>, entity: &str, copies: bool, reader: &mut Reader<'_>) {
    if !copies && reader.is_missing(map, "type") && reader.is_missing(map, "copy") {
        let span = reader.subject_span(map);
        reader.report(map, rules::missing_keyname::absent(span, "type", entity));
    }
}
