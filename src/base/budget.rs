//! The amount of work that an analysis of unpredictable cost may do.

use std::sync::Arc;

/// How long the analysis of all variants of a file may take.
#[derive(Clone, Default)]
pub enum AnalysisBudget {
    /// A fixed amount of work, so that the results are the same everywhere.
    #[default]
    Fixed,
    /// No work at all.
    Nothing,
    /// Until this function returns `true`.
    Until(Arc<dyn Fn() -> bool + Send + Sync>),
}

impl std::fmt::Debug for AnalysisBudget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            AnalysisBudget::Fixed => "Fixed",
            AnalysisBudget::Nothing => "Nothing",
            AnalysisBudget::Until(_) => "Until",
        })
    }
}
