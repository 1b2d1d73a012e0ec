//! Names that refer to definitions.

use std::fmt;
use std::marker::PhantomData;

use crate::diagnostics::{Alternatives, list, quoted};
use crate::yaml::{NodeId, YamlNode, plain};

use super::reader::Reference;
use super::shape_help::ValueHelp;
use super::{Expected, Reader, Shape, describe};

/// The kind of thing that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NameKind {
    /// §12.1
    ArtifactType,
    /// §9.2
    DataType,
    /// §8.1
    CapabilityType,
    /// §11.1
    InterfaceType,
    /// §7.3
    RelationshipType,
    /// §7.1
    NodeType,
    /// §16.1
    GroupType,
    /// §16.3
    PolicyType,
    /// §6.5
    Repository,
    /// §10.4
    Function,
    /// §7.2
    NodeTemplate,
    /// §7.4
    RelationshipTemplate,
    /// §16.2
    Group,
    /// §13.2
    Workflow,
}

impl NameKind {
    /// All kinds.
    pub const ALL: [NameKind; 14] = [
        NameKind::ArtifactType,
        NameKind::DataType,
        NameKind::CapabilityType,
        NameKind::InterfaceType,
        NameKind::RelationshipType,
        NameKind::NodeType,
        NameKind::GroupType,
        NameKind::PolicyType,
        NameKind::Repository,
        NameKind::Function,
        NameKind::NodeTemplate,
        NameKind::RelationshipTemplate,
        NameKind::Group,
        NameKind::Workflow,
    ];

    /// The kinds that can be imported: the eight kinds of types, repositories and functions.
    pub const GLOBAL: [NameKind; 10] = [
        NameKind::ArtifactType,
        NameKind::DataType,
        NameKind::CapabilityType,
        NameKind::InterfaceType,
        NameKind::RelationshipType,
        NameKind::NodeType,
        NameKind::GroupType,
        NameKind::PolicyType,
        NameKind::Repository,
        NameKind::Function,
    ];

    /// The name of the kind: `node type`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            NameKind::ArtifactType => "artifact type",
            NameKind::DataType => "data type",
            NameKind::CapabilityType => "capability type",
            NameKind::InterfaceType => "interface type",
            NameKind::RelationshipType => "relationship type",
            NameKind::NodeType => "node type",
            NameKind::GroupType => "group type",
            NameKind::PolicyType => "policy type",
            NameKind::Repository => "repository",
            NameKind::Function => "function",
            NameKind::NodeTemplate => "node template",
            NameKind::RelationshipTemplate => "relationship template",
            NameKind::Group => "group",
            NameKind::Workflow => "workflow",
        }
    }

    /// The keyname of the section that contains the definitions.
    #[must_use]
    pub fn section(self) -> &'static str {
        match self {
            NameKind::ArtifactType => "artifact_types",
            NameKind::DataType => "data_types",
            NameKind::CapabilityType => "capability_types",
            NameKind::InterfaceType => "interface_types",
            NameKind::RelationshipType => "relationship_types",
            NameKind::NodeType => "node_types",
            NameKind::GroupType => "group_types",
            NameKind::PolicyType => "policy_types",
            NameKind::Repository => "repositories",
            NameKind::Function => "functions",
            NameKind::NodeTemplate => "node_templates",
            NameKind::RelationshipTemplate => "relationship_templates",
            NameKind::Group => "groups",
            NameKind::Workflow => "workflows",
        }
    }

    /// Whether definitions of this kind are types.
    #[must_use]
    pub fn is_type(self) -> bool {
        self < NameKind::Repository
    }

    /// Whether definitions of this kind are in a service template, not imported.
    #[must_use]
    pub fn is_template(self) -> bool {
        self >= NameKind::NodeTemplate
    }
}

/// One or two kinds, in order of preference. They are small, because there are very many references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKinds {
    /// One.
    One([NameKind; 1]),
    /// Two.
    Two([NameKind; 2]),
}

impl NameKinds {
    /// Returns the first two of `kinds`, of which there must be one.
    const fn new(kinds: &[NameKind]) -> Self {
        if kinds.len() == 1 { Self::One([kinds[0]]) } else { Self::Two([kinds[0], kinds[1]]) }
    }
}

impl std::ops::Deref for NameKinds {
    type Target = [NameKind];

    fn deref(&self) -> &[NameKind] {
        match self {
            Self::One(kinds) => kinds,
            Self::Two(kinds) => kinds,
        }
    }
}

/// The kind of thing that a [`Ref`] refers to.
pub trait RefTarget {
    /// The kinds, in order of preference, at most two.
    const KINDS: &'static [NameKind];
    /// Whether the name may also refer to something that only later phases know.
    const LENIENT: bool = false;
}

/// Declares markers for references: `Marker = Kind, Kind;`, with `?` for lenient ones.
macro_rules! targets {
    ($( $(#[$doc:meta])* $marker:ident = $($kind:ident),+ $(; $lenient:ident)? . )*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $marker;

            impl $crate::keynames::RefTarget for $marker {
                const KINDS: &'static [$crate::keynames::NameKind] = &[$($crate::keynames::NameKind::$kind),+];
                $( const LENIENT: bool = targets!(@ $lenient); )?
            }
        )*
    };
    (@ lenient) => { true };
}
pub(crate) use targets;

/// A name, as written, that refers to one of the kinds of `T`. It is resolved in `resolve`.
pub struct Ref<T> {
    /// The scalar with the name.
    pub node: NodeId,
    target: PhantomData<T>,
}

impl<T> Clone for Ref<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ref<T> {}

impl<T> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ref({:?})", self.node)
    }
}

impl<T: RefTarget> Shape for Ref<T> {
    const EXPECTED: Expected = Expected::Name(T::KINDS);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if node.is_invalid() {
            return None;
        }
        if reader.is_call(node) {
            reader.call_not_allowed(node);
            return None;
        }
        let Some(name) = node.as_str() else {
            let help = name_in_map(node, T::KINDS).or_else(|| one_of_known(node, T::KINDS, reader));
            match help {
                Some(help) => reader.wrong_shape_with_help(node, &Self::EXPECTED, describe(node), Some(help)),
                None => reader.wrong_shape(node, &Self::EXPECTED),
            }
            return None;
        };
        if name.is_empty() {
            reader.empty_name(node);
            return None;
        }
        reader.references.push(Reference {
            node: node.id(),
            kinds: const { NameKinds::new(T::KINDS) },
            lenient: T::LENIENT,
        });
        Some(Self { node: node.id(), target: PhantomData })
    }
}

/// Returns the help for a list in place of the name of a template: those of its entries that are templates or, if there
/// are none, all templates.
fn one_of_known(node: YamlNode<'_>, kinds: &[NameKind], reader: &Reader<'_>) -> Option<ValueHelp> {
    node.items().nth(1)?;
    let service = node.tree().node(reader.find_enclosing("service template")?);
    let names_of = |kind: &NameKind| service.get(kind.section()).into_iter().flat_map(YamlNode::entries);
    let kinds = || kinds.iter().filter(|kind| kind.is_template());
    let is_known = |name: &str| kinds().any(|kind| names_of(kind).any(|(key, _)| key.text() == name));
    let listed: Vec<String> =
        node.items().filter(|item| is_known(item.text())).map(|item| quoted(item.text())).collect();
    if let [name] = &listed[..] {
        return Some((format!("write a single name, such as {name}"), None));
    }
    if !listed.is_empty() {
        return Some((format!("write a single name: {}", list(&listed, "or")), None));
    }
    let kind = kinds().find(|kind| names_of(kind).next().is_some())?;
    let alternatives = Alternatives::without_suggestion(names_of(kind).map(|(key, _)| key.text()));
    Some((alternatives.list_names(kind.name(), "define another one"), None))
}

/// Returns the help for a map whose only key says what its value is, in place of this name: `{ workflow: deploy }`.
fn name_in_map(node: YamlNode<'_>, kinds: &[NameKind]) -> Option<ValueHelp> {
    let (key, value) = node.only_entry()?;
    let name = value.as_str().filter(|name| !name.is_empty() && !name.starts_with('$'))?;
    let word = key.text();
    let is_kind = |kind: &NameKind| {
        let kind = kind.name();
        kind.replace(' ', "_") == word || kind.rsplit(' ').next() == Some(word)
    };
    let is_word = matches!(word, "name" | "node" | "inline" | "delegate") || kinds.iter().any(is_kind);
    is_word.then(|| {
        let name = plain(name);
        (format!("write the name alone: {}", quoted(&name)), Some(name))
    })
}
