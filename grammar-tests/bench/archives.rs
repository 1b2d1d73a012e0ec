//! Measures what an archive costs beyond its TOSCA files.
//!
//! `cargo bench --bench archives` packs a megabyte of TOSCA with 200 MB of other files, and prints the CPU time of
//! checking it in units of checking the TOSCA unpacked: at most 1.2 for a zip or tar file. A compressed tar file must be
//! inflated to find its members: at most 1.2 times as long as inflating it and checking the TOSCA.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};

use cpu_time::ProcessTime;
use tosca::host::Disk;
use tosca::{LoadOptions, Options};

#[path = "../shapes.rs"]
#[expect(dead_code, reason = "only one shape is measured here")]
mod shapes;

/// The other files: how many, and the bytes of each.
const OTHERS: (usize, usize) = (20, 10_000_000);
/// The largest cost of an archive.
const MAX_RATIO: f64 = 1.2;

fn main() {
    let directory = tempfile::tempdir().expect("a directory");
    let project = directory.path().join("project");
    fs::create_dir(&project).expect("a directory");
    let mut text = shapes::service(1_000);
    let count = 1_000 * 1_000_000 / text.len();
    text = shapes::service(count);
    fs::write(project.join("main.yaml"), &text).expect("a written file");
    let mut number = 1_u64;
    for index in 0..OTHERS.0 {
        let bytes: Vec<u8> =
            std::iter::repeat_with(|| noise(&mut number)).take(OTHERS.1 / 8).flatten().collect();
        fs::write(project.join(format!("image-{index}.img")), bytes).expect("a written file");
    }
    let unpacked = best(&project.join("main.yaml"));
    println!("unpacked: {:.1} ms for {} KB of TOSCA", unpacked * 1e3, text.len() / 1_000);
    for name in ["package.zip", "package.tar", "package.tgz"] {
        let path = directory.path().join(name);
        let status = Command::new(env!("CARGO_BIN_EXE_tosca"))
            .args(["csar", "pack"])
            .arg(&project)
            .arg("-o")
            .arg(&path)
            .stderr(Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "packing {name}");
        let inflating = if name.ends_with("tgz") { inflate(&path) } else { 0.0 };
        let packed = best(&path);
        let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
        let ratio = packed / (unpacked + inflating);
        let inflating = if inflating > 0.0 { " with inflating" } else { "" };
        println!(
            "{name}, {} MB: {:.1} ms, {ratio:.2} x unpacked{inflating}, at most {MAX_RATIO} x",
            size / 1_000_000,
            packed * 1e3
        );
    }
}

/// Returns eight bytes that cannot be compressed.
fn noise(number: &mut u64) -> [u8; 8] {
    *number ^= *number << 13;
    *number ^= *number >> 7;
    *number ^= *number << 17;
    number.to_le_bytes()
}

/// Returns the CPU time of a check in seconds: the best of several.
fn best(path: &Path) -> f64 {
    let path = camino::Utf8PathBuf::try_from(path.to_owned()).expect("a path in UTF-8");
    let load = LoadOptions { paths: vec![path], ..LoadOptions::default() };
    let options = Options { load, ..Options::default() };
    measured(|| {
        let analysis = tosca::analyze(&Disk::new(), &options);
        assert!(analysis.checked().count() > 0);
    })
}

/// Returns the CPU time of inflating a file in seconds.
fn inflate(path: &Path) -> f64 {
    measured(|| {
        let file = BufReader::new(File::open(path).expect("an archive"));
        std::io::copy(&mut flate2::read::MultiGzDecoder::new(file), &mut std::io::sink())
            .expect("a compressed file");
    })
}

fn measured(work: impl Fn()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..7 {
        let start = ProcessTime::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}
