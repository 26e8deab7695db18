import Directory
import Formats
import Store

/// The opaque `login_hint` claim, which a client sends back as `login_hint` or `logout_hint`.
package enum LoginHint {
    private static let prefix = "O."

    static func opaque(for subject: TokenSubject) -> String {
        prefix + Base64.url(subject.user.signInName.utf8)
    }

    /// Returns the user name of a hint: the name inside an opaque hint, or else the hint itself.
    package static func username(from hint: String) -> String {
        guard hint.utf8.starts(with: prefix.utf8), let bytes = Base64.decodeURL(hint.utf8.dropFirst(prefix.utf8.count)),
            let name = String(utf8: bytes)
        else { return hint }
        return name
    }
}
