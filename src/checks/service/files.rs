//! What implementations name: artifacts of the node around them, else files (TOSCA 2.0 §11.8, A-54, A-120).

use crate::diagnostics::{codes, suggest};
use crate::dialects::{Mark, Rewrite, artifact_type_of};
use crate::host::paths;
use crate::keynames::Map;
use crate::model::Truth;
use crate::model::service::NodeTemplateView;
use crate::model::types::{Artifacts, Body, TypeRef, TypeView};
use crate::syntax::scheme;
use crate::yaml::Node;

use super::{Cx, entries};

use std::rc::Rc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;

/// What is around an implementation.
#[derive(Clone, Copy)]
pub(super) enum Around<'g> {
    /// Nothing that has artifacts.
    Nothing,
    /// A node type; types that derive from it, and templates, may bring more artifacts.
    Type(TypeView<'g>),
    /// A node template.
    Template(NodeTemplateView<'g>),
}

/// A string of an implementation.
pub(super) fn named_file<'g>(cx: &mut Cx<'g>, name: Node<'g>, around: Around<'g>) {
    let text = name.text();
    if cx.file.marks().of(name.id()) == Some(Mark::Implementation)
        && artifacts_around(cx, around).map_or(text.contains(['/', '.']), |names| !names.contains(text))
    {
        cx.decide(name, Rewrite::Artifact(artifact_type_of(text)));
    }
    if let Some(rest) = cx.file.policies().files.from_root.and_then(|start| text.strip_prefix(start)) {
        return file_of_archive(cx, name, rest);
    }
    let is_path = scheme(text).is_none() && !text.starts_with(['/', '\\']) && text.get(1..2) != Some(":");
    if !is_path || cx.file.tree().is_damaged() {
        return;
    }
    let Some(path) = missing_file(cx, text) else { return };
    let Some(artifacts) = artifacts_around(cx, around) else { return };
    if artifacts.contains(text) {
        return;
    }
    if let Some(path) = path_from_here(cx, text) {
        return cx.report(name, codes::missing_file::from_above(name.span(), text, &path));
    }
    let mut names: Vec<&str> = artifacts.iter().copied().collect();
    names.sort_unstable();
    let shown = paths::shown(&path, &cx.host.working_directory());
    let artifact = !matches!(around, Around::Nothing);
    let near = suggest(text, names);
    let found = codes::missing_file::new(name.span(), text, shown.as_str(), artifact, near);
    cx.report(name, found);
}

/// A path that counts from the root, which is known of archives alone.
fn file_of_archive<'g>(cx: &mut Cx<'g>, name: Node<'g>, path: &str) {
    const SIGNS: [&str; 2] = ["TOSCA-Metadata", "TOSCA.meta"];
    let Some(home) = &cx.file.home else { return };
    let there = |path: &str| cx.host.entry(&paths::join(&home.root, Utf8Path::new(path))).is_some();
    let path = path.trim_start_matches('/');
    if path.is_empty() || there(path) || !SIGNS.into_iter().any(there) {
        return;
    }
    let full = paths::join(&home.root, Utf8Path::new(path));
    let shown = paths::shown(&full, &cx.host.working_directory());
    cx.report(name, codes::missing_file::in_archive(name.span(), name.text(), shown.as_str()));
}

/// The path that a relative one leads to, if nothing is there.
fn missing_file<'g>(cx: &mut Cx<'g>, text: &'g str) -> Option<Utf8PathBuf> {
    if let Some(known) = cx.memo.files.get(text) {
        return known.clone();
    }
    let home = cx.file.home.as_ref()?;
    let path = paths::clean(&paths::join(&home.directory, Utf8Path::new(text)));
    // What lies outside is nobody's business.
    let missing = path.starts_with(&home.root) && cx.host.entry(&path).is_none();
    let missing = missing.then_some(path);
    cx.memo.files.insert(text, missing.clone());
    missing
}

/// The path from here to what `text` names from a directory above, in languages that leave open where
/// paths count from.
fn path_from_here(cx: &Cx<'_>, text: &str) -> Option<String> {
    let home = cx.file.home.as_ref().filter(|_| cx.file.policies().files.from_above)?;
    let mut above = home.directory.ancestors().take_while(|above| above.starts_with(&home.root));
    let steps = above.position(|directory| {
        let path = paths::clean(&paths::join(directory, Utf8Path::new(text)));
        path.starts_with(&home.root) && cx.host.entry(&path).is_some()
    })?;
    Some("../".repeat(steps) + text)
}

/// The names of artifacts that an implementation can mean; none where not all of them are known.
fn artifacts_around<'g>(cx: &mut Cx<'g>, around: Around<'g>) -> Option<Rc<FxHashSet<&'g str>>> {
    let types = cx.types;
    match around {
        Around::Nothing => Some(Rc::default()),
        Around::Type(of) => {
            // Derived types may have more.
            if of.is_open || types.graph.is_part {
                return None;
            }
            if let Some(known) = cx.memo.artifacts.get(&of.id) {
                return Some(known.clone());
            }
            let names = Rc::new(artifacts_below(cx, of));
            cx.memo.artifacts.insert(of.id, names.clone());
            Some(names)
        }
        Around::Template(node_template) => {
            let of = types.defined(node_template.node_type).filter(|of| !of.is_open)?;
            let members = types.members(of, Artifacts);
            let mut names: FxHashSet<&str> = members.iter().map(|(name, _)| name).collect();
            let copied = node_template.original();
            if node_template.written().copy.is_some()
                && copied.is_none_or(|copied| copied.written().copy.is_some())
            {
                return None;
            }
            for one in [Some(node_template), copied].into_iter().flatten() {
                let artifacts = one.written().artifacts();
                if !artifacts.is_complete() {
                    return None;
                }
                let keys = artifacts.given().into_iter().flat_map(Map::keys);
                names.extend(keys.map(|key| cx.node(key).text()));
            }
            Some(Rc::new(names))
        }
    }
}

/// The artifacts of a node type and of all types and templates that derive from it.
fn artifacts_below<'g>(cx: &Cx<'g>, of: TypeView<'g>) -> FxHashSet<&'g str> {
    let types = cx.types;
    let members = types.members(of, Artifacts);
    let mut names: FxHashSet<&str> = members.iter().map(|(name, _)| name).collect();
    let is_below = |meaning: TypeRef| types.relation(meaning, TypeRef::Defined(of.id)) == Truth::Yes;
    for other in types.iter().filter(|other| matches!(other.body, Body::Node(_))) {
        if is_below(TypeRef::Defined(other.id)) {
            names.extend(other.members().artifacts.iter().map(|artifact| cx.types.node(artifact.key).text()));
        }
    }
    for file in &types.graph.files {
        let Some(service) = cx.model.service(file.id) else { continue };
        for node_template in
            service.node_templates().iter().filter(|node_template| is_below(node_template.node_type))
        {
            let artifacts = entries(node_template.written().artifacts.as_ref());
            names.extend(artifacts.map(|(key, _)| file.node(key).text()));
        }
    }
    names
}
