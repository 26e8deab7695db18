import FoundationEssentials

/// A file that is there while a test needs it.
enum TemporaryFile {
    static func with<Value>(_ text: String, _ body: (_ path: String) throws -> Value) throws -> Value {
        let url = FileManager.default.temporaryDirectory.appending(path: "understudy-test-\(UUID().uuidString)")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path())
    }
}
