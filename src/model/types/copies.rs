//! Copies of normative types: projects of TOSCA 1.x define normative types themselves.
//!
//! Such a copy *is* the normative type: what names one of them also means the other, for example in definitions of the
//! built-in profile. The copies keep their own members. A normal form has both, with their original names.

use rustc_hash::FxHashMap;

use crate::base::FileId;
use crate::dialects::{ORIGINAL_NAME, ORIGINAL_PROFILE, is_normative_profile};
use crate::keynames::NameKind;
use crate::load::{File, FileGraph};
use crate::resolve::{DefinitionId, Names};

use super::store::Body;

/// The normative type that each copy repeats.
pub(super) type Copies = FxHashMap<DefinitionId, DefinitionId>;

/// Finds the types of projects that have the kind and name of a type in a profile that their file sees without a
/// namespace or, in TOSCA 2.0, that a migrated file imports.
pub(super) fn find(graph: &FileGraph, names: &Names) -> Copies {
    let mut copies = Copies::default();
    let mut known: FxHashMap<FileId, FxHashMap<(NameKind, &str), DefinitionId>> = FxHashMap::default();
    for file in graph.files.iter().filter(|file| !file.is_built_in()) {
        if file.implicit.is_empty() && file.policies().refinements.are_in_force {
            in_normal_form(file, names, &mut copies);
        }
        let imported = file.imports.iter().filter_map(|import| import.target);
        let imported: Vec<FileId> = imported.filter(|id| is_normative(graph.file(*id))).collect();
        let copying = if imported.is_empty() { vec![file.id] } else { graph.reached(file.id, false) };
        let implicit = file.implicit.iter().copied().filter(|id| is_normative(graph.file(*id)));
        for profile in implicit.chain(imported) {
            let normative = known.entry(profile).or_insert_with(|| {
                let files = graph.reached(profile, false).into_iter();
                files.flat_map(|id| types(graph.file(id), names)).collect()
            });
            for own in copying.iter().map(|id| graph.file(*id)).filter(|own| !own.is_built_in()) {
                for (name, id) in types(own, names) {
                    if let Some(&original) = normative.get(&name) {
                        copies.insert(id, original);
                    }
                }
            }
        }
    }
    copies
}

/// Finds the copies among the types of a normal form, which records the original name and profile of each.
fn in_normal_form(file: &File, names: &Names, copies: &mut Copies) {
    let recorded = |id: DefinitionId, key: &str| {
        let metadata = Body::from_definition(file, names.definition(id)).metadata()?;
        file.node(metadata).get(key)?.as_str()
    };
    let is_normative = |id| recorded(id, ORIGINAL_PROFILE).is_some_and(is_normative_profile);
    let originals: Vec<_> = types(file, names).filter(|(_, id)| is_normative(*id)).collect();
    for ((kind, _), id) in types(file, names).filter(|(_, id)| !is_normative(*id)) {
        let Some(name) = recorded(id, ORIGINAL_NAME) else { continue };
        let original = originals.iter().find(|((other, _), normative)| {
            *other == kind && recorded(*normative, ORIGINAL_NAME) == Some(name)
        });
        copies.extend(original.map(|(_, normative)| (id, *normative)));
    }
}

fn is_normative(file: &File) -> bool {
    file.is_built_in() && file.profile.as_deref().is_some_and(is_normative_profile)
}

/// The types that a file defines.
fn types<'g>(
    file: &'g File,
    names: &'g Names,
) -> impl Iterator<Item = ((NameKind, &'g str), DefinitionId)> + use<'g> {
    let definitions = names.definitions(file.id).iter().zip(0..);
    definitions.filter(|(definition, _)| !definition.in_template && definition.kind.is_type()).map(
        move |(definition, index)| {
            let name = file.node(definition.key).text();
            ((definition.kind, name), DefinitionId { file: file.id, index })
        },
    )
}
