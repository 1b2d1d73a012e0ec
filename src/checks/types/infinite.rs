//! Finds data types whose values must contain a value of the same type (9.2-11).

use crate::diagnostics::{Diagnostic, rules};
use crate::keynames::NameKind;
use crate::model::types::{TypeRef, TypeView, Types};
use crate::yaml::YamlNode;

use rustc_hash::FxHashMap;

/// Reports each group of complex data types that contain each other through required properties.
pub(super) fn find(types: &Types) -> Vec<Diagnostic> {
    let mut search = Search { types, state: FxHashMap::default(), diagnostics: Vec::new() };
    for ty in types.iter().filter(|ty| ty.kind == NameKind::DataType) {
        search.search_from(ty);
    }
    search.diagnostics
}

/// A required property (`None` for the parent type), and the type that a value contains because of it.
struct Edge<'g> {
    property: Option<(&'g str, YamlNode<'g>)>,
    to: TypeView<'g>,
}

/// The types of a path, each with the edges that remain to be followed and the property that led to it.
type Path<'t, 'g> = Vec<(TypeView<'g>, Vec<Edge<'g>>, Option<(&'g str, YamlNode<'g>)>)>;

struct Search<'g> {
    types: &'g Types,
    /// Whether a type is on the current path (true) or done (false).
    state: FxHashMap<crate::resolve::DefinitionId, bool>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t, 'g> Search<'g> {
    fn search_from(&mut self, start: TypeView<'g>) {
        if self.state.contains_key(&start.id) {
            return;
        }
        let edges = self.edges(start);
        if edges.is_empty() {
            return;
        }
        // A depth-first search.
        let mut path: Path<'t, 'g> = vec![(start, edges, None)];
        self.state.insert(start.id, true);
        while let Some((ty, edges, _)) = path.last_mut() {
            let Some(edge) = edges.pop() else {
                self.state.insert(ty.id, false);
                path.pop();
                continue;
            };
            match self.state.get(&edge.to.id) {
                Some(true) => self.report(&path, &edge),
                Some(false) => {}
                None => {
                    self.state.insert(edge.to.id, true);
                    let next = self.edges(edge.to);
                    path.push((edge.to, next, edge.property));
                }
            }
        }
    }

    /// Returns the types that every value of a type contains.
    fn edges(&self, ty: TypeView<'g>) -> Vec<Edge<'g>> {
        let mut edges = Vec::new();
        if let Some(parent) = self.types.parent(&ty) {
            edges.push(Edge { property: None, to: parent });
        }
        for field in ty.records_in(ty.members.properties).rev() {
            let Some(TypeRef::Defined(id)) = field.data_type else { continue };
            let to = self.types.get(id);
            if to.built_in.is_some() || !field.is_required() {
                continue;
            }
            let node = field.effective().data_type.unwrap_or(field.key());
            edges.push(Edge { property: Some((field.name(), node)), to });
        }
        edges
    }

    fn report(&mut self, path: &Path<'t, 'g>, last: &Edge<'g>) {
        let start = path.iter().position(|(ty, ..)| ty.id == last.to.id).unwrap_or(0);
        // Each type of the cycle with the property that leads to the next type.
        let properties = path.iter().skip(start + 1).map(|(_, _, property)| *property).chain([last.property]);
        let cycle: Vec<_> = path
            .iter()
            .skip(start)
            .zip(properties)
            .filter_map(|((ty, ..), property)| property.map(|(name, node)| (ty.name(), name, node)))
            .collect();
        // The cycle is reported at its first property in the order of the files.
        let first = cycle.iter().enumerate().min_by_key(|(_, (.., node))| node.span());
        let Some((first, _)) = first else { return };
        let mut steps: Vec<_> = cycle.iter().map(|(ty, name, node)| (*ty, *name, node.span())).collect();
        steps.rotate_left(first);
        self.diagnostics.push(rules::infinite_value::new(&steps));
    }
}
