//! Configurations of a feature model, written by other tools, as values of variability inputs.
//!
//! Input: the tree of a file. Output: the values in it. Two languages: Extended XML and XML of `FeatureIDE`
//! (`<extendedConfiguration>`, `<configuration>`), and JSON of UVL (`config`).
//!
//! A selected feature is `true`, others are `false`: the choice of the user counts, otherwise what the tool derived
//! from it. An attribute is the input `feature.attribute`, `feature_attribute` or `attribute`, whichever is
//! declared first in this order, and has the type of that input. A configuration lists all features of its model,
//! the abstract ones included; therefore a feature that is not an input is a warning, not an error.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Level, rules, suggest};
use crate::yaml::{Scalar, Tree, YamlNode, resolve_plain};

use super::super::element::Element;
use super::inputs::assignments;
use super::model::VariabilityModel;
use super::number::Number;
use super::operators::OperandType;
use super::value::VariabilityValue;

/// Each suggestion scans the names of all inputs.
const MAX_SUGGESTIONS: usize = 100;

/// The roots of configurations: in the extended format, and in the one before it.
const ROOTS: [&str; 2] = ["extendedConfiguration", "configuration"];

/// Reads values of inputs from the tree of an inputs file: a map of inputs, or a configuration of a feature model.
pub fn values_in(
    model: &VariabilityModel<'_>,
    tree: &Tree,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(u32, VariabilityValue)> {
    let Some(root) = tree.root() else { return Vec::new() };
    if !tree.is_xml() {
        let map = uvl_configuration(model, root).unwrap_or(root);
        return assignments(model, map, false, diagnostics);
    }
    let Some(root) = root.all_entries().next().map(Element::new) else { return Vec::new() };
    if !ROOTS.contains(&root.local()) {
        let suggestion = suggest(root.local(), ROOTS);
        let problem = not_expected(root, "root element", &ROOTS[..1], suggestion);
        diagnostics.push(
            problem.note("`--inputs` reads a configuration in Extended XML, or a map of inputs in YAML"),
        );
        return Vec::new();
    }
    let mut reader = Reader { model, values: Vec::new(), suggestions: 0, diagnostics };
    for feature in root.children() {
        reader.feature(feature);
    }
    reader.values
}

/// Returns the map of features in a configuration of UVL: `{ "file": "model.uvl", "config": { "Feature": true } }`.
fn uvl_configuration<'t>(model: &VariabilityModel<'_>, root: YamlNode<'t>) -> Option<YamlNode<'t>> {
    let is_known = |key: &str| matches!(key, "file" | "config") && model.input(key).is_none();
    let is_configuration = root.entries().all(|(key, _)| is_known(key.text()));
    root.get("config").filter(|config| is_configuration && config.is_mapping())
}

struct Reader<'r, 't> {
    model: &'r VariabilityModel<'t>,
    values: Vec<(u32, VariabilityValue)>,
    suggestions: usize,
    diagnostics: &'r mut Vec<Diagnostic>,
}

impl Reader<'_, '_> {
    fn feature(&mut self, feature: Element<'_>) {
        if feature.local() != "feature" {
            let suggestion = suggest(feature.local(), ["feature"]);
            return self.diagnostics.push(not_expected(feature, "element", &["feature"], suggestion));
        }
        let Some(name) = self.name(feature) else { return };
        let Some(is_selected) = self.is_selected(feature) else { return };
        match self.model.input(name.text()) {
            Some(input) => {
                let value = VariabilityValue::Boolean(is_selected);
                self.set(input, Some(value), (name.span(), if is_selected { "true" } else { "false" }));
            }
            None => self.unknown(name.span(), name.text(), name.text()),
        }
        for attribute in feature.children() {
            self.attribute(name.text(), attribute);
        }
    }

    fn attribute(&mut self, feature: &str, attribute: Element<'_>) {
        if attribute.local() != "attribute" {
            let suggestion = suggest(attribute.local(), ["attribute"]);
            return self.diagnostics.push(not_expected(attribute, "element", &["attribute"], suggestion));
        }
        let Some(name) = self.name(attribute) else { return };
        let Some(value) = attribute.attribute("value") else {
            return self.diagnostics.push(lacks(attribute, "value"));
        };
        let written = name.text();
        let names = [format!("{feature}.{written}"), format!("{feature}_{written}"), written.to_owned()];
        match names.iter().find_map(|name| self.model.input(name)) {
            Some(input) => {
                let typed = typed(self.model.inputs[input].value_type, value.text());
                self.set(input, typed, (value.span(), value.text()));
            }
            None => self.unknown(name.span(), &names[0], written),
        }
    }

    fn name<'n>(&mut self, element: Element<'n>) -> Option<YamlNode<'n>> {
        let name = element.attribute("name").filter(|name| !name.text().is_empty());
        if name.is_none() {
            self.diagnostics.push(lacks(element, "name"));
        }
        name
    }

    /// Returns whether a feature is selected, or `None` after a finding.
    fn is_selected(&mut self, feature: Element<'_>) -> Option<bool> {
        let allowed = ["selected", "unselected", "undefined"];
        let mut selected = None;
        for name in ["automatic", "manual"] {
            let Some(word) = feature.attribute(name) else { continue };
            match word.text() {
                "selected" => selected = Some(true),
                "unselected" => selected = Some(false),
                "undefined" | "" => {}
                other => {
                    let suggestion = suggest(other, allowed);
                    let problem =
                        rules::invalid_keyword::new(word.span(), other, "selection", &allowed, suggestion);
                    self.diagnostics.push(problem.in_clause(""));
                    return None;
                }
            }
        }
        Some(selected.unwrap_or(false))
    }

    /// Sets the value of an input, unless it does not fit; `None` is text that has not the type of the input.
    fn set(&mut self, input: usize, value: Option<VariabilityValue>, (span, written): (Span, &str)) {
        let declared = &self.model.inputs[input];
        let Some(value) = value else {
            let type_span = declared.type_name.map(YamlNode::span);
            let (name, expected) = (declared.key.text(), declared.describe());
            let problem =
                rules::invalid_variability_value::wrong_type(span, name, expected, written, type_span);
            return self.diagnostics.push(problem);
        };
        match declared.fault(&value, span, written) {
            Some(problem) => self.diagnostics.push(problem),
            None => self.values.push((u32::try_from(input).unwrap_or(u32::MAX), value)),
        }
    }

    /// Reports that there is no input `name`, which the file calls `written`.
    fn unknown(&mut self, span: Span, name: &str, written: &str) {
        let names = || self.model.inputs.iter().map(|input| input.key.text());
        let suggestion = if self.suggestions < MAX_SUGGESTIONS {
            self.suggestions += 1;
            suggest(name, names()).or_else(|| suggest(written, names()))
        } else {
            None
        };
        let problem = rules::unknown_variability_input::given(span, name, suggestion);
        self.diagnostics.push(problem.at_level(Level::Warning));
    }
}

/// Reports an element whose name is not one of the `allowed` ones.
fn not_expected(element: Element<'_>, what: &str, allowed: &[&str], suggestion: Option<&str>) -> Diagnostic {
    rules::invalid_keyword::new(element.key.span(), element.local(), what, allowed, suggestion).in_clause("")
}

/// Reports an element without an attribute that it needs.
fn lacks(element: Element<'_>, attribute: &str) -> Diagnostic {
    let what = format!("`{}`", element.local());
    let expected = format!("an element with the attribute `{attribute}`");
    let help = format!("add `{attribute}=\"…\"`");
    let (span, actual) = (element.key.span(), "an element without it");
    rules::wrong_shape::new(span, &what, &expected, actual, Some(help)).in_clause("")
}

/// Returns the value that `text` is for an input of type `value_type`, or `None` if it is not one.
fn typed(value_type: OperandType, text: &str) -> Option<VariabilityValue> {
    let number =
        |text: &str| text.contains(|c: char| c.is_ascii_digit()).then(|| Number::read(text)).flatten();
    match value_type {
        OperandType::Boolean => match text.trim() {
            "true" => Some(VariabilityValue::Boolean(true)),
            "false" => Some(VariabilityValue::Boolean(false)),
            _ => None,
        },
        OperandType::Number => number(text.trim()).map(VariabilityValue::Number),
        OperandType::List | OperandType::Map => None,
        OperandType::Unknown => match resolve_plain(text.trim()) {
            Scalar::Bool(value) => Some(VariabilityValue::Boolean(value)),
            Scalar::Integer(text) | Scalar::Float(text) => number(text).map(VariabilityValue::Number),
            Scalar::Null | Scalar::String(_) => Some(VariabilityValue::Text(text.into())),
        },
        _ => Some(VariabilityValue::Text(text.into())),
    }
}
