import FoundationEssentials

/// Finds the rows of the error catalog that the sources declare, and the rows that the sources use outside the catalog.
struct SourceScan {
    /// The names of the codes, such as `AADSTS50011`, in the order of the sources.
    let declaredCodes: [String]
    /// The names of the codes that a request can lead to.
    let raisedCodes: Set<String>

    /// The folder of the checkout.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
        let sources = SourceScan.root.appending(path: "Sources")
        var rows: [(member: String, code: String)] = []
        var words: Set<String> = []
        for module in ["Entra", "Protocol", "Understudy"] {
            let folder = sources.appending(path: module)
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            where file.hasSuffix(".swift") {
                let text = String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
                if file.hasPrefix("Errors/") {
                    rows += SourceScan.rows(text, made: " = AADSTS(", "", "AADSTS")
                    rows += SourceScan.rows(text, made: " = row(", "AADB2C.", "AADB2C")
                } else {
                    words.formUnion(SourceScan.dottedWords(text))
                }
                words.formUnion(SourceScan.policyWords(text))
            }
        }
        declaredCodes = rows.map(\.code)
        raisedCodes = Set(rows.filter { words.contains($0.member) }.map(\.code))
    }

    /// Returns the declarations `static let name = AADSTS(50011`, or those of another call, with the prefixes of member and code.
    private static func rows(_ text: String, made call: String, _ base: String, _ family: String)
        -> [(member: String, code: String)]
    {
        text.split(separator: "static let ").compactMap { piece in
            let parts = piece.split(separator: call, maxSplits: 1)
            guard parts.count == 2, parts[0].allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
            let digits = parts[1].drop { $0.isWhitespace }.prefix { $0.isNumber || $0 == "_" }
            return (base + parts[0], family + digits.filter { $0 != "_" })
        }
    }

    /// Returns the expressions `AADB2C.name`, with which a flow raises a code, and with which a row has a code for B2C policies.
    private static func policyWords(_ text: String) -> [String] {
        text.split(separator: "AADB2C.", omittingEmptySubsequences: false).dropFirst().map {
            "AADB2C." + $0.prefix { $0.isLetter || $0.isNumber }
        }
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
