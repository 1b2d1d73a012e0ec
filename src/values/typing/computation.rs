//! Computes typed calls, and reports the parts that never have a value.

use std::rc::Rc;

use crate::diagnostics::{Actual, Diagnostic, Level, rules};
use crate::expressions::Expression;
use crate::functions::{Failure, ResultType};
use crate::literals::{Notation, Value};
use crate::values::check::Checker;
use crate::values::check_context::CheckContext;
use crate::values::conditions::report_too_large;
use crate::values::evaluator::CallResult;
use crate::yaml::YamlNode;

use super::Typing;
use super::patterns::pattern_failure;
use super::result::ExtraResults;

/// The parts of a call that never have a value, each with the level of the diagnostic about it.
type FailedParts<'g> = Vec<(YamlNode<'g>, Level)>;

/// Computes the call at `node`, and reports all diagnostics of its typing, and the parts that never have a
/// value. Returns the value of the call, if it is known.
pub(in crate::values) fn compute<'g>(
    cx: &mut Checker<'g>,
    node: YamlNode<'g>,
    typing: &Typing<'g>,
) -> Option<Value> {
    compute_if(cx, node, typing, true)
}

/// Reports the same as `compute`, but not what the call as a whole results in.
pub(in crate::values) fn compute_parts<'g>(cx: &mut Checker<'g>, node: YamlNode<'g>, typing: &Typing<'g>) {
    compute_if(cx, node, typing, false);
}

fn compute_if<'g>(
    cx: &mut Checker<'g>,
    node: YamlNode<'g>,
    typing: &Typing<'g>,
    is_whole: bool,
) -> Option<Value> {
    let count_before = cx.diagnostics.len();
    let mut failed = Vec::new();
    if let Some(extra) = typing.extra() {
        for root in &extra.roots {
            if let CallResult::Failed(culprit, failure) = cx.evaluator(typing, None).evaluate(root.node)
                && (root.is_whole || culprit.id() != root.node.id())
            {
                report_failure(cx, extra, &mut failed, culprit, &failure);
            }
        }
        check_bounds(cx, typing, extra);
    }
    let mut result = cx.evaluator(typing, None).evaluate(node);
    if !is_whole && !matches!(&result, CallResult::Failed(culprit, _) if culprit.id() != node.id()) {
        result = CallResult::Unknown;
    }
    report_truncated(cx, node, typing, false);
    if matches!(result, CallResult::Unknown) && may_be_truncated(cx, node) {
        let with_defaults = Rc::clone(cx.typings.with_defaults());
        let values = std::mem::replace(&mut cx.values, with_defaults);
        cx.evaluator(typing, None).evaluate(node);
        report_truncated(cx, node, typing, true);
        cx.values = values;
    }
    if let CallResult::Failed(culprit, failure) = &result {
        let without = ExtraResults::default();
        report_failure(cx, typing.extra().unwrap_or(&without), &mut failed, *culprit, failure);
    }
    if let Some(extra) = typing.extra() {
        let is_reported = |index: usize| {
            let mut silenced = extra.silenced.iter().filter(|silenced| silenced.finding == index);
            !silenced.any(|silenced| {
                let inside = |(part, level): &(YamlNode<'g>, Level)| {
                    *level <= silenced.by && silenced.inside.contains(*part)
                };
                failed.iter().any(inside)
            })
        };
        let diagnostics = extra.diagnostics.iter().enumerate().filter(|(index, _)| is_reported(*index));
        let diagnostics: Vec<Diagnostic> = diagnostics.map(|(_, diagnostic)| diagnostic.clone()).collect();
        cx.diagnostics.splice(count_before..count_before, diagnostics);
        cx.decisions.extend_from_slice(&extra.decisions);
    }
    cx.reads.extend(typing.reads.iter().copied());
    match result {
        CallResult::Value(value) => Some(value),
        CallResult::Unknown | CallResult::Failed(..) => None,
    }
}

/// Whether the defaults of inputs may make a result known that is truncated.
fn may_be_truncated<'g>(cx: &Checker<'g>, node: YamlNode<'g>) -> bool {
    let model = cx.typings.model();
    let mut functions = model.types.expressions.calls_in(node).filter_map(Expression::function);
    cx.values.waits_for_inputs(model)
        && !cx.values.is_closed()
        && functions.any(|function| matches!(function.result, ResultType::Product | ResultType::Quotient))
}

/// Reports the calls in `node` whose results were truncated.
fn report_truncated<'g>(cx: &mut Checker<'g>, node: YamlNode<'g>, typing: &Typing<'g>, has_defaults: bool) {
    for call in cx.values.take_truncated(node) {
        let written = match cx.evaluator(typing, None).evaluate(call) {
            CallResult::Value(value) => value.to_yaml(Notation::Tosca),
            _ => String::new(),
        };
        cx.report(call, rules::truncated_scalar::new(call.span(), written.trim_end(), has_defaults));
    }
}

/// Reports indexes in paths that are out of range.
fn check_bounds<'g>(cx: &mut Checker<'g>, typing: &Typing<'g>, extra: &ExtraResults<'g>) {
    let mut beyond: Option<YamlNode<'g>> = None;
    for bound in &extra.bounds {
        if beyond.is_some_and(|index| index.id() == bound.index.id()) {
            continue;
        }
        let known = cx.evaluator(typing, None).evaluate(bound.index);
        let is_beyond = match known {
            // A negative index fails when the path is followed.
            CallResult::Value(Value::Integer(index)) => {
                u64::try_from(index).is_ok_and(|index| index >= bound.least)
            }
            _ => false,
        };
        if is_beyond {
            beyond = Some(bound.index);
            cx.report(bound.index, bound.diagnostic.clone());
        }
    }
}

/// Reports that `part` of a call never has a value, unless that is already reported.
fn report_failure<'g>(
    cx: &mut Checker<'g>,
    extra: &ExtraResults<'g>,
    failed: &mut FailedParts<'g>,
    part: YamlNode<'g>,
    failure: &Failure,
) {
    if failed.iter().any(|(reported, _)| reported.source() == part.source()) {
        return;
    }
    let count_before = cx.diagnostics.len();
    report(cx, part, failure);
    let is_known = |diagnostic: &Diagnostic| {
        let is_same = |known: &Diagnostic| known.is_same_finding(diagnostic);
        extra.diagnostics.iter().any(is_same) || cx.diagnostics[..count_before].iter().any(is_same)
    };
    if cx.diagnostics.get(count_before).is_some_and(is_known) {
        cx.diagnostics.truncate(count_before);
    }
    failed.extend(cx.diagnostics[count_before..].iter().map(|diagnostic| (part, diagnostic.level)));
}

fn report<'g>(cx: &mut Checker<'g>, node: YamlNode<'g>, failure: &Failure) {
    match failure {
        // Reported with the types and the patterns of arguments.
        Failure::DifferentTypes => {}
        Failure::NoOrder => cx.report(node, rules::unordered_versions::new(node.span())),
        Failure::Pattern(_) | Failure::ForeignPattern => pattern_failure(cx, node, failure),
        Failure::TooLarge | Failure::TooMuch | Failure::TooLong => report_too_large(cx, node, failure),
        Failure::Overflow => cx.report(node, rules::evaluation_error::overflow(node.span())),
        Failure::DivisionByZero => {
            cx.report(node, rules::evaluation_error::division_by_zero(node.span()));
        }
        Failure::NoPart(place) => {
            cx.report(node, rules::unknown_part::not_in_value(node.span(), node.written(), *place));
        }
        Failure::NoIndex { entity, count } => {
            cx.report(node, rules::path_index::out_of_range(node.span(), entity, *count));
        }
        Failure::NegativeIndex => {
            let actual = Actual::Value("a negative number");
            cx.report(node, rules::wrong_argument_type::step(node.span(), actual));
        }
        Failure::Missing(what) => {
            cx.report(node, rules::evaluation_error::missing(node.span(), what));
        }
    }
}
