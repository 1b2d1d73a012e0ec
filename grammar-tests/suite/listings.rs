//! Listings of directories on disk, which are kept while nothing changes.

use std::fs;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use tosca::host::{Disk, Host as _};

/// A pause after which file systems give another time to a change.
const SETTLED: Duration = Duration::from_millis(2200);

/// A change of a directory, with the files that a listing has afterwards.
type Change = (&'static str, fn(&Utf8Path) -> std::io::Result<()>, &'static [&'static str]);

const CHANGES: &[Change] = &[
    ("nothing", |_| Ok(()), &["a.yaml", "sub/b.yaml"]),
    ("a new file", |at| fs::write(at.join("sub/c.yaml"), ""), &["a.yaml", "sub/b.yaml", "sub/c.yaml"]),
    ("a file is gone", |at| fs::remove_file(at.join("a.yaml")), &["sub/b.yaml"]),
    ("an ignore file", |at| fs::write(at.join("sub/.gitignore"), "b.yaml\n"), &["a.yaml"]),
    ("an ignore file changes", |at| fs::write(at.join(".gitignore"), "sub\n"), &["a.yaml"]),
    ("an ignore file above", |at| fs::write(at.join("../.ignore"), "a.yaml\n"), &["sub/b.yaml"]),
    (
        "a new directory",
        |at| fs::create_dir(at.join("new")).and_then(|()| fs::write(at.join("new/d.yml"), "")),
        &["a.yaml", "new/d.yml", "sub/b.yaml"],
    ),
    ("a directory is renamed", |at| fs::rename(at.join("sub"), at.join("x")), &["a.yaml", "x/b.yaml"]),
    (
        "a file becomes a directory",
        |at| fs::remove_file(at.join("a.yaml")).and_then(|()| fs::create_dir(at.join("a.yaml"))),
        &["sub/b.yaml"],
    ),
];

#[test]
fn a_kept_listing_is_that_of_the_disk() {
    let place = tempfile::tempdir().expect("a directory");
    let place = Utf8PathBuf::from_path_buf(place.path().to_owned()).expect("a UTF-8 path");
    let disk = Disk::new();
    let listed = |at: &Utf8Path, disk: &Disk| {
        let (files, failures) = disk.list(at);
        assert_eq!(failures, []);
        let below = files.iter().map(|file| file.strip_prefix(at).expect("a file below").to_string());
        below.collect::<Vec<_>>()
    };
    let worlds: Vec<Utf8PathBuf> =
        (0..CHANGES.len()).map(|at| place.join(at.to_string()).join("w")).collect();
    for world in &worlds {
        fs::create_dir_all(world.join("sub")).expect("a new directory");
        for (file, text) in [("a.yaml", ""), ("sub/b.yaml", ""), ("no.txt", ""), (".gitignore", "none\n")] {
            fs::write(world.join(file), text).expect("a new file");
        }
    }
    std::thread::sleep(SETTLED);
    for world in &worlds {
        // The second listing is kept, and the third one taken from it.
        for _ in 0..3 {
            assert_eq!(listed(world, &disk), ["a.yaml", "sub/b.yaml"]);
        }
    }
    for (world, (what, change, after)) in worlds.iter().zip(CHANGES) {
        change(world).expect("a change");
        assert_eq!(listed(world, &disk), *after, "{what}");
        assert_eq!(listed(world, &Disk::new()), *after, "{what}, listed anew");
    }
}

#[test]
fn a_stamp_changes_with_the_content() {
    let place = tempfile::tempdir().expect("a directory");
    let path = Utf8PathBuf::from_path_buf(place.path().join("a.yaml")).expect("a UTF-8 path");
    let disk = Disk::new();
    fs::write(&path, "one").expect("a new file");
    let modified = fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
    assert_eq!(disk.stamp(&path), None, "the next change may come at the same time");
    std::thread::sleep(SETTLED);
    let stamp = disk.stamp(&path);
    assert!(stamp.is_some());
    assert_eq!(disk.stamp(&path), stamp);
    // Of the same length, with the same time.
    fs::write(&path, "two").expect("the file");
    let file = fs::File::options().write(true).open(&path).expect("the file");
    file.set_modified(modified).expect("a time that can be set");
    assert_ne!(disk.stamp(&path), stamp);
    assert_eq!(disk.stamp(Utf8Path::new(&path.join("none"))), None);
}
