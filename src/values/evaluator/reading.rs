//! Reads inputs, properties and parts of values (TOSCA 2.0 §10.2.1).

use crate::diagnostics::rules::unknown_part::ValuePlace;
use crate::expressions::{Callee, Expression, Form};
use crate::functions::{Failure, FunctionSource, PathEnd};
use crate::literals::{Value, equal, unescaped};
use crate::values::inputs::InputRef;
use crate::values::instance::EntityInstance;
use crate::values::memo::{NamedValue, PartValue, PropertyValue};
use crate::values::paths::{PathResult, count_of_nodes, follow};
use crate::values::typing::PathTarget;
use crate::values::value_type::{ValueStep, ValueType};
use crate::yaml::YamlNode;

use super::{CallResult, Evaluator};

/// The maximum number of nodes of a template whose values are compared.
const MAX_NODES: u64 = 16;

/// The maximum number of calls that are followed to a part of a value.
const MAX_CALLS: usize = 32;

/// A step into a value: an argument of a call, and its value.
#[derive(Clone)]
pub(in crate::values) struct Step<'g> {
    node: YamlNode<'g>,
    key: Value,
}

/// A value that is read: where it is written, its type, and what `SELF` refers to in it.
struct Source<'g> {
    node: YamlNode<'g>,
    ty: ValueType<'g>,
    instance: Option<EntityInstance<'g>>,
    place: ValuePlace,
}

impl<'g> Evaluator<'_, 'g> {
    /// Computes `$value`, or a part of it (§10.2.1.5).
    pub(super) fn read_value(&self, steps: &[YamlNode<'g>]) -> CallResult<'g> {
        let Some(value) = self.value else { return CallResult::Unknown };
        let steps = match self.evaluate_steps(steps, &[]) {
            Ok(steps) => steps,
            Err(not_a_value) => return not_a_value,
        };
        match self.select_part(value, &steps, &ValueType::Unknown, ValuePlace::Validated) {
            // A missing entry leaves the condition undecided (9.10-09).
            CallResult::Failed(_, Failure::NoPart(ValuePlace::Validated)) => CallResult::Unknown,
            other => other,
        }
    }

    /// Computes `$get_input`, or a part of the input (§10.2.1.1).
    pub(super) fn read_input(&self, call: YamlNode<'g>, arguments: &[YamlNode<'g>]) -> CallResult<'g> {
        self.read_part_of_input(call, arguments, &[], MAX_CALLS)
    }

    /// Computes `$get_property`, or a part of the property (§10.2.1.2).
    pub(super) fn read_property(&self, call: YamlNode<'g>, arguments: &[YamlNode<'g>]) -> CallResult<'g> {
        self.read_part_of_property(call, arguments, &[], MAX_CALLS)
    }

    /// Computes the part of an input that the steps after its name, and then `more`, select; follows at most
    /// `calls` other calls.
    fn read_part_of_input(
        &self,
        call: YamlNode<'g>,
        arguments: &[YamlNode<'g>],
        more: &[Step<'g>],
        calls: usize,
    ) -> CallResult<'g> {
        let Some((name, steps)) = arguments.split_first() else { return CallResult::Unknown };
        let inputs = &self.typings.inputs;
        let Some(InputRef::Service(input)) = name.as_str().and_then(|name| inputs.find(call, name)) else {
            return CallResult::Unknown;
        };
        let steps = match self.evaluate_steps(steps, more) {
            Ok(steps) => steps,
            Err(not_a_value) => return not_a_value,
        };
        let fixed = input.definition().and_then(|definition| definition.value.as_ref());
        let place = match (inputs.given(input).filter(|_| fixed.is_none()), input.own_value()) {
            (Some(given), _) => ValuePlace::Input(given.span()),
            (None, Some(value)) if fixed.is_some() => ValuePlace::Input(value.span()),
            (None, Some(default)) => ValuePlace::InputDefault(default.span()),
            (None, None) => ValuePlace::Validated,
        };
        let ty = input.defined().map_or(ValueType::Unknown, ValueType::Field);
        if let Some(value) = self.values.get(self.typings, NamedValue::Input(input)) {
            return self.select_part(&value, &steps, &ty, place);
        }
        match self.values.value_of_input(inputs, input) {
            Some(node) => self.read_written(Source { node, ty, instance: None, place }, &steps, calls),
            None => CallResult::Unknown,
        }
    }

    /// Computes the part of a property that the steps after its name, and then `more`, select; follows at most
    /// `calls` other calls.
    fn read_part_of_property(
        &self,
        call: YamlNode<'g>,
        arguments: &[YamlNode<'g>],
        more: &[Step<'g>],
        calls: usize,
    ) -> CallResult<'g> {
        if self.values.is_closed() {
            return CallResult::Unknown;
        }
        let is_name_path =
            matches!(self.types.expressions.call(call).map(Expression::form), Some(Form::NamePath(..)));
        let is_about_self = arguments.first().is_some_and(|first| first.as_str() == Some("SELF"));
        if is_name_path || is_about_self && self.instance.is_none() {
            return self.read_target(call, arguments, more);
        }
        match follow(self, call, arguments) {
            Ok(result) => self.read_properties(&result, arguments, more, calls),
            Err(not_a_value) => not_a_value,
        }
    }

    /// Computes the property that was found when the path was typed.
    fn read_target(
        &self,
        call: YamlNode<'g>,
        arguments: &[YamlNode<'g>],
        more: &[Step<'g>],
    ) -> CallResult<'g> {
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
        match self.evaluate_steps(arguments.get(index + 1..).unwrap_or_default(), more) {
            Ok(steps) => {
                let place = ValuePlace::Given(node.span());
                self.select_part(&value, &steps, &ValueType::Field(target.field), place)
            }
            Err(not_a_value) => not_a_value,
        }
    }

    /// Computes the properties at the end of a path, or parts of them.
    fn read_properties(
        &self,
        result: &PathResult<'g>,
        arguments: &[YamlNode<'g>],
        more: &[Step<'g>],
        calls: usize,
    ) -> CallResult<'g> {
        let own_steps = arguments.get(result.index + 1..).unwrap_or_default();
        let of_each = if result.is_all { &[] } else { more };
        let mut steps = match self.evaluate_steps(own_steps, of_each) {
            Ok(steps) => steps,
            Err(not_a_value) => return not_a_value,
        };
        if result.is_all
            && let Some((Step { key: Value::Integer(index), .. }, more)) = more.split_first()
            && let Some(position) = usize::try_from(*index).ok().filter(|index| *index < result.owners.len())
        {
            steps.extend_from_slice(more);
            let property = PropertyValue { owner: result.owners[position], id: result.fields[position] };
            return self.read_part(property, &steps, calls);
        }
        if !self.values.charge_reads(result.owners.len()) {
            return CallResult::Unknown;
        }
        let mut values = Vec::with_capacity(result.owners.len());
        let mut is_known = true;
        for (owner, id) in result.owners.iter().zip(&result.fields) {
            match self.read_part(PropertyValue { owner: *owner, id: *id }, &steps, calls) {
                CallResult::Value(value) => values.push(value),
                CallResult::Failed(culprit, failure) => return CallResult::Failed(culprit, failure),
                CallResult::Unknown => is_known = false,
            }
        }
        if !is_known {
            CallResult::Unknown
        } else if result.is_all {
            self.select_part(&Value::List(values), more, &ValueType::Unknown, ValuePlace::Validated)
        } else {
            values.pop().map_or(CallResult::Unknown, CallResult::Value)
        }
    }

    /// Computes the part of a property that `steps` select; other parts need not be known.
    fn read_part(&self, property: PropertyValue<'g>, steps: &[Step<'g>], calls: usize) -> CallResult<'g> {
        // Where the value is written matters only for its parts.
        let written = (!steps.is_empty()).then(|| property.written(self.types)).flatten();
        let place = written.map_or(ValuePlace::Validated, |written| ValuePlace::Given(written.span()));
        let ty = property.value_type(self.types);
        // Most values do not depend on an index.
        if let Some(owner) = property.owner.any() {
            let any = NamedValue::Property(PropertyValue { owner, ..property });
            if let Some(value) = self.values.get(self.typings, any) {
                return self.select_part(&value, steps, &ty, place);
            }
            if self.values.has_to_wait() {
                return CallResult::Unknown;
            }
        }
        if let Some(value) = self.values.get(self.typings, NamedValue::Property(property)) {
            return self.select_part(&value, steps, &ty, place);
        }
        let instance = Some(property.owner.instance());
        let part = match written {
            Some(node) => self.read_written(Source { node, ty, instance, place }, steps, calls),
            None => CallResult::Unknown,
        };
        match part {
            CallResult::Unknown if calls > 0 => self.read_of_each(property, steps, calls - 1),
            other => other,
        }
    }

    /// Computes the part of a property of any of several nodes, if it is the same for all of them.
    fn read_of_each(&self, property: PropertyValue<'g>, steps: &[Step<'g>], calls: usize) -> CallResult<'g> {
        let node = property.owner.instance().node();
        if node.index.is_some() || self.values.has_to_wait() {
            return CallResult::Unknown;
        }
        let count = count_of_nodes(self, node.template).filter(|count| *count <= MAX_NODES);
        let mut same: Option<Value> = None;
        for index in 0..count.unwrap_or(0) {
            let owner = property.owner.of_node(index);
            let part = self.read_part(PropertyValue { owner, ..property }, steps, calls);
            match (part, &same) {
                (CallResult::Value(value), None) => same = Some(value),
                (CallResult::Value(value), Some(other)) if equal(&value, other) => {}
                _ => return CallResult::Unknown,
            }
        }
        same.map_or(CallResult::Unknown, CallResult::Value)
    }

    /// Computes the part that `steps` select of a value that is not known as a whole; follows at most `calls`
    /// calls in it.
    fn read_written(&self, source: Source<'g>, steps: &[Step<'g>], calls: usize) -> CallResult<'g> {
        if self.values.has_to_wait() || steps.is_empty() {
            return CallResult::Unknown;
        }
        let inside = self.of(source.instance);
        let Source { mut node, mut ty, instance, place } = source;
        let mut rest = steps;
        while let Some((step, after)) = rest.split_first().filter(|_| !self.is_call(node)) {
            let Some((part, part_type)) = inside.written_part(node, &ty, &step.key) else {
                return CallResult::Unknown;
            };
            (node, ty, rest) = (part, part_type, after);
        }
        if let Some(call) = self.types.expressions.call(node).filter(|_| !rest.is_empty() && calls > 0) {
            let arguments: Vec<YamlNode<'g>> = call.arguments().map(Expression::node).collect();
            let Some(Callee::BuiltIn(function)) = call.callee() else { return CallResult::Unknown };
            match function.source() {
                Some(FunctionSource::Path(PathEnd::Property)) => {
                    return inside.read_part_of_property(node, &arguments, rest, calls - 1);
                }
                Some(FunctionSource::Input) => {
                    return inside.read_part_of_input(node, &arguments, rest, calls - 1);
                }
                _ => {}
            }
        }
        if rest.len() == steps.len() {
            return CallResult::Unknown;
        }
        let part = PartValue { instance, node, ty: ty.clone() };
        match self.values.get(self.typings, NamedValue::Part(part)) {
            Some(value) => self.select_part(&value, rest, &ty, place),
            None => CallResult::Unknown,
        }
    }

    /// Computes the steps at `nodes`, which `more` follow.
    fn evaluate_steps(
        &self,
        nodes: &[YamlNode<'g>],
        more: &[Step<'g>],
    ) -> Result<Vec<Step<'g>>, CallResult<'g>> {
        let step = |node: &YamlNode<'g>| match self.evaluate(*node) {
            CallResult::Value(key) => Ok(Step { node: *node, key }),
            other => Err(other),
        };
        nodes.iter().map(step).chain(more.iter().cloned().map(Ok)).collect()
    }

    /// Returns the part of the literal at `node` that `key` selects, and its type; an omitted property has its
    /// default.
    fn written_part(
        &self,
        node: YamlNode<'g>,
        ty: &ValueType<'g>,
        key: &Value,
    ) -> Option<(YamlNode<'g>, ValueType<'g>)> {
        match key {
            Value::Integer(index) if node.is_sequence() => {
                let part = node.items().nth(usize::try_from(*index).ok()?)?;
                Some((part, ty.part(self.types, ValueStep::Index).ok()?))
            }
            Value::String(name) if node.is_mapping() => {
                let part_type = ty.part(self.types, ValueStep::Name(name)).ok()?;
                let part = match (self.entry_named(node, name)?, &part_type) {
                    (Some(part), _) => part,
                    (None, ValueType::Field(field)) => field.value_without_assignment()?,
                    (None, _) => return None,
                };
                Some((part, part_type))
            }
            _ => None,
        }
    }

    /// Returns the entry `name` of the map at `node`: `None` if a computed key may have this name, `Some(None)` if
    /// there is none.
    #[expect(clippy::option_option, reason = "nothing known and nothing there are two answers")]
    fn entry_named(&self, node: YamlNode<'g>, name: &str) -> Option<Option<YamlNode<'g>>> {
        let mut entry = None;
        for (key, part) in node.entries() {
            let is_named = match key.as_str() {
                Some(key) => unescaped(key) == name,
                None => match self.evaluate(key) {
                    CallResult::Value(Value::String(key)) => key == name,
                    _ => return None,
                },
            };
            if is_named {
                entry = Some(part);
            }
        }
        Some(entry)
    }

    /// Returns the part that `steps` select of a value of type `ty` from `place`.
    fn select_part(
        &self,
        value: &Value,
        steps: &[Step<'g>],
        ty: &ValueType<'g>,
        place: ValuePlace,
    ) -> CallResult<'g> {
        let (mut current, mut ty) = (value, ty.clone());
        for Step { node, key } in steps {
            let part_type = match key {
                Value::String(name) => ty.part(self.types, ValueStep::Name(name)),
                _ => ty.part(self.types, ValueStep::Index),
            };
            ty = part_type.unwrap_or(ValueType::Unknown);
            current = match part(current, key) {
                Some(part) => part,
                // An optional property without a value.
                None if matches!(&ty, ValueType::Field(_)) => return CallResult::Unknown,
                None => return CallResult::Failed(*node, Failure::NoPart(place)),
            };
        }
        CallResult::Value(current.clone())
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
