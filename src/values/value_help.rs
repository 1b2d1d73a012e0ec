//! Help for values of another shape than that of their type: a list, map or null in place of a single value, and the
//! other way around.

use crate::diagnostics::quoted;
use crate::keynames::ValueHelp;
use crate::literals::BuiltIn;
use crate::model::Truth;
use crate::model::types::{Fields, TypeRef, Types};
use crate::yaml::{Scalar, Style, YamlNode, inside_typographic_quotes, plain, resolve_plain};

/// Maximum number of properties of a data type that are looked at.
const MAX_LOOKED_AT: usize = 100;

/// Maximum number of properties of a data type that are named.
const MAX_PROPERTIES: usize = 4;

/// Returns the help for a value that is not of the built-in type `expected`.
pub(in crate::values) fn help(node: YamlNode<'_>, expected: BuiltIn) -> Option<ValueHelp> {
    if node.is_null() && expected != BuiltIn::Nil {
        return Some(("add a value, or remove the entry".to_owned(), None));
    }
    if let Some(inner) = inside_typographic_quotes(node) {
        let is_number = !matches!(resolve_plain(inner), Scalar::String(_));
        let written = if is_number && expected != BuiltIn::String { inner.to_owned() } else { plain(inner) };
        return Some((format!("remove the typographic quotes: `{inner}`"), Some(written)));
    }
    if let Some(help) = text_after_value(node, expected) {
        return Some(help);
    }
    match expected {
        BuiltIn::Map => Some(map_help(node)),
        BuiltIn::List => node.is_mapping().then(|| list_help(node)),
        _ => single_value(node, expected)
            .or_else(|| number_as_text(node, expected))
            .or_else(|| example(node, expected)),
    }
}

/// Returns the help for a number or Boolean with a comma, semicolon or comment directly after it.
fn text_after_value(node: YamlNode<'_>, expected: BuiltIn) -> Option<ValueHelp> {
    let text = node.as_str().filter(|_| node.style() == Style::Plain)?;
    let fits = |text: &str| match resolve_plain(text) {
        Scalar::Integer(_) => matches!(expected, BuiltIn::Integer | BuiltIn::Float),
        Scalar::Float(_) => expected == BuiltIn::Float,
        Scalar::Bool(_) => expected == BuiltIn::Boolean,
        _ => false,
    };
    if let Some((value, comment)) = text.split_once('#').filter(|(value, _)| fits(value)) {
        let written = format!("{value} #{comment}");
        return Some((format!("write a space before the comment: {}", quoted(&written)), None));
    }
    let value = text.strip_suffix([',', ';']).map(str::trim_end).filter(|value| fits(value))?;
    let mark = if text.ends_with(',') { "comma" } else { "semicolon" };
    Some((format!("remove the {mark}: {}", quoted(value)), Some(value.to_owned())))
}

/// Returns the help for a value of another shape in place of a map with the properties of `data_type`.
pub(super) fn properties(node: YamlNode<'_>, types: &Types, data_type: TypeRef) -> Option<ValueHelp> {
    let fields = types.members(types.defined(data_type)?, Fields::Properties);
    let mut items = node.items();
    let only_item = items.next().filter(|item| item.is_mapping() && items.next().is_none());
    if let Some(item) =
        only_item.filter(|item| item.entries().all(|(key, _)| fields.get(key.text()).is_some()))
    {
        let is_flow = node.style() == Style::Flow && !node.written().contains('\n');
        let mark = if node.style() == Style::Flow { "the brackets" } else { "`- `" };
        return Some((format!("remove {mark} around the map"), is_flow.then(|| item.written().to_owned())));
    }
    let required = fields
        .iter()
        .take(MAX_LOOKED_AT)
        .filter(|(_, id)| types.field(*id).value_needed() == Truth::Yes)
        .map(|(name, _)| name);
    let mut names: Vec<&str> = required.take(MAX_PROPERTIES).collect();
    if names.is_empty() {
        names = fields.names().take(MAX_PROPERTIES).collect();
    }
    let text = match names[..] {
        [] => "{}".to_owned(),
        [name] if node.scalar().is_some() && !node.written().contains('\n') => {
            format!("{{ {}: {} }}", plain(name), node.written())
        }
        _ => {
            let names: Vec<String> = names.iter().map(|name| format!("{}: …", plain(name))).collect();
            format!("{{ {} }}", names.join(", "))
        }
    };
    Some((format!("write a map of its properties: {}", quoted(&text)), None))
}

/// Returns the help for a list with one scalar of the expected type in place of the scalar.
fn single_value(node: YamlNode<'_>, expected: BuiltIn) -> Option<ValueHelp> {
    let mut items = node.items();
    let item = items.next()?;
    let fits = match item.scalar()? {
        Scalar::Integer(_) => matches!(expected, BuiltIn::Integer | BuiltIn::Float),
        Scalar::Float(_) => expected == BuiltIn::Float,
        Scalar::Bool(_) => expected == BuiltIn::Boolean,
        Scalar::String(_) => !matches!(expected, BuiltIn::Integer | BuiltIn::Float | BuiltIn::Boolean),
        Scalar::Null => false,
    };
    if !fits || items.next().is_some() {
        return None;
    }
    let text = item.written().to_owned();
    let is_flow = node.style() == Style::Flow;
    let mark = if is_flow { "the brackets" } else { "`- `" };
    Some((format!("remove {mark}: `{text}`"), is_flow.then_some(text)))
}

/// Returns the help for a number with a decimal comma, or with separators between its digits.
fn number_as_text(node: YamlNode<'_>, expected: BuiltIn) -> Option<ValueHelp> {
    let is_float = match expected {
        BuiltIn::Integer => false,
        BuiltIn::Float => true,
        _ => return None,
    };
    let number = plain_number(node.as_str()?, is_float)?;
    Some((format!("write the number as {}", quoted(&number)), Some(number)))
}

/// Returns how YAML writes a number with a decimal comma, if it may have a fraction, or with separators of thousands. A
/// single comma before three digits could be either.
pub(super) fn plain_number(text: &str, may_have_fraction: bool) -> Option<String> {
    const SEPARATORS: [char; 4] = [',', '_', ' ', '\''];
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(a, b)| (a, Some(b)));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let groups: Vec<&str> = whole.split(SEPARATORS).collect();
    if groups.len() < 2 || !groups.iter().all(|group| is_digits(group)) {
        return None;
    }
    if let ([whole, decimals], None, true) = (&groups[..], fraction, may_have_fraction)
        && digits.contains(',')
    {
        return (decimals.len() != 3).then(|| format!("{sign}{whole}.{decimals}"));
    }
    let are_thousands = groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3);
    let fraction = match fraction {
        None => String::new(),
        Some(fraction) if may_have_fraction && is_digits(fraction) => format!(".{fraction}"),
        Some(_) => return None,
    };
    are_thousands.then(|| format!("{sign}{}{fraction}", groups.concat()))
}

/// Returns the call that a placeholder of another language, such as `{{ size }}`, stands for.
pub(super) fn placeholder_help(text: &str) -> Option<String> {
    let name = text.strip_prefix("{{")?.strip_suffix("}}")?.trim();
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    let last = name.trim_start_matches('.').rsplit('.').next()?;
    let is_one = !last.is_empty() && name.chars().all(is_name);
    is_one.then(|| format!("write `{{ $get_input: {last} }}` for the value of an input"))
}

/// Returns the digits before a unit in a text.
fn number_before_unit(node: YamlNode<'_>) -> Option<&str> {
    let text = node.as_str()?;
    let (number, unit) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit())?);
    let unit = unit.trim_start_matches(' ');
    let is_number = !number.is_empty();
    (is_number && !unit.is_empty() && unit.chars().all(char::is_alphabetic)).then_some(number)
}

/// Returns the scalar that a list of a number and a word stands for.
fn number_and_unit(node: YamlNode<'_>) -> Option<String> {
    let mut items = node.items();
    let (number, unit) = (items.next()?, items.next()?);
    let is_number = matches!(number.scalar(), Some(Scalar::Integer(_) | Scalar::Float(_)));
    let is_unit =
        unit.as_str().is_some_and(|unit| !unit.is_empty() && unit.chars().all(char::is_alphanumeric));
    (is_number && is_unit && items.next().is_none() && !node.written().contains('\n'))
        .then(|| format!("{} {}", number.text(), unit.text()))
}

/// Returns the help for a value of another type: an example of the expected type.
fn example(node: YamlNode<'_>, expected: BuiltIn) -> Option<ValueHelp> {
    if let Some(help) = node.as_str().and_then(placeholder_help) {
        return Some((help, None));
    }
    if let (BuiltIn::Integer | BuiltIn::Float, Some(number)) = (expected, number_before_unit(node)) {
        let help = "a value with a unit needs a data type derived from `scalar`";
        return Some((format!("write {} without the unit; {help}", quoted(number)), None));
    }
    if let (BuiltIn::Scalar, Some(text)) = (expected, number_and_unit(node)) {
        return Some((format!("write `{text}`"), None));
    }
    let text = match expected {
        BuiltIn::Integer => "write an integer, such as `5`",
        BuiltIn::Float => "write a number, such as `1.5`",
        BuiltIn::Boolean => "write `true` or `false`",
        BuiltIn::Bytes => "write a string in Base64, such as `aGVsbG8=`",
        BuiltIn::Timestamp => "write a timestamp, such as `2026-01-31T12:00:00Z`",
        BuiltIn::Version => "write a version, such as `\"1.0\"`",
        BuiltIn::Scalar => "write a number, a space and a unit",
        BuiltIn::Nil => "write `null`",
        BuiltIn::String if node.scalar().is_none() => "write a single string",
        BuiltIn::String | BuiltIn::List | BuiltIn::Map => return None,
    };
    Some((text.to_owned(), None))
}

/// Returns the help for a list or scalar in place of a map: its entries as `key: value`.
fn map_help(node: YamlNode<'_>) -> ValueHelp {
    let parts = if node.is_sequence() { node.items().collect() } else { vec![node] };
    let entries: Option<Vec<String>> = parts.into_iter().map(entry_of).collect();
    match entries.filter(|entries| !entries.is_empty()) {
        Some(entries) => {
            let text = format!("{{ {} }}", entries.join(", "));
            let is_one_line = !node.written().contains('\n');
            (format!("write a map: `{text}`"), is_one_line.then_some(text))
        }
        None => ("write a map: `{ key: value }`".to_owned(), None),
    }
}

/// Returns `key=value`, or a map with one scalar, as an entry of a map.
fn entry_of(node: YamlNode<'_>) -> Option<String> {
    const MAX_LENGTH: usize = 60;
    if node.written().len() > MAX_LENGTH {
        return None;
    }
    if let Some((key, value)) = node.only_entry() {
        value.scalar()?;
        return Some(format!("{}: {}", key.written(), value.written()));
    }
    let (key, value) = node.as_str()?.split_once('=').filter(|(key, _)| !key.is_empty())?;
    Some(format!("{}: {}", plain(key), plain(value)))
}

/// Returns the help for a map in place of a list.
fn list_help(node: YamlNode<'_>) -> ValueHelp {
    if node.style() == Style::Flow && !node.written().contains('\n') {
        let text = format!("[ {} ]", node.written());
        return (format!("write a list: `{text}`"), Some(text));
    }
    ("start each entry with `- `".to_owned(), None)
}
