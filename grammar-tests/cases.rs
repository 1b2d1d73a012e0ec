//! Every section of `cases/**/*.md` and every example of the explanation pages as a named test.

mod harness;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for case in harness::read_cases() {
        let name = case.name.clone();
        trials.push(Trial::test(name, move || harness::run(&case, &[]).map_err(Failed::from)));
    }
    for (slug, example, fixed) in harness::read_pages() {
        if let Some(example) = example {
            let name = example.name.clone();
            trials.push(Trial::test(name, move || {
                let found = harness::slugs(&example, &[]);
                if found == [slug.as_str()] {
                    return Ok(());
                }
                Err(format!("the example gives {found:?}").into())
            }));
        }
        if let Some(fixed) = fixed {
            let name = fixed.name.clone();
            trials.push(Trial::test(name, move || harness::run(&fixed, &[]).map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
