//! Changes around the documents: files on disk, folders and settings.

use std::io;
use std::sync::Arc;

use camino::Utf8PathBuf;
use gen_lsp_types::{
    DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, FileChangeType, FileEvent, Uri,
};
use serde_json::{Value, json};

use crate::config;
use crate::host::{Entry, Host as _, paths};
use crate::lsp::settings::Settings;
use crate::lsp::{uris, views};

use super::{Output, Server, notify};

impl Server {
    /// Checks again if a path changed that a check looks up on disk, or that a search of directories may
    /// find.
    pub(super) fn files_changed(&mut self, params: &DidChangeWatchedFilesParams) {
        let concerns = |change: &FileEvent| {
            let Some(path) = uris::path_of(&change.uri, &self.disk) else { return false };
            let identity = self.disk.identity(&path);
            let is_open = self.open.values().any(|open| open.identity == identity);
            if change.kind == FileChangeType::Changed && is_open {
                return false;
            }
            // The lookups of a running check are not known yet.
            self.is_checking()
                || paths::is_yaml_name(&path)
                || paths::is_xml_name(&path)
                || path
                    .file_name()
                    .is_some_and(|name| [config::NAME, ".gitignore", ".ignore"].contains(&name))
                || change.kind == FileChangeType::Created && self.disk.entry(&path) == Some(Entry::Directory)
                || self.asked.iter().any(|asked| asked.contains(&path) || asked.contains(&identity))
        };
        if params.changes.iter().any(concerns) {
            self.check(true);
        }
    }

    /// Asks the client to get the documents again that are in a changed archive.
    pub(super) fn refresh_views(
        &mut self,
        params: &DidChangeWatchedFilesParams,
        output: Output<'_>,
    ) -> io::Result<()> {
        let changed: Vec<Uri> = self
            .viewed
            .iter()
            .filter(|uri| params.changes.iter().any(|change| views::is_in(uri, &change.uri)))
            .cloned()
            .collect();
        for uri in changed {
            self.ask(output, "workspace/textDocumentContent/refresh", json!({ "uri": uri }))?;
        }
        Ok(())
    }

    pub(super) fn folders_changed(&mut self, params: &DidChangeWorkspaceFoldersParams) {
        let path = |uri: &Uri| uris::path_of(uri, &self.disk);
        let removed: Vec<Utf8PathBuf> =
            params.event.removed.iter().filter_map(|folder| path(&folder.uri)).collect();
        let added: Vec<Utf8PathBuf> =
            params.event.added.iter().filter_map(|folder| path(&folder.uri)).collect();
        self.folders.retain(|folder| !removed.contains(folder));
        for folder in added {
            self.add_folder(folder);
        }
        self.check(false);
    }

    /// Adds a folder, unless it is the root or the home directory, which are too large to be intended.
    pub(super) fn add_folder(&mut self, folder: Utf8PathBuf) {
        let home = std::env::home_dir().map(|home| self.disk.known_path(home.into_os_string()));
        let is_all = folder.parent().is_none() || home.as_deref() == Some(&*folder);
        if !is_all && !self.folders.contains(&folder) {
            self.folders.push(folder);
        }
    }

    pub(super) fn configuration_changed(&mut self, params: &Value, output: Output<'_>) -> io::Result<()> {
        if self.client.configuration {
            return self.ask_for_settings(output);
        }
        // Clients without settings send an empty object, which says nothing about this server.
        let is_nothing = |settings: &&Value| settings.as_object().is_some_and(serde_json::Map::is_empty);
        let settings = params.get("settings").filter(|settings| !is_nothing(settings));
        self.set_settings(settings.unwrap_or(&Value::Null), output)
    }

    /// Applies settings; those of the initialization if `value` is `null`. An empty object means that nothing is set.
    pub(super) fn set_settings(&mut self, value: &Value, output: Output<'_>) -> io::Result<()> {
        let is_null = value.get("tosca").unwrap_or(value).is_null();
        let value = if is_null { self.initial.clone() } else { value.clone() };
        if self.configured.as_ref() == Some(&value) {
            return Ok(());
        }
        let (settings, problems) = Settings::read(&value);
        self.configured = Some(value);
        for problem in problems {
            notify(
                output,
                "window/showMessage",
                json!({ "type": 2, "message": format!("tosca: {problem}") }),
            )?;
        }
        self.settings = Arc::new(settings);
        self.check(false);
        Ok(())
    }

    pub(super) fn ask_for_settings(&mut self, output: Output<'_>) -> io::Result<()> {
        let params = json!({ "items": [{ "section": "tosca" }] });
        self.asked_for_settings = Some(self.ask(output, "workspace/configuration", params)?);
        Ok(())
    }
}
