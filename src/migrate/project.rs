//! A folder of definitions as a project of TOSCA 2.0: a file for each profile, and one for each service.
//!
//! Each definition is a separate file there, with imports of those that it uses. Their sections are put together, and
//! the imports between them replaced. The order of files decides that of definitions.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Analysis;
use crate::base::FileId;
use crate::dialects::Dialect;
use crate::host::paths;
use crate::load::File;

/// The comments above a file.
const COMMENTS: &str = "#";
/// The sections at the top of a file.
const HEAD: [&str; 4] = [COMMENTS, "tosca_definitions_version", "profile", "description"];
/// The section that files of one namespace share.
const METADATA: &str = "metadata";

/// A file of the project.
#[derive(Debug)]
pub struct NewFile {
    /// The path from the directory of the project.
    pub path: Utf8PathBuf,
    /// Its text.
    pub text: String,
}

/// A project.
#[derive(Debug, Default)]
pub struct Project {
    /// The files, sorted.
    pub files: Vec<NewFile>,
    /// The paths of artifacts from the root of the original, which are the same in the project.
    pub artifacts: BTreeSet<Utf8PathBuf>,
    /// The number of files that were converted.
    pub converted: usize,
}

/// Sections, each with its lines.
type Sections = IndexMap<String, String>;

/// Converts the XML files of a run below `root`.
#[must_use]
pub fn project(analysis: &Analysis, root: &Utf8Path) -> Project {
    let files: Vec<&File> = analysis.graph.files.iter().filter(|file| is_converted(file)).collect();
    let names = names(&files);
    let mut project = Project { converted: files.len(), ..Project::default() };
    let mut texts: IndexMap<&str, (BTreeSet<String>, Sections)> = IndexMap::new();
    for file in &files {
        let Some(name) = names.get(&file.id) else { continue };
        let lowered = super::lower(analysis, file.id);
        let (imports, sections) = texts.entry(name).or_default();
        imports.extend(imports_of(file, name, &names));
        let directory = file.home.as_ref().map_or(root, |home| home.directory.as_path());
        for (key, lines) in split(&lowered.text) {
            let lines = with_paths(&lines, directory, root, &mut project.artifacts);
            match key.as_str() {
                "imports" => {}
                COMMENTS => sections.entry(key).or_default().push_str(&lines),
                "tosca_definitions_version" | "profile" | "description" => {
                    sections.entry(key).or_insert(lines);
                }
                _ => {
                    let (head, body) = lines.split_once('\n').unwrap_or((&lines, ""));
                    let section = sections.entry(key).or_insert_with(|| format!("{head}\n"));
                    section.push_str(body);
                }
            }
        }
    }
    for (name, (imports, sections)) in texts {
        let text = file_text(&imports, &sections);
        // A file of nothing but imports adds nothing.
        if sections.keys().any(|key| key.ends_with("_types") || key == "service_template") {
            project.files.push(NewFile { path: name.into(), text });
        }
    }
    project.files.sort_by(|one, other| one.path.cmp(&other.path));
    project
}

/// Whether there are XML files to convert.
#[must_use]
pub fn is_in_xml(analysis: &Analysis) -> bool {
    analysis.graph.files.iter().any(is_converted)
}

fn is_converted(file: &File) -> bool {
    let is_xml = file.parsed().written_once().is_xml();
    // A file whose definitions are all part of others has no section.
    let has_sections = file.tree().root().is_some_and(|root| {
        root.entries().any(|(key, _)| key.text().ends_with("_types") || key.text() == "service_template")
    });
    is_xml
        && has_sections
        && !file.is_built_in()
        && file.dialect() == Dialect::Tosca2
        && !file.tree().is_damaged()
}

/// Returns the new name of each file: those of one profile have the same.
fn names(files: &[&File]) -> FxHashMap<FileId, String> {
    let mut of_key: IndexMap<String, String> = IndexMap::new();
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut names = FxHashMap::default();
    for file in files {
        let profile = file.parsed().profile();
        let key = profile.map_or_else(|| file.identity.to_string(), |profile| format!("profile {profile}"));
        let name = of_key.entry(key).or_insert_with(|| {
            let base = match profile {
                Some(profile) => profile.trim_end_matches('/').rsplit(['/', '#']).next().unwrap_or_default(),
                // In a repository, the folder has the name of the service.
                None => match file.identity.file_stem() {
                    Some("ServiceTemplate") | None => {
                        file.identity.parent().and_then(Utf8Path::file_name).unwrap_or("service")
                    }
                    Some(stem) => stem,
                },
            };
            let plain = |c: char| if c.is_alphanumeric() || matches!(c, '_' | '-' | '.') { c } else { '_' };
            let base: String = base.chars().map(plain).collect();
            let mut name = format!("{base}.yaml");
            let mut number = 2;
            while !taken.insert(name.to_lowercase()) {
                name = format!("{base}_{number}.yaml");
                number += 1;
            }
            name
        });
        names.insert(file.id, name.clone());
    }
    names
}

/// Returns the imports of a file as lines.
fn imports_of<'a>(
    file: &'a File,
    own: &'a str,
    names: &'a FxHashMap<FileId, String>,
) -> impl Iterator<Item = String> + 'a {
    file.imports.iter().filter_map(move |import| {
        let tree = file.tree();
        let namespace = import.namespace.map(|node| format!("\n    namespace: {}", tree.node(node).text()));
        let namespace = namespace.unwrap_or_default();
        let target = import.target?;
        match names.get(&target) {
            Some(name) if name == own => None,
            Some(name) => Some(format!("  - url: {name}{namespace}\n")),
            None => Some(format!("  - profile: {}{namespace}\n", tree.node(import.value).text())),
        }
    })
}

/// Returns the sections of a text: the lines from each key at the margin. Comments above a key go below it; those above
/// the version are a section of comments.
fn split(text: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    let mut comments = String::new();
    for line in text.split_inclusive('\n') {
        if line.starts_with('#') {
            comments.push_str(line);
            continue;
        }
        let key = line.split(':').next().filter(|_| !line.starts_with([' ', '-', '\n']));
        match (key, sections.last_mut()) {
            (Some("tosca_definitions_version"), _) if !comments.is_empty() => {
                sections.push((COMMENTS.to_owned(), std::mem::take(&mut comments)));
                sections.push(("tosca_definitions_version".to_owned(), line.to_owned()));
            }
            (Some(key), _) => {
                let mut lines = line.to_owned();
                for comment in std::mem::take(&mut comments).lines() {
                    lines.extend(["  ", comment, "\n"]);
                }
                sections.push((key.to_owned(), lines));
            }
            (None, Some((_, lines))) => lines.push_str(line),
            (None, None) => {}
        }
    }
    sections
}

/// Returns lines in which paths to artifacts start from the project, and notes these paths.
fn with_paths(
    lines: &str,
    directory: &Utf8Path,
    root: &Utf8Path,
    artifacts: &mut BTreeSet<Utf8PathBuf>,
) -> String {
    let mut out = String::with_capacity(lines.len());
    for line in lines.split_inclusive('\n') {
        let value = line.trim_start().trim_start_matches("- ").strip_prefix("file: ").map(str::trim_end);
        let unquoted = value.map(|value| value.trim_matches('"'));
        let target = unquoted.map(|value| paths::clean(&paths::join(directory, Utf8Path::new(value))));
        let below = target.as_ref().and_then(|target| target.strip_prefix(root).ok());
        match (value, unquoted, below) {
            (Some(value), Some(unquoted), Some(below)) if !unquoted.contains("://") => {
                artifacts.insert(below.to_owned());
                out.push_str(&line.replace(value, &value.replace(unquoted, below.as_str())));
            }
            _ => out.push_str(line),
        }
    }
    out
}

fn file_text(imports: &BTreeSet<String>, sections: &Sections) -> String {
    let mut text = String::new();
    for key in HEAD {
        text.extend(sections.get(key).map(String::as_str));
    }
    if !imports.is_empty() {
        text.push_str("\nimports:\n");
        text.extend(imports.iter().map(String::as_str));
    }
    for (key, lines) in sections {
        if !HEAD.contains(&key.as_str()) && key != METADATA {
            text.push('\n');
            text.push_str(lines);
        }
    }
    if let Some(lines) = sections.get(METADATA) {
        text.push('\n');
        text.push_str(&distinct(lines));
    }
    text
}

/// Returns the lines of the metadata of several files without repeated entries.
fn distinct(lines: &str) -> String {
    let mut known: FxHashSet<&str> = FxHashSet::default();
    let mut out = String::new();
    let mut is_kept = true;
    for line in lines.split_inclusive('\n') {
        let is_entry = line.starts_with("  ") && !line.starts_with("   ");
        if is_entry {
            is_kept = known.insert(line.split(':').next().unwrap_or(line));
        }
        if is_kept {
            out.push_str(line);
        }
    }
    out
}
