//! `unknown-tag`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0111", "unknown-tag", Warning, "5.3.1");

/// Reports a tag outside the core schema at `span`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("tag {} has no meaning in TOSCA", quoted(name)))
        .label("ignored")
        .help("remove the tag")
}

/// Reports a tag at `span` that stands for a value of another tool; returns `None` if it does not.
pub(crate) fn replaced_value(span: Span, name: &str) -> Option<Diagnostic> {
    let word = name.trim_start_matches('!').to_ascii_lowercase();
    let word = word.split(['/', ':', '_']).next().unwrap_or_default();
    let help = match word {
        "include" | "inc" | "import" | "file" | "load" | "lookup" => {
            "write the value here; YAML and TOSCA have no includes"
        }
        "env" | "envvar" | "var" | "param" | "secret" | "vault" | "ref" | "getatt" | "sub" | "os" => {
            "declare an input, and write `{ $get_input: … }`"
        }
        _ => return None,
    };
    let message = format!("tag {} has no meaning in TOSCA", quoted(name));
    let diagnostic = Diagnostic::new(&RULE, span, message).at_level(Level::Error);
    Some(diagnostic.label("stands for a value in another tool").help(help))
}
