//! Path patterns with the syntax of a line in `.gitignore`.

use camino::{Utf8Path, Utf8PathBuf};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// A pattern for the paths below a directory.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The pattern as written.
    pub text: String,
    base: Utf8PathBuf,
    matcher: GlobSet,
    /// Whether it starts with `!`.
    is_exception: bool,
    /// Whether it ends with `/`.
    is_for_directories: bool,
}

impl Pattern {
    /// Reads the pattern `text`, relative to the directory `base`, an absolute path. Fails with the reason.
    pub fn new(text: &str, base: &Utf8Path) -> Result<Self, String> {
        let line = if text.ends_with("\\ ") { text } else { text.trim_end() };
        if line.is_empty() || line.starts_with('#') {
            return Err("it matches nothing".to_owned());
        }
        let escaped = line.strip_prefix('\\').filter(|rest| rest.starts_with(['!', '#']));
        let exception = line.strip_prefix('!');
        let line = escaped.or(exception).unwrap_or(line);
        let anchored = line.strip_prefix('/').filter(|_| escaped.is_none());
        let line = anchored.unwrap_or(line);
        let directory = line.strip_suffix('/').map(|line| line.strip_suffix('\\').unwrap_or(line));
        let line = directory.unwrap_or(line);
        // A name without a slash matches at any depth.
        let is_name = anchored.is_none() && !line.contains('/') && line != "**";
        let mut glob = if is_name { format!("**/{line}") } else { line.to_owned() };
        // Such a pattern matches the content of a directory, and not the directory itself.
        if glob.ends_with("/**") {
            glob.push_str("/*");
        }
        let mut builder = GlobBuilder::new(&glob);
        builder.literal_separator(true).backslash_escape(true).allow_unclosed_class(true);
        let glob = builder.build().map_err(|error| error.kind().to_string())?;
        let matcher = GlobSetBuilder::new().add(glob).build().map_err(|error| error.to_string())?;
        Ok(Self {
            text: text.to_owned(),
            base: base.to_owned(),
            matcher,
            is_exception: exception.is_some(),
            is_for_directories: directory.is_some(),
        })
    }

    /// Returns `Some(true)` if the pattern matches the file at `path`, an absolute path, `Some(false)` if it
    /// matches and starts with `!`, and `None` if it does not match.
    #[must_use]
    pub fn fits(&self, path: &Utf8Path) -> Option<bool> {
        let inside = path.strip_prefix(&self.base).ok().filter(|inside| !inside.as_str().is_empty())?;
        let fits = |(depth, part): (usize, &Utf8Path)| {
            (depth > 0 || !self.is_for_directories) && self.matcher.is_match(part)
        };
        inside.ancestors().enumerate().any(fits).then_some(!self.is_exception)
    }

    /// Whether `patterns` together select the file: the last one that matches decides.
    #[must_use]
    pub fn any<'p>(patterns: impl DoubleEndedIterator<Item = &'p Pattern>, path: &Utf8Path) -> bool {
        patterns.rev().find_map(|pattern| pattern.fits(path)).unwrap_or(false)
    }
}
