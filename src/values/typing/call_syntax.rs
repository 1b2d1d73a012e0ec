//! Checks the syntax of calls (TOSCA 2.0 §10.1).

use crate::diagnostics::text::VALUE;
use crate::diagnostics::{Diagnostic, Level, rules};
use crate::expressions::{Expression, Form};
use crate::functions::{Comparison, Function, FunctionSource, Parameter};
use crate::keynames::describe;
use crate::literals::BuiltIn;
use crate::values::check_context::CheckContext;
use crate::values::paths::only_name_after;
use crate::values::what::{CallName, What};
use crate::yaml::{Kind, Style, YamlNode, plain};

use super::Typer;
use super::calls::look_inside;

/// Whether a value looks like a call but is malformed; that is reported.
pub(in crate::values) fn malformed<'g>(cx: &mut impl CheckContext<'g>, node: YamlNode<'g>) -> bool {
    let written_like_call = cx.types().expressions.for_node(node).map(Expression::form);
    if !matches!(written_like_call, Some(Form::Malformed(_))) {
        return false;
    }
    match node.kind() {
        Kind::Mapping => {
            let is_name = |key: YamlNode<'_>| {
                key.as_str().is_some_and(|text| text.starts_with('$') && !text.starts_with("$$"))
            };
            let Some((key, _)) = node.entries().find(|(key, _)| is_name(*key)) else { return true };
            let diagnostic = if node.only_entry().is_some() {
                rules::malformed_call::missing_name(key.span())
            } else {
                let other_keys = node.entries().filter(|(other_key, _)| other_key.id() != key.id());
                let second = other_keys.map(|(other_key, _)| other_key).next().unwrap_or(key);
                let is_condition = |(key, _): (YamlNode<'_>, YamlNode<'_>)| {
                    Function::called(key.text()).is_some_and(Function::is_condition)
                };
                if node.entries().all(is_condition) {
                    let other = (second.text(), second.span());
                    rules::malformed_call::several_conditions(key.span(), key.text(), other)
                } else if let Some(call) = one_in_the_other(node) {
                    rules::malformed_call::two_calls(key.span(), key.text(), second.span(), &call)
                } else {
                    rules::malformed_call::several_keys(key.span(), key.text(), second.span())
                }
            };
            cx.report(key, diagnostic);
        }
        _ => cx.report(node, rules::malformed_call::missing_name(node.span())),
    }
    true
}

/// Returns the call that is meant by a map of two calls: one of them is an argument of the other, which computes its
/// result from its arguments.
fn one_in_the_other(node: YamlNode<'_>) -> Option<String> {
    let mut entries = node.entries();
    let ((first, first_value), (second, second_value)) = (entries.next()?, entries.next()?);
    let (first_function, second_function) =
        (Function::called(first.text())?, Function::called(second.text())?);
    if entries.next().is_some()
        || first_value.written().contains('\n')
        || second_value.written().contains('\n')
    {
        return None;
    }
    let call =
        |name: YamlNode<'_>, value: YamlNode<'_>| format!("{{ {}: {} }}", name.text(), value.written());
    let arguments = |value: YamlNode<'_>| {
        if value.is_sequence() {
            value.items().map(|item| item.written().to_owned()).collect::<Vec<_>>()
        } else {
            vec![value.written().to_owned()]
        }
    };
    let (outer, list) = if first_function.source().is_none() {
        (first, [arguments(first_value), vec![call(second, second_value)]].concat())
    } else if second_function.source().is_none() {
        (second, [vec![call(first, first_value)], arguments(second_value)].concat())
    } else {
        return None;
    };
    Some(format!("{}: [ {} ]", outer.text(), list.join(", ")))
}

/// Reports a suffix that has no effect: suffixes only distinguish equal keys of a map (10.1-09).
pub(super) fn check_suffix<'g>(cx: &mut Typer<'g>, node: YamlNode<'g>, name: YamlNode<'g>) {
    if node.kind() != Kind::Mapping {
        return;
    }
    if let Some((function, suffix)) = name.text()[1..].split_once('$') {
        cx.report(name, rules::useless_suffix::new(name.span(), function, suffix));
    }
}

/// Returns the arguments of a built-in function, which must be a list, or `None` if they are not. A single scalar or
/// call counts as a list of one argument where the function allows it.
pub(in crate::values) fn list_arguments<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    name: YamlNode<'g>,
    function: &Function,
) -> Option<Vec<YamlNode<'g>>> {
    let Some((_, value)) = call.node().only_entry() else { return Some(Vec::new()) };
    if value.is_sequence() {
        return Some(value.items().collect());
    }
    if value.is_null() {
        return Some(Vec::new());
    }
    if value.is_invalid() {
        return None;
    }
    if function.takes_bare_argument && value.kind() == Kind::Scalar {
        return Some(vec![value]);
    }
    let simple = value.kind() == Kind::Scalar || value.style() == Style::Flow;
    let wrapped = simple.then(|| match function.comparison {
        Some(comparison) if lacks_value(cx, &[value]) => {
            format!("[ $value, {} ]", right_operand(comparison, &[value]))
        }
        _ => format!("[ {} ]", value.written()),
    });
    let is_enough = function.comparison.is_some() || function.arity.least < 2;
    let diagnostic = match wrapped {
        Some(_) if !is_enough => rules::arguments_not_a_list::with_missing(
            value.span(),
            name.text(),
            describe(value),
            &arguments_of_path(value, function).unwrap_or_else(|| {
                format!("[ {}, {} ]", value.written(), missing_name(cx, call.node(), &[value], function))
            }),
        ),
        wrapped => {
            rules::arguments_not_a_list::new(value.span(), name.text(), describe(value), wrapped.as_deref())
        }
    };
    let is_call = call.arguments().any(|argument| matches!(argument.form(), Form::Call(..)));
    if function.arity.contains(1)
        && !function.takes_bare_argument
        && (value.kind() == Kind::Scalar || is_call)
    {
        let level = if cx.types.graph.strict { Level::Error } else { Level::Warning };
        cx.report(value, diagnostic.at_level(level));
        return Some(vec![value]);
    }
    let count_before = cx.extra.diagnostics.len();
    look_inside(cx, call);
    if cx.is_right_since(count_before) {
        cx.report(value, diagnostic);
        cx.silence(call.node(), Level::Info);
    }
    None
}

/// Returns the name that is missing after the first arguments of a function that takes a path, if only one can be
/// read, else an ellipsis.
fn missing_name<'g>(
    cx: &mut Typer<'g>,
    call: YamlNode<'g>,
    arguments: &[YamlNode<'g>],
    function: &Function,
) -> String {
    let name = match function.source() {
        Some(FunctionSource::Path(end)) => only_name_after(cx, call, arguments, end),
        _ => None,
    };
    name.map_or_else(|| "…".to_owned(), plain)
}

/// Returns the list to write for the argument `node.property` or `node, property` of a function that takes a path.
fn arguments_of_path(argument: YamlNode<'_>, function: &Function) -> Option<String> {
    let text = argument.as_str().filter(|_| matches!(function.source(), Some(FunctionSource::Path(_))))?;
    // An index in brackets is another step.
    let text = &text.replace('[', ".").replace(']', "");
    let separator = if text.contains(',') { ',' } else { '.' };
    let steps: Vec<&str> = text.split(separator).map(str::trim).collect();
    let is_path = steps.len() > 1 && steps.iter().all(|step| !step.is_empty());
    is_path.then(|| {
        let steps: Vec<String> = steps.into_iter().map(plain).collect();
        format!("[ {} ]", steps.join(", "))
    })
}

/// Reports a list of allowed values in place of the two arguments of `function`: the value is missing. Returns
/// whether that is so.
pub(super) fn report_missing_value<'g>(
    cx: &mut Typer<'g>,
    call: Expression<'g>,
    name: YamlNode<'g>,
    function: &Function,
    arguments: &[YamlNode<'g>],
) -> bool {
    let Some((_, list)) = call.node().only_entry() else { return false };
    let is_literal =
        |node: &YamlNode<'g>| node.scalar().is_some() && cx.types.expressions.call(*node).is_none();
    if function.comparison != Some(Comparison::OneOf)
        || arguments.len() < 2
        || !arguments.iter().all(is_literal)
        || !lacks_value(cx, arguments)
    {
        return false;
    }
    let what = What::Argument(0, CallName::Function(function.name)).to_string();
    let wrapped = format!("[ $value, {} ]", right_operand(Comparison::OneOf, arguments));
    let mut diagnostic = rules::wrong_argument_type::value(arguments[0].span(), &what, "the value to check")
        .help(format!("write `{}: {wrapped}`", name.text()));
    if list.style() == Style::Flow {
        diagnostic = diagnostic.fix(format!("check {VALUE}"), list.span(), wrapped);
    }
    cx.report(arguments[0], diagnostic);
    true
}

/// Whether arguments in a validation clause do not read the value that the clause is about.
fn lacks_value<'g>(cx: &Typer<'g>, arguments: &[YamlNode<'g>]) -> bool {
    let reads = |node: &YamlNode<'g>| {
        cx.types.expressions.calls_in(*node).any(|call| call.reads(FunctionSource::Value))
    };
    let is_value = |node: &YamlNode<'g>| {
        Function::called(node.written()).and_then(Function::source) == Some(FunctionSource::Value)
    };
    cx.scope.value.is_some() && !arguments.iter().any(|node| is_value(node) || reads(node))
}

/// Returns the second argument of a comparison with `$value`, of the literals that are written.
fn right_operand(comparison: Comparison, literals: &[YamlNode<'_>]) -> String {
    match (comparison, literals) {
        (Comparison::OneOf, [list]) if list.is_sequence() => list.written().to_owned(),
        (Comparison::OneOf, literals) => {
            let written: Vec<&str> = literals.iter().map(|node| node.written()).collect();
            format!("[ {} ]", written.join(", "))
        }
        (_, literals) => literals.first().map_or_else(String::new, |node| node.written().to_owned()),
    }
}

/// Reports a wrong number of arguments.
pub(super) fn report_wrong_count<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    name: YamlNode<'g>,
    function: &Function,
    arguments: &[YamlNode<'g>],
) {
    let most = function.arity.most;
    let culprit = most.and_then(|most| arguments.get(most)).copied().unwrap_or(name);
    let diagnostic = rules::wrong_argument_count::new(
        culprit.span(),
        name.text(),
        &function.arity.in_words(),
        arguments.len(),
    );
    let list = node.only_entry().map(|(_, value)| value);
    let entries = entries_without_brackets(function, arguments).unwrap_or_default();
    let path = match arguments {
        [only] if function.arity.least > 1 => arguments_of_path(*only, function),
        _ => None,
    };
    let diagnostic = match (list, path) {
        (Some(list), Some(path)) => {
            let diagnostic =
                diagnostic.help(format!("separate the steps of the path: `{}: {path}`", name.text()));
            if list.style() == Style::Flow {
                diagnostic.unsafe_fix("separate the steps of the path", list.span(), path)
            } else {
                diagnostic
            }
        }
        (list, _) => with_count_help(cx, diagnostic, (node, name, list), function, (arguments, entries)),
    };
    cx.report(culprit, diagnostic);
}

/// Adds to a finding about a wrong number of arguments what to change.
fn with_count_help<'g>(
    cx: &mut Typer<'g>,
    diagnostic: Diagnostic,
    (node, name, list): (YamlNode<'g>, YamlNode<'g>, Option<YamlNode<'g>>),
    function: &Function,
    (arguments, entries): (&[YamlNode<'g>], &[YamlNode<'g>]),
) -> Diagnostic {
    let most = function.arity.most;
    match list {
        Some(list)
            if function.takes_single_list() && most.is_some_and(|most| arguments.len() > most) =>
        {
            let wrapped = format!("[ {} ]", list.written());
            let diagnostic = diagnostic.help(format!("wrap the list in another pair of brackets: `{wrapped}`"));
            if list.style() == Style::Flow {
                diagnostic.fix("wrap the list in another pair of brackets", list.span(), wrapped)
            } else {
                diagnostic
            }
        }
        Some(list) if !entries.is_empty() => {
            let listed: Vec<&str> = entries.iter().map(|entry| entry.written()).collect();
            let listed = format!("[ {} ]", listed.join(", "));
            let first: Vec<&str> =
                arguments[..arguments.len() - entries.len()].iter().map(|argument| argument.written()).collect();
            let whole = format!("[ {}, {listed} ]", first.join(", "));
            let diagnostic = diagnostic.help(format!("write the last arguments as a list: `{}: {whole}`", name.text()));
            if list.style() == Style::Flow {
                diagnostic.fix("write the last arguments as a list", list.span(), whole)
            } else {
                diagnostic
            }
        }
        Some(_)
            if function.comparison.is_some() && arguments.len() == 1 && lacks_value(cx, arguments) =>
        {
            let span = arguments[0].span();
            let comparison = function.comparison.unwrap_or(Comparison::Equal);
            let operands = format!("$value, {}", right_operand(comparison, arguments));
            diagnostic
                .help(format!("compare the argument with {VALUE}: `{}: [ {operands} ]`", name.text()))
                .fix(format!("compare with {VALUE}"), span, operands)
        }
        None if function.arity.least > 0 => diagnostic.help(format!(
            "write the arguments in a list, `{{ {}: [ … ] }}`; to write a string that starts with `$`, use `$$`",
            name.text()
        )),
        Some(list) if list.is_sequence() && (1..function.arity.least).contains(&arguments.len()) => {
            let written: Vec<&str> = arguments.iter().map(|argument| argument.written()).collect();
            let is_flow = list.style() == Style::Flow;
            let span = list.span();
            let list = format!("[ {}, {} ]", written.join(", "), missing_name(cx, node, arguments, function));
            let diagnostic = diagnostic.help(format!("add an argument: `{}: {list}`", name.text()));
            if is_flow && !list.contains('…') {
                diagnostic.unsafe_fix("add the argument", span, list)
            } else {
                diagnostic
            }
        }
        Some(list) if list.is_sequence() && arguments.is_empty() => {
            diagnostic.help(format!("add the arguments: `{}: [ … ]`", name.text()))
        }
        _ => match arguments.len().saturating_sub(most.unwrap_or(usize::MAX)) {
            0 => diagnostic,
            1 => diagnostic.help("remove the last argument"),
            count => diagnostic.help(format!("remove the last {count} arguments")),
        },
    }
}

/// Returns the last arguments of a call with too many if the last parameter is a list, and they are its entries.
fn entries_without_brackets<'a, 'g>(
    function: &Function,
    arguments: &'a [YamlNode<'g>],
) -> Option<&'a [YamlNode<'g>]> {
    let most = function.arity.most.filter(|most| *most > 1 && arguments.len() > *most)?;
    let is_list = matches!(
        function.parameter(most - 1),
        Parameter::ListOfT
            | Parameter::CollectionOfT
            | Parameter::ListOfStrings
            | Parameter::Is([BuiltIn::List])
    );
    let entries = arguments.get(most - 1..)?;
    (is_list && entries.iter().all(|entry| entry.kind() == Kind::Scalar)).then_some(entries)
}
