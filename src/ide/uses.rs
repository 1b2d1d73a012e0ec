//! Collects the names of a file whose meaning is known.

mod calls;
mod imports;
mod interfaces;
mod names;
mod requirements;
mod service;
mod substitution;
mod types;
mod values;
mod workflows;

pub(super) use calls::referent_of;

use crate::base::{FileId, Span};
use crate::load::File;
use crate::model::Model;
use crate::model::types::Types;
use crate::yaml::{NodeId, SourceNode, YamlNode};

use super::referent::{PartKind, Referent, name_span, part_of, unquoted};

/// A name and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The span of the name.
    pub span: Span,
    /// What it means.
    pub referent: Referent,
    /// Whether it is the name in its definition.
    pub is_definition: bool,
}

/// Returns the names of a file whose meaning is known, in order; without keynames.
#[must_use]
pub fn uses(model: &Model, file: FileId) -> Vec<Use> {
    find(model, file, None)
}

/// Returns the names of a file whose meaning is known, at least all that touch the byte `offset`: definitions and
/// templates elsewhere are skipped.
pub(super) fn uses_around(model: &Model, file: FileId, offset: u32) -> Vec<Use> {
    find(model, file, Some(offset))
}

fn find(model: &Model, file: FileId, around: Option<u32>) -> Vec<Use> {
    let types = &model.types;
    let Some(file) = types.graph.get(file) else { return Vec::new() };
    let tree = file.tree();
    // A part that was moved or that an alias repeats is not in the span of the definition that contains it.
    let is_in_place = !tree.is_rewritten() && !tree.root().is_some_and(YamlNode::contains_copy);
    let mut finder = Finder { model, types, file, around: around.filter(|_| is_in_place), uses: Vec::new() };
    names::find(&mut finder);
    imports::find(&mut finder);
    types::find(&mut finder);
    service::find(&mut finder);
    calls::find(&mut finder);
    let mut uses = finder.uses;
    uses.sort_by_key(|used| (used.span.start, used.span.end));
    // A part that aliases repeat in several positions has the meaning of the first one.
    uses.dedup_by_key(|used| used.span);
    uses
}

/// Collects the names of one file.
struct Finder<'m> {
    model: &'m Model,
    types: &'m Types,
    file: &'m File,
    /// The only byte that is of interest.
    around: Option<u32>,
    uses: Vec<Use>,
}

impl<'m> Finder<'m> {
    fn node(&self, id: NodeId) -> YamlNode<'m> {
        self.file.node(id)
    }

    /// Whether a node may contain names of interest.
    fn is_near(&self, node: YamlNode<'_>) -> bool {
        let span = node.span();
        self.around.is_none_or(|offset| span.start <= offset && offset <= span.end)
    }

    /// Whether the entry with this key may contain names of interest.
    fn is_near_entry(&self, key: YamlNode<'_>) -> bool {
        let (start, value) = (key.span().start, key.entry_value().span());
        let end = value.end.max(key.span().end);
        self.around.is_none_or(|offset| start <= offset && offset <= end)
    }

    fn source(&self, id: NodeId) -> SourceNode {
        SourceNode { file: self.file.id, node: id }
    }

    /// Adds the scalar `node` as a use of `referent`.
    fn uses(&mut self, node: YamlNode<'m>, referent: Referent) {
        self.names(node, node.text(), referent);
    }

    /// Adds the end of the scalar `node`, which is `name`, as a use of `referent`.
    fn names(&mut self, node: YamlNode<'m>, name: &str, referent: Referent) {
        if node.tree().file() == self.file.id
            && let Some(span) = name_span(node, name)
        {
            self.uses.push(Use { span, referent, is_definition: false });
        }
    }

    /// Adds the scalar `node` as the definition of `referent`.
    fn defines(&mut self, node: YamlNode<'m>, referent: Referent) {
        let index = self.uses.len();
        self.uses(node, referent);
        if let Some(used) = self.uses.get_mut(index) {
            used.is_definition = true;
        }
    }

    /// Adds the key `key` as the definition of a part of a service template.
    fn defines_part(&mut self, key: NodeId, part: PartKind) {
        self.defines(self.node(key), Referent::Part(part, self.source(key)));
    }

    /// Adds the bytes `from..to` of the scalar `node` as a use of `referent`.
    fn uses_part(&mut self, node: YamlNode<'m>, (from, to): (usize, usize), referent: Referent) {
        let (span, written) = unquoted(node);
        if node.tree().origin(node.id()).is_some() && written == node.text() && from < to {
            self.uses.push(Use { span: part_of(span, from, to), referent, is_definition: false });
        }
    }
}
