internal import CProcess

/// The arguments and the environment of the process, byte for byte.
///
/// Swift's `CommandLine.arguments` reads `/proc/self/cmdline` and is empty if `/proc` is unreadable. Foundation's environment drops
/// a variable whose value begins with a combining mark.
package enum ProcessStart {
    /// The arguments, without the name of the program.
    package static var arguments: [[UInt8]] { Array(strings(cprocess_arguments()).dropFirst()) }

    /// The environment, one `NAME=VALUE` per element.
    package static var environment: [[UInt8]] { strings(cprocess_environment()) }

    /// Returns the bytes of each string in a nil-terminated list of C strings.
    private static func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        while let string = list?[strings.count] {
            strings.append(Array(UnsafeRawBufferPointer(start: string, count: strlen(string))))
        }
        return strings
    }
}

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
