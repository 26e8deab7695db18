import ControlPlane
import Crypto
import Entra
import Formats
import HTTP
import Protocol
import Store

extension Endpoint {
    static var health: Endpoint {
        .control("health", usesStore: false, isPublic: true, keys: .ofTenant) {
            (context, server) throws(ProblemDocument) in
            // A request before the keys exist waits for them, like a request for the key set document.
            do throws(EntraError) {
                _ = try context.services.signingKeys(of: nil)
            } catch {
                throw ProblemDocument(error)
            }
            return .json(
                Health.json(
                    version: Version.text, replica: server.name, origins: server.origins,
                    reachesStore: server.fleet.map { $0.sharing.failure == nil },
                    storeError: server.fleet?.sharing.failureCode, unwritable: server.obstacles))
        }
    }

    /// The endpoint that creates the challenges with which an API sends a client back for another token.
    static var challenges: Endpoint {
        .control("challenges", usesStore: false) { (context, _) throws(ProblemDocument) in
            let request = try ChallengeRequest(parsing: context.request.body, now: context.services.now)
            return .json(request.answer(origin: context.origin))
        }
    }

    enum CertificateFormat: Sendable {
        case pem
        case der
        case mobileConfig
    }

    /// Returns the endpoint of the CA that clients must trust, for clients that cannot use HTTPS yet. If the server uses the user's
    /// own certificate, the response has status 404.
    static func certificateAuthority(_ format: CertificateFormat) -> Endpoint {
        .control("ca", usesStore: false, isPublic: true) { (context, server) throws(ProblemDocument) in
            guard !server.settings.hasOwnCertificate else {
                throw ProblemDocument(status: 404, title: "No CA", detail: CertificateAuthorityExport.absence)
            }
            let authority = context.services.keys.authority
            let (type, body): (String, [UInt8]) =
                switch format {
                case .pem: ("application/x-pem-file", Array(authority.certificatePEM.utf8))
                case .der: ("application/x-x509-ca-cert", authority.certificateDER)
                case .mobileConfig: ("application/x-apple-aspen-config", Array(authority.mobileConfig.utf8))
                }
            return HTTPResponse(status: 200, contentType: type, body: body)
        }
    }

    /// The key that signs SSH certificates, as one line of a `TrustedUserCAKeys` file.
    static var sshAuthority: Endpoint {
        .control("ssh-ca", usesStore: false, isPublic: true, keys: .ofTenant) { (context, _) throws(ProblemDocument) in
            guard let key = try? context.services.keys.signing.get().current.sshPublicKey() else {
                throw ProblemDocument(EntraError(.serviceFailure))
            }
            return .text(200, "ssh-rsa \(Base64.standard(key)) understudy\n")
        }
    }
}
