//! The generated projects that the bench measures are what they should be: their findings are those of their size.

use tosca::check;
use tosca::diagnostics::Level;

#[path = "../shapes.rs"]
pub(crate) mod generated;

use generated::SHAPES;

#[test]
fn generated_projects_have_the_findings_of_their_size() {
    for shape in SHAPES {
        for size in [2, 30, shape.size.min(200)] {
            let (host, paths) = shape.project(size);
            let analysis = check(&host, paths.iter().map(String::as_str));
            let found: Vec<String> = analysis
                .diagnostics()
                .iter()
                .filter(|diagnostic| diagnostic.level <= Level::Warning)
                .map(|diagnostic| format!("{} {}", diagnostic.rule.code, diagnostic.message))
                .collect();
            assert_eq!(found.len(), (shape.findings)(size), "{}, {size}: {:?}", shape.name, found.first());
        }
    }
}
