import Crypto
package import Directory
import Entra
import Formats
import Platform

/// The file of `--ready-file`, which reports to other programs that the server accepts connections. The file has one line of JSON
/// and is created in one step, or the line goes to standard output. The file of an earlier start is removed before the server
/// listens, and the file is removed when the server stops. While the file exists, the server with its process ID accepts
/// connections.
package struct ReadyFile: Sendable {
    /// The path that means standard output.
    package static let standardOutput = "-"

    private let path: String

    /// Removes the file of an earlier start. Returns nil without the option. Throws `.system` if the path names something other
    /// than a file.
    package init?(_ options: ServerOptions) throws(StartFailure) {
        guard let path = options.readyFile else { return nil }
        self.path = path
        guard !isStandardOutput else { return }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else { throw failure("is not a regular file") }
        guard unlink(path) == 0 else { throw failure("cannot be replaced: \(String(cString: strerror(errno)))") }
    }

    /// Whether the line goes to standard output, which then has no other content.
    package var isStandardOutput: Bool { path.isExactly(ReadyFile.standardOutput) }

    /// Returns the line for a server, with its line feed.
    package static func line(_ server: UnderstudyServer, _ options: ServerOptions) -> [UInt8] {
        let origins = server.server.origins
        let ports = { (scheme: String) in
            origins.filter { $0.scheme.isExactly(scheme) }.map { origin in
                JSONValue.integer(Int64(origin.port ?? (origin.isSecure ? 443 : 80)))
            }
        }
        return JSONWriter.object { json in
            json.field("pid", Int(getpid()))
            json.field("version", Version.text)
            json.field("origins", origins.map(\.description))
            json.object("ports") { json in
                json.field("http", .array(ports("http")))
                json.field("https", .array(ports("https")))
            }
            if let publicOrigin = options.publicOrigin { json.field("publicOrigin", publicOrigin) }
            if let first = origins.first {
                json.field("console", "\(first)/_understudy/")
                if options.tls == nil { json.field("ca", "\(first)/_understudy/ca.pem") }
            }
            if options.tls == nil { json.field("caPem", server.certificateAuthorityPEM) }
        } + [UInt8(ascii: "\n")]
    }

    /// Writes the line in one step, so that a reader sees the whole line or no file. Throws `.system` if the file cannot be
    /// written.
    package func write(_ line: [UInt8]) throws(StartFailure) {
        guard !isStandardOutput else { return }
        let temporary = "\(path).\(SystemRandom().guid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw unwritten() }
        defer { unlink(temporary) }
        let problem = writeAll(line, to: descriptor) ? nil : unwritten()
        guard close(descriptor) == 0, problem == nil else { throw problem ?? unwritten() }
        guard rename(temporary, path) == 0 else { throw unwritten() }
    }

    /// Removes the file, because the server no longer accepts connections.
    package func remove() {
        if !isStandardOutput { unlink(path) }
    }

    private func unwritten() -> StartFailure { failure("cannot be written: \(String(cString: strerror(errno)))") }

    private func failure(_ reason: String) -> StartFailure { .system("--ready-file \(path): \(reason)") }
}
