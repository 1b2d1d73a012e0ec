//! `tosca explain`

use std::io::Write as _;

use clap::Args;

use crate::diagnostics::{ALL, find_code, suggest};

use super::Status;

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// A code such as T0401, or its name such as unknown-type
    code: String,
}

pub(super) fn run(arguments: &Explain) -> Status {
    let Some(code) = find_code(&arguments.code) else {
        anstream::eprintln!("error: unknown code `{}`", arguments.code);
        let names = ALL.iter().flat_map(|code| [code.slug, code.id]);
        if let Some(near) = suggest(&arguments.code, names) {
            anstream::eprintln!("help: did you mean `{near}`?");
        }
        return Status::Failure;
    };
    let page = code.page.strip_prefix(&format!("# {}\n", code.slug)).unwrap_or(code.page);
    let mut out = anstream::stdout();
    let clause =
        if code.clause.is_empty() { String::new() } else { format!(", TOSCA 2.0 §{}", code.clause) };
    let _ = write!(out, "# {} {} ({}{clause})\n{page}", code.id, code.slug, code.level.name());
    Status::Clean
}
