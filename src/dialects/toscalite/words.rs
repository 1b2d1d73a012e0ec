//! What the words of TOSCA 2.0 are in TOSCAlite, for findings.

use crate::diagnostics::{Advice, Vocabulary};

pub(super) static WORDS: Vocabulary = Vocabulary {
    keynames: &[],
    functions: &[],
    operators: &[],
    directives: &[],
    version: "tosca_2_0",
    service_template: "model",
    import_url: "url",
    import_sources: "`url` or `profile`",
    validation: ("validation", "validation"),
    advice,
};

fn advice(advice: Advice) -> &'static str {
    match advice {
        Advice::HideSecret => "leave it empty in the model, and add it before the deployment",
        other => other.text(),
    }
}
