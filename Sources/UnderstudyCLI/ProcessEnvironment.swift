#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    import Foundation
#endif

import Platform
import Understudy

/// The environment of the process.
enum ProcessEnvironment {
    /// Returns the variables that set options. Throws `.usage` for a variable that is not text.
    static func settings() throws(StartFailure) -> [String: String] {
        try ProcessText.settings(ProcessStart.environment)
    }

    static func fileExists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
