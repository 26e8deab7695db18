/// What a GUID-like identifier is, without regard to the case of its ASCII letters.
package enum FoldedID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// As nearly all are: sixteen bytes, of which a copy is nothing to keep count of.
    case guid(GUID)
    /// In ASCII lower case, and not the text of a GUID.
    case text(ExactString)

    package init(_ text: String) {
        self = GUID(text).map(FoldedID.guid) ?? .text(ExactString(text.asciiLowercased))
    }

    /// In ASCII lower case.
    package var description: String {
        switch self {
        case .guid(let guid): guid.description
        case .text(let text): text.string
        }
    }

    /// In the order of their texts.
    package static func < (left: FoldedID, right: FoldedID) -> Bool {
        if case .guid(let one) = left, case .guid(let two) = right { return one.value < two.value }
        return left.description.precedes(right.description)
    }
}
