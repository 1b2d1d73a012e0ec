//! `unencrypted-url`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0326", "unencrypted-url", Warning, "6.8.2.2");

/// Reports that the URL at `span` is fetched without encryption.
pub(crate) fn new(span: Span, url: &str) -> Diagnostic {
    let secure = format!("https{}", &url["http".len()..]);
    Diagnostic::new(&RULE, span, format!("{} is fetched without encryption", quoted(url)))
        .label("others can read and change it on its way")
        .help(format!("write {} if the server supports it", quoted(&secure)))
}
