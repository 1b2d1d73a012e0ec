//! Turning off a rule must fail a test: shown for every rule, one at a time.

use tosca::diagnostics::ALL;

use crate::harness::{read_cases, read_pages, run, slugs};

/// The rules that no case in memory can show, with the test that does.
const ELSEWHERE: &[(&str, &str)] = &[
    ("file-name-not-utf8", "suite/hostile.rs, on disk"),
    ("analysis-incomplete", "suite/variability.rs, with a low bound"),
];

#[test]
fn a_check_that_is_switched_off_fails_a_case() {
    let (cases, pages) = (read_cases(), read_pages());
    let mut missed = Vec::new();
    for code in ALL {
        if ELSEWHERE.iter().any(|(slug, _)| *slug == code.name) {
            continue;
        }
        let case = cases.iter().find(|case| crate::expected_slugs(case).any(|slug| slug == code.name));
        let caught = match case {
            Some(case) => run(case, &[]).is_ok() && run(case, &[code.name]).is_err(),
            None => {
                let example =
                    pages.iter().find(|(slug, ..)| slug == code.name).and_then(|(_, e, _)| e.as_ref());
                example.is_some_and(|example| {
                    slugs(example, &[]) == [code.name] && slugs(example, &[code.name]).is_empty()
                })
            }
        };
        if !caught {
            missed.push(code.name);
        }
    }
    assert!(missed.is_empty(), "no case notices when these are switched off: {missed:?}");
}
