//! Values of inputs, layer by layer: defaults, presets in order, a file, arguments. Later ones win.

use std::fmt::Write as _;

use crate::diagnostics::Diagnostic;
use crate::dialects::variability::{Model, assignments};
use crate::yaml::Tree;

use super::presence::Values;

/// Where the value of an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It has none.
    Nowhere,
    /// Its default.
    Default,
    /// A preset.
    Preset(String),
    /// A file of inputs.
    File,
    /// An argument of the command line.
    Argument,
}

/// The values, and where each one comes from.
#[derive(Clone, Debug)]
pub struct Given {
    /// The values, by the position of the input.
    pub values: Values,
    /// Where they come from.
    pub origins: Vec<Origin>,
}

impl Given {
    /// The defaults.
    #[must_use]
    pub fn defaults(model: &Model<'_>) -> Self {
        let values: Values = model.inputs.iter().map(|input| input.default.clone()).collect();
        let origin = |value: &Option<_>| if value.is_some() { Origin::Default } else { Origin::Nowhere };
        let origins = values.iter().map(origin).collect();
        Self { values, origins }
    }

    /// Takes the values of the preset called `name`; says whether there is one.
    pub fn take_preset(&mut self, model: &Model<'_>, name: &str) -> bool {
        let Some(preset) = model.presets.iter().find(|preset| preset.key.text() == name) else {
            return false;
        };
        for (index, value) in &preset.values {
            self.set(*index, value.clone(), Origin::Preset(name.to_owned()));
        }
        true
    }

    /// Takes the values that `tree` has, a map of inputs.
    pub fn take(&mut self, model: &Model<'_>, tree: &Tree, origin: &Origin) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if let Some(root) = tree.root() {
            for (index, value) in assignments(model, root, false, &mut found) {
                self.set(index, value, origin.clone());
            }
        }
        found
    }

    fn set(&mut self, index: u32, value: crate::dialects::variability::Value, origin: Origin) {
        if let Some(slot) = self.values.get_mut(index as usize) {
            *slot = Some(value);
            self.origins[index as usize] = origin;
        }
    }
}

/// Arguments `key=value` as the text of a map: a value is YAML, but a string where the input is declared to be
/// one.
#[must_use]
pub fn arguments_as_text(model: &Model<'_>, arguments: &[(String, String)]) -> String {
    let mut text = String::new();
    for (at, (name, value)) in arguments.iter().enumerate() {
        // The last one of a name counts.
        if arguments[at + 1..].iter().any(|(other, _)| other == name) {
            continue;
        }
        let is_text = model
            .input(name)
            .is_some_and(|index| model.inputs[index].value_type == crate::dialects::variability::Type::Text);
        let quoted = value.starts_with(['"', '\'']);
        let value = if is_text && !quoted { crate::yaml::quoted(value) } else { value.clone() };
        let _ = writeln!(text, "{}: {value}", crate::yaml::plain(name));
    }
    text
}
