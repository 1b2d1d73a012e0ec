//! Writes the pages of rules to files, which editors open when a user asks about a rule.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use gen_lsp_types::Uri;

use crate::diagnostics::Rule;
use crate::host::cache_directory;

/// The directory of the pages. A page is written when a finding first needs it.
#[derive(Debug, Default)]
pub(super) struct Pages {
    directory: Option<PathBuf>,
    written: Mutex<HashMap<&'static str, Option<Uri>>>,
}

impl Pages {
    /// Uses the cache directory of the user: `TOSCA_CACHE_DIR`, or that of the system.
    pub(super) fn new() -> Self {
        let directory = cache_directory().map(|cache| cache.join(env!("CARGO_PKG_VERSION")).join("codes"));
        Self { directory, written: Mutex::default() }
    }

    /// Returns the URI of the page of a rule: on the website if there is one, otherwise of a file, or `None` if it
    /// cannot be written.
    pub(super) fn uri(&self, rule: &'static Rule) -> Option<Uri> {
        if let Some(address) = rule.url() {
            return address.parse().ok();
        }
        let directory = self.directory.as_ref()?;
        let mut written = self.written.lock().ok()?;
        written.entry(rule.name).or_insert_with(|| write(directory, rule)).clone()
    }
}

fn write(directory: &Path, rule: &Rule) -> Option<Uri> {
    let path = directory.join(format!("{}.md", rule.name));
    let page = format!("{}\n{}", rule.page, rule.settings());
    if std::fs::read_to_string(&path).ok().as_deref() != Some(page.as_str()) {
        std::fs::create_dir_all(directory).ok()?;
        std::fs::write(&path, page).ok()?;
    }
    Uri::from_file_path(path).ok()
}
