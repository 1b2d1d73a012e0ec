//! Random edits of a small workspace, for tests of invariants after any edits. `TOSCA_EDITS` is the number of
//! edits, `TOSCA_EDITS_SEED` the seed, `TOSCA_EDITS_ONLY` the numbers of the edits after which fixes are looked at.

use std::collections::BTreeMap;

/// The files of a workspace, which depend on each other in many ways.
const FILES: &[(&str, &str)] = &[
    (
        "base.yaml",
        "tosca_definitions_version: tosca_2_0
data_types:
  Port: { derived_from: integer, validation: { $greater_than: [ $value, 0 ] } }
capability_types:
  Host: { properties: { port: { type: Port, default: 80 } } }
interface_types:
  Life: { operations: { go: {} } }
",
    ),
    (
        "types.yaml",
        "tosca_definitions_version: tosca_2_0
imports: [ base.yaml ]
relationship_types:
  On: {}
node_types:
  T:
    properties: { p: { type: integer, default: 1 } }
    capabilities: { host: { type: Host } }
    interfaces: { life: { type: Life, operations: { go: { implementation: go.sh } } } }
  U:
    derived_from: T
    requirements: [ { on: { capability: Host, node: T, relationship: On, count_range: [ 0, 1 ] } } ]
",
    ),
    (
        "a.yaml",
        "tosca_definitions_version: tosca_2_0
imports: [ types.yaml ]
service_template:
  inputs: { port: { type: Port, default: 8 } }
  node_templates:
    n: { type: T, directives: [ substitute ], properties: { p: { $get_input: [ port ] } } }
    m: { type: U, requirements: [ { on: n } ] }
",
    ),
    (
        "b.yaml",
        "tosca_definitions_version: tosca_2_0
imports: [ { url: types.yaml, namespace: k } ]
service_template:
  substitution_mappings:
    node_type: k:T
    capabilities: { host: [ inner, host ] }
  node_templates:
    inner: { type: k:T, properties: { p: 2 } }
",
    ),
    (
        "p.yaml",
        "tosca_definitions_version: tosca_2_0
profile: org.x:1
node_types:
  N: { properties: { size: { type: integer } } }
",
    ),
    (
        "q.yaml",
        "tosca_definitions_version: tosca_2_0
profile: org.x:2
node_types:
  N: { properties: { size: { type: string } } }
",
    ),
    (
        "s.yaml",
        "tosca_definitions_version: tosca_2_0
imports: [ { profile: org.x:2 } ]
service_template:
  node_templates:
    n: { type: N, properties: { size: large } }
",
    ),
    (
        "lib/deep.yaml",
        "tosca_definitions_version: tosca_2_0
imports:
  - ../types.yaml
  - { url: more.yaml, namespace: more }
node_types:
  # tosca: allow[unknown-type] it comes later
  V: { derived_from: more:W }
",
    ),
    (
        "old.yaml",
        "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ older.yaml ]
topology_template:
  node_templates:
    c: { type: tosca.nodes.Compute }
    d: { type: my.Root, requirements: [ { host: c } ] }
",
    ),
    (
        "older.yaml",
        "tosca_definitions_version: tosca_simple_yaml_1_0
node_types:
  my.Root: { derived_from: tosca.nodes.SoftwareComponent }
",
    ),
    ("tosca.toml", "[levels]\nunknown-type = \"warning\"\n"),
    ("go.sh", ""),
];

/// Lines that have large effects, in addition to those of the files.
const LINES: &[&str] = &[
    "profile: org.x:1",
    "profile: org.x:2",
    "imports: [ types.yaml, lib/deep.yaml ]",
    "imports: [ a.yaml ]",
    "imports: [ { profile: org.x:1 } ]",
    "imports: [ more.yaml, nothing.yaml ]",
    "imports: [ { profile: org.oasis-open.tosca.simple:2.0 } ]",
    "  substitution_mappings: { node_type: U }",
    "    n: { type: U, directives: [ substitute ] }",
    "  W: { derived_from: V }",
    "node_types: { W: {} }",
    "# tosca: allow[T0401] a reason",
    "  \"",
    "[",
    "\t",
    "<<<<<<< HEAD",
    "strict = true",
    "exclude = [\"lib\"]",
    "profile-path = [\"lib\"]",
    "unknown-typ = \"error\"",
    "select = [\"unused-input\"]",
];

/// Words that can replace each other.
const WORDS: &[&[&str]] = &[
    &["org.x:1", "org.x:2", "org.x:3"],
    &["types.yaml", "base.yaml", "more.yaml", "lib/deep.yaml"],
    &["tosca_2_0", "tosca_simple_yaml_1_3", "tosca_simple_yaml_1_0", "tosca_9"],
    &["type: T", "type: U", "type: k:T", "type: W"],
    &["substitute", "select"],
    &["Host", "Life"],
    &["go.sh", "come.sh"],
    &["\"warning\"", "\"error\"", "\"off\""],
];

/// Names for new files and renamed ones.
const NAMES: &[&str] = &["more.yaml", "lib/more.yaml", "lib/tosca.toml", "come.sh", "c.yaml"];

/// The change of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Made,
    Changed,
    Gone,
}

/// A workspace and the state of the editor.
pub(crate) struct World {
    pub(crate) files: BTreeMap<String, String>,
    random: u64,
    /// Texts before they were damaged.
    whole: Vec<(String, String)>,
}

impl World {
    pub(crate) fn new(seed: u64) -> Self {
        Self::of(seed, FILES.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
    }

    /// Returns a workspace of other files.
    pub(crate) fn of(seed: u64, files: BTreeMap<String, String>) -> Self {
        Self { files, random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, whole: Vec::new() }
    }

    /// Returns a number below `most`.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        usize::try_from(self.random >> 33).expect("a small number") % most.max(1)
    }

    fn one<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len())]
    }

    /// Returns one of the files, sometimes a removed one.
    fn path(&mut self) -> String {
        let all: Vec<String> = self.files.keys().cloned().collect();
        all.get(self.below(all.len())).cloned().unwrap_or_else(|| "types.yaml".to_owned())
    }

    /// Makes an edit; returns the changed files.
    pub(crate) fn edit(&mut self) -> Vec<(String, Change)> {
        let path = self.path();
        let text = self.files.get(&path).cloned().unwrap_or_default();
        let mut lines: Vec<&str> = text.lines().collect();
        match self.below(20) {
            0..4 => {
                let all: Vec<&str> =
                    FILES.iter().flat_map(|(_, text)| text.lines()).chain(LINES.iter().copied()).collect();
                let line = if self.below(2) == 0 { self.one(LINES) } else { self.one(&all) };
                lines.insert(self.below(lines.len() + 1), line);
                self.set(path, lines.join("\n") + "\n")
            }
            4..7 if !lines.is_empty() => {
                lines.remove(self.below(lines.len()));
                self.set(path, lines.join("\n") + "\n")
            }
            7..10 => {
                let words = WORDS[self.below(WORDS.len())];
                let (from, to) = (self.one(words), self.one(words));
                self.set(path, text.replace(from, to))
            }
            10..13 => {
                self.whole.push((path.clone(), text.clone()));
                let text = match self.below(6) {
                    0 => String::new(),
                    1 => text.replacen(':', "", 1),
                    2 => format!("[{text}"),
                    3 => format!("<<<<<<< HEAD\n{text}"),
                    4 => format!("#{text}"),
                    _ => text[..self.below(text.len() + 1)].to_owned(),
                };
                self.set(path, text)
            }
            13..16 => match self.whole.pop() {
                Some((path, text)) => self.set(path, text),
                None => Vec::new(),
            },
            16 => {
                let (path, text) = FILES[self.below(FILES.len())];
                self.set(path.to_owned(), text.to_owned())
            }
            17 => {
                let to = self.one(NAMES).to_owned();
                self.set(to, text)
            }
            18 => {
                let mut changes = self.remove(&path);
                let to = self.one(NAMES).to_owned();
                changes.extend(self.set(to, text));
                changes
            }
            _ => self.remove(&path),
        }
    }

    fn set(&mut self, path: String, text: String) -> Vec<(String, Change)> {
        let before = self.files.insert(path.clone(), text);
        vec![(path, if before.is_some() { Change::Changed } else { Change::Made })]
    }

    fn remove(&mut self, path: &str) -> Vec<(String, Change)> {
        self.files.remove(path).map(|_| (path.to_owned(), Change::Gone)).into_iter().collect()
    }
}

/// Returns a number from the environment, or `usual` if it is not set.
pub(crate) fn given(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Whether an edit is one of those that are looked at.
pub(crate) fn is_wanted(edit: u64) -> bool {
    std::env::var("TOSCA_EDITS_ONLY").map_or(true, |only| only.split(',').any(|one| one == edit.to_string()))
}
