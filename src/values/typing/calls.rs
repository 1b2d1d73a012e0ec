//! Types of calls of built-in functions: the table of functions, applied.

use crate::diagnostics::Level;
use crate::expressions::{Callee, Expression};
use crate::functions::{Function, Parameter, ResultType};
use crate::literals::BuiltIn;
use crate::values::check::Checker;
use crate::values::value_type::ValueType;
use crate::values::what::What;
use crate::yaml::{Kind, Node};

use super::checks;
use super::type_variable::{TypeOfT, is_open, natural};
use super::{Fixed, Typed};

impl<'g> Checker<'g> {
    /// The type of the call at `node`, which stands where `expected` is needed.
    pub(in crate::values) fn expression(&mut self, node: Node<'g>, expected: &ValueType<'g>) -> Typed<'g> {
        let Some(call) = self.types.expressions.call(node) else { return Typed::later(ValueType::Unknown) };
        if let Some(name) = call.name() {
            self.suffix(node, name);
        }
        self.call(call, expected)
    }

    /// The same, without a look at the suffix.
    pub(super) fn call(&mut self, call: Expression<'g>, expected: &ValueType<'g>) -> Typed<'g> {
        match (call.name(), call.callee()) {
            (Some(name), Some(Callee::Defined(id))) => {
                self.custom(call, name, id, Function::named(call.function_name()), expected)
            }
            (Some(name), Some(Callee::BuiltIn(function))) => self.built_in(call, name, function, expected),
            _ => {
                self.look_inside(call);
                Typed::later(ValueType::Unknown)
            }
        }
    }

    /// Checks the calls among the arguments of a call that is not judged itself.
    pub(super) fn look_inside(&mut self, call: Expression<'g>) {
        for argument in call.arguments() {
            self.loose(argument.node(), &ValueType::Unknown);
        }
        if let Some((_, arguments)) = call.node().only_entry().filter(|(_, list)| list.is_mapping()) {
            self.malformed(arguments);
        }
    }

    /// A call of a built-in function.
    pub(super) fn built_in(
        &mut self,
        call: Expression<'g>,
        name: Node<'g>,
        function: &'static Function,
        expected: &ValueType<'g>,
    ) -> Typed<'g> {
        let result = match function.result {
            ResultType::Is(kind) => ValueType::built_in(kind),
            _ => ValueType::Unknown,
        };
        let Some(arguments) = self.listed(call, name, function) else { return Typed::later(result) };
        if !function.arity.contains(arguments.len()) {
            let before = self.found.len();
            for argument in &arguments {
                self.loose(*argument, &ValueType::Unknown);
            }
            if self.found[before..].iter().all(|found| found.level != Level::Error) {
                self.wrong_count(call.node(), name, function, &arguments);
            }
            return Typed::later(result);
        }
        match function.source() {
            Some(source) => self.read(call.node(), name, source, &arguments, result),
            None => self.apply(function, &arguments, expected),
        }
    }

    /// Applies the row of a function that is computed from its arguments.
    fn apply(
        &mut self,
        function: &'static Function,
        arguments: &[Node<'g>],
        expected: &ValueType<'g>,
    ) -> Typed<'g> {
        let before = self.found.len();
        let mut typed: Vec<Option<Typed<'g>>> = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let decided = self.types.expressions.call(*argument).is_some() && !is_open(self.types, *argument);
            let like = match function.parameter(index) {
                Parameter::Is([BuiltIn::Boolean]) => ValueType::built_in(BuiltIn::Boolean),
                _ => ValueType::Open,
            };
            typed.push(decided.then(|| self.expression(*argument, &like)));
        }
        let t = self.type_of_t(function, arguments, &typed, expected);
        let mut fixed = Fixed::Written;
        let mut parts = Vec::with_capacity(arguments.len());
        for (index, (argument, typed)) in arguments.iter().zip(&typed).enumerate() {
            let own = What::Argument(index, function.name);
            let part = match typed {
                Some(typed) => {
                    self.typed_argument(*argument, typed, index, function, &t);
                    typed.fixed
                }
                None => self.open_argument(*argument, index, function, &t, own),
            };
            parts.push(part);
            fixed = fixed.and(part);
        }
        self.read_unknown(function, arguments, &typed, if t.of.is_known() { &t.of } else { expected });
        checks::check(self, function, arguments, &t.of, &typed);
        let right = self.found[before..].iter().all(|found| found.level != Level::Error);
        if !right {
            fixed = Fixed::No;
        }
        // What can be computed is computed as a whole: a call skips arguments that do not count.
        if right && fixed == Fixed::No {
            for (argument, part) in arguments.iter().zip(parts) {
                if matches!(part, Fixed::Computed | Fixed::Given) {
                    self.typing.add_computable(*argument);
                }
            }
        }
        let of = self.result(function, arguments, &typed, &t.of, expected);
        let fixed = fixed.and(Fixed::Computed);
        Typed { of, fixed }
    }

    /// An argument whose type is known.
    fn typed_argument(
        &mut self,
        node: Node<'g>,
        typed: &Typed<'g>,
        index: usize,
        function: &'static Function,
        t: &TypeOfT<'g>,
    ) {
        let what = What::Argument(index, function.name);
        let parameter = function.parameter(index);
        let kinds = parameter.built_in_types();
        if typed.of.is_none_of(self.types, kinds) {
            let wanted = super::arguments::kinds_in_words(kinds);
            return self.wrong_argument(node, &wanted, &typed.of, what, None, function);
        }
        let wanted = required(parameter, &t.of);
        let fits = match parameter {
            Parameter::CollectionOfT => typed.of.entry_type(self.types).may_be(self.types, &t.of),
            Parameter::MapKeyedByT => typed.of.key_type(self.types).may_be(self.types, &t.of),
            _ => typed.of.may_be(self.types, &wanted),
        };
        if !fits {
            let because = t.because.filter(|(at, _)| *at != index).map(|(_, span)| span);
            let words = wanted.in_words(self.types);
            self.wrong_argument(node, &words, &typed.of, what, because, function);
        }
    }

    /// An argument whose type is that of its neighbours.
    fn open_argument(
        &mut self,
        node: Node<'g>,
        index: usize,
        function: &'static Function,
        t: &TypeOfT<'g>,
        what: What<'_>,
    ) -> Fixed {
        let because = t.because.filter(|(at, _)| *at != index).map(|(_, span)| span);
        match function.parameter(index) {
            Parameter::Is(kinds) => self.literal_of(node, kinds, what, function),
            // What is wrong with it is told at the argument that says what it is.
            Parameter::T(kinds)
                if (t.of.is_none_of(self.types, kinds) || !t.of.is_known()) && because.is_some() =>
            {
                self.loose(node, &ValueType::Unknown);
                Fixed::No
            }
            Parameter::T(kinds) if t.of.is_none_of(self.types, kinds) || !t.of.is_known() => {
                self.literal_of(node, kinds, what, function)
            }
            Parameter::CollectionOfT => {
                let of = match node.kind() {
                    Kind::Mapping if self.types.expressions.call(node).is_none() => {
                        ValueType::Map(Box::new(t.of.clone()))
                    }
                    _ => ValueType::List(Box::new(t.of.clone())),
                };
                self.argument(node, &of, what, because, function)
            }
            parameter => {
                let of = required(parameter, &t.of);
                self.argument(node, &of, what, because, function)
            }
        }
    }

    /// The type of the result.
    fn result(
        &self,
        function: &Function,
        arguments: &[Node<'g>],
        typed: &[Option<Typed<'g>>],
        t: &ValueType<'g>,
        expected: &ValueType<'g>,
    ) -> ValueType<'g> {
        let scalar = t.kind(self.types) == Some(BuiltIn::Scalar);
        match function.result {
            ResultType::Is(kind) => ValueType::built_in(kind),
            ResultType::T => t.clone(),
            ResultType::Quotient | ResultType::Product if scalar => t.clone(),
            ResultType::Quotient if t.kind(self.types).is_some() => ValueType::built_in(BuiltIn::Float),
            ResultType::Product => {
                let kinds = arguments.iter().zip(typed).map(|(argument, typed)| match typed {
                    Some(typed) => typed.of.kind(self.types),
                    None => natural(self.types, *argument),
                });
                let kinds: Option<Vec<BuiltIn>> = kinds.collect();
                let written = typed.iter().all(Option::is_none);
                match kinds {
                    None => ValueType::Unknown,
                    Some(kinds) if kinds.iter().all(|kind| *kind == BuiltIn::Integer) => {
                        let float = written && expected.kind(self.types) == Some(BuiltIn::Float);
                        ValueType::built_in(if float { BuiltIn::Float } else { BuiltIn::Integer })
                    }
                    Some(_) => ValueType::built_in(BuiltIn::Float),
                }
            }
            ResultType::Quotient | ResultType::Read => ValueType::Unknown,
        }
    }
}

/// The type that an argument must have, where T is known.
fn required<'g>(parameter: Parameter, t: &ValueType<'g>) -> ValueType<'g> {
    match parameter {
        Parameter::T(_) => t.clone(),
        Parameter::ListOfT => ValueType::List(Box::new(t.clone())),
        Parameter::CollectionOfT => ValueType::Unknown,
        Parameter::MapKeyedByT => ValueType::Map(Box::new(ValueType::Unknown)),
        Parameter::ListOfStrings => ValueType::List(Box::new(ValueType::built_in(BuiltIn::String))),
        Parameter::Is([kind]) => ValueType::built_in(*kind),
        Parameter::Is(_) | Parameter::Step => ValueType::Open,
    }
}
