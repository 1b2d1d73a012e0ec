//! The order of workflow steps: unknown, unreachable and endlessly repeated steps (TOSCA 2.0 §13.2.2).

use rustc_hash::FxHashMap;

use crate::base::{Span, cycles, groups};
use crate::checks::service::Cx;
use crate::checks::service::groups::steps_of;
use crate::diagnostics::{Alternatives, quoted, rules};
use crate::keynames::Map;
use crate::model::service::{ActivityKeyname, ActivityView};
use crate::syntax::WorkflowStep;
use crate::yaml::{NodeId, YamlNode};

/// Workflows with more steps than this get no suggestions.
const SUGGESTION_THRESHOLD: usize = 1_000;

/// The steps that follow a step: the index of each, and the node that names it.
type Following<'g> = Vec<(usize, YamlNode<'g>)>;

/// The result of looking up the name of a step.
enum Next {
    /// The index of the step.
    Step(usize),
    /// The step itself, which is reported already.
    Itself,
    /// A step that does not exist or could not be read.
    Unknown,
}

/// The steps of a workflow.
struct Steps<'g> {
    keys: Vec<YamlNode<'g>>,
    success: Vec<Following<'g>>,
    failure: Vec<Following<'g>>,
    /// Whether all steps and their following steps could be read.
    is_complete: bool,
}

/// Checks the order of the steps of a workflow.
pub(super) fn check_order<'g>(cx: &mut Cx<'g>, steps: &'g Map<WorkflowStep>) {
    let steps = resolve_steps(cx, steps);
    let unreachable = if steps.is_complete { report_unreachable(cx, &steps) } else { Vec::new() };
    let edges: Vec<Vec<usize>> = steps.success.iter().map(targets).collect();
    for cycle in cycles(&edges).iter().filter(|cycle| !unreachable.contains(&cycle.chain[0])) {
        let chain: Vec<(&str, Span)> = steps_of(&cycle.chain, &steps.success)
            .map(|(from, step_name)| (steps.keys[from].text(), step_name.span()))
            .collect();
        if let Some((_, step_name)) = steps_of(&cycle.chain, &steps.success).next() {
            cx.report(step_name, rules::endless_loop::new(&chain));
        }
    }
}

/// Looks up the following steps of all steps.
fn resolve_steps<'g>(cx: &mut Cx<'g>, map: &'g Map<WorkflowStep>) -> Steps<'g> {
    let keys: Vec<YamlNode<'g>> = map.entries.iter().map(|(key, _)| cx.node(*key)).collect();
    let mut indexes: FxHashMap<&'g str, Option<usize>> = FxHashMap::default();
    indexes.extend(map.unread.iter().map(|key| (cx.node(*key).text(), None)));
    indexes.extend(keys.iter().enumerate().map(|(index, key)| (key.text(), Some(index))));
    let is_complete = map.unread.is_empty() && !map.is_incomplete;
    let mut steps = Steps { keys, success: Vec::new(), failure: Vec::new(), is_complete };
    for (index, (_, step)) in map.entries.iter().enumerate() {
        steps.is_complete &= step.unread.has_keynames_only();
        let mut named: FxHashMap<&'g str, YamlNode<'g>> = FxHashMap::default();
        let lists = [("on_success", step.on_success()), ("on_failure", step.on_failure())];
        let [success, failure] = lists.map(|(keyname, names)| {
            steps.is_complete &= names.is_complete();
            let mut following = Vec::new();
            for &name in names.given().into_iter().flat_map(|names| &names.names) {
                match next_step(cx, (index, keyname), name, map, &indexes, &mut named) {
                    Next::Step(to) => following.push((to, cx.node(name))),
                    Next::Itself => {}
                    Next::Unknown => steps.is_complete = false,
                }
            }
            following
        });
        steps.success.push(success);
        steps.failure.push(failure);
    }
    steps
}

/// Looks up the step `name`, which follows the step `index`.
fn next_step<'g>(
    cx: &mut Cx<'g>,
    (index, keyname): (usize, &str),
    name: NodeId,
    map: &'g Map<WorkflowStep>,
    indexes: &FxHashMap<&'g str, Option<usize>>,
    named: &mut FxHashMap<&'g str, YamlNode<'g>>,
) -> Next {
    let step_name = cx.node(name);
    let Some(&next) = indexes.get(step_name.text()) else {
        // A syntax error may hide the step.
        if !map.is_incomplete {
            report_unknown_step(cx, step_name, map);
        }
        return Next::Unknown;
    };
    if next == Some(index) {
        let diagnostic = rules::endless_loop::self_reference(step_name.span(), step_name.text(), keyname);
        cx.report(step_name, diagnostic);
        return Next::Itself;
    }
    let first = *named.entry(step_name.text()).or_insert(step_name);
    if first.id() != step_name.id() {
        let diagnostic = rules::repeated_keyword::new(step_name.span(), step_name.text(), first.span());
        cx.report(step_name, diagnostic);
    }
    next.map_or(Next::Unknown, Next::Step)
}

/// Reports the name of a step that does not exist.
fn report_unknown_step<'g>(cx: &mut Cx<'g>, step_name: YamlNode<'g>, map: &'g Map<WorkflowStep>) {
    let diagnostic = rules::unknown_template::new(step_name.span(), "step", step_name.text())
        .label("not a step of this workflow");
    if map.entries.len() > SUGGESTION_THRESHOLD {
        return cx.report(step_name, diagnostic);
    }
    // A name of an operation probably refers to the step that calls it.
    let calls = |step: &WorkflowStep| {
        let mut activities = step.activities.iter().flat_map(|list| &list.items);
        activities.any(|activity| {
            let name = ActivityView::name_of(&activity.0, ActivityKeyname::CallOperation);
            name.is_some_and(|name| cx.node(name).as_str() == step_name.as_str())
        })
    };
    let callers = map.entries.iter().filter(|(_, step)| calls(step)).map(|(key, _)| cx.node(*key).text());
    let callers: Vec<&str> = callers.collect();
    if let [caller] = callers[..] {
        let help = format!(
            "{} is an operation; use the step that calls it, {}",
            quoted(step_name.text()),
            quoted(caller)
        );
        let diagnostic =
            diagnostic.help(help).unsafe_fix(format!("write {}", quoted(caller)), step_name.span(), caller);
        return cx.report(step_name, diagnostic);
    }
    let names = map.entries.iter().map(|(key, _)| key).chain(&map.unread);
    let alternatives = Alternatives::new(step_name.text(), names.map(|key| cx.node(*key).text()));
    cx.report(
        step_name,
        alternatives.add_help(
            diagnostic,
            step_name.span(),
            "step",
            &format!("add step {}", quoted(step_name.text())),
        ),
    );
}

/// Reports steps that only follow each other, and returns their indexes.
fn report_unreachable<'g>(cx: &mut Cx<'g>, steps: &Steps<'g>) -> Vec<usize> {
    let edges: Vec<Vec<usize>> = steps
        .success
        .iter()
        .zip(&steps.failure)
        .map(|(success, failure)| success.iter().chain(failure).map(|(to, _)| *to).collect())
        .collect();
    let groups = groups(&edges);
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
    let mut entered = vec![false; edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        members[groups[from]].push(from);
        for &to in targets.iter().filter(|&&to| groups[to] != groups[from]) {
            entered[groups[to]] = true;
        }
    }
    let mut unreachable: Vec<&Vec<usize>> = members
        .iter()
        .zip(&entered)
        .filter(|(group, entered)| group.len() > 1 && !**entered)
        .map(|(group, _)| group)
        .collect();
    unreachable.sort_unstable();
    for group in &unreachable {
        let named = |index: usize| (steps.keys[index].text(), steps.keys[index].span());
        let other_steps: Vec<(&str, Span)> = group[1..].iter().map(|&index| named(index)).collect();
        let key = steps.keys[group[0]];
        cx.report(key, rules::unreachable_step::new(key.span(), key.text(), &other_steps));
    }
    unreachable.into_iter().flatten().copied().collect()
}

/// Returns the indexes of the following steps.
fn targets(following: &Following<'_>) -> Vec<usize> {
    following.iter().map(|(to, _)| *to).collect()
}
