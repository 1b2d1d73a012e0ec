//! Files of a case that are at URLs.

use camino::Utf8PathBuf;
use std::collections::BTreeMap;
use std::sync::Arc;

use tosca::host::{ChecksumAlgorithm, Fetch, FetchError, FetchedFile, Host, Memory};
use tosca::internals::load::Urls;

use super::markdown::CaseFile;
use super::{Case, archives};

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
    let files = case.files.iter().filter(|file| is_served(file) && !file.name.contains("!/"));
    let files = files.map(|file| (file.name.as_str(), file.content.clone()));
    let archives = archives::packed(case).into_iter().filter(|(name, _)| name.contains("://"));
    let files: Vec<(&str, Vec<u8>)> = files.chain(archives).collect();
    if files.is_empty() {
        return Urls::default();
    }
    let served = files.into_iter().map(|(name, content)| {
        let path = host.absolute(&Utf8PathBuf::from(format!("/served/{}", name.replace("://", "/"))));
        host.add(path.as_str(), content);
        let sha256 = ChecksumAlgorithm::Sha256.of_file(host, &path).expect("a file");
        (name.to_owned(), FetchedFile { path, sha256 })
    });
    Urls::new(Arc::new(Served(served.collect())), case.settings.locked)
}
