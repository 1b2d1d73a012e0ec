//! Secrets that are written where everyone can read them (TOSCA 2.0 appendix B).

use memchr::memmem;

use crate::diagnostics::codes;
use crate::model::service::WorkflowView;
use crate::yaml::{Kind, Node};

use super::Cx;

/// How a private key in the PEM format ends its first line.
const PRIVATE_KEY: &str = "PRIVATE KEY-----";

/// Private keys anywhere in the file.
pub(super) fn private_keys(cx: &mut Cx<'_>) {
    let Some(root) = cx.file.tree().root() else { return };
    if memmem::find(cx.file.tree().source().as_bytes(), PRIVATE_KEY.as_bytes()).is_none() {
        return;
    }
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if node.as_str().is_some_and(is_private_key) {
            cx.report(node, codes::hardcoded_secret::private_key(node.span()));
        }
        waiting.extend(node.items());
        waiting.extend(node.entries().map(|(_, value)| value));
    }
}

/// Literals for what is called like a secret, among the values of the service template.
pub(super) fn secrets<'g>(cx: &mut Cx<'g>) {
    let Some(service) = cx.service else { return };
    // Few files name a secret at all.
    if !cx.file.tree().texts().any(is_secret) {
        return;
    }
    let body = cx.node(service.template().node);
    for input in service.inputs().chain(service.workflows().flat_map(WorkflowView::inputs)) {
        let Some(definition) = input.definition() else { continue };
        for value in [definition.default, definition.value].into_iter().flatten() {
            values_of(cx, vec![(input.key, cx.node(value.0))]);
        }
    }
    // Values stand below these keynames, wherever something of a type is assigned.
    let mut waiting: Vec<Node<'g>> = body
        .entries()
        .filter(|(key, _)| !matches!(key.text(), "inputs" | "outputs" | "metadata" | "substitution_mappings"))
        .map(|(_, value)| value)
        .collect();
    while let Some(node) = waiting.pop() {
        waiting.extend(node.items());
        for (key, value) in node.entries() {
            match key.text() {
                "properties" | "attributes" | "inputs" => values_of(cx, value.entries().collect()),
                "metadata" => {}
                _ if value.kind() != Kind::Scalar => waiting.push(value),
                _ => {}
            }
        }
    }
}

fn values_of<'g>(cx: &mut Cx<'g>, mut waiting: Vec<(Node<'g>, Node<'g>)>) {
    while let Some((key, value)) = waiting.pop() {
        if cx.types.expressions.call(value).is_some() {
            continue;
        }
        // Languages that write values more freely need no quotes around texts.
        let bare = (cx.file.policies().literals.is_lenient && !value.is_null()).then(|| value.text());
        match value.as_str().or(bare) {
            Some(text) if !text.is_empty() && is_secret(key.text()) && !is_private_key(text) => {
                cx.report(value, codes::hardcoded_secret::new(value.span(), key.text()));
            }
            _ => {}
        }
        waiting.extend(value.entries());
        waiting.extend(value.items().map(|item| (key, item)));
    }
}

fn is_private_key(text: &str) -> bool {
    text.trim_start().starts_with("-----BEGIN") && text.contains(PRIVATE_KEY)
}

/// Whether a name ends in a word for something secret: `db_password`, `apiToken`, `private-key`.
fn is_secret(name: &str) -> bool {
    if ["password", "passwd", "passphrase", "privatekey", "secretkey"].iter().any(|word| ends_in(name, word))
    {
        return true;
    }
    // Short words must stand alone: `secret`, but not `tokens`.
    let starts = |word: &str| {
        let Some(at) = ends_in(name, word).then(|| name.len() - word.len()) else { return false };
        let before = name.get(..at).and_then(|before| before.chars().next_back());
        let camel = name.get(at..).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
        before.is_none_or(|c| !c.is_alphanumeric()) || camel
    };
    starts("secret") || starts("token")
}

/// Whether a name without case and separators ends in a word.
fn ends_in(name: &str, word: &str) -> bool {
    let mut letters = name.bytes().rev().filter(u8::is_ascii_alphanumeric);
    word.bytes().rev().all(|letter| letters.next().is_some_and(|found| found.to_ascii_lowercase() == letter))
}
