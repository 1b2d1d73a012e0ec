//! `tosca lower` and `tosca migrate`, and lowering over the corpus of real files.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use similar::TextDiff;
use tosca::diagnostics::{Level, rules};
use tosca::host::{Disk, Host, Overlay};
use tosca::internals::dialects::{Dialect, rule_words};
use tosca::internals::load::File;
use tosca::internals::{load, migrate};
use tosca::{Analysis, Options, analyze, normalize};

use crate::cli::Project;

/// The rules whose findings occur only in files of other versions.
const REPORTED_SLUGS: [&str; 2] = [rules::lowered_with_loss::RULE.name, rules::renamed_spelling::RULE.name];

/// Counts the findings of each rule in each file.
fn counted(analysis: &Analysis) -> BTreeMap<(String, &'static str), usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in analysis.diagnostics() {
        let path = analysis.sources().get(diagnostic.primary.span.file).path.to_string();
        *counts.entry((path, diagnostic.rule.name)).or_default() += 1;
    }
    counts
}

/// Returns the projects of the corpus, none without a corpus.
pub(crate) fn projects() -> Vec<Utf8PathBuf> {
    let entries =
        std::fs::read_dir(crate::project("../shared/corpus/tosca-1.x")).into_iter().flatten().flatten();
    let directories = entries.map(|entry| entry.path()).filter(|path| path.is_dir());
    let mut projects: Vec<_> = directories.filter_map(|path| Utf8PathBuf::from_path_buf(path).ok()).collect();
    projects.sort();
    projects
}

/// Files as they are written, and all of them lowered.
struct Pair<'h> {
    before: Analysis,
    after: Analysis,
    host: Overlay<'h>,
}

/// The files of the author.
fn own(analysis: &Analysis) -> Vec<&File> {
    analysis.graph().files.iter().filter(|file| file.home.is_some()).collect()
}

fn texts(analysis: &Analysis) -> Vec<(&File, String)> {
    let files = own(analysis);
    let ids: Vec<_> = files.iter().map(|file| file.id).collect();
    files
        .into_iter()
        .zip(ids.iter().map(|file| migrate::lower(analysis, *file)))
        .map(|(file, lowered)| (file, lowered.text))
        .collect()
}

impl<'h> Pair<'h> {
    fn new(host: &'h dyn Host, mut options: Options) -> Self {
        options.select = REPORTED_SLUGS.map(str::to_owned).to_vec();
        let before = analyze(host, &options);
        let mut over = Overlay::new(host);
        for (file, text) in texts(&before) {
            if !file.tree().is_damaged() {
                over.add(&file.identity, text.into_bytes());
            }
        }
        for path in options.load.paths.iter().flat_map(|directory| load::meta_files(host, directory)) {
            let text = String::from_utf8(host.read(&path, u64::MAX).expect("the file")).expect("text");
            over.add(&path, load::lowered_meta(&text).unwrap_or(text).into_bytes());
        }
        let after = analyze(&over, &options);
        Self { before, after, host: over }
    }

    /// Returns violations of two invariants: lowering adds no findings, and does not change lowered files.
    fn problems(&self) -> Vec<String> {
        let Self { before, after, host } = self;
        let mut problems = Vec::new();
        let known = counted(before);
        for ((file, slug), count) in counted(after) {
            let earlier = known.get(&(file.clone(), slug)).copied().unwrap_or_default();
            // Other entries of older archives stay, but cause warnings in new ones.
            let of_archive = file.ends_with("TOSCA.meta") && slug == rules::unknown_keyname::RULE.name;
            // Only TOSCA 2.0 has an opinion about constant values of attributes.
            let of_attribute = slug == "hard-coded-attribute";
            if count > earlier && !of_archive && !of_attribute {
                problems.push(format!("{file}: {slug} {earlier} times before, {count} times after"));
            }
            let damaged =
                after.graph().files.iter().any(|of| {
                    of.tree().is_damaged() && file.ends_with(of.identity.file_name().unwrap_or(""))
                });
            if REPORTED_SLUGS.contains(&slug) && !damaged {
                problems.push(format!("{file}: {slug} in a lowered file"));
            }
        }
        for (file, again) in texts(after) {
            let source = host.read(&file.identity, u64::MAX).expect("the file");
            if !file.tree().is_damaged() && again.as_bytes() != source {
                problems.push(format!("{} changes when lowered again", file.identity));
            }
        }
        problems
    }

    /// Returns the files, of every `step`th one, whose meaning changes when they are lowered.
    fn differences(&self, step: usize) -> Vec<String> {
        let (one, other) = (self.before.model(), self.after.model());
        let mut problems = Vec::new();
        // Other imports are another order of files, and of the types in normal forms.
        let lowered_files = own(&self.after);
        let identities =
            |files: &[&File]| -> Vec<_> { files.iter().map(|file| file.identity.clone()).collect() };
        let same_order = identities(&own(&self.before)) == identities(&lowered_files);
        let files = own(&self.before).into_iter().filter(|file| readable(file));
        for file in files.step_by(step) {
            let lowered = lowered_files.iter().find(|lowered| lowered.identity == file.identity);
            let lowered = lowered.expect("the lowered file");
            let model = |model, file| {
                let mut form = normalize::model(model, file, normalize::NormalizeOptions::default());
                // The lowered files are in TOSCA 2.0.
                form.head.dialects.clear();
                form
            };
            let (first, second) = (model(one, file), model(other, lowered));
            let texts = [(first.to_json(), second.to_json()), (first.to_yaml(), second.to_yaml())];
            let data = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
            let different = texts.iter().find(|(first, second)| first != second);
            let different = different.filter(|_| same_order || data(&texts[0].0) != data(&texts[0].1));
            problems.extend(different.map(|(first, second)| {
                let diff = TextDiff::from_lines(first, second);
                format!("{}\n{}", file.identity, diff.unified_diff().context_radius(3))
            }));
        }
        problems
    }
}

fn readable(file: &File) -> bool {
    file.dialect() == Dialect::Tosca2 && !file.tree().is_damaged()
}

fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn real_files_lowered_give_nothing_new_and_mean_the_same() {
    let disk = Disk::new();
    // The normal forms of all files take minutes: set `TOSCA_ALL=1` after changes of lowering.
    let step = if std::env::var_os("TOSCA_ALL").is_some() { 1 } else { 10 };
    let mut problems = Vec::new();
    for path in projects() {
        let mut options = Options::default();
        options.load.paths = vec![path];
        let pair = Pair::new(&disk, options);
        problems.extend(pair.problems());
        problems.extend(pair.differences(step));
    }
    assert_none(&problems);
}

/// The same for all cases without errors in which something is lowered.
#[test]
fn cases_of_earlier_versions_mean_the_same_when_they_are_lowered() {
    let mut problems = Vec::new();
    let mut count = 0;
    for case in crate::harness::read_cases() {
        let (host, mut options) = crate::harness::run::prepared(&case, &[], None);
        options.load.inputs = tosca::internals::load::Inputs::Later;
        let analysis = analyze(&host, &options);
        let errors = analysis.diagnostics().iter().any(|diagnostic| diagnostic.level == Level::Error);
        let files = own(&analysis);
        // If elements exclude each other, only a variant is a complete template.
        let guarded = files.iter().any(|file| !file.guards().is_empty());
        if errors
            || guarded
            || analysis.suppressed() > 0
            || files.iter().all(|file| file.applied().is_empty())
        {
            continue;
        }
        count += 1;
        let pair = Pair::new(&host, options);
        let pair_problems = pair.problems().into_iter().chain(pair.differences(1));
        problems.extend(pair_problems.map(|problem| format!("{}: {problem}", case.place)));
    }
    assert!(count > 30, "{count}");
    assert_none(&problems);
}

/// Returns the output of `tosca lower --explain`.
#[test]
fn every_rule_that_is_applied_has_words() {
    let rule =
        regex::Regex::new(r#"applied\(\s*"([^"]+)"|rule: "([^"]+)"|"(L\d\d)""#).expect("an expression");
    let mut count = 0;
    for path in crate::files_below("src", "rs") {
        if !path.starts_with("src/dialects") && !path.starts_with("src/migrate") {
            continue;
        }
        for captures in rule.captures_iter(&crate::text_of(&path)) {
            let name = captures.iter().skip(1).flatten().next().map_or("", |name| name.as_str());
            assert!(!rule_words(name).is_empty(), "{path}: no words say what the rule `{name}` does");
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn what_is_written_depends_on_no_finding() {
    let mut count = 0;
    for case in crate::harness::read_cases().into_iter().filter(|case| case.place.contains("dialects")) {
        let (host, mut options) = crate::harness::run::prepared(&case, &[], None);
        let text_of = |options: &Options| {
            let analysis = analyze(&host, options);
            texts(&analysis).into_iter().map(|(_, text)| text).collect::<Vec<_>>()
        };
        let written = text_of(&options);
        options.off = ["T0", "T1", "T9"].map(str::to_owned).to_vec();
        assert_eq!(text_of(&options), written, "{}", case.place);
        count += 1;
    }
    assert!(count > 100, "{count}");
}

const OLD: &str = "\
# A shop.
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ types.yaml ]
topology_template:
  node_templates:
    web: # the front
      type: Web
      properties: { memory: 4gb }
";
const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Web:
    derived_from: tosca:Root
    properties:
      memory: { type: scalar-unit.size }
    capabilities:
      http: { type: tosca.capabilities.Endpoint, occurrences: [ 0, 5 ] }
";

fn shop() -> Project {
    Project::new(&[("shop.yaml", OLD), ("types.yaml", TYPES)])
}

#[test]
fn a_file_is_printed_in_plain_tosca() {
    let project = shop();
    let run = project.run(&["lower", "shop.yaml"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with("# A shop.\ntosca_definitions_version: tosca_2_0\n"), "{}", run.out);
    assert!(run.out.contains("    web: # the front\n"), "{}", run.out);
    assert!(run.out.contains("memory: 4 GB"), "{}", run.out);
}

#[test]
fn what_was_rewritten_is_explained_by_line() {
    let project = shop();
    let run = project.run(&["lower", "--explain", "shop.yaml"]);
    let lines: Vec<&str> = run.out.lines().map(|line| line.split(' ').take(2).last().unwrap_or("")).collect();
    assert_eq!(lines, ["L01", "L01", "spelling"], "{}", run.out);
    assert!(run.out.starts_with("shop.yaml:2: L01 "), "{}", run.out);
}

#[test]
fn a_project_is_migrated_as_a_whole() {
    let project = shop();
    let differences = project.run(&["migrate", "shop.yaml"]);
    assert!(differences.out.contains("--- types.yaml\n+++ types.yaml\n"), "{}", differences.out);
    assert!(differences.err.contains("2 files would be migrated"), "{}", differences.err);
    assert!(
        differences.err.contains("types.yaml:8:50: TOSCA 2.0 has no equivalent of `occurrences`"),
        "{}",
        differences.err
    );
    assert_eq!(std::fs::read_to_string(project.path("shop.yaml")).expect("the file"), OLD);
    let run = project.run(&["migrate", "--in-place", "shop.yaml"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let types = std::fs::read_to_string(project.path("types.yaml")).expect("the file");
    assert!(types.starts_with("tosca_definitions_version: tosca_2_0\n"), "{types}");
    assert!(types.contains("derived_from: tosca.nodes.Root"), "{types}");
    let check = project.run(&["check", "--fail-on", "warning", "shop.yaml"]);
    assert_eq!(check.code, Some(0), "{}", check.out);
    let again = project.run(&["migrate", "shop.yaml"]);
    assert!(again.err.contains("0 files would be migrated"), "{}", again.err);
}

#[test]
fn what_cannot_be_read_is_not_lowered() {
    let project = Project::new(&[("a.yaml", "tosca_definitions_version: cloudify_dsl_1_3\n")]);
    let run = project.run(&["lower", "a.yaml"]);
    assert_eq!(run.code, Some(2), "{}", run.out);
}

#[test]
fn an_archive_is_migrated_with_its_meta_file() {
    let meta = "TOSCA-Meta-File-Version: 1.0\r\nCSAR-Version:   1.1 \r\nCreated-By: M\u{fc}ller\r\n ACME\r\nEntry-Definitions: shop.yaml\r\n\r\nCSAR-Version: 1.1\r\n";
    let lowered = meta.replacen("1.1", "2.0", 1);
    let project =
        Project::new(&[("shop.yaml", OLD), ("types.yaml", TYPES), ("TOSCA-Metadata/TOSCA.meta", meta)]);
    assert_eq!(project.run(&["lower", "TOSCA-Metadata/TOSCA.meta"]).ended(0).out, lowered);
    project.run(&["check", "."]).ended(0);
    let differences = project.run(&["migrate", "."]);
    assert!(differences.out.contains("+CSAR-Version:   2.0"), "{}", differences.out);
    assert!(differences.err.contains("3 files would be migrated"), "{}", differences.err);
    project.run(&["migrate", "--in-place", "shop.yaml"]).ended(0);
    assert_eq!(
        std::fs::read_to_string(project.path("TOSCA-Metadata/TOSCA.meta")).expect("the file"),
        lowered
    );
    let again = project.run(&["migrate", "."]);
    assert!(again.err.contains("0 files would be migrated"), "{}", again.err);
    let check = project.run(&["check", "."]).ended(0);
    assert!(!check.out.contains("wrong-csar-version"), "{}", check.out);
}

#[test]
fn only_what_is_rewritten_changes() {
    let old = "\
tosca_definitions_version: tosca_simple_yaml_1_3  # old

metadata:   { template_name: 'x' }

node_types:

  # Kept.
  my.N:
    derived_from: tosca.nodes.Root
    properties:
      p: { type:  string, default: \"a.b\", constraints: [ { min_length: 1 } ] }   # p
      q: { type: integer, default: 5 }
    attributes:
      url: { type: string, default: localhost }
";
    let project = Project::new(&[("a.yaml", old)]);
    let run = project.run(&["migrate", "--in-place", "."]).ended(0);
    assert_eq!(run.err.trim(), "1 file migrated", "{}", run.err);
    let new = old
        .replace("tosca_simple_yaml_1_3", "tosca_2_0")
        .replace(
            "node_types:\n",
            "imports:\n  - profile: http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3\n\nnode_types:\n",
        )
        .replace(
            "constraints: [ { min_length: 1 } ]",
            "validation: { $greater_or_equal: [ { $length: [ $value ] }, 1 ] }",
        );
    assert_eq!(std::fs::read_to_string(project.path("a.yaml")).expect("the file"), new);
    project.run(&["migrate", "--check", "."]).ended(0);
}

#[test]
fn an_own_normative_type_stays_next_to_the_profile() {
    let types = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  tosca.nodes.Database:
    derived_from: tosca.nodes.Root
    properties: { name: { type: string } }
";
    let service = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ types.yaml ]
topology_template:
  node_templates:
    db: { type: tosca.nodes.Database, properties: { name: x } }
    c: { type: tosca.nodes.Compute }
";
    let project = Project::new(&[("types.yaml", types), ("service.yaml", service)]);
    let before = project.run(&["migrate", "--diff", "."]).ended(1);
    assert!(before.out.contains("+    derived_from: simple:tosca.nodes.Root"), "{}", before.out);
    project.run(&["migrate", "--in-place", "--vendor-profiles", "profiles", "."]).ended(0);
    let text = |path: &str| std::fs::read_to_string(project.path(path)).expect("the file");
    let import = "  - url: profiles/simple/1.3/profile.yaml\n    namespace: simple\n";
    assert!(text("types.yaml").contains(import), "{}", text("types.yaml"));
    assert!(text("service.yaml").contains("c: { type: simple:tosca.nodes.Compute }"));
    assert!(text("profiles/simple/1.3/profile.yaml").contains("  - url: ../../compat/1.0/profile.yaml\n"));
    project.run(&["check", "."]).ended(0);
    project.run(&["migrate", "--check", "--vendor-profiles", "profiles", "."]).ended(0);
}

#[test]
fn what_is_not_converted_is_listed_and_noted_in_the_file() {
    let old = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.A:
    derived_from: some.Unknown
    attributes:
      a: { type: string, default: { get_attribute: [ SELF, host, ip ] } }
";
    let project = Project::new(&[("a.yaml", old)]);
    let run = project.run(&["migrate", "--in-place", "."]).ended(0);
    assert!(run.err.contains("a.yaml:6:52: this path is not converted"), "{}", run.err);
    assert!(run.err.contains("1 file migrated; 1 place needs a hand"), "{}", run.err);
    let new = std::fs::read_to_string(project.path("a.yaml")).expect("the file");
    assert!(new.contains("      # TODO: this path is not converted"), "{new}");
    let json = Project::new(&[("a.yaml", old)]).run(&["migrate", "--format", "json"]).ended(1);
    assert!(json.out.contains("\"line\": 6"), "{}", json.out);
}
