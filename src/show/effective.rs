//! Merges the definitions of a type and its ancestors, keyname by keyname.

use rustc_hash::FxHashSet;

use crate::base::FileId;
use crate::keynames::{Entity as _, Expected, Meta, NameKind, Role};
use crate::model::types::{Body, Declared, TypeView, Types};
use crate::syntax::{
    ArtifactType, CapabilityType, DataType, GroupType, InterfaceType, NodeType, PolicyType, RelationshipType,
};
use crate::yaml::{Kind, NodeId, YamlNode};

/// A part of an effective definition.
#[derive(Clone, Debug)]
pub enum Shown<'g> {
    /// A value as written.
    Value(YamlNode<'g>),
    /// Clauses that must all be satisfied, those of the most distant ancestor first.
    All(Vec<YamlNode<'g>>),
    /// A map.
    Map(Vec<EffectiveEntry<'g>>),
    /// Values of a list, with the keys that define them.
    List(Vec<(YamlNode<'g>, YamlNode<'g>)>),
    /// A list of maps with one entry each.
    Named(Vec<EffectiveEntry<'g>>),
}

/// An entry of a map.
#[derive(Clone, Debug)]
pub struct EffectiveEntry<'g> {
    /// The key.
    pub key: &'g str,
    /// The keys or values that define it, nearest first; empty for sections.
    pub origins: Vec<YamlNode<'g>>,
    /// The value.
    pub value: Shown<'g>,
    /// Whether the key is a keyname, rather than the name of a member.
    pub is_keyname: bool,
}

/// Returns the effective definition of a type, without its name.
#[must_use]
pub fn effective<'g>(types: &'g Types, ty: TypeView<'g>) -> EffectiveEntry<'g> {
    let mut lineage: Vec<TypeView<'g>> = types.lineage(ty).collect();
    lineage.reverse();
    let mut merger = Merger { types, values: FxHashSet::default() };
    let mut layers = Vec::new();
    let mut meta = None;
    for ancestor in &lineage {
        merger.remember_short_notations(*ancestor);
        if let Some((table, node)) = body(ancestor.body()) {
            meta = Some(table);
            layers.push(Layer { origin: ancestor.key(), node: ancestor.key().tree().node(node) });
        }
    }
    let entries = meta.map_or_else(Vec::new, |meta| merger.entity(meta, &layers));
    EffectiveEntry { key: ty.name(), origins: vec![ty.key()], value: Shown::Map(entries), is_keyname: false }
}

fn body(body: &Body) -> Option<(&'static Meta, NodeId)> {
    Some(match body {
        Body::Artifact(body) => (ArtifactType::meta(), body.node),
        Body::Data(body) => (DataType::meta(), body.node),
        Body::Capability(body) => (CapabilityType::meta(), body.node),
        Body::Interface(body) => (InterfaceType::meta(), body.node),
        Body::Relationship(body) => (RelationshipType::meta(), body.node),
        Body::Node(body) => (NodeType::meta(), body.node),
        Body::Group(body) => (GroupType::meta(), body.node),
        Body::Policy(body) => (PolicyType::meta(), body.node),
        Body::Unreadable => return None,
    })
}

/// One of the definitions that are merged.
#[derive(Clone, Copy)]
struct Layer<'g> {
    /// The key that names it.
    origin: YamlNode<'g>,
    /// The definition as written.
    node: YamlNode<'g>,
}

struct Merger<'g> {
    types: &'g Types,
    /// Values that are the short notation of a whole definition.
    values: FxHashSet<(FileId, NodeId)>,
}

/// Returns the values of a keyname in several maps.
fn values_of<'g>(layers: &[Layer<'g>], keyname: &str) -> Vec<Layer<'g>> {
    let entry = |layer: &Layer<'g>| {
        let (origin, node) = layer.node.entry(keyname)?;
        Some(Layer { origin, node })
    };
    layers.iter().filter_map(entry).collect()
}

/// Returns the entries of a section, or `None` if it is empty.
fn non_empty<T>(entries: Vec<T>) -> Option<Vec<T>> {
    if entries.is_empty() { None } else { Some(entries) }
}

impl<'g> Merger<'g> {
    /// Remembers the values in a type that are the short notation of a definition.
    fn remember_short_notations(&mut self, ty: TypeView<'g>) {
        for field in ty.own_fields() {
            if let Declared::Value(value) = field.written {
                self.values.insert((field.tree().file(), value));
            }
        }
    }

    /// Returns the keynames of a definition in any notation.
    fn keynames(&self, meta: &'static Meta, layer: Layer<'g>) -> Vec<(&'g str, Layer<'g>)> {
        let Layer { origin, node } = layer;
        if self.values.contains(&(node.tree().file(), node.id())) {
            return vec![("value", layer)];
        }
        if node.is_mapping() {
            let entries = node.entries();
            return entries.map(|(key, node)| (key.text(), Layer { origin: key, node })).collect();
        }
        if node.is_sequence() {
            return vec![("mapping", layer)];
        }
        match meta.short {
            Some(keyname) if !node.is_null() => vec![(keyname, Layer { origin, node })],
            _ => Vec::new(),
        }
    }

    /// Returns the keynames of an entity in the order of its table, merged from all `layers`, the most
    /// distant ancestor first.
    fn entity(&mut self, meta: &'static Meta, layers: &[Layer<'g>]) -> Vec<EffectiveEntry<'g>> {
        let layers = match layers {
            [.., last] if meta.is_overwritten => std::slice::from_ref(last),
            all => all,
        };
        let given: Vec<Vec<(&'g str, Layer<'g>)>> =
            layers.iter().map(|layer| self.keynames(meta, *layer)).collect();
        let refined = self.refined_type(meta, &given);
        let mut entries = Vec::new();
        for keyname in meta.keynames {
            // These keynames describe one type only, and are not inherited (§6.4.2).
            let is_own = meta.role == Role::Type
                && matches!(keyname.name, "derived_from" | "version" | "metadata" | "description");
            let first = if is_own { given.len().saturating_sub(1) } else { 0 };
            let layers_with_keyname =
                given[first..].iter().flatten().filter(|(name, _)| *name == keyname.name);
            let layers_with_keyname: Vec<Layer<'g>> = layers_with_keyname.map(|(_, layer)| *layer).collect();
            let Some(value) = self.value(
                &keyname.expected,
                &layers_with_keyname,
                &values_of(&refined, keyname.name),
                keyname.accumulates,
            ) else {
                continue;
            };
            let section = matches!(value, Shown::Map(_) | Shown::Named(_));
            let origins = match &value {
                _ if section => Vec::new(),
                Shown::All(_) => layers_with_keyname.iter().rev().map(|layer| layer.origin).collect(),
                _ => layers_with_keyname.last().map(|layer| layer.origin).into_iter().collect(),
            };
            entries.push(EffectiveEntry { key: keyname.name, origins, value, is_keyname: true });
        }
        entries
    }

    /// Returns the definitions of the type that a capability, relationship or interface names, and whose
    /// members it refines.
    fn refined_type(&mut self, meta: &'static Meta, given: &[Vec<(&'g str, Layer<'g>)>]) -> Vec<Layer<'g>> {
        const KINDS: [NameKind; 3] =
            [NameKind::CapabilityType, NameKind::RelationshipType, NameKind::InterfaceType];
        let names_one = |keyname: &&crate::keynames::Keyname| matches!(keyname.expected, Expected::Name([kind]) if KINDS.contains(kind));
        let Some(keyname) = meta.keynames.iter().find(names_one).filter(|_| meta.role != Role::Type) else {
            return Vec::new();
        };
        let name = given.iter().flatten().rfind(|(name, _)| *name == keyname.name);
        let ty =
            name.and_then(|(_, layer)| self.types.definition_named(layer.node).map(|id| self.types.get(id)));
        let mut lineage: Vec<TypeView<'g>> = ty.into_iter().flat_map(|ty| self.types.lineage(ty)).collect();
        lineage.reverse();
        for ancestor in &lineage {
            self.remember_short_notations(*ancestor);
        }
        let layers = lineage.iter().filter_map(|ancestor| {
            let (_, node) = body(ancestor.body())?;
            Some(Layer { origin: ancestor.key(), node: ancestor.key().tree().node(node) })
        });
        layers.collect()
    }

    fn value(
        &mut self,
        expected: &Expected,
        layers: &[Layer<'g>],
        refined: &[Layer<'g>],
        accumulates: bool,
    ) -> Option<Shown<'g>> {
        let last = layers.last()?;
        let is_value = self.values.contains(&(last.node.tree().file(), last.node.id()));
        if accumulates {
            let mut clauses: Vec<YamlNode<'g>> = Vec::new();
            for layer in layers {
                clauses.push(layer.node);
            }
            return Some(if clauses.len() == 1 { Shown::Value(clauses[0]) } else { Shown::All(clauses) });
        }
        Some(match expected {
            Expected::Map(inner) => Shown::Map(non_empty(self.members(inner, layers, refined))?),
            Expected::Named(inner) => Shown::Named(non_empty(self.members(inner, layers, refined))?),
            Expected::Entity(meta) | Expected::Either(_, Expected::Entity(meta))
                if !last.node.kind().eq(&Kind::Scalar) || meta().short.is_some() || is_value =>
            {
                Shown::Map(self.entity(meta(), layers))
            }
            _ => Shown::Value(last.node),
        })
    }

    /// Returns the merged entries of maps or lists of named entries; inherited ones come first.
    fn members(
        &mut self,
        inner: &Expected,
        layers: &[Layer<'g>],
        refined: &[Layer<'g>],
    ) -> Vec<EffectiveEntry<'g>> {
        let mut names: crate::base::IndexMap<&'g str, (Vec<Layer<'g>>, Vec<Layer<'g>>)> =
            crate::base::IndexMap::default();
        // Refinements come first: members of the refined type are shown only if they are refined.
        for (layer, refines) in
            layers.iter().map(|layer| (layer, true)).chain(refined.iter().map(|layer| (layer, false)))
        {
            let listed = layer.node.items().filter_map(YamlNode::only_entry);
            for (key, node) in layer.node.entries().chain(listed) {
                let layer = Layer { origin: key, node };
                if refines {
                    names.entry(key.text()).or_default().1.push(layer);
                } else if let Some((inherited, _)) = names.get_mut(key.text()) {
                    inherited.push(layer);
                }
            }
        }
        let meta = match inner {
            Expected::Entity(meta) | Expected::Either(_, Expected::Entity(meta)) => Some(meta()),
            _ => None,
        };
        names
            .into_iter()
            .filter_map(|(key, (inherited, defined))| {
                let layers: Vec<Layer<'g>> = inherited.into_iter().chain(defined).collect();
                let last = *layers.last()?;
                let Some(meta) = meta else {
                    return Some(EffectiveEntry {
                        key,
                        origins: vec![last.origin],
                        value: Shown::Value(last.node),
                        is_keyname: false,
                    });
                };
                let origins = if meta.is_overwritten {
                    vec![last.origin]
                } else {
                    layers.iter().rev().map(|layer| layer.origin).collect()
                };
                let value = Shown::Map(self.entity(meta, &layers));
                Some(EffectiveEntry { key, origins, value, is_keyname: false })
            })
            .collect()
    }
}
