//! Boolean formulas, each kept once: conjunctions over variables, with negation on the edges.
//!
//! Every formula is simulated for some hundred random variants as it is made, so that most questions whether
//! it can be true need no solver.

use rustc_hash::FxHashMap;

/// So many times 64 variants are simulated.
pub(super) const WORDS: usize = 8;

/// Larger conjunctions are not taken apart when they are part of another one.
const FLAT: usize = 16;

/// A formula or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Formula(u32);

impl Formula {
    /// What is always true.
    pub const TRUE: Self = Self(0);
    /// What is never true.
    pub const FALSE: Self = Self(1);

    pub(super) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn of_gate(gate: usize) -> Self {
        Self(u32::try_from(gate << 1).unwrap_or(0))
    }
}

impl std::ops::Not for Formula {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What a formula is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gate {
    True,
    Variable(u32),
    And(u32, u32),
}

/// All formulas.
#[derive(Debug)]
pub struct Formulas {
    gates: Vec<Gate>,
    parts: Vec<Formula>,
    table: FxHashMap<Box<[Formula]>, u32>,
    words: Vec<[u64; WORDS]>,
    variables: u32,
}

impl Default for Formulas {
    fn default() -> Self {
        Self {
            gates: vec![Gate::True],
            parts: Vec::new(),
            table: FxHashMap::default(),
            words: vec![[u64::MAX; WORDS]],
            variables: 0,
        }
    }
}

impl Formulas {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.gates.len()
    }

    /// A new variable with its values in the simulated variants.
    pub(super) fn variable(&mut self, words: [u64; WORDS]) -> Formula {
        self.gates.push(Gate::Variable(self.variables));
        self.words.push(words);
        self.variables += 1;
        Formula::of_gate(self.gates.len() - 1)
    }

    /// How many variables there are.
    pub(super) fn variables(&self) -> u32 {
        self.variables
    }

    pub(super) fn gate(&self, at: usize) -> Gate {
        self.gates[at]
    }

    pub(super) fn parts(&self, (first, end): (u32, u32)) -> &[Formula] {
        &self.parts[first as usize..end as usize]
    }

    /// All of `parts`.
    pub fn and(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut all: Vec<Formula> = Vec::new();
        for part in parts {
            match self.gates[part.gate()] {
                Gate::True if part == Formula::FALSE => return Formula::FALSE,
                Gate::True => {}
                Gate::And(first, end) if !part.is_negated() && (end - first) as usize <= FLAT => {
                    all.extend_from_slice(&self.parts[first as usize..end as usize]);
                }
                _ => all.push(part),
            }
        }
        all.sort_unstable();
        all.dedup();
        // A formula and its negation stand side by side.
        if all.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Formula::FALSE;
        }
        match all[..] {
            [] => return Formula::TRUE,
            [only] => return only,
            _ => {}
        }
        // A negated conjunction of parts that are all here is false.
        if all.iter().any(|part| part.is_negated() && self.holds_all(&all, *part)) {
            return Formula::FALSE;
        }
        if let Some(&known) = self.table.get(&all[..]) {
            return Formula::of_gate(known as usize);
        }
        let mut words = [u64::MAX; WORDS];
        for part in &all {
            for (word, own) in words.iter_mut().zip(self.simulated(*part)) {
                *word &= own;
            }
        }
        let first = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        self.parts.extend_from_slice(&all);
        let end = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        let at = self.gates.len();
        self.gates.push(Gate::And(first, end));
        self.words.push(words);
        self.table.insert(all.into(), u32::try_from(at).unwrap_or(u32::MAX));
        Formula::of_gate(at)
    }

    fn holds_all(&self, all: &[Formula], part: Formula) -> bool {
        match self.gates[part.gate()] {
            Gate::And(first, end) if (end - first) as usize <= FLAT => {
                self.parts[first as usize..end as usize].iter().all(|part| all.binary_search(part).is_ok())
            }
            _ => false,
        }
    }

    /// At least one of `parts`.
    pub fn or(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        let negated: Vec<Formula> = parts.into_iter().map(|part| !part).collect();
        !self.and(negated)
    }

    /// Both or none.
    pub fn same(&mut self, one: Formula, other: Formula) -> Formula {
        let (both, none) = (self.and([one, other]), self.and([!one, !other]));
        self.or([both, none])
    }

    /// At least `count` of `parts`, for small counts.
    pub fn at_least(&mut self, parts: &[Formula], count: usize) -> Formula {
        // reached[n]: n of the parts so far.
        let mut reached = vec![Formula::FALSE; count + 1];
        reached[0] = Formula::TRUE;
        for &part in parts {
            for n in (1..=count).rev() {
                let more = self.and([reached[n - 1], part]);
                reached[n] = self.or([reached[n], more]);
            }
        }
        reached[count]
    }

    /// Its values in the simulated variants.
    pub(super) fn simulated(&self, formula: Formula) -> [u64; WORDS] {
        let words = self.words[formula.gate()];
        if formula.is_negated() { words.map(|word| !word) } else { words }
    }

    /// The gates that a formula is made of, itself included.
    pub(super) fn cone(&self, formula: Formula) -> Vec<usize> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut waiting = vec![formula.gate()];
        seen.insert(formula.gate());
        let mut cone = Vec::new();
        while let Some(at) = waiting.pop() {
            cone.push(at);
            if let Gate::And(first, end) = self.gates[at] {
                for part in self.parts((first, end)) {
                    if seen.insert(part.gate()) {
                        waiting.push(part.gate());
                    }
                }
            }
        }
        cone
    }
}
