//! Variability inputs: what is declared, and values held against it.

use regex::Regex;
use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::keynames::describe;
use crate::yaml::Node;

use super::apply::apply;
use super::model::Model;
use super::operators::{Operator, Type};
use super::read::is_known;
use super::tables::INPUT;
use super::value::Value;

/// A variability input.
#[derive(Clone, Debug)]
pub struct Input<'t> {
    /// Its name.
    pub key: Node<'t>,
    /// The name of its type; none where none is given.
    pub type_name: Option<Node<'t>>,
    /// What its values are.
    pub value_type: Type,
    /// Whether its values are whole numbers.
    pub is_integer: bool,
    /// What its values must meet.
    pub constraints: Vec<Constraint<'t>>,
    /// The value where none is given.
    pub default: Option<Value>,
    /// Whether an expression reads it.
    pub is_used: bool,
}

/// One constraint of an input.
#[derive(Clone, Debug)]
pub struct Constraint<'t> {
    /// The operator.
    pub operator: Operator,
    /// The operands behind the value.
    pub operands: Vec<Value>,
    /// The operands as a set, where one of them must be the value.
    listed: FxHashSet<Value>,
    /// The regular expression, where there is one.
    pub pattern: Option<Regex>,
    /// Where it is written.
    pub place: Node<'t>,
}

impl Constraint<'_> {
    /// Whether `value` meets it; where that cannot be told, it does.
    #[must_use]
    pub fn admits(&self, value: &Value) -> bool {
        if let (Some(pattern), Value::Text(text)) = (&self.pattern, value) {
            return pattern.find(text).is_some_and(|found| found.range() == (0..text.len()));
        }
        if self.operator == Operator::ValidValues {
            return self.listed.contains(value);
        }
        let operands: Vec<Value> = std::iter::once(value).chain(&self.operands).cloned().collect();
        match (apply(self.operator, &operands), self.operator) {
            (Ok(result), _) => result.is_true(),
            (Err(_), Operator::Pattern) => true,
            // Sizes, times and versions have an order, but it is not known here.
            (
                Err(_),
                Operator::GreaterThan
                | Operator::GreaterOrEqual
                | Operator::LessThan
                | Operator::LessOrEqual
                | Operator::InRange,
            ) => matches!(value, Value::Text(_)),
            _ => false,
        }
    }
}

impl Input<'_> {
    /// Whether `value` is of the type and meets the constraints.
    #[must_use]
    pub fn admits(&self, value: &Value) -> bool {
        self.is_of_type(value) && self.constraints.iter().all(|constraint| constraint.admits(value))
    }

    fn is_of_type(&self, value: &Value) -> bool {
        match (self.value_type, value) {
            (Type::Unknown, _)
            | (Type::Other, Value::Text(_) | Value::Number(_) | Value::List(_) | Value::Map(_)) => true,
            (Type::Number, Value::Number(number)) => !self.is_integer || number.as_integer().is_some(),
            (wanted, value) => wanted == value.value_type(),
        }
    }

    /// What its values are, in words.
    #[must_use]
    pub fn describe(&self) -> &'static str {
        if self.is_integer { "an integer" } else { self.value_type.name() }
    }

    /// The finding about `value`, which is written at `node`, if it does not fit.
    pub(super) fn fault(&self, value: &Value, place: Span, written: &str) -> Option<Diagnostic> {
        let name = self.key.text();
        if !self.is_of_type(value) {
            let because = self.type_name.map(Node::span);
            return Some(codes::invalid_variability_value::of_type(
                place,
                name,
                self.describe(),
                written,
                because,
            ));
        }
        let broken = self.constraints.iter().find(|constraint| !constraint.admits(value))?;
        Some(codes::invalid_variability_value::constraint(place, name, written, broken.place.span()))
    }
}

/// A preset.
#[derive(Clone, Debug)]
pub struct Preset<'t> {
    /// Its name.
    pub key: Node<'t>,
    /// Values by the position of the input.
    pub values: Vec<(u32, Value)>,
}

/// Reads the declaration of an input.
pub(super) fn declaration<'t>(key: Node<'t>, body: Node<'t>, found: &mut Vec<Diagnostic>) -> Input<'t> {
    let type_name = body.get("type").filter(|name| name.as_str().is_some());
    let (value_type, is_integer) = match type_name.and_then(Node::as_str) {
        Some("boolean") => (Type::Boolean, false),
        Some("integer") => (Type::Number, true),
        Some("float" | "number") => (Type::Number, false),
        Some("string") => (Type::Text, false),
        Some("list") => (Type::List, false),
        Some("map") => (Type::Map, false),
        Some(_) => (Type::Other, false),
        None => (Type::Unknown, false),
    };
    let mut input = Input {
        key,
        type_name,
        value_type,
        is_integer,
        constraints: Vec::new(),
        default: None,
        is_used: false,
    };
    if !body.is_mapping() {
        if !body.is_invalid() {
            let what = format!("variability input `{}`", key.text());
            let found_here = codes::wrong_shape::new(body.span(), &what, "a map", describe(body), None);
            found.push(found_here);
        }
        return input;
    }
    for (name, value) in body.entries() {
        match name.text() {
            "constraints" if value.is_sequence() => {
                for item in value.items() {
                    constraint(item, &mut input, found);
                }
            }
            "constraints" => {
                let what = "`constraints`";
                found.push(codes::wrong_shape::new(value.span(), what, "a list", describe(value), None));
            }
            _ => {
                is_known(name, &INPUT, found);
            }
        }
    }
    if let Some(clause) = body.get("validation") {
        validation(clause, &mut input);
    }
    if let Some(default) = body.get("default").or_else(|| body.get("value")).filter(|value| !value.is_null())
    {
        input.default = Value::read(default);
        if let Some(value) = &input.default {
            found.extend(input.fault(value, default.span(), default.written()));
        }
    }
    input
}

/// A constraint as TOSCA 1.3 writes it: the operator, and what stands behind the value.
fn constraint<'t>(node: Node<'t>, input: &mut Input<'t>, found: &mut Vec<Diagnostic>) {
    let Some((key, value)) = node.only_entry() else {
        if !node.is_invalid() {
            found.push(codes::malformed_expression::no_constraint(node.span()));
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
        other => {
            let names = [
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
            found.push(codes::unknown_operator::new(key.span(), other, suggest(other, names)));
            return;
        }
    };
    let many = matches!(operator, Operator::InRange | Operator::ValidValues);
    if many && (!value.is_sequence() || operator == Operator::InRange && value.items().count() != 2) {
        if !value.is_invalid() {
            let wanted = if operator == Operator::InRange { "a list of two bounds" } else { "a list" };
            let what = format!("`{}`", key.text());
            found.push(codes::wrong_shape::new(value.span(), &what, wanted, describe(value), None));
        }
        return;
    }
    let nodes: Vec<Node<'t>> = if many { value.items().collect() } else { vec![value] };
    let operands: Option<Vec<Value>> = nodes.iter().map(|node| bound(*node)).collect();
    let Some(operands) = operands else { return };
    add(input, operator, operands, node);
}

fn bound(node: Node<'_>) -> Option<Value> {
    if node.as_str() == Some("UNBOUNDED") { Some(Value::Unbounded) } else { Value::read(node) }
}

/// A validation clause of TOSCA 2.0, as far as it says what a constraint could; the rest is not decided here.
fn validation<'t>(clause: Node<'t>, input: &mut Input<'t>) {
    let mut waiting = vec![clause];
    while let Some(clause) = waiting.pop() {
        let Some((key, operands)) = clause.only_entry() else { continue };
        let operator = match key.text() {
            "$and" => {
                waiting.extend(operands.items());
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
        let nodes: Vec<Node<'t>> = operands.items().collect();
        let of_value = nodes.split_first().filter(|(first, _)| first.as_str() == Some("$value"));
        let Some((_, rest)) = of_value else { continue };
        let many = matches!(operator, Operator::InRange | Operator::ValidValues);
        let nodes: Vec<Node<'t>> =
            if many { rest.iter().flat_map(|list| list.items()).collect() } else { rest.to_vec() };
        let operands: Option<Vec<Value>> = nodes.iter().map(|node| bound(*node)).collect();
        if let Some(operands) = operands {
            add(input, operator, operands, clause);
        }
    }
}

fn add<'t>(input: &mut Input<'t>, operator: Operator, operands: Vec<Value>, place: Node<'t>) {
    let pattern = match (operator, operands.first()) {
        (Operator::Pattern, Some(Value::Text(pattern))) => Regex::new(pattern).ok(),
        _ => None,
    };
    let listed = operands.iter().filter(|_| operator == Operator::ValidValues).cloned().collect();
    input.constraints.push(Constraint { operator, operands, listed, pattern, place });
}

/// Values of inputs that are written as a map: in a preset, or in a file of inputs.
pub fn assignments(
    model: &Model<'_>,
    map: Node<'_>,
    preset: bool,
    found: &mut Vec<Diagnostic>,
) -> Vec<(u32, Value)> {
    let mut values = Vec::new();
    if map.is_null() || map.is_invalid() {
        return values;
    }
    if !map.is_mapping() {
        let what = if preset { "`inputs`" } else { "an inputs file" };
        found.push(codes::wrong_shape::new(map.span(), what, "a map", describe(map), None));
        return values;
    }
    for (key, node) in map.entries() {
        let name = key.text();
        let Some(index) = model.input(name) else {
            let names = model.inputs.iter().map(|input| input.key.text());
            found.push(codes::unknown_variability_input::given(key.span(), name, suggest(name, names)));
            continue;
        };
        let Some(value) = Value::read(node) else {
            if !node.is_invalid() {
                let wanted = model.inputs[index].describe();
                found.push(codes::invalid_variability_value::of_type(
                    node.span(),
                    name,
                    wanted,
                    node.written(),
                    None,
                ));
            }
            continue;
        };
        if let Some(fault) = model.inputs[index].fault(&value, node.span(), node.written()) {
            found.push(fault);
            continue;
        }
        values.push((u32::try_from(index).unwrap_or(u32::MAX), value));
    }
    values
}
