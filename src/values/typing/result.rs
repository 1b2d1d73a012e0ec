//! The result of typing an expression: everything that is needed to evaluate it and to check its value.

use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::Decision;
use crate::literals::Value;
use crate::model::types::FieldView;
use crate::values::paths::ValueRead;
use crate::values::value_type::ValueType;
use crate::yaml::{SourceNode, YamlNode};

use super::{Knowledge, Typed};

/// What is known of a call and its parts after typing. Missing parts are wrong, or known only later.
#[derive(Debug)]
pub(in crate::values) struct Typing<'m> {
    /// The type of the whole expression, and how far it is known.
    pub(in crate::values) whole: Typed<'m>,
    /// Whether its typing followed paths.
    pub(in crate::values) has_paths: bool,
    /// The values that it reads.
    pub(in crate::values) reads: Vec<ValueRead<'m>>,
    /// The values of literals among the arguments, read with their expected types.
    literals: ByNode<Value>,
    /// The properties that literals of complex types with nested calls omit.
    omitted: ByNode<Vec<(String, Value)>>,
    /// The targets of paths.
    targets: ByNode<PathTarget<'m>>,
    /// The calls.
    rows: ByNode<Row>,
    /// The indexes of the roots among the results that only few calls have.
    roots: ByNode<u32>,
    /// Results that only few calls have.
    extra: Option<Box<ExtraResults<'m>>>,
}

/// Results that only few calls have.
#[derive(Debug, Default)]
pub(in crate::values) struct ExtraResults<'m> {
    /// The diagnostics.
    pub(in crate::values) diagnostics: Vec<Diagnostic>,
    /// The decisions about literals that TOSCA 2.0 writes differently.
    pub(in crate::values) decisions: Vec<Decision>,
    /// Diagnostics that are dropped if computing a part reports more.
    pub(in crate::values) silenced: Vec<Silenced<'m>>,
    /// Calls in literals and paths, which are computed separately; inner calls come before outer calls.
    pub(in crate::values) roots: Vec<Root<'m>>,
    /// Indexes in paths that must be less than a bound.
    pub(in crate::values) bounds: Vec<IndexBound<'m>>,
}

/// A map from nodes to values; of several values for one node, the last one is used. Sorted once it is
/// complete.
#[derive(Debug)]
struct ByNode<T> {
    entries: Vec<(SourceNode, T)>,
    is_sorted: bool,
}

/// A diagnostic that is dropped if computing a part reports more.
#[derive(Debug)]
pub(in crate::values) struct Silenced<'m> {
    /// Its index among the diagnostics.
    pub(in crate::values) finding: usize,
    /// The part.
    pub(in crate::values) inside: YamlNode<'m>,
    /// The lowest level of a diagnostic about the part that replaces it.
    pub(in crate::values) by: Level,
}

/// A call that is computed separately.
#[derive(Debug)]
pub(in crate::values) struct Root<'m> {
    pub(in crate::values) node: YamlNode<'m>,
    /// Whether it is computed as a whole; otherwise only its parts are.
    pub(in crate::values) is_whole: bool,
    /// Its type and the expected type, if it is in a literal of a known type.
    pub(in crate::values) literal_types: Option<(ValueType<'m>, ValueType<'m>)>,
}

/// An index in a path that is computed after typing.
#[derive(Debug)]
pub(in crate::values) struct IndexBound<'m> {
    pub(in crate::values) index: YamlNode<'m>,
    /// The smallest index that is out of range.
    pub(in crate::values) least: u64,
    /// The diagnostic if the index is out of range.
    pub(in crate::values) diagnostic: Diagnostic,
}

/// What is known of a call.
#[derive(Clone, Copy, Debug)]
pub(in crate::values) struct Row {
    pub(in crate::values) knowledge: Knowledge,
    /// Whether it has no errors.
    pub(in crate::values) is_right: bool,
    /// Whether it is computed separately.
    pub(in crate::values) is_root: bool,
}

/// The value of a property that is the target of a path.
#[derive(Clone, Copy, Debug)]
pub(in crate::values) struct PathTarget<'m> {
    /// The property.
    pub(in crate::values) field: FieldView<'m>,
    /// Its value in the file.
    pub(in crate::values) value: YamlNode<'m>,
    /// The index of the argument that names the property; steps into the value follow.
    pub(in crate::values) index: usize,
}

impl ExtraResults<'_> {
    fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
            && self.decisions.is_empty()
            && self.roots.is_empty()
            && self.bounds.is_empty()
    }
}

impl<T> Default for ByNode<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), is_sorted: false }
    }
}

impl<T> ByNode<T> {
    fn add(&mut self, node: YamlNode<'_>, value: T) {
        self.entries.push((node.source(), value));
    }

    fn get(&self, node: YamlNode<'_>) -> Option<&T> {
        let id = node.source();
        if self.is_sorted {
            let index = self.entries.binary_search_by_key(&id, |(id, _)| *id).ok()?;
            return self.entries.get(index).map(|(_, value)| value);
        }
        self.entries.iter().rev().find(|(entry_node, _)| *entry_node == id).map(|(_, value)| value)
    }

    fn get_mut(&mut self, node: YamlNode<'_>) -> Option<&mut T> {
        let id = node.source();
        self.entries.iter_mut().rev().find(|(entry_node, _)| *entry_node == id).map(|(_, value)| value)
    }

    /// Sorts the entries after the last one was added.
    fn complete(&mut self) {
        self.entries.reverse();
        self.entries.sort_by_key(|(id, _)| *id);
        self.entries.dedup_by_key(|(id, _)| *id);
        self.entries.shrink_to_fit();
        self.is_sorted = true;
    }
}

impl Default for Typing<'_> {
    fn default() -> Self {
        Self {
            whole: Typed::later(ValueType::Unknown),
            has_paths: false,
            reads: Vec::new(),
            literals: ByNode::default(),
            omitted: ByNode::default(),
            targets: ByNode::default(),
            rows: ByNode::default(),
            roots: ByNode::default(),
            extra: None,
        }
    }
}

impl<'m> Typing<'m> {
    /// Completes the typing; `whole` is its type.
    pub(in crate::values) fn complete(mut self, whole: Typed<'m>, extra: ExtraResults<'m>) -> Self {
        self.whole = whole;
        for (root, index) in extra.roots.iter().zip(0..) {
            self.roots.add(root.node, index);
        }
        self.roots.complete();
        self.extra = (!extra.is_empty()).then(|| Box::new(extra));
        self.reads.shrink_to_fit();
        self.literals.complete();
        self.omitted.complete();
        self.targets.complete();
        self.rows.complete();
        self
    }

    /// Returns the results that only few calls have.
    pub(in crate::values) fn extra(&self) -> Option<&ExtraResults<'m>> {
        self.extra.as_deref()
    }

    pub(in crate::values) fn add_literal(&mut self, node: YamlNode<'m>, value: Value) {
        self.literals.add(node, value);
    }

    /// Records the properties that the literal at `node` omits, with their defaults.
    pub(in crate::values) fn add_omitted(&mut self, node: YamlNode<'m>, defaults: Vec<(String, Value)>) {
        self.omitted.add(node, defaults);
    }

    pub(in crate::values) fn add_target(&mut self, call: YamlNode<'m>, target: PathTarget<'m>) {
        self.targets.add(call, target);
    }

    pub(in crate::values) fn add_row(&mut self, call: YamlNode<'m>, knowledge: Knowledge, is_right: bool) {
        self.rows.add(call, Row { knowledge, is_right, is_root: false });
    }

    /// Marks a call that was typed as computed separately.
    pub(in crate::values) fn mark_root(&mut self, call: YamlNode<'m>) {
        if let Some(row) = self.rows.get_mut(call) {
            row.is_root = true;
        }
    }

    /// Whether the call at `node` is part of this typing.
    pub(in crate::values) fn is_about(&self, node: YamlNode<'m>) -> bool {
        self.rows.get(node).is_some()
    }

    /// Returns the value of the literal argument at `node`.
    pub(in crate::values) fn literal(&self, node: YamlNode<'m>) -> Option<&Value> {
        self.literals.get(node)
    }

    /// Returns the properties that the literal of a complex type at `node` omits.
    pub(in crate::values) fn omitted(&self, node: YamlNode<'m>) -> &[(String, Value)] {
        self.omitted.get(node).map_or(&[], Vec::as_slice)
    }

    /// Returns the target of the path of `call`.
    pub(in crate::values) fn target(&self, call: YamlNode<'m>) -> Option<PathTarget<'m>> {
        self.targets.get(call).copied()
    }

    /// Returns the type of the call at `node` in a literal, and the type that is expected there.
    pub(in crate::values) fn literal_types(
        &self,
        node: YamlNode<'m>,
    ) -> Option<&(ValueType<'m>, ValueType<'m>)> {
        let extra = self.extra()?;
        extra.roots.get(*self.roots.get(node)? as usize)?.literal_types.as_ref()
    }

    pub(in crate::values) fn row(&self, call: YamlNode<'m>) -> Option<Row> {
        self.rows.get(call).copied()
    }
}
