import Formats

/// A telephone number of a user that receives calls and no text messages (Microsoft Graph `phoneAuthenticationMethod`). A user has
/// at most one number of each kind. Sign-in pages make no calls.
package struct OtherPhone: Sendable, Hashable {
    /// The kinds of numbers besides the mobile phone. The raw value is the `phoneType`.
    package enum Kind: String, Sendable, CaseIterable {
        case alternateMobile
        case office
    }

    package let kind: Kind
    package var number: String

    package init(kind: Kind, number: String) {
        self.kind = kind
        self.number = number
    }

    /// Parses a kind, a colon and a number, such as `office:+1 5555551234`. Returns nil for any other text.
    init?(_ text: String) {
        let parts = text.pieces(separatedBy: ":", atMost: 2)
        guard parts.count == 2, parts[1].isTelephoneNumber,
            let kind = Kind.allCases.first(where: { parts[0].isExactly($0.rawValue) })
        else { return nil }
        self.init(kind: kind, number: parts[1])
    }

    /// The number in the form of the configuration.
    var text: String { "\(kind.rawValue):\(number)" }
}

extension String {
    /// Whether the text is a telephone number as Microsoft Graph writes it: `+`, digits and spaces, and `x` before an extension.
    package var isTelephoneNumber: Bool {
        let parts = pieces(separatedBy: "x", atMost: 2, keepingEmpty: true)
        guard let number = parts.first?.utf8, number.first == UInt8(ascii: "+") else { return false }
        let digits = number.dropFirst().filter { $0 != ASCII.space }
        return (5...15).contains(digits.count) && digits.allSatisfy(ASCII.isDigit)
            && parts.dropFirst().allSatisfy { !$0.utf8.isEmpty && $0.utf8.allSatisfy(ASCII.isDigit) }
    }
}
