/// The visibility of a scalar to a reader of source text. Quoting classifies scalars with these properties and never uses
/// `Character`: a `Character` includes the combining mark after a quote, so a search for the quote would miss it.
extension Unicode.Scalar {
    /// Whether the scalar is invisible or moves the text around it: controls (C0, DEL, C1), format characters (such as
    /// bidirectional and zero-width marks), line and paragraph separators, variation selectors and other default-ignorable scalars,
    /// and noncharacters.
    package var isHidden: Bool {
        guard value >= 0x7F else { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }

    /// Whether the scalar combines with the previous scalar into one `Character`.
    package var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return true
        // Thai and Lao AM are letters, but text segmentation (UAX #29) treats them as spacing marks.
        default: return properties.isGraphemeExtend || properties.isEmojiModifier || value == 0xE33 || value == 0xEB3
        }
    }

    /// Whether a mark after the scalar is left unescaped: after letters and digits, but not after quotes and punctuation.
    var carriesMarks: Bool {
        guard isASCII else { return true }
        let byte = UInt8(truncatingIfNeeded: value)
        return ASCII.isLetter(byte) || ASCII.isDigit(byte)
    }
}
