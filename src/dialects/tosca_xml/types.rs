//! Types of nodes, relationships, capabilities, artifacts and policies.

use crate::dialects::Rewriter;
use crate::yaml::YamlNode;

use super::element::{Element, WINERY, check_children, description, keep, required};
use super::names::{BASE, Names, Scope};

/// A kind of types.
struct Kind {
    /// The element.
    element: &'static str,
    /// The section of TOSCA 2.0.
    section: &'static str,
    /// The type in the profile of TOSCA 1.0 that others are derived from.
    root: &'static str,
    children: &'static [&'static str],
    lost: &'static [&'static str],
    unconverted: &'static [&'static str],
}

const KINDS: &[Kind] = &[
    Kind {
        element: "ArtifactType",
        section: "artifact_types",
        root: "Artifact",
        children: &["documentation", "Tags", "DerivedFrom", "PropertiesDefinition"],
        lost: &["@abstract", "@final", "Tags"],
        unconverted: &["PropertiesDefinition"],
    },
    Kind {
        element: "CapabilityType",
        section: "capability_types",
        root: "Capability",
        children: &["documentation", "Tags", "DerivedFrom", "PropertiesDefinition"],
        lost: &["@abstract", "@final", "Tags"],
        unconverted: &["PropertiesDefinition"],
    },
    Kind {
        element: "RelationshipType",
        section: "relationship_types",
        root: "Relationship",
        children: &[
            "documentation",
            "Tags",
            "DerivedFrom",
            "PropertiesDefinition",
            "InstanceStates",
            "Interfaces",
            "SourceInterfaces",
            "TargetInterfaces",
            "ValidSource",
            "ValidTarget",
        ],
        lost: &["@abstract", "@final", "Tags", "InstanceStates"],
        unconverted: &[
            "PropertiesDefinition",
            "Interfaces",
            "SourceInterfaces",
            "TargetInterfaces",
            "ValidSource",
            "ValidTarget",
        ],
    },
    Kind {
        element: "NodeType",
        section: "node_types",
        root: "Node",
        children: &[
            "documentation",
            "Tags",
            "DerivedFrom",
            "PropertiesDefinition",
            "RequirementDefinitions",
            "CapabilityDefinitions",
            "InstanceStates",
            "Interfaces",
        ],
        lost: &["@abstract", "@final", "Tags", "InstanceStates"],
        unconverted: &["PropertiesDefinition", "Interfaces"],
    },
    Kind {
        element: "PolicyType",
        section: "policy_types",
        root: "Policy",
        children: &["documentation", "Tags", "DerivedFrom", "PropertiesDefinition", "AppliesTo"],
        lost: &["@abstract", "@final", "@policyLanguage", "Tags"],
        unconverted: &["PropertiesDefinition", "AppliesTo"],
    },
];

/// Writes the sections of all types of a file.
pub(super) fn types<'t>(
    rewriter: &mut Rewriter<'t>,
    file: Element<'t>,
    scope: &Scope<'_, 't>,
    names: &Names<'t>,
) {
    for kind in KINDS {
        let mut elements = file.children_named(kind.element).peekable();
        let Some(first) = elements.peek().copied() else { continue };
        rewriter.string(kind.section, first.key);
        rewriter.open_map(first.key);
        for element in elements {
            check_children(rewriter, element, kind.children);
            let Some(name) = required(rewriter, element, "@name") else { continue };
            rewriter.applied("type", element.key);
            rewriter.string(name.text(), name);
            rewriter.open_map(element.value);
            type_definition(rewriter, element, kind, &scope.inner(element), names);
            rewriter.close();
        }
        rewriter.close();
    }
}

fn type_definition<'t>(
    rewriter: &mut Rewriter<'t>,
    element: Element<'t>,
    kind: &Kind,
    scope: &Scope<'_, 't>,
    names: &Names<'t>,
) {
    rewriter.string("derived_from", element.key);
    let base = element.child("DerivedFrom").and_then(|derived| {
        let reference = required(rewriter, derived, "@typeRef")?;
        Some((reference, names.type_name(&scope.inner(derived), reference.text())))
    });
    match base {
        Some((reference, name)) => rewriter.string(&name, reference),
        None => rewriter.string(&format!("{BASE}:{}", kind.root), element.key),
    }
    description(rewriter, element);
    keep(rewriter, element, kind.lost, kind.unconverted);
    properties(rewriter, element);
    if kind.element == "NodeType" {
        capabilities(rewriter, element, scope, names);
        requirements(rewriter, element);
    }
}

/// Writes the properties that Winery defines by key and type.
fn properties<'t>(rewriter: &mut Rewriter<'t>, element: Element<'t>) {
    let is_definition = |child: &Element<'_>| {
        child.name().strip_prefix(WINERY).is_some_and(|name| name == "PropertiesDefinition")
    };
    let Some(definition) = element.children().find(is_definition) else { return };
    let is = |element: &Element<'_>, name: &str| element.name().strip_prefix(WINERY) == Some(name);
    let mut properties = definition.children().filter(|child| is(child, "properties")).peekable();
    if properties.peek().is_none() {
        return;
    }
    rewriter.string("properties", definition.key);
    rewriter.open_map(definition.key);
    for property in properties {
        let part = |name: &str| property.children().find(|child| is(child, name)).and_then(Element::text);
        let Some(key) = part("key") else { continue };
        rewriter.string(key.text(), key);
        rewriter.open_map(property.key);
        let data_type = part("type");
        rewriter.string("type", data_type.unwrap_or(property.key));
        let name = data_type.map_or("string", |name| data_type_name(name.text()));
        rewriter.string(name, data_type.unwrap_or(property.key));
        let default = part("defaultValue").filter(|value| !value.text().is_empty());
        // Winery writes the property as an empty element when it has no value.
        rewriter.string("required", property.key);
        rewriter.plain("false", property.key);
        if let Some(text) = part("description") {
            rewriter.string("description", text);
            rewriter.string(text.text(), text);
        }
        if let Some(default) = default {
            rewriter.string("default", default);
            value(rewriter, default, name);
        }
        rewriter.close();
    }
    rewriter.close();
}

fn value<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>, data_type: &str) {
    if data_type == "string" {
        rewriter.string(node.text(), node);
    } else {
        rewriter.plain(node.text(), node);
    }
}

/// Returns the data type of TOSCA 2.0 for a simple type of XML Schema, whatever its prefix.
fn data_type_name(name: &str) -> &'static str {
    match name.rsplit(':').next().unwrap_or_default() {
        "boolean" => "boolean",
        "int" | "integer" | "long" | "short" | "byte" | "nonNegativeInteger" | "positiveInteger"
        | "unsignedInt" | "unsignedLong" | "unsignedShort" => "integer",
        "decimal" | "float" | "double" => "float",
        _ => "string",
    }
}

fn capabilities<'t>(
    rewriter: &mut Rewriter<'t>,
    element: Element<'t>,
    scope: &Scope<'_, 't>,
    names: &Names<'t>,
) {
    let definitions = element.items("CapabilityDefinitions", "CapabilityDefinition");
    let Some(first) = definitions.first() else { return };
    rewriter.string("capabilities", first.key);
    rewriter.open_map(first.key);
    for definition in definitions {
        let Some(name) = required(rewriter, definition, "@name") else { continue };
        let Some(reference) = required(rewriter, definition, "@capabilityType") else { continue };
        rewriter.string(name.text(), name);
        rewriter.open_map(definition.value);
        rewriter.string("type", reference);
        rewriter.string(&names.type_name(&scope.inner(definition), reference.text()), reference);
        keep(rewriter, definition, &["@lowerBound", "@upperBound", "Constraints"], &[]);
        rewriter.close();
    }
    rewriter.close();
}

/// Writes requirement definitions. A requirement type may be in another file, so that the capability that it
/// requires is unknown: every capability is accepted.
fn requirements<'t>(rewriter: &mut Rewriter<'t>, element: Element<'t>) {
    let definitions = element.items("RequirementDefinitions", "RequirementDefinition");
    let Some(first) = definitions.first() else { return };
    rewriter.string("requirements", first.key);
    rewriter.open_list(first.key);
    for definition in definitions {
        let Some(name) = required(rewriter, definition, "@name") else { continue };
        rewriter.open_map(definition.value);
        rewriter.string(name.text(), name);
        rewriter.open_map(definition.value);
        rewriter.string("capability", definition.key);
        rewriter.string(&format!("{BASE}:Capability"), definition.key);
        rewriter.string("relationship", definition.key);
        rewriter.string(&format!("{BASE}:Relationship"), definition.key);
        let bound = |name: &str| definition.attribute(name);
        rewriter.string("count_range", definition.key);
        rewriter.open_list(definition.key);
        match bound("@lowerBound") {
            Some(lower) => rewriter.plain(lower.text(), lower),
            None => rewriter.plain("1", definition.key),
        }
        match bound("@upperBound") {
            Some(upper) if upper.text().eq_ignore_ascii_case("unbounded") => {
                rewriter.string("UNBOUNDED", upper)
            }
            Some(upper) => rewriter.plain(upper.text(), upper),
            None => rewriter.plain("1", definition.key),
        }
        rewriter.close();
        keep(rewriter, definition, &["@requirementType", "Constraints"], &[]);
        rewriter.close();
        rewriter.close();
    }
    rewriter.close();
}
