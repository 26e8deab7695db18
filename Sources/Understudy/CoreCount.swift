import Glibc

enum CoreCount {
    /// Cores that this process may use, at least 1.
    static var online: Int {
        var set = cpu_set_t()
        guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else { return 1 }
        let count = withUnsafeBytes(of: &set) { bytes in bytes.reduce(0) { $0 + $1.nonzeroBitCount } }
        return max(count, 1)
    }
}
