//! What typed calls come to, as far as what never has a value is concerned: the largest parts that can be computed
//! are, and their failures told.

use crate::diagnostics::{Diagnostic, Level, codes};
use crate::expressions::{Callee, Expression, Form};
use crate::functions::{Failure, Source};
use crate::literals::Value;
use crate::load;
use crate::values::check::Checker;
use crate::values::conditions::too_large;
use crate::values::evaluator::Known;
use crate::values::inputs::Found;
use crate::values::judge::Judge;
use crate::values::memo::Wanted;
use crate::yaml::Node;

use super::found::Row;
use super::patterns::pattern_failure;
use super::{Fixed, Typing};

/// The work on one typing.
struct Work<'w, 'g> {
    typing: &'w Typing<'g>,
    /// What was told of parts that were computed, and how bad it is.
    told: Vec<(Node<'g>, Level)>,
    /// Calls in literals that have no value.
    without: Vec<Node<'g>>,
    /// Whether inputs have values.
    has_inputs: bool,
}

impl Work<'_, '_> {
    /// Whether something was told of a part of `node` that is as bad as `by`.
    fn has_told(&self, node: Node<'_>, by: Level) -> bool {
        self.told.iter().any(|(at, level)| *level <= by && node.holds(*at))
    }
}

/// Computes the parts of the call at `node` that can be, where the whole cannot; tells what never has a value, and
/// all that typing found. Says how far the whole is known.
pub(in crate::values) fn tell<'g>(cx: &mut Checker<'g>, node: Node<'g>, typing: &Typing<'g>) -> Fixed {
    let has_inputs = cx.types.graph.inputs != load::Inputs::Later;
    let before = cx.found.len();
    let mut work = Work { typing, told: Vec::new(), without: Vec::new(), has_inputs };
    for root in typing.rest().iter().flat_map(|rest| &rest.roots) {
        let Some(call) = cx.types.expressions.call(root.node) else { continue };
        let fixed = parts(cx, &mut work, call, false);
        let value = root.is_whole.then(|| computed(cx, &mut work, root.node, fixed)).flatten();
        let fits = |value: &Value| {
            let place = root.place.as_ref();
            place.is_some_and(|(of, expected)| of.gives(cx.types, value, expected))
        };
        if root.place.is_some() && !value.is_some_and(|value| fits(&value)) {
            work.without.push(root.node);
        }
    }
    let mut beyond: Option<Node<'g>> = None;
    for bound in typing.rest().iter().flat_map(|rest| &rest.bounds) {
        if beyond.is_some_and(|index| index.id() == bound.index.id()) {
            continue;
        }
        let known = cx.evaluator(typing, None).evaluate(bound.index);
        let index = match known {
            Known::Value(Value::Integer(index)) => u64::try_from(index).ok(),
            _ => None,
        };
        if index.is_some_and(|index| index >= bound.least) {
            beyond = Some(bound.index);
            cx.report(bound.index, bound.found.clone());
        }
    }
    let call = cx.types.expressions.call(node);
    let fixed = call.map_or(typing.whole.fixed, |call| parts(cx, &mut work, call, false));
    if let Some(rest) = typing.rest() {
        let is_told = |at: usize| {
            let mut silenced = rest.silenced.iter().filter(|silenced| silenced.finding == at);
            !silenced.any(|silenced| work.has_told(silenced.inside, silenced.by))
        };
        let found = rest.found.iter().enumerate().filter(|(at, _)| is_told(*at));
        let found: Vec<Diagnostic> = found.map(|(_, found)| found.clone()).collect();
        cx.found.splice(before..before, found);
        cx.decisions.extend_from_slice(&rest.decisions);
    }
    cx.reads.extend(typing.reads.iter().copied());
    fixed
}

/// The value of a call, where it can be computed; tells where it never can.
pub(in crate::values) fn settle<'g>(
    cx: &mut Checker<'g>,
    node: Node<'g>,
    typing: &Typing<'g>,
    fixed: Fixed,
) -> Option<Value> {
    if fixed == Fixed::No {
        return None;
    }
    match cx.evaluator(typing, None).evaluate(node) {
        Known::Value(value) => Some(value),
        Known::Unknown => None,
        Known::Failed(at, failure) => {
            tell_failure(cx, at, &failure);
            None
        }
    }
}

fn computed<'g>(
    cx: &mut Checker<'g>,
    work: &mut Work<'_, 'g>,
    node: Node<'g>,
    fixed: Fixed,
) -> Option<Value> {
    let before = cx.found.len();
    let value = settle(cx, node, work.typing, fixed);
    work.told.extend(cx.found[before..].iter().map(|found| (node, found.level)));
    value
}

/// Tells that a call never has a value.
fn tell_failure<'g>(cx: &mut Checker<'g>, at: Node<'g>, failure: &Failure) {
    match failure {
        // Told with the types and the patterns of arguments.
        Failure::DifferentTypes => {}
        Failure::NoOrder => cx.report(at, codes::unordered_versions::new(at.span())),
        Failure::Pattern(_) | Failure::ForeignPattern => pattern_failure(cx, at, failure),
        Failure::TooLarge | Failure::TooMuch | Failure::TooLong => too_large(cx, at, failure),
        Failure::Overflow => cx.report(at, codes::evaluation_error::overflow(at.span())),
        Failure::DivisionByZero => {
            cx.report(at, codes::evaluation_error::division_by_zero(at.span()));
        }
        Failure::NoPart(value) => {
            cx.report(at, codes::unknown_part::not_in_value(at.span(), at.written(), *value));
        }
        Failure::Missing(what) => {
            cx.report(at, codes::evaluation_error::missing(at.span(), what));
        }
    }
}

/// Computes the largest parts of a call that can be, where the whole cannot; those that are computed by themselves
/// were. Says how far the call is known. `counts` says whether it is computed itself.
fn parts<'g>(cx: &mut Checker<'g>, work: &mut Work<'_, 'g>, call: Expression<'g>, counts: bool) -> Fixed {
    let node = call.node();
    let Some(row) = work.typing.row(node) else { return Fixed::No };
    let fixed = if is_later(cx, work, call) { Fixed::No } else { row.fixed };
    let is_computed = is_computed(call);
    let is_right = !is_computed || row.is_right && !work.has_told(node, Level::Error);
    if fixed != Fixed::No && is_right {
        if counts {
            computed(cx, work, node, fixed);
        }
        return fixed;
    }
    for argument in call.arguments() {
        inside(cx, work, argument, is_right && is_computed);
    }
    Fixed::No
}

fn inside<'g>(cx: &mut Checker<'g>, work: &mut Work<'_, 'g>, part: Expression<'g>, counts: bool) {
    match part.form() {
        Form::Literal | Form::Malformed(_) => {}
        Form::Call(..) | Form::NamePath(..) => {
            if work.typing.row(part.node()).is_some_and(|row| !row.is_root) {
                parts(cx, work, part, counts);
            }
        }
        Form::List(_) | Form::Map(_) => {
            let is_map = matches!(part.form(), Form::Map(_));
            let inner: Vec<Expression<'g>> =
                part.arguments().skip(usize::from(is_map)).step_by(1 + usize::from(is_map)).collect();
            if counts && inner.iter().all(|inner| is_known(cx, work, *inner)) {
                computed(cx, work, part.node(), Fixed::Computed);
            } else {
                for inner in inner {
                    inside(cx, work, inner, false);
                }
            }
        }
    }
}

/// Whether an expression can be computed, as far as types tell and inputs have values.
fn is_known<'g>(cx: &Checker<'g>, work: &Work<'_, 'g>, expression: Expression<'g>) -> bool {
    match expression.form() {
        Form::Literal => true,
        Form::Malformed(_) => false,
        Form::List(_) => expression.arguments().all(|inner| is_known(cx, work, inner)),
        Form::Map(_) => expression.arguments().skip(1).step_by(2).all(|inner| is_known(cx, work, inner)),
        Form::Call(..) | Form::NamePath(..) => {
            let row = work.typing.row(expression.node());
            let is_right = |row: Row| row.is_right && !work.has_told(expression.node(), Level::Error);
            row.is_some_and(|row| row.fixed != Fixed::No && (!is_computed(expression) || is_right(row)))
                && !is_later(cx, work, expression)
        }
    }
}

/// Whether the result of a call depends on its arguments alone.
fn is_computed(call: Expression<'_>) -> bool {
    source(call) == Some(None)
}

/// What the built-in function of a call reads that is not among its arguments; none of another function.
#[expect(clippy::option_option, reason = "no such function, and nothing that it reads, are two answers")]
fn source(call: Expression<'_>) -> Option<Option<Source>> {
    match call.callee() {
        Some(Callee::BuiltIn(function)) => Some(function.source()),
        _ => None,
    }
}

/// Whether a call that could be computed cannot, since an input or a call in a literal has no value.
fn is_later<'g>(cx: &Checker<'g>, work: &Work<'_, 'g>, call: Expression<'g>) -> bool {
    if !work.has_inputs && work.without.is_empty() {
        return false;
    }
    let node = call.node();
    if source(call) == Some(Some(Source::Input)) {
        let name = call.arguments().next().and_then(|name| name.node().as_str());
        return match name.and_then(|name| cx.typings.inputs.find(node, name)) {
            Some(Found::Service(input)) => cx.values.get(&cx.typings, Wanted::Input(input)).is_none(),
            _ => false,
        };
    }
    if !is_computed(call) {
        return false;
    }
    let mut waiting: Vec<Expression<'g>> = call.arguments().collect();
    while let Some(part) = waiting.pop() {
        let is_without = || work.without.iter().any(|node| node.id() == part.node().id());
        if part.is_call() {
            if is_without() || is_later(cx, work, part) {
                return true;
            }
        } else {
            waiting.extend(part.arguments());
        }
    }
    false
}
