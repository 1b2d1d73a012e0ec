//! The dialect as one of the languages that are lowered: to the plain template with every element present.

use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, codes};
use crate::dialects::{Demand, Effort, Facts, Guard, Language, Recognised, Rewriter};
use crate::yaml::{Node, NodeId, Tree};

use super::analysis::{self, Bound};
use super::equations::{Equations, Pruning};
use super::model::ElementId;
use super::rewrite::rewrite;
use super::rules::{Count, Instance, What};
use super::tables::{DEFINITION, EXTENSION, INPUT, PRESET};

const VERSIONS: &[&str] = &["tosca_variability_1_0", "tosca_variability_1_0_rc_1"];

/// `Variability4TOSCA`.
pub(in crate::dialects) static LANGUAGE: Language = Language {
    name: "variability",
    versions: VERSIONS,
    recognise,
    insist: recognise,
    lower,
    tables: || vec![&DEFINITION, &INPUT, &PRESET],
    extension: Some(&EXTENSION),
};

/// The types that every variable template sees.
const TYPES: &[&str] = &["variability:1.0"];

fn recognise(_root: Node<'_>, name: &str) -> Option<Recognised> {
    VERSIONS.contains(&name).then_some(Recognised {
        version: 0,
        words: "Variability4TOSCA 1.0",
        names: VERSIONS,
        is_extended: false,
    })
}

fn lower(rewriter: &mut Rewriter<'_>) {
    let tree = rewriter.tree();
    let (model, found) = super::read(tree);
    rewriter.diagnostics.extend(found);
    if !model.is_broken {
        Equations::of(&model, Pruning::default()).review_circles(&mut rewriter.diagnostics);
    }
    for (id, element) in model.all() {
        // A relation may be gone with its source, too; and what its groups are may be known only later.
        let may_go = |id| model.conditions(id).next().is_some() || model.is_in_group_of_elsewhere(id);
        if element.is_variability
            || element.is_of_elsewhere
            || may_go(id)
            || element.source.is_some_and(may_go)
        {
            rewriter.guards.add(element.key, Guard(id.0));
        }
    }
    rewriter.traits.further = TYPES;
    rewriter.review = Some(review);
    let plain = rewrite(&model, &|_| true, false);
    rewriter.replace(plain);
}

/// Elements by their name.
type Names = FxHashMap<NodeId, ElementId>;

/// What is to be said about all variants.
fn review(tree: &Tree, facts: &Facts, effort: &Effort) -> Vec<Diagnostic> {
    let (model, found) = super::read_knowing(tree, &facts.lineages);
    // The rest was told when the file was lowered.
    let late = [codes::relation_as_member::CODE.id, codes::self_outside_relation::CODE.id];
    let mut found: Vec<Diagnostic> =
        found.into_iter().filter(|found| late.contains(&found.code.id)).collect();
    let bound = match effort {
        Effort::Nothing => return found,
        Effort::Fixed => Bound::default(),
        Effort::Until(enough) => Bound::until(enough),
    };
    let names: Names = model.all().map(|(id, element)| (element.key.id(), id)).collect();
    let typed = facts.demands.iter().flat_map(|demand| instances(&names, demand)).collect();
    found.extend(analysis::review(&model, typed, &bound));
    found
}

/// What types demand, as instances of a rule.
fn instances(names: &Names, demand: &Demand) -> Vec<Instance> {
    let Some(&node) = names.get(&demand.holder) else { return Vec::new() };
    let counted: Option<Vec<ElementId>> =
        demand.counted.iter().map(|name| names.get(name).copied()).collect();
    let Some(counted) = counted else { return Vec::new() };
    let instance = |count, wanted| Instance {
        what: What::Count { node, name: demand.name.clone(), wanted, place: demand.place },
        present: vec![node],
        counted: counted.clone(),
        count,
    };
    let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    let mut found = Vec::new();
    if demand.least > 0 {
        found.push(instance(Count::FewerThan(number(demand.least)), "too few"));
    }
    if let Some(most) = demand.most.filter(|most| *most < counted.len() as u64) {
        found.push(instance(Count::MoreThan(number(most)), "too many"));
    }
    found
}
