import Directory
import Entra
import Formats
import HTTP
import Protocol

/// A federated identity credential of one application. The name identifies the credential within the application and never changes.
struct FederatedCredentialEntry: Sendable {
    let application: ObjectID
    var credential = FederatedIdentityCredential(name: "", issuer: "", audiences: [])

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
            .property("subject", \.credential.subject, .nonEmptyText).filterable,
            .property("claimsMatchingExpression", \.credential.claimsMatchingExpression, .claimsMatchingExpression),
            .property("description", \.credential.description, .text),
            .property("audiences", \.credential.audiences, .list(.nonEmptyText)).required,
        ])
}

extension GraphValue where Value == ClaimsMatchingExpression {
    /// The complex type `federatedIdentityExpression`.
    fileprivate static let claimsMatchingExpression = GraphValue(.complex) { expression in
        .object([
            .init("value", .string(expression.text)),
            .init("languageVersion", .integer(Int64(ClaimsMatchingExpression.languageVersion))),
        ])
    } _: { (json, path) throws(GraphError) in
        guard json["languageVersion"]?.integer == Int64(ClaimsMatchingExpression.languageVersion) else {
            throw .invalidValue("\(path)/languageVersion", "must be \(ClaimsMatchingExpression.languageVersion)")
        }
        guard let text = json["value"]?.string else { throw .invalidValue("\(path)/value") }
        do throws(ClaimsMatchingExpression.Problem) {
            return try ClaimsMatchingExpression(text)
        } catch {
            throw .invalidExpression(text, "The expression is malformed.", "is wrong \(error.message)")
        }
    }
}

extension GraphError {
    /// Returns the error of the service for an expression that breaks a rule, and the reason
    /// (docs/reference/protocol.md#fic-flexible-required-claims).
    fileprivate static func invalidExpression(_ text: String, _ rule: String, _ reason: String) -> GraphError {
        let name = "FederatedIdentityCredential.ClaimsMatchingExpression.Value"
        return GraphError(
            status: 400, code: "InvalidFederatedIdentityCredentialValue",
            message: "The \(name) is invalid. Rule exception: \(rule) paramName: \(name), paramValue: \(text), "
                + "objectType: Microsoft.Online.DirectoryServices.Application. The expression \(reason).")
    }
}

extension GraphOperation {
    private static let path = "/applications/{id}/federatedIdentityCredentials"

    private static let collection = GraphCollection<FederatedCredentialEntry>(
        path: path, type: .federatedIdentityCredential, key: "credential",
        all: { (request) throws(GraphError) in entries(of: try request.application()) },
        find: { (request) throws(GraphError) in
            guard let found = try entry(request) else { throw .notFound(request.key("credential").value) }
            return found
        })

    /// Returns the credential with the name or the ID in the path, or nil if the application has no such credential.
    private static func entry(_ request: GraphRequest) throws(GraphError) -> FederatedCredentialEntry? {
        let key = request.key("credential")
        let isOnlyName = key.property?.isExactly("name") == true
        guard isOnlyName || key.property == nil else { throw .notFound(key.value) }
        return entries(of: try request.application()).first {
            $0.credential.name.isExactly(key.value) || !isOnlyName && $0.id.isExactlyIgnoringASCIICase(key.value)
        }
    }

    static let federatedIdentityCredentials: [GraphOperation] =
        collection.reading(.readApplications)
        + collection.creating(.manageApplications) { (request) throws(GraphError) in
            try create(try request.members(), request)
        }
        + [
            GraphOperation("PATCH", "\(path)/{credential}", .manageApplications) { (request) throws(GraphError) in
                let members = try request.members()
                if let entry = try entry(request) {
                    try change(entry, members, request)
                    return GraphResponse.noContent
                }
                let key = request.key("credential")
                guard request.createsIfMissing, key.property?.isExactly("name") == true else {
                    throw .notFound(key.value)
                }
                let others = members.filter { !$0.name.isExactly("name") }
                return try create(others + [.init("name", .string(key.value))], request)
            }
        ]
        + collection.deleting(.manageApplications) { (request, entry) throws(GraphError) in
            try request.change(try request.application()) { (changed) throws(GraphError) in
                changed.federatedIdentityCredentials.removeAll { $0.name.isExactly(entry.credential.name) }
            }
        }

    private static func create(
        _ members: [JSONValue.Member], _ request: GraphRequest
    ) throws(GraphError) -> HTTPResponse {
        let application = try request.application()
        var entry = FederatedCredentialEntry(application: application.id)
        try GraphType.federatedIdentityCredential.table.write(members, into: &entry, .creation)
        try check(entry.credential, hasNewExpression: true)
        let new = entry
        try request.change(application) { (changed) throws(GraphError) in try add(new.credential, to: &changed) }
        return request.created(
            new, .federatedIdentityCredential, at: "/applications/\(application.id)/federatedIdentityCredentials")
    }

    private static func change(
        _ entry: FederatedCredentialEntry, _ members: [JSONValue.Member], _ request: GraphRequest
    ) throws(GraphError) {
        try request.change(try request.application()) { (changed) throws(GraphError) in
            guard let before = entries(of: changed).first(where: { $0.id.isExactly(entry.id) }) else {
                throw .notFound(entry.id)
            }
            var after = before
            try GraphType.federatedIdentityCredential.table.write(members, into: &after, .change)
            try check(
                after.credential,
                hasNewExpression: after.credential.claimsMatchingExpression
                    != before.credential.claimsMatchingExpression)
            changed.federatedIdentityCredentials.removeAll { $0.name.isExactly(before.credential.name) }
            try add(after.credential, to: &changed)
        }
    }

    private static func entries(of application: Application) -> [FederatedCredentialEntry] {
        application.federatedIdentityCredentials.map {
            FederatedCredentialEntry(application: application.id, credential: $0)
        }
    }

    /// Throws the error for an invalid credential. Only a new expression must have the claims that the service requires since 2026.
    private static func check(
        _ credential: FederatedIdentityCredential, hasNewExpression: Bool
    ) throws(GraphError) {
        let problem = ApplicationRules.problem(of: credential)
        if let problem, !problem.property.isExactly("claimsMatchingExpression") {
            throw .invalidValue(problem.property, problem.message)
        }
        guard let expression = credential.claimsMatchingExpression else { return }
        let missing = hasNewExpression ? expression.missingComparison(at: credential.issuer) : nil
        guard let reason = problem?.message ?? missing else { return }
        throw .invalidExpression(
            expression.text,
            "Expression configured for issuer '\(credential.issuer)' either lacks all required claims or contains "
                + "unallowed claims.", reason)
    }

    private static func add(
        _ credential: FederatedIdentityCredential, to application: inout Application
    ) throws(GraphError) {
        let known = application.federatedIdentityCredentials
        if let conflict = ApplicationRules.conflict(of: credential, among: known) {
            if case .name = conflict { throw .exists(conflict.message) }
            throw .badRequest(conflict.message)
        }
        let limit = ApplicationRules.maximumFederatedCredentials
        guard known.count < limit else {
            throw .badRequest("An application has at most \(limit) federated identity credentials.")
        }
        application.federatedIdentityCredentials.append(credential)
    }
}
