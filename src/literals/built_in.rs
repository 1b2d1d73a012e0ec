//! Lists the built-in data types (TOSCA 2.0 §9.1).

/// A built-in data type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BuiltIn {
    /// §9.1.1.1
    String,
    /// §9.1.1.2
    Integer,
    /// §9.1.1.3
    Float,
    /// §9.1.1.4
    Boolean,
    /// §9.1.1.5
    Bytes,
    /// §9.1.1.6
    Nil,
    /// §9.1.2.1
    Timestamp,
    /// §9.1.2.2: only a parent of other types.
    Scalar,
    /// §9.1.2.3
    Version,
    /// §9.1.3.1
    List,
    /// §9.1.3.2
    Map,
}

/// The name of `scalar` in an early draft, still reserved.
const DRAFT_SCALAR: &str = "scalar-unit";

impl BuiltIn {
    /// All types, in the order of the standard.
    pub const ALL: [BuiltIn; 11] = [
        BuiltIn::String,
        BuiltIn::Integer,
        BuiltIn::Float,
        BuiltIn::Boolean,
        BuiltIn::Bytes,
        BuiltIn::Nil,
        BuiltIn::Timestamp,
        BuiltIn::Scalar,
        BuiltIn::Version,
        BuiltIn::List,
        BuiltIn::Map,
    ];

    /// The type called `name`, also by its name in the draft.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if name == DRAFT_SCALAR {
            return Some(BuiltIn::Scalar);
        }
        Self::ALL.into_iter().find(|built_in| built_in.name() == name)
    }

    /// The name of the type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BuiltIn::String => "string",
            BuiltIn::Integer => "integer",
            BuiltIn::Float => "float",
            BuiltIn::Boolean => "boolean",
            BuiltIn::Bytes => "bytes",
            BuiltIn::Nil => "nil",
            BuiltIn::Timestamp => "timestamp",
            BuiltIn::Scalar => "scalar",
            BuiltIn::Version => "version",
            BuiltIn::List => "list",
            BuiltIn::Map => "map",
        }
    }

    /// A value of the type, in words: `a string`.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            BuiltIn::String => "a string",
            BuiltIn::Integer => "an integer",
            BuiltIn::Float => "a float",
            BuiltIn::Boolean => "a Boolean",
            BuiltIn::Bytes => "bytes in Base64",
            BuiltIn::Nil => "null",
            BuiltIn::Timestamp => "a timestamp",
            BuiltIn::Scalar => "a scalar",
            BuiltIn::Version => "a version",
            BuiltIn::List => "a list",
            BuiltIn::Map => "a map",
        }
    }
}
