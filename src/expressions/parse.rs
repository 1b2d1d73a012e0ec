//! Parses the values of a file into expressions.

use rustc_hash::FxHashMap;

use crate::dialects::Mark;
use crate::functions::without_suffix;
use crate::keynames::call_name;
use crate::load::File;
use crate::resolve::{DefinitionId, Meaning, Names};
use crate::yaml::{Kind, NodeId, NodeIndex, YamlNode};

use super::arena::Arena;
use super::form::{Args, ExprId, Form, FunctionId};

/// Parses the values of `file`.
pub(super) fn parse(file: &File, names: &Names) -> Arena {
    let calls = names.calls(file.id);
    if calls.is_empty() {
        return Arena::default();
    }
    let mut parser = Parser {
        file,
        names,
        calls,
        forms: Vec::new(),
        nodes: Vec::new(),
        parents: Vec::new(),
        defined: Vec::new(),
        numbers: FxHashMap::default(),
    };
    let mut roots = file.values().to_vec();
    roots.sort_unstable();
    for root in roots {
        // A value can be part of another one.
        if parser.nodes.last().is_none_or(|last| *last < root) {
            parser.value(file.node(root));
        }
    }
    parser.finish()
}

struct Parser<'f> {
    file: &'f File,
    names: &'f Names,
    /// The calls, and nodes with their syntax, from the next node on.
    calls: &'f [NodeId],
    forms: Vec<Form>,
    nodes: Vec<NodeId>,
    /// The parent of each expression.
    parents: Vec<Option<ExprId>>,
    defined: Vec<DefinitionId>,
    numbers: FxHashMap<DefinitionId, usize>,
}

impl<'f> Parser<'f> {
    /// Adds the expressions at `root` and below it, if there is a call.
    fn value(&mut self, root: YamlNode<'f>) {
        if self.next_call(root).is_none() {
            return;
        }
        let mut pending = vec![(root, None)];
        while let Some((node, parent)) = pending.pop() {
            let call = self.next_call(node);
            let form = match call {
                None => Form::Literal,
                Some(call) if call == node.id() => self.call(node),
                Some(_) if node.is_sequence() => Form::List(Args::default()),
                Some(_) => Form::Map(Args::default()),
            };
            let id = ExprId(u32::try_from(self.forms.len()).unwrap_or(u32::MAX));
            self.forms.push(form);
            self.nodes.push(node.id());
            self.parents.push(parent);
            // Reversed below, so that the first part is parsed first.
            let count_before = pending.len();
            match form {
                Form::Literal => {}
                Form::Call(..) | Form::NamePath(..) => {
                    pending.extend(arguments(node).map(|part| (part, Some(id))));
                }
                Form::List(_) | Form::Map(_) | Form::Malformed(_) => {
                    let entries = node.entries().flat_map(|(key, value)| [key, value]);
                    pending.extend(node.items().chain(entries).map(|part| (part, Some(id))));
                }
            }
            if let Some(parts) = pending.get_mut(count_before..) {
                parts.reverse();
            }
        }
    }

    /// Returns the first call at `node` or below it. Calls before `node` are dropped, because nodes come in
    /// order.
    fn next_call(&mut self, node: YamlNode<'_>) -> Option<NodeId> {
        while let Some((first, remaining)) = self.calls.split_first()
            && *first < node.id()
        {
            self.calls = remaining;
        }
        self.calls.first().copied().filter(|call| *call < node.end())
    }

    /// Returns the form of a call, or of a node with the syntax of one.
    fn call(&mut self, node: YamlNode<'f>) -> Form {
        let Some(name) = call_name(node) else { return Form::Malformed(Args::default()) };
        let function = match self.names.meaning(self.file.id, name.id()) {
            Some(Meaning::Definition(id)) => self.defined(id),
            Some(Meaning::BuiltInFunction) => FunctionId::built_in(without_suffix(name.text())),
            _ => FunctionId::UNKNOWN,
        };
        let list = node.only_entry().map(|(_, list)| list.id());
        match list.and_then(|list| self.file.marks().mark(list)) {
            Some(Mark::Path) => Form::NamePath(function, Args::default()),
            Some(Mark::Implementation) | None => Form::Call(function, Args::default()),
        }
    }

    fn defined(&mut self, id: DefinitionId) -> FunctionId {
        let index = *self.numbers.entry(id).or_insert_with(|| {
            self.defined.push(id);
            self.defined.len() - 1
        });
        FunctionId::defined(index)
    }

    /// Stores the parts of each expression next to each other.
    fn finish(mut self) -> Arena {
        let count = |args: &mut Args| args.count += 1;
        for parent in self.parents.iter().flatten() {
            if let Some(args) = self.forms.get_mut(parent.0 as usize).and_then(Form::arguments_mut) {
                count(args);
            }
        }
        let mut next = 0;
        for args in self.forms.iter_mut().filter_map(Form::arguments_mut) {
            args.first = next;
            next += args.count;
            args.count = 0;
        }
        let mut arguments = vec![ExprId(0); next as usize];
        for (id, parent) in (0..).map(ExprId).zip(&self.parents) {
            let Some(args) = parent.and_then(|parent| self.forms.get_mut(parent.0 as usize)?.arguments_mut())
            else {
                continue;
            };
            if let Some(slot) = arguments.get_mut((args.first + args.count) as usize) {
                *slot = id;
            }
            count(args);
        }
        Arena {
            forms: self.forms.into(),
            index: NodeIndex::new(self.nodes.iter().copied()),
            nodes: self.nodes.into(),
            arguments: arguments.into(),
            defined: self.defined.into(),
        }
    }
}

/// The arguments of a call, which are written as a list, a single value, or no value.
fn arguments(call: YamlNode<'_>) -> impl Iterator<Item = YamlNode<'_>> {
    let written = call.only_entry().map(|(_, arguments)| arguments);
    let single = written.filter(|written| written.kind() != Kind::Sequence && !written.is_null());
    written.into_iter().flat_map(YamlNode::items).chain(single)
}
