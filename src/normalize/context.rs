//! What all parts of the normal form are made with: names, origins, places of files, types that are used.

use std::rc::Rc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::keynames::{Metadata as Written, Ref, Text as WrittenText};
use crate::load::{File, FileGraph};
use crate::model::Model;
use crate::model::service::{NodeTemplateView, RelationshipTemplateView};
use crate::model::types::{FieldId, TypeRef, TypeUse, TypeView, Types};
use crate::resolve::DefinitionId;
use crate::syntax::scheme;
use crate::values::Checker;
use crate::yaml::Node;

use super::Options;
use super::data::{self, Metadata};
use super::expression::Expression;
use super::named::Text;
use super::names::{self, Table};
use super::scalars::Unit;
use super::shared::Sharing;
use super::source::{How, Origin, Source};

/// What all parts of the normal form of a file are made with.
pub(super) struct Cx<'g> {
    pub(super) types: &'g Types,
    pub(super) model: &'g Model,
    /// The file that is normalized.
    pub(super) file: &'g File,
    pub(super) options: Options,
    pub(super) checker: Checker<'g>,
    names: Table,
    /// What the model has named so far and must define, in the order of the files in the end.
    used: FxHashSet<DefinitionId>,
    pub(super) waiting: Vec<DefinitionId>,
    pub(super) defaults: FxHashMap<FieldId, Option<Rc<Expression>>>,
    pub(super) units: FxHashMap<DefinitionId, Option<Rc<Unit>>>,
    /// The type of the values that the clause at hand judges, where these are scalars.
    pub(super) judged: Option<TypeRef>,
    pub(super) template: super::template::Known<'g>,
    pub(super) sharing: Sharing,
}

impl<'g> Cx<'g> {
    pub(super) fn new(model: &'g Model, file: &'g File, options: Options) -> Self {
        let service = model.service(file.id);
        let nodes =
            service.iter().flat_map(|service| service.node_templates().iter()).map(NodeTemplateView::name);
        let relationships = service.iter().flat_map(|service| service.relationship_templates().iter());
        let taken = nodes.chain(relationships.map(RelationshipTemplateView::name)).collect();
        Self {
            types: &model.types,
            model,
            file,
            options,
            checker: Checker::new(model),
            names: names::table(&model.types, &reached(&model.types.graph, file.id, true), &taken),
            used: FxHashSet::default(),
            waiting: Vec::new(),
            defaults: FxHashMap::default(),
            units: FxHashMap::default(),
            judged: None,
            template: super::template::Known::default(),
            sharing: Sharing::default(),
        }
    }

    /// The name of a definition, which becomes part of the model.
    pub(super) fn name(&mut self, id: DefinitionId) -> Text {
        if self.used.insert(id) {
            self.waiting.push(id);
        }
        match self.names.get(&id) {
            Some(name) => name.text.clone(),
            None => {
                let key = self.types.names.definition(id).key;
                self.types.graph.file(id.file).node(key).text().into()
            }
        }
    }

    /// What a definition was called.
    pub(super) fn original(&self, id: DefinitionId) -> Option<names::Original> {
        self.names.get(&id).map(|name| name.original.clone())
    }

    /// The name of a type.
    pub(super) fn type_name(&mut self, meaning: TypeRef) -> Text {
        match meaning {
            TypeRef::Defined(id) => self.name(id),
            TypeRef::BuiltIn(built_in) => built_in.name().into(),
            TypeRef::Unknown => "".into(),
        }
    }

    /// The name of a type, as it is written where nothing is known of it.
    pub(super) fn used_type(&mut self, used: TypeUse) -> Text {
        match used.meaning {
            TypeRef::Unknown => self.types.node(used.node).text().into(),
            meaning => self.type_name(meaning),
        }
    }

    /// The name at `node` of something that imports can bring.
    pub(super) fn global(&mut self, node: Node<'g>) -> Text {
        match self.types.definition_named(node) {
            Some(id) => self.name(id),
            None => node.text().into(),
        }
    }

    /// The same for a name of the grammar.
    pub(super) fn reference<T>(&mut self, file: &'g File, name: Ref<T>) -> Text {
        self.global(file.node(name.node))
    }

    /// The names in a list of types.
    pub(super) fn type_list(&mut self, list: Node<'g>) -> Vec<Text> {
        list.items().map(|entry| self.global(entry)).collect()
    }

    /// The same where an entry that means two types means both.
    pub(super) fn mixed_list(&mut self, list: Node<'g>) -> Vec<Text> {
        let mut found = Vec::new();
        for entry in list.items() {
            let name = self.global(entry);
            found.push(name);
            if let Some(second) = self.types.names.second_meaning(entry.tree().file(), entry.id()) {
                let second = self.name(second);
                if !found.contains(&second) {
                    found.push(second);
                }
            }
        }
        found
    }

    /// The file that a node stands in.
    pub(super) fn file_of(&self, node: Node<'_>) -> &'g File {
        self.types.graph.file(node.tree().file())
    }

    // ── origins ──

    /// The origin of what stands at `node`.
    pub(super) fn source(&self, node: Node<'_>, how: How) -> Origin {
        self.source_from(node, how, None)
    }

    /// The same of something that the type `from` brings, unless that is the type at hand.
    pub(super) fn source_from(&self, node: Node<'_>, how: How, from: Option<TypeView<'_>>) -> Origin {
        if !self.options.provenance {
            return None;
        }
        let span = node.span();
        let line = self.types.graph.file(span.file).source().position(span.start).line;
        let from = from.map(|of| match self.names.get(&of.id) {
            Some(name) => name.text.clone(),
            None => of.name().into(),
        });
        let file = self.path_of(self.types.graph.file(span.file)).into();
        Some(Box::new(Source { file, line, how, from, text: None }))
    }

    /// The origin of a member that is written in `owner`, as the type `of` has it.
    pub(super) fn source_of(&self, key: Node<'_>, owner: DefinitionId, of: DefinitionId) -> Origin {
        if owner == of {
            self.source(key, How::Written)
        } else {
            self.source_from(key, How::Inherited, Some(self.types.get(owner)))
        }
    }

    /// Where a file lies, as seen from the one that is normalized.
    fn path_of(&self, file: &File) -> String {
        match (&file.home, &self.file.home) {
            (Some(_), Some(home)) => relative(&file.identity, &home.directory).into_string(),
            _ => file.source().path.to_string(),
        }
    }

    // ── texts ──

    pub(super) fn text(file: &'g File, text: Option<WrittenText>) -> Option<Text> {
        text.map(|text| file.node(text.0).text().into())
    }

    pub(super) fn node_text(node: Option<Node<'_>>) -> Option<Text> {
        node.map(|node| node.text().into())
    }

    pub(super) fn metadata(file: &'g File, metadata: Option<Written>) -> Metadata {
        metadata.map(|metadata| data::map(file.node(metadata.0))).unwrap_or_default()
    }

    /// The metadata of something whose name changes: without what tells that.
    pub(super) fn own_metadata(node: Option<Node<'_>>) -> Metadata {
        let mut metadata = node.map(data::map).unwrap_or_default();
        if metadata.get(names::NAME).is_some() {
            metadata.0.retain(|(key, _)| !matches!(&**key, names::NAME | names::PROFILE));
        }
        metadata
    }

    /// A path or URL that is written at `node`: relative paths count from the directory of the file that is
    /// normalized.
    pub(super) fn place(&self, node: Node<'g>) -> Text {
        let text = node.text();
        let far = scheme(text).is_some() || text.starts_with(['/', '\\', '$']) || text.get(1..2) == Some(":");
        let file = self.file_of(node);
        match (&file.home, &self.file.home) {
            (Some(there), Some(here)) if !far && there.directory != here.directory => {
                let path = crate::host::paths::clean(&there.directory.join(text));
                let mut path = relative(&path, &here.directory).into_string();
                if text.ends_with('/') {
                    path.push('/');
                }
                path.into()
            }
            _ => text.into(),
        }
    }
}

/// The files that [`FileGraph::reached`] gives, in load order.
pub(super) fn reached(graph: &FileGraph, file: FileId, implicit: bool) -> Vec<FileId> {
    let mut found = graph.reached(file, implicit);
    found.sort_unstable_by_key(|id| graph.rank(*id));
    found
}

/// `path` as seen from `directory`, both absolute.
fn relative(path: &Utf8Path, directory: &Utf8Path) -> Utf8PathBuf {
    let mut rest = path.components().peekable();
    let mut up = directory.components().peekable();
    while let (Some(one), Some(other)) = (rest.peek(), up.peek()) {
        if one != other {
            break;
        }
        rest.next();
        up.next();
    }
    let mut found: Utf8PathBuf = up.map(|_| "..").collect();
    found.extend(rest);
    if found.as_str().is_empty() { Utf8PathBuf::from(".") } else { found }
}
