//! What functions read that are not computed from their arguments (TOSCA 2.0 §10.2.1), and the steps into it.

use crate::diagnostics::{codes, suggest};
use crate::functions::Source;
use crate::keynames::describe;
use crate::literals::{BuiltIn, number};
use crate::values::check::Checker;
use crate::values::value_type::{Step, ValueType};
use crate::yaml::{Node, Scalar};

use super::Typed;
use super::place::may_read;

impl<'g> Checker<'g> {
    /// The type of a call of a function that reads `source`, with the right number of arguments.
    pub(super) fn read(
        &mut self,
        node: Node<'g>,
        name: Node<'g>,
        source: Source,
        arguments: &[Node<'g>],
        result: ValueType<'g>,
    ) -> Typed<'g> {
        let right = may_read(self, node, name, source);
        match source {
            Source::Input => self.input(node, arguments, right),
            Source::Path(end) if right => self.reading(node, name, end, arguments),
            Source::Value => Typed::later(match self.value.clone() {
                Some(value) => self.steps(value, arguments, None),
                None => {
                    self.report(name, codes::value_outside_clause::found(name.span()));
                    ValueType::Unknown
                }
            }),
            Source::Path(_) | Source::NodeIndex | Source::RelationshipIndex => {
                for argument in arguments {
                    self.loose(*argument, &ValueType::Unknown);
                }
                Typed::later(result)
            }
        }
    }

    /// The type of a part of a value, step by step; `known` is the value where nothing else is given, and
    /// whether nothing else can be.
    pub(in crate::values) fn steps(
        &mut self,
        start: ValueType<'g>,
        steps: &[Node<'g>],
        mut known: Option<(Node<'g>, bool)>,
    ) -> ValueType<'g> {
        let mut of = start;
        for node in steps {
            let node = *node;
            let step = match node.scalar() {
                _ if self.types.expressions.call(node).is_some() => {
                    let typed = self.expression(node, &ValueType::Open);
                    match typed.of.kind(self.types) {
                        Some(BuiltIn::Integer) => Step::Index,
                        Some(kind) if kind != BuiltIn::String => {
                            let got = typed.of.in_words(self.types);
                            let found = codes::wrong_argument_type::step(node.span(), &got);
                            self.report(node, found);
                            return ValueType::Unknown;
                        }
                        Some(_) => Step::SomeName,
                        None => Step::Some,
                    }
                }
                Some(Scalar::String(text)) => Step::Name(text),
                Some(Scalar::Integer(text)) if !text.starts_with('-') => Step::Index,
                _ => {
                    if !node.is_invalid() {
                        let got =
                            if node.text().starts_with('-') { "a negative number" } else { describe(node) };
                        self.report(node, codes::wrong_argument_type::step(node.span(), got));
                    }
                    return ValueType::Unknown;
                }
            };
            known = known.and_then(|(value, settled)| {
                let part = self.known_part(&of, value, node, settled)?;
                Some((part, settled))
            });
            of = match of.part(self.types, step) {
                Ok(of) => of,
                Err(no) => {
                    let near = suggest(node.text(), no.names.iter().copied());
                    self.report(
                        node,
                        codes::no_such_part::found(node.span(), node.written(), &no.reason, near),
                    );
                    return ValueType::Unknown;
                }
            };
        }
        of
    }

    /// The part of a value that a step leads to; one that is not there is told.
    fn known_part(
        &mut self,
        of: &ValueType<'g>,
        value: Node<'g>,
        step: Node<'g>,
        settled: bool,
    ) -> Option<Node<'g>> {
        if self.types.expressions.call(value).is_some() {
            return None;
        }
        if let Some(call) = self.types.expressions.call(step) {
            if call.reads(Source::NodeIndex)
                && of.kind(self.types) == Some(BuiltIn::List)
                && value.is_sequence()
            {
                self.index_beyond(value, step);
            }
            return None;
        }
        let Some(kind) = of.kind(self.types) else {
            // A property that is not given may have a default.
            return value.get(step.as_str()?);
        };
        let part = match (kind, step.scalar()?) {
            (BuiltIn::List, Scalar::Integer(text)) if value.is_sequence() => {
                value.items().nth(usize::try_from(number::integer(text)?).ok()?)
            }
            (BuiltIn::Map, Scalar::String(text)) if value.is_mapping() => {
                if value.entries().any(|(key, _)| key.as_str().is_none()) {
                    return None;
                }
                value.get(text)
            }
            _ => return None,
        };
        if part.is_none() {
            let found = codes::no_such_part::not_written(step.span(), step.written(), value.span(), settled);
            self.report(step, found);
        }
        part
    }

    /// An index of a node that is beyond a list (14.2-02).
    fn index_beyond(&mut self, list: Node<'g>, index: Node<'g>) {
        let service = self.model.service(index.tree().file());
        let around = service.and_then(|service| {
            let templates = service.node_templates();
            let before = templates.partition_point(|template| template.written().node <= index.id());
            templates.get(before.checked_sub(1)?)
        });
        let around = around.filter(|template| index.tree().node(template.written().node).holds(index));
        let length = list.items().count();
        if let Some(count) = around.and_then(|template| template.count)
            && count > length as u64
        {
            let found = codes::no_such_part::fewer_than_nodes(index.span(), length, count, list.span());
            self.report(index, found);
        }
    }
}
