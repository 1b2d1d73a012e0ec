//! The operators and functions of expressions: those of the specification as one table, and other spellings
//! of later drafts.

use super::model::ElementKind;

/// An operator or function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// All operands are true.
    And,
    /// At least one operand is true.
    Or,
    /// The operand is false.
    Not,
    /// Exactly one operand is true.
    Xor,
    /// Exactly one operand is true, which no tool interprets as a parity.
    ExactlyOne,
    /// At most one operand is true.
    AtMostOne,
    /// The second operand is true if the first one is.
    Implies,
    /// The sum.
    Add,
    /// The first operand minus the others.
    Sub,
    /// The product.
    Mul,
    /// The first operand divided by the others.
    Div,
    /// The remainder of a division.
    Mod,
    /// All operands are equal.
    Equal,
    /// The first operand is greater.
    GreaterThan,
    /// The first operand is not less.
    GreaterOrEqual,
    /// The first operand is less.
    LessThan,
    /// The first operand is not greater.
    LessOrEqual,
    /// The operand is between two inclusive bounds.
    InRange,
    /// The operand has this number of characters or entries.
    Length,
    /// The operand has at least this number of characters or entries.
    MinLength,
    /// The operand has at most this number of characters or entries.
    MaxLength,
    /// The operand is an entry of a list.
    ValidValues,
    /// The whole text matches a regular expression: only in declarations of inputs.
    Pattern,
    /// The concatenation of the operands.
    Concat,
    /// The concatenation of the operands, with a separator.
    Join,
    /// A part of a text.
    Token,
    /// The value of a variability input.
    Input,
    /// The value of a named expression.
    Expression,
    /// The value of a named expression that is a condition.
    Condition,
    /// Whether a node template or requirement assignment is present.
    ElementPresence,
    /// Whether an input of the service template is present.
    InputPresence,
    /// Whether a group is present.
    GroupPresence,
    /// Whether a policy is present.
    PolicyPresence,
    /// Whether any member of a group is present.
    PresentMember,
    /// Whether any target of a policy is present.
    PresentTarget,
    /// Whether any requirement assignment that targets a node template is present.
    IncomingRelation,
    /// Whether any host of a node template is present.
    HostPresence,
    /// Whether a node template has a property.
    PropertyPresence,
    /// Whether a node template has an artifact.
    ArtifactPresence,
    /// Whether a node template has a type.
    TypePresence,
    /// Any of the elements is present: what the operators before this one mean for several elements.
    AnyPresent,
    /// Whether the source of the relation is present.
    SourcePresence,
    /// Whether the target of the relation is present.
    TargetPresence,
}

/// The type of an operand or result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandType {
    /// `true` or `false`.
    Boolean,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A list.
    List,
    /// A map.
    Map,
    /// A value of another type, which can only be compared.
    Other,
    /// Unknown, or invalid and already reported.
    Unknown,
}

impl OperandType {
    /// Describes the type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OperandType::Boolean => "a Boolean",
            OperandType::Number => "a number",
            OperandType::Text => "a string",
            OperandType::List => "a list",
            OperandType::Map => "a map",
            OperandType::Other | OperandType::Unknown => "a value",
        }
    }
}

/// The syntax of the operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operands {
    /// A single operand that is not in a list.
    One(OperandType),
    /// A list with at least this number of operands.
    Many(OperandType, usize),
    /// A list of two operands.
    Two(OperandType, OperandType),
    /// A value and a list of two bounds.
    Range,
    /// A value and a list of values.
    Choice,
    /// A list of values and a separator.
    Joined,
    /// A text, a separator and an index.
    Token,
    /// The name of an input.
    InputName,
    /// The name of an expression.
    ExpressionName,
    /// A node template, or a requirement assignment of a node template.
    Element,
    /// The name of an element of this kind.
    Named(ElementKind),
    /// A node template, and an assignment of this kind that it has, by name or index.
    Part(ElementKind),
    /// The word `SELF`.
    Itself,
}

impl Operands {
    /// Whether the operands are elements, whose presence the operator reads.
    pub(super) fn are_elements(self) -> bool {
        matches!(self, Self::Element | Self::Named(_) | Self::Part(_) | Self::Itself)
    }
}

/// A row of the table.
#[derive(Debug)]
pub(super) struct Signature {
    pub(super) operator: Operator,
    pub(super) name: &'static str,
    pub(super) operands: Operands,
    pub(super) result: OperandType,
}

const fn row(name: &'static str, operator: Operator, operands: Operands, result: OperandType) -> Signature {
    Signature { operator, name, operands, result }
}

/// The table. `valid_values` is not in the specification, but in all tools that implement it.
pub(super) static TABLE: &[Signature] = &[
    row("and", Operator::And, Operands::Many(OperandType::Boolean, 0), OperandType::Boolean),
    row("or", Operator::Or, Operands::Many(OperandType::Boolean, 0), OperandType::Boolean),
    row("not", Operator::Not, Operands::One(OperandType::Boolean), OperandType::Boolean),
    row("xor", Operator::Xor, Operands::Many(OperandType::Boolean, 0), OperandType::Boolean),
    row("exo", Operator::ExactlyOne, Operands::Many(OperandType::Boolean, 0), OperandType::Boolean),
    row("amo", Operator::AtMostOne, Operands::Many(OperandType::Boolean, 0), OperandType::Boolean),
    row(
        "implies",
        Operator::Implies,
        Operands::Two(OperandType::Boolean, OperandType::Boolean),
        OperandType::Boolean,
    ),
    row("add", Operator::Add, Operands::Many(OperandType::Number, 0), OperandType::Number),
    row("sub", Operator::Sub, Operands::Many(OperandType::Number, 1), OperandType::Number),
    row("mul", Operator::Mul, Operands::Many(OperandType::Number, 0), OperandType::Number),
    row("div", Operator::Div, Operands::Many(OperandType::Number, 1), OperandType::Number),
    row("mod", Operator::Mod, Operands::Two(OperandType::Number, OperandType::Number), OperandType::Number),
    row("equal", Operator::Equal, Operands::Many(OperandType::Unknown, 2), OperandType::Boolean),
    row(
        "greater_than",
        Operator::GreaterThan,
        Operands::Two(OperandType::Number, OperandType::Number),
        OperandType::Boolean,
    ),
    row(
        "greater_or_equal",
        Operator::GreaterOrEqual,
        Operands::Two(OperandType::Number, OperandType::Number),
        OperandType::Boolean,
    ),
    row(
        "less_than",
        Operator::LessThan,
        Operands::Two(OperandType::Number, OperandType::Number),
        OperandType::Boolean,
    ),
    row(
        "less_or_equal",
        Operator::LessOrEqual,
        Operands::Two(OperandType::Number, OperandType::Number),
        OperandType::Boolean,
    ),
    row("in_range", Operator::InRange, Operands::Range, OperandType::Boolean),
    row(
        "length",
        Operator::Length,
        Operands::Two(OperandType::Unknown, OperandType::Number),
        OperandType::Boolean,
    ),
    row(
        "min_length",
        Operator::MinLength,
        Operands::Two(OperandType::Unknown, OperandType::Number),
        OperandType::Boolean,
    ),
    row(
        "max_length",
        Operator::MaxLength,
        Operands::Two(OperandType::Unknown, OperandType::Number),
        OperandType::Boolean,
    ),
    row("valid_values", Operator::ValidValues, Operands::Choice, OperandType::Boolean),
    row("concat", Operator::Concat, Operands::Many(OperandType::Unknown, 0), OperandType::Text),
    row("join", Operator::Join, Operands::Joined, OperandType::Text),
    row("token", Operator::Token, Operands::Token, OperandType::Text),
    row("get_variability_input", Operator::Input, Operands::InputName, OperandType::Unknown),
    row("get_variability_expression", Operator::Expression, Operands::ExpressionName, OperandType::Unknown),
    row("get_variability_condition", Operator::Condition, Operands::ExpressionName, OperandType::Boolean),
    row("get_element_presence", Operator::ElementPresence, Operands::Element, OperandType::Boolean),
    row("input_presence", Operator::InputPresence, Operands::Named(ElementKind::Input), OperandType::Boolean),
    row("group_presence", Operator::GroupPresence, Operands::Named(ElementKind::Group), OperandType::Boolean),
    row(
        "policy_presence",
        Operator::PolicyPresence,
        Operands::Named(ElementKind::Policy),
        OperandType::Boolean,
    ),
    row(
        "has_present_member",
        Operator::PresentMember,
        Operands::Named(ElementKind::Group),
        OperandType::Boolean,
    ),
    row(
        "has_present_target",
        Operator::PresentTarget,
        Operands::Named(ElementKind::Policy),
        OperandType::Boolean,
    ),
    row(
        "has_incoming_relation",
        Operator::IncomingRelation,
        Operands::Named(ElementKind::Node),
        OperandType::Boolean,
    ),
    row("host_presence", Operator::HostPresence, Operands::Named(ElementKind::Node), OperandType::Boolean),
    row(
        "property_presence",
        Operator::PropertyPresence,
        Operands::Part(ElementKind::Property),
        OperandType::Boolean,
    ),
    row(
        "artifact_presence",
        Operator::ArtifactPresence,
        Operands::Part(ElementKind::Artifact),
        OperandType::Boolean,
    ),
    row("type_presence", Operator::TypePresence, Operands::Part(ElementKind::Type), OperandType::Boolean),
    row("get_source_presence", Operator::SourcePresence, Operands::Itself, OperandType::Boolean),
    row("get_target_presence", Operator::TargetPresence, Operands::Itself, OperandType::Boolean),
];

/// The operators that are extensions of this tool.
pub(super) const EXTENSIONS: &[Operator] = &[
    Operator::ExactlyOne,
    Operator::AtMostOne,
    Operator::InputPresence,
    Operator::GroupPresence,
    Operator::PolicyPresence,
    Operator::PresentMember,
    Operator::PresentTarget,
    Operator::IncomingRelation,
    Operator::HostPresence,
    Operator::PropertyPresence,
    Operator::ArtifactPresence,
    Operator::TypePresence,
];

/// Returns the row of `name`, which may start with `$` like functions of TOSCA 2.0.
pub(super) fn signature(name: &str) -> Option<&'static Signature> {
    let plain = name.strip_prefix('$').unwrap_or(name);
    TABLE.iter().find(|row| row.name == plain)
}

/// An operator of later drafts.
#[derive(Clone, Copy, Debug)]
pub(super) enum LaterSpelling {
    /// It means what this operator does.
    Of(&'static Signature),
    /// Nothing here means the same.
    WithoutEquivalent,
}

/// Returns what an operator of later drafts is called here, or `None` if they have no such operator.
pub(super) fn later_spelling(name: &str) -> Option<LaterSpelling> {
    let plain = name.strip_prefix('$').unwrap_or(name);
    if let Some((_, here)) = RENAMED.iter().find(|(later, _)| *later == plain) {
        return signature(here).map(LaterSpelling::Of);
    }
    WITHOUT_EQUIVALENT.contains(&plain).then_some(LaterSpelling::WithoutEquivalent)
}

/// Names of operators in later drafts, and here. `xor` has its name in both, but another meaning there.
const RENAMED: &[(&str, &str)] = &[
    ("variability_input", "get_variability_input"),
    ("value_expression", "get_variability_expression"),
    ("logic_expression", "get_variability_condition"),
    ("node_presence", "get_element_presence"),
    ("relation_presence", "get_element_presence"),
    ("source_presence", "get_source_presence"),
    ("target_presence", "get_target_presence"),
    ("greater", "greater_than"),
    ("less", "less_than"),
    ("has_present_targets", "has_present_target"),
    ("has_present_members", "has_present_member"),
];

/// Operators of later drafts that mean what nothing here does.
const WITHOUT_EQUIVALENT: &[&str] = &[
    "implied",
    "import_presence",
    "has_source",
    "has_incoming_relation_naive",
    "is_consumed",
    "is_produced",
    "container_presence",
    "weekday",
    "same",
    "before",
    "before_or_same",
    "after",
    "after_or_same",
    "within",
];
