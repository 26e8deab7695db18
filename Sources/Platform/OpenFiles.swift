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
    package static var count: Int? {
        guard let folder = opendir(folder) else { return nil }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
        }
        return max(count - 1, 0)
    }
}
