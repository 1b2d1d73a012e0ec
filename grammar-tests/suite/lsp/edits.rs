//! Random edits, in the editor and on disk: the published findings must be those of a separate check of the
//! same texts.

use std::collections::BTreeMap;

use camino::Utf8Path;
use serde_json::Value;
use tosca::diagnostics::Level;
use tosca::host::{Disk, Overlay};
use tosca::internals::config::{self, Search};
use tosca::internals::dialects::looks_like_tosca;
use tosca::{Analysis, Options};

use super::client::Client;
use crate::edits::{Change, World, given};

/// A document that is changed after each edit: when its check is finished, so is that of the edit. It is not
/// TOSCA.
const LAST: &str = "zz.yaml";

/// A finding: code, severity, range, first line of the message, and related locations in files.
type Shown = (String, i64, [u64; 4], String, Vec<(String, u64, u64)>);

#[test]
fn what_is_published_is_what_a_check_alone_finds() {
    edit_and_compare(World::new(given("TOSCA_EDITS_SEED", 3)), given("TOSCA_EDITS", 60), &[]);
}

#[test]
fn in_a_large_folder_the_same_is_published_in_the_end() {
    // There are enough files that edited documents are checked first.
    let others: Vec<(String, String)> = (0..220)
        .map(|number| {
            let text = format!("tosca_definitions_version: tosca_2_0\nnode_types: {{ N{number}: {{}} }}\n");
            (format!("others/{number}.yaml"), text)
        })
        .collect();
    edit_and_compare(World::new(given("TOSCA_EDITS_SEED", 5)), given("TOSCA_EDITS", 40), &others);
}

/// Edits a workspace, and compares the findings when all checks are finished.
fn edit_and_compare(mut world: World, edits: u64, others: &[(String, String)]) {
    let all = world.files.iter().chain(others.iter().map(|(path, text)| (path, text)));
    let files: Vec<(&str, &str)> = all.map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut client = Client::start(&files);
    let mut disk = world.files.clone();
    let mut open: BTreeMap<String, i32> = BTreeMap::new();
    client.open(LAST, "");
    client.checked(LAST, 1);
    for edit in 0..edits {
        let mut changes = world.edit();
        if world.below(4) == 0 {
            changes.extend(close(&mut world, &mut client, &mut disk, &mut open));
        }
        for (path, change) in &changes {
            let text = world.files.get(path).cloned().unwrap_or_default();
            let is_open = open.contains_key(path);
            if *change == Change::Changed && (is_open || world.below(3) > 0) {
                let version = open.entry(path.clone()).and_modify(|version| *version += 1).or_insert(1);
                if *version == 1 {
                    client.open(path, &text);
                } else {
                    client.replace(path, *version, &text);
                }
                continue;
            }
            if open.remove(path).is_some() {
                client.close(path);
            }
            write(&client, &mut disk, path, world.files.get(path));
            client.watched(&[(path, [1, 2, 3][*change as usize])]);
        }
        // Edited documents come first, then everything.
        let edited = changes.iter().filter_map(|(path, _)| Some((path, *open.get(path)?)));
        let edited: Vec<(&String, i32)> = edited.filter(|_| !others.is_empty()).collect();
        for (path, version) in edited {
            client.checked(path, version);
        }
        let version = i32::try_from(edit).expect("few edits") + 2;
        client.replace(LAST, version, &format!("# {edit}\n"));
        client.checked(LAST, version);
        let texts = open.keys().map(|path| (path.as_str(), world.files[path].as_str()));
        let expected = expected(&client, &texts.collect::<Vec<_>>());
        let published = published(&client);
        assert_eq!(published, expected, "edit {edit}: {changes:?}\n{:?} open {open:?}", world.files);
    }
    client.end();
}

/// Closes a document, saved before or not; returns the changed files.
fn close(
    world: &mut World,
    client: &mut Client,
    disk: &mut BTreeMap<String, String>,
    open: &mut BTreeMap<String, i32>,
) -> Vec<(String, Change)> {
    let all: Vec<String> = open.keys().cloned().collect();
    let Some(path) = all.get(world.below(all.len())) else { return Vec::new() };
    if world.below(2) == 0 {
        write(client, disk, path, world.files.get(path));
        client.save(path);
    }
    open.remove(path);
    client.close(path);
    match disk.get(path) {
        Some(text) => drop(world.files.insert(path.clone(), text.clone())),
        None => drop(world.files.remove(path)),
    }
    Vec::new()
}

fn write(client: &Client, disk: &mut BTreeMap<String, String>, path: &str, text: Option<&String>) {
    match text {
        Some(text) => {
            client.project.add(path, text);
            disk.insert(path.to_owned(), text.clone());
        }
        None => {
            if disk.remove(path).is_some() {
                std::fs::remove_file(client.project.path(path)).expect("a file");
            }
        }
    }
}

/// Returns the last findings of each file that has findings.
fn published(client: &Client) -> BTreeMap<String, Vec<Shown>> {
    let shown = client.latest.iter().filter(|(_, (_, diagnostics))| !diagnostics.is_empty());
    shown.map(|(uri, (_, diagnostics))| (uri.clone(), diagnostics.iter().map(shown_of).collect())).collect()
}

fn shown_of(diagnostic: &Value) -> Shown {
    let (start, end) = (&diagnostic["range"]["start"], &diagnostic["range"]["end"]);
    let place = [&start["line"], &start["character"], &end["line"], &end["character"]].map(number);
    let message = diagnostic["message"].as_str().and_then(|text| text.lines().next()).unwrap_or_default();
    let related = diagnostic["relatedInformation"].as_array().into_iter().flatten().map(|one| {
        let (uri, start) = (&one["location"]["uri"], &one["location"]["range"]["start"]);
        let uri = uri.as_str().expect("a URI").to_owned();
        (uri, number(&start["line"]), number(&start["character"]))
    });
    let code = diagnostic["code"].as_str().unwrap_or_default().to_owned();
    let severity = diagnostic["severity"].as_i64().expect("a number");
    (code, severity, place, message.to_owned(), related.collect())
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// Returns the findings of a separate check of the folder with these open documents.
fn expected(client: &Client, open: &[(&str, &str)]) -> BTreeMap<String, Vec<Shown>> {
    let disk = Disk::new();
    let folder = disk.known_path(client.project.path("").into_os_string());
    let mut host = Overlay::new(&disk).working_in(&folder);
    for (path, text) in open {
        host.add(path.as_ref(), text.as_bytes());
    }
    let mut options = Options { search: Search::Nearest, ..Options::default() };
    options.load.paths = vec![folder];
    // Open documents are checked under any name, except for configurations.
    let is_configuration = |path: &str| Utf8Path::new(path).file_name() == Some(config::NAME);
    let is_tosca =
        |(path, text): &&(&str, &str)| !is_configuration(path) && looks_like_tosca(text.as_bytes());
    options.load.paths.extend(open.iter().filter(is_tosca).map(|(path, _)| (*path).into()));
    let analysis = tosca::analyze(&host, &options);
    let mut all: BTreeMap<String, Vec<Shown>> = BTreeMap::new();
    for diagnostic in analysis.diagnostics() {
        let mut message = diagnostic.message.to_string();
        if !diagnostic.primary.text.is_empty() {
            message = format!("{message}: {}", diagnostic.primary.text);
        }
        let severity = match diagnostic.level {
            Level::Error => 1,
            Level::Warning => 2,
            Level::Info => 3,
        };
        let (uri, [line, column]) =
            place(client, &analysis, diagnostic.primary.span.file, diagnostic.primary.span.start);
        let (_, [last, end]) =
            place(client, &analysis, diagnostic.primary.span.file, diagnostic.primary.span.end);
        let others = diagnostic.secondary.iter().map(|label| {
            let (uri, [line, column]) = place(client, &analysis, label.span.file, label.span.start);
            (uri, line, column)
        });
        let others = others.filter(|(uri, ..)| !uri.contains("built-in")).collect();
        let message = message.lines().next().unwrap_or_default().to_owned();
        let shown = (diagnostic.rule.name.to_owned(), severity, [line, column, last, end], message, others);
        all.entry(uri).or_default().push(shown);
    }
    all
}

fn place(client: &Client, analysis: &Analysis, file: tosca::base::FileId, offset: u32) -> (String, [u64; 2]) {
    let source = analysis.sources().get(file);
    let place = source.position(offset);
    let number = |value: u32| u64::from(value) - 1;
    (client.uri(source.path.as_str()), [number(place.line), number(place.column)])
}
