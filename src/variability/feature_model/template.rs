//! Writes a feature model as a template.

use std::fmt::Write as _;

use super::{FeatureFormula, FeatureModel};

/// Returns the template: its inputs are the features of `model`, which `origin` names.
#[must_use]
pub fn template(model: &FeatureModel, origin: &str) -> String {
    let origin: String = origin.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut text = format!(
        "tosca_definitions_version: tosca_variability_1_0\n\ntopology_template:\n  variability:\n    # Features of {origin}\n    inputs:\n"
    );
    for feature in &model.features {
        let name = crate::yaml::plain(&feature.name);
        let _ = match feature.parent {
            Some(parent) => {
                let parent = crate::yaml::plain(&model.features[parent].name);
                writeln!(text, "      {name}: {{ type: boolean, requires: [ {parent} ] }}")
            }
            None => writeln!(text, "      {name}: {{ type: boolean }}"),
        };
    }
    text.push_str("    constraints:\n");
    for constraint in std::iter::once(&FeatureFormula::Feature(0)).chain(&model.constraints) {
        text.push_str("      - ");
        write(&mut text, constraint, model);
        text.push('\n');
    }
    text.push_str("  node_templates: {}  # use the features in their `conditions`\n");
    text
}

/// Writes a formula in the syntax of conditions. Its depth is limited.
fn write(text: &mut String, formula: &FeatureFormula, model: &FeatureModel) {
    let (operator, operands): (_, &[FeatureFormula]) = match formula {
        FeatureFormula::Feature(index) => {
            let name = crate::yaml::plain(&model.features[*index].name);
            let _ = write!(text, "{{ get_variability_input: {name} }}");
            return;
        }
        FeatureFormula::Not(operand) => {
            text.push_str("{ not: ");
            write(text, operand, model);
            text.push_str(" }");
            return;
        }
        FeatureFormula::All(operands) => ("and", operands),
        FeatureFormula::Any(operands) => ("or", operands),
        FeatureFormula::ExactlyOne(operands) => ("exo", operands),
        FeatureFormula::AtMostOne(operands) => ("amo", operands),
        FeatureFormula::Implies(operands) => ("implies", operands.as_slice()),
        FeatureFormula::Equal(operands) => ("equal", operands.as_slice()),
    };
    let _ = write!(text, "{{ {operator}: [ ");
    for (index, operand) in operands.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        write(text, operand, model);
    }
    text.push_str(" ] }");
}
