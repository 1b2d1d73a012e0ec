//! Generates literals, expressions and validation clauses of a type.

use super::functions::PATTERNS;
use super::project::{
    Effective, Expression, Field, Index, Key, Kind, Member, Part, Path, Project, Scalar, Start, Step, UNIT,
    Value,
};
use super::reference::Reference;
use crate::variability::Random;

/// An expression that reads something, and its type.
#[derive(Clone, Debug)]
pub(crate) struct Readable {
    expression: Expression,
    kind: Kind,
    /// The property of `SELF` that is read.
    own: Option<String>,
}

impl Readable {
    /// A property of `SELF`.
    pub(crate) fn own(name: &str, kind: &Kind) -> Self {
        let expression = Expression::Property(Path {
            start: Start::Own,
            steps: Vec::new(),
            property: name.to_owned(),
            parts: Vec::new(),
        });
        Self { expression, kind: kind.clone(), own: Some(name.to_owned()) }
    }

    pub(crate) fn node_index() -> Self {
        Self { expression: Expression::NodeIndex, kind: Kind::Integer, own: None }
    }

    pub(crate) fn relationship_index() -> Self {
        Self { expression: Expression::RelationshipIndex, kind: Kind::Integer, own: None }
    }

    /// Those of `readable` that do not read a property of `SELF`, or read one of these.
    pub(crate) fn before<'n>(readable: &[Readable], names: impl Iterator<Item = &'n str>) -> Vec<Readable> {
        let names: Vec<&str> = names.collect();
        let is_before = |one: &&Readable| one.own.as_ref().is_none_or(|own| names.contains(&own.as_str()));
        readable.iter().filter(is_before).cloned().collect()
    }

    /// The properties of the source node, as a relationship reads them.
    pub(crate) fn below_source(readable: &[Readable]) -> Vec<Readable> {
        let below = |one: &Readable| match (&one.expression, &one.own) {
            (Expression::NodeIndex, _) => Some(one.clone()),
            (Expression::Property(path), Some(_)) => {
                let path = Path { steps: vec![Step::Source], ..path.clone() };
                Some(Readable { expression: Expression::Property(path), kind: one.kind.clone(), own: None })
            }
            _ => None,
        };
        readable.iter().filter_map(below).collect()
    }
}

/// Makes expressions for a project.
pub(crate) struct Maker {
    pub(crate) project: Project,
    pub(crate) random: Random,
}

const WORDS: &[&str] = &["a", "ab", "b", "abc", "x-y", "a,b", "", "$v", "\u{fc}n\u{ef}", "Zeta", "ab:c"];
const KEYS: &[&str] = &["a", "b", "c", "ab"];
const TIMES: &[&str] = &["2026-01-31T12:00:00Z", "2025-06-01T00:00:00Z", "2024-02-29T23:59:59Z"];
const VERSIONS: &[&str] = &["1.2", "1.10", "2.0", "1.2.3"];

/// Returns the type without names of data types.
pub(crate) fn bare(project: &Project, kind: &Kind) -> Kind {
    match project.base(kind) {
        Kind::List(of) => Kind::List(Box::new(bare(project, &of))),
        Kind::Map(of) => Kind::Map(Box::new(bare(project, &of))),
        other => other,
    }
}

/// Whether literals of a type need no other operand to be of that type.
/// Returns an expression with the value of thousands of bytes and the type of `read`.
fn is_amount(read: Expression, thousands: usize) -> Expression {
    let nothing = Expression::Call("difference", vec![read.clone(), read]);
    Expression::Call("sum", vec![nothing, bytes(thousands, true)])
}

/// Returns an amount of thousands of bytes.
fn bytes(thousands: usize, in_bytes: bool) -> Expression {
    let value = Value::Scalar(Scalar::Size, i128::from(small(1000 * thousands)) * UNIT);
    let text = if in_bytes { format!("{} B", 1000 * thousands) } else { format!("{thousands} kB") };
    Expression::Literal(value, text)
}

fn is_plain(kind: &Kind) -> bool {
    matches!(kind, Kind::Boolean | Kind::Integer | Kind::Float | Kind::String)
}

impl Maker {
    fn below(&mut self, most: usize) -> usize {
        self.random.below(most)
    }

    fn one_of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }

    // ── literals ──

    /// Returns a literal of a type.
    pub(crate) fn literal(&mut self, kind: &Kind, depth: usize) -> Expression {
        let mut literal = self.any_literal(kind, depth, false);
        for _ in 0..40 {
            if Reference::new(&self.project, false).is_valid(&literal, kind) {
                break;
            }
            literal = self.any_literal(kind, depth, false);
        }
        literal
    }

    fn any_literal(&mut self, kind: &Kind, depth: usize, in_call: bool) -> Expression {
        let project = &self.project;
        match project.base(kind) {
            Kind::List(of) => {
                let length = self.below(4);
                Expression::List((0..length).map(|_| self.any_literal(&of, depth, in_call)).collect())
            }
            Kind::Map(of) => {
                let mut keys = KEYS.to_vec();
                let mut entries = Vec::new();
                for _ in 0..self.below(4) {
                    let key = keys.remove(self.below(keys.len())).to_owned();
                    entries.push((Key::Written(key), self.any_literal(&of, depth, in_call)));
                }
                Expression::Map(entries)
            }
            Kind::Data(of) => {
                let fields: Vec<(String, Kind, bool)> =
                    project.data_fields(of).iter().map(|field| needs(field)).collect();
                let mut entries = Vec::new();
                for (name, kind, is_needed) in fields {
                    if is_needed || self.below(2) == 0 {
                        let value = self.literal(&kind, depth.saturating_sub(1));
                        entries.push((Key::Written(name), value));
                    }
                }
                Expression::Map(entries)
            }
            single => self.single(&single, in_call),
        }
    }

    fn single(&mut self, kind: &Kind, in_call: bool) -> Expression {
        let (value, text) = match kind {
            Kind::Boolean => {
                let value = self.below(2) == 0;
                (Value::Boolean(value), value.to_string())
            }
            Kind::Integer => {
                let number = small(self.below(60)) - 10;
                (Value::Integer(number), number.to_string())
            }
            Kind::Float => {
                let quarters = small(self.below(200)) - 40;
                #[expect(clippy::cast_precision_loss, reason = "a small number")]
                let number = quarters as f64 / 4.0;
                let is_whole = quarters % 4 == 0 && !in_call && self.below(2) == 0;
                (
                    Value::Float(number),
                    if is_whole { (quarters / 4).to_string() } else { format!("{number:?}") },
                )
            }
            Kind::Timestamp => {
                let text = self.one_of(TIMES);
                (Value::Timestamp(text.to_owned()), format!("\"{text}\""))
            }
            Kind::Version => {
                let text = self.one_of(VERSIONS);
                (Value::Version(text.to_owned()), format!("\"{text}\""))
            }
            Kind::Scalar(scalar) => {
                let units = scalar.units();
                let (unit, amount) = units[self.below(units.len())];
                let number = self.below(90);
                let halves =
                    if *scalar == Scalar::Length && self.below(2) == 0 { number } else { 2 * number };
                let text = if halves % 2 == 0 {
                    format!("{} {unit}", halves / 2)
                } else {
                    format!("{}.5 {unit}", halves / 2)
                };
                (Value::Scalar(*scalar, i128::from(small(halves)) * amount / 2), text)
            }
            _ => {
                let text = self.one_of(WORDS);
                (Value::String(text.to_owned()), super::text::string(text))
            }
        };
        Expression::Literal(value, text)
    }

    // ── reading ──

    /// Everything that reads inputs.
    pub(crate) fn inputs(&mut self) -> Vec<Readable> {
        let inputs: Vec<(String, Kind)> = self
            .project
            .inputs
            .iter()
            .map(|input| (input.field.name.clone(), input.field.kind.clone().expect("a type")))
            .collect();
        let mut readable = Vec::new();
        for (name, kind) in inputs {
            for (parts, kind) in self.parts(&kind) {
                readable.push(Readable {
                    expression: Expression::Input(name.clone(), parts),
                    kind,
                    own: None,
                });
            }
        }
        readable
    }

    /// Steps into a value: none, and some.
    fn parts(&mut self, kind: &Kind) -> Vec<(Vec<Part>, Kind)> {
        let mut all = vec![(Vec::new(), kind.clone())];
        let nested = match self.project.base(kind) {
            Kind::List(of) => Some((Part::At(self.below(2)), *of)),
            Kind::Map(of) => Some((Part::Name(self.one_of(KEYS).to_owned()), *of)),
            Kind::Data(of) => {
                let fields = self.project.data_fields(of);
                let required: Vec<(Part, Kind)> = fields
                    .iter()
                    .filter(|field| field.is_required())
                    .map(|field| (Part::Name(field.name().to_owned()), field.kind().clone()))
                    .collect();
                (!required.is_empty()).then(|| required[self.random.below(required.len())].clone())
            }
            _ => None,
        };
        if let Some((part, kind)) = nested {
            let is_index = matches!(part, Part::At(_));
            for (rest, kind) in self.parts(&kind) {
                all.push((std::iter::once(part.clone()).chain(rest).collect(), kind));
            }
            if is_index && self.below(3) == 0 {
                let computed = Expression::Call(
                    "length",
                    vec![Expression::Literal(Value::String("a".to_owned()), "\"a\"".to_owned())],
                );
                all.push((vec![Part::Computed(Box::new(computed))], all[1].1.clone()));
            }
        }
        all
    }

    /// Everything that reads inputs and the node templates so far; `nodes` is the number of nodes of the reading
    /// template, or 0 outside node templates.
    pub(crate) fn before(&mut self, nodes: usize) -> Vec<Readable> {
        let mut readable = self.inputs();
        for template in 0..self.project.templates.len() {
            let count = self.project.count(template);
            let mut indices = vec![Some(Index::At(self.below(count))), Some(Index::All)];
            if count == 1 {
                indices.push(None);
            }
            if nodes > 0 && nodes <= count {
                indices.push(Some(Index::Computed(Box::new(Expression::NodeIndex))));
            }
            for index in indices {
                readable.extend(self.of_template(template, index.as_ref()));
            }
            let name = &self.project.templates[template].name;
            for (function, last) in [("get_attribute", "state"), ("get_artifact", "image")] {
                let expression = Expression::RunTime(function, format!("[ {name}, {last} ]"));
                readable.push(Readable { expression, kind: Kind::String, own: None });
            }
        }
        readable
    }

    fn of_template(&mut self, template: usize, index: Option<&Index>) -> Vec<Readable> {
        let start = Start::Node(self.project.templates[template].name.clone(), index.cloned());
        let node_type = self.project.templates[template].node_type;
        let is_list = index == Some(&Index::All);
        let mut readable = self.of_place(&start, &[], is_list, kinds(&self.project.node_fields(node_type)));
        let members = |project: &Project, requirements: bool| -> Vec<Member> {
            project.members(node_type, requirements).into_iter().cloned().collect()
        };
        for member in members(&self.project, false) {
            let fields = kinds(&self.project.capability_fields(node_type, &member.name));
            readable.extend(self.of_place(&start, &[Step::Capability(member.name)], is_list, fields));
        }
        for member in members(&self.project, true) {
            let count = self.project.requirements(template, &member.name).len();
            if count == 0 {
                continue;
            }
            let at = Index::At(self.below(count));
            for at in [None, Some(at), Some(Index::All)] {
                let is_list = is_list || at == Some(Index::All);
                let step = Step::Relationship(member.name.clone(), at);
                let fields = kinds(&self.project.relationship_fields(node_type, &member.name));
                readable.extend(self.of_place(&start, std::slice::from_ref(&step), is_list, fields));
                let fields = kinds(&self.project.node_fields(member.target.1));
                readable.extend(self.of_place(&start, &[step.clone(), Step::Target], is_list, fields));
                let fields = kinds(&Project::fields_of(&self.project.capability_types, member.target.0));
                readable.extend(self.of_place(&start, &[step, Step::TargetCapability], is_list, fields));
            }
        }
        readable
    }

    /// What a relationship of a requirement reads of its target.
    pub(crate) fn below_target(&mut self, member: &Member) -> Vec<Readable> {
        let fields = kinds(&self.project.node_fields(member.target.1));
        let mut readable = self.of_place(&Start::Own, &[Step::Target], false, fields);
        let fields = kinds(&Project::fields_of(&self.project.capability_types, member.target.0));
        readable.extend(self.of_place(&Start::Own, &[Step::TargetCapability], false, fields));
        readable
    }

    fn of_place(
        &mut self,
        start: &Start,
        steps: &[Step],
        is_list: bool,
        fields: Vec<(String, Kind)>,
    ) -> Vec<Readable> {
        let mut readable = Vec::new();
        for (property, kind) in fields {
            for (parts, kind) in self.parts(&kind) {
                let (start, steps, property) = (start.clone(), steps.to_vec(), property.clone());
                let expression = Expression::Property(Path { start, steps, property, parts });
                let kind = if is_list { Kind::List(Box::new(kind)) } else { kind };
                readable.push(Readable { expression, kind, own: None });
            }
        }
        readable
    }

    fn read(&mut self, readable: &[Readable], kind: &Kind) -> Option<Expression> {
        let wanted = bare(&self.project, kind);
        let mut fitting: Vec<&Readable> =
            readable.iter().filter(|one| bare(&self.project, &one.kind) == wanted).collect();
        // Those of `SELF` are few.
        if fitting.iter().any(|one| one.own.is_some()) && self.random.below(2) == 0 {
            fitting.retain(|one| one.own.is_some());
        }
        if fitting.is_empty() {
            None
        } else {
            Some(fitting[self.random.below(fitting.len())].expression.clone())
        }
    }

    /// Returns an expression whose value is only known at run time.
    pub(crate) fn run_time(&mut self) -> Expression {
        let template = self.below(self.project.templates.len());
        let one = &self.project.templates[template];
        for member in self.project.members(one.node_type, false) {
            for (property, kind) in kinds(&self.project.capability_fields(one.node_type, &member.name)) {
                if matches!(bare(&self.project, &kind), Kind::Integer | Kind::Float | Kind::Scalar(_)) {
                    let path = format!("[ {}, CAPABILITY, {}, {property} ]", one.name, member.name);
                    return Expression::RunTime("available_allocation", path);
                }
            }
        }
        Expression::RunTime("get_attribute", format!("[ {}, state ]", one.name))
    }

    // ── expressions ──

    /// Returns an expression of a type.
    pub(crate) fn expression(&mut self, readable: &[Readable], kind: &Kind, depth: usize) -> Expression {
        if self.below(3) == 0
            && let Some(read) = self.read(readable, kind)
        {
            return read;
        }
        if depth > 0
            && self.below(2) == 0
            && let Some(call) = self.call(readable, kind, depth - 1)
        {
            return call;
        }
        if depth == 0 {
            return self.literal(kind, 0);
        }
        match self.project.base(kind) {
            Kind::List(of) => {
                let length = self.below(4);
                Expression::List((0..length).map(|_| self.expression(readable, &of, depth - 1)).collect())
            }
            Kind::Map(of) => {
                let mut keys = KEYS.to_vec();
                let mut entries = Vec::new();
                for _ in 0..self.below(4) {
                    let written = keys.remove(self.below(keys.len())).to_owned();
                    let key = if self.below(4) == 0 {
                        let part = |text: &str| {
                            Expression::Literal(Value::String(text.to_owned()), super::text::string(text))
                        };
                        Key::Computed(Expression::Call("concat", vec![part("key-"), part(&written)]))
                    } else {
                        Key::Written(written)
                    };
                    entries.push((key, self.expression(readable, &of, depth - 1)));
                }
                Expression::Map(entries)
            }
            Kind::Data(of) => {
                let fields: Vec<(String, Kind, bool)> =
                    self.project.data_fields(of).iter().map(|field| needs(field)).collect();
                let mut entries = Vec::new();
                for (name, kind, is_needed) in fields {
                    if is_needed || self.below(2) == 0 {
                        entries.push((Key::Written(name), self.expression(readable, &kind, depth - 1)));
                    }
                }
                Expression::Map(entries)
            }
            _ => self.literal(kind, depth),
        }
    }

    /// Returns an argument of a function, or `None` if it would not be of the type by itself.
    fn argument(&mut self, readable: &[Readable], kind: &Kind, depth: usize) -> Option<Expression> {
        let kind = bare(&self.project, kind);
        if self.below(3) > 0
            && let Some(read) = self.read(readable, &kind)
        {
            return Some(read);
        }
        if depth > 0
            && self.below(2) == 0
            && let Some(call) = self.call(readable, &kind, depth - 1)
        {
            return Some(call);
        }
        match &kind {
            Kind::List(of) | Kind::Map(of) if is_plain(of) => Some(self.any_literal(&kind, 0, true)),
            single if is_plain(single) => Some(self.single(single, true)),
            _ => self.read(readable, &kind),
        }
    }

    fn arguments(&mut self, readable: &[Readable], kinds: &[Kind], depth: usize) -> Option<Vec<Expression>> {
        kinds.iter().map(|kind| self.argument(readable, kind, depth)).collect()
    }

    /// Returns a call whose result is of a type.
    fn call(&mut self, readable: &[Readable], kind: &Kind, depth: usize) -> Option<Expression> {
        let kind = bare(&self.project, kind);
        let several = 1 + self.below(3);
        let (name, kinds): (&'static str, Vec<Kind>) = match &kind {
            Kind::Boolean => return self.condition(readable, depth),
            Kind::String => match self.below(3) {
                0 => ("concat", vec![Kind::String; several]),
                1 => {
                    let strings = Kind::List(Box::new(Kind::String));
                    let mut kinds = vec![strings, Kind::String];
                    kinds.truncate(1 + self.below(2));
                    ("join", kinds)
                }
                _ => {
                    let text = self.argument(readable, &Kind::String, depth)?;
                    let separators = self.one_of(&["\",\"", "\"-:\"", "\"b\""]);
                    let index = self.below(2);
                    let separators = Expression::Literal(
                        Value::String(separators.trim_matches('"').to_owned()),
                        separators.to_owned(),
                    );
                    let index = Expression::Literal(Value::Integer(small(index)), index.to_string());
                    return Some(Expression::Call("token", vec![text, separators, index]));
                }
            },
            Kind::Integer => match self.below(11) {
                9 | 10 => {
                    let lists = self.alike(readable, 3, 2).into_iter().map(|one| Expression::List(vec![one]));
                    let union = Expression::Call("union", lists.collect());
                    return Some(Expression::Call("length", vec![union]));
                }
                0 => {
                    let of = Box::new(Kind::Integer);
                    let kinds = [Kind::String, Kind::List(of.clone()), Kind::Map(of)];
                    ("length", vec![kinds[self.below(3)].clone()])
                }
                1 => ("sum", vec![Kind::Integer; several]),
                2 => ("difference", vec![Kind::Integer; 2]),
                3 => ("product", vec![Kind::Integer; several]),
                4 => {
                    let number = self.argument(readable, &Kind::Integer, depth)?;
                    let by = 1 + self.below(7);
                    let by = Expression::Literal(Value::Integer(small(by)), by.to_string());
                    return Some(Expression::Call("remainder", vec![number, by]));
                }
                5 => ("round", vec![Kind::Float]),
                6 => ("floor", vec![Kind::Float]),
                7 => ("ceil", vec![Kind::Float]),
                _ => {
                    let mut indices = readable.iter().filter(|one| {
                        matches!(one.expression, Expression::NodeIndex | Expression::RelationshipIndex)
                    });
                    return indices.next_back().map(|one| one.expression.clone());
                }
            },
            Kind::Float => match self.below(4) {
                0 => ("sum", vec![Kind::Float; several]),
                1 => ("difference", vec![Kind::Float; 2]),
                2 => ("product", vec![Kind::Float, Kind::Integer]),
                _ => {
                    let of = if self.below(2) == 0 { Kind::Integer } else { Kind::Float };
                    let number = self.argument(readable, &of, depth)?;
                    return Some(Expression::Call("quotient", vec![number, self.divisor()]));
                }
            },
            Kind::Scalar(_) => match self.below(5) {
                0 => ("sum", vec![kind.clone(); several]),
                1 => ("difference", vec![kind.clone(); 2]),
                2 => ("product", vec![kind.clone(), Kind::Integer]),
                3 => {
                    let number = self.argument(readable, &kind, depth)?;
                    return Some(Expression::Call("quotient", vec![number, self.divisor()]));
                }
                _ => {
                    let number = self.argument(readable, &kind, depth)?;
                    let by = Expression::Literal(Value::Integer(7), "7".to_owned());
                    return Some(Expression::Call("remainder", vec![number, by]));
                }
            },
            Kind::List(_) => {
                let name = ["concat", "union", "intersection"][self.below(3)];
                (name, vec![kind.clone(); several])
            }
            _ => return None,
        };
        self.arguments(readable, &kinds, depth).map(|arguments| Expression::Call(name, arguments))
    }

    fn divisor(&mut self) -> Expression {
        let (number, text) = [(2.0, "2.0"), (4.0, "4.0"), (0.5, "0.5"), (-8.0, "-8.0")][self.below(4)];
        Expression::Literal(Value::Float(number), text.to_owned())
    }

    fn condition(&mut self, readable: &[Readable], depth: usize) -> Option<Expression> {
        const COMPARISONS: &[&str] = &["greater_than", "greater_or_equal", "less_than", "less_or_equal"];
        let integers = || Kind::List(Box::new(Kind::Integer));
        let map = || Kind::Map(Box::new(Kind::Integer));
        let (name, kinds) = match self.below(24) {
            16.. => {
                let name = ["equal", "valid_values", "has_entry"][self.below(3)];
                let mut values = self.alike(readable, if name == "equal" { 2 } else { 3 }, 2);
                let first = values.remove(0);
                let arguments = match name {
                    "equal" => vec![first, values.remove(0)],
                    "valid_values" => vec![first, Expression::List(values)],
                    _ => vec![Expression::List(values), first],
                };
                return Some(Expression::Call(name, arguments));
            }
            0 => ("and", vec![Kind::Boolean; 2]),
            1 => ("or", vec![Kind::Boolean; 3]),
            2 => ("not", vec![Kind::Boolean]),
            3 => ("xor", vec![Kind::Boolean; 2]),
            4 => {
                let kinds = [Kind::Integer, Kind::String, Kind::Boolean, integers(), map(), Kind::Version];
                ("equal", vec![kinds[self.below(6)].clone(); 2])
            }
            5 | 6 => {
                let scalar = Kind::Scalar(Scalar::Size);
                let kinds =
                    [Kind::Integer, Kind::Float, Kind::String, Kind::Timestamp, Kind::Version, scalar];
                (COMPARISONS[self.below(4)], vec![kinds[self.below(6)].clone(); 2])
            }
            7 => ("valid_values", vec![Kind::Integer, integers()]),
            8 => {
                let text = self.argument(readable, &Kind::String, depth)?;
                let (pattern, _) = PATTERNS[self.below(PATTERNS.len())];
                let pattern =
                    Expression::Literal(Value::String(pattern.to_owned()), format!("\"{pattern}\""));
                return Some(Expression::Call("matches", vec![text, pattern]));
            }
            9 | 10 => {
                let kind = [Kind::String, integers()][self.below(2)].clone();
                (["has_prefix", "has_suffix", "contains"][self.below(3)], vec![kind; 2])
            }
            11 => ("has_entry", vec![[integers(), map()][self.below(2)].clone(), Kind::Integer]),
            12 => ("has_key", vec![map(), Kind::String]),
            13 => {
                let name = ["has_all_entries", "has_any_entry"][self.below(2)];
                (name, vec![[integers(), map()][self.below(2)].clone(), integers()])
            }
            _ => {
                let name = ["has_all_keys", "has_any_key"][self.below(2)];
                (name, vec![map(), Kind::List(Box::new(Kind::String))])
            }
        };
        self.arguments(readable, &kinds, depth).map(|arguments| Expression::Call(name, arguments))
    }

    /// Returns `count` maps or lists of no declared type with the same structure. At each place, one of them is read,
    /// which decides the type of the literals there.
    fn alike(&mut self, readable: &[Readable], count: usize, depth: usize) -> Vec<Expression> {
        let mut parts = |depth| {
            if depth > 0 && self.below(3) == 0 {
                return self.alike(readable, count, depth - 1);
            }
            let kinds =
                [Kind::Version, Kind::Timestamp, Kind::Scalar(Scalar::Length), Kind::Float, Kind::String];
            let size = Kind::Scalar(Scalar::Size);
            let (kind, is_size) = match self.below(8) {
                other if other < kinds.len() => (&kinds[other], false),
                _ => (&size, true),
            };
            let Some(read) = self.read(readable, kind) else {
                return vec![self.single(&Kind::Boolean, true); count];
            };
            let (decisive, thousands) = (self.below(count), self.below(50));
            let read = if is_size { is_amount(read, thousands) } else { read };
            let part = |number| match self.below(4) {
                _ if number == decisive => read.clone(),
                0 => self.read(readable, kind).unwrap_or_else(|| read.clone()),
                1 | 2 if is_size => bytes(thousands, self.below(2) == 0),
                _ => self.single(kind, true),
            };
            (0..count).map(part).collect()
        };
        let places: Vec<Vec<Expression>> = (0..2).map(|_| parts(depth)).collect();
        let is_list = self.below(3) == 0;
        (0..count)
            .map(|number| {
                let part = |place: usize| places[place][number].clone();
                if is_list {
                    Expression::List(vec![part(0)])
                } else {
                    let keys = [KEYS[0], KEYS[1]].map(|key| Key::Written(key.to_owned()));
                    Expression::Map(keys.into_iter().zip([part(0), part(1)]).collect())
                }
            })
            .collect()
    }

    // ── clauses ──

    /// Returns a clause for values of a type, or `None` if there is none for it.
    pub(crate) fn clause(&mut self, kind: &Kind, readable: &[Readable]) -> Option<Expression> {
        let value = || Expression::Value(Vec::new());
        let call = |name, arguments: Vec<Expression>| Expression::Call(name, arguments);
        let integer = |number: i64| Expression::Literal(Value::Integer(number), number.to_string());
        let text = |text: &str| Expression::Literal(Value::String(text.to_owned()), format!("\"{text}\""));
        let is_own = |one: &&Readable| !matches!(one.expression, Expression::RunTime(..));
        let own: Vec<Readable> = readable.iter().filter(is_own).cloned().collect();
        let clause = match bare(&self.project, kind) {
            Kind::Integer => match (self.below(4), self.read(&own, &Kind::Integer)) {
                (0 | 1, Some(other)) => call("greater_or_equal", vec![value(), other]),
                (2, Some(other)) => {
                    call("less_or_equal", vec![value(), call("sum", vec![other, integer(100)])])
                }
                (3, _) => call("not", vec![call("equal", vec![value(), integer(13)])]),
                _ => {
                    let least = small(self.below(3)) * 10 - 20;
                    call(
                        "and",
                        vec![
                            call("greater_or_equal", vec![value(), integer(least)]),
                            call("less_or_equal", vec![value(), integer(least + 120)]),
                        ],
                    )
                }
            },
            Kind::String => match self.below(3) {
                0 => call("less_or_equal", vec![call("length", vec![value()]), integer(8)]),
                1 => call("matches", vec![value(), text(PATTERNS[self.below(PATTERNS.len())].0)]),
                _ => call("not", vec![call("has_prefix", vec![value(), text("Z")])]),
            },
            Kind::Float => {
                let least = Expression::Literal(Value::Float(-50.5), "-50.5".to_owned());
                call("greater_than", vec![value(), least])
            }
            Kind::List(_) => call("less_than", vec![call("length", vec![value()]), integer(4)]),
            Kind::Map(_) => call("not", vec![call("has_key", vec![value(), text("c")])]),
            Kind::Scalar(scalar) => {
                let (unit, amount) = scalar.units()[2];
                let most = Expression::Literal(Value::Scalar(scalar, 60 * amount), format!("60 {unit}"));
                call("less_or_equal", vec![value(), most])
            }
            Kind::Timestamp => {
                let first =
                    Expression::Literal(Value::Timestamp(TIMES[2].to_owned()), format!("\"{}\"", TIMES[2]));
                call("greater_than", vec![value(), first])
            }
            Kind::Version => {
                let first = Expression::Literal(Value::Version("1.3".to_owned()), "\"1.3\"".to_owned());
                call("greater_or_equal", vec![value(), first])
            }
            Kind::Data(of) => {
                let fields = self.project.data_fields(of);
                let mut integers = fields.iter().filter(|field| {
                    field.is_required() && bare(&self.project, field.kind()) == Kind::Integer
                });
                let part =
                    |field: &Effective<'_>| Expression::Value(vec![Part::Name(field.name().to_owned())]);
                let (one, other) = (integers.next()?, integers.next()?);
                call("less_or_equal", vec![part(one), call("sum", vec![part(other), integer(20)])])
            }
            Kind::Boolean => return None,
        };
        Some(clause)
    }
}

/// The required properties, with their types.
fn kinds(fields: &[Effective<'_>]) -> Vec<(String, Kind)> {
    let required = fields.iter().filter(|field| field.is_required());
    required.map(|field| (field.name().to_owned(), field.kind().clone())).collect()
}

/// The name and type of a property, and whether a value must have it.
fn needs(field: &Effective<'_>) -> (String, Kind, bool) {
    let has_default = field.layers.iter().any(|field: &&Field| field.default.is_some());
    (field.name().to_owned(), field.kind().clone(), field.is_required() && !has_default)
}

fn small(number: usize) -> i64 {
    i64::try_from(number).expect("a small number")
}
