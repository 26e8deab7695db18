package import Formats
import Platform

/// The metrics of the process, under the names that Prometheus client libraries use.
package enum ProcessFigures {
    package static func write(to text: inout PrometheusText, startedAt start: Timestamp) {
        text.single(
            "process_start_time_seconds", .gauge, "Start time of the server, in seconds since 1970.",
            Int(start.seconds))
        text.family("process_cpu_seconds_total", .counter, "Processor time in user and system mode, in seconds.")
        text.sample(nanoseconds: processorTime)
        if let (virtual, resident) = ProcessMemory.bytes {
            text.single("process_virtual_memory_bytes", .gauge, "Size of the address space, in bytes.", virtual)
            text.single("process_resident_memory_bytes", .gauge, "Resident memory, in bytes.", resident)
        }
        if let open = OpenFiles.count {
            text.single("process_open_fds", .gauge, "Number of open file descriptors.", open)
        }
        if let maximum = OpenFiles.limit {
            text.single("process_max_fds", .gauge, "Maximum number of open file descriptors.", maximum)
        }
    }

    /// The processor time of the process, in nanoseconds.
    private static var processorTime: UInt64 {
        let time = SystemTime(CLOCK_PROCESS_CPUTIME_ID)
        return UInt64(max(time.seconds, 0)) &* 1_000_000_000 &+ UInt64(max(time.nanoseconds, 0))
    }
}
