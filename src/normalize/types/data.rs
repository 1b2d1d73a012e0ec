//! Data types, scalar types among them (TOSCA 2.0 §9.2, §9.1.2.2).

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::model::types::{Body, BuiltIn, Fields, Schema as Written, TypeRef, TypeView};
use crate::normalize::context::Cx;
use crate::normalize::data::Data;
use crate::normalize::expression::NormalExpression;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::syntax::{self, SchemaDefinition};
use crate::yaml::plain;

use super::field::{self, NormalField};
use super::head;
use super::head::NormalHead;
use super::schema::{self, NormalSchema};

/// A data type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DataType {
    /// Name, ancestors and description.
    #[serde(flatten)]
    pub head: NormalHead,
    /// The conditions that every value must satisfy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub validation: Vec<NormalExpression>,
    /// The properties of a complex value.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: NamedParts<NormalField>,
    /// The schema of keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_schema: Option<Box<NormalSchema>>,
    /// The schema of entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_schema: Option<Box<NormalSchema>>,
    /// The units of a scalar type.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub scalar: Option<ScalarType>,
}

/// The parts that only scalar types have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScalarType {
    /// The type of the number.
    pub data_type: NormalText,
    /// The units, each with its factor to the canonical unit.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub units: NamedParts<Data>,
    /// The unit to which values are converted, if it is specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical_unit: Option<NormalText>,
    /// The prefixes of units, with their factors.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub prefixes: NamedParts<Data>,
}

impl DataType {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        self.head.print(yaml);
        yaml.clause("validation", &self.validation);
        field::print("properties", &self.properties, yaml);
        schema::print("key_schema", self.key_schema.as_deref(), yaml);
        schema::print("entry_schema", self.entry_schema.as_deref(), yaml);
        if let Some(scalar) = &self.scalar {
            yaml.text("data_type", &scalar.data_type);
            units("units", &scalar.units, yaml);
            yaml.optional("canonical_unit", scalar.canonical_unit.as_deref());
            units("prefixes", &scalar.prefixes, yaml);
        }
    }
}

fn units(keyname: &str, units: &NamedParts<Data>, yaml: &mut Yaml) {
    if !units.is_empty() {
        yaml.map(keyname, |yaml| {
            for (name, factor) in units.iter() {
                if let Data::Number(factor) = factor {
                    yaml.flow(&plain(name), factor);
                }
            }
        });
    }
}

pub(in crate::normalize) fn data_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> DataType {
    let types = cx.types;
    let properties = cx.types.members(ty, Fields::Properties);
    let mut clauses = Vec::new();
    let (mut keys, mut entries): (Vec<Written<'g>>, Vec<Written<'g>>) = (Vec::new(), Vec::new());
    for ancestor in types.lineage(ty) {
        let Body::Data(body) = ancestor.body() else { continue };
        let tree = ancestor.key().tree();
        let schema = |definition: &'g SchemaDefinition| Written { tree, definition };
        clauses.extend(body.validation.map(|clause| tree.node(clause.0)));
        keys.extend(body.key_schema.as_deref().map(schema));
        entries.extend(body.entry_schema.as_deref().map(schema));
    }
    clauses.reverse();
    DataType {
        head: head::head(cx, ty),
        validation: values::clauses(cx, clauses, Some(TypeRef::Defined(ty.id))),
        properties: field::fields(cx, &properties, ty.id),
        key_schema: schema::schema(cx, &keys),
        entry_schema: schema::schema(cx, &entries),
        scalar: (ty.built_in == Some(BuiltIn::Scalar)).then(|| scalar_type(cx, ty)),
    }
}

fn scalar_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> ScalarType {
    let types = cx.types;
    let (mut units, mut prefixes) = (NamedParts::default(), NamedParts::default());
    for layer in types.unit_layers(ty) {
        let add = |list: &mut NamedParts<Data>, written: Option<&syntax::UnitMap>| {
            let mut known: FxHashSet<&str> = list.0.iter().map(|(name, _)| &**name).collect();
            let entries = written.into_iter().flat_map(|units| &units.entries);
            let entries = entries.map(|(name, factor)| (layer.tree.node(*name).text(), *factor));
            let fresh: Vec<_> = entries.filter(|(name, _)| known.insert(name)).collect();
            for (name, factor) in fresh {
                list.push(name, Data::from_node(layer.tree.node(factor)));
            }
        };
        add(&mut units, layer.units);
        add(&mut prefixes, layer.prefixes);
    }
    let canonical_unit = types.lineage(ty).find_map(|ancestor| match ancestor.body() {
        Body::Data(body) => body.canonical_unit.map(|name| ancestor.key().tree().node(name.0).text().into()),
        _ => None,
    });
    let number = types.number_type(ty);
    ScalarType { data_type: cx.type_name(number), units, canonical_unit, prefixes }
}
