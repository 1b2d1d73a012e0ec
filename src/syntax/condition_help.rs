//! Help for values in place of the function call that is a condition: comparisons as text, lists of conditions and
//! lists of values.

use crate::keynames::{ValueHelp, call_name, template_expression};
use crate::yaml::{Scalar, Style, YamlNode, plain, resolve_plain};

/// The operators of other languages, each with the function that it stands for; longer ones first.
const OPERATORS: [(&str, &str); 7] = [
    (">=", "$greater_or_equal"),
    ("<=", "$less_or_equal"),
    ("!=", "$not_equal"),
    ("==", "$equal"),
    (">", "$greater_than"),
    ("<", "$less_than"),
    ("=", "$equal"),
];

/// Maximum number of bytes of a condition that is translated.
const MAX_LENGTH: usize = 200;

/// What a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A value: `$value`.
    Validation,
    /// A node, at the end of this path.
    Node(&'static str),
    /// The nodes of a service, by their names.
    Service,
}

/// Returns the help for `node`, which is not a function call, in place of a condition.
pub(super) fn condition_help(node: YamlNode<'_>, place: Place) -> ValueHelp {
    let is_short = node.written().len() <= MAX_LENGTH && !node.written().contains(char::is_control);
    if let Some(help) = template_expression(node, false) {
        return help;
    }
    let translated = if !is_short {
        None
    } else if node.is_sequence() {
        condition_of_list(node, place)
    } else {
        node.as_str().and_then(|text| comparison(text, place)).map(|call| (call, false))
    };
    match translated {
        Some((call, is_certain)) => {
            let help = format!("write a function call: `{call}`");
            (help, is_certain.then_some(call))
        }
        None => (format!("write a function call, such as `{}`", example(place)), None),
    }
}

/// Returns a list of conditions, or of valid values, as one call; and whether nothing else can be meant.
fn condition_of_list(node: YamlNode<'_>, place: Place) -> Option<(String, bool)> {
    let items: Vec<YamlNode<'_>> = node.items().collect();
    let are_calls = items.iter().all(|item| item.is_mapping() && call_name(*item).is_some());
    let written: Vec<&str> = items.iter().map(|item| item.written()).collect();
    match (&written[..], are_calls) {
        ([], _) => None,
        ([call], true) if node.style() == Style::Flow => Some(((*call).to_owned(), true)),
        (_, true) if node.style() == Style::Flow => {
            Some((format!("{{ $and: [ {} ] }}", written.join(", ")), true))
        }
        _ if place == Place::Validation && items.iter().all(|item| item.scalar().is_some()) => {
            Some((format!("{{ $valid_values: [ $value, [ {} ] ] }}", written.join(", ")), false))
        }
        _ => None,
    }
}

/// Returns a comparison with an operator, such as `size > 1`, as a call.
fn comparison(text: &str, place: Place) -> Option<String> {
    let find = |(operator, function)| text.split_once(operator).map(|(left, right)| (left, right, function));
    let (left, right, function) = OPERATORS.into_iter().find_map(find)?;
    let is_another = |text: &str| text.contains(['=', '<', '>', '&', '|', '!', '(', ')']);
    let (left, right) = (left.trim(), right.trim());
    if is_another(left) || is_another(right) || right.is_empty() {
        return None;
    }
    let right = match resolve_plain(right) {
        Scalar::String(text) => plain(text.trim_matches(['"', '\''])),
        _ => right.to_owned(),
    };
    let left = operand(left, place)?;
    Some(match function {
        "$not_equal" => format!("{{ $not: [ {{ $equal: [ {left}, {right} ] }} ] }}"),
        _ => format!("{{ {function}: [ {left}, {right} ] }}"),
    })
}

/// Returns the value that the left side of a comparison stands for.
fn operand(left: &str, place: Place) -> Option<String> {
    let names: Vec<&str> = left.split('.').collect();
    if names.iter().any(|name| name.is_empty() || name.contains(char::is_whitespace)) {
        return None;
    }
    let names: Vec<String> = names.into_iter().map(plain).collect();
    let is_path = names.len() > 1;
    let names = names.join(", ");
    Some(match place {
        Place::Validation => "$value".to_owned(),
        Place::Node(_) if is_path => return None,
        Place::Node(start) => format!("{{ $get_property: [ {start}, {names} ] }}"),
        Place::Service if is_path => format!("{{ $get_attribute: [ {names} ] }}"),
        Place::Service => format!("{{ $get_attribute: [ …, {names} ] }}"),
    })
}

/// Returns an example of a condition.
fn example(place: Place) -> String {
    match place {
        Place::Validation => "{ $equal: [ $value, … ] }".to_owned(),
        Place::Node(start) => format!("{{ $equal: [ {{ $get_property: [ {start}, … ] }}, … ] }}"),
        Place::Service => "{ $equal: [ { $get_attribute: [ …, … ] }, … ] }".to_owned(),
    }
}
