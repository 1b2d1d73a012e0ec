//! All commands on files of TOSCA 1.x: the results are those of the same service in TOSCA 2.0, at the
//! locations in the original file.

use crate::cli::Project;

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Web:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      port: { type: integer, constraints: [ { in_range: [ 1, 65535 ] } ] }
      name: { type: string, default: $HOME }
";

const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ types.yaml ]
topology_template:
  inputs:
    port: { type: integer, default: 80 }
  node_templates:
    server:
      type: Compute
      capabilities: { host: { properties: { num_cpus: 2, mem_size: 4gb } } }
    web:
      type: my.Web
      properties: { port: { get_input: port } }
      requirements: [ { host: server } ]
  outputs:
    cpus: { value: { get_property: [ web, host, num_cpus ] } }
    url: { value: { concat: [ \"http://web:\", { get_property: [ web, name ] } ] } }
";

fn project() -> Project {
    Project::new(&[("types.yaml", TYPES), ("service.yaml", SERVICE)])
}

#[test]
fn a_service_is_checked() {
    let run = project().run(&["check", "service.yaml", "--format", "concise"]).ended(0);
    assert!(!run.out.contains("error"), "{}", run.out);
}

#[test]
fn a_mistake_is_reported_where_it_is_written() {
    let wrong = SERVICE.replace("num_cpus ]", "num_cpu ]");
    let project = Project::new(&[("types.yaml", TYPES), ("service.yaml", &wrong)]);
    let run = project.run(&["check", "service.yaml", "--format", "concise"]).ended(1);
    assert!(run.out.contains("service.yaml:15:49: error[T0725 unknown-in-path]"), "{}", run.out);
}

#[test]
fn a_type_is_shown_with_its_origins() {
    let run = project().run(&["show", "my.Web", "types.yaml"]).ended(0);
    for part in [
        "my.Web",
        "constraints: [ { in_range: [ 1, 65535 ] } ]",
        "default: $HOME",
        "occurrences: [ 1, 1 ]",
        "# types.yaml:6",
        "<built-in>/simple/1.3/profile.yaml",
    ] {
        assert!(run.out.contains(part), "no `{part}` in\n{}", run.out);
    }
}

#[test]
fn a_normative_type_is_shown() {
    let run = project().run(&["show", "tosca.nodes.Compute", "service.yaml"]).ended(0);
    assert!(run.out.contains("tosca.nodes.Compute"), "{}", run.out);
}

#[test]
fn a_service_is_drawn() {
    let run = project().run(&["graph", "service.yaml", "--format", "dot"]).ended(0);
    for part in ["server", "web", "host"] {
        assert!(run.out.contains(part), "no `{part}` in\n{}", run.out);
    }
}

#[test]
fn outputs_are_computed() {
    let run = project().run(&["eval", "service.yaml"]).ended(0);
    assert!(run.out.contains("http://web:$HOME"), "{}", run.out);
    let run = project().run(&["eval", "service.yaml", "{ $get_property: [ web, name ] }"]).ended(0);
    assert_eq!(run.out, "$HOME\n");
}

#[test]
fn files_are_written_in_their_own_version() {
    let project = project();
    project.run(&["fmt", "service.yaml", "types.yaml"]).ended(0);
    let text = std::fs::read_to_string(project.path("service.yaml")).expect("the file");
    for part in ["tosca_simple_yaml_1_3", "topology_template:", "get_input: port", "mem_size: 4gb"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    project.run(&["fmt", "--check", "service.yaml", "types.yaml"]).ended(0);
    project.run(&["check", "service.yaml"]).ended(0);
}

#[test]
fn a_file_is_read_as_the_dialect_that_is_named() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  A: { properties: { a: { type: double } } }\n";
    let project = Project::new(&[("a.yaml", text)]);
    project.run(&["check", "a.yaml"]).ended(1);
    project.run(&["check", "a.yaml", "--dialect", "amp"]).ended(0);
    let run = project.run(&["check", "a.yaml", "--dialect", "cobol"]).ended(2);
    assert!(run.err.contains("`amp`"), "{}", run.err);
}

#[test]
fn a_file_that_is_taken_for_a_dialect_is_reported_where_that_counts() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    a: { type: org.apache.brooklyn.Web }\n";
    let project = Project::new(&[("a.yaml", text)]);
    let run = project.run(&["check", "a.yaml"]).ended(0);
    assert!(run.out.contains("checked as the AMP dialect"), "{}", run.out);
    let run = project.run(&["check", "a.yaml", "--dialect", "simple"]).ended(1);
    assert!(!run.out.contains("AMP"), "{}", run.out);
}

#[test]
fn a_type_is_shown_by_any_of_its_names() {
    for name in ["tosca.nodes.Compute", "tosca:Compute", "Compute"] {
        let run = project().run(&["show", name, "service.yaml"]).ended(0);
        assert!(run.out.contains("# node type tosca.nodes.Compute"), "{name}: {}", run.out);
    }
    project().run(&["show", "Computer", "service.yaml"]).ended(2);
}

#[test]
fn elements_have_the_names_that_the_author_gave_them() {
    let wrong = SERVICE.replace("num_cpus ]", "num_cpu ]");
    let project = Project::new(&[("types.yaml", TYPES), ("service.yaml", &wrong)]);
    let run = project.run(&["check", "service.yaml", "--format", "json"]).ended(1);
    assert!(run.out.contains("\"topology_template\""), "{}", run.out);
    assert!(!run.out.contains("service_template"), "{}", run.out);
}

/// Terms of TOSCA 2.0 that authors of 1.x do not know.
const WORDS_OF_2_0: &[&str] = &[
    "$get_",
    "$concat",
    "$join",
    "$and",
    "$value",
    "$equal",
    "$length",
    "$matches",
    "`validation",
    "count_range",
    "service_template",
    "a service template has",
    "the service template",
    "tosca_2_0",
    "TOSCA 2.0",
    "valid_source_node_types",
    "valid_capability_types",
    "`optional",
    "`CAPABILITY",
    "`select`",
    "`substitute`",
    "profile:",
    "`profile",
    "`namespace`",
    "`url",
];

/// Returns the terms of TOSCA 2.0: those above, and each keyname that no earlier version has.
fn words_of_2_0() -> Vec<String> {
    let dialects = tosca::internals::dialects::tables().filter(|(name, _)| *name != "variability");
    let earlier: Vec<_> = dialects.flat_map(|(_, tables)| tables).collect();
    let is_earlier = |name: &str| earlier.iter().any(|table| table.keyname(name).is_some());
    let keynames = tosca::internals::syntax::tables().into_iter().flat_map(|table| table.keynames);
    let new = keynames.map(|keyname| keyname.name).filter(|name| !is_earlier(name));
    let mut words: Vec<String> = new.map(|name| format!("`{name}")).collect();
    words.extend(WORDS_OF_2_0.iter().map(|word| (*word).to_owned()));
    words.sort();
    words.dedup();
    words
}

/// Findings in all 1.x cases and examples of pages, and in the corpus if it is there, use the terms of 1.x; terms of
/// TOSCA 2.0 occur only in what is quoted from a file that the finding points to.
#[test]
fn findings_in_earlier_versions_speak_their_language() {
    let words = words_of_2_0();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for case in crate::harness::read_cases() {
        seen += add_foreign_terms(&crate::harness::run::analysis(&case, &[]), &case.name, &words, &mut wrong);
    }
    for path in crate::lowering::projects() {
        let mut options = tosca::Options::default();
        options.load.paths = vec![path.clone()];
        let analysis = tosca::analyze(&tosca::host::Disk::new(), &options);
        seen += add_foreign_terms(&analysis, path.as_str(), &words, &mut wrong);
    }
    assert!(seen > 100, "{seen} findings");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The test above can fail: what findings on files of TOSCA 2.0 say is noticed, a term of each kind.
#[test]
fn terms_of_tosca_2_0_are_noticed() {
    let text = "tosca_definitions_version: tosca_2_0
imports: [ { namespace: x } ]
topology_template: {}
node_types:
  A:
    properties: { p: { type: integer, default: { get_input: p } } }
    requirements: [ { r: { occurrences: [ 0, 1 ] } } ]
    interfaces: { i: { create: a.sh } }
";
    let mut host = tosca::host::Memory::new();
    host.add("a.yaml", text);
    let analysis = tosca::check(&host, ["a.yaml"]);
    let words = words_of_2_0();
    let terms = analysis.diagnostics().iter().flat_map(|found| foreign_terms(&analysis, found, &words));
    let terms: Vec<String> = terms.collect();
    for word in ["$get_", "profile", "`service_template", "`count_range", "cites"] {
        assert!(terms.iter().any(|term| term.contains(word)), "no `{word}` in\n{}", terms.join("\n"));
    }
}

/// Adds the terms of TOSCA 2.0 in findings about files of 1.x, and returns the number of these findings.
fn add_foreign_terms(
    analysis: &tosca::Analysis,
    name: &str,
    words: &[String],
    wrong: &mut Vec<String>,
) -> usize {
    let own = ["lowered-with-loss", "renamed-spelling", "unknown-version", "unsupported-dialect"];
    let mut seen = 0;
    for diagnostic in analysis.diagnostics() {
        let file = analysis.graph().files.get(diagnostic.primary.span.file.index());
        if file.is_none_or(|file| file.policies().findings.vocabulary.is_none())
            || own.contains(&diagnostic.rule.name)
        {
            continue;
        }
        seen += 1;
        let terms = foreign_terms(analysis, diagnostic, words);
        wrong.extend(terms.into_iter().map(|term| format!("{name}: {term}")));
    }
    seen
}

/// Returns the terms of TOSCA 2.0 in a finding that the files it points to do not have.
fn foreign_terms(
    analysis: &tosca::Analysis,
    diagnostic: &tosca::diagnostics::Diagnostic,
    words: &[String],
) -> Vec<String> {
    let spans = diagnostic.secondary.iter().chain([&diagnostic.primary]).map(|label| label.span);
    let sources: Vec<_> = spans.map(|span| &analysis.sources().get(span.file).text).collect();
    let is_written = |word: &str| sources.iter().any(|source| source.contains(word));
    let rule = diagnostic.rule.name;
    let mut terms = Vec::new();
    if let Some(clause) = diagnostic.clauses().next() {
        terms.push(format!("{rule} cites {clause} of TOSCA 2.0"));
    }
    let labels = diagnostic.secondary.iter().map(|label| &label.text);
    let texts = labels
        .chain(&diagnostic.help)
        .chain(&diagnostic.notes)
        .chain(diagnostic.fixes.iter().map(|fix| &fix.title))
        .chain([&diagnostic.message, &diagnostic.primary.text]);
    for text in texts {
        let is_said = |word: &&String| text.contains(&***word) && !is_written(word.trim_start_matches('`'));
        let word = words.iter().find(is_said);
        terms.extend(word.map(|word| format!("{rule} says `{word}`: {text}")));
    }
    terms
}
