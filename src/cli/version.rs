//! The text of `tosca --version`.

use std::sync::OnceLock;

/// Returns the version, and the commit if `TOSCA_COMMIT` was set for the build.
pub(super) fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    let version = env!("CARGO_PKG_VERSION");
    TEXT.get_or_init(|| match option_env!("TOSCA_COMMIT").map(str::trim) {
        None | Some("") => version.to_owned(),
        Some(commit) => format!("{version} ({})", commit.get(..12).unwrap_or(commit)),
    })
}
