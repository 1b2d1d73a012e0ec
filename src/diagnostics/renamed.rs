//! Former names of rules. They still work wherever a rule can be named, and the new name is suggested.

/// The former names of rules, sorted, each with the current name.
pub static RENAMED: &[(&str, &str)] = &[
    ("blank-profile-name", "untrimmed-profile-name"),
    ("capitalised-boolean", "capitalized-boolean"),
    ("closed-target", "unmappable-target"),
    ("distant-mapping", "remote-mapping"),
    ("evaluation-fails", "evaluation-error"),
    ("expression-circle", "expression-cycle"),
    ("idle-condition", "always-true-condition"),
    ("idle-definitions-file", "unused-definitions-file"),
    ("input-circle", "input-cycle"),
    ("left-unmapped", "incomplete-mapping"),
    ("loosely-written-value", "lenient-value"),
    ("lost-host", "missing-host"),
    ("mapped-again", "duplicate-output-mapping"),
    ("no-such-part", "unknown-part"),
    ("old-path-form", "legacy-path"),
    ("property-circle", "property-cycle"),
    ("second-meta-file", "duplicate-meta-file"),
    ("several-documents", "multiple-documents"),
    ("several-hosts", "multiple-hosts"),
    ("spelled-otherwise", "renamed-spelling"),
    ("stored-secret", "hardcoded-secret"),
    ("type-not-admitted", "type-not-allowed"),
    ("unclear-entry", "ambiguous-entry"),
    ("unclear-operation", "ambiguous-operation"),
    ("unfed-parameter", "unmapped-parameter"),
    ("unfit-member", "invalid-member"),
    ("unfit-variability-value", "invalid-variability-value"),
    ("unmet-filter", "node-filter-mismatch"),
];

/// Returns the current name of the rule with this former name, in any case of letters.
#[must_use]
pub fn renamed(name: &str) -> Option<&'static str> {
    RENAMED.iter().find(|(former, _)| former.eq_ignore_ascii_case(name)).map(|(_, current)| *current)
}

#[cfg(test)]
mod tests {
    use super::{super::find_rule, RENAMED};

    #[test]
    fn former_names_are_unused_and_belong_to_rules() {
        assert!(RENAMED.is_sorted());
        for (former, current) in RENAMED {
            let code = find_rule(current).unwrap_or_else(|| panic!("no rule `{current}`"));
            assert_eq!(code.name, *current, "write the current name");
            assert_eq!(find_rule(former), Some(code));
            assert!(code.is_named(former) && code.is_named(&former.to_uppercase()));
        }
        assert!(super::super::ALL.iter().all(|code| super::renamed(code.name).is_none()));
    }
}
