import Formats

/// The tokens by which `$search` compares texts. Spaces, symbols, digits, and a change from lower to upper case separate tokens. A
/// symbol is a token of its own, and words that only symbols separate are a token together, too.
struct SearchTokens: Sendable {
    /// The tokens in ASCII lower case.
    private let tokens: [String]

    init(_ text: String) {
        var builder = Builder()
        for scalar in text.unicodeScalars { builder.append(scalar) }
        tokens = builder.finished()
    }

    /// Whether each of the requested tokens is the beginning of a token of this text.
    func contain(_ requested: SearchTokens) -> Bool {
        requested.tokens.allSatisfy { word in tokens.contains { $0.hasExactPrefix(word) } }
    }

    /// The tokens of a search text, in which words that symbols separate are not joined.
    static func requested(_ text: String) -> SearchTokens {
        var builder = Builder(joinsWords: false)
        for scalar in text.unicodeScalars { builder.append(scalar) }
        return SearchTokens(tokens: builder.finished())
    }

    private init(tokens: [String]) {
        self.tokens = tokens
    }

    private enum Kind {
        case letter
        case digit
        case symbol
        case space

        init(_ scalar: Unicode.Scalar) {
            let properties = scalar.properties
            // Allowed (unicode-class): words of names are in every script, and the service separates them in each.
            let isSpace = properties.isWhitespace
            self =
                isSpace
                ? .space : properties.numericType != nil ? .digit : properties.isAlphabetic ? .letter : .symbol
        }
    }

    private struct Builder {
        var joinsWords = true
        private var tokens: [String] = []
        private var word = String.UnicodeScalarView()
        /// The words since the last space, without symbols.
        private var joined = String.UnicodeScalarView()
        private var hasSymbol = false
        private var last = Kind.space
        private var isAfterLowercase = false

        init(joinsWords: Bool = true) {
            self.joinsWords = joinsWords
        }

        mutating func append(_ scalar: Unicode.Scalar) {
            let kind = Kind(scalar)
            // Allowed (unicode-class): the case of letters separates words in every script that has one.
            let isUppercase = scalar.properties.isUppercase
            if kind != last || kind == .symbol || isUppercase && isAfterLowercase { endWord() }
            switch kind {
            case .space: endPhrase()
            case .symbol:
                tokens.append(String(scalar))
                hasSymbol = true
            case .letter, .digit:
                word.append(scalar)
                joined.append(scalar)
            }
            last = kind
            // Allowed (unicode-class): the case of letters separates words in every script that has one.
            isAfterLowercase = scalar.properties.isLowercase
        }

        private mutating func endWord() {
            guard !word.isEmpty else { return }
            tokens.append(String(word).asciiLowercased)
            word.removeAll()
        }

        private mutating func endPhrase() {
            if joinsWords, hasSymbol, !joined.isEmpty { tokens.append(String(joined).asciiLowercased) }
            joined.removeAll()
            hasSymbol = false
        }

        mutating func finished() -> [String] {
            endWord()
            endPhrase()
            return tokens
        }
    }
}
