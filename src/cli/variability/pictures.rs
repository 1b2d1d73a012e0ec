//! Variants in pictures: values that select a variant to draw, and the conditions in a picture of all variants.

use std::ffi::OsString;

use crate::Analysis;
use crate::base::FileId;
use crate::graph;
use crate::host::{Disk, Overlay};

use super::super::Status;
use super::super::loading::Loading;
use super::variant_text;

pub(in crate::cli) use super::Given;

/// Replaces `file` in `host` by the variant that is selected; returns whether one is.
pub(in crate::cli) fn add_variant(
    given: &Given,
    loading: &Loading,
    (disk, file): (&Disk, &OsString),
    host: &mut Overlay<'_>,
) -> Result<bool, Status> {
    if given.is_empty() {
        return Ok(false);
    }
    let text = variant_text(disk, file, given, loading).ok_or(Status::Failure)?;
    host.add(&disk.known_path(file.clone()), text.into_bytes());
    Ok(true)
}

/// Returns when the elements of a variable service template are present.
pub(in crate::cli) fn conditions(analysis: &Analysis, file: FileId) -> graph::Conditions {
    let file = analysis.graph.file(file);
    if file.guards().is_empty() {
        return graph::Conditions::default();
    }
    crate::variability::conditions_of(analysis.model(), file)
}
