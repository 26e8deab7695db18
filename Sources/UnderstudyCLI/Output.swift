import ArgumentParser
import Formats
import Platform

/// Functions that print text for people and scripts: results on standard output, problems on standard error.
enum Output {
    /// The exit code if a result cannot be written: `EX_IOERR` of sysexits.h, like the other codes of
    /// docs/reference/interface.md#command-line. Exit code 1 would mean a finding.
    private static let unwritten = ExitCode(74)

    /// Prints a result of one or more lines. Text that a terminal would obey is escaped. If the result cannot be written, the
    /// function reports the reason and throws an exit code.
    static func line(_ text: String) throws(ExitCode) {
        try self.text(Array(visible(text + "\n").utf8))
    }

    /// Returns text of several lines in which all invisible characters are escaped.
    static func visible(_ text: String) -> String { Escaping.terminal.escaped(text) }

    /// Prints bytes without escaping. If they cannot be written, the function reports the reason and throws an exit code.
    static func text(_ bytes: [UInt8]) throws(ExitCode) {
        guard !writeAll(bytes, to: STDOUT_FILENO) else { return }
        let code = errno
        // A reader that closed the pipe has read enough.
        if code != EPIPE { errors(["the result cannot be written: \(String(cString: strerror(code)))"]) }
        throw unwritten
    }

    /// Prints one line for each error. A quoted value stays in its line.
    static func errors(_ lines: [String]) {
        for line in lines { write("understudy: \(oneLine(line))\n", to: STDERR_FILENO) }
    }

    /// Prints additional information about a result on standard error, where scripts do not read it.
    static func note(_ text: String) {
        write("note: \(oneLine(text))\n", to: STDERR_FILENO)
    }

    /// Returns the text as one line. ASCII control characters become spaces, and other invisible characters are escaped.
    private static func oneLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
        return Escaping.line.escaped(String(String.UnicodeScalarView(scalars)))
    }

    /// Writes a text. Returns false and sets `errno` if not all bytes could be written.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        writeAll(Array(text.utf8), to: descriptor)
    }
}
