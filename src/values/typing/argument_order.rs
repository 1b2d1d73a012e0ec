//! Finds arguments in the wrong order: their types do not fit, but would fit if two of them were swapped.

use crate::diagnostics::{Edit, Fix, Level, list, rules};
use crate::functions::Function;
use crate::keynames::{describe, replacement};
use crate::literals::BuiltIn;
use crate::values::check_context::CheckContext as _;
use crate::values::value_type::ValueType;
use crate::values::what::{CallName, What};
use crate::yaml::YamlNode;

use super::arguments::kinds_in_words;
use super::type_variable::natural;
use super::{Typed, Typer, check_calls_in};

/// Reports arguments in the wrong order, as one finding; returns whether they are. `typed` has the types of calls among
/// the arguments.
pub(super) fn report_wrong_order<'g>(
    cx: &mut Typer<'g>,
    (function, name): (&'static Function, CallName<'_>),
    arguments: &[YamlNode<'g>],
    typed: &[Option<Typed<'g>>],
) -> bool {
    // The arguments of functions with any number of them are alike.
    if function.arity.most.is_none() || !matches!(name, CallName::Function(_)) {
        return false;
    }
    let kind = |(argument, typed): (&YamlNode<'g>, &Option<Typed<'g>>)| match typed {
        Some(typed) => typed.ty.kind(cx.types),
        None if cx.types.expressions.call(*argument).is_some() => None,
        None => natural(cx.types, *argument),
    };
    let kinds: Vec<Option<BuiltIn>> = arguments.iter().zip(typed).map(kind).collect();
    let Some((first, second)) = find_swapped(function, &kinds) else { return false };
    for (argument, _) in arguments.iter().zip(typed).filter(|(_, typed)| typed.is_none()) {
        check_calls_in(cx, *argument, &ValueType::Unknown);
    }
    let (node, other) = (arguments[first], arguments[second]);
    let what = What::Argument(first, name).to_string();
    let types_of = |index| kinds_in_words(function.parameter(index).built_in_types());
    let mut diagnostic =
        rules::wrong_argument_type::new(node.span(), &what, &types_of(first), describe(node), None);
    if second == first + 1 {
        diagnostic = rules::wrong_argument_type::swapped(diagnostic, other.span());
        if let (Some(text), Some(other_text)) =
            (replacement(node, other.written()), replacement(other, node.written()))
        {
            let edits = vec![Edit { span: node.span(), text }, Edit { span: other.span(), text: other_text }];
            diagnostic.fixes.push(Fix::safe("swap the arguments", edits));
        }
    } else {
        let expected: Vec<String> = (0..arguments.len()).map(types_of).collect();
        diagnostic =
            diagnostic.help(format!("write the arguments in this order: {}", list(&expected, "and")));
    }
    cx.report(node, diagnostic);
    cx.silence(node, Level::Info);
    true
}

/// Returns the first two arguments of these types that fit after they are swapped, if some do not fit as they are
/// written.
fn find_swapped(function: &Function, kinds: &[Option<BuiltIn>]) -> Option<(usize, usize)> {
    let fits = |index: usize, kind: Option<BuiltIn>| {
        let allowed = function.parameter(index).built_in_types();
        kind.is_none_or(|kind| allowed.is_empty() || allowed.contains(&kind))
    };
    let wrong: Vec<usize> = (0..kinds.len()).filter(|index| !fits(*index, kinds[*index])).collect();
    let is_known = |index: usize| kinds[index].is_some();
    let pairs =
        (0..kinds.len()).flat_map(|first| (first + 1..kinds.len()).map(move |second| (first, second)));
    let solves = |(first, second): &(usize, usize)| {
        let rest_fits = wrong.iter().all(|index| index == first || index == second);
        rest_fits && is_known(*first) && fits(*first, kinds[*second]) && fits(*second, kinds[*first])
    };
    pairs.into_iter().find(|pair| is_known(pair.1) && solves(pair)).filter(|_| !wrong.is_empty())
}
