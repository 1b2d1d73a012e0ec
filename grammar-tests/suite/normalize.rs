//! The normal form: what is printed means what was read, is stable, and keeps its published schema.

use camino::{Utf8Path, Utf8PathBuf};
use tosca::diagnostics::Level;
use tosca::host::{Disk, Entry, Host, Overlay};
use tosca::normalize::{self, Model};
use tosca::{Analysis, Options, analyze, topology};

/// The codes of what is found.
fn codes(analysis: &Analysis) -> Vec<&'static str> {
    analysis.diagnostics.iter().map(|found| found.code.slug).collect()
}

/// The meaning of the first file that was asked for; none where it has errors, or is no file of TOSCA.
fn model_of(analysis: &Analysis, options: normalize::Options) -> Option<Model> {
    if analysis.diagnostics.iter().any(|found| found.level == Level::Error) {
        return None;
    }
    let file = analysis.graph.files.iter().find(|file| file.asked_for && file.syntax.root.is_some())?;
    let types = analysis.types();
    let topologies = topology::read(&types);
    Some(normalize::model(&topologies, file, options))
}

/// What is wrong with the normal form of a file: it must check clean, and be its own normal form.
fn problem(name: &str, host: &dyn Host, options: &Options) -> Option<String> {
    if host.entry(&options.load.paths[0]) == Some(Entry::Directory) {
        return None;
    }
    let before = analyze(host, options);
    let first = model_of(&before, normalize::Options::default())?;
    let yaml = first.to_yaml();
    let mut over = Overlay::new(host);
    over.add(&options.load.paths[0], yaml.clone().into_bytes());
    let after = analyze(&over, options);
    let known = codes(&before);
    // What was not loaded cannot be written out, and units of the draft need not fit together.
    const OPEN: [&str; 4] =
        ["url-not-fetched", "not-a-url-path", "repository-url-not-literal", "old-scalar-keynames"];
    if OPEN.iter().any(|code| known.contains(code)) {
        return None;
    }
    // Of what is doubtful, the long form may show more.
    const SHOWN: [(&str, &str); 3] = [
        ("non-standard-form", "missing-relationship"),
        ("ambiguous-capability", "repeated-assignment"),
        ("requirement-cycle", "repeated-assignment"),
    ];
    // What older versions leave open, TOSCA 2.0 may doubt.
    let is_old = before.graph.files.iter().any(|file| file.asked_for && file.traits.lax_values);
    let shown = |slug: &str| is_old || SHOWN.iter().any(|(of, more)| *more == slug && known.contains(of));
    let fresh: Vec<String> = after
        .diagnostics
        .iter()
        .filter(|found| {
            found.level == Level::Error || !known.contains(&found.code.slug) && !shown(found.code.slug)
        })
        .map(|found| {
            let place = after.sources().get(found.primary.span.file).position(found.primary.span.start);
            let line = yaml.lines().nth(place.line as usize - 1).unwrap_or("");
            format!("  {}: [{}] {}\n    {line}", place.line, found.code.slug, found.message)
        })
        .collect();
    if !fresh.is_empty() {
        return Some(format!("{name}: the normal form has findings\n{}", fresh.join("\n")));
    }
    let Some(second) = model_of(&after, normalize::Options::default()) else {
        return Some(format!("{name}: the normal form is no TOSCA"));
    };
    let differs = |what: &str, one: &str, other: &str| {
        let mut lines = one.lines().zip(other.lines()).enumerate().filter(|(_, (one, other))| one != other);
        let first = lines.next().map_or_else(
            || format!("{} and {} bytes", one.len(), other.len()),
            |(at, (one, other))| format!("line {}:\n    {one}\n    {other}", at + 1),
        );
        (one != other).then(|| format!("{name}: {what} is not stable, {first}"))
    };
    differs("YAML", &yaml, &second.to_yaml()).or_else(|| differs("JSON", &first.to_json(), &second.to_json()))
}

fn assert_none(problems: &[String]) {
    let count = problems.len();
    let shown = problems.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(problems.is_empty(), "{count} problems\n{shown}");
}

/// The options for a file on disk.
fn options_for(path: &Utf8Path, profiles: &[Utf8PathBuf]) -> Options {
    let mut options = Options::default();
    options.load.paths = vec![path.to_owned()];
    options.load.profile_path = profiles.to_vec();
    options
}

#[test]
fn the_normal_form_of_every_case_is_stable() {
    let mut problems = Vec::new();
    let mut count = 0;
    for case in crate::harness::read_cases() {
        let (host, mut options) = crate::harness::prepared(&case, &[], None);
        // Without the values that are given to inputs, which count for what is folded only.
        options.load.inputs = tosca::load::Inputs::Later;
        options.load.paths.truncate(1);
        count += 1;
        problems.extend(problem(&case.place, &host, &options));
    }
    assert!(count > 1_000, "{count}");
    assert_none(&problems);
}

#[test]
fn the_normal_form_of_every_example_is_stable() {
    let mut problems = Vec::new();
    for path in crate::files_below("spec-examples", "yaml") {
        let path = Utf8PathBuf::from_path_buf(crate::project(&path)).expect("UTF-8");
        let folder =
            path.ancestors().find(|one| one.parent().is_some_and(|up| up.ends_with("spec-examples")));
        let profiles = [folder.unwrap_or(&path).to_owned()];
        problems.extend(problem(path.as_str(), &Disk::new(), &options_for(&path, &profiles)));
    }
    assert_none(&problems);
}

#[test]
fn the_normal_form_of_published_files_is_stable() {
    let corpus = crate::project("../shared/corpus/tosca-2.0");
    let Ok(corpus) = Utf8PathBuf::from_path_buf(corpus) else { return };
    let mut problems = Vec::new();
    for folder in ["profiles", "examples"] {
        let (files, _) = Disk::new().list(&corpus.join(folder));
        for path in files {
            let options = options_for(&path, &[corpus.join("profiles")]);
            problems.extend(problem(path.as_str(), &Disk::new(), &options));
        }
    }
    // Redfish has thousands of files, each with a closure of hundreds: some will do.
    let (files, _) = Disk::new().list(&corpus.join("redfish"));
    for path in files.iter().step_by(700) {
        let options = options_for(path, &[corpus.join("profiles")]);
        problems.extend(problem(path.as_str(), &Disk::new(), &options));
    }
    assert_none(&problems);
}
