//! Checks substitution: service templates that substitute nodes of other services (TOSCA 2.0 §15).
//!
//! In: model and effective types. Out: diagnostics of area T09, and of other areas for the same mistakes.
//! Assumes that names of types and templates are resolved and that each template was checked by itself. If
//! several candidates are compatible, the choice is left to the orchestrator.

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
mod services;
mod unused;
mod wrong_type;

use rustc_hash::FxHashMap;

use crate::diagnostics::{Alternatives, Diagnostic, quoted, rules};
use crate::keynames::Entity;
use crate::load::File;
use crate::model::Model;
use crate::model::service::{NodeTemplateId, NodeTemplateView, ServiceView, SubstitutionView};
use crate::model::types::{
    CapabilityId, FieldTable, Fields, MemberId, RequirementId, Section, TypeView, Types,
};
use crate::syntax::SubstitutionMapping;
use crate::values::Checker;
use crate::yaml::{self, NodeId, YamlNode};

use super::service::sections;
use candidates::{Candidate, Candidates};
pub use services::SubstitutingServices;
pub use unused::{UnusedService, unused_services};

/// Checks the substitution mappings of all files, and the nodes with the directive `substitute`. If `listed`,
/// also reports which service templates can substitute which nodes.
#[must_use]
pub fn review(model: &Model, listed: bool) -> Vec<Diagnostic> {
    let review = |file: &File| {
        let Some(service) = model.service(file.id) else {
            return model.has_unread_service(file.id).then_some((Vec::new(), None, true));
        };
        let mut diagnostics = nodes::review(service);
        let Some(substitution) = service.substitution() else {
            // An unreadable mapping may substitute any node.
            let is_unread = service.template().substitution_mappings().is_unreadable()
                || model.has_unread_service(file.id);
            return Some((diagnostics, None, is_unread));
        };
        let mut cx = Cx::new(model, service, substitution);
        let candidate = check_mapping(&mut cx);
        diagnostics.extend(cx.diagnostics);
        let is_unread = candidate.as_ref().is_none_or(|candidate| candidate.node_type.is_incomplete);
        Some((diagnostics, candidate, is_unread))
    };
    let reviewed: Vec<(Vec<Diagnostic>, Option<Candidate<'_>>, bool)> =
        model.types.graph.map_files(review).into_iter().flatten().collect();
    if model.types.graph.is_part {
        // Candidates may be in other files.
        return reviewed.into_iter().flat_map(|(diagnostics, ..)| diagnostics).collect();
    }
    let has_unread = reviewed.iter().any(|(.., is_unread)| *is_unread);
    let (mut diagnostics, mut candidates) = (Vec::new(), Vec::new());
    for (file_diagnostics, candidate, _) in reviewed {
        diagnostics.extend(file_diagnostics);
        candidates.extend(candidate);
    }
    let mut candidates = Candidates::new(model, candidates, has_unread);
    diagnostics.extend(candidates.review(listed));
    diagnostics.extend(endless::review(model, &candidates));
    diagnostics
}

/// The context of the checks of one substitution mapping.
struct Cx<'g> {
    types: &'g Types,
    service: ServiceView<'g>,
    file: &'g File,
    substitution: SubstitutionView<'g>,
    mapping: &'g SubstitutionMapping,
    /// The type of the substituted nodes, if it is known.
    substituted_type: Option<TypeView<'g>>,
    checker: Checker<'g>,
    diagnostics: Vec<Diagnostic>,
    /// Capabilities of node templates that do not allow external relationships; filled at the first use.
    internal: FxHashMap<NodeTemplateId, FxHashMap<&'g str, YamlNode<'g>>>,
}

/// A part of a node that has separate members.
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
            substituted_type: substitution.node_type(),
            checker: Checker::new(model),
            diagnostics: Vec::new(),
            internal: FxHashMap::default(),
        }
    }

    fn node(&self, id: NodeId) -> YamlNode<'g> {
        self.file.node(id)
    }

    fn report(&mut self, node: YamlNode<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.diagnostics, node, diagnostic);
    }
}

/// Checks a mapping. Returns the service template as a candidate, or `None` if its node type is unknown.
fn check_mapping<'g>(cx: &mut Cx<'g>) -> Option<Candidate<'g>> {
    if let Some((name, diagnostic)) = wrong_type::review(cx) {
        cx.report(name, diagnostic);
        return None;
    }
    let feeds = properties::properties(cx);
    attributes::attributes(cx);
    capabilities::capabilities(cx);
    requirements::requirements(cx);
    interfaces::interfaces(cx);
    cx.substituted_type.zip(cx.mapping.node_type).map(|(node_type, name)| Candidate {
        service: cx.service,
        node_type,
        type_name: cx.node(name.node),
        filter: cx.mapping.substitution_filter.map(|clause| cx.node(clause.0)),
        feeds,
    })
}

/// Returns the fields of a part of the node type.
fn part_fields<'g>(cx: &Cx<'g>, part: Part, section: Fields) -> FieldTable<'g> {
    match part {
        Part::Capability(id) => cx.types.capability_fields(id, section),
        Part::Relationship(id) => cx.types.relationship_fields(id, section),
    }
}

/// Returns the member of a type that `name` refers to, and reports a name that the type certainly does not
/// have. A key may be one of another section.
fn member<'g, S: Section>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    section: S,
    (name, is_key): (YamlNode<'g>, bool),
    text: &str,
) -> Option<MemberId<S::Member>> {
    if let Some(id) = cx.types.member(ty, section, text) {
        return Some(id);
    }
    if !ty.is_incomplete {
        let alternatives = Alternatives::new(text, cx.types.members(ty, section).names());
        let owner = describe_type(ty);
        // A key of another section has a value of that section.
        let sections = if is_key {
            sections::with_member(cx.types, ty, text, SubstitutionMapping::meta())
        } else {
            Vec::new()
        };
        let diagnostic = if sections.is_empty() {
            rules::unknown_member::new(name.span(), section.noun(), text, &owner, &alternatives)
        } else {
            rules::unknown_member::in_section(name.span(), section.noun(), text, &owner, &sections)
                .explains(name.entry_value().span())
        };
        let clause = match section.noun() {
            "capability" => "15.4",
            "requirement" => "15.5",
            "property" => "15.2",
            "attribute" => "15.3",
            _ => "15.1",
        };
        cx.report(name, diagnostic.also(ty.key().span(), "type defined here").in_clause(clause));
    }
    None
}

/// Returns the node template `name` with its type, or `None` if there is no such template, which is reported
/// already.
fn node_template<'g>(cx: &Cx<'g>, name: NodeId) -> Option<(NodeTemplateView<'g>, Option<TypeView<'g>>)> {
    let template = cx.service.node_template_named(cx.node(name).text())?;
    Some((template, cx.types.defined(template.node_type)))
}

/// Returns the kind and name of a type for messages.
fn describe_type(ty: TypeView<'_>) -> String {
    format!("{} {}", ty.kind.name(), quoted(ty.name()))
}
