//! Imported definitions: the eight kinds of types, functions and repositories (TOSCA 2.0 §6.4).

pub(super) mod artifact;
pub(super) mod capability;
pub(super) mod data;
pub(super) mod field;
pub(super) mod function;
pub(super) mod head;
pub(super) mod implementation;
pub(super) mod interface;
pub(super) mod node;
pub(super) mod policy;
pub(super) mod requirement;
pub(super) mod schema;

use serde::Serialize;

use crate::keynames::NameKind;
use crate::normalize::template::candidates;

use super::context::Cx;
use super::named::{NamedParts, NormalText};
use super::names::NormalOriginal;
use super::source::NormalSource;
use super::yaml::Yaml;

/// The definitions that a model uses.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Definitions {
    /// Repositories of files.
    pub repositories: NamedParts<function::Repository>,
    /// Artifact types.
    pub artifact_types: NamedParts<artifact::ArtifactType>,
    /// Data types.
    pub data_types: NamedParts<data::DataType>,
    /// Capability types.
    pub capability_types: NamedParts<capability::CapabilityType>,
    /// Interface types.
    pub interface_types: NamedParts<interface::InterfaceType>,
    /// Relationship types.
    pub relationship_types: NamedParts<node::RelationshipType>,
    /// Node types.
    pub node_types: NamedParts<node::NodeType>,
    /// Group types.
    pub group_types: NamedParts<policy::GroupType>,
    /// Policy types.
    pub policy_types: NamedParts<policy::PolicyType>,
    /// Functions.
    pub functions: NamedParts<function::NormalFunction>,
}

impl Definitions {
    /// Prints the repositories, which a file has before its other definitions.
    pub(super) fn print_repositories(&self, yaml: &mut Yaml) {
        self.print_sections(yaml, true);
    }

    /// Prints everything but the repositories.
    pub(super) fn print(&self, yaml: &mut Yaml) {
        self.print_sections(yaml, false);
    }

    fn print_sections(&self, yaml: &mut Yaml, only_repositories: bool) {
        macro_rules! sections {
            ($($section:ident),*) => {
                $(
                    if !self.$section.is_empty() {
                        yaml.map(stringify!($section), |yaml| {
                            for (name, definition) in self.$section.iter() {
                                yaml.source_of(definition.origin());
                                yaml.named(name, |yaml| definition.print(yaml));
                            }
                        });
                    }
                )*
            };
        }
        if only_repositories {
            sections!(repositories);
            return;
        }
        sections!(
            artifact_types,
            data_types,
            capability_types,
            interface_types,
            relationship_types,
            node_types,
            group_types,
            policy_types,
            functions
        );
    }
}

/// A definition of the model, whatever its kind.
pub trait NormalDefinition: Serialize {
    /// Returns its original name and profile.
    fn original(&self) -> Option<&NormalOriginal>;

    /// Returns its origin.
    fn origin(&self) -> Option<&NormalSource>;
}

macro_rules! definitions {
    ($($entity:path),*; $($headless:path),*) => {
        $( impl NormalDefinition for $entity {
            fn original(&self) -> Option<&NormalOriginal> {
                self.head.original.as_ref()
            }

            fn origin(&self) -> Option<&NormalSource> {
                self.head.source.as_deref()
            }
        } )*
        $( impl NormalDefinition for $headless {
            fn original(&self) -> Option<&NormalOriginal> {
                self.original.as_ref()
            }

            fn origin(&self) -> Option<&NormalSource> {
                self.source.as_deref()
            }
        } )*
    };
}

definitions!(
    artifact::ArtifactType, data::DataType, capability::CapabilityType, interface::InterfaceType,
    node::RelationshipType, node::NodeType, policy::GroupType, policy::PolicyType;
    function::Repository, function::NormalFunction
);

/// Prints names of types below a keyname, if there is a list.
fn names(keyname: &str, names: Option<&[NormalText]>, yaml: &mut Yaml) {
    if let Some(names) = names {
        yaml.texts(keyname, names.iter().map(|name| &**name));
    }
}

/// Returns all definitions that were named so far, and those that they name, in the order of the files.
pub(super) fn used_definitions(cx: &mut Cx<'_>) -> Definitions {
    let types = cx.types;
    // A refinement repeats clauses and defaults of its parent, but may fix properties that they read.
    cx.checker.close();
    cx.defaults.clear();
    let mut ids = Vec::new();
    let mut next = 0;
    let mut all = Definitions::default();
    macro_rules! keep {
        ($id:ident, $section:ident, $built:expr) => {{
            let built = $built;
            all.$section.push(&cx.name($id), built);
            ids.push($id);
        }};
    }
    loop {
        if next == cx.pending.len() {
            for id in candidates::offering(cx) {
                cx.name(id);
            }
        }
        let Some(&id) = cx.pending.get(next) else { break };
        next += 1;
        let definition = types.names.definition(id);
        match definition.kind {
            NameKind::ArtifactType => keep!(id, artifact_types, artifact::artifact_type(cx, types.get(id))),
            NameKind::DataType => keep!(id, data_types, data::data_type(cx, types.get(id))),
            NameKind::CapabilityType => {
                keep!(id, capability_types, capability::capability_type(cx, types.get(id)));
            }
            NameKind::InterfaceType => {
                keep!(id, interface_types, interface::interface_type(cx, types.get(id)));
            }
            NameKind::RelationshipType => {
                keep!(id, relationship_types, node::relationship_type(cx, types.get(id)));
            }
            NameKind::NodeType => keep!(id, node_types, node::node_type(cx, types.get(id))),
            NameKind::GroupType => keep!(id, group_types, policy::group_type(cx, types.get(id))),
            NameKind::PolicyType => keep!(id, policy_types, policy::policy_type(cx, types.get(id))),
            NameKind::Function => {
                if let Some(function) = function::function(cx, id) {
                    keep!(id, functions, function);
                }
            }
            NameKind::Repository => {
                if let Some(repository) = function::repository(cx, id) {
                    keep!(id, repositories, repository);
                }
            }
            _ => {}
        }
    }
    // Each section is in the order of the files, not in the order of first use.
    let order = |kind: NameKind| {
        let mut indexes: Vec<_> = ids
            .iter()
            .filter(|id| types.names.definition(**id).kind == kind)
            .copied()
            .zip(0usize..)
            .collect();
        indexes.sort_unstable_by_key(|(id, _)| (types.graph.rank(id.file), id.index));
        indexes.into_iter().map(|(_, index)| index).collect::<Vec<usize>>()
    };
    all.repositories.reorder(&order(NameKind::Repository));
    all.artifact_types.reorder(&order(NameKind::ArtifactType));
    all.data_types.reorder(&order(NameKind::DataType));
    all.capability_types.reorder(&order(NameKind::CapabilityType));
    all.interface_types.reorder(&order(NameKind::InterfaceType));
    all.relationship_types.reorder(&order(NameKind::RelationshipType));
    all.node_types.reorder(&order(NameKind::NodeType));
    all.group_types.reorder(&order(NameKind::GroupType));
    all.policy_types.reorder(&order(NameKind::PolicyType));
    all.functions.reorder(&order(NameKind::Function));
    all
}
