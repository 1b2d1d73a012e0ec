//! Computes the largest parts of typed calls that can be computed, and reports the parts that never have a
//! value.

use crate::diagnostics::{Diagnostic, Level, rules};
use crate::expressions::{Callee, Expression, Form};
use crate::functions::{Failure, FunctionSource};
use crate::literals::Value;
use crate::load;
use crate::values::check::Checker;
use crate::values::check_context::CheckContext;
use crate::values::conditions::report_too_large;
use crate::values::evaluator::CallResult;
use crate::values::inputs::InputRef;
use crate::values::memo::NamedValue;
use crate::yaml::YamlNode;

use super::patterns::pattern_failure;
use super::result::Row;
use super::{Knowledge, Typing};

/// The state while the parts of one typing are computed.
struct Work<'w, 'g> {
    typing: &'w Typing<'g>,
    /// The computed parts that were reported, each with its level.
    reported: Vec<(YamlNode<'g>, Level)>,
    /// Calls in literals that have no value.
    valueless: Vec<YamlNode<'g>>,
    /// Whether inputs have values.
    has_inputs: bool,
}

impl Work<'_, '_> {
    /// Whether a diagnostic of at least the level `by` was reported about a part of `node`.
    fn has_reported(&self, node: YamlNode<'_>, by: Level) -> bool {
        self.reported.iter().any(|(reported, level)| *level <= by && node.contains(*reported))
    }
}

/// Computes the parts of the call at `node` that can be computed although the whole cannot. Reports the parts
/// that never have a value, and all diagnostics of the typing. Returns how far the whole is known.
pub(in crate::values) fn report_findings<'g>(
    cx: &mut Checker<'g>,
    node: YamlNode<'g>,
    typing: &Typing<'g>,
) -> Knowledge {
    let has_inputs = cx.types.graph.inputs != load::Inputs::Later;
    let count_before = cx.diagnostics.len();
    let mut work = Work { typing, reported: Vec::new(), valueless: Vec::new(), has_inputs };
    for root in typing.extra().iter().flat_map(|extra| &extra.roots) {
        let Some(call) = cx.types.expressions.call(root.node) else { continue };
        let knowledge = compute_parts(cx, &mut work, call, false);
        let value = root.is_whole.then(|| compute_part(cx, &mut work, root.node, knowledge)).flatten();
        let fits = |value: &Value| {
            let types = root.literal_types.as_ref();
            types.is_some_and(|(ty, expected)| ty.gives(cx.types, value, expected))
        };
        if root.literal_types.is_some() && !value.is_some_and(|value| fits(&value)) {
            work.valueless.push(root.node);
        }
    }
    let mut beyond: Option<YamlNode<'g>> = None;
    for bound in typing.extra().iter().flat_map(|extra| &extra.bounds) {
        if beyond.is_some_and(|index| index.id() == bound.index.id()) {
            continue;
        }
        let known = cx.evaluator(typing, None).evaluate(bound.index);
        let index = match known {
            CallResult::Value(Value::Integer(index)) => u64::try_from(index).ok(),
            _ => None,
        };
        if index.is_some_and(|index| index >= bound.least) {
            beyond = Some(bound.index);
            cx.report(bound.index, bound.diagnostic.clone());
        }
    }
    let call = cx.types.expressions.call(node);
    let knowledge = call.map_or(typing.whole.knowledge, |call| compute_parts(cx, &mut work, call, false));
    if let Some(extra) = typing.extra() {
        let is_reported = |index: usize| {
            let mut silenced = extra.silenced.iter().filter(|silenced| silenced.finding == index);
            !silenced.any(|silenced| work.has_reported(silenced.inside, silenced.by))
        };
        let diagnostics = extra.diagnostics.iter().enumerate().filter(|(index, _)| is_reported(*index));
        let diagnostics: Vec<Diagnostic> = diagnostics.map(|(_, diagnostic)| diagnostic.clone()).collect();
        cx.diagnostics.splice(count_before..count_before, diagnostics);
        cx.decisions.extend_from_slice(&extra.decisions);
    }
    cx.reads.extend(typing.reads.iter().copied());
    knowledge
}

/// Computes the value of a call, if it is known; reports a call that never has a value.
pub(in crate::values) fn compute_call<'g>(
    cx: &mut Checker<'g>,
    node: YamlNode<'g>,
    typing: &Typing<'g>,
    knowledge: Knowledge,
) -> Option<Value> {
    if knowledge == Knowledge::Unknown {
        return None;
    }
    match cx.evaluator(typing, None).evaluate(node) {
        CallResult::Value(value) => Some(value),
        CallResult::Unknown => None,
        CallResult::Failed(culprit, failure) => {
            report_failure(cx, culprit, &failure);
            None
        }
    }
}

fn compute_part<'g>(
    cx: &mut Checker<'g>,
    work: &mut Work<'_, 'g>,
    node: YamlNode<'g>,
    knowledge: Knowledge,
) -> Option<Value> {
    let count_before = cx.diagnostics.len();
    let value = compute_call(cx, node, work.typing, knowledge);
    work.reported.extend(cx.diagnostics[count_before..].iter().map(|diagnostic| (node, diagnostic.level)));
    value
}

/// Reports that a call never has a value.
fn report_failure<'g>(cx: &mut Checker<'g>, node: YamlNode<'g>, failure: &Failure) {
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
        Failure::NoPart(value) => {
            cx.report(node, rules::unknown_part::not_in_value(node.span(), node.written(), *value));
        }
        Failure::Missing(what) => {
            cx.report(node, rules::evaluation_error::missing(node.span(), what));
        }
    }
}

/// Computes the largest parts of a call that can be computed although the whole cannot; parts that are
/// computed separately are already done. Returns how far the call is known. The call itself is computed only
/// if `counts` is true.
fn compute_parts<'g>(
    cx: &mut Checker<'g>,
    work: &mut Work<'_, 'g>,
    call: Expression<'g>,
    counts: bool,
) -> Knowledge {
    let node = call.node();
    let Some(row) = work.typing.row(node) else { return Knowledge::Unknown };
    let knowledge = if is_later(cx, work, call) { Knowledge::Unknown } else { row.knowledge };
    let is_computed = is_computed(call);
    let is_right = !is_computed || row.is_right && !work.has_reported(node, Level::Error);
    if knowledge != Knowledge::Unknown && is_right {
        if counts {
            compute_part(cx, work, node, knowledge);
        }
        return knowledge;
    }
    for argument in call.arguments() {
        compute_inside(cx, work, argument, is_right && is_computed);
    }
    Knowledge::Unknown
}

fn compute_inside<'g>(cx: &mut Checker<'g>, work: &mut Work<'_, 'g>, part: Expression<'g>, counts: bool) {
    match part.form() {
        Form::Literal | Form::Malformed(_) => {}
        Form::Call(..) | Form::NamePath(..) => {
            if work.typing.row(part.node()).is_some_and(|row| !row.is_root) {
                compute_parts(cx, work, part, counts);
            }
        }
        Form::List(_) | Form::Map(_) => {
            let is_map = matches!(part.form(), Form::Map(_));
            let inner: Vec<Expression<'g>> =
                part.arguments().skip(usize::from(is_map)).step_by(1 + usize::from(is_map)).collect();
            if counts && inner.iter().all(|inner| is_known(cx, work, *inner)) {
                compute_part(cx, work, part.node(), Knowledge::Computed);
            } else {
                for inner in inner {
                    compute_inside(cx, work, inner, false);
                }
            }
        }
    }
}

/// Whether an expression can be computed, as far as its type is known and inputs have values.
fn is_known<'g>(cx: &Checker<'g>, work: &Work<'_, 'g>, expression: Expression<'g>) -> bool {
    match expression.form() {
        Form::Literal => true,
        Form::Malformed(_) => false,
        Form::List(_) => expression.arguments().all(|inner| is_known(cx, work, inner)),
        Form::Map(_) => expression.arguments().skip(1).step_by(2).all(|inner| is_known(cx, work, inner)),
        Form::Call(..) | Form::NamePath(..) => {
            let row = work.typing.row(expression.node());
            let is_right = |row: Row| row.is_right && !work.has_reported(expression.node(), Level::Error);
            row.is_some_and(|row| {
                row.knowledge != Knowledge::Unknown && (!is_computed(expression) || is_right(row))
            }) && !is_later(cx, work, expression)
        }
    }
}

/// Whether the result of a call depends on its arguments alone.
fn is_computed(call: Expression<'_>) -> bool {
    source(call) == Some(None)
}

/// Returns what a built-in function reads beyond its arguments: `Some(None)` if it reads nothing else, `None`
/// for other functions.
#[expect(clippy::option_option, reason = "no such function, and nothing that it reads, are two answers")]
fn source(call: Expression<'_>) -> Option<Option<FunctionSource>> {
    match call.callee() {
        Some(Callee::BuiltIn(function)) => Some(function.source()),
        _ => None,
    }
}

/// Whether a call cannot be computed yet, since an input or a call in a literal has no value.
fn is_later<'g>(cx: &Checker<'g>, work: &Work<'_, 'g>, call: Expression<'g>) -> bool {
    if !work.has_inputs && work.valueless.is_empty() {
        return false;
    }
    let node = call.node();
    if source(call) == Some(Some(FunctionSource::Input)) {
        let name = call.arguments().next().and_then(|name| name.node().as_str());
        return match name.and_then(|name| cx.typings.inputs.find(node, name)) {
            Some(InputRef::Service(input)) => cx.values.get(&cx.typings, NamedValue::Input(input)).is_none(),
            _ => false,
        };
    }
    if !is_computed(call) {
        return false;
    }
    let mut pending: Vec<Expression<'g>> = call.arguments().collect();
    while let Some(part) = pending.pop() {
        let is_valueless = || work.valueless.iter().any(|node| node.id() == part.node().id());
        if part.is_call() {
            if is_valueless() || is_later(cx, work, part) {
                return true;
            }
        } else {
            pending.extend(part.arguments());
        }
    }
    false
}
