//! A value against what its place demands: the wrong part is told, and nothing that depends on it.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, Instead, Level, Missing, codes, quoted};
use crate::expressions::Expression;
use crate::functions::Failure;
use crate::keynames::describe;
use crate::literals::{BuiltIn, Notation, Value, number, unescaped};
use crate::model::Model;
use crate::model::types::{Body, FieldId, FieldTable, Fields, TypeRef, TypeView, Types};
use crate::yaml::{self, Kind, Node, Scalar as Written};

use super::evaluator::{Evaluator, Known};
use super::faults::kind_of;
use super::inputs::Inputs;
use super::paths::{Entity, Reads};
use super::typing::Typing;
use super::value_type::ValueType;
use super::what::What;
use super::{literal, literal_policy};

/// Defaults that come to more parts than this are as good as unknown.
const LARGEST_DEFAULT: usize = 10_000;

/// Checks values; gathers the findings.
pub struct Checker<'g> {
    pub(super) types: &'g Types,
    pub(super) model: &'g Model,
    /// The findings so far.
    pub found: Vec<Diagnostic>,
    /// What `$value` stands for; none outside of validation clauses.
    pub(super) value: Option<ValueType<'g>>,
    /// Whether values must meet the conditions of their types.
    pub(super) conditions: bool,
    /// Defaults and fixed values of properties that were needed so far.
    defaults: FxHashMap<FieldId, Option<Value>>,
    /// What `SELF` stands for, where that is not the entity around a call.
    pub(super) own: Option<Rc<Entity<'g>>>,
    /// Values that read others.
    pub(super) reads: Vec<Reads<'g>>,
    /// How many calls of defined functions this one tries signatures for.
    pub(super) level: u8,
    /// The values of inputs.
    pub(super) inputs: Rc<Inputs<'g>>,
    /// What is known of the parts of the expressions that are worked on.
    pub(super) typing: Typing<'g>,
    /// How many of these stand inside each other.
    pub(super) depth: u32,
    /// Whether the values of literals are kept for the expression around them.
    pub(super) keeps_literals: bool,
}

impl<'g> Checker<'g> {
    /// A checker without findings.
    #[must_use]
    pub fn new(model: &'g Model) -> Self {
        Self::with(model, Rc::new(Inputs::new(model)))
    }

    /// One whose findings count for nothing.
    pub(super) fn quiet(&self) -> Self {
        Self::with(self.model, Rc::clone(&self.inputs))
    }

    pub(super) fn with(model: &'g Model, inputs: Rc<Inputs<'g>>) -> Self {
        Self {
            types: &model.types,
            model,
            found: Vec::new(),
            defaults: FxHashMap::default(),
            value: None,
            own: None,
            reads: Vec::new(),
            conditions: true,
            level: 0,
            inputs,
            typing: Typing::default(),
            depth: 0,
            keeps_literals: false,
        }
    }

    /// The value at `node`, where all of it is known and right; nothing is told.
    #[must_use]
    pub fn value_of(&self, node: Node<'g>, expected: &ValueType<'g>) -> Option<Value> {
        self.quiet().check(node, expected, What::Named("value", ""))
    }

    /// The data type of what the call at `node` gives, where one is known; nothing is told.
    #[must_use]
    pub fn data_type_of(&self, node: Node<'g>) -> Option<TypeRef> {
        let of = self.quiet().expression(node, &ValueType::Open).of;
        of.data_type().filter(|of| *of != TypeRef::Unknown)
    }

    /// Holds the value at `node` against the type that is demanded, and not against its conditions.
    pub fn check_type(&mut self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        let before = std::mem::replace(&mut self.conditions, false);
        let value = self.check(node, expected, what);
        self.conditions = before;
        value
    }

    /// Whether the expression at `node` is certainly of another type than `expected`; not where it is wrong
    /// by itself.
    #[must_use]
    pub fn is_unfit(&self, node: Node<'g>, expected: &ValueType<'g>) -> bool {
        let wrong = |expected: &ValueType<'g>| {
            let mut checker = Checker::new(self.model);
            checker.check_type(node, expected, What::Named("output", ""));
            checker.found.iter().any(|found| found.level == Level::Error)
        };
        !wrong(&ValueType::Open) && wrong(expected)
    }

    /// Computes; `value` is what `$value` stands for.
    pub(super) fn evaluator<'e>(&'e self, value: Option<&'e Value>) -> Evaluator<'e, 'g> {
        Evaluator::new(self.types, &self.inputs, &self.typing, value)
    }

    /// What is known of the parts of a condition on values of the type `of`.
    fn typing_of(&self, clause: Node<'g>, of: &ValueType<'g>) -> Rc<Typing<'g>> {
        self.inputs.clause(clause, || {
            let mut quiet = self.quiet();
            quiet.depth = 1;
            quiet.clause(clause, of.clone());
            quiet.typing
        })
    }

    pub(super) fn report(&mut self, node: Node<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.found, node, diagnostic);
    }

    /// Holds the value at `node` against `expected`. Gives the value where all of it is known and right.
    pub fn check(&mut self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        match node.kind() {
            Kind::Invalid => return None,
            // Most values are plainly literals.
            Kind::Scalar if !node.text().starts_with('$') => {}
            _ if self.types.expressions.call(node).is_some() => return self.called(node, expected, what),
            _ if self.malformed(node) => return None,
            _ => {}
        }
        let value = self.typed(node, expected, what)?;
        self.clauses(node, &value, expected, what).then_some(value)
    }

    fn typed(&mut self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        let of = match expected.data_type() {
            None => {
                self.loose(node, &ValueType::Open);
                return raw(self.types, node);
            }
            Some(TypeRef::Unknown) => {
                self.loose(node, &ValueType::Unknown);
                return None;
            }
            Some(of) => of,
        };
        match self.types.built_in(of) {
            Some(BuiltIn::List) => self.list(node, expected, what),
            Some(BuiltIn::Map) => self.map(node, expected, what),
            Some(built_in) => self.single(node, built_in, of, expected, what),
            None => {
                let of = self.types.defined(of)?;
                if of.is_open || matches!(of.body(), Body::Unreadable) {
                    self.loose(node, &ValueType::Unknown);
                    return None;
                }
                self.complex(node, of, expected, what)
            }
        }
    }

    /// A value of a type without parts.
    fn single(
        &mut self,
        node: Node<'g>,
        built_in: BuiltIn,
        of: TypeRef,
        expected: &ValueType<'g>,
        what: What<'_>,
    ) -> Option<Value> {
        match literal(self.types, node, built_in, of) {
            Ok((value, remark)) => {
                if let Some(remark) = remark {
                    self.remark(node, remark);
                } else if built_in == BuiltIn::Timestamp
                    && node.style() == crate::yaml::Style::Plain
                    && !node.is_tagged()
                {
                    let doubt = ("other tools may read it as something else", "put quotes around it");
                    let found = codes::invalid_timestamp::doubtful(node.span(), node.text(), doubt);
                    let quoted = format!("\"{}\"", node.text());
                    self.report(node, found.fix("put quotes around it", node.span(), quoted));
                }
                if self.keeps_literals {
                    self.typing.add_literal(node, value.clone());
                }
                Some(value)
            }
            Err(fault) => {
                self.fault(node, &fault, expected, what);
                None
            }
        }
    }

    fn list(&mut self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        if node.kind() != Kind::Sequence {
            self.wrong_type(node, expected, what);
            return None;
        }
        let inner = expected.entries(self.types);
        let mut values = Vec::new();
        let mut known = true;
        for (at, item) in node.items().enumerate() {
            let value = self.entry(item, inner.as_ref(), What::Entry(at, &what));
            known &= value.is_some();
            values.extend(value);
        }
        known.then_some(Value::List(values))
    }

    fn map(&mut self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        if node.kind() != Kind::Mapping {
            self.wrong_type(node, expected, what);
            return None;
        }
        let inner = expected.entries(self.types);
        let keys = expected.keys(self.types);
        let mut values = IndexMap::new();
        let mut known = true;
        for (key, item) in node.entries() {
            if key.kind() != Kind::Scalar {
                known = false;
                let string = ValueType::built_in(BuiltIn::String);
                self.computed_key(key, keys.as_ref().unwrap_or(&string));
                self.entry(item, inner.as_ref(), What::Value("…", &what));
            } else if let Some(name) = key.as_str() {
                if let Some(keys) = &keys {
                    self.check(key, keys, What::Key(&what));
                }
                let value = self.entry(item, inner.as_ref(), What::Value(name, &what));
                known &= value.is_some();
                if let Some(value) = value {
                    values.insert(unescaped(name).to_owned(), value);
                }
            } else {
                known = false;
                let found = codes::wrong_value_type::found(
                    key.span(),
                    &What::Key(&what).to_string(),
                    "a string",
                    describe(key),
                    None,
                );
                let text = format!("\"{}\"", key.text());
                let found = found.help(format!("put quotes around it: {text}"));
                self.report(key, found.fix("put quotes around it", key.span(), text));
                self.entry(item, inner.as_ref(), What::Value(key.text(), &what));
            }
        }
        known.then_some(Value::Map(values))
    }

    /// An entry of a collection, which must be `expected` where something says so.
    fn entry(&mut self, node: Node<'g>, expected: Option<&ValueType<'g>>, what: What<'_>) -> Option<Value> {
        match expected {
            Some(expected) => self.check(node, expected, what),
            None => self.untyped(node),
        }
    }

    /// A value of which nothing says what it must be.
    fn untyped(&mut self, node: Node<'g>) -> Option<Value> {
        self.loose(node, &ValueType::Open);
        raw(self.types, node)
    }

    /// A value of a complex type: only its properties, with all that are required (9.2-12).
    fn complex(
        &mut self,
        node: Node<'g>,
        of: TypeView<'g>,
        expected: &ValueType<'g>,
        what: What<'_>,
    ) -> Option<Value> {
        if node.kind() != Kind::Mapping {
            self.wrong_type(node, expected, what);
            return None;
        }
        let members = self.types.members(of, Fields::Properties);
        let mut values = IndexMap::new();
        let mut known = true;
        for (key, item) in node.entries() {
            let Some(name) = key.as_str() else {
                known = false;
                if let Some(function) = self.types.expressions.call(key).and_then(Expression::name) {
                    let found = codes::function_not_allowed::found(
                        key.span(),
                        function.text(),
                        "the name of a property",
                    );
                    self.report(key, found);
                } else if !key.is_invalid() {
                    let holder = format!("data type {}", quoted(of.name()));
                    let instead = Instead::all(members.names());
                    let found = codes::unknown_property::found(
                        key.span(),
                        "property",
                        key.written(),
                        &holder,
                        &instead,
                    );
                    self.report(key, found.also(of.key().span(), "the type is defined here"));
                }
                continue;
            };
            let Some(id) = members.get(name) else {
                known = false;
                let instead = Instead::of(name, members.names());
                let holder = format!("data type {}", quoted(of.name()));
                let found = codes::unknown_property::found(key.span(), "property", name, &holder, &instead);
                self.report(key, found.also(of.key().span(), "the type is defined here"));
                continue;
            };
            let field = self.types.field(id);
            if let Some(fixed) = field.effective().value {
                known = false;
                let found = codes::fixed_value_assigned::found(
                    item.span(),
                    &What::Named("property", name).to_string(),
                    fixed.span(),
                );
                self.report(item, found);
                continue;
            }
            let value = self.check(item, &ValueType::Field(field), What::Value(name, &what));
            known &= value.is_some();
            values.extend(value.map(|value| (name.to_owned(), value)));
        }
        known &= self.missing(node, of, &members, &mut values, what);
        known.then_some(Value::Map(values))
    }

    /// Fills in defaults and fixed values, and reports required properties without any.
    fn missing(
        &mut self,
        node: Node<'g>,
        of: TypeView<'g>,
        members: &FieldTable<'g>,
        values: &mut IndexMap<String, Value>,
        what: What<'_>,
    ) -> bool {
        let mut known = true;
        let mut missing = Vec::new();
        for (name, id) in members.iter() {
            if node.entry(name).is_some() {
                continue;
            }
            let field = self.types.field(id);
            let effective = field.effective();
            if let Some(given) = effective.value.or(effective.default.filter(|_| field.is_required())) {
                match self.default_of(id, given, what) {
                    Some(value) => {
                        values.insert(name.to_owned(), value);
                    }
                    None => known = false,
                }
            } else if field.is_required()
                && !matches!(field.written(), crate::model::types::Declared::Unreadable)
            {
                known = false;
                if field.has_strangers() {
                    continue;
                }
                let kind = field.data_type.and_then(|of| kind_of(self.types, of));
                missing.push(Missing::new(name, kind, field.key().span()));
            }
        }
        if !missing.is_empty() && !node.is_broken() {
            let found = codes::missing_property::found(
                node.span(),
                &what.to_string(),
                &format!("data type {}", quoted(of.name())),
                &missing,
            );
            self.report(node, found);
        }
        known
    }

    /// The value that a property has where none is given; none where it is not known, or never ends.
    fn default_of(&mut self, id: FieldId, given: Node<'g>, what: What<'_>) -> Option<Value> {
        if let Some(known) = self.defaults.get(&id) {
            return known.clone();
        }
        // A type whose default needs the same default comes back here.
        self.defaults.insert(id, None);
        let field = self.types.field(id);
        // What is wrong with it is told where it is defined.
        let mut quiet = self.quiet();
        std::mem::swap(&mut quiet.defaults, &mut self.defaults);
        let value = quiet.check(given, &ValueType::Field(field), what);
        std::mem::swap(&mut quiet.defaults, &mut self.defaults);
        let value = value.filter(|value| value.has_at_most(LARGEST_DEFAULT));
        self.defaults.insert(id, value.clone());
        value
    }

    /// Evaluates all conditions on a value; says whether none of them failed.
    pub(super) fn clauses(
        &mut self,
        node: Node<'g>,
        value: &Value,
        expected: &ValueType<'g>,
        what: What<'_>,
    ) -> bool {
        if !self.conditions {
            return true;
        }
        let mut clauses: Vec<(Node<'g>, ValueType<'g>)> = Vec::new();
        if let Some(of) = expected.data_type().and_then(|of| self.types.defined(of)) {
            clauses.extend(self.types.lineage(of).filter_map(clause_of_type));
            clauses.reverse();
        }
        let brought = clauses.len();
        clauses.extend(expected.clauses(self.types));
        let mut right = self.number_of_scalar(node, value, what);
        for (at, (clause, of)) in clauses.iter().enumerate() {
            let clause = *clause;
            let known = self.judged(clause, of, value);
            if let Known::Failed(at, Failure::NoOrder) = known {
                let found = codes::unordered_versions::in_condition(node.span(), node.written(), at.span());
                self.report(node, found);
            } else if matches!(known, Known::Value(Value::Boolean(false))) {
                right = false;
                let part = self.failing(clause, of, value);
                let found = codes::failed_validation::found(
                    node.span(),
                    &what.to_string(),
                    &self.in_writing(node, value),
                    (part.written(), part.span()),
                    part.id() != clause.id(),
                );
                // Whether conditions of a redefinition add to those of the definition is left open by some.
                let newer = clauses.last().map(|(newer, _)| *newer);
                let newer = newer.filter(|newer| at >= brought && newer.id() != clause.id());
                let open = newer.filter(|newer| literal_policy(self.types, *newer).is_lenient);
                self.report(
                    node,
                    match open {
                        Some(newer) => found.at_level(Level::Warning).also(newer.span(), "redefined here"),
                        None => found,
                    },
                );
            }
        }
        right
    }

    /// A value as it is written; what a call comes to, where it is one.
    fn in_writing(&self, node: Node<'g>, value: &Value) -> String {
        match value {
            _ if self.types.expressions.call(node).is_none() => node.written().to_owned(),
            Value::List(_) | Value::Map(_) => value.to_json().to_string(),
            single => single.to_yaml(Notation::Tosca).trim_end().to_owned(),
        }
    }

    /// The number of a scalar, before conversion, must be a value of its `data_type`.
    fn number_of_scalar(&mut self, node: Node<'g>, value: &Value, what: What<'_>) -> bool {
        let Value::Scalar(scalar) = value else { return true };
        let scalar_type = self.types.get(scalar.units.data_type.into());
        let number_type = self.types.number_type(scalar_type);
        let Some(of) = self.types.defined(number_type) else { return true };
        let integer = self.types.built_in(TypeRef::Defined(of.id)) == Some(BuiltIn::Integer);
        let number = if integer {
            scalar.number.to_string().parse().map(Value::Integer).ok()
        } else {
            Some(Value::Float(number::to_float(&scalar.number)))
        };
        let Some(number) = number else { return true };
        self.number_is_of(node, &number, of, what)
    }

    /// Whether a number meets the conditions of a number type and its ancestors.
    pub(super) fn number_is_of(
        &mut self,
        node: Node<'g>,
        number: &Value,
        of: TypeView<'g>,
        what: What<'_>,
    ) -> bool {
        let lineage: Vec<TypeView<'g>> = self.types.lineage(of).collect();
        for ancestor in lineage.into_iter().rev() {
            let Some((clause, of)) = clause_of_type(ancestor) else { continue };
            if !self.holds(clause, &of, number) {
                let what = format!("the number of {what}");
                let part = self.failing(clause, &of, number);
                let found = codes::failed_validation::found(
                    node.span(),
                    &what,
                    node.written(),
                    (part.written(), part.span()),
                    part.id() != clause.id(),
                );
                self.report(node, found);
                return false;
            }
        }
        true
    }

    /// The part of a failed condition that fails: of conditions that are to hold together, the first.
    fn failing(&self, clause: Node<'g>, of: &ValueType<'g>, value: &Value) -> Node<'g> {
        let typing = self.typing_of(clause, of);
        let fails = |part: &Expression<'g>| {
            let known = Evaluator::new(self.types, &self.inputs, &typing, Some(value)).evaluate(part.node());
            matches!(known, Known::Value(Value::Boolean(false)))
        };
        let Some(mut part) = self.types.expressions.call(clause) else { return clause };
        while part.is_conjunction() {
            let Some(first) = part.arguments().find(fails) else { break };
            part = first;
        }
        part.node()
    }

    /// Whether a condition on values of the type `of` holds for a value; true where that is not known.
    pub(super) fn holds(&mut self, clause: Node<'g>, of: &ValueType<'g>, value: &Value) -> bool {
        !matches!(self.judged(clause, of, value), Known::Value(Value::Boolean(false)))
    }

    /// What a condition comes to for a value; reports where that is too large to be known.
    fn judged(&mut self, clause: Node<'g>, of: &ValueType<'g>, value: &Value) -> Known<'g> {
        let typing = self.typing_of(clause, of);
        let known = Evaluator::new(self.types, &self.inputs, &typing, Some(value)).evaluate(clause);
        if let Known::Failed(at, failure @ (Failure::TooLarge | Failure::TooMuch | Failure::TooLong)) = &known
        {
            self.too_large(*at, failure);
        }
        known
    }
}

/// The condition that a data type gives itself, and the type of the values that it is about.
fn clause_of_type(of: TypeView<'_>) -> Option<(Node<'_>, ValueType<'_>)> {
    let Body::Data(body) = of.body() else { return None };
    Some((of.tree().node(body.validation?.0), ValueType::Data(TypeRef::Defined(of.id))))
}

/// A value as YAML reads it, where no type says more; none where functions are called.
pub(super) fn raw(types: &Types, node: Node<'_>) -> Option<Value> {
    types.expressions.calls_in(node).next().is_none().then(|| literal_by_yaml(node))?
}

/// A literal as YAML reads it.
fn literal_by_yaml(node: Node<'_>) -> Option<Value> {
    Some(match node.kind() {
        Kind::Invalid => return None,
        Kind::Sequence => Value::List(node.items().map(literal_by_yaml).collect::<Option<_>>()?),
        Kind::Mapping => {
            let mut map = IndexMap::new();
            for (key, value) in node.entries() {
                map.insert(unescaped(key.as_str()?).to_owned(), literal_by_yaml(value)?);
            }
            Value::Map(map)
        }
        Kind::Scalar => match node.scalar()? {
            Written::Null => Value::Nil,
            Written::Bool(value) => Value::Boolean(value),
            Written::Integer(text) => {
                number::integer(text).map_or_else(|| Value::Float(number::float(text)), Value::Integer)
            }
            Written::Float(text) => Value::Float(number::float(text)),
            Written::String(text) => Value::String(unescaped(text).to_owned()),
        },
    })
}
