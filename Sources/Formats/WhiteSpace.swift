extension ArraySlice<UInt8> {
    /// The bytes without spaces and tabs around them (RFC 9110 §5.6.3 `OWS`).
    ///
    /// This property exists next to the generic one because other modules can call the generic one only unspecialized.
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
