//! Describes required properties and inputs that have no value.

use crate::base::Span;

use super::{list, quoted};

/// Maximum number of missing values whose lines are shown.
const MAX_SHOWN_LINES: usize = 4;

/// Something required that has no value.
#[derive(Clone, Debug)]
pub(crate) struct MissingValue {
    /// The description for messages; empty if the description of another missing value includes this one.
    pub(crate) description: String,
    /// The span of its definition.
    pub(crate) definition_span: Span,
    name: String,
    /// What its value is, and where it belongs.
    remarks: Vec<String>,
}

impl MissingValue {
    /// The name of the property or input.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Creates the missing value of the property or input `name`; `kind` describes valid values.
    pub(crate) fn new(name: &str, kind: Option<String>, definition_span: Span) -> Self {
        let remarks = kind.into_iter().collect();
        Self { description: quoted(name), definition_span, name: name.to_owned(), remarks }
    }

    /// Adds to the descriptions that all values are missing inside `owner`.
    pub(crate) fn add_owner(missing: &mut [Self], owner: &str) {
        let descriptions: Vec<String> =
            missing.iter_mut().map(|value| std::mem::take(&mut value.description)).collect();
        if let Some(first) = missing.first_mut() {
            first.description = format!("{} of {owner}", list(&descriptions, "and"));
        }
        for value in missing {
            value.remarks.push(format!("in {owner}"));
        }
    }

    /// Lists the descriptions of all missing values.
    pub(crate) fn describe_all(missing: &[Self]) -> String {
        let descriptions = missing.iter().map(|value| value.description.clone());
        list(&descriptions.filter(|description| !description.is_empty()).collect::<Vec<_>>(), "and")
    }

    /// Lists the lines to add.
    pub(crate) fn list_lines(missing: &[Self]) -> String {
        let line = |value: &Self| {
            let line = quoted(&format!("{}: …", value.name));
            if value.remarks.is_empty() { line } else { format!("{line} ({})", value.remarks.join(", ")) }
        };
        let mut lines: Vec<String> = missing.iter().take(MAX_SHOWN_LINES).map(line).collect();
        if missing.len() > MAX_SHOWN_LINES {
            lines.push(format!("{} more", missing.len() - MAX_SHOWN_LINES));
        }
        list(&lines, "and")
    }
}
