//! Generated feature models, which are written in both languages and counted by trying all selections.

use std::fmt::Write as _;

use crate::cli::Project;
use crate::variability::Random;

/// A feature: its name, and groups of features below it.
struct Node {
    number: usize,
    groups: Vec<(Kind, Vec<Node>)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Mandatory,
    Optional,
    Or,
    Alternative,
    Range(usize, usize),
}

enum Rule {
    Is(usize),
    Not(Box<Rule>),
    Two(&'static str, Box<Rule>, Box<Rule>),
}

/// A model, and the number of its features.
struct Model {
    root: Node,
    count: usize,
    rules: Vec<Rule>,
}

const NAMES: [&str; 4] = ["F", "Feature ", "größe_", "x-"];

fn name(number: usize) -> String {
    format!("{}{number}", NAMES[number % NAMES.len()])
}

impl Model {
    /// Generates a model; without `ranges`, it has a form in both languages.
    fn new(random: &mut Random, has_ranges: bool) -> Self {
        let mut count = 0;
        let root = node(random, &mut count, 0, has_ranges);
        let rules = (0..random.below(4)).map(|_| rule(random, count, 2)).collect();
        Self { root, count, rules }
    }

    /// Returns the number of selections that the model allows.
    fn configurations(&self) -> usize {
        let allows = |selected: &u32| {
            let is = |number: usize| selected >> number & 1 == 1;
            is(0) && fits(&self.root, &is) && self.rules.iter().all(|rule| holds(rule, &is))
        };
        (0..1_u32 << self.count).filter(allows).count()
    }

    fn uvl(&self) -> String {
        let mut text = String::from("namespace Model\n\nfeatures\n");
        write_uvl(&mut text, &self.root, 1);
        if !self.rules.is_empty() {
            text.push_str("\nconstraints\n");
            for rule in &self.rules {
                let _ = writeln!(text, "\t{}", uvl_rule(rule));
            }
        }
        text
    }

    fn xml(&self) -> String {
        let mut text = String::from("<?xml version=\"1.0\"?>\n<featureModel><properties/><struct>\n");
        write_xml(&mut text, &self.root, false);
        text.push_str("</struct>\n<constraints>\n");
        for rule in &self.rules {
            let _ = writeln!(text, "<rule>{}</rule>", xml_rule(rule));
        }
        text.push_str("</constraints></featureModel>\n");
        text
    }
}

fn node(random: &mut Random, count: &mut usize, depth: usize, has_ranges: bool) -> Node {
    let number = *count;
    *count += 1;
    let mut groups = Vec::new();
    // The other language has one group for each feature, but optional and mandatory features together.
    let most = if has_ranges { random.below(3) } else { random.below(2) };
    for _ in 0..if depth == 0 { most.max(1) } else { most } {
        let mut members = Vec::new();
        for _ in 0..=random.below(4) {
            if *count < 11 && depth < 3 {
                members.push(node(random, count, depth + 1, has_ranges));
            }
        }
        if members.is_empty() {
            break;
        }
        let kind = match random.below(if has_ranges { 5 } else { 4 }) {
            0 => Kind::Mandatory,
            1 => Kind::Optional,
            2 => Kind::Or,
            3 => Kind::Alternative,
            _ => {
                let least = random.below(members.len() + 1);
                Kind::Range(least, least + random.below(members.len() + 2 - least))
            }
        };
        groups.push((kind, members));
    }
    Node { number, groups }
}

fn rule(random: &mut Random, count: usize, depth: usize) -> Rule {
    match random.below(if depth == 0 { 1 } else { 4 }) {
        0 => Rule::Is(random.below(count)),
        1 => Rule::Not(Box::new(rule(random, count, depth - 1))),
        _ => {
            let operator = ["&", "|", "=>", "<=>"][random.below(4)];
            let mut operand = || Box::new(rule(random, count, depth - 1));
            Rule::Two(operator, operand(), operand())
        }
    }
}

fn fits(node: &Node, is: &dyn Fn(usize) -> bool) -> bool {
    node.groups.iter().all(|(kind, members)| {
        let selected = members.iter().filter(|member| is(member.number)).count();
        let (least, most) = match kind {
            Kind::Mandatory => (members.len(), members.len()),
            Kind::Optional => (0, members.len()),
            Kind::Or => (1, members.len()),
            Kind::Alternative => (1, 1),
            Kind::Range(least, most) => (*least, *most),
        };
        let is_right = if is(node.number) { (least..=most).contains(&selected) } else { selected == 0 };
        is_right && members.iter().all(|member| fits(member, is))
    })
}

fn holds(rule: &Rule, is: &dyn Fn(usize) -> bool) -> bool {
    match rule {
        Rule::Is(number) => is(*number),
        Rule::Not(operand) => !holds(operand, is),
        Rule::Two(operator, first, second) => {
            let (first, second) = (holds(first, is), holds(second, is));
            match *operator {
                "&" => first && second,
                "|" => first || second,
                "=>" => !first || second,
                _ => first == second,
            }
        }
    }
}

fn write_uvl(text: &mut String, node: &Node, depth: usize) {
    let _ = writeln!(text, "{}\"{}\"", "\t".repeat(depth), name(node.number));
    for (kind, members) in &node.groups {
        let word = match kind {
            Kind::Mandatory => "mandatory".to_owned(),
            Kind::Optional => "optional".to_owned(),
            Kind::Or => "or".to_owned(),
            Kind::Alternative => "alternative".to_owned(),
            Kind::Range(least, most) if least == most => format!("[{least}]"),
            Kind::Range(least, most) => format!("[{least}..{most}]"),
        };
        let _ = writeln!(text, "{}{word}", "\t".repeat(depth + 1));
        for member in members {
            write_uvl(text, member, depth + 2);
        }
    }
}

fn uvl_rule(rule: &Rule) -> String {
    match rule {
        Rule::Is(number) => format!("\"{}\"", name(*number)),
        Rule::Not(operand) => format!("!({})", uvl_rule(operand)),
        Rule::Two(operator, first, second) => {
            format!("({}) {operator} ({})", uvl_rule(first), uvl_rule(second))
        }
    }
}

fn write_xml(text: &mut String, node: &Node, is_mandatory: bool) {
    let group = node.groups.first();
    let element = match group {
        None => "feature",
        Some((Kind::Or, _)) => "or",
        Some((Kind::Alternative, _)) => "alt",
        Some(_) => "and",
    };
    let mandatory = if is_mandatory { " mandatory=\"true\"" } else { "" };
    let _ = writeln!(text, "<{element}{mandatory} name=\"{}\">", name(node.number));
    for (kind, members) in &node.groups {
        for member in members {
            write_xml(text, member, *kind == Kind::Mandatory);
        }
    }
    let _ = writeln!(text, "</{element}>");
}

fn xml_rule(rule: &Rule) -> String {
    match rule {
        Rule::Is(number) => format!("<var>{}</var>", name(*number)),
        Rule::Not(operand) => format!("<not>{}</not>", xml_rule(operand)),
        Rule::Two(operator, first, second) => {
            let word = match *operator {
                "&" => "conj",
                "|" => "disj",
                "=>" => "imp",
                _ => "eq",
            };
            format!("<{word}>{}{}</{word}>", xml_rule(first), xml_rule(second))
        }
    }
}

/// Returns the number of combinations of the template that is made of a feature model.
pub(super) fn imported(project: &Project, file: &str) -> usize {
    let template = project.run(&["init", "-", "--features", file]).ended(0).out;
    project.add("family.yaml", &template);
    // A model without any configuration is an error.
    let run = project.run(&["variants", "family.yaml", "--count"]);
    assert!(matches!(run.code, Some(0 | 1)), "{}", run.err);
    let words: Vec<&str> = run.out.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "from").expect("the number of combinations");
    words[at + 1].replace(',', "").parse().expect("a number")
}

#[test]
fn generated_models_have_as_many_configurations_as_selections_that_fit() {
    let project = Project::new(&[]);
    let mut random = Random(0x5EED_F00D);
    let (mut some, mut none) = (0, 0);
    for round in 0..60 {
        let has_ranges = round % 2 == 0;
        let model = Model::new(&mut random, has_ranges);
        let expected = model.configurations();
        project.add("model.uvl", model.uvl());
        assert_eq!(imported(&project, "model.uvl"), expected, "{}", model.uvl());
        if !has_ranges {
            project.add("model.xml", model.xml());
            assert_eq!(imported(&project, "model.xml"), expected, "{}", model.xml());
        }
        *(if expected > 0 { &mut some } else { &mut none }) += 1;
    }
    assert!(some > 30 && none > 0, "{some} {none}");
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn an_independent_library_counts_the_same() {
    let python = std::env::var("TOSCA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let imports = "import flamapy.metamodels.pysat_metamodel, flamapy.metamodels.fm_metamodel";
    let run = std::process::Command::new(&python).args(["-c", imports]).output();
    if !run.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: flamapy-fm and flamapy-sat are not installed");
        return;
    }
    let project = Project::new(&[]);
    let mut random = Random(0xFEED_5EED);
    for _ in 0..12 {
        let model = Model::new(&mut random, false);
        project.add("model.uvl", model.uvl());
        let count = imported(&project, "model.uvl");
        project.run(&["variants", "family.yaml", "--format", "dimacs", "-o", "model.cnf"]);
        let output = std::process::Command::new(&python)
            .arg(crate::project("grammar-tests/suite/family/count_configurations.py"))
            .args([project.path("model.uvl"), project.path("model.cnf")])
            .output()
            .expect("Python runs");
        let counts = String::from_utf8_lossy(&output.stdout).into_owned();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(counts, format!("{count}\n{count}\n"), "{err}\n{}", model.uvl());
    }
}
