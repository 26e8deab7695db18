import Crypto
import Directory
package import Entra
package import Formats
import HTTP
package import Protocol
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
        .control("health", usesStore: false, isPublic: true, keys: .tenant) {
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
        .control("challenges", ChallengeRequest.self, usesStore: false) {
            (request, context, _) throws(ProblemDocument) in
            .json(request.body(origin: context.origin, now: context.services.now))
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
        .control("ssh-ca", usesStore: false, isPublic: true, keys: .tenant) { (context, _) throws(ProblemDocument) in
            guard let key = try? context.services.keys.signing.get().current.sshPublicKey() else {
                throw ProblemDocument(EntraError(.serviceFailure))
            }
            return .text(200, "ssh-rsa \(Base64.standard(key)) understudy\n")
        }
    }
}

/// The response of `GET /_understudy/health`. The server is ready when the keys exist that every start creates
/// (docs/reference/interface.md#control-plane). External tenants and user flows have their own keys, which are created when they
/// are first needed.
package enum Health {
    /// A part of the server's state that cannot be written.
    package struct WriteFailure: Sendable, Equatable {
        package enum Name: String, Sendable {
            /// The state file under `--data-dir`.
            case state
            /// The store that replicas share.
            case store
            /// The key files under `--data-dir`.
            case keys
        }

        package let name: Name
        /// The reason in one line, with the name of the file.
        package let reason: String

        package init(_ name: Name, _ reason: String) {
            self.name = name
            self.reason = reason
        }
    }

    /// The state of the storage outside the process: the shared store and the files.
    package struct Condition: Sendable {
        /// Whether the store that the replicas share is reachable, or nil if the server has no such store.
        package let reachesStore: Bool?
        /// The error code with which the store rejects commands, such as `OOM`.
        package let storeError: String?
        /// The files and folders that cannot be written.
        package let unwritable: [WriteFailure]

        package init(reachesStore: Bool? = nil, storeError: String? = nil, unwritable: [WriteFailure] = []) {
            self.reachesStore = reachesStore
            self.storeError = storeError
            self.unwritable = unwritable
        }
    }

    /// Returns `{"status":"ok","version":…,"replica":…,"origins":[…]}`. If replicas share a store, the response has `"store":"ok"`
    /// or `"store":"unreachable"`. `unreachable` means that the store does not respond or rejects commands; `storeError` then has
    /// the store's own error code, such as `OOM`, if the store sent one.
    ///
    /// If a part of the state cannot be written, the status is `degraded`, and `unwritable` lists the parts and the reasons. The
    /// server still serves the requests that need no such part. The server is therefore alive and ready, and a restart would not
    /// help.
    package static func json(
        version: String, replica: String, origins: [Origin], _ condition: Condition = Condition()
    ) -> [UInt8] {
        let unwritable = condition.unwritable
        return JSONWriter.object { json in
            json.field("status", unwritable.isEmpty ? "ok" : "degraded")
            json.field("version", version)
            json.field("replica", replica)
            json.field("origins", origins.map(\.description))
            if let reachesStore = condition.reachesStore { json.field("store", reachesStore ? "ok" : "unreachable") }
            if condition.reachesStore == false, let storeError = condition.storeError {
                json.field("storeError", storeError)
            }
            guard !unwritable.isEmpty else { return }
            json.array("unwritable") { list in
                for obstacle in unwritable {
                    list.objectElement { entry in
                        entry.field("name", obstacle.name.rawValue)
                        entry.field("reason", obstacle.reason)
                    }
                }
            }
        }
    }
}

/// A request to `POST /_understudy/challenges`, which returns the claims challenge with which an API sends a client back for
/// another token (docs/reference/protocol.md#conditional-access).
package struct ChallengeRequest: ControlRequest {
    /// The challenge, or nil for a token that must be newer than the request itself.
    private let challenge: ClaimsChallenge?
    /// The application ID of the API that sends the challenge.
    let clientID: String?

    /// Reads one of `{"acrs": "c1"}`, `{"nbf": 1790000000}`, `{"nbf": "now"}` and `{"policies": ["…"]}`, with an optional
    /// `clientId`.
    package init(reading body: inout ControlBody) {
        let context = body.optional("acrs", .authenticationContext).map(ClaimsChallenge.authenticationContext)
        let time = body.optional("nbf", .notBefore)
        let policies = body.optional("policies", .list(.nonEmptyText, atLeast: 1)).map(ClaimsChallenge.policies)
        challenge = context ?? policies ?? time?.map(ClaimsChallenge.notBefore)
        clientID = body.optional("clientId", .applicationID)
        if ["acrs", "nbf", "policies"].count(where: body.has) != 1, body.isSound {
            body.reject(
                "Give exactly one of acrs (c1 to c99), nbf (seconds since 1970, or \"now\") "
                    + "and policies (a list of policy ids).")
        }
    }

    /// Creates a request from values of a program. Throws a problem of status 400 for an invalid authentication context, an invalid
    /// application ID, and an empty list of policies.
    package init(checking challenge: ClaimsChallenge, clientID: String?) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            switch challenge {
            case .authenticationContext(let id): arguments.check("acrs", id, .authenticationContext)
            case .notBefore: break
            case .policies(let ids): arguments.check("policies", ids, .list(.nonEmptyText, atLeast: 1))
            }
            arguments.check("clientId", clientID, .applicationID)
        }
        self.challenge = challenge
        self.clientID = clientID
    }

    /// Returns the `WWW-Authenticate` header of the challenge, and the claims in the header.
    package func run(origin: Origin, now: Timestamp) -> (header: String, claims: JSONValue) {
        let challenge = challenge ?? .notBefore(now.seconds)
        return (ClaimsChallenge.header(challenge, origin: origin, clientID: clientID), challenge.claims)
    }

    /// Returns the response body `{"wwwAuthenticate": …, "claims": {…}}`.
    func body(origin: Origin, now: Timestamp) -> [UInt8] {
        let (header, claims) = run(origin: origin, now: now)
        return JSONWriter.object { json in
            json.field("wwwAuthenticate", header)
            json.field("claims", claims)
        }
    }
}

extension FieldKind where Value == Int64? {
    /// A time in seconds since 1970-01-01 UTC, or nil for the word `now`.
    fileprivate static var notBefore: FieldKind {
        FieldKind("seconds since 1970, or \"now\"", placeholder: nil) { value in
            value.string?.isExactly("now") == true ? .some(nil) : value.integer.map(Optional.some)
        }
    }
}

extension FieldKind where Value == String {
    fileprivate static var authenticationContext: FieldKind {
        FieldKind(
            "the id of an authentication context, c1 to c99", placeholder: "", where: AuthenticationContext.isID,
            \.string)
    }

    /// An application ID. The value is copied into a header, so only ASCII letters, digits and hyphens are valid.
    fileprivate static var applicationID: FieldKind {
        FieldKind(
            "an application id of letters, digits and hyphens", placeholder: "",
            where: { text in
                !text.isEmpty && text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D }
            }, \.string)
    }
}
