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
