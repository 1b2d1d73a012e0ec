//! The definitions of a model by section, whatever their kind.

use serde::Serialize;
use serde_json::Value;

use crate::normalize::{
    Definitions, Group, NamedParts, NormalDefinition, NormalField, NormalNodeTemplate, NormalOriginal,
    NormalRelationshipTemplate, NormalSource, Policy, ServiceTemplate, Workflow,
};

/// A definition or template of one side.
#[derive(Clone, Copy)]
pub(super) struct Entry<'m> {
    pub(super) name: &'m str,
    part: &'m dyn Part,
}

/// A section: its keyname, the noun for its entries, and the entries.
pub(super) struct Section<'m> {
    pub(super) keyname: &'static str,
    pub(super) kind: &'static str,
    pub(super) entries: Vec<Entry<'m>>,
}

/// A part of a model that has a name.
trait Part {
    fn value(&self) -> Value;
    fn original(&self) -> Option<&NormalOriginal>;
    fn origin(&self) -> Option<&NormalSource>;
}

impl<D: NormalDefinition> Part for D {
    fn value(&self) -> Value {
        value_of(self)
    }

    fn original(&self) -> Option<&NormalOriginal> {
        NormalDefinition::original(self)
    }

    fn origin(&self) -> Option<&NormalSource> {
        NormalDefinition::origin(self)
    }
}

impl<'m> Entry<'m> {
    /// Returns the part as data.
    pub(super) fn value(self) -> Value {
        self.part.value()
    }

    /// Returns its original name and profile.
    pub(super) fn original(self) -> Option<&'m NormalOriginal> {
        self.part.original()
    }

    /// Returns the line on which it is defined.
    pub(super) fn line(self) -> Option<u32> {
        self.part.origin().map(|source| source.line)
    }
}

/// Returns a part of a model as data.
pub(super) fn value_of(part: &impl Serialize) -> Value {
    serde_json::to_value(part).unwrap_or(Value::Null)
}

/// Returns the parts sorted by name.
fn sorted_by_name<T: Part>(parts: &NamedParts<T>) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = parts.iter().map(|(name, part)| Entry { name, part }).collect();
    entries.sort_by_key(|entry| entry.name);
    entries
}

/// Returns the sections of types, functions and repositories.
pub(super) fn definitions(all: &Definitions) -> Vec<Section<'_>> {
    macro_rules! sections {
        ($($field:ident: $kind:literal),* $(,)?) => {
            vec![$( Section { keyname: stringify!($field), kind: $kind, entries: sorted_by_name(&all.$field) } ),*]
        };
    }
    sections! {
        repositories: "repository",
        artifact_types: "artifact type",
        data_types: "data type",
        capability_types: "capability type",
        interface_types: "interface type",
        relationship_types: "relationship type",
        node_types: "node type",
        group_types: "group type",
        policy_types: "policy type",
        functions: "function",
    }
}

macro_rules! templates {
    ($($template:ty),*) => {
        $( impl Part for $template {
            fn value(&self) -> Value {
                value_of(self)
            }

            fn original(&self) -> Option<&NormalOriginal> {
                None
            }

            fn origin(&self) -> Option<&NormalSource> {
                self.source.as_deref()
            }
        } )*
    };
}

templates!(NormalField, NormalNodeTemplate, NormalRelationshipTemplate, Group, Policy, Workflow);

/// Returns the sections of a service template whose entries have names.
pub(super) fn templates(service: &ServiceTemplate) -> Vec<Section<'_>> {
    let policies = service.policies.iter().map(|policy| Entry { name: &policy.name, part: policy });
    let section = |keyname, kind, entries| Section { keyname, kind, entries };
    vec![
        section("inputs", "input", sorted_by_name(&service.inputs)),
        section("outputs", "output", sorted_by_name(&service.outputs)),
        section("node_templates", "node template", sorted_by_name(&service.node_templates)),
        section(
            "relationship_templates",
            "relationship template",
            sorted_by_name(&service.relationship_templates),
        ),
        section("groups", "group", sorted_by_name(&service.groups)),
        section("policies", "policy", policies.collect()),
        section("workflows", "workflow", sorted_by_name(&service.workflows)),
    ]
}
