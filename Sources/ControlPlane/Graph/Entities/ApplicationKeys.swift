import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The operations that add and remove a certificate of an application. A proof shows that the caller has the key of a certificate
/// that the application already has (Microsoft Graph, "Rolling application keys").
extension GraphOperation {
    static let applicationKeys: [GraphOperation] = [
        GraphOperation("POST", "/applications/{id}/addKey", .manageApplications, addKey),
        GraphOperation("POST", "/applications/{id}/removeKey", .manageApplications, removeKey),
    ]

    private static func addKey(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let application = try request.application()
        let members = try request.members()
        try KeyProof(members, request).check(application)
        guard let json = members.first(where: { $0.name.isExactly("keyCredential") })?.value, json != .null else {
            throw .missingValue("keyCredential")
        }
        var credential = try GraphValue<KeyCredential>.keyCredential.read(json, "keyCredential")
        credential.keyId = request.newID().description
        let added = credential
        try request.change(application) { (changed) throws(GraphError) in changed.keyCredentials.append(added) }
        return GraphResponse.json(
            [GraphResponse.context("microsoft.graph.keyCredential", request)]
                + (GraphValue<KeyCredential>.keyCredential.json(added).object ?? []))
    }

    private static func removeKey(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let application = try request.application()
        let members = try request.members()
        try KeyProof(members, request).check(application)
        guard let id = members.first(where: { $0.name.isExactly("keyId") })?.value.string else {
            throw .missingValue("keyId")
        }
        try request.change(application) { (changed) throws(GraphError) in
            guard changed.keyCredentials.contains(where: { $0.keyId?.isExactlyIgnoringASCIICase(id) == true }) else {
                throw .badRequest("No key credential has the keyId '\(id)'.")
            }
            changed.keyCredentials.removeAll { $0.keyId?.isExactlyIgnoringASCIICase(id) == true }
        }
        return GraphResponse.noContent
    }
}

/// A JWT that a certificate of an application signed, for the application itself.
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

    /// Throws 401 unless a valid certificate of the application verifies the proof, and the proof is for the application and
    /// current.
    func check(_ application: Application) throws(GraphError) {
        guard let jws = CompactJWS(text, maximumBytes: KeyProof.maximumBytes),
            JSONValue(parsing: jws.header)?["alg"]?.string?.isExactly("RS256") == true,
            let claims = JSONValue(parsing: jws.payload),
            claims["aud"]?.string?.isExactly(KeyProof.audience) == true,
            let issuer = claims["iss"]?.string, ObjectID(issuer) == application.id,
            let start = claims["nbf"]?.integer, let end = claims["exp"]?.integer,
            (now - 600...now + 300).contains(start), now < end, end <= start + 600,
            application.keyCredentials.contains(where: { verifies(jws, $0) })
        else { throw .invalidToken("The proof is not a current token that a certificate of the application signed.") }
    }

    private func verifies(_ jws: CompactJWS, _ credential: KeyCredential) -> Bool {
        guard credential.authenticates, let der = credential.certificate,
            let certificate = try? ClientCertificate(der: der),
            certificate.notBefore.seconds <= now, now < certificate.notAfter.seconds
        else { return false }
        return jws.verifies(.rs256, certificate.key)
    }
}
