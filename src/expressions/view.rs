//! A view of an expression.

use crate::functions::{Function, FunctionSource, without_suffix};
use crate::keynames::call_name;
use crate::yaml::{Kind, YamlNode};

use super::arena::Arena;
use super::form::ExprId;
use super::{Callee, Form};

/// An expression and its file.
#[derive(Clone, Copy)]
pub struct Expression<'e> {
    arena: &'e Arena,
    node: YamlNode<'e>,
    id: ExprId,
}

impl std::fmt::Debug for Expression<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.form(), self.node)
    }
}

impl<'e> Expression<'e> {
    /// The expression `id` of `arena`, at `node`.
    pub(super) fn new(arena: &'e Arena, node: YamlNode<'e>, id: ExprId) -> Self {
        let expression_node = arena.node(id).map_or(node, |id| node.tree().node(id));
        Self { arena, node: expression_node, id }
    }

    /// Its form.
    #[must_use]
    pub fn form(self) -> Form {
        self.arena.form(self.id)
    }

    /// Its node.
    #[must_use]
    pub fn node(self) -> YamlNode<'e> {
        self.node
    }

    /// Whether it is a call.
    #[must_use]
    pub fn is_call(self) -> bool {
        matches!(self.form(), Form::Call(..) | Form::NamePath(..))
    }

    /// Its parts: the arguments of a call, the entries of a list, or alternately the keys and values of a
    /// map.
    #[must_use]
    pub fn arguments(self) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator {
        self.arena.arguments(self.id).iter().map(move |&id| Self::new(self.arena, self.node, id))
    }

    /// The function that it calls, or `None` if it is not a call.
    #[must_use]
    pub fn callee(self) -> Option<Callee> {
        match self.form() {
            Form::Call(function, _) | Form::NamePath(function, _) => Some(self.arena.callee(function)),
            Form::Literal | Form::List(_) | Form::Map(_) | Form::Malformed(_) => None,
        }
    }

    /// The scalar that names the function, or `None` if it is not a call.
    #[must_use]
    pub fn name(self) -> Option<YamlNode<'e>> {
        call_name(self.node).filter(|_| self.is_call())
    }

    /// The name of the function, without `$` and suffix; empty if it is not a call.
    #[must_use]
    pub fn function_name(self) -> &'e str {
        match (self.name(), self.node.kind()) {
            (Some(name), Kind::Mapping) => without_suffix(name.text()),
            (Some(name), _) => name.text().trim_start_matches('$'),
            (None, _) => "",
        }
    }

    /// The scalars that name functions: the name of a call, or all keys with the syntax of a call.
    pub fn names(self) -> impl Iterator<Item = YamlNode<'e>> {
        let keys = self.node.entries().map(|(key, _)| key);
        let keys = keys.filter(move |_| matches!(self.form(), Form::Malformed(_)));
        self.name().into_iter().chain(keys.filter_map(call_name))
    }

    /// The built-in function with the name of the call, without a suffix, even if a file redefines it.
    #[must_use]
    pub fn function(self) -> Option<&'static Function> {
        Function::called(self.name()?.text())
    }

    /// Whether it is a call that reads `source`.
    #[must_use]
    pub fn reads(self, source: FunctionSource) -> bool {
        self.function().and_then(Function::source) == Some(source)
    }

    /// Whether it is a call that is true only if all of its arguments are.
    #[must_use]
    pub fn is_conjunction(self) -> bool {
        self.function().is_some_and(Function::is_conjunction)
    }
}
