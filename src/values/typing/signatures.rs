//! Calls of functions that are defined in TOSCA: signatures, tried in their order (TOSCA 2.0 §10.4).

use crate::diagnostics::{Diagnostic, Level, codes};
use crate::expressions::Expression;
use crate::functions::Function;
use crate::keynames::describe;
use crate::model::types::{Signature, Types};
use crate::resolve::DefinitionId;
use crate::values::check::Checker;
use crate::values::judge::Judge;
use crate::values::value_type::ValueType;
use crate::values::what::{CallName, What};
use crate::yaml::Node;

use super::calls::{look_inside, type_built_in, type_expression};
use super::type_variable::is_open;
use super::{Scope, Typed, Typer, loose};

/// So many calls of defined functions are taken apart inside each other.
const DEEPEST: u8 = 3;

/// How well a call fits a signature.
enum Fit {
    /// It fits.
    Yes,
    /// It fits as far as types are known.
    Maybe,
    /// It does not: why.
    No(Vec<Diagnostic>),
}

/// A call of the function `id`, which may stand beside a built-in one of the same name.
pub(super) fn type_custom<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    name: Node<'g>,
    id: DefinitionId,
    beside: Option<&'static Function>,
    expected: &ValueType<'g>,
) -> Typed<'g> {
    let Some(signatures) = cx.types.signatures(id) else {
        look_inside(cx, call);
        return Typed::later(ValueType::Unknown);
    };
    let arguments = any_arguments(cx, call, name);
    let before = cx.rest.found.len();
    let mut typed: Vec<Option<Typed<'g>>> = Vec::with_capacity(arguments.len());
    for argument in &arguments {
        let decided = cx.types.expressions.call(*argument).is_some() && !is_open(cx.types, *argument);
        typed.push(decided.then(|| type_expression(cx, *argument, &ValueType::Open)));
    }
    for (argument, typed) in arguments.iter().zip(&typed) {
        let is_call = cx.types.expressions.call(*argument).is_some();
        if typed.is_none() && (!is_call || cx.scope.level >= DEEPEST) {
            loose(cx, *argument, &ValueType::Unknown);
        }
    }
    let wrong = cx.rest.found[before..].iter().any(|found| found.level == Level::Error);
    let lost = |argument: &Node<'_>| argument.is_invalid() || argument.items().any(Node::is_invalid);
    if wrong || cx.scope.level >= DEEPEST || arguments.iter().any(lost) {
        return Typed::later(ValueType::Unknown);
    }
    let mut candidates: Vec<ValueType<'g>> = Vec::new();
    let mut reasons: Vec<(Signature<'g>, Vec<Diagnostic>)> = Vec::new();
    for signature in &signatures {
        match fit_of(cx, *signature, name, &arguments, &typed) {
            Fit::Yes => {
                candidates.push(result_of(cx.types, *signature));
                break;
            }
            Fit::Maybe => candidates.push(result_of(cx.types, *signature)),
            Fit::No(found) => reasons.push((*signature, found)),
        }
    }
    if candidates.is_empty() {
        if let Some(function) = beside {
            return type_built_in(cx, call, name, function, expected);
        }
        return no_signature(cx, call, name, reasons);
    }
    let mut all = candidates.into_iter();
    let first = all.next().unwrap_or(ValueType::Unknown);
    let agree = all.all(|other| other.is_known() && first.is_known() && first.may_be(cx.types, &other));
    Typed::later(if agree { first } else { ValueType::Unknown })
}

/// The arguments of a call, which should be a list.
fn any_arguments<'g>(cx: &mut Typer<'g>, call: Expression<'g>, name: Node<'g>) -> Vec<Node<'g>> {
    if let Some((_, value)) = call.node().only_entry()
        && !value.is_sequence()
        && !value.is_null()
        && !value.is_invalid()
    {
        let found = codes::arguments_not_a_list::new(value.span(), name.text(), describe(value), None);
        cx.report(value, found.at_level(Level::Warning));
    }
    call.arguments().map(Expression::node).collect()
}

/// Whether a call fits a signature.
fn fit_of<'g>(
    cx: &Typer<'g>,
    signature: Signature<'g>,
    name: Node<'g>,
    arguments: &[Node<'g>],
    typed: &[Option<Typed<'g>>],
) -> Fit {
    let arity = signature.arity();
    if !arity.contains(arguments.len()) {
        let at = arity.most.and_then(|most| arguments.get(most)).copied().unwrap_or(name);
        let found =
            codes::wrong_argument_count::new(at.span(), name.text(), &arity.in_words(), arguments.len());
        return Fit::No(vec![found]);
    }
    let function = name.text().trim_start_matches('$');
    let mut certain = true;
    let mut trial = Checker::closed(&cx.typings);
    trial.scope = Scope { value: cx.scope.value.clone(), own: None, level: cx.scope.level + 1 };
    for (index, (argument, typed)) in arguments.iter().zip(typed).enumerate() {
        let Some(schema) = signature.schema(index) else { continue };
        let expected = ValueType::of_schemas(cx.types, [schema]);
        let what = What::Argument(index, CallName::Function(function));
        let Some(typed) = typed else {
            certain &= trial.check(*argument, &expected, what).is_some();
            continue;
        };
        certain &= typed.of.is_known() && expected.clauses(cx.types).is_empty();
        if !typed.of.may_be(cx.types, &expected) {
            let (wanted, got) = (expected.in_words(cx.types), typed.of.in_words(cx.types));
            let found =
                codes::wrong_argument_type::new(argument.span(), &what.to_string(), &wanted, &got, None);
            trial.report(*argument, found);
        }
    }
    trial.found.retain(|found| found.level == Level::Error);
    match (trial.found.is_empty(), certain) {
        (true, true) => Fit::Yes,
        (true, false) => Fit::Maybe,
        (false, _) => Fit::No(trial.found),
    }
}

fn result_of<'g>(types: &'g Types, signature: Signature<'g>) -> ValueType<'g> {
    let Some(schema) = signature.result() else { return ValueType::Unknown };
    ValueType::of_schemas(types, [schema])
}

/// A call that no signature takes.
fn no_signature<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    name: Node<'g>,
    mut reasons: Vec<(Signature<'g>, Vec<Diagnostic>)>,
) -> Typed<'g> {
    let later = Typed::later(ValueType::Unknown);
    if let [(signature, found)] = &mut reasons[..] {
        let result = result_of(cx.types, *signature);
        let place = signature.node().span();
        for found in std::mem::take(found) {
            cx.report(call.node(), found.also(place, "signature"));
        }
        return Typed::later(result);
    }
    let function = call.function_name();
    let places: Vec<_> = reasons
        .iter()
        .map(|(signature, found)| {
            let why = found.first().map_or("", |found| found.message.as_str());
            (signature.node().span(), why.to_owned())
        })
        .collect();
    cx.report(name, codes::no_matching_signature::new(name.span(), function, &places));
    later
}
