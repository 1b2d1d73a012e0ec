//! Groups: how many of some features are selected with their parent.

use super::formula::FeatureFormula;

/// The maximum number of constraints for one group.
const MAX_CONSTRAINTS: usize = 1_000;

/// How many features of a group are selected if their parent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureGroup {
    /// All of them.
    Mandatory,
    /// Any number.
    Optional,
    /// At least one.
    Or,
    /// Exactly one.
    Alternative,
    /// From the first to the second number, or without a limit.
    Cardinality(usize, Option<usize>),
}

impl FeatureGroup {
    /// Returns the constraints of a group with these members, or `None` if these would be too many. That members need
    /// their parent is not among them.
    pub(super) fn constraints(self, parent: usize, members: &[usize]) -> Option<Vec<FeatureFormula>> {
        let all = || members.iter().map(|&member| FeatureFormula::Feature(member)).collect::<Vec<_>>();
        let of_parent = |formula| vec![FeatureFormula::implies(FeatureFormula::Feature(parent), formula)];
        Some(match self.named(members.len()) {
            Self::Optional => Vec::new(),
            Self::Mandatory => all().into_iter().flat_map(of_parent).collect(),
            Self::Cardinality(least, _) if least > members.len() => {
                vec![FeatureFormula::Feature(parent).not()]
            }
            Self::Or | Self::Alternative if members.is_empty() => vec![FeatureFormula::Feature(parent).not()],
            Self::Or | Self::Alternative if members.len() == 1 => {
                of_parent(FeatureFormula::Feature(members[0]))
            }
            Self::Or => of_parent(FeatureFormula::Any(all())),
            Self::Alternative => of_parent(FeatureFormula::ExactlyOne(all())),
            Self::Cardinality(0, Some(1)) => vec![FeatureFormula::AtMostOne(all())],
            Self::Cardinality(least, most) => {
                let mut constraints = Vec::new();
                if least > 0 {
                    // Of as many, one is selected.
                    for some in combinations(&all(), (members.len() + 1).checked_sub(least)?)? {
                        constraints.push(FeatureFormula::implies(FeatureFormula::Feature(parent), any(some)));
                    }
                }
                if let Some(most) = most.filter(|&most| most < members.len()) {
                    for some in combinations(&all(), most + 1)? {
                        constraints.push(all_of(some).not());
                    }
                }
                constraints
            }
        })
    }

    /// Returns the group with a name that means the same, if there is one.
    fn named(self, members: usize) -> Self {
        let Self::Cardinality(least, most) = self else { return self };
        let has_no_limit = most.is_none_or(|most| most >= members);
        match (least, most) {
            (0, _) if has_no_limit => Self::Optional,
            (1, Some(1)) => Self::Alternative,
            (1, _) if has_no_limit => Self::Or,
            _ if least == members && has_no_limit => Self::Mandatory,
            _ => self,
        }
    }
}

fn any(mut parts: Vec<FeatureFormula>) -> FeatureFormula {
    if parts.len() == 1 { parts.swap_remove(0) } else { FeatureFormula::Any(parts) }
}

fn all_of(mut parts: Vec<FeatureFormula>) -> FeatureFormula {
    if parts.len() == 1 { parts.swap_remove(0) } else { FeatureFormula::All(parts) }
}

/// Returns all choices of `count` of the formulas, or `None` if these are too many.
fn combinations(all: &[FeatureFormula], count: usize) -> Option<Vec<Vec<FeatureFormula>>> {
    let mut chosen: Vec<usize> = (0..count).collect();
    let mut choices = Vec::new();
    if count == 0 || count > all.len() {
        return Some(choices);
    }
    loop {
        if choices.len() == MAX_CONSTRAINTS {
            return None;
        }
        choices.push(chosen.iter().map(|&index| all[index].clone()).collect());
        // The last index that can still grow; those after it follow it.
        let growing = (0..count).rev().find(|&place| chosen[place] < all.len() - count + place);
        let Some(place) = growing else { return Some(choices) };
        chosen[place] += 1;
        for next in place + 1..count {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}
