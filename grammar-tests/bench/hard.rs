//! Variable templates whose analysis is hard, or large: for the bench `growth`.

use std::fmt::Write as _;

/// A kind of template, and the sizes to measure.
pub(crate) struct HardInstance {
    pub(crate) name: &'static str,
    pub(crate) sizes: &'static [usize],
    template: fn(usize) -> String,
}

/// All kinds.
pub(crate) const HARD: &[HardInstance] = &[
    hard("parities in two orders", &[20, 200, 2_000], parities),
    hard("pigeonhole", &[5, 8, 12, 30], pigeonhole),
    hard("random clauses", &[50, 150, 1_000], clauses),
    hard("sums of small numbers", &[10, 60, 200], sums),
    hard("exactly one by xor", &[20, 60, 200], exactly_one),
    hard("elements", &[3_000, 30_000], elements),
    hard("inputs", &[20, 200], inputs),
];

const fn hard(name: &'static str, sizes: &'static [usize], template: fn(usize) -> String) -> HardInstance {
    HardInstance { name, sizes, template }
}

impl HardInstance {
    pub(crate) fn template(&self, size: usize) -> String {
        (self.template)(size)
    }
}

/// Returns a template with Boolean inputs, named expressions and conditional nodes.
fn template(inputs: usize, expressions: &[(String, String)], nodes: &[String]) -> String {
    template_with((inputs, "{ type: boolean }"), expressions, nodes)
}

fn template_with(
    (inputs, of_type): (usize, &str),
    expressions: &[(String, String)],
    nodes: &[String],
) -> String {
    let mut text = String::from(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n",
    );
    for number in 0..inputs {
        let _ = writeln!(text, "      x{number}: {of_type}");
    }
    if !expressions.is_empty() {
        text.push_str("    expressions:\n");
    }
    for (name, expression) in expressions {
        let _ = writeln!(text, "      {name}: {expression}");
    }
    text.push_str("  node_templates:\n");
    for (number, condition) in nodes.iter().enumerate() {
        let _ = writeln!(text, "    n{number}: {{ type: tosca.nodes.Root, conditions: {condition} }}");
    }
    text
}

fn input(number: usize) -> String {
    format!("{{ get_variability_input: x{number} }}")
}

fn call(operator: &str, operands: impl IntoIterator<Item = String>) -> String {
    let operands: Vec<String> = operands.into_iter().collect();
    format!("{{ {operator}: [ {} ] }}", operands.join(", "))
}

fn not(operand: &str) -> String {
    format!("{{ not: {operand} }}")
}

/// A pseudorandom sequence.
fn random(state: &mut u64, below: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    usize::try_from(*state >> 16).unwrap_or(0) % below
}

/// A node that is present if the parities of the inputs in two orders differ: never.
fn parities(size: usize) -> String {
    let mut expressions = Vec::new();
    let mut parity = |name: &str, order: &dyn Fn(usize) -> usize| {
        for number in 0..size {
            let value = input(order(number));
            let expression = match number.checked_sub(1) {
                Some(before) => {
                    call("xor", [format!("{{ get_variability_condition: {name}{before} }}"), value])
                }
                None => value,
            };
            expressions.push((format!("{name}{number}"), expression));
        }
        format!("{{ get_variability_condition: {name}{} }}", size - 1)
    };
    // Seven has no common divisor with the sizes.
    let (first, second) = (parity("a", &|number| number), parity("b", &|number| number * 7 % size));
    template(size, &expressions, &[call("xor", [first, second])])
}

/// A node that is present if there is a place for each of more pigeons than places: never.
fn pigeonhole(size: usize) -> String {
    let is_in = |pigeon: usize, hole: usize| input(pigeon * size + hole);
    let mut conditions: Vec<String> =
        (0..=size).map(|pigeon| call("or", (0..size).map(|hole| is_in(pigeon, hole)))).collect();
    for hole in 0..size {
        for second in 0..=size {
            conditions.extend(
                (0..second).map(|first| not(&call("and", [is_in(first, hole), is_in(second, hole)]))),
            );
        }
    }
    template((size + 1) * size, &[], &[format!("[ {} ]", conditions.join(", "))])
}

/// A node with random clauses of three inputs, about as many as make them contradictory.
fn clauses(size: usize) -> String {
    let mut state = 0x2545_F491_4F6C_DD1D;
    let mut literal = || {
        let input = input(random(&mut state, size));
        if random(&mut state, 2) == 0 { not(&input) } else { input }
    };
    let conditions: Vec<String> =
        (0..size * 426 / 100).map(|_| call("or", [literal(), literal(), literal()])).collect();
    template(size, &[], &[format!("[ {} ]", conditions.join(", "))])
}

/// A node that is present if at most one of the inputs, and two of them, are 1: never.
fn sums(size: usize) -> String {
    let of_type = "{ type: integer, constraints: [ in_range: [ 0, 1 ] ] }";
    let at_most_one = call("less_or_equal", [call("add", (0..size).map(input)), "1".to_owned()]);
    let is_one = |number| call("equal", [input(number), "1".to_owned()]);
    template_with(
        (size, of_type),
        &[],
        &[format!("[ {at_most_one}, {}, {} ]", is_one(0), is_one(1)), at_most_one],
    )
}

/// Nodes for each input, if no other input is true.
fn exactly_one(size: usize) -> String {
    let one = call("xor", (0..size).map(input));
    let nodes: Vec<String> = (0..size).map(|number| call("and", [input(number), one.clone()])).collect();
    template(size, &[], &nodes)
}

/// As many nodes, with conditions over eight inputs.
fn elements(size: usize) -> String {
    let mut state = 0x2545_F491_4F6C_DD1D;
    let nodes: Vec<String> = (0..size)
        .map(|_| call("or", [input(random(&mut state, 8)), not(&input(random(&mut state, 8)))]))
        .collect();
    template(8, &[], &nodes)
}

/// As many inputs, with ten nodes for each.
fn inputs(size: usize) -> String {
    let mut state = 0x2545_F491_4F6C_DD1D;
    let nodes: Vec<String> = (0..10 * size)
        .map(|number| call("and", [input(number % size), not(&input(random(&mut state, size)))]))
        .collect();
    template(size, &[], &nodes)
}
