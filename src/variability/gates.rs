//! Monotone circuits with circles: their least and greatest solutions, in linear time.

/// A circuit of gates; each is true if all, or any, of its parts are.
#[derive(Debug, Default)]
pub(super) struct Gates {
    gates: Vec<Gate>,
}

#[derive(Debug)]
struct Gate {
    /// Whether all parts are needed.
    all: bool,
    /// Parts that are gates.
    parts: u32,
    /// Parts that are true, and false, from the start.
    constants: [u32; 2],
    users: Vec<usize>,
}

impl Gates {
    /// A circuit of `count` gates that need all their parts.
    pub(super) fn new(count: usize) -> Self {
        let mut gates = Self::default();
        for _ in 0..count {
            gates.add(true);
        }
        gates
    }

    /// Another gate.
    pub(super) fn add(&mut self, all: bool) -> usize {
        self.gates.push(Gate { all, parts: 0, constants: [0, 0], users: Vec::new() });
        self.gates.len() - 1
    }

    /// Makes the gate `from` a part of `user`.
    pub(super) fn connect(&mut self, from: usize, user: usize) {
        self.gates[from].users.push(user);
        self.gates[user].parts += 1;
    }

    /// Makes a constant a part of `user`.
    pub(super) fn constant(&mut self, value: bool, user: usize) {
        self.gates[user].constants[usize::from(!value)] += 1;
    }

    /// The solution in which as few gates as possible are true.
    pub(super) fn least(&self) -> Vec<bool> {
        self.spread(true)
    }

    /// The solution in which as many as possible are.
    pub(super) fn greatest(&self) -> Vec<bool> {
        self.spread(false).into_iter().map(|reached| !reached).collect()
    }

    /// The gates that must have the value `value`.
    fn spread(&self, value: bool) -> Vec<bool> {
        let mut reached = vec![false; self.gates.len()];
        // How many parts are still to get the value before the gate has it; seen as false, all and any
        // change places.
        let mut waiting: Vec<u32> = self
            .gates
            .iter()
            .map(|gate| {
                let [with, against] =
                    if value { gate.constants } else { [gate.constants[1], gate.constants[0]] };
                if gate.all == value { gate.parts + against } else { u32::from(with == 0) }
            })
            .collect();
        let mut work: Vec<usize> = (0..self.gates.len()).filter(|&at| waiting[at] == 0).collect();
        for &at in &work {
            reached[at] = true;
        }
        while let Some(at) = work.pop() {
            for &user in &self.gates[at].users {
                waiting[user] = waiting[user].saturating_sub(1);
                if waiting[user] == 0 && !reached[user] {
                    reached[user] = true;
                    work.push(user);
                }
            }
        }
        reached
    }
}
