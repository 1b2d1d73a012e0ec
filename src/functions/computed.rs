//! The result of a call: its value, or why it has none.

use crate::diagnostics::rules::unknown_part::ValuePlace;
use crate::literals::Value;

/// The value of a call, or why it has none.
pub type Computed = Result<Value, NoValue>;

/// Why a call has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// The arguments are of types that the function does not allow, which is reported elsewhere.
    Unknown,
    /// The call can never be computed.
    Failed {
        /// The index of the argument that is wrong, or `None` for the call as a whole.
        argument: Option<usize>,
        /// Why.
        failure: Failure,
    },
}

/// Why something can never be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The result does not fit into 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A missing token, in words.
    Missing(String),
    /// A missing part of a value, and where the value is from.
    NoPart(ValuePlace),
    /// An index in a path that is out of range.
    NoIndex {
        /// What has no such index, in words.
        entity: String,
        /// The number of entities.
        count: u64,
    },
    /// A negative index in a path.
    NegativeIndex,
    /// Arguments that cannot be compared or combined.
    DifferentTypes,
    /// The value is too large.
    TooLarge,
    /// All computed values together are too large.
    TooMuch,
    /// The text is too long to be matched.
    TooLong,
    /// Versions that differ in their qualifiers.
    NoOrder,
    /// An invalid pattern, and why it is invalid.
    Pattern(String),
    /// A pattern with look-around or back-references, which this tool does not evaluate.
    ForeignPattern,
}

/// Bounds of what is computed.
#[derive(Clone, Copy, Debug)]
pub struct ResultLimits {
    /// The largest value of a call, in bytes.
    pub bytes: usize,
    /// The deepest nesting of the value of a call.
    pub depth: usize,
    /// The longest text that is matched, in bytes.
    pub matched_bytes: usize,
}

impl ResultLimits {
    /// The limits of each run.
    pub const DEFAULT: Self = Self { bytes: 1 << 24, depth: 200, matched_bytes: 1 << 16 };
}

impl Failure {
    /// Returns this failure with the argument at `index` as its cause.
    pub(super) fn in_argument(self, index: usize) -> NoValue {
        NoValue::Failed { argument: Some(index), failure: self }
    }
}

impl From<Failure> for NoValue {
    fn from(failure: Failure) -> Self {
        NoValue::Failed { argument: None, failure }
    }
}
