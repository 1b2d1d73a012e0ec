//! Resolves each variant, checks it, and writes it.

use std::io::IsTerminal as _;
use std::path::Path;

use crate::diagnostics::Level;
use crate::dialects::variability::VariabilityModel;
use crate::host::{AtomicFile, Disk};
use crate::variability::analysis::{Family, values_of};
use crate::variability::{ConsistencyCheck, resolve as resolve_variant};

use super::super::{Status, Texts, recheck};
use super::{Selection, Variants, text};

/// Resolves each variant; stores its errors if it is to be checked, and writes it if there is a directory for that.
/// Returns whether all that was to be written was.
pub(super) fn resolve(
    disk: &Disk,
    arguments: &Variants,
    model: &VariabilityModel<'_>,
    family: &Family<'_, '_, '_>,
    selection: &mut Selection,
    texts: &Texts,
) -> Result<bool, Status> {
    if let Some(directory) = &arguments.write_each
        && let Err(error) = std::fs::create_dir_all(directory)
    {
        anstream::eprintln!(
            "error: cannot create `{}`: {}",
            directory.display(),
            crate::host::reason(&error)
        );
        return Err(Status::Failure);
    }
    let total = selection.variants.len();
    let digits = total.to_string().len();
    let shows = arguments.check_each && std::io::stderr().is_terminal();
    let mut is_complete = true;
    for (number, shown) in selection.variants.iter_mut().enumerate() {
        if shows {
            const WIDTH: usize = 30;
            let done = (number + 1) * WIDTH / total;
            let bar = format!("{}{}", "#".repeat(done), "-".repeat(WIDTH - done));
            anstream::eprint!("\r[{bar}] {}/{total}", number + 1);
        }
        let values = values_of(family, &shown.variant);
        let resolved = resolve_variant(model, &values, ConsistencyCheck::ALL);
        let errors = resolved.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error);
        let mut messages: Vec<String> =
            errors.map(|diagnostic| format!("[{}] {}", diagnostic.rule.name, diagnostic.message)).collect();
        let printed = resolved.text(&texts.tree).filter(|_| messages.is_empty());
        if let Some(directory) = &arguments.write_each {
            let name = format!("variant-{:0digits$}", number + 1);
            match &printed {
                Some(printed) => {
                    write(directory, &format!("{name}.yaml"), printed)?;
                    write(
                        directory,
                        &format!("{name}.inputs.yaml"),
                        &text::inputs_of(family, &shown.variant),
                    )?;
                }
                None => {
                    anstream::eprintln!(
                        "error: variant {} was not written: {}",
                        number + 1,
                        messages.join("; ")
                    );
                    is_complete = false;
                }
            }
        }
        if !arguments.check_each {
            continue;
        }
        if let (Some(printed), Some(tree)) = (printed, resolved.tree) {
            let result = recheck::errors(disk, &texts.path, &printed, &tree, &arguments.loading);
            // Errors in other files are those of these files, in any variant.
            let errors = result.errors.into_iter().filter(|error| error.is_new || error.is_own);
            let errors = errors.map(|error| error.diagnostic);
            messages.extend(
                errors.map(|diagnostic| format!("[{}] {}", diagnostic.rule.name, diagnostic.message)),
            );
        }
        shown.errors = messages;
    }
    if shows {
        anstream::eprintln!();
    }
    Ok(is_complete)
}

/// Writes a file of a variant, or prints why that is not possible.
fn write(directory: &Path, name: &str, content: &str) -> Result<(), Status> {
    use std::io::Write as _;
    let path = directory.join(name);
    let result = AtomicFile::create(&path).and_then(|mut file| {
        file.write_all(content.as_bytes())?;
        file.commit()
    });
    result.map_err(|error| {
        anstream::eprintln!("error: cannot write `{}`: {}", path.display(), crate::host::reason(&error));
        Status::Failure
    })
}
