//! Measures how much real YAML the reader of everyday YAML accepts, and compares its speed with the full
//! parser.
//!
//! `cargo bench --bench yaml` prints both for each corpus, and the reasons for files that need the parser. At
//! least 99 % of the Redfish files and 95 % of all others must be everyday YAML; otherwise checks become slow
//! unnoticed.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use camino::Utf8PathBuf;
use cpu_time::ProcessTime;
use tosca::base::FileId;
use tosca::host::{Disk, Host as _, Limits};
use tosca::internals::yaml::{Fallback, decode, parse_events, parse_everyday};

/// The folders of each corpus, and the minimum share of everyday YAML in percent.
const CORPORA: &[(&str, &[&str], usize)] = &[
    ("Redfish", &["tosca-2.0/redfish"], 99),
    ("other TOSCA 2.0", &["tosca-2.0/examples", "tosca-2.0/profiles"], 95),
    ("TOSCA 1.x", &["tosca-1.x"], 95),
    ("variability", &["variability"], 95),
];

fn main() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let corpus: PathBuf = std::env::var("TOSCA_CORPUS").map_or(corpus, Into::into);
    let corpus = Utf8PathBuf::from_path_buf(corpus).expect("a UTF-8 path");
    if !corpus.is_dir() {
        println!("skipped, the corpora are not here");
        return;
    }
    println!("corpus            files  everyday   MB/s  parser MB/s  ratio  others");
    let failed: Vec<&str> = CORPORA.iter().filter(|row| !is_enough(&corpus, row)).map(|row| row.0).collect();
    assert!(failed.is_empty(), "too few files are everyday YAML: {failed:?}");
}

/// Prints the row of a corpus; returns whether enough of its files are everyday YAML.
fn is_enough(corpus: &Utf8PathBuf, (name, folders, percent): &(&str, &[&str], usize)) -> bool {
    let texts: Vec<Arc<String>> = folders.iter().flat_map(|folder| texts(&corpus.join(folder))).collect();
    let limits = Limits::default();
    let mut others: BTreeMap<Fallback, usize> = BTreeMap::new();
    let mut everyday = Vec::new();
    for text in &texts {
        match parse_everyday(text, FileId(0), &limits) {
            Ok(_) => everyday.push(text),
            Err(reason) => *others.entry(reason).or_default() += 1,
        }
    }
    let bytes: f64 =
        everyday.iter().map(|text| f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX))).sum();
    let fast = seconds(&everyday, |text| drop(black_box(parse_everyday(text, FileId(0), &limits))));
    let slow = seconds(&everyday, |text| drop(black_box(parse_events(text, FileId(0), &limits))));
    println!(
        "{name:16} {:6} {:8.2}% {:6.0} {:12.0} {:6.2}  {others:?}",
        texts.len(),
        100.0 * float(everyday.len()) / float(texts.len()),
        bytes / fast / 1e6,
        bytes / slow / 1e6,
        fast / slow,
    );
    everyday.len() * 100 >= texts.len() * percent
}

fn float(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The files of a folder that are UTF-8.
fn texts(folder: &Utf8PathBuf) -> Vec<Arc<String>> {
    let host = Disk::new();
    let paths = host.list(folder).0;
    let bytes = paths.iter().filter_map(|path| host.read(path, u64::MAX).ok());
    bytes.map(|bytes| Arc::new(decode(bytes, FileId(0)).0)).collect()
}

/// Returns the minimum CPU time of some runs over all `texts`.
fn seconds(texts: &[&Arc<String>], read: impl Fn(&Arc<String>)) -> f64 {
    let run = || {
        let start = ProcessTime::now();
        for text in texts {
            read(text);
        }
        start.elapsed().as_secs_f64()
    };
    (0..3).map(|_| run()).fold(f64::INFINITY, f64::min)
}
