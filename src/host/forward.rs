//! Methods of a host that are those of the host it is based on.

/// Writes the named methods of [`Host`](super::Host) so that each calls that of the field `base`.
macro_rules! forward_to_base {
    ($($method:ident)*) => { $(forward_to_base!(@$method);)* };
    (@list) => {
        fn list(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
            self.base.list(directory)
        }
    };
    (@list_whole) => {
        fn list_whole(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
            self.base.list_whole(directory)
        }
    };
    (@identity) => {
        fn identity(&self, path: &Utf8Path) -> Utf8PathBuf {
            self.base.identity(path)
        }
    };
    (@is_escaped) => {
        fn is_escaped(&self, path: &Utf8Path) -> bool {
            self.base.is_escaped(path)
        }
    };
    (@working_directory) => {
        fn working_directory(&self) -> Utf8PathBuf {
            self.base.working_directory()
        }
    };
    (@absolute) => {
        fn absolute(&self, path: &Utf8Path) -> Utf8PathBuf {
            self.base.absolute(path)
        }
    };
    (@is_executable) => {
        fn is_executable(&self, path: &Utf8Path) -> bool {
            self.base.is_executable(path)
        }
    };
    (@ignores_case) => {
        fn ignores_case(&self) -> bool {
            self.base.ignores_case()
        }
    };
    (@is_windows) => {
        fn is_windows(&self) -> bool {
            self.base.is_windows()
        }
    };
    (@changes) => {
        fn changes(&self, since: Option<&str>) -> Result<$crate::host::Changes, $crate::host::ChangesError> {
            self.base.changes(since)
        }
    };
    (@write) => {
        fn write(&self, path: &Utf8Path, content: &[u8]) -> Result<(), $crate::host::WriteError> {
            self.base.write(path, content)
        }
    };
}

pub(super) use forward_to_base;
