//! How a file writes the name of a type: with the namespaces of the imports that lead to it (TOSCA 2.0 §6.8.4).

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use crate::base::FileId;

use super::{TypeRef, Types};

impl Types {
    /// Returns the name that `file` writes for a type, or `None` if no import of the file leads to it.
    #[must_use]
    pub fn spelling(&self, meaning: TypeRef, file: FileId) -> Option<String> {
        let TypeRef::Defined(id) = meaning else { return Some(self.name(meaning).to_owned()) };
        let mut seen = FxHashSet::from_iter([file]);
        let mut queue = VecDeque::from([(file, String::new())]);
        while let Some((reached, namespace)) = queue.pop_front() {
            if reached == id.file {
                return Some(namespace + self.name(meaning));
            }
            let reached = self.graph.file(reached);
            let implicit = reached.implicit.iter().map(|target| (Some(*target), None));
            let imports = reached.imports.iter().map(|import| (import.target, reached.namespace(import)));
            for (target, inner) in imports.chain(implicit) {
                let Some(target) = target.filter(|target| seen.insert(*target)) else { continue };
                match inner {
                    None => queue.push_front((target, namespace.clone())),
                    Some(inner) => queue.push_back((target, format!("{namespace}{inner}:"))),
                }
            }
        }
        None
    }

    /// Returns the name that `file` writes for a type, or only its name if the file cannot use it.
    #[must_use]
    pub fn name_in(&self, meaning: TypeRef, file: FileId) -> String {
        self.spelling(meaning, file).unwrap_or_else(|| self.name(meaning).to_owned())
    }
}
