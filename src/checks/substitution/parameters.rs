//! Inputs and outputs of the substituting service, by name.

use indexmap::IndexMap;

use crate::model::service::ParameterView;
use crate::values::ValueType;

/// Parameters by name, in order.
pub(super) type Parameters<'g> = IndexMap<&'g str, ParameterView<'g>>;

/// Parameters by name; of several with one name, the first.
pub(super) fn by_name<'g>(parameters: impl Iterator<Item = ParameterView<'g>>) -> Parameters<'g> {
    let mut found = Parameters::default();
    for parameter in parameters {
        found.entry(parameter.name()).or_insert(parameter);
    }
    found
}

/// What a parameter takes or gives.
pub(super) fn value_type(parameter: ParameterView<'_>) -> ValueType<'_> {
    let Some(field) = parameter.field else { return ValueType::Unknown };
    match parameter.definition() {
        // A value without definition is of its own type.
        None => ValueType::Open,
        Some(definition) if definition.data_type().is_unreadable() => ValueType::Unknown,
        Some(_) => ValueType::Field(field),
    }
}
