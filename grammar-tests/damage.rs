//! Damages the texts of cases at random.

use crate::harness::Case;

/// A small random number generator (xorshift64*), so that failures can be repeated.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(usual: u64) -> Self {
        Self(setting("TOSCA_SEED").unwrap_or(usual).max(1))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(u64::MAX);
        usize::try_from((self.next() >> 11) % end).unwrap_or(0)
    }

    pub(crate) fn one_of<'s, T>(&mut self, list: &'s [T]) -> &'s T {
        &list[self.below(list.len())]
    }
}

/// Texts with a special meaning to YAML, TOSCA, terminals or Unicode, separated by `¦`.
const SPECIAL: &str = "\t¦\r¦\n¦\r\n¦\0¦\x1b¦\x7f¦'¦\"¦[¦]¦{¦}¦:¦: ¦- ¦? ¦, ¦#¦ # ¦&a ¦*a¦*a: ¦<<: *a\n¦<<: [¦!!str \
¦!¦!<x> ¦|\n¦>-\n¦|2-\n¦%¦%YAML 1.2\n¦@¦`¦\\¦\\x¦\\u12¦---\n¦...\n¦~¦null¦true¦0x¦$¦$$¦$get_input¦::¦../¦file:\
¦n:¦=¦ ¦  ¦\u{feff}¦é¦\u{301}¦😀¦\u{85}¦\u{2028}¦\u{202e}¦unit_suffix: m\n¦tosca_definitions_version: tosca_2_0\n\
¦tosca_definitions_version: tosca_simple_yaml_1_3\n¦derived_from: scalar-unit\n¦imports: [ main.yaml ]\n";

/// Bytes that UTF-8 does not allow.
const WRONG: &[&[u8]] = &[b"\xff", b"\xc3", b"\xed\xa0\x80"];

fn special(random: &mut Random) -> Vec<u8> {
    let all: Vec<&[u8]> = SPECIAL.split('¦').map(str::as_bytes).chain(WRONG.iter().copied()).collect();
    random.one_of(&all).to_vec()
}

pub(crate) fn lines(content: &[u8]) -> Vec<Vec<u8>> {
    content.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
}

fn mutate_bytes(content: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(content.len() + 1);
    let end = (at + 1 + random.below(8)).min(content.len());
    match random.below(6) {
        0 => drop(content.drain(at..end)),
        1 => {
            let copy = content[at..end].to_vec();
            content.splice(at..at, copy);
        }
        2 if end > at => content.swap(at, end - 1),
        3 if end > at => content[at] = random.next().to_le_bytes()[0],
        4 => content.truncate(at),
        _ => drop(content.splice(at..at, special(random))),
    }
}

/// Changes whole lines; `others` are lines of another file.
fn mutate_lines(content: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let mut lines = lines(content);
    if lines.is_empty() || others.is_empty() {
        return;
    }
    let (one, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(7) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(one, lines[other].clone()),
        2 => lines.swap(one, other),
        3 => drop(lines[one].splice(0..0, vec![b' '; 1 + random.below(3)])),
        4 => {
            let indent = lines[one].iter().take_while(|&&byte| byte == b' ').count();
            drop(lines[one].drain(..random.below(indent + 1)));
        }
        5 => lines.insert(one, random.one_of(others).clone()),
        _ => lines.insert(one, special(random)),
    }
    *content = lines.concat();
}

/// Damages a file of a case in one or a few places; returns its name.
pub(crate) fn damaged(seeds: &[Case], random: &mut Random) -> (Case, usize) {
    let mut case = random.one_of(seeds).clone();
    let file = random.below(case.files.len());
    let others = lines(&random.one_of(seeds).files[0].content);
    let content = &mut case.files[file].content;
    for _ in 0..=random.below(4) {
        if random.below(2) == 0 {
            mutate_bytes(content, random);
        } else {
            mutate_lines(content, &others, random);
        }
    }
    (case, file)
}

pub(crate) fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
