extension ArraySlice<UInt8> {
    /// The bytes without spaces and tabs around them (RFC 9110 §5.6.3 `OWS`).
    ///
    /// Beside the one for any collection, which other modules can only call unspecialised.
    package var trimmed: ArraySlice<UInt8> { withoutSpaces }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without spaces and tabs around them (RFC 9110 §5.6.3 `OWS`).
    package var trimmed: SubSequence { withoutSpaces }

    fileprivate var withoutSpaces: SubSequence {
        let kept = drop { $0 == ASCII.space || $0 == ASCII.tab }
        guard let last = kept.lastIndex(where: { $0 != ASCII.space && $0 != ASCII.tab }) else { return kept }
        return kept[...last]
    }
}
