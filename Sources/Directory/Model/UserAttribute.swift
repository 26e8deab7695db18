import Formats

/// An attribute that a user flow collects: a property of a Graph `user`, or a directory extension.
package struct UserAttribute: Sendable, Hashable {
    /// The name as spelled in Graph.
    package let name: String
    package let isRequired: Bool
    /// The `RegularExpression` that a value must match, or nil for any value.
    package let pattern: String?

    package init(_ name: String, isRequired: Bool = true, pattern: String? = nil) {
        self.name = name
        self.isRequired = isRequired
        self.pattern = pattern
    }

    package static let displayName = UserAttribute("displayName")

    /// The properties that can be collected, and the HTML tokens for autocompletion.
    private static let known: [(name: String, autocomplete: String)] = [
        ("displayName", "name"), ("givenName", "given-name"), ("surname", "family-name"),
        ("jobTitle", "organization-title"), ("country", "country-name"), ("city", "address-level2"),
        ("state", "address-level1"), ("postalCode", "postal-code"), ("streetAddress", "street-address"),
    ]

    package static let names = known.map(\.name)

    /// Returns whether a user flow can collect the attribute: a known property, or `extension_{appid}_{name}`.
    package static func isName(_ name: String) -> Bool {
        if names.contains(where: { $0.isExactly(name) }) { return true }
        let parts = name.pieces(separatedBy: "_", atMost: 3, keepingEmpty: true)
        return parts.count == 3 && parts[0] == "extension" && parts[1].utf8.count == 32
            && parts[1].utf8.allSatisfy { ASCII.hexValue($0) != nil } && !parts[2].isEmpty
    }

    /// The token of the HTML `autocomplete` attribute.
    package var autocomplete: String {
        UserAttribute.known.first { $0.name.isExactly(name) }?.autocomplete ?? "off"
    }

    /// The reason why a value is rejected.
    package struct Rejection: Sendable {
        /// The cause for the log, if the value may be valid. Responses do not contain the text.
        package let detail: String
    }

    /// Returns the reason why the value is rejected, or nil if the value matches the pattern.
    package func rejection(of value: String) -> Rejection? {
        guard let pattern else { return nil }
        switch RegularExpression.match(value, pattern) {
        case .found: return nil
        case .absent: return Rejection(detail: "")
        case .tooExpensive:
            return Rejection(detail: "The pattern of \(name) needs too many steps for the value: \(pattern)")
        }
    }
}

extension User {
    /// The value of an attribute. Setting nil removes the attribute, except for the display name, which stays.
    package subscript(_ attribute: UserAttribute) -> String? {
        get {
            switch attribute.name {
            case "displayName": self.displayName
            case "givenName": self.givenName
            case "surname": self.surname
            case "jobTitle": self.jobTitle
            case "country": self.country
            default: self.otherProperties.first { $0.name.isExactly(attribute.name) }?.value.string
            }
        }
        set {
            switch attribute.name {
            case "displayName": self.displayName = newValue ?? self.displayName
            case "givenName": self.givenName = newValue
            case "surname": self.surname = newValue
            case "jobTitle": self.jobTitle = newValue
            case "country": self.country = newValue
            default:
                self.otherProperties.removeAll { $0.name.isExactly(attribute.name) }
                if let newValue { self.otherProperties.append(JSONValue.Member(attribute.name, .string(newValue))) }
            }
        }
    }
}
