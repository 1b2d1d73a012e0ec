//! Archives that are damaged or made to harm: each gives its finding, or is read as far as it says. None is unpacked,
//! and what is not TOSCA is not read.

use std::collections::BTreeMap;
use std::io;

use flate2::{Compress, Compression, FlushCompress};
use tosca::diagnostics::Level;
use tosca::host::{Archive, ArchiveFault, Limits, Memory, ReadAt, ReadError};
use tosca::{LoadOptions, Options};

use crate::damage::Random;
use crate::harness::archives::{ZipMember, gzip, tar, tar_header, zip, zip_of};

const MAIN: &[u8] = b"tosca_definitions_version: tosca_2_0\nnode_types: { Server: {} }\n";

fn open(content: impl ReadAt + 'static) -> Archive {
    Archive::open(Box::new(content), "x.csar!".into(), &Limits::default()).expect("an archive")
}

/// Checks an archive with the name of a zip file, like [`checked_as`].
fn checked(bytes: Vec<u8>) -> (Vec<&'static str>, bool) {
    checked_as("zip", bytes)
}

/// Checks an archive with this extension; returns the names of the rules of its findings, and whether there is an error.
fn checked_as(extension: &str, bytes: Vec<u8>) -> (Vec<&'static str>, bool) {
    let path = format!("x.{extension}");
    let mut host = Memory::new();
    host.add(&path, bytes);
    let load = LoadOptions { paths: vec![path.into()], ..LoadOptions::default() };
    let analysis = tosca::analyze(&host, &Options { load, ..Options::default() });
    let rules = analysis.diagnostics().iter().map(|diagnostic| diagnostic.rule.name).collect();
    (rules, analysis.diagnostics().iter().any(|diagnostic| diagnostic.level == Level::Error))
}

/// Returns the contents of all members that can be read.
fn contents(archive: &Archive) -> BTreeMap<String, Vec<u8>> {
    let read = |path: &camino::Utf8Path| archive.read(path.as_str(), 1 << 20).ok();
    let files = archive.files().filter_map(|(path, _)| Some((path.to_string(), read(path)?)));
    files.collect()
}

fn samples() -> [(&'static str, Vec<u8>); 3] {
    let members: &[(&str, &[u8])] =
        &[("main.yaml", MAIN), ("a/script.sh", b"echo a\n"), ("b.txt", &[b'b'; 700])];
    [("zip", zip(members)), ("tar", tar(members)), ("tgz", gzip(&tar(members)))]
}

// ── damaged ──

#[test]
fn a_truncated_archive_is_reported_or_loses_only_its_padding() {
    for (name, whole) in samples() {
        assert_eq!(checked_as(name, whole.clone()), (vec![], false), "{name}");
        let expected = contents(&open(whole.clone()));
        for length in (4..whole.len()).step_by(if name == "tar" { 7 } else { 1 }) {
            let part = whole[..length].to_vec();
            let (rules, is_wrong) = checked_as(name, part.clone());
            let is_complete = || name == "tar" && contents(&open(part)) == expected;
            assert!(is_wrong || is_complete(), "{name} of {length} bytes: {rules:?}");
        }
    }
}

#[test]
fn a_changed_byte_is_survived_and_never_changes_a_member_of_a_zip_file() {
    for (name, whole) in samples() {
        let expected = contents(&open(whole.clone()));
        let step = if name == "zip" { 1 } else { 17 };
        for position in (0..whole.len()).step_by(step) {
            // One bit and all bits in turn.
            let change = if position % 2 == 0 { 0x01 } else { 0xFF };
            let mut bytes = whole.clone();
            bytes[position] ^= change;
            let (rules, is_wrong) = checked_as(name, bytes.clone());
            let Some(archive) = Archive::open(Box::new(bytes), "x.csar!".into(), &Limits::default())
                .filter(|_| name == "zip")
            else {
                continue;
            };
            for (path, content) in contents(&archive) {
                let is_same = expected.get(&path).is_none_or(|expected| *expected == content);
                assert!(is_same || is_wrong, "byte {position} ^ {change:#x}: {path}, {rules:?}");
            }
        }
    }
}

#[test]
fn random_bytes_after_the_mark_of_an_archive_are_survived() {
    let mut random = Random::new(0x0A2C_417E);
    let starts: [&[u8]; 4] =
        [b"PK\x03\x04", b"PK\x05\x06", b"\x1F\x8B\x08\0", &tar_header("main.yaml", 9, b'0', "")];
    for round in 0..3_000 {
        let mut bytes = starts[round % starts.len()].to_vec();
        bytes.extend((0..random.below(900)).map(|_| u8::try_from(random.below(256)).expect("a byte")));
        if round % 3 == 0 {
            bytes.extend(b"PK\x05\x06");
            bytes.extend((0..18).map(|_| u8::try_from(random.below(4)).expect("a byte")));
        }
        assert!(checked(bytes).1, "round {round}");
    }
}

// ── too much ──

/// Deflated zeros: `count` times a mebibyte.
fn deflated_zeros(count: usize) -> Vec<u8> {
    let mut block = Vec::with_capacity(1 << 20);
    let mut compress = Compress::new(Compression::best(), false);
    compress.compress_vec(&vec![0; 1 << 20], &mut block, FlushCompress::Full).expect("memory");
    // After a full flush, a block depends on nothing before it. The last block is an empty one.
    let mut bytes = block.repeat(count);
    bytes.extend([0x03, 0x00]);
    bytes
}

fn bomb(declared: u64) -> Vec<u8> {
    let zeros = ZipMember {
        data: deflated_zeros(2_000),
        size: declared,
        method: 8,
        ..ZipMember::new("zeros.yaml", b"")
    };
    zip_of(&[ZipMember::new("main.yaml", MAIN), zeros])
}

#[test]
fn members_that_are_much_larger_than_the_archive_are_refused() {
    let bytes = bomb(2_000 << 20);
    assert!(bytes.len() < 4 << 20, "{}", bytes.len());
    let (rules, _) = checked(bytes.clone());
    assert_eq!(rules, ["suspicious-compression"]);
    // What it says about its size is a lie: it is inflated up to that size.
    let archive = open(bomb(1_000));
    assert_eq!(archive.faults, []);
    assert!(matches!(archive.read("zeros.yaml", 1_000), Err(ReadError::TooLarge(_) | ReadError::Damaged(_))));
    assert!(matches!(
        archive.read("zeros.yaml", 1 << 20),
        Err(ReadError::TooLarge(_) | ReadError::Damaged(_))
    ));
}

#[test]
fn archives_in_archives_are_not_opened() {
    let inner = zip(&[("inner.yaml", b"node_typs: {}\n")]);
    let outer = zip(&[("main.yaml", MAIN), ("inner.csar", &inner), ("lib/inner.csar!/x.sh", b"")]);
    assert_eq!(checked(outer.clone()), (vec![], false));
    let mut host = Memory::new();
    host.add("x.csar", outer);
    let load = LoadOptions { paths: vec!["x.csar!/inner.csar!/inner.yaml".into()], ..LoadOptions::default() };
    let analysis = tosca::analyze(&host, &Options { load, ..Options::default() });
    let rules: Vec<_> = analysis.diagnostics().iter().map(|diagnostic| diagnostic.rule.name).collect();
    assert_eq!(rules, ["unreadable-file"]);
}

/// A file that is made while it is read: parts at their positions, and zeros between them.
struct Sparse {
    parts: Vec<(u64, Vec<u8>)>,
    size: u64,
}

impl ReadAt for Sparse {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let length =
            buffer.len().min(usize::try_from(self.size.saturating_sub(offset)).unwrap_or(usize::MAX));
        let buffer = &mut buffer[..length];
        buffer.fill(0);
        for (start, part) in &self.parts {
            for (position, byte) in (*start..).zip(part) {
                if let Some(place) = position
                    .checked_sub(offset)
                    .and_then(|index| buffer.get_mut(usize::try_from(index).ok()?))
                {
                    *place = *byte;
                }
            }
        }
        Ok(length)
    }

    fn size(&self) -> u64 {
        self.size
    }
}

/// Numbers of a zip file, one after the other: 2, 4 or 8 bytes each.
fn numbers(numbers: &[(u64, usize)]) -> Vec<u8> {
    numbers.iter().flat_map(|(number, length)| number.to_le_bytes().into_iter().take(*length)).collect()
}

/// The records at the end of a zip file with 64-bit numbers, whose directory of `count` members starts at `start`.
fn zip64_end(count: u64, start: u64, length: u64) -> Vec<u8> {
    let mut end = b"PK\x06\x06".to_vec();
    end.extend(numbers(&[
        (44, 8),
        (45, 2),
        (45, 2),
        (0, 4),
        (0, 4),
        (count, 8),
        (count, 8),
        (length, 8),
        (start, 8),
    ]));
    end.extend(b"PK\x06\x07");
    end.extend(numbers(&[(0, 4), (start + length, 8), (1, 4)]));
    end.extend(b"PK\x05\x06");
    end.extend(numbers(&[
        (0xFFFF, 2),
        (0xFFFF, 2),
        (0xFFFF, 2),
        (0xFFFF, 2),
        (0xFFFF_FFFF, 4),
        (0xFFFF_FFFF, 4),
        (0, 2),
    ]));
    end
}

/// The record of a member without compression in the directory of a zip file with 64-bit numbers.
fn zip64_record(name: &str, crc: u32, size: u64, start: u64) -> Vec<u8> {
    let mut record = b"PK\x01\x02".to_vec();
    record.extend(numbers(&[(45, 2), (45, 2), (0, 2), (0, 2), (0, 2), (0x21, 2), (u64::from(crc), 4)]));
    record.extend(numbers(&[(0xFFFF_FFFF, 4), (0xFFFF_FFFF, 4), (name.len() as u64, 2), (28, 2)]));
    record.extend(numbers(&[(0, 2), (0, 2), (0, 2), (0, 4), (0xFFFF_FFFF, 4)]));
    record.extend(name.as_bytes());
    record.extend(numbers(&[(1, 2), (24, 2), (size, 8), (size, 8), (start, 8)]));
    record
}

fn local_header(name: &str, crc: u32, size: u64) -> Vec<u8> {
    let mut header = b"PK\x03\x04".to_vec();
    header.extend(numbers(&[(45, 2), (0, 2), (0, 2), (0, 2), (0x21, 2), (u64::from(crc), 4)]));
    header.extend(numbers(&[(0xFFFF_FFFF, 4), (0xFFFF_FFFF, 4), (name.len() as u64, 2), (20, 2)]));
    header.extend(name.as_bytes());
    header.extend(numbers(&[(1, 2), (16, 2), (size, 8), (size, 8)]));
    header
}

#[test]
fn members_beyond_four_gibibytes_are_passed_over() {
    const HUGE: u64 = 5 << 30;
    let mut crc = flate2::Crc::new();
    crc.update(MAIN);
    let (first, second) =
        (local_header("main.yaml", crc.sum(), MAIN.len() as u64), local_header("disk.img", 0, HUGE));
    let second_start = (first.len() + MAIN.len()) as u64;
    let directory_start = second_start + second.len() as u64 + HUGE;
    let mut directory = zip64_record("main.yaml", crc.sum(), MAIN.len() as u64, 0);
    directory.extend(zip64_record("disk.img", 0, HUGE, second_start));
    let length = directory.len() as u64;
    directory.extend(zip64_end(2, directory_start, length));
    let size = directory_start + directory.len() as u64;
    let parts = vec![(0, [first, MAIN.to_vec(), second].concat()), (directory_start, directory)];
    let mut header = tar_header("disk.img", 0, b'0', "");
    header[124..136].copy_from_slice(format!("{HUGE:011o}\0").as_bytes());
    let sum: u32 = header
        .iter()
        .enumerate()
        .map(|(index, byte)| if (148..156).contains(&index) { 32 } else { u32::from(*byte) })
        .sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let end = tar(&[("main.yaml", MAIN)]);
    let in_tar = vec![(0, header.to_vec()), (512 + HUGE, end.clone())];
    for archive in
        [open(Sparse { parts, size }), open(Sparse { parts: in_tar, size: 512 + HUGE + end.len() as u64 })]
    {
        assert_eq!(archive.faults, []);
        assert_eq!(archive.read("main.yaml", 1_000).expect("a member"), MAIN);
        assert!(matches!(archive.read("disk.img", 1_000), Err(ReadError::TooLarge(Some(HUGE)))));
        assert_eq!(archive.files().map(|(_, size)| size).sum::<u64>(), HUGE + MAIN.len() as u64);
    }
}

#[test]
fn a_million_members_are_too_many() {
    const COUNT: u64 = 1_000_000;
    let mut directory = Vec::with_capacity(90 << 20);
    let mut record = zip64_record("00000000", 0, 0, 0);
    for number in 0..COUNT {
        record[46..54].copy_from_slice(format!("{number:08x}").as_bytes());
        directory.extend_from_slice(&record);
    }
    let length = directory.len() as u64;
    directory.extend(zip64_end(COUNT, 4, length));
    // A zip file starts with the mark of a member.
    let mut bytes = b"PK\x03\x04".to_vec();
    bytes.append(&mut directory);
    let archive = open(bytes);
    assert_eq!(archive.faults, [ArchiveFault::TooManyMembers(Limits::default().members)]);
}

// ── unusual ──

#[test]
fn names_with_null_bytes_are_refused_in_zip_files_and_end_there_in_tar_files() {
    let (rules, _) = checked(zip(&[("main.yaml", MAIN), ("a\0b.sh", b"")]));
    assert_eq!(rules, ["unsafe-member"]);
    let archive = open(tar(&[("main.yaml", MAIN), ("a\0b.sh", b"")]));
    assert_eq!(archive.files().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["a", "main.yaml"]);
}

#[test]
fn links_in_circles_lead_nowhere() {
    let mut bytes = tar(&[("main.yaml", MAIN)]);
    bytes.truncate(bytes.len() - 1024);
    for (name, target) in [("a", "b"), ("b", "a"), ("c", "c"), ("d", "d/e")] {
        bytes.extend(tar_header(name, 0, b'2', target));
    }
    bytes.resize(bytes.len() + 1024, 0);
    let archive = open(bytes);
    for name in ["a", "b", "c", "c/x", "d", "d/e/f"] {
        assert!(archive.read(name, 10).is_err(), "{name}");
    }
    assert_eq!(archive.contents(), ["main.yaml"]);
}

#[test]
fn sparse_members_cannot_be_read() {
    let records = |lines: &[&str]| -> Vec<u8> {
        let line = |text: &&str| {
            let length = (text.len() + 2..text.len() + 9)
                .find(|length| length.to_string().len() + text.len() + 2 == *length);
            format!("{} {text}\n", length.expect("a length"))
        };
        lines.iter().map(line).collect::<String>().into_bytes()
    };
    let pax = records(&[
        "GNU.sparse.major=1",
        "GNU.sparse.minor=0",
        "GNU.sparse.name=disk.yaml",
        "GNU.sparse.realsize=99999999",
    ]);
    let mut bytes = tar_header("PaxHeaders/disk.yaml", pax.len() as u64, b'x', "").to_vec();
    bytes.extend(&pax);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes.extend(tar(&[("GNUSparseFile.0/disk.yaml", b"0\n"), ("main.yaml", MAIN)]));
    let old = [&tar_header("disk.yaml", 0, b'S', "")[..], &tar(&[("main.yaml", MAIN)])].concat();
    for bytes in [bytes, old] {
        let archive = open(bytes);
        let is_sparse = |fault: &ArchiveFault| matches!(fault, ArchiveFault::Unsupported(what, Some(name)) if what == "a sparse file" && name == "disk.yaml");
        assert!(archive.faults.iter().any(is_sparse), "{:?}", archive.faults);
        assert!(archive.read("disk.yaml", 1_000).is_err());
        assert_eq!(archive.read("main.yaml", 1_000).expect("a member"), MAIN);
    }
}
