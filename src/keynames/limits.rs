//! Limits on values and optional values in the words of other languages, such as `minimum: 1` and `nullable: true`.

use crate::diagnostics::rules;
use crate::yaml::{Scalar, YamlNode};

use super::meta::Meta;
use super::reader::Reader;

/// Words for the values that are allowed.
const LISTS: &[&str] =
    &["allowed", "allowed_values", "choices", "enum", "oneOf", "one_of", "options", "valid_values", "values"];
/// Words for a section of limits.
const CLAUSES: &[&str] = &[
    "assert",
    "check",
    "condition",
    "constraint",
    "constraints",
    "rule",
    "rules",
    "validator",
    "validators",
];
/// Words for the least and the greatest value.
const RANGES: &[&str] = &["between", "in_range", "range"];

/// Words for a limit, the function that they stand for, and whether they are about the length.
const LIMITS: &[(&[&str], &str, bool)] = &[
    (&["ge", "greater_or_equal", "gte", "min", "min_value", "minimum"], "$greater_or_equal", false),
    (&["le", "less_or_equal", "lte", "max", "max_value", "maximum"], "$less_or_equal", false),
    (&["exclusiveMinimum", "greater_than", "gt"], "$greater_than", false),
    (&["exclusiveMaximum", "less_than", "lt"], "$less_than", false),
    (&["const", "equal"], "$equal", false),
    (&["minItems", "minLength", "min_length"], "$greater_or_equal", true),
    (&["maxItems", "maxLength", "max_length"], "$less_or_equal", true),
    (&["length"], "$equal", true),
    (&["pattern", "regex", "regexp"], "$matches", false),
];

/// Returns the entry to write in place of `key`, a word that says something else than a keyname, in an entity that has
/// the keyname.
pub(super) fn reworded(
    (key, value): (YamlNode<'_>, YamlNode<'_>),
    map: YamlNode<'_>,
    meta: &Meta,
) -> Option<(&'static str, String)> {
    if let ("optional" | "nullable", Some(Scalar::Bool(is_optional)), Some(_)) =
        (key.text(), value.scalar(), meta.keyname("required"))
    {
        return Some(("required", format!("required: {}", !is_optional)));
    }
    meta.keyname("validation")?;
    let is_section = CLAUSES.contains(&key.text());
    let call = if is_section { conjunction(value, map)? } else { validation_call((key, value), map)? };
    Some(("validation", format!("validation: {call}")))
}

/// Returns the validation clause that limits in a map, or in a list of maps, stand for. `map` is the definition that has
/// them.
pub(crate) fn conjunction(value: YamlNode<'_>, map: YamlNode<'_>) -> Option<String> {
    const MAX_LIMITS: usize = 8;
    let limits: Vec<_> = value.entries().chain(value.items().flat_map(YamlNode::entries)).collect();
    if limits.len() > MAX_LIMITS || value.items().any(|item| !item.is_mapping()) {
        return None;
    }
    let calls: Option<Vec<String>> = limits.into_iter().map(|limit| validation_call(limit, map)).collect();
    match &calls?[..] {
        [] => None,
        [only] => Some(only.clone()),
        calls => Some(format!("{{ $and: [ {} ] }}", calls.join(", "))),
    }
}

/// Returns the validation clause that a limit on values of another language stands for, in a definition.
fn validation_call((key, value): (YamlNode<'_>, YamlNode<'_>), map: YamlNode<'_>) -> Option<String> {
    const MAX_LENGTH: usize = 200;
    let text = value.written();
    if text.is_empty() || text.len() > MAX_LENGTH || text.contains(['\n', '#']) {
        return None;
    }
    if value.is_sequence() {
        let items: Vec<YamlNode<'_>> = value.items().collect();
        if LISTS.contains(&key.text()) {
            return Some(format!("{{ $valid_values: [ $value, {text} ] }}"));
        }
        return match items[..] {
            [lower, upper] if RANGES.contains(&key.text()) => Some(format!(
                "{{ $and: [ {{ $greater_or_equal: [ $value, {} ] }}, {{ $less_or_equal: [ $value, {} ] }} ] }}",
                lower.written(),
                upper.written()
            )),
            _ => None,
        };
    }
    value.scalar().filter(|scalar| !matches!(scalar, Scalar::Null))?;
    if key.text() == "multipleOf" {
        return Some(format!("{{ $equal: [ {{ $remainder: [ $value, {text} ] }}, 0 ] }}"));
    }
    let limit = LIMITS.iter().find(|(words, ..)| words.contains(&key.text()));
    let (_, function, has_length) = *limit?;
    if has_length && is_number(map) {
        return None;
    }
    let left = if has_length { "{ $length: [ $value ] }" } else { "$value" };
    // A plain scalar ends at these characters in brackets.
    let right = if text.contains([',', '[', ']', '{', '}']) && text == value.text() {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        text.to_owned()
    };
    Some(format!("{{ {function}: [ {left}, {right} ] }}"))
}

/// Whether a definition is one of a number, which has no length.
fn is_number(definition: YamlNode<'_>) -> bool {
    matches!(definition.get("type").and_then(YamlNode::as_str), Some("float" | "integer"))
}

/// Returns the help for a limit on the length of a number.
pub(super) fn length_of_number(key: YamlNode<'_>, definition: YamlNode<'_>, meta: &Meta) -> Option<String> {
    meta.keyname("validation").filter(|_| is_number(definition))?;
    let (_, function, _) =
        LIMITS.iter().find(|(words, _, has_length)| *has_length && words.contains(&key.text()))?;
    Some(format!(
        "a number has no length; write `validation: {{ {function}: [ $value, … ] }}` with the limit of its value"
    ))
}

/// Reports limits on values, at least two, each with the word of another language, if `key` is the first. Returns the
/// words.
pub(super) fn report_several<'t>(
    (key, value): (YamlNode<'t>, YamlNode<'t>),
    map: YamlNode<'t>,
    meta: &Meta,
    reader: &mut Reader<'_>,
) -> Option<Vec<&'t str>> {
    meta.keyname("validation").filter(|row| map.entry(row.name).is_none())?;
    validation_call((key, value), map)?;
    let is_limit = |(key, _): &(YamlNode<'t>, YamlNode<'t>)| {
        meta.keyname_at(*key).is_none() && !meta.is_former(key.text())
    };
    let limits = map.entries().filter(is_limit);
    let calls: Vec<(YamlNode<'t>, String)> =
        limits.filter_map(|entry| validation_call(entry, map).map(|call| (entry.0, call))).collect();
    if calls.len() < 2 || calls[0].0.id() != key.id() {
        return None;
    }
    let named: Vec<_> = calls.iter().map(|(key, _)| (key.text(), key.span())).collect();
    let texts: Vec<&str> = calls.iter().map(|(_, call)| call.as_str()).collect();
    let help = format!("write `validation: {{ $and: [ {} ] }}`", texts.join(", "));
    reader.report(key, rules::unknown_keyname::several(&named, meta.name, help));
    Some(calls.iter().map(|(key, _)| key.text()).collect())
}
