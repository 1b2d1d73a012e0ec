//! The reference of the language as Markdown, generated from its tables.

use std::fmt::Write as _;

use crate::diagnostics::{ALL, with_article};
use crate::keynames::{AddedRow, Meta, Presence};

use super::model::ElementKind;
use super::operators::{OperandType, Operands, Operator, Signature, TABLE};
use super::read::GROUP_ROOT;
use super::tables::{CONDITIONS_OF_TYPE, DEFINITION, EXTENSION, INPUT, OPTIONS, PRESET, TYPE_CONDITIONS};

/// Returns the page: keynames, elements with conditions, operators and functions, and how variants are computed.
#[must_use]
pub fn reference() -> String {
    let mut text = format!("{HEAD}\n");
    text.push_str("## Keynames\n\n");
    for table in [&DEFINITION, &INPUT, &PRESET, &OPTIONS, &TYPE_CONDITIONS, &CONDITIONS_OF_TYPE] {
        write_keynames(&mut text, table);
    }
    text.push_str(
        "## Elements with conditions\n\nThe following entities may have the keyname `conditions`: ",
    );
    text.push_str("a condition, or a list of conditions that must all be true.\n\n");
    let added = EXTENSION.added.iter().filter(|row| row.keyname.name == "conditions");
    for table in added.flat_map(|row: &AddedRow| row.tables) {
        let table = if *table == "parameter definition" { "input" } else { table };
        let _ = writeln!(text, "* {table}");
    }
    text.push_str("* output (an extension)\n");
    text.push_str("* property in a list, artifact of a node template, type in a list of types of a node template (extensions)\n");
    let _ = writeln!(
        text,
        "\nThe conditions of a group whose type is derived from `{GROUP_ROOT}` are those of its members; such a group is \
         never in the result."
    );
    for (title, is_in) in SECTIONS {
        let _ = writeln!(
            text,
            "\n## {title}\n\n| operator | operands | result | meaning |\n| :-- | :-- | :-- | :-- |"
        );
        for row in TABLE.iter().filter(|row| is_in(row)) {
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | {} |",
                row.name,
                operands(row.operands),
                row.result.name(),
                meaning(row.operator)
            );
        }
    }
    let _ = writeln!(text, "\n{TAIL}\n## Rules\n\n| rule | level |\n| :-- | :-- |");
    for rule in ALL.iter().filter(|rule| rule.code.starts_with(AREA)) {
        let _ = writeln!(text, "| `{}` {} | {} |", rule.code, rule.name, rule.level.name());
    }
    text
}

/// The area of the rules of the dialect.
const AREA: &str = "T11";

const HEAD: &str = "\
# Variable templates: reference

`tosca explain variability` prints this page. A variable service template starts with
`tosca_definitions_version: tosca_variability_1_0`; its other parts are those of TOSCA 1.3, or with `service_template`
those of TOSCA 2.0. Results are in the same version, unless `tosca resolve --to` selects another one.
";

const TAIL: &str = "\
## Presence

An element without conditions is always present, also if its source or target is absent: then that is reported, unless
the element is removed by pruning. A requirement assignment with `default_alternative: true` is present if its node template is and no other
assignment of that requirement is; this is an extension. Presences may depend on each other: a cycle has its least
solution; it is an error if an element in it needs its own absence.

`options` of the variability definition, an extension, apply to all commands. A node template that is targeted needs a
requirement assignment whose own conditions are true and whose node template is present. `mode` sets several options; an
option for one kind of element takes precedence over one for all kinds, and that over `mode`:

| `mode` | options |
| :-- | :-- |
| `manual` | none; the default |
| `consistent-strict` | `relation_default_condition` |
| `consistent-loose` | `relation_pruning` |
| `semantic-strict` | `default_condition` |
| `semantic-loose` | `pruning` |

These options of `tosca resolve` replace those of the template for their kind of element:

| option of `tosca resolve` | effect |
| :-- | :-- |
| `--prune-relations` | a requirement assignment without conditions is present if its node template is |
| `--prune-relations=all` | also one with conditions, which are ignored |
| `--prune-nodes` | a node template without conditions that requirement assignments target is present if any of them is |
| `--prune-nodes=all` | also one with conditions, which are ignored |

## Checks of a variant

| check | option to skip it |
| :-- | :-- |
| the node template of a requirement assignment is present | `--skip source` |
| the target of a requirement assignment is present | `--skip target` |
| a node template has at most one host | `--skip several-hosts` |
| a node template that can have a host has one | `--skip lost-host` |
| references to elements, such as members, targets and `get_input`, have what they refer to | none |
| the result is valid TOSCA | `--no-check` |

## Values of inputs

The value of an input comes from the first of these that has one: `-i`, `--inputs`, the last `--preset`, `default` or
`default_expression`. The last of these is an extension.

All variants are considered without values for inputs. A Boolean has two values; an input with `valid_values`, or with
at most 256 integers between bounds, has all of its values. Of other inputs, those values are considered that conditions
compare it with, values around and between these, and one that stands for all others. They decide a condition that
compares inputs with fixed values or, if they are few, with each other, and one that reads the remainder of an integer by
a small number. A condition that reads more is decided only if its inputs have all their values, or if it compares a sum.
Other conditions are not analyzed: findings that depend on them are reported as possible.
";

fn write_keynames(text: &mut String, table: &Meta) {
    let _ = writeln!(text, "### Of a {}\n\n| keyname | value |\n| :-- | :-- |", table.name);
    for keyname in table.keynames {
        let mandatory = if keyname.presence == Presence::Mandatory { " Mandatory." } else { "" };
        let _ = writeln!(text, "| `{}` | {}{mandatory} |", keyname.name, keyname.doc);
    }
    text.push('\n');
}

/// A title, and whether a row is in the section.
type Section = (&'static str, fn(&Signature) -> bool);

/// The sections of operators.
const SECTIONS: &[Section] = &[
    ("Functions", is_function),
    ("Logic", |row| is_logic(row)),
    ("Comparisons", |row| row.result == OperandType::Boolean && !is_function(row) && !is_logic(row)),
    ("Numbers and texts", |row| row.result != OperandType::Boolean && !is_function(row)),
];

/// Whether an operator reads inputs, expressions or elements.
fn is_function(row: &Signature) -> bool {
    matches!(row.operands, Operands::InputName | Operands::ExpressionName) || row.operands.are_elements()
}

fn is_logic(row: &Signature) -> bool {
    let is_boolean = |operands| match operands {
        Operands::One(OperandType::Boolean) | Operands::Many(OperandType::Boolean, _) => true,
        Operands::Two(first, _) => first == OperandType::Boolean,
        _ => false,
    };
    is_boolean(row.operands) && row.result == OperandType::Boolean
}

fn operands(operands: Operands) -> String {
    let plural = |of: OperandType| of.name().split_once(' ').map_or("", |(_, noun)| noun).to_owned() + "s";
    match operands {
        Operands::One(of) => of.name().to_owned(),
        Operands::Many(of, 0) => format!("list of {}", plural(of)),
        Operands::Many(of, least) => format!("list of {least} or more {}", plural(of)),
        Operands::Two(first, second) => format!("list: {}, {}", first.name(), second.name()),
        Operands::Range => "list: a number, a list of two bounds".to_owned(),
        Operands::Choice => "list: a value, a list of values".to_owned(),
        Operands::Joined => "list: a list of values, a separator".to_owned(),
        Operands::Token => "list: a string, a separator, an index".to_owned(),
        Operands::InputName => "name of a variability input".to_owned(),
        Operands::ExpressionName => "name of an expression".to_owned(),
        Operands::Element => {
            "name of a node template, or list: a node template, a requirement or its index".to_owned()
        }
        Operands::Named(ElementKind::Input) => "name of an input of the service template".to_owned(),
        Operands::Named(kind) => format!("name of a {}", kind.name()),
        Operands::Part(kind) => format!("list: a node template, {} or its index", with_article(kind.name())),
        Operands::Itself => "`SELF`".to_owned(),
    }
}

fn meaning(operator: Operator) -> &'static str {
    match operator {
        Operator::And => "all are true",
        Operator::Or => "at least one is true",
        Operator::Not => "is false",
        Operator::Xor | Operator::ExactlyOne => "exactly one is true",
        Operator::AtMostOne => "at most one is true",
        Operator::Implies => "the second is true if the first is",
        Operator::Add => "sum",
        Operator::Sub => "the first minus the others",
        Operator::Mul => "product",
        Operator::Div => "the first divided by the others, exact; never by zero",
        Operator::Mod => "remainder",
        Operator::Equal => "all are equal",
        Operator::GreaterThan => "the first is greater",
        Operator::GreaterOrEqual => "the first is greater, or equal",
        Operator::LessThan => "the first is less",
        Operator::LessOrEqual => "the first is less, or equal",
        Operator::InRange => {
            "is between the bounds, or equal to one; `UNBOUNDED` in place of a bound allows all"
        }
        Operator::Length => "has this number of characters or entries",
        Operator::MinLength => "has at least this number of characters or entries",
        Operator::MaxLength => "has at most this number of characters or entries",
        Operator::ValidValues => "is one of the values",
        Operator::Pattern => "matches a regular expression as a whole",
        Operator::Concat => "the texts, one after the other",
        Operator::Join => "the texts, with the separator between them",
        Operator::Token => "the part with this index, from 0, of the text between separators",
        Operator::Input => "value of the input",
        Operator::Expression => "value of the expression",
        Operator::Condition => "whether the expression is true",
        Operator::ElementPresence
        | Operator::InputPresence
        | Operator::GroupPresence
        | Operator::PolicyPresence => "whether the element is present",
        Operator::PropertyPresence => "whether the node template is present and assigns the property",
        Operator::ArtifactPresence => "whether the node template is present and has the artifact",
        Operator::TypePresence => {
            "whether the node template has the type: whether it and the type are present"
        }
        Operator::PresentMember => "whether any member of the group is present",
        Operator::PresentTarget => "whether any target of the policy is present",
        Operator::IncomingRelation => "whether any requirement assignment that targets it is present",
        Operator::HostPresence => "whether any host of the node template is present",
        Operator::AnyPresent => "any is present",
        Operator::SourcePresence => "whether the node template of the requirement is present",
        Operator::TargetPresence => "whether the target of the requirement is present",
    }
}
