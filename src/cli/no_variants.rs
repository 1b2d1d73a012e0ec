//! In place of what draws variants, if there is no command for them.

use std::ffi::OsString;

use clap::Args;

use crate::Analysis;
use crate::base::FileId;
use crate::graph;
use crate::host::{Disk, Overlay};

use super::Status;
use super::loading::Loading;

/// Values that select a variant: there are none.
#[derive(Debug, Args)]
pub(super) struct Given {}

/// Returns that no variant is selected.
pub(super) fn add_variant(
    _: &Given,
    _: &Loading,
    _: (&Disk, &OsString),
    _: &mut Overlay<'_>,
) -> Result<bool, Status> {
    Ok(false)
}

/// Returns no conditions.
pub(super) fn conditions(_: &Analysis, _: FileId) -> graph::Conditions {
    graph::Conditions::default()
}
