import Crypto
import Formats
import FoundationEssentials
import Platform
import Testing

/// These tests cover `token_type=ssh-cert`, which returns an OpenSSH certificate in place of an access token
/// (docs/reference/protocol.md#token-rules).
@Suite struct SSHCertificateTests {
    /// An RSA key of 2048 bits that only these tests use.
    private static let modulus =
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn"
        + "64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn"
        + "1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"

    private static func jwk(_ more: String = "", modulus: String = modulus) -> String {
        #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB","kid":"k"\#(more)}"#
    }

    private static let request: Parameters = ["token_type": "ssh-cert", "req_cnf": jwk(), "key_id": "key-7"]

    /// Reads the fields of a certificate in the order of OpenSSH's `PROTOCOL.certkeys`.
    private struct Fields {
        var rest: ArraySlice<UInt8>

        mutating func number(_ size: Int) -> UInt64 {
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size).reduce(0) { $0 << 8 | UInt64($1) }
        }

        mutating func bytes() -> [UInt8] {
            let count = Int(number(4))
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }
    }

    @Test func certificateContainsKeyUserAndValidity() throws {
        let site = try MockEntra().site
        let response = try site.tokens(redeeming: SSHCertificateTests.request)
        #expect(response["token_type"] == "ssh-cert")
        #expect(response.json?["expires_in"]?.integer == 3_599)
        #expect(response["refresh_token"] != nil && response["id_token"] != nil)
        let blob = try #require(response["access_token"].flatMap { Base64.decodeStandard($0.utf8) })
        var fields = Fields(rest: blob[...])
        #expect(fields.text() == "ssh-rsa-cert-v01@openssh.com")
        #expect(fields.bytes().count == 32)
        #expect(fields.bytes() == [1, 0, 1])
        #expect(fields.bytes() == [0] + (Base64.decodeURL(SSHCertificateTests.modulus.utf8) ?? []))
        _ = fields.number(8)
        #expect(fields.number(4) == 1, "a user's")
        #expect(fields.text() == "key-7")
        var principals = Fields(rest: fields.bytes()[...])
        #expect(principals.text() == "alex@contoso.com")
        #expect(principals.rest.isEmpty)
        #expect(fields.number(8) == UInt64(MockEntra.start.seconds - 300))
        #expect(fields.number(8) == UInt64(MockEntra.start.seconds + 3_600))
        #expect(fields.bytes().isEmpty, "critical options")
        #expect(!fields.bytes().isEmpty, "extensions")
        #expect(fields.bytes().isEmpty, "reserved")
        let signer = fields.bytes()
        let line = try site.get("/_understudy/ssh-ca.pub").text
        #expect(line == "ssh-rsa \(Base64.standard(signer)) understudy\n")
        let signed = Array(blob[..<fields.rest.startIndex])
        var signature = Fields(rest: fields.bytes()[...])
        #expect(fields.rest.isEmpty)
        #expect(signature.text() == "rsa-sha2-256")
        var key = Fields(rest: signer[...])
        #expect(key.text() == "ssh-rsa")
        let exponent = key.bytes()
        let authority = try RSAPublicKey(modulus: key.bytes(), exponent: exponent)
        #expect(authority.verifies(.rs256, signature.bytes(), over: signed))
        let refresh = try #require(response["refresh_token"])
        #expect(try site.token(Client.mobile.refresh(refresh, SSHCertificateTests.request))["token_type"] == "ssh-cert")
        #expect(try site.token(Client.mobile.refresh(refresh))["token_type"] == "Bearer")
    }

    /// The validity period of a certificate, its signer and whether the signature is valid.
    private struct Seal {
        let validAfter: Int64
        let validBefore: Int64
        let signer: [UInt8]
        let isSigned: Bool

        init(_ token: String?) throws {
            let blob = try #require(token.flatMap { Base64.decodeStandard($0.utf8) })
            var fields = Fields(rest: blob[...])
            for _ in 0..<4 { _ = fields.bytes() }
            _ = fields.number(12)
            for _ in 0..<2 { _ = fields.bytes() }
            validAfter = Int64(fields.number(8))
            validBefore = Int64(fields.number(8))
            for _ in 0..<3 { _ = fields.bytes() }
            signer = fields.bytes()
            let signed = Array(blob[..<fields.rest.startIndex])
            var signature = Fields(rest: fields.bytes()[...])
            _ = signature.text()
            var key = Fields(rest: signer[...])
            _ = key.text()
            let exponent = key.bytes()
            isSigned = try RSAPublicKey(modulus: key.bytes(), exponent: exponent)
                .verifies(.rs256, signature.bytes(), over: signed)
        }
    }

    @Test("Token faults of a stub apply to certificates too")
    func stubbedTokenFaultsApplyToCertificates() throws {
        let site = try MockEntra().site
        let refresh = Client.mobile.refresh(
            try #require(site.tokens(redeeming: SSHCertificateTests.request)["refresh_token"]),
            SSHCertificateTests.request)
        try site.stub(
            #"{"grantType":"refresh_token"}"#,
            #"{"fault":"wrongSignature"},{"fault":"expiredToken"},{"fault":"notYetValidToken"},{"fault":"unknownKid"}"#)
        let own = try site.get("/_understudy/ssh-ca.pub").text.split(separator: " ")[1]
        let now = MockEntra.start.seconds
        for (isSigned, isOwn, isBegun, isOver) in [
            (false, true, true, false), (true, true, true, true), (true, true, false, false),
            (true, false, true, false), (true, true, true, false),
        ] {
            let seal = try Seal(site.token(refresh)["access_token"])
            #expect(seal.isSigned == isSigned)
            #expect((Base64.standard(seal.signer) == own) == isOwn)
            #expect((seal.validAfter <= now) == isBegun && (seal.validBefore <= now) == isOver)
        }
    }

    /// `ssh-keygen` verifies the signature before it prints the certificate.
    @Test(.enabled(if: access("/usr/bin/ssh-keygen", X_OK) == 0, "ssh-keygen is not installed"))
    func opensshAcceptsCertificate() throws {
        let response = try MockEntra().site.tokens(redeeming: SSHCertificateTests.request)
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-cert.pub").path()
        defer { unlink(path) }
        let line = "ssh-rsa-cert-v01@openssh.com \(response["access_token"] ?? "") test\n"
        #expect(FileManager.default.createFile(atPath: path, contents: Data(line.utf8)))
        let pipe = try #require(popen("/usr/bin/ssh-keygen -L -f '\(path)' 2>&1", "r"))
        var printed: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { printed += chunk.prefix(count) }
        let text = String(decoding: printed, as: UTF8.self)
        #expect(pclose(pipe) == 0, "\(text)")
        for part in [
            "Type: ssh-rsa-cert-v01@openssh.com user certificate", "(using rsa-sha2-256)", #"Key ID: "key-7""#,
            "alex@contoso.com", "permit-pty", "Critical Options: (none)",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test(
        "A missing, weak or private key is rejected",
        arguments: [
            (["req_cnf": nil], 900144), (["key_id": nil], 900144), (["req_cnf": "x"], 90100),
            (["req_cnf": Base64.url(Array(jwk().utf8))], 90100), (["req_cnf": jwk(#","d":"AQAB""#)], 90100),
            (["req_cnf": jwk(modulus: "AQAB")], 90100), (["req_cnf": #"{"kty":"EC","crv":"P-256"}"#], 90100),
            (["key_id": String(repeating: "k", count: 513)], 90100),
        ] as [([String: String?], Int)])
    func rejectsMissingWeakOrPrivateKey(_ change: [String: String?], _ code: Int) throws {
        let site = try MockEntra().site
        var form = try Client.mobile.redemption(site.code(), SSHCertificateTests.request)
        for (name, value) in change { form = form.with(Parameters(dictionaryLiteral: (name, value))) }
        #expect(try site.token(form).outcome == .jsonError(400, "invalid_request", code))
    }

    @Test func clientCredentialsYieldNoCertificate() throws {
        let form = Client.daemon.credentials.with(SSHCertificateTests.request).with([
            "grant_type": "client_credentials", "scope": "api://orders/.default",
        ])
        #expect(try MockEntra().site.token(form, tenant: "contoso.com").code == 90100)
    }
}
