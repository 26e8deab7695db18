import Crypto
import Directory
import Entra
import Formats
import Protocol
import Store

extension FuzzTarget {
    /// The client assertion of a token request. The input has one of three forms: a line with the header and a line with the
    /// claims, which the client's key signs; the same two lines and a line with a forged signature; or a whole assertion.
    static let assertion = FuzzTarget(name: "assertion") { input in
        guard let client = AssertingClient.shared else {
            require(false, "the client's key is created")
            return
        }
        let lines = input.split(separator: ASCII.lineFeed, maxSplits: 2, omittingEmptySubsequences: false)
        switch lines.count {
        case 1:
            require(client.requestToken(text(input)) == nil, "only the client can sign: \(text(input))")
        case 2:
            let (header, claims) = (Array(lines[0]), Array(lines[1]))
            guard let signed = client.sign(header, claims), let store = client.requestToken(signed) else { return }
            require(client.isValid(header, claims), "an accepted assertion is valid: \(text(input))")
            require(client.requestToken(signed, store) == nil, "an assertion is accepted once")
        default:
            let forged = [lines[0], lines[1]].map { Base64.url(Array($0)) }.joined(separator: ".")
            require(client.requestToken("\(forged).\(text(lines[2]))") == nil, "a forged signature is rejected")
        }
    }
}

/// A confidential client with a certificate, at a server of its own.
private struct AssertingClient: Sendable {
    static let shared = try? AssertingClient()

    private static let id = "cccccccc-0000-4000-8000-000000000001"
    private static let now: Int64 = 1_790_000_000
    private static let keyID = "key-of-the-client"
    private static let tenant = "11111111-1111-4111-8111-111111111111"
    private static let audiences = ["contoso.com", tenant].flatMap { tenant in
        ["oauth2/v2.0/token", "oauth2/token", "v2.0", ""].map { "https://localhost:8443/\(tenant)/\($0)" }
    }

    private let key: SigningKey
    private let keys: KeyMaterial
    private let directory: Directory
    private let origin = Origin(scheme: "https", host: "localhost", port: 8443)

    private init() throws {
        key = try SigningKey.make(SeededStream(seed: "fuzz", label: "assertions"))
        keys = try KeyMaterial.seeded("fuzz")
        directory = try Configuration.load(
            .inline(
                """
                tenants:
                - id: \(AssertingClient.tenant)
                  domains: [contoso.com]
                  applications:
                  - appId: \(AssertingClient.id)
                    keyCredentials: [{keyId: \(AssertingClient.keyID), key: "\(key.jwk.x5c.first ?? "")"}]
                """), files: .none
        ).directory
    }

    /// Returns the signed assertion, or nil if the header or the claims are not JSON.
    func sign(_ header: [UInt8], _ claims: [UInt8]) -> String? {
        guard JSONValue(parsing: header) != nil, JSONValue(parsing: claims) != nil else { return nil }
        return try? JWS.sign(header: header, payload: claims, key: key)
    }

    /// Requests a token. Returns the store after the request, or nil if the server rejects it.
    func requestToken(_ assertion: String, _ store: MemoryStore = MemoryStore()) -> MemoryStore? {
        let services = Services(
            directory: directory, editor: DirectoryStore(directory), store: store, outbox: Outbox(), keys: keys,
            random: SystemRandom(), now: Timestamp(seconds: AssertingClient.now), origin: origin,
            peerAddress: "127.0.0.1")
        let form = Form([
            .init("grant_type", "client_credentials"), .init("client_id", AssertingClient.id),
            .init("scope", "https://graph.microsoft.com/.default"), .init("client_assertion", assertion),
            .init("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
        ])
        do throws(EntraError) {
            _ = try TokenFlow.run(
                endpoint: .v2, address: AuthorityAddress(tenant: "contoso.com", origin: origin), form: form,
                authorization: nil, browserOrigin: nil, services: services)
            return store
        } catch {
            require((400..<500).contains(error.status), "the error is a client error: \(error.code)")
            return nil
        }
    }

    /// Whether the assertion is valid by a second implementation of the rules (docs/reference/protocol.md#client-assertion).
    func isValid(_ header: [UInt8], _ claims: [UInt8]) -> Bool {
        guard let header = JSONValue(parsing: header), let claims = JSONValue(parsing: claims),
            header["alg"]?.string == "RS256", header["crit"] == nil, header["b64"] == nil, names(key, header),
            claims["iss"]?.string?.asciiLowercased == AssertingClient.id,
            claims["sub"]?.string?.asciiLowercased == AssertingClient.id,
            AssertingClient.audiences.contains(claims["aud"]?.string?.asciiLowercased ?? ""),
            let end = seconds(claims["exp"]), end > Double(AssertingClient.now - 300)
        else { return false }
        guard let start = seconds(claims["nbf"]) ?? seconds(claims["iat"]) else { return true }
        return start <= end && start < Double(AssertingClient.now + 301)
    }

    private func names(_ key: SigningKey, _ header: JSONValue) -> Bool {
        if header["x5t#S256"]?.string != nil { return false }
        if let thumbprint = header["x5t"]?.string { return thumbprint.utf8.starts(with: key.jwk.x5t.utf8) }
        return header["kid"]?.string?.asciiLowercased == AssertingClient.keyID
    }

    private func seconds(_ claim: JSONValue?) -> Double? {
        switch claim {
        case .integer(let seconds)?: Double(seconds)
        case .number(let seconds)?: seconds.rounded(.down)
        default: nil
        }
    }
}
