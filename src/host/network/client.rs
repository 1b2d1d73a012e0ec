//! Requests to servers.

use std::fs;
use std::io::{self, Read, Write};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use ureq::http::{StatusCode, header};
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body};
use url::Url;

use super::addresses::{NotPublic, PublicAddresses, is_public};
use super::{FetchError, NetworkOptions, credentials, host_name, parse};
use crate::host::reason;

/// The maximum number of redirects.
const MAX_REDIRECTS: usize = 10;
/// The maximum size of the header of a response, in bytes.
const MAX_HEADER_BYTES: usize = 64 * 1024;

/// A client that requests files.
#[derive(Debug)]
pub(super) struct Client {
    agent: Agent,
    allows_private: bool,
    max_bytes: u64,
    timeout: Duration,
}

impl Client {
    pub(super) fn new(options: &NetworkOptions) -> Result<Self, FetchError> {
        let tls = TlsConfig::builder().root_certs(root_certificates()?).build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            // Each redirect is looked at here.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_response_header_size(MAX_HEADER_BYTES)
            .user_agent(concat!("tosca/", env!("CARGO_PKG_VERSION")))
            .build();
        let agent = if options.allows_private {
            Agent::new_with_config(config)
        } else {
            Agent::with_parts(config, DefaultConnector::default(), PublicAddresses::default())
        };
        let NetworkOptions { allows_private, max_bytes, timeout, .. } = *options;
        Ok(Self { agent, allows_private, max_bytes, timeout })
    }

    /// Writes the content of the file at `url` to `out`.
    pub(super) fn get(&self, url: &Url, out: &mut dyn Write) -> Result<(), FetchError> {
        let end = Instant::now() + self.timeout;
        let mut url = url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let response = self.request(&url, end)?;
            let status = response.status();
            if status.is_success() {
                return self.copy(response.into_body(), &url, out);
            }
            if !is_redirect(status) {
                return Err(FetchError::Status(status.as_u16()));
            }
            let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            let next =
                location.and_then(|location| url.join(location).ok()).ok_or(FetchError::WrongRedirect)?;
            let next = parse(next.as_str()).map_err(|_| FetchError::WrongRedirect)?;
            if url.scheme() == "https" && next.scheme() != "https" {
                return Err(FetchError::Downgrade);
            }
            url = next;
        }
        Err(FetchError::TooManyRedirects(MAX_REDIRECTS))
    }

    fn request(&self, url: &Url, end: Instant) -> Result<ureq::http::Response<Body>, FetchError> {
        let host = host_name(url);
        // A proxy would look up the address.
        if !self.allows_private && host.parse().is_ok_and(|address: IpAddr| !is_public(address)) {
            return Err(FetchError::PrivateAddress(host));
        }
        let time = end.saturating_duration_since(Instant::now());
        if time.is_zero() {
            return Err(FetchError::TimedOut(self.timeout.as_secs()));
        }
        let mut request = self.agent.get(url.as_str()).config().timeout_global(Some(time)).build();
        if url.scheme() == "https"
            && let Some(authorization) = credentials::authorization(&host)
        {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        request.call().map_err(|error| self.failure(error, &host))
    }

    /// Copies the body of a response, up to the limit.
    fn copy(&self, mut body: Body, url: &Url, out: &mut dyn Write) -> Result<(), FetchError> {
        if body.content_length().is_some_and(|length| length > self.max_bytes) {
            return Err(FetchError::TooLarge(self.max_bytes));
        }
        let mut content = body.as_reader().take(self.max_bytes.saturating_add(1));
        match io::copy(&mut content, out) {
            Ok(count) if count > self.max_bytes => Err(FetchError::TooLarge(self.max_bytes)),
            Ok(_) => Ok(()),
            Err(error) => Err(self.failure(ureq::Error::from(error), &host_name(url))),
        }
    }

    fn failure(&self, error: ureq::Error, host: &str) -> FetchError {
        match error {
            ureq::Error::Timeout(_) => FetchError::TimedOut(self.timeout.as_secs()),
            ureq::Error::HostNotFound => FetchError::NoSuchHost(host.to_owned()),
            ureq::Error::Other(error) if error.is::<NotPublic>() => {
                FetchError::PrivateAddress(host.to_owned())
            }
            error => {
                let text = match &error {
                    ureq::Error::Io(error) => reason(error),
                    error => error.to_string(),
                };
                match text.split_once("invalid peer certificate: ") {
                    Some((_, "UnknownIssuer")) => {
                        FetchError::Certificate("its signer is not trusted".to_owned())
                    }
                    Some((_, reason)) => FetchError::Certificate(reason.to_owned()),
                    None => FetchError::Failed(text),
                }
            }
        }
    }
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

/// Returns the certificates that servers are compared with: those in the file that `SSL_CERT_FILE` names, or else those
/// that browsers have.
fn root_certificates() -> Result<RootCerts, FetchError> {
    let Some(path) = std::env::var_os("SSL_CERT_FILE").filter(|path| !path.is_empty()) else {
        return Ok(RootCerts::WebPki);
    };
    let shown = path.display();
    let failed =
        |reason: String| FetchError::Failed(format!("`{shown}` (`SSL_CERT_FILE`) cannot be read: {reason}"));
    let text = fs::read(&path).map_err(|error| failed(reason(&error)))?;
    let mut certificates = Vec::new();
    for item in parse_pem(&text) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| failed(error.to_string()))? {
            certificates.push(certificate);
        }
    }
    Ok(RootCerts::new_with_certs(&certificates))
}
