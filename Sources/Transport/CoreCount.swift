import CPosix

/// The machine's processors.
package enum CoreCount {
    /// Cores that this process may run on, at least 1.
    package static var available: Int { Int(cposix_core_count()) }
}
