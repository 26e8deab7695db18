private import Platform

extension Span<UInt8> {
    /// Whether the span begins with these bytes.
    package func begins(with bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= count else { return false }
        return withUnsafeBytes { own in
            bytes.withUnsafeBytes { other in
                guard let one = own.baseAddress, let two = other.baseAddress else { return true }
                // Allowed (memory-comparison): not for secrets, which ConstantTime compares.
                return memcmp(one, two, other.count) == 0
            }
        }
    }
}
