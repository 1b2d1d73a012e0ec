//! Parses questions about assignments of a node template: by name, or by index in their list.

use crate::diagnostics::{rules, suggest};
use crate::yaml::YamlNode;

use super::expression::VariabilityExprId;
use super::model::{ElementId, ElementKind};
use super::parse::Parser;
use super::value::VariabilityValue;

/// The names of the assignments of a section, in order, each with its element. An item that is not an assignment has
/// neither; an assignment in a map has no element.
type Assignments<'t> = Vec<(Option<YamlNode<'t>>, Option<ElementId>)>;

impl<'t> Parser<'_, 't> {
    /// Parses a question about an assignment of a node template. Several of one name are one question: whether any is
    /// present.
    pub(super) fn parse_part(
        &mut self,
        node: YamlNode<'t>,
        value: YamlNode<'t>,
        kind: ElementKind,
    ) -> VariabilityExprId {
        let Some((owner, named)) = self.find_parts(value, kind) else { return self.push_wrong(node) };
        // What is not in a list is present with its node template.
        let elements: Vec<ElementId> = named.into_iter().map(|id| id.unwrap_or(owner)).collect();
        self.push_any(node, &elements)
    }

    /// Returns the node template and the assignments that `value` names; reports errors.
    fn find_parts(
        &mut self,
        value: YamlNode<'t>,
        kind: ElementKind,
    ) -> Option<(ElementId, Vec<Option<ElementId>>)> {
        let parts: Vec<YamlNode<'t>> = value.items().collect();
        let ([owner, part], Some(name)) = (&parts[..], parts.first().and_then(|owner| owner.as_str())) else {
            if !value.is_invalid() {
                self.report(rules::malformed_expression::not_a_part(value.span(), kind.name()));
            }
            return None;
        };
        let owner = self.find_node(*owner, name)?;
        let assignments = self.assignments(owner, kind);
        let matching: Vec<Option<ElementId>> = match (part.as_str(), VariabilityValue::read(*part)) {
            (Some(name), _) => {
                let called = assignments.iter().filter(|(key, _)| key.is_some_and(|key| key.text() == name));
                called.map(|(_, id)| *id).collect()
            }
            (None, Some(VariabilityValue::Number(number))) => {
                let index = number.as_integer().and_then(|index| usize::try_from(index).ok());
                let at = index.and_then(|index| assignments.get(index)).filter(|(key, _)| key.is_some());
                at.map(|(_, id)| *id).into_iter().collect()
            }
            _ => {
                if !part.is_invalid() {
                    self.report(rules::malformed_expression::not_a_part(part.span(), kind.name()));
                }
                return None;
            }
        };
        if matching.is_empty() {
            let names = assignments.iter().filter_map(|(key, _)| Some(key.as_ref()?.text()));
            let suggestion = part.as_str().and_then(|name| suggest(name, names));
            let owner = self.model.element(owner).key.text();
            let diagnostic =
                rules::unknown_element::part(part.span(), part.written(), kind.name(), owner, suggestion);
            self.report(diagnostic);
            return None;
        }
        Some((owner, matching))
    }

    fn assignments(&self, owner: ElementId, kind: ElementKind) -> Assignments<'t> {
        let model = &*self.model;
        let Some(section) = super::alternatives::section_of(kind, model.element(owner).value) else {
            return Vec::new();
        };
        let item = |item: YamlNode<'t>| {
            let name = Some(item).filter(|item| kind == ElementKind::Type && item.is_string());
            let key = item.only_entry().map(|(key, _)| key).or(name);
            (key, key.and_then(|key| model.placed(key)))
        };
        let entries = section.entries().map(|(key, _)| (Some(key), model.placed(key)));
        let only = Some((Some(section), None)).filter(|_| kind == ElementKind::Type && section.is_string());
        section.items().map(item).chain(entries).chain(only).collect()
    }
}
