//! Implementation definitions (TOSCA 2.0 §11.8).

use crate::diagnostics::codes;
use crate::keynames::{Either, List, Metadata, Reader, Text, Value, entity};
use crate::yaml::Node;

use super::{ArtifactDefinition, Name};

entity! {
    /// What carries out an operation, function or workflow.
    ImplementationDefinition "implementation definition" "11.8" {
        /// The artifact that is run: its name or path, or its definition.
        "primary" primary: Either<Name, Box<ArtifactDefinition>>;
        /// Artifacts that the primary one needs.
        "dependencies" dependencies: List<Either<Name, ArtifactDefinition>>;
        /// What this is for.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
        /// How long it may take.
        "timeout" timeout: Value [tolerated("TOSCA 2.0 has no `timeout` here: make it an input of the operation")];
        /// Where it runs.
        "operation_host" operation_host: Text [tolerated("TOSCA 2.0 has no `operation_host`: remove it, or put it under `metadata`")];
    }
    short("primary");
    overwritten;
    retired(&[
        ("file", "put it below `primary:`, with the `type` of the artifact"),
        ("type", "put it below `primary:`, with the `file` of the artifact"),
    ]);
    => check
}

fn check(implementation: &ImplementationDefinition, node: Node<'_>, reader: &mut Reader<'_>) {
    if implementation.dependencies.is_some()
        && node.entry("primary").is_none()
        && let Some((key, _)) = node.entry("dependencies")
    {
        let found = codes::no_effect::found(
            key.span(),
            "an implementation with dependencies only",
            "there is nothing to run",
            "add `primary:` with the artifact to run",
        );
        reader.report(key, found);
    }
}
