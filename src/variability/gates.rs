//! Monotone circuits with cycles: their least and greatest solutions, in linear time.

/// A circuit of gates; each is true if all, or any, of its parts are true.
#[derive(Debug, Default)]
pub(super) struct Gates {
    gates: Vec<Gate>,
}

#[derive(Debug)]
struct Gate {
    /// Whether all parts must be true.
    all: bool,
    /// The number of parts that are gates.
    parts: u32,
    /// The number of parts that are constants: true, false.
    constants: [u32; 2],
    users: Vec<usize>,
}

impl Gates {
    /// Creates a circuit of `count` gates that need all their parts.
    pub(super) fn new(count: usize) -> Self {
        let mut gates = Self::default();
        for _ in 0..count {
            gates.add(true);
        }
        gates
    }

    /// Adds a gate and returns its index.
    pub(super) fn add(&mut self, all: bool) -> usize {
        self.gates.push(Gate { all, parts: 0, constants: [0, 0], users: Vec::new() });
        self.gates.len() - 1
    }

    /// Makes the gate `from` a part of the gate `user`.
    pub(super) fn connect(&mut self, from: usize, user: usize) {
        self.gates[from].users.push(user);
        self.gates[user].parts += 1;
    }

    /// Makes a constant a part of the gate `user`.
    pub(super) fn constant(&mut self, value: bool, user: usize) {
        self.gates[user].constants[usize::from(!value)] += 1;
    }

    /// Returns the solution in which as few gates as possible are true.
    pub(super) fn least(&self) -> Vec<bool> {
        self.spread(true)
    }

    /// Returns the solution in which as many gates as possible are true.
    pub(super) fn greatest(&self) -> Vec<bool> {
        self.spread(false).into_iter().map(|reached| !reached).collect()
    }

    /// Returns which gates must have the value `value`.
    fn spread(&self, value: bool) -> Vec<bool> {
        let mut reached = vec![false; self.gates.len()];
        // The number of parts that must get the value before the gate has it. For `false`, the roles of all
        // and any are exchanged.
        let mut missing: Vec<u32> = self
            .gates
            .iter()
            .map(|gate| {
                let [with, against] =
                    if value { gate.constants } else { [gate.constants[1], gate.constants[0]] };
                if gate.all == value { gate.parts + against } else { u32::from(with == 0) }
            })
            .collect();
        let mut queue: Vec<usize> = (0..self.gates.len()).filter(|&gate| missing[gate] == 0).collect();
        for &gate in &queue {
            reached[gate] = true;
        }
        while let Some(gate) = queue.pop() {
            for &user in &self.gates[gate].users {
                missing[user] = missing[user].saturating_sub(1);
                if missing[user] == 0 && !reached[user] {
                    reached[user] = true;
                    queue.push(user);
                }
            }
        }
        reached
    }
}
