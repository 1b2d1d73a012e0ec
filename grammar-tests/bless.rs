//! Rewrites the parts of messages that cases quote after messages have changed (`TOSCA_BLESS=1`).
//!
//! A case is rewritten if nothing else differs: each finding has its expectation with the same place, rule and
//! level. Then each quoted part that is no longer in the message becomes the whole message.

use std::collections::BTreeMap;

use crate::harness::markdown::Quoted;

/// The messages that cases quote in one Markdown file, by line and column.
#[derive(Default)]
pub(crate) struct Messages(BTreeMap<(usize, usize), (Quoted, Vec<String>)>);

impl Messages {
    /// Adds the messages of a case. Several cases have those above the first section, several expressions those
    /// of their line.
    pub(crate) fn add(&mut self, quoted: Vec<(Quoted, String)>) {
        for (quoted, message) in quoted {
            let key = (quoted.line, quoted.columns.start);
            self.0.entry(key).or_insert_with(|| (quoted, Vec::new())).1.push(message);
        }
    }

    /// The text of the file with all quoted parts as they must be, and how many of them changed.
    pub(crate) fn rewritten(&self, text: &str) -> (String, usize) {
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let mut changed = 0;
        // From the end of each line, so that columns stay right.
        for (quoted, messages) in self.0.values().rev() {
            if messages.iter().all(|message| message.contains(&quoted.text)) {
                continue;
            }
            if let Some(part) = common_part(messages, quoted.ends) {
                lines[quoted.line - 1].replace_range(quoted.columns.clone(), &part);
                changed += 1;
            }
        }
        (lines.join("\n"), changed)
    }
}

/// The longest part of the first message that all of them have, and that the format can quote.
fn common_part(messages: &[String], ends: &[&str]) -> Option<String> {
    let first = messages.first()?;
    let mut parts = vec![first.as_str()];
    for end in ends.iter().chain(&["\n"]) {
        parts = parts.into_iter().flat_map(|part| part.split(end)).collect();
    }
    let words = parts.into_iter().flat_map(|part| {
        let starts = std::iter::once(0).chain(part.match_indices(' ').map(|(at, _)| at + 1));
        let ends = part.match_indices(' ').map(|(at, _)| at).chain([part.len()]);
        let ends: Vec<usize> = ends.collect();
        starts.flat_map(move |start| {
            let ends: Vec<usize> = ends.iter().copied().filter(|end| *end > start).collect();
            ends.into_iter().map(move |end| &part[start..end])
        })
    });
    let common = words.filter(|part| messages.iter().all(|message| message.contains(part)));
    // The first of the longest.
    let longest = common.reduce(|longest, part| if part.len() > longest.len() { part } else { longest });
    longest.map(str::to_owned)
}
