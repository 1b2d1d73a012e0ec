//! Files of a case that are at URLs.

use camino::Utf8PathBuf;
use std::collections::BTreeMap;
use std::sync::Arc;

use tosca::host::{ChecksumAlgorithm, Fetch, FetchError, FetchedFile, Host, Memory};
use tosca::internals::load::Urls;

use super::Case;
use super::markdown::CaseFile;

/// The files that a server has, by URL.
#[derive(Debug)]
struct Served(BTreeMap<String, FetchedFile>);

impl Fetch for Served {
    fn fetch(&self, url: &str, sha256: Option<&str>) -> Result<FetchedFile, FetchError> {
        let file = self.0.get(url).ok_or(FetchError::Status(404))?;
        match sha256 {
            Some(sha256) if file.sha256 != sha256 => Err(FetchError::Changed(file.sha256.clone())),
            _ => Ok(file.clone()),
        }
    }
}

/// Whether a file is at a URL.
pub(super) fn is_served(file: &CaseFile) -> bool {
    file.name.contains("://")
}

/// Adds copies of the files at URLs to `host`, if there are any, and returns access to them.
pub(super) fn urls(case: &Case, host: &mut Memory) -> Urls {
    let files: Vec<&CaseFile> = case.files.iter().filter(|file| is_served(file)).collect();
    if files.is_empty() {
        return Urls::default();
    }
    let served = files.into_iter().map(|file| {
        let path = host.absolute(&Utf8PathBuf::from(format!("/served/{}", file.name.replace("://", "/"))));
        host.add(path.as_str(), file.content.clone());
        let sha256 = ChecksumAlgorithm::Sha256.of_file(host, &path).expect("a file");
        (file.name.clone(), FetchedFile { path, sha256 })
    });
    Urls::new(Arc::new(Served(served.collect())), case.settings.locked)
}
