//! Generated templates, and which of their elements each variant has.

#[path = "assigned.rs"]
mod assigned;
#[path = "by_type.rs"]
mod by_type;
#[path = "defaults.rs"]
mod defaults;

use std::fmt::Write as _;
use std::rc::Rc;

use crate::variability::Random;

use assigned::{Assigned, Counts, Parts};
use by_type::ByType;
use defaults::Defaults;

/// A condition over three Booleans, an enumeration, and the presence of elements.
pub(super) enum Condition {
    Always,
    Flag(usize),
    Mode(usize),
    Node(usize),
    Host(usize),
    Incoming(usize),
    Group,
    Member,
    Policy,
    PolicyTarget,
    Input,
    /// The index of a property, artifact or type, of a node.
    Part(usize, usize, usize),
    Source,
    Target,
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    One(Vec<Condition>),
    AtMostOne(Vec<Condition>),
    /// The condition of the type, of an element without conditions.
    OfType(Rc<Condition>),
}

const FLAGS: usize = 3;
const MAX_NODES: usize = 6;
const MODES: [&str; 3] = ["a", "b", "c"];

/// The values of the inputs.
struct Inputs {
    flags: [bool; FLAGS],
    mode: usize,
}

/// Which elements are present.
#[derive(Clone, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
struct Presence {
    nodes: Vec<bool>,
    parts: Vec<Parts>,
    relations: Vec<Vec<bool>>,
    /// Which relations are present apart from what they need of their targets.
    supported: Vec<Vec<bool>>,
    group: bool,
    policy: bool,
    input: bool,
    output: bool,
}

/// A variant.
pub(super) struct Values {
    presence: Presence,
}

/// The elements that a condition may name.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
struct Scope {
    nodes: usize,
    /// How many properties, artifacts and types the nodes have in lists.
    parts: [Counts; MAX_NODES],
    has_group: bool,
    has_policy: bool,
    has_input: bool,
    is_relation: bool,
}

/// What conditions are evaluated with.
#[derive(Clone, Copy)]
struct Facts<'f> {
    template: &'f Template,
    inputs: &'f Inputs,
    now: &'f Presence,
    /// What is read below an odd number of `not`.
    negated: &'f Presence,
}

impl Condition {
    fn random(seed: &mut Random, scope: Scope, depth: usize) -> Self {
        let node = |seed: &mut Random| seed.below(scope.nodes.max(1));
        let has_nodes = scope.nodes > 0;
        match seed.below(if depth == 0 { 6 } else { 9 }) {
            1 => Self::Mode(seed.below(3)),
            2 if has_nodes => match seed.below(14) {
                0 => Self::Host(node(seed)),
                1 => Self::Incoming(node(seed)),
                2 if scope.has_group => Self::Group,
                3 if scope.has_group => Self::Member,
                4 if scope.has_policy => Self::Policy,
                5 if scope.has_policy => Self::PolicyTarget,
                6 if scope.has_input => Self::Input,
                7..=9 => {
                    let (node, kind) = (node(seed), seed.below(3));
                    let count = scope.parts[node][kind];
                    if count == 0 { Self::Node(node) } else { Self::Part(node, kind, seed.below(count)) }
                }
                _ => Self::Node(node(seed)),
            },
            3 if scope.is_relation => Self::Target,
            4 if scope.is_relation => Self::All(vec![Self::Source, Self::Target]),
            6 => Self::Not(Box::new(Self::random(seed, scope, depth - 1))),
            7 | 8 => {
                let parts = (0..2).map(|_| Self::random(seed, scope, depth - 1)).collect();
                [Self::All, Self::Any, Self::One, Self::AtMostOne][[0, 0, 0, 1, 1, 1, 2, 3][seed.below(8)]](
                    parts,
                )
            }
            _ => Self::Flag(seed.below(FLAGS)),
        }
    }

    fn is_always(&self) -> bool {
        matches!(self, Self::Always)
    }

    fn is_true(&self, facts: Facts<'_>, ends: (usize, usize)) -> bool {
        let Facts { template, inputs, now, negated } = facts;
        match self {
            Self::Always => true,
            Self::Flag(flag) => inputs.flags[*flag],
            Self::Mode(mode) => inputs.mode == *mode,
            Self::Node(node) => now.nodes[*node],
            Self::Host(node) => {
                let hosts = template.nodes[*node].relations.iter().filter(|relation| relation.name == "host");
                hosts.into_iter().any(|relation| now.nodes[relation.target])
            }
            Self::Incoming(node) => {
                template.incoming(*node).any(|(source, index)| now.relations[source][index])
            }
            Self::Group => now.group,
            Self::Member => {
                let members = template.group.as_ref().map_or(&[][..], |(_, members)| members);
                members.iter().any(|&member| now.nodes[member])
            }
            Self::Policy => now.policy,
            Self::PolicyTarget => {
                let targets = template.policy.as_ref().map_or(&[][..], |(_, targets)| targets);
                targets.iter().any(|&target| now.nodes.get(target).copied().unwrap_or(now.group))
            }
            Self::Input => now.input,
            Self::Part(node, kind, index) => now.parts[*node][*kind][*index],
            Self::Source => now.nodes[ends.0],
            Self::Target => now.nodes[ends.1],
            Self::Not(part) => !part.is_true(Facts { now: negated, negated: now, ..facts }, ends),
            Self::All(parts) => parts.iter().all(|part| part.is_true(facts, ends)),
            Self::Any(parts) => parts.iter().any(|part| part.is_true(facts, ends)),
            Self::One(parts) => {
                parts.iter().any(|part| part.is_true(facts, ends)) && !Self::are_several(parts, facts, ends)
            }
            Self::AtMostOne(parts) => !Self::are_several(parts, facts, ends),
            Self::OfType(condition) => condition.is_true(facts, ends),
        }
    }

    /// Whether several conditions are true, below a `not`.
    fn are_several(parts: &[Self], facts: Facts<'_>, ends: (usize, usize)) -> bool {
        let Facts { now, negated, .. } = facts;
        let facts = Facts { now: negated, negated: now, ..facts };
        parts.iter().filter(|part| part.is_true(facts, ends)).count() > 1
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
            Self::Host(node) => format!("{{ host_presence: n{node} }}"),
            Self::Incoming(node) => format!("{{ has_incoming_relation: n{node} }}"),
            Self::Group => "{ group_presence: g }".to_owned(),
            Self::Member => "{ has_present_member: g }".to_owned(),
            Self::Policy => "{ policy_presence: p }".to_owned(),
            Self::PolicyTarget => "{ has_present_target: p }".to_owned(),
            Self::Input => "{ input_presence: size }".to_owned(),
            Self::Part(node, kind, index) => {
                let kind = ["property", "artifact", "type"][*kind];
                format!("{{ {kind}_presence: [ n{node}, {index} ] }}")
            }
            Self::Source => "{ get_source_presence: SELF }".to_owned(),
            Self::Target => "{ get_target_presence: SELF }".to_owned(),
            Self::Not(part) => format!("{{ not: {} }}", part.text()),
            Self::All(parts) => format!("{{ and: [ {} ] }}", list(parts)),
            Self::Any(parts) => format!("{{ or: [ {} ] }}", list(parts)),
            Self::One(parts) => format!("{{ exo: [ {} ] }}", list(parts)),
            Self::AtMostOne(parts) => format!("{{ amo: [ {} ] }}", list(parts)),
            Self::OfType(condition) => condition.text(),
        }
    }

    /// Returns the keyname with the condition, for a template with all variants.
    fn guard(&self, values: Option<&Values>) -> String {
        match (values, self) {
            (Some(_), _) | (None, Self::Always | Self::OfType(_)) => String::new(),
            (None, condition) => format!(", conditions: {}", condition.text()),
        }
    }
}

struct Relation {
    name: &'static str,
    target: usize,
    condition: Condition,
    /// Whether it is the default alternative instead.
    is_default: bool,
    /// Whether it names the type of its relationship.
    is_link: bool,
}

struct Node {
    kind: &'static str,
    condition: Condition,
    /// The property that is assigned, and the path of its value, if any.
    value: Option<(&'static str, Vec<String>)>,
    relations: Vec<Relation>,
    /// The assignments in lists, in place of the property.
    assigned: Assigned,
}

/// Which elements of a kind need others.
#[derive(Clone, Copy, PartialEq)]
enum Pruned {
    No,
    Unconditional,
    All,
}

impl Pruned {
    fn has(self, is_conditional: bool) -> bool {
        self == Self::All || self == Self::Unconditional && !is_conditional
    }
}

/// Options of a template, and what they prune: relations, nodes, groups, policies.
type Options = (&'static str, [Pruned; 4]);

const OPTIONS: [Options; 9] = {
    use Pruned::{All, No, Unconditional as Some};
    [
        ("mode: manual", [No, No, No, No]),
        ("mode: consistent-strict", [Some, No, No, No]),
        ("mode: consistent-loose", [All, No, No, No]),
        ("mode: semantic-strict", [Some, Some, Some, Some]),
        ("mode: semantic-loose", [All, All, All, All]),
        ("group_pruning: true, policy_default_condition: true", [No, No, All, Some]),
        ("mode: semantic-loose, node_pruning: false", [All, Some, All, All]),
        ("mode: consistent-strict, node_default_condition: true", [Some, Some, No, No]),
        (
            "default_condition: true, relation_pruning: true, node_default_condition: false",
            [All, No, Some, Some],
        ),
    ]
};

/// What the inputs must satisfy together.
enum Constraint {
    /// A Boolean is only true with another one.
    Requires(usize, usize),
    /// Two Booleans are not both true.
    Excludes(usize, usize),
    /// At least one of two Booleans is true, or the enumeration has a value.
    Any(usize, usize, usize),
}

impl Constraint {
    fn random(seed: &mut Random) -> Self {
        let (one, other) = (seed.below(FLAGS), seed.below(FLAGS - 1));
        let other = if other < one { other } else { other + 1 };
        match seed.below(3) {
            0 => Self::Requires(one, other),
            1 => Self::Excludes(one, other),
            _ => Self::Any(one, other, seed.below(3)),
        }
    }

    fn is_satisfied(&self, inputs: &Inputs) -> bool {
        match *self {
            Self::Requires(one, other) => !inputs.flags[one] || inputs.flags[other],
            Self::Excludes(one, other) => !inputs.flags[one] || !inputs.flags[other],
            Self::Any(one, other, mode) => inputs.flags[one] || inputs.flags[other] || inputs.mode == mode,
        }
    }

    /// Returns the keyname of the input.
    fn of_input(&self, input: usize) -> String {
        match *self {
            Self::Requires(one, other) if one == input => format!(", requires: [ f{other} ]"),
            Self::Excludes(one, other) if one == input => format!(", excludes: [ f{other} ]"),
            _ => String::new(),
        }
    }
}

pub(super) struct Template {
    constraint: Option<Constraint>,
    nodes: Vec<Node>,
    input: Condition,
    options: Options,
    /// The condition and the path of an output.
    output: Option<(Condition, Vec<String>)>,
    /// The condition and the targets of a policy: node templates, and the group as the number after them.
    policy: Option<(Condition, Vec<usize>)>,
    group: Option<(Condition, Vec<usize>)>,
    step: Option<usize>,
    /// The nodes of a mapped capability and requirement.
    substitution: Option<(usize, usize)>,
    defaults: Defaults,
    by_type: ByType,
}

const TYPES: &str = "\
artifact_types: { X: { properties: { level: { type: integer } } } }
interface_types: { I: { operations: { o: {} } } }
relationship_types: { R: {} }
capability_types: { C: {} }
group_types: { G: { members: [ A ] } }
policy_types: { P: { targets: [ B, D, G ] } }
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

/// Generates a node template with relations to any of `count` node templates.
fn node(seed: &mut Random, count: usize, scope: Scope, counts: Counts) -> Node {
    let condition = if seed.below(2) == 0 { Condition::Always } else { Condition::random(seed, scope, 1) };
    let value = match seed.below(5) {
        0 => None,
        1 => Some(("v", vec![format!("n{}", seed.below(count)), "v".to_owned()])),
        _ => Some((["v", "s"][seed.below(2)], path(seed, "SELF"))),
    };
    let of_relation = Scope { is_relation: true, ..scope };
    let mut relations: Vec<Relation> = Vec::new();
    for _ in 0..seed.below(4) {
        let name = ["db", "db", "up", "host"][seed.below(4)];
        let ends = || vec![Condition::Source, Condition::Target];
        let condition = match seed.below(4) {
            0 => Condition::Always,
            1 => {
                let mut parts = ends();
                parts.push(Condition::random(seed, of_relation, 1));
                Condition::All(parts)
            }
            2 => Condition::random(seed, Scope { is_relation: false, ..scope }, 1),
            _ => Condition::All(ends()),
        };
        let has_default = |relation: &Relation| relation.is_default && relation.name == name;
        let is_default = seed.below(6) == 0 && !relations.iter().any(has_default);
        relations.push(Relation { name, target: seed.below(count), condition, is_default, is_link: false });
    }
    let kind = ["A", "B", "D", "E"][seed.below(4)];
    let assigned = Assigned::random(seed, scope, counts);
    Node { kind, condition, value, relations, assigned }
}

impl Template {
    pub(super) fn random(seed: &mut Random) -> Self {
        let count = 3 + seed.below(4);
        let (has_group, has_policy) = (seed.below(3) == 0, seed.below(3) == 0);
        let parts: [Counts; MAX_NODES] = std::array::from_fn(|_| Assigned::counts(seed));
        let scope =
            |nodes| Scope { nodes, parts, has_group, has_policy, has_input: true, is_relation: false };
        let options = if seed.below(2) == 0 { OPTIONS[0] } else { OPTIONS[seed.below(OPTIONS.len())] };
        let nodes = (0..count).map(|number| node(seed, count, scope(number), parts[number])).collect();
        let condition = |seed: &mut Random, is_always: bool, scope: Scope| {
            if is_always { Condition::Always } else { Condition::random(seed, scope, 1) }
        };
        let any = scope(count);
        let some = |seed: &mut Random, count: usize| vec![seed.below(count), seed.below(count)];
        let plain = Scope { has_group: false, has_policy: false, has_input: false, ..any };
        let is_always = |seed: &mut Random| seed.below(2) == 0;
        let mut template = Self {
            input: {
                let is_always = is_always(seed);
                condition(seed, is_always, plain)
            },
            constraint: (seed.below(3) == 0).then(|| Constraint::random(seed)),
            output: (seed.below(2) == 0).then(|| {
                let start = format!("n{}", seed.below(count));
                let is_always = is_always(seed);
                (condition(seed, is_always, any), path(seed, &start))
            }),
            options,
            policy: has_policy.then(|| {
                let is_always = is_always(seed);
                (condition(seed, is_always, plain), some(seed, count + usize::from(has_group)))
            }),
            group: has_group.then(|| {
                let is_always = is_always(seed);
                (condition(seed, is_always, plain), some(seed, count))
            }),
            step: (seed.below(4) == 0).then(|| seed.below(count)),
            substitution: (seed.below(4) == 0).then(|| (seed.below(count), seed.below(count))),
            defaults: Defaults::random(seed),
            by_type: ByType::default(),
            nodes,
        };
        ByType::add_random(seed, &mut template, any);
        template
    }

    /// Returns the text before the inputs of the service.
    fn head(&self, is_variant: bool) -> String {
        let version = if is_variant { "tosca_2_0" } else { "tosca_variability_1_0" };
        let mut text = format!("tosca_definitions_version: {version}\n{TYPES}service_template:\n");
        if !is_variant {
            let _ = writeln!(text, "  variability:\n    options: {{ {} }}\n    inputs:", self.options.0);
            let of_input = |flag| self.constraint.as_ref().map_or(String::new(), |it| it.of_input(flag));
            for flag in 0..FLAGS {
                let (of_input, default) = (of_input(flag), self.defaults.of_flag(flag));
                let _ = writeln!(text, "      f{flag}: {{ type: boolean{of_input}{default} }}");
            }
            let default = self.defaults.of_mode();
            let _ = writeln!(
                text,
                "      mode: {{ type: string, {default}constraints: [ valid_values: [ a, b, c ] ] }}"
            );
            text.push_str(&self.by_type.text());
            let expressions = self.defaults.expressions();
            if !expressions.is_empty() {
                let _ = write!(text, "    expressions:\n{expressions}");
            }
            if let Some(Constraint::Any(one, other, mode)) = self.constraint {
                let parts = vec![Condition::Flag(one), Condition::Flag(other), Condition::Mode(mode)];
                let _ = writeln!(text, "    constraints: [ {} ]", Condition::Any(parts).text());
            }
        }
        text
    }

    /// Returns the text of the template, or of the variant with these values; and whether that variant refers to
    /// something absent, has a relation without an end, or several hosts or none although it may have one.
    pub(super) fn text(&self, values: Option<&Values>) -> (String, bool) {
        let mut broken = values.is_some_and(|values| self.relations_are_broken(&values.presence));
        let mut has_several = false;
        let is_present = |node: usize| values.is_none_or(|values| values.presence.nodes[node]);
        let has_output = values.is_none_or(|values| values.presence.output);
        let mut text = self.head(values.is_some());
        if values.is_none_or(|values| values.presence.input) {
            let guard = self.input.guard(values);
            let _ = writeln!(text, "  inputs: {{ size: {{ type: integer, default: 1{guard} }} }}");
        }
        let mut absent_start = |path: &[String]| {
            let start = path[0].strip_prefix('n').and_then(|number| number.parse().ok());
            broken |= start.is_some_and(|start: usize| !is_present(start));
            format!("{{ $get_property: [ {} ] }}", path.join(", "))
        };
        let numbers = (0..self.nodes.len()).filter(|number| is_present(*number));
        let mut nodes = String::new();
        for number in numbers {
            let (node, is_broken) = self.node_text(values, number, &mut absent_start);
            nodes.push_str(&node);
            has_several |= is_broken;
        }
        text.push_str(if nodes.is_empty() { "  node_templates: {}\n" } else { "  node_templates:\n" });
        text.push_str(&nodes);
        if let Some((condition, path)) = self.output.as_ref().filter(|_| has_output) {
            let (value, guard) = (absent_start(path), condition.guard(values));
            let _ = writeln!(text, "  outputs: {{ o: {{ value: {value}{guard} }} }}");
        }
        text.push_str(&self.lists_text(values));
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
        (text, broken || has_several)
    }

    /// Returns the text of a node template, and whether a variant has several of its alternatives, or no type;
    /// `path` returns the text of a path.
    fn node_text(
        &self,
        values: Option<&Values>,
        number: usize,
        path: &mut impl FnMut(&[String]) -> String,
    ) -> (String, bool) {
        let node = &self.nodes[number];
        let parts = values.map(|values| &values.presence.parts[number]);
        let (type_line, has_other_types) = node.assigned.type_line(node.kind, parts);
        let mut text = format!("    n{number}:\n{type_line}");
        if let Some(conditions) = node.condition.guard(values).strip_prefix(", ") {
            let _ = writeln!(text, "      {conditions}");
        }
        let (assigned, has_several) = node.assigned.text(parts, path);
        text.push_str(&assigned);
        if let Some((name, value)) = node.value.as_ref().filter(|_| node.assigned.is_empty()) {
            let _ = writeln!(text, "      properties: {{ {name}: {} }}", path(value));
        }
        let mut lines = String::new();
        for (index, relation) in node.relations.iter().enumerate() {
            if values.is_some_and(|values| !values.presence.relations[number][index]) {
                continue;
            }
            let guard = match (values, relation.is_default) {
                (None, true) => ", default_alternative: true".to_owned(),
                _ => relation.condition.guard(values),
            };
            let link = if relation.is_link { ", relationship: R" } else { "" };
            let (name, target) = (relation.name, relation.target);
            let _ = writeln!(lines, "      - {name}: {{ node: n{target}{link}{guard} }}");
        }
        if !lines.is_empty() {
            let _ = write!(text, "      requirements:\n{lines}");
        }
        (text, has_several || has_other_types)
    }

    /// Returns the text of the policy and the group.
    fn lists_text(&self, values: Option<&Values>) -> String {
        let has = |of: &dyn Fn(&Presence) -> bool| values.is_none_or(|values| of(&values.presence));
        let is_listed =
            |&&node: &&usize| has(&|presence| presence.nodes.get(node).copied().unwrap_or(presence.group));
        let name = |&node: &usize| if node < self.nodes.len() { format!("n{node}") } else { "g".to_owned() };
        let listed = |list: &[usize]| list.iter().filter(is_listed).map(name).collect::<Vec<_>>().join(", ");
        let mut text = String::new();
        if let Some((condition, targets)) = self.policy.as_ref().filter(|_| has(&|presence| presence.policy))
        {
            let (targets, guard) = (listed(targets), condition.guard(values));
            let _ = writeln!(text, "  policies: [ p: {{ type: P, targets: [ {targets} ]{guard} }} ]");
        }
        if let Some((condition, members)) = self.group.as_ref().filter(|_| has(&|presence| presence.group)) {
            let (members, guard) = (listed(members), condition.guard(values));
            let _ = writeln!(text, "  groups: {{ g: {{ type: G, members: [ {members} ]{guard} }} }}");
        }
        text
    }

    /// Returns the relations to a node, by source and index.
    fn incoming(&self, target: usize) -> impl Iterator<Item = (usize, usize)> {
        let all = self.nodes.iter().enumerate().flat_map(|(source, node)| {
            node.relations.iter().enumerate().map(move |(index, relation)| (source, index, relation.target))
        });
        all.filter(move |(_, _, other)| *other == target).map(|(source, index, _)| (source, index))
    }

    /// Whether a variant has a relation without an end, or several hosts or none although it may have one.
    fn relations_are_broken(&self, presence: &Presence) -> bool {
        self.nodes.iter().enumerate().any(|(number, node)| {
            let relations = node.relations.iter().enumerate();
            let present = relations.filter(|(index, _)| presence.relations[number][*index]);
            let present: Vec<&Relation> = present.map(|(_, relation)| relation).collect();
            let is_present = presence.nodes[number];
            let hosts = present.iter().filter(|relation| relation.name == "host").count();
            let may_have = node.relations.iter().any(|relation| relation.name == "host");
            present.iter().any(|relation| !is_present || !presence.nodes[relation.target])
                || is_present && (hosts > 1 || may_have && hosts == 0)
        })
    }

    /// Returns all variants, or `None` if an element of one needs its own absence.
    pub(super) fn variants(&self) -> Option<Vec<Values>> {
        let all = (0..(1 << FLAGS) * MODES.len()).map(|number| {
            let flags = std::array::from_fn(|flag| number >> flag & 1 == 1);
            Inputs { flags, mode: number >> FLAGS }
        });
        let allowed = all.filter(|inputs| self.constraint.as_ref().is_none_or(|it| it.is_satisfied(inputs)));
        allowed.map(|inputs| Some(Values { presence: self.presence(&inputs)? })).collect()
    }

    /// Whether no variant has what a finding is about: `place` is the node template or section, `text` what is marked there.
    pub(super) fn is_never_present(&self, variants: &[Values], place: &str, text: &str) -> bool {
        let never = |is_present: &dyn Fn(&Presence) -> bool| {
            variants.iter().all(|values| !is_present(&values.presence))
        };
        let number = place.strip_prefix('n').and_then(|number| number.parse::<usize>().ok());
        let Some(number) = number else {
            return match place {
                "policies" => never(&|presence| presence.policy),
                "groups" => never(&|presence| presence.group),
                "outputs" => never(&|presence| presence.output),
                _ => false,
            };
        };
        let relations = self.nodes[number].relations.iter().enumerate();
        let mut marked = relations
            .filter(|(_, relation)| relation.name == text || format!("n{}", relation.target) == text);
        // A part that is never present may have what is marked.
        let parts = self.nodes[number].assigned.nothing();
        let mut parts =
            parts.iter().enumerate().flat_map(|(kind, all)| (0..all.len()).map(move |index| (kind, index)));
        never(&|presence| presence.nodes[number])
            || parts.any(|(kind, index)| never(&|presence| presence.parts[number][kind][index]))
            || marked.any(|(index, _)| {
                never(&|presence| presence.nodes[number] && presence.relations[number][index])
            })
    }

    /// Returns the elements that are present: the least solution, in which absences are read from it.
    fn presence(&self, inputs: &Inputs) -> Option<Presence> {
        let mut least = self.nothing();
        loop {
            let most = self.least(inputs, &least);
            let next = self.least(inputs, &most);
            if next == least {
                return (least == most).then_some(least);
            }
            least = next;
        }
    }

    /// Returns values of some inputs as the text of a file, and for each node template and each of its relations
    /// whether the variant with these values and the defaults of other inputs has it; `None` if there is no variant.
    pub(super) fn given(&self, seed: &mut Random) -> Option<(String, Vec<Vec<bool>>)> {
        let (text, inputs) = self.defaults.given(seed);
        let presence = self.presence(&inputs)?;
        let nodes = presence.nodes.iter().zip(&presence.relations);
        Some((text, nodes.map(|(node, relations)| [&[*node], &relations[..]].concat()).collect()))
    }

    fn nothing(&self) -> Presence {
        let relations: Vec<Vec<bool>> =
            self.nodes.iter().map(|node| vec![false; node.relations.len()]).collect();
        Presence {
            nodes: vec![false; self.nodes.len()],
            parts: self.nodes.iter().map(|node| node.assigned.nothing()).collect(),
            supported: relations.clone(),
            relations,
            ..Presence::default()
        }
    }

    fn least(&self, inputs: &Inputs, negated: &Presence) -> Presence {
        let mut now = self.nothing();
        loop {
            let next = self.next(Facts { template: self, inputs, now: &now, negated });
            if next == now {
                return now;
            }
            now = next;
        }
    }

    /// Evaluates all elements once.
    fn next(&self, facts: Facts<'_>) -> Presence {
        let (now, [relations, nodes, groups, policies]) = (facts.now, self.options.1);
        let mut next = self.nothing();
        for (number, node) in self.nodes.iter().enumerate() {
            let holds = node.condition.is_true(facts, (number, number));
            let mut incoming = self.incoming(number).peekable();
            let is_pruned = nodes.has(!node.condition.is_always()) && incoming.peek().is_some();
            next.nodes[number] =
                holds && (!is_pruned || incoming.any(|(source, index)| now.supported[source][index]));
            let has_node = now.nodes[number];
            next.parts[number] = node.assigned.present(facts, &facts.negated.parts[number], has_node);
            for (index, relation) in node.relations.iter().enumerate() {
                let of_name = node.relations.iter().enumerate();
                let mut others = of_name.filter(|(other, of)| *other != index && of.name == relation.name);
                let holds = if relation.is_default {
                    now.nodes[number] && !others.any(|(other, _)| facts.negated.relations[number][other])
                } else {
                    relation.condition.is_true(facts, (number, relation.target))
                };
                let is_pruned = relations.has(relation.is_default || !relation.condition.is_always());
                let has_ends = now.nodes[number] && now.nodes[relation.target];
                next.relations[number][index] = holds && (!is_pruned || has_ends);
                next.supported[number][index] = holds && now.nodes[number];
            }
        }
        let is_listed = |&node: &usize| now.nodes.get(node).copied().unwrap_or(now.group);
        let of_list = |element: &Option<(Condition, Vec<usize>)>, pruned: Pruned| {
            element.as_ref().is_some_and(|(condition, list)| {
                let needs_any = pruned.has(!condition.is_always());
                condition.is_true(facts, (0, 0)) && (!needs_any || list.iter().any(is_listed))
            })
        };
        next.input = self.input.is_true(facts, (0, 0));
        next.output = self.output.as_ref().is_some_and(|(condition, _)| condition.is_true(facts, (0, 0)));
        next.group = of_list(&self.group, groups);
        next.policy = of_list(&self.policy, policies);
        next
    }
}
