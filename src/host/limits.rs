//! How much untrusted input may cost.

/// Bounds that every input is held to. What exceeds one gives a diagnostic of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one file.
    pub bytes: u64,
    /// Nodes of one YAML tree.
    pub nodes: usize,
    /// Nesting of maps and lists.
    pub depth: usize,
    /// Nodes that the aliases of one file may add.
    pub alias_nodes: usize,
    /// Files of one run.
    pub files: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 64 * 1024 * 1024,
            nodes: 50_000_000,
            depth: 128,
            alias_nodes: 1_000_000,
            files: 100_000,
        }
    }
}
