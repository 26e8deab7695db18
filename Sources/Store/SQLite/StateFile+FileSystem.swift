import Formats
import Platform

/// The operations on the file and its folder in the file system.
extension StateFile {
    static func make(_ folder: String, _ path: String) throws(StateFileProblem) {
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw StateFileProblem(folder, "cannot be created: \(systemReason(errno))")
        }
        // An existing file is never opened here: closing any descriptor of the file would release SQLite's lock.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Platform.close(descriptor)
        } else if errno != EEXIST {
            throw StateFileProblem(path, "cannot be created: \(systemReason(errno))")
        }
        for path in [path] + logs(of: path) { try checkKind(path) }
        try checkSize(path)
    }

    /// Rejects anything but a regular file. Opening a pipe without a writer would block forever.
    private static func checkKind(_ path: String) throws(StateFileProblem) {
        var file = stat()
        guard stat(path, &file) == 0, file.st_mode & S_IFMT != S_IFREG else { return }
        throw StateFileProblem(path, "is not a regular file, and was not changed")
    }

    /// Rejects a truncated file. SQLite treats a file shorter than the database header (sqlite.org/fileformat2.html §1.2) as
    /// new.
    private static func checkSize(_ path: String) throws(StateFileProblem) {
        var file = stat()
        guard stat(path, &file) == 0, (1..<smallestPage).contains(file.st_size) else { return }
        throw StateFileProblem(path, explanation(.damage("the file ends after \(file.st_size) bytes"), path))
    }

    private static let smallestPage = 512

    /// Returns the absolute path of an existing file, with symbolic links resolved.
    static func resolvedPath(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The identity of a file: its device and its inode number.
    struct Identity: Sendable, Equatable {
        let device: UInt64
        let number: UInt64
    }

    /// Returns the identity of the file at a path, or nil if there is none.
    static func identity(_ path: String) -> Identity? {
        var file = stat()
        guard stat(path, &file) == 0 else { return nil }
        return Identity(
            device: UInt64(truncatingIfNeeded: file.st_dev), number: UInt64(truncatingIfNeeded: file.st_ino))
    }

    /// Returns how the file can be opened. A file that cannot be written is opened read-only, but only if the last process
    /// closed it: otherwise the log contains changes that must be written to the file first.
    static func access(_ path: String) throws(StateFileProblem) -> Database.Access {
        guard let obstacle = obstacle(path) else { return .readWrite }
        for log in logs(of: path) {
            var file = stat()
            guard stat(log, &file) != 0 || file.st_size == 0 else {
                throw StateFileProblem(
                    path,
                    "was not closed by the last process, and cannot be recovered: \(systemReason(obstacle))")
            }
        }
        return .immutable
    }

    /// Returns the error number if the file cannot be written or no log can be created next to it; otherwise nil.
    static func obstacle(_ path: String) -> Int32? {
        if Platform.access(path, W_OK) != 0 { return errno }
        let folder = path.splitAtLast("/").map { "\($0.before)/" } ?? "."
        return Platform.access(folder, W_OK | X_OK) != 0 ? errno : nil
    }

    /// Returns the files in which SQLite keeps changes that are not in the database file yet (sqlite.org/tempfiles.html).
    private static func logs(of path: String) -> [String] { ["\(path)-wal", "\(path)-journal"] }
}
