//! Converts the URL or profile of an import to a path (TOSCA 2.0 §6.8.2).

use camino::{Utf8Path, Utf8PathBuf};

use crate::host::paths;
use crate::syntax::scheme;

/// The base of the relative URLs of a file.
#[derive(Clone, Debug)]
pub(super) enum Base {
    /// A directory; absolute.
    Directory(Utf8PathBuf),
    /// The URL of a file with a local copy, and the URL of its repository.
    Url {
        /// The URL of the file.
        file: url::Url,
        /// The URL that a leading `/` stands for.
        root: url::Url,
    },
}

impl Base {
    /// Returns the base for the file at a URL, in a repository at `root` if it is in one.
    pub(super) fn of_url(file: url::Url, root: Option<&url::Url>) -> Self {
        let root = root.cloned().or_else(|| file.join("/").ok()).unwrap_or_else(|| file.clone());
        Self::Url { file, root }
    }
}

/// The location of an imported file.
#[derive(Clone, Debug)]
pub(super) enum ImportTarget {
    /// A local path, absolute and clean, and the root of its repository, if any.
    Local(Utf8PathBuf, Option<Utf8PathBuf>),
    /// The local copy of a URL, and the base of its relative URLs.
    Copy(Utf8PathBuf, Base),
    /// A URL without a local copy, and the base of the relative URLs of its file if it can be parsed.
    Remote(String, Option<Base>),
}

/// The context of an import.
pub(super) struct Surroundings<'a> {
    /// The base of the importing file.
    pub(super) base: &'a Base,
    /// The directory that a leading `/` stands for.
    pub(super) root: &'a Utf8Path,
    /// The working directory, for local copies of URLs.
    pub(super) working: &'a Utf8Path,
    /// Local copies of URLs.
    pub(super) url_map: &'a [(String, Utf8PathBuf)],
    /// Whether paths can start with a drive or a share.
    pub(super) windows: bool,
}

impl Surroundings<'_> {
    /// Returns the target of `url`, possibly inside the repository at `repository` (its URL and the base of
    /// the file that defines it).
    pub(super) fn locate(&self, url: &str, repository: Option<(&str, &Base)>) -> ImportTarget {
        if scheme(url).is_some() {
            return self.absolute(url, self.base, None);
        }
        let Some((repository, defined_in)) = repository else {
            return self.relative(url, self.base);
        };
        let repository = relative_file_path(repository, self.windows).unwrap_or(repository);
        let inside = url.trim_start_matches('/');
        let joined = format!("{}/{inside}", repository.trim_end_matches('/'));
        if scheme(repository).is_some() {
            let root = format!("{}/", repository.trim_end_matches('/'));
            return match self.absolute(&joined, defined_in, url::Url::parse(&root).ok().as_ref()) {
                ImportTarget::Local(path, _) => {
                    let root = file_path(repository, self.windows);
                    ImportTarget::Local(path, root.map(|root| paths::clean(Utf8Path::new(root))))
                }
                target => target,
            };
        }
        let root = match self.relative(repository, defined_in) {
            ImportTarget::Local(root, _) => Some(root),
            _ => None,
        };
        match self.relative(&joined, defined_in) {
            ImportTarget::Local(path, _) => ImportTarget::Local(path, root),
            target => target,
        }
    }

    /// Returns the target of a URL with a scheme; `base` is that of the file that writes it.
    fn absolute(&self, url: &str, base: &Base, root: Option<&url::Url>) -> ImportTarget {
        if let Some(path) = file_path(url, self.windows) {
            if !paths::is_absolute(Utf8Path::new(path)) {
                return self.relative(path, base);
            }
            return ImportTarget::Local(paths::clean(Utf8Path::new(path)), None);
        }
        let Ok(parsed) = url::Url::parse(url) else {
            return ImportTarget::Remote(url.to_owned(), None);
        };
        let base = || Base::of_url(parsed.clone(), root);
        for (from, to) in self.url_map {
            if from == url || from == parsed.as_str() {
                return ImportTarget::Copy(self.in_working(to.as_str()), base());
            }
            if let Some(rest) = url.strip_prefix(from.as_str())
                && (from.ends_with('/') || rest.starts_with('/'))
            {
                let path = paths::join(to, Utf8Path::new(rest.trim_start_matches('/')));
                return ImportTarget::Copy(self.in_working(path.as_str()), base());
            }
        }
        ImportTarget::Remote(url.to_owned(), Some(base()))
    }

    fn in_working(&self, path: &str) -> Utf8PathBuf {
        paths::clean(&paths::join(self.working, Utf8Path::new(path)))
    }

    fn relative(&self, url: &str, base: &Base) -> ImportTarget {
        match base {
            // A share, which was written with backslashes.
            Base::Directory(_) if self.windows && url.starts_with("//") => {
                ImportTarget::Local(paths::clean(Utf8Path::new(url)), None)
            }
            Base::Directory(directory) => {
                let path = match url.strip_prefix('/') {
                    Some(path) => join(self.root, path.trim_start_matches('/')),
                    None => join(directory, url),
                };
                ImportTarget::Local(path, None)
            }
            Base::Url { file, root } => {
                let joined = match url.strip_prefix('/') {
                    Some(inside) => root.join(inside),
                    None => file.join(url),
                };
                match joined {
                    Ok(joined) => self.absolute(joined.as_str(), base, Some(root)),
                    Err(_) => ImportTarget::Remote(url.to_owned(), None),
                }
            }
        }
    }
}

/// Returns the path of a `file:` URL, or `None` if `url` has another scheme.
fn file_path(url: &str, windows: bool) -> Option<&str> {
    let scheme = scheme(url).filter(|scheme| scheme.eq_ignore_ascii_case("file"))?;
    Some(paths::of_file_url(&url[scheme.len() + 1..], windows))
}

/// Returns the path of a `file:` URL that is not absolute.
pub(super) fn relative_file_path(url: &str, windows: bool) -> Option<&str> {
    file_path(url, windows).filter(|path| !paths::is_absolute(Utf8Path::new(path)))
}

/// Returns `url` relative to `directory`, clean. Most URLs need no cleaning.
pub(super) fn join(directory: &Utf8Path, url: &str) -> Utf8PathBuf {
    let simple = !url.starts_with('/') && url.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let joined = paths::join(directory, Utf8Path::new(url));
    if simple { joined } else { paths::clean(&joined) }
}

/// Returns the path with `%20` and the like decoded, or `None` if it does not change.
pub(super) fn percent_decoded(path: &Utf8Path) -> Option<Utf8PathBuf> {
    paths::percent_decoded(path.as_str()).map(Into::into)
}

/// Converts a URL that is a Windows path to a URL path.
pub(super) fn windows_path(url: &str) -> Option<String> {
    let drive = url.as_bytes().get(1) == Some(&b':') && url.as_bytes()[0].is_ascii_alphabetic();
    (drive || url.contains('\\')).then(|| url.replace('\\', "/"))
}

/// Whether a string looks like the name of a profile: `org.example.types:1.0`.
#[must_use]
pub fn looks_like_profile(url: &str) -> bool {
    let schemes = ["http", "https", "file", "ftp", "ftps", "git", "ssh", "urn"];
    !url.contains('/')
        && url.split_once(':').is_some_and(|(name, version)| {
            name.len() > 1
                && !schemes.contains(&name.to_ascii_lowercase().as_str())
                && version.starts_with(|c: char| c.is_ascii_alphanumeric())
        })
}
