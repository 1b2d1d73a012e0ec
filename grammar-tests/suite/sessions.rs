//! Several checks in a session: each has the same findings as a separate check.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex};

use camino::{Utf8Path, Utf8PathBuf};
use tosca::base::{Cancelled, Generation};
use tosca::host::{Entry, Host, Memory, ReadError, Stamp};
use tosca::internals::config::Search;
use tosca::internals::load::{EntryFile, File, ParsedFile};
use tosca::internals::session::{OF_ALL_FILES, Session};
use tosca::{Analysis, Options};

use crate::edits::{World, given};

fn options() -> Options {
    let mut options = Options { search: Search::Nearest, ..Options::default() };
    options.load.paths = vec![".".into()];
    options
}

fn host(files: &[(&str, &str)]) -> Memory {
    let mut host = Memory::new();
    for (path, text) in files {
        host.add(path, *text);
    }
    host
}

fn check(session: &mut Session, host: &dyn Host) -> Analysis {
    session.analyze(host, &options(), &Generation::default()).expect("nobody asks anything newer")
}

/// Returns all findings, in full.
fn report_of(analysis: &Analysis) -> String {
    let mut all = String::new();
    for diagnostic in analysis.diagnostics() {
        let path = &analysis.sources().get(diagnostic.primary.span.file).path;
        let _ = writeln!(all, "{path}: {diagnostic:?}");
    }
    all
}

fn parsed(analysis: &Analysis, name: &str) -> Arc<ParsedFile> {
    let file = analysis.graph().files.iter().find(|file| file.source().path == name).expect("a file");
    Arc::clone(file.parsed())
}

#[test]
fn a_session_finds_what_a_check_alone_finds() {
    let mut world = World::new(given("TOSCA_EDITS_SEED", 1));
    let (mut session, mut stamped) = (Session::default(), Session::default());
    let mut seen = BTreeSet::new();
    for edit in 0..given("TOSCA_EDITS", 150) {
        let changes = world.edit();
        let mut host = Memory::new();
        for (path, text) in &world.files {
            host.add(path, text.as_str());
        }
        let kept = check(&mut session, &host);
        let alone = tosca::analyze(&host, &options());
        assert_eq!(report_of(&kept), report_of(&alone), "edit {edit}: {changes:?}");
        let kept = check(&mut stamped, &stamping(&host));
        assert_eq!(report_of(&kept), report_of(&alone), "with stamps, edit {edit}: {changes:?}");
        seen.extend(alone.diagnostics().iter().map(|diagnostic| diagnostic.rule.name));
    }
    assert!(seen.len() > 15, "edits that change something: {seen:?}");
}

/// Workspaces of real files.
const REAL: &[&str] = &[
    "spec-examples",
    "../shared/corpus/tosca-1.x/simple/1.3",
    "../shared/corpus/tosca-1.x/etsi-nfv",
    "../shared/corpus/tosca-2.0/examples",
    "../shared/corpus/variability",
];

#[test]
fn a_session_finds_in_real_files_what_a_check_alone_finds() {
    for folder in REAL {
        let below =
            |path: &String| path.strip_prefix(folder).map(|path| path.trim_start_matches('/').to_owned());
        let text = |path: &String| std::fs::read_to_string(crate::project(path)).ok();
        let files = crate::files_below(folder, "yaml");
        let mut files: BTreeMap<String, String> =
            files.iter().filter_map(|path| Some((below(path)?, text(path)?))).collect();
        if folder.ends_with("tosca-2.0/examples") {
            let profiles = crate::files_below("../shared/corpus/tosca-2.0/profiles", "yaml");
            files.extend(profiles.iter().filter_map(|path| Some((path.replace("../", ""), text(path)?))));
        }
        let mut world = World::of(given("TOSCA_EDITS_SEED", 3), files);
        let mut session = Session::default();
        for edit in 0..given("TOSCA_EDITS", 150) / 10 {
            let changes = world.edit();
            let mut host = Memory::new();
            for (path, text) in &world.files {
                host.add(path, text.as_str());
            }
            let kept = check(&mut session, &stamping(&host));
            let alone = tosca::analyze(&host, &options());
            assert_eq!(report_of(&kept), report_of(&alone), "{folder}, edit {edit}: {changes:?}");
        }
    }
}

/// Returns the findings of a file, in full.
fn report_of_file(analysis: &Analysis, identity: &Utf8Path) -> Vec<String> {
    let of_file = analysis
        .diagnostics()
        .iter()
        .filter(|diagnostic| analysis.identity(diagnostic.primary.span.file) == identity);
    let known = of_file.filter(|diagnostic| !OF_ALL_FILES.contains(&diagnostic.rule));
    let place = |span: tosca::base::Span| {
        let source = analysis.sources().get(span.file);
        (source.path.clone(), span.start, span.end)
    };
    let words = known.map(|diagnostic| {
        let others: Vec<_> = diagnostic.secondary.iter().map(|label| place(label.span)).collect();
        format!(
            "{} {:?} {:?} {} {others:?}",
            diagnostic.rule.name,
            diagnostic.level,
            place(diagnostic.primary.span),
            diagnostic.message
        )
    });
    words.collect()
}

#[test]
fn a_check_of_a_part_finds_in_it_what_a_check_of_all_finds_but_for_what_needs_all() {
    let mut world = World::new(given("TOSCA_EDITS_SEED", 2));
    let mut session = Session::default();
    let (mut compared, mut wrong) = (0, BTreeSet::new());
    for _ in 0..given("TOSCA_EDITS", 150) {
        world.edit();
        if world.files.is_empty() {
            continue;
        }
        let mut host = Memory::new();
        for (path, text) in &world.files {
            host.add(path, text.as_str());
        }
        let all = check(&mut session, &host);
        for file in all.graph().files.iter().filter(|file| file.is_requested) {
            // If imports are unresolved, they may refer to a file outside of the part.
            let mut part = vec![file.id];
            let mut at = 0;
            while let Some(&id) = part.get(at) {
                let file = all.graph().file(id);
                let imports = file.imports.iter().filter_map(|import| import.target);
                // Those that import a file without a version determine it.
                let takes_version = file.parsed().inherited_version.is_some();
                let imports_it = |file: &&File| {
                    takes_version && file.imports.iter().any(|import| import.target == Some(id))
                };
                let importers = all.graph().files.iter().filter(imports_it).map(|file| file.id);
                part.extend(imports.chain(importers).filter(|id| !part.contains(id)).collect::<Vec<_>>());
                at += 1;
            }
            if part
                .iter()
                .any(|id| all.graph().file(*id).imports.iter().any(|import| import.target.is_none()))
            {
                continue;
            }
            part.sort_unstable();
            part.dedup();
            let searched = Some(host.absolute(".".into()));
            let entries = part.iter().map(|id| all.graph().file(*id)).filter(|file| !file.is_built_in());
            let entries = entries
                .map(|file| EntryFile { path: file.source().path.clone(), searched: searched.clone() });
            let part = session.analyze_part(&host, &options(), entries.collect(), &Generation::default());
            let part = part.expect("nobody asks anything newer");
            let identity = &file.identity;
            let (in_part, wanted) = (report_of_file(&part, identity), report_of_file(&all, identity));
            if in_part != wanted {
                wrong.insert(format!("{identity}\n  of a part: {in_part:#?}\n  of all: {wanted:#?}"));
            }
            compared += 1;
        }
    }
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 100, "{compared}");
}

const HEAD: &str = "tosca_definitions_version: tosca_2_0\n";

#[test]
fn an_edit_parses_one_file() {
    let user = format!("{HEAD}imports: [ b.yaml ]\n");
    let mut session = Session::default();
    let before = check(&mut session, &host(&[("a.yaml", &user), ("b.yaml", HEAD)]));
    let after = check(&mut session, &host(&[("a.yaml", &format!("{user}# More\n")), ("b.yaml", HEAD)]));
    assert!(!Arc::ptr_eq(&parsed(&before, "a.yaml"), &parsed(&after, "a.yaml")));
    assert!(Arc::ptr_eq(&parsed(&before, "b.yaml"), &parsed(&after, "b.yaml")));
    // Read with other options, everything differs.
    let mut strict = options();
    strict.load.strict = true;
    let files = host(&[("a.yaml", &user), ("b.yaml", HEAD)]);
    let strictly = session.analyze(&files, &strict, &Generation::default()).expect("nothing newer");
    assert!(!Arc::ptr_eq(&parsed(&after, "b.yaml"), &parsed(&strictly, "b.yaml")));
}

/// The files of `base`, watched while they are read.
struct Watched<'h, R> {
    base: &'h Memory,
    /// Whether contents are marked with their hash.
    has_stamps: bool,
    /// Called with each path before it is read.
    on_read: R,
}

/// Returns a host that marks contents with their hash.
fn stamping(base: &Memory) -> Watched<'_, impl Fn(&Utf8Path) + Sync> {
    Watched { base, has_stamps: true, on_read: |_: &Utf8Path| () }
}

impl<R: Fn(&Utf8Path) + Sync> Host for Watched<'_, R> {
    fn read(&self, path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadError> {
        (self.on_read)(path);
        self.base.read(path, most)
    }

    fn stamp(&self, path: &Utf8Path) -> Option<Stamp> {
        let content = self.has_stamps.then(|| self.base.read(path, u64::MAX).ok())??;
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        Some(Stamp::of_revision(hasher.finish()))
    }

    fn entry(&self, path: &Utf8Path) -> Option<Entry> {
        self.base.entry(path)
    }

    fn list(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        self.base.list(directory)
    }

    fn identity(&self, path: &Utf8Path) -> Utf8PathBuf {
        self.base.identity(path)
    }

    fn working_directory(&self) -> Utf8PathBuf {
        self.base.working_directory()
    }
}

#[test]
fn a_file_with_the_same_stamp_is_not_read_again() {
    let mut options = options();
    options.load.profile_path = vec!["/profiles".into()];
    let imports = "imports: [ lib/b.yaml, { profile: x:1 } ]\n";
    let mut files = host(&[
        ("a.yaml", &format!("{HEAD}{imports}")),
        ("lib/b.yaml", HEAD),
        ("notes.yaml", "a: 1\n"),
        ("/profiles/x.yaml", &format!("{HEAD}profile: x:1\n")),
        ("/profiles/y.yaml", &format!("{HEAD}profile: y:1\n")),
    ]);
    let mut session = Session::default();
    let mut reads = |files: &Memory| {
        let read_files = Mutex::new(Vec::new());
        let on_read = |path: &Utf8Path| {
            read_files.lock().expect("no panic").push(path.file_name().unwrap_or_default().to_owned());
        };
        let host = Watched { base: files, has_stamps: true, on_read };
        let kept = session.analyze(&host, &options, &Generation::default()).expect("nothing newer");
        assert_eq!(report_of(&kept), report_of(&tosca::analyze(files, &options)));
        let mut read_files = read_files.into_inner().expect("no panic");
        read_files.sort();
        read_files
    };
    // The search looks at profiles before it is known which are needed.
    assert_eq!(reads(&files), ["a.yaml", "b.yaml", "notes.yaml", "x.yaml", "x.yaml", "y.yaml"]);
    assert_eq!(reads(&files), [""; 0]);
    files.add("a.yaml", format!("{HEAD}{imports}node_typs: {{}}\n"));
    assert_eq!(reads(&files), ["a.yaml"]);
    files.add("notes.yaml", HEAD).add("/profiles/y.yaml", format!("{HEAD}profile: x:1\n"));
    assert_eq!(reads(&files), ["notes.yaml", "y.yaml", "y.yaml"]);
}

#[test]
fn a_kept_file_has_its_place_in_each_check() {
    // The second mistake is found when the types are known.
    let wrong = format!(
        "{HEAD}node_typs: {{}}\nnode_types:\n  A: {{ properties: {{ p: {{ type: integer }} }} }}\n  \
         B: {{ derived_from: A, properties: {{ p: {{ typ: integer }} }} }}\n"
    );
    let mut session = Session::default();
    let one = check(&mut session, &host(&[("b.yaml", &wrong)]));
    let files = host(&[("a.yaml", HEAD), ("b.yaml", &wrong)]);
    let two = check(&mut session, &files);
    assert_eq!(report_of(&two), report_of(&tosca::analyze(&files, &options())));
    let texts = [&one, &two].map(|analysis| Arc::clone(&parsed(analysis, "b.yaml").source.text));
    assert!(Arc::ptr_eq(&texts[0], &texts[1]), "it was not parsed again");
}

#[test]
fn what_a_finding_explains_has_its_place_in_each_check() {
    // The call explains what is wrong in its arguments.
    let wrong = format!("{HEAD}description: {{ $concat: [ {{ $unknown: [] }} ] }}\n");
    let mut session = Session::default();
    let one = check(&mut session, &host(&[("b.yaml", &wrong)]));
    let rules: Vec<_> = one.diagnostics().iter().map(|diagnostic| diagnostic.rule.name).collect();
    assert_eq!(rules, ["function-not-allowed"]);
    let files = host(&[("a.yaml", HEAD), ("b.yaml", &wrong)]);
    assert_eq!(report_of(&check(&mut session, &files)), report_of(&tosca::analyze(&files, &options())));
}

#[test]
fn bytes_that_are_no_text_are_read_again() {
    let mut session = Session::default();
    let mut files = Memory::new();
    // By its path as shown, the first text is the second one.
    files.add("a.yaml", [HEAD.as_bytes(), b"description: a\xff\n"].concat());
    assert_eq!(check(&mut session, &files).diagnostics()[0].rule.name, "not-utf8");
    files.add("a.yaml", format!("{HEAD}description: a\u{fffd}\n"));
    assert_eq!(report_of(&check(&mut session, &files)), "");
}

#[test]
fn a_newer_question_ends_a_check() {
    let user = format!(
        "{HEAD}imports: [ lib/types.yaml ]\nservice_template: {{ node_templates: {{ n: {{ type: N }} }} }}\n"
    );
    let types = format!("{HEAD}node_types: {{ M: {{}} }}\n");
    let base = host(&[("a.yaml", &user), ("lib/types.yaml", &types)]);
    let whole = report_of(&tosca::analyze(&base, &options()));
    let mut session = Session::default();
    let generation = Generation::default();
    for last in ["a.yaml", "lib/types.yaml"] {
        let generation = generation.next();
        // A newer generation begins when the file is read.
        let on_read = |path: &Utf8Path| {
            if path.ends_with(last) {
                let _ = generation.next();
            }
        };
        let impatient = Watched { base: &base, has_stamps: false, on_read };
        let ended = session.analyze(&impatient, &options(), &generation);
        assert_eq!(ended.map(|analysis| report_of(&analysis)), Err(Cancelled), "after {last}");
        assert!(generation.is_old() && !generation.next().is_old());
    }
    assert_eq!(report_of(&check(&mut session, &base)), whole);
}
