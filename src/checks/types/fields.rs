//! Properties, attributes and parameters and their refinements (TOSCA 2.0 §9.4, §9.6, §9.8).

use crate::diagnostics::{Diagnostic, codes, quoted};
use crate::functions::{PathEnd, Source};
use crate::keynames::Entity as _;
use crate::load::File;
use crate::model::Truth;
use crate::model::types::{
    Body, BuiltIn, Declared, Field, FieldKind, FieldView, Fields, Part, Parts, Schema, Section, TypeRef,
    TypeUse, TypeView, Types,
};
use crate::syntax::{AttributeDefinition, OperationDefinition, ParameterDefinition, PropertyDefinition};
use crate::yaml::{Kind, Node};

use super::{Cx, functions, missing_keyname, near, near_member, null_changes_nothing, same, schemas};

/// Where fields stand and what they can refine.
#[derive(Clone, Copy)]
pub(super) struct Home<'g> {
    /// The node type, relationship type … around.
    pub(super) owner: TypeView<'g>,
    /// The type beside, whose members are refined; none for fields of the type itself.
    pub(super) refined: Option<TypeUse>,
    /// Whether more may be inherited than is known.
    pub(super) open: bool,
    /// Whether new fields can be added.
    pub(super) adds: bool,
}

/// The fields of a type itself.
pub(super) fn own_fields<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) {
    let home = Home { owner: of, refined: None, open: of.is_open, adds: true };
    let members = &of.members;
    for part in [members.properties, members.attributes, members.inputs] {
        fields(cx, part, home);
    }
}

/// A part of the fields of the type around.
pub(super) fn fields<'g>(cx: &mut Cx<'g>, of: Part<Field>, home: Home<'g>) {
    for field in home.owner.records_in(of) {
        check_field(cx, field, home);
    }
}

fn check_field<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, home: Home<'g>) {
    if home.refined.is_none() && home.owner.parent.is_none() && is_plain(field) {
        return;
    }
    if let Some(place) = field.again() {
        return again(cx, field, place);
    }
    if matches!(field.written(), Declared::Unreadable) && (field.inherited.is_some() || home.adds) {
        return;
    }
    let parts = field.parts();
    match field.inherited {
        Some(inherited) => {
            let base = cx.types.field(inherited);
            // Null in place of a property or parameter is its value.
            if field.kind == FieldKind::Attribute {
                null_changes_nothing(cx, field.key(), base.kind.name());
            }
            if base.kind == FieldKind::Property && field.kind == FieldKind::Attribute {
                reflected(cx, field, base, parts);
            } else {
                // A type that does not fit was told; what goes with it is no matter.
                if !refinement(cx, field, base, parts) {
                    return;
                }
            }
        }
        None if !new_field(cx, field, home) => return,
        None => {}
    }
    let refining = home.owner.parent.is_some() || home.refined.is_some();
    schemas::schemas_of_field(cx, field, parts, refining, home.open);
    values_of_field(cx, field, home, parts);
}

/// A field that refines nothing; says whether it is worth another look.
fn new_field<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, home: Home<'g>) -> bool {
    let (kind, section) = (field.kind.name(), section(field.kind));
    if !home.adds {
        if !home.open {
            nothing_to_refine(cx, field.key(), kind, section, home.refined);
        }
        return false;
    }
    if home.refined.is_some() || matches!(field.kind, FieldKind::Input | FieldKind::Output) {
        return true;
    }
    if matches!(field.written(), Declared::Value(_)) {
        if !home.open {
            let near = near_member(cx, home.owner, section, field.name());
            let found = codes::nothing_to_refine::value(field.key().span(), kind, field.name(), near);
            cx.report(field.key(), found);
        }
        return false;
    }
    if home.owner.parent.is_some() && field.written().lacks_type() {
        let meta = match field.kind {
            FieldKind::Property => PropertyDefinition::meta(),
            _ => AttributeDefinition::meta(),
        };
        missing_keyname(cx, home.owner, section, field.key(), "type", meta);
    }
    match field.kind {
        FieldKind::Attribute => beside_property(cx, field, home.owner),
        FieldKind::Property => beside_inherited_attribute(cx, field, home.owner),
        FieldKind::Input | FieldKind::Output => {}
    }
    true
}

/// Reports a member of a capability, relationship or interface that its type does not have.
pub(super) fn nothing_to_refine<'g, S: Section>(
    cx: &mut Cx<'g>,
    key: Node<'g>,
    kind: &str,
    section: S,
    refined: Option<TypeUse>,
) {
    let Some(refined) = refined else { return };
    let Some(of) = cx.types.defined(refined.meaning) else { return };
    let near = near(cx, of, section, key.text());
    let holder = format!("{} {}", of.kind.name(), quoted(of.name()));
    let place =
        (cx.types.node(refined.node).span() != key.span()).then(|| cx.types.node(refined.node).span());
    let found = codes::nothing_to_refine::new(key.span(), kind, key.text(), &holder, place, near);
    cx.report(key, found);
}

/// An attribute beside a property of the same type and name (7.1-06).
fn beside_property<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, owner: TypeView<'g>) {
    let mut properties = owner.records_in(owner.members.properties);
    // Large types are looked up rather than searched.
    let property = if properties.len() > 16 {
        cx.types.member(owner, Fields::Properties, field.name()).map(|id| cx.types.field(id))
    } else {
        properties.find(|property| property.name() == field.name())
    };
    if let Some(property) = property {
        let parts = field.parts();
        reflected(cx, field, property, parts);
    }
}

/// A new property beside an inherited attribute of the same type and name (7.1-06).
fn beside_inherited_attribute<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, owner: TypeView<'g>) {
    let Some(parent) = cx.types.parent(&owner) else { return };
    if let Some(id) = cx.types.member(parent, Fields::Attributes, field.name()) {
        reflected(cx, field, cx.types.field(id), field.parts());
    }
}

/// An attribute and a property of one name should have one type (9.5-08): `field`, and `base`, which is there
/// already.
fn reflected<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, base: FieldView<'g>, parts: Parts<'g>) {
    let (Some(name), Some(other)) = (parts.data_type, base.data_type) else { return };
    let node = field.tree().node(name);
    if cx.types.relation(cx.types.meaning(node), other) == Truth::No {
        let place = base.effective().data_type.unwrap_or(base.key()).span();
        let found = match field.kind {
            FieldKind::Property => codes::attribute_differs_from_property::property,
            _ => codes::attribute_differs_from_property::new,
        };
        cx.report(node, found(node.span(), field.name(), node.text(), cx.types.name(other), place));
    }
}

/// Holds a definition against the one that it refines; says whether its type fits.
fn refinement<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, base: FieldView<'g>, parts: Parts<'g>) -> bool {
    let what = describe(field);
    let tree = field.tree();
    let inherited = base.effective();
    let mut unfit = false;
    if let (Some(own), Some(base_type)) = (parts.data_type, base.data_type) {
        let node = tree.node(own);
        let meaning = cx.types.meaning(node);
        // The abstract type is wrong everywhere, which is told elsewhere.
        if meaning != TypeRef::BuiltIn(BuiltIn::Scalar) && cx.types.relation(meaning, base_type) == Truth::No
        {
            let place = inherited.data_type.map(Node::span);
            let name = cx.types.name(base_type);
            cx.report(node, codes::incompatible_type::new(node.span(), &what, node.text(), name, place));
            unfit = true;
        }
    }
    if let Some((fixed, keyname)) =
        inherited.value.map(|node| (node, "value")).or(inherited.mapping.map(|node| (node, "mapping")))
    {
        if let Some(change) = change(cx, field, base, parts).filter(|_| !unfit) {
            let found = codes::changed_fixed_value::new(change.span(), &what, keyname, fixed.span());
            cx.report(change, found);
        }
        return !unfit;
    }
    if let Some(required) = parts.required
        && !required.value
        && base.is_required()
    {
        let node = tree.node(required.node);
        let place = inherited.required.map_or(base.key(), |(_, node)| node).span();
        cx.report(node, codes::loosened_required::new(node.span(), &what, place));
    }
    !unfit
}

/// The first keyname of a refinement that says something else than what it refines.
fn change<'g>(cx: &Cx<'g>, field: FieldView<'g>, base: FieldView<'g>, parts: Parts<'g>) -> Option<Node<'g>> {
    let tree = field.tree();
    let inherited = base.effective();
    let differs = |own: Option<crate::yaml::NodeId>, other: Option<Node<'g>>| {
        let own = tree.node(own?);
        other.is_none_or(|other| !same(own, other)).then_some(own)
    };
    let changed_schema = |own: Option<&'g crate::syntax::SchemaDefinition>, other: Option<Schema<'g>>| {
        let own = Schema { tree, definition: own? };
        other.is_none_or(|other| !functions::same_schema(cx, own, other)).then(|| own.node())
    };
    let data_type = parts.data_type.map(|name| tree.node(name));
    data_type
        .filter(|node| base.data_type.is_some_and(|base| cx.types.meaning(*node) != base))
        .or_else(|| differs(parts.value, inherited.value))
        .or_else(|| differs(parts.mapping, inherited.mapping))
        .or_else(|| differs(parts.default, inherited.default))
        .or_else(|| differs(parts.validation, base.clauses().next()))
        .or_else(|| {
            let required = parts.required.filter(|own| own.value != base.is_required())?;
            Some(tree.node(required.node))
        })
        .or_else(|| changed_schema(parts.key_schema, inherited.key_schema))
        .or_else(|| changed_schema(parts.entry_schema, inherited.entry_schema))
}

/// An inherited refinement that stands above a narrower type than before: what does not fit together is
/// told where that type is named.
fn again<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, place: Node<'g>) {
    let (Some(inherited), Some(also)) = (field.inherited, field.also()) else { return };
    let (before, new) = (cx.types.field(inherited), cx.types.field(also));
    let (mine, theirs) = (before.effective(), new.effective());
    let what = describe(field);
    let span = place.span();
    let help = "use a type that agrees with the earlier refinements";
    let told = |mut found: Diagnostic, refined: Option<Node<'g>>| {
        found.primary.text = "refined by this type".into();
        found.help = vec![help.into()];
        match refined {
            Some(refined) => found.also(refined.span(), "earlier refinement"),
            None => found,
        }
    };
    if let (Some(one), Some(other)) = (before.data_type, new.data_type)
        && !cx.types.could_meet(one, other)
    {
        let (own, name) = (cx.types.name(one), cx.types.name(other));
        let at = theirs.data_type.map(Node::span);
        let found = codes::incompatible_type::new(span, &what, own, name, at);
        cx.report(place, told(found, mine.data_type));
    } else if let (Some(one), Some(other)) = (mine.value, theirs.value)
        && !same(one, other)
    {
        let found = codes::changed_fixed_value::new(span, &what, "value", other.span());
        cx.report(place, told(found, Some(one)));
    } else if let Some((false, refined)) = mine.required
        && new.is_required()
    {
        let at = theirs.required.map_or(new.key(), |(_, node)| node).span();
        let found = codes::loosened_required::new(span, &what, at);
        cx.report(place, told(found, Some(refined)));
    }
}

/// Defaults and fixed values.
fn values_of_field<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, home: Home<'g>, parts: Parts<'g>) {
    let tree = field.tree();
    let effective = field.effective();
    if let Some(default) = parts.default.map(|default| tree.node(default)) {
        let what = describe(field);
        if let Some(value) = parts.value {
            let place = tree.node(value).span();
            let found =
                codes::useless_default::new(default.span(), &what, "the value is fixed", place, "fixed here");
            cx.report(default, found);
        } else if let Some((false, node)) = effective.required {
            let found = codes::useless_default::new(
                default.span(),
                &what,
                "omitted if no value is given",
                node.span(),
                "optional here",
            );
            cx.report(default, found);
        }
        if field.kind == FieldKind::Attribute && is_known_early(cx.types, default) {
            cx.report(default, codes::hard_coded_attribute::new(default.span(), field.name()));
        }
    }
    if let (Some(value), Body::Data(_)) = (parts.value, home.owner.body()) {
        let value = tree.node(value);
        cx.report(value, codes::fixed_value_in_data_type::new(value.span(), field.name()));
    }
    match field.kind {
        FieldKind::Input => input(cx, field, parts),
        FieldKind::Output => {
            // Beside a mapping the two exclude each other, which the grammar says.
            if let (Some(value), None) = (parts.value, parts.mapping) {
                let value = tree.node(value);
                cx.report(value, codes::wrong_direction::value(value.span(), field.name()));
            }
        }
        _ => {}
    }
}

fn input<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, parts: Parts<'g>) {
    if let Some(mapping) = parts.mapping {
        let mapping = field.tree().node(mapping);
        cx.report(mapping, codes::wrong_direction::mapping(mapping.span(), field.name()));
    }
    if let &Declared::Value(value) = field.written()
        && field.inherited.is_none()
        && field.tree().node(value).kind() == Kind::Scalar
        && [ParameterDefinition::meta(), OperationDefinition::meta()]
            .iter()
            .any(|meta| meta.keyname(field.name()).is_some())
    {
        cx.report(field.key(), codes::misplaced_keyname::new(field.key().span(), "input", field.name()));
    }
}

/// The inputs and outputs of a service template and its workflows: they refine nothing.
pub(super) fn service_template<'g>(cx: &mut Cx<'g>, file: &'g File) {
    for field in cx.types.parameters(file) {
        if !matches!(field.written(), Declared::Parameter(_)) {
            continue;
        }
        let parts = field.parts();
        schemas::schemas_of_field(cx, field, parts, false, false);
        if let Some(default) = parts.default.map(|default| file.node(default)) {
            let (reason, place, because) = match (parts.value, parts.required) {
                (Some(value), _) => ("the value is fixed", value, "fixed here"),
                (None, Some(required)) if !required.value => {
                    ("omitted if no value is given", required.node, "optional here")
                }
                _ => continue,
            };
            let place = file.span(place);
            let what = describe(field);
            let found = codes::useless_default::new(default.span(), &what, reason, place, because);
            cx.report(default, found);
        }
    }
}

/// Whether nothing can be wrong with a field that refines nothing: it has a type without parts, and says
/// nothing else.
fn is_plain(field: FieldView<'_>) -> bool {
    field.is_bare
        && match field.data_type {
            Some(TypeRef::BuiltIn(built_in)) => {
                !matches!(built_in, BuiltIn::List | BuiltIn::Map | BuiltIn::Scalar)
            }
            Some(TypeRef::Defined(_)) => true,
            Some(TypeRef::Unknown) | None => false,
        }
}

/// A field in words: its kind and its name.
pub(super) fn describe(field: FieldView<'_>) -> String {
    format!("{} {}", field.kind.name(), quoted(field.name()))
}

fn section(kind: FieldKind) -> Fields {
    match kind {
        FieldKind::Property => Fields::Properties,
        FieldKind::Attribute => Fields::Attributes,
        FieldKind::Input | FieldKind::Output => Fields::Inputs,
    }
}

/// Whether a value depends on nothing that is observed at run time (9.5-04): literals, inputs, properties.
fn is_known_early(types: &Types, value: Node<'_>) -> bool {
    types.expressions.calls_in(value).all(|call| {
        let Some(function) = call.function() else { return false };
        match function.source() {
            Some(
                Source::Path(PathEnd::Attribute | PathEnd::Allocation)
                | Source::NodeIndex
                | Source::RelationshipIndex,
            ) => false,
            Some(Source::Path(PathEnd::Property | PathEnd::Artifact) | Source::Input | Source::Value)
            | None => true,
        }
    })
}
