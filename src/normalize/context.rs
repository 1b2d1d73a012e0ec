//! The shared context of the normal form: names, origins, relative paths of files, and the used types.

use std::rc::Rc;

use camino::Utf8Path;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::checks::substitution::SubstitutingServices;
use crate::host::paths::relative;
use crate::keynames::{Metadata as Written, Ref, TextNode as WrittenText};
use crate::load::File;
use crate::model::Model;
use crate::model::service::{NodeTemplateView, RelationshipTemplateView};
use crate::model::types::{FieldId, FieldView, TypeRef, TypeUse, TypeView, Types};
use crate::resolve::{DefinitionId, Meaning};
use crate::syntax::scheme;
use crate::values::Checker;
use crate::yaml::YamlNode;

use super::NormalizeOptions;
use super::data::{self, NormalMetadata};
use super::expression::NormalExpression;
use super::named::NormalText;
use super::names::{self, Table};
use super::paths;
use super::scalars::Unit;
use super::shared::Sharing;
use super::source::{How, NormalSource, Origin};

/// The shared context of all parts of a file's normal form.
pub(super) struct Cx<'g> {
    pub(super) types: &'g Types,
    pub(super) model: &'g Model,
    /// The file that is normalized.
    pub(super) file: &'g File,
    pub(super) options: NormalizeOptions,
    pub(super) checker: Checker<'g>,
    names: Table,
    /// Definitions that the model has named so far and must contain; sorted into the order of the files at
    /// the end.
    used: FxHashSet<DefinitionId>,
    pub(super) pending: Vec<DefinitionId>,
    pub(super) defaults: FxHashMap<FieldId, Option<Rc<NormalExpression>>>,
    pub(super) units: FxHashMap<DefinitionId, Option<Rc<Unit>>>,
    /// The type of the values that the current clause validates, if they are scalars.
    pub(super) validated_type: Option<TypeRef>,
    pub(super) template: super::template::CandidateCache<'g>,
    pub(super) sharing: Sharing,
    /// The services that can substitute nodes, once they are needed.
    pub(super) substitutes: Option<SubstitutingServices<'g>>,
    /// The inputs of the service.
    pub(super) inputs: FxHashMap<&'g str, FieldView<'g>>,
}

impl<'g> Cx<'g> {
    pub(super) fn new(model: &'g Model, file: &'g File, options: NormalizeOptions) -> Self {
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
            names: names::table(
                &model.types,
                &reached(&model.types, file.id, true),
                file.home.as_ref().map(|home| &*home.root),
                &taken,
            ),
            used: FxHashSet::default(),
            pending: Vec::new(),
            defaults: FxHashMap::default(),
            units: FxHashMap::default(),
            validated_type: None,
            template: super::template::CandidateCache::default(),
            sharing: Sharing::default(),
            substitutes: None,
            inputs: paths::inputs(service),
        }
    }

    /// Returns the name of a definition, and adds the definition to the model.
    pub(super) fn name(&mut self, id: DefinitionId) -> NormalText {
        if self.used.insert(id) {
            self.pending.push(id);
        }
        match self.names.get(&id) {
            Some(name) => name.text.clone(),
            None => {
                let key = self.types.names.definition(id).key;
                self.types.graph.file(id.file).node(key).text().into()
            }
        }
    }

    /// Returns the original name and profile of a definition.
    pub(super) fn original(&self, id: DefinitionId) -> Option<names::NormalOriginal> {
        self.names.get(&id).map(|name| name.original.clone())
    }

    /// Returns the name of a type.
    pub(super) fn type_name(&mut self, meaning: TypeRef) -> NormalText {
        match meaning {
            TypeRef::Defined(id) => self.name(id),
            TypeRef::BuiltIn(built_in) => built_in.name().into(),
            TypeRef::Unknown => "".into(),
        }
    }

    /// Returns the name of a type; an unknown one as it is written.
    pub(super) fn used_type(&mut self, used: TypeUse) -> NormalText {
        match used.meaning {
            TypeRef::Unknown => self.types.node(used.node).text().into(),
            meaning => self.type_name(meaning),
        }
    }

    /// Returns the name of the definition that `node` refers to.
    pub(super) fn global(&mut self, node: YamlNode<'g>) -> NormalText {
        match self.types.definition_named(node) {
            Some(id) => self.name(id),
            None => node.text().into(),
        }
    }

    /// Returns the name of the definition that `name` refers to.
    pub(super) fn reference<T>(&mut self, file: &'g File, name: Ref<T>) -> NormalText {
        self.global(file.node(name.node))
    }

    /// Returns the names in a list of types.
    pub(super) fn type_list(&mut self, list: YamlNode<'g>) -> Vec<NormalText> {
        list.items().map(|entry| self.global(entry)).collect()
    }

    /// Returns the names in a list whose entries may mean two types each, and then mean both.
    pub(super) fn mixed_list(&mut self, list: YamlNode<'g>) -> Vec<NormalText> {
        let mut names = Vec::new();
        for entry in list.items() {
            let name = self.global(entry);
            names.push(name);
            if let Some(second) = self.types.names.second_meaning(entry.tree().file(), entry.id()) {
                let second = self.name(second);
                if !names.contains(&second) {
                    names.push(second);
                }
            }
        }
        names
    }

    /// Returns the file that contains a node.
    pub(super) fn file_of(&self, node: YamlNode<'_>) -> &'g File {
        self.types.graph.file(node.tree().file())
    }

    // ── origins ──

    /// Returns the origin of a part that is written at `node`.
    pub(super) fn source(&self, node: YamlNode<'_>, how: How) -> Origin {
        self.source_from(node, how, None)
    }

    /// Returns the origin of a part that the type `from` defines, unless that is the current type.
    pub(super) fn source_from(&self, node: YamlNode<'_>, how: How, from: Option<TypeView<'_>>) -> Origin {
        if !self.options.provenance {
            return None;
        }
        let span = node.span();
        let source = self.types.graph.file(span.file).source();
        let (start, end) = (source.position(span.start), source.position(span.end));
        let from = from.map(|ty| match self.names.get(&ty.id) {
            Some(name) => name.text.clone(),
            None => ty.name().into(),
        });
        let file = self.path_of(self.types.graph.file(span.file)).into();
        Some(Box::new(NormalSource {
            file,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            how,
            from,
            text: None,
        }))
    }

    /// Returns the origin of a member of the type `type_id` that is written in the type `owner`.
    pub(super) fn source_of(&self, key: YamlNode<'_>, owner: DefinitionId, type_id: DefinitionId) -> Origin {
        if owner == type_id {
            self.source(key, How::Written)
        } else {
            self.source_from(key, How::Inherited, Some(self.types.get(owner)))
        }
    }

    /// Returns the directory that paths in the model are relative to.
    fn base(&self) -> Option<&Utf8Path> {
        let own = self.file.home.as_ref().map(|home| &*home.directory);
        self.options.base.as_deref().or(own)
    }

    /// Returns the path of a file relative to the base, or the URL of which it is a copy.
    pub(super) fn path_of(&self, file: &File) -> String {
        if let Some(url) = &file.url {
            return url.to_string();
        }
        match (&file.home, self.base()) {
            (Some(_), Some(base)) => relative(&file.identity, base).into_string(),
            _ => file.source().path.to_string(),
        }
    }

    // ── texts ──

    pub(super) fn text(file: &'g File, text: Option<WrittenText>) -> Option<NormalText> {
        text.map(|text| file.node(text.0).text().into())
    }

    pub(super) fn node_text(node: Option<YamlNode<'_>>) -> Option<NormalText> {
        node.map(|node| node.text().into())
    }

    pub(super) fn metadata(file: &'g File, metadata: Option<Written>) -> NormalMetadata {
        metadata.map(|metadata| data::map(file.node(metadata.0))).unwrap_or_default()
    }

    /// Returns the metadata of a renamed definition, without the keys for its original name.
    pub(super) fn own_metadata(node: Option<YamlNode<'_>>) -> NormalMetadata {
        let mut metadata = node.map(data::map).unwrap_or_default();
        if metadata.get(names::NAME).is_some() {
            metadata.0.retain(|(key, _)| !matches!(&**key, names::NAME | names::PROFILE | names::FILE));
        }
        metadata
    }

    /// Returns the path or URL at `node`; relative paths become relative to the base, or URLs if their file is at
    /// one.
    pub(super) fn relative_path(&self, node: YamlNode<'g>) -> NormalText {
        let text = node.text();
        let far = scheme(text).is_some() || text.starts_with(['/', '\\', '$']) || text.get(1..2) == Some(":");
        let file = self.file_of(node);
        if let Some(url) = file.url.as_ref().filter(|_| !far).and_then(|url| url.join(text).ok()) {
            return url.as_str().into();
        }
        match (&file.home, self.base()) {
            (Some(there), Some(base)) if !far && there.directory != base => {
                let path = crate::host::paths::clean(&there.directory.join(text));
                let mut path = relative(&path, base).into_string();
                if text.ends_with('/') {
                    path.push('/');
                }
                path.into()
            }
            _ => text.into(),
        }
    }
}

/// Returns the files of [`FileGraph::reached`] in load order, and those whose names they use without importing them.
pub(super) fn reached(types: &Types, file: FileId, implicit: bool) -> Vec<FileId> {
    let graph = &types.graph;
    let mut files = graph.reached(file, implicit);
    let mut known: FxHashSet<FileId> = files.iter().copied().collect();
    let mut index = 0;
    while let Some(file) = files.get(index).map(|id| graph.file(*id)) {
        index += 1;
        if file.nearby.files.is_empty() {
            continue;
        }
        for (_, meaning) in types.names.meanings(file.id) {
            if let Meaning::Definition(id) = meaning
                && !known.contains(&id.file)
                && graph.file(id.file).home.is_some()
            {
                files.extend(graph.reached(id.file, implicit).into_iter().filter(|id| known.insert(*id)));
            }
        }
    }
    files.sort_unstable_by_key(|id| graph.rank(*id));
    files
}
