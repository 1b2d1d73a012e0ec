//! Converts values to typed expressions: literals by their expected types, calls with argument lists.

use std::hash::Hasher as _;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::dialects::Mark;
use crate::expressions::{self, Callee};
use crate::functions::{Function, FunctionSource, PathEnd, ResultType};
use crate::literals::{self, Value, number, unescaped};
use crate::model::types::{BuiltIn, FieldId, FieldKind, FieldView, Fields, TypeRef, TypeView};
use crate::values::{self, PathStep, ValueType};
use crate::yaml::{Kind, Scalar as Written, YamlNode, resolve_plain};

use super::context::Cx;
use super::expression::{Call, NormalEntries, NormalEntry, NormalExpression, NormalScalar};
use super::kept_types;
use super::named::NormalText;

/// Defaults with more parts are not copied to the places where they apply.
const MAX_DEFAULT_PARTS: usize = 10_000;

/// Returns the value at `node`, which is of the type `expected`.
pub(super) fn value<'g>(cx: &mut Cx<'g>, node: YamlNode<'g>, expected: &ValueType<'g>) -> NormalExpression {
    if let Some(call) = cx.types.expressions.call(node) {
        if cx.options.fold
            && let Some(value) = cx.checker.value_of(node, expected)
        {
            return computed_value_of(cx, &value, expected);
        }
        return normal_call(cx, call, expected.data_type().is_some_and(|ty| ty != TypeRef::Unknown));
    }
    match expected.data_type() {
        None | Some(TypeRef::Unknown) => untyped(cx, node),
        Some(data_type) => match cx.types.built_in(data_type) {
            Some(BuiltIn::List) if node.is_sequence() => {
                let inner = expected.entries(cx.types);
                NormalExpression::List(node.items().map(|item| part(cx, item, inner.as_ref())).collect())
            }
            Some(BuiltIn::Map) if node.is_mapping() => map(cx, node, expected),
            Some(built_in) => match values::literal(cx.types, node, built_in, data_type) {
                Ok((value, _)) => computed_value(cx, &value),
                Err(_) => untyped(cx, node),
            },
            None => match cx.types.defined(data_type) {
                Some(ty) if node.is_mapping() && !ty.is_incomplete => complex(cx, node, ty),
                _ => untyped(cx, node),
            },
        },
    }
}

fn part<'g>(cx: &mut Cx<'g>, node: YamlNode<'g>, expected: Option<&ValueType<'g>>) -> NormalExpression {
    match expected {
        Some(expected) => value(cx, node, expected),
        None => untyped(cx, node),
    }
}

fn map<'g>(cx: &mut Cx<'g>, node: YamlNode<'g>, expected: &ValueType<'g>) -> NormalExpression {
    let inner = expected.entries(cx.types);
    let mut entries = NormalEntries::default();
    for (key, item) in node.entries() {
        let value = part(cx, item, inner.as_ref());
        add_entry(cx, &mut entries, key, value);
    }
    NormalExpression::Map(Box::new(entries))
}

/// Adds an entry of a map. A computed key whose value is known is a key like any other.
fn add_entry<'g>(cx: &mut Cx<'g>, entries: &mut NormalEntries, key: YamlNode<'g>, value: NormalExpression) {
    if key.kind() == Kind::Scalar {
        entries.named.push(NormalEntry { key: unescaped(key.text()).into(), value, fixed: false });
        return;
    }
    match untyped(cx, key) {
        NormalExpression::String(key) if entries.named.iter().all(|entry| entry.key != key) => {
            entries.named.push(NormalEntry { key, value, fixed: false });
        }
        key => entries.computed.push((key, value)),
    }
}

/// Returns a value of a complex type: its properties in the order of their definitions, with fixed values and
/// defaults.
fn complex<'g>(cx: &mut Cx<'g>, node: YamlNode<'g>, ty: TypeView<'g>) -> NormalExpression {
    let members = cx.types.members(ty, Fields::Properties);
    let mut entries = NormalEntries::default();
    for (name, id) in members.iter() {
        let field = cx.types.field(id);
        let effective = field.effective();
        let value = match (effective.value, node.get(name)) {
            (Some(fixed), _) => {
                let expected = ValueType::Field(cx.types.field(id));
                Some(value(cx, fixed, &expected))
            }
            (None, Some(given)) => {
                let expected = ValueType::Field(cx.types.field(id));
                Some(value(cx, given, &expected))
            }
            (None, None) => default(cx, id),
        };
        let fixed = effective.value.is_some();
        entries.named.extend(value.map(|value| NormalEntry { key: (*name).into(), value, fixed }));
    }
    NormalExpression::Map(Box::new(entries))
}

/// Returns the default of a property, unless it is irrelevant because the property is not required.
pub(super) fn default(cx: &mut Cx<'_>, id: FieldId) -> Option<NormalExpression> {
    let field = cx.types.field(id);
    let written = default_of(field);
    // A default with calls has a value for each entity.
    let is_shared = cx.checker.instance().is_none()
        || written.is_none_or(|node| cx.types.expressions.calls_in(node).next().is_none());
    match cx.defaults.get(&id) {
        Some(known) if is_shared || known.is_none() => return known.as_deref().cloned(),
        _ => {}
    }
    // Ends the recursion if the default of a type needs the same default.
    let shared = cx.defaults.insert(id, None);
    let default = written.map(|node| {
        let expected = ValueType::Field(cx.types.field(id));
        value(cx, node, &expected)
    });
    let default = default.filter(|default| default.weight() <= MAX_DEFAULT_PARTS);
    match shared {
        _ if is_shared => cx.defaults.insert(id, default.clone().map(Rc::new)),
        Some(shared) => cx.defaults.insert(id, shared),
        None => cx.defaults.remove(&id),
    };
    default
}

/// Returns a value whose type is unknown.
pub(super) fn untyped<'g>(cx: &mut Cx<'g>, node: YamlNode<'g>) -> NormalExpression {
    if let Some(call) = cx.types.expressions.call(node) {
        if cx.options.fold
            && let Some(value) = cx.checker.untyped_value(node)
        {
            return computed_value(cx, &value);
        }
        return normal_call(cx, call, false);
    }
    match node.kind() {
        Kind::Invalid => NormalExpression::Nil,
        Kind::Sequence => NormalExpression::List(node.items().map(|item| untyped(cx, item)).collect()),
        Kind::Mapping => {
            let mut entries = NormalEntries::default();
            for (key, item) in node.entries() {
                let value = untyped(cx, item);
                add_entry(cx, &mut entries, key, value);
            }
            NormalExpression::Map(Box::new(entries))
        }
        Kind::Scalar => single(node),
    }
}

/// Returns a call with its arguments as a list. `has_type` is whether the type of its result is known where it is
/// written.
fn normal_call<'g>(cx: &mut Cx<'g>, call: expressions::Expression<'g>, has_type: bool) -> NormalExpression {
    let Some(name) = call.name() else { return NormalExpression::Nil };
    let function: NormalText = match call.callee() {
        Some(Callee::Defined(id)) => cx.name(id),
        _ => name.text().trim_start_matches('$').into(),
    };
    let list = call.node().only_entry().map(|(_, list)| list);
    if let Some(arguments) = list.and_then(|list| marked_path(cx, list, PathEnd::of_function(&function))) {
        return NormalExpression::Call(Box::new(Call::new(function, arguments)));
    }
    let built_in = Function::named(&function);
    let is_comparison = built_in.is_some_and(|built_in| built_in.comparison.is_some());
    let first = call.arguments().next().filter(|_| is_comparison);
    let compared = first.and_then(|first| compared(cx, first));
    let is_string = |index: usize| {
        built_in.is_some_and(|built_in| built_in.makes_string() && built_in.parameter(index).is_of_strings())
    };
    let arguments = call.arguments().map(expressions::Expression::node).enumerate();
    let arguments = arguments.map(|(index, argument)| match compared {
        Some(ty) => convert_like(cx, argument, ty),
        _ if is_string(index) => convert_like(cx, argument, TypeRef::BuiltIn(BuiltIn::String)),
        _ => untyped(cx, argument),
    });
    let mut arguments: Vec<NormalExpression> = arguments.collect();
    let takes_type =
        has_type && built_in.is_some_and(|built_in| !matches!(built_in.result, ResultType::Is(_)));
    if !takes_type {
        kept_types::keep_type(cx, call, &mut arguments);
    }
    NormalExpression::Call(Box::new(Call::new(function, arguments)))
}

/// Returns the steps of a path in the notation of an earlier version, in that of TOSCA 2.0.
pub(super) fn marked_path<'g>(
    cx: &mut Cx<'g>,
    list: YamlNode<'g>,
    end: Option<PathEnd>,
) -> Option<Vec<NormalExpression>> {
    if cx.file_of(list).marks().mark(list.id()) != Some(Mark::Path) {
        return None;
    }
    let steps = cx.checker.new_path(list, end);
    let steps = steps.steps.into_iter().map(|step| match step {
        PathStep::Word(word) => match resolve_plain(&word) {
            Written::Integer(text) => {
                number::integer(text).map_or(NormalExpression::Nil, NormalExpression::Integer)
            }
            _ => NormalExpression::String(word.into()),
        },
        PathStep::Written(node) => untyped(cx, node),
    });
    Some(steps.collect())
}

/// Returns the type that a comparison expects: that of the validated value or, in lenient dialects, of the
/// result of a call.
fn compared<'g>(cx: &Cx<'g>, first: expressions::Expression<'g>) -> Option<TypeRef> {
    if first.reads(FunctionSource::Value) && first.arguments().len() == 0 {
        return cx.validated_type;
    }
    let node = first.node();
    let is_lenient_call = first.is_call() && cx.file_of(node).policies().literals.is_lenient;
    is_lenient_call.then(|| cx.checker.data_type_of(node)).flatten()
}

/// Returns a literal that is compared with values of the type `ty`. Scalars are normalized; in lenient
/// dialects, a literal is a string if a string is expected.
fn convert_like<'g>(cx: &mut Cx<'g>, node: YamlNode<'g>, ty: TypeRef) -> NormalExpression {
    if node.is_sequence() {
        return NormalExpression::List(node.items().map(|item| convert_like(cx, item, ty)).collect());
    }
    let is_literal = node.kind() == Kind::Scalar && cx.types.expressions.call(node).is_none();
    let built_in = cx.types.built_in(ty).filter(|_| is_literal);
    let is_scalar = built_in == Some(BuiltIn::Scalar) && node.is_string();
    let read = built_in
        .filter(|_| is_scalar || cx.file_of(node).policies().literals.is_lenient)
        .and_then(|built_in| values::literal(cx.types, node, built_in, ty).ok());
    match read {
        Some((value @ Value::Scalar(_), _)) if is_scalar && cx.validated_type == Some(ty) => {
            computed_value(cx, &value)
        }
        Some((Value::Scalar(scalar), _)) if is_scalar => {
            NormalExpression::String(scalar.text.as_str().into())
        }
        Some((value @ (Value::String(_) | Value::Boolean(_)), _)) => computed_value(cx, &value),
        Some((Value::Version(version), _)) => NormalExpression::String(version.text.as_str().into()),
        Some((Value::Timestamp(timestamp), _)) => NormalExpression::String(timestamp.text.as_str().into()),
        _ => untyped(cx, node),
    }
}

/// Returns a computed value of the type `expected` as an expression: properties in the order of their
/// definitions.
fn computed_value_of<'g>(cx: &mut Cx<'g>, value: &Value, expected: &ValueType<'g>) -> NormalExpression {
    let types = cx.types;
    let data_type = expected.data_type();
    match (value, data_type.and_then(|ty| types.built_in(ty))) {
        (Value::List(values), Some(BuiltIn::List)) => match expected.entries(types) {
            Some(entry) => NormalExpression::List(
                values.iter().map(|value| computed_value_of(cx, value, &entry)).collect(),
            ),
            None => computed_value(cx, value),
        },
        (Value::Map(values), Some(BuiltIn::Map)) => match expected.entries(types) {
            Some(entry) => {
                let named = values.iter().map(|(key, value)| {
                    let value = computed_value_of(cx, value, &entry);
                    NormalEntry { key: key.as_str().into(), value, fixed: false }
                });
                let named = named.collect();
                NormalExpression::Map(Box::new(NormalEntries { named, computed: Vec::new() }))
            }
            None => computed_value(cx, value),
        },
        (Value::Map(values), None) => {
            let Some(ty) = data_type.and_then(|ty| types.defined(ty)) else {
                return computed_value(cx, value);
            };
            let members = types.members(ty, Fields::Properties);
            let named = members.iter().filter_map(|(name, id)| {
                let field = types.field(id);
                let value = computed_value_of(cx, values.get(name)?, &ValueType::Field(field));
                Some(NormalEntry { key: name.into(), value, fixed: field.effective().value.is_some() })
            });
            let named: Vec<NormalEntry> = named.collect();
            if named.len() != values.len() {
                return computed_value(cx, value);
            }
            NormalExpression::Map(Box::new(NormalEntries { named, computed: Vec::new() }))
        }
        _ => computed_value(cx, value),
    }
}

/// Returns a computed value as an expression.
pub(super) fn computed_value(cx: &mut Cx<'_>, value: &Value) -> NormalExpression {
    match value {
        Value::Nil => NormalExpression::Nil,
        Value::Boolean(value) => NormalExpression::Boolean(*value),
        Value::Integer(value) => NormalExpression::Integer(*value),
        Value::Float(value) => NormalExpression::Float(*value),
        Value::String(text) => NormalExpression::String(text.as_str().into()),
        Value::Bytes(bytes) => NormalExpression::Bytes(data_encoding::BASE64.encode(bytes).into()),
        Value::Timestamp(timestamp) => NormalExpression::Timestamp(timestamp.text.as_str().into()),
        Value::Version(version) => NormalExpression::Version(version.text.as_str().into()),
        Value::Scalar(scalar) => normal_scalar(cx, scalar),
        Value::List(values) => {
            NormalExpression::List(values.iter().map(|value| computed_value(cx, value)).collect())
        }
        Value::Map(values) => {
            let named = values.iter().map(|(key, value)| NormalEntry {
                key: key.as_str().into(),
                value: computed_value(cx, value),
                fixed: false,
            });
            let named = named.collect();
            NormalExpression::Map(Box::new(NormalEntries { named, computed: Vec::new() }))
        }
    }
}

/// Returns a scalar in the canonical unit of its type.
fn normal_scalar(cx: &mut Cx<'_>, scalar: &literals::ScalarValue) -> NormalExpression {
    let types = cx.types;
    let data_type = scalar.units.data_type.into();
    let unit = || super::scalars::unit_of(types, types.get(data_type)).map(Rc::new);
    let unit = cx.units.entry(data_type).or_insert_with(unit).clone();
    let (number, unit) = super::scalars::canonical(unit.as_deref(), scalar);
    NormalExpression::Scalar(Box::new(NormalScalar { number: number.into(), unit: unit.into() }))
}

/// Returns the conditions that must all be satisfied, those of the most distant ancestor first, each once.
/// The arguments of `$and` are separate conditions.
pub(super) fn clauses<'g>(
    cx: &mut Cx<'g>,
    written: impl IntoIterator<Item = YamlNode<'g>>,
    validated_type: Option<TypeRef>,
) -> Vec<NormalExpression> {
    let outer_type = std::mem::replace(&mut cx.validated_type, validated_type);
    let mut conditions = Conditions::default();
    for clause in written {
        conditions.add(untyped(cx, clause));
    }
    cx.validated_type = outer_type;
    conditions.clauses
}

/// Returns the default of a field, unless it is irrelevant because the field is a property that is not
/// required.
pub(super) fn default_of(field: FieldView<'_>) -> Option<YamlNode<'_>> {
    let effective = field.effective();
    let counts = field.kind != FieldKind::Property || field.is_required();
    effective.default.filter(|_| counts && effective.value.is_none())
}

/// Conditions that must all be satisfied, each once.
#[derive(Default)]
pub(super) struct Conditions {
    pub(super) clauses: Vec<NormalExpression>,
    /// Their indexes by hash.
    known: FxHashMap<u64, Vec<u32>>,
}

impl Conditions {
    /// Adds a condition, or each argument of a conjunction, unless it is already there.
    pub(super) fn add(&mut self, clause: NormalExpression) {
        if let NormalExpression::Call(call) = clause {
            if !Function::named(&call.function).is_some_and(Function::is_conjunction) {
                return self.add_one(NormalExpression::Call(call));
            }
            for part in call.arguments {
                self.add(part);
            }
        } else {
            self.add_one(clause);
        }
    }

    fn add_one(&mut self, clause: NormalExpression) {
        let mut hasher = FxHasher::default();
        clause.hash_into(&mut hasher);
        let alike = self.known.entry(hasher.finish()).or_default();
        if !alike.iter().any(|index| self.clauses[*index as usize] == clause) {
            alike.push(u32::try_from(self.clauses.len()).unwrap_or(u32::MAX));
            self.clauses.push(clause);
        }
    }
}

/// Returns a scalar node by its YAML type.
fn single(node: YamlNode<'_>) -> NormalExpression {
    match node.scalar() {
        Some(Written::Null) | None => NormalExpression::Nil,
        Some(Written::Bool(value)) => NormalExpression::Boolean(value),
        Some(Written::String(text)) => NormalExpression::String(unescaped(text).into()),
        Some(Written::Integer(text)) => match number::integer(text) {
            Some(number) => NormalExpression::Integer(number),
            None => NormalExpression::Other(text.into()),
        },
        Some(Written::Float(text)) => NormalExpression::Float(number::float(text)),
    }
}
