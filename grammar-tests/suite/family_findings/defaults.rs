//! Default expressions of inputs, as generated data, and their values.

use std::fmt::Write as _;

use crate::variability::Random;

use super::{Condition, FLAGS, Inputs, MODES};

/// Default expressions: each Boolean may read those before it, and the enumeration.
#[derive(Default)]
pub(super) struct Defaults {
    /// The expressions of Booleans, and whether they are named expressions.
    flags: [Option<(Condition, bool)>; FLAGS],
    mode: Option<usize>,
}

/// Returns a condition over the enumeration and the first `flags` Booleans.
fn over_inputs(seed: &mut Random, flags: usize, depth: usize) -> Condition {
    match seed.below(if depth == 0 { 3 } else { 7 }) {
        0 | 1 if flags > 0 => Condition::Flag(seed.below(flags)),
        3 => Condition::Not(Box::new(over_inputs(seed, flags, depth - 1))),
        4..=6 => {
            let parts = (0..2).map(|_| over_inputs(seed, flags, depth - 1)).collect();
            [Condition::All, Condition::Any, Condition::One, Condition::AtMostOne][seed.below(4)](parts)
        }
        _ => Condition::Mode(seed.below(MODES.len())),
    }
}

/// Whether a condition over inputs is true.
fn is_true(condition: &Condition, inputs: &Inputs) -> bool {
    let count = |parts: &[Condition]| parts.iter().filter(|part| is_true(part, inputs)).count();
    match condition {
        Condition::Flag(flag) => inputs.flags[*flag],
        Condition::Mode(mode) => inputs.mode == *mode,
        Condition::Not(part) => !is_true(part, inputs),
        Condition::All(parts) => count(parts) == parts.len(),
        Condition::Any(parts) => count(parts) > 0,
        Condition::One(parts) => count(parts) == 1,
        Condition::AtMostOne(parts) => count(parts) < 2,
        _ => unreachable!("a condition over inputs"),
    }
}

impl Defaults {
    pub(super) fn random(seed: &mut Random) -> Self {
        let flags = std::array::from_fn(|flag| {
            (seed.below(2) == 0).then(|| (over_inputs(seed, flag, 2), seed.below(2) == 0))
        });
        Self { flags, mode: (seed.below(3) == 0).then(|| seed.below(MODES.len())) }
    }

    /// Returns the keyname of a Boolean.
    pub(super) fn of_flag(&self, flag: usize) -> String {
        match &self.flags[flag] {
            Some((_, true)) => format!(", default_expression: {{ get_variability_condition: d{flag} }}"),
            Some((condition, false)) => format!(", default_expression: {}", condition.text()),
            None => String::new(),
        }
    }

    /// Returns the keyname of the enumeration.
    pub(super) fn of_mode(&self) -> String {
        self.mode.map_or(String::new(), |mode| {
            format!("default_expression: {{ token: [ {}, \" \", {mode} ] }}, ", MODES.join(" "))
        })
    }

    /// Returns the section of named expressions, without its key.
    pub(super) fn expressions(&self) -> String {
        let named = self.flags.iter().enumerate().filter_map(|(flag, default)| match default {
            Some((condition, true)) => Some(format!("      d{flag}: {}\n", condition.text())),
            _ => None,
        });
        named.collect()
    }

    /// Returns values of some inputs as the text of a file, and those that all inputs have then.
    pub(super) fn given(&self, seed: &mut Random) -> (String, Inputs) {
        let mut inputs = Inputs { flags: [false; FLAGS], mode: 0 };
        let mut text = String::new();
        match self.mode.filter(|_| seed.below(2) == 0) {
            Some(mode) => inputs.mode = mode,
            None => {
                inputs.mode = seed.below(MODES.len());
                let _ = writeln!(text, "mode: {}", MODES[inputs.mode]);
            }
        }
        for flag in 0..FLAGS {
            match self.flags[flag].as_ref().filter(|_| seed.below(3) > 0) {
                Some((condition, _)) => inputs.flags[flag] = is_true(condition, &inputs),
                None => {
                    inputs.flags[flag] = seed.below(2) == 0;
                    let _ = writeln!(text, "f{flag}: {}", inputs.flags[flag]);
                }
            }
        }
        (text, inputs)
    }
}
