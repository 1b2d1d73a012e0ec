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
            let (more, candidate) = Review::new(model, service, substitution).run();
            found.extend(more);
            let unread = candidate.as_ref().is_none_or(|candidate| candidate.of.is_open);
            Some((found, candidate, unread))
        })
        .collect();
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

/// Reviews one substitution mapping.
struct Review<'g> {
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

impl<'g> Review<'g> {
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

    /// What is found, and the service as one that stands for nodes, where it is known for which.
    fn run(mut self) -> (Vec<Diagnostic>, Option<Candidate<'g>>) {
        let feeds = self.properties();
        self.attributes();
        self.capabilities();
        self.requirements();
        self.interfaces();
        let candidate = self.of.zip(self.mapping.node_type).map(|(of, name)| Candidate {
            service: self.service,
            of,
            place: self.node(name.node),
            filter: self.mapping.substitution_filter.map(|clause| self.node(clause.0)),
            feeds,
        });
        (self.found, candidate)
    }

    fn node(&self, id: NodeId) -> Node<'g> {
        self.file.node(id)
    }

    fn report(&mut self, node: Node<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.found, node, diagnostic);
    }

    /// The fields of a part of the node type.
    fn names(&self, part: Part, section: Fields) -> FieldTable<'g> {
        match part {
            Part::Capability(id) => self.types.capability_fields(id, section),
            Part::Relationship(id) => self.types.relationship_fields(id, section),
        }
    }

    /// The member of a type that `name` names; reports a name that the type certainly does not have.
    fn member<S: Section>(
        &mut self,
        of: TypeView<'g>,
        section: S,
        name: Node<'g>,
        text: &str,
    ) -> Option<MemberId<S::Member>> {
        if let Some(id) = self.types.member(of, section, text) {
            return Some(id);
        }
        if !of.is_open {
            let instead = Instead::of(text, self.types.members(of, section).names());
            let found = codes::unknown_member::found(name.span(), section.noun(), text, &words(of), &instead);
            self.report(name, found.also(of.key().span(), "the type is defined here"));
        }
        None
    }

    /// The node template called `name`, with its type. That no template has the name was reported.
    fn node_template(&self, name: NodeId) -> Option<(NodeTemplateView<'g>, Option<TypeView<'g>>)> {
        let template = self.service.node_template_named(self.node(name).text())?;
        Some((template, self.types.defined(template.node_type)))
    }
}

/// A type in words.
fn words(of: TypeView<'_>) -> String {
    format!("{} {}", of.kind.name(), quoted(of.name()))
}
