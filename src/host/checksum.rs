//! Checksums of files, for comparison with those that authors wrote.

use std::io::{self, Write};

use camino::Utf8Path;
use data_encoding::HEXLOWER;
use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

use super::{Host, ReadError};

/// An algorithm that computes checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChecksumAlgorithm {
    /// MD5
    Md5,
    /// SHA-1
    Sha1,
    /// SHA-2 with 224 bits
    Sha224,
    /// SHA-2 with 256 bits
    Sha256,
    /// SHA-2 with 384 bits
    Sha384,
    /// SHA-2 with 512 bits
    Sha512,
}

/// A checksum of the bytes that were written.
struct Sum<D>(D);

impl<D: Digest> Write for Sum<D> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ChecksumAlgorithm {
    /// Returns the algorithm that `name` means: `SHA-256`, `sha256` and `SHA_256` are in use.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_uppercase().replace(['-', '_', ' '], "").as_str() {
            "MD5" => Self::Md5,
            "SHA1" => Self::Sha1,
            "SHA224" => Self::Sha224,
            "SHA256" => Self::Sha256,
            "SHA384" => Self::Sha384,
            "SHA512" => Self::Sha512,
            _ => return None,
        })
    }

    /// The number of hexadecimal digits of its checksums.
    #[must_use]
    pub fn digits(self) -> usize {
        match self {
            Self::Md5 => 32,
            Self::Sha1 => 40,
            Self::Sha224 => 56,
            Self::Sha256 => 64,
            Self::Sha384 => 96,
            Self::Sha512 => 128,
        }
    }

    /// Returns the checksum of a file if `written`, in hexadecimal digits, is another one. Nothing is known about other
    /// notations, and about a file that cannot be read, which is reported where it is used.
    #[must_use]
    pub fn other_than(self, written: &str, host: &dyn Host, path: &Utf8Path) -> Option<String> {
        if written.len() != self.digits() || !written.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let actual = self.of_file(host, path).ok()?;
        (!actual.eq_ignore_ascii_case(written)).then_some(actual)
    }

    /// Returns the checksum of a file in lowercase hexadecimal digits.
    pub fn of_file(self, host: &dyn Host, path: &Utf8Path) -> Result<String, ReadError> {
        fn sum<D: Digest>(host: &dyn Host, path: &Utf8Path) -> Result<String, ReadError> {
            let mut sum = Sum(D::new());
            host.copy(path, &mut sum)?;
            Ok(HEXLOWER.encode(&sum.0.finalize()))
        }
        match self {
            Self::Md5 => sum::<Md5>(host, path),
            Self::Sha1 => sum::<Sha1>(host, path),
            Self::Sha224 => sum::<Sha224>(host, path),
            Self::Sha256 => sum::<Sha256>(host, path),
            Self::Sha384 => sum::<Sha384>(host, path),
            Self::Sha512 => sum::<Sha512>(host, path),
        }
    }
}
