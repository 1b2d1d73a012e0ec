//! Examples of all commands, for manual pages.

/// A command line after `tosca`, and what it does.
type Example = (&'static str, &'static str);

/// The examples of each command, by the words after `tosca`.
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "",
        &[
            ("init shop", "Create a first service template in the directory shop"),
            ("check", "Check all TOSCA files below the working directory"),
            ("explain unknown-type", "Explain a rule"),
        ],
    ),
    (
        "check",
        &[
            ("check services types", "Check all TOSCA files in two directories"),
            (
                "check --inputs production.yaml shop.yaml",
                "Check a service together with values for its inputs",
            ),
            ("check --format sarif=findings.sarif --format full", "Print findings, and write them to a file"),
            (
                "check --fail-on warning --ignore unused-import",
                "Fail for warnings, but not for unused imports",
            ),
            ("check --stdin-filename shop.yaml -", "Check standard input"),
        ],
    ),
    (
        "diff",
        &[
            ("diff old.yaml new.yaml", "Compare two files"),
            ("diff --inputs test.yaml old.yaml new.yaml", "Compare them for some inputs"),
        ],
    ),
    ("csar", &[("csar pack shop -o shop.csar", "Pack a directory into an archive")]),
    ("csar ls", &[("csar ls shop.csar", "List the files of an archive")]),
    ("csar cat", &[("csar cat shop.csar TOSCA.meta", "Print a file of an archive")]),
    (
        "csar pack",
        &[
            ("csar pack shop -o shop.csar", "Pack a directory whose only TOSCA file is the entry"),
            ("csar pack shop --entry definitions/main.yaml -o shop.csar", "Pack it with another entry"),
        ],
    ),
    ("csar unpack", &[("csar unpack shop.csar shop", "Unpack an archive into a new directory")]),
    (
        "vendor",
        &[("vendor third-party --allow-net", "Copy what is imported by URL, for work without the network")],
    ),
    (
        "fmt",
        &[
            ("fmt services", "Format the files in a directory"),
            ("fmt --check", "List the files that are not formatted"),
        ],
    ),
    (
        "normalize",
        &[
            ("normalize shop.yaml", "Print the normal form of a service template as YAML"),
            ("normalize --format json -o shop.json shop.yaml", "Write it as JSON"),
        ],
    ),
    (
        "show",
        &[
            ("show Server types.yaml", "Show a type that a file defines"),
            ("show --in shop.yaml base:Server", "Show a type by the name that a file uses"),
            (
                "show --profile org.oasis-open.tosca.simple:2.0 tosca.nodes.Compute",
                "Show a type of a profile",
            ),
        ],
    ),
    (
        "eval",
        &[
            ("eval shop.yaml", "Compute the outputs of a service"),
            ("eval shop.yaml \"{ $get_property: [ web, port ] }\"", "Compute an expression"),
        ],
    ),
    (
        "graph",
        &[
            ("graph shop.yaml", "Draw the nodes of a service as Mermaid"),
            ("graph --format svg -o shop.svg shop.yaml", "Draw them as a picture"),
            #[cfg(feature = "variability")]
            ("graph -i mode=test -o test.svg family.yaml", "Draw a variant"),
            ("graph --view types --around Server types.yaml", "Draw the ancestors and descendants of a type"),
        ],
    ),
    ("profile", &[("profile list", "List the profiles that can be imported by name")]),
    (
        "profile list",
        &[("profile list --profile-path profiles", "List the built-in profiles and those in a directory")],
    ),
    ("profile show", &[("profile show org.oasis-open.tosca.simple:2.0", "Show a built-in profile")]),
    (
        "profile diff",
        &[
            ("profile diff old/profile.yaml profile.yaml", "Compare two versions of a profile"),
            (
                "profile diff org.oasis-open.tosca.simple:1.3 org.oasis-open.tosca.simple:2.0",
                "Compare two built-in profiles",
            ),
        ],
    ),
    (
        "lower",
        &[
            ("lower old.yaml -o new.yaml", "Convert a file to TOSCA 2.0"),
            ("lower --explain old.yaml", "List what changes, and why"),
        ],
    ),
    (
        "migrate",
        &[
            ("migrate services", "Print the changes that migrate a directory to TOSCA 2.0"),
            ("migrate --in-place services", "Make the changes"),
        ],
    ),
    #[cfg(feature = "variability")]
    (
        "resolve",
        &[("resolve -i mode=test family.yaml -o test.yaml", "Write the variant for a value of an input")],
    ),
    #[cfg(feature = "variability")]
    (
        "variants",
        &[
            ("variants family.yaml", "Count the variants"),
            ("variants -i mode=test --open family.yaml", "Show what is decided if the mode is"),
            ("variants --sample pairs --matrix family.yaml", "Compare a small set of variants"),
            ("variants --test tests family.yaml", "Run the tests in a directory"),
            ("variants --format uvl -o family.uvl family.yaml", "Write a feature model for other tools"),
            ("variants --sample pairwise --check-each family.yaml", "Check a small set of variants"),
        ],
    ),
    (
        "explain",
        &[
            ("explain unknown-type", "Explain a rule by its name"),
            ("explain T0401", "Explain it by its code"),
            ("explain variability", "Print the reference of variable templates"),
        ],
    ),
    (
        "rules",
        &[
            ("rules", "List all rules"),
            ("rules T04", "List the rules about names"),
            ("rules --format json", "Print all pages"),
        ],
    ),
    (
        "init",
        &[
            ("init shop", "Create a service template and settings in the directory shop"),
            ("init --profile types.yaml", "Create a profile in a file"),
            ("init --variability family.yaml", "Create a template of several variants in a file"),
        ],
    ),
    #[cfg(feature = "lsp")]
    ("lsp", &[("lsp", "Run the language server; editors start it")]),
    (
        "completions",
        &[
            (
                "completions bash > ~/.local/share/bash-completion/completions/tosca",
                "Complete commands in bash",
            ),
            ("completions fish > ~/.config/fish/completions/tosca.fish", "Complete commands in fish"),
        ],
    ),
    (
        "man",
        &[
            ("man | man -l -", "Read the manual page"),
            ("man ~/.local/share/man/man1", "Install all manual pages"),
        ],
    ),
    ("version", &[("version --verbose", "Print what a report of a mistake in tosca should contain")]),
];

/// Returns the examples of a command, given the words after `tosca`.
pub(super) fn examples_of(command: &str) -> &'static [Example] {
    EXAMPLES.iter().find(|(name, _)| *name == command).map_or(&[], |(_, examples)| examples)
}
