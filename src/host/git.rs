//! Runs `git` to find changes.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use super::ChangesError;

/// Returns the names that git lists with `arguments`, relative to the root of the repository.
pub(super) fn names(directory: &Path, arguments: &[&str]) -> Result<Vec<OsString>, ChangesError> {
    let output = Command::new("git")
        .args(["--no-optional-locks", "-c", "core.fsmonitor=false"])
        .args(arguments)
        .current_dir(directory)
        .stdin(std::process::Stdio::null())
        .output()
        .map_err(|error| ChangesError::NotRun("git", super::disk::reason(&error)))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        let line = message.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
        let line = line.strip_prefix("fatal: ").unwrap_or(line);
        return Err(ChangesError::Refused("git", super::paths::escape(line.as_bytes())));
    }
    let names = output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(|name| os_string(name.to_vec())).collect())
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}
