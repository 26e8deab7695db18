import Control
import Entra
import Flows
import HTTP
import Wire

/// By what an answer gives tokens, for the metrics.
enum IssuedTokens {
    private static let managedIdentity = "managed_identity"

    private static let implicit = "implicit"

    /// Every name there may be: the values of `grant_type`, and those that have none: managed identity and the implicit grant.
    static let grants = Grants.labels + [managedIdentity, implicit]

    /// Nil for an answer without tokens. `notes` are those of the exchange.
    static func grant(
        _ response: HTTPResponse, _ exchange: Exchange, _ notes: ExchangeNotes.Content
    ) -> String? {
        if notes.isImplicit { return implicit }
        guard response.status == 200 else { return nil }
        switch exchange.endpointName {
        case "token":
            let form = (try? exchange.context.form.get()) ?? Form()
            // A step of native authentication may end with the word to open a browser.
            if NativeFlow.takes(form), JSONValue(parsing: response.body)?[Parameter.accessToken] == nil { return nil }
            return Grants.label(of: form[Parameter.grantType])
        case "managedidentity": return managedIdentity
        default: return nil
        }
    }
}
