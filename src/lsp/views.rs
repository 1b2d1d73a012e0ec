//! Documents that editors can only read: members of archives, and built-in files. Their URIs have the scheme `tosca`, and
//! the path by which the file is known; the server sends their texts.

use camino::{Utf8Path, Utf8PathBuf};
use gen_lsp_types::Uri;

use crate::base::FileId;
use crate::host::{Archives, Disk, Host as _, Limits};
use crate::load::built_in_text;
use crate::yaml::decode;

use super::uris;

/// The scheme of the URIs.
pub(super) const SCHEME: &str = "tosca";

/// Returns the URI of a file that is identified by this path, if editors cannot open it in another way.
pub(super) fn uri_of(identity: &Utf8Path, disk: &Disk) -> Option<Uri> {
    if built_in_text(identity).is_some() {
        return Uri::parse(&format!("{SCHEME}://{identity}")).ok();
    }
    if !identity.as_str().contains("!/") {
        return None;
    }
    let uri = uris::uri_of(identity, disk)?;
    Uri::parse(&format!("{SCHEME}:{}", uri.as_str().strip_prefix("file:")?)).ok()
}

/// Whether a URI is one of these.
pub(super) fn is_view(uri: &Uri) -> bool {
    uri.scheme() == SCHEME
}

/// Returns the part of a URI after the scheme. An empty authority may be missing: editors normalize URIs.
fn after_scheme(uri: &Uri) -> Option<&str> {
    let rest = uri.as_str().strip_prefix(SCHEME)?.strip_prefix(':')?;
    Some(rest.strip_prefix("//").unwrap_or(rest))
}

/// Whether a document is in the archive that is the file at `archive`.
pub(super) fn is_in(uri: &Uri, archive: &Uri) -> bool {
    let path = archive.as_str().strip_prefix("file://");
    let below = path.and_then(|path| after_scheme(uri)?.strip_prefix(path));
    below.is_some_and(|inside| inside.starts_with("!/") || inside.starts_with("%21/"))
}

/// Returns the path by which a file is known whose text the server has.
pub(super) fn identity_of(uri: &Uri, disk: &Disk) -> Option<Utf8PathBuf> {
    let rest = after_scheme(uri)?;
    if built_in_text(Utf8Path::new(rest)).is_some() {
        return Some(rest.into());
    }
    let path = uris::path_of(&Uri::parse(&format!("file://{rest}")).ok()?, disk)?;
    let (archive, member) = path.as_str().split_once("!/")?;
    Some(format!("{}!/{member}", disk.identity(Utf8Path::new(archive))).into())
}

/// Returns the text of a document, or `None` if there is none.
pub(super) fn text_of(uri: &Uri, disk: &Disk) -> Option<String> {
    let rest = after_scheme(uri)?;
    if let Some(text) = built_in_text(Utf8Path::new(rest)) {
        return Some(text.to_owned());
    }
    let path = uris::path_of(&Uri::parse(&format!("file://{rest}")).ok()?, disk)?;
    let limits = Limits::default();
    let most = limits.bytes;
    let archives = Archives::new(disk, limits);
    // Other files of the disk are not shown.
    archives.archive_root(&path)?;
    let bytes = archives.read(&path, most).ok()?;
    Some(decode(bytes, FileId(0)).0)
}
