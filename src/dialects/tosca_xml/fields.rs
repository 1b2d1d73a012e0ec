//! The properties that a type defines: those of Winery by key and type, or those of a schema.

use crate::yaml::YamlNode;

use super::element::{Element, Name, winery};
use super::repository::{Place, XmlRepository};
use super::schema;

/// A property of a type, or an element of a complex one.
#[derive(Clone, Debug)]
pub(super) struct Field<'r> {
    pub(super) name: &'r str,
    pub(super) value: FieldType<'r>,
    pub(super) is_list: bool,
    pub(super) is_required: bool,
    pub(super) default: Option<YamlNode<'r>>,
    pub(super) description: Option<YamlNode<'r>>,
    /// The element that defines it.
    pub(super) at: Element<'r>,
    /// Parts that TOSCA 2.0 cannot express.
    pub(super) lost: Vec<Element<'r>>,
}

/// The type of a property.
#[derive(Clone, Debug)]
pub(super) enum FieldType<'r> {
    /// A built-in type of TOSCA 2.0, with the clauses of a validation.
    Simple(Simple),
    /// A complex type with these elements.
    Complex(Vec<Field<'r>>),
}

/// A simple type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Simple {
    pub(super) name: &'static str,
    pub(super) clauses: Vec<Clause>,
}

/// A clause of a validation: the function, and its argument after the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    /// A comparison with a literal of the type.
    Compare(&'static str, String),
    /// A comparison of a length.
    Length(&'static str, String),
    Values(Vec<String>),
    Matches(String),
}

/// The properties that a type itself defines.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields<'r> {
    pub(super) list: Vec<Field<'r>>,
    /// Whether the definition could be read.
    pub(super) is_known: bool,
    /// Whether there is a definition.
    pub(super) is_given: bool,
}

/// Returns the properties that the type `place` itself defines.
pub(super) fn own(repository: &XmlRepository, place: Place) -> Fields<'_> {
    let element = repository.element(place);
    if let Some(definition) = winery_definition(element) {
        let fields = definition.children_named(winery!("properties")).filter_map(field_of_winery);
        return Fields { list: fields.collect(), is_known: true, is_given: true };
    }
    match element.child("PropertiesDefinition") {
        Some(definition) => match schema::fields(repository, place.file, definition) {
            Some(list) => Fields { list, is_known: true, is_given: true },
            None => Fields { is_given: true, ..Fields::default() },
        },
        None => Fields { is_known: true, ..Fields::default() },
    }
}

/// Returns the definition by key and type.
pub(super) fn winery_definition(element: Element<'_>) -> Option<Element<'_>> {
    let is_filled = |definition: &Element<'_>| definition.child(winery!("properties")).is_some();
    element.child(winery!("PropertiesDefinition")).filter(is_filled)
}

/// The parts of a property of Winery.
const PARTS: [&str; 6] = [
    winery!("key"),
    winery!("type"),
    winery!("required"),
    winery!("defaultValue"),
    winery!("description"),
    winery!("constraints"),
];

fn field_of_winery<'r>(property: Element<'r>) -> Option<Field<'r>> {
    let parts = PARTS.map(Name::new);
    let mut given = [None; PARTS.len()];
    for child in property.children() {
        let name = Name::of(child);
        if let Some(index) = parts.iter().position(|part| *part == name) {
            given[index].get_or_insert(child);
        }
    }
    let [key, of_type, required, default, description, constraints] = given;
    let text = |part: Option<Element<'r>>| part.and_then(Element::text);
    let name = text(of_type).map_or("string", YamlNode::text);
    let is_filled = |part: &Element<'_>| part.value.is_mapping() || part.text().is_some();
    Some(Field {
        name: text(key)?.text(),
        value: FieldType::Simple(schema::built_in(name).unwrap_or(schema::STRING)),
        is_list: false,
        is_required: text(required).is_none_or(|text| text.text() != "false"),
        default: text(default),
        description: text(description),
        at: property,
        lost: constraints.into_iter().filter(is_filled).collect(),
    })
}

/// The properties of a type with those that it inherits.
#[derive(Clone, Debug, Default)]
pub(super) struct AllFields<'r> {
    pub(super) list: Vec<Field<'r>>,
    /// Whether all definitions of the chain are known.
    pub(super) is_whole: bool,
    /// Whether a type of the chain has a definition.
    pub(super) is_given: bool,
}

/// Returns the properties of a type.
pub(super) fn all(repository: &XmlRepository, place: Place) -> AllFields<'_> {
    let mut all = AllFields { is_whole: repository.is_whole(place), ..AllFields::default() };
    for place in repository.chain(place) {
        let own = own(repository, place);
        all.is_whole &= own.is_known;
        all.is_given |= own.is_given;
        for field in own.list {
            if all.list.iter().all(|known| known.name != field.name) {
                all.list.push(field);
            }
        }
    }
    all
}
