import Formats
import Platform

/// The folder of key files in a data directory. Each file is written once and as a whole, is readable only by its owner, and is
/// never replaced.
struct KeyFolder: Sendable {
    private static let maximumFileSize = 1 << 20

    private let path: String

    /// Opens `<directory>/keys`. Creates both directories if they are missing, but not the parent of `directory`.
    init(_ directory: String) throws(CryptoFailure) {
        path = "\(directory)/keys"
        for folder in [directory, path] where mkdir(folder, 0o700) != 0 && errno != EEXIST {
            throw CryptoFailure("\(folder): cannot be created: \(KeyFolder.systemReason())")
        }
    }

    /// Returns the bytes of the file, or nil if the file does not exist.
    func read(_ name: String) throws(CryptoFailure) -> [UInt8]? {
        // Without O_NONBLOCK, opening a pipe without a writer would block forever.
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw failure(name, "cannot be opened: \(KeyFolder.systemReason())") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Platform.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(name, "cannot be read: \(KeyFolder.systemReason())") }
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= KeyFolder.maximumFileSize else { throw failure(name, "is too large for a key file") }
        }
    }

    /// Creates a file so that it appears whole, even after a power failure. Returns false and changes nothing if the file exists.
    ///
    /// The file is first written under a random name, because the servers in two containers on one volume can have the same process
    /// ID. If a server is killed here, the temporary file remains, readable only by its owner.
    func create(_ name: String, _ bytes: [UInt8]) throws(CryptoFailure) -> Bool {
        let temporary = "\(path)/.\(name).\(SystemRandom().guid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(name, "cannot be written: \(KeyFolder.systemReason())") }
        defer { unlink(temporary) }
        let written = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
        let reason = KeyFolder.systemReason()
        close(descriptor)
        guard written else { throw failure(name, "cannot be written: \(reason)") }
        // A hard link, unlike a rename, never replaces a file that another process has created in the meantime.
        if link(temporary, "\(path)/\(name)") != 0 {
            if errno == EEXIST { return false }
            // Some file systems have no hard links.
            guard rename(temporary, "\(path)/\(name)") == 0 else {
                throw failure(name, "cannot be written: \(KeyFolder.systemReason())")
            }
        }
        KeyFolder.synchronize(path)
        return true
    }

    /// Returns an error that names the file.
    func failure(_ name: String, _ reason: String) -> CryptoFailure {
        CryptoFailure("\(path)/\(name): \(reason)")
    }

    /// Writes the directory entry to the disk.
    private static func synchronize(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func systemReason() -> String {
        String(cString: strerror(errno))
    }
}
