//! Generated projects, one for each shape that can grow: types, imports, templates, values, findings. The tests
//! check that their findings are right, the bench that ten times the work takes about ten times as long.

use std::fmt::Write as _;

use tosca::host::Memory;

/// A kind of project. Its files called `main` are checked.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    /// Returns the paths and texts of a project of this size.
    files: fn(usize) -> Vec<(String, String)>,
    /// Returns how many errors and warnings a project of this size has.
    pub(crate) findings: fn(usize) -> usize,
    /// The size for measurements; ten times this size takes some tenths of a second.
    pub(crate) size: usize,
}

/// All shapes.
pub(crate) const SHAPES: &[Shape] = &[
    // Types
    shape("types without a parent", 10_000, |size| one(types(size, |_, _| {})), none),
    shape("chain of types with a property each", 10_000, |size| one(chain(size)), none),
    shape("chain of refinements", 10_000, |size| one(refinements(size)), none),
    shape("chain of types with a requirement each", 5_000, |size| one(chain_of_requirements(size)), none),
    shape("types in a cycle", 10_000, |size| one(cycle(size)), |size| size.min(1)),
    shape("types below one type", 10_000, |size| one(siblings(size)), none),
    shape("data types inside each other", 10_000, |size| one(data_types(size)), none),
    shape("functions", 10_000, |size| one(functions(size)), none),
    // Files
    shape("wide imports", 1_000, wide_imports, none),
    shape("chain of imports", 1_000, chain_of_imports, none),
    shape("imports with a namespace", 1_000, namespaces, none),
    // Templates
    // The first node is its own host, which is a warning.
    shape("node templates", 5_000, |size| one(service(size)), |_| 1),
    shape("hub of requirements", 10_000, |size| one(hub(size)), none),
    shape("chain of requirements", 10_000, |size| one(chain_of_nodes(size)), none),
    shape("requirements of one node", 10_000, |size| one(requirements(size)), none),
    shape("copies", 5_000, |size| one(copies(size)), none),
    shape("groups and policies", 10_000, |size| one(groups(size)), none),
    shape("steps of a workflow", 10_000, |size| one(workflow(size)), none),
    shape("nodes to substitute", 10_000, substitution, none),
    // Values
    shape("properties of one type", 10_000, |size| one(properties(size)), none),
    shape("entries of a list", 25_000, |size| one(list(size)), none),
    shape("entries of a map", 25_000, |size| one(map(size)), none),
    shape("inputs that read each other", 10_000, |size| one(inputs(size)), none),
    shape("properties that read each other", 10_000, |size| one(chain_of_values(size)), none),
    shape("outputs", 10_000, |size| one(outputs(size)), none),
    shape("indices", 10_000, |size| one(indices(size)), none),
    // Findings
    shape("wrong values", 5_000, |size| one(wrong_values(size)), |size| 2 * size),
    shape("unknown types", 5_000, |size| one(unknown_types(size)), |size| size),
    shape("unknown keynames", 5_000, |size| one(unknown_keynames(size)), |size| size),
    // Dialects
    shape("conditional nodes", 5_000, |size| one(conditional_nodes(size)), none),
    shape(
        "requirements without a target in some variants",
        500,
        |size| one(dangling_in_variants(size)),
        |size| size,
    ),
];

impl Shape {
    /// Returns a project of this size, and the paths to check.
    pub(crate) fn project(&self, size: usize) -> (Memory, Vec<String>) {
        let (mut host, mut paths) = (Memory::new(), Vec::new());
        for (path, text) in (self.files)(size) {
            host.add(&path, text);
            paths.push(path);
        }
        paths.retain(|path| path.starts_with("main"));
        (host, paths)
    }
}

const fn shape(
    name: &'static str,
    size: usize,
    files: fn(usize) -> Vec<(String, String)>,
    findings: fn(usize) -> usize,
) -> Shape {
    Shape { name, files, findings, size }
}

fn none(_: usize) -> usize {
    0
}

fn one(text: String) -> Vec<(String, String)> {
    vec![("main.yaml".to_owned(), text)]
}

// ── types ──

/// Node types that each derive from the one before and add a property.
fn chain(count: usize) -> String {
    types(count, |text, number| {
        let parent = number - 1;
        let _ = writeln!(text, "    derived_from: T{parent}");
        let _ = writeln!(text, "    properties: {{ p{number}: {{ type: string }} }}");
    })
}

/// Node types that each derive from the one before and refine its property.
fn refinements(count: usize) -> String {
    types(count, |text, number| {
        let parent = number - 1;
        let _ = writeln!(text, "    derived_from: T{parent}");
        let _ = writeln!(
            text,
            "    properties: {{ p: {{ validation: {{ $greater_than: [ $value, {number} ] }} }} }}"
        );
    })
}

/// Node types that each derive from the one before and add a requirement.
fn chain_of_requirements(count: usize) -> String {
    let text = types(count, |text, number| {
        let parent = number - 1;
        let _ = writeln!(text, "    derived_from: T{parent}");
        let _ = writeln!(text, "    requirements: [ r{number}: {{ capability: C, relationship: R }} ]");
    });
    text.replacen("node_types:", "capability_types: { C: {} }\nrelationship_types: { R: {} }\nnode_types:", 1)
}

/// Node types that derive from each other in a cycle.
fn cycle(count: usize) -> String {
    let text = types(count, |text, number| {
        let parent = (number + 1) % count;
        let _ = writeln!(text, "    derived_from: T{parent}");
    });
    let next = 1 % count;
    text.replacen("    properties: { p: { type: integer } }\n", &format!("    derived_from: T{next}\n"), 1)
}

/// Node types that derive from the same type.
fn siblings(count: usize) -> String {
    types(count, |text, number| {
        let _ = writeln!(text, "    derived_from: T0");
        let _ = writeln!(text, "    properties: {{ p{number}: {{ type: string }} }}");
    })
}

/// Data types that each have a property of the next one.
fn data_types(count: usize) -> String {
    let mut text = String::from("tosca_definitions_version: tosca_2_0\ndata_types:\n");
    lines(&mut text, count, |number| {
        let next = number + 1;
        format!("  T{number}: {{ properties: {{ p: {{ type: T{next}, required: false }} }} }}")
    });
    let _ = writeln!(text, "  T{count}: {{ properties: {{ p: {{ type: string }} }} }}");
    text
}

/// Functions with two signatures each.
fn functions(count: usize) -> String {
    let mut text = String::from("tosca_definitions_version: tosca_2_0\nfunctions:\n");
    let signature = |kind| {
        format!("{{ arguments: [ {kind} ], result: string, implementation: \"https://example.com/f.py\" }}")
    };
    let (one, other) = (signature("string"), signature("integer"));
    lines(&mut text, count, |number| format!("  f{number}: {{ signatures: [ {one}, {other} ] }}"));
    text
}

/// Node types; `body` writes what each but the first has.
fn types(count: usize, body: impl Fn(&mut String, usize)) -> String {
    let mut text = String::from(
        "tosca_definitions_version: tosca_2_0\nnode_types:\n  T0:\n    properties: { p: { type: integer } }\n",
    );
    for number in 1..count {
        let _ = writeln!(text, "  T{number}:\n    description: A type");
        body(&mut text, number);
    }
    text
}

// ── files ──

/// A file that imports all others; each defines a type that the first file uses.
fn wide_imports(count: usize) -> Vec<(String, String)> {
    let mut text = String::from("tosca_definitions_version: tosca_2_0\nimports:\n");
    lines(&mut text, count, |number| format!("  - types/t{number}.yaml"));
    text.push_str("service_template:\n  node_templates:\n");
    lines(&mut text, count, |number| format!("    n{number}: {{ type: T{number} }}"));
    let types = (0..count).map(|number| {
        let text = format!("tosca_definitions_version: tosca_2_0\nnode_types: {{ T{number}: {{}} }}\n");
        (format!("types/t{number}.yaml"), text)
    });
    std::iter::once(("main.yaml".to_owned(), text)).chain(types).collect()
}

/// Files that each import the next one, and derive a type from one of its types.
fn chain_of_imports(count: usize) -> Vec<(String, String)> {
    (0..count)
        .map(|number| {
            let (path, next) = (if number == 0 { "main.yaml".to_owned() } else { format!("f{number}.yaml") }, number + 1);
            let text = if next == count {
                format!("tosca_definitions_version: tosca_2_0\nnode_types: {{ T{number}: {{}} }}\n")
            } else {
                format!(
                    "tosca_definitions_version: tosca_2_0\nimports: [ f{next}.yaml ]\nnode_types: {{ T{number}: {{ derived_from: T{next} }} }}\n"
                )
            };
            (path, text)
        })
        .collect()
}

/// A file that imports all others, each with another namespace.
fn namespaces(count: usize) -> Vec<(String, String)> {
    let mut text = String::from("tosca_definitions_version: tosca_2_0\nimports:\n");
    lines(&mut text, count, |number| format!("  - {{ url: types/t{number}.yaml, namespace: ns{number} }}"));
    text.push_str("service_template:\n  node_templates:\n");
    lines(&mut text, count, |number| format!("    n{number}: {{ type: \"ns{number}:T\" }}"));
    let types = (0..count).map(|number| {
        (
            format!("types/t{number}.yaml"),
            "tosca_definitions_version: tosca_2_0\nnode_types: { T: {} }\n".to_owned(),
        )
    });
    std::iter::once(("main.yaml".to_owned(), text)).chain(types).collect()
}

// ── templates ──

const SMALL_TYPES: &str = "tosca_definitions_version: tosca_2_0
capability_types:
  C: {}
relationship_types:
  R: {}
group_types:
  G: {}
policy_types:
  P: {}
interface_types:
  I: { operations: { run: {} } }
node_types:
  T:
    properties:
      number: { type: integer, required: false }
      list: { type: list, entry_schema: integer, required: false }
      map: { type: map, entry_schema: integer, required: false }
    capabilities:
      here: C
    requirements:
      - peer: { capability: C, relationship: R, count_range: [ 0, UNBOUNDED ] }
    interfaces:
      i: { type: I }
";

/// Node templates with properties, capabilities, requirements and artifacts.
pub(crate) fn service(count: usize) -> String {
    let mut text = String::from(SERVICE_TYPES);
    for number in 0..count {
        let (host, peer) = (number / 10, (number + 1) % count);
        let _ = write!(
            text,
            "    node-{number}:
      type: Server
      description: Node number {number} of a generated service
      metadata: {{ team: team-{}, tier: '{}' }}
      properties:
        name: node-{number}
        port: {}
        labels: {{ zone: zone-{}, owner: \"owner {number}\" }}
        address: {{ $concat: [ {{ $get_input: prefix }}, '-{number}' ] }}
      capabilities:
        endpoint:
          properties:
            port: {}
      requirements:
        - host: node-{host}
        - peer:
            node: node-{peer}
            capability: endpoint
            relationship:
              type: ConnectsTo
              properties: {{ timeout: {} }}
      artifacts:
        image: {{ type: Image, file: \"https://example.com/images/{number}.tar\" }}
",
            number % 7,
            number % 3,
            1024 + number % 60_000,
            number % 5,
            1024 + number % 60_000,
            number % 30,
        );
    }
    text
}

const SERVICE_TYPES: &str = "tosca_definitions_version: tosca_2_0
artifact_types:
  Image: {}
capability_types:
  Endpoint:
    properties:
      port: { type: integer }
relationship_types:
  ConnectsTo:
    properties:
      timeout: { type: integer, default: 10 }
node_types:
  Server:
    properties:
      name: { type: string }
      port: { type: integer }
      labels: { type: map, entry_schema: string }
      address: { type: string }
    capabilities:
      endpoint: Endpoint
    requirements:
      - host: { capability: Endpoint, relationship: ConnectsTo, count_range: [ 0, 1 ] }
      - peer: { capability: Endpoint, relationship: ConnectsTo, count_range: [ 0, UNBOUNDED ] }
service_template:
  inputs:
    prefix: { type: string, default: net }
  node_templates:
";

/// Node templates that all require the same one.
fn hub(count: usize) -> String {
    let mut text = templates("    hub: { type: T }\n");
    lines(&mut text, count, |number| format!("    n{number}: {{ type: T, requirements: [ peer: hub ] }}"));
    text
}

/// Node templates that each require the one before.
fn chain_of_nodes(count: usize) -> String {
    let mut text = templates("    n0: { type: T }\n");
    lines(&mut text, count, |number| {
        let next = number + 1;
        format!("    n{next}: {{ type: T, requirements: [ peer: n{number} ] }}")
    });
    text
}

/// A node template with `count` requirements, each to another node.
fn requirements(count: usize) -> String {
    let mut text = templates("");
    lines(&mut text, count, |number| format!("    n{number}: {{ type: T }}"));
    text.push_str("    a:\n      type: T\n      requirements:\n");
    lines(&mut text, count, |number| format!("        - peer: n{number}"));
    text
}

/// A node template with 200 properties, and copies of it.
fn copies(count: usize) -> String {
    let mut text = properties(200);
    lines(&mut text, count / 10, |number| format!("    t{number}: {{ copy: t }}"));
    text
}

/// Groups of two nodes, each with a policy.
fn groups(count: usize) -> String {
    let mut text = templates("");
    lines(&mut text, count, |number| format!("    n{number}: {{ type: T }}"));
    text.push_str("  groups:\n");
    lines(&mut text, count, |number| {
        let other = (number * 7 + 1) % count;
        let members = if other == number { format!("n{number}") } else { format!("n{number}, n{other}") };
        format!("    g{number}: {{ type: G, members: [ {members} ] }}")
    });
    text.push_str("  policies:\n");
    lines(&mut text, count, |number| format!("    - p{number}: {{ type: P, targets: [ g{number} ] }}"));
    text
}

/// A workflow of steps, one after the other.
fn workflow(count: usize) -> String {
    let mut text = templates("    n: { type: T }\n  workflows:\n    w:\n      steps:\n");
    lines(&mut text, count, |number| {
        let next = number + 1;
        let next = if next < count { format!(", on_success: [ s{next} ]") } else { String::new() };
        format!("        s{number}: {{ target: n, activities: [ call_operation: i.run ]{next} }}")
    });
    text
}

/// Node templates that a second service template can substitute.
fn substitution(count: usize) -> Vec<(String, String)> {
    let start = "tosca_definitions_version: tosca_2_0\nimports: [ types.yaml ]\nservice_template:\n";
    let mut text = format!("{start}  node_templates:\n");
    lines(&mut text, count, |number| {
        format!(
            "    n{number}: {{ type: T, directives: [ substitute ], properties: {{ number: {number} }} }}"
        )
    });
    let substitute = format!(
        "{start}  inputs: {{ number: {{ type: integer, required: false }} }}
  node_templates: {{ inner: {{ type: T, properties: {{ number: {{ $get_input: number }} }} }} }}
  substitution_mappings: {{ node_type: T, properties: {{ number: number }} }}
"
    );
    let files =
        [("main.yaml", text), ("main-substitute.yaml", substitute), ("types.yaml", SMALL_TYPES.to_owned())];
    files.map(|(path, text)| (path.to_owned(), text)).into()
}

/// Starts a file with node templates.
fn templates(first: &str) -> String {
    format!("{SMALL_TYPES}service_template:\n  node_templates:\n{first}")
}

// ── values ──

/// One node type with `count` properties, and a template that gives them all.
fn properties(count: usize) -> String {
    let mut text = String::from("tosca_definitions_version: tosca_2_0\nnode_types:\n  T:\n    properties:\n");
    lines(&mut text, count, |number| format!("      p{number}: {{ type: integer }}"));
    text.push_str("service_template:\n  node_templates:\n    t:\n      type: T\n      properties:\n");
    lines(&mut text, count, |number| format!("        p{number}: {number}"));
    text
}

/// A list of `count` entries.
fn list(count: usize) -> String {
    let mut text = templates("    a:\n      type: T\n      properties:\n        list:\n");
    lines(&mut text, count, |number| format!("          - {number}"));
    text
}

/// A map of `count` entries.
fn map(count: usize) -> String {
    let mut text = templates("    a:\n      type: T\n      properties:\n        map:\n");
    lines(&mut text, count, |number| format!("          k{number}: {number}"));
    text
}

/// Inputs whose defaults each read the one before.
fn inputs(count: usize) -> String {
    let mut text = String::from(
        "tosca_definitions_version: tosca_2_0\nservice_template:\n  inputs:\n    i0: { type: string, default: a }\n",
    );
    lines(&mut text, count, |number| {
        let next = number + 1;
        format!("    i{next}: {{ type: string, default: {{ $get_input: i{number} }} }}")
    });
    text.push_str("  node_templates: {}\n");
    text
}

/// Node templates with a property that reads that of the one before.
fn chain_of_values(count: usize) -> String {
    let mut text = templates("    n0: { type: T, properties: { number: 1 } }\n");
    lines(&mut text, count, |number| {
        let next = number + 1;
        format!(
            "    n{next}: {{ type: T, properties: {{ number: {{ $get_property: [ n{number}, number ] }} }}, requirements: [ peer: n{number} ] }}"
        )
    });
    text
}

/// Outputs that read properties that read inputs.
fn outputs(count: usize) -> String {
    let mut text = format!("{SMALL_TYPES}service_template:\n  inputs:\n");
    lines(&mut text, count, |number| format!("    i{number}: {{ type: integer, default: {number} }}"));
    text.push_str("  node_templates:\n");
    lines(&mut text, count, |number| {
        format!(
            "    n{number}: {{ type: T, properties: {{ number: {{ $sum: [ {{ $get_input: i{number} }}, 1 ] }} }} }}"
        )
    });
    text.push_str("  outputs:\n");
    lines(&mut text, count, |number| {
        format!("    o{number}: {{ value: {{ $get_property: [ n{number}, number ] }} }}")
    });
    text
}

/// Node templates with calls whose place decides whether they are legal.
fn indices(count: usize) -> String {
    let mut text = templates("");
    lines(&mut text, count, |number| {
        format!("    t{number}: {{ type: T, properties: {{ number: $node_index }} }}")
    });
    text
}

// ── findings ──

/// Node templates with a value of the wrong type and an unknown property.
fn wrong_values(count: usize) -> String {
    let mut text = templates("");
    lines(&mut text, count, |number| {
        format!("    n{number}: {{ type: T, properties: {{ number: x, other: 1 }} }}")
    });
    text
}

/// Node templates of types that nobody defines.
fn unknown_types(count: usize) -> String {
    let mut text = templates("");
    lines(&mut text, count, |number| format!("    n{number}: {{ type: Unknown{number} }}"));
    text
}

/// Node templates with an unknown keyname.
fn unknown_keynames(count: usize) -> String {
    let mut text = templates("");
    lines(&mut text, count, |number| format!("    n{number}: {{ type: T, keyname{number}: 1 }}"));
    text
}

// ── dialects ──

/// Conditional node templates, each with a requirement.
fn conditional_nodes(count: usize) -> String {
    let mut text = String::from(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n      mode: { type: string, default: a, constraints: [ valid_values: [ a, b ] ] }\n  node_templates:\n    n0: { type: tosca.nodes.SoftwareComponent }\n",
    );
    lines(&mut text, count, |number| {
        let next = number + 1;
        let condition = "{ equal: [ { get_variability_input: mode }, a ] }";
        let requirement = format!(
            "dependency: {{ node: n{number}, capability: feature, conditions: [ {{ get_source_presence: SELF }}, {{ get_target_presence: SELF }} ] }}"
        );
        format!(
            "    n{next}: {{ type: tosca.nodes.SoftwareComponent, conditions: {condition}, requirements: [ {requirement} ] }}"
        )
    });
    text
}

/// Conditional node templates, each with a requirement whose target is absent in some variants.
fn dangling_in_variants(count: usize) -> String {
    let mut text = String::from(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n",
    );
    lines(&mut text, 8, |number| format!("      f{number}: {{ type: boolean }}"));
    text.push_str("  node_templates:\n");
    lines(&mut text, count, |number| {
        // Few simulated variants have such a combination.
        let all = |skipped: usize| {
            let inputs = (0..8).filter(|input| *input != skipped);
            let conditions: Vec<String> =
                inputs.map(|input| format!("{{ get_variability_input: f{input} }}")).collect();
            format!("{{ and: [ {} ] }}", conditions.join(", "))
        };
        let (first, second) = (all(number % 8), all((number + 1) % 8));
        format!(
            "    s{number}: {{ type: tosca.nodes.SoftwareComponent, conditions: {first}, requirements: [ dependency: {{ node: t{number}, capability: feature, conditions: {first} }} ] }}\n    t{number}: {{ type: tosca.nodes.SoftwareComponent, conditions: {second} }}"
        )
    });
    text
}

fn lines(text: &mut String, count: usize, line: impl Fn(usize) -> String) {
    for number in 0..count {
        let _ = writeln!(text, "{}", line(number));
    }
}
