//! The rules of lowering, with their descriptions.

/// Describes a rule.
pub(super) fn describe(rule: &str) -> Option<&'static str> {
    RULES.iter().find(|(name, _)| *name == rule).map(|(_, words)| *words)
}

const RULES: &[(&str, &str)] = &[
    ("no-value", "`null` removed"),
    ("L01", "version line; `topology_template` → `service_template`"),
    ("L02", "definition of a type of the language, or one that is imported as well, removed"),
    ("L03", "type name completed"),
    ("L04", "import → `url` or `profile`"),
    ("L07", "`constraints` → `validation`"),
    ("L09", "version or timestamp quoted"),
    ("L11", "`required` adapted to `default`"),
    ("L12", "`valid_source_types` → `valid_source_node_types`; `occurrences` removed"),
    ("L13", "`valid_target_types` → `valid_capability_types`, `valid_target_node_types`"),
    ("L14", "`occurrences` → `count_range`, by default `[ 1, 1 ]`"),
    ("L15", "operations moved under `operations`; interface name or type adapted"),
    ("L16", "call → attribute with a default"),
    ("L17", "implementation → artifact"),
    ("L18", "output mapping → TOSCA 2.0 path"),
    ("L19", "artifact type added"),
    ("L20", "group type added"),
    ("L22", "directive renamed"),
    ("L24", "attribute assignment simplified"),
    ("L25", "`occurrences` → `count`, `optional`"),
    ("L26", "`node_filter` → condition"),
    ("L27", "function → `$` function"),
    ("L28", "`get_input` → `$get_input`"),
    ("L29", "path → TOSCA 2.0 path"),
    ("L30", "`get_artifact`, `get_operation_output`, `get_nodes_of_type` → `$` function"),
    ("L31", "policies → list"),
    ("L33", "mapping expanded"),
    ("L34", "preconditions merged; filter → condition"),
    ("L35", "trigger → event, condition, actions"),
    ("L36", "`CSAR-Version` → 2.0"),
    ("artifacts", "list → map"),
    ("boolean", "`yes`, `no` → `true`, `false`"),
    ("data-root", "root data type removed"),
    ("empty-list", "empty list removed"),
    ("empty-section", "empty section removed"),
    ("file_ext", "dot removed"),
    ("lost", "no equivalent in TOSCA 2.0: moved to `metadata`"),
    ("metadata", "moved to `metadata`"),
    ("parents", "several parents → the first"),
    ("spelling", "value rewritten for its type"),
];
