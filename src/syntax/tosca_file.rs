//! The TOSCA file (TOSCA 2.0 §6.1).

use std::sync::Arc;

use crate::diagnostics::rules;
use crate::keynames::{
    Anything, Entity as _, Expected, List, Map, Metadata, Reader, Shape, TextNode, describe, entity,
    has_near_name, read_entity,
};
use crate::yaml::{Kind, NodeId, Scalar, YamlNode, entry_with_colon};

use super::{
    ArtifactType, CapabilityType, DataType, FunctionDefinition, GroupType, ImportDefinition, InterfaceType,
    NodeType, PolicyType, RelationshipType, RepositoryDefinition, ServiceTemplate,
};

const NAME: &str = "use `profile` for the name of a profile; move other names to `metadata`";
const TYPES: &str = "use `node_types`, `data_types` or the section of another kind of types";
const VALUES: &str = "move it to the `inputs` of `service_template`";
const NODES: &str =
    "put nodes under `node_templates` of `service_template`, and their types under `node_types`";
const INSIDE: &str = "move it under `service_template:` (indent it)";

entity! {
    /// A file: types and related definitions, and at most one service template.
    ToscaFile "TOSCA file" "6.1" {
        /// The version of TOSCA that the file is written in; the first key.
        "tosca_definitions_version" tosca_definitions_version: Anything;
        /// What the file is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// YAML anchors for use elsewhere in the file.
        "dsl_definitions" dsl_definitions: Map<DslDefinition>;
        /// Artifact types.
        "artifact_types" artifact_types: Map<Arc<ArtifactType>>;
        /// Data types.
        "data_types" data_types: Map<Arc<DataType>>;
        /// Capability types.
        "capability_types" capability_types: Map<Arc<CapabilityType>>;
        /// Interface types.
        "interface_types" interface_types: Map<Arc<InterfaceType>>;
        /// Relationship types.
        "relationship_types" relationship_types: Map<Arc<RelationshipType>>;
        /// Node types.
        "node_types" node_types: Map<Arc<NodeType>>;
        /// Group types.
        "group_types" group_types: Map<Arc<GroupType>>;
        /// Policy types.
        "policy_types" policy_types: Map<Arc<PolicyType>>;
        /// Locations of files.
        "repositories" repositories: Map<RepositoryDefinition>;
        /// Functions that values can call.
        "functions" functions: Map<FunctionDefinition>;
        /// The name of the profile that the file defines.
        "profile" profile: TextNode;
        /// Files and profiles whose definitions are imported.
        "imports" imports: List<ImportDefinition>;
        /// The service template.
        "service_template" service_template: Arc<ServiceTemplate> [formerly(&["topology_template"])];
    }
    sections;
    retired(&[
        ("node_templates", INSIDE),
        ("node_template", "write `node_templates` under `service_template:`"),
        ("relationship_templates", INSIDE),
        ("inputs", INSIDE),
        ("outputs", INSIDE),
        ("groups", INSIDE),
        ("policies", INSIDE),
        ("workflows", INSIDE),
        ("substitution_mappings", INSIDE),
        ("name", NAME),
        ("title", NAME),
        ("id", NAME),
        ("package", NAME),
        ("module", NAME),
        ("types", TYPES),
        ("classes", TYPES),
        ("nodes", NODES),
        ("components", NODES),
        ("resources", NODES),
        ("services", NODES),
        ("variables", VALUES),
        ("parameters", VALUES),
        ("locals", VALUES),
        ("namespace", "use `profile` to name the file; in TOSCA 2.0, the importing file chooses the namespace"),
        ("namespace_uri", "use `profile` to name the file; TOSCA 2.0 has no namespace URIs"),
        ("tosca_default_namespace", "remove this line; TOSCA 2.0 has no default namespace"),
        ("template_name", "move it to `metadata`"),
        ("template_author", "move it to `metadata`"),
        ("template_version", "move it to `metadata`"),
    ]);
    => check
}

/// An entry of `dsl_definitions`: a map or list, or anything with an anchor.
#[derive(Debug)]
pub struct DslDefinition(pub NodeId);

impl Shape for DslDefinition {
    const EXPECTED: Expected = Expected::Any;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let name = reader.subject_text();
        let span = reader.subject_span(node);
        if node.kind() == Kind::Scalar && !node.has_anchor() && node.used_at().is_none() {
            reader.report(node, rules::invalid_dsl_definition::new(span, &name));
            return None;
        }
        if !node.contains_anchor() && node.used_at().is_none() && !node.is_invalid() {
            reader.report(node, rules::useless_dsl_definition::new(span, &name));
        }
        Some(Self(node.id()))
    }
}

/// Reads the whole file.
pub(super) fn read(reader: &mut Reader<'_>) -> Option<ToscaFile> {
    let root = reader.tree().root()?;
    match root.kind() {
        Kind::Mapping if is_foreign(root) => {
            let first = root.entries().next().map_or(root, |(key, _)| key);
            reader.report(first, rules::missing_version::not_tosca(first.span()));
            None
        }
        Kind::Mapping => read_entity(root, reader),
        Kind::Scalar if root.is_null() && root.written().is_empty() => None,
        _ => {
            let diagnostic = match root.as_str().and_then(entry_with_colon) {
                Some(entry) => {
                    rules::root_not_a_mapping::with_equals_sign(root.span(), "a TOSCA file", &entry)
                }
                None => rules::root_not_a_mapping::new(root.span(), describe(root)),
            };
            reader.report(root, diagnostic);
            None
        }
    }
}

/// Whether no key of a file is a keyname of a TOSCA file, or nearly one. Other languages also have descriptions and
/// metadata.
fn is_foreign(root: YamlNode<'_>) -> bool {
    let is_everyday = |name: &str| {
        let retired = ToscaFile::meta().retired.iter().find(|(old, _)| *old == name);
        retired.is_some_and(|(_, help)| [NAME, NODES, TYPES, VALUES].contains(help))
    };
    let is_common = |name: &str| matches!(name, "description" | "metadata");
    let is_of_tosca = |name: &str| {
        ToscaFile::meta().keyname(name).is_some()
            || has_near_name(name, ToscaFile::meta()) && !is_everyday(name)
    };
    let mut names = root.entries().map(|(key, _)| key.text()).filter(|name| !is_common(name)).peekable();
    names.peek().is_some() && !root.is_broken_inside() && names.all(|name| !is_of_tosca(name))
}

fn check(file: &ToscaFile, root: YamlNode<'_>, reader: &mut Reader<'_>) {
    check_version(root, reader);
    if let (Some((profile, _)), Some((template, _))) = (root.entry("profile"), root.entry("service_template"))
    {
        let (first, second) =
            if profile.id() < template.id() { (profile, template) } else { (template, profile) };
        let diagnostic = rules::profile_with_service_template::new(
            second.span(),
            second.text(),
            first.span(),
            first.text(),
        );
        reader.report(second, diagnostic);
    }
    if let Some(profile) = file.profile {
        let node = reader.tree().node(profile.0);
        if node.text().trim() != node.text() || node.text().is_empty() {
            reader.report(node, rules::untrimmed_profile_name::new(node.span(), node.text()));
        }
    }
    let name = file.metadata.and_then(|metadata| reader.tree().node(metadata.0).entry("template_name"));
    if let Some((key, value)) = name
        && matches!(value.scalar(), Some(Scalar::Null | Scalar::Integer(_) | Scalar::Float(_)))
    {
        reader.set_subject(key);
        reader.wrong_shape(value, &Expected::Text);
    }
}

/// Checks that the version is present and first. Which version it is was checked before this phase.
fn check_version(root: YamlNode<'_>, reader: &mut Reader<'_>) {
    let mut keys = root.entries().map(|(key, _)| key);
    let Some(first) = keys.next() else {
        if !root.is_broken() {
            reader.report(root, rules::missing_version::new(root.span()));
        }
        return;
    };
    match root.entry(ToscaFile::meta().keynames[0].name) {
        None if !reader.is_misspelled(ToscaFile::meta().keynames[0].name) && !root.is_broken() => {
            reader.report(first, rules::missing_version::new(first.span()));
        }
        Some((key, value)) if value.is_null() => {
            reader.report(key, rules::missing_version::new(key.span()));
        }
        Some((key, value)) if value.as_str().is_none() && !value.is_invalid() => {
            reader.set_subject(key);
            let name = format!("`{}`", key.text());
            let help = "write `tosca_2_0`".to_owned();
            let mut diagnostic =
                rules::wrong_shape::new(value.span(), &name, "a version name", describe(value), Some(help));
            if value.scalar().is_some() {
                diagnostic = diagnostic.unsafe_fix("write `tosca_2_0`", value.span(), "tosca_2_0");
            }
            reader.report(value, diagnostic);
        }
        Some((key, _)) if key.id() != first.id() && !root.is_broken() => {
            reader.report(key, rules::version_not_first::new(key.span(), first.span()));
        }
        _ => {}
    }
}
