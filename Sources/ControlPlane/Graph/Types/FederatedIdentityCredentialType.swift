import Directory
import Entra
import Formats

/// A federated identity credential of one application. The name identifies the credential within the application and never changes.
struct FederatedCredentialEntry: Sendable {
    let application: ObjectID
    var credential = FederatedIdentityCredential(name: "", issuer: "", subject: "", audiences: [])

    var id: String {
        GUID(derivedFrom: "federatedIdentityCredential", application.description, credential.name).description
    }
}

extension GraphType where Entity == FederatedCredentialEntry {
    static let federatedIdentityCredential = GraphType(
        "federatedIdentityCredential", set: "federatedIdentityCredentials", id: { $0.id },
        [
            .derived("id", .guid) { ObjectID($0.id) }.filterable,
            .property("name", \.credential.name, .nonEmptyText).required.creationOnly.filterable,
            .property("issuer", \.credential.issuer, .nonEmptyText).required.filterable,
            .property("subject", \.credential.subject, .nonEmptyText).required.filterable,
            .property("description", \.credential.description, .text),
            .property("audiences", \.credential.audiences, .list(.nonEmptyText)).required,
        ])
}
