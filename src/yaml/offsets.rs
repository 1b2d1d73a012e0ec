//! Converts character indexes to byte offsets: saphyr counts characters, this crate counts bytes.

const STEP: usize = 64;

/// A table for one text, which its methods take; nothing is stored for ASCII.
pub(super) struct Offsets {
    /// The byte of every 64th character; empty for ASCII.
    checkpoints: Vec<u32>,
}

impl Offsets {
    pub(super) fn new(text: &str) -> Self {
        let mut checkpoints = Vec::new();
        if !text.is_ascii() {
            checkpoints.extend(
                text.char_indices().step_by(STEP).map(|(byte, _)| u32::try_from(byte).unwrap_or(u32::MAX)),
            );
        }
        Self { checkpoints }
    }

    /// The byte at which character `index` starts, or the length of the text if there is no such character.
    pub(super) fn byte(&self, text: &str, index: usize) -> u32 {
        let byte = if self.checkpoints.is_empty() {
            index.min(text.len())
        } else {
            match self.checkpoints.get(index / STEP) {
                None => text.len(),
                Some(&start) => {
                    let after_checkpoint = &text[start as usize..];
                    after_checkpoint
                        .char_indices()
                        .nth(index % STEP)
                        .map_or(text.len(), |(offset, _)| start as usize + offset)
                }
            }
        };
        u32::try_from(byte).unwrap_or(u32::MAX)
    }

    /// The number of characters before byte `byte`.
    pub(super) fn index_of(&self, text: &str, byte: u32) -> usize {
        let byte = byte as usize;
        if self.checkpoints.is_empty() {
            return byte;
        }
        let checkpoint = self.checkpoints.partition_point(|&start| start as usize <= byte) - 1;
        let start = self.checkpoints[checkpoint] as usize;
        checkpoint * STEP + text[start..byte].chars().count()
    }
}
