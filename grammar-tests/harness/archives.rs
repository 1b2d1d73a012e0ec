//! Packs the files of a case whose names have a `!` after the name of an archive, as in `package.csar!/main.yaml`.

use std::collections::BTreeMap;
use std::io::Write as _;

use super::markdown::Case;

/// Returns the archives of a case, with their names.
pub(crate) fn packed(case: &Case) -> BTreeMap<&str, Vec<u8>> {
    let mut archives: BTreeMap<&str, Vec<(&str, &[u8])>> = BTreeMap::new();
    for file in &case.files {
        if let Some((archive, member)) = file.name.split_once("!/") {
            archives.entry(archive).or_default().push((member, &file.content));
        }
    }
    archives.into_iter().map(|(name, members)| (name, pack(name, &members))).collect()
}

/// Packs members as the name of the archive says.
fn pack(name: &str, members: &[(&str, &[u8])]) -> Vec<u8> {
    match name.rsplit('.').next() {
        Some("tar") => tar(members),
        Some("tgz" | "gz") => gzip(&tar(members)),
        _ => zip(members),
    }
}

/// Compresses bytes with gzip.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns a tar file; names are written as they are.
pub(crate) fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, content) in members {
        bytes.extend(tar_header(name, content.len() as u64, b'0', ""));
        bytes.extend_from_slice(content);
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    bytes.resize(bytes.len() + 1024, 0);
    bytes
}

/// Returns the `ustar` header of a member.
pub(crate) fn tar_header(name: &str, size: u64, kind: u8, link: &str) -> [u8; 512] {
    let mut block = [0; 512];
    let mut put = |start: usize, text: &[u8]| block[start..start + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(108, b"0000000\x000000000\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(136, b"00000000000\0        ");
    put(156, &[kind]);
    put(157, link.as_bytes());
    put(257, b"ustar\x0000");
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

/// Returns a zip file without compression; names are written as they are.
pub(crate) fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let members: Vec<ZipMember> =
        members.iter().map(|(name, content)| ZipMember::new(name, content)).collect();
    zip_of(&members)
}

/// A member of a zip file, with everything that headers say about it.
#[derive(Clone)]
pub(crate) struct ZipMember {
    pub(crate) name: Vec<u8>,
    /// The bytes in the file.
    pub(crate) data: Vec<u8>,
    pub(crate) size: u64,
    pub(crate) crc: u32,
    pub(crate) flags: u16,
    pub(crate) method: u16,
    /// The mode of Unix, or 0.
    pub(crate) mode: u32,
}

impl ZipMember {
    pub(crate) fn new(name: &str, content: &[u8]) -> Self {
        let mut crc = flate2::Crc::new();
        crc.update(content);
        Self {
            name: name.as_bytes().to_vec(),
            data: content.to_vec(),
            size: content.len() as u64,
            crc: crc.sum(),
            flags: if name.is_ascii() { 0 } else { 1 << 11 },
            method: 0,
            mode: 0,
        }
    }

    /// The part of a header that is the same before the member and in the directory.
    fn header(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [20, self.flags, self.method, 0, 0x21] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.crc.to_le_bytes());
        bytes.extend(u32::try_from(self.data.len()).expect("small").to_le_bytes());
        bytes.extend(u32::try_from(self.size).expect("below 4 GiB").to_le_bytes());
        bytes.extend(u16::try_from(self.name.len()).expect("short").to_le_bytes());
        bytes.extend([0, 0]);
        bytes
    }
}

/// Returns a zip file of members.
pub(crate) fn zip_of(members: &[ZipMember]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for member in members {
        let start = u32::try_from(bytes.len()).expect("small");
        bytes.extend(*b"PK\x03\x04");
        bytes.extend(member.header());
        bytes.extend(&member.name);
        bytes.extend(&member.data);
        directory.extend(*b"PK\x01\x02\x14\x03");
        directory.extend(member.header());
        directory.extend([0; 6]);
        directory.extend((member.mode << 16).to_le_bytes());
        directory.extend(start.to_le_bytes());
        directory.extend(&member.name);
    }
    let (start, length) = (bytes.len(), directory.len());
    bytes.extend(directory);
    bytes.extend(*b"PK\x05\x06\0\0\0\0");
    let count = u16::try_from(members.len()).expect("few").to_le_bytes();
    bytes.extend([count, count].concat());
    for number in [length, start] {
        bytes.extend(u32::try_from(number).expect("small").to_le_bytes());
    }
    bytes.extend([0, 0]);
    bytes
}
