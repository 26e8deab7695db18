import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The objects that have client secrets and certificates. Those of a service principal are valid in its tenant alone.
enum CredentialHolder: String, Sendable, CaseIterable {
    case application = "/applications"
    case servicePrincipal = "/servicePrincipals"

    fileprivate var permission: GraphPermission {
        switch self {
        case .application: .manageApplications
        case .servicePrincipal: .manageServicePrincipals
        }
    }

    fileprivate var isServicePrincipal: Bool { self == .servicePrincipal }

    /// Returns the ID of the object that the path names, and the registration that keeps the credentials.
    fileprivate func object(
        _ request: GraphRequest
    ) throws(GraphError) -> (id: ObjectID, application: Application) {
        guard isServicePrincipal else {
            let application = try request.application()
            return (application.id, application)
        }
        let principal = try request.servicePrincipal()
        guard let home = principal.home, home != .microsoft else { throw GraphOperation.unchangeable }
        guard home == request.tenant.id else { throw CredentialHolder.locked }
        return (principal.id, principal.application)
    }

    /// The error for the service principal of another tenant's application, as if the application locked the credentials
    /// (Microsoft Graph, `servicePrincipalLockConfiguration`).
    static let locked = GraphError.badRequest(
        "The credentials of the service principal are locked by the application of another tenant.",
        [GraphError.Detail(code: "CannotUpdateLockedServicePrincipalProperty", target: "keyCredentials")])
}

/// The operations that add and remove client secrets and certificates. A proof shows that the caller has the key of a certificate
/// that the object already has.
extension GraphOperation {
    static let credentials: [GraphOperation] = CredentialHolder.allCases.flatMap { holder in
        [
            action("addKey", of: holder, addKey), action("addPassword", of: holder, addPassword),
            action("removeKey", of: holder, removeKey), action("removePassword", of: holder, removePassword),
        ]
    }

    private static func action(
        _ name: String, of holder: CredentialHolder,
        _ run: @escaping @Sendable (CredentialHolder, GraphRequest) throws(GraphError) -> HTTPResponse
    ) -> GraphOperation {
        GraphOperation("POST", "\(holder.rawValue)/{id}/\(name)", holder.permission) { (request) throws(GraphError) in
            try run(holder, request)
        }
    }

    private static func addPassword(
        _ holder: CredentialHolder, _ request: GraphRequest
    ) throws(GraphError) -> HTTPResponse {
        let (_, application) = try holder.object(request)
        let members = request.body.isEmpty ? [] : try request.members()
        var entry = SecretEntry()
        for member in members {
            guard member.name.isExactly("passwordCredential") else {
                throw .badRequest("There is no parameter '\(member.name)'.")
            }
            if member.value != .null {
                entry = try GraphValue<SecretEntry>.passwordCredential.read(member.value, member.name)
            }
        }
        var secret = entry.credential
        secret.isOfServicePrincipal = holder.isServicePrincipal
        Secret.complete(&secret, request.services)
        let added = secret
        try request.change(application) { (changed) throws(GraphError) in changed.passwordCredentials.append(added) }
        return GraphResponse.json(
            [GraphResponse.context("microsoft.graph.passwordCredential", request)]
                + (Secret.json(added, includesText: true).object ?? []))
    }

    private static func removePassword(
        _ holder: CredentialHolder, _ request: GraphRequest
    ) throws(GraphError) -> HTTPResponse {
        let (_, application) = try holder.object(request)
        let id = try keyID(try request.members())
        let isServicePrincipal = holder.isServicePrincipal
        try request.change(application) { (changed) throws(GraphError) in
            let matches: (PasswordCredential) -> Bool = {
                $0.isOfServicePrincipal == isServicePrincipal && $0.keyId?.isExactlyIgnoringASCIICase(id) == true
            }
            let matchesUndisclosed: (RedactedPassword) -> Bool = {
                !isServicePrincipal && $0.keyId?.isExactlyIgnoringASCIICase(id) == true
            }
            guard
                changed.passwordCredentials.contains(where: matches)
                    || changed.undisclosedPasswords.contains(where: matchesUndisclosed)
            else { throw .badRequest("No password credential has the keyId '\(id)'.") }
            changed.passwordCredentials.removeAll(where: matches)
            changed.undisclosedPasswords.removeAll(where: matchesUndisclosed)
        }
        return GraphResponse.noContent
    }

    private static func addKey(
        _ holder: CredentialHolder, _ request: GraphRequest
    ) throws(GraphError) -> HTTPResponse {
        let (application, members) = try proved(holder, request)
        guard let json = members.first(where: { $0.name.isExactly("keyCredential") })?.value, json != .null else {
            throw .missingValue("keyCredential")
        }
        var credential = try GraphValue<KeyCredential>.keyCredential.read(json, "keyCredential")
        credential.keyId = request.newID().description
        credential.isOfServicePrincipal = holder.isServicePrincipal
        let added = credential
        try request.change(application) { (changed) throws(GraphError) in changed.keyCredentials.append(added) }
        return GraphResponse.json(
            [GraphResponse.context("microsoft.graph.keyCredential", request)]
                + (GraphValue<KeyCredential>.keyCredential.json(added).object ?? []))
    }

    private static func removeKey(
        _ holder: CredentialHolder, _ request: GraphRequest
    ) throws(GraphError) -> HTTPResponse {
        let (application, members) = try proved(holder, request)
        let id = try keyID(members)
        let isServicePrincipal = holder.isServicePrincipal
        try request.change(application) { (changed) throws(GraphError) in
            let matches: (KeyCredential) -> Bool = {
                $0.isOfServicePrincipal == isServicePrincipal && $0.keyId?.isExactlyIgnoringASCIICase(id) == true
            }
            guard changed.keyCredentials.contains(where: matches) else {
                throw .badRequest("No key credential has the keyId '\(id)'.")
            }
            changed.keyCredentials.removeAll(where: matches)
        }
        return GraphResponse.noContent
    }

    /// Returns the registration and the members of a request whose proof one of the object's certificates verifies.
    private static func proved(
        _ holder: CredentialHolder, _ request: GraphRequest
    ) throws(GraphError) -> (application: Application, members: [JSONValue.Member]) {
        let (id, application) = try holder.object(request)
        let members = try request.members()
        let certificates = application.keyCredentials.filter { $0.isOfServicePrincipal == holder.isServicePrincipal }
        try KeyProof(members, request).check(id, certificates)
        return (application, members)
    }

    private static func keyID(_ members: [JSONValue.Member]) throws(GraphError) -> String {
        guard let id = members.first(where: { $0.name.isExactly("keyId") })?.value.string else {
            throw .missingValue("keyId")
        }
        return id
    }
}

/// The creation of client secrets, and their JSON, as in Microsoft Graph.
enum Secret {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~-".utf8)
    /// The default lifetime of a secret, in seconds: two years.
    private static let lifetime: Int64 = 730 * 86_400

    /// Creates the text and fills in absent members. The text has forty characters, with `8Q~` as the mark for secret scanners.
    static func complete(_ secret: inout PasswordCredential, _ services: Services) {
        var text = services.random.bytes(40).map { alphabet[Int($0) % alphabet.count] }
        text.replaceSubrange(3..<6, with: Array("8Q~".utf8))
        secret.secretText = String(decoding: text, as: UTF8.self)
        secret.keyId = services.random.guid().description
        let start = secret.startDateTime ?? services.now
        secret.startDateTime = start
        secret.endDateTime = secret.endDateTime ?? start.adding(seconds: lifetime)
    }

    static func json(_ secret: PasswordCredential, includesText: Bool) -> JSONValue {
        let entry = GraphValue<SecretEntry>.passwordCredential.json(SecretEntry(secret))
        return .object(
            (entry.object ?? []).map { member in
                member.name.isExactly("secretText")
                    ? JSONValue.Member("secretText", includesText ? .string(secret.secretText) : .null) : member
            })
    }
}

/// A JWT that a certificate of an object signed, for the object itself (Microsoft Graph, "Rolling application keys").
private struct KeyProof {
    private static let audience = "00000002-0000-0000-c000-000000000000"
    private static let maximumBytes = 16_384

    private let text: String
    private let now: Int64

    init(_ members: [JSONValue.Member], _ request: GraphRequest) throws(GraphError) {
        guard let text = members.first(where: { $0.name.isExactly("proof") })?.value.string else {
            throw .missingValue("proof")
        }
        self.text = text
        now = request.services.now.seconds
    }

    /// Throws 401 unless a valid certificate of the object verifies the proof, and the proof is for the object and current.
    func check(_ object: ObjectID, _ certificates: [KeyCredential]) throws(GraphError) {
        guard let jws = CompactJWS(text, maximumBytes: KeyProof.maximumBytes),
            JSONValue(parsing: jws.header)?["alg"]?.string?.isExactly("RS256") == true,
            let claims = JSONValue(parsing: jws.payload),
            claims["aud"]?.string?.isExactly(KeyProof.audience) == true,
            let issuer = claims["iss"]?.string, ObjectID(issuer) == object,
            let start = claims["nbf"]?.integer, let end = claims["exp"]?.integer,
            (now - 600...now + 300).contains(start), now < end, end <= start + 600,
            certificates.contains(where: { verifies(jws, $0) })
        else { throw .invalidToken("The proof is not a current token that a certificate of the object signed.") }
    }

    private func verifies(_ jws: CompactJWS, _ credential: KeyCredential) -> Bool {
        guard credential.authenticates, let der = credential.certificate,
            let certificate = try? ClientCertificate(der: der),
            certificate.notBefore.seconds <= now, now < certificate.notAfter.seconds
        else { return false }
        return jws.verifies(.rs256, certificate.key)
    }
}
