//! Implementation definitions (TOSCA 2.0 §11.8).

use crate::diagnostics::rules;
use crate::keynames::{Either, List, Metadata, Reader, TextNode, ValueNode, entity};
use crate::yaml::YamlNode;

use super::{ArtifactDefinition, Name};

entity! {
    /// What implements an operation, function or workflow.
    ImplementationDefinition "implementation definition" "11.8" {
        /// The artifact that is run: its name or path, or its definition.
        "primary" primary: Either<Name, Box<ArtifactDefinition>>;
        /// Artifacts that the primary artifact needs.
        "dependencies" dependencies: List<Either<Name, ArtifactDefinition>>;
        /// A description for readers.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// How long it may take.
        "timeout" timeout: ValueNode [non_standard("make it an input of the operation; TOSCA 2.0 has no `timeout` here")];
        /// Where it runs.
        "operation_host" operation_host: TextNode [non_standard("remove it, or move it to `metadata`; TOSCA 2.0 has no `operation_host`")];
    }
    short("primary");
    overwritten;
    retired(&[
        ("file", "move it under `primary:`, with the `type` of the artifact"),
        ("type", "move it under `primary:`, with the `file` of the artifact"),
    ]);
    => check
}

fn check(implementation: &ImplementationDefinition, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    if implementation.dependencies.is_some()
        && node.entry("primary").is_none()
        && let Some((key, _)) = node.entry("dependencies")
    {
        let diagnostic = rules::no_effect::new(
            key.span(),
            "an implementation without `primary`",
            "nothing to run",
            "add `primary:` with the artifact to run",
        );
        reader.report(key, diagnostic);
    }
}
