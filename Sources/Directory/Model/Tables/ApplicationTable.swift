import Entra
import Formats

/// The applications of a tenant, by application ID or App ID URI.
typealias ApplicationTable = ObjectTable<ApplicationKey>

enum ApplicationKey: ObjectKey {
    case id(ClientID)
    /// The App ID URI in ASCII lower case. A trailing slash is significant.
    case identifierUri(ByteString)

    static func count(of application: Application) -> Int { 1 + application.identifierUris.count }

    static func forEach(of application: Application, _ body: (ApplicationKey) -> Void) {
        body(.id(application.clientID))
        for uri in application.identifierUris { body(.identifierUri(ByteString(uri.asciiLowercased))) }
    }
}

extension ApplicationTable {
    subscript(id: ClientID) -> Application? { self[.id(id)] }

    subscript(identifierUri uri: String) -> Application? { self[.identifierUri(ByteString(uri.asciiLowercased))] }
}
