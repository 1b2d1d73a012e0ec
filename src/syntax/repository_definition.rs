//! Repository definitions (TOSCA 2.0 §6.5).

use crate::diagnostics::codes;
use crate::keynames::{Metadata, Reader, Text, Value, entity};
use crate::yaml::Node;

use super::Url;

entity! {
    /// A place that files are taken from.
    RepositoryDefinition "repository definition" "6.5" {
        /// What the repository holds.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
        /// Where it is.
        "url" url: Url<true> [mandatory];
        /// How to get in.
        "credential" credential: Value [tolerated("TOSCA 2.0 keeps credentials out of files: give them to the orchestrator")];
    }
    short("url");
    => check
}

/// The url should be one: no blanks, and parsable where it has a scheme.
fn check(repository: &RepositoryDefinition, _node: Node<'_>, reader: &mut Reader<'_>) {
    let Some(url) = repository.url else { return };
    let node = reader.tree().node(url.0);
    let Some(text) = node.as_str() else { return };
    if reader.is_call(node) {
        return;
    }
    let blank = text.chars().any(char::is_whitespace);
    let broken = super::scheme(text).is_some() && url::Url::parse(text).is_err();
    if blank || broken {
        reader.report(node, codes::malformed_url::found(node.span(), text));
    }
}
