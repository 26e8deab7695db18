/// The limit on the size of files that whoever starts the process may set, `ulimit -f`.
package enum FileSizeLimit {
    /// Has a write beyond it fail with `EFBIG`, as one on a full disk fails with `ENOSPC`, from here on and in the whole process;
    /// the signal that comes with it, SIGXFSZ, would end the process (setrlimit(2)). Programs that the process starts have their
    /// own way, and a handler that is there already stays.
    package static func failsWrites() {
        if let before = signal(SIGXFSZ, { _ in }) { signal(SIGXFSZ, before) }
    }
}
