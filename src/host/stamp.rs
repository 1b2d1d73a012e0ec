//! Marks of contents, so that what has not changed is not read again.

/// A mark of the content of a file or directory: as long as it is equal, so is the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp([u64; 5]);

impl Stamp {
    /// Returns the mark of a host that counts the changes of a file.
    #[must_use]
    pub fn of_revision(revision: u64) -> Self {
        Self([revision, 0, 0, 0, 0])
    }

    /// Returns the mark of a file or directory on disk, or `None` if it changed so recently that another
    /// change might leave its times as they are.
    #[cfg(feature = "disk")]
    pub(super) fn of_metadata(metadata: &std::fs::Metadata) -> Option<Self> {
        use std::time::{Duration, SystemTime, UNIX_EPOCH};

        /// The coarsest times that file systems keep.
        const GRANULARITY: Duration = Duration::from_secs(2);
        let modified = metadata.modified().ok()?;
        let (changed, inode) = changed(metadata).unwrap_or((modified, 0));
        let latest = modified.max(changed);
        // Nothing is known about changes before a time in the future.
        if SystemTime::now().duration_since(latest).ok()? <= GRANULARITY {
            return None;
        }
        let nanoseconds = |time: SystemTime| match time.duration_since(UNIX_EPOCH) {
            Ok(after) => Some(after.as_secs() << 30 | u64::from(after.subsec_nanos())),
            Err(_) => None,
        };
        Some(Self([nanoseconds(modified)?, nanoseconds(changed)?, metadata.len(), inode, 1]))
    }
}

/// Returns the time at which content, name or permissions changed, which programs cannot set, and the number
/// of the file in its file system.
#[cfg(all(feature = "disk", unix))]
fn changed(metadata: &std::fs::Metadata) -> Option<(std::time::SystemTime, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    use std::time::{Duration, UNIX_EPOCH};

    let seconds = u64::try_from(metadata.ctime()).ok()?;
    let nanoseconds = u32::try_from(metadata.ctime_nsec()).ok()?;
    Some((UNIX_EPOCH.checked_add(Duration::new(seconds, nanoseconds))?, metadata.ino()))
}

#[cfg(all(feature = "disk", not(unix)))]
fn changed(_: &std::fs::Metadata) -> Option<(std::time::SystemTime, u64)> {
    None
}
