/// Names a registration, not a descriptor: the number of a closed descriptor is soon used again, a token never is, so an
/// event that was already under way for the old one is recognised.
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

/// What a descriptor is waited on for, or has become.
struct Readiness: OptionSet, Sendable {
    let rawValue: UInt32

    static let read = Readiness(rawValue: 1)
    static let write = Readiness(rawValue: 2)
    /// Hang-up or error; only reported.
    static let failed = Readiness(rawValue: 4)
}

struct PollEvent: Equatable, Sendable {
    let token: Token
    let readiness: Readiness
}
