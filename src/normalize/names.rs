//! Names without namespaces: `<profile>.<name>`, or `<path of the file>.<name>` below the root. They do not depend
//! on imports: if two would be equal, the paths of the files decide which of them is longer.

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::base::FileId;
use crate::dialects;
use crate::functions::Function;
use crate::host::paths::relative;
use crate::keynames::NameKind;
use crate::load::File;
use crate::model::data;
use crate::model::types::Types;
use crate::resolve::DefinitionId;
use crate::yaml::YamlNode;

use super::named::NormalText;

/// The key of `metadata` for the original name.
pub(super) const NAME: &str = dialects::ORIGINAL_NAME;
/// The key of `metadata` for the original profile.
pub(super) const PROFILE: &str = dialects::ORIGINAL_PROFILE;
/// The key of `metadata` for the original file.
pub(super) const FILE: &str = "tosca_file";

/// The original name of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NormalOriginal {
    /// Its name where it is defined.
    pub name: NormalText,
    /// The profile that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<NormalText>,
    /// The file that defines it, relative to the root; `None` if an earlier normal form does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<NormalText>,
}

/// The name of a definition in the model.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: NormalText,
    pub(super) original: NormalOriginal,
}

/// The names of all imported definitions.
pub(super) type Table = FxHashMap<DefinitionId, Name>;

/// A definition that has no name yet.
struct Unnamed {
    id: DefinitionId,
    kind: NameKind,
    original: NormalOriginal,
    is_built_in: bool,
    /// Its file, relative to the root.
    path: Utf8PathBuf,
}

/// Assigns names to everything that the `reached` files define. `root` is that of the normalized file, and
/// `taken` are the names of templates in the service, which some names must not repeat.
pub(super) fn table(
    types: &Types,
    reached: &[FileId],
    root: Option<&Utf8Path>,
    taken: &FxHashSet<&str>,
) -> Table {
    let mut table = Table::default();
    let mut used: FxHashSet<(NameKind, NormalText)> = FxHashSet::default();
    let mut unnamed = Vec::new();
    for file in reached.iter().map(|id| types.graph.file(*id)) {
        let path = below_root(file, root);
        for (definition, index) in types.names.definitions(file.id).iter().zip(0..) {
            if definition.in_template && definition.kind != NameKind::Function {
                continue;
            }
            let id = DefinitionId { file: file.id, index };
            if types.names.repeated_by(id).is_some() {
                continue;
            }
            let (key, kind) = (file.node(definition.key), definition.kind);
            match recorded(key) {
                // Names from an earlier normalization are kept.
                Some(original) if used.insert((space(kind), key.text().into())) => {
                    table.insert(id, Name { text: key.text().into(), original });
                }
                _ => {
                    let original = NormalOriginal {
                        name: key.text().into(),
                        profile: file.profile.as_deref().map(NormalText::from),
                        file: Some(path.as_str().into()),
                    };
                    let is_built_in = file.is_built_in();
                    unnamed.push(Unnamed { id, kind, original, is_built_in, path: path.clone() });
                }
            }
        }
    }
    unnamed.sort_by(|one, other| {
        let key = |unnamed: &Unnamed| (!unnamed.is_built_in, unnamed.original.profile.is_none());
        key(one).cmp(&key(other)).then_with(|| (&one.path, one.id.index).cmp(&(&other.path, other.id.index)))
    });
    let mut numbers = FxHashMap::default();
    for definition in unnamed {
        let kind = definition.kind;
        let is_free = |text: &str| {
            let is_taken =
                matches!(kind, NameKind::NodeType | NameKind::RelationshipType | NameKind::GroupType)
                    && taken.contains(text);
            !is_taken && !used.contains(&(space(kind), text.into()))
        };
        let choices = preferred(&definition);
        let text = choices.iter().find(|text| is_free(text)).cloned().unwrap_or_else(|| {
            let longest = choices.last().map_or("", String::as_str);
            let number = numbers.entry((space(kind), longest.to_owned())).or_insert(1_usize);
            loop {
                *number += 1;
                let text = format!("{longest}-{number}");
                if is_free(&text) {
                    return text;
                }
            }
        });
        used.insert((space(kind), text.as_str().into()));
        table.insert(definition.id, Name { text: text.into(), original: definition.original });
    }
    table
}

/// Returns the possible names of a definition, the best first.
fn preferred(definition: &Unnamed) -> Vec<String> {
    let name = &*definition.original.name;
    let path = definition.path.with_extension("");
    let path = path.as_str();
    let path = path
        .split_once("://")
        .map_or(path, |(_, path)| path)
        .trim_matches(['<', '>'])
        .replace(['/', '\\'], ".");
    let mut choices = Vec::new();
    let is_built_in_function = definition.kind == NameKind::Function && Function::named(name).is_some();
    if is_built_in_function || definition.is_built_in && name.starts_with("tosca.") {
        choices.push(name.to_owned());
    }
    match &definition.original.profile {
        Some(profile) => choices.extend([format!("{profile}.{name}"), format!("{profile}.{path}.{name}")]),
        None => choices.push(format!("{path}.{name}")),
    }
    // Anything before a colon would be interpreted as a namespace.
    choices.into_iter().map(|choice| choice.replace(':', ".")).collect()
}

/// Returns the path of a file relative to its root, or to `root`, without steps that leave it; of the copy of a file at a
/// URL, that URL.
fn below_root(file: &File, root: Option<&Utf8Path>) -> Utf8PathBuf {
    if let Some(url) = &file.url {
        return url.as_str().into();
    }
    let shown = &file.source().path;
    let Some(root) = root.filter(|_| !file.is_built_in()) else { return shown.clone() };
    let root = file.home.as_ref().map_or(root, |home| &home.root);
    // The root may contain symbolic links, or have them resolved.
    let directory = file.home.as_ref().map(|home| &*home.directory);
    let as_reached = directory.zip(shown.file_name()).map(|(directory, name)| directory.join(name));
    let below = as_reached.as_ref().and_then(|path| path.strip_prefix(root).ok());
    match below.or_else(|| file.identity.strip_prefix(root).ok()) {
        Some(path) => path.to_owned(),
        None => relative(&file.identity, root).components().filter(|step| step.as_str() != "..").collect(),
    }
}

/// Node types and group types share a space, because some lists can name both.
fn space(kind: NameKind) -> NameKind {
    if kind == NameKind::GroupType { NameKind::NodeType } else { kind }
}

/// Returns the original name in the `metadata` of the definition whose key is `key`.
fn recorded(key: YamlNode<'_>) -> Option<NormalOriginal> {
    let metadata = data::entry(key.entry_value(), "metadata")?;
    let name = data::entry(metadata, NAME)?.as_str()?;
    let text = |key: &str| data::entry(metadata, key).and_then(YamlNode::as_str).map(NormalText::from);
    Some(NormalOriginal { name: name.into(), profile: text(PROFILE), file: text(FILE) })
}
