//! From arguments to what is loaded.

use crate::Options;
use crate::host::{Entry, Host, Limits};
use crate::load;

use super::arguments::Loading;

impl Loading {
    /// The options that the arguments give; paths are still missing.
    pub(super) fn options(&self) -> Options {
        let mut options = Options::default();
        let load = &mut options.load;
        load.root.clone_from(&self.root);
        load.profile_path.clone_from(&self.profile_path);
        load.url_map.clone_from(&self.map_url);
        load.functions.clone_from(&self.function);
        load.spec = self.spec.into();
        let default = Limits::default();
        load.limits = Limits {
            bytes: self.max_file_size.unwrap_or(default.bytes),
            nodes: self.max_nodes.unwrap_or(default.nodes),
            depth: self.max_depth.unwrap_or(default.depth),
            alias_nodes: self.max_alias_nodes.unwrap_or(default.alias_nodes),
            files: self.max_files.unwrap_or(default.files),
        };
        options
    }
}

/// Whether all paths and directories exist; says which do not.
pub(super) fn all_there(host: &dyn Host, options: &load::Options) -> bool {
    let mut wrong = Vec::new();
    for path in &options.paths {
        if !options.names_something(host, path) {
            wrong.push(format!("there is no file or directory `{path}`"));
        }
    }
    if let load::Inputs::In(path) = &options.inputs
        && host.entry(path) != Some(Entry::File)
    {
        wrong.push(format!("there is no file `{path}`"));
    }
    for directory in options.root.iter().chain(&options.profile_path) {
        if host.entry(directory) != Some(Entry::Directory) {
            wrong.push(format!("there is no directory `{directory}`"));
        }
    }
    for problem in &wrong {
        anstream::eprintln!("error: {problem}");
    }
    wrong.is_empty()
}
