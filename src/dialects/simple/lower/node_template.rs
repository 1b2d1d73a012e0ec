//! Node templates (L22 to L24).

use crate::diagnostics::{Level, rules, suggest_typo};
use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::V1_1;
use super::node_type::artifacts;
use super::shapes::{ANY, METADATA, NODE_TYPE, TEXT, TEXTS, VALUES, copy, named_values, values};
use super::{artifact, capability, filter, function, interface, requirement};

table! {
    /// A node of a service.
    pub(in crate::dialects) NODE_TEMPLATE "node template" "3.8.3" {
        /// The node type.
        "type": NODE_TYPE => copy, mandatory;
        /// What the node is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy, since(V1_1);
        /// Where the node comes from.
        "directives": TEXTS => directives, lost;
        /// Values for properties of the type.
        "properties": VALUES => values;
        /// Initial values for attributes of the type.
        "attributes": VALUES => attributes;
        /// How the requirements of the type are met, in order; names may repeat.
        "requirements": Expected::Named(&Expected::Entity(|| &requirement::ASSIGNMENT.meta)) => requirement::assignments;
        /// Values for the capabilities of the type.
        "capabilities": Expected::Map(&Expected::Entity(|| &capability::ASSIGNMENT.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| rewriter.map(value, capability::assignment));
        };
        /// Inputs and implementations for the interfaces of the type.
        "interfaces": Expected::Map(&Expected::Entity(|| &interface::ASSIGNMENT.meta)) => interface::assignments;
        /// Files that belong to the node, in addition to those of the type or in place of them.
        "artifacts": Expected::Map(&Expected::Entity(|| &artifact::ARTIFACT.meta)) => artifacts;
        /// The condition that a selected node must meet.
        "node_filter": ANY => filter::of_template;
        /// The node template whose keynames are taken where this one has none.
        "copy": TEXT => copy;
    }
    string_intended_for("type");
}

/// The words that denote nodes in functions: no node can have such a name.
const RESERVED: [&str; 4] = ["SELF", "SOURCE", "TARGET", "HOST"];

/// Writes the node templates of a service.
pub(in crate::dialects) fn node_templates<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) {
    for (name, _) in value.entries().filter(|(name, _)| RESERVED.contains(&name.text())) {
        rewriter.report(name, rules::reserved_template_name::new(name.span(), name.text()));
    }
    rewriter.part(key, value, |rewriter, value| {
        rewriter.map(value, |rewriter, template| rewriter.entity(&NODE_TEMPLATE, template));
    });
}

/// The directives of 1.x.
const DIRECTIVES: &[&str] = &["substitutable", "selectable"];

/// Writes directives: TOSCA 2.0 has three of them, 1.x leaves them to the orchestrator.
fn directives<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    if !value.is_sequence() {
        return rewriter.entry(key, value);
    }
    let mut known = Vec::new();
    for directive in value.items() {
        match directive.text() {
            "substitutable" | "substitute" => known.push((directive, "substitute")),
            "selectable" | "select" => known.push((directive, "select")),
            word if directive.is_string() => {
                // Orchestrators may have other directives, but hardly any with almost the same name.
                if let Some(suggestion) = suggest_typo(word, DIRECTIVES.iter().copied()) {
                    let suggestion = Some(suggestion);
                    let diagnostic = rules::invalid_keyword::new(
                        directive.span(),
                        word,
                        "directive",
                        DIRECTIVES,
                        suggestion,
                    );
                    rewriter.report(directive, diagnostic.at_level(Level::Warning));
                }
                rewriter.lose_as("directive", directive);
            }
            _ => known.push((directive, "")),
        }
    }
    if known.is_empty() && value.items().next().is_some() {
        return;
    }
    rewriter.same_key(key);
    rewriter.open_like(value);
    for (directive, name) in known {
        if name.is_empty() || directive.text() == name {
            rewriter.copy(directive);
        } else {
            rewriter.applied("L22", directive);
            rewriter.string(name, directive);
        }
    }
    rewriter.close();
}

/// Writes initial values for attributes; a map of `description` and `value` is reduced to the value.
pub(super) fn attributes<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    named_values(rewriter, key, value, |rewriter, attribute| {
        let inner = attribute
            .get("value")
            .filter(|_| attribute.entries().count() == 2 && attribute.entry("description").is_some());
        if inner.is_some() {
            rewriter.applied("L24", attribute);
        }
        function::value(rewriter, inner.unwrap_or(attribute));
    });
}
