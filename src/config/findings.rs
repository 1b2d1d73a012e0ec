//! What a configuration names that is not there.

use camino::Utf8Path;

use crate::diagnostics::codes;
use crate::host::{Entry, Host, paths};

use super::keys::{self, Kind};
use super::read::Content;
use super::setting::Value;

/// Reports files and directories that do not exist, and drops what they were set for.
pub(super) fn look(host: &dyn Host, content: &mut Content, working: &Utf8Path) {
    let mut found = Vec::new();
    content.settings.retain(|setting| {
        let (path, wanted) = match (&setting.value, keys::find(setting.key).map(|key| key.kind)) {
            (Value::Path(path), Some(Kind::Directory | Kind::Directories)) => (path, Some(Entry::Directory)),
            // A baseline may be about to be written.
            (Value::Path(path), _) if setting.key != "baseline" => (path, Some(Entry::File)),
            (Value::Mapped(_, path), _) => (path, None),
            _ => return true,
        };
        let reason = match (host.entry(path), wanted) {
            (Some(_), None) => return true,
            (Some(there), Some(wanted)) if there == wanted => return true,
            (Some(Entry::File), _) => "it is a file",
            (Some(Entry::Directory), _) => "it is a directory",
            (None, Some(Entry::Directory)) => "no such directory",
            (None, _) => "no such file",
        };
        if let Some(span) = setting.place {
            let shown = paths::shown(path, working);
            found.push(codes::unreadable_file::new(span, shown.as_str(), reason));
        }
        false
    });
    content.diagnostics.append(&mut found);
}
