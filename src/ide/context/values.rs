//! Determines the type that the value at the mark must have.

use crate::literals::BuiltIn;
use crate::model::service::ParameterView;
use crate::model::types::Fields;
use crate::values::ValueType;
use crate::yaml::YamlNode;

use super::Expectation;
use super::expectation::{Cursor, given};
use super::mark_path::PathStep;
use super::members::{SectionContent, section};
use crate::ide::referent::Referent;

/// Returns what is expected for a key in a value: a property if the data type has properties.
pub(super) fn key<'m>(cursor: &Cursor<'m, '_>, map: YamlNode<'_>) -> Expectation<'m> {
    let types = &cursor.model.types;
    let ty = expected(cursor).and_then(|value_type| types.defined(value_type.data_type()?));
    let Some(ty) = ty.filter(|ty| ty.built_in.is_none()) else { return Expectation::Property(Vec::new()) };
    let given = given(map);
    let members = types.members(ty, Fields::Properties);
    let free = members.iter().filter(|(name, _)| !given.iter().any(|given| given == name));
    Expectation::Property(free.map(|(_, id)| Referent::from_field(types, id)).collect())
}

/// Returns the type of the value at the mark, if it is known.
pub(super) fn expected<'m>(cursor: &Cursor<'m, '_>) -> Option<ValueType<'m>> {
    let types = &cursor.model.types;
    cursor.inside().iter().try_fold(root(cursor, &cursor.keys())?, |value_type, step| {
        let data_type = value_type.data_type()?;
        match (types.built_in(data_type), step) {
            (Some(BuiltIn::List | BuiltIn::Map), _) => value_type.entries(types),
            (None, PathStep::Key(name)) => {
                let id = types.member(types.defined(data_type)?, Fields::Properties, name)?;
                Some(ValueType::Field(types.field(id)))
            }
            _ => None,
        }
    })
}

/// Returns the type of the whole value.
fn root<'m>(cursor: &Cursor<'m, '_>, keys: &[&str]) -> Option<ValueType<'m>> {
    let types = &cursor.model.types;
    let field_type = |parameter: Option<ParameterView<'m>>| Some(ValueType::Field(parameter?.field?));
    match *keys {
        ["service_template" | "topology_template", "inputs", name, "default" | "value"] => {
            field_type(cursor.model.service(cursor.file)?.inputs().find(|input| input.name() == name))
        }
        ["service_template" | "topology_template", "outputs", name, "value" | "default"] => {
            field_type(cursor.model.service(cursor.file)?.outputs().find(|output| output.name() == name))
        }
        [kind, name, section @ ("properties" | "attributes"), field, "default" | "value"] => {
            let ty = types.of_file(cursor.file).find(|ty| ty.kind.section() == kind && ty.name() == name)?;
            let section = if section == "attributes" { Fields::Attributes } else { Fields::Properties };
            Some(ValueType::Field(types.field(types.member(ty, section, field)?)))
        }
        [.., "count"] => Some(ValueType::built_in(BuiltIn::Integer)),
        [.., "validation" | "node_filter" | "condition" | "precondition" | "substitution_filter"] => {
            Some(ValueType::built_in(BuiltIn::Boolean))
        }
        [ref enclosing @ .., name] => match section(cursor, enclosing)? {
            SectionContent::Fields(table) => Some(ValueType::Field(types.field(table.get(name)?))),
            SectionContent::Members(_) => None,
        },
        [] => None,
    }
}
