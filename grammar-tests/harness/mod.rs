//! Literate cases: Markdown sections with files and expectations (see `cases/README.md`).

pub(crate) mod archives;
pub(crate) mod fixes;
pub(crate) mod markdown;
pub(crate) mod run;
mod served;
pub(crate) mod variants;

pub(crate) use markdown::{Case, read_cases, read_pages};
pub(crate) use run::{run, slugs};
