//! Names that files bring along generated imports, compared with a search that visits every file in turn.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;

use tosca::host::Memory;
use tosca::{Analysis, check};

use crate::variability::Random;

const SEEDS: u64 = 150;

/// Files that import others, define types, and use names.
struct Files {
    /// For each file, the files that it imports, each with a namespace or without.
    imports: Vec<Vec<(usize, Option<String>)>>,
    /// For each file, the types that it defines.
    types: Vec<Vec<String>>,
    /// For each file, the names that it uses.
    uses: Vec<Vec<String>>,
}

impl Files {
    fn generated(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            random.below(2);
        }
        let count = 3 + random.below(40);
        let is_chain = random.below(3) == 0;
        let mut files = Self { imports: Vec::new(), types: Vec::new(), uses: Vec::new() };
        for file in 0..count {
            let mut imports: Vec<(usize, Option<String>)> = Vec::new();
            let wanted = if is_chain { 1 } else { random.below(6) };
            for _ in 0..wanted.min(count - file - 1) {
                let target = if is_chain { file + 1 } else { file + 1 + random.below(count - file - 1) };
                let namespace = (random.below(8) == 0).then(|| format!("ns{}", random.below(3)));
                if imports.iter().all(|(other, _)| *other != target) {
                    imports.push((target, namespace));
                }
            }
            files.imports.push(imports);
            // A few names are defined in several files.
            let types = (0..random.below(3)).map(|index| match random.below(12) {
                0 => format!("Shared{}", random.below(3)),
                _ => format!("T{file}x{index}"),
            });
            files.types.push(types.collect::<BTreeSet<_>>().into_iter().collect());
        }
        for _ in 0..count {
            let uses = (0..random.below(5)).map(|_| {
                let name = match random.below(6) {
                    0 => format!("Shared{}", random.below(3)),
                    _ => format!("T{}x{}", random.below(count), random.below(2)),
                };
                match random.below(5) {
                    0 => format!("ns{}:{name}", random.below(3)),
                    _ => name,
                }
            });
            files.uses.push(uses.collect());
        }
        files
    }

    fn text(&self, file: usize) -> String {
        let mut text = "tosca_definitions_version: tosca_2_0\n".to_owned();
        if !self.imports[file].is_empty() {
            text += "imports:\n";
        }
        for (target, namespace) in &self.imports[file] {
            let namespace =
                namespace.as_ref().map_or_else(String::new, |name| format!(", namespace: {name}"));
            let _ = writeln!(text, "- {{ url: f{target}.yaml{namespace} }}");
        }
        let _ = writeln!(text, "node_types:\n  Own{file}: {{}}");
        for name in &self.types[file] {
            let _ = writeln!(text, "  {name}: {{}}");
        }
        for (index, name) in self.uses[file].iter().enumerate() {
            let _ = writeln!(text, "  Use{file}x{index}: {{ derived_from: '{name}' }}");
        }
        text
    }

    /// Returns the files that `file` reaches through imports without a namespace.
    fn closure(&self, file: usize) -> Vec<usize> {
        let (mut reached, mut pending) = (vec![file], VecDeque::from([file]));
        while let Some(next) = pending.pop_front() {
            for (target, namespace) in &self.imports[next] {
                if namespace.is_none() && !reached.contains(target) {
                    reached.push(*target);
                    pending.push_back(*target);
                }
            }
        }
        reached
    }

    fn has_namespace(&self, file: usize, wanted: &str) -> bool {
        let closure = self.closure(file);
        let mut named = closure.iter().flat_map(|file| &self.imports[*file]);
        named.any(|(_, namespace)| namespace.as_deref() == Some(wanted))
    }

    /// Whether a file finds a name (TOSCA 2.0 §6.8.4).
    fn finds(&self, file: usize, name: &str) -> bool {
        let closure = self.closure(file);
        match name.split_once(':') {
            None => closure.iter().any(|file| {
                let uses = (0..self.uses[*file].len()).map(|index| format!("Use{file}x{index}"));
                self.types[*file].iter().any(|other| other == name)
                    || uses.into_iter().any(|other| other == name)
            }),
            Some((wanted, rest)) => closure.iter().any(|file| {
                let named = self.imports[*file].iter();
                let mut named = named.filter(|(_, namespace)| namespace.as_deref() == Some(wanted));
                named.any(|(target, _)| self.finds(*target, rest))
            }),
        }
    }
}

/// Returns the names that are reported as unknown, each with its file.
fn unknown(analysis: &Analysis) -> BTreeSet<(String, String)> {
    let unknown =
        analysis.diagnostics().iter().filter(|diagnostic| ["T0401", "T0404"].contains(&diagnostic.rule.code));
    let place = |diagnostic: &tosca::diagnostics::Diagnostic| {
        let span = diagnostic.primary.span;
        let source = analysis.sources().get(span.file);
        let line = source.position(span.start).line;
        (source.path.to_string(), line)
    };
    unknown.map(place).map(|(path, line)| (path, line.to_string())).collect()
}

#[test]
fn names_are_found_along_imports() {
    let (mut found, mut missing) = (0, 0);
    for seed in 1..=SEEDS {
        let files = Files::generated(seed);
        let count = files.imports.len();
        let mut host = Memory::new();
        let texts: Vec<String> = (0..count).map(|file| files.text(file)).collect();
        for (file, text) in texts.iter().enumerate() {
            host.add(format!("f{file}.yaml"), text.clone());
        }
        let paths: Vec<String> = (0..count).map(|file| format!("f{file}.yaml")).collect();
        let analysis = check(&host, paths.iter().map(String::as_str));
        let mut expected = BTreeSet::new();
        for (file, uses) in files.uses.iter().enumerate() {
            for (index, name) in uses.iter().enumerate() {
                if files.finds(file, name) {
                    found += 1;
                    continue;
                }
                missing += 1;
                // A namespace that the file does not have is reported once.
                let prefix = name.split_once(':').map(|(prefix, _)| prefix);
                let is_repeated = |prefix: &str| {
                    !files.has_namespace(file, prefix)
                        && uses[..index].iter().any(|other| other.split(':').next() == Some(prefix))
                };
                if prefix.is_some_and(is_repeated) {
                    continue;
                }
                let key = format!("  Use{file}x{index}:");
                let line = 1 + texts[file].lines().position(|line| line.starts_with(&key)).expect("the line");
                expected.insert((format!("f{file}.yaml"), line.to_string()));
            }
        }
        assert_eq!(unknown(&analysis), expected, "seed {seed}\n{}", texts.join("── \n"));
    }
    assert!(found > 500 && missing > 500, "{found} names are found, {missing} are not");
}
