import Platform
import Testing

/// A new empty directory that is removed with its contents.
final class TemporaryDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/understudy-keys-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
        for name in names("keys") { unlink("\(path)/keys/\(name)") }
        rmdir("\(path)/keys")
        rmdir(path)
    }

    func names(_ folder: String) -> [String] {
        guard let stream = opendir("\(path)/\(folder)") else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func read(_ name: String) -> [UInt8] {
        guard let file = fopen("\(path)/\(name)", "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
        }
    }

    func write(_ name: String, _ bytes: [UInt8]) {
        guard let file = fopen("\(path)/\(name)", "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}

extension TemporaryDirectory {
    /// Writes a key file and makes its folder.
    func prepare(_ name: String, _ bytes: [UInt8]) {
        mkdir("\(path)/keys", 0o700)
        write("keys/\(name)", bytes)
    }
}
