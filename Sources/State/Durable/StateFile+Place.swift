import Wire
import Platform

/// The file and its folder, as the system has them.
extension StateFile {
    static func make(_ folder: String, _ path: String) throws(StateFileProblem) {
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw StateFileProblem(folder, "cannot be created: \(systemReason(errno))")
        }
        // Never opened by us where it is there: to close any descriptor of a file gives up SQLite's lock on it.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Platform.close(descriptor)
        } else if errno != EEXIST {
            throw StateFileProblem(path, "cannot be created: \(systemReason(errno))")
        }
        for path in [path] + logs(of: path) { try checkKind(path) }
        try checkSize(path)
    }

    /// To open a pipe that nobody writes to would wait for ever.
    private static func checkKind(_ path: String) throws(StateFileProblem) {
        var file = stat()
        guard stat(path, &file) == 0, file.st_mode & S_IFMT != S_IFREG else { return }
        throw StateFileProblem(path, "is not a regular file, and was not changed")
    }

    /// SQLite takes what is shorter than the head of a database (sqlite.org/fileformat2.html §1.2) for a new one.
    private static func checkSize(_ path: String) throws(StateFileProblem) {
        var file = stat()
        guard stat(path, &file) == 0, (1..<smallestPage).contains(file.st_size) else { return }
        throw StateFileProblem(path, explanation(.damage("the file ends after \(file.st_size) bytes"), path))
    }

    private static let smallestPage = 512

    /// The whole path of a file that is there, without links.
    static func place(of path: String) -> String {
        guard let place = realpath(path, nil) else { return path }
        defer { free(place) }
        return String(cString: place)
    }

    /// Tells a file from every other one there is.
    struct Identity: Sendable, Equatable {
        let device: UInt64
        let number: UInt64
    }

    /// Of the file at a path; nil where there is none.
    static func identity(_ path: String) -> Identity? {
        var file = stat()
        guard stat(path, &file) == 0 else { return nil }
        return Identity(
            device: UInt64(truncatingIfNeeded: file.st_dev), number: UInt64(truncatingIfNeeded: file.st_ino))
    }

    /// A file that cannot be written is read as it is, where its last process closed it: what is still in the log would need
    /// to be written first.
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

    /// Why the file cannot be written, or no log made beside it; nil where both can be.
    static func obstacle(_ path: String) -> Int32? {
        if Platform.access(path, W_OK) != 0 { return errno }
        let folder = path.cutAtLast("/").map { "\($0.before)/" } ?? "."
        return Platform.access(folder, W_OK | X_OK) != 0 ? errno : nil
    }

    /// Where SQLite writes what is not in the file yet (sqlite.org/tempfiles.html).
    private static func logs(of path: String) -> [String] { ["\(path)-wal", "\(path)-journal"] }
}
