import Platform
import Testing

/// A program that interprets a script from a file.
enum Interpreter: String, CaseIterable {
    case sh
    case dash
    case bash
    case zsh
    /// Bash at a prompt, where an exclamation mark means history.
    case bashPrompt
    case zshPrompt
    case python
    case node

    static let shells: [Interpreter] = [.sh, .dash, .bash, .zsh, .bashPrompt, .zshPrompt]

    /// The command line. A prompt reads standard input without the terminal that it would otherwise use.
    private var command: String {
        switch self {
        case .sh, .dash, .bash, .node: rawValue
        case .zsh: "zsh -f"
        case .bashPrompt: "setsid -w bash --norc --noprofile -i <"
        case .zshPrompt: "setsid -w zsh -f -i <"
        case .python: "python3"
        }
    }

    /// Runs a script and returns its standard output. Fails if the interpreter is missing or ends with an error.
    func run(_ script: String) throws -> [UInt8] {
        let path = "/tmp/understudy-\(rawValue)-\(UInt64.random(in: 0...UInt64.max))"
        defer { unlink(path) }
        let bytes = Array(script.utf8)
        let file = try #require(fopen(path, "w"))
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        try #require(fclose(file) == 0)
        let pipe = try #require(popen("\(command) \(path) 2>\(path).errors", "r"))
        var out: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&block, 1, block.count, pipe), count > 0 { out += block[..<count] }
        let status = pclose(pipe)
        defer { unlink("\(path).errors") }
        try #require(
            status == 0, "\(command) ended with \(status); scripts/internal/setup @swift-tests installs what is needed")
        return out
    }

    /// Returns the lines of a script's output.
    func lines(_ script: String) throws -> [String] {
        let text = try #require(String(validating: run(script), as: UTF8.self))
        return text.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
    }
}
