//! Where parts of the model come from.

use serde::Serialize;

use super::named::Text;

/// How a part came to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum How {
    /// The author wrote it there.
    Written,
    /// A type has it from one of its ancestors.
    Inherited,
    /// It is the default of a definition.
    Default,
    /// A definition fixes the value.
    Fixed,
    /// Another template has it, which this one copies.
    Copied,
    /// The standard adds it (§8.5.4).
    Implicit,
}

/// The origin of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Source {
    /// The file, as seen from the directory of the file that was normalized.
    pub file: Text,
    /// The line, counted from 1.
    pub line: u32,
    /// How the part came to be there.
    pub how: How,
    /// The type that brings it, where that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Text>,
    /// What the author wrote, where the normal form writes it otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

impl Source {
    /// The origin in a comment.
    pub(super) fn comment(&self) -> String {
        let mut comment = format!("{}:{}", self.file, self.line);
        let word = match self.how {
            How::Written => "",
            How::Inherited => "inherited",
            How::Default => "default",
            How::Fixed => "fixed",
            How::Copied => "copied",
            How::Implicit => "implicit",
        };
        let how = match (&self.from, word) {
            (Some(from), "" | "inherited") => format!(", from {from}"),
            (Some(from), word) => format!(", {word} of {from}"),
            (None, "") => String::new(),
            (None, word) => format!(", {word}"),
        };
        comment.push_str(&how);
        if let Some(text) = &self.text {
            comment.extend([", written `", text, "`"]);
        }
        comment
    }
}

/// The origin of a part, where origins are asked for.
pub(super) type Origin = Option<Box<Source>>;
