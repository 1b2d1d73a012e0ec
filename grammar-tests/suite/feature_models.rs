//! Feature models of other tools: as templates, and their configurations as values of inputs.

#[path = "feature_models/generated.rs"]
mod generated;

use crate::cli::{Project, Run};

const FAMILY: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      cloud: { type: boolean }
      cloud.size: { type: integer, default: 1 }
      cloud_zone: { type: string, default: us }
      secure: { type: boolean, default: true }
      weight: { type: float, default: 1.0 }
      any: { default: 1 }
  node_templates:
    n: { type: tosca.nodes.Compute, conditions: { get_variability_input: cloud } }
    m: { type: tosca.nodes.Compute, conditions: { greater_than: [ { get_variability_input: cloud.size }, 3 ] } }
    o: { type: tosca.nodes.Compute, conditions: { equal: [ { get_variability_input: cloud_zone }, eu ] } }
    p: { type: tosca.nodes.Compute, conditions: { get_variability_input: secure } }
    q: { type: tosca.nodes.Compute, conditions: { equal: [ { get_variability_input: weight }, 2.5 ] } }
    r: { type: tosca.nodes.Compute, conditions: { equal: [ { get_variability_input: any }, true ] } }
";

/// Resolves the template with a file of inputs.
fn resolved(name: &str, content: &str) -> Run {
    let project = Project::new(&[("family.yaml", FAMILY), (name, content)]);
    project.run(&["resolve", "family.yaml", "--inputs", name])
}

/// Returns the names of the present nodes.
fn present(run: &Run) -> String {
    let lines =
        run.out.lines().filter_map(|line| line.trim().strip_suffix(": { type: tosca.nodes.Compute }"));
    lines.collect()
}

/// Returns a configuration with these features.
fn extended(features: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<extendedConfiguration>\n{features}\n</extendedConfiguration>\n"
    )
}

#[test]
fn the_choice_of_the_user_counts_more_than_what_follows_from_it() {
    let selected = [
        (r#"automatic="selected" manual="undefined""#, true),
        (r#"automatic="undefined" manual="selected""#, true),
        (r#"automatic="selected" manual="unselected""#, false),
        (r#"automatic="unselected" manual="selected""#, true),
        (r#"automatic="unselected" manual="undefined""#, false),
        (r#"automatic="undefined" manual="undefined""#, false),
        (r#"automatic="selected""#, true),
        ("", false),
    ];
    for (attributes, is_selected) in selected {
        for root in ["extendedConfiguration", "configuration"] {
            let file = format!("<{root}><feature {attributes} name=\"cloud\"/></{root}>");
            let run = resolved("c.xml", &file).ended(0);
            assert_eq!(present(&run), if is_selected { "np" } else { "p" }, "{attributes}: {}", run.out);
            assert!(run.err.is_empty(), "{}", run.err);
        }
    }
}

#[test]
fn attributes_are_values_of_the_type_of_their_input() {
    let file = extended(
        r#"<feature manual="selected" name="cloud"><attribute name="size" value="5"/>
        <attribute name="zone" value="eu"/><attribute name="secure" value="false"/>
        <attribute name="weight" value="2.50"/><attribute name="any" value="true"/></feature>"#,
    );
    let run = resolved("c.xml", &file).ended(0);
    assert_eq!((present(&run).as_str(), run.err.as_str()), ("nmoqr", ""), "{}", run.out);
    // The file is recognized by its content, also in UTF-16.
    let mut utf_16 = vec![0xFF, 0xFE];
    utf_16.extend(file.replace("UTF-8", "UTF-16").encode_utf16().flat_map(u16::to_le_bytes));
    let project = Project::new(&[("family.yaml", FAMILY)]);
    project.add("values", utf_16);
    assert_eq!(present(&project.run(&["resolve", "family.yaml", "--inputs", "values"]).ended(0)), "nmoqr");
    // Later layers take precedence.
    let run = project.run(&["resolve", "family.yaml", "--inputs", "values", "-i", "cloud=false"]).ended(0);
    assert_eq!(present(&run), "moqr");
    for (name, value, expected) in [
        ("size", "5.5", "must be an integer, not `5.5`"),
        ("size", "", "must be an integer, not ``"),
        ("weight", "heavy", "must be a number, not `heavy`"),
        ("secure", "yes", "must be a Boolean, not `yes`"),
    ] {
        let file = extended(&format!(
            "<feature manual=\"selected\" name=\"cloud\">\n<attribute name=\"{name}\" value=\"{value}\"/></feature>"
        ));
        let run = resolved("c.xml", &file).ended(2);
        assert!(run.err.contains(expected) && run.err.contains("c.xml:4:"), "{}", run.err);
    }
}

#[test]
fn features_that_are_no_inputs_are_warnings_at_their_names() {
    let file = extended(
        "<feature automatic=\"selected\" name=\"Root\"/>\n<feature automatic=\"selected\" name=\"cluod\"/>\n\
         <feature manual=\"selected\" name=\"cloud\"><attribute name=\"siez\" value=\"4\"/></feature>",
    );
    let run = resolved("c.xml", &file).ended(0);
    assert_eq!(present(&run), "np");
    for place in
        ["`Root`\n", "c.xml:3:37]", "did you mean `cloud`?", "`cloud.siez`\n", "did you mean `cloud.size`?"]
    {
        assert!(run.err.contains(place), "{place}: {}", run.err);
    }
    assert_eq!(run.err.matches("warning[T1105").count(), 3, "{}", run.err);
}

#[test]
fn malformed_configurations_are_reported() {
    let wrong = [
        ("<feature manual=\"yes\" name=\"cloud\"/>", "unknown selection `yes`"),
        ("<feature manual=\"selected\"/>", "`feature` must be an element with the attribute `name`"),
        ("<featur manual=\"selected\" name=\"cloud\"/>", "did you mean `feature`?"),
        ("<feature name=\"cloud\"><attr name=\"zone\"/></feature>", "unknown element `attr`"),
        ("<feature name=\"cloud\"><attribute name=\"zone\"/></feature>", "with the attribute `value`"),
        ("<feature name=\"cloud_zone\"/>", "must be a string, not `false`"),
        ("<feature name=cloud/>", "error[T12"),
    ];
    for (features, expected) in wrong {
        let run = resolved("c.xml", &extended(features)).ended(2);
        assert!(run.err.contains(expected) && run.err.contains("c.xml:3:"), "{features}: {}", run.err);
        assert!(!run.err.contains("TOSCA 2.0"), "{}", run.err);
    }
    let run = resolved("c.xml", "<featureModel/>").ended(2);
    assert!(run.err.contains("unknown root element `featureModel`"), "{}", run.err);
    let run = resolved("c.xml", "<!DOCTYPE a [ <!ENTITY b \"c\"> ]><extendedConfiguration/>").ended(2);
    assert!(run.err.contains("document type is not allowed"), "{}", run.err);
}

#[test]
fn large_and_deep_configurations_end() {
    let features = (0..20_000)
        .map(|number| format!("<feature manual=\"selected\" name=\"f{number}\"/>\n"))
        .collect::<Vec<String>>()
        .concat();
    let run = resolved("c.xml", &extended(&format!("{features}<feature name=\"cloud\"/>"))).ended(0);
    assert_eq!(present(&run), "p");
    let run = resolved("c.xml", &extended(&"<feature name=\"cloud\">".repeat(50_000))).ended(2);
    assert!(run.err.contains("c.xml:"), "{}", run.err);
}

#[test]
fn a_configuration_of_uvl_is_read() {
    let file = r#"{ "file": "model.uvl", "config": { "cloud": true, "cloud.size": 5, "cloud_zone": "eu" } }"#;
    assert_eq!(present(&resolved("c.json", file).ended(0)), "nmop");
    let run = resolved("c.json", r#"{ "config": { "cloud": true, "clod": true } }"#).ended(2);
    assert!(run.err.contains("c.json:1:30]") && run.err.contains("did you mean `cloud`?"), "{}", run.err);
    // Inputs of these names are inputs.
    let run = resolved("c.json", r#"{ "config": { "cloud": true }, "cloud": true }"#).ended(2);
    assert!(run.err.contains("unknown variability input `config`"), "{}", run.err);
    let family = FAMILY.replace("any: { default: 1 }", "config: { type: map }").replace(
        "equal: [ { get_variability_input: any }, true ]",
        "min_length: [ { get_variability_input: config }, 1 ]",
    );
    let project = Project::new(&[("family.yaml", &family), ("c.json", r#"{ "config": { "cloud": true } }"#)]);
    let run = project.run(&["resolve", "family.yaml", "--inputs", "c.json"]).ended(2);
    assert!(run.err.contains("`cloud` has no value") && !run.err.contains("unknown"), "{}", run.err);
}

#[test]
fn a_template_without_a_topology_is_resolved_to_its_version() {
    for (version, plain) in [
        ("tosca_variability_1_0", "tosca_simple_yaml_1_3"),
        ("tosca_variability_1_0_rc_1", "tosca_simple_yaml_1_3"),
        ("tosca_2_0", "tosca_2_0"),
    ] {
        let line = |version: &str| format!("tosca_definitions_version: {version}  # the version\n");
        let project = Project::new(&[("family.yaml", &line(version))]);
        let run = project.run(&["resolve", "family.yaml"]).ended(0);
        assert_eq!(
            (run.out, run.err),
            (line(plain), "note: `family.yaml` has nothing to resolve\n".to_owned())
        );
    }
}

#[test]
fn an_exported_family_is_imported_again() {
    let shop = include_str!("family/shop.yaml");
    for (decided, expected) in [(None, 4), (Some("mode=prod"), 2)] {
        let project = Project::new(&[("shop.yaml", shop)]);
        let decided: Vec<&str> = decided.into_iter().flat_map(|value| ["-i", value]).collect();
        let export =
            [&["variants", "shop.yaml", "--format", "uvl", "-o", "model.uvl"], &decided[..]].concat();
        project.run(&export).ended(0);
        assert_eq!(generated::imported(&project, "model.uvl"), expected);
    }
}

#[test]
fn what_has_no_form_in_a_template_is_refused_at_its_place() {
    let model = |features: &str| format!("features\n\tRoot\n\t\toptional\n\t\t\tA\n{features}\n");
    let wrong = [
        ("\t\t\tInteger B", "5:4: features of type `Integer` are not supported"),
        ("\t\t\tB cardinality [1..2]", "5:6: cardinalities of features are not supported"),
        ("\t\t\tA", "5:4: duplicate feature `A`"),
        ("\t\t\tB {constraint A}", "5:7: constraints in attributes are not supported"),
        ("\t\tmany\n\t\t\tB", "5:3: expected a group"),
        ("\t\tor", "5:3: this group has no features"),
        ("\tOther", "5:2: a feature model has one root"),
        ("\t\t\t\"B", "5:4: this quote is never closed"),
        ("/* B", "5:1: this comment is never closed"),
        ("imports\n\tother as o", "6:2: imports are not supported"),
        ("constraints\n\tA => Rot", "6:7: unknown feature `Rot`\nhelp: did you mean `Root`?"),
        ("constraints\n\tA.price > 5", "6:10: unexpected `>`\nhelp: use `!`"),
        ("constraints\n\tsum(price) > 5", "6:5: unexpected `(`"),
        ("constraints\n\tA =>", "6:4: a constraint ends too early"),
        ("constraints\n\t(A & Root", "6:2: this parenthesis is never closed"),
        ("constraints\n\tA Root", "6:4: unexpected `Root`"),
        ("featurs", "5:1: unknown section"),
    ];
    for (features, expected) in wrong {
        let project = Project::new(&[("model.uvl", &model(features))]);
        let run = project.run(&["init", "family.yaml", "--features", "model.uvl"]).ended(2);
        assert!(run.err.starts_with(&format!("error: model.uvl:{expected}")), "{features}: {}", run.err);
        assert!(run.out.is_empty() && !project.path("family.yaml").exists());
    }
    let wrong = [
        ("<model/>", "1:2: expected `featureModel`, not `model`"),
        ("<featureModel/>", "1:2: there are no features"),
        ("<featureModel><struct/></featureModel>", "1:16: a feature model has one root"),
        ("<featureModel><struct><and/></struct></featureModel>", "1:24: `and` has no name"),
        (
            "<featureModel><struct><and name=\"A\"><feature name=\"A\"/></and></struct></featureModel>",
            "1:38: duplicate feature `A`",
        ),
        (
            "<featureModel><struct><and name=\"A\"><xor name=\"B\"/></and></struct></featureModel>",
            "1:38: unknown element `xor`",
        ),
    ];
    for (file, expected) in wrong {
        let project = Project::new(&[("model.xml", file)]);
        let run = project.run(&["init", "family.yaml", "--features", "model.xml"]).ended(2);
        assert!(run.err.starts_with(&format!("error: model.xml:{expected}")), "{file}: {}", run.err);
    }
    for (rule, expected) in [
        ("<imp><var>A</var></imp>", "`imp` needs 2 operands, not 1"),
        ("<not/>", "`not` needs 1 operand"),
        ("<var>B</var>", "unknown feature `B`"),
        ("<xor><var>A</var></xor>", "unknown operator `xor`"),
        ("", "`rule` needs 1 operand"),
    ] {
        let file = format!(
            "<featureModel><struct><and name=\"A\"/></struct><constraints><rule>{rule}</rule></constraints></featureModel>"
        );
        let project = Project::new(&[("model.xml", &file)]);
        let run = project.run(&["init", "family.yaml", "--features", "model.xml"]).ended(2);
        assert!(run.err.contains(expected), "{rule}: {}", run.err);
    }
}

#[test]
fn large_and_deep_models_end() {
    let init = |name: &str, content: &str| {
        let project = Project::new(&[(name, content)]);
        project.run(&["init", "-", "--features", name])
    };
    let many = (0..20_000).map(|number| format!("\t\t\tF{number}\n")).collect::<Vec<String>>().concat();
    let run = init("model.uvl", &format!("features\n\tRoot\n\t\tor\n{many}")).ended(0);
    assert!(run.out.contains("F19999: { type: boolean, requires: [ Root ] }"));
    let deep = (0..2_000)
        .map(|depth| {
            let tabs = "\t".repeat(2 * depth + 1);
            format!("{tabs}F{depth}\n{tabs}\toptional\n")
        })
        .collect::<Vec<String>>()
        .concat();
    init("model.uvl", &format!("features\n{deep}{}End\n", "\t".repeat(4_001))).ended(0);
    for wrong in
        ["(".repeat(100_000), format!("{}A", "!(".repeat(100)), format!("A{}", " => A".repeat(100_000))]
    {
        let run = init("model.uvl", &format!("features\n\tA\nconstraints\n\t{wrong}\n")).ended(2);
        assert!(run.err.contains("nested more than 40 levels deep"), "{}", run.err);
    }
    let chain = "(".repeat(39) + "A" + &" => A)".repeat(39);
    let chains = format!("({chain} => A => A)");
    init("model.uvl", &format!("features\n\tA\nconstraints\n\t{chains}\n")).ended(2);
    init("model.uvl", &format!("features\n\tA\nconstraints\n\t{}A\n", "!".repeat(100_001))).ended(0);
    let group = (0..40).map(|number| format!("\t\t\tF{number}\n")).collect::<Vec<String>>().concat();
    let run = init("model.uvl", &format!("features\n\tRoot\n\t\t[20..30]\n{group}")).ended(2);
    assert!(run.err.contains("3:3: this cardinality needs too many constraints"), "{}", run.err);
    let deep = "<featureModel><struct>".to_owned() + &"<and name=\"A\">".repeat(50_000);
    assert!(init("model.xml", &deep).ended(2).err.contains("T12"));
}
