//! Boolean formulas, each stored once: conjunctions over variables, with negation on the edges.
//!
//! Every formula is simulated for some hundred random variants when it is created, so that most
//! satisfiability questions need no solver.

use rustc_hash::FxHashMap;

/// The number of 64-bit words of simulated variants.
pub(super) const WORDS: usize = 8;

/// The largest conjunction that is merged into another one that contains it.
const MAX_MERGED_PARTS: usize = 16;

/// A formula or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Formula(u32);

impl Formula {
    /// The formula that is always true.
    pub const TRUE: Self = Self(0);
    /// The formula that is never true.
    pub const FALSE: Self = Self(1);

    pub(super) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the formula of a gate.
    pub(super) fn of_gate(gate: usize) -> Self {
        Self(u32::try_from(gate << 1).unwrap_or(0))
    }
}

impl std::ops::Not for Formula {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The structure of a formula.
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
    /// Returns the number of formulas.
    pub(super) fn len(&self) -> usize {
        self.gates.len()
    }

    /// Adds a variable with its values in the simulated variants.
    pub(super) fn variable(&mut self, words: [u64; WORDS]) -> Formula {
        self.gates.push(Gate::Variable(self.variables));
        self.words.push(words);
        self.variables += 1;
        Formula::of_gate(self.gates.len() - 1)
    }

    /// Returns the number of variables.
    pub(super) fn variables(&self) -> u32 {
        self.variables
    }

    pub(super) fn gate(&self, index: usize) -> Gate {
        self.gates[index]
    }

    pub(super) fn parts(&self, (first, end): (u32, u32)) -> &[Formula] {
        &self.parts[first as usize..end as usize]
    }

    /// Returns the conjunction of `parts`.
    pub fn and(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut all: Vec<Formula> = Vec::new();
        for part in parts {
            match self.gates[part.gate()] {
                Gate::True if part == Formula::FALSE => return Formula::FALSE,
                Gate::True => {}
                Gate::And(first, end) if !part.is_negated() && (end - first) as usize <= MAX_MERGED_PARTS => {
                    all.extend_from_slice(&self.parts[first as usize..end as usize]);
                }
                _ => all.push(part),
            }
        }
        all.sort_unstable();
        all.dedup();
        // A formula and its negation are neighbors.
        if all.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Formula::FALSE;
        }
        match all[..] {
            [] => return Formula::TRUE,
            [only] => return only,
            _ => {}
        }
        // A negated conjunction is false if all its parts are here.
        if all.iter().any(|part| part.is_negated() && self.holds_all(&all, *part)) {
            return Formula::FALSE;
        }
        if let Some(&known) = self.table.get(&all[..]) {
            return Formula::of_gate(known as usize);
        }
        let mut words = [u64::MAX; WORDS];
        for part in &all {
            for (word, part_word) in words.iter_mut().zip(self.simulated(*part)) {
                *word &= part_word;
            }
        }
        let first = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        self.parts.extend_from_slice(&all);
        let end = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        let index = self.gates.len();
        self.gates.push(Gate::And(first, end));
        self.words.push(words);
        self.table.insert(all.into(), u32::try_from(index).unwrap_or(u32::MAX));
        Formula::of_gate(index)
    }

    fn holds_all(&self, all: &[Formula], part: Formula) -> bool {
        match self.gates[part.gate()] {
            Gate::And(first, end) if (end - first) as usize <= MAX_MERGED_PARTS => {
                self.parts[first as usize..end as usize].iter().all(|part| all.binary_search(part).is_ok())
            }
            _ => false,
        }
    }

    /// Returns the disjunction of `parts`.
    pub fn or(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        let negated: Vec<Formula> = parts.into_iter().map(|part| !part).collect();
        !self.and(negated)
    }

    /// Returns the formula that both arguments are true, or both false.
    pub fn equivalent(&mut self, first: Formula, second: Formula) -> Formula {
        let (both_true, both_false) = (self.and([first, second]), self.and([!first, !second]));
        self.or([both_true, both_false])
    }

    /// Returns the formula that at least `count` of `parts` are true, for small counts.
    pub fn at_least(&mut self, parts: &[Formula], count: usize) -> Formula {
        // `reached[n]`: at least n of the parts so far are true.
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

    /// Returns the values of a formula in the simulated variants.
    pub(super) fn simulated(&self, formula: Formula) -> [u64; WORDS] {
        let words = self.words[formula.gate()];
        if formula.is_negated() { words.map(|word| !word) } else { words }
    }

    /// Returns whether a formula is true for these values of variables.
    pub(super) fn is_true(&self, formula: Formula, variables: &[bool]) -> bool {
        let mut gates = self.cone(formula);
        // The parts of a formula come before it.
        gates.sort_unstable();
        let mut values: FxHashMap<usize, bool> = FxHashMap::default();
        for gate in gates {
            let value = match self.gates[gate] {
                Gate::True => true,
                Gate::Variable(number) => variables.get(number as usize).copied().unwrap_or(false),
                Gate::And(first, end) => {
                    self.parts((first, end)).iter().all(|part| values[&part.gate()] != part.is_negated())
                }
            };
            values.insert(gate, value);
        }
        values[&formula.gate()] != formula.is_negated()
    }

    /// Returns the gates that formulas consist of, including their own, or `None` if these are more than `max`.
    pub(super) fn cone_up_to(&self, formulas: &[Formula], max: usize) -> Option<Vec<usize>> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut cone: Vec<usize> = Vec::new();
        let mut next = 0;
        let roots = formulas.iter().map(|formula| formula.gate());
        cone.extend(roots.filter(|gate| seen.insert(*gate)));
        while let Some(&gate) = cone.get(next) {
            next += 1;
            if let Gate::And(first, end) = self.gates[gate] {
                let parts = self.parts((first, end));
                if parts.len() > max {
                    return None;
                }
                cone.extend(parts.iter().map(|part| part.gate()).filter(|gate| seen.insert(*gate)));
            }
            if cone.len() > max {
                return None;
            }
        }
        Some(cone)
    }

    /// Returns the gates that a formula consists of, including its own.
    pub(super) fn cone(&self, formula: Formula) -> Vec<usize> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending = vec![formula.gate()];
        seen.insert(formula.gate());
        let mut cone = Vec::new();
        while let Some(gate) = pending.pop() {
            cone.push(gate);
            if let Gate::And(first, end) = self.gates[gate] {
                for part in self.parts((first, end)) {
                    if seen.insert(part.gate()) {
                        pending.push(part.gate());
                    }
                }
            }
        }
        cone
    }
}
