//! Import definitions (TOSCA 2.0 §6.8.1).

use crate::diagnostics::codes;
use crate::keynames::{Entity as _, Metadata, Reader, Text, entity};
use crate::yaml::Node;

use super::Url;
use super::texts::{Name, scheme};

entity! {
    /// A file or profile whose definitions are made known.
    ImportDefinition "import definition" "6.8.1" {
        /// The file.
        "url" url: Url<false> [conditional, formerly(&["file"])];
        /// The name of the profile.
        "profile" profile: Name [conditional];
        /// The repository that `url` counts from.
        "repository" repository: Name;
        /// What stands before the imported names, with a colon.
        "namespace" namespace: Name [formerly(&["namespace_prefix"])];
        /// What the import is for.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
    }
    short("url");
    retired(&[
        ("namespace_uri", "TOSCA 2.0 has `namespace` only: the prefix that this file uses"),
    ]);
    => check
}

fn check(import: &ImportDefinition, node: Node<'_>, reader: &mut Reader<'_>) {
    let conflict = super::exclusive(node, "url", "profile", "import either a file or a profile", reader);
    let known = |key: Node<'_>| ImportDefinition::meta().keyname(key.text()).is_some();
    let strange = node.entries().any(|(key, _)| !known(key));
    if node.is_mapping() && reader.is_missing(node, "url") && reader.is_missing(node, "profile") && !strange {
        let span = reader.subject_span(node);
        let found = codes::missing_keyname::one_of(span, "`url` or `profile`", "import definition");
        reader.report(node, found);
    }
    if node.entry("url").is_none() && !conflict {
        super::exclusive(
            node,
            "profile",
            "repository",
            "a profile is found by its name: remove `repository`",
            reader,
        );
    }
    if let (Some(url), Some(repository)) = (import.url, import.repository) {
        let url = reader.tree().node(url.0);
        if scheme(url.text()).is_some() {
            let repository = reader.tree().node(repository.0).span();
            let found = codes::absolute_url_with_repository::found(url.span(), url.text(), repository);
            reader.report(url, found);
        }
    }
    if let Some(namespace) = import.namespace {
        let namespace = reader.tree().node(namespace.0);
        if namespace.text().contains(':') {
            let found = codes::colon_in_namespace::found(namespace.span(), namespace.text());
            reader.report(namespace, found);
        }
    }
}
