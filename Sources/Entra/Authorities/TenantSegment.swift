package import Formats

/// The `{tenant}` segment of a URL's path, classified by its form (docs/reference/protocol.md#endpoints). The directory decides
/// whether the tenant exists.
package enum TenantSegment: Hashable, Sendable {
    /// The authority for work and personal accounts.
    case common
    /// The authority for work accounts of any tenant.
    case organizations
    /// The authority for personal accounts.
    case consumers
    /// The on-premises service, which has no tenants.
    case adfs
    case id(TenantID)
    /// A DNS name, in lower case.
    case domain(ByteString)
    /// Any other text, such as a word without a dot. The server rejects the request with AADSTS900023, and in discovery with
    /// AADSTS90002.
    case malformed

    private static let words: [(word: String, segment: TenantSegment)] = [
        ("common", .common), ("organizations", .organizations), ("consumers", .consumers), ("adfs", .adfs),
    ]

    /// Classifies a decoded path segment, ignoring ASCII case.
    package static func parse(_ text: String) -> TenantSegment {
        switch CaseInsensitiveID(text) {
        case .guid(let guid): return .id(TenantID(folded: .guid(guid)))
        case .text(let name):
            if let known = words.first(where: { $0.word.isExactly(name.string) }) { return known.segment }
            return DomainName.isValid(name.string) ? .domain(name) : .malformed
        }
    }
}

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

/// The protocol version of an endpoint: the path with or without `/v2.0`.
package enum EndpointVersion: Sendable, Hashable {
    case v1
    case v2
}
