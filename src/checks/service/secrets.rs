//! Secrets in plain text (TOSCA 2.0 appendix B).

use memchr::memmem;

use crate::diagnostics::rules;
use crate::model::service::WorkflowView;
use crate::model::types::{FieldView, Fields};
use crate::values::ValueType;
use crate::yaml::YamlNode;

use super::Cx;

/// The end of the first line of a private key in PEM format.
const PRIVATE_KEY: &str = "PRIVATE KEY-----";

/// Reports private keys anywhere in the file.
pub(super) fn report_private_keys(cx: &mut Cx<'_>) {
    let Some(root) = cx.file.tree().root() else { return };
    if memmem::find(cx.file.tree().source().as_bytes(), PRIVATE_KEY.as_bytes()).is_none() {
        return;
    }
    let mut queue = vec![root];
    while let Some(node) = queue.pop() {
        if node.as_str().is_some_and(is_private_key) {
            cx.report(node, rules::hardcoded_secret::private_key(node.span()));
        }
        queue.extend(node.items());
        queue.extend(node.entries().map(|(_, value)| value));
    }
}

/// Reports the values of inputs of the service and its workflows whose names are names of secrets.
pub(super) fn report_secret_inputs(cx: &mut Cx<'_>) {
    let Some(service) = cx.service else { return };
    for input in service.inputs().chain(service.workflows().flat_map(WorkflowView::inputs)) {
        let (Some(field), Some(definition)) = (input.defined(), input.definition()) else { continue };
        for value in [definition.default, definition.value].into_iter().flatten() {
            report_secrets(cx, cx.node(value.0), field);
        }
    }
}

/// Reports the literals in `value`, which is assigned to `field`, at any depth, if the name of the field, or of a
/// property of their data type, is the name of a secret. The keys of maps are data.
pub(super) fn report_secrets<'g>(cx: &mut Cx<'g>, value: YamlNode<'g>, field: FieldView<'g>) {
    // Most files contain no such name, so this check is fast.
    let tree = cx.file.tree();
    if !*cx.memo.has_secrets.get_or_insert_with(|| tree.texts().any(is_secret)) {
        return;
    }
    let types = cx.types;
    let mut queue = vec![(field.name(), value, ValueType::Field(field))];
    while let Some((name, value, ty)) = queue.pop() {
        if types.expressions.call(value).is_some() {
            continue;
        }
        // Lenient dialects allow strings without quotes that YAML reads as other values.
        let unquoted = (cx.file.policies().literals.is_lenient && !value.is_null()).then(|| value.text());
        match value.as_str().or(unquoted) {
            Some(text)
                if !text.is_empty()
                    && is_secret(name)
                    && !is_private_key(text)
                    && !is_placeholder(name, text) =>
            {
                cx.report(value, rules::hardcoded_secret::new(value.span(), name));
            }
            _ => {}
        }
        let entry = ty.entries(types);
        let item_type = entry.clone().unwrap_or(ValueType::Unknown);
        queue.extend(value.items().map(|item| (name, item, item_type.clone())));
        for (key, value) in value.entries() {
            match (&entry, key.as_str()) {
                (Some(entry), _) => queue.push(("", value, entry.clone())),
                (None, Some(property)) => {
                    let owner = ty.data_type().and_then(|ty| types.defined(ty));
                    let id = owner.and_then(|owner| types.member(owner, Fields::Properties, property));
                    queue.extend(id.map(|id| (property, value, ValueType::Field(types.field(id)))));
                }
                (None, None) => {}
            }
        }
    }
}

/// Whether a value is only the name in other letters, to be replaced before the service runs.
fn is_placeholder(name: &str, value: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    letters(name) == letters(value)
}

fn is_private_key(text: &str) -> bool {
    text.trim_start().starts_with("-----BEGIN") && text.contains(PRIVATE_KEY)
}

/// Whether a name ends in a word for a secret: `db_password`, `apiToken`, `private-key`.
fn is_secret(name: &str) -> bool {
    if ["password", "passwd", "passphrase", "privatekey", "secretkey"].iter().any(|word| ends_in(name, word))
    {
        return true;
    }
    // Short words must be separate words: `secret`, but not `tokens`.
    let ends_in_word = |word: &str| {
        let Some(start) = ends_in(name, word).then(|| name.len() - word.len()) else { return false };
        let preceding = name.get(..start).and_then(|stem| stem.chars().next_back());
        let is_camel_case =
            name.get(start..).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
        preceding.is_none_or(|c| !c.is_alphanumeric()) || is_camel_case
    };
    ends_in_word("secret") || ends_in_word("token")
}

/// Whether a name ends in a word, ignoring case and separators.
fn ends_in(name: &str, word: &str) -> bool {
    let mut letters = name.bytes().rev().filter(u8::is_ascii_alphanumeric);
    word.bytes()
        .rev()
        .all(|letter| letters.next().is_some_and(|name_letter| name_letter.to_ascii_lowercase() == letter))
}
