import FoundationEssentials

/// Finds the rows of the error catalog that the sources use outside the catalog.
struct SourceScan {
    let raisedCodes: Set<Int>

    /// The folder of the checkout.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
        let sources = SourceScan.root.appending(path: "Sources")
        var rows: [String: Int] = [:]
        var words: Set<String> = []
        for module in ["Entra", "Protocol", "Understudy"] {
            let folder = sources.appending(path: module)
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            where file.hasSuffix(".swift") {
                let text = String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
                if file.hasPrefix("Errors/") {
                    rows.merge(SourceScan.rows(text)) { first, _ in first }
                } else {
                    words.formUnion(SourceScan.dottedWords(text))
                }
            }
        }
        raisedCodes = Set(words.compactMap { rows[$0] })
    }

    /// Returns the numbers of the declarations `static let name = AADSTS(`.
    private static func rows(_ text: String) -> [String: Int] {
        var rows: [String: Int] = [:]
        for piece in text.split(separator: "static let ") {
            let parts = piece.split(separator: " = AADSTS(", maxSplits: 1)
            guard parts.count == 2, parts[0].allSatisfy({ $0.isLetter || $0.isNumber }) else { continue }
            let digits = parts[1].drop { $0.isWhitespace }.prefix { $0.isNumber || $0 == "_" }
            rows[String(parts[0])] = Int(digits.filter { $0 != "_" })
        }
        return rows
    }

    /// Returns the words after a dot without a base, as in `.invalidScope`, outside comments.
    private static func dottedWords(_ text: String) -> Set<String> {
        var words: Set<String> = []
        for line in text.split(separator: "\n") where line.first(where: { $0 != " " }) != "/" {
            var before: Character = " "
            var rest = line[...]
            while let dot = rest.firstIndex(of: ".") {
                before = dot > line.startIndex ? line[line.index(before: dot)] : " "
                let word = rest[dot...].dropFirst().prefix { $0.isLetter || $0.isNumber }
                let isCall = rest[dot...].dropFirst(word.count + 1).first == "("
                if !isCall, !before.isLetter, !before.isNumber, before != ")", before != "]" {
                    words.insert(String(word))
                }
                rest = rest[dot...].dropFirst()
            }
        }
        return words
    }
}
