//! Files that are imported by URL, from servers on the loopback address: good ones, and hostile ones.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rcgen::{CertificateParams, KeyPair};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::cli::{self, Project, Run};

/// A connection to a client, encrypted or not.
trait Connection: Read + Write {}

impl<T: Read + Write> Connection for T {}

/// A server on a free port of the loopback address. Each request is answered on a separate thread.
pub(crate) struct Server {
    address: String,
    /// The number of requests so far.
    requests: Arc<AtomicUsize>,
}

impl Server {
    /// Starts a server. `answer` gets the text of the request and writes the response.
    fn new(answer: impl Fn(&str, &mut dyn Connection) + Send + Sync + 'static) -> Self {
        Self::start(move |mut stream, seen| {
            let request = head(&mut stream);
            seen();
            answer(&request, &mut stream);
            let _ = stream.shutdown(Shutdown::Write);
        })
    }

    /// Starts a server with encrypted connections.
    fn encrypted(
        identity: &Identity,
        answer: impl Fn(&str, &mut dyn Connection) + Send + Sync + 'static,
    ) -> Self {
        let config = Arc::clone(&identity.config);
        Self::start(move |stream, seen| {
            let connection = ServerConnection::new(Arc::clone(&config)).expect("a connection");
            let mut stream = StreamOwned::new(connection, stream);
            let request = head(&mut stream);
            // A client that does not like the certificate sends none.
            if !request.is_empty() {
                seen();
                answer(&request, &mut stream);
            }
            stream.conn.send_close_notify();
            let _ = stream.flush();
        })
    }

    /// Starts a server. `serve` gets each connection, and a function to count a request.
    fn start(serve: impl Fn(TcpStream, &dyn Fn()) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let requests = Arc::new(AtomicUsize::new(0));
        let (serve, count) = (Arc::new(serve), Arc::clone(&requests));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (serve, count) = (Arc::clone(&serve), Arc::clone(&count));
                std::thread::spawn(move || {
                    serve(stream, &|| {
                        count.fetch_add(1, Ordering::Relaxed);
                    });
                });
            }
        });
        Self { address, requests }
    }

    /// Starts a server with these files, by path.
    pub(crate) fn with(files: &[(&'static str, &'static str)]) -> Self {
        let files = files.to_vec();
        Self::new(move |request, stream| {
            let path = request.split(' ').nth(1).unwrap_or_default();
            match files.iter().find(|(name, _)| *name == path) {
                Some((_, content)) => send(stream, "200 OK", "", content),
                None => send(stream, "404 Not Found", "", ""),
            }
        })
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }
}

/// The certificate of a server with its key.
struct Identity {
    config: Arc<ServerConfig>,
    /// The certificate, in PEM.
    certificate: String,
}

impl Identity {
    /// Makes a certificate for some hosts, which nobody else has signed.
    fn new(hosts: &[&str], change: impl FnOnce(&mut CertificateParams)) -> Self {
        let hosts: Vec<String> = hosts.iter().map(ToString::to_string).collect();
        let mut params = CertificateParams::new(hosts).expect("names of hosts");
        change(&mut params);
        let key = KeyPair::generate().expect("a key");
        let certificate = params.self_signed(&key).expect("a certificate");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key.into())
            .expect("a certificate with its key");
        Self { config: Arc::new(config), certificate: certificate.pem() }
    }

    /// Makes a valid certificate for the loopback address.
    fn valid() -> Self {
        Self::new(&["127.0.0.1", "localhost"], |_| ())
    }
}

/// Reads the head of a request.
fn head(stream: &mut dyn Connection) -> String {
    let mut read = Vec::new();
    let mut byte = [0];
    while !read.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|count| count > 0) {
        read.push(byte[0]);
    }
    String::from_utf8_lossy(&read).into_owned()
}

fn send(stream: &mut dyn Connection, status: &str, fields: &str, content: &str) {
    let length = content.len();
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{fields}Connection: close\r\n\r\n{content}"
    );
}

const TYPES: &str = "tosca_definitions_version: tosca_2_0
imports: [ more/base.yaml ]
node_types: { Web: { derived_from: Base, properties: { port: { type: integer } } } }
";
const BASE: &str = "tosca_definitions_version: tosca_2_0\nnode_types: { Base: {} }\n";

/// Returns a project with a service whose only import is `url`.
fn project(url: &str) -> Project {
    let service = format!(
        "tosca_definitions_version: tosca_2_0\nimports: [ \"{url}\" ]\nservice_template:\n  node_templates:\n    \
         web: {{ type: Web, properties: {{ port: x }} }}\n"
    );
    Project::new(&[("service.yaml", &service)])
}

fn run_in(project: &Project, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    let mut command = project.command(arguments);
    command.envs(variables.iter().copied());
    cli::run(command, b"")
}

/// Checks the service of a project, with its own cache.
fn check(project: &Project, flags: &[&str]) -> Run {
    let arguments: Vec<&str> =
        ["check", "service.yaml", "--format", "concise"].into_iter().chain(flags.iter().copied()).collect();
    run_in(project, &arguments, &[("TOSCA_CACHE_DIR", "cache")])
}

const ALLOW: [&str; 2] = ["--allow-net", "--allow-private-net"];
const WRONG_PORT: &str = "service.yaml:5:43: error[T0601 wrong-value-type]";

/// Checks a service that imports `url`, and returns the reason why it cannot be fetched.
fn reason(url: &str, flags: &[&str]) -> String {
    reason_with(url, flags, &[])
}

/// As [`reason`], with variables of the environment.
fn reason_with(url: &str, flags: &[&str], variables: &[(&str, &str)]) -> String {
    let project = project(url);
    let arguments: Vec<&str> = ["check", "service.yaml", "--format", "json"]
        .into_iter()
        .chain(ALLOW)
        .chain(flags.iter().copied())
        .collect();
    let variables = [&[("TOSCA_CACHE_DIR", "cache")], variables].concat();
    let run = run_in(&project, &arguments, &variables);
    assert!(!project.path("tosca.lock").exists(), "nothing is locked");
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let found = report["diagnostics"].as_array().expect("a list");
    let failed =
        found.iter().find(|found| found["slug"] == "failed-fetch").unwrap_or_else(|| panic!("{}", run.out));
    assert!(!failed["message"].to_string().contains('@'), "{failed}");
    failed["primary"]["label"].as_str().expect("a label").to_owned()
}

#[test]
fn nothing_is_requested_unless_it_is_allowed() {
    let server = Server::with(&[("/types.yaml", TYPES), ("/more/base.yaml", BASE)]);
    let project = project(&server.url("/types.yaml"));
    assert!(check(&project, &[]).ended(0).out.contains("url-not-fetched"));
    assert!(check(&project, &["--offline"]).ended(1).out.contains("failed-fetch"));
    assert!(
        check(&project, &["--allow-net"]).ended(1).out.contains("failed-fetch"),
        "the address is not public"
    );
    assert_eq!(server.requests(), 0);
}

#[test]
fn what_was_fetched_is_locked_and_kept() {
    let server = Server::with(&[("/types.yaml", TYPES), ("/more/base.yaml", BASE)]);
    let url = server.url("/types.yaml");
    let project = project(&url);
    let run = check(&project, &ALLOW).ended(1);
    assert!(run.out.contains(WRONG_PORT), "{}", run.out);
    assert!(run.out.contains(&format!("{url}:2:12: warning[T0326 unencrypted-url]")), "{}", run.out);
    assert_eq!(server.requests(), 2);
    let lock = std::fs::read_to_string(project.path("tosca.lock")).expect("a lock file");
    assert_eq!(lock.matches("[[url]]").count(), 2, "{lock}");
    for flags in [&["--offline"][..], &["--offline", "--locked"], &ALLOW] {
        let again = check(&project, flags).ended(1);
        assert!(again.out.contains(WRONG_PORT), "{}", again.out);
    }
    assert_eq!(server.requests(), 2, "the copies are used");
    assert_eq!(std::fs::read_to_string(project.path("tosca.lock")).expect("a lock file"), lock);
}

#[test]
fn only_what_is_locked_is_fetched_if_that_is_asked_for() {
    let server = Server::with(&[("/types.yaml", BASE)]);
    let run =
        check(&project(&server.url("/types.yaml")), &["--allow-net", "--allow-private-net", "--locked"])
            .ended(1);
    assert!(run.out.contains("error[T0327 unlocked-url]"), "{}", run.out);
    assert_eq!(server.requests(), 0);
}

#[test]
fn other_content_than_the_locked_one_is_refused() {
    let first = Arc::new(AtomicUsize::new(0));
    let server = Server::new(move |_, stream| {
        let content = if first.fetch_add(1, Ordering::Relaxed) == 0 { BASE } else { TYPES };
        send(stream, "200 OK", "", content);
    });
    let project = project(&server.url("/base.yaml"));
    check(&project, &ALLOW).ended(1);
    std::fs::remove_dir_all(project.path("cache")).expect("a cache");
    let run = check(&project, &ALLOW).ended(1);
    assert!(run.out.contains("error[T0328 changed-content]"), "{}", run.out);
    assert!(!run.out.contains("unknown-type"), "what is not known is not missing: {}", run.out);
}

#[test]
fn a_passed_url_that_has_no_copy_says_what_to_do() {
    let project = Project::new(&[]);
    let server = Server::with(&[("/a.yaml", TYPES)]);
    let url = server.url("/none.yaml");
    let refused = run_in(&project, &["check", &url], &[]).ended(1);
    let not_fetched = format!("error[T0304 url-not-fetched]: `{url}` is not fetched");
    assert!(refused.out.contains(&not_fetched), "{}", refused.out);
    assert!(refused.out.contains("pass `--allow-net` to fetch it"), "{}", refused.out);
    let mut arguments = vec!["check", url.as_str()];
    arguments.extend(ALLOW);
    let failed = run_in(&project, &arguments, &[("TOSCA_CACHE_DIR", "cache")]).ended(1);
    assert!(failed.out.contains("error[T0325 failed-fetch]"), "{}", failed.out);
    assert!(!failed.out.contains("check the path"), "{}", failed.out);
}

#[test]
fn copies_in_the_project_need_no_network_and_must_not_change() {
    let server = Server::with(&[("/types.yaml", TYPES), ("/more/base.yaml", BASE)]);
    let project = project(&server.url("/types.yaml"));
    let vendor = |flags: &[&str]| {
        let arguments: Vec<&str> = ["vendor", "copies"].into_iter().chain(flags.iter().copied()).collect();
        run_in(&project, &arguments, &[("TOSCA_CACHE_DIR", "cache")])
    };
    let refused = vendor(&[]).ended(2);
    assert!(refused.err.contains("pass `--allow-net`"), "{}", refused.err);
    assert!(!project.path("copies").exists());
    let done = vendor(&ALLOW).ended(0);
    assert!(done.err.contains("2 files copied to `copies`"), "{}", done.err);
    std::fs::remove_dir_all(project.path("cache")).expect("a cache");
    let requests = server.requests();
    let run = check(&project, &[]).ended(1);
    assert!(run.out.contains(WRONG_PORT) && !run.out.contains("unencrypted-url"), "{}", run.out);
    vendor(&[]).ended(0);
    assert_eq!(server.requests(), requests);
    let copy = project.path("copies").join(server.address.replace(':', "_")).join("more/base.yaml");
    std::fs::write(&copy, format!("{BASE}# edited\n")).expect("a copy");
    let run = check(&project, &[]).ended(1);
    assert!(run.out.contains("error[T0328 changed-content]"), "{}", run.out);
}

#[test]
fn a_file_and_an_archive_are_checked_by_their_urls() {
    let server =
        Server::with(&[("/types.yaml", TYPES), ("/more/base.yaml", "tosca_definitions_version: tosca_9\n")]);
    let url = server.url("/types.yaml");
    let run = run_in(
        &Project::new(&[]),
        &["check", &url, "--allow-net", "--allow-private-net", "--format", "concise"],
        &[("TOSCA_CACHE_DIR", "cache")],
    );
    let other = server.url("/more/base.yaml");
    assert!(run.ended(1).out.contains(&format!("{other}:1:28: error[T0213 unknown-version]")));
}

#[test]
fn hostile_servers_are_given_up() {
    let slow = Server::new(|_, stream| {
        let _ = write!(stream, "HTTP/1.1 200 OK\r\n\r\n");
        while stream.write_all(b"#").is_ok() {
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let start = Instant::now();
    assert_eq!(
        reason(&slow.url("/a.yaml"), &["--fetch-timeout", "1"]),
        "the server needs more than 1 second"
    );
    assert!(start.elapsed() < Duration::from_secs(20));

    let endless = Server::new(|_, stream| {
        let _ = write!(stream, "HTTP/1.1 200 OK\r\n\r\n");
        while stream.write_all(&[b'#'; 4096]).is_ok() {}
    });
    let limit = ["--max-fetch-size", "100000"];
    assert_eq!(reason(&endless.url("/a.yaml"), &limit), "it is larger than the limit of 100000 bytes");

    let large = Server::new(|_, stream| {
        let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n");
    });
    assert_eq!(reason(&large.url("/a.yaml"), &limit), "it is larger than the limit of 100000 bytes");

    let cut = Server::new(|_, stream| {
        let _ = write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ntosca_definitions_version: tosca_2_0\n"
        );
    });
    reason(&cut.url("/a.yaml"), &[]);

    let endless_head = Server::new(|_, stream| {
        let _ = write!(stream, "HTTP/1.1 200 OK\r\n");
        while stream.write_all(b"Field: value value value\r\n").is_ok() {}
    });
    reason(&endless_head.url("/a.yaml"), &[]);

    let silent = Server::new(|_, _| {});
    reason(&silent.url("/a.yaml"), &[]);

    let other = Server::new(|_, stream| drop(stream.write_all(b"SSH-2.0-OpenSSH\r\n")));
    reason(&other.url("/a.yaml"), &[]);
}

#[test]
fn redirects_are_followed_within_limits() {
    let target = Server::with(&[("/real/types.yaml", BASE)]);
    let url = target.url("/real/types.yaml");
    let one = Server::new(move |_, stream| send(stream, "302 Found", &format!("Location: {url}\r\n"), ""));
    let run = check(&project(&one.url("/types.yaml")), &ALLOW).ended(1);
    assert!(run.out.contains("unknown-type") && !run.out.contains("failed-fetch"), "{}", run.out);

    let circle = Server::new(|_, stream| send(stream, "301 Moved", "Location: /again\r\n", ""));
    assert_eq!(reason(&circle.url("/a.yaml"), &[]), "the server redirects more than 10 times");
    assert_eq!(circle.requests(), 11);
    for location in ["file:///etc/passwd", "http://name:word@127.0.0.1/", "ftp://127.0.0.1/", "http://"] {
        let wrong = Server::new(move |_, stream| {
            send(stream, "302 Found", &format!("Location: {location}\r\n"), "");
        });
        assert_eq!(reason(&wrong.url("/a.yaml"), &[]), "the server redirects to a URL that is not fetched");
    }
    let nowhere = Server::new(|_, stream| send(stream, "302 Found", "", ""));
    assert_eq!(reason(&nowhere.url("/a.yaml"), &[]), "the server redirects to a URL that is not fetched");
}

#[test]
fn urls_with_credentials_are_refused() {
    let server = Server::with(&[("/a.yaml", BASE)]);
    let url = format!("http://name:word@{}/a.yaml", server.address);
    assert_eq!(reason(&url, &[]), "the URL contains a name or a password");
    assert_eq!(server.requests(), 0);
}

#[test]
fn credentials_are_never_sent_without_encryption() {
    let seen = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&seen);
    let server = Server::new(move |request, stream| {
        count.fetch_add(
            usize::from(request.to_ascii_lowercase().contains("authorization")),
            Ordering::Relaxed,
        );
        send(stream, "200 OK", "", BASE);
    });
    let project = project(&server.url("/a.yaml"));
    std::fs::write(project.path("netrc"), "machine 127.0.0.1 login name password word\n").expect("a file");
    let flags = ["check", "service.yaml", "--allow-net", "--allow-private-net"];
    let variables = [("TOSCA_CACHE_DIR", "cache"), ("NETRC", "netrc"), ("TOSCA_TOKEN_127_0_0_1", "word")];
    run_in(&project, &flags, &variables).ended(1);
    assert_eq!((server.requests(), seen.load(Ordering::Relaxed)), (1, 0));
}

/// Writes a file with certificates, and returns its path with its directory.
fn certificates(identities: &[&Identity]) -> (Project, String) {
    let text: String = identities.iter().map(|identity| &*identity.certificate).collect();
    let project = Project::new(&[("roots.pem", &text)]);
    let path = project.path("roots.pem").to_str().expect("a path").to_owned();
    (project, path)
}

fn base_answer(_: &str, stream: &mut dyn Connection) {
    send(stream, "200 OK", "", BASE);
}

#[test]
fn certificates_are_compared_with_those_that_are_trusted() {
    let valid = Identity::valid();
    let other_host = Identity::new(&["example.com"], |_| ());
    let expired = Identity::new(&["127.0.0.1"], |params| {
        params.not_before = rcgen::date_time_ymd(2001, 1, 1);
        params.not_after = rcgen::date_time_ymd(2002, 1, 1);
    });
    let (_directory, roots) = certificates(&[&valid, &other_host, &expired]);
    let trusting = [("SSL_CERT_FILE", &*roots)];
    let failure = |identity: &Identity, variables: &[(&str, &str)]| {
        let server = Server::encrypted(identity, base_answer);
        let reason = reason_with(&format!("https://{}/a.yaml", server.address), &[], variables);
        assert_eq!(server.requests(), 0);
        reason.strip_prefix("the certificate of the server is not valid: ").map(str::to_owned).ok_or(reason)
    };
    assert_eq!(failure(&valid, &[]), Ok("its signer is not trusted".to_owned()));
    let of_other_host = failure(&other_host, &trusting).expect("a certificate that is not valid");
    assert!(of_other_host.contains("example.com"), "{of_other_host}");
    let of_expired = failure(&expired, &trusting).expect("a certificate that is not valid");
    assert!(of_expired.contains("expired"), "{of_expired}");

    let server = Server::encrypted(&valid, base_answer);
    let project = project(&format!("https://{}/a.yaml", server.address));
    let arguments = ["check", "service.yaml", "--allow-net", "--allow-private-net", "--format", "concise"];
    let run = run_in(&project, &arguments, &[("TOSCA_CACHE_DIR", "cache"), trusting[0]]).ended(1);
    assert!(run.out.contains("unknown-type") && !run.out.contains("T032"), "{}", run.out);
    assert_eq!(server.requests(), 1);
}

#[test]
fn encryption_is_not_given_up_by_a_redirect() {
    let valid = Identity::valid();
    let (_directory, roots) = certificates(&[&valid]);
    let plain = Server::with(&[("/a.yaml", BASE)]);
    let target = plain.url("/a.yaml");
    let server = Server::encrypted(&valid, move |_, stream| {
        send(stream, "302 Found", &format!("Location: {target}\r\n"), "");
    });
    let url = format!("https://{}/a.yaml", server.address);
    let reason = reason_with(&url, &[], &[("SSL_CERT_FILE", &roots)]);
    assert_eq!(reason, "the server redirects to a URL without encryption");
    assert_eq!((server.requests(), plain.requests()), (1, 0));
}

#[test]
fn credentials_are_sent_to_their_host_only() {
    let valid = Identity::valid();
    let (directory, roots) = certificates(&[&valid]);
    let netrc = "machine localhost login name password word\ndefault login other password other\n";
    std::fs::write(directory.path("netrc"), netrc).expect("a file");
    let netrc = directory.path("netrc");
    let variables = [
        ("SSL_CERT_FILE", &*roots),
        ("NETRC", netrc.to_str().expect("a path")),
        ("TOSCA_CACHE_DIR", "cache"),
    ];
    // The values of `Authorization`, as the two servers saw them.
    let seen: [Arc<Mutex<Vec<String>>>; 2] = Default::default();
    let keep = |index: usize| {
        let seen: Arc<Mutex<Vec<String>>> = Arc::clone(&seen[index]);
        move |request: &str| {
            let lines = request.lines().filter_map(|line| line.split_once(": "));
            let value =
                lines.filter(|(name, _)| name.eq_ignore_ascii_case("authorization")).map(|(_, value)| value);
            seen.lock().expect("a list").push(value.collect());
        }
    };
    let keep_last = keep(1);
    let last = Server::encrypted(&valid, move |request, stream| {
        keep_last(request);
        base_answer(request, stream);
    });
    let keep_first = keep(0);
    let target = format!("https://{}/a.yaml", last.address);
    let first = Server::encrypted(&valid, move |request, stream| {
        keep_first(request);
        send(stream, "302 Found", &format!("Location: {target}\r\n"), "");
    });
    let port = first.address.rsplit(':').next().expect("a port");
    let url = format!("https://localhost:{port}/a.yaml");
    let arguments = ["check", "service.yaml", "--allow-net", "--allow-private-net", "--verbose"];
    for (variable, sent) in
        [(None, "Basic bmFtZTp3b3Jk"), (Some(("TOSCA_TOKEN_localhost", "word")), "Bearer word")]
    {
        let variables: Vec<(&str, &str)> = variables.into_iter().chain(variable).collect();
        let run = run_in(&project(&url), &arguments, &variables).ended(1);
        assert!(run.out.contains("unknown-type") && !run.out.contains("failed-fetch"), "{}", run.out);
        assert!(![&run.out, &run.err].iter().any(|text| text.contains("word") || text.contains("bmFt")));
        let values = seen.each_ref().map(|seen| std::mem::take(&mut *seen.lock().expect("a list")));
        assert_eq!(values, [vec![sent.to_owned()], vec![String::new()]]);
    }
}

#[test]
fn a_damaged_lock_file_stops_requests() {
    let server = Server::with(&[("/a.yaml", BASE)]);
    let project = project(&server.url("/a.yaml"));
    std::fs::write(project.path("tosca.lock"), "<<<<<<< HEAD\nversion = 1\n").expect("a file");
    let run = check(&project, &ALLOW);
    assert!(run.out.contains("tosca.lock:1:9: error[T0329 invalid-lock]"), "{} {}", run.out, run.err);
    assert_eq!(server.requests(), 0);
}

#[test]
fn addresses_that_are_not_public_get_no_requests() {
    let addresses = [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "255.255.255.255",
        "[::1]",
        "[::]",
        "[fe80::1]",
        "[fd00::1]",
        "[ff02::1]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::a00:1]",
        "[2002:a00:1::]",
        "[2001:db8::1]",
        "2130706433",
        "0x7f.1",
        "localhost",
    ];
    for address in addresses {
        let run = run_in(
            &project(&format!("http://{address}:1/a.yaml")),
            &["check", "service.yaml", "--allow-net"],
            &[("TOSCA_CACHE_DIR", "cache")],
        );
        let text = run.ended(1).out;
        assert!(text.contains("has an address that is not public"), "{address}: {text}");
        assert!(text.contains("--allow-private-net"), "{address}: {text}");
    }
}
