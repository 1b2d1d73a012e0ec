//! Measures what definitions in XML cost beyond the TOSCA 2.0 that they become, and how this grows.
//!
//! `cargo bench --bench xml` prints the CPU time of checking a repository of XML: the repository of the corpus, if it is
//! there; then generated ones of 500 and 5,000 definitions, each in a separate file. The unit is the time for the same
//! files in TOSCA 2.0, one for each file in XML: at most 1.5. The project that `tosca lower` makes of the repository is
//! cheaper, since it has one file for each namespace and service; this ratio is printed as well. Ten times the
//! definitions take at most 12 times as long.

#![expect(clippy::print_stdout, reason = "the figures are what the bench is for")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use tosca::host::Disk;
use tosca::internals::migrate;
use tosca::{Keeps, LoadOptions, Options};

mod allocator;

const CORPUS: &str = "../shared/corpus/tosca-1.0-xml";
/// The largest cost of XML.
const MAX_RATIO: f64 = 1.5;
/// The largest growth for ten times the definitions.
const MAX_GROWTH: f64 = 12.0;
/// The number of checks of each path, and the time for all of them, at least.
const MIN_ROUNDS: usize = 5;
const MIN_TIME: Duration = Duration::from_secs(3);
/// The namespace of generated definitions in a path.
const FOLDER: &str = "http%3A%2F%2Fexample.com%2Fshop";

fn main() {
    let directory = tempfile::tempdir().expect("a directory");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join(CORPUS);
    if let Ok(corpus) = corpus.canonicalize() {
        measure("corpus", &corpus, &directory.path().join("corpus"));
    } else {
        println!("corpus: not measured, {CORPUS} is missing");
    }
    let [few, many] = [500, 5_000].map(|count| {
        let name = count.to_string();
        let repository = directory.path().join(&name);
        generate(&repository, count);
        measure(&name, &repository, &directory.path().join(format!("{name} in TOSCA 2.0")))
    });
    println!("ten times the definitions: {:.1} x, at most {MAX_GROWTH} x", many / few);
}

/// Prints the cost of checking a repository, and returns its seconds. Writes its equivalents next to `project`.
fn measure(name: &str, repository: &Path, project: &Path) -> f64 {
    let mut lower = Command::new(env!("CARGO_BIN_EXE_tosca"));
    lower.arg("lower").arg(repository).arg("-o").arg(project).stderr(Stdio::null());
    // A run that ends with findings has written the project.
    let status = lower.status().expect("a run of tosca");
    assert!(status.code() < Some(2), "lowering {name}");
    let files = project.with_file_name(format!("{name} by file"));
    lower_each(repository, &files);
    let [xml, same_files, lowered] = best([repository, &files, project]);
    let (ratio, to_project) = (xml / same_files, xml / lowered);
    println!(
        "{name}: {:.1} ms, {ratio:.2} x its files in TOSCA 2.0, at most {MAX_RATIO} x; {to_project:.1} x the project",
        xml * 1e3
    );
    xml
}

/// Writes the TOSCA 2.0 of each file of a repository to the same path in another directory.
fn lower_each(repository: &Path, directory: &Path) {
    let options = Options { keeps: Keeps::Written, ..options(repository) };
    let analysis = tosca::analyze(&Disk::new(), &options);
    for file in &analysis.graph().files {
        if let Ok(path) = file.identity.as_std_path().strip_prefix(repository) {
            let path = directory.join(path);
            fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            fs::write(path, migrate::lower(&analysis, file.id).text).expect("a written file");
        }
    }
}

fn options(path: &Path) -> Options {
    let path = camino::Utf8PathBuf::try_from(path.to_path_buf()).expect("a path");
    Options { load: LoadOptions { paths: vec![path], ..LoadOptions::default() }, ..Options::default() }
}

/// Returns the seconds of CPU time that a check of each of these paths takes, the best of several. They are checked in
/// turn, so that what slows down the machine does so for all.
fn best(paths: [&Path; 3]) -> [f64; 3] {
    let options = paths.map(options);
    let mut best = [f64::INFINITY; 3];
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < MIN_ROUNDS || start.elapsed() < MIN_TIME {
        for (options, best) in options.iter().zip(&mut best) {
            let start = ProcessTime::now();
            std::hint::black_box(tosca::analyze(&Disk::new(), options));
            *best = start.elapsed().as_secs_f64().min(*best);
        }
        rounds += 1;
    }
    best
}

/// Writes a repository of about `count` definitions.
fn generate(repository: &Path, count: usize) {
    define(repository, "ArtifactType", "Script", "<ArtifactType name=\"Script\"/>");
    for number in 0..count / 5 {
        let base = if number == 0 {
            String::new()
        } else {
            format!("<DerivedFrom typeRef=\"s:Node{}\"/>", number / 10)
        };
        let mut properties = String::new();
        for (key, of_type) in [("name", "xsd:string"), ("port", "xsd:int")] {
            let _ = write!(
                properties,
                "<w:properties><w:key>{key}{number}</w:key><w:type>{of_type}</w:type></w:properties>"
            );
        }
        let node = format!(
            "<NodeType name=\"Node{number}\">{base}
<w:PropertiesDefinition xmlns:w=\"http://www.opentosca.org/winery/extensions/tosca/2013/02/12\">{properties}</w:PropertiesDefinition>
<RequirementDefinitions><RequirementDefinition name=\"r{number}\" requirementType=\"s:Req{number}\" lowerBound=\"0\"/></RequirementDefinitions>
<CapabilityDefinitions><CapabilityDefinition name=\"c{number}\" capabilityType=\"s:Cap{number}\"/></CapabilityDefinitions>
<Interfaces><Interface name=\"i{number}\"><Operation name=\"start\"/><Operation name=\"stop\"/></Interface></Interfaces>
</NodeType>"
        );
        let implementation = format!(
            "<NodeTypeImplementation name=\"Impl{number}\" nodeType=\"s:Node{number}\"><ImplementationArtifacts>
<ImplementationArtifact interfaceName=\"i{number}\" operationName=\"start\" artifactType=\"s:Script\" artifactRef=\"s:art{number}\"/>
</ImplementationArtifacts></NodeTypeImplementation>"
        );
        let artifact = format!(
            "<ArtifactTemplate id=\"art{number}\" type=\"s:Script\"><ArtifactReferences>
<ArtifactReference reference=\"http://example.com/{number}.sh\"/>
</ArtifactReferences></ArtifactTemplate>"
        );
        let requirement =
            format!("<RequirementType name=\"Req{number}\" requiredCapabilityType=\"s:Cap{number}\"/>");
        let capability = format!("<CapabilityType name=\"Cap{number}\"/>");
        for (kind, name, text) in [
            ("NodeType", "Node", node),
            ("NodeTypeImplementation", "Impl", implementation),
            ("ArtifactTemplate", "art", artifact),
            ("RequirementType", "Req", requirement),
            ("CapabilityType", "Cap", capability),
        ] {
            define(repository, kind, &format!("{name}{number}"), &text);
        }
    }
}

/// Writes the file of a definition.
fn define(repository: &Path, kind: &str, name: &str, text: &str) {
    let directory = repository.join(format!("{}s", kind.to_lowercase())).join(FOLDER).join(name);
    fs::create_dir_all(&directory).expect("a directory");
    let text = format!(
        "<Definitions xmlns=\"http://docs.oasis-open.org/tosca/ns/2011/12\" xmlns:s=\"http://example.com/shop\" \
         id=\"of-{name}\" targetNamespace=\"http://example.com/shop\">\n{text}\n</Definitions>\n"
    );
    fs::write(directory.join(format!("{kind}.tosca")), text).expect("a written file");
}
