//! The table of built-in functions: one row per function, in the order of the standard, each with cases.

use std::collections::BTreeSet;

use regex::Regex;
use tosca::internals::functions::{Computation, FUNCTIONS, Function};

use crate::harness::read_cases;
use crate::tidy::module_of;
use crate::{files_below, text_of};

/// Returns the functions that a text calls.
fn called(text: &str) -> BTreeSet<&'static str> {
    let call = Regex::new(r"(?:^|[^$\w])\$(\w+)").expect("a regular expression");
    let names =
        call.captures_iter(text).map(|captures| captures.get(1).map_or("", |name| name.as_str()).to_owned());
    names.filter_map(|name| Some(Function::named(&name)?.name)).collect()
}

#[test]
fn every_function_has_one_row() {
    let mut names = BTreeSet::new();
    for function in FUNCTIONS {
        assert!(names.insert(function.name), "`{}` has two rows", function.name);
        let by_name = Function::named(function.name).expect("a row");
        assert!(std::ptr::eq(by_name, function), "`{}` is found as `{}`", function.name, by_name.name);
        assert!(function.doc.trim().ends_with('.'), "`{}` is not described in a sentence", function.name);
    }
}

/// Names are suggested in this order if they are equally similar.
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

/// The behavior of a function is in its row: if modules compared names, a new function would have to be added
/// there.
#[test]
fn no_module_tells_functions_apart_by_name() {
    // Without `$`, words such as `value` and `and` are ambiguous.
    let names: Vec<String> = FUNCTIONS
        .iter()
        .map(|function| if function.name.contains('_') { "[$]?" } else { "[$]" }.to_owned() + function.name)
        .collect();
    let name = format!("\"(?:{})\"", names.join("|"));
    let compared =
        Regex::new(&format!(r#"(?:[=!]= |Some\(|get\(|matches!\([^"]*){name}|{name}\)? *(?:=>|\||if\b)"#))
            .expect("an expression");
    for code in ["a == \"$and\"", "\"get_input\" =>", "\"x\" | \"$less_than\" if", "matches!(a, \"$sum\")"] {
        assert!(compared.is_match(code), "{code}");
    }
    for path in files_below("src", "rs") {
        // Dialects have functions of the same names.
        if matches!(module_of(&path), "functions" | "dialects" | "variability") {
            continue;
        }
        for (line, text) in (1..).zip(text_of(&path).lines()) {
            assert!(!compared.is_match(text), "{path}:{line}: ask the row instead: {text}");
        }
    }
}
