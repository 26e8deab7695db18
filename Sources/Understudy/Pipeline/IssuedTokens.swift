import ControlPlane
import Entra
import Formats
import HTTP
import Protocol

/// Determines the grant by which a response issues tokens, for the metrics.
enum IssuedTokens {
    private static let managedIdentity = "managed_identity"

    private static let implicit = "implicit"

    /// All labels: the values of `grant_type`, and the labels for managed identity and the implicit grant, which have no such
    /// value.
    static let grants = Grants.labels + [managedIdentity, implicit]

    /// Returns the grant of the issued tokens, or nil for a response without tokens. `notes` are the notes of the request.
    static func grant(
        _ response: HTTPResponse, _ request: RequestContext, _ notes: ResponseNotes.Content
    ) -> String? {
        if notes.isImplicit { return implicit }
        guard response.status == 200 else { return nil }
        switch request.endpointName {
        case "token":
            let form = (try? request.form.get()) ?? Form()
            // A native authentication step may end with the instruction to open a browser instead of tokens.
            if NativeFlow.takes(form), JSONValue(parsing: response.body)?[Parameter.accessToken] == nil { return nil }
            return Grants.label(of: form[Parameter.grantType])
        case "managedidentity": return managedIdentity
        default: return nil
        }
    }
}
