import CPosix

/// The processors of the machine.
package enum CoreCount {
    /// The number of cores that this process may use, at least 1.
    package static var available: Int { Int(cposix_core_count()) }
}
