//! Every section of `cases/**/*.md` and every example of the explanation pages as a named test.
//!
//! `TOSCA_BLESS=1` rewrites quoted parts of messages that changed (see `bless.rs`).
//!
//! `TOSCA_DUMP_CASES=directory` writes them to files instead (see `dump.rs`): to `cases` and `pages`, each case
//! damaged at random to `damaged`, and what can be compared to `pairs`.

mod bless;
mod damage;
mod dump;
mod harness;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex};

use bless::Messages;
use harness::markdown::CaseFile;
use harness::{Case, read_cases, read_pages};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};

fn main() {
    if dump::directory().is_some() {
        dump_all();
        return;
    }
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let may_rewrite = std::env::var_os("TOSCA_BLESS").is_some();
    let blessed: Arc<Mutex<BTreeMap<String, Messages>>> = Arc::default();
    for case in read_cases() {
        let name = case.name.clone();
        let blessed = Arc::clone(&blessed);
        trials.push(Trial::test(name, move || {
            let outcome = harness::run::outcome(&case, &[]);
            if may_rewrite && outcome.problems.is_empty() {
                let path = case.place.split(':').next().unwrap_or_default().to_owned();
                blessed.lock().expect("the messages").entry(path).or_default().add(outcome.quoted);
                return Ok(());
            }
            outcome.differences(&case.place).map_err(Failed::from)
        }));
    }
    for (slug, example, fixed) in read_pages() {
        if let Some(example) = example {
            let name = example.name.clone();
            trials.push(Trial::test(name, move || {
                let slugs = harness::slugs(&example, &[]);
                if slugs == [slug.as_str()] {
                    return Ok(());
                }
                Err(format!("the example gives {slugs:?}").into())
            }));
        }
        if let Some(fixed) = fixed {
            let name = fixed.name.clone();
            trials.push(Trial::test(name, move || harness::run(&fixed, &[]).map_err(Failed::from)));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    for (path, messages) in &*blessed.lock().expect("the messages") {
        rewrite(path, messages);
    }
    conclusion.exit();
}

/// Rewrites a Markdown file where it quotes messages that changed.
fn rewrite(path: &str, messages: &Messages) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(&file).expect("a readable file of cases");
    let (text, changed) = messages.rewritten(&text);
    if changed > 0 {
        std::fs::write(&file, text).expect("a writable file of cases");
        let _ = writeln!(std::io::stderr(), "{path}: {changed} quoted messages rewritten");
    }
}

fn dump_all() {
    for mut case in read_cases() {
        if case.files.is_empty() {
            let content = harness::run::BARE.into();
            case.files.push(CaseFile { name: "main.yaml".to_owned(), content });
        }
        dump_case(&format!("cases/{}", case.name), &case);
        let damaged = damaged(&case);
        dump_case(&format!("damaged/{}", case.name), &damaged);
        let pair = format!("pairs/damaged/{}", case.name);
        dump::write_pair(&pair, &case.files, &damaged.files, &load_arguments(&case));
    }
    for (slug, example, fixed) in read_pages() {
        for case in example.iter().chain(&fixed) {
            dump_case(&case.name, case);
        }
        if let (Some(example), Some(fixed)) = (example, fixed) {
            let pair = format!("pairs/pages/{slug}");
            dump::write_pair(&pair, &example.files, &fixed.files, &load_arguments(&fixed));
        }
    }
}

fn dump_case(name: &str, case: &Case) {
    dump::write(name, &case.files, &run_of(case));
}

/// Damages a case at random, but always in the same way, independent of other cases.
fn damaged(case: &Case) -> Case {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let seed = case.name.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
    damage::damaged(std::slice::from_ref(case), &mut damage::Random::new(seed)).0
}

/// Returns the command line for a case, which matches what [`harness::run::prepared`] asks of the library.
fn run_of(case: &Case) -> Value {
    let settings = &case.settings;
    let file = &case.files[0].name;
    let paths = if settings.check.is_empty() { std::slice::from_ref(file) } else { &settings.check };
    let mut check = Vec::new();
    if settings.strict {
        check.push("--strict".to_owned());
    }
    if settings.substitutes {
        check.push("--substitutes".to_owned());
    }
    check.extend(harness::run::selected(case).into_iter().map(|code| format!("--select={code}")));
    if harness::run::files_are_passed_over(case) {
        check.push("--ignore=missing-file".to_owned());
    }
    json!({
        "file": file,
        "paths": paths,
        "load": load_arguments(case),
        "check": check,
        "inputs": settings.inputs,
        "expressions": case.evaluated.iter().map(|line| &line.expression).collect::<Vec<_>>(),
    })
}

/// Returns the arguments for reading files, which all commands share.
fn load_arguments(case: &Case) -> Vec<String> {
    let settings = &case.settings;
    let limits = &settings.limits;
    let text = |number: usize| number.to_string();
    let once = [
        ("root", settings.root.clone()),
        ("spec", settings.spec.clone()),
        ("dialect", settings.dialect.clone()),
        ("max-file-size", limits.bytes.map(|bytes| bytes.to_string())),
        ("max-nodes", limits.nodes.map(text)),
        ("max-depth", limits.depth.map(text)),
        ("max-alias-nodes", limits.alias_nodes.map(text)),
        ("max-files", limits.files.map(text)),
        ("max-members", limits.members.map(text)),
    ];
    let once = once.into_iter().filter_map(|(name, value)| Some(format!("--{name}={}", value?)));
    let paths = settings.profile_path.iter().map(|path| format!("--profile-path={path}"));
    let functions = settings.functions.iter().map(|name| format!("--function={name}"));
    let urls = settings.map_url.iter().map(|(url, path)| format!("--map-url={url}={path}"));
    once.chain(paths).chain(functions).chain(urls).collect()
}
