import Entra
import Wire

/// By application id or App ID URI.
typealias ApplicationTable = ObjectTable<ApplicationKey>

enum ApplicationKey: ObjectKey {
    case id(ClientID)
    /// ASCII case folded; a trailing slash counts.
    case identifierUri(ExactString)

    static func count(of application: Application) -> Int { 1 + application.identifierUris.count }

    static func forEach(of application: Application, _ body: (ApplicationKey) -> Void) {
        body(.id(application.clientID))
        for uri in application.identifierUris { body(.identifierUri(ExactString(uri.asciiLowercased))) }
    }
}

extension ApplicationTable {
    subscript(id: ClientID) -> Application? { self[.id(id)] }

    subscript(identifierUri uri: String) -> Application? { self[.identifierUri(ExactString(uri.asciiLowercased))] }
}
