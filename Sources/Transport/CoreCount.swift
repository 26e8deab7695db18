import CLinux

/// The machine's processors.
package enum CoreCount {
    /// Cores that this process may run on, at least 1.
    package static var available: Int { Int(clinux_core_count()) }
}
