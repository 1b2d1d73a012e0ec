//! Checks that the paths in a configuration exist.

use camino::Utf8Path;

use crate::diagnostics::rules;
use crate::host::{Entry, Host, paths};

use super::keys::{self, SettingKind};
use super::parse::Content;
use super::setting::SettingValue;

/// Reports files and directories that do not exist, and drops their settings.
pub(super) fn check_paths(host: &dyn Host, content: &mut Content, working: &Utf8Path) {
    let mut diagnostics = Vec::new();
    content.settings.retain(|setting| {
        let (path, expected) = match (&setting.value, keys::find(setting.key).map(|key| key.kind)) {
            (SettingValue::Path(path), Some(SettingKind::Directory | SettingKind::Directories)) => {
                (path, Some(Entry::Directory))
            }
            // A baseline may not exist yet, because this run writes it.
            (SettingValue::Path(path), _) if setting.key != "baseline" => (path, Some(Entry::File)),
            (SettingValue::Mapped(_, path), _) => (path, None),
            _ => return true,
        };
        let reason = match (host.entry(path), expected) {
            (Some(_), None) => return true,
            (Some(actual), Some(expected)) if actual == expected => return true,
            (Some(Entry::File), _) => "it is a file",
            (Some(Entry::Directory), _) => "it is a directory",
            (None, Some(Entry::Directory)) => "no such directory",
            (None, _) => "no such file",
        };
        if let Some(span) = setting.span {
            let shown = paths::shown(path, working);
            diagnostics.push(rules::unreadable_file::new(span, shown.as_str(), reason));
        }
        false
    });
    content.diagnostics.append(&mut diagnostics);
}
