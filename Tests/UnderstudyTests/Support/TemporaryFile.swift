import FoundationEssentials

/// Creates files that exist only during a test.
enum TemporaryFile {
    static func with<Value>(_ text: String, _ body: (_ path: String) throws -> Value) throws -> Value {
        let url = FileManager.default.temporaryDirectory.appending(path: "understudy-test-\(UUID().uuidString)")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path())
    }

    /// Returns a folder that is not removed, for files that a server writes.
    static func folder(_ name: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: name).path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    static func text(at path: String) throws -> String {
        guard let content = FileManager.default.contents(atPath: path) else { throw Missing(path: path) }
        return String(decoding: content, as: UTF8.self)
    }

    struct Missing: Error {
        let path: String
    }
}
