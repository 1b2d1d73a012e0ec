//! Whether an earlier refinement of a member agrees with the definition of a narrower type that is now used
//! (8.3-06, A-70): types, fixed values, `required`. `values` checks whether values satisfy both.

use crate::diagnostics::{Diagnostic, rules};
use crate::model::types::Types;
use crate::values::Merged;
use crate::yaml::YamlNode;

use super::types::{describe, is_same_value};

/// Returns the diagnostic for the first disagreement between the two definitions, at the name of the new type.
pub(super) fn disagreement(types: &Types, merged: Merged<'_>) -> Option<Diagnostic> {
    let Merged { earlier, new, type_node } = merged;
    let (earlier_definition, new_definition) = (earlier.effective(), new.effective());
    let (what, span) = (describe(earlier), type_node.span());
    if let (Some(earlier_type), Some(new_type)) = (earlier.data_type, new.data_type)
        && !types.may_be_related(earlier_type, new_type)
    {
        let (earlier_name, new_name) = (types.name(earlier_type), types.name(new_type));
        let new_span = new_definition.data_type.map(YamlNode::span);
        let diagnostic = rules::incompatible_type::new(span, &what, earlier_name, new_name, new_span);
        return Some(explained(diagnostic, earlier_definition.data_type));
    }
    if let (Some(earlier_value), Some(new_value)) = (earlier_definition.value, new_definition.value)
        && !is_same_value(earlier_value, new_value)
    {
        let diagnostic = rules::changed_fixed_value::new(span, &what, "value", new_value.span());
        return Some(explained(diagnostic, Some(earlier_value)));
    }
    let (_, refined) = earlier_definition.required.filter(|(required, _)| !required && new.is_required())?;
    let new_span = new_definition.required.map_or(new.key(), |(_, node)| node).span();
    Some(explained(rules::loosened_required::new(span, &what, new_span), Some(refined)))
}

fn explained(mut diagnostic: Diagnostic, refined: Option<YamlNode<'_>>) -> Diagnostic {
    diagnostic.primary.text = "refined by this type".into();
    diagnostic.help = vec!["use a type that agrees with the earlier refinements".into()];
    match refined {
        Some(refined) => diagnostic.also(refined.span(), "earlier refinement"),
        None => diagnostic,
    }
}
