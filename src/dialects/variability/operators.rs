//! The operators and functions of expressions: what the document lists, as one table, and what later drafts
//! call the same.

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
    /// The second operand is true where the first one is.
    Implies,
    /// The sum.
    Add,
    /// The first operand without the others.
    Sub,
    /// The product.
    Mul,
    /// The first operand divided by the others.
    Div,
    /// What remains of a division.
    Mod,
    /// All operands are the same.
    Equal,
    /// The first operand is greater.
    GreaterThan,
    /// The first operand is not less.
    GreaterOrEqual,
    /// The first operand is less.
    LessThan,
    /// The first operand is not greater.
    LessOrEqual,
    /// The operand lies between two bounds, which belong to the range.
    InRange,
    /// The operand has so many characters or entries.
    Length,
    /// It has at least so many.
    MinLength,
    /// It has at most so many.
    MaxLength,
    /// The operand is one of a list.
    ValidValues,
    /// The text matches a regular expression as a whole: in declarations of inputs only.
    Pattern,
    /// The operands as one text.
    Concat,
    /// The operands as one text, with another between them.
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
    /// Whether the source of the relation is present.
    SourcePresence,
    /// Whether the target of the relation is present.
    TargetPresence,
}

/// What an operand is, or a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
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
    /// Not known, or wrong, which was told.
    Unknown,
}

impl Type {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Type::Boolean => "a Boolean",
            Type::Number => "a number",
            Type::Text => "a string",
            Type::List => "a list",
            Type::Map => "a map",
            Type::Other | Type::Unknown => "a value",
        }
    }
}

/// How the operands are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operands {
    /// One that is not in a list.
    One(Type),
    /// A list of at least so many.
    Many(Type, usize),
    /// A list of two.
    Two(Type, Type),
    /// A value and a list of two bounds.
    Range,
    /// A value and a list of values.
    Choice,
    /// A list of values and a text.
    Joined,
    /// A value, a text and an index.
    Token,
    /// The name of an input.
    InputName,
    /// The name of an expression.
    ExpressionName,
    /// A node template, or a requirement assignment of one.
    Element,
    /// The word `SELF`.
    Itself,
}

/// One line of the table.
#[derive(Debug)]
pub(super) struct Signature {
    pub(super) operator: Operator,
    pub(super) name: &'static str,
    pub(super) operands: Operands,
    pub(super) result: Type,
}

const fn line(name: &'static str, operator: Operator, operands: Operands, result: Type) -> Signature {
    Signature { operator, name, operands, result }
}

/// The table. `valid_values` is not in the document, but in all tools that follow it.
pub(super) static TABLE: &[Signature] = &[
    line("and", Operator::And, Operands::Many(Type::Boolean, 0), Type::Boolean),
    line("or", Operator::Or, Operands::Many(Type::Boolean, 0), Type::Boolean),
    line("not", Operator::Not, Operands::One(Type::Boolean), Type::Boolean),
    line("xor", Operator::Xor, Operands::Many(Type::Boolean, 0), Type::Boolean),
    line("implies", Operator::Implies, Operands::Two(Type::Boolean, Type::Boolean), Type::Boolean),
    line("add", Operator::Add, Operands::Many(Type::Number, 0), Type::Number),
    line("sub", Operator::Sub, Operands::Many(Type::Number, 1), Type::Number),
    line("mul", Operator::Mul, Operands::Many(Type::Number, 0), Type::Number),
    line("div", Operator::Div, Operands::Many(Type::Number, 1), Type::Number),
    line("mod", Operator::Mod, Operands::Two(Type::Number, Type::Number), Type::Number),
    line("equal", Operator::Equal, Operands::Many(Type::Unknown, 2), Type::Boolean),
    line("greater_than", Operator::GreaterThan, Operands::Two(Type::Number, Type::Number), Type::Boolean),
    line(
        "greater_or_equal",
        Operator::GreaterOrEqual,
        Operands::Two(Type::Number, Type::Number),
        Type::Boolean,
    ),
    line("less_than", Operator::LessThan, Operands::Two(Type::Number, Type::Number), Type::Boolean),
    line("less_or_equal", Operator::LessOrEqual, Operands::Two(Type::Number, Type::Number), Type::Boolean),
    line("in_range", Operator::InRange, Operands::Range, Type::Boolean),
    line("length", Operator::Length, Operands::Two(Type::Unknown, Type::Number), Type::Boolean),
    line("min_length", Operator::MinLength, Operands::Two(Type::Unknown, Type::Number), Type::Boolean),
    line("max_length", Operator::MaxLength, Operands::Two(Type::Unknown, Type::Number), Type::Boolean),
    line("valid_values", Operator::ValidValues, Operands::Choice, Type::Boolean),
    line("concat", Operator::Concat, Operands::Many(Type::Unknown, 0), Type::Text),
    line("join", Operator::Join, Operands::Joined, Type::Text),
    line("token", Operator::Token, Operands::Token, Type::Text),
    line("get_variability_input", Operator::Input, Operands::InputName, Type::Unknown),
    line("get_variability_expression", Operator::Expression, Operands::ExpressionName, Type::Unknown),
    line("get_variability_condition", Operator::Condition, Operands::ExpressionName, Type::Boolean),
    line("get_element_presence", Operator::ElementPresence, Operands::Element, Type::Boolean),
    line("get_source_presence", Operator::SourcePresence, Operands::Itself, Type::Boolean),
    line("get_target_presence", Operator::TargetPresence, Operands::Itself, Type::Boolean),
];

/// The line of `name`, which may be written with a `$`, as functions of TOSCA 2.0 are.
pub(super) fn signature(name: &str) -> Option<&'static Signature> {
    let plain = name.strip_prefix('$').unwrap_or(name);
    TABLE.iter().find(|line| line.name == plain)
}

/// The spellings of later drafts, and what is written here; none where there is nothing that means the same.
pub(super) static LATER: &[(&str, Option<&str>)] = &[
    ("variability_input", Some("get_variability_input")),
    ("value_expression", Some("get_variability_expression")),
    ("logic_expression", Some("get_variability_condition")),
    ("node_presence", Some("get_element_presence")),
    ("relation_presence", Some("get_element_presence")),
    ("source_presence", Some("get_source_presence")),
    ("target_presence", Some("get_target_presence")),
    ("greater", Some("greater_than")),
    ("less", Some("less_than")),
    ("exo", Some("xor")),
    ("amo", None),
    ("implied", None),
    ("host_presence", None),
    ("artifact_presence", None),
    ("property_presence", None),
    ("group_presence", None),
    ("policy_presence", None),
    ("input_presence", None),
    ("type_presence", None),
    ("import_presence", None),
    ("has_present_targets", None),
    ("has_present_target", None),
    ("has_present_members", None),
    ("has_present_member", None),
    ("has_source", None),
    ("has_incoming_relation", None),
    ("has_incoming_relation_naive", None),
    ("is_consumed", None),
    ("is_produced", None),
    ("container_presence", None),
    ("weekday", None),
    ("same", None),
    ("before", None),
    ("before_or_same", None),
    ("after", None),
    ("after_or_same", None),
    ("within", None),
];
