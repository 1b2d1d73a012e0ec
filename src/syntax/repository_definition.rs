//! Repository definitions (TOSCA 2.0 §6.5).

use crate::diagnostics::rules;
use crate::keynames::{Metadata, Reader, TextNode, ValueNode, entity};
use crate::yaml::YamlNode;

use super::Url;

const CREDENTIALS: &str =
    "remove it, and configure credentials in the orchestrator; TOSCA 2.0 files contain no credentials";

entity! {
    /// A location of files.
    RepositoryDefinition "repository definition" "6.5" {
        /// What the repository contains.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// The URL of the repository.
        "url" url: Url<true> [mandatory];
        /// The credentials for access.
        "credential" credential: ValueNode [non_standard("remove it, and configure credentials in the orchestrator; TOSCA 2.0 files contain no credentials")];
    }
    short("url");
    retired(&[
        ("auth", CREDENTIALS),
        ("credentials", CREDENTIALS),
        ("password", CREDENTIALS),
        ("token", CREDENTIALS),
        ("user", CREDENTIALS),
        ("username", CREDENTIALS),
    ]);
    => check
}

/// Checks that `url` has no spaces and, if it has a scheme, is a valid URL.
fn check(repository: &RepositoryDefinition, _node: YamlNode<'_>, reader: &mut Reader<'_>) {
    let Some(url) = repository.url else { return };
    let node = reader.tree().node(url.0);
    let Some(text) = node.as_str() else { return };
    if reader.is_call(node) {
        return;
    }
    let blank = text.chars().any(char::is_whitespace);
    let broken = super::scheme(text).is_some() && url::Url::parse(text).is_err();
    if blank || broken {
        reader.report(node, rules::malformed_url::new(node.span(), text));
    }
}
