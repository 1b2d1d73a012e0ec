//! A validator and toolchain for [TOSCA 2.0](https://docs.oasis-open.org/tosca/TOSCA/v2.0/): reads service templates
//! and profiles, resolves imports, namespaces and names, and reports mistakes at their exact locations.
//!
//! ```
//! use tosca::host::Memory;
//!
//! let mut host = Memory::new();
//! host.add("service.yaml", "tosca_definitions_version: tosca_2_0\nnode_typs: {}\n");
//!
//! let report = tosca::check(&host, ["service.yaml"]);
//!
//! let finding = &report.diagnostics()[0];
//! assert_eq!(finding.rule.name, "unknown-keyname");
//! assert_eq!(finding.help, ["did you mean `node_types`?"]);
//! let place = report.sources().get(finding.primary.span.file).position(finding.primary.span.start);
//! assert_eq!((place.line, place.column), (2, 1));
//! ```
//!
//! The phases, in order; each uses only itself and those above it. A phase is a function from data to data
//! plus diagnostics, and cannot fail: missing data is marked as missing, and later phases do not report it
//! again.
//!
//! | module | in → out |
//! | :-- | :-- |
//! | [`base`] | files, spans, line tables, symbols |
//! | [`diagnostics`] | findings: rules, texts, pages |
//! | [`host`] | access to the outside world through one trait |
//! | `yaml` | bytes → tree with exact spans |
//! | `xml` | bytes → the same tree, from XML |
//! | `literals` | text → values of the built-in data types; printing and comparing them |
//! | `functions` | values of arguments → result of a built-in function |
//! | `keynames` | declaration and reading of keyname tables |
//! | `dialects` | dialect of a file; tree → tree of plain TOSCA 2.0 |
//! | `syntax` | tree → typed, unresolved structure: the tables of TOSCA 2.0 |
//! | `load` | paths → import graph |
//! | `resolve` | names → definitions |
//! | `expressions` | values → calls and literals |
//! | [`model`] | type definitions → effective types; service templates → graphs of node templates |
//! | `values` | values and calls → computed values, checked against their types |
//! | `checks` | model → findings about types, service templates, substitution |
//! | `format` | text → formatted text |
//! | `graph` | model, types, imports → pictures |
//! | `show` | a type → its effective definition as text |
//! | `evaluate` | an expression, or outputs → values |
//! | [`normalize`](mod@normalize) | a file → its normal form: as data, TOSCA 2.0 and JSON |
//! | `compatibility` | two versions of a profile → changes for its users |
//! | `difference` | two normal forms → differences |
//! | `variability` | a variable template → findings about all variants |
//! | `config` | `tosca.toml` → settings with locations |
//! | `session` | runs the phases; sorts and merges their findings |
//! | `migrate` | a file of a dialect → text in plain TOSCA 2.0 |
//! | `ide` | a position in a file → what is there, what it is connected with, what can be written |
//! | `lsp` | open files of an editor → findings and answers while typing |
//! | `cli` | arguments in, text out: the only module that prints |

pub mod base;
mod checks;
mod compatibility;
mod config;
pub mod diagnostics;
mod dialects;
mod difference;
mod evaluate;
mod expressions;
mod format;
mod functions;
mod graph;
pub mod host;
mod ide;
mod keynames;
mod literals;
mod load;
mod migrate;
pub mod model;
pub mod normalize;
mod resolve;
mod session;
mod show;
mod syntax;
mod values;
mod xml;
mod yaml;

#[cfg(feature = "variability")]
mod variability;

#[cfg(feature = "lsp")]
mod lsp;

#[cfg(feature = "cli")]
mod cli;

#[doc(hidden)]
pub mod internals;

pub use config::Search;
pub use dialects::Spec;
pub use load::{File, Inputs, LoadOptions};
pub use resolve::DefinitionId;
pub use session::{Analysis, Keeps, Options, analyze};
pub use yaml::YamlNode;

/// Returns the normal form of a file, or `None` if the file has errors or is not a TOSCA file. See
/// [`normalize`](mod@normalize).
///
/// ```
/// use tosca::host::Memory;
///
/// let mut host = Memory::new();
/// let text = "tosca_definitions_version: tosca_2_0
/// node_types: { Server: { properties: { port: { type: integer, default: 80 } } } }
/// service_template: { node_templates: { web: { type: Server } } }";
/// host.add("shop.yaml", text);
///
/// let (model, _) = tosca::normalize(&host, "shop.yaml");
///
/// let service = model.and_then(|model| model.service_template).unwrap();
/// let web = service.node_templates.get("web").unwrap();
/// assert_eq!(&*web.node_type, "shop.Server");
/// assert_eq!(web.properties.get("port").unwrap().value, tosca::normalize::NormalExpression::Integer(80));
/// ```
pub fn normalize(host: &dyn host::Host, path: impl AsRef<str>) -> (Option<normalize::NormalModel>, Analysis) {
    let analysis = check(host, [path]);
    let errors = analysis.diagnostics.iter().any(|found| found.level == diagnostics::Level::Error);
    let file = analysis.graph.files.iter().find(|file| file.is_requested && file.is_readable());
    let model = file.filter(|_| !errors).map(|file| {
        let model = analysis.model();
        normalize::model(model, file, normalize::NormalizeOptions::default())
    });
    (model, analysis)
}

/// Checks files, directories or globs with the default options.
///
/// Input: a host, and paths in its file system. Output: all findings, sorted; a file that cannot be read is a
/// finding as well.
pub fn check<P: AsRef<str>>(host: &dyn host::Host, paths: impl IntoIterator<Item = P>) -> Analysis {
    let mut options = Options::default();
    options.load.paths = paths.into_iter().map(|path| path.as_ref().into()).collect();
    analyze(host, &options)
}

/// The program in README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
