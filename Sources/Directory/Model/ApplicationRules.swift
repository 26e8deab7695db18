package import Entra
import Formats

/// The rules for a registration from a file or from Microsoft Graph (docs/reference/protocol.md#sign-in-audience, manifest
/// limits). `RedirectURIRegistration` has the rules for redirect URIs.
package enum ApplicationRules {
    /// A problem of a value, and a hint for its correction.
    package struct Problem: Sendable {
        package let message: String
        package var hint: String?
    }

    /// Returns the reason why a URI cannot be an App ID URI, or nil if the URI is valid.
    package static func problem(ofIdentifierUri uri: String, _ audience: SignInAudience) -> Problem? {
        let scheme = uri.utf8.prefix { $0 != UInt8(ascii: ":") }
        let isURI = scheme.count < uri.utf8.count && scheme.first.map(ASCII.isLetter) == true
        if !isURI || !uri.utf8.allSatisfy({ $0 > ASCII.space && $0 != 0x7F }) {
            return Problem(message: "\"\(uri)\" is not a URI", hint: "use a URI such as api://orders")
        }
        let limit = audience.admitsPersonalAccounts ? 120 : 255
        if uri.utf8.count > limit {
            return Problem(message: "must have at most \(limit) characters, not \(uri.utf8.count)")
        }
        return BuiltInNames.owner(of: uri) != nil
            ? Problem(message: "the identifier URI \(uri) belongs to a built-in Microsoft API") : nil
    }

    /// The form of a logout URL that `isLogoutURL` accepts, for messages.
    package static let logoutURLForm = "an https URL of at most 255 characters (http for localhost)"

    /// Returns whether the portal accepts the front-channel logout URL (docs/reference/protocol.md#sign-out): https, or http for
    /// this machine.
    package static func isLogoutURL(_ url: String) -> Bool {
        let isPlain = url.utf8.allSatisfy { $0 > ASCII.space && $0 < 0x7F && $0 != UInt8(ascii: "#") }
        guard isPlain, url.utf8.count <= 255, let origin = Origin(of: url) else { return false }
        return origin.isSecure || origin.host == "localhost" || origin.host == "127.0.0.1"
    }

    package static func maximumScopeLength(_ audience: SignInAudience) -> Int {
        audience.admitsPersonalAccounts ? 40 : 120
    }

    package static let maximumRoleLength = 120

    /// Returns the reason why a text cannot be the value of a scope or an app role (Graph `permissionScope` and `appRole`), or
    /// nil if the text is valid.
    package static func problem(ofPermission value: String, _ limit: Int) -> String? {
        if value.utf8.count > limit { return "must have at most \(limit) characters, not \(value.utf8.count)" }
        if value.utf8.first == UInt8(ascii: ".") { return "a permission's value must not begin with a dot" }
        let isPlain = value.utf8.allSatisfy { $0 > ASCII.space && $0 < 0x7F && !#"/\"<>"#.utf8.contains($0) }
        return isPlain
            ? nil : #"a permission's value must not contain spaces, non-ASCII characters or any of / \ " < >"#
    }

    /// Returns the reason why a registration cannot have the number of secrets, or nil if the number is allowed.
    package static func problem(ofSecrets count: Int, _ audience: SignInAudience) -> String? {
        count > 2 && audience.admitsPersonalAccounts
            ? "an application that personal accounts can use may have at most 2 secrets, not \(count)" : nil
    }
}
