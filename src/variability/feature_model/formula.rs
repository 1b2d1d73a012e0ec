//! Propositional formulas over features.

/// The maximum nesting of a formula: each level is a map and a list in the template.
pub(super) const MAX_DEPTH: usize = 40;

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeatureFormula {
    /// The feature with this index is selected.
    Feature(usize),
    /// Not.
    Not(Box<FeatureFormula>),
    /// All are true.
    All(Vec<FeatureFormula>),
    /// At least one is true.
    Any(Vec<FeatureFormula>),
    /// Exactly one is true.
    ExactlyOne(Vec<FeatureFormula>),
    /// At most one is true.
    AtMostOne(Vec<FeatureFormula>),
    /// If the first is true, so is the second.
    Implies(Box<[FeatureFormula; 2]>),
    /// Both are true or both are false.
    Equal(Box<[FeatureFormula; 2]>),
}

impl FeatureFormula {
    /// Returns the number of levels.
    pub(super) fn depth(&self) -> usize {
        let deepest = |operands: &[FeatureFormula]| operands.iter().map(Self::depth).max().unwrap_or(0);
        1 + match self {
            Self::Feature(_) => 0,
            Self::Not(operand) => operand.depth(),
            Self::All(operands)
            | Self::Any(operands)
            | Self::ExactlyOne(operands)
            | Self::AtMostOne(operands) => deepest(operands),
            Self::Implies(operands) | Self::Equal(operands) => deepest(operands.as_slice()),
        }
    }

    pub(super) fn implies(first: FeatureFormula, second: FeatureFormula) -> Self {
        Self::Implies(Box::new([first, second]))
    }

    pub(super) fn equal(first: FeatureFormula, second: FeatureFormula) -> Self {
        Self::Equal(Box::new([first, second]))
    }

    pub(super) fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// Returns the conjunction, without nesting.
    pub(super) fn and(self, other: FeatureFormula) -> Self {
        let mut parts = if let Self::All(parts) = self { parts } else { vec![self] };
        parts.push(other);
        Self::All(parts)
    }

    /// Returns the disjunction, without nesting.
    pub(super) fn or(self, other: FeatureFormula) -> Self {
        let mut parts = if let Self::Any(parts) = self { parts } else { vec![self] };
        parts.push(other);
        Self::Any(parts)
    }
}
