/// The memory of the process.
package enum ProcessMemory {
    /// The size of the address space and its resident part, in bytes, or nil if the system has no `/proc/self/statm` (proc(5)).
    package static var bytes: (virtual: Int, resident: Int)? {
        #if os(Linux) && !UNDERSTUDY_PORTABLE
            let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0, let text = String(validating: buffer.prefix(count), as: UTF8.self) else { return nil }
            let pages = text.utf8.split(separator: UInt8(ascii: " ")).prefix(2).compactMap { Int(Substring($0)) }
            guard pages.count == 2 else { return nil }
            let size = sysconf(Int32(_SC_PAGESIZE))
            return (pages[0] &* size, pages[1] &* size)
        #else
            return nil
        #endif
    }
}
