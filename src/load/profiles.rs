//! Profiles by name: those below the checked directories, on the profile path, and built in.

use camino::Utf8PathBuf;

use crate::host::Host;

use super::Options;
use super::read;

/// A file on the profile path that declares a profile.
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) path: Utf8PathBuf,
    /// The position of its directory on the profile path.
    pub(super) level: usize,
}

/// All files on the profile path that declare a profile, judged by their lines.
pub(super) fn on_path(host: &dyn Host, options: &Options) -> Vec<Declared> {
    let mut found = Vec::new();
    for (level, directory) in options.profile_path.iter().enumerate() {
        let (files, _) = host.list(directory);
        for path in files {
            let Ok(content) = read::bytes(host, &path, options) else { continue };
            if let Some(name) = declared_name(&String::from_utf8_lossy(&content)) {
                found.push(Declared { name, path, level });
            }
        }
    }
    found
}

/// The profile that a text declares at its top level, read from the line alone.
fn declared_name(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("profile:"))?;
    let line = line.trim();
    let name = match line.chars().next()? {
        quote @ ('"' | '\'') => line[1..].split(quote).next()?,
        _ => line.split(" #").next()?.trim(),
    };
    Some(name.to_owned())
}
