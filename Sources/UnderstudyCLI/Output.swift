import ArgumentParser
import Platform
import Wire

/// Text for people and scripts: results on standard output, problems on standard error.
enum Output {
    /// Where a result cannot be written: `EX_IOERR` of sysexits.h, as the codes of docs/reference/interface.md#command-line are. 1
    /// would be a finding.
    private static let unwritten = ExitCode(74)

    /// A result of one or more lines. What it quotes may hold what a terminal obeys: that is escaped. Throws an exit code, having
    /// said why, where it cannot be written.
    static func line(_ text: String) throws(ExitCode) {
        try self.text(Array(visible(text + "\n").utf8))
    }

    /// Text of several lines, in which everything that is hidden from a reader is escaped.
    static func visible(_ text: String) -> String { Escaping.terminal.escaped(text) }

    /// The same of bytes as they are.
    static func text(_ bytes: [UInt8]) throws(ExitCode) {
        guard !writeAll(bytes, to: STDOUT_FILENO) else { return }
        let code = errno
        // Who has closed the pipe has read enough.
        if code != EPIPE { errors(["the result cannot be written: \(String(cString: strerror(code)))"]) }
        throw unwritten
    }

    /// One line each: what is quoted of a value stays in its line.
    static func errors(_ lines: [String]) {
        for line in lines { write("understudy: \(oneLine(line))\n", to: STDERR_FILENO) }
    }

    /// What else to know beside a result, where it does not stand in a script's way.
    static func note(_ text: String) {
        write("note: \(oneLine(text))\n", to: STDERR_FILENO)
    }

    /// A control of ASCII becomes a blank, and what else is hidden from a reader is escaped.
    private static func oneLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
        return Escaping.line.escaped(String(String.UnicodeScalarView(scalars)))
    }

    /// False, with `errno` set, when not all could be written.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        writeAll(Array(text.utf8), to: descriptor)
    }
}
