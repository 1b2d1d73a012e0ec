//! The file (L01, L02).

use crate::diagnostics::{Level, Rule, rules};
use crate::dialects::{Rewriter, table::table};
use crate::keynames::{Expected, NameKind};
use crate::literals::is_version;
use crate::yaml::YamlNode;

use super::super::versions::{NAMES, UNFURL, further, implicit, refinements};
use super::super::words;
use super::artifact::{ARTIFACT_TYPE, BASH, FILE as FILE_TYPE, PYTHON};
use super::capability::CAPABILITY_TYPE;
use super::data_type::{DATA_TYPE, data_types};
use super::group::GROUP_TYPE;
use super::imports::{REPOSITORY, imports, repositories};
use super::interface::{INTERFACE_TYPE, interface_type};
use super::node_type::NODE_TYPE;
use super::policy::POLICY_TYPE;
use super::relationship::RELATIONSHIP_TYPE;
use super::shapes::{ANY, ANYTHING, METADATA, TEXT, copy, keep};
use super::topology::{TOPOLOGY, topology};

const INSIDE: &str = "move it below `topology_template:`";

table! {
    /// A file: types, what they need, and at most one topology template.
    pub(in crate::dialects) FILE "service template" "3.10" {
        /// The version of TOSCA that the file is written in.
        "tosca_definitions_version": TEXT => |rewriter, key, value| {
            rewriter.applied("L01", value);
            rewriter.copy(key);
            rewriter.string("tosca_2_0", value);
        }, mandatory;
        /// The namespace of what the file defines.
        "namespace": TEXT => namespace, lost;
        /// Free information for people and tools.
        "metadata": METADATA => metadata;
        /// The name of the file, in drafts.
        "template_name": TEXT => keep, lost;
        /// The author of the file, in drafts.
        "template_author": TEXT => keep, lost;
        /// The version of the file, in drafts.
        "template_version": TEXT => keep, lost;
        /// The namespace of names without prefix, in drafts.
        "tosca_default_namespace": TEXT => keep, lost;
        /// What the file is for.
        "description": TEXT => copy;
        /// Anchored parts for use elsewhere in the file.
        "dsl_definitions": ANYTHING => copy;
        /// Places that files are taken from.
        "repositories": Expected::Map(&Expected::Entity(|| &REPOSITORY.meta)) => repositories;
        /// Files whose definitions are made known.
        "imports": super::imports::EXPECTED => imports;
        /// Artifact types.
        "artifact_types": Expected::Map(&Expected::Entity(|| &ARTIFACT_TYPE.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| {
                rewriter.map(value, |rewriter, body| rewriter.entity(&ARTIFACT_TYPE, body));
            });
        };
        /// Data types.
        "data_types": Expected::Map(&Expected::Entity(|| &DATA_TYPE.meta)) => data_types;
        /// Capability types.
        "capability_types": Expected::Map(&Expected::Entity(|| &CAPABILITY_TYPE.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| {
                rewriter.map(value, |rewriter, body| rewriter.entity(&CAPABILITY_TYPE, body));
            });
        };
        /// Interface types.
        "interface_types": Expected::Map(&Expected::Entity(|| &INTERFACE_TYPE.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| rewriter.map(value, interface_type));
        };
        /// Relationship types.
        "relationship_types": Expected::Map(&Expected::Entity(|| &RELATIONSHIP_TYPE.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| {
                rewriter.map(value, |rewriter, body| rewriter.entity(&RELATIONSHIP_TYPE, body));
            });
        };
        /// Node types.
        "node_types": Expected::Map(&Expected::Entity(|| &NODE_TYPE.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| {
                rewriter.map(value, |rewriter, body| rewriter.entity(&NODE_TYPE, body));
            });
        };
        /// Group types.
        "group_types": Expected::Map(&Expected::Entity(|| &GROUP_TYPE.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| {
                rewriter.map(value, |rewriter, body| rewriter.entity(&GROUP_TYPE, body));
            });
        };
        /// Policy types.
        "policy_types": Expected::Map(&Expected::Entity(|| &POLICY_TYPE.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| {
                rewriter.map(value, |rewriter, body| rewriter.entity(&POLICY_TYPE, body));
            });
        };
        /// The service.
        "topology_template": Expected::Entity(|| &TOPOLOGY.meta) => topology, formerly(&["service_template"]);
        /// Annotations of ONAP.
        "annotation_types": ANY => keep, lost;
    }
    retired(&[
        ("node_templates", INSIDE),
        ("relationship_templates", INSIDE),
        ("inputs", INSIDE),
        ("outputs", INSIDE),
        ("groups", INSIDE),
        ("policies", INSIDE),
        ("workflows", INSIDE),
        ("substitution_mappings", INSIDE),
        ("profile", "in the Simple Profile, use `namespace`"),
        ("functions", "the Simple Profile has no user-defined functions; remove this"),
    ]);
}

/// The rules of TOSCA 2.0 that do not apply to 1.x.
const TURNED_OFF: &[&Rule] = &[
    &rules::missing_relationship::RULE,
    &rules::hard_coded_attribute::RULE,
    &rules::non_standard_form::RULE,
    &rules::path_word_as_name::RULE,
];

/// The rules whose findings may be wrong in some dialects: their tools have built-in libraries.
const ELSEWHERE: &[&Rule] = &[&rules::missing_import::RULE];

/// The rules that 1.x leaves open: refinements of types (L21), the order of keys, imports of services (L05).
pub(in crate::dialects::simple) const LESS_SERIOUS: &[&Rule] = &[
    &rules::incompatible_type::RULE,
    &rules::loosened_required::RULE,
    &rules::changed_fixed_value::RULE,
    &rules::wider_count_range::RULE,
    &rules::type_not_allowed::RULE,
    &rules::changed_trigger::RULE,
    &rules::changed_capability::RULE,
    &rules::capability_not_offered::RULE,
    &rules::wrong_direction::RULE,
    &rules::version_not_first::RULE,
    &rules::implementation_in_interface_type::RULE,
    &rules::imported_service_template::RULE,
    &rules::dot_in_name::RULE,
    &rules::ambiguous_capability::RULE,
    &rules::forbidden_tag::RULE,
    &rules::unmappable_target::RULE,
    &rules::remote_mapping::RULE,
    &rules::missing_entry_schema::RULE,
];

/// The rules about what tools of 1.x accept, although the text of the version does not allow it.
const TOLERATED: &[&Rule] =
    &[&rules::keyname_of_other_version::RULE, &rules::tolerated_form::RULE, &rules::lenient_value::RULE];

/// The implied types: of relationships without a type (L14), and of files (L17).
const IMPLIED: &[(NameKind, &str)] = &[
    (NameKind::RelationshipType, "tosca.relationships.Root"),
    (NameKind::ArtifactType, BASH),
    (NameKind::ArtifactType, PYTHON),
    (NameKind::ArtifactType, FILE_TYPE),
];

/// Lowers the whole file.
pub(in crate::dialects::simple) fn lower(rewriter: &mut Rewriter<'_>) {
    let Some(root) = rewriter.tree().root() else { return };
    rewriter.policies.findings.silent = TURNED_OFF;
    rewriter.policies.findings.milder = LESS_SERIOUS;
    rewriter.policies.findings.tolerated = TOLERATED;
    rewriter.policies.findings.vocabulary = Some(&words::WORDS);
    if rewriter.is_extended() {
        rewriter.policies.findings.elsewhere = ELSEWHERE;
    }
    rewriter.policies.refinements = refinements(NAMES.get(usize::from(rewriter.version())).unwrap_or(&""));
    rewriter.policies.literals.is_lenient = true;
    rewriter.policies.names.implied = IMPLIED;
    rewriter.policies.names.inputs_by_name = true;
    rewriter.policies.names.sees_nearby = true;
    rewriter.policies.files.from_above = true;
    rewriter.policies.requirements.must_be_assigned = true;
    rewriter.policies.paths.hosting = Some("tosca.relationships.HostedOn");
    rewriter.policies.names.implicit = Some(implicit(rewriter.version()));
    rewriter.write_kept = super::function::kept;
    let name = root.get("tosca_definitions_version").and_then(YamlNode::as_str);
    if let Some(profiles) = further(name.unwrap_or_default()) {
        rewriter.policies.names.further = profiles;
        rewriter.policies.files.programs_by_name = profiles.contains(&UNFURL);
    }
    rewriter.entity(&FILE, root);
}

/// Writes the metadata. The version in it identifies the file in archives; extending dialects have versions of other
/// forms, such as `1.0.0-SNAPSHOT`.
fn metadata<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    if let Some(version) = value.get("template_version")
        && !rewriter.is_extended()
        && !version.text().is_empty()
        && !is_version(version.text())
    {
        let diagnostic = rules::invalid_version::new(version.span(), version.text());
        rewriter.report(version, diagnostic.at_level(Level::Warning));
    }
    rewriter.entry(key, value);
}

/// Writes the namespace: a profile for a file of types, metadata for a service, which has no profile.
fn namespace<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    let is_service =
        ["topology_template", "service_template"].iter().any(|key| rewriter.sibling(key).is_some());
    if is_service || value.as_str().is_none() {
        return rewriter.keep(key, value);
    }
    rewriter.applied("L01", key);
    rewriter.key("profile", key);
    rewriter.copy(value);
}
