//! The credentials of the user for hosts: from the environment and from the file `.netrc`.

use std::path::PathBuf;

use data_encoding::BASE64;
use netrc::Netrc;

/// The start of the names of environment variables with tokens.
const TOKEN: &str = "TOSCA_TOKEN_";

/// Returns the value of the header `Authorization` for a host, if the user has credentials for it.
pub(super) fn authorization(host: &str) -> Option<String> {
    let token = std::env::var(variable(host)).ok().filter(|token| !token.is_empty());
    token.map(|token| format!("Bearer {token}")).or_else(|| {
        let known = Netrc::from_file(&credentials_file()?).ok()?;
        // What is under `default` is for hosts that the user did not think of.
        let login = known.hosts.get(host)?;
        Some(format!("Basic {}", BASE64.encode(format!("{}:{}", login.login, login.password).as_bytes())))
    })
}

/// Returns the name of the variable for the token of a host: `TOSCA_TOKEN_git_example_com` for `git.example.com`; a
/// hyphen becomes two underscores.
fn variable(host: &str) -> String {
    let name: String = host
        .chars()
        .map(|c| match c {
            '-' => "__".to_owned(),
            c if c.is_ascii_alphanumeric() => c.to_string(),
            _ => "_".to_owned(),
        })
        .collect();
    format!("{TOKEN}{name}")
}

fn credentials_file() -> Option<PathBuf> {
    let given = std::env::var_os("NETRC").filter(|path| !path.is_empty());
    given.map(PathBuf::from).or_else(|| {
        let home = std::env::home_dir()?;
        let names = [".netrc", "_netrc"];
        names.iter().map(|name| home.join(name)).find(|path| path.is_file())
    })
}
