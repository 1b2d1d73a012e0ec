//! The elements of TOSCAlite as a table, and what can be said by it alone.

use std::collections::BTreeMap;

use crate::diagnostics::{list, quoted, rules, suggest};
use crate::dialects::Rewriter;
use crate::dialects::element::Element;

/// An element of TOSCAlite.
#[derive(Debug)]
pub(super) struct Grammar {
    pub(super) name: &'static str,
    /// The attributes, and whether they are mandatory.
    attributes: &'static [(&'static str, bool)],
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// A text that must not be empty.
    Text,
    /// A text.
    AnyText,
    /// Elements in any order.
    Elements(&'static [(Count, &'static Grammar)]),
}

/// How often an element may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    One,
    Optional,
    Any,
}
use Count::{Any, One, Optional};

const fn elements(name: &'static str, children: &'static [(Count, &'static Grammar)]) -> Grammar {
    Grammar { name, attributes: &[], content: Content::Elements(children) }
}

const fn text(name: &'static str) -> Grammar {
    Grammar { name, attributes: &[], content: Content::Text }
}

pub(super) static MODEL: Grammar = elements("Model", &[(Optional, &NODES), (Optional, &RELATIONSHIPS)]);

static NODES: Grammar = elements("Nodes", &[(Any, &NODE)]);

static NODE: Grammar = elements(
    "Node",
    &[
        (One, &TYPE),
        (One, &NAME),
        (Optional, &IMPLEMENTATION_ARTIFACTS),
        (Optional, &DEPLOYMENT_ARTIFACTS),
        (Optional, &PROPERTIES),
    ],
);

static TYPE: Grammar = text("Type");

static NAME: Grammar = text("Name");

// `Create` is mandatory in a service, see `nodes.rs`.
static IMPLEMENTATION_ARTIFACTS: Grammar =
    elements("ImplementationArtifacts", &[(Optional, &CREATE), (Optional, &START), (Optional, &STOP)]);

static CREATE: Grammar = text("Create");
static START: Grammar = text("Start");
static STOP: Grammar = text("Stop");

static DEPLOYMENT_ARTIFACTS: Grammar = elements("DeploymentArtifacts", &[(Any, &DEPLOYMENT_ARTIFACT)]);

// Later versions of TOSCAlite have the attribute, and require it.
static DEPLOYMENT_ARTIFACT: Grammar =
    Grammar { name: "DeploymentArtifact", attributes: &[("key", false)], content: Content::Text };

static PROPERTIES: Grammar = elements("Properties", &[(Any, &PROPERTY)]);

static PROPERTY: Grammar =
    Grammar { name: "Property", attributes: &[("key", true)], content: Content::AnyText };

static RELATIONSHIPS: Grammar = elements("Relationships", &[(Any, &RELATIONSHIP)]);

static RELATIONSHIP: Grammar = elements(
    "Relationship",
    &[(One, &TYPE), (One, &SOURCE), (One, &TARGET), (Optional, &IMPLEMENTATION_ARTIFACT)],
);

static SOURCE: Grammar = text("Source");
static TARGET: Grammar = text("Target");
static IMPLEMENTATION_ARTIFACT: Grammar = text("ImplementationArtifact");

/// Checks an element and those in it. The grammar is not deep.
pub(super) fn check<'t>(rewriter: &mut Rewriter<'t>, element: Element<'t>, grammar: &'static Grammar) {
    check_attributes(rewriter, element, grammar);
    let children = match grammar.content {
        Content::Elements(children) => children,
        Content::Text if element.text().is_none() => {
            return rewriter
                .report(element.key, rules::missing_xml_element::empty(element.key.span(), grammar.name));
        }
        Content::Text | Content::AnyText => &[],
    };
    let mut first: BTreeMap<&str, Element<'t>> = BTreeMap::new();
    for child in element.children() {
        let Some((count, inner)) = children.iter().find(|(_, inner)| inner.name == child.name()) else {
            unknown(rewriter, child, grammar, children);
            continue;
        };
        match first.get(inner.name) {
            Some(first) if *count != Any => {
                let diagnostic = rules::repeated_xml_element::new(
                    child.key.span(),
                    inner.name,
                    grammar.name,
                    first.key.span(),
                );
                rewriter.report(child.key, diagnostic);
            }
            Some(_) => check(rewriter, child, inner),
            None => {
                first.insert(inner.name, child);
                check(rewriter, child, inner);
            }
        }
    }
    for (count, inner) in children {
        if *count == One && !first.contains_key(inner.name) {
            let diagnostic = rules::missing_xml_element::new(element.key.span(), grammar.name, inner.name);
            rewriter.report(element.key, diagnostic);
        }
    }
}

fn check_attributes<'t>(rewriter: &mut Rewriter<'t>, element: Element<'t>, grammar: &Grammar) {
    for (name, is_mandatory) in grammar.attributes {
        if *is_mandatory && element.attribute(name).is_none() {
            let diagnostic = rules::missing_xml_attribute::new(element.key.span(), grammar.name, name);
            rewriter.report(element.key, diagnostic.label("mandatory in TOSCAlite"));
        }
    }
    for attribute in element.attributes() {
        let name = attribute.name();
        let mut known = grammar.attributes.iter().map(|(known, _)| *known);
        if !name.starts_with('{') && known.all(|known| known != name) {
            let suggestion = suggest(name, grammar.attributes.iter().map(|(known, _)| *known));
            let span = attribute.key.span();
            let diagnostic = rules::unknown_xml_attribute::new(span, name, grammar.name, suggestion);
            rewriter.report(attribute.key, diagnostic);
        }
    }
}

fn unknown<'t>(
    rewriter: &mut Rewriter<'t>,
    element: Element<'t>,
    outer: &Grammar,
    known: &[(Count, &'static Grammar)],
) {
    let names = known.iter().map(|(_, inner)| inner.name);
    let help = match suggest(element.name(), names.clone()) {
        Some(suggestion) => format!("did you mean {}?", quoted(suggestion)),
        None if known.is_empty() => format!("write only text in {}", quoted(outer.name)),
        None => format!("expected {}", list(&names.map(quoted).collect::<Vec<_>>(), "or")),
    };
    let diagnostic = rules::unknown_xml_element::new(element.key.span(), element.name(), outer.name, help);
    rewriter.report(element.key, diagnostic);
}
