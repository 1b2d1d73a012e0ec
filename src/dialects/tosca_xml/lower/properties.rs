//! Properties: their definitions, and values.

use crate::diagnostics::rules;
use crate::yaml::{Tree, YamlNode};

use super::super::element::Element;
use super::super::fields::{self, AllFields, Clause, Field, FieldType, Simple};
use super::super::prefixes::symbolic;
use super::super::repository::Place;
use super::context::Context;
use super::part::{Map, Part};

/// Adds the definitions of the properties of a type, and of their data types.
pub(super) fn definitions<'t>(
    context: &mut Context<'t, '_>,
    body: &mut Map<'t>,
    map: &mut Map<'t>,
    place: Place,
    element: Element<'t>,
) {
    let own = fields::own(context.repository, place);
    let definition = fields::winery_definition(element).or_else(|| element.child("PropertiesDefinition"));
    let Some(definition) = definition else { return };
    if !own.is_known {
        return context.lose(map, definition);
    }
    context.applied("properties", definition.key);
    let base = context.repository.chain(place).nth(1);
    let inherited = base.map_or_else(AllFields::default, |base| fields::all(context.repository, base));
    let prefix = context.own_name(place);
    let mut properties = Map::new(definition.key);
    for field in &own.list {
        if properties.has(field.name) {
            continue;
        }
        let known = inherited.list.iter().find(|known| known.name == field.name);
        if known.is_some_and(|known| !is_same(known, field) || field.default.is_none()) {
            // The inherited definition stays.
            continue;
        }
        let definition = field_definition(context, body, &prefix, field, definition.key);
        properties.add_map(field.name.to_owned(), definition);
    }
    map.add_map("properties", properties);
}

fn is_same(one: &Field<'_>, other: &Field<'_>) -> bool {
    let types = match (&one.value, &other.value) {
        (FieldType::Simple(one), FieldType::Simple(other)) => one == other,
        _ => false,
    };
    types && one.is_list == other.is_list
}

/// Whether an element is one of this file.
fn is_here(context: &Context<'_, '_>, element: Element<'_>) -> bool {
    let own: &Tree = &context.repository.files[context.file].tree;
    std::ptr::eq(element.tree(), own)
}

/// Returns the node of this file for an element, or `fallback` for one of another file.
fn here<'t>(context: &Context<'t, '_>, element: Element<'_>, fallback: YamlNode<'t>) -> YamlNode<'t> {
    if is_here(context, element) { context.tree.node(element.key.id()) } else { fallback }
}

fn field_definition<'t>(
    context: &mut Context<'t, '_>,
    body: &mut Map<'t>,
    prefix: &str,
    field: &Field<'_>,
    fallback: YamlNode<'t>,
) -> Map<'t> {
    let at = here(context, field.at, fallback);
    let mut map = Map::new(at);
    let mut validation = Vec::new();
    let name = match &field.value {
        FieldType::Simple(simple) => {
            validation = simple.clauses.iter().map(|clause| clause_part(clause, simple.name, at)).collect();
            simple.name.to_owned()
        }
        FieldType::Complex(parts) => {
            let name = format!("{prefix}_{}", symbolic(field.name));
            let mut properties = Map::new(at);
            for part in parts {
                let definition = field_definition(context, body, &name, part, at);
                properties.add_map(part.name.to_owned(), definition);
            }
            let mut data_type = Map::new(at);
            data_type.add_map("properties", properties);
            if data_type.is_empty() {
                data_type.add_text("description", "Without elements.", at);
            }
            body.map("data_types", at).add(name.clone(), at, Part::Map(data_type));
            name
        }
    };
    let validation = match validation.len() {
        0 => None,
        1 => validation.pop(),
        _ => {
            let mut all = Map::new(at);
            all.add_list("$and", at, validation);
            Some(Part::Map(all))
        }
    };
    let mut schema = Map::new(at);
    if field.is_list {
        map.add_text("type", "list", at);
        schema.add_text("type", name, at);
        if let Some(validation) = validation {
            schema.add("validation", at, validation);
        }
        map.add_map("entry_schema", schema);
    } else {
        map.add_text("type", name, at);
        if let Some(validation) = validation {
            map.add("validation", at, validation);
        }
    }
    if let Some(text) = field.description {
        map.add_text("description", text.text().to_owned(), at);
    }
    let default = match (field.default, &field.value, field.is_list) {
        (Some(default), FieldType::Simple(simple), false) => literal(default.text(), simple, at),
        _ => None,
    };
    match default {
        Some(value) => map.add("default", at, value),
        // A template may leave out any value, to be known later.
        None => map.add("required", at, Part::plain("false", at)),
    }
    if field.is_required {
        map.note("tosca_xml.required", at, Part::plain("true", at));
    }
    for lost in &field.lost {
        if is_here(context, *lost) {
            context.lose(&mut map, Element::at(context.tree, lost.key.id()));
        }
    }
    map
}

fn clause_part<'t>(clause: &Clause, type_name: &'static str, at: YamlNode<'t>) -> Part<'t> {
    let simple = Simple { name: type_name, clauses: Vec::new() };
    let value = || Part::text("$value", at);
    let typed = |text: &str| literal(text, &simple, at).unwrap_or_else(|| Part::literal(text.to_owned(), at));
    let (function, arguments) = match clause {
        Clause::Compare(function, bound) => (*function, vec![value(), typed(bound)]),
        Clause::Length(function, bound) => {
            let mut length = Map::new(at);
            length.add_list("$length", at, vec![value()]);
            (*function, vec![Part::Map(length), Part::plain(bound.clone(), at)])
        }
        Clause::Values(values) => {
            let values = values.iter().map(|value| typed(value)).collect();
            ("$valid_values", vec![value(), Part::List(values, at)])
        }
        Clause::Matches(pattern) => ("$matches", vec![value(), Part::literal(pattern.clone(), at)]),
    };
    let mut map = Map::new(at);
    map.add_list(function, at, arguments);
    Part::Map(map)
}

/// Returns the literal of TOSCA 2.0 for a text of XML, or `None` if the text is not of the type.
pub(super) fn literal<'t>(text: &str, simple: &Simple, at: YamlNode<'t>) -> Option<Part<'t>> {
    let trimmed = text.trim();
    let digits = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
    let sign = if trimmed.starts_with('-') { "-" } else { "" };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = |digits: &str| match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    };
    Some(match simple.name {
        "integer" if is_digits(digits) => Part::plain(format!("{sign}{}", whole(digits)), at),
        "float" => match digits {
            "INF" => Part::plain(format!("{sign}.inf"), at),
            "NaN" => Part::plain(".nan", at),
            _ => {
                let (number, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
                let (before, after) = number.split_once('.').unwrap_or((number, "0"));
                let after = if after.is_empty() { "0" } else { after };
                let before = if before.is_empty() { "0" } else { before };
                let power = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
                if !is_digits(before) || !is_digits(after) || !is_digits(power) {
                    return None;
                }
                let exponent = if exponent == "0" { String::new() } else { format!("e{exponent}") };
                Part::plain(format!("{sign}{}.{after}{exponent}", whole(before)), at)
            }
        },
        "boolean" => match trimmed {
            "true" | "1" => Part::plain("true", at),
            "false" | "0" => Part::plain("false", at),
            _ => return None,
        },
        "integer" => return None,
        _ => Part::literal(text.to_owned(), at),
    })
}

/// The values of the element `Properties` of a template.
pub(super) struct Values<'t> {
    pub(super) properties: Map<'t>,
}

/// Adds the values of a template: the elements in the only element of `Properties`, by local name.
pub(super) fn values<'t>(
    context: &mut Context<'t, '_>,
    map: &mut Map<'t>,
    of_type: Option<Place>,
    template: Element<'t>,
) {
    let Some(wrapper) = template.child("Properties") else { return };
    let Some(filled) = wrapper.children().next() else { return };
    let Values { properties } = values_of(context, map, of_type, filled);
    map.add_map("properties", properties);
}

/// Returns the values in an element.
pub(super) fn values_of<'t>(
    context: &mut Context<'t, '_>,
    map: &mut Map<'t>,
    of_type: Option<Place>,
    filled: Element<'t>,
) -> Values<'t> {
    let all = of_type.map(|place| fields::all(context.repository, place));
    let all = all.unwrap_or_default();
    let mut properties = Map::new(filled.key);
    let attributes = filled.attributes().filter(|attribute| !attribute.name().starts_with('{'));
    let elements: Vec<Element<'t>> = filled.children().chain(attributes).collect();
    for element in &elements {
        let name = element.local();
        let field = all.list.iter().find(|field| field.name == name);
        if properties.has(name) {
            continue;
        }
        let value = match field {
            Some(field) if field.is_list => {
                let same = elements.iter().filter(|other| other.local() == element.local());
                let items: Vec<Part<'t>> =
                    same.filter_map(|item| field_value(context, map, field, *item)).collect();
                (!items.is_empty()).then_some(Part::List(items, element.value))
            }
            Some(field) => field_value(context, map, field, *element),
            None if is_empty(*element) => None,
            None if !all.is_whole => Some(super::part::data(*element)),
            None => {
                if all.is_given {
                    let diagnostic = rules::xml_property_mismatch::unknown(element.key.span(), name);
                    context.report(element.key, diagnostic);
                    map.keep(name, element.key, super::part::data(*element));
                } else {
                    context.lose(map, *element);
                }
                None
            }
        };
        if let Some(value) = value {
            properties.add(name, element.key, value);
        }
    }
    Values { properties }
}

/// An empty element is a property without a value.
fn is_empty(element: Element<'_>) -> bool {
    element.children().next().is_none() && element.text().is_none()
}

fn field_value<'t>(
    context: &mut Context<'t, '_>,
    map: &mut Map<'t>,
    field: &Field<'_>,
    element: Element<'t>,
) -> Option<Part<'t>> {
    match &field.value {
        FieldType::Complex(parts) => {
            let mut value = Map::new(element.value);
            let attributes = element.attributes().filter(|attribute| !attribute.name().starts_with('{'));
            for child in element.children().chain(attributes) {
                let name = child.local();
                let part = parts.iter().find(|part| part.name == name);
                if value.has(name) {
                    continue;
                }
                match part {
                    Some(part) if part.is_list => {
                        let same = element.children().filter(|other| other.local() == name);
                        let items = same.filter_map(|item| field_value(context, map, part, item)).collect();
                        value.add_list(name, child.key, items);
                    }
                    Some(part) => {
                        if let Some(inner) = field_value(context, map, part, child) {
                            value.add(name, child.key, inner);
                        }
                    }
                    None => {
                        let diagnostic = rules::xml_property_mismatch::unknown(child.key.span(), name);
                        context.report(child.key, diagnostic);
                    }
                }
            }
            (!value.is_empty()).then_some(Part::Map(value))
        }
        FieldType::Simple(simple) => {
            if element.children().next().is_some() {
                let diagnostic = rules::xml_property_mismatch::elements(element.key.span(), field.name);
                context.report(element.key, diagnostic);
                map.keep(field.name.to_owned(), element.key, super::part::data(element));
                return None;
            }
            let text = element.text()?;
            if let Some(call) = input_call(context, text, simple.name) {
                return Some(call);
            }
            let value = literal(text.text(), simple, text);
            if value.is_none() {
                let diagnostic =
                    rules::xml_property_mismatch::wrong(text.span(), field.name, text.text(), simple.name);
                context.report(text, diagnostic);
                map.keep(field.name.to_owned(), element.key, Part::literal(text.text(), text));
            }
            value
        }
    }
}

/// Returns the values in an element of any file that are of the types of the properties. Others are reported there.
pub(super) fn plain_values<'t>(
    context: &Context<'t, '_>,
    of_type: Place,
    filled: Element<'_>,
    at: YamlNode<'t>,
) -> Map<'t> {
    let all = fields::all(context.repository, of_type);
    let mut properties = Map::new(at);
    for element in filled.children() {
        let field = all.list.iter().find(|field| field.name == element.local());
        if let Some(Field { value: FieldType::Simple(simple), is_list: false, .. }) = field
            && let Some(text) = element.text()
            && let Some(value) = literal(text.text(), simple, at)
            && !properties.has(element.local())
        {
            properties.add(element.local().to_owned(), at, value);
        }
    }
    properties
}

/// Returns a call for the text `get_input: NAME`, by which tools ask for an input of the service, and notes the input.
fn input_call<'t>(
    context: &mut Context<'t, '_>,
    text: YamlNode<'t>,
    type_name: &'static str,
) -> Option<Part<'t>> {
    let name = text.text().trim().strip_prefix("get_input:")?.trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    match context.inputs.iter().find(|(known, ..)| known == name) {
        // The input already has another type.
        Some((_, known, _)) if *known != type_name => return None,
        Some(_) => {}
        None => context.inputs.push((name.to_owned(), type_name, text)),
    }
    context.applied("input", text);
    let mut call = Map::new(text);
    call.add("$get_input", text, Part::List(vec![Part::text(name, text)], text));
    Some(Part::Map(call))
}
