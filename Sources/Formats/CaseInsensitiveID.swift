/// A GUID-like identifier, compared without regard to the case of its ASCII letters.
package enum CaseInsensitiveID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The case of nearly all identifiers: sixteen bytes that are copied without reference counting.
    case guid(GUID)
    /// Any text that is not a GUID, in ASCII lower case.
    case text(ByteString)

    package init(_ text: String) {
        self = GUID(text).map(CaseInsensitiveID.guid) ?? .text(ByteString(text.asciiLowercased))
    }

    /// The identifier in ASCII lower case.
    package var description: String {
        switch self {
        case .guid(let guid): guid.description
        case .text(let text): text.string
        }
    }

    /// Compares two identifiers by the bytes of their texts.
    package static func < (left: CaseInsensitiveID, right: CaseInsensitiveID) -> Bool {
        if case .guid(let one) = left, case .guid(let two) = right { return one.value < two.value }
        return left.description.precedes(right.description)
    }
}
