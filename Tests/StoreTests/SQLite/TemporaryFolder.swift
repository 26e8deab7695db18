import FoundationEssentials
import Store

/// A folder that is removed with its last owner.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-state-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var file: String { "\(path)/state.sqlite" }
}
