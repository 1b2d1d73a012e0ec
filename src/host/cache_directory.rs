//! The directory for files that can be recreated.

use std::path::PathBuf;

/// Returns the directory for the caches of this user: `TOSCA_CACHE_DIR`, or `tosca` in the one that the system has for
/// caches; absolute. Returns `None` if the user has none.
#[must_use]
pub fn cache_directory() -> Option<PathBuf> {
    let absolute_path =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if let Some(path) = std::env::var_os("TOSCA_CACHE_DIR").filter(|path| !path.is_empty()) {
        return std::path::absolute(path).ok();
    }
    let cache = if cfg!(windows) {
        absolute_path("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        absolute_path("HOME").map(|home| home.join("Library/Caches"))
    } else {
        absolute_path("XDG_CACHE_HOME").or_else(|| Some(absolute_path("HOME")?.join(".cache")))
    };
    Some(cache?.join("tosca"))
}
