//! Help for a definition in place of a value.

use crate::diagnostics::quoted;
use crate::keynames::{Entity as _, ValueHelp};
use crate::yaml::{Style, YamlNode};

use super::ParameterDefinition;

/// Returns the help for a map that is written like the definition of a value: `{ value: 5 }`, or
/// `{ type: integer, default: 5 }`.
pub(crate) fn value_in_definition(node: YamlNode<'_>) -> Option<ValueHelp> {
    let is_keyname = |key: YamlNode<'_>| ParameterDefinition::meta().keyname_at(key).is_some();
    if !node.is_mapping() || !node.entries().all(|(key, _)| is_keyname(key)) {
        return None;
    }
    let value = node.get("value").or_else(|| node.get("default"));
    let Some(value) = value.filter(|value| !value.is_null() && !value.is_invalid()) else {
        let has_type = node.get("type").is_some();
        return has_type.then(|| ("write a value; the type has the definition".to_owned(), None));
    };
    let text = value.written();
    if text.contains('\n') {
        return Some(("write the value itself, without a definition".to_owned(), None));
    }
    let fix = (node.style() == Style::Flow && !node.written().contains('\n')).then(|| text.to_owned());
    Some((format!("write the value itself: {}", quoted(text)), fix))
}
