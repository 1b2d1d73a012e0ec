//! The names of a file that mean something known.

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
use crate::yaml::{Node, NodeId, SourceNode};

use super::referent::{PartKind, Referent, name_span, part_of, unquoted};

/// A name and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Where the name stands.
    pub span: Span,
    /// What it means.
    pub referent: Referent,
    /// Whether it is the name in a definition of it.
    pub is_definition: bool,
}

/// The names of a file that mean something known, in order; keynames are not among them.
#[must_use]
pub fn uses(model: &Model, file: FileId) -> Vec<Use> {
    let types = &model.types;
    let Some(file) = types.graph.get(file) else { return Vec::new() };
    let mut found = Finder { model, types, file, found: Vec::new() };
    names::find(&mut found);
    imports::find(&mut found);
    types::find(&mut found);
    service::find(&mut found);
    calls::find(&mut found);
    let mut found = found.found;
    found.sort_by_key(|used| (used.span.start, used.span.end));
    // Parts that several places share by an alias mean what they mean at the first.
    found.dedup_by_key(|used| used.span);
    found
}

/// What gathers the names of one file.
struct Finder<'m> {
    model: &'m Model,
    types: &'m Types,
    file: &'m File,
    found: Vec<Use>,
}

impl<'m> Finder<'m> {
    fn node(&self, id: NodeId) -> Node<'m> {
        self.file.node(id)
    }

    fn source(&self, id: NodeId) -> SourceNode {
        SourceNode { file: self.file.id, node: id }
    }

    /// The scalar `node` names `referent`.
    fn uses(&mut self, node: Node<'m>, referent: Referent) {
        self.names(node, node.text(), referent);
    }

    /// The end of the scalar `node` is the name of `referent`.
    fn names(&mut self, node: Node<'m>, name: &str, referent: Referent) {
        if node.tree().file() == self.file.id
            && let Some(span) = name_span(node, name)
        {
            self.found.push(Use { span, referent, is_definition: false });
        }
    }

    /// The scalar `node` names what it defines.
    fn defines(&mut self, node: Node<'m>, referent: Referent) {
        let before = self.found.len();
        self.uses(node, referent);
        if let Some(used) = self.found.get_mut(before) {
            used.is_definition = true;
        }
    }

    /// The key `key` names a part of a service template.
    fn defines_part(&mut self, key: NodeId, part: PartKind) {
        self.defines(self.node(key), Referent::Part(part, self.source(key)));
    }

    /// The bytes `from..to` of what the scalar `node` says name `referent`.
    fn uses_part(&mut self, node: Node<'m>, (from, to): (usize, usize), referent: Referent) {
        let (span, written) = unquoted(node);
        if node.tree().origin(node.id()).is_some() && written == node.text() && from < to {
            self.found.push(Use { span: part_of(span, from, to), referent, is_definition: false });
        }
    }
}
