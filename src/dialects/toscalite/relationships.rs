//! Checks relationships: their types and ends, and that hosts end at machines.

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::{rules, suggest};
use crate::dialects::Rewriter;
use crate::yaml::YamlNode;

use super::hosts;
use super::model::{Model, NodeKind, RELATIONSHIP_KINDS, Relationship, RelationshipKind};

/// The maximum number of unknown names for which a similar one is looked for.
const MAX_SUGGESTIONS: usize = 20;

/// A relationship between two nodes, by their positions.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) relationship: usize,
    pub(super) kind: RelationshipKind,
    pub(super) source: usize,
    pub(super) target: usize,
}

/// The relationships that are not wrong, by the node that is their source.
pub(super) struct Edges {
    pub(super) hosts: Vec<Vec<Edge>>,
    pub(super) connections: Vec<Vec<Edge>>,
    /// Whether a node may have relationships that are not among these, because they were reported.
    pub(super) is_incomplete: Vec<bool>,
    /// Whether this may be true of any node.
    pub(super) is_any_incomplete: bool,
}

/// Checks the relationships, and returns those that are not wrong.
pub(super) fn check<'t>(rewriter: &mut Rewriter<'t>, model: &Model<'t>) -> Edges {
    let count = model.nodes.len();
    let mut edges = Edges {
        hosts: vec![Vec::new(); count],
        connections: vec![Vec::new(); count],
        is_incomplete: vec![false; count],
        is_any_incomplete: false,
    };
    let mut names = Names::new(model);
    for (index, relationship) in model.relationships.iter().enumerate() {
        check_type(rewriter, relationship);
        check_script(rewriter, relationship);
        let source = names.node(rewriter, relationship.source);
        let target = names.node(rewriter, relationship.target);
        let Some(source) = source else {
            edges.is_any_incomplete = true;
            continue;
        };
        let edge = relationship.kind().zip(target);
        let edge = edge.map(|(kind, target)| Edge { relationship: index, kind, source, target });
        match edge.filter(|edge| check_ends(rewriter, model, *edge)) {
            Some(edge) if edge.kind == RelationshipKind::HostedOn => edges.hosts[source].push(edge),
            Some(edge) => edges.connections[source].push(edge),
            None => edges.is_incomplete[source] = true,
        }
    }
    hosts::check(rewriter, model, &mut edges);
    edges
}

fn check_type<'t>(rewriter: &mut Rewriter<'t>, relationship: &Relationship<'t>) {
    if let Some(written) = relationship.type_name.filter(|_| relationship.kind().is_none()) {
        let names = RELATIONSHIP_KINDS.map(|(name, _)| name);
        let diagnostic =
            rules::unknown_model_type::new(written.span(), "relationship", written.text(), &names);
        rewriter.report(written, diagnostic);
    }
}

/// A connection has a script, a host has none.
fn check_script<'t>(rewriter: &mut Rewriter<'t>, relationship: &Relationship<'t>) {
    let element = relationship.element;
    match (relationship.kind(), relationship.script) {
        (Some(RelationshipKind::HostedOn), Some(script)) => {
            let diagnostic = rules::unused_xml_element::new(script.key.span(), script.name(), "hostedOn");
            rewriter.report(script.key, diagnostic);
        }
        (Some(RelationshipKind::ConnectsTo), None) => {
            rewriter.report(element.key, rules::missing_xml_element::script(element.key.span()));
        }
        _ => {}
    }
}

/// The nodes by name.
struct Names<'m, 't> {
    model: &'m Model<'t>,
    by_name: FxHashMap<&'t str, usize>,
    /// The number of unknown names so far.
    unknown: usize,
}

impl<'m, 't> Names<'m, 't> {
    fn new(model: &'m Model<'t>) -> Self {
        let named = model.nodes.iter().enumerate();
        let by_name = named.filter_map(|(index, node)| Some((node.name?.text(), index))).collect();
        Self { model, by_name, unknown: 0 }
    }

    /// Returns the node with this name, or reports that there is none. A node without a name may have it.
    fn node(&mut self, rewriter: &mut Rewriter<'t>, name: Option<YamlNode<'t>>) -> Option<usize> {
        let name = name?;
        let known = self.by_name.get(name.text()).copied();
        if known.is_none() && self.model.is_every_node_named {
            self.unknown += 1;
            let names = self.model.nodes.iter().filter_map(|node| node.name.map(YamlNode::text));
            let is_few = self.unknown <= MAX_SUGGESTIONS;
            let nearest = if is_few { suggest(name.text(), names) } else { None };
            rewriter.report(name, rules::unknown_template::in_model(name.span(), name.text(), nearest));
        }
        known
    }
}

/// Whether the ends of a relationship have the right types, as far as these are known.
fn check_ends<'t>(rewriter: &mut Rewriter<'t>, model: &Model<'t>, edge: Edge) -> bool {
    let relationship = &model.relationships[edge.relationship];
    let (Some(source), Some(target)) = (relationship.source, relationship.target) else { return false };
    if edge.source == edge.target {
        rewriter.report(
            target,
            rules::wrong_relationship_end::itself(target.span(), target.text(), source.span()),
        );
        return false;
    }
    let is_machine = |node: usize| model.nodes[node].kind() == Some(NodeKind::Machine);
    let type_span = |node: usize| model.nodes[node].type_name.map(YamlNode::span);
    let mut is_right = true;
    let mut wrong = |name: YamlNode<'t>, node: usize, new: fn(Span, &str, Option<Span>) -> _| {
        rewriter.report(name, new(name.span(), name.text(), type_span(node)));
        is_right = false;
    };
    match edge.kind {
        RelationshipKind::HostedOn if is_machine(edge.source) => {
            wrong(source, edge.source, rules::wrong_relationship_end::hosted_machine);
        }
        RelationshipKind::HostedOn => {}
        RelationshipKind::ConnectsTo => {
            for (name, node) in [(source, edge.source), (target, edge.target)] {
                if is_machine(node) {
                    wrong(name, node, rules::wrong_relationship_end::connected_machine);
                }
            }
        }
    }
    is_right
}
