//! Reads inputs, properties and parts of values (TOSCA 2.0 §10.2.1).

use crate::diagnostics::rules::unknown_part::ValuePlace;
use crate::expressions::{Expression, Form};
use crate::functions::Failure;
use crate::literals::{Value, unescaped};
use crate::model::types::Types;
use crate::values::inputs::InputRef;
use crate::values::memo::{NamedValue, PropertyValue};
use crate::values::paths::{PathResult, follow};
use crate::values::typing::PathTarget;
use crate::values::value_type::{ValueStep, ValueType};
use crate::yaml::YamlNode;

use super::{CallResult, Evaluator};

impl<'g> Evaluator<'_, 'g> {
    /// Computes `$value`, or a part of it (§10.2.1.5).
    pub(super) fn read_value(&self, steps: &[YamlNode<'g>]) -> CallResult<'g> {
        let Some(value) = self.value else { return CallResult::Unknown };
        match self.select_part(value, steps, &ValueType::Unknown, ValuePlace::Validated) {
            // A missing entry leaves the condition undecided (9.10-09).
            CallResult::Failed(_, Failure::NoPart(ValuePlace::Validated)) => CallResult::Unknown,
            other => other,
        }
    }

    /// Computes `$get_input`, or a part of the input (§10.2.1.1).
    pub(super) fn read_input(&self, call: YamlNode<'g>, arguments: &[YamlNode<'g>]) -> CallResult<'g> {
        let Some((name, steps)) = arguments.split_first() else { return CallResult::Unknown };
        let inputs = &self.typings.inputs;
        let Some(InputRef::Service(input)) = name.as_str().and_then(|name| inputs.find(call, name)) else {
            return CallResult::Unknown;
        };
        let Some(value) = self.values.get(self.typings, NamedValue::Input(input)) else {
            return CallResult::Unknown;
        };
        let fixed = input.definition().and_then(|definition| definition.value.as_ref());
        let place = match (inputs.given(input).filter(|_| fixed.is_none()), input.own_value()) {
            (Some(given), _) => ValuePlace::Input(given.span()),
            (None, Some(value)) if fixed.is_some() => ValuePlace::Input(value.span()),
            (None, Some(default)) => ValuePlace::InputDefault(default.span()),
            (None, None) => ValuePlace::Validated,
        };
        let ty = input.defined().map_or(ValueType::Unknown, ValueType::Field);
        self.select_part(&value, steps, &ty, place)
    }

    /// Computes `$get_property`, or a part of the property (§10.2.1.2).
    pub(super) fn read_property(&self, call: YamlNode<'g>, arguments: &[YamlNode<'g>]) -> CallResult<'g> {
        if self.values.is_closed() {
            return CallResult::Unknown;
        }
        let is_name_path =
            matches!(self.types.expressions.call(call).map(Expression::form), Some(Form::NamePath(..)));
        let is_about_self = arguments.first().is_some_and(|first| first.as_str() == Some("SELF"));
        if is_name_path || is_about_self && self.instance.is_none() {
            return self.read_target(call, arguments);
        }
        match follow(self, call, arguments) {
            Ok(result) => self.read_properties(&result, arguments),
            Err(not_a_value) => not_a_value,
        }
    }

    /// Computes the property that was found when the path was typed.
    fn read_target(&self, call: YamlNode<'g>, arguments: &[YamlNode<'g>]) -> CallResult<'g> {
        let is_elsewhere = self.instance.is_some_and(|instance| {
            let template = instance.node().template;
            !template.service().node(template.written().node).contains(call)
        });
        let Some(target @ PathTarget { value: node, index, .. }) = self.typing.target(call) else {
            return CallResult::Unknown;
        };
        if is_elsewhere {
            return CallResult::Unknown;
        }
        let Some(value) = self.values.get(self.typings, NamedValue::Target(target)) else {
            return CallResult::Unknown;
        };
        let steps = arguments.get(index + 1..).unwrap_or_default();
        self.select_part(&value, steps, &ValueType::Field(target.field), ValuePlace::Given(node.span()))
    }

    /// Computes the properties at the end of a path, or parts of them.
    fn read_properties(&self, result: &PathResult<'g>, arguments: &[YamlNode<'g>]) -> CallResult<'g> {
        let steps = arguments.get(result.index + 1..).unwrap_or_default();
        let mut values = Vec::with_capacity(result.owners.len());
        let mut missing = None;
        for (owner, id) in result.owners.iter().zip(&result.fields) {
            let property = PropertyValue { owner: *owner, id: *id, part: None };
            match self.read_part(property, steps) {
                CallResult::Value(value) => values.push(value),
                CallResult::Failed(culprit, failure) => return CallResult::Failed(culprit, failure),
                CallResult::Unknown => missing = Some(CallResult::Unknown),
            }
        }
        match missing {
            Some(missing) => missing,
            None if result.is_all => CallResult::Value(Value::List(values)),
            None => values.pop().map_or(CallResult::Unknown, CallResult::Value),
        }
    }

    /// Computes the part of a property that `steps` select; other parts need not be known.
    fn read_part(&self, property: PropertyValue<'g>, steps: &[YamlNode<'g>]) -> CallResult<'g> {
        let written = property.written(self.types);
        let place = written.map_or(ValuePlace::Validated, |written| ValuePlace::Given(written.span()));
        let whole_type = property.value_type(self.types);
        if let Some(value) = self.values.get(self.typings, NamedValue::Property(property.clone())) {
            return self.select_part(&value, steps, &whole_type, place);
        }
        if self.values.has_to_wait() || steps.is_empty() {
            return CallResult::Unknown;
        }
        let Some((mut node, mut ty)) = written.map(|node| (node, whole_type)) else {
            return CallResult::Unknown;
        };
        let mut rest = steps;
        while let Some((step, after)) = rest.split_first().filter(|_| !self.is_call(node)) {
            let key = match self.evaluate(*step) {
                CallResult::Value(key) => key,
                other => return other,
            };
            let Some((part, part_type)) = written_part(self.types, node, &ty, &key) else {
                return CallResult::Unknown;
            };
            (node, ty, rest) = (part, part_type, after);
        }
        if rest.len() == steps.len() {
            return CallResult::Unknown;
        }
        let part = PropertyValue { part: Some((node, ty.clone())), ..property };
        match self.values.get(self.typings, NamedValue::Property(part)) {
            Some(value) => self.select_part(&value, rest, &ty, place),
            None => CallResult::Unknown,
        }
    }

    /// Returns the part that `steps` select of a value of type `ty` from `place`.
    fn select_part(
        &self,
        value: &Value,
        steps: &[YamlNode<'g>],
        ty: &ValueType<'g>,
        place: ValuePlace,
    ) -> CallResult<'g> {
        let (mut current, mut ty) = (value, ty.clone());
        for step in steps {
            let key = match self.evaluate(*step) {
                CallResult::Value(key) => key,
                other => return other,
            };
            let part_type = match &key {
                Value::String(name) => ty.part(self.types, ValueStep::Name(name)),
                _ => ty.part(self.types, ValueStep::Index),
            };
            ty = part_type.unwrap_or(ValueType::Unknown);
            current = match part(current, &key) {
                Some(part) => part,
                // An optional property without a value.
                None if matches!(&ty, ValueType::Field(_)) => return CallResult::Unknown,
                None => return CallResult::Failed(*step, Failure::NoPart(place)),
            };
        }
        CallResult::Value(current.clone())
    }
}

/// Returns the part of the literal at `node` that `key` selects, and its type; an omitted property has its
/// default.
fn written_part<'g>(
    types: &'g Types,
    node: YamlNode<'g>,
    ty: &ValueType<'g>,
    key: &Value,
) -> Option<(YamlNode<'g>, ValueType<'g>)> {
    match key {
        Value::Integer(index) if node.is_sequence() => {
            let part = node.items().nth(usize::try_from(*index).ok()?)?;
            Some((part, ty.part(types, ValueStep::Index).ok()?))
        }
        Value::String(name) if node.is_mapping() => {
            let part_type = ty.part(types, ValueStep::Name(name)).ok()?;
            let written = node.entries().find(|(key, _)| key.as_str().map(unescaped) == Some(name));
            let part = match (written, &part_type) {
                (Some((_, part)), _) => part,
                (None, ValueType::Field(field)) => {
                    let effective = field.effective();
                    effective.value.or(effective.default.filter(|_| field.is_required()))?
                }
                (None, _) => return None,
            };
            Some((part, part_type))
        }
        _ => None,
    }
}

/// Returns an entry of a list or map.
pub(in crate::values) fn part<'v>(value: &'v Value, key: &Value) -> Option<&'v Value> {
    match (value, key) {
        (Value::List(values), Value::Integer(index)) => values.get(usize::try_from(*index).ok()?),
        (Value::Map(map), Value::String(name)) => map.get(name.as_str()),
        _ => None,
    }
}
