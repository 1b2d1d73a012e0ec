//! The table of built-in functions: one row each, in the order of the standard, used and computed by cases.

use std::collections::BTreeSet;

use regex::Regex;
use tosca::functions::{Computation, FUNCTIONS, Function};

use crate::harness::read_cases;

/// The functions that a text calls.
fn called(text: &str) -> BTreeSet<&'static str> {
    let call = Regex::new(r"(?:^|[^$\w])\$(\w+)").expect("a regular expression");
    let names =
        call.captures_iter(text).map(|found| found.get(1).map_or("", |name| name.as_str()).to_owned());
    names.filter_map(|name| Some(Function::named(&name)?.name)).collect()
}

#[test]
fn every_function_has_one_row() {
    let mut names = BTreeSet::new();
    for function in FUNCTIONS {
        assert!(names.insert(function.name), "`{}` has two rows", function.name);
        let found = Function::named(function.name).expect("a row");
        assert!(std::ptr::eq(found, function), "`{}` is found as `{}`", function.name, found.name);
        assert!(function.doc.trim().ends_with('.'), "`{}` is not described in a sentence", function.name);
    }
}

/// Names are suggested in this order where several are equally near.
#[test]
fn rows_are_in_the_order_of_the_standard() {
    let section = |function: &Function| -> Vec<u32> {
        let numbers = function.section.split('.').map(str::parse);
        numbers.collect::<Result<_, _>>().unwrap_or_else(|_| panic!("section {}", function.section))
    };
    for pair in FUNCTIONS.windows(2) {
        let [one, next] = pair else { continue };
        assert!(section(one) < section(next), "`{}` stands before `{}`", one.name, next.name);
    }
}

/// A function that is computed has a case that computes it; one that reads something, a case that calls it.
#[test]
fn every_function_has_a_case() {
    let (mut used, mut computed) = (BTreeSet::new(), BTreeSet::new());
    for case in read_cases() {
        for file in &case.files {
            used.extend(called(&String::from_utf8_lossy(&file.content)));
        }
        for evaluated in case.evaluated.iter().filter(|evaluated| evaluated.value.is_some()) {
            computed.extend(called(&evaluated.expression));
        }
    }
    for function in FUNCTIONS {
        let cases = match function.computation {
            Computation::Computed(_) | Computation::DecidedBy(_) => &computed,
            Computation::Reads(_) => &used,
        };
        assert!(cases.contains(function.name), "no case uses `{}` ({})", function.name, function.section);
    }
}
