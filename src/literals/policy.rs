//! How freely a file writes literals.

/// How a file writes literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiteralPolicy {
    /// Whether values are written more freely than in TOSCA 2.0: units in any case and without a space,
    /// versions and strings without quotes, Booleans of YAML 1.1.
    pub is_lenient: bool,
}
