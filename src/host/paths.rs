//! Paths as text: joining and cleaning without asking the file system.

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

/// `path` with `.` and `..` resolved by text alone. `..` above the root of an absolute path is dropped;
/// a relative path may keep leading `..`.
#[must_use]
pub fn clean(path: &Utf8Path) -> Utf8PathBuf {
    let mut cleaned = Utf8PathBuf::new();
    for component in path.components() {
        match component {
            Utf8Component::CurDir => {}
            Utf8Component::ParentDir => match cleaned.components().next_back() {
                Some(Utf8Component::Normal(_)) => {
                    cleaned.pop();
                }
                Some(Utf8Component::RootDir | Utf8Component::Prefix(_)) => {}
                _ => cleaned.push(".."),
            },
            other => cleaned.push(other.as_str()),
        }
    }
    if cleaned.as_str().is_empty() {
        cleaned.push(".");
    }
    cleaned
}

/// `path` as it is shown: relative to `directory` when below it, otherwise as it is.
#[must_use]
pub fn shown(path: &Utf8Path, directory: &Utf8Path) -> Utf8PathBuf {
    match path.strip_prefix(directory) {
        Ok(relative) if !relative.as_str().is_empty() => relative.to_owned(),
        _ => path.to_owned(),
    }
}

/// Whether the name ends like a YAML file.
#[must_use]
pub fn is_yaml_name(path: &Utf8Path) -> bool {
    matches!(path.extension().map(str::to_ascii_lowercase).as_deref(), Some("yaml" | "yml" | "tosca"))
}

/// Text for an odd file name: each byte that is not UTF-8, or a control character, as `\xNN`.
#[must_use]
pub fn escape(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() {
                let _ = write!(shown, "\\x{:02X}", u32::from(c));
            } else {
                shown.push(c);
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(shown, "\\x{byte:02X}");
        }
    }
    shown
}
