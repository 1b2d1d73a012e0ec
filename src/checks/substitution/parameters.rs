//! Collects inputs and outputs of the substituting service by name.

use crate::base::IndexMap;
use crate::model::service::ParameterView;
use crate::values::ValueType;

/// Parameters by name, in order.
pub(super) type Parameters<'g> = IndexMap<&'g str, ParameterView<'g>>;

/// Returns the parameters by name; if several have the same name, only the first.
pub(super) fn by_name<'g>(parameters: impl Iterator<Item = ParameterView<'g>>) -> Parameters<'g> {
    let mut parameters_by_name = Parameters::default();
    for parameter in parameters {
        parameters_by_name.entry(parameter.name()).or_insert(parameter);
    }
    parameters_by_name
}

/// Returns the type of the values of a parameter.
pub(super) fn value_type(parameter: ParameterView<'_>) -> ValueType<'_> {
    let Some(field) = parameter.field else { return ValueType::Unknown };
    match parameter.definition() {
        // A value without a definition has no declared type.
        None => ValueType::Any,
        Some(definition) if definition.data_type().is_unreadable() => ValueType::Unknown,
        Some(_) => ValueType::Field(field),
    }
}
