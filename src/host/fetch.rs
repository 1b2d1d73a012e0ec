//! Access to files by URL.

use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

use camino::Utf8PathBuf;

/// Gets files by URL, and keeps copies of them.
pub trait Fetch: Debug + Send + Sync {
    /// Returns a copy of the file at an `https:` or `http:` URL. With `sha256`, in lowercase hexadecimal digits, only a
    /// copy with this checksum is returned, which may be an older one.
    fn fetch(&self, url: &str, sha256: Option<&str>) -> Result<FetchedFile, FetchError>;
}

/// The copy of a file at a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedFile {
    /// The absolute path of the copy.
    pub path: Utf8PathBuf,
    /// The checksum SHA-256 of the copy, in lowercase hexadecimal digits.
    pub sha256: String,
}

/// Why a file could not be fetched, in words that follow "cannot fetch `url`: ".
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FetchError {
    /// There is no copy in the cache, and no request may be sent.
    Offline,
    /// The URL cannot be parsed, or has no host; with the reason.
    Malformed(String),
    /// The URL contains a name or a password.
    Credentials,
    /// The host, whose name is given, has an address that is not public.
    PrivateAddress(String),
    /// There is no such host.
    NoSuchHost(String),
    /// The server needed more than this number of seconds.
    TimedOut(u64),
    /// The file is larger than this number of bytes.
    TooLarge(u64),
    /// The server redirected more often than this.
    TooManyRedirects(usize),
    /// The server redirected from `https:` to a URL without encryption.
    Downgrade,
    /// The server redirected to nothing, or to a URL that is not fetched.
    WrongRedirect,
    /// The server answered with a status that is not that of success.
    Status(u16),
    /// The certificate of the server is not valid; with the reason.
    Certificate(String),
    /// The content has another checksum than the one that was asked for.
    Changed(String),
    /// The connection failed, or the copy could not be kept; with the reason.
    Failed(String),
}

impl FetchError {
    /// What a user can do about it, if that is more than to look at the URL and the server.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::Offline => "pass `--allow-net` instead of `--offline` to fetch it once",
            Self::Credentials => {
                "remove the part before `@`, and put the name and the password into the file `~/.netrc`"
            }
            Self::PrivateAddress(_) => "pass `--allow-private-net` if you trust this server",
            Self::TimedOut(_) => "pass a larger `--fetch-timeout`",
            Self::TooLarge(_) => "pass a larger `--max-fetch-size` if you trust this server",
            Self::Status(401 | 403) => {
                "put a name and a password for this host into the file `~/.netrc`, or a token into the environment \
                 variable `TOSCA_TOKEN_` with the name of the host"
            }
            Self::Certificate(_) => {
                "if your network has its own certificates, put the path of their file into the environment variable \
                 `SSL_CERT_FILE`"
            }
            _ => return None,
        })
    }
}

impl Display for FetchError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offline => f.write_str("it is not in the cache"),
            Self::Malformed(reason) | Self::Failed(reason) => f.write_str(reason),
            Self::Credentials => f.write_str("the URL contains a name or a password"),
            Self::PrivateAddress(host) => write!(f, "`{host}` has an address that is not public"),
            Self::NoSuchHost(host) => write!(f, "there is no host `{host}`"),
            Self::TimedOut(1) => f.write_str("the server needs more than 1 second"),
            Self::TimedOut(seconds) => write!(f, "the server needs more than {seconds} seconds"),
            Self::TooLarge(bytes) => write!(f, "it is larger than the limit of {bytes} bytes"),
            Self::TooManyRedirects(count) => write!(f, "the server redirects more than {count} times"),
            Self::Downgrade => f.write_str("the server redirects to a URL without encryption"),
            Self::WrongRedirect => f.write_str("the server redirects to a URL that is not fetched"),
            Self::Status(404) => f.write_str("the server has no such file"),
            Self::Status(status) => write!(f, "the server answers with status {status}"),
            Self::Certificate(reason) => write!(f, "the certificate of the server is not valid: {reason}"),
            Self::Changed(actual) => write!(f, "its checksum is {actual}"),
        }
    }
}

impl Error for FetchError {}
