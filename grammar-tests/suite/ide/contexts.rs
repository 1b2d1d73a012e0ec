//! What may be written at the cursor: literate cases.

use tosca::base::FileId;
use tosca::internals::ide::{self, Context, Expectation, Referent};
use tosca::internals::values::ValueType;
use tosca::model::Model;

use super::{cases, id_of};

/// The file with the cases.
pub(super) const CASES: &str = "grammar-tests/suite/ide/context.md";

fn names(model: &Model, referents: &[Referent]) -> String {
    let names: Vec<&str> = referents.iter().map(|referent| referent.name(model)).collect();
    names.join(", ")
}

fn type_in_words(model: &Model, ty: &ValueType<'_>) -> String {
    ty.data_type().map_or("anything".to_owned(), |data_type| model.types.name(data_type).to_owned())
}

fn in_words(model: &Model, context: &Context<'_>) -> String {
    match &context.expectation {
        Expectation::Keyname { table, given } => {
            format!("keyname of a {}; there: {}", table.name, given.join(", "))
        }
        Expectation::Name { kinds, members } => {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            format!("name: {}; {}", kinds.join(" or "), names(model, members))
        }
        Expectation::NewName => "new name".to_owned(),
        Expectation::Word(words) => format!("word: {}", words.join(", ")),
        Expectation::PathElement { words, names: all } => {
            format!("path: {}; {}", words.join(", "), names(model, all))
        }
        Expectation::Value(of) => format!("value: {}", type_in_words(model, of)),
        Expectation::Property(all) => format!("property: {}", names(model, all)),
        Expectation::Argument { function, index, expected } => {
            format!("argument {index} of {function}: {}", type_in_words(model, expected))
        }
        Expectation::File => "file".to_owned(),
        Expectation::Profile => "profile".to_owned(),
        Expectation::Text => "text".to_owned(),
    }
}

#[test]
fn a_cursor_has_a_context() {
    let mut wrong = Vec::new();
    for case in cases(CASES) {
        let (file, offset) = case.cursor.expect("a cursor");
        let analysis = case.analysis();
        let model = analysis.model();
        let id: FileId = id_of(&analysis, &case.files[file].0);
        let context = ide::context(model, id, &case.files[file].1, offset);
        let words = context.as_ref().map_or("nothing".to_owned(), |diagnostic| in_words(model, diagnostic));
        if words.trim_end() != case.answer {
            wrong.push(format!("{}\n  {words}", case.place));
        }
        let Some(context) = context else { continue };
        let text = &case.files[file].1;
        let before = text.get(context.span.start as usize..offset as usize);
        assert_eq!(before, Some(context.prefix.as_str()), "{}", case.place);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
