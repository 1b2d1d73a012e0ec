//! What `tosca --version` tells.

use std::sync::OnceLock;

/// The version, and the commit where the build was told one by `TOSCA_COMMIT`.
pub(super) fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    let version = env!("CARGO_PKG_VERSION");
    TEXT.get_or_init(|| match option_env!("TOSCA_COMMIT").map(str::trim) {
        None | Some("") => version.to_owned(),
        Some(commit) => format!("{version} ({})", commit.get(..12).unwrap_or(commit)),
    })
}
