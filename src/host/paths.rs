//! Paths as text: joining and cleaning without asking the file system.

use camino::{Utf8Path, Utf8PathBuf};

/// Returns a text as part of a path that every system accepts: letters, digits, `.`, `-` and `_`, not starting with `.`.
#[must_use]
pub fn plain_name(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = text.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    // No directory above, and nothing hidden.
    if name.starts_with('.') { format!("_{name}") } else { name }
}

/// Whether a path is absolute: it starts with `/`, or with a drive as in `C:/`.
#[must_use]
pub fn is_absolute(path: &Utf8Path) -> bool {
    !root(path.as_str()).is_empty()
}

/// The root of a path: `/`, `//` before the name of a server, `C:/`, or an empty string.
fn root(text: &str) -> &str {
    let drive = text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
    let end = match text {
        _ if drive && text[1..].starts_with(":/") => 3,
        _ if text.starts_with("//") && !text[2..].starts_with('/') => 2,
        _ => usize::from(text.starts_with('/')),
    };
    &text[..end]
}

/// Returns `path` relative to `directory`; the parts are separated by `/` on every system.
#[must_use]
pub fn join(directory: &Utf8Path, path: &Utf8Path) -> Utf8PathBuf {
    if is_absolute(path) || directory.as_str().is_empty() {
        return path.to_owned();
    }
    let mut joined = String::with_capacity(directory.as_str().len() + path.as_str().len() + 1);
    joined.push_str(directory.as_str());
    if !joined.ends_with('/') {
        joined.push('/');
    }
    joined.push_str(path.as_str());
    joined.into()
}

/// Returns `path` with `.` and `..` resolved by text alone. `..` above the root of an absolute path is
/// dropped; a relative path may keep leading `..`.
#[must_use]
pub fn clean(path: &Utf8Path) -> Utf8PathBuf {
    let text = path.as_str();
    let root = root(text);
    if is_clean(&text[root.len()..]) {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in text[root.len()..].split('/') {
        match part {
            "" | "." => {}
            ".." => match parts.last() {
                Some(&last) if last != ".." => {
                    parts.pop();
                }
                _ if root.is_empty() => parts.push(".."),
                _ => {}
            },
            other => parts.push(other),
        }
    }
    if root.is_empty() && parts.is_empty() {
        return ".".into();
    }
    let mut cleaned = String::with_capacity(text.len());
    cleaned.push_str(root);
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            cleaned.push('/');
        }
        cleaned.push_str(part);
    }
    cleaned.into()
}

/// Whether the text of a path after its root certainly has no empty part, `.` or `..`, as most have.
fn is_clean(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_odd = |slash: usize| matches!(bytes.get(slash + 1), Some(b'/' | b'.'));
    let ends = [bytes.first(), bytes.last()];
    !ends.iter().any(|end| matches!(end, None | Some(b'/' | b'.')))
        && !memchr::memchr_iter(b'/', bytes).any(is_odd)
}

/// Converts a Windows path: separators become `/`, and the prefix `\\?\` of long paths is removed.
#[must_use]
pub fn from_windows(path: &str) -> String {
    let path = path.replace('\\', "/");
    match path.strip_prefix("//?/") {
        Some(rest) => match rest.strip_prefix("UNC/") {
            Some(share) => format!("//{share}"),
            None => rest.to_owned(),
        },
        None => path,
    }
}

/// Returns the path of a `file:` URL from the text after `file:`. On Windows a host is the server of a share.
#[must_use]
pub fn of_file_url(after_scheme: &str, windows: bool) -> &str {
    let local = after_scheme.strip_prefix("//localhost").filter(|path| path.starts_with('/'));
    let path = match local.or_else(|| after_scheme.strip_prefix("//")) {
        Some(path) if windows && !path.starts_with('/') && !has_drive(path) => after_scheme,
        Some(path) => path,
        None => after_scheme,
    };
    // A drive in a URL is written `/C:/types`.
    path.strip_prefix('/').filter(|path| has_drive(path)).unwrap_or(path)
}

fn has_drive(path: &str) -> bool {
    root(path).ends_with(":/")
}

/// Returns `path` spelled like the file that it targets, or `None` if they do not differ in case.
#[must_use]
pub fn spelled_like(path: &str, file: &Utf8Path) -> Option<String> {
    let mut real = file.as_str().rsplit('/');
    let mut parts: Vec<&str> = path.split('/').collect();
    for part in parts.iter_mut().rev().take_while(|part| !matches!(**part, "" | "." | "..")) {
        let real = real.next()?;
        if *part != real && part.to_lowercase() == real.to_lowercase() {
            *part = real;
        }
    }
    let spelled = parts.join("/");
    (spelled != path).then_some(spelled)
}

/// Returns `path`, as a user wrote it, for display: relative to `directory` if it is below it, otherwise unchanged.
#[must_use]
pub fn below(path: &Utf8Path, directory: &Utf8Path) -> Utf8PathBuf {
    match path.strip_prefix(directory) {
        Ok(relative) if !relative.as_str().is_empty() => relative.to_owned(),
        _ => path.to_owned(),
    }
}

/// How many directories a displayed path goes up at most.
const MAX_LEVELS_UP: usize = 4;

/// Returns `path` for display: relative to the absolute path `directory` if it is below it or near it, as in
/// `../../types.yaml`. It is unchanged if the relative path would be longer or lead too many directories up.
#[must_use]
pub fn shown(path: &Utf8Path, directory: &Utf8Path) -> Utf8PathBuf {
    let mut above = directory.ancestors().enumerate().skip(1).take(MAX_LEVELS_UP);
    let near = above.find_map(|(levels, ancestor)| Some((levels, path.strip_prefix(ancestor).ok()?)));
    match near {
        Some((levels, rest)) if is_absolute(path) && !path.starts_with(directory) => {
            let relative = format!("{}{rest}", "../".repeat(levels));
            let relative = Utf8Path::new(relative.trim_end_matches('/'));
            if relative.as_str().len() > path.as_str().len() { path } else { relative }.to_owned()
        }
        _ => below(path, directory),
    }
}

/// Returns `path` relative to `directory`, both absolute and clean; the parts are separated by `/` on every system.
#[must_use]
pub fn relative(path: &Utf8Path, directory: &Utf8Path) -> Utf8PathBuf {
    let [path, directory] = [path, directory].map(|path| path.as_str().trim_end_matches('/'));
    let pairs = path.bytes().zip(directory.bytes());
    let same = pairs.take_while(|(one, other)| one == other).count();
    let ends_here = |text: &str| text.as_bytes().get(same).is_none_or(|byte| *byte == b'/');
    // The directories that they share end here.
    let shared = if ends_here(path) && ends_here(directory) {
        same
    } else {
        memchr::memrchr(b'/', &path.as_bytes()[..same]).unwrap_or(0)
    };
    let [below, above] = [path, directory].map(|path| path[shared..].trim_start_matches('/'));
    let up = if above.is_empty() { 0 } else { above.split('/').count() };
    let mut steps = "../".repeat(up);
    steps.push_str(below);
    steps.truncate(steps.trim_end_matches('/').len());
    if steps.is_empty() { ".".into() } else { steps.into() }
}

/// Returns what follows `directory` in `path`, both absolute and clean, or `None` if the path is not below it. It is empty
/// for the directory itself.
#[must_use]
pub fn inside<'p>(path: &'p Utf8Path, directory: &Utf8Path) -> Option<&'p str> {
    let rest = path.as_str().strip_prefix(directory.as_str().trim_end_matches('/'))?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// Whether the name has an extension of YAML files.
#[must_use]
pub fn is_yaml_name(path: &Utf8Path) -> bool {
    matches!(path.extension().map(str::to_ascii_lowercase).as_deref(), Some("yaml" | "yml" | "tosca"))
}

/// Whether the name has an extension of XML files, apart from those that YAML files have as well.
#[must_use]
pub fn is_xml_name(path: &Utf8Path) -> bool {
    matches!(path.extension().map(str::to_ascii_lowercase).as_deref(), Some("xml" | "definitions"))
}

/// Whether the name has the extension of JSON files.
#[must_use]
pub fn is_json_name(path: &Utf8Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// Whether the name has no extension; a number after the last dot is the end of a version.
#[must_use]
pub fn has_no_extension(path: &Utf8Path) -> bool {
    path.extension().is_none_or(|extension| extension.starts_with(|c: char| c.is_ascii_digit()))
}

/// Escapes an odd file name: each byte that is not UTF-8, or a control character, becomes `\xNN`.
#[must_use]
pub fn escape(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() {
                let _ = write!(shown, "\\x{:02X}", u32::from(c));
            } else {
                shown.push(c);
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(shown, "\\x{byte:02X}");
        }
    }
    shown
}

/// Returns a text with `%20` and the like decoded, or `None` if it has nothing to decode or would not be text.
pub(crate) fn percent_decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    if !bytes.contains(&b'%') {
        return None;
    }
    let hex = |byte: u8| (byte as char).to_digit(16);
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        let digit = |index: usize| bytes.get(index).copied().and_then(hex);
        if bytes[index] == b'%'
            && let (Some(high), Some(low)) = (digit(index + 1), digit(index + 2))
        {
            decoded.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
            index += 3;
        } else {
            decoded.push(bytes[index]);
            index += 1;
        }
    }
    String::from_utf8(decoded).ok()
}
