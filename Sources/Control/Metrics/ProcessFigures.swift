import Glibc
package import Wire

/// The figures of the process under the names that Prometheus' own client libraries use.
package enum ProcessFigures {
    package static func write(to text: inout PrometheusText, startedAt start: Timestamp) {
        text.single(
            "process_start_time_seconds", .gauge, "When the server was started, in seconds since 1970.",
            Int(start.seconds))
        text.family("process_cpu_seconds_total", .counter, "Time on a processor, in user and system mode.")
        text.sample(nanoseconds: processorTime)
        if let (virtual, resident) = memory {
            text.single("process_virtual_memory_bytes", .gauge, "Size of the address space.", virtual)
            text.single("process_resident_memory_bytes", .gauge, "Memory in use.", resident)
        }
        if let open = openDescriptors { text.single("process_open_fds", .gauge, "Open file descriptors.", open) }
        if let maximum = maximumDescriptors {
            text.single("process_max_fds", .gauge, "File descriptors that may be open.", maximum)
        }
    }

    /// Nanoseconds.
    private static var processorTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(max(time.tv_sec, 0)) &* 1_000_000_000 &+ UInt64(max(time.tv_nsec, 0))
    }

    /// Bytes; proc(5), `statm`.
    private static var memory: (virtual: Int, resident: Int)? {
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let pages = buffer.prefix(count).split(separator: ASCII.space).prefix(2).compactMap { ASCII.decimal($0) }
        guard pages.count == 2 else { return nil }
        let size = sysconf(Int32(_SC_PAGESIZE))
        return (pages[0] &* size, pages[1] &* size)
    }

    /// The one that reads them left out.
    private static var openDescriptors: Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
        }
        return max(count - 1, 0)
    }

    private static var maximumDescriptors: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return Int(clamping: limit.rlim_cur)
    }
}
