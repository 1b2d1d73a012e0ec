//! Import definitions (TOSCA 2.0 §6.8.1).

use crate::diagnostics::rules;
use crate::diagnostics::text::IMPORT_SOURCES;
use crate::keynames::{Entity as _, Metadata, Reader, TextNode, entity};
use crate::yaml::YamlNode;

use super::Url;
use super::texts::{Name, scheme};

entity! {
    /// A file or profile whose definitions are imported.
    ImportDefinition "import definition" "6.8.1" {
        /// The URL or path of the file.
        "url" url: Url<false> [conditional, formerly(&["file"])];
        /// The name of the profile.
        "profile" profile: Name [conditional];
        /// The repository that `url` is relative to.
        "repository" repository: Name;
        /// The prefix of the imported names, before a colon.
        "namespace" namespace: Name [formerly(&["namespace_prefix"])];
        /// What the import is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    short("url");
    retired(&[
        ("namespace_uri", "use `namespace`, the prefix in this file; TOSCA 2.0 has no namespace URIs"),
    ]);
    => check
}

fn check(import: &ImportDefinition, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    let conflict = super::exclusive(node, "url", "profile", "import either a file or a profile", reader);
    let known = |key: YamlNode<'_>| ImportDefinition::meta().keyname_at(key).is_some();
    let strange = node.entries().any(|(key, _)| !known(key));
    if node.is_mapping() && reader.is_missing(node, "url") && reader.is_missing(node, "profile") && !strange {
        let span = reader.subject_span(node);
        let diagnostic =
            rules::missing_keyname::one_of(span, &IMPORT_SOURCES.to_string(), "import definition");
        reader.report(node, diagnostic);
    }
    if node.entry("url").is_none() && !conflict {
        super::exclusive(
            node,
            "profile",
            "repository",
            "remove `repository`; profiles are found by name",
            reader,
        );
    }
    if let (Some(url), Some(repository)) = (import.url, import.repository) {
        let url = reader.tree().node(url.0);
        if scheme(url.text()).is_some() {
            let repository = reader.tree().node(repository.0).span();
            let diagnostic = rules::absolute_url_with_repository::new(url.span(), url.text(), repository);
            reader.report(url, diagnostic);
        }
    }
    if let Some(namespace) = import.namespace {
        let namespace = reader.tree().node(namespace.0);
        if namespace.text().contains(':') {
            let diagnostic = rules::colon_in_namespace::new(namespace.span(), namespace.text());
            reader.report(namespace, diagnostic);
        }
    }
}
