import FoundationEssentials

/// What the process finds around it.
enum ProcessEnvironment {
    static var all: [String: String] { ProcessInfo.processInfo.environment }

    static func fileExists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
