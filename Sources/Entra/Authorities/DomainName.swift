import Formats

/// The grammar of a tenant's DNS names (RFC 1123 §2.1).
package enum DomainName {
    /// Whether the text has at least two valid labels and at most 253 bytes.
    package static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 253 else { return false }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy { isLabel($0) }
    }

    /// Whether the label has 1 to 63 letters, digits or hyphens, and a hyphen is neither first nor last.
    package static func isLabel(_ label: some BidirectionalCollection<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
            && label.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == hyphen }
    }
}
