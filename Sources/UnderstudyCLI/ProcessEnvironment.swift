#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have it whole, and as a part of themselves.
    import Foundation
#endif

/// What the process finds around it.
enum ProcessEnvironment {
    static var all: [String: String] { ProcessInfo.processInfo.environment }

    static func fileExists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
