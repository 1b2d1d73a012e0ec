//! The names that namespaces and other URIs get in TOSCA 2.0.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

/// The prefix of the profile of the types that TOSCA 1.0 implies.
pub(super) const BASE: &str = "tosca_xml";

/// The prefixes of namespaces, the same in all files of a run.
#[derive(Debug, Default)]
pub(super) struct Prefixes(BTreeMap<String, String>);

impl Prefixes {
    pub(super) fn new(namespaces: &FxHashSet<&str>) -> Self {
        let mut prefixes: BTreeMap<String, String> =
            namespaces.iter().map(|namespace| ((*namespace).to_owned(), String::new())).collect();
        let mut taken: FxHashSet<String> = FxHashSet::from_iter([BASE.to_owned()]);
        for (namespace, prefix) in &mut prefixes {
            let mut segments = namespace.trim_end_matches('/').rsplit(['/', '#']);
            let last = symbolic(segments.next().unwrap_or_default());
            let longer = segments.next().map(|before| format!("{}_{last}", symbolic(before)));
            *prefix = match longer.filter(|longer| taken.contains(&last) && !taken.contains(longer)) {
                Some(longer) => unique(&longer, &mut taken),
                None => unique(&last, &mut taken),
            };
        }
        Self(prefixes)
    }

    /// Returns the prefix of a namespace, whether or not it has definitions.
    pub(super) fn get(&self, namespace: &str) -> String {
        let last = || namespace.trim_end_matches('/').rsplit(['/', '#']).next().unwrap_or_default();
        self.0.get(namespace).cloned().unwrap_or_else(|| symbolic(last()))
    }
}

/// Returns `name`, or with a number if it is taken, and takes it.
pub(super) fn unique(name: &str, taken: &mut FxHashSet<String>) -> String {
    let mut unique = name.to_owned();
    let mut number = 2;
    while !taken.insert(unique.clone()) {
        unique = format!("{name}_{number}");
        number += 1;
    }
    unique
}

/// Returns a name with letters, digits, `_`, `-` and `.` only: all others become `_`, several of them a single one.
pub(super) fn symbolic(name: &str) -> String {
    let name = name.trim();
    let stays = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    if name.bytes().all(stays) && !name.is_empty() && !name.starts_with('_') && !name.ends_with('_') {
        return name.to_owned();
    }
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_alphanumeric() || matches!(c, '_' | '-' | '.') {
            out.push(c);
        } else if !out.ends_with('_') {
            out.push('_');
        }
    }
    let out = out.trim_matches('_');
    if out.is_empty() { "unnamed".to_owned() } else { out.to_owned() }
}

/// Returns a name that can be a step of a path: [`symbolic`], and without dots.
pub(super) fn step(name: &str) -> String {
    symbolic(&name.replace('.', "_"))
}
