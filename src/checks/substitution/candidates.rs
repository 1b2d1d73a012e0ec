//! Which services can stand for which nodes (TOSCA 2.0 §15.1): those whose node type is that of the node or
//! one that it derives from, and that nothing excludes.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, codes, list, quoted};
use crate::expressions::Expression;
use crate::functions::{PathEnd, Source};
use crate::load::File;
use crate::model::service::{NodeTemplateView, ParameterView, ServiceView};
use crate::model::types::{FieldKind, TypeRef, TypeView, Types};
use crate::model::{Model, Truth};
use crate::resolve::DefinitionId;
use crate::syntax::MappingKey;
use crate::values::{Checker, What};
use crate::yaml::Node;

use super::given::{Given, Seen};
use super::parameters::value_type;

/// Nodes times services up to which every service is tried for every node.
const ALL_TRIED: usize = 1_000_000;
/// How many services of one node type are tried for a node where there are more; what is left may fit.
const TRIED: usize = 16;
/// How many services that do not fit are named.
const SHOWN: usize = 5;

/// A service that stands for nodes of a type.
pub(super) struct Candidate<'g> {
    /// Its service template.
    pub(super) service: ServiceView<'g>,
    /// The type of the nodes.
    pub(super) of: TypeView<'g>,
    /// Where the type is named.
    pub(super) place: Node<'g>,
    /// The condition on the nodes.
    pub(super) filter: Option<Node<'g>>,
    /// What its inputs are fed by.
    pub(super) feeds: Vec<Feed<'g>>,
}

/// An input that is fed by a property.
pub(super) struct Feed<'g> {
    /// What is mapped.
    pub(super) key: MappingKey,
    /// The name of the input where the mapping gives it.
    pub(super) name: Node<'g>,
    /// The input.
    pub(super) input: ParameterView<'g>,
}

/// Whether a service can stand for a node.
pub(super) enum Fit {
    /// Nothing is against it that is known.
    Fits,
    /// It is not known before anything runs.
    Unknown,
    /// It cannot: where that shows, and why.
    Misses(Span, String),
}

/// All services that stand for nodes, by the types of these.
pub(super) struct Candidates<'g> {
    model: &'g Model,
    /// The services, by file.
    pub(super) all: Vec<Candidate<'g>>,
    by_type: FxHashMap<DefinitionId, Vec<usize>>,
    /// Those that stand for types derived from a type.
    narrower: FxHashMap<DefinitionId, Vec<usize>>,
    /// By the name of the type.
    by_name: FxHashMap<&'g str, Vec<usize>>,
    /// Whether there may be others, which could not be read.
    lost: bool,
    /// Whether each of them may be tried for each node.
    all_tried: bool,
}

impl<'g> Candidates<'g> {
    pub(super) fn of(model: &'g Model, all: Vec<Candidate<'g>>, lost: bool) -> Self {
        let types = &model.types;
        let mut by_type: FxHashMap<DefinitionId, Vec<usize>> = FxHashMap::default();
        let mut narrower: FxHashMap<DefinitionId, Vec<usize>> = FxHashMap::default();
        let mut by_name: FxHashMap<&'g str, Vec<usize>> = FxHashMap::default();
        for (at, candidate) in all.iter().enumerate() {
            by_type.entry(candidate.of.id).or_default().push(at);
            by_name.entry(candidate.of.name()).or_default().push(at);
            for ancestor in types.lineage(candidate.of).skip(1) {
                narrower.entry(ancestor.id).or_default().push(at);
            }
        }
        Self { model, all, by_type, narrower, by_name, lost, all_tried: true }
    }

    /// The services that stand for nodes of a type, those of the type itself first.
    pub(super) fn for_type<'s>(&'s self, of: TypeView<'g>) -> impl Iterator<Item = usize> + use<'s, 'g> {
        let lineage = self.model.types.lineage(of);
        lineage.filter_map(|ancestor| self.by_type.get(&ancestor.id)).flatten().copied()
    }

    /// How many of the services that stand for a type are tried for a node.
    pub(super) fn tried(&self) -> usize {
        if self.all_tried { usize::MAX } else { TRIED }
    }

    /// Tells which nodes nothing can stand for; with `list`, what can stand for the others.
    pub(super) fn review(&mut self, list: bool) -> Vec<Diagnostic> {
        let files: Vec<ServiceView<'g>> = {
            let files: Vec<&'g File> = self.model.types.graph.files.iter().collect();
            files.into_iter().filter_map(|file| self.model.service(file.id)).collect()
        };
        let nodes: usize = files.par_iter().map(|service| substituted(*service).count()).sum();
        self.all_tried = nodes.saturating_mul(self.all.len()) <= ALL_TRIED;
        let this = &*self;
        files
            .par_iter()
            .flat_map_iter(|service| {
                let checker = Checker::new(this.model);
                let nodes = substituted(*service).filter_map(|(template, only)| {
                    this.node(&checker, Seen::new(this.model, template)?, only, list)
                });
                nodes.collect::<Vec<_>>()
            })
            .collect()
    }

    fn node(&self, checker: &Checker<'g>, node: Seen<'g>, only: bool, list: bool) -> Option<Diagnostic> {
        let (mut fitting, mut misses) = (Vec::new(), Vec::new());
        let mut left = self.tried();
        for at in self.for_type(node.of) {
            if left == 0 {
                fitting.push(at);
                break;
            }
            left -= 1;
            match self.fit(checker, node, &self.all[at]) {
                Fit::Misses(span, reason) => misses.push((span, reason)),
                Fit::Fits | Fit::Unknown => {
                    fitting.push(at);
                    if !list {
                        return None;
                    }
                }
            }
        }
        let name = node.key().text();
        if !fitting.is_empty() {
            let places = fitting.iter().map(|at| self.all[*at].place.span());
            return list.then(|| codes::possible_substitutes::new(node.key().span(), name, places, &misses));
        }
        // What others there are is known only where some were checked as well.
        let others =
            self.all.iter().any(|other| other.service.file().id != node.template.service().file().id);
        if !only || !others || self.lost || node.of.is_open {
            return None;
        }
        misses.extend(self.near(node.of).take(SHOWN));
        Some(codes::no_substitute::new(node.key().span(), name, node.of.name(), &misses))
    }

    /// Services that stand for types that are nearly the one of the node.
    fn near<'s>(&'s self, of: TypeView<'g>) -> impl Iterator<Item = (Span, String)> + use<'s, 'g> {
        let reason = move |at: &usize| {
            let narrower = format!(
                "only substitutes {}, which is derived from {}",
                quoted(self.all[*at].of.name()),
                quoted(of.name())
            );
            (self.all[*at].place.span(), narrower)
        };
        let narrower = self.narrower.get(&of.id).into_iter().flatten().map(reason);
        let same = self.by_name.get(of.name()).into_iter().flatten().filter(move |at| {
            let own = self.all[**at].of;
            self.model.types.relation(TypeRef::Defined(of.id), TypeRef::Defined(own.id)) == Truth::No
        });
        let other = move |at: &usize| {
            let text = format!("substitutes another type {} of another file", quoted(of.name()));
            (self.all[*at].place.span(), text)
        };
        narrower.chain(same.map(other))
    }

    /// Whether a service can stand for a node of a type that it stands for.
    pub(super) fn fit(&self, checker: &Checker<'g>, node: Seen<'g>, candidate: &Candidate<'g>) -> Fit {
        let mut known = true;
        if let Some(filter) = candidate.filter {
            match node.meets(checker, filter) {
                Some(true) => {}
                Some(false) => return unmet(&self.model.types, checker, filter, node),
                None => known = false,
            }
        }
        for feed in &candidate.feeds {
            let given = node.given(&feed.key, |id| candidate.service.node(id));
            match given {
                Given::Nothing if feed.input.needs_value() => {
                    let reason = format!("input {} would have no value", quoted(feed.name.text()));
                    return Fit::Misses(feed.name.span(), reason);
                }
                Given::Nothing | Given::Unknown => {}
                Given::Written(value, _) => {
                    if node.value(checker, given).is_some() && is_refused(checker, value, feed) {
                        let name = quoted(feed.name.text());
                        let reason = format!("input {name} does not accept {}", quoted(value.written()));
                        return Fit::Misses(feed.name.span(), reason);
                    }
                }
            }
        }
        if known { Fit::Fits } else { Fit::Unknown }
    }
}

/// Whether an input certainly does not take a value that is right otherwise, because of its conditions.
fn is_refused<'g>(checker: &Checker<'g>, value: Node<'g>, feed: &Feed<'g>) -> bool {
    if feed.input.definition().is_none_or(|definition| definition.validation.is_none()) {
        return false;
    }
    let what = What::Named(FieldKind::Input.name(), feed.name.text());
    !checker.diagnostics_of(value, &value_type(feed.input), what).is_empty()
}

/// The part of a filter that a node certainly does not meet, with the values that it reads there.
fn unmet<'g>(types: &'g Types, checker: &Checker<'g>, filter: Node<'g>, node: Seen<'g>) -> Fit {
    let mut clause = filter;
    while let Some(part) = conditions(types, clause).find(|part| node.meets(checker, *part) == Some(false)) {
        clause = part;
    }
    let mut said: Vec<String> = Vec::new();
    for path in paths(types, clause) {
        let Some(written) = node.written(&path) else { continue };
        let names: Vec<&str> = path.iter().skip(1).map(|step| step.written()).collect();
        let fact = format!("{} is {}", quoted(&names.join(" ")), quoted(written.written()));
        if !said.contains(&fact) {
            said.push(fact);
        }
    }
    let reason = "the node does not satisfy this condition";
    let reason =
        if said.is_empty() { reason.to_owned() } else { format!("{reason}: {}", list(&said, "and")) };
    Fit::Misses(clause.span(), reason)
}

/// The paths of the properties that a clause reads, in order.
fn paths<'g>(types: &'g Types, clause: Node<'g>) -> Vec<Vec<Node<'g>>> {
    let mut found = Vec::new();
    let mut next = clause.id();
    for call in types.expressions.calls_in(clause) {
        // What is part of a path belongs to it.
        if call.node().id() >= next && call.reads(Source::Path(PathEnd::Property)) {
            next = call.node().end();
            found.push(call.arguments().map(Expression::node).collect());
        }
    }
    found
}

/// The conditions that a clause joins with `$and`.
fn conditions<'g>(types: &'g Types, clause: Node<'g>) -> impl Iterator<Item = Node<'g>> {
    let call = types.expressions.call(clause).filter(|call| call.is_conjunction());
    call.into_iter().flat_map(Expression::arguments).map(Expression::node)
}

/// The node templates that services of others stand for, and whether nothing else is tried for them.
pub(super) fn substituted(service: ServiceView<'_>) -> impl Iterator<Item = (NodeTemplateView<'_>, bool)> {
    service.node_templates().iter().filter_map(|template| {
        let words = template.directives()?;
        words.contains(&"substitute").then(|| (template, words == ["substitute"]))
    })
}
