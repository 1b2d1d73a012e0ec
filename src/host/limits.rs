//! Limits for untrusted input.

/// The limits of every input. Exceeding each one has a separate diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The size of a file, in bytes.
    pub bytes: u64,
    /// The number of nodes of a YAML tree.
    pub nodes: usize,
    /// The nesting depth of maps and lists.
    pub depth: usize,
    /// The number of nodes that the aliases of a file may add.
    pub alias_nodes: usize,
    /// The number of files of a run.
    pub files: usize,
    /// The number of members of an archive.
    pub members: usize,
    /// The number of bytes of all members of an archive.
    pub archive_bytes: u64,
    /// How many times larger than an archive its members may be together.
    pub ratio: u64,
}

impl Limits {
    /// The largest nesting depth that can be read; a larger `depth` has no effect.
    pub const MAX_DEPTH: usize = 255;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 64 * 1024 * 1024,
            nodes: 50_000_000,
            depth: 128,
            alias_nodes: 1_000_000,
            files: 100_000,
            members: 100_000,
            archive_bytes: 64 * 1024 * 1024 * 1024,
            ratio: 200,
        }
    }
}
