import Wire

/// The grammar of DNS names as tenants have them (RFC 1123 §2.1).
package enum DomainName {
    /// At least two labels, 253 bytes in all.
    package static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 253 else { return false }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy { isLabel($0) }
    }

    /// 1…63 letters, digits and inner hyphens.
    package static func isLabel(_ label: some BidirectionalCollection<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
            && label.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == hyphen }
    }
}
