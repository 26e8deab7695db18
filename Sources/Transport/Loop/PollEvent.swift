/// Identifies a registration rather than a descriptor. The system reuses the number of a closed descriptor soon, but a token is
/// never reused, so a pending event of the old registration is recognized.
struct Token: Hashable, Sendable {
    let rawValue: UInt64

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    init(index: Int, generation: UInt32) {
        rawValue = UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
    }

    var index: Int { Int(rawValue & 0xFFFF_FFFF) }
    var generation: UInt32 { UInt32(rawValue >> 32) }
}

/// The events that a descriptor is watched for, or that have occurred.
struct Readiness: OptionSet, Sendable {
    let rawValue: UInt32

    static let read = Readiness(rawValue: 1)
    static let write = Readiness(rawValue: 2)
    /// A hang-up or error, which can be reported but not watched for.
    static let failed = Readiness(rawValue: 4)
}

struct PollEvent: Equatable, Sendable {
    let token: Token
    let readiness: Readiness
}
