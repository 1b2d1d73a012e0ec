//! Substitution: services that stand for nodes of other services (TOSCA 2.0 §15).
//!
//! In: model and effective types. Out: diagnostics of area T09, and of others where the mistake is the
//! same. Assumes that names of types and templates are resolved and that templates were reviewed on their
//! own; does not decide which service an orchestrator takes where several fit.

mod attributes;
mod candidates;
mod capabilities;
mod counts;
mod endless;
mod given;
mod interfaces;
mod keys;
mod nodes;
mod parameters;
mod properties;
mod requirements;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, Instead, codes, quoted};
use crate::load::File;
use crate::model::Model;
use crate::model::service::{NodeTemplateId, NodeTemplateView, ServiceView, SubstitutionView};
use crate::model::types::{
    CapabilityId, FieldTable, Fields, MemberId, RequirementId, Section, TypeView, Types,
};
use crate::syntax::SubstitutionMapping;
use crate::values::Checker;
use crate::yaml::{self, Node, NodeId};

use candidates::{Candidate, Candidates};

/// Reviews the substitution mappings of all files, and the nodes that are to be substituted; with `listed`,
/// tells which services can stand for which nodes.
#[must_use]
pub fn review(model: &Model, listed: bool) -> Vec<Diagnostic> {
    let files: Vec<&File> = model.types.graph.files.iter().collect();
    let reviewed: Vec<(Vec<Diagnostic>, Option<Candidate<'_>>, bool)> = files
        .par_iter()
        .filter_map(|file| {
            let service = model.service(file.id)?;
            let mut found = nodes::review(service);
            let Some(substitution) = service.substitution() else {
                // One that could not be read may be for anything.
                let unread = service.template().substitution_mappings().is_unreadable();
                return Some((found, None, unread));
            };
            let mut cx = Cx::new(model, service, substitution);
            let candidate = check_mapping(&mut cx);
            found.extend(cx.found);
            let unread = candidate.as_ref().is_none_or(|candidate| candidate.of.is_open);
            Some((found, candidate, unread))
        })
        .collect();
    if model.types.graph.is_part {
        // What stands for a node may be among the other files.
        return reviewed.into_iter().flat_map(|(found, ..)| found).collect();
    }
    let unread = reviewed.iter().any(|(.., unread)| *unread);
    let (mut found, mut all) = (Vec::new(), Vec::new());
    for (more, candidate, _) in reviewed {
        found.extend(more);
        all.extend(candidate);
    }
    let mut candidates = Candidates::of(model, all, unread);
    found.extend(candidates.review(listed));
    found.extend(endless::review(model, &candidates));
    found
}

/// What the checks of one substitution mapping have at hand.
struct Cx<'g> {
    types: &'g Types,
    service: ServiceView<'g>,
    file: &'g File,
    substitution: SubstitutionView<'g>,
    mapping: &'g SubstitutionMapping,
    /// The node type of the nodes that the service stands for, where it is known.
    of: Option<TypeView<'g>>,
    checker: Checker<'g>,
    found: Vec<Diagnostic>,
    /// Capabilities of node templates that take no relationship from outside, made at the first use.
    internal: FxHashMap<NodeTemplateId, FxHashMap<&'g str, Node<'g>>>,
}

/// A part of a node that has members of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    Capability(CapabilityId),
    Relationship(RequirementId),
}

impl<'g> Cx<'g> {
    fn new(model: &'g Model, service: ServiceView<'g>, substitution: SubstitutionView<'g>) -> Self {
        let types: &'g Types = &model.types;
        let file = service.file();
        Self {
            types,
            service,
            file,
            substitution,
            mapping: substitution.written(),
            of: substitution.node_type(),
            checker: Checker::new(model),
            found: Vec::new(),
            internal: FxHashMap::default(),
        }
    }

    fn node(&self, id: NodeId) -> Node<'g> {
        self.file.node(id)
    }

    fn report(&mut self, node: Node<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.found, node, diagnostic);
    }
}

/// Checks a mapping; gives the service as one that stands for nodes, where it is known for which.
fn check_mapping<'g>(cx: &mut Cx<'g>) -> Option<Candidate<'g>> {
    let feeds = properties::properties(cx);
    attributes::attributes(cx);
    capabilities::capabilities(cx);
    requirements::requirements(cx);
    interfaces::interfaces(cx);
    cx.of.zip(cx.mapping.node_type).map(|(of, name)| Candidate {
        service: cx.service,
        of,
        place: cx.node(name.node),
        filter: cx.mapping.substitution_filter.map(|clause| cx.node(clause.0)),
        feeds,
    })
}

/// The fields of a part of the node type.
fn part_fields<'g>(cx: &Cx<'g>, part: Part, section: Fields) -> FieldTable<'g> {
    match part {
        Part::Capability(id) => cx.types.capability_fields(id, section),
        Part::Relationship(id) => cx.types.relationship_fields(id, section),
    }
}

/// The member of a type that `name` names; reports a name that the type certainly does not have.
fn member<'g, S: Section>(
    cx: &mut Cx<'g>,
    of: TypeView<'g>,
    section: S,
    name: Node<'g>,
    text: &str,
) -> Option<MemberId<S::Member>> {
    if let Some(id) = cx.types.member(of, section, text) {
        return Some(id);
    }
    if !of.is_open {
        let instead = Instead::of(text, cx.types.members(of, section).names());
        let found = codes::unknown_member::new(name.span(), section.noun(), text, &words(of), &instead);
        cx.report(name, found.also(of.key().span(), "type defined here"));
    }
    None
}

/// The node template called `name`, with its type. That no template has the name was reported.
fn node_template<'g>(cx: &Cx<'g>, name: NodeId) -> Option<(NodeTemplateView<'g>, Option<TypeView<'g>>)> {
    let template = cx.service.node_template_named(cx.node(name).text())?;
    Some((template, cx.types.defined(template.node_type)))
}

/// A type in words.
fn words(of: TypeView<'_>) -> String {
    format!("{} {}", of.kind.name(), quoted(of.name()))
}
