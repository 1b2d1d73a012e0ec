//! Checks variants as plain TOSCA, and combines their findings.
//!
//! Input: a model, the findings about the template with all its elements, and a function that checks a plain text.
//! Output: the findings that some variant has. Few variants are all checked, of many a sample that covers all
//! combinations of two elements.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Rule, rules};
use crate::dialects::variability::{ElementId, ElementKind, VariabilityModel};
use crate::host::Limits;
use crate::yaml::{self, Tree, YamlNode};

use super::analysis::{Batsat, Family, Formula, Listing, Prover, WorkLimit, cover, list, with_inputs};
use super::consistency::{ConsistencyCheck, Instance, ViolationKind, consistency};
use super::equations::Equations;
use super::references::references;
use super::report::violation;
use super::resolve::resolve;
use super::span_map::SpanMap;

/// The maximum number of variants that are checked.
const MAX_CHECKED: usize = 64;

/// The maximum number of elements of all checked variants, unless there are only few variants.
const MAX_ELEMENTS: usize = 20_000;

/// The minimum number of variants that are checked, however large they are.
const MIN_CHECKED: usize = 8;

/// The keynames and functions that connect elements: without them, findings do not depend on other elements.
const CONNECTING: [&str; 10] = [
    "get_property",
    "get_attribute",
    "get_artifact",
    "get_operation_output",
    "get_target_name",
    "substitution_mappings",
    "workflows",
    "node_filter",
    "requirements",
    "copy",
];

/// Checks a plain text, and returns its findings; spans in other files are those of the whole run.
pub(super) type CheckText<'c> = &'c mut dyn FnMut(&str) -> Vec<Diagnostic>;

/// Replaces the findings in the service template of `model` by those of its variants. Findings of the rules of
/// `kept` stay as they are. Returns whether the variants were checked, if that can change anything.
pub(super) fn check_each_variant(
    model: &VariabilityModel<'_>,
    typed: &[Instance],
    limit: &WorkLimit,
    kept: &[&Rule],
    check: CheckText<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> bool {
    let Some((_, body)) = model.body else { return true };
    let is_conditional = model.all().any(|(id, _)| model.may_be_absent(id));
    if model.is_broken || !is_conditional || !model.has_placed() && !connects(body) {
        return !model.is_broken;
    }
    let equations = Equations::new(model);
    if !equations.report_cycles(&mut Vec::new()) {
        return false;
    }
    let mut family = Family::new(&equations, limit);
    if family.is_too_large {
        return false;
    }
    let max = (MAX_ELEMENTS / model.elements.len().max(1)).clamp(MIN_CHECKED, MAX_CHECKED);
    let mut listing = list(&mut family, max, limit);
    if listing.stopped.is_some() {
        let sample = cover(&mut family, 2, max, limit);
        listing = Listing { variants: sample.variants, stopped: listing.stopped };
    }
    let mut instances = consistency(model, ConsistencyCheck::ALL);
    instances.extend(references(model));
    instances.extend(typed.iter().cloned());
    let mut findings = Found::default();
    for (number, listed) in listing.variants.iter().enumerate() {
        if limit.is_over() {
            listing.stopped = Some(limit.limit_reached(false));
            break;
        }
        let values = super::analysis::values_of(&family, &listed.variant);
        let resolved = resolve(model, &values, &[]);
        let (Some(text), Some(tree)) = (resolved.text(model.tree), resolved.tree) else { continue };
        let violated =
            instances.iter().filter(|instance| instance.is_violated(|id| listed.present[id.index()]));
        let causes = Causes::new(model, violated);
        findings
            .add(number, moved_back(check(&text), &text, &tree), body.span(), &|place| causes.explain(place));
    }
    let is_kept = |diagnostic: &Diagnostic| kept.contains(&diagnostic.rule);
    findings.by_place.retain(|_, findings| !is_kept(&findings[0].1));
    let spans = ElementSpans::new(model);
    let is_complete = listing.stopped.is_none();
    let has_types = !model.with_types().is_empty();
    // What is in every variant with its element, as in the template with all elements, stays as it is.
    let mut settled: FxHashSet<Place> = FxHashSet::default();
    diagnostics.retain(|diagnostic| {
        let place = place_of(diagnostic);
        if is_kept(diagnostic) || !is_inside(place.1, body.span()) || !depends_on_types(diagnostic.rule) {
            return true;
        }
        let Some(variants) = findings.by_place.get(&place) else {
            // What is true of the first type of a list may not be true of the others.
            return !is_complete && !has_types
                || is_complete && !listing.variants.iter().any(|listed| spans.has(place.1, &listed.present));
        };
        let everywhere = listing.variants.iter().filter(|listed| spans.has(place.1, &listed.present)).count();
        let has_level = |(_, other): &(usize, Diagnostic)| other.level == diagnostic.level;
        let is_everywhere = variants.len() == everywhere && variants.iter().all(has_level);
        if is_everywhere {
            settled.insert(place);
        }
        is_everywhere
    });
    let mut prover = Prover::new(&mut family, Box::new(Batsat::new(limit)));
    let places: Vec<Place> =
        findings.order.iter().copied().filter(|place| !settled.contains(place)).collect();
    for place in places {
        let Some(findings) = findings.by_place.get(&place) else { continue };
        // An error in some variants precedes a warning in others.
        let level = findings.iter().map(|(_, diagnostic)| diagnostic.level).min();
        let mut worst = findings.iter().filter(|(_, diagnostic)| Some(diagnostic.level) == level);
        let with: FxHashSet<usize> = worst.clone().map(|(number, _)| *number).collect();
        let Some((_, diagnostic)) = worst.next() else { continue };
        let formula = shared_by(model, &mut prover, &listing, &with);
        let diagnostic = match prover.witness(formula) {
            Ok(Some(witness)) => with_inputs(diagnostic.clone(), model, &witness.needed, &witness.arbitrary),
            _ => diagnostic.clone(),
        };
        diagnostics.push(diagnostic);
    }
    if let Some(reason) = &listing.stopped {
        let span = model.definition.or(model.body).map_or(body.span(), |(key, _)| key.span());
        diagnostics.push(rules::analysis_incomplete::of_variants(span, listing.variants.len(), reason));
    }
    true
}

/// Removes the findings about node templates with several types that may be true of the first type only.
pub(super) fn drop_of_one_type(model: &VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let several = model.with_types().into_iter().map(|id| model.element(id));
    let spans: Vec<Span> = several.flat_map(|element| [element.key.span(), element.value.span()]).collect();
    if spans.is_empty() {
        return;
    }
    diagnostics.retain(|diagnostic| {
        let span = diagnostic.primary.span;
        !depends_on_types(diagnostic.rule) || !spans.iter().any(|around| is_inside(span, *around))
    });
}

/// Whether anything under `body` can make the findings about one element depend on others.
fn connects(body: YamlNode<'_>) -> bool {
    let mut pending = vec![body];
    while let Some(node) = pending.pop() {
        for (key, value) in node.entries() {
            let name = key.text();
            if CONNECTING.contains(&name.strip_prefix('$').unwrap_or(name)) {
                return true;
            }
            pending.push(value);
        }
        pending.extend(node.items());
    }
    false
}

/// Whether findings of a rule may depend on other elements: rules about YAML, shapes and imports do not, nor does
/// advice or this dialect.
fn depends_on_types(rule: &Rule) -> bool {
    ["T04", "T05", "T06", "T07", "T08", "T09"].iter().any(|area| rule.code.starts_with(area))
}

fn is_inside(span: Span, outer: Span) -> bool {
    span.file == outer.file && outer.start <= span.start && span.end <= outer.end
}

/// The rule and the location of a finding.
type Place = (&'static str, Span);

fn place_of(diagnostic: &Diagnostic) -> Place {
    (diagnostic.rule.code, diagnostic.primary.span)
}

/// Where what the dialect reports about a variant is the cause of other findings.
#[derive(Default)]
struct Causes {
    /// The locations that are reported.
    reported: FxHashSet<Span>,
    /// The node templates with a wrong number of requirements, sorted.
    counted: Vec<Span>,
    /// The node templates without one type, sorted.
    untyped: Vec<Span>,
    /// The requirement assignments without a target, sorted.
    dangling: Vec<Span>,
}

impl Causes {
    fn new<'i>(model: &VariabilityModel<'_>, violated: impl Iterator<Item = &'i Instance>) -> Self {
        let mut causes = Self::default();
        for instance in violated {
            let span_of = |id| model.element(id).value.span();
            match instance.what {
                ViolationKind::Count { node, .. } | ViolationKind::SeveralHosts { node } => {
                    causes.counted.push(span_of(node));
                }
                ViolationKind::Types { node } => {
                    let (start, end) = (model.name_span(node).start, span_of(node).end);
                    causes.untyped.push(Span::new(model.tree.file(), start, end));
                }
                ViolationKind::Target { relation } => causes.dangling.push(span_of(relation)),
                _ => {}
            }
            let violation = violation(model, instance);
            causes.reported.insert(violation.primary.span);
            causes.reported.extend(violation.secondary.iter().map(|label| label.span));
        }
        causes.counted.sort_unstable_by_key(|span| span.start);
        causes.untyped.sort_unstable_by_key(|span| span.start);
        causes.dangling.sort_unstable_by_key(|span| span.start);
        causes
    }

    /// Whether one of them is the cause of a finding at this place.
    fn explain(&self, (code, span): Place) -> bool {
        // Neither node templates nor requirement assignments contain each other.
        let are_around = |spans: &[Span]| {
            let before = spans.partition_point(|outer| outer.start <= span.start);
            before.checked_sub(1).is_some_and(|last| is_inside(span, spans[last]))
        };
        // Values do not depend on requirements that are reported at the same node template.
        let is_of_values = code.starts_with("T06");
        self.reported.contains(&span) && !is_of_values
            || are_around(&self.dangling)
            || are_around(&self.untyped)
            || code == rules::requirement_count::RULE.code && are_around(&self.counted)
    }
}

/// The findings of all variants, by rule and location, with the numbers of their variants.
#[derive(Default)]
struct Found {
    by_place: FxHashMap<Place, Vec<(usize, Diagnostic)>>,
    order: Vec<Place>,
}

impl Found {
    /// Adds the findings of a variant that are about its types, unless another finding is their cause.
    fn add(
        &mut self,
        number: usize,
        diagnostics: Vec<Diagnostic>,
        body: Span,
        is_caused: &dyn Fn(Place) -> bool,
    ) {
        for diagnostic in diagnostics {
            let place = place_of(&diagnostic);
            if !is_inside(place.1, body) || is_caused(place) || !depends_on_types(diagnostic.rule) {
                continue;
            }
            let known = self.by_place.entry(place).or_default();
            if known.is_empty() {
                self.order.push(place);
            }
            if known.last().is_none_or(|(last, _)| *last != number) {
                known.push((number, diagnostic));
            }
        }
    }
}

/// Moves findings about the text of a variant to the template, the file of `tree`.
fn moved_back(diagnostics: Vec<Diagnostic>, text: &str, tree: &Tree) -> Vec<Diagnostic> {
    let file = tree.file();
    if diagnostics.is_empty() {
        return diagnostics;
    }
    let printed = yaml::parse(&Arc::new(text.to_owned()), file, &Limits::default()).0;
    let map = SpanMap::new(&printed, tree);
    let moved = |mut diagnostic: Diagnostic| {
        diagnostic.primary.span = map.moved(diagnostic.primary.span, file);
        for label in &mut diagnostic.secondary {
            if label.span.file == file {
                label.span = map.moved(label.span, file);
            }
        }
        diagnostic.fixes.clear();
        diagnostic
    };
    let in_template = diagnostics.into_iter().filter(|diagnostic| diagnostic.primary.span.file == file);
    in_template.map(moved).collect()
}

/// Returns a formula that is true in a variant with a finding, and in no listed variant without: the elements of the
/// variant that make the difference.
fn shared_by(
    model: &VariabilityModel<'_>,
    prover: &mut Prover<'_, '_, '_, '_>,
    listing: &Listing,
    with: &FxHashSet<usize>,
) -> Formula {
    let Some(first) = with.iter().min().and_then(|number| listing.variants.get(*number)) else {
        return Formula::FALSE;
    };
    let others = listing.variants.iter().enumerate().filter(|(number, _)| !with.contains(number));
    let others: Vec<&Vec<bool>> = others.map(|(_, listed)| &listed.present).collect();
    let mut needed: Vec<usize> = Vec::new();
    // Adds what distinguishes the variant from most of the others, until none is left.
    let mut remaining = others;
    while !remaining.is_empty() {
        let differing =
            |index: usize| remaining.iter().filter(|present| present[index] != first.present[index]).count();
        let best = (0..model.elements.len()).rev().max_by_key(|&index| differing(index));
        let Some(best) = best.filter(|&index| differing(index) > 0) else { break };
        needed.push(best);
        remaining.retain(|present| present[best] == first.present[best]);
    }
    let literals: Vec<Formula> = needed
        .into_iter()
        .map(|index| {
            let presence = prover.family.presence(ElementId::new(index));
            if first.present[index] { presence } else { !presence }
        })
        .collect();
    prover.family.formulas.and(literals)
}

/// The spans of elements that may be absent.
struct ElementSpans {
    elements: Vec<(usize, Span)>,
}

impl ElementSpans {
    fn new(model: &VariabilityModel<'_>) -> Self {
        let span = |element: &crate::dialects::variability::Element<'_>, file: FileId| {
            Span::new(file, element.key.span().start, element.value.span().end)
        };
        let file = model.tree.file();
        let elements = model.all().filter(|(_, element)| !element.is_variability);
        let elements = elements
            .filter(|(id, element)| element.kind == ElementKind::Relation || model.may_be_absent(*id));
        Self { elements: elements.map(|(id, element)| (id.index(), span(element, file))).collect() }
    }

    /// Whether all elements around `span` are present.
    fn has(&self, span: Span, present: &[bool]) -> bool {
        self.elements.iter().all(|(index, around)| !is_inside(span, *around) || present[*index])
    }
}
