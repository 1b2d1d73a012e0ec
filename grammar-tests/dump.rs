//! Writes the inputs of tests to the directory in `TOSCA_DUMP_CASES`, so that other programs can run on them.
//!
//! Each input has its own directory: its files are in `files`, and `case.json` describes the command line to
//! run.

use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};

use crate::harness::markdown::CaseFile;

/// Returns the directory to write to, or `None` if none is set.
pub(crate) fn directory() -> Option<PathBuf> {
    std::env::var_os("TOSCA_DUMP_CASES").map(PathBuf::from)
}

/// Writes the files of an input and its command line. Files outside of the directory of the input are
/// omitted.
pub(crate) fn write(name: &str, files: &[CaseFile], run: &Value) {
    let Some(directory) = directory() else { return };
    let directory = directory.join(name);
    let files_in = directory.join("files");
    std::fs::create_dir_all(&files_in).expect("a directory");
    for file in files {
        let path = Path::new(&file.name);
        if path.components().all(|part| matches!(part, Component::Normal(_))) {
            let path = files_in.join(path);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            std::fs::write(path, &file.content).expect("a writable file");
        }
    }
    let text = serde_json::to_string_pretty(run).expect("JSON") + "\n";
    std::fs::write(directory.join("case.json"), text).expect("a writable file");
}

/// Writes two versions of the same files, and the arguments for comparing the first file of each.
pub(crate) fn write_pair(name: &str, old: &[CaseFile], new: &[CaseFile], load: &[String]) {
    let (Some(old_file), Some(new_file)) = (old.first(), new.first()) else { return };
    let pair = [format!("old/{}", old_file.name), format!("new/{}", new_file.name)];
    let below = |folder: &'static str, files: &[CaseFile]| -> Vec<CaseFile> {
        let file = |file: &CaseFile| CaseFile {
            name: format!("{folder}/{}", file.name),
            content: file.content.clone(),
        };
        files.iter().map(file).collect()
    };
    let files = [below("old", old), below("new", new)].concat();
    write(name, &files, &json!({ "pair": pair, "load": load }));
}
