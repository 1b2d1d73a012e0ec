//! Checks whether a call may read its source in its context (TOSCA 2.0 §10.2.1).

use crate::diagnostics::rules;
use crate::functions::{FunctionSource, PathEnd};
use crate::load::FileGraph;
use crate::model::NodePart;
use crate::model::types::Types;
use crate::values::check_context::CheckContext;
use crate::yaml::YamlNode;

use super::Typer;

/// The sections of a file that contain a node.
#[derive(Clone, Copy, Debug)]
struct FileSection<'g> {
    /// The section of the file.
    section: &'g str,
    /// The section of the service template, if it is in one.
    part: Option<&'g str>,
}

impl<'g> FileSection<'g> {
    /// Returns the sections that contain `node`. An expression that is not in a file is treated as an output.
    fn enclosing(graph: &FileGraph, node: YamlNode<'g>) -> Option<Self> {
        if graph.expression == Some(node.tree().file()) {
            return Some(Self { section: "service_template", part: Some("outputs") });
        }
        let (section, value) = step(node.tree().root()?, node)?;
        let inner = if section == "service_template" { step(value, node) } else { None };
        Some(Self { section, part: inner.map(|(part, _)| part) })
    }
}

/// Whether the call at `node` may read `source`; reports it if not.
pub(super) fn may_read<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    name: YamlNode<'g>,
    source: FunctionSource,
) -> bool {
    let entity = match source {
        FunctionSource::Value => return true,
        FunctionSource::Input => false,
        FunctionSource::Path(_) | FunctionSource::NodeIndex | FunctionSource::RelationshipIndex => true,
    };
    let Some(context) = FileSection::enclosing(&cx.types.graph, node) else { return true };
    let part = NodePart::enclosing(&cx.types.graph, node);
    let is_requirement = matches!(part, Some(NodePart::Requirement | NodePart::CountOfRequirement));
    // These are known only at run time.
    let is_observed = matches!(source, FunctionSource::Path(PathEnd::Attribute | PathEnd::Allocation));
    let diagnostic = match (context.section, context.part, source) {
        ("interface_types", ..) if entity => {
            rules::out_of_context::in_interface_type(name.span(), name.text())
        }
        (
            "service_template",
            Some("inputs"),
            FunctionSource::Path(PathEnd::Property | PathEnd::Attribute | PathEnd::Artifact),
        ) => rules::out_of_context::in_input(name.span(), name.text()),
        ("relationship_types", _, FunctionSource::NodeIndex)
        | (
            "service_template",
            Some("relationship_templates" | "inputs" | "outputs" | "groups"),
            FunctionSource::NodeIndex,
        ) => rules::out_of_context::no_node(name.span()),
        (
            "service_template",
            Some("inputs" | "outputs" | "groups" | "substitution_mappings"),
            FunctionSource::RelationshipIndex,
        ) => rules::out_of_context::no_relationship(name.span()),
        ("service_template", Some("substitution_mappings"), FunctionSource::Input) => {
            rules::out_of_context::input_in_filter(name.span())
        }
        ("node_types", ..) | ("service_template", Some("node_templates"), _)
            if source == FunctionSource::RelationshipIndex && !is_requirement =>
        {
            rules::out_of_context::no_relationship(name.span())
        }
        ("service_template", Some("node_templates"), FunctionSource::NodeIndex)
            if part == Some(NodePart::Count) =>
        {
            rules::out_of_context::no_node(name.span())
        }
        ("service_template", Some("node_templates"), FunctionSource::RelationshipIndex)
            if part == Some(NodePart::CountOfRequirement) =>
        {
            rules::out_of_context::no_relationship(name.span())
        }
        ("service_template", Some("node_templates"), _)
            if entity && part == Some(NodePart::Count) && (is_observed || reads_self(cx.types, node)) =>
        {
            rules::out_of_context::in_node_count(name.span(), name.text())
        }
        ("service_template", ..) => return true,
        (_, _, FunctionSource::Input) => rules::out_of_context::no_inputs(name.span()),
        _ => return true,
    };
    cx.report(name, diagnostic);
    false
}

/// Whether the path of a call starts at the enclosing entity.
fn reads_self(types: &Types, call: YamlNode<'_>) -> bool {
    let first = types.expressions.call(call).and_then(|call| call.arguments().next());
    first.is_some_and(|first| first.node().as_str() == Some("SELF"))
}

/// Returns the entry of a map that contains `node`.
fn step<'g>(map: YamlNode<'g>, node: YamlNode<'g>) -> Option<(&'g str, YamlNode<'g>)> {
    let entry = map.entries().find(|(key, value)| value.contains(node) || key.contains(node));
    entry.map(|(key, value)| (key.text(), value))
}
