//! Calls of built-in functions: the table applied.

use crate::diagnostics::Level;
use crate::grammar::call_name;
use crate::literals::BuiltIn;
use crate::resolve::Meaning;
use crate::values::check::Checker;
use crate::values::demand::What;
use crate::yaml::{Kind, Node};

use super::table::{Function, Gives, Takes};
use super::type_variable::{It, is_open, natural};
use super::{Fixed, Typed, ValueType};

impl<'g> Checker<'_, 'g> {
    /// The type of the call at `node`, which stands where `expected` is needed.
    pub(in crate::values) fn expression(&mut self, node: Node<'g>, expected: &ValueType<'g>) -> Typed<'g> {
        let Some(name) = call_name(node) else { return Typed::later(ValueType::Unknown) };
        self.suffix(node, name);
        self.call(node, name, expected)
    }

    /// The same, without a look at the suffix.
    pub(super) fn call(&mut self, node: Node<'g>, name: Node<'g>, expected: &ValueType<'g>) -> Typed<'g> {
        let function = Function::named(function_name(node, name));
        match self.types.names.meaning(node.tree().file(), name.id()) {
            Some(Meaning::Definition(id)) => self.custom(node, name, id, function, expected),
            Some(Meaning::BuiltInFunction) => match function {
                Some(function) => self.built_in(node, name, function, expected),
                None => Typed::later(ValueType::Unknown),
            },
            _ => {
                self.look_inside(node);
                Typed::later(ValueType::Unknown)
            }
        }
    }

    /// Checks the calls among the arguments of a call that is not judged itself.
    pub(super) fn look_inside(&mut self, call: Node<'g>) {
        if let Some((_, arguments)) = call.only_entry() {
            for argument in crate::values::evaluator::arguments(call) {
                self.loose(argument, &ValueType::Unknown);
            }
            if arguments.is_mapping() && call_name(arguments).is_none() {
                self.malformed(arguments);
            }
        }
    }

    /// A call of a built-in function.
    pub(super) fn built_in(
        &mut self,
        node: Node<'g>,
        name: Node<'g>,
        function: &'static Function,
        expected: &ValueType<'g>,
    ) -> Typed<'g> {
        let result = match function.gives {
            Gives::A(kind) => ValueType::built_in(kind),
            _ => ValueType::Unknown,
        };
        let Some(arguments) = self.listed(node, name, function) else { return Typed::later(result) };
        if !(function.least..=function.most).contains(&arguments.len()) {
            let before = self.found.len();
            for argument in &arguments {
                self.loose(*argument, &ValueType::Unknown);
            }
            if self.found[before..].iter().all(|found| found.level != Level::Error) {
                self.wrong_count(node, name, function, &arguments);
            }
            return Typed::later(result);
        }
        match function.takes(0) {
            Takes::Step => self.special(node, name, function, &arguments, result),
            _ => self.apply(function, &arguments, expected),
        }
    }

    /// Applies a row of the table.
    fn apply(
        &mut self,
        function: &'static Function,
        arguments: &[Node<'g>],
        expected: &ValueType<'g>,
    ) -> Typed<'g> {
        let before = self.found.len();
        let mut typed: Vec<Option<Typed<'g>>> = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let decided = call_name(*argument).is_some() && !is_open(*argument);
            let like = match function.takes(index) {
                Takes::Any([BuiltIn::Boolean]) => ValueType::built_in(BuiltIn::Boolean),
                _ => ValueType::Open,
            };
            typed.push(decided.then(|| self.expression(*argument, &like)));
        }
        let it = self.it(function, arguments, &typed, expected);
        let mut fixed = Fixed::Written;
        let mut parts = Vec::with_capacity(arguments.len());
        for (index, (argument, typed)) in arguments.iter().zip(&typed).enumerate() {
            let own = What::Argument(index, function.name);
            let part = match typed {
                Some(typed) => {
                    self.typed_argument(*argument, typed, index, function, &it);
                    typed.fixed
                }
                None => self.open_argument(*argument, index, function, &it, own),
            };
            parts.push(part);
            fixed = fixed.and(part);
        }
        self.more(function, arguments, &it.of, &typed);
        let right = self.found[before..].iter().all(|found| found.level != Level::Error);
        if !right {
            fixed = Fixed::No;
        }
        // What can be computed is computed as a whole: a call skips arguments that do not count.
        if right && fixed == Fixed::No {
            for (index, (argument, part)) in arguments.iter().zip(parts).enumerate() {
                if matches!(part, Fixed::Computed | Fixed::Given) {
                    let like = required(function.takes(index), &it.of);
                    self.settle(*argument, part, &like);
                }
            }
        }
        let of = self.result(function, arguments, &typed, &it.of, expected);
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
        it: &It<'g>,
    ) {
        let what = What::Argument(index, function.name);
        let takes = function.takes(index);
        let kinds: &[BuiltIn] = match takes {
            Takes::Any(kinds) | Takes::It(kinds) => kinds,
            Takes::ListOfIt | Takes::Strings => &[BuiltIn::List],
            Takes::HolderOfIt => &[BuiltIn::List, BuiltIn::Map],
            Takes::KeyedByIt => &[BuiltIn::Map],
            Takes::Step => &[],
        };
        if self.is_none_of(&typed.of, kinds) {
            let wanted = super::arguments::kinds_in_words(kinds);
            return self.wrong_argument(node, &wanted, &typed.of, what, None, function);
        }
        let wanted = required(takes, &it.of);
        let fits = match takes {
            Takes::HolderOfIt => self.same(&self.entry_type(&typed.of), &it.of),
            Takes::KeyedByIt => self.same(&self.key_type(&typed.of), &it.of),
            _ => self.same(&typed.of, &wanted),
        };
        if !fits {
            let because = it.because.filter(|(at, _)| *at != index).map(|(_, span)| span);
            let words = self.in_words(&wanted);
            self.wrong_argument(node, &words, &typed.of, what, because, function);
        }
    }

    /// An argument whose type is that of its neighbours.
    fn open_argument(
        &mut self,
        node: Node<'g>,
        index: usize,
        function: &'static Function,
        it: &It<'g>,
        what: What<'_>,
    ) -> Fixed {
        let because = it.because.filter(|(at, _)| *at != index).map(|(_, span)| span);
        match function.takes(index) {
            Takes::Any(kinds) => self.literal_of(node, kinds, what, function),
            // What is wrong with it is told at the argument that says what it is.
            Takes::It(kinds)
                if (self.is_none_of(&it.of, kinds) || !it.of.is_known()) && because.is_some() =>
            {
                self.loose(node, &ValueType::Unknown);
                Fixed::No
            }
            Takes::It(kinds) if self.is_none_of(&it.of, kinds) || !it.of.is_known() => {
                self.literal_of(node, kinds, what, function)
            }
            Takes::HolderOfIt => {
                let of = match node.kind() {
                    Kind::Mapping if call_name(node).is_none() => ValueType::Map(Box::new(it.of.clone())),
                    _ => ValueType::List(Box::new(it.of.clone())),
                };
                self.argument(node, &of, what, because, function)
            }
            takes => {
                let of = required(takes, &it.of);
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
        it: &ValueType<'g>,
        expected: &ValueType<'g>,
    ) -> ValueType<'g> {
        let scalar = self.kind(it) == Some(BuiltIn::Scalar);
        match function.gives {
            Gives::A(kind) => ValueType::built_in(kind),
            Gives::It => it.clone(),
            Gives::Quotient | Gives::Product if scalar => it.clone(),
            Gives::Quotient if self.kind(it).is_some() => ValueType::built_in(BuiltIn::Float),
            Gives::Product => {
                let kinds = arguments.iter().zip(typed).map(|(argument, typed)| match typed {
                    Some(typed) => self.kind(&typed.of),
                    None => natural(*argument),
                });
                let kinds: Option<Vec<BuiltIn>> = kinds.collect();
                let written = typed.iter().all(Option::is_none);
                match kinds {
                    None => ValueType::Unknown,
                    Some(kinds) if kinds.iter().all(|kind| *kind == BuiltIn::Integer) => {
                        let float = written && self.kind(expected) == Some(BuiltIn::Float);
                        ValueType::built_in(if float { BuiltIn::Float } else { BuiltIn::Integer })
                    }
                    Some(_) => ValueType::built_in(BuiltIn::Float),
                }
            }
            Gives::Quotient | Gives::Elsewhere => ValueType::Unknown,
        }
    }
}

/// The type that an argument must have, where *it* is known.
fn required<'g>(takes: Takes, it: &ValueType<'g>) -> ValueType<'g> {
    match takes {
        Takes::It(_) => it.clone(),
        Takes::ListOfIt => ValueType::List(Box::new(it.clone())),
        Takes::HolderOfIt => ValueType::Unknown,
        Takes::KeyedByIt => ValueType::Map(Box::new(ValueType::Unknown)),
        Takes::Strings => ValueType::List(Box::new(ValueType::built_in(BuiltIn::String))),
        Takes::Any([kind]) => ValueType::built_in(*kind),
        Takes::Any(_) | Takes::Step => ValueType::Open,
    }
}

/// The name of the function that a call calls, without `$` and suffix.
pub(super) fn function_name<'t>(node: Node<'_>, name: Node<'t>) -> &'t str {
    let text = name.text().trim_start_matches('$');
    if node.kind() == Kind::Mapping { text.split('$').next().unwrap_or(text) } else { text }
}
