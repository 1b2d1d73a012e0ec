//! The data structures of a generated project. They are independent of YAML and of the tool: the generator makes
//! them, the reference computes their values, and the writer prints them as TOSCA files.

/// A data type, as far as values depend on it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Boolean,
    Integer,
    Float,
    String,
    Timestamp,
    Version,
    Scalar(Scalar),
    List(Box<Kind>),
    Map(Box<Kind>),
    /// A number in [`Project::data_types`].
    Data(usize),
}

/// An amount of one canonical unit: amounts are exact to twelve decimal places.
pub(crate) const UNIT: i128 = 1_000_000_000_000;

/// The scalar types of all projects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scalar {
    /// Whole bytes.
    Size,
    /// Meters, with fractions.
    Length,
}

impl Scalar {
    /// The units, with the amounts that they stand for.
    pub(crate) fn units(self) -> &'static [(&'static str, i128)] {
        match self {
            Scalar::Size => &[("B", UNIT), ("kB", 1000 * UNIT), ("MB", 1_000_000 * UNIT)],
            Scalar::Length => &[("m", UNIT), ("cm", UNIT / 100), ("km", 1000 * UNIT)],
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Scalar::Size => "Size",
            Scalar::Length => "Length",
        }
    }
}

/// A value. Lists and maps may contain parts that are only known later.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Boolean(bool),
    Integer(i64),
    Float(f64),
    String(String),
    Timestamp(String),
    Version(String),
    Scalar(Scalar, i128),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
    Later(Reason),
}

/// Why a value is not known before the service runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reason {
    /// The value of an attribute, the place of an artifact, or what is left of a capability.
    RunTime,
    /// An input has no value.
    Input,
    /// The target of a relationship is one of several nodes.
    Choice,
    /// A type does not know the node or relationship that `SELF` means.
    Owner,
}

/// An expression as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    /// A value without parts, and its text in YAML.
    Literal(Value, String),
    List(Vec<Expression>),
    Map(Vec<(Key, Expression)>),
    /// A function of §10.2.2 to §10.2.5.
    Call(&'static str, Vec<Expression>),
    Input(String, Vec<Part>),
    Property(Path),
    /// `$value`
    Value(Vec<Part>),
    NodeIndex,
    RelationshipIndex,
    /// A function whose result is only known at run time, with its arguments.
    RunTime(&'static str, String),
}

/// A key of a map value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Key {
    Written(String),
    Computed(Expression),
}

/// A step into a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    Name(String),
    At(usize),
    Computed(Box<Expression>),
}

/// The arguments of `$get_property`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path {
    pub(crate) start: Start,
    pub(crate) steps: Vec<Step>,
    pub(crate) property: String,
    pub(crate) parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Start {
    Own,
    /// A node template, and the index of a node.
    Node(String, Option<Index>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Index {
    At(usize),
    All,
    Computed(Box<Expression>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Relationship(String, Option<Index>),
    Source,
    Target,
    /// A capability of a node.
    Capability(String),
    /// The target capability of a relationship.
    TargetCapability,
}

/// A property or input: a definition, or a refinement where `kind` is `None`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: Option<Kind>,
    pub(crate) is_required: bool,
    pub(crate) default: Option<Expression>,
    pub(crate) fixed: Option<Expression>,
    pub(crate) clause: Option<Expression>,
}

impl Field {
    pub(crate) fn new(name: impl Into<String>, kind: Option<Kind>) -> Self {
        Self { name: name.into(), kind, is_required: true, default: None, fixed: None, clause: None }
    }

    /// Whether it is a refinement that changes nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.kind.is_none() && self.default.is_none() && self.fixed.is_none() && self.clause.is_none()
    }
}

/// A data type: complex if `base` is `None`, else derived from a built-in type or from another data type.
#[derive(Clone, Debug)]
pub(crate) struct DataType {
    pub(crate) name: String,
    pub(crate) file: usize,
    /// The parent, or the built-in type that it is derived from with its entries; `None` for a complex type without
    /// a parent.
    pub(crate) parent: Option<Kind>,
    pub(crate) fields: Vec<Field>,
    pub(crate) clause: Option<Expression>,
}

/// A node, capability or relationship type.
#[derive(Clone, Debug)]
pub(crate) struct EntityType {
    pub(crate) name: String,
    pub(crate) file: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) fields: Vec<Field>,
    /// Of a node type.
    pub(crate) capabilities: Vec<Member>,
    /// Of a node type.
    pub(crate) requirements: Vec<Member>,
}

/// The definition or refinement of a capability or requirement.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// The capability type, or the relationship type.
    pub(crate) of: usize,
    /// Of a requirement: the capability type, and the node type.
    pub(crate) target: (usize, usize),
    pub(crate) is_refinement: bool,
    pub(crate) fields: Vec<Field>,
}

/// Assigned values by name.
pub(crate) type Assigned = Vec<(String, Expression)>;

#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) name: String,
    /// The type, written unless a copied template has it.
    pub(crate) node_type: usize,
    pub(crate) is_type_written: bool,
    pub(crate) copy: Option<usize>,
    pub(crate) count: Option<usize>,
    pub(crate) properties: Assigned,
    pub(crate) capabilities: Vec<(String, Assigned)>,
    /// `None` if the keyname is missing.
    pub(crate) requirements: Option<Vec<Requirement>>,
}

/// A requirement assignment.
#[derive(Clone, Debug)]
pub(crate) struct Requirement {
    pub(crate) name: String,
    /// The target template and the index of its node.
    pub(crate) target: usize,
    pub(crate) index: Option<Expression>,
    pub(crate) count: Option<usize>,
    pub(crate) properties: Assigned,
}

#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) field: Field,
    /// The value in the file of inputs.
    pub(crate) given: Option<Expression>,
}

#[derive(Clone, Debug)]
pub(crate) struct Output {
    pub(crate) name: String,
    pub(crate) kind: Option<Kind>,
    pub(crate) value: Expression,
}

/// A file of types: the namespace under which the others import it.
#[derive(Clone, Debug)]
pub(crate) struct TypeFile {
    pub(crate) path: String,
    pub(crate) namespace: Option<String>,
}

/// A project: files of types, from the one that imports nothing to the one that imports all others, and a service
/// template, whose file has the number `files.len()`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Project {
    pub(crate) files: Vec<TypeFile>,
    pub(crate) data_types: Vec<DataType>,
    pub(crate) capability_types: Vec<EntityType>,
    pub(crate) relationship_types: Vec<EntityType>,
    pub(crate) node_types: Vec<EntityType>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) templates: Vec<Template>,
    pub(crate) outputs: Vec<Output>,
    /// The literal that breaks a validation clause on purpose.
    pub(crate) broken: Option<String>,
}

/// A property as all types above it define it: the definitions from the most derived to the first.
pub(crate) struct Effective<'p> {
    pub(crate) layers: Vec<&'p Field>,
}

impl<'p> Effective<'p> {
    /// The type, which refinements do not restate.
    pub(crate) fn kind(&self) -> &'p Kind {
        self.layers.iter().find_map(|field| field.kind.as_ref()).expect("a type")
    }

    pub(crate) fn name(&self) -> &'p str {
        &self.layers[0].name
    }

    pub(crate) fn fixed(&self) -> Option<&'p Expression> {
        self.layers.iter().find_map(|field| field.fixed.as_ref())
    }

    pub(crate) fn default(&self) -> Option<&'p Expression> {
        self.layers.iter().find_map(|field| field.default.as_ref())
    }

    /// Whether a value is demanded: once required stays required (§9.3).
    pub(crate) fn is_required(&self) -> bool {
        self.layers.iter().any(|field| field.kind.is_some() && field.is_required)
    }
}

/// Merges definitions from the most derived to the first, in the order of the first definitions.
pub(crate) fn effective<'p>(layers: &[&'p [Field]]) -> Vec<Effective<'p>> {
    let mut merged: Vec<Effective<'p>> = Vec::new();
    for fields in layers.iter().rev() {
        for field in *fields {
            match merged.iter_mut().find(|other| other.name() == field.name) {
                Some(other) => other.layers.insert(0, field),
                None => merged.push(Effective { layers: vec![field] }),
            }
        }
    }
    merged
}

/// Returns a type and its ancestors.
pub(crate) fn chain(types: &[EntityType], of: usize) -> Vec<&EntityType> {
    std::iter::successors(Some(&types[of]), |one| one.parent.map(|parent| &types[parent])).collect()
}

impl Project {
    /// The properties of a node, capability or relationship type.
    pub(crate) fn fields_of(types: &[EntityType], of: usize) -> Vec<Effective<'_>> {
        let layers: Vec<&[Field]> = chain(types, of).iter().map(|one| one.fields.as_slice()).collect();
        effective(&layers)
    }

    pub(crate) fn node_fields(&self, of: usize) -> Vec<Effective<'_>> {
        Self::fields_of(&self.node_types, of)
    }

    /// The layers of a capability or requirement of a node type, from the most derived to the first.
    fn member_layers<'p>(&'p self, of: usize, name: &str, requirements: bool) -> Vec<&'p Member> {
        let all = chain(&self.node_types, of).into_iter();
        let members =
            all.flat_map(move |one| if requirements { &one.requirements } else { &one.capabilities });
        members.filter(|member| member.name == name).collect()
    }

    /// The properties of a capability of a node type.
    pub(crate) fn capability_fields(&self, of: usize, name: &str) -> Vec<Effective<'_>> {
        let members = self.member_layers(of, name, false);
        let Some(first) = members.last() else { return Vec::new() };
        let mut layers: Vec<&[Field]> = members.iter().map(|member| member.fields.as_slice()).collect();
        layers.extend(chain(&self.capability_types, first.of).iter().map(|one| one.fields.as_slice()));
        effective(&layers)
    }

    /// The properties of the relationships of a requirement of a node type.
    pub(crate) fn relationship_fields(&self, of: usize, name: &str) -> Vec<Effective<'_>> {
        let members = self.member_layers(of, name, true);
        let Some(first) = members.last() else { return Vec::new() };
        let mut layers: Vec<&[Field]> = members.iter().map(|member| member.fields.as_slice()).collect();
        layers.extend(chain(&self.relationship_types, first.of).iter().map(|one| one.fields.as_slice()));
        effective(&layers)
    }

    /// The capabilities (or requirements) of a node type: the first definitions.
    pub(crate) fn members(&self, of: usize, requirements: bool) -> Vec<&Member> {
        let mut members = Vec::new();
        for one in chain(&self.node_types, of).into_iter().rev() {
            let own = if requirements { &one.requirements } else { &one.capabilities };
            members.extend(own.iter().filter(|member| !member.is_refinement));
        }
        members
    }

    /// A type and its ancestors, as long as they are data types.
    pub(crate) fn data_chain(&self, of: usize) -> Vec<&DataType> {
        let parent = |one: &&DataType| match one.parent {
            Some(Kind::Data(parent)) => Some(&self.data_types[parent]),
            _ => None,
        };
        std::iter::successors(Some(&self.data_types[of]), parent).collect()
    }

    /// The built-in type that a type is derived from; a complex type stays what it is.
    pub(crate) fn base(&self, kind: &Kind) -> Kind {
        let Kind::Data(of) = kind else { return kind.clone() };
        match &self.data_types[*of].parent {
            Some(parent @ Kind::Data(above)) => match self.base(parent) {
                Kind::Data(_) if self.is_complex(*above) => kind.clone(),
                base => base,
            },
            Some(built_in) => built_in.clone(),
            None => kind.clone(),
        }
    }

    pub(crate) fn is_complex(&self, of: usize) -> bool {
        match self.data_types[of].parent {
            None => true,
            Some(Kind::Data(above)) => self.is_complex(above),
            Some(_) => false,
        }
    }

    /// The properties of a complex data type.
    pub(crate) fn data_fields(&self, of: usize) -> Vec<Effective<'_>> {
        let layers: Vec<&[Field]> = self.data_chain(of).iter().map(|one| one.fields.as_slice()).collect();
        effective(&layers)
    }

    /// A node template and the one that it copies.
    pub(crate) fn layers(&self, template: usize) -> Vec<&Template> {
        let own = &self.templates[template];
        std::iter::once(own).chain(own.copy.map(|copied| &self.templates[copied])).collect()
    }

    /// How many nodes a template makes.
    pub(crate) fn count(&self, template: usize) -> usize {
        self.layers(template).iter().find_map(|one| one.count).unwrap_or(1)
    }

    /// The value that a template assigns to a property, its own or a copied one.
    pub(crate) fn assigned(&self, template: usize, property: &str) -> Option<&Expression> {
        self.layers(template).into_iter().find_map(|one| value_of(&one.properties, property))
    }

    /// The assignments of a capability: those of the copied template only where the copy has none of that capability.
    pub(crate) fn capability(&self, template: usize, name: &str) -> Option<&Assigned> {
        let mut layers = self.layers(template).into_iter();
        layers.find_map(|one| one.capabilities.iter().find(|(other, _)| other == name).map(|(_, all)| all))
    }

    /// The requirement assignments of a name, each with its relationships counted.
    pub(crate) fn requirements<'p>(&'p self, template: usize, name: &str) -> Vec<&'p Requirement> {
        let layers = self.layers(template);
        let list = layers.iter().find_map(|one| one.requirements.as_ref());
        let own = list.into_iter().flatten().filter(|one| one.name == name);
        own.flat_map(|one| std::iter::repeat_n(one, one.count.unwrap_or(1))).collect()
    }

    pub(crate) fn template(&self, name: &str) -> usize {
        self.templates.iter().position(|one| one.name == name).expect("a node template")
    }
}

pub(crate) fn value_of<'p>(assigned: &'p Assigned, name: &str) -> Option<&'p Expression> {
    assigned.iter().find(|(other, _)| other == name).map(|(_, value)| value)
}
