//! Variability inputs: their declarations, and checks of their values.

use regex::Regex;
use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, rules, suggest};
use crate::keynames::describe;
use crate::yaml::YamlNode;

use super::apply::apply;
use super::expression::VariabilityExprId;
use super::model::VariabilityModel;
use super::operators::{OperandType, Operator};
use super::read::is_known;
use super::tables::INPUT;
use super::value::VariabilityValue;

/// A variability input.
#[derive(Clone, Debug)]
pub struct VariabilityInput<'t> {
    /// The name of the input.
    pub key: YamlNode<'t>,
    /// The name of its type, or `None` if it has no type.
    pub type_name: Option<YamlNode<'t>>,
    /// The type of its values.
    pub value_type: OperandType,
    /// Whether its values are integers.
    pub is_integer: bool,
    /// The constraints that its values must satisfy.
    pub constraints: Vec<Constraint<'t>>,
    /// The default value.
    pub default: Option<VariabilityValue>,
    /// The expression whose value is the default.
    pub default_expression: Option<VariabilityExprId>,
    /// Whether an expression reads it.
    pub is_used: bool,
}

/// One constraint of an input.
#[derive(Clone, Debug)]
pub struct Constraint<'t> {
    /// The operator.
    pub operator: Operator,
    /// The operands, without the value itself.
    pub operands: Vec<VariabilityValue>,
    /// The operands of `valid_values` as a set.
    listed: FxHashSet<VariabilityValue>,
    /// The compiled regular expression of `pattern`, if it is valid.
    pub pattern: Option<Regex>,
    /// The node of the constraint.
    pub node: YamlNode<'t>,
}

impl Constraint<'_> {
    /// Whether `value` satisfies the constraint; true if that is unknown.
    #[must_use]
    pub fn allows(&self, value: &VariabilityValue) -> bool {
        if let (Some(pattern), VariabilityValue::Text(text)) = (&self.pattern, value) {
            return pattern.find(text).is_some_and(|matched| matched.range() == (0..text.len()));
        }
        if self.operator == Operator::ValidValues {
            return self.listed.contains(value);
        }
        let operands: Vec<VariabilityValue> = std::iter::once(value).chain(&self.operands).cloned().collect();
        match (apply(self.operator, &operands), self.operator) {
            (Ok(result), _) => result.is_true(),
            (Err(_), Operator::Pattern) => true,
            // Sizes, times and versions are ordered, but their order is not known here.
            (
                Err(_),
                Operator::GreaterThan
                | Operator::GreaterOrEqual
                | Operator::LessThan
                | Operator::LessOrEqual
                | Operator::InRange,
            ) => matches!(value, VariabilityValue::Text(_)),
            _ => false,
        }
    }
}

impl VariabilityInput<'_> {
    /// Whether `value` has the right type and satisfies the constraints.
    #[must_use]
    pub fn allows(&self, value: &VariabilityValue) -> bool {
        self.is_of_type(value) && self.constraints.iter().all(|constraint| constraint.allows(value))
    }

    fn is_of_type(&self, value: &VariabilityValue) -> bool {
        match (self.value_type, value) {
            (OperandType::Unknown, _)
            | (
                OperandType::Other,
                VariabilityValue::Text(_)
                | VariabilityValue::Number(_)
                | VariabilityValue::List(_)
                | VariabilityValue::Map(_),
            ) => true,
            (OperandType::Number, VariabilityValue::Number(number)) => {
                !self.is_integer || number.as_integer().is_some()
            }
            (expected, value) => expected == value.value_type(),
        }
    }

    /// Describes the type of its values.
    #[must_use]
    pub fn describe(&self) -> &'static str {
        if self.is_integer { "an integer" } else { self.value_type.name() }
    }

    /// Returns the diagnostic about `value`, which is written at `span`, or `None` if the value is valid.
    #[must_use]
    pub fn fault(&self, value: &VariabilityValue, span: Span, written: &str) -> Option<Diagnostic> {
        let name = self.key.text();
        if !self.is_of_type(value) {
            let type_span = self.type_name.map(YamlNode::span);
            return Some(rules::invalid_variability_value::wrong_type(
                span,
                name,
                self.describe(),
                written,
                type_span,
            ));
        }
        let violated = self.constraints.iter().find(|constraint| !constraint.allows(value))?;
        Some(rules::invalid_variability_value::violated_constraint(span, name, written, violated.node.span()))
    }
}

/// A preset.
#[derive(Clone, Debug)]
pub struct Preset<'t> {
    /// The name of the preset.
    pub key: YamlNode<'t>,
    /// The values by the index of the input.
    pub values: Vec<(u32, VariabilityValue)>,
}

/// Reads the declaration of an input.
pub(super) fn declaration<'t>(
    key: YamlNode<'t>,
    body: YamlNode<'t>,
    is_extended: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> VariabilityInput<'t> {
    let type_name = body.get("type").filter(|name| name.is_string());
    let (value_type, is_integer) = match type_name.and_then(YamlNode::as_str) {
        Some("boolean") => (OperandType::Boolean, false),
        Some("integer") => (OperandType::Number, true),
        Some("float" | "number") => (OperandType::Number, false),
        Some("string") => (OperandType::Text, false),
        Some("list") => (OperandType::List, false),
        Some("map") => (OperandType::Map, false),
        Some(_) => (OperandType::Other, false),
        None => (OperandType::Unknown, false),
    };
    let mut input = VariabilityInput {
        key,
        type_name,
        value_type,
        is_integer,
        constraints: Vec::new(),
        default: None,
        default_expression: None,
        is_used: false,
    };
    if !body.is_mapping() {
        if !body.is_invalid() {
            let what = format!("variability input `{}`", key.text());
            let diagnostic = rules::wrong_shape::new(body.span(), &what, "a map", describe(body), None);
            diagnostics.push(diagnostic);
        }
        return input;
    }
    for (name, value) in body.entries() {
        match name.text() {
            "constraints" if value.is_sequence() => {
                for item in value.items() {
                    read_constraint(item, &mut input, diagnostics);
                }
            }
            "constraints" => {
                let what = "`constraints`";
                diagnostics.push(rules::wrong_shape::new(
                    value.span(),
                    what,
                    "a list",
                    describe(value),
                    None,
                ));
            }
            _ => {
                is_known(name, &INPUT, is_extended, diagnostics);
                if matches!(name.text(), "requires" | "excludes")
                    && !value.is_sequence()
                    && !value.is_invalid()
                {
                    let what = format!("`{}`", name.text());
                    let diagnostic =
                        rules::wrong_shape::new(value.span(), &what, "a list", describe(value), None);
                    diagnostics.push(diagnostic);
                }
            }
        }
    }
    if let Some(clause) = body.get("validation") {
        read_validation(clause, &mut input);
    }
    if let Some(default) = body.get("default").or_else(|| body.get("value")).filter(|value| !value.is_null())
    {
        input.default = VariabilityValue::read(default);
        if let Some(value) = &input.default {
            diagnostics.extend(input.fault(value, default.span(), default.written()));
        }
    }
    input
}

/// Reads a constraint in the syntax of TOSCA 1.3: the operator, with the operands other than the value.
fn read_constraint<'t>(
    node: YamlNode<'t>,
    input: &mut VariabilityInput<'t>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some((key, value)) = node.only_entry() else {
        if !node.is_invalid() {
            diagnostics.push(rules::malformed_expression::not_a_constraint(node.span()));
        }
        return;
    };
    let operator = match key.text() {
        "equal" => Operator::Equal,
        "greater_than" => Operator::GreaterThan,
        "greater_or_equal" => Operator::GreaterOrEqual,
        "less_than" => Operator::LessThan,
        "less_or_equal" => Operator::LessOrEqual,
        "in_range" => Operator::InRange,
        "valid_values" => Operator::ValidValues,
        "length" => Operator::Length,
        "min_length" => Operator::MinLength,
        "max_length" => Operator::MaxLength,
        "pattern" => Operator::Pattern,
        "schema" => return,
        name => {
            let operators = [
                "equal",
                "greater_than",
                "greater_or_equal",
                "less_than",
                "less_or_equal",
                "in_range",
                "valid_values",
                "length",
                "min_length",
                "max_length",
                "pattern",
            ];
            diagnostics.push(rules::unknown_operator::new(key.span(), name, suggest(name, operators)));
            return;
        }
    };
    let is_list = matches!(operator, Operator::InRange | Operator::ValidValues);
    if is_list && (!value.is_sequence() || operator == Operator::InRange && value.items().count() != 2) {
        if !value.is_invalid() {
            let expected = if operator == Operator::InRange { "a list of two bounds" } else { "a list" };
            let what = format!("`{}`", key.text());
            diagnostics.push(rules::wrong_shape::new(value.span(), &what, expected, describe(value), None));
        }
        return;
    }
    let nodes: Vec<YamlNode<'t>> = if is_list { value.items().collect() } else { vec![value] };
    let operands: Option<Vec<VariabilityValue>> = nodes.iter().map(|node| read_bound(*node)).collect();
    let Some(operands) = operands else { return };
    add_constraint(input, operator, operands, node);
}

fn read_bound(node: YamlNode<'_>) -> Option<VariabilityValue> {
    if node.as_str() == Some("UNBOUNDED") {
        Some(VariabilityValue::Unbounded)
    } else {
        VariabilityValue::read(node)
    }
}

/// Reads a validation clause of TOSCA 2.0, as far as a constraint can express it; other clauses are ignored
/// here.
fn read_validation<'t>(clause: YamlNode<'t>, input: &mut VariabilityInput<'t>) {
    let mut pending = vec![clause];
    while let Some(clause) = pending.pop() {
        let Some((key, operands)) = clause.only_entry() else { continue };
        let operator = match key.text() {
            "$and" => {
                pending.extend(operands.items());
                continue;
            }
            "$equal" => Operator::Equal,
            "$greater_than" => Operator::GreaterThan,
            "$greater_or_equal" => Operator::GreaterOrEqual,
            "$less_than" => Operator::LessThan,
            "$less_or_equal" => Operator::LessOrEqual,
            "$in_range" => Operator::InRange,
            "$valid_values" => Operator::ValidValues,
            "$matches" => Operator::Pattern,
            _ => continue,
        };
        let nodes: Vec<YamlNode<'t>> = operands.items().collect();
        let of_value = nodes.split_first().filter(|(first, _)| first.as_str() == Some("$value"));
        let Some((_, value_operands)) = of_value else { continue };
        let is_list = matches!(operator, Operator::InRange | Operator::ValidValues);
        let nodes: Vec<YamlNode<'t>> = if is_list {
            value_operands.iter().flat_map(|list| list.items()).collect()
        } else {
            value_operands.to_vec()
        };
        let operands: Option<Vec<VariabilityValue>> = nodes.iter().map(|node| read_bound(*node)).collect();
        if let Some(operands) = operands {
            add_constraint(input, operator, operands, clause);
        }
    }
}

fn add_constraint<'t>(
    input: &mut VariabilityInput<'t>,
    operator: Operator,
    operands: Vec<VariabilityValue>,
    node: YamlNode<'t>,
) {
    let pattern = match (operator, operands.first()) {
        (Operator::Pattern, Some(VariabilityValue::Text(pattern))) => Regex::new(pattern).ok(),
        _ => None,
    };
    let listed = operands.iter().filter(|_| operator == Operator::ValidValues).cloned().collect();
    input.constraints.push(Constraint { operator, operands, listed, pattern, node });
}

/// Reads values of inputs from a map: in a preset, or in an inputs file.
pub(super) fn assignments(
    model: &VariabilityModel<'_>,
    map: YamlNode<'_>,
    is_preset: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(u32, VariabilityValue)> {
    let mut values = Vec::new();
    if map.is_null() || map.is_invalid() {
        return values;
    }
    if !map.is_mapping() {
        let what = if is_preset { "`inputs`" } else { "an inputs file" };
        diagnostics.push(rules::wrong_shape::new(map.span(), what, "a map", describe(map), None));
        return values;
    }
    for (key, node) in map.entries() {
        let name = key.text();
        let Some(index) = model.input(name) else {
            let names = model.inputs.iter().map(|input| input.key.text());
            diagnostics.push(rules::unknown_variability_input::given(key.span(), name, suggest(name, names)));
            continue;
        };
        let Some(value) = VariabilityValue::read(node) else {
            if !node.is_invalid() {
                let expected = model.inputs[index].describe();
                diagnostics.push(rules::invalid_variability_value::wrong_type(
                    node.span(),
                    name,
                    expected,
                    node.written(),
                    None,
                ));
            }
            continue;
        };
        if let Some(diagnostic) = model.inputs[index].fault(&value, node.span(), node.written()) {
            diagnostics.push(diagnostic);
            continue;
        }
        values.push((u32::try_from(index).unwrap_or(u32::MAX), value));
    }
    values
}
