#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have it whole, and as a part of themselves.
    import Foundation
#endif

import Platform
import Understudy

/// What the process finds around it.
enum ProcessEnvironment {
    /// The variables that set options. Throws `.usage` for one that is not text.
    static func settings() throws(StartFailure) -> [String: String] {
        try ProcessText.settings(ProcessStart.environment)
    }

    static func fileExists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
