//! Members are found in hierarchies of any depth: generated ones, compared with the tables of all members.

use std::fmt::Write as _;

use tosca::check;
use tosca::host::Memory;
use tosca::model::types::{Fields, TypeRef};

use crate::variability::Random;

/// Types with a random parent; most continue the chain. Each defines or refines up to two properties.
fn generated(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let mut text = "tosca_definitions_version: tosca_2_0\nnode_types:\n  T0: {}\n".to_owned();
    for number in 1..300 {
        let parent = match random.below(12) {
            0 => random.below(number),
            1 if number > 20 => number - 1 - random.below(20),
            _ => number - 1,
        };
        let _ = writeln!(text, "  T{number}:\n    derived_from: T{parent}");
        if random.below(3) == 0 {
            let _ = writeln!(text, "    properties:\n      p{}: {{ type: string }}", random.below(40));
        }
        if random.below(6) == 0 {
            let _ = writeln!(text, "    attributes:\n      a{}: {{ type: string }}", random.below(40));
        }
    }
    text
}

#[test]
fn members_are_found_in_deep_hierarchies() {
    for seed in 0..20 {
        let mut host = Memory::new();
        host.add("types.yaml", generated(seed));
        let analysis = check(&host, ["types.yaml"]);
        let types = &analysis.model().types;
        for ty in types.iter() {
            for (section, letter) in [(Fields::Properties, 'p'), (Fields::Attributes, 'a')] {
                let all = types.members(ty, section);
                for number in 0..40 {
                    let name = format!("{letter}{number}");
                    let (found, expected) = (types.member(ty, section, &name), all.get(&name));
                    assert_eq!(
                        found,
                        expected,
                        "seed {seed}: {name} of {}",
                        types.name(TypeRef::Defined(ty.id))
                    );
                }
            }
        }
    }
}
