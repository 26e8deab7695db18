extension BidirectionalCollection<UInt8> {
    /// The bytes without spaces and tabs around them (RFC 9110 §5.6.3 `OWS`).
    package var trimmed: SubSequence {
        let kept = drop { $0 == ASCII.space || $0 == ASCII.tab }
        guard let last = kept.lastIndex(where: { $0 != ASCII.space && $0 != ASCII.tab }) else { return kept }
        return kept[...last]
    }
}
