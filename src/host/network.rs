//! Files of servers, fetched into a cache on this machine.
//!
//! Nothing is requested unless [`Network`] is asked for a URL, which only happens if the user allows it. URLs come from
//! files that are not trusted: sizes, times and redirects are limited, servers with addresses that are not public get no
//! requests unless that is allowed, credentials never come from a URL, and are only sent, encrypted, to the host that
//! they belong to.

mod addresses;
mod cache;
mod client;
mod credentials;

use std::sync::OnceLock;
use std::time::Duration;

use camino::Utf8PathBuf;
use url::{Host, Url};

use super::cache_directory;
use super::fetch::{Fetch, FetchError, FetchedFile};
use cache::Cache;
use client::Client;

/// How files are fetched.
#[derive(Clone, Debug)]
pub struct NetworkOptions {
    /// Whether only the cache is used, and no request is sent.
    pub is_offline: bool,
    /// Whether servers with addresses that are not public get requests.
    pub allows_private: bool,
    /// The maximum size of a file, in bytes.
    pub max_bytes: u64,
    /// The maximum time for a file, with all redirects.
    pub timeout: Duration,
}

impl Default for NetworkOptions {
    fn default() -> Self {
        Self {
            is_offline: false,
            allows_private: false,
            max_bytes: 256 * 1024 * 1024,
            timeout: Duration::from_secs(60),
        }
    }
}

/// Fetches files from servers, or from the cache.
#[derive(Debug)]
pub struct Network {
    options: NetworkOptions,
    /// `None` if the user has no directory for caches.
    cache: Option<Cache>,
    /// Made for the first request; fails if the certificates that the environment names cannot be read.
    client: OnceLock<Result<Client, FetchError>>,
}

impl Network {
    /// Returns access to the network. Copies are in the directory `TOSCA_CACHE_DIR`, or `tosca` in the directory that the
    /// system has for caches of this user.
    #[must_use]
    pub fn new(options: NetworkOptions) -> Self {
        let directory = cache_directory().and_then(|directory| Utf8PathBuf::from_path_buf(directory).ok());
        let cache = directory.map(|directory| Cache { directory });
        Self { options, cache, client: OnceLock::new() }
    }
}

impl Fetch for Network {
    fn fetch(&self, url: &str, sha256: Option<&str>) -> Result<FetchedFile, FetchError> {
        let url = parse(url)?;
        let no_cache =
            || FetchError::Failed("there is no directory for copies; set `TOSCA_CACHE_DIR`".to_owned());
        let cache = self.cache.as_ref().ok_or_else(no_cache)?;
        let known = match sha256 {
            Some(sha256) => cache.file(&url, sha256),
            None if self.options.is_offline => cache.latest(&url),
            None => None,
        };
        if let Some(known) = known {
            return Ok(known);
        }
        if self.options.is_offline {
            return Err(FetchError::Offline);
        }
        let client = self.client.get_or_init(|| Client::new(&self.options)).as_ref().map_err(Clone::clone)?;
        let fetched = cache.add(&url, |out| client.get(&url, out))?;
        match sha256 {
            Some(sha256) if fetched.sha256 != sha256 => Err(FetchError::Changed(fetched.sha256)),
            _ => Ok(fetched),
        }
    }
}

/// Parses a URL that a request can be sent to.
fn parse(url: &str) -> Result<Url, FetchError> {
    let mut url = Url::parse(url).map_err(|error| FetchError::Malformed(error.to_string()))?;
    if !matches!(url.scheme(), "https" | "http") {
        return Err(FetchError::Malformed(format!("`{}:` is not fetched", url.scheme())));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(FetchError::Credentials);
    }
    url.set_fragment(None);
    Ok(url)
}

/// Returns the name of a host without the brackets of an address.
fn host_name(url: &Url) -> String {
    match url.host() {
        Some(Host::Ipv6(address)) => address.to_string(),
        Some(host) => host.to_string(),
        None => String::new(),
    }
}
