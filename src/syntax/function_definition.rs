//! Function definitions and their signatures (TOSCA 2.0 §10.4).

use crate::diagnostics::rules;
use crate::keynames::{Bool, Entity as _, List, Metadata, Reader, TextNode, entity};
use crate::yaml::YamlNode;

use super::{ImplementationDefinition, SchemaDefinition};

entity! {
    /// A function that values can call.
    FunctionDefinition "function definition" "10.4" {
        /// The ways to call it, in order of preference.
        "signatures" signatures: List<FunctionSignature>;
        /// What the function computes.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    retired(&[
        ("arguments", "move it into a signature: `signatures: [ { arguments: … } ]`"),
        ("optional_arguments", "move it into a signature: `signatures: [ { optional_arguments: … } ]`"),
        ("variadic", "move it into a signature: `signatures: [ { variadic: true } ]`"),
        ("result", "move it into a signature: `signatures: [ { result: … } ]`"),
        ("implementation", "move it into the signature it belongs to"),
    ]);
    null_body;
    => check
}

entity! {
    /// A way to call a function.
    FunctionSignature "function signature" "10.4" {
        /// The schemas of the arguments.
        "arguments" arguments: List<SchemaDefinition> [formerly(&["inputs"])];
        /// The schemas of further, optional arguments.
        "optional_arguments" optional_arguments: List<SchemaDefinition>;
        /// Whether the last argument may be repeated.
        "variadic" variadic: Bool;
        /// The schema of the result.
        "result" result: SchemaDefinition [formerly(&["output", "outputs"])];
        /// What computes the result.
        "implementation" implementation: ImplementationDefinition;
        /// What the signature is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    null_body;
}

impl FunctionSignature {
    /// Returns whether all of it could be read.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.unread.has_keynames_only()
            && self.arguments().is_complete()
            && self.optional_arguments().is_complete()
            && !self.variadic().is_unreadable()
            && !self.result().is_unreadable()
    }
}

/// Checks that `signatures` is present and not empty; a refinement in a service template may omit it.
fn check(function: &FunctionDefinition, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    if let Some(signatures) = &function.signatures {
        let list = reader.tree().node(signatures.node);
        if list.items().next().is_none() {
            let diagnostic = rules::empty_section::no_entries(list.span(), "signatures");
            reader.report(list, diagnostic);
        }
        return;
    }
    let refines = reader.context.service_template;
    // The help for keynames of a signature outside of one already says to move them into one.
    let flat = node.entries().any(|(key, _)| {
        FunctionSignature::meta()
            .keyname_at(key)
            .is_some_and(|row| !matches!(row.name, "description" | "metadata"))
    });
    if !refines && !flat && reader.is_missing(node, "signatures") {
        let span = reader.subject_span(node);
        reader.report(node, rules::missing_keyname::absent(span, "signatures", "function definition"));
    }
}
