//! Values: which type the part at the mark must be of.

use crate::literals::BuiltIn;
use crate::model::service::ParameterView;
use crate::model::types::Fields;
use crate::values::ValueType;
use crate::yaml::Node;

use super::Place;
use super::members::{Found, section};
use super::place::{At, given};
use super::way::Step;
use crate::ide::referent::Referent;

/// A key in a value: of a property, where the data type has some.
pub(super) fn key<'m>(at: &At<'m, '_>, map: Node<'_>) -> Place<'m> {
    let types = &at.model.types;
    let of = expected(at).and_then(|of| types.defined(of.data_type()?));
    let Some(of) = of.filter(|of| of.built_in.is_none()) else { return Place::Property(Vec::new()) };
    let given = given(map);
    let members = types.members(of, Fields::Properties);
    let free = members.iter().filter(|(name, _)| !given.iter().any(|given| given == name));
    Place::Property(free.map(|(_, id)| Referent::of_field(types, id)).collect())
}

/// The type of the value at the mark, as far as something says it.
pub(super) fn expected<'m>(at: &At<'m, '_>) -> Option<ValueType<'m>> {
    let types = &at.model.types;
    at.inside().iter().try_fold(root(at, &at.keys())?, |of, step| {
        let data_type = of.data_type()?;
        match (types.built_in(data_type), step) {
            (Some(BuiltIn::List | BuiltIn::Map), _) => of.entries(types),
            (None, Step::Key(name)) => {
                let id = types.member(types.defined(data_type)?, Fields::Properties, name)?;
                Some(ValueType::Field(types.field(id)))
            }
            _ => None,
        }
    })
}

/// The type of the whole value.
fn root<'m>(at: &At<'m, '_>, keys: &[&str]) -> Option<ValueType<'m>> {
    let types = &at.model.types;
    let of_parameter = |parameter: Option<ParameterView<'m>>| Some(ValueType::Field(parameter?.field?));
    match *keys {
        ["service_template" | "topology_template", "inputs", name, "default" | "value"] => {
            of_parameter(at.model.service(at.file)?.inputs().find(|input| input.name() == name))
        }
        ["service_template" | "topology_template", "outputs", name, "value" | "default"] => {
            of_parameter(at.model.service(at.file)?.outputs().find(|output| output.name() == name))
        }
        [kind, name, section @ ("properties" | "attributes"), field, "default" | "value"] => {
            let of = types.of_file(at.file).find(|of| of.kind.section() == kind && of.name() == name)?;
            let section = if section == "attributes" { Fields::Attributes } else { Fields::Properties };
            Some(ValueType::Field(types.field(types.member(of, section, field)?)))
        }
        [.., "count"] => Some(ValueType::built_in(BuiltIn::Integer)),
        [.., "validation" | "node_filter" | "condition" | "precondition" | "substitution_filter"] => {
            Some(ValueType::built_in(BuiltIn::Boolean))
        }
        [ref around @ .., name] => match section(at, around)? {
            Found::Fields(table) => Some(ValueType::Field(types.field(table.get(name)?))),
            Found::Members(_) => None,
        },
        [] => None,
    }
}
