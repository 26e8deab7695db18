import Entra
import Wire

/// Sign-in in the browser at another identity provider (WS-Federation 1.2 §13, the passive requestor profile): what it is
/// asked.
struct PassiveSignIn {
    /// Names of the fields that travel there and back.
    enum Field {
        static let action = "wa"
        static let realm = "wtrealm"
        static let context = "wctx"
        static let freshness = "wfresh"
        static let result = "wresult"
    }

    static let signIn = "wsignin1.0"

    /// Where an identity provider sends the browser back to.
    static let replyPath = "/login.srf"

    /// Whom the assertion is to be for.
    var audience: String
    /// nil where the person is known by the domain only.
    var username: String?
    /// Comes back with the answer.
    var context = ""
    /// Minutes that may have passed since the person's credentials were entered; 0: they are to be entered anew.
    var freshness: Int64?

    var fields: Form {
        let fields = [
            (Parameter.username, username), (Field.action, PassiveSignIn.signIn), (Field.realm, audience),
            (Field.freshness, freshness.map(String.init)), (Field.context, context),
        ]
        return Form(fields.compactMap { name, value in value.map { Form.Field(name, $0) } })
    }

    /// The same as an address to send a browser to.
    func url(at address: String) -> String {
        let separator = address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return address + separator + fields.encoded
    }
}
