//! Schemas: what keys and entries are (TOSCA 2.0 §9.3).

use crate::diagnostics::{Level, codes};
use crate::model::Truth;
use crate::model::types::{BuiltIn, FieldView, Parts, Schema, TypeRef};
use crate::yaml::Node;

use super::Cx;
use super::fields::describe;

/// So many schemas that refine each other are looked at; those that are further up were held against each
/// other.
const LAYERS: usize = 16;

/// Which schema of two.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    Key,
    Entry,
}

impl Which {
    fn keyname(self) -> &'static str {
        match self {
            Which::Key => "key_schema",
            Which::Entry => "entry_schema",
        }
    }

    /// The built-in types whose values have such parts.
    fn holders(self) -> &'static [BuiltIn] {
        match self {
            Which::Key => &[BuiltIn::Map],
            Which::Entry => &[BuiltIn::List, BuiltIn::Map],
        }
    }

    fn of(self, schema: Schema<'_>) -> Option<Schema<'_>> {
        match self {
            Which::Key => schema.key_schema(),
            Which::Entry => schema.entry_schema(),
        }
    }
}

/// A place that has a type and may have schemas.
pub(super) struct Described<'g> {
    /// In words, with its name.
    pub(super) what: String,
    /// The type; none for a parameter without one.
    pub(super) data_type: Option<TypeRef>,
    /// Where the type is written in this definition.
    pub(super) type_node: Option<Node<'g>>,
    /// Where the type is written, here or further up.
    pub(super) type_place: Option<Node<'g>>,
    /// The schemas written here.
    pub(super) key_schema: Option<Schema<'g>>,
    pub(super) entry_schema: Option<Schema<'g>>,
    /// The schemas that these refine, nearest first.
    pub(super) key_bases: Vec<Schema<'g>>,
    pub(super) entry_bases: Vec<Schema<'g>>,
    /// Whether no entry schema is written here, and none can come from elsewhere.
    pub(super) lacks_entry_schema: bool,
    /// The definition; none for short forms.
    pub(super) node: Option<Node<'g>>,
    /// Whether a schema without a type is to be told here: the grammar let it pass, because it could refine
    /// an inherited one, and all that is inherited is known.
    pub(super) wants_types: bool,
    /// Whether the type is the parent of a data type, and so may be abstract.
    pub(super) abstract_parent: bool,
}

pub(super) fn schemas_of_field<'g>(
    cx: &mut Cx<'g>,
    field: FieldView<'g>,
    parts: Parts<'g>,
    refining: bool,
    open: bool,
) {
    let tree = field.tree();
    let schema = |definition| Schema { tree, definition };
    let type_node = parts.data_type.map(|name| tree.node(name));
    // Most fields are of a simple type and have no schemas.
    let scalar = |node| cx.types.meaning(node) == TypeRef::BuiltIn(BuiltIn::Scalar);
    if parts.key_schema.is_none() && parts.entry_schema.is_none() && !type_node.is_some_and(scalar) {
        let simple = match field.data_type {
            Some(TypeRef::BuiltIn(built_in)) => {
                !matches!(built_in, BuiltIn::List | BuiltIn::Map | BuiltIn::Scalar)
            }
            Some(TypeRef::Defined(id)) => {
                !matches!(cx.types.get(id).built_in, Some(BuiltIn::List | BuiltIn::Map))
            }
            _ => true,
        };
        if simple {
            return;
        }
    }
    let base = field.inherited.map(|id| cx.types.field(id));
    described(
        cx,
        &Described {
            what: describe(field),
            // Where more may be inherited, so may a type.
            data_type: field.data_type.or(if open { Some(TypeRef::Unknown) } else { None }),
            type_node,
            type_place: field.effective().data_type,
            key_schema: parts.key_schema.map(schema),
            entry_schema: parts.entry_schema.map(schema),
            key_bases: base.map_or_else(Vec::new, |base| base.key_schemas().collect()),
            entry_bases: base.map_or_else(Vec::new, |base| base.entry_schemas().collect()),
            lacks_entry_schema: base.is_none_or(|base| base.data_type.is_none())
                && !field.written.may_have_entry_schema(),
            node: parts.node.map(|node| tree.node(node)),
            wants_types: refining && !open,
            abstract_parent: false,
        },
    );
}

/// A schema definition that refines nothing.
pub(super) fn schema<'g>(cx: &mut Cx<'g>, schema: Schema<'g>, what: String) {
    schema_against(cx, schema, &[], what, false, None);
}

/// What is said of the type and the schemas of one place.
pub(super) fn described<'g>(cx: &mut Cx<'g>, here: &Described<'g>) {
    // Where the type is unknown, so are the schemas that it brings.
    let data_known = here.data_type != Some(TypeRef::Unknown);
    if let Some(node) = here.type_node
        && cx.types.meaning(node) == TypeRef::BuiltIn(BuiltIn::Scalar)
        && !here.abstract_parent
    {
        cx.report(node, codes::abstract_scalar::new(node.span()));
        return;
    }
    let Some(data_type) = here.data_type else {
        for which in [Which::Key, Which::Entry] {
            if let Some(schema) = here.schema(which) {
                let node = schema.node();
                let found = codes::schema_not_allowed::no_type(node.span(), which.keyname(), &here.what);
                cx.report(node, found.at_level(Level::Warning));
                schema_against(
                    cx,
                    schema,
                    &[],
                    format!("the {} of {}", words(which), here.what),
                    here.wants_types && data_known,
                    here.key(which),
                );
            }
        }
        return;
    };
    for which in [Which::Key, Which::Entry] {
        let Some(schema) = here.schema(which) else { continue };
        if cx.types.is_one_of(data_type, which.holders()) == Truth::No {
            let place = here.type_place.map(Node::span);
            let node = schema.node();
            let name = cx.types.name(data_type);
            let found = codes::schema_not_allowed::new(node.span(), which.keyname(), name, place);
            cx.report(node, found);
            continue;
        }
        if which == Which::Key {
            key_type(cx, schema);
        }
        let mut bases = here.bases(which).to_vec();
        bases.extend(cx.types.brought(data_type, which == Which::Key).take(LAYERS));
        schema_against(
            cx,
            schema,
            &bases,
            format!("the {} of {}", words(which), here.what),
            here.wants_types && data_known,
            here.key(which),
        );
    }
    inherited_schemas(cx, here, data_type);
    missing_entry_schema(cx, here, data_type);
}

/// A narrower type may bring schemas that the inherited ones do not fit.
fn inherited_schemas<'g>(cx: &mut Cx<'g>, here: &Described<'g>, data_type: TypeRef) {
    let Some(node) = here.type_node else { return };
    for which in [Which::Key, Which::Entry] {
        if here.schema(which).is_some() {
            continue;
        }
        let (Some(&inherited), Some(brought)) =
            (here.bases(which).first(), cx.types.brought(data_type, which == Which::Key).next())
        else {
            continue;
        };
        let (Some(one), Some(other)) = (inherited.data_type(), brought.data_type()) else { continue };
        if !cx.types.could_meet(cx.types.meaning(one), cx.types.meaning(other)) {
            let what = format!("the {} of {}", words(which), here.what);
            let found =
                codes::incompatible_type::new(node.span(), &what, other.text(), one.text(), Some(one.span()));
            cx.report(node, found.also(other.span(), "declared by the new type"));
        }
    }
}

fn missing_entry_schema<'g>(cx: &mut Cx<'g>, here: &Described<'g>, data_type: TypeRef) {
    let (Some(node), true) = (here.type_node, here.lacks_entry_schema) else { return };
    // A type derived from a collection brings its schema, or was reported where it is defined.
    let TypeRef::BuiltIn(collection @ (BuiltIn::List | BuiltIn::Map)) = data_type else { return };
    let found = codes::missing_entry_schema::new(node.span(), &here.what, collection.name());
    let strict = cx.strict;
    cx.report(node, if strict { found.at_level(Level::Error) } else { found });
}

/// The keys of maps are strings.
pub(super) fn key_type<'g>(cx: &mut Cx<'g>, schema: Schema<'g>) {
    let Some(node) = schema.data_type() else { return };
    if cx.types.is_one_of(cx.types.meaning(node), &[BuiltIn::String]) == Truth::No {
        cx.report(node, codes::key_schema_not_string::new(node.span(), node.text()));
    }
}

/// A schema definition and those that it refines, nearest first.
fn schema_against<'g>(
    cx: &mut Cx<'g>,
    own: Schema<'g>,
    bases: &[Schema<'g>],
    what: String,
    refining: bool,
    at: Option<Node<'g>>,
) {
    let type_node = own.data_type();
    let base = bases.iter().find_map(|base| base.data_type());
    if base.is_none()
        && type_node.is_none()
        && refining
        && own.definition.unread.lacks(&own.definition.data_type())
    {
        let node = at.unwrap_or_else(|| own.node());
        let found = codes::missing_keyname::absent(node.span(), "type", "schema definition");
        cx.report(node, found);
    }
    let data_type = type_node.or(base).map_or(TypeRef::Unknown, |node| cx.types.meaning(node));
    // Those of the definition refine each other, but a data type may bring schemas of its own.
    for base in bases.iter().filter_map(|base| base.data_type()) {
        let Some(node) = type_node else { break };
        let inherited = cx.types.meaning(base);
        if cx.types.relation(data_type, inherited) == Truth::No {
            let name = cx.types.name(inherited);
            let found =
                codes::incompatible_type::new(node.span(), &what, node.text(), name, Some(base.span()));
            cx.report(node, found);
            return;
        }
    }
    let nested = |which: Which| bases.iter().filter_map(|base| which.of(*base)).collect();
    described(
        cx,
        &Described {
            what,
            data_type: Some(data_type),
            type_node,
            type_place: type_node.or(base),
            key_schema: own.key_schema(),
            entry_schema: own.entry_schema(),
            key_bases: nested(Which::Key),
            entry_bases: nested(Which::Entry),
            lacks_entry_schema: bases.is_empty() && own.definition.entry_schema().is_absent(),
            node: Some(own.node()),
            wants_types: refining && data_type != TypeRef::Unknown,
            abstract_parent: false,
        },
    );
}

impl<'g> Described<'g> {
    fn schema(&self, which: Which) -> Option<Schema<'g>> {
        match which {
            Which::Key => self.key_schema,
            Which::Entry => self.entry_schema,
        }
    }

    /// The keyname of a schema that is written here.
    fn key(&self, which: Which) -> Option<Node<'g>> {
        self.node?.entry(which.keyname()).map(|(key, _)| key)
    }

    fn bases(&self, which: Which) -> &[Schema<'g>] {
        match which {
            Which::Key => &self.key_bases,
            Which::Entry => &self.entry_bases,
        }
    }
}

fn words(which: Which) -> &'static str {
    match which {
        Which::Key => "key schema",
        Which::Entry => "entry schema",
    }
}
