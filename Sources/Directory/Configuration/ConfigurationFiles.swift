private import Platform

/// The access to files: the system's files, or the table of a test.
package struct ConfigurationFiles: Sendable {
    /// Reads a file of at most `limit` bytes.
    package var read: @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], FileFailure>
    /// Lists the names in a folder in any order, or returns nil if the folder cannot be listed.
    package var list: @Sendable (_ folder: String) -> [String]?
    /// The reason why no file can be read, or nil if files can be read.
    package let rejection: FileFailure?

    package init(
        read: @escaping @Sendable (String, Int) -> Result<[UInt8], FileFailure>,
        list: @escaping @Sendable (String) -> [String]?, rejection: FileFailure? = nil
    ) {
        self.read = read
        self.list = list
        self.rejection = rejection
    }

    private init(rejection: FileFailure) {
        self.init(read: { _, _ in .failure(rejection) }, list: { _ in nil }, rejection: rejection)
    }

    /// The access to no files, for a configuration from the network.
    package static let none = ConfigurationFiles(
        rejection: FileFailure(
            reason: "a configuration sent over the network cannot refer to files; send the content instead"))

    package static let system = ConfigurationFiles(
        read: { SystemFile.read($0, limit: $1) },
        list: { fileNames(in: $0) })
}

/// The reason why a file cannot be read, in the system's words.
package struct FileFailure: Error, Sendable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}

private enum SystemFile {
    static func read(_ path: String, limit: Int) -> Result<[UInt8], FileFailure> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(failure()) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0 { bytes.reserveCapacity(min(max(Int(status.st_size), 0), limit)) }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Platform.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .failure(failure()) }
            if count == 0 { return .success(bytes) }
            bytes.append(contentsOf: chunk.prefix(count))
            guard bytes.count <= limit else {
                return .failure(FileFailure(reason: "the file is larger than \(limit) bytes"))
            }
        }
    }

    private static func failure() -> FileFailure {
        FileFailure(reason: strerror(errno).map { String(cString: $0) } ?? "unknown error")
    }
}
