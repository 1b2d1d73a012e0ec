//! The pages of codes as files, which an editor opens where a user asks what a code means.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use gen_lsp_types::Uri;

use crate::diagnostics::Code;

/// Where the pages are; each is written when a finding first needs it.
#[derive(Debug, Default)]
pub(super) struct Pages {
    directory: Option<PathBuf>,
    written: Mutex<HashMap<&'static str, Option<Uri>>>,
}

impl Pages {
    /// The pages in the cache directory of the user: `TOSCA_CACHE_DIR`, or that of the system.
    pub(super) fn new() -> Self {
        let directory = cache().map(|cache| cache.join(env!("CARGO_PKG_VERSION")).join("codes"));
        Self { directory, written: Mutex::default() }
    }

    /// The URI of the page of a code; none where it cannot be written.
    pub(super) fn of(&self, code: &'static Code) -> Option<Uri> {
        let directory = self.directory.as_ref()?;
        let mut written = self.written.lock().ok()?;
        written.entry(code.slug).or_insert_with(|| write(directory, code)).clone()
    }
}

fn write(directory: &Path, code: &Code) -> Option<Uri> {
    let path = directory.join(format!("{}.md", code.slug));
    if std::fs::read_to_string(&path).ok().as_deref() != Some(code.page) {
        std::fs::create_dir_all(directory).ok()?;
        std::fs::write(&path, code.page).ok()?;
    }
    Uri::from_file_path(path).ok()
}

/// The directory for what can be made again.
fn cache() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if let Some(own) = std::env::var_os("TOSCA_CACHE_DIR").filter(|own| !own.is_empty()) {
        return std::path::absolute(own).ok();
    }
    let cache = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Caches"))
    } else {
        set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))
    };
    Some(cache?.join("tosca"))
}
