//! Feature models of other tools as the `variability` section of a template.
//!
//! Input: the text of a feature model, in UVL or in the XML of `FeatureIDE`. Output: a template whose combinations of
//! input values are the configurations of the model: each feature is a Boolean input, which requires its parent;
//! groups and cross-tree constraints are constraints. What has no such form (typed features, feature cardinalities,
//! arithmetic, imports) is a problem, and then there is no template. Attributes are skipped: without arithmetic,
//! they do not decide which configurations exist.

mod formula;
mod group;
mod template;
mod uvl;
mod uvl_tokens;
mod xml;

use rustc_hash::FxHashMap;

pub use formula::FeatureFormula;
pub use group::FeatureGroup;
pub use template::template;
pub use uvl::read as read_uvl;
pub use xml::read as read_xml;

/// A feature model.
#[derive(Debug, Default)]
pub struct FeatureModel {
    /// The features; parents come before their children, the root is the first.
    pub features: Vec<Feature>,
    /// What holds in addition to the tree of features.
    pub constraints: Vec<FeatureFormula>,
    /// The number of attributes that were skipped.
    pub skipped_attributes: usize,
    by_name: FxHashMap<String, usize>,
}

/// A feature.
#[derive(Debug)]
pub struct Feature {
    /// The name, which no other feature has.
    pub name: String,
    /// The index of its parent, or `None` for the root.
    pub parent: Option<usize>,
}

/// Why a text is not a feature model, or not one that can be a template.
#[derive(Debug)]
pub struct Problem {
    /// The offset in the text.
    pub start: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Problem {
    fn new(start: usize, message: impl Into<String>) -> Self {
        Self { start, message: message.into(), help: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl FeatureModel {
    /// Adds a feature, and returns its index, or a problem if there is one of this name.
    fn add(&mut self, name: String, parent: Option<usize>, start: usize) -> Result<usize, Problem> {
        if self.by_name.contains_key(&name) {
            return Err(Problem::new(start, format!("duplicate feature `{name}`"))
                .help("rename one of them: the names of inputs are unique"));
        }
        let index = self.features.len();
        self.by_name.insert(name.clone(), index);
        self.features.push(Feature { name, parent });
        Ok(index)
    }

    /// Returns the feature called `name`, or a problem.
    fn feature(&self, name: &str, start: usize) -> Result<FeatureFormula, Problem> {
        if let Some(&index) = self.by_name.get(name) {
            return Ok(FeatureFormula::Feature(index));
        }
        let problem = Problem::new(start, format!("unknown feature `{name}`"));
        let names = self.features.iter().map(|feature| feature.name.as_str());
        Err(match crate::diagnostics::suggest(name, names) {
            Some(suggestion) => problem.help(format!("did you mean `{suggestion}`?")),
            None => problem.help("add it to the tree of features, or remove the constraint"),
        })
    }
}
