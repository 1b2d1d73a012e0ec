//! Prints uses of a profile as a TOSCA file.

/// Stands for the number of the use in a name, so that uses in one file do not have equal names.
pub(super) const NUMBER: char = '\0';

/// One use of a profile: entries of sections that belong together.
#[derive(Clone, Debug)]
pub struct ProfileUse {
    /// The kinds and names of the definitions that it uses.
    pub(super) about: Vec<(String, String)>,
    /// The section, the name and the content of each entry.
    pub(super) entries: Vec<(&'static str, String, Tree)>,
    /// Whether it cannot be in one file with others.
    pub(super) is_alone: bool,
    /// The literal that each slot has, in the order of the text.
    chosen: Vec<usize>,
}

/// The content of an entry.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    /// A value: one of these, in YAML.
    Value(Vec<String>),
    Map(Vec<(String, Tree)>),
    /// A list of maps with one entry.
    List(Vec<(String, Tree)>),
}

/// The sections of a file, in order.
const SECTIONS: &[&str] = &["data_types", "artifact_types", "node_types"];
const SERVICE_SECTIONS: &[&str] =
    &["inputs", "node_templates", "groups", "policies", "outputs", "workflows", "substitution_mappings"];

impl Tree {
    pub(super) fn value(text: impl Into<String>) -> Self {
        Tree::Value(vec![text.into()])
    }

    pub(super) fn empty() -> Self {
        Tree::Map(Vec::new())
    }

    /// Sets a value below a path of keys.
    pub(super) fn set(&mut self, path: &[&str], value: Tree) {
        let Some((first, rest)) = path.split_first() else {
            *self = value;
            return;
        };
        if !matches!(self, Tree::Map(_)) {
            *self = Tree::empty();
        }
        if let Tree::Map(entries) = self {
            let at = entries.iter().position(|(key, _)| key == first).unwrap_or_else(|| {
                entries.push(((*first).to_owned(), Tree::empty()));
                entries.len() - 1
            });
            entries[at].1.set(rest, value);
        }
    }

    /// Returns it with a value below a path of keys.
    pub(super) fn with(mut self, path: &[&str], value: Tree) -> Self {
        self.set(path, value);
        self
    }

    fn slots(&self) -> usize {
        match self {
            Tree::Value(_) => 1,
            Tree::Map(entries) | Tree::List(entries) => entries.iter().map(|(_, inner)| inner.slots()).sum(),
        }
    }

    /// Returns the number of values that a slot can have.
    fn choices(&self, slot: &mut usize) -> Option<usize> {
        match self {
            Tree::Value(all) if *slot == 0 => Some(all.len()),
            Tree::Value(_) => {
                *slot -= 1;
                None
            }
            Tree::Map(entries) | Tree::List(entries) => {
                entries.iter().find_map(|(_, inner)| inner.choices(slot))
            }
        }
    }
}

impl ProfileUse {
    pub(super) fn new(
        about: Vec<(String, String)>,
        entries: Vec<(&'static str, String, Tree)>,
        is_alone: bool,
    ) -> Self {
        let slots = entries.iter().map(|(_, _, tree)| tree.slots()).sum();
        Self { about, entries, is_alone, chosen: vec![0; slots] }
    }

    /// Whether it uses the definition of this kind and name.
    #[must_use]
    pub fn is_about(&self, kind: &str, name: &str) -> bool {
        self.about.iter().any(|(own_kind, own_name)| own_kind == kind && own_name == name)
    }

    /// Whether it cannot be in one file with other uses.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// Replaces the literal of a slot by the next one; returns whether there is one.
    pub(super) fn next_literal(&mut self, slot: usize) -> bool {
        let mut at = slot;
        let choices = self.entries.iter().find_map(|(_, _, tree)| tree.choices(&mut at)).unwrap_or(0);
        let next = self.chosen[slot] + 1;
        if next < choices {
            self.chosen[slot] = next;
        }
        next < choices
    }
}

/// A line of a file: the use that it belongs to, and the slot whose value is there.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) owner: usize,
    pub(super) slot: Option<usize>,
}

/// A file, and what is where.
#[derive(Clone, Debug)]
pub(super) struct Rendered {
    pub(super) text: String,
    pub(super) lines: Vec<Place>,
}

/// Returns a file with these uses.
pub(super) fn render(imports: &str, uses: &[&ProfileUse]) -> Rendered {
    let text = format!("tosca_definitions_version: tosca_2_0\nimports: {imports}\n");
    let mut writer =
        Writer { rendered: Rendered { text, lines: Vec::new() }, line: 3, is_single: uses.len() == 1 };
    for section in SECTIONS {
        writer.section(section, uses, 0);
    }
    writer.push(0, "service_template:", None);
    let has_nodes = uses.iter().any(|one| one.entries.iter().any(|(name, ..)| *name == "node_templates"));
    if !has_nodes {
        writer.push(2, "node_templates: {}", None);
    }
    for section in SERVICE_SECTIONS {
        writer.section(section, uses, 2);
    }
    writer.rendered
}

struct Writer {
    rendered: Rendered,
    /// The number of the next line.
    line: u32,
    is_single: bool,
}

impl Writer {
    fn push(&mut self, indent: usize, text: &str, place: Option<(usize, Option<usize>)>) {
        let number =
            place.filter(|_| !self.is_single).map_or_else(String::new, |(owner, _)| owner.to_string());
        let text = text.replace(NUMBER, &number);
        for _ in 0..indent {
            self.rendered.text.push(' ');
        }
        self.rendered.text.push_str(&text);
        self.rendered.text.push('\n');
        if let Some((owner, slot)) = place {
            self.rendered.lines.push(Place { line: self.line, owner, slot });
        }
        self.line += 1;
    }

    fn section(&mut self, section: &str, uses: &[&ProfileUse], indent: usize) {
        let mut is_first = true;
        for (owner, one) in uses.iter().enumerate() {
            let mut slot = 0;
            for (own, name, tree) in &one.entries {
                if own == &section {
                    if is_first {
                        self.push(indent, &format!("{section}:"), None);
                        is_first = false;
                    }
                    let mut at = Cursor { owner, slot, one };
                    match (section, tree) {
                        ("substitution_mappings", Tree::Map(entries)) => {
                            for (key, inner) in entries {
                                self.entry(indent + 2, key, inner, &mut at);
                            }
                        }
                        ("policies", _) => self.entry_after(indent + 2, "- ", name, tree, &mut at),
                        _ => self.entry(indent + 2, name, tree, &mut at),
                    }
                }
                slot += tree.slots();
            }
        }
    }

    fn entry(&mut self, indent: usize, key: &str, tree: &Tree, at: &mut Cursor<'_>) {
        self.entry_after(indent, "", key, tree, at);
    }

    /// Writes an entry whose key is after `mark`.
    fn entry_after(&mut self, indent: usize, mark: &str, key: &str, tree: &Tree, at: &mut Cursor<'_>) {
        let inner = indent + mark.len() + 2;
        match tree {
            Tree::Value(all) => {
                let value = &all[at.one.chosen[at.slot].min(all.len() - 1)];
                self.push(indent, &format!("{mark}{key}: {value}"), Some((at.owner, Some(at.slot))));
                at.slot += 1;
            }
            Tree::Map(entries) if entries.is_empty() => {
                self.push(indent, &format!("{mark}{key}: {{}}"), Some((at.owner, None)));
            }
            Tree::Map(entries) => {
                self.push(indent, &format!("{mark}{key}:"), Some((at.owner, None)));
                for (key, tree) in entries {
                    self.entry(inner, key, tree, at);
                }
            }
            Tree::List(entries) => {
                self.push(indent, &format!("{mark}{key}:"), Some((at.owner, None)));
                for (key, tree) in entries {
                    self.entry_after(inner - 2, "- ", key, tree, at);
                }
            }
        }
    }
}

/// Where a writer is in a use.
struct Cursor<'u> {
    owner: usize,
    slot: usize,
    one: &'u ProfileUse,
}
