import Formats

/// A text of a page in no language yet: a phrase with its values, words of the configuration, or a number.
package indirect enum PageText: Sendable, Equatable {
    case phrase(Phrase, [PageText] = [])
    case words(String)
    case number(Int)
}

/// The texts of the pages in one language.
package struct PageTexts: Sendable {
    /// The tag of the language (BCP 47), which is the value of `lang`.
    package let language: String
    package let isRightToLeft: Bool
    private let pieces: [Phrase: [Piece]]

    /// A part of a text: words of the server, or a place for a value.
    package enum Piece: Sendable, Equatable {
        case text(String)
        case value(Int)
    }

    init(_ language: String, isRightToLeft: Bool = false, _ texts: [Phrase: String]) {
        self.language = language
        self.isRightToLeft = isRightToLeft
        pieces = texts.mapValues(PageTexts.pieces)
    }

    /// Returns the parts of a text, in which `{0}` stands for the first value.
    private static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        for part in text.pieces(separatedBy: "{", keepingEmpty: true) {
            let halves = part.pieces(separatedBy: "}", atMost: 2, keepingEmpty: true)
            if halves.count == 2, let position = ASCII.decimal(halves[0].utf8) { pieces.append(.value(position)) }
            if let words = halves.last, !words.isEmpty { pieces.append(.text(words)) }
        }
        return pieces
    }

    /// Returns the parts of a text in their order.
    package func pieces(of phrase: Phrase) -> [Piece] { pieces[phrase] ?? [] }

    /// Returns a text with its values in the places of `{0}` and `{1}`.
    package subscript(_ phrase: Phrase, _ values: String...) -> String { text(phrase, values) }

    package subscript(_ text: PageText) -> String {
        switch text {
        case .words(let words): words
        case .number(let number): String(number)
        case .phrase(let phrase, let values): self.text(phrase, values.map { self[$0] })
        }
    }

    private func text(_ phrase: Phrase, _ values: [String]) -> String {
        pieces(of: phrase).reduce(into: "") { text, piece in
            switch piece {
            case .text(let words): text += words
            case .value(let position): text += values.indices.contains(position) ? values[position] : ""
            }
        }
    }
}

extension HTMLWriter {
    /// Writes a sentence of this server. The values are names from outside.
    mutating func sentence(_ phrase: Phrase, _ values: String..., in texts: PageTexts) {
        sentence(phrase, values.map { .words($0) }, in: texts) { $0.name($1) }
    }

    /// Writes a sentence of this server. `write` writes words from outside, and `link` what stands in the place of a value that is
    /// missing.
    mutating func sentence(
        _ phrase: Phrase, _ values: [PageText], in texts: PageTexts, link: ((inout HTMLWriter) -> Void)? = nil,
        _ write: (inout HTMLWriter, String) -> Void
    ) {
        for piece in texts.pieces(of: phrase) {
            switch piece {
            case .text(let words): text(words)
            case .value(let position) where values.indices.contains(position):
                if case .words(let words) = values[position] {
                    write(&self, words)
                } else {
                    text(texts[values[position]])
                }
            case .value: link?(&self)
            }
        }
    }
}
