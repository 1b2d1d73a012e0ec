//! Secrets in plain text (TOSCA 2.0 appendix B).

use memchr::memmem;

use crate::diagnostics::rules;
use crate::model::service::WorkflowView;
use crate::yaml::{Kind, YamlNode};

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

/// Reports literals in the service template that are assigned to a name such as `password`.
pub(super) fn report_secrets<'g>(cx: &mut Cx<'g>) {
    let Some(service) = cx.service else { return };
    // Most files contain no such name, so this check is fast.
    if !cx.file.tree().texts().any(is_secret) {
        return;
    }
    let body = cx.node(service.template().node);
    for input in service.inputs().chain(service.workflows().flat_map(WorkflowView::inputs)) {
        let Some(definition) = input.definition() else { continue };
        for value in [definition.default, definition.value].into_iter().flatten() {
            check_values(cx, vec![(input.key, cx.node(value.0))]);
        }
    }
    // Assignments are values of these keynames in all kinds of templates.
    let mut queue: Vec<YamlNode<'g>> = body
        .entries()
        .filter(|(key, _)| !matches!(key.text(), "inputs" | "outputs" | "metadata" | "substitution_mappings"))
        .map(|(_, value)| value)
        .collect();
    while let Some(node) = queue.pop() {
        queue.extend(node.items());
        for (key, value) in node.entries() {
            match key.text() {
                "properties" | "attributes" | "inputs" => check_values(cx, value.entries().collect()),
                "metadata" => {}
                _ if value.kind() != Kind::Scalar => queue.push(value),
                _ => {}
            }
        }
    }
}

/// Reports the literals in `queue`, at any depth, whose key is the name of a secret.
fn check_values<'g>(cx: &mut Cx<'g>, mut queue: Vec<(YamlNode<'g>, YamlNode<'g>)>) {
    while let Some((key, value)) = queue.pop() {
        if cx.types.expressions.call(value).is_some() {
            continue;
        }
        // Lenient dialects allow strings without quotes that YAML reads as other values.
        let unquoted = (cx.file.policies().literals.is_lenient && !value.is_null()).then(|| value.text());
        match value.as_str().or(unquoted) {
            Some(text) if !text.is_empty() && is_secret(key.text()) && !is_private_key(text) => {
                cx.report(value, rules::hardcoded_secret::new(value.span(), key.text()));
            }
            _ => {}
        }
        queue.extend(value.entries());
        queue.extend(value.items().map(|item| (key, item)));
    }
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
