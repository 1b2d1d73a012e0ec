//! Finds the services that can substitute a node (TOSCA 2.0 §15.1): those whose node type is the type of the
//! node or an ancestor of it, and whose filter and inputs do not exclude the node.

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, list, quoted, rules};
use crate::expressions::Expression;
use crate::functions::{FunctionSource, PathEnd};
use crate::load::File;
use crate::model::service::{NodeTemplateView, ParameterView, ServiceView};
use crate::model::types::{FieldKind, TypeRef, TypeView, Types};
use crate::model::{Model, Truth};
use crate::resolve::DefinitionId;
use crate::syntax::MappingKey;
use crate::values::{Checker, What};
use crate::yaml::YamlNode;

use super::given::{PropertyValue, SubstitutedNode};
use super::parameters::value_type;

/// The maximum number of pairs of a node and a service for which every pair is checked.
pub(super) const MAX_CHECKED_PAIRS: usize = 1_000_000;
/// The maximum number of services that are checked for a node if there are more pairs; any other may match.
const MAX_CHECKED_SERVICES: usize = 16;
/// The maximum number of services of similar types that are shown.
const MAX_SHOWN_SERVICES: usize = 5;

/// A service that can substitute nodes of a type.
pub(super) struct Candidate<'g> {
    /// Its service template.
    pub(super) service: ServiceView<'g>,
    /// The type of the nodes.
    pub(super) node_type: TypeView<'g>,
    /// The node that names the type.
    pub(super) type_name: YamlNode<'g>,
    /// The substitution filter.
    pub(super) filter: Option<YamlNode<'g>>,
    /// The mappings of properties to its inputs.
    pub(super) feeds: Vec<Feed<'g>>,
}

/// An input that gets its value from a property.
pub(super) struct Feed<'g> {
    /// The mapped property.
    pub(super) key: MappingKey,
    /// The name of the input in the mapping.
    pub(super) name: YamlNode<'g>,
    /// The input.
    pub(super) input: ParameterView<'g>,
}

/// Whether a service can substitute a node.
pub(super) enum Fit {
    /// It can: no known fact excludes it.
    Fits,
    /// It is known only at run time.
    Unknown,
    /// It cannot; with the span and the reason.
    Misses(Span, String),
}

/// All substituting services, by the types of the nodes.
pub(super) struct Candidates<'g> {
    model: &'g Model,
    /// The services, by file.
    pub(super) all: Vec<Candidate<'g>>,
    by_type: FxHashMap<DefinitionId, Vec<usize>>,
    /// The services that substitute types derived from a type.
    narrower: FxHashMap<DefinitionId, Vec<usize>>,
    /// The services by the name of their node type.
    by_name: FxHashMap<&'g str, Vec<usize>>,
    /// Whether there may be more services, which could not be read.
    is_incomplete: bool,
    /// Whether every service is checked for every node.
    checks_all: bool,
}

impl<'g> Candidates<'g> {
    pub(super) fn new(model: &'g Model, all: Vec<Candidate<'g>>, is_incomplete: bool) -> Self {
        let types = &model.types;
        let mut by_type: FxHashMap<DefinitionId, Vec<usize>> = FxHashMap::default();
        let mut narrower: FxHashMap<DefinitionId, Vec<usize>> = FxHashMap::default();
        let mut by_name: FxHashMap<&'g str, Vec<usize>> = FxHashMap::default();
        for (index, candidate) in all.iter().enumerate() {
            by_type.entry(candidate.node_type.id).or_default().push(index);
            by_name.entry(candidate.node_type.name()).or_default().push(index);
            for ancestor in types.lineage(candidate.node_type).skip(1) {
                narrower.entry(ancestor.id).or_default().push(index);
            }
        }
        Self { model, all, by_type, narrower, by_name, is_incomplete, checks_all: true }
    }

    /// Returns a checker for the nodes of one file, or for a few of all files.
    pub(super) fn checker(&self) -> Checker<'g> {
        Checker::new(self.model)
    }

    /// Returns the services that can substitute nodes of a type, those for the type itself first.
    pub(super) fn for_type<'s>(&'s self, ty: TypeView<'g>) -> impl Iterator<Item = usize> + use<'s, 'g> {
        let lineage = self.model.types.lineage(ty);
        lineage.filter_map(|ancestor| self.by_type.get(&ancestor.id)).flatten().copied()
    }

    /// Returns how many of the services for a type are checked for a node.
    pub(super) fn max_checked_services(&self) -> usize {
        if self.checks_all { usize::MAX } else { MAX_CHECKED_SERVICES }
    }

    /// Reports nodes that no service can substitute; with `list`, reports the possible services of all other
    /// nodes.
    pub(super) fn review(&mut self, list: bool) -> Vec<Diagnostic> {
        let graph = &self.model.types.graph;
        let services = || graph.files.iter().filter_map(|file| self.model.service(file.id));
        let nodes: usize = services().map(|service| substituted(service).count()).sum();
        self.checks_all = nodes.saturating_mul(self.all.len()) <= MAX_CHECKED_PAIRS;
        let this = &*self;
        let check = |file: &'g File| {
            let service = this.model.service(file.id)?;
            let checker = this.checker();
            let nodes = substituted(service).filter_map(|(template, only)| {
                this.check_node(&checker, SubstitutedNode::new(this.model, template)?, only, list)
            });
            Some(nodes.collect::<Vec<_>>())
        };
        graph.map_files(check).into_iter().flatten().flatten().collect()
    }

    fn check_node(
        &self,
        checker: &Checker<'g>,
        node: SubstitutedNode<'g>,
        is_only_substituted: bool,
        list: bool,
    ) -> Option<Diagnostic> {
        let (mut fitting, mut misses) = (Vec::new(), Vec::new());
        let mut remaining = self.max_checked_services();
        for index in self.for_type(node.ty) {
            if remaining == 0 {
                fitting.push(index);
                break;
            }
            remaining -= 1;
            match self.fit(checker, node, &self.all[index]) {
                Fit::Misses(span, reason) => misses.push((span, reason)),
                Fit::Fits | Fit::Unknown => {
                    fitting.push(index);
                    if !list {
                        return None;
                    }
                }
            }
        }
        let name = node.key().text();
        if !fitting.is_empty() {
            let spans = fitting.iter().map(|index| self.all[*index].type_name.span());
            return list.then(|| rules::possible_substitutes::new(node.key().span(), name, spans, &misses));
        }
        // If no other service was checked, the available services are not known.
        let has_other_services =
            self.all.iter().any(|candidate| candidate.service.file().id != node.template.service().file().id);
        if !is_only_substituted || !has_other_services || self.is_incomplete || node.ty.is_incomplete {
            return None;
        }
        misses.extend(self.services_of_similar_types(node.ty).take(MAX_SHOWN_SERVICES));
        let ty = self.model.types.name_in(TypeRef::Defined(node.ty.id), node.key().tree().file());
        Some(rules::no_substitute::new(node.key().span(), name, &ty, &misses))
    }

    /// Returns services for similar types: types derived from `ty`, and other types with the same name.
    fn services_of_similar_types<'s>(
        &'s self,
        ty: TypeView<'g>,
    ) -> impl Iterator<Item = (Span, String)> + use<'s, 'g> {
        let reason = move |index: &usize| {
            let narrower = format!(
                "only substitutes {}, which is derived from {}",
                quoted(self.all[*index].node_type.name()),
                quoted(ty.name())
            );
            (self.all[*index].type_name.span(), narrower)
        };
        let narrower = self.narrower.get(&ty.id).into_iter().flatten().map(reason);
        let same = self.by_name.get(ty.name()).into_iter().flatten().filter(move |index| {
            let service_type = self.all[**index].node_type;
            self.model.types.relation(TypeRef::Defined(ty.id), TypeRef::Defined(service_type.id)) == Truth::No
        });
        let other_type = move |index: &usize| {
            let text = format!("substitutes another type {} of another file", quoted(ty.name()));
            (self.all[*index].type_name.span(), text)
        };
        narrower.chain(same.map(other_type))
    }

    /// Returns whether a service for the type of `node` can substitute `node`.
    pub(super) fn fit(
        &self,
        checker: &Checker<'g>,
        node: SubstitutedNode<'g>,
        candidate: &Candidate<'g>,
    ) -> Fit {
        let mut is_known = true;
        if let Some(filter) = candidate.filter {
            match node.satisfies(checker, filter) {
                Some(true) => {}
                Some(false) => return explain_unsatisfied(&self.model.types, checker, filter, node),
                None => is_known = false,
            }
        }
        for feed in &candidate.feeds {
            let property_value = node.given(&feed.key, |id| candidate.service.node(id));
            match property_value {
                PropertyValue::Nothing if feed.input.needs_value() => {
                    let reason = format!("input {} would have no value", quoted(feed.name.text()));
                    return Fit::Misses(feed.name.span(), reason);
                }
                PropertyValue::Nothing | PropertyValue::Unknown => {}
                PropertyValue::Written(value, _) => {
                    if node.value(checker, property_value).is_some() && is_refused(checker, value, feed) {
                        let name = quoted(feed.name.text());
                        let reason = format!("input {name} does not accept {}", quoted(value.written()));
                        return Fit::Misses(feed.name.span(), reason);
                    }
                }
            }
        }
        if is_known { Fit::Fits } else { Fit::Unknown }
    }
}

/// Returns whether a value certainly does not satisfy the validation of an input.
fn is_refused<'g>(checker: &Checker<'g>, value: YamlNode<'g>, feed: &Feed<'g>) -> bool {
    if feed.input.definition().is_none_or(|definition| definition.validation.is_none()) {
        return false;
    }
    let what = What::Named(FieldKind::Input.name(), feed.name.text());
    !checker.diagnostics_of(value, &value_type(feed.input), what).is_empty()
}

/// Returns the clause of a filter that a node certainly does not satisfy, with the values that it reads.
fn explain_unsatisfied<'g>(
    types: &'g Types,
    checker: &Checker<'g>,
    filter: YamlNode<'g>,
    node: SubstitutedNode<'g>,
) -> Fit {
    let mut clause = filter;
    while let Some(part) =
        conditions(types, clause).find(|part| node.satisfies(checker, *part) == Some(false))
    {
        clause = part;
    }
    let mut facts: Vec<String> = Vec::new();
    for path in paths(types, clause) {
        let Some(written) = node.written(&path) else { continue };
        let names: Vec<&str> = path.iter().skip(1).map(|step| step.written()).collect();
        let fact = format!("{} is {}", quoted(&names.join(" ")), quoted(written.written()));
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
    let reason = "the node does not satisfy this condition";
    let reason =
        if facts.is_empty() { reason.to_owned() } else { format!("{reason}: {}", list(&facts, "and")) };
    Fit::Misses(clause.span(), reason)
}

/// Returns the paths of the properties that a clause reads, in order.
fn paths<'g>(types: &'g Types, clause: YamlNode<'g>) -> Vec<Vec<YamlNode<'g>>> {
    let mut paths = Vec::new();
    let mut next = clause.id();
    for call in types.expressions.calls_in(clause) {
        // Calls inside a path are part of that path.
        if call.node().id() >= next && call.reads(FunctionSource::Path(PathEnd::Property)) {
            next = call.node().end();
            paths.push(call.arguments().map(Expression::node).collect());
        }
    }
    paths
}

/// Returns the clauses that a clause joins with `$and`.
fn conditions<'g>(types: &'g Types, clause: YamlNode<'g>) -> impl Iterator<Item = YamlNode<'g>> {
    let call = types.expressions.call(clause).filter(|call| call.is_conjunction());
    call.into_iter().flat_map(Expression::arguments).map(Expression::node)
}

/// Returns the node templates with the directive `substitute`, and whether it is their only directive.
pub(super) fn substituted(service: ServiceView<'_>) -> impl Iterator<Item = (NodeTemplateView<'_>, bool)> {
    service.node_templates().iter().filter_map(|template| {
        let directives = template.directives()?;
        directives.contains(&"substitute").then(|| (template, directives == ["substitute"]))
    })
}
