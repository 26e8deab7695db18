package import Wire

/// The `{tenant}` of a URL's path, by its shape (docs/reference/protocol.md#endpoints). Whether the tenant exists is the
/// directory's to say.
package enum TenantSegment: Hashable, Sendable {
    /// Work and personal accounts.
    case common
    /// Work accounts of any tenant.
    case organizations
    /// Personal accounts.
    case consumers
    /// The on-premises service, which has no tenants.
    case adfs
    case id(TenantID)
    /// A DNS name, in lower case.
    case domain(ExactString)
    /// None of them, as a word without a dot: 900023, in discovery 90002.
    case malformed

    private static let words: [(word: String, segment: TenantSegment)] = [
        ("common", .common), ("organizations", .organizations), ("consumers", .consumers), ("adfs", .adfs),
    ]

    /// Classifies a decoded path segment; ASCII case does not matter.
    package static func parse(_ text: String) -> TenantSegment {
        switch FoldedID(text) {
        case .guid(let guid): return .id(TenantID(folded: .guid(guid)))
        case .text(let name):
            if let known = words.first(where: { $0.word.isExactly(name.string) }) { return known.segment }
            return DomainName.isValid(name.string) ? .domain(name) : .malformed
        }
    }
}
