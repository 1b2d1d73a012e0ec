//! Converts between URIs of the protocol and paths of the host.

use camino::{Utf8Path, Utf8PathBuf};
use gen_lsp_types::Uri;

use crate::host::Disk;

/// Returns the path of a `file:` URI; names that are not UTF-8 are escaped.
pub(super) fn path_of(uri: &Uri, disk: &Disk) -> Option<Utf8PathBuf> {
    if uri.scheme() != "file" {
        return None;
    }
    uri.to_file_path().ok().map(|path| disk.known_path(path.into_os_string()))
}

/// Returns the `file:` URI of an absolute path.
pub(super) fn uri_of(path: &Utf8Path, disk: &Disk) -> Option<Uri> {
    Uri::from_file_path(disk.real_path(path)).ok()
}

/// Returns the name that the host uses for a document without a file.
pub(super) fn name_of_untitled(uri: &Uri) -> String {
    let shown: String = uri.as_str().chars().map(|c| if c == '/' || c == '\\' { '_' } else { c }).collect();
    format!("<{shown}>")
}

/// Whether a document with this URI may be TOSCA: a file, or an unsaved document. Others are views of a file,
/// such as one side of a comparison.
pub(super) fn is_document(uri: &Uri) -> bool {
    matches!(uri.scheme(), "file" | "untitled" | "buffer")
}
