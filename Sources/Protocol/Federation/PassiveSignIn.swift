import Entra
import Formats

/// A request for a browser sign-in at another identity provider (WS-Federation 1.2 §13, the passive requestor profile).
struct PassiveSignIn {
    /// The names of the fields of requests and responses.
    enum Field {
        static let action = "wa"
        static let realm = "wtrealm"
        static let context = "wctx"
        static let freshness = "wfresh"
        static let result = "wresult"
    }

    static let signIn = "wsignin1.0"

    /// The path to which an identity provider returns the browser.
    static let replyPath = "/login.srf"

    /// The requested audience of the assertion.
    var audience: String
    /// The username, or nil if only the domain is known.
    var username: String?
    /// The value that the provider returns unchanged.
    var context = ""
    /// The maximum age of the user's authentication, in minutes. Zero requests new credentials.
    var freshness: Int64?

    var fields: Form {
        let fields = [
            (Parameter.username, username), (Field.action, PassiveSignIn.signIn), (Field.realm, audience),
            (Field.freshness, freshness.map(String.init)), (Field.context, context),
        ]
        return Form(fields.compactMap { name, value in value.map { Form.Field(name, $0) } })
    }

    /// Returns the request as a URL for the browser.
    func url(at address: String) -> String {
        let separator = address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return address + separator + fields.encoded
    }
}
