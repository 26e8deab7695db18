import Wire

/// One thing that is wrong in a configuration, or worth a warning.
package struct ConfigurationProblem: Error, Sendable, Equatable, CustomStringConvertible {
    package let file: String
    /// Counted from 1, as editors do.
    package let line: Int
    package let column: Int
    /// Empty for the document as a whole.
    package let keyPath: String
    /// The same as a JSON Pointer (RFC 6901).
    package let pointer: String
    package let message: String
    /// What to do about it, or nil.
    package let hint: String?
    /// False where there is no text to point into: the file cannot be read.
    package let hasPosition: Bool

    init(_ place: ConfigurationPlace, _ message: String, hint: String? = nil, hasPosition: Bool = true) {
        self.hasPosition = hasPosition
        file = place.file
        line = place.mark.line
        column = place.mark.column
        keyPath = oneLine(place.path.description)
        pointer = oneLine(place.path.pointer)
        self.message = oneLine(message)
        self.hint = hint.map(oneLine)
    }

    /// `FILE:LINE:COLUMN: keyPath: message (hint)`, without line and column where the file cannot be read.
    package var description: String {
        let path = keyPath.isEmpty ? "" : "\(keyPath): "
        let position = hasPosition ? "\(line):\(column):" : ""
        return "\(file):\(position) \(path)\(message)" + (hint.map { " (\($0))" } ?? "")
    }
}

/// Text of the file as a message may quote it: no control characters, so that it stays one line, and not without end.
private func oneLine(_ text: String) -> String {
    let limit = 600
    let scalars = text.unicodeScalars.prefix(limit).map { scalar in
        scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value ? " " : scalar
    }
    var line = String(String.UnicodeScalarView(scalars))
    if scalars.count == limit { line += "…" }
    return line
}

/// What a reading of the configuration found so far; errors and warnings in the order they were met.
struct Findings: Sendable {
    /// A broken file of 100,000 entries is not reported 100,000 times.
    static let limit = 500

    private(set) var errors: [ConfigurationProblem] = []
    private(set) var warnings: [ConfigurationProblem] = []

    mutating func error(
        _ place: ConfigurationPlace, _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil
    ) {
        guard errors.count < Findings.limit else { return }
        errors.append(ConfigurationProblem(place, message(), hint: hint()))
    }

    mutating func warning(
        _ place: ConfigurationPlace, _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil
    ) {
        guard warnings.count < Findings.limit else { return }
        warnings.append(ConfigurationProblem(place, message(), hint: hint()))
    }

    /// What another reading found goes behind.
    mutating func append(contentsOf other: Findings) {
        errors += other.errors.prefix(Findings.limit - errors.count)
        warnings += other.warnings.prefix(Findings.limit - warnings.count)
    }
}
