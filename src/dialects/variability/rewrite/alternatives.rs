//! Writes lists in place of maps as maps, with the items that stay.

use rustc_hash::FxHashSet;

use crate::base::Symbol;
use crate::yaml::{Kind, YamlNode};

use super::super::alternatives::assigned;
use super::super::model::{ElementId, ElementKind};
use super::Rewriter;

impl<'t> Rewriter<'_, '_, 't> {
    /// Whether any item of `section` is an element.
    pub(super) fn is_placed(&self, section: YamlNode<'t>) -> bool {
        self.placed_in(section).next().is_some()
    }

    /// Whether `value` has a section with items that are elements.
    pub(super) fn has_placed(&self, value: YamlNode<'t>) -> bool {
        self.model.has_placed() && value.entries().any(|(_, section)| self.is_placed(section))
    }

    /// Iterates over the elements in `section`, with their names and values.
    fn placed_in(
        &self,
        section: YamlNode<'t>,
    ) -> impl Iterator<Item = (ElementId, YamlNode<'t>, YamlNode<'t>)> {
        let model = self.model;
        let entries = section.items().map(|item| item.only_entry().unwrap_or((item, item)));
        let entries = entries.chain(section.entries());
        entries
            .filter(|_| model.has_placed())
            .filter_map(move |(name, value)| Some((model.placed(name)?, name, value)))
    }

    /// Writes the items of `section` that stay as a map, unless there are none. In a variant, only the first one of
    /// each name is written: more are reported.
    pub(super) fn placed(&mut self, key: YamlNode<'t>, section: YamlNode<'t>) {
        if section.is_mapping() {
            return self.map(key, section);
        }
        let staying: Vec<_> = self.placed_in(section).filter(|(id, ..)| (self.stays)(*id)).collect();
        if staying.is_empty() {
            return;
        }
        if let Some((id, name, _)) = staying.first()
            && self.model.element(*id).kind == ElementKind::Type
        {
            return self.entry(key, *name);
        }
        let mut written: FxHashSet<Option<Symbol>> = FxHashSet::default();
        self.builder.copy(key);
        self.builder.lowered_container(Kind::Mapping, section.style(), section);
        for (id, name, value) in staying {
            if self.removes_unused && !written.insert(name.symbol()) {
                continue;
            }
            match (self.model.element(id).kind, assigned(value)) {
                (ElementKind::Property, Some(value)) => self.entry(name, value),
                // A long form without a value is reported.
                (ElementKind::Property, None) => {}
                _ => self.element(id, name, value),
            }
        }
        self.builder.close();
    }

    /// Writes the entries of a map that stay; some are elements.
    fn map(&mut self, key: YamlNode<'t>, section: YamlNode<'t>) {
        let id = |(name, value): (YamlNode<'t>, YamlNode<'t>)| (self.model.placed(name), name, value);
        let entries = section.entries().map(id);
        let staying: Vec<_> = entries.filter(|(id, ..)| id.is_none_or(|id| (self.stays)(id))).collect();
        if staying.is_empty() {
            return;
        }
        self.builder.copy(key);
        self.builder.open_like(section);
        for (id, name, value) in staying {
            match id {
                Some(id) => self.element(id, name, value),
                None => self.entry(name, value),
            }
        }
        self.builder.close();
    }
}
