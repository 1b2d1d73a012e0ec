//! Checks members that refine two definitions: an earlier refinement, and the definition of a narrower type
//! that is now used (8.3-06, A-70).
//!
//! What the earlier refinement says must agree with the new type, and what the new type says with the earlier
//! refinement. Whether types, fixed values and `required` agree is checked with the types; here, values are
//! checked against types and validation clauses. Findings are at the name of the new type.

use crate::diagnostics::rules;
use crate::diagnostics::rules::default_no_longer_fits::Inherited;
use crate::model::types::{FieldId, FieldView, Types};
use crate::yaml::YamlNode;

use super::check::Checker;
use super::check_context::CheckContext as _;
use super::paths::check_inherited_mapping;
use super::range;
use super::review::MAX_INHERITED_CLAUSES;
use super::value_type::ValueType;
use super::what::What;

/// Two definitions of a member, and the node that names the type with the second one.
#[derive(Clone, Copy)]
pub(crate) struct Merged<'g> {
    /// The earlier refinement.
    pub(crate) earlier: FieldView<'g>,
    /// The definition of the type that is now used.
    pub(crate) new: FieldView<'g>,
    /// The name of that type.
    pub(crate) type_node: YamlNode<'g>,
}

impl<'g> Merged<'g> {
    /// Returns the two definitions that the field `id` merges, or `None` if it merges nothing or the new one
    /// refines the earlier one.
    pub(crate) fn new(types: &'g Types, id: FieldId, type_node: YamlNode<'g>) -> Option<Self> {
        let field = types.field(id);
        let (earlier, new) = (field.inherited()?, field.narrower_type_field()?);
        let inherited = |id: &FieldId| types.field(*id).inherited();
        let is_refined = std::iter::successors(Some(new), inherited).any(|id| id == earlier);
        let merged = Self { earlier: types.field(earlier), new: types.field(new), type_node };
        (!is_refined).then_some(merged)
    }

    fn what(self) -> What<'g> {
        What::Named(self.earlier.kind.name(), self.earlier.name())
    }
}

/// Checks that the fixed value, default, validation clauses and mapping of each definition agree with the
/// other definition; defaults do not count if something else `gives_value`. Reports at most one disagreement.
pub(crate) fn check_merged<'g>(cx: &mut Checker<'g>, merged: Merged<'g>, gives_value: bool) {
    let Merged { earlier, new, .. } = merged;
    let types = (earlier.data_type, new.data_type);
    if let (Some(earlier_type), Some(new_type)) = types
        && !cx.types.may_be_related(earlier_type, new_type)
    {
        return;
    }
    if !check_value(cx, merged, gives_value) && !check_clauses(cx, merged) {
        check_mapping(cx, merged);
    }
}

/// Checks the value that counts against the definition that does not give it. Returns whether it is wrong.
fn check_value<'g>(cx: &mut Checker<'g>, merged: Merged<'g>, gives_value: bool) -> bool {
    let Merged { earlier, new, type_node } = merged;
    let (earlier_parts, new_parts) = (earlier.effective(), new.effective());
    let (value, kind) = match (earlier_parts.value, new_parts.value) {
        // Two fixed values must be equal, which is checked with the types.
        (Some(_), Some(_)) => return false,
        (Some(value), None) => (Some((value, true)), Inherited::Value),
        (None, Some(value)) => (Some((value, false)), Inherited::Value),
        (None, None) if gives_value => return false,
        (None, None) => {
            // The new type may have a new default in place of one that the earlier refinement left alone.
            let is_refined = |default: &YamlNode<'g>| {
                !new.each(|parts| parts.default).any(|known| known.span() == default.span())
            };
            let default = earlier_parts.default.filter(is_refined).map(|default| (default, true));
            (default.or(new_parts.default.map(|default| (default, false))), Inherited::Default)
        }
    };
    let Some((value, is_earlier)) = value else { return false };
    let (owner, excluder) = if is_earlier { (earlier, new) } else { (new, earlier) };
    let is_right = |field| cx.diagnostics_of(value, &ValueType::Field(field), merged.what()).is_empty();
    if is_right(excluder) || !is_right(owner) {
        return false;
    }
    let (what, span) = (merged.what().to_string(), type_node.span());
    let (text, value_span) = (value.written(), value.span());
    let diagnostic = if is_earlier {
        rules::default_no_longer_fits::for_type(span, &what, kind, text, value_span)
    } else {
        rules::default_no_longer_fits::of_type(span, &what, kind, text, value_span, earlier.key().span())
    };
    cx.report(type_node, diagnostic);
    true
}

/// Checks that the clauses of both definitions together allow a value. Returns whether they do not.
fn check_clauses<'g>(cx: &mut Checker<'g>, merged: Merged<'g>) -> bool {
    let Merged { earlier, new, type_node } = merged;
    let Some(data_type) = new.data_type.or(earlier.data_type) else { return false };
    let earlier_clauses: Vec<YamlNode<'g>> = earlier.clauses().take(MAX_INHERITED_CLAUSES).collect();
    if earlier_clauses.is_empty() {
        return false;
    }
    let is_new = |clause: &YamlNode<'g>| earlier_clauses.iter().all(|known| known.span() != clause.span());
    let new_clauses: Vec<YamlNode<'g>> = new.clauses().filter(is_new).take(MAX_INHERITED_CLAUSES).collect();
    let contradiction =
        range::find_contradiction_between(cx.types, data_type, &earlier_clauses, &new_clauses);
    let Some(clause) = contradiction else { return false };
    let what = merged.what().to_string();
    cx.report(type_node, rules::impossible_validation::new(type_node.span(), &what, clause.span()));
    true
}

/// Checks that an output which an earlier refinement maps to an attribute fits the attribute with its new type.
fn check_mapping<'g>(cx: &mut Checker<'g>, merged: Merged<'g>) {
    let Merged { earlier, new, type_node } = merged;
    let Some(mapping) = earlier.effective().mapping else { return };
    if new.data_type.is_none() || new.data_type == earlier.data_type {
        return;
    }
    check_inherited_mapping(cx, mapping, new, type_node);
}
