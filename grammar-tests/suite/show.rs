//! `tosca show`: the effective definition of a type as people and scripts get it.

use serde_json::Value;

use crate::cli::Project;

const BASE: &str = "\
tosca_definitions_version: tosca_2_0
data_types:
  Port: { derived_from: integer, validation: { $less_than: [ $value, 65536 ] } }
node_types:
  Server:
    description: Anything that listens
    properties:
      port: { type: integer, validation: { $greater_than: [ $value, 0 ] } }
      name:
        type: string
        default: 'yes: \"no\"'
";

const SHOP: &str = "\
tosca_definitions_version: tosca_2_0
imports:
- url: base.yaml
  namespace: net
node_types:
  WebServer:
    derived_from: net:Server
    properties:
      port: { type: net:Port, default: 80, validation: { $valid_values: [ $value, [ 80, 8080 ] ] } }
      root: { type: string }
  Server: {}
";

fn project() -> Project {
    Project::new(&[("base.yaml", BASE), ("shop.yaml", SHOP)])
}

#[test]
fn each_line_has_its_origin() {
    let run = project().run(&["show", "WebServer"]).ended(0);
    assert_eq!(
        run.out,
        "\
# node type WebServer (shop.yaml:6)
# derived from Server (base.yaml:5)
node_types:
  WebServer:                                               # shop.yaml:6
    derived_from: net:Server                               # shop.yaml:7
    properties:
      port:                                                # shop.yaml:9 ← base.yaml:8
        type: net:Port                                     # shop.yaml:9
        default: 80                                        # shop.yaml:9
        validation:
          $and:
            - { $greater_than: [ $value, 0 ] }             # base.yaml:8
            - { $valid_values: [ $value, [ 80, 8080 ] ] }  # shop.yaml:9
      name:                                                # base.yaml:9
        type: string                                       # base.yaml:10
        default: \"yes: \\\"no\\\"\"                             # base.yaml:11
      root:                                                # shop.yaml:10
        type: string                                       # shop.yaml:10
"
    );
    assert_eq!(run.err, "");
}

#[test]
fn a_name_of_several_types_shows_all_of_them() {
    let run = project().run(&["show", "Server"]).ended(0);
    assert!(run.out.contains("# node type Server (base.yaml:5)"), "{}", run.out);
    assert!(run.out.contains("# node type Server (shop.yaml:11)"), "{}", run.out);
}

#[test]
fn a_file_gives_the_name_its_meaning() {
    let run = project().run(&["show", "net:Server", "--in", "shop.yaml"]).ended(0);
    assert!(run.out.starts_with("# node type Server (base.yaml:5)\n"), "{}", run.out);
    let run = project().run(&["show", "Server", "--in", "shop.yaml"]).ended(0);
    assert_eq!(run.out, "# node type Server (shop.yaml:11)\nnode_types:\n  Server: {}  # shop.yaml:11\n");
}

#[test]
fn profiles_of_a_file_are_found_in_the_paths() {
    let head = "tosca_definitions_version: tosca_2_0\n";
    let base = format!(
        "{head}profile: base:1\nnode_types: {{ A: {{ properties: {{ p: {{ type: integer }} }} }} }}\n"
    );
    let main = "imports: [ { profile: base:1, namespace: b } ]\nnode_types: { B: { derived_from: b:A } }\n";
    let project = Project::new(&[("lib/base.yaml", &base), ("main.yaml", &format!("{head}{main}"))]);
    let all = project.run(&["show", "B", "."]).ended(0);
    assert!(all.out.contains("type: integer"), "{}", all.out);
    for path in [".", "lib"] {
        let run = project.run(&["show", "B", "--in", "main.yaml", path]).ended(0);
        assert_eq!((run.out, run.err.as_str()), (all.out.clone(), ""));
        let run = project.run(&["show", "b:A", "--in", "main.yaml", path]).ended(0);
        assert!(run.out.starts_with("# node type A (lib/base.yaml:3)\n"), "{}", run.out);
    }
    // Names are those of the file, not of the paths.
    project.run(&["show", "A", "--in", "main.yaml", "lib"]).ended(2);
}

#[test]
fn json_has_the_definition_and_its_origins() {
    let run = project().run(&["show", "WebServer", "--format", "json"]).ended(0);
    let shown: Value = serde_json::from_str(&run.out).expect("JSON");
    let shown = &shown[0];
    assert_eq!(shown["kind"], "node type");
    assert_eq!(shown["ancestors"][0]["name"], "Server");
    assert_eq!(shown["ancestors"][0]["place"]["line"], 5);
    let port = &shown["definition"]["properties"]["port"];
    assert_eq!(port["default"], 80);
    assert_eq!(port["validation"]["$and"][0]["$greater_than"][1], 0);
    let origins = &shown["origins"]["properties"]["port"];
    assert_eq!(origins[""][1]["file"], "base.yaml");
    assert_eq!(origins["default"][""][0]["line"], 9);
}

#[test]
fn an_unknown_type_is_reported_with_a_suggestion() {
    let run = project().run(&["show", "WebServr"]).ended(2);
    assert_eq!(run.out, "");
    assert_eq!(run.err, "error: no type named `WebServr`\nhelp: did you mean `WebServer`?\n");
    let run = project().run(&["show", "net:Nothing"]).ended(2);
    assert!(run.err.contains("`--in`"), "{}", run.err);
    let run = project().run(&["show", "Server", "--in", "nowhere.yaml"]).ended(2);
    assert!(run.err.contains("nowhere.yaml"), "{}", run.err);
}

#[test]
fn files_with_errors_are_shown_with_a_warning() {
    let project = project();
    project.add("shop.yaml", SHOP.replace("net:Port", "net:Prt"));
    let run = project.run(&["show", "WebServer"]).ended(1);
    assert!(run.out.contains("type: net:Prt"), "{}", run.out);
    assert!(run.err.starts_with("warning: the files have errors"), "{}", run.err);
}

/// The output is TOSCA: it has the same meaning when it is read without the ancestors.
#[test]
fn the_text_is_tosca() {
    let run = project().run(&["show", "WebServer", "--in", "shop.yaml"]).ended(0);
    let text = format!("tosca_definitions_version: tosca_2_0\n{}", run.out);
    let text = text.replace("derived_from: net:Server", "").replace("net:Port", "integer");
    let again = Project::new(&[("again.yaml", &text)]);
    again.run(&["check", "again.yaml"]).ended(0);
}

/// Types of earlier versions are shown in their words: keynames, lists of constraints, calls without `$`.
#[test]
fn a_type_is_shown_in_the_words_of_its_file() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
relationship_types:
  my.Uses: { derived_from: tosca.relationships.Root, valid_target_types: [ tosca.capabilities.Endpoint ] }
node_types:
  my.Base:
    derived_from: tosca.nodes.Root
    properties:
      count: { type: integer, default: 1, constraints: [ { in_range: [ 1, 9 ] } ] }
  my.App:
    derived_from: my.Base
    properties:
      count: { type: integer, constraints: [ { less_than: 5 }, { greater_than: 1 } ] }
    attributes:
      label: { type: string, default: { concat: [ a, { get_property: [ SELF, count ] } ] } }
    requirements:
    - link: { capability: tosca.capabilities.Endpoint, occurrences: [ 0, 1 ] }
    interfaces:
      Standard: { create: create.sh }
    colour: red
";
    let project = Project::new(&[("a.yaml", text)]);
    let run = project.run(&["show", "my.App", "a.yaml"]);
    for line in [
        "      count:  ",
        "        constraints:\n          - { in_range: [ 1, 9 ] }  ",
        "          - { less_than: 5 }  ",
        "          - { greater_than: 1 }  ",
        "default: { concat: [ a, { get_property: [ SELF, count ] } ] }",
        "        occurrences: [ 0, 1 ]  ",
        "        create:  ",
        "    colour: red  ",
    ] {
        assert!(run.out.contains(line), "{line}\n{}", run.out);
    }
    for word in ["$", "validation:", "operations:", "tosca-lower", "required: true"] {
        assert!(!run.out.contains(word), "{word}\n{}", run.out);
    }
    assert!(!run.err.contains("terms of TOSCA 2.0"), "{}", run.err);
    let uses = project.run(&["show", "my.Uses", "a.yaml", "--format", "json"]);
    let uses: Value = serde_json::from_str(&uses.out).expect("JSON");
    assert_eq!(uses[0]["definition"]["valid_target_types"][0], "tosca.capabilities.Endpoint");
}

#[test]
fn names_are_those_of_the_only_file() {
    let project = Project::new(&[("base.yaml", BASE), ("shop.yaml", SHOP)]);
    let run = project.run(&["show", "net:Server", "shop.yaml"]).ended(0);
    assert!(run.out.contains("# node type Server"), "{}", run.out);
    let run = project.run(&["show", "Port", "--in", "shop.yaml"]).ended(2);
    assert_eq!(run.err, "error: no type named `Port`\nhelp: did you mean `net:Port`?\n");
}

#[test]
fn a_profile_without_its_version_is_suggested() {
    let project = Project::new(&[]);
    let name = "org.oasis-open.tosca.simple";
    for arguments in [["show", "Any", "--profile", name], ["profile", "diff", name, name]] {
        let run = project.run(&arguments).ended(2);
        assert!(run.err.contains("help: did you mean `org.oasis-open.tosca.simple:2.0`?"), "{}", run.err);
    }
}
