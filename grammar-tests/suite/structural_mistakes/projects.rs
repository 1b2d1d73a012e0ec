//! Valid projects: the examples of the standard's sections, and generated ones.
//!
//! Files are laid out as `document` prints them, so that a mistake is the only change of a file.

use tosca::Analysis;
use tosca::host::Memory;

use super::document::{Node, print};
use crate::variability::Random;

/// A project, without findings.
#[derive(Clone)]
pub(crate) struct Project {
    /// Its directory, or the generator that made it.
    pub(crate) name: String,
    /// The TOSCA files: path and content.
    pub(crate) files: Vec<(String, String)>,
    /// Other files, such as artifacts.
    others: Vec<(String, Vec<u8>)>,
}

impl Project {
    /// Checks all TOSCA files, one of them with another text.
    pub(crate) fn check_with(&self, changed: usize, text: &str) -> Analysis {
        self.check(|index| (index == changed).then_some(text))
    }

    fn check<'t>(&self, text_of: impl Fn(usize) -> Option<&'t str>) -> Analysis {
        tosca::check(&self.host(text_of), self.files.iter().map(|(path, _)| path))
    }

    /// Returns all files, some of them with another text.
    pub(crate) fn host<'t>(&self, text_of: impl Fn(usize) -> Option<&'t str>) -> Memory {
        let mut host = Memory::new();
        for (path, content) in &self.others {
            host.add(path, content.clone());
        }
        for (index, (path, content)) in self.files.iter().enumerate() {
            host.add(path, text_of(index).unwrap_or(content).to_owned());
        }
        host
    }

    /// Lays out the files, and returns the project if it has no findings.
    fn printed(mut self) -> Option<Self> {
        for (_, text) in &mut self.files {
            if let Some(root) = Node::read(text) {
                *text = print(&root).text();
            }
        }
        let is_valid = !self.files.is_empty() && self.check(|_| None).diagnostics().is_empty();
        is_valid.then_some(self)
    }
}

/// Returns the directories of examples, without archives and files that need settings.
pub(crate) fn examples() -> Vec<Project> {
    let mut projects = Vec::new();
    for entry in std::fs::read_dir(crate::project("spec-examples")).expect("the examples").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.path().is_dir() || name == "17-archives" || name == "consume-normalized" {
            continue;
        }
        let mut project = Project { name: name.clone(), files: Vec::new(), others: Vec::new() };
        read(&entry.path(), "", &mut project);
        project.files.sort();
        projects.push(project);
    }
    projects.sort_by(|first, second| first.name.cmp(&second.name));
    projects.into_iter().filter_map(Project::printed).collect()
}

fn read(directory: &std::path::Path, prefix: &str, project: &mut Project) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{path}/"), project);
        } else if let Ok(content) = std::fs::read(entry.path()) {
            match String::from_utf8(content) {
                Ok(text) if text.contains("tosca_definitions_version") && is_yaml(&entry.path()) => {
                    project.files.push((path, text));
                }
                Ok(text) => project.others.push((path, text.into_bytes())),
                Err(error) => project.others.push((path, error.into_bytes())),
            }
        }
    }
}

fn is_yaml(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml")
}

/// The files of a project with most constructs of the standard. A line that ends with `#a` is left out at random,
/// together with all other lines of this letter; one that ends with `#!a` takes their place.
const CONSTRUCTS: &[(&str, &str)] = &[
    ("app.yaml", include_str!("project/app.yaml")),
    ("cluster.yaml", include_str!("project/cluster.yaml")),
    ("data.yaml", include_str!("project/data.yaml")),
    ("lib.yaml", include_str!("project/lib.yaml")),
    ("platform.yaml", include_str!("project/platform.yaml")),
];

/// The artifacts of that project.
const ARTIFACTS: &[&str] = &[
    "disks/base.img",
    "disks/big.img",
    "scripts/address.py",
    "scripts/connect.sh",
    "scripts/create.sh",
    "scripts/create_big.sh",
    "scripts/lib.sh",
    "scripts/start.sh",
];

fn constructs(random: &mut Random) -> Vec<(String, String)> {
    let left_out: Vec<char> = ('a'..='n').filter(|_| random.below(2) == 0).collect();
    let line = |line: &'static str| match line.rsplit_once(" #") {
        None => Some(line),
        Some((line, letter)) => {
            let is_replacement = letter.starts_with('!');
            let is_left_out = letter.chars().last().is_some_and(|letter| left_out.contains(&letter));
            (is_left_out == is_replacement).then_some(line)
        }
    };
    let text =
        |text: &'static str| text.lines().filter_map(line).flat_map(|line| [line, "\n"]).collect::<String>();
    CONSTRUCTS.iter().map(|(path, content)| ((*path).to_owned(), text(content))).collect()
}

/// Returns a generated project, or `None` if the seed makes none that is valid.
pub(crate) fn generated(seed: u64, random: &mut Random) -> Option<Project> {
    let mut others = Vec::new();
    let (name, files) = match random.below(4) {
        0 => ("generated profile", crate::generated_profiles::files(seed)),
        1 => ("generated service", crate::values::files(seed)?),
        _ => {
            others = ARTIFACTS.iter().map(|path| ((*path).to_owned(), Vec::new())).collect();
            ("generated project", constructs(random))
        }
    };
    let project = Project { name: format!("{name} {seed}"), files, others };
    let is_readable = project.files.iter().all(|(_, text)| Node::read(text).is_some());
    is_readable.then_some(project)?.printed()
}
