import Crypto
import Entra
import Formats
import HTTP
import Protocol
import Store

extension ControlRoutes {
    /// The routes of health, CA certificates and claims challenges.
    static let server: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/health", .health),
        Route(["POST"], "/_understudy/challenges", .challenges),
        Route(["GET"], "/_understudy/ca.pem", .certificateAuthority(.pem)),
        Route(["GET"], "/_understudy/ca.der", .certificateAuthority(.der)),
        Route(["GET"], "/_understudy/ca.mobileconfig", .certificateAuthority(.mobileConfig)),
        Route(["GET"], "/_understudy/ssh-ca.pub", .sshAuthority),
    ]
}

extension ControlEndpoint {
    static var health: ControlEndpoint {
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
                    version: server.version, replica: server.name, origins: server.origins, server.condition))
        }
    }

    /// The endpoint that creates the challenges with which an API sends a client back for another token.
    static var challenges: ControlEndpoint {
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

    /// The problem document for a server without a CA that clients could trust.
    package static let noAuthority =
        "The server uses the certificate in server.tls. Understudy's CA did not sign it: trust that certificate's CA."

    /// Returns the endpoint of the CA that clients must trust, for clients that cannot use HTTPS yet. If the server uses the user's
    /// own certificate, the response has status 404.
    static func certificateAuthority(_ format: CertificateFormat) -> ControlEndpoint {
        .control("ca", usesStore: false, isPublic: true) { (context, server) throws(ProblemDocument) in
            guard !server.hasOwnCertificate else {
                throw ProblemDocument(status: 404, title: "No CA", detail: noAuthority)
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
    static var sshAuthority: ControlEndpoint {
        .control("ssh-ca", usesStore: false, isPublic: true, keys: .ofTenant) { (context, _) throws(ProblemDocument) in
            guard let key = try? context.services.keys.signing.get().current.sshPublicKey() else {
                throw ProblemDocument(EntraError(.serviceFailure))
            }
            return .text(200, "ssh-rsa \(Base64.standard(key)) understudy\n")
        }
    }
}
