//! Describes how leniently the literals of a file are read.

/// How the literals of a file are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiteralPolicy {
    /// Whether the dialect of the file writes values more freely than TOSCA 2.0: units in any case and
    /// without a space, versions and strings without quotes, Booleans of YAML 1.1.
    pub is_lenient: bool,
}
