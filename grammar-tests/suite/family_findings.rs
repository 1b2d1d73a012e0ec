//! Compares the findings about a variable template with those of all its variants, written out one by one.
//!
//! The templates are generated as data, and their conditions evaluated here: nothing is shared with the analysis.

#[path = "family_findings/assigned.rs"]
mod assigned;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tosca::diagnostics::{Diagnostic, Level};
use tosca::host::Memory;

use crate::variability::Random;

/// A condition over three Booleans, an enumeration, and the presence of earlier nodes.
enum Condition {
    Always,
    Flag(usize),
    Mode(usize),
    Node(usize),
    Source,
    Target,
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

const FLAGS: usize = 3;
const MODES: [&str; 3] = ["a", "b", "c"];

/// The values of the inputs of a variant, and which nodes are present.
struct Values {
    flags: [bool; FLAGS],
    mode: usize,
    nodes: Vec<bool>,
}

impl Condition {
    fn random(seed: &mut Random, earlier: usize, is_relation: bool, depth: usize) -> Self {
        match seed.below(if depth == 0 { 6 } else { 9 }) {
            1 => Self::Mode(seed.below(3)),
            2 if earlier > 0 => Self::Node(seed.below(earlier)),
            3 if is_relation => Self::Target,
            4 if is_relation => Self::All(vec![Self::Source, Self::Target]),
            6 => Self::Not(Box::new(Self::random(seed, earlier, is_relation, depth - 1))),
            7 => Self::All((0..2).map(|_| Self::random(seed, earlier, is_relation, depth - 1)).collect()),
            8 => Self::Any((0..2).map(|_| Self::random(seed, earlier, is_relation, depth - 1)).collect()),
            _ => Self::Flag(seed.below(FLAGS)),
        }
    }

    fn is_true(&self, values: &Values, ends: (usize, usize)) -> bool {
        match self {
            Self::Always => true,
            Self::Flag(flag) => values.flags[*flag],
            Self::Mode(mode) => values.mode == *mode,
            Self::Node(node) => values.nodes[*node],
            Self::Source => values.nodes[ends.0],
            Self::Target => values.nodes[ends.1],
            Self::Not(part) => !part.is_true(values, ends),
            Self::All(parts) => parts.iter().all(|part| part.is_true(values, ends)),
            Self::Any(parts) => parts.iter().any(|part| part.is_true(values, ends)),
        }
    }

    fn text(&self) -> String {
        let list = |parts: &[Condition]| parts.iter().map(Condition::text).collect::<Vec<_>>().join(", ");
        match self {
            Self::Always => "true".to_owned(),
            Self::Flag(flag) => format!("{{ get_variability_input: f{flag} }}"),
            Self::Mode(mode) => {
                format!("{{ equal: [ {{ get_variability_input: mode }}, {} ] }}", MODES[*mode])
            }
            Self::Node(node) => format!("{{ get_element_presence: n{node} }}"),
            Self::Source => "{ get_source_presence: SELF }".to_owned(),
            Self::Target => "{ get_target_presence: SELF }".to_owned(),
            Self::Not(part) => format!("{{ not: {} }}", part.text()),
            Self::All(parts) => format!("{{ and: [ {} ] }}", list(parts)),
            Self::Any(parts) => format!("{{ or: [ {} ] }}", list(parts)),
        }
    }
}

struct Relation {
    name: &'static str,
    target: usize,
    condition: Condition,
    /// Whether it is the default alternative instead.
    is_default: bool,
}

struct Node {
    kind: &'static str,
    condition: Condition,
    /// The property that is assigned, and the path of its value, if any.
    value: Option<(&'static str, Vec<String>)>,
    relations: Vec<Relation>,
    /// The assignments in lists, in place of the property.
    assigned: assigned::Assigned,
}

struct Template {
    nodes: Vec<Node>,
    input: Condition,
    /// Whether relations also need both ends.
    is_pruned: bool,
    /// The condition and the path of an output.
    output: Option<(Condition, Vec<String>)>,
    policy: Option<(Condition, Vec<usize>)>,
    group: Option<(Condition, Vec<usize>)>,
    step: Option<usize>,
    /// The nodes of a mapped capability and requirement.
    substitution: Option<(usize, usize)>,
}

const TYPES: &str = "\
artifact_types: { X: { properties: { level: { type: integer } } } }
interface_types: { I: { operations: { o: {} } } }
relationship_types: { R: {} }
capability_types: { C: {} }
group_types: { G: { members: [ A ] } }
policy_types: { P: { targets: [ B, D ] } }
node_types:
  A:
    properties: { v: { type: integer, required: false }, s: { type: string, required: false } }
    capabilities: { c: { type: C } }
    interfaces: { i: { type: I } }
    requirements:
    - db: { capability: C, relationship: R, count_range: [ 0, 2 ] }
    - up: { capability: C, relationship: R, node: B, count_range: [ 0, UNBOUNDED ] }
    - host: { capability: C, relationship: R, count_range: [ 0, 1 ] }
  B: { derived_from: A, properties: { only: { type: string, required: false } } }
  D: { derived_from: A, properties: { only: { type: integer, default: 3 } } }
  E: { derived_from: A, properties: { need: { type: integer } } }
";

fn path(seed: &mut Random, start: &str) -> Vec<String> {
    let mut path = vec![start.to_owned()];
    for _ in 0..=seed.below(2) {
        let name = ["db", "up", "host"][seed.below(3)];
        path.extend(["RELATIONSHIP", name].map(str::to_owned));
        if seed.below(5) == 0 {
            path.push(seed.below(2).to_string());
        }
        path.push("TARGET".to_owned());
    }
    path.push(["only", "v", "s"][seed.below(3)].to_owned());
    path
}

impl Template {
    fn random(seed: &mut Random) -> Self {
        let count = 3 + seed.below(4);
        let mut nodes: Vec<Node> = Vec::new();
        for number in 0..count {
            let condition = if seed.below(2) == 0 {
                Condition::Always
            } else {
                Condition::random(seed, number, false, 1)
            };
            let value = match seed.below(5) {
                0 => None,
                1 => Some(("v", vec![format!("n{}", seed.below(count)), "v".to_owned()])),
                _ => Some((["v", "s"][seed.below(2)], path(seed, "SELF"))),
            };
            let mut relations: Vec<Relation> = Vec::new();
            for _ in 0..seed.below(4) {
                let name = ["db", "db", "up", "host"][seed.below(4)];
                let condition = match seed.below(4) {
                    0 => Condition::Always,
                    1 => Condition::All(vec![
                        Condition::Source,
                        Condition::Target,
                        Condition::random(seed, number, true, 1),
                    ]),
                    _ => Condition::All(vec![Condition::Source, Condition::Target]),
                };
                let has_default = |relation: &Relation| relation.is_default && relation.name == name;
                let is_default = seed.below(6) == 0 && !relations.iter().any(has_default);
                relations.push(Relation { name, target: seed.below(count), condition, is_default });
            }
            let kind = ["A", "B", "D", "E"][seed.below(4)];
            let assigned = assigned::Assigned::random(seed, number);
            nodes.push(Node { kind, condition, value, relations, assigned });
        }
        let condition = |seed: &mut Random| Condition::random(seed, count, false, 1);
        let some = |seed: &mut Random| vec![seed.below(count), seed.below(count)];
        Self {
            input: if seed.below(2) == 0 { Condition::Always } else { condition(seed) },
            output: (seed.below(2) == 0).then(|| {
                let start = format!("n{}", seed.below(count));
                let is_free = seed.below(2) == 0;
                (if is_free { Condition::Always } else { condition(seed) }, path(seed, &start))
            }),
            is_pruned: seed.below(3) == 0,
            policy: (seed.below(3) == 0).then(|| (condition(seed), some(seed))),
            group: (seed.below(3) == 0).then(|| (condition(seed), some(seed))),
            step: (seed.below(4) == 0).then(|| seed.below(count)),
            substitution: (seed.below(4) == 0).then(|| (seed.below(count), seed.below(count))),
            nodes,
        }
    }

    /// Returns the text before the inputs of the service.
    fn head(&self, is_variant: bool) -> String {
        let version = if is_variant { "tosca_2_0" } else { "tosca_variability_1_0" };
        let mut text = format!("tosca_definitions_version: {version}\n{TYPES}service_template:\n");
        if !is_variant {
            let mode = if self.is_pruned { "consistent-loose" } else { "manual" };
            let _ = writeln!(text, "  variability:\n    options: {{ mode: {mode} }}\n    inputs:");
            for flag in 0..FLAGS {
                let _ = writeln!(text, "      f{flag}: {{ type: boolean }}");
            }
            text.push_str("      mode: { type: string, constraints: [ valid_values: [ a, b, c ] ] }\n");
        }
        text
    }

    /// Returns the text of the template, or of the variant with these values; and whether that variant refers to
    /// something absent, has a relation without an end, or several hosts or none although it may have one.
    fn text(&self, values: Option<&Values>) -> (String, bool) {
        let (mut broken, mut has_several) = (false, false);
        let is_present = |node: usize| values.is_none_or(|values| values.nodes[node]);
        let holds = |condition: &Condition, ends| values.is_none_or(|values| condition.is_true(values, ends));
        let guard = |condition: &Condition| match (values, condition) {
            (Some(_), _) | (None, Condition::Always) => String::new(),
            (None, condition) => format!(", conditions: {}", condition.text()),
        };
        let relation_guard = |relation: &Relation| match (values, relation.is_default) {
            (None, true) => ", default_alternative: true".to_owned(),
            _ => guard(&relation.condition),
        };
        let mut text = self.head(values.is_some());
        let has_input = holds(&self.input, (0, 0));
        if has_input {
            let _ =
                writeln!(text, "  inputs: {{ size: {{ type: integer, default: 1{} }} }}", guard(&self.input));
        }
        text.push_str("  node_templates:\n");
        let mut absent_start = |path: &[String]| {
            let start = path[0].strip_prefix('n').and_then(|number| number.parse().ok());
            broken |= start.is_some_and(|start: usize| !is_present(start));
            format!("{{ $get_property: [ {} ] }}", path.join(", "))
        };
        let mut body = String::new();
        for (number, node) in self.nodes.iter().enumerate().filter(|(number, _)| is_present(*number)) {
            let (type_line, has_other_types) = node.assigned.type_line(node.kind, values);
            has_several |= has_other_types;
            let _ = write!(body, "    n{number}:\n{type_line}");
            if let (None, false) = (values, matches!(node.condition, Condition::Always)) {
                let _ = writeln!(body, "      conditions: {}", node.condition.text());
            }
            let (assigned, is_broken) = node.assigned.text(values, &mut absent_start);
            has_several |= is_broken;
            body.push_str(&assigned);
            if let Some((name, path)) = node.value.as_ref().filter(|_| node.assigned.is_empty()) {
                let _ = writeln!(body, "      properties: {{ {name}: {} }}", absent_start(path));
            }
            let relations = node.relations.iter().enumerate();
            let relations = relations
                .filter(|(index, _)| values.is_none_or(|values| self.has_relation(values, number, *index)));
            let mut lines = String::new();
            for (_, relation) in relations {
                let (name, target) = (relation.name, relation.target);
                let _ = writeln!(lines, "      - {name}: {{ node: n{target}{} }}", relation_guard(relation));
            }
            if !lines.is_empty() {
                let _ = write!(body, "      requirements:\n{lines}");
            }
        }
        if body.is_empty() {
            text.truncate(text.len() - "  node_templates:\n".len());
            text.push_str("  node_templates: {}\n");
        }
        text.push_str(&body);
        if let Some((condition, path)) =
            self.output.as_ref().filter(|(condition, _)| holds(condition, (0, 0)))
        {
            let value = absent_start(path);
            let _ = writeln!(text, "  outputs: {{ o: {{ value: {value}{} }} }}", guard(condition));
        }
        let listed = |list: &[usize]| {
            let names = list.iter().filter(|&&node| is_present(node)).map(|node| format!("n{node}"));
            names.collect::<Vec<_>>().join(", ")
        };
        if let Some((condition, targets)) =
            self.policy.as_ref().filter(|(condition, _)| holds(condition, (0, 0)))
        {
            let _ = writeln!(
                text,
                "  policies: [ p: {{ type: P, targets: [ {} ]{} }} ]",
                listed(targets),
                guard(condition)
            );
        }
        if let Some((condition, members)) =
            self.group.as_ref().filter(|(condition, _)| holds(condition, (0, 0)))
        {
            let _ = writeln!(
                text,
                "  groups: {{ g: {{ type: G, members: [ {} ]{} }} }}",
                listed(members),
                guard(condition)
            );
        }
        if let Some(step) = self.step {
            broken |= !is_present(step);
            let _ = writeln!(
                text,
                "  workflows: {{ w: {{ steps: {{ s: {{ target: n{step}, activities: [ set_state: started ] }} }} }} }}"
            );
        }
        if let Some((first, second)) = self.substitution {
            broken |= !is_present(first) || !is_present(second);
            let _ = writeln!(
                text,
                "  substitution_mappings: {{ node_type: A, capabilities: {{ c: [ n{first}, c ] }}, requirements: [ db: [ n{second}, db ] ] }}"
            );
        }
        broken |= has_several || values.is_some_and(|values| self.relations_are_broken(values));
        (text, broken)
    }

    /// Whether a node has a relation in a variant.
    fn has_relation(&self, values: &Values, number: usize, index: usize) -> bool {
        let relations = &self.nodes[number].relations;
        let relation = &relations[index];
        let holds = if relation.is_default {
            values.nodes[number]
                && !relations.iter().enumerate().any(|(other, candidate)| {
                    other != index
                        && candidate.name == relation.name
                        && self.has_relation(values, number, other)
                })
        } else {
            relation.condition.is_true(values, (number, relation.target))
        };
        holds && (!self.is_pruned || values.nodes[number] && values.nodes[relation.target])
    }

    /// Whether a variant has a relation without an end, or several hosts or none although it may have one.
    fn relations_are_broken(&self, values: &Values) -> bool {
        self.nodes.iter().enumerate().any(|(number, node)| {
            let present: Vec<&Relation> = node
                .relations
                .iter()
                .enumerate()
                .filter(|(index, _)| self.has_relation(values, number, *index))
                .map(|(_, relation)| relation)
                .collect();
            let is_present = values.nodes[number];
            let hosts = present.iter().filter(|relation| relation.name == "host").count();
            let may_have = node.relations.iter().any(|relation| relation.name == "host");
            present.iter().any(|relation| !is_present || !values.nodes[relation.target])
                || is_present && (hosts > 1 || may_have && hosts == 0)
        })
    }

    /// Returns the nodes that no variant has.
    fn always_absent(&self) -> Vec<String> {
        let variants = self.variants();
        let is_absent = |node: &usize| variants.iter().all(|values| !values.nodes[*node]);
        (0..self.nodes.len()).filter(is_absent).map(|node| format!("n{node}")).collect()
    }

    fn variants(&self) -> Vec<Values> {
        let mut all = Vec::new();
        for number in 0..(1 << FLAGS) * MODES.len() {
            let flags = std::array::from_fn(|flag| number >> flag & 1 == 1);
            let mut values = Values { flags, mode: number >> FLAGS, nodes: Vec::new() };
            for node in &self.nodes {
                let is_present = node.condition.is_true(&values, (0, 0));
                values.nodes.push(is_present);
            }
            all.push(values);
        }
        all
    }
}

/// The rule of a finding, the text that it is about, and the level.
type Finding = (&'static str, String, Level);

/// Returns the findings in a text that may depend on types or presence.
fn findings(text: &str) -> Vec<Finding> {
    let mut host = Memory::new();
    host.add("service.yaml", text);
    let analysis = tosca::check(&host, ["service.yaml"]);
    let finding = |diagnostic: &Diagnostic| {
        let span = diagnostic.primary.span;
        let source = &analysis.sources().get(span.file).text;
        let (start, end) = (span.start as usize, span.end as usize);
        // The node template or section distinguishes equal names.
        let is_name =
            |line: &&str| line.starts_with("    n") || line.starts_with("  ") && !line.starts_with("   ");
        let line_end = source[start..].find('\n').map_or(source.len(), |length| start + length);
        let name = source[..line_end].lines().rfind(is_name).unwrap_or_default();
        let node = name.trim().split(':').next().unwrap_or_default();
        (diagnostic.rule.name, format!("{node} {}", &source[start..end]), diagnostic.level)
    };
    let diagnostics = analysis.diagnostics().iter();
    let areas = ["T04", "T06", "T07", "T08", "T09", "T11"];
    let is_typed = |diagnostic: &&Diagnostic| areas.iter().any(|area| diagnostic.rule.code.starts_with(area));
    diagnostics.filter(is_typed).map(finding).collect()
}

/// Rules whose findings the dialect reports in its own words, at the same node template.
const IN_OTHER_WORDS: [(&str, &str); 3] = [
    ("requirement-count", "count-in-variant"),
    ("path-index", "dangling-reference"),
    ("repeated-assignment", "count-in-variant"),
];

/// Returns the name of the node template or section of a finding.
fn place(finding: &Finding) -> &str {
    finding.1.split(' ').next().unwrap_or_default()
}

#[test]
fn findings_of_a_family_are_those_of_its_variants() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
    };
    let (first, cases) = (number("FIRST_CASE", 1), number("PROPTEST_CASES", 40));
    let (mut differing, mut dependent) = (Vec::new(), 0);
    for case in first..first + cases {
        let mut seed = Random(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(case));
        let template = Template::random(&mut seed);
        let (text, _) = template.text(None);
        let (of_dialect, keys): (BTreeSet<Finding>, BTreeSet<Finding>) =
            findings(&text).into_iter().partition(|finding| {
                [
                    "dangling-relation",
                    "dangling-reference",
                    "count-in-variant",
                    "missing-host",
                    "multiple-hosts",
                    "several-alternatives",
                    "type-in-variant",
                    "never-present",
                    "always-true-condition",
                    "unused-variability",
                    "analysis-incomplete",
                ]
                .contains(&finding.0)
            });
        let (mut certain, mut possible) = (BTreeSet::new(), BTreeSet::new());
        for values in template.variants() {
            let (variant, is_broken) = template.text(Some(&values));
            let found = findings(&variant);
            if !is_broken {
                certain.extend(found.iter().cloned());
            }
            possible.extend(found);
        }
        let absent = template.always_absent();
        let is_in_other_words = |finding: &&Finding| {
            IN_OTHER_WORDS.iter().any(|(plain, rule)| {
                *plain == finding.0
                    && of_dialect.iter().any(|told| told.0 == *rule && (told.1.contains(place(finding))))
            })
        };
        // What is about elements that are never present is reported nevertheless.
        let is_of_dead = |finding: &&Finding| {
            let target = finding.1.split(' ').nth(1);
            let is_absent = |name: &str| absent.iter().any(|absent| absent == name);
            let mut dead = of_dialect.iter().filter(|told| told.0 == "never-present").map(place);
            is_absent(place(finding))
                || target.is_some_and(is_absent)
                || dead.any(|dead| dead == place(finding) || Some(dead) == target)
        };
        // An error at the same place comes first, be it of another variant.
        let is_milder = |finding: &&Finding| {
            finding.2 == Level::Warning
                && keys.iter().any(|told| told.1 == finding.1 && told.2 == Level::Error)
        };
        let missing = certain.difference(&keys).filter(|finding| !is_in_other_words(finding));
        let missing: Vec<&Finding> = missing.filter(|finding| !is_milder(finding)).collect();
        // In a variant, a repeated assignment that is one too many is an error; in the family, the number is reported.
        let is_of_number = |finding: &&Finding| {
            finding.0 == "repeated-assignment"
                && of_dialect
                    .iter()
                    .any(|told| told.0 == "count-in-variant" && told.1.contains(place(finding)))
        };
        let unreal: Vec<&Finding> = keys
            .difference(&possible)
            .filter(|finding| !is_of_dead(finding) && !is_of_number(finding))
            .collect();
        dependent += u64::from(!keys.is_empty());
        if !missing.is_empty() || !unreal.is_empty() {
            differing.push(format!("case {case}: missing {missing:?}, not in a variant {unreal:?}\n{text}"));
        }
    }
    let examples = differing[..differing.len().min(3)].join("\n");
    assert!(differing.is_empty(), "{} of {cases}:\n{examples}", differing.len());
    assert!(cases < 20 || dependent * 3 > cases, "{dependent} of {cases}");
}
