//! Literate cases: Markdown sections with files and expectations (see `cases/README.md`).

pub mod markdown;
pub mod run;

pub use markdown::{Case, read_cases, read_pages};
pub use run::{run, slugs};
