//! Values of inputs in layers: defaults, presets in order, an inputs file, arguments. Later ones win. Default expressions
//! are evaluated last, for inputs that have no value.

use std::fmt::Write as _;

use crate::diagnostics::Diagnostic;
use crate::dialects::variability::{OperandType, VariabilityModel, VariabilityValue, values_in};
use crate::yaml::Tree;

use super::default_values::default_values;
use super::presence::ValuesByInput;

/// Where the value of an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It has no value.
    Nowhere,
    /// Its default.
    Default,
    /// Its default expression.
    DefaultExpression,
    /// A preset.
    Preset(String),
    /// An inputs file.
    File,
    /// An argument of the command line.
    Argument,
}

/// The values of all inputs, and where each one comes from.
#[derive(Clone, Debug)]
pub struct InputValues {
    /// The values, by the index of the input.
    pub values: ValuesByInput,
    /// Where the values come from.
    pub origins: Vec<Origin>,
}

impl InputValues {
    /// Returns the default values.
    #[must_use]
    pub fn defaults(model: &VariabilityModel<'_>) -> Self {
        let values: ValuesByInput = model.inputs.iter().map(|input| input.default.clone()).collect();
        let origin = |value: &Option<_>| if value.is_some() { Origin::Default } else { Origin::Nowhere };
        let origins = values.iter().map(origin).collect();
        Self { values, origins }
    }

    /// Sets the values of the preset called `name`; returns whether it exists.
    pub fn take_preset(&mut self, model: &VariabilityModel<'_>, name: &str) -> bool {
        let Some(preset) = model.presets.iter().find(|preset| preset.key.text() == name) else {
            return false;
        };
        for (index, value) in &preset.values {
            self.set(*index, value.clone(), Origin::Preset(name.to_owned()));
        }
        true
    }

    /// Sets the values in `tree`, a map of inputs or a configuration of a feature model; returns what is wrong with
    /// them.
    pub fn take(&mut self, model: &VariabilityModel<'_>, tree: &Tree, origin: &Origin) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (index, value) in values_in(model, tree, &mut diagnostics) {
            self.set(index, value, origin.clone());
        }
        diagnostics
    }

    /// Sets the inputs that have no value yet to those of their default expressions; returns what is wrong with these.
    pub fn complete(&mut self, model: &VariabilityModel<'_>) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        let values = default_values(model, &self.values, &mut diagnostics);
        for (index, value) in (0..).zip(values) {
            if let Some(Ok(value)) = value {
                self.set(index, value, Origin::DefaultExpression);
            }
        }
        diagnostics
    }

    fn set(&mut self, index: u32, value: VariabilityValue, origin: Origin) {
        if let Some(slot) = self.values.get_mut(index as usize) {
            *slot = Some(value);
            self.origins[index as usize] = origin;
        }
    }
}

/// Returns for each input the values of its default expression: without given values, and for each preset.
pub(super) fn computed_defaults(model: &VariabilityModel<'_>) -> Vec<Vec<VariabilityValue>> {
    let mut values = vec![Vec::new(); model.inputs.len()];
    if model.defaults.is_empty() {
        return values;
    }
    for preset in std::iter::once(None).chain(model.presets.iter().map(Some)) {
        let mut given = InputValues::defaults(model);
        if let Some(preset) = preset {
            given.take_preset(model, preset.key.text());
        }
        given.complete(model);
        for (values, (value, origin)) in values.iter_mut().zip(given.values.into_iter().zip(given.origins)) {
            values.extend(value.filter(|_| origin == Origin::DefaultExpression));
        }
    }
    values
}

/// Formats arguments `key=value` as the text of a map. A value is YAML, but a string if the input is declared
/// as a string.
#[must_use]
pub fn arguments_as_text(model: &VariabilityModel<'_>, arguments: &[(String, String)]) -> String {
    let mut text = String::new();
    for (index, (name, value)) in arguments.iter().enumerate() {
        // The last argument of each name counts.
        if arguments[index + 1..].iter().any(|(later_name, _)| later_name == name) {
            continue;
        }
        let is_text =
            model.input(name).is_some_and(|index| model.inputs[index].value_type == OperandType::Text);
        let quoted = value.starts_with(['"', '\'']);
        let value = if is_text && !quoted { crate::yaml::quoted(value) } else { value.clone() };
        let _ = writeln!(text, "{}: {value}", crate::yaml::plain(name));
    }
    text
}
