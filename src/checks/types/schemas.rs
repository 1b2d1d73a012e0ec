//! Checks key schemas and entry schemas (TOSCA 2.0 §9.3).

use crate::diagnostics::{Level, rules};
use crate::model::Truth;
use crate::model::types::{BuiltIn, FieldView, Parts, Schema, TypeRef};
use crate::yaml::Node;

use super::Cx;
use super::fields::describe;

/// The maximum number of inherited schemas that a schema is checked against. Those further up were already
/// checked against each other.
const MAX_INHERITED_SCHEMAS: usize = 16;

/// Selects the key schema or the entry schema.
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

    /// Returns the built-in types whose values have keys or entries.
    fn collections(self) -> &'static [BuiltIn] {
        match self {
            Which::Key => &[BuiltIn::Map],
            Which::Entry => &[BuiltIn::List, BuiltIn::Map],
        }
    }

    fn select(self, schema: Schema<'_>) -> Option<Schema<'_>> {
        match self {
            Which::Key => schema.key_schema(),
            Which::Entry => schema.entry_schema(),
        }
    }
}

/// A definition that has a type and may have schemas.
pub(super) struct Described<'g> {
    /// The kind and name of the definition, for messages.
    pub(super) what: String,
    /// The type, or `None` for a parameter without a type.
    pub(super) data_type: Option<TypeRef>,
    /// The node of the type in this definition.
    pub(super) type_node: Option<Node<'g>>,
    /// The node of the type, in this definition or an inherited one.
    pub(super) effective_type_node: Option<Node<'g>>,
    /// The schemas of this definition.
    pub(super) key_schema: Option<Schema<'g>>,
    pub(super) entry_schema: Option<Schema<'g>>,
    /// The inherited schemas, nearest first.
    pub(super) key_bases: Vec<Schema<'g>>,
    pub(super) entry_bases: Vec<Schema<'g>>,
    /// Whether this definition has no entry schema, and inherits none.
    pub(super) lacks_entry_schema: bool,
    /// The definition, or `None` in the short notation.
    pub(super) node: Option<Node<'g>>,
    /// Whether a schema without a type is reported here: the grammar accepts it, because it could refine an
    /// inherited schema, but everything inherited is known.
    pub(super) reports_missing_types: bool,
    /// Whether the type is the parent of a data type, and may therefore be abstract.
    pub(super) abstract_parent: bool,
}

pub(super) fn schemas_of_field<'g>(
    cx: &mut Cx<'g>,
    field: FieldView<'g>,
    parts: Parts<'g>,
    refining: bool,
    is_incomplete: bool,
) {
    let tree = field.tree();
    let schema = |definition| Schema { tree, definition };
    let type_node = parts.data_type.map(|name| tree.node(name));
    // Most fields are of a simple type and have no schemas.
    let is_scalar = |node| cx.types.meaning(node) == TypeRef::BuiltIn(BuiltIn::Scalar);
    if parts.key_schema.is_none() && parts.entry_schema.is_none() && !type_node.is_some_and(is_scalar) {
        let has_no_schemas = match field.data_type {
            Some(TypeRef::BuiltIn(built_in)) => {
                !matches!(built_in, BuiltIn::List | BuiltIn::Map | BuiltIn::Scalar)
            }
            Some(TypeRef::Defined(id)) => {
                !matches!(cx.types.get(id).built_in, Some(BuiltIn::List | BuiltIn::Map))
            }
            _ => true,
        };
        if has_no_schemas {
            return;
        }
    }
    let base = field.inherited.map(|id| cx.types.field(id));
    check_definition(
        cx,
        &Described {
            what: describe(field),
            // An unknown parent may have a type.
            data_type: field.data_type.or(if is_incomplete { Some(TypeRef::Unknown) } else { None }),
            type_node,
            effective_type_node: field.effective().data_type,
            key_schema: parts.key_schema.map(schema),
            entry_schema: parts.entry_schema.map(schema),
            key_bases: base.map_or_else(Vec::new, |base| base.key_schemas().collect()),
            entry_bases: base.map_or_else(Vec::new, |base| base.entry_schemas().collect()),
            lacks_entry_schema: base.is_none_or(|base| base.data_type.is_none())
                && !field.written.may_have_entry_schema(),
            node: parts.node.map(|node| tree.node(node)),
            reports_missing_types: refining && !is_incomplete,
            abstract_parent: false,
        },
    );
}

/// Checks a schema definition that refines nothing.
pub(super) fn check_new_schema<'g>(cx: &mut Cx<'g>, schema: Schema<'g>, what: String) {
    check_schema(cx, schema, &[], what, false, None);
}

/// Checks the type and the schemas of a definition.
pub(super) fn check_definition<'g>(cx: &mut Cx<'g>, here: &Described<'g>) {
    // The schemas of an unknown type are unknown.
    let is_type_known = here.data_type != Some(TypeRef::Unknown);
    if let Some(node) = here.type_node
        && cx.types.meaning(node) == TypeRef::BuiltIn(BuiltIn::Scalar)
        && !here.abstract_parent
    {
        cx.report(node, rules::abstract_scalar::new(node.span()));
        return;
    }
    let Some(data_type) = here.data_type else {
        for which in [Which::Key, Which::Entry] {
            if let Some(schema) = here.schema(which) {
                let node = schema.node();
                let diagnostic = rules::schema_not_allowed::no_type(node.span(), which.keyname(), &here.what);
                cx.report(node, diagnostic.at_level(Level::Warning));
                check_schema(
                    cx,
                    schema,
                    &[],
                    format!("the {} of {}", schema_name(which), here.what),
                    here.reports_missing_types && is_type_known,
                    here.key(which),
                );
            }
        }
        return;
    };
    for which in [Which::Key, Which::Entry] {
        let Some(schema) = here.schema(which) else { continue };
        if cx.types.is_one_of(data_type, which.collections()) == Truth::No {
            let place = here.effective_type_node.map(Node::span);
            let node = schema.node();
            let name = cx.types.name(data_type);
            let diagnostic = rules::schema_not_allowed::new(node.span(), which.keyname(), name, place);
            cx.report(node, diagnostic);
            continue;
        }
        if which == Which::Key {
            check_key_type(cx, schema);
        }
        let mut bases = here.bases(which).to_vec();
        bases.extend(cx.types.brought(data_type, which == Which::Key).take(MAX_INHERITED_SCHEMAS));
        check_schema(
            cx,
            schema,
            &bases,
            format!("the {} of {}", schema_name(which), here.what),
            here.reports_missing_types && is_type_known,
            here.key(which),
        );
    }
    check_inherited_schemas(cx, here, data_type);
    check_missing_entry_schema(cx, here, data_type);
}

/// Checks that the schemas of a refined type are compatible with the inherited schemas.
fn check_inherited_schemas<'g>(cx: &mut Cx<'g>, here: &Described<'g>, data_type: TypeRef) {
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
        let (Some(inherited_type), Some(new_type)) = (inherited.data_type(), brought.data_type()) else {
            continue;
        };
        if !cx.types.could_meet(cx.types.meaning(inherited_type), cx.types.meaning(new_type)) {
            let what = format!("the {} of {}", schema_name(which), here.what);
            let diagnostic = rules::incompatible_type::new(
                node.span(),
                &what,
                new_type.text(),
                inherited_type.text(),
                Some(inherited_type.span()),
            );
            cx.report(node, diagnostic.also(new_type.span(), "declared by the new type"));
        }
    }
}

fn check_missing_entry_schema<'g>(cx: &mut Cx<'g>, here: &Described<'g>, data_type: TypeRef) {
    let (Some(node), true) = (here.type_node, here.lacks_entry_schema) else { return };
    // A derived type has its own schema, or was reported at its definition.
    let TypeRef::BuiltIn(collection @ (BuiltIn::List | BuiltIn::Map)) = data_type else { return };
    let diagnostic = rules::missing_entry_schema::new(node.span(), &here.what, collection.name());
    let strict = cx.strict;
    cx.report(node, if strict { diagnostic.at_level(Level::Error) } else { diagnostic });
}

/// Checks that the keys of a map are strings.
fn check_key_type<'g>(cx: &mut Cx<'g>, schema: Schema<'g>) {
    let Some(node) = schema.data_type() else { return };
    if cx.types.is_one_of(cx.types.meaning(node), &[BuiltIn::String]) == Truth::No {
        cx.report(node, rules::key_schema_not_string::new(node.span(), node.text()));
    }
}

/// Checks a schema definition against the schemas that it refines (`bases`, nearest first).
fn check_schema<'g>(
    cx: &mut Cx<'g>,
    own: Schema<'g>,
    bases: &[Schema<'g>],
    what: String,
    refining: bool,
    key: Option<Node<'g>>,
) {
    let type_node = own.data_type();
    let base = bases.iter().find_map(|base| base.data_type());
    if base.is_none()
        && type_node.is_none()
        && refining
        && own.definition.unread.lacks(&own.definition.data_type())
    {
        let node = key.unwrap_or_else(|| own.node());
        let diagnostic = rules::missing_keyname::absent(node.span(), "type", "schema definition");
        cx.report(node, diagnostic);
    }
    let data_type = type_node.or(base).map_or(TypeRef::Unknown, |node| cx.types.meaning(node));
    // Schemas of a data type need not refine the inherited ones, so each base is checked.
    for base in bases.iter().filter_map(|base| base.data_type()) {
        let Some(node) = type_node else { break };
        let inherited = cx.types.meaning(base);
        if cx.types.relation(data_type, inherited) == Truth::No {
            let name = cx.types.name(inherited);
            let diagnostic =
                rules::incompatible_type::new(node.span(), &what, node.text(), name, Some(base.span()));
            cx.report(node, diagnostic);
            return;
        }
    }
    let nested = |which: Which| bases.iter().filter_map(|base| which.select(*base)).collect();
    check_definition(
        cx,
        &Described {
            what,
            data_type: Some(data_type),
            type_node,
            effective_type_node: type_node.or(base),
            key_schema: own.key_schema(),
            entry_schema: own.entry_schema(),
            key_bases: nested(Which::Key),
            entry_bases: nested(Which::Entry),
            lacks_entry_schema: bases.is_empty() && own.definition.entry_schema().is_absent(),
            node: Some(own.node()),
            reports_missing_types: refining && data_type != TypeRef::Unknown,
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

    /// Returns the keyname of a schema of this definition.
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

fn schema_name(which: Which) -> &'static str {
    match which {
        Which::Key => "key schema",
        Which::Entry => "entry schema",
    }
}
