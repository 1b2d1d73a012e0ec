//! Collects the definitions of a file, and reports names that authors should not choose.
//!
//! Input: the records of a file. Output: [`Definition`]s, which include those that could not be read, and
//! findings.

use crate::diagnostics::{Diagnostic, rules};
use crate::functions::Function;
use crate::keynames::{Map, NameKind};
use crate::literals::BuiltIn;
use crate::load::File;

use super::Definition;

/// Returns all definitions that can be referred to by name, in the order of the sections of the standard.
pub(super) fn collect(file: &File) -> Vec<Definition> {
    let mut definitions = Vec::new();
    let Some(root) = file.syntax() else { return definitions };
    add(&mut definitions, NameKind::ArtifactType, root.artifact_types.as_ref(), false);
    add(&mut definitions, NameKind::DataType, root.data_types.as_ref(), false);
    add(&mut definitions, NameKind::CapabilityType, root.capability_types.as_ref(), false);
    add(&mut definitions, NameKind::InterfaceType, root.interface_types.as_ref(), false);
    add(&mut definitions, NameKind::RelationshipType, root.relationship_types.as_ref(), false);
    add(&mut definitions, NameKind::NodeType, root.node_types.as_ref(), false);
    add(&mut definitions, NameKind::GroupType, root.group_types.as_ref(), false);
    add(&mut definitions, NameKind::PolicyType, root.policy_types.as_ref(), false);
    add(&mut definitions, NameKind::Repository, root.repositories.as_ref(), false);
    add(&mut definitions, NameKind::Function, root.functions.as_ref(), false);
    if let Some(template) = &root.service_template {
        add(&mut definitions, NameKind::NodeTemplate, template.node_templates.as_ref(), true);
        add(&mut definitions, NameKind::RelationshipTemplate, template.relationship_templates.as_ref(), true);
        add(&mut definitions, NameKind::Group, template.groups.as_ref(), true);
        add(&mut definitions, NameKind::Workflow, template.workflows.as_ref(), true);
        add(&mut definitions, NameKind::Function, template.functions.as_ref().map(|map| &map.0), true);
    }
    definitions
}

/// Adds the definitions in a section; `in_template` is set for sections of the service template.
fn add<T>(definitions: &mut Vec<Definition>, kind: NameKind, map: Option<&Map<T>>, in_template: bool) {
    let Some(map) = map else { return };
    let read = map.entries.iter().zip(0..).map(|((key, _), index)| (*key, Some(index)));
    // A definition that could not be read still defines its name.
    let unread = map.unread.iter().map(|key| (*key, None));
    definitions.extend(read.chain(unread).map(|(key, entry)| Definition { kind, key, entry, in_template }));
}

/// Reports names that authors should not choose: those of built-in types and functions, and names with a
/// colon, which look like qualified names.
pub(super) fn review(file: &File, definitions: &[Definition]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for definition in definitions {
        let key = file.node(definition.key);
        let name = key.text();
        if definition.kind == NameKind::DataType && BuiltIn::named(name).is_some() {
            diagnostics.push(rules::reserved_name::definition(key.span(), name));
        }
        if definition.kind == NameKind::Function && Function::named(name).is_some() {
            diagnostics.push(rules::redefined_function::new(key.span(), name));
        }
        if name.contains(':') && !definition.in_template {
            diagnostics.push(rules::colon_in_name::new(key.span(), name));
        }
    }
    diagnostics
}
