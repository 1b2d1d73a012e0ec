//! Putting the definitions of a type and its ancestors together, keyname by keyname.

use rustc_hash::FxHashSet;

use crate::base::FileId;
use crate::keynames::{Entity as _, Expected, Meta, NameKind, Role};
use crate::model::types::{Body, Declared, TypeView, Types};
use crate::syntax::{
    ArtifactType, CapabilityType, DataType, GroupType, InterfaceType, NodeType, PolicyType, RelationshipType,
};
use crate::yaml::{Kind, Node, NodeId};

/// A part of an effective definition.
#[derive(Clone, Debug)]
pub enum Shown<'g> {
    /// A value as it is written.
    Value(Node<'g>),
    /// Clauses that all hold, the first ancestor's first.
    All(Vec<Node<'g>>),
    /// A map.
    Map(Vec<Entry<'g>>),
    /// A list of maps with one entry each.
    Named(Vec<Entry<'g>>),
}

/// An entry of a map.
#[derive(Clone, Debug)]
pub struct Entry<'g> {
    /// The key.
    pub key: &'g str,
    /// The keys or values that give it, nearest first; none for sections.
    pub origins: Vec<Node<'g>>,
    /// The value.
    pub value: Shown<'g>,
}

/// The effective definition of a type, below its name.
#[must_use]
pub fn effective<'g>(types: &'g Types, of: TypeView<'g>) -> Entry<'g> {
    let mut lineage: Vec<TypeView<'g>> = types.lineage(of).collect();
    lineage.reverse();
    let mut merger = Merger { types, values: FxHashSet::default() };
    let mut layers = Vec::new();
    let mut meta = None;
    for ancestor in &lineage {
        merger.learn(*ancestor);
        if let Some((table, node)) = body(ancestor.body()) {
            meta = Some(table);
            layers.push(Layer { origin: ancestor.key(), node: ancestor.key().tree().node(node) });
        }
    }
    let entries = meta.map_or_else(Vec::new, |meta| merger.entity(meta, &layers));
    Entry { key: of.name(), origins: vec![of.key()], value: Shown::Map(entries) }
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

/// One definition among those that are put together.
#[derive(Clone, Copy)]
struct Layer<'g> {
    /// The key that names it.
    origin: Node<'g>,
    /// What is written.
    node: Node<'g>,
}

struct Merger<'g> {
    types: &'g Types,
    /// The values that stand for a whole definition: short forms.
    values: FxHashSet<(FileId, NodeId)>,
}

/// The values of a keyname in several maps.
fn below<'g>(layers: &[Layer<'g>], keyname: &str) -> Vec<Layer<'g>> {
    let entry = |layer: &Layer<'g>| {
        let (origin, node) = layer.node.entry(keyname)?;
        Some(Layer { origin, node })
    };
    layers.iter().filter_map(entry).collect()
}

/// A section that has entries.
fn some<T>(entries: Vec<T>) -> Option<Vec<T>> {
    if entries.is_empty() { None } else { Some(entries) }
}

impl<'g> Merger<'g> {
    /// Remembers the values that stand for definitions in a type.
    fn learn(&mut self, of: TypeView<'g>) {
        for field in of.own_fields() {
            if let Declared::Value(value) = field.written {
                self.values.insert((field.tree().file(), value));
            }
        }
    }

    /// The keynames that a definition gives, whatever its form.
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

    /// The keynames of an entity in the order of its table, from all `layers`, first ancestor first.
    fn entity(&mut self, meta: &'static Meta, layers: &[Layer<'g>]) -> Vec<Entry<'g>> {
        let layers = match layers {
            [.., last] if meta.is_overwritten => std::slice::from_ref(last),
            all => all,
        };
        let given: Vec<Vec<(&'g str, Layer<'g>)>> =
            layers.iter().map(|layer| self.keynames(meta, *layer)).collect();
        let under = self.refined_type(meta, &given);
        let mut entries = Vec::new();
        for keyname in meta.keynames {
            // What a type says of itself alone is not inherited (§6.4.2).
            let own = meta.role == Role::Type
                && matches!(keyname.name, "derived_from" | "version" | "metadata" | "description");
            let from = if own { given.len().saturating_sub(1) } else { 0 };
            let found = given[from..].iter().flatten().filter(|(name, _)| *name == keyname.name);
            let found: Vec<Layer<'g>> = found.map(|(_, layer)| *layer).collect();
            let Some(value) =
                self.value(&keyname.expected, &found, &below(&under, keyname.name), keyname.accumulates)
            else {
                continue;
            };
            let section = matches!(value, Shown::Map(_) | Shown::Named(_));
            let origins = match &value {
                _ if section => Vec::new(),
                Shown::All(_) => found.iter().rev().map(|layer| layer.origin).collect(),
                _ => found.last().map(|layer| layer.origin).into_iter().collect(),
            };
            entries.push(Entry { key: keyname.name, origins, value });
        }
        entries
    }

    /// The definitions of the type that a capability, relationship or interface names, whose members it
    /// refines.
    fn refined_type(&mut self, meta: &'static Meta, given: &[Vec<(&'g str, Layer<'g>)>]) -> Vec<Layer<'g>> {
        const KINDS: [NameKind; 3] =
            [NameKind::CapabilityType, NameKind::RelationshipType, NameKind::InterfaceType];
        let names_one = |keyname: &&crate::keynames::Keyname| matches!(keyname.expected, Expected::Name([kind]) if KINDS.contains(kind));
        let Some(keyname) = meta.keynames.iter().find(names_one).filter(|_| meta.role != Role::Type) else {
            return Vec::new();
        };
        let name = given.iter().flatten().rfind(|(name, _)| *name == keyname.name);
        let of =
            name.and_then(|(_, layer)| self.types.definition_named(layer.node).map(|id| self.types.get(id)));
        let mut lineage: Vec<TypeView<'g>> = of.into_iter().flat_map(|of| self.types.lineage(of)).collect();
        lineage.reverse();
        for ancestor in &lineage {
            self.learn(*ancestor);
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
        under: &[Layer<'g>],
        accumulates: bool,
    ) -> Option<Shown<'g>> {
        let last = layers.last()?;
        let is_value = self.values.contains(&(last.node.tree().file(), last.node.id()));
        if accumulates {
            let mut clauses: Vec<Node<'g>> = Vec::new();
            for layer in layers {
                clauses.push(layer.node);
            }
            return Some(if clauses.len() == 1 { Shown::Value(clauses[0]) } else { Shown::All(clauses) });
        }
        Some(match expected {
            Expected::Map(inner) => Shown::Map(some(self.members(inner, layers, under))?),
            Expected::Named(inner) => Shown::Named(some(self.members(inner, layers, under))?),
            Expected::Entity(meta) | Expected::Either(_, Expected::Entity(meta))
                if !last.node.kind().eq(&Kind::Scalar) || meta().short.is_some() || is_value =>
            {
                Shown::Map(self.entity(meta(), layers))
            }
            _ => Shown::Value(last.node),
        })
    }

    /// The entries of maps, or lists of named entries: inherited ones first, each put together.
    fn members(&mut self, inner: &Expected, layers: &[Layer<'g>], under: &[Layer<'g>]) -> Vec<Entry<'g>> {
        let mut names: indexmap::IndexMap<&'g str, (Vec<Layer<'g>>, Vec<Layer<'g>>)> =
            indexmap::IndexMap::new();
        // What is refined comes first, and is shown only where it is refined.
        for (layer, refines) in
            layers.iter().map(|layer| (layer, true)).chain(under.iter().map(|layer| (layer, false)))
        {
            let listed = layer.node.items().filter_map(Node::only_entry);
            for (key, node) in layer.node.entries().chain(listed) {
                let layer = Layer { origin: key, node };
                if refines {
                    names.entry(key.text()).or_default().1.push(layer);
                } else if let Some((below, _)) = names.get_mut(key.text()) {
                    below.push(layer);
                }
            }
        }
        let meta = match inner {
            Expected::Entity(meta) | Expected::Either(_, Expected::Entity(meta)) => Some(meta()),
            _ => None,
        };
        names
            .into_iter()
            .filter_map(|(key, (below, own))| {
                let layers: Vec<Layer<'g>> = below.into_iter().chain(own).collect();
                let last = *layers.last()?;
                let Some(meta) = meta else {
                    return Some(Entry { key, origins: vec![last.origin], value: Shown::Value(last.node) });
                };
                let origins = if meta.is_overwritten {
                    vec![last.origin]
                } else {
                    layers.iter().rev().map(|layer| layer.origin).collect()
                };
                Some(Entry { key, origins, value: Shown::Map(self.entity(meta, &layers)) })
            })
            .collect()
    }
}
