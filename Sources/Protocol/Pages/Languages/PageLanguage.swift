import Entra
import Formats

/// The choice of the language of a page, by the parameters `mkt`, `ui_locales` and `lc`, or else by the browser's
/// `Accept-Language` (docs/reference/protocol.md#parameter-ui-locales).
enum PageLanguage {
    /// The languages by the first part of their tags. A language with several scripts or regions has the one that most of its
    /// readers use. The texts of a language are created at its first use.
    static let all: [ByteString: @Sendable () -> PageTexts] = [
        "ar": { .arabic }, "de": { .german }, "en": { .english }, "es": { .spanish }, "fr": { .french },
        "it": { .italian }, "ja": { .japanese }, "ko": { .korean }, "nl": { .dutch }, "pl": { .polish },
        "pt": { .portuguese }, "zh": { .chinese },
    ]

    /// The languages by the numbers that `lc` has: Windows language code identifiers ([MS-LCID] 2.2).
    private static let numbers: [ByteString: ByteString] = [
        "1025": "ar", "1031": "de", "1033": "en", "1034": "es", "1036": "fr", "1040": "it", "1041": "ja", "1042": "ko",
        "1043": "nl", "1045": "pl", "1046": "pt", "2052": "zh", "3082": "es",
    ]

    /// The number of languages of a header that are read.
    private static let maximum = 16

    /// Returns the texts in the first language that the request names and that the server has, or else in English.
    static func texts(query: Form?, form: Form?, acceptLanguage: String?) -> PageTexts {
        (named(query, form) + accepted(acceptLanguage)).lazy.compactMap(texts).first ?? .english
    }

    /// Returns the languages that the parameters of a request name, in the query or in the form.
    static func named(_ query: Form?, _ form: Form?) -> [String] {
        let named = [Parameter.market, Parameter.uiLocales, Parameter.localeID].lazy.compactMap { name in
            query?.parameter(name) ?? form?.parameter(name)
        }
        return named.first?.pieces(separatedBy: " ") ?? []
    }

    /// Returns the languages of a header by falling quality (RFC 9110 §12.5.4). A language of quality 0 is not acceptable.
    static func accepted(_ header: String?) -> [String] {
        let ranges = (header ?? "").pieces(separatedBy: ",").prefix(maximum).compactMap { range -> (String, Int)? in
            let parts = range.pieces(separatedBy: ";").map { String(Substring($0.utf8.trimmed)) }
            let quality = parts.dropFirst().compactMap { $0.dropping(prefix: "q=") }.first.map(thousandths) ?? 1_000
            return parts.first.flatMap { $0.isEmpty || quality == 0 ? nil : ($0, quality) }
        }
        return ranges.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0)
    }

    /// Returns the value of a weight such as `0.8` in thousandths, or 0 for anything else.
    private static func thousandths(_ weight: String) -> Int {
        let parts = weight.pieces(separatedBy: ".")
        guard parts.count <= 2, let whole = parts.first.flatMap({ ASCII.decimal($0.utf8) }), whole <= 1 else {
            return 0
        }
        guard parts.count == 2, let last = parts.last, last.utf8.count <= 3 else { return whole * 1_000 }
        let digits = last + String(repeating: "0", count: 3 - last.utf8.count)
        return min(1_000, whole * 1_000 + (ASCII.decimal(digits.utf8) ?? 0))
    }

    /// Returns the texts in the language of a tag such as `de-DE`, or of a number, or nil for a language that the server does not
    /// have.
    static func texts(_ tag: String) -> PageTexts? {
        guard let first = tag.asciiLowercased.pieces(separatedBy: "-").first else { return nil }
        return all[numbers[ByteString(first)] ?? ByteString(first)]?()
    }
}
