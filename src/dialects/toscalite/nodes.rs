//! Checks nodes: types, names, keys, scripts.

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::rules;
use crate::dialects::Rewriter;
use crate::dialects::element::Element;
use crate::yaml::YamlNode;

use super::model::{Model, NODE_KINDS, Node, NodeKind};

/// The directory of the scripts of relationships.
pub(super) const RELATIONSHIPS: &str = "relationships";

/// Checks the nodes. A node with the name of an earlier one loses its name.
pub(super) fn check<'t>(rewriter: &mut Rewriter<'t>, model: &mut Model<'t>) {
    let mut names: FxHashMap<&str, Span> = FxHashMap::default();
    for node in &mut model.nodes {
        check_type(rewriter, node);
        check_name(rewriter, node, &mut names);
        check_keys(rewriter, node.properties().map(|(key, _)| key));
        check_keys(rewriter, node.files().filter_map(|file| file.attribute("key")));
        check_artifacts(rewriter, node);
    }
}

fn check_type<'t>(rewriter: &mut Rewriter<'t>, node: &Node<'t>) {
    if let Some(written) = node.type_name.filter(|_| node.kind().is_none()) {
        let names = NODE_KINDS.map(|(name, _)| name);
        rewriter
            .report(written, rules::unknown_model_type::new(written.span(), "node", written.text(), &names));
    }
}

fn check_name<'t>(rewriter: &mut Rewriter<'t>, node: &mut Node<'t>, names: &mut FxHashMap<&'t str, Span>) {
    let Some(name) = node.name else { return };
    let (text, span) = (name.text(), name.span());
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    if !text.chars().all(is_allowed) {
        rewriter.report(name, rules::invalid_model_name::node(span, text));
    } else if text == RELATIONSHIPS {
        rewriter.report(name, rules::invalid_model_name::directory(span, text));
    }
    match names.get(text) {
        Some(first) => {
            rewriter.report(name, rules::duplicate_key::new(span, text, *first));
            node.name = None;
        }
        None => {
            names.insert(text, span);
        }
    }
}

fn check_keys<'t>(rewriter: &mut Rewriter<'t>, keys: impl Iterator<Item = YamlNode<'t>>) {
    let mut first: FxHashMap<&str, Span> = FxHashMap::default();
    for key in keys {
        let (text, span) = (key.text(), key.span());
        if text.is_empty() || !text.chars().all(|c| c.is_ascii_alphabetic()) {
            rewriter.report(key, rules::invalid_model_name::key(span, text));
        } else if text.chars().any(|c| c.is_ascii_uppercase()) {
            rewriter.report(key, rules::invalid_model_name::uppercase_key(span, text));
        }
        match first.get(text) {
            Some(first) => rewriter.report(key, rules::duplicate_key::new(span, text, *first)),
            None => {
                first.insert(text, span);
            }
        }
    }
}

/// A service must have a script that creates it; a machine has no artifacts.
fn check_artifacts<'t>(rewriter: &mut Rewriter<'t>, node: &Node<'t>) {
    match node.kind() {
        Some(NodeKind::Machine) => {
            for artifacts in unused(node) {
                let diagnostic =
                    rules::unused_xml_element::new(artifacts.key.span(), artifacts.name(), "machine");
                rewriter.report(artifacts.key, diagnostic);
            }
        }
        Some(NodeKind::Service) => {
            let (outer, lacks) = match node.implementation {
                None => (node.element, "ImplementationArtifacts"),
                Some(implementation) if implementation.child("Create").is_none() => {
                    (implementation, "Create")
                }
                Some(_) => return,
            };
            let diagnostic = rules::missing_xml_element::new(outer.key.span(), outer.name(), lacks);
            rewriter.report(outer.key, diagnostic);
        }
        None => {}
    }
}

/// Returns the elements of a machine that have no effect.
pub(super) fn unused<'t>(node: &Node<'t>) -> impl Iterator<Item = Element<'t>> {
    let artifacts = [node.implementation, node.deployment];
    let is_machine = node.kind() == Some(NodeKind::Machine);
    artifacts.into_iter().flatten().filter(move |_| is_machine)
}
