//! Types calls of functions that are defined in TOSCA: signatures are tried in their order (TOSCA 2.0 §10.4).

use crate::diagnostics::{Diagnostic, Edit, Fix, Level, list, rules};
use crate::expressions::Expression;
use crate::functions::Function;
use crate::keynames::{describe, replacement};
use crate::model::types::{Signature, Types};
use crate::resolve::DefinitionId;
use crate::values::check::Checker;
use crate::values::check_context::CheckContext;
use crate::values::paths::check_old_function;
use crate::values::value_type::ValueType;
use crate::values::what::{CallName, What};
use crate::yaml::{Style, YamlNode};

use super::calls::{look_inside, type_built_in, type_expression};
use super::type_variable::takes_type_of_context;
use super::{Scope, Typed, Typer, check_calls_in};

/// Maximum depth of nested calls of defined functions whose signatures are tried.
const MAX_TRIAL_DEPTH: u8 = 3;

/// Whether a call matches a signature.
enum Fit {
    /// It matches.
    Yes,
    /// It matches as far as types are known.
    Maybe,
    /// It does not match, for these reasons.
    No(Vec<Diagnostic>),
}

/// Types a call of the function `id`; a built-in function may have the same name.
pub(super) fn type_custom<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    name: YamlNode<'g>,
    id: DefinitionId,
    same_named_built_in: Option<&'static Function>,
    expected: &ValueType<'g>,
) -> Typed<'g> {
    let Some(signatures) = cx.types.signatures(id) else {
        look_inside(cx, call);
        return Typed::later(ValueType::Unknown);
    };
    let map = report_single_argument(cx, call, name);
    let arguments: Vec<YamlNode<'g>> = call.arguments().map(Expression::node).collect();
    let count_before = cx.extra.diagnostics.len();
    let mut typed: Vec<Option<Typed<'g>>> = Vec::with_capacity(arguments.len());
    for argument in &arguments {
        let decided =
            cx.types.expressions.call(*argument).is_some() && !takes_type_of_context(cx.types, *argument);
        typed.push(decided.then(|| type_expression(cx, *argument, &ValueType::Any)));
    }
    for (argument, typed) in arguments.iter().zip(&typed) {
        let is_call = cx.types.expressions.call(*argument).is_some();
        if typed.is_none() && (!is_call || cx.scope.level >= MAX_TRIAL_DEPTH) {
            check_calls_in(cx, *argument, &ValueType::Unknown);
        }
    }
    if cx.scope.level == 0 {
        check_old_function(cx, call.node(), name, id, &arguments);
    }
    let wrong = !cx.is_right_since(count_before);
    let is_unreadable =
        |argument: &YamlNode<'_>| argument.is_invalid() || argument.items().any(YamlNode::is_invalid);
    if wrong || cx.scope.level >= MAX_TRIAL_DEPTH || arguments.iter().any(is_unreadable) {
        return Typed::later(ValueType::Unknown);
    }
    let mut candidates: Vec<ValueType<'g>> = Vec::new();
    let mut reasons: Vec<(Signature<'g>, Vec<Diagnostic>)> = Vec::new();
    for signature in &signatures {
        match check_signature(cx, *signature, name, &arguments, &typed) {
            Fit::Yes => {
                candidates.push(result_type(cx.types, *signature));
                break;
            }
            Fit::Maybe => candidates.push(result_type(cx.types, *signature)),
            Fit::No(diagnostics) => reasons.push((*signature, diagnostics)),
        }
    }
    if let Some(map) = map {
        report_map(cx, name, map, !candidates.is_empty());
        if candidates.is_empty() {
            return Typed::later(ValueType::Unknown);
        }
    }
    if candidates.is_empty() {
        if let Some(function) = same_named_built_in {
            return type_built_in(cx, call, name, function, expected);
        }
        if report_swapped(cx, (call, name), &signatures, &arguments, &typed) {
            return Typed::later(ValueType::Unknown);
        }
        return report_no_signature(cx, call, name, reasons);
    }
    let mut all = candidates.into_iter();
    let first = all.next().unwrap_or(ValueType::Unknown);
    let agree =
        all.all(|candidate| candidate.is_known() && first.is_known() && first.may_be(cx.types, &candidate));
    Typed::later(if agree { first } else { ValueType::Unknown })
}

/// Reports a single argument, which should be in a list. Returns it instead if it is a map: that may be a map of
/// the arguments by name.
fn report_single_argument<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    name: YamlNode<'g>,
) -> Option<YamlNode<'g>> {
    let (_, value) = call.node().only_entry()?;
    if value.is_sequence() || value.is_null() || value.is_invalid() {
        return None;
    }
    if value.is_mapping() && cx.types.expressions.call(value).is_none() {
        return Some(value);
    }
    let diagnostic = rules::arguments_not_a_list::new(value.span(), name.text(), describe(value), None);
    cx.report(value, diagnostic.at_level(Level::Warning));
    None
}

/// Reports a map in place of the list of arguments. If no signature `takes_map`, it has the arguments by name.
fn report_map<'g>(cx: &mut Typer<'g>, name: YamlNode<'g>, map: YamlNode<'g>, takes_map: bool) {
    let diagnostic = if takes_map {
        let diagnostic = rules::arguments_not_a_list::new(map.span(), name.text(), describe(map), None);
        diagnostic.at_level(Level::Warning)
    } else {
        let arguments: Vec<&str> = map.entries().map(|(_, argument)| argument.written()).collect();
        let has_one_line = !map.written().contains('\n') && map.style() == Style::Flow;
        let list = has_one_line.then(|| format!("[ {} ]", arguments.join(", ")));
        rules::arguments_not_a_list::named(map.span(), name.text(), list.as_deref())
    };
    cx.report(map, diagnostic);
}

/// Returns the help for a call with `actual` arguments, more or fewer than a signature has.
fn count_help<'g>(cx: &Typer<'g>, signature: Signature<'g>, actual: usize) -> String {
    let arity = signature.arity();
    let missing: Vec<String> = (actual..arity.least)
        .map(|index| match signature.schema(index) {
            Some(schema) => ValueType::of_schemas(cx.types, [schema]).in_words(cx.types),
            None => "a value".to_owned(),
        })
        .collect();
    match (&missing[..], actual.saturating_sub(arity.most.unwrap_or(usize::MAX))) {
        ([], 1) => "remove the last argument".to_owned(),
        ([], count) => format!("remove the last {count} arguments"),
        ([only], _) if actual == 0 => format!("add the argument, {only}"),
        ([only], _) => format!("add the last argument, {only}"),
        _ => format!("add the missing arguments: {}", list(&missing, "and")),
    }
}

/// Checks whether a call matches a signature.
fn check_signature<'g>(
    cx: &Typer<'g>,
    signature: Signature<'g>,
    name: YamlNode<'g>,
    arguments: &[YamlNode<'g>],
    typed: &[Option<Typed<'g>>],
) -> Fit {
    let arity = signature.arity();
    if !arity.contains(arguments.len()) {
        let culprit = arity.most.and_then(|most| arguments.get(most)).copied().unwrap_or(name);
        let diagnostic =
            rules::wrong_argument_count::new(culprit.span(), name.text(), &arity.in_words(), arguments.len());
        return Fit::No(vec![diagnostic.help(count_help(cx, signature, arguments.len()))]);
    }
    let function = name.text().trim_start_matches('$');
    let mut certain = true;
    let mut trial = Checker::closed(&cx.typings);
    trial.scope = Scope { value: cx.scope.value.clone(), self_entity: None, level: cx.scope.level + 1 };
    for (index, (argument, typed)) in arguments.iter().zip(typed).enumerate() {
        let Some(schema) = signature.schema(index) else { continue };
        let expected = ValueType::of_schemas(cx.types, [schema]);
        let what = What::Argument(index, CallName::Function(function));
        let Some(typed) = typed else {
            certain &= trial.check(*argument, &expected, what).is_some();
            continue;
        };
        certain &= typed.ty.is_fully_known() && expected.clauses(cx.types).is_empty();
        if !typed.ty.may_be(cx.types, &expected) {
            let (expected_words, actual) = (expected.in_words(cx.types), typed.ty.in_words(cx.types));
            let diagnostic = rules::wrong_argument_type::new(
                argument.span(),
                &what.to_string(),
                &expected_words,
                &actual,
                None,
            );
            trial.report(*argument, diagnostic);
        }
    }
    trial.diagnostics.retain(|diagnostic| diagnostic.level == Level::Error);
    match (trial.diagnostics.is_empty(), certain) {
        (true, true) => Fit::Yes,
        (true, false) => Fit::Maybe,
        (false, _) => Fit::No(trial.diagnostics),
    }
}

fn result_type<'g>(types: &'g Types, signature: Signature<'g>) -> ValueType<'g> {
    let Some(schema) = signature.result() else { return ValueType::Unknown };
    ValueType::of_schemas(types, [schema])
}

/// Reports arguments that match a signature after two of them are swapped; returns whether there are such.
fn report_swapped<'g>(
    cx: &mut Typer<'g>,
    (call, name): (Expression<'g>, YamlNode<'g>),
    signatures: &[Signature<'g>],
    arguments: &[YamlNode<'g>],
    typed: &[Option<Typed<'g>>],
) -> bool {
    const MAX_ARGUMENTS: usize = 6;
    if arguments.len() > MAX_ARGUMENTS {
        return false;
    }
    let pairs = (0..arguments.len())
        .flat_map(|first| (first + 1..arguments.len()).map(move |second| (first, second)));
    for (first, second) in pairs {
        let (mut swapped, mut swapped_types) = (arguments.to_vec(), typed.to_vec());
        swapped.swap(first, second);
        swapped_types.swap(first, second);
        let fits = |signature: &&Signature<'g>| {
            matches!(check_signature(cx, **signature, name, &swapped, &swapped_types), Fit::Yes)
        };
        let Some(signature) = signatures.iter().find(fits) else { continue };
        let (node, other) = (arguments[first], arguments[second]);
        let expected = signature
            .schema(first)
            .map_or(ValueType::Unknown, |schema| ValueType::of_schemas(cx.types, [schema]));
        let function = CallName::Function(name.text().trim_start_matches('$'));
        let what = What::Argument(first, function).to_string();
        let words = expected.in_words(cx.types);
        let mut diagnostic =
            rules::wrong_argument_type::new(node.span(), &what, &words, describe(node), None);
        diagnostic = diagnostic.also(signature.node().span(), "signature");
        diagnostic = rules::wrong_argument_type::swapped(diagnostic, other.span());
        if let (Some(text), Some(other_text)) =
            (replacement(node, other.written()), replacement(other, node.written()))
        {
            let edits = vec![Edit { span: node.span(), text }, Edit { span: other.span(), text: other_text }];
            diagnostic.fixes = vec![Fix::safe("swap the arguments", edits)];
        }
        cx.report(call.node(), diagnostic);
        return true;
    }
    false
}

/// Reports a call that matches no signature.
fn report_no_signature<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    name: YamlNode<'g>,
    mut reasons: Vec<(Signature<'g>, Vec<Diagnostic>)>,
) -> Typed<'g> {
    let later = Typed::later(ValueType::Unknown);
    if let [(signature, diagnostics)] = &mut reasons[..] {
        let result = result_type(cx.types, *signature);
        let span = signature.node().span();
        for diagnostic in std::mem::take(diagnostics) {
            cx.report(call.node(), diagnostic.also(span, "signature"));
        }
        return Typed::later(result);
    }
    let function = call.function_name();
    let candidates: Vec<_> = reasons
        .iter()
        .map(|(signature, diagnostics)| {
            let why = diagnostics.first().map_or("", |diagnostic| diagnostic.message.as_str());
            (signature.node().span(), why.to_owned())
        })
        .collect();
    cx.report(name, rules::no_matching_signature::new(name.span(), function, &candidates));
    later
}
