//! Reads feature models for `tosca init --features`.

use std::ffi::OsString;
use std::sync::Arc;

use crate::base::{FileId, Source, Sources};
use crate::diagnostics::Level;
use crate::host::{Disk, Host as _, Limits};
use crate::variability::feature_model::{read_uvl, read_xml, template as write};
use crate::xml;

use super::print_diagnostics;

/// Returns a template with the features of the model in `file` as inputs, or prints why there is none.
pub(in crate::cli) fn template(file: &OsString) -> Option<String> {
    let disk = Disk::new();
    let path = disk.known_path(file.clone());
    let limits = Limits::default();
    let bytes = match disk.read(&path, limits.bytes) {
        Ok(bytes) => bytes,
        Err(error) => {
            anstream::eprintln!("error: cannot read `{path}`: {error}");
            return None;
        }
    };
    let (text, mut diagnostics) = xml::decode_any(bytes, FileId(0));
    let text = Arc::new(text);
    let mut sources = Sources::default();
    sources.push(Source::new(path.clone(), Arc::clone(&text)));
    let model = if xml::looks_like_xml(&text) {
        let (tree, problems) = xml::parse(&text, FileId(0), &limits);
        diagnostics.extend(problems);
        let is_well_formed = diagnostics.iter().all(|diagnostic| diagnostic.level != Level::Error);
        is_well_formed.then(|| read_xml(&tree))
    } else {
        Some(read_uvl(&text))
    };
    if print_diagnostics(&sources, diagnostics) {
        return None;
    }
    match model? {
        Ok(model) => {
            if model.skipped_attributes > 0 {
                let count = model.skipped_attributes;
                let what = if count == 1 { "1 attribute was" } else { &format!("{count} attributes were") };
                anstream::eprintln!("note: {what} skipped; they do not decide which configurations exist");
            }
            Some(write(&model, path.file_name().unwrap_or("a feature model")))
        }
        Err(problem) => {
            let at = sources.get(FileId(0)).position(u32::try_from(problem.start).unwrap_or(u32::MAX));
            anstream::eprintln!("error: {}:{}:{}: {}", path, at.line, at.column, problem.message);
            if let Some(help) = problem.help {
                anstream::eprintln!("help: {help}");
            }
            None
        }
    }
}
