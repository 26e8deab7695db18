/// How a reader of source text sees a scalar. Quoting works on scalars through these classes, never on `Character`: a
/// `Character` takes in the combining mark behind a quote, so that the quote would not be found.
extension Unicode.Scalar {
    /// Whether a reader cannot see the scalar, or sees the text around it moved: controls (C0, DEL, C1), format characters
    /// (bidirectional and zero-width marks among them), line and paragraph separators, variation selectors and other scalars
    /// that are ignored when drawn, and noncharacters.
    package var isHidden: Bool {
        guard value >= 0x7F else { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }

    /// Whether the scalar is drawn onto the one before it, with which it forms one `Character`.
    package var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return true
        // Thai and Lao AM are letters, and spacing marks to the rules of text segmentation (UAX #29).
        default: return properties.isGraphemeExtend || properties.isEmojiModifier || value == 0xE33 || value == 0xEB3
        }
    }

    /// Whether a mark behind the scalar may stand as it is: behind letters and digits, not behind quotes and punctuation.
    var carriesMarks: Bool {
        guard isASCII else { return true }
        let byte = UInt8(truncatingIfNeeded: value)
        return ASCII.isLetter(byte) || ASCII.isDigit(byte)
    }
}
