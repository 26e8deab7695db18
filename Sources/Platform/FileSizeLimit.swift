/// The limit on the size of files (`ulimit -f`), which the parent process may set.
package enum FileSizeLimit {
    /// Makes a write beyond the limit fail with `EFBIG`, as a write to a full disk fails with `ENOSPC`, for the whole process from
    /// now on. Without a handler, the signal SIGXFSZ would end the process (setrlimit(2)). Child processes are not affected, and an
    /// existing handler stays installed.
    package static func failsWrites() {
        if let before = signal(SIGXFSZ, { _ in }) { signal(SIGXFSZ, before) }
    }
}
