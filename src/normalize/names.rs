//! Names without namespaces: `<profile or file stem>.<name>`, numbered if two would be equal.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::base::FileId;
use crate::functions::Function;
use crate::keynames::NameKind;
use crate::load::File;
use crate::model::data;
use crate::model::types::Types;
use crate::resolve::DefinitionId;
use crate::yaml::YamlNode;

use super::named::NormalText;

/// The key of `metadata` for the original name.
pub(super) const NAME: &str = "tosca_name";
/// The key of `metadata` for the original profile.
pub(super) const PROFILE: &str = "tosca_profile";

/// The original name of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NormalOriginal {
    /// Its name where it is defined.
    pub name: NormalText,
    /// The profile that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<NormalText>,
}

/// The name of a definition in the model.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: NormalText,
    pub(super) original: NormalOriginal,
}

/// The names of all imported definitions.
pub(super) type Table = FxHashMap<DefinitionId, Name>;

/// Assigns names to everything that the `reached` files define. `taken` are the names of templates in the
/// service, which some names must not repeat.
pub(super) fn table(types: &Types, reached: &[FileId], taken: &FxHashSet<&str>) -> Table {
    let mut table = Table::default();
    let mut used: FxHashSet<(NameKind, NormalText)> = FxHashSet::default();
    let mut fresh = Vec::new();
    for file in reached.iter().map(|id| types.graph.file(*id)) {
        for (definition, index) in types.names.definitions(file.id).iter().zip(0..) {
            if definition.in_template && definition.kind != NameKind::Function {
                continue;
            }
            let id = DefinitionId { file: file.id, index };
            let key = file.node(definition.key);
            match recorded(key) {
                // Names from an earlier normalization are kept.
                Some(original) if used.insert((space(definition.kind), key.text().into())) => {
                    table.insert(id, Name { text: key.text().into(), original });
                }
                _ => fresh.push((id, definition.kind, key, file)),
            }
        }
    }
    for (id, kind, key, file) in fresh {
        let name = key.text();
        let original =
            NormalOriginal { name: name.into(), profile: file.profile.as_deref().map(NormalText::from) };
        let preferred = if kind == NameKind::Function && Function::named(name).is_some() {
            name.to_owned()
        } else {
            let prefix = file.profile.clone().unwrap_or_else(|| stem(file));
            // Anything before a colon would be interpreted as a namespace.
            format!("{prefix}.{name}").replace(':', ".")
        };
        let free = |text: &str, used: &FxHashSet<(NameKind, NormalText)>| {
            let is_taken =
                matches!(kind, NameKind::NodeType | NameKind::RelationshipType | NameKind::GroupType)
                    && taken.contains(text);
            !is_taken && !used.contains(&(space(kind), text.into()))
        };
        let mut text = preferred.clone();
        let mut number = 2;
        while !free(&text, &used) {
            text = format!("{preferred}-{number}");
            number += 1;
        }
        used.insert((space(kind), text.as_str().into()));
        table.insert(id, Name { text: text.into(), original });
    }
    table
}

/// Node types and group types share a space, because some lists can name both.
fn space(kind: NameKind) -> NameKind {
    if kind == NameKind::GroupType { NameKind::NodeType } else { kind }
}

/// Returns the original name in the `metadata` of the definition whose key is `key`.
fn recorded(key: YamlNode<'_>) -> Option<NormalOriginal> {
    let metadata = data::entry(key.entry_value(), "metadata")?;
    let name = data::entry(metadata, NAME)?.as_str()?;
    let profile = data::entry(metadata, PROFILE).and_then(YamlNode::as_str);
    Some(NormalOriginal { name: name.into(), profile: profile.map(NormalText::from) })
}

fn stem(file: &File) -> String {
    let path = &file.source().path;
    let stem = path.file_stem().unwrap_or("file").trim_matches(['<', '>']);
    stem.to_owned()
}
