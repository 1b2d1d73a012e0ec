//! The machine-readable formats, each read back by a suitable reader, and all formats compared with each
//! other: findings do not depend on the format.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tosca::internals::config::keys::FORMATS;

use crate::cli::{Project, run};

/// A project that is difficult to output: odd names, several lines, other files, fixes, all levels, and text
/// with a meaning to terminals, XML and build servers.
fn project() -> Project {
    let project = Project::new(&[
        ("a b#c%d,e:f.yaml", "tosca_definitions_version: tosca_2_0\nnode_typs: {}\n"),
        ("clean.yaml", "tosca_definitions_version: tosca_2_0\n"),
        ("info.yaml", "tosca_definitions_version: tosca_2_0\nmetadata: { a: &b { c: d }, e: { <<: *b } }\n"),
        ("warning.yaml", "tosca_definitions_version: tosca_2_0\nmetadata: { a: &b c }\n"),
        (
            "größe.yaml",
            "tosca_definitions_version: tosca_2_0\nnode_types:\n  Gerät: { 𝔤röße: 1, größe: 2 }\n",
        ),
        (
            "markup.yaml",
            "tosca_definitions_version: tosca_2_0\n\
             \"\\e[31m<&'\\\">]]>\\n::error::\\r%\\0\": 1\n\
             description: [\n  several, lines\n]\n",
        ),
        (
            "two/one.yaml",
            "tosca_definitions_version: tosca_2_0\nimports: [ other.yaml ]\nnode_types: { Same: {} }\n",
        ),
        ("two/other.yaml", "tosca_definitions_version: tosca_2_0\nnode_types: { Same: {} }\n"),
        (
            "repeated.yaml",
            "tosca_definitions_version: tosca_2_0\nnode_types:\n  A: { nope: 1 }\n  B: { nope: 1 }\n",
        ),
    ]);
    project.add("latin.yaml", b"tosca_definitions_version: tosca_2_0\ndescription: \xe9\n");
    project.add("empty.yaml", "");
    project
}

const PATHS: &[&str] = &[
    "a b#c%d,e:f.yaml",
    "clean.yaml",
    "empty.yaml",
    "größe.yaml",
    "info.yaml",
    "latin.yaml",
    "markup.yaml",
    "repeated.yaml",
    "two",
    "warning.yaml",
];

/// Returns the output of `tosca check` for the project in a format.
fn written(format: &str) -> String {
    let arguments = [&["check", "--format", format], PATHS].concat();
    project().run(&arguments).ended(1).out
}

fn parsed(format: &str) -> Value {
    serde_json::from_str(&written(format)).expect("one JSON document")
}

/// Returns the problem that a JSON Schema reports for a document, or `None` if it is valid.
fn faults(schema: &Value, document: &Value) -> Vec<String> {
    let options = jsonschema::options().should_validate_formats(true);
    let validator = options.build(schema).expect("a schema that can be used");
    validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// Validates a document with a schema of this project, which must name every key.
pub(crate) fn fits(schema: &Value, document: &Value) {
    assert!(jsonschema::meta::is_valid(schema), "a schema");
    assert_eq!(faults(schema, document), [""; 0]);
    // Readers need not know all keys.
    assert_eq!(faults(&closed(schema.clone()), document), [""; 0]);
}

fn schema(path: &str) -> Value {
    serde_json::from_str(&crate::text_of(path)).expect("a schema in JSON")
}

/// Returns the schema, changed to refuse all keys that it does not name.
fn closed(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(keys) => {
            if keys.contains_key("properties") {
                keys.insert("additionalProperties".to_owned(), json!(false));
            }
            for (_, value) in keys.iter_mut() {
                *value = closed(value.take());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = closed(item.take())),
        _ => {}
    }
    schema
}

/// A finding: file, line, column, code.
type Found = (String, u64, u64, String);

/// Returns the findings of concise output.
fn concise() -> Vec<Found> {
    let parse_line = |line: &str| {
        let (place, rest) = line.split_once(": ").expect("a place");
        let mut place = place.rsplitn(3, ':');
        let column = place.next().expect("a column").parse().expect("a number");
        let line = place.next().expect("a line").parse().expect("a number");
        let code = rest.split(['[', ']']).nth(1).expect("a code");
        (place.next().expect("a path").to_owned(), line, column, code.to_owned())
    };
    written("concise").lines().map(parse_line).collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn the_project_is_hard_to_write_down() {
    let findings = concise();
    assert!(findings.len() >= 10, "{findings:#?}");
    let json = parsed("json");
    let findings = list(&json["diagnostics"]);
    let some = |test: &dyn Fn(&Value) -> bool| findings.iter().any(test);
    assert!(some(&|finding| !list(&finding["fixes"]).is_empty()), "a fix");
    assert!(
        some(&|finding| finding["primary"]["start"]["line"] != finding["primary"]["end"]["line"]),
        "lines"
    );
    let elsewhere = |finding: &Value| {
        list(&finding["secondary"]).iter().any(|place| place["file"] != finding["primary"]["file"])
    };
    assert!(some(&elsewhere), "another file");
    for severity in ["error", "warning", "info"] {
        assert!(some(&|finding| finding["severity"] == severity), "{severity}");
    }
    assert!(written("json").contains("\\u001b"), "a control character");
}

// ── JSON ──

#[test]
fn json_is_as_its_schema_says() {
    let schema = schema("src/cli/schemas/findings.schema.json");
    fits(&schema, &parsed("json"));
    let mut wrong = parsed("json");
    wrong["diagnostics"][0]["primary"]["start"]["line"] = json!(0);
    assert_eq!(faults(&schema, &wrong).len(), 1);
}

#[test]
fn json_says_the_same_as_concise_output() {
    let findings: Vec<Found> = list(&parsed("json")["diagnostics"]).iter().map(from_json).collect();
    assert_eq!(findings, concise());
}

fn from_json(finding: &Value) -> Found {
    let start = &finding["primary"]["start"];
    let code = format!("{} {}", text(&finding["code"]), text(&finding["slug"]));
    (text(&finding["primary"]["file"]), number(&start["line"]), number(&start["column"]), code)
}

#[test]
fn each_line_of_jsonl_is_a_finding_of_json() {
    let lines = written("jsonl");
    let findings: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("a JSON document")).collect();
    assert_eq!(Value::Array(findings), parsed("json")["diagnostics"]);
}

#[test]
fn the_element_of_a_finding_is_named() {
    let project = Project::new(&[(
        "a.yaml",
        "tosca_definitions_version: tosca_2_0\n\
         node_types:\n  T: { requirements: [ a: { capability: C }, b: { capability: C, nope: 1 } ] }\n\
         capability_types: { C: {} }\n",
    )]);
    let run = project.run(&["check", "--format", "jsonl", "a.yaml"]).ended(1);
    let line = run.out.lines().find(|line| line.contains("unknown-keyname")).expect("a finding");
    let finding: Value = serde_json::from_str(line).expect("a JSON document");
    assert_eq!(finding["element"], json!(["node_types", "T", "requirements", "b", "nope"]));
}

// ── SARIF ──

#[test]
fn sarif_is_as_its_schema_says() {
    let mut schema = schema("grammar-tests/schemas/sarif-2.1.0.json");
    // The published regular expression is not valid: it has an unbalanced bracket.
    for part in ["run", "toolComponent"] {
        let pattern = &mut schema["definitions"][part]["properties"]["language"]["pattern"];
        *pattern = json!("^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
    }
    assert_eq!(faults(&schema, &parsed("sarif")), [""; 0]);
    let mut wrong = parsed("sarif");
    wrong["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = json!(0);
    assert_eq!(faults(&schema, &wrong).len(), 1, "a schema that refuses something");
}

#[test]
fn sarif_says_the_same_as_concise_output() {
    let log = parsed("sarif");
    let run = &log["runs"][0];
    let rules = list(&run["tool"]["driver"]["rules"]);
    let findings = list(&run["results"]).iter().map(|result| {
        let rule = &rules[usize::try_from(number(&result["ruleIndex"])).expect("an index")];
        assert_eq!(rule["id"], result["ruleId"], "the index of the rule");
        let place = &result["locations"][0]["physicalLocation"];
        let (region, uri) = (&place["region"], text(&place["artifactLocation"]["uri"]));
        let code = format!("{} {}", text(&rule["id"]), text(&rule["name"]));
        (from_uri(&uri), number(&region["startLine"]), number(&region["startColumn"]), code)
    });
    assert_eq!(findings.collect::<Vec<_>>(), concise());
}

/// Returns the path of a relative URI, read by a library.
fn from_uri(uri: &str) -> String {
    let base = url::Url::parse("file:///base/").expect("a URL");
    let url = base.join(uri).expect("a relative URI");
    let path = url.to_file_path().expect("a path");
    path.strip_prefix("/base").expect("a path below").to_string_lossy().into_owned()
}

#[test]
fn the_rules_of_sarif_explain_themselves() {
    let log = parsed("sarif");
    for rule in list(&log["runs"][0]["tool"]["driver"]["rules"]) {
        assert!(text(&rule["help"]["markdown"]).contains("## Example"), "{rule}");
        for key in ["shortDescription", "fullDescription"] {
            assert!(text(&rule[key]["text"]).len() > 20, "{rule}");
        }
    }
}

#[test]
fn sarif_has_other_places_and_fixes() {
    let log = parsed("sarif");
    let results = list(&log["runs"][0]["results"]);
    let of = |file: &str| {
        let is_in = |result: &&Value| {
            let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
            place["uri"] == file
        };
        results.iter().find(is_in).expect("a result")
    };
    let related = &of("two/one.yaml")["relatedLocations"][0];
    assert_eq!(related["physicalLocation"]["artifactLocation"]["uri"], "two/other.yaml");
    let fix = &of("a%20b%23c%25d%2Ce%3Af.yaml")["fixes"][0];
    assert_eq!(
        fix["artifactChanges"][0]["replacements"],
        json!([{
            "deletedRegion": { "startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 10 },
            "insertedContent": { "text": "node_types" },
        }])
    );
}

// ── GitLab ──

#[test]
fn a_report_for_gitlab_is_as_gitlab_says() {
    let schema = schema("grammar-tests/schemas/gitlab-code-quality.json");
    let report = parsed("gitlab");
    assert_eq!(faults(&schema, &report), [""; 0]);
    let prints: BTreeSet<String> = list(&report).iter().map(|issue| text(&issue["fingerprint"])).collect();
    assert_eq!(prints.len(), list(&report).len(), "each has a fingerprint of its own");
    let findings = list(&report).iter().map(|issue| {
        let begin = &issue["location"]["positions"]["begin"];
        (text(&issue["location"]["path"]), number(&begin["line"]), number(&begin["column"]))
    });
    let concise = concise();
    let expected = concise.iter().map(|(path, line, column, _)| (path.clone(), *line, *column));
    assert_eq!(findings.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

#[test]
fn fingerprints_stay_when_lines_move_and_others_come() {
    let prints = |text: &str| {
        let project = Project::new(&[("a.yaml", text)]);
        let run = project.run(&["check", "--format", "gitlab", "a.yaml"]).ended(1);
        let report: Value = serde_json::from_str(&run.out).expect("one JSON document");
        list(&report).iter().map(|issue| self::text(&issue["fingerprint"])).collect::<Vec<_>>()
    };
    let head = "tosca_definitions_version: tosca_2_0\n";
    let before = prints(&format!("{head}node_types:\n  A: {{ nope: 1 }}\n"));
    let moved = prints(&format!("{head}\n\n# more\nnode_types:\n\n  A: {{ nope: 1 }}\n"));
    assert_eq!(before, moved);
    let more = prints(&format!("{head}node_types:\n  B: {{ nope: 1 }}\n  A: {{ nope: 1 }}\n"));
    assert_eq!(more.len(), 2);
    assert_eq!(more[1], before[0], "another element does not count");
}

// ── rdjson ──

#[test]
fn rdjson_is_as_reviewdog_says_and_counts_bytes() {
    let schema = schema("grammar-tests/schemas/rdjson.json");
    let document = parsed("rdjson");
    assert_eq!(faults(&schema, &document), [""; 0]);
    let findings: Vec<Found> = list(&document["diagnostics"])
        .iter()
        .map(|finding| {
            let (location, start) = (&finding["location"], &finding["location"]["range"]["start"]);
            let code = text(&finding["code"]["value"]);
            (text(&location["path"]), number(&start["line"]), number(&start["column"]), code)
        })
        .collect();
    let mut expected = concise();
    assert_eq!(findings.len(), expected.len());
    for finding in &mut expected {
        let line = match (finding.0.as_str(), finding.1) {
            ("größe.yaml", 3) => "  Gerät: { 𝔤röße: 1, größe: 2 }",
            _ => continue,
        };
        let columns = usize::try_from(finding.2).expect("a column") - 1;
        finding.2 = line.chars().take(columns).map(char::len_utf8).sum::<usize>() as u64 + 1;
    }
    assert_eq!(findings, expected);
}

// ── JUnit ──

/// A suite of a report: name, announced tests and failures, cases.
#[derive(Debug, Default)]
struct Suite {
    name: String,
    announced: (usize, usize),
    /// Whether each case failed, and its text.
    cases: Vec<(bool, String)>,
}

/// Reads a report with an XML reader, and asserts the structure that JUnit readers expect.
fn suites(report: &str) -> (usize, usize, Vec<Suite>) {
    use quick_xml::events::{BytesStart, Event};
    let attribute = |element: &BytesStart<'_>, name: &str| {
        let attribute = element.try_get_attribute(name).expect("attributes");
        let value = attribute.unwrap_or_else(|| panic!("{name} of {element:?}")).value;
        quick_xml::escape::unescape(&value).expect("known entities").into_owned()
    };
    let count = |element: &BytesStart<'_>, name: &str| attribute(element, name).parse().expect("a number");
    let mut reader = quick_xml::Reader::from_str(report);
    let (mut open, mut suites) = (Vec::new(), Vec::<Suite>::new());
    let mut announced = (0, 0);
    loop {
        let event = reader.read_event().expect("well-formed XML");
        let (element, opens) = match &event {
            Event::Eof => break,
            Event::Start(element) => (element, true),
            Event::Empty(element) => (element, false),
            Event::End(_) => {
                open.pop();
                continue;
            }
            Event::Text(text) => {
                let text = text.trim().to_owned();
                assert!(
                    text.is_empty()
                        || matches!(open.last().map(String::as_str), Some("failure" | "system-out")),
                    "{text}"
                );
                if let Some(case) = suites.last_mut().and_then(|suite| suite.cases.last_mut()) {
                    case.1.push_str(&text);
                }
                continue;
            }
            Event::GeneralRef(entity) => {
                let case = suites.last_mut().and_then(|suite| suite.cases.last_mut()).expect("a case");
                let entity = format!("&{};", &**entity);
                case.1.push_str(&quick_xml::escape::unescape(&entity).expect("a known entity"));
                continue;
            }
            _ => continue,
        };
        let name = element.name().as_ref().to_owned();
        let within = open.last().map_or("", String::as_str);
        match (within, name.as_str()) {
            ("", "testsuites") => announced = (count(element, "tests"), count(element, "failures")),
            ("testsuites", "testsuite") => suites.push(Suite {
                name: attribute(element, "name"),
                announced: (count(element, "tests"), count(element, "failures")),
                cases: Vec::new(),
            }),
            ("testsuite", "testcase") => {
                assert!(
                    !attribute(element, "name").is_empty() && !attribute(element, "classname").is_empty()
                );
                suites.last_mut().expect("a suite").cases.push((false, String::new()));
            }
            ("testcase", "failure") => {
                assert!(!attribute(element, "message").is_empty() && !attribute(element, "type").is_empty());
                suites.last_mut().and_then(|suite| suite.cases.last_mut()).expect("a case").0 = true;
            }
            ("testcase", "system-out") => {}
            (within, name) => panic!("{name} in {within:?}"),
        }
        if opens {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    (announced.0, announced.1, suites)
}

#[test]
fn a_junit_report_has_a_suite_a_file_and_a_case_a_finding() {
    let (tests, failures, suites) = suites(&written("junit"));
    for suite in &suites {
        let failed = suite.cases.iter().filter(|(failed, _)| *failed).count();
        assert_eq!(suite.announced, (suite.cases.len(), failed), "{}", suite.name);
    }
    assert_eq!(tests, suites.iter().map(|suite| suite.cases.len()).sum::<usize>());
    assert_eq!(failures, suites.iter().map(|suite| suite.announced.1).sum::<usize>());
    let concise = concise();
    for suite in &suites {
        let count = concise.iter().filter(|(path, ..)| *path == suite.name).count();
        assert_eq!(suite.cases.len(), count.max(1), "{}", suite.name);
    }
    let all: Vec<&(bool, String)> = suites.iter().flat_map(|suite| &suite.cases).collect();
    let with_text = all.iter().filter(|(_, text)| !text.is_empty()).count();
    assert_eq!(with_text, concise.len());
    assert!(all.iter().any(|(_, text)| text.contains("<&'\">]]>")), "{all:#?}");
}

#[test]
fn what_does_not_fail_the_run_is_no_failure_of_a_junit_report() {
    let project = project();
    let failures = |level: &str, code: i32| {
        let arguments = ["check", "--format", "junit", "--fail-on", level, "info.yaml", "warning.yaml"];
        let (_, failures, _) = suites(&project.run(&arguments).ended(code).out);
        failures
    };
    assert_eq!((failures("error", 0), failures("warning", 1), failures("info", 1)), (0, 1, 2));
}

// ── GitHub ──

#[test]
fn workflow_commands_are_one_line_each_and_escaped() {
    let commands = written("github");
    let lines: Vec<&str> = commands.lines().collect();
    let concise = concise();
    assert_eq!(lines.len(), concise.len());
    let unescaped = |text: &str| {
        let text = text.replace("%3A", ":").replace("%2C", ",").replace("%0A", "\n").replace("%0D", "\r");
        text.replace("%25", "%")
    };
    for (line, (path, row, column, code)) in lines.iter().zip(&concise) {
        let rest = line.strip_prefix("::").expect("a command");
        let (command, message) = rest.split_once("::").expect("a message");
        let (level, properties) = command.split_once(' ').expect("properties");
        assert!(["error", "warning", "notice"].contains(&level), "{line}");
        let properties: Vec<(&str, String)> = properties
            .split(',')
            .map(|property| property.split_once('=').expect("a property"))
            .map(|(name, value)| (name, unescaped(value)))
            .collect();
        let property = |name: &str| properties.iter().find(|(own, _)| *own == name).map(|(_, value)| value);
        assert_eq!(property("file"), Some(path), "{line}");
        assert_eq!(property("line"), Some(&row.to_string()), "{line}");
        assert!(property("title").is_some_and(|title| title.contains(code.as_str())), "{line}");
        if property("endLine") == Some(&row.to_string()) {
            assert_eq!(property("col"), Some(&column.to_string()), "{line}");
        } else {
            assert_eq!((property("col"), property("endColumn")), (None, None), "{line}");
        }
        assert!(unescaped(message).starts_with(&format!("{path}:{row}:{column}: ")), "{line}");
    }
}

#[test]
fn in_github_actions_its_commands_are_the_default_where_nobody_looks() {
    let project = project();
    let with = |arguments: &[&str], variable: &str| {
        let mut command = project.command(arguments);
        command.env("GITHUB_ACTIONS", variable);
        run(command, b"").ended(1).out
    };
    let file = "repeated.yaml";
    assert!(with(&["check", file], "true").starts_with("::error "));
    assert!(with(&["check", file], "false").starts_with("error["));
    assert!(with(&["check", "--format", "concise", file], "true").starts_with("repeated.yaml:3:8: "));
    assert!(with(&["check", "--statistics", file], "true").starts_with("2  error "));
}

// ── Azure Pipelines, Checkstyle, Pylint ──

#[test]
fn commands_of_azure_pipelines_are_one_line_each_and_escaped() {
    let unescaped = |text: &str| {
        let text = text.replace("%3B", ";").replace("%5D", "]").replace("%0A", "\n").replace("%0D", "\r");
        text.replace("%AZP25", "%")
    };
    let commands = written("azure");
    let findings = commands.lines().map(|line| {
        let command = line.strip_prefix("##vso[task.logissue type=").expect("a command");
        let (properties, message) = command.split_once(']').expect("a message");
        let property = |name: &str| {
            let name = format!("{name}=");
            let value = properties.split(';').find_map(|property| property.strip_prefix(name.as_str()));
            unescaped(value.unwrap_or_else(|| panic!("{name} in {line}")))
        };
        let number = |name: &str| property(name).parse().expect("a number");
        let (slug, _) = message.split_once(": ").expect("a name");
        let code = format!("{} {slug}", property("code"));
        (property("sourcepath"), number("linenumber"), number("columnnumber"), code)
    });
    assert_eq!(findings.collect::<Vec<Found>>(), concise());
}

#[test]
fn checkstyle_says_the_same_as_concise_output() {
    use quick_xml::events::{BytesStart, Event};
    let attribute = |element: &BytesStart<'_>, name: &str| {
        let value = element.try_get_attribute(name).expect("attributes").expect(name).value;
        quick_xml::escape::unescape(&value).expect("known entities").into_owned()
    };
    let report = written("checkstyle");
    let mut reader = quick_xml::Reader::from_str(&report);
    let (mut file, mut findings) = (String::new(), Vec::new());
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Eof => break,
            Event::Start(element) if element.name().as_ref() == "file" => file = attribute(&element, "name"),
            Event::Empty(element) => {
                let number = |name: &str| attribute(&element, name).parse::<u64>().expect("a number");
                let slug = attribute(&element, "source").replace("tosca.", "");
                findings.push((file.clone(), number("line"), number("column"), slug));
                assert!(["error", "warning", "info"].contains(&attribute(&element, "severity").as_str()));
            }
            _ => {}
        }
    }
    let slug = |(file, line, column, code): Found| {
        (file, line, column, code.split(' ').nth(1).expect("a slug").to_owned())
    };
    assert_eq!(findings, concise().into_iter().map(slug).collect::<Vec<_>>());
}

#[test]
fn lines_of_pylint_say_the_same_as_concise_output() {
    let lines = written("pylint");
    let findings = lines.lines().map(|line| {
        let (place, rest) = line.split_once(": [").expect("a place");
        let (file, number) = place.rsplit_once(':').expect("a line");
        let (code, _) = rest.split_once(")] ").expect("a message");
        (file.to_owned(), number.parse().expect("a number"), code.replace('(', " "))
    });
    let expected = concise().into_iter().map(|(file, line, _, code)| (file, line, code));
    assert_eq!(findings.collect::<Vec<(String, u64, String)>>(), expected.collect::<Vec<_>>());
}

// ── text ──

#[test]
fn grouped_output_says_the_same_as_concise_output() {
    let mut findings = Vec::new();
    let mut file = String::new();
    for line in written("grouped").lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("  ") {
            None => line.trim_end_matches(':').clone_into(&mut file),
            Some(rest) => {
                let (place, rest) = rest.split_once(' ').expect("a place");
                let (row, column) = place.split_once(':').expect("a line and a column");
                let code = rest.split(['[', ']']).nth(1).expect("a code");
                let number = |text: &str| text.parse().expect("a number");
                findings.push((file.clone(), number(row), number(column), code.to_owned()));
            }
        }
    }
    assert_eq!(findings, concise());
}

#[test]
fn output_for_agents_says_the_same_once() {
    let mut findings = BTreeSet::new();
    let mut file = String::new();
    let out = written("agent");
    for line in out.lines() {
        let Some((places, rest)) = line
            .split_once(' ')
            .filter(|(places, _)| places.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | ',')))
        else {
            line.clone_into(&mut file);
            continue;
        };
        let slug = rest.split([' ', ':']).nth(1).expect("a code");
        for place in places.split(',') {
            let (row, column) = place.split_once(':').expect("a line and a column");
            let number = |text: &str| text.parse().expect("a number");
            findings.insert((file.clone(), number(row), number(column), slug.to_owned()));
        }
    }
    let slug = |(file, row, column, code): Found| {
        (file, row, column, code.split(' ').nth(1).expect("a slug").to_owned())
    };
    assert_eq!(findings, concise().into_iter().map(slug).collect::<BTreeSet<(String, u64, u64, String)>>());
    assert!(out.contains("3:8,4:8 error unknown-keyname: "), "{out}");
}

// ── how they look ──

#[test]
fn each_format_looks_as_it_did_when_it_was_read() {
    for format in FORMATS {
        let version = format!("\"{}\"", env!("CARGO_PKG_VERSION"));
        let mut looks = written(format).replace(&version, "\"VERSION\"");
        if *format == "sarif" {
            // The content of pages is tested elsewhere.
            let mut log: Value = serde_json::from_str(&looks).expect("one JSON document");
            for rule in log["runs"][0]["tool"]["driver"]["rules"].as_array_mut().into_iter().flatten() {
                rule["help"] = json!("PAGE");
                rule["fullDescription"] = json!("PAGE");
            }
            looks = serde_json::to_string_pretty(&log).expect("a document to write");
        }
        crate::generated(&format!("grammar-tests/suite/formats/{format}.txt"), &looks);
    }
}
