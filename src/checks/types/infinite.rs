//! Data types that need a value of themselves (9.2-11).

use crate::diagnostics::{Diagnostic, codes};
use crate::keynames::NameKind;
use crate::model::types::{TypeRef, TypeView, Types};
use crate::yaml::Node;

use rustc_hash::FxHashMap;

/// Reports each group of complex data types that contain each other through required properties.
pub(super) fn find(types: &Types) -> Vec<Diagnostic> {
    let mut search = Search { types, state: FxHashMap::default(), found: Vec::new() };
    for of in types.iter().filter(|of| of.kind == NameKind::DataType) {
        search.from(of);
    }
    search.found
}

/// A required property and the type of its value, or an inherited part.
struct Edge<'g> {
    property: Option<(&'g str, Node<'g>)>,
    to: TypeView<'g>,
}

/// Types, what remains to be followed from each, and the property that led to it.
type Path<'t, 'g> = Vec<(TypeView<'g>, Vec<Edge<'g>>, Option<(&'g str, Node<'g>)>)>;

struct Search<'g> {
    types: &'g Types,
    /// By type: whether it is on the path at hand (true) or done (false).
    state: FxHashMap<crate::resolve::DefinitionId, bool>,
    found: Vec<Diagnostic>,
}

impl<'t, 'g> Search<'g> {
    fn from(&mut self, start: TypeView<'g>) {
        if self.state.contains_key(&start.id) {
            return;
        }
        let edges = self.edges(start);
        if edges.is_empty() {
            return;
        }
        // A depth-first walk: the path, and what remains to be followed from each type on it.
        let mut path: Path<'t, 'g> = vec![(start, edges, None)];
        self.state.insert(start.id, true);
        while let Some((of, edges, _)) = path.last_mut() {
            let Some(edge) = edges.pop() else {
                self.state.insert(of.id, false);
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

    /// What a value of a type contains for certain.
    fn edges(&self, of: TypeView<'g>) -> Vec<Edge<'g>> {
        let mut edges = Vec::new();
        if let Some(parent) = self.types.parent(&of) {
            edges.push(Edge { property: None, to: parent });
        }
        for field in of.records_in(of.members.properties).rev() {
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
        let start = path.iter().position(|(of, ..)| of.id == last.to.id).unwrap_or(0);
        // Each type of the cycle with the property that leads on.
        let leads = path.iter().skip(start + 1).map(|(_, _, property)| *property).chain([last.property]);
        let cycle: Vec<_> = path
            .iter()
            .skip(start)
            .zip(leads)
            .filter_map(|((of, ..), property)| property.map(|(name, node)| (of.name(), name, node)))
            .collect();
        // The first in the order of the files is told.
        let first = cycle.iter().enumerate().min_by_key(|(_, (.., node))| node.span());
        let Some((first, _)) = first else { return };
        let mut places: Vec<_> = cycle.iter().map(|(of, name, node)| (*of, *name, node.span())).collect();
        places.rotate_left(first);
        self.found.push(codes::infinite_value::new(&places));
    }
}
