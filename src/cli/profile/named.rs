//! Profiles that are given by name instead of by path.

use camino::Utf8PathBuf;

use crate::diagnostics::suggest_profile;
use crate::host::{Host, Overlay};
use crate::load::{self, Earlier, KnownProfile, built_in_files, known_profiles};
use crate::session::load_options;
use crate::{Options, resolve};

/// Returns the profile with this name, current or other, from the profile path or built in. Prints an error if there
/// is none.
pub(in crate::cli) fn find(known: &[KnownProfile], name: &str) -> Option<KnownProfile> {
    let is_named = |profile: &&KnownProfile| profile.name == name || profile.aliases.contains(&name);
    if let Some(profile) = known.iter().find(is_named) {
        return Some(profile.clone());
    }
    anstream::eprintln!("error: unknown profile `{name}`, neither built in nor on the profile path");
    let names = known
        .iter()
        .flat_map(|profile| std::iter::once(profile.name.as_str()).chain(profile.aliases.iter().copied()));
    match suggest_profile(name, &names.collect::<Vec<_>>()) {
        Some(suggestion) => anstream::eprintln!("help: did you mean `{suggestion}`?"),
        None => {
            anstream::eprintln!(
                "help: run `tosca profile list` to list profiles; add directories with `--profile-path`"
            );
        }
    }
    None
}

/// Returns the paths of the files of a profile, and adds the files to `host` if it is built in. Prints an error if
/// there is no such profile.
pub(in crate::cli) fn paths_of(
    host: &mut Overlay<'_>,
    options: &Options,
    name: &str,
) -> Option<Vec<Utf8PathBuf>> {
    let load = load_options(host, options);
    let profile = find(&known_profiles(host, &load), name)?;
    Some(files_of(host, profile))
}

/// Returns the paths of the files of a profile, and adds the files to `host` if it is built in.
fn files_of(host: &mut Overlay<'_>, profile: KnownProfile) -> Vec<Utf8PathBuf> {
    if !profile.paths.is_empty() {
        return profile.paths;
    }
    let files = built_in_files(&profile.name);
    for (path, content) in &files {
        host.add(path, content.as_bytes());
    }
    files.into_iter().map(|(path, _)| path).collect()
}

/// Returns the names of the profiles, on the profile path or built in, that define a type with this name.
pub(in crate::cli) fn defining(host: &dyn Host, options: &Options, name: &str) -> Vec<String> {
    let mut load = load_options(host, options);
    let mut profiles = known_profiles(host, &load);
    profiles.retain(|profile| {
        let mut host = Overlay::new(host);
        load.paths = files_of(&mut host, profile.clone());
        let (graph, _) = load::load(&host, &load);
        let (names, ..) = resolve::resolve(&graph, &load.functions, &Earlier::none());
        let mut files = graph.files.iter().filter(|file| file.is_requested);
        files.any(|file| {
            let mut definitions = names.definitions(file.id).iter();
            definitions
                .any(|definition| definition.kind.is_type() && file.node(definition.key).text() == name)
        })
    });
    profiles.into_iter().map(|profile| profile.name).collect()
}
