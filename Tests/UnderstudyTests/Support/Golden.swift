import FoundationEssentials
import Testing

/// Compares whole responses with files in `Tests/Fixtures/golden`. If `UPDATE_GOLDEN` is in the environment, the files are
/// rewritten.
enum Golden {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/golden")

    static func expect(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try Data((text + "\n").utf8).write(to: file)
        }
        let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(text + "\n" == golden, "differs from \(name)", sourceLocation: sourceLocation)
    }

    /// Returns the JSON with each member on its own line, in the original order.
    static func lines(_ json: [UInt8]) -> String {
        var out: [UInt8] = []
        var depth = 0
        var isText = false
        var isEscaped = false
        func newLine() {
            out.append(UInt8(ascii: "\n"))
            out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
        }
        for byte in json {
            if isText {
                out.append(byte)
                if !isEscaped, byte == UInt8(ascii: "\"") { isText = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                out.append(byte)
                depth += 1
                newLine()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                newLine()
                out.append(byte)
            case UInt8(ascii: ","):
                out.append(byte)
                newLine()
            case UInt8(ascii: ":"): out.append(contentsOf: ": ".utf8)
            default:
                out.append(byte)
                isText = byte == UInt8(ascii: "\"")
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
