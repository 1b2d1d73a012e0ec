//! Checks key schemas and entry schemas (TOSCA 2.0 §9.3).
//!
//! Input: definitions with a type and schemas. Output: findings about schemas that the type does not allow,
//! that are incompatible with the schemas that they refine, or that are missing.

use crate::diagnostics::{Level, rules};
use crate::model::Truth;
use crate::model::types::{BuiltIn, FieldView, Parts, Schema, TypeRef};
use crate::yaml::YamlNode;

use super::Cx;
use super::fields::describe;

/// The maximum number of schemas of a data type that a schema is checked against, nearest first. The others
/// are checked against each other where they are defined.
const MAX_INHERITED_SCHEMAS: usize = 16;

/// A key schema or an entry schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SchemaKind {
    /// The schema of the keys of a map.
    Key,
    /// The schema of the entries of a list or map.
    Entry,
}

impl SchemaKind {
    fn keyname(self) -> &'static str {
        match self {
            SchemaKind::Key => "key_schema",
            SchemaKind::Entry => "entry_schema",
        }
    }

    /// Returns the built-in types that can have such a schema.
    fn collections(self) -> &'static [BuiltIn] {
        match self {
            SchemaKind::Key => &[BuiltIn::Map],
            SchemaKind::Entry => &[BuiltIn::List, BuiltIn::Map],
        }
    }

    /// Returns the nested schema of this kind.
    fn select(self, schema: Schema<'_>) -> Option<Schema<'_>> {
        match self {
            SchemaKind::Key => schema.key_schema(),
            SchemaKind::Entry => schema.entry_schema(),
        }
    }
}

/// A definition that has a type and may have schemas.
pub(super) struct SchemaOwner<'g> {
    /// The kind and name of the definition, for messages.
    pub(super) what: String,
    /// The effective type, or `None` for a parameter without a type.
    pub(super) data_type: Option<TypeRef>,
    /// The node that names the type in this definition.
    pub(super) type_node: Option<YamlNode<'g>>,
    /// The node that names the effective type: in this definition, or else in an inherited one.
    pub(super) effective_type_node: Option<YamlNode<'g>>,
    /// The key schema of this definition.
    pub(super) key_schema: Option<Schema<'g>>,
    /// The entry schema of this definition.
    pub(super) entry_schema: Option<Schema<'g>>,
    /// The key schemas of the definitions that this one refines, nearest first.
    pub(super) key_bases: Vec<Schema<'g>>,
    /// The entry schemas of the definitions that this one refines, nearest first.
    pub(super) entry_bases: Vec<Schema<'g>>,
    /// Whether this definition has no entry schema, and inherits none.
    pub(super) lacks_entry_schema: bool,
    /// The map of the definition, or `None` in the short notation.
    pub(super) node: Option<YamlNode<'g>>,
    /// Whether a schema without a type is reported here: the grammar accepts it, because it could refine an
    /// inherited schema, but everything inherited is known.
    pub(super) reports_missing_types: bool,
    /// Whether the type may be abstract, because it is the parent of a data type.
    pub(super) may_be_abstract: bool,
}

/// Checks the type and the schemas of a field. If `is_incomplete`, the field may inherit unknown definitions.
pub(super) fn schemas_of_field<'g>(
    cx: &mut Cx<'g>,
    field: FieldView<'g>,
    parts: Parts<'g>,
    is_refinement: bool,
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
    let base = field.inherited().map(|id| cx.types.field(id));
    check_definition(
        cx,
        &SchemaOwner {
            what: describe(field),
            // An unknown definition that the field refines may have a type.
            data_type: field.data_type.or_else(|| {
                let may_have_type = is_incomplete || !field.written.lacks_type();
                may_have_type.then_some(TypeRef::Unknown)
            }),
            type_node,
            effective_type_node: field.effective().data_type,
            key_schema: parts.key_schema.map(schema),
            entry_schema: parts.entry_schema.map(schema),
            key_bases: base.map_or_else(Vec::new, |base| base.key_schemas().collect()),
            entry_bases: base.map_or_else(Vec::new, |base| base.entry_schemas().collect()),
            lacks_entry_schema: base.is_none_or(|base| base.data_type.is_none())
                && !field.written.may_have_entry_schema(),
            node: parts.node.map(|node| tree.node(node)),
            reports_missing_types: is_refinement && !is_incomplete,
            may_be_abstract: false,
        },
    );
}

/// Checks a schema definition that refines nothing.
pub(super) fn check_new_schema<'g>(cx: &mut Cx<'g>, schema: Schema<'g>, what: String) {
    check_schema(cx, schema, &[], what, false, None);
}

/// Checks the type and the schemas of a definition.
pub(super) fn check_definition<'g>(cx: &mut Cx<'g>, owner: &SchemaOwner<'g>) {
    // An unknown type may have schemas, which this definition refines.
    let is_type_known = owner.data_type != Some(TypeRef::Unknown);
    if let Some(node) = owner.type_node
        && cx.types.meaning(node) == TypeRef::BuiltIn(BuiltIn::Scalar)
        && !owner.may_be_abstract
    {
        cx.report(node, rules::abstract_scalar::new(node.span()));
        return;
    }
    let Some(data_type) = owner.data_type else {
        for kind in [SchemaKind::Key, SchemaKind::Entry] {
            if let Some(schema) = owner.schema(kind) {
                let node = schema.node();
                let diagnostic = rules::schema_not_allowed::no_type(node.span(), kind.keyname(), &owner.what);
                cx.report(node, diagnostic.at_level(Level::Warning));
                check_schema(
                    cx,
                    schema,
                    &[],
                    format!("the {} of {}", schema_name(kind), owner.what),
                    owner.reports_missing_types && is_type_known,
                    owner.keyname_node(kind),
                );
            }
        }
        return;
    };
    for kind in [SchemaKind::Key, SchemaKind::Entry] {
        let Some(schema) = owner.schema(kind) else { continue };
        if cx.types.is_one_of(data_type, kind.collections()) == Truth::No {
            let type_span = owner.effective_type_node.map(YamlNode::span);
            let node = schema.node();
            let name = cx.types.name(data_type);
            let diagnostic = rules::schema_not_allowed::new(node.span(), kind.keyname(), name, type_span);
            cx.report(node, diagnostic);
            continue;
        }
        if kind == SchemaKind::Key {
            check_key_type(cx, schema);
        }
        let mut bases = owner.bases(kind).to_vec();
        bases
            .extend(cx.types.schemas_of_type(data_type, kind == SchemaKind::Key).take(MAX_INHERITED_SCHEMAS));
        check_schema(
            cx,
            schema,
            &bases,
            format!("the {} of {}", schema_name(kind), owner.what),
            owner.reports_missing_types && is_type_known,
            owner.keyname_node(kind),
        );
    }
    check_inherited_schemas(cx, owner, data_type);
    check_missing_entry_schema(cx, owner, data_type);
}

/// Checks that the schemas of a narrower type are compatible with the inherited schemas, if the definition
/// itself has none.
fn check_inherited_schemas<'g>(cx: &mut Cx<'g>, owner: &SchemaOwner<'g>, data_type: TypeRef) {
    let Some(node) = owner.type_node else { return };
    for kind in [SchemaKind::Key, SchemaKind::Entry] {
        if owner.schema(kind).is_some() {
            continue;
        }
        let (Some(&inherited), Some(type_schema)) =
            (owner.bases(kind).first(), cx.types.schemas_of_type(data_type, kind == SchemaKind::Key).next())
        else {
            continue;
        };
        let (Some(inherited_type), Some(new_type)) = (inherited.data_type(), type_schema.data_type()) else {
            continue;
        };
        let (inherited, new) = (cx.types.meaning(inherited_type), cx.types.meaning(new_type));
        if !cx.types.may_be_related(inherited, new) {
            let what = format!("the {} of {}", schema_name(kind), owner.what);
            let file = node.tree().file();
            let diagnostic = rules::incompatible_type::new(
                node.span(),
                &what,
                &cx.types.name_in(new, file),
                &cx.types.name_in(inherited, file),
                Some(inherited_type.span()),
            );
            cx.report(node, diagnostic.also(new_type.span(), "declared by the new type"));
        }
    }
}

/// Whether a keyname of the definition around `node` may be at the wrong level.
fn is_elsewhere(cx: &Cx<'_>, node: YamlNode<'_>, keyname: &str) -> bool {
    cx.types.graph.file(node.tree().file()).unknown_keys().may_define(keyname)
}

/// Reports a list or map without an entry schema.
fn check_missing_entry_schema<'g>(cx: &mut Cx<'g>, owner: &SchemaOwner<'g>, data_type: TypeRef) {
    let (Some(node), true) = (owner.type_node, owner.lacks_entry_schema) else { return };
    if is_elsewhere(cx, node, "entry_schema") {
        return;
    }
    // Types derived from `list` or `map` have an entry schema, or were reported at their definition.
    let TypeRef::BuiltIn(collection @ (BuiltIn::List | BuiltIn::Map)) = data_type else { return };
    let diagnostic = rules::missing_entry_schema::new(node.span(), &owner.what, collection.name());
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

/// Checks a schema definition against the schemas that it refines (`bases`, nearest first). `keyname_node` is
/// the keyname with this schema as value, for a finding about a missing type.
fn check_schema<'g>(
    cx: &mut Cx<'g>,
    schema: Schema<'g>,
    bases: &[Schema<'g>],
    what: String,
    reports_missing_type: bool,
    keyname_node: Option<YamlNode<'g>>,
) {
    let type_node = schema.data_type();
    let base = bases.iter().find_map(|base| base.data_type());
    if base.is_none()
        && type_node.is_none()
        && reports_missing_type
        && schema.definition.unread.lacks(&schema.definition.data_type())
        && !is_elsewhere(cx, schema.node(), "type")
    {
        let node = keyname_node.unwrap_or_else(|| schema.node());
        let diagnostic = rules::missing_keyname::absent(node.span(), "type", "schema definition");
        cx.report(node, diagnostic);
    }
    let data_type = type_node.or(base).map_or(TypeRef::Unknown, |node| cx.types.meaning(node));
    // The bases may be incompatible with each other, so each is checked.
    for base in bases.iter().filter_map(|base| base.data_type()) {
        let Some(node) = type_node else { break };
        let inherited = cx.types.meaning(base);
        if cx.types.relation(data_type, inherited) == Truth::No {
            let name = cx.types.name_in(inherited, node.tree().file());
            let diagnostic =
                rules::incompatible_type::new(node.span(), &what, node.text(), &name, Some(base.span()));
            cx.report(node, diagnostic);
            return;
        }
    }
    let nested = |kind: SchemaKind| bases.iter().filter_map(|base| kind.select(*base)).collect();
    check_definition(
        cx,
        &SchemaOwner {
            what,
            data_type: Some(data_type),
            type_node,
            effective_type_node: type_node.or(base),
            key_schema: schema.key_schema(),
            entry_schema: schema.entry_schema(),
            key_bases: nested(SchemaKind::Key),
            entry_bases: nested(SchemaKind::Entry),
            lacks_entry_schema: bases.is_empty() && schema.definition.entry_schema().is_absent(),
            node: Some(schema.node()),
            reports_missing_types: reports_missing_type && data_type != TypeRef::Unknown,
            may_be_abstract: false,
        },
    );
}

impl<'g> SchemaOwner<'g> {
    fn schema(&self, kind: SchemaKind) -> Option<Schema<'g>> {
        match kind {
            SchemaKind::Key => self.key_schema,
            SchemaKind::Entry => self.entry_schema,
        }
    }

    /// Returns the node of the keyname of a schema in this definition.
    fn keyname_node(&self, kind: SchemaKind) -> Option<YamlNode<'g>> {
        self.node?.entry(kind.keyname()).map(|(key, _)| key)
    }

    fn bases(&self, kind: SchemaKind) -> &[Schema<'g>] {
        match kind {
            SchemaKind::Key => &self.key_bases,
            SchemaKind::Entry => &self.entry_bases,
        }
    }
}

fn schema_name(kind: SchemaKind) -> &'static str {
    match kind {
        SchemaKind::Key => "key schema",
        SchemaKind::Entry => "entry schema",
    }
}
