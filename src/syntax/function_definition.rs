//! Function definitions and their signatures (TOSCA 2.0 §10.4).

use crate::diagnostics::codes;
use crate::keynames::{Bool, Entity as _, List, Metadata, Reader, Text, entity};
use crate::yaml::Node;

use super::{ImplementationDefinition, SchemaDefinition};

entity! {
    /// A function that values can call.
    FunctionDefinition "function definition" "10.4" {
        /// The ways to call it, in order of preference.
        "signatures" signatures: List<FunctionSignature>;
        /// What the function computes.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
    }
    retired(&[
        ("arguments", "put it into a signature: `signatures: [ { arguments: … } ]`"),
        ("optional_arguments", "put it into a signature: `signatures: [ { optional_arguments: … } ]`"),
        ("variadic", "put it into a signature: `signatures: [ { variadic: true } ]`"),
        ("result", "put it into a signature: `signatures: [ { result: … } ]`"),
        ("implementation", "put it into the signature it belongs to"),
    ]);
    null_body;
    => check
}

entity! {
    /// A way to call a function.
    FunctionSignature "function signature" "10.4" {
        /// What the arguments are.
        "arguments" arguments: List<SchemaDefinition> [formerly(&["inputs"])];
        /// What the arguments are that may follow.
        "optional_arguments" optional_arguments: List<SchemaDefinition>;
        /// Whether the last argument may be repeated.
        "variadic" variadic: Bool;
        /// What the result is.
        "result" result: SchemaDefinition [formerly(&["output", "outputs"])];
        /// What computes the result.
        "implementation" implementation: ImplementationDefinition;
        /// What this way is for.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
    }
    null_body;
}

/// `signatures` is mandatory and not empty; a refinement in a service template may omit it.
fn check(function: &FunctionDefinition, node: Node<'_>, reader: &mut Reader<'_>) {
    if let Some(signatures) = &function.signatures {
        let list = reader.tree().node(signatures.node);
        if list.items().next().is_none() {
            let found = codes::empty_section::no_entries(list.span(), "signatures");
            reader.report(list, found);
        }
        return;
    }
    let refines = reader.context.service_template;
    // Keynames of a signature beside it were told to be put into one.
    let flat = node.entries().any(|(key, _)| {
        FunctionSignature::meta()
            .keyname(key.text())
            .is_some_and(|row| !matches!(row.name, "description" | "metadata"))
    });
    if !refines && !flat && reader.is_missing(node, "signatures") {
        let span = reader.subject_span(node);
        reader.report(node, codes::missing_keyname::absent(span, "signatures", "function definition"));
    }
}
