/// The file descriptors of the process.
package enum OpenFiles {
    /// The maximum number of open descriptors, or nil if the system does not report it.
    package static var limit: Int? {
        var limit = rlimit()
        #if canImport(Glibc)
            let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #else
            let result = getrlimit(RLIMIT_NOFILE, &limit)
        #endif
        return result == 0 ? Int(clamping: limit.rlim_cur) : nil
    }

    #if os(Linux) && !UNDERSTUDY_PORTABLE
        private static let folder = "/proc/self/fd"
    #else
        private static let folder = "/dev/fd"
    #endif

    /// The number of open descriptors, without the one that this property opens, or nil if the system does not report it.
    package static var count: Int? { fileNames(in: folder).map { max($0.count - 1, 0) } }
}

/// Returns the names in a folder in any order, without `.` and `..`, or nil if the folder cannot be read. Leaves out names that are
/// not UTF-8.
package func fileNames(in folder: String) -> [String]? {
    guard let folder = opendir(folder) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                String(validatingCString: $0)
            }
        }
        if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
}

/// The limit on the size of files (`ulimit -f`), which the parent process may set.
package enum FileSizeLimit {
    /// Makes a write beyond the limit fail with `EFBIG`, as a write to a full disk fails with `ENOSPC`, for the whole process from
    /// now on. Without a handler, the signal SIGXFSZ would end the process (setrlimit(2)). Child processes are not affected, and an
    /// existing handler stays installed.
    package static func makeWritesFail() {
        if let before = signal(SIGXFSZ, { _ in }) { signal(SIGXFSZ, before) }
    }
}

/// Writes all bytes to a blocking descriptor, in as many calls as necessary. Returns false, with `errno` set, if not all bytes
/// could be written.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
