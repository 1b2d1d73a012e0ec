//! The `tosca` command.

use std::process::ExitCode;

#[cfg(all(
    feature = "jemalloc",
    any(target_os = "linux", target_os = "macos"),
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    tosca::internals::cli::main()
}
