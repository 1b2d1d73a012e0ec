//! Calls of built-in functions: the table applied.

use crate::base::Span;
use crate::derive::BuiltIn;
use crate::diagnostics::Level;
use crate::grammar::{NameKind, call_name};
use crate::resolve::Meaning;
use crate::values::check::Checker;
use crate::values::demand::What;
use crate::yaml::{Kind, Node};

use super::table::{Function, Gives, Takes};
use super::{Fixed, Typed, ValueType};

/// *It* of a call, and the argument that says so.
struct It<'g> {
    of: ValueType<'g>,
    because: Option<(usize, Span)>,
}

impl<'g> Checker<'_, 'g> {
    /// The type of the call at `node`, which stands where `expected` is needed.
    pub(super) fn expression(&mut self, node: Node<'g>, expected: &ValueType<'g>) -> Typed<'g> {
        let Some(name) = call_name(node) else { return Typed::later(ValueType::Unknown) };
        self.suffix(node, name);
        self.call(node, name, expected)
    }

    /// The same, without a look at the suffix.
    pub(super) fn call(&mut self, node: Node<'g>, name: Node<'g>, expected: &ValueType<'g>) -> Typed<'g> {
        let function = Function::named(function_name(node, name));
        match self.types.names.meaning(node.tree().file(), name.id()) {
            Some(Meaning::Definition(id)) => self.custom(node, name, id, function, expected),
            Some(Meaning::BuiltIn(NameKind::Function)) => match function {
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
            for argument in crate::values::functions::arguments(call) {
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
            _ => self.apply(node, function, &arguments, expected),
        }
    }

    /// Applies a row of the table.
    fn apply(
        &mut self,
        node: Node<'g>,
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
                if part == Fixed::Computed {
                    let like = required(self, function.takes(index), &it.of);
                    self.settle(*argument, part, &like);
                }
            }
        }
        let of = self.result(node, function, arguments, &typed, &it.of, expected);
        let fixed = if fixed == Fixed::No { Fixed::No } else { Fixed::Computed };
        Typed { of, fixed }
    }

    /// What *it* is in a call.
    fn it(
        &self,
        function: &Function,
        arguments: &[Node<'g>],
        typed: &[Option<Typed<'g>>],
        expected: &ValueType<'g>,
    ) -> It<'g> {
        let mut unknown = false;
        for (index, argument) in arguments.iter().enumerate() {
            let takes = function.takes(index);
            let of = match &typed[index] {
                Some(typed) => match takes {
                    Takes::It(kinds) if self.is_none_of(&typed.of, kinds) => {
                        let because = Some((index, argument.span()));
                        return It { of: ValueType::Unknown, because };
                    }
                    Takes::It(_) => typed.of.clone(),
                    Takes::ListOfIt | Takes::HolderOfIt => self.entry_type(&typed.of),
                    Takes::KeyedByIt => self.key_type(&typed.of),
                    _ => continue,
                },
                None => match takes {
                    Takes::It(_) | Takes::ListOfIt | Takes::HolderOfIt => {
                        self.glance_inside(*argument, takes)
                    }
                    Takes::KeyedByIt if argument.is_mapping() => ValueType::built_in(BuiltIn::String),
                    _ => continue,
                },
            };
            match of {
                ValueType::Open if typed[index].is_none() => {}
                ValueType::Open | ValueType::Unknown => unknown = true,
                of => return It { of, because: Some((index, argument.span())) },
            }
        }
        if unknown {
            return It { of: ValueType::Unknown, because: None };
        }
        let kinds = match function.takes(0) {
            Takes::It(kinds) => kinds,
            _ => &[],
        };
        if !matches!(function.gives, Gives::A(_)) {
            // A plain number in front never stands for a scalar there.
            let number = matches!(natural(arguments[0]), Some(BuiltIn::Integer | BuiltIn::Float))
                && matches!(function.gives, Gives::Product | Gives::Quotient)
                && self.kind(expected) == Some(BuiltIn::Scalar);
            let counts =
                arguments.iter().zip(0..).filter(|(_, index)| matches!(function.takes(*index), Takes::It(_)));
            let fits = !number
                && counts.into_iter().any(|(argument, _)| self.could_be(*argument, expected))
                && !self.is_none_of(expected, kinds)
                && (expected.is_known() || matches!(expected, ValueType::Unknown));
            if fits && (!expected.is_known() || self.kind(expected).is_some()) {
                return It { of: expected.clone(), because: None };
            }
        }
        let literals: Vec<(usize, Node<'g>)> = arguments
            .iter()
            .copied()
            .enumerate()
            .filter_map(|(index, argument)| match function.takes(index) {
                Takes::It(_) => Some((index, argument)),
                Takes::ListOfIt => first_literal(argument).items().next().map(|item| (index, item)),
                Takes::HolderOfIt => {
                    let holder = first_literal(argument);
                    let first = holder.items().next();
                    first.or_else(|| Some(holder.entries().next()?.1)).map(|item| (index, item))
                }
                _ => None,
            })
            .collect();
        let Some((index, first)) = literals.first().copied() else {
            return It { of: ValueType::Open, because: None };
        };
        let floats = literals.iter().any(|(_, node)| natural(*node) == Some(BuiltIn::Float));
        let of = match natural(first) {
            Some(BuiltIn::Integer) if floats => ValueType::built_in(BuiltIn::Float),
            Some(BuiltIn::List) => ValueType::List(Box::new(ValueType::Open)),
            Some(BuiltIn::Map) => ValueType::Map(Box::new(ValueType::Open)),
            Some(kind) => ValueType::built_in(kind),
            None => ValueType::Unknown,
        };
        It { of, because: Some((index, first.span())) }
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
        let wanted = required(self, takes, &it.of);
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
                let of = required(self, takes, &it.of);
                self.argument(node, &of, what, because, function)
            }
        }
    }

    /// The type of the result.
    fn result(
        &self,
        _node: Node<'g>,
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

    /// Whether a literal could be written for a value of a type.
    fn could_be(&self, literal: Node<'g>, of: &ValueType<'g>) -> bool {
        use BuiltIn::{Bytes, Float, Integer, Scalar, String, Timestamp, Version};
        match (natural(literal), self.kind(of)) {
            (Some(String), Some(kind)) => matches!(kind, String | Bytes | Timestamp | Version | Scalar),
            (Some(Integer | Float), Some(Scalar)) | (Some(Integer), Some(Float)) => true,
            (Some(natural), Some(kind)) => natural == kind,
            _ => true,
        }
    }

    /// What is known of the type of a literal that holds calls, without a look into them.
    fn glance_inside(&self, node: Node<'g>, takes: Takes) -> ValueType<'g> {
        let own = |node: Node<'g>| match call_name(node) {
            Some(name) if !is_open(node) => self.glance(node, name),
            _ => ValueType::Open,
        };
        match takes {
            Takes::It(_) => {
                let inner = node.items().map(own).find(|of| !matches!(of, ValueType::Open));
                match inner {
                    Some(inner @ (ValueType::Of(_) | ValueType::List(_) | ValueType::Map(_))) => {
                        ValueType::List(Box::new(inner))
                    }
                    Some(_) => ValueType::Unknown,
                    None => ValueType::Open,
                }
            }
            _ => {
                let values = node.entries().map(|(_, value)| value).filter(|_| call_name(node).is_none());
                node.items()
                    .chain(values)
                    .map(own)
                    .find(|of| !matches!(of, ValueType::Open))
                    .unwrap_or(ValueType::Open)
            }
        }
    }
}

/// The type that an argument must have, where *it* is known.
fn required<'g>(checker: &Checker<'_, 'g>, takes: Takes, it: &ValueType<'g>) -> ValueType<'g> {
    match takes {
        Takes::It(_) => it.clone(),
        Takes::ListOfIt => ValueType::List(Box::new(it.clone())),
        Takes::HolderOfIt => ValueType::Unknown,
        Takes::KeyedByIt => ValueType::Map(Box::new(ValueType::Unknown)),
        Takes::Strings => ValueType::List(Box::new(ValueType::built_in(BuiltIn::String))),
        Takes::Any([kind]) => ValueType::built_in(*kind),
        Takes::Any(_) | Takes::Step => {
            let _ = checker;
            ValueType::Open
        }
    }
}

/// The name of the function that a call calls, without `$` and suffix.
pub(super) fn function_name<'t>(node: Node<'_>, name: Node<'t>) -> &'t str {
    let text = name.text().trim_start_matches('$');
    if node.kind() == Kind::Mapping { text.split('$').next().unwrap_or(text) } else { text }
}

/// Whether an expression takes the type of its neighbours: a literal, or arithmetic on literals.
pub(super) fn is_open(node: Node<'_>) -> bool {
    let Some(name) = call_name(node) else { return true };
    let function = Function::named(function_name(node, name));
    let follows = function
        .is_some_and(|function| matches!(function.gives, Gives::It | Gives::Product | Gives::Quotient));
    let arguments = crate::values::functions::arguments(node);
    follows && node.kind() == Kind::Mapping && arguments.into_iter().all(is_open)
}

/// The first literal of arithmetic on literals; a literal itself.
fn first_literal(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    while call_name(at).is_some() {
        let Some(first) = crate::values::functions::arguments(at).first().copied() else { break };
        at = first;
    }
    at
}

/// The type of a literal by YAML; of arithmetic on literals, that of the first.
pub(super) fn natural(node: Node<'_>) -> Option<BuiltIn> {
    use crate::yaml::Scalar;
    let node = first_literal(node);
    Some(match node.kind() {
        Kind::Sequence => BuiltIn::List,
        Kind::Mapping => BuiltIn::Map,
        Kind::Invalid => return None,
        Kind::Scalar => match node.scalar()? {
            Scalar::Null => BuiltIn::Nil,
            Scalar::Bool(_) => BuiltIn::Boolean,
            Scalar::Integer(_) => BuiltIn::Integer,
            Scalar::Float(_) => BuiltIn::Float,
            Scalar::String(_) => BuiltIn::String,
        },
    })
}
