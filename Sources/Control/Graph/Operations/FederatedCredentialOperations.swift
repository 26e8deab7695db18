import Directory
import Entra
import Flows
import HTTP
import Wire

extension GraphOperation {
    private static let path = "/applications/{id}/federatedIdentityCredentials"
    /// How many trusts one application may have.
    private static let maximumCount = 20

    private static let collection = GraphCollection<FederatedCredentialEntry>(
        path: path, type: .federatedIdentityCredential, key: "credential",
        all: { (request) throws(GraphError) in entries(of: try request.application()) },
        find: { (request) throws(GraphError) in
            let key = request.key("credential")
            let isByName = key.property?.isExactly("name") == true
            let found = entries(of: try request.application()).first {
                isByName ? $0.credential.name.isExactly(key.value) : $0.id.isExactlyIgnoringASCIICase(key.value)
            }
            guard let found else { throw .notFound(key.value) }
            return found
        })

    static let federatedIdentityCredentials: [GraphOperation] =
        collection.reading(.readApplications)
        + collection.creating(.manageApplications) { (request) throws(GraphError) in
            let application = try request.application()
            var entry = FederatedCredentialEntry(application: application.id)
            try GraphType.federatedIdentityCredential.table.write(try request.members(), into: &entry, .creation)
            try check(entry.credential)
            let new = entry
            try request.change(application) { (changed) throws(GraphError) in try add(new.credential, to: &changed) }
            return request.created(
                new, .federatedIdentityCredential,
                at: "/applications/\(application.id)/federatedIdentityCredentials")
        }
        + collection.changing(.manageApplications) { (request, entry) throws(GraphError) in
            let members = try request.members()
            try request.change(try request.application()) { (changed) throws(GraphError) in
                guard let before = entries(of: changed).first(where: { $0.id == entry.id }) else {
                    throw .notFound(entry.id)
                }
                var after = before
                try GraphType.federatedIdentityCredential.table.write(members, into: &after, .change)
                try check(after.credential)
                changed.federatedIdentityCredentials.removeAll { $0.name.isExactly(before.credential.name) }
                try add(after.credential, to: &changed)
            }
        }
        + collection.deleting(.manageApplications) { (request, entry) throws(GraphError) in
            try request.change(try request.application()) { (changed) throws(GraphError) in
                changed.federatedIdentityCredentials.removeAll { $0.name.isExactly(entry.credential.name) }
            }
        }

    private static func entries(of application: Application) -> [FederatedCredentialEntry] {
        application.federatedIdentityCredentials.map {
            FederatedCredentialEntry(application: application.id, credential: $0)
        }
    }

    private static func check(_ credential: FederatedIdentityCredential) throws(GraphError) {
        let isPlain = credential.name.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || "-_".utf8.contains($0)
        }
        guard isPlain, (1...120).contains(credential.name.utf8.count) else {
            throw .invalidValue("name", "1 to 120 letters, digits, hyphens and underscores")
        }
        guard credential.audiences.count == 1 else { throw .invalidValue("audiences", "there must be one") }
        for (name, value) in [("issuer", credential.issuer), ("subject", credential.subject)]
        where value.utf8.count > 600 {
            throw .invalidValue(name, "at most 600 characters")
        }
        guard let issuer = Origin(of: credential.issuer), issuer.isSecure else {
            throw .invalidValue("issuer", "an https address")
        }
    }

    private static func add(
        _ credential: FederatedIdentityCredential, to application: inout Application
    ) throws(GraphError) {
        let known = application.federatedIdentityCredentials
        if known.contains(where: { $0.name.isExactly(credential.name) }) {
            throw .exists("A federated identity credential is called '\(credential.name)' already.")
        }
        if known.contains(where: {
            $0.issuer.isExactly(credential.issuer) && $0.subject.isExactly(credential.subject)
        }) {
            throw .exists("A federated identity credential has that issuer and subject already.")
        }
        guard known.count < maximumCount else {
            throw .badRequest("An application has at most \(maximumCount) federated identity credentials.")
        }
        application.federatedIdentityCredentials.append(credential)
    }
}
