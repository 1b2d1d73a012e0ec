//! Help for values of the wrong shape: what to write, for each shape that is found in place of one that is expected.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, list, quoted};
use crate::yaml::{Kind, Scalar, Style, YamlNode, looks_like_yaml_1_1, plain, value_in_yaml_1_1};

use super::meta::{Expected, Meta, Presence, ShapeNotation};
use super::reshape::name_of_item;

/// What to write in place of a value: an instruction and, if it is certain, the text.
pub(crate) type ValueHelp = (String, Option<String>);

/// A list without brackets in a map between braces, as in `{ days: mon, wed }`: the other entries are keys.
pub(crate) struct OpenList {
    /// The list with brackets.
    pub(crate) text: String,
    /// All entries.
    pub(crate) span: Span,
    /// The entries after the first.
    pub(crate) rest: Span,
}

impl OpenList {
    /// Returns the list whose first entry is the value `first` of a map, if there are others.
    pub(crate) fn after(first: YamlNode<'_>) -> Option<Self> {
        const MAX_LENGTH: usize = 50;
        let text = first.tree().source().as_str();
        let before = text.get(..first.span().start as usize)?;
        if first.kind() != Kind::Scalar || !before.trim_end().ends_with(':') {
            return None;
        }
        let (mut names, mut end) = (vec![first.written()], first.span().end);
        let mut next = first.next_node();
        while let Some(key) = next.filter(|_| names.len() < MAX_LENGTH) {
            let between = text.get(end as usize..key.span().start as usize).unwrap_or_default();
            let value = key.entry_value();
            if between.trim_matches(' ') != "," || !value.is_null() || !value.written().is_empty() {
                break;
            }
            names.push(key.written());
            end = key.span().end;
            next = value.next_node();
        }
        let (file, start) = (first.span().file, first.span().start);
        (names.len() > 1).then(|| Self {
            text: format!("[ {} ]", names.join(", ")),
            span: Span::new(file, start, end),
            rest: Span::new(file, first.span().end, end),
        })
    }

    /// Adds to a finding about the first entry what to write, and that it explains the other entries.
    pub(crate) fn add_help(self, mut diagnostic: Diagnostic) -> Diagnostic {
        let title = format!("write {}", quoted(&self.text));
        diagnostic.help = vec![format!("write a list: {}", quoted(&self.text)).into()];
        diagnostic.fixes.clear();
        diagnostic.explains(self.rest).fix(title, self.span, self.text)
    }
}

/// Maximum number of entries of a list or map that are looked at and shown.
const MAX_ENTRIES: usize = 4;

/// Returns the help for `node`, which does not have the shape `expected`. `name` is its key, or the key of its list.
pub(super) fn shape_help(node: YamlNode<'_>, expected: &Expected, name: &str) -> Option<ValueHelp> {
    let notation = expected.notation();
    if let Some(help) = template_expression(node, matches!(expected, Expected::Text)) {
        return Some(help);
    }
    if let Some(help) = in_quotes(node, notation) {
        return Some(help);
    }
    let kind = node.kind();
    match notation {
        ShapeNotation::NamedEntry => Some(named_entry(node)),
        ShapeNotation::Boolean => Some(boolean(node)),
        ShapeNotation::List => match kind {
            Kind::Scalar => Some(list_for_scalar(node, expected)),
            _ => list_for_map(node, expected),
        },
        ShapeNotation::Map => match kind {
            Kind::Scalar => Some(map_for_scalar(node, expected)),
            _ => Some(map_for_list(node, expected)),
        },
        ShapeNotation::Text | ShapeNotation::Integer | ShapeNotation::Other => match kind {
            Kind::Scalar if notation == ShapeNotation::Integer => Some(integer(node)),
            Kind::Scalar => text_for_scalar(node),
            Kind::Sequence => Some(scalar_for_list(node, expected, name)),
            _ => Some(scalar_for_map(node, name)),
        },
    }
}

/// Returns `text` if a fix may replace `node` with it: `node` is written where it is used, and both are on one line,
/// unless the text is the map in a list.
pub(crate) fn replacement(node: YamlNode<'_>, text: &str) -> Option<String> {
    let is_in_place = node.used_at().is_none() && !node.is_lowered() && !node.contains_anchor();
    let is_one_line = !node.written().contains('\n') && !text.contains('\n');
    let is_block_in_list = node.is_mapping() && node.style() == Style::Block && text.starts_with("- ");
    (is_in_place && (is_one_line || is_block_in_list)).then(|| text.to_owned())
}

/// Returns the title of the fix that writes `text`.
pub(super) fn fix_title(text: &str) -> String {
    if text.contains('\n') { "write a list".to_owned() } else { format!("write {}", quoted(text)) }
}

/// Returns the help to write `text`, with a fix.
fn write(instruction: &str, text: &str) -> ValueHelp {
    (format!("{instruction}: {}", quoted(text)), Some(text.to_owned()))
}

/// Returns the help for an expression of a template language, such as `{{ title }}`, which is a map in YAML.
pub(crate) fn template_expression(node: YamlNode<'_>, may_be_text: bool) -> Option<ValueHelp> {
    let text = node.written();
    let (key, value) = node.only_entry()?;
    let is_expression = text.starts_with("{{") && text.ends_with("}}") && key.is_mapping() && value.is_null();
    if !is_expression || text.contains('\n') {
        return None;
    }
    if may_be_text {
        return Some(write("quote it", &plain(text)));
    }
    Some((format!("replace {} with a value; TOSCA has no template expressions", quoted(text)), None))
}

/// Returns the help for a list or map in quotes, if one is expected.
fn in_quotes(node: YamlNode<'_>, notation: ShapeNotation) -> Option<ValueHelp> {
    let text = node.as_str()?.trim();
    let brackets = match notation {
        ShapeNotation::List => ('[', ']'),
        ShapeNotation::Map | ShapeNotation::NamedEntry => ('{', '}'),
        _ => return None,
    };
    let is_bracketed = text.starts_with(brackets.0) && text.ends_with(brackets.1);
    (is_bracketed && !text.contains('\n')).then(|| write("remove the quotes", text))
}

/// Returns the help for a value in place of `true` or `false`.
fn boolean(node: YamlNode<'_>) -> ValueHelp {
    if let Some(help) = only_scalar(node, |scalar| matches!(scalar, Scalar::Bool(_))) {
        return help;
    }
    let Some(Scalar::String(text)) = node.scalar() else {
        return ("write `true` or `false`".to_owned(), None);
    };
    let help = looks_like_yaml_1_1(text).unwrap_or("write `true` or `false`, without quotes");
    let value = value_in_yaml_1_1(text).filter(|value| matches!(value.as_str(), "true" | "false"));
    (help.to_owned(), value)
}

/// Returns the help for a scalar in place of an integer.
fn integer(node: YamlNode<'_>) -> ValueHelp {
    let Some(Scalar::String(text)) = node.scalar() else {
        return ("write an integer, such as `2`".to_owned(), None);
    };
    match crate::yaml::resolve_plain(text) {
        Scalar::Integer(text) => write("remove the quotes", text),
        _ => ("write an integer, such as `2`".to_owned(), None),
    }
}

/// Returns the help for a scalar in place of a string.
fn text_for_scalar(node: YamlNode<'_>) -> Option<ValueHelp> {
    match node.scalar()? {
        Scalar::Integer(_) | Scalar::Float(_) | Scalar::Bool(_) => {
            Some(write("quote it", &format!("\"{}\"", node.text())))
        }
        Scalar::Null => Some(("add a value, or remove the entry".to_owned(), None)),
        Scalar::String("") => Some(("add a value, or remove it".to_owned(), None)),
        Scalar::String(_) => None,
    }
}

/// Returns the help to write the only scalar of a list itself, if it `fits`.
fn only_scalar(node: YamlNode<'_>, fits: impl Fn(Scalar<'_>) -> bool) -> Option<ValueHelp> {
    only_item(node).filter(|item| item.scalar().is_some_and(fits)).map(|item| without_list(node, item))
}

/// Returns the only item of a list.
fn only_item(node: YamlNode<'_>) -> Option<YamlNode<'_>> {
    let mut items = node.items();
    items.next().filter(|_| items.next().is_none())
}

/// Returns the help to write the `item` of the list `node` without the list.
fn without_list(node: YamlNode<'_>, item: YamlNode<'_>) -> ValueHelp {
    let mark = if node.style() == Style::Flow { "the brackets" } else { "`- `" };
    if item.written().contains('\n') {
        return (format!("remove {mark}"), None);
    }
    write(&format!("remove {mark}"), item.written())
}

/// Returns the help for a list in place of a single value, the value of the keyname `name`.
fn scalar_for_list(node: YamlNode<'_>, expected: &Expected, name: &str) -> ValueHelp {
    let single_value = || ("write a single value in place of the list".to_owned(), None);
    let Some(first) = node.items().next() else {
        return ("add a value, or remove the entry".to_owned(), None);
    };
    let is_integer = expected.notation() == ShapeNotation::Integer;
    if let Some(item) = only_item(node) {
        let fits = match item.scalar() {
            Some(Scalar::Integer(_)) => is_integer,
            Some(Scalar::String(_)) => !is_integer,
            Some(_) => false,
            None => item.is_mapping() && expected.may_be_map(),
        };
        let needs_quotes = !is_integer
            && matches!(item.scalar(), Some(Scalar::Integer(_) | Scalar::Float(_) | Scalar::Bool(_)));
        if needs_quotes {
            return write("write a string", &format!("\"{}\"", item.text()));
        }
        return if fits { without_list(node, item) } else { single_value() };
    }
    let names: Vec<&str> = node.items().take(MAX_ENTRIES).map_while(YamlNode::as_str).collect();
    if is_integer || first.as_str().is_none() || node.items().count() != names.len() {
        return single_value();
    }
    if let Expected::Entity(meta) = expected
        && let (Some(short), Some(_)) = (meta().short, meta().keyname("dependencies"))
    {
        let dependencies: Vec<String> = names[1..].iter().map(|name| plain(name)).collect();
        let text =
            format!("{{ {short}: {}, dependencies: [ {} ] }}", plain(names[0]), dependencies.join(", "));
        return write("write a map", &text);
    }
    if matches!(name, "call_operation" | "operation") {
        let is_full = |name: &&str| name.contains('.');
        if let [interface, operation] = names[..]
            && !is_full(&interface)
            && !is_full(&operation)
        {
            return write("write a string", &format!("{interface}.{operation}"));
        }
        if names.iter().all(is_full) && name == "call_operation" {
            return activities(name, &names);
        }
    }
    if matches!(name, "delegate" | "inline" | "set_state") {
        return activities(name, &names);
    }
    if name == "description" {
        return write("write a string", &plain(&names.join(" ")));
    }
    (format!("write a single value, such as {}", quoted(names[0])), None)
}

/// Returns the help for a list in place of the value of an activity.
fn activities(kind: &str, values: &[&str]) -> ValueHelp {
    let activities: Vec<String> =
        values.iter().map(|value| quoted(&format!("- {kind}: {}", plain(value)))).collect();
    (format!("write an activity for each: {}", list(&activities, "and")), None)
}

/// Returns the help for a map in place of a single value, the value of the keyname `name`.
fn scalar_for_map(node: YamlNode<'_>, name: &str) -> ValueHelp {
    let is_name =
        |key: &str| matches!(key, "name" | "state" | "type" | "value" | "file" | "url") || key == name;
    let mut entries = node.entries().take(MAX_ENTRIES).filter(|(key, _)| is_name(key.text()));
    let is_text = |value: YamlNode<'_>| value.as_str().is_some_and(|text| !text.is_empty());
    if name == "profile"
        && let (Some(name), Some(version)) = (node.get("name"), node.get("version"))
        && let (Some(name), Some(_)) = (name.as_str(), version.scalar())
    {
        return write("write a string", &plain(&format!("{name}:{}", version.text())));
    }
    match entries.find(|(_, value)| is_text(*value)) {
        Some((_, value)) if !value.written().contains('\n') => {
            write("write the value itself", value.written())
        }
        _ if node.style() == Style::Flow && !node.written().contains(['\n', '"', '\\', '$']) => {
            (format!("write a string, or quote it: {}", quoted(&format!("\"{}\"", node.written()))), None)
        }
        _ => ("write a string in place of the map".to_owned(), None),
    }
}

/// Returns the help for a value in place of a map with one entry, in a list.
fn named_entry(node: YamlNode<'_>) -> ValueHelp {
    match node.as_str().filter(|name| !name.is_empty()) {
        Some(name) => (format!("write {}", quoted(&format!("- {}: …", plain(name)))), None),
        None => ("write `- name: …`".to_owned(), None),
    }
}

/// Returns the shape of the entries of a list.
fn entry_shape(expected: &Expected) -> Option<&'static Expected> {
    match expected {
        Expected::List(inner) | Expected::Named(inner) => Some(inner),
        _ => None,
    }
}

/// Returns the table of the entities in a list.
fn entity_in_list(expected: &Expected) -> Option<&'static Meta> {
    match expected {
        Expected::List(Expected::Entity(meta)) => Some(meta()),
        _ => None,
    }
}

/// Returns the help for a scalar in place of a list.
fn list_for_scalar(node: YamlNode<'_>, expected: &Expected) -> ValueHelp {
    let example = || match (expected, entity_in_list(expected)) {
        (Expected::Named(_), _) => "- name: …".to_owned(),
        (_, Some(meta)) => format!("- {}", first_keynames(meta)),
        _ => "[ … ]".to_owned(),
    };
    let may_be_text = match entry_shape(expected) {
        Some(inner) => !matches!(expected, Expected::Named(_)) && inner.notation() == ShapeNotation::Text,
        None => true,
    };
    let Some(text) = node.as_str().filter(|text| may_be_text && !text.is_empty()) else {
        return (format!("write a list: {}", quoted(&example())), None);
    };
    if !text.contains(',') {
        return write("write a list", &format!("[ {} ]", node.written().trim_end()));
    }
    // One entry may also contain a comma, so this is not a fix.
    let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    let entries: Vec<String> = entries.take(MAX_ENTRIES).map(plain).collect();
    (format!("write a list: {}", quoted(&format!("[ {} ]", entries.join(", ")))), None)
}

/// Returns the help for a map in place of a list.
fn list_for_map(node: YamlNode<'_>, expected: &Expected) -> Option<ValueHelp> {
    if has_dash(node) {
        return Some(("put a space after `-`".to_owned(), None));
    }
    let is_flow = node.style() == Style::Flow;
    let (first, _) = node.entries().next()?;
    if let Some(meta) = entity_in_list(expected)
        && node.entries().all(|(key, _)| meta.keyname_at(key).is_some())
    {
        if is_flow {
            return Some(write("write a list", &format!("[ {} ]", node.written())));
        }
        let start = quoted(&format!("- {}:", first.text()));
        let help = match node.entries().nth(1) {
            Some(_) => format!("write {start}, and indent the other lines of this entry by two spaces"),
            None => format!("write {start}"),
        };
        let text = format!("- {}", node.written().replace('\n', "\n  "));
        return Some((help, Some(text)));
    }
    let is_named = matches!(expected, Expected::Named(_));
    let is_list_of_text = entry_shape(expected).is_some_and(|inner| inner.notation() == ShapeNotation::Text);
    if is_named && is_flow && !node.written().contains('\n') {
        let entries = node.entries().take(MAX_ENTRIES);
        let entries: Vec<String> =
            entries.map(|(key, value)| format!("{{ {}: {} }}", key.written(), value.written())).collect();
        if entries.len() == node.entries().count() {
            return Some(write("write a list", &format!("[ {} ]", entries.join(", "))));
        }
    }
    let is_nothing = |value: YamlNode<'_>| value.is_null() || value.is_mapping() && value.written() == "{}";
    if !is_named && is_list_of_text && node.entries().all(|(_, value)| is_nothing(value)) {
        let names: Vec<String> = node.entries().take(MAX_ENTRIES).map(|(key, _)| plain(key.text())).collect();
        let is_complete = node.entries().count() == names.len();
        let more = if is_complete { "" } else { ", …" };
        let (help, fix) = write("write a list", &format!("[ {}{more} ]", names.join(", ")));
        return Some((help, fix.filter(|_| is_complete && is_flow)));
    }
    Some(("start each entry with `- `".to_owned(), None))
}

/// Returns the entity that `expected` is.
fn entity(expected: &Expected) -> Option<&'static Meta> {
    match expected {
        Expected::Entity(meta) => Some(meta()),
        _ => None,
    }
}

/// Returns the mandatory keynames of a table, else the first one that other tables do not share, as a map.
fn first_keynames(meta: &Meta) -> String {
    const COMMON: [&str; 5] = ["derived_from", "version", "metadata", "description", "copy"];
    let mandatory: Vec<&str> = meta
        .keynames
        .iter()
        .filter(|row| matches!(row.presence, Presence::Mandatory | Presence::MandatoryUnlessRefined))
        .map(|row| row.name)
        .take(MAX_ENTRIES)
        .collect();
    let own = meta.keynames.iter().map(|row| row.name).find(|name| !COMMON.contains(name));
    let names = if mandatory.is_empty() { own.into_iter().collect() } else { mandatory };
    let names: Vec<String> = names.into_iter().map(|name| format!("{name}: …")).collect();
    names.join(", ")
}

/// Whether an entity of the table has a type and a default value: it is a definition of a value.
fn defines_value(meta: &Meta) -> bool {
    meta.string_intended_for == Some("type") && meta.keyname("default").is_some()
}

/// Returns the name of the built-in type of a scalar.
fn built_in_type(scalar: Scalar<'_>) -> Option<&'static str> {
    Some(match scalar {
        Scalar::String(_) => "string",
        Scalar::Integer(_) => "integer",
        Scalar::Float(_) => "float",
        Scalar::Bool(_) => "boolean",
        Scalar::Null => return None,
    })
}

/// Returns the help for a scalar in place of a map.
fn map_for_scalar(node: YamlNode<'_>, expected: &Expected) -> ValueHelp {
    let Some(meta) = entity(expected) else {
        return ("write a map: `{ name: … }`".to_owned(), None);
    };
    let written = node.written();
    if written.contains('\n') {
        return (format!("write a map: {}", quoted(&format!("{{ {} }}", first_keynames(meta)))), None);
    }
    if defines_value(meta)
        && !may_be_name(node)
        && let Some(data_type) = node.scalar().and_then(built_in_type)
    {
        return write("write a map", &format!("{{ type: {data_type}, default: {written} }}"));
    }
    match meta.string_intended_for.filter(|_| node.as_str().is_some_and(|text| !text.is_empty())) {
        Some("file") => (
            format!("write {} with an artifact type", quoted(&format!("{{ type: …, file: {written} }}"))),
            None,
        ),
        Some(keyname) => {
            let is_sentence = keyname == "derived_from" && !may_be_name(node);
            let text = format!("{{ {}: {written} }}", if is_sentence { "description" } else { keyname });
            (format!("write {}", quoted(&text)), Some(text))
        }
        None => (format!("write a map: {}", quoted(&format!("{{ {} }}", first_keynames(meta)))), None),
    }
}

/// Whether a scalar can be meant as a name, such as that of a type: a word without quotes.
fn may_be_name(node: YamlNode<'_>) -> bool {
    node.style() == Style::Plain && node.as_str().is_some_and(|text| !text.contains(char::is_whitespace))
}

/// Returns the help for a list in place of a map.
fn map_for_list(node: YamlNode<'_>, expected: &Expected) -> ValueHelp {
    if let Some(meta) = entity(expected) {
        if let Some(item) = only_item(node).filter(|item| item.is_mapping())
            && item.entries().all(|(key, _)| meta.keyname_at(key).is_some())
        {
            return without_list(node, item);
        }
        if defines_value(meta)
            && let Some(help) = default_list(node)
        {
            return help;
        }
        if meta.name == "data type"
            && meta.keyname("validation").is_some()
            && let Some(data_type) = type_of_items(node)
        {
            let validation = format!("{{ $valid_values: [ $value, {} ] }}", node.written());
            let help = format!("derive it from `{data_type}`, with the validation {}", quoted(&validation));
            return (help, Some(format!("{{ derived_from: {data_type}, validation: {validation} }}")));
        }
    }
    let inner = match expected {
        Expected::Map(Expected::Entity(inner)) => Some(inner()),
        _ => None,
    };
    let is_name = |name: &str| inner.is_none_or(|inner| inner.keyname(name).is_none());
    if node.style() == Style::Flow {
        let entries: Vec<_> = node.items().take(MAX_ENTRIES).map_while(YamlNode::only_entry).collect();
        let is_complete = !entries.is_empty() && entries.len() == node.items().count();
        if is_complete && entries.iter().all(|(key, _)| is_name(key.text())) {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", key.written(), value.written()))
                .collect();
            return write("write a map", &format!("{{ {} }}", entries.join(", ")));
        }
        let names: Vec<&str> = node.items().take(MAX_ENTRIES).map_while(YamlNode::as_str).collect();
        if !names.is_empty() && names.len() == node.items().count() && entity(expected).is_none() {
            let entries: Vec<String> = names.iter().map(|name| format!("{}: …", plain(name))).collect();
            return (format!("write a map: {}", quoted(&format!("{{ {} }}", entries.join(", ")))), None);
        }
        return ("write a map: `{ name: …, name: … }`".to_owned(), None);
    }
    let help = match (name_beside_dash(node), first_name(node).filter(|name| is_name(name))) {
        (Some((key, name)), _) if is_name(name.text()) => {
            let entry = format!("- {}: {}", key.text(), name.text());
            format!("write {} instead of {}", quoted(&format!("{}:", name.text())), quoted(&entry))
        }
        (_, Some(name)) => format!("remove `- ` before each name: write {}", quoted(&format!("{name}:"))),
        _ => "start each entry with `name:` instead of `- `".to_owned(),
    };
    (help, None)
}

/// Returns the key and the name in `- name: web`, if the first entry of a list starts so and goes on.
fn name_beside_dash(list: YamlNode<'_>) -> Option<(YamlNode<'_>, YamlNode<'_>)> {
    name_of_item(list.items().next()?)
}

/// Returns the help for a list of scalars in place of the definition of a value: its default value.
fn default_list(node: YamlNode<'_>) -> Option<ValueHelp> {
    let (data_type, written) = (type_of_items(node)?, node.written());
    Some(write("write a map", &format!("{{ type: list, entry_schema: {data_type}, default: {written} }}")))
}

/// Returns the name of the built-in type of all items of a list, which are scalars on one line.
fn type_of_items(list: YamlNode<'_>) -> Option<&'static str> {
    let mut types = list.items().map(|item| item.scalar().and_then(built_in_type));
    let data_type = types.next()??;
    let is_same = types.all(|other| other == Some(data_type));
    (is_same && !list.written().contains('\n')).then_some(data_type)
}

/// Returns the name that the first entry of a list starts with, if the rest of the entry belongs to it.
fn first_name(list: YamlNode<'_>) -> Option<&str> {
    let first = list.items().next()?;
    let (key, value) = first.entries().next()?;
    key.as_str().filter(|_| value.is_mapping() || value.is_null() || first.only_entry().is_some())
}

/// Whether the first key of a map starts like the entry of a list, without a space after the `-`.
pub(super) fn has_dash(node: YamlNode<'_>) -> bool {
    let key = node.entries().next().map_or("", |(key, _)| key.written());
    key.strip_prefix('-').is_some_and(|name| name.starts_with(char::is_alphabetic))
}
