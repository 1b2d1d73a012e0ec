//! The rules by their names, in words.

/// What a rule does.
pub(super) fn words(rule: &str) -> Option<&'static str> {
    RULES.iter().find(|(name, _)| *name == rule).map(|(_, words)| *words)
}

const RULES: &[(&str, &str)] = &[
    ("L01", "the file is one of TOSCA 2.0, its topology template a service template"),
    ("L03", "types are called as they are defined"),
    ("L04", "imports name a url or a profile"),
    ("L07", "constraints are a condition"),
    ("L09", "versions and moments are strings"),
    ("L11", "a property with default need not be called optional"),
    ("L12", "capabilities say which node types may use them, and have no bounds"),
    ("L13", "relationships lead to types of capabilities and types of nodes"),
    ("L14", "a requirement without bounds has exactly one relationship, of any type unless given"),
    ("L15", "operations stand below `operations`, interfaces have the names of their types"),
    ("L17", "an implementation is an artifact"),
    ("L18", "outputs are stored where paths of TOSCA 2.0 lead"),
    ("L19", "an artifact has a type"),
    ("L22", "directives are verbs"),
    ("L24", "an attribute is assigned its value"),
    ("L25", "assignments are counted, and may be optional"),
    ("L26", "filters are conditions"),
    ("L27", "functions are called with `$`"),
    ("L28", "inputs are read with `$get_input`"),
    ("L29", "paths name capabilities and relationships as such"),
    ("L30", "outputs of operations and nodes of a type are read by functions of their own"),
    ("L31", "policies are a list"),
    ("L33", "mappings have one form"),
    ("L34", "workflows have one precondition, and filters are conditions"),
    ("L35", "triggers have an event, a condition and actions"),
    ("L36", "an archive has the version of TOSCA 2.0"),
    ("boolean", "`yes` and `no` are booleans no more"),
    ("data-root", "a data type with properties needs no ancestor"),
    ("empty-list", "a list without entries is left out"),
    ("empty-section", "a section without entries is left out"),
    ("file_ext", "extensions have no dots"),
    ("metadata", "what TOSCA 2.0 has nothing for is kept under `metadata`"),
    ("spelling", "values are spelled as their types have them"),
];
