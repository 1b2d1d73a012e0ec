//! `tosca eval`, and inputs on the command line.

use crate::cli::Project;

const SERVICE: &str = "\
tosca_definitions_version: tosca_2_0
data_types:
  Size: { derived_from: scalar, units: { B: 1, kB: 1000 }, canonical_unit: B }
functions:
  pick: { signatures: [ { result: { type: string }, implementation: pick.sh } ] }
node_types:
  Web:
    attributes: { address: { type: string } }
service_template:
  inputs:
    domain: { type: string, default: example.org }
    port: { type: integer, default: 8080, validation: { $less_than: [ $value, 65536 ] } }
    token: { type: string }
    size: { type: Size, default: 1 kB }
  node_templates:
    web: { type: Web }
  outputs:
    url: { value: { $concat: [ \"https://\", { $get_input: domain } ] } }
    address: { value: { $get_attribute: [ web, address ] } }
    secret: { $get_input: token }
    next: { type: integer, value: { $sum: [ { $get_input: port }, 1 ] } }
    named: { $pick: [] }
";

fn project() -> Project {
    Project::new(&[("service.yaml", SERVICE), ("inputs.yaml", "token: $$ecret\nport: 80\n")])
}

/// Evaluates an expression; returns standard output.
#[track_caller]
fn value(arguments: &[&str]) -> String {
    let run = project().run(&[&["eval", "service.yaml"], arguments].concat()).ended(0);
    assert_eq!(run.err, "");
    run.out
}

#[test]
fn an_expression_has_a_value() {
    assert_eq!(value(&["{ $get_input: port }"]), "8080\n");
    assert_eq!(value(&["$get_input: domain"]), "example.org\n");
    assert_eq!(value(&["{ $sum: [ 1, { $get_input: port } ] }"]), "8081\n");
    assert_eq!(value(&["{ $sum: [ { $get_input: size }, 1 B ] }"]), "1001 B\n");
    assert_eq!(value(&["-5"]), "-5\n");
    assert_eq!(value(&["[ $$a, { b: { $length: [ abc ] } } ]"]), "- $a\n- b: 3\n");
}

#[test]
fn given_inputs_take_the_place_of_defaults() {
    assert_eq!(value(&["--inputs", "inputs.yaml", "{ $get_input: port }"]), "80\n");
    assert_eq!(value(&["{ $get_input: token }", "--inputs", "inputs.yaml"]), "$ecret\n");
}

#[test]
fn a_value_can_be_json() {
    assert_eq!(value(&["--format", "json", "{ $concat: [ a, '\"' ] }"]), "\"a\\\"\"\n");
    assert_eq!(value(&["--format", "json", "{ $quotient: [ 6, 2 ] }"]), "3.0\n");
    assert_eq!(value(&["--format", "json", "[ null, .inf ]"]), "[\n  null,\n  \".inf\"\n]\n");
}

#[test]
fn outputs_that_are_known_are_printed() {
    let run = project().run(&["eval", "service.yaml"]).ended(0);
    assert_eq!(run.out, "url: https://example.org\nnext: 8081\n");
    assert_eq!(
        run.err,
        "\
note: output `address`: only known at run time: `{ $get_attribute: [ web, address ] }` (service.yaml:19:23)
note: output `secret`: input `token` has no value; set it with `--inputs`: `{ $get_input: token }` \
         (service.yaml:20:13)
note: output `named`: computed by an implementation, only known at run time: `{ $pick: [] }` (service.yaml:22:12)
"
    );
    let arguments = ["eval", "service.yaml", "--outputs", "--inputs", "inputs.yaml", "--format", "json"];
    let run = project().run(&arguments).ended(0);
    let outputs: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(outputs, serde_json::json!({ "url": "https://example.org", "secret": "$ecret", "next": 81 }));
}

/// Evaluates an expression that has no value; returns standard error.
#[track_caller]
fn no_value(arguments: &[&str], code: i32) -> String {
    let run = project().run(&[&["eval", "service.yaml"], arguments].concat()).ended(code);
    assert_eq!(run.out, "");
    run.err
}

#[test]
fn what_is_known_at_run_time_only_is_reported() {
    assert_eq!(
        no_value(&["{ $concat: [ a, { $get_attribute: [ web, address ] } ] }"], 2),
        "error: only known at run time: `{ $get_attribute: [ web, address ] }` (<expression>:1:17)\n"
    );
    assert_eq!(
        no_value(&["[ 1, { $get_input: token } ]"], 2),
        "error: input `token` has no value; set it with `--inputs`: `{ $get_input: token }` \
         (<expression>:1:6)\n"
    );
    assert_eq!(
        no_value(&["$pick"], 2),
        "error: computed by an implementation, only known at run time: `$pick` (<expression>:1:1)\n"
    );
}

#[test]
fn a_wrong_expression_is_reported_like_any_mistake() {
    let message = no_value(&["{ $sum: [ 1, { $get_input: prt } ] }"], 2);
    assert!(message.starts_with("error[T0712 unknown-input]: unknown input `prt`"), "{message}");
    assert!(message.contains("<expression>:1:28") && message.contains("did you mean `port`?"), "{message}");
    assert!(!message.contains("run time"), "{message}");
    let message = no_value(&["{ $quotient: [ 1, 0 ] }"], 2);
    assert!(message.contains("division by zero") && !message.contains("run time"), "{message}");
    let message = no_value(&["{ $sun: [ 1 ] }"], 2);
    assert!(message.contains("did you mean `$sum`?") && !message.contains("run time"), "{message}");
    let message = no_value(&["{ $sum: [ 1"], 2);
    assert!(message.contains("yaml-syntax") && !message.contains("run time"), "{message}");
    let message = no_value(&["$value"], 2);
    assert!(message.contains("value-outside-clause"), "{message}");
}

#[test]
fn wrong_usage_is_reported_in_a_line() {
    assert_eq!(no_value(&[""], 2), "error: the expression is empty\n");
    assert_eq!(no_value(&["--inputs", "nothing.yaml", "5"], 2), "error: no such file: `nothing.yaml`\n");
    assert!(no_value(&["--outputs", "5"], 2).contains("cannot be used with"));
    let run = project().run(&["eval", "nothing.yaml", "5"]).ended(2);
    assert_eq!(run.err, "error: no such file or directory: `nothing.yaml`\n");
    let types = Project::new(&[("types.yaml", "tosca_definitions_version: tosca_2_0\n")]);
    let run = types.run(&["eval", "types.yaml"]).ended(2);
    assert_eq!(run.err, "error: no service template, so there are no outputs\n");
    assert_eq!(types.run(&["eval", "types.yaml", "{ $length: [ ab ] }"]).ended(0).out, "2\n");
}

#[test]
fn wrong_inputs_are_reported_before_anything_is_computed() {
    let project = project();
    project.add("wrong.yaml", "port: 70000\ntoken: x\n");
    let run = project.run(&["eval", "service.yaml", "--inputs", "wrong.yaml", "5"]).ended(2);
    assert_eq!(run.out, "");
    assert!(run.err.contains("failed-validation") && run.err.contains("wrong.yaml:1:7"), "{}", run.err);
    // A missing input matters only if it is read.
    project.add("short.yaml", "port: 70\n");
    let run =
        project.run(&["eval", "service.yaml", "--inputs", "short.yaml", "{ $get_input: port }"]).ended(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("70\n", ""));
}

#[test]
fn a_wrong_output_makes_the_run_fail() {
    let project = project();
    project.add("service.yaml", SERVICE.replace("port }, 1 ]", "port }, 1, 9223372036854775807 ]"));
    let run = project.run(&["eval", "service.yaml"]).ended(1);
    assert!(run.err.contains("evaluation-error"), "{}", run.err);
    assert!(!run.err.contains("tosca check"), "{}", run.err);
    assert!(!run.out.contains("next"), "{}", run.out);
}

#[test]
fn errors_elsewhere_are_mentioned() {
    let project = project();
    project.add("service.yaml", SERVICE.replace("type: Web ", "type: Wob "));
    let run = project.run(&["eval", "service.yaml", "5"]).ended(1);
    assert_eq!(run.out, "5\n");
    assert_eq!(run.err, "warning: the files have errors; run `tosca check` to see them\n");
}

#[test]
fn check_holds_given_inputs_against_the_service() {
    let project = project();
    project.add("pick.sh", "");
    project.run(&["check", "service.yaml", "--inputs", "inputs.yaml"]).ended(0);
    project.add("more.yaml", "token: x\nprt: 1\n");
    let run =
        project.run(&["check", "service.yaml", "--inputs", "more.yaml", "--format", "concise"]).ended(1);
    assert_eq!(run.out, "more.yaml:2:1: error[T0712 unknown-input] unknown input `prt`\n");
    let run = project.run(&["check", "service.yaml", "--inputs", "."]).ended(2);
    assert_eq!(run.err, "error: no such file: `.`\n");
}

/// A value that is printed is the same when it is read again as TOSCA, where nothing starts with `$`.
#[test]
fn what_is_printed_can_be_given_again() {
    let project = Project::new(&[(
        "service.yaml",
        "tosca_definitions_version: tosca_2_0\nservice_template:\n  inputs: { a: { type: list, entry_schema: string } }\n  node_templates: {}\n  outputs: { a: { $get_input: a } }\n",
    )]);
    let value = "a:\n  - \"yes\"\n  - \"\"\n  - |\n    a\n     b\n  - \" x\"\n  - \"1\"\n  - a b\n";
    project.add("inputs.yaml", value);
    let run = project.run(&["eval", "service.yaml", "--inputs", "inputs.yaml"]).ended(0);
    assert_eq!(run.out, value);
}

const ADDRESSES: &str = "\
tosca_definitions_version: tosca_2_0
data_types:
  Size: { derived_from: scalar, data_type: integer, units: { B: 1, kB: 1000 } }
  Address:
    properties:
      port: { type: integer }
      limit: { type: Size, default: 1 kB }
      note: { type: string, required: false, default: unused }
  Narrow: { derived_from: Address, properties: { zone: { type: string, default: z } } }
node_types:
  Web:
    properties:
      address: { type: Address }
      others: { type: list, entry_schema: Address, default: [ { port: 1 } ] }
      share: { type: float, default: 1 }
service_template:
  inputs:
    address: { type: Address }
    share: { type: float, default: 2 }
  node_templates:
    web: { type: Web, properties: { address: { $get_input: address }, share: { $get_input: share } } }
  outputs:
    address: { type: Address, value: { $get_property: [ web, address ] } }
    port: { type: integer, value: { $get_property: [ web, address, port ] } }
    limit: { value: { $get_property: [ web, address, limit ] } }
    all: { type: list, entry_schema: Address, value: { $get_property: [ web, others ] } }
    inner: { type: map, entry_schema: Address, value: { a: { $get_input: address } } }
    narrow: { type: Narrow, value: { $get_property: [ web, address ] } }
    narrows: { type: list, entry_schema: Narrow, value: { $get_property: [ web, others ] } }
";

fn addresses() -> Project {
    Project::new(&[("service.yaml", ADDRESSES), ("inputs.yaml", "address: { port: 9 }\nshare: 5\n")])
}

/// A value of a complex type is computed like any other, with its defaults (§9.2). Whether it is of a derived
/// type is unknown, and reported.
#[test]
fn values_of_complex_types_are_known() {
    let run = addresses().run(&["eval", "service.yaml", "--inputs", "inputs.yaml"]).ended(0);
    assert_eq!(
        run.out,
        "address:\n  port: 9\n  limit: 1 kB\nport: 9\nlimit: 1 kB\nall:\n  - port: 1\n    limit: 1 kB\n\
         inner:\n  a:\n    port: 9\n    limit: 1 kB\n"
    );
    assert_eq!(
        run.err,
        "note: output `narrow`: not known to be a value of data type `Narrow`: `{ $get_property: [ web, address ] }` \
         (service.yaml:28:36)\n\
         note: output `narrows`: not known to be a list of `Narrow`: `{ $get_property: [ web, others ] }` \
         (service.yaml:29:57)\n"
    );
}

/// Given values are of the types of their inputs, so the normal form stays what it is.
#[test]
fn a_normal_form_with_given_inputs_is_normal() {
    let project = addresses();
    let first = project.run(&["normalize", "service.yaml", "--inputs", "inputs.yaml"]).ended(0).out;
    assert!(first.contains("default: 5.0\n"), "{first}");
    assert!(first.contains("        address:\n          port: 9\n          limit: 1000 B\n"), "{first}");
    project.add("normal.yaml", &first);
    let second = project.run(&["normalize", "normal.yaml", "--inputs", "inputs.yaml"]).ended(0).out;
    assert_eq!(second, first);
}

#[test]
fn a_name_is_a_text_and_its_call_is_shown() {
    for (name, call) in [
        ("domain", "{ $get_input: domain }"),
        ("address", "{ $get_attribute: [ web, address ] }"),
        ("web", "{ $get_property: [ web, … ] }"),
    ] {
        let run = project().run(&["eval", "service.yaml", name]).ended(0);
        assert_eq!(run.out, format!("{name}\n"));
        assert_eq!(run.err, format!("note: a text is its own value; write `{call}`\n"));
    }
    let run = project().run(&["eval", "service.yaml", "adress"]).ended(0);
    assert_eq!(run.err, "note: a text is its own value; write `{ $get_attribute: [ web, address ] }`\n");
    assert_eq!(value(&["else"]), "else\n");
    let run = project().run(&["eval", "service.yaml", "--input"]).ended(2);
    assert!(run.err.contains("unknown flag; values of inputs are in the file of `--inputs`"), "{}", run.err);
}
